/* Signs of terms at the points that count, ends that are not admitted left
   out: interval arithmetic alone sees the closed box. */
#include "logic/sequent_internal.h"

enum { SIGN_DEPTH = 6, AFFINE_WEIGHT = 80 };

static unsigned strict(const struct region *r, const struct scalar *e,
                       unsigned depth);

unsigned region_signs(const struct region *r, const struct scalar *e)
{
    return r->oracle->signs(r->oracle->context, e, r->box);
}

static unsigned times(unsigned a, unsigned b)
{
    unsigned c = (a | b) & SIGN_ZERO && a && b ? SIGN_ZERO : 0;
    if (((a & SIGN_POSITIVE) && (b & SIGN_POSITIVE)) ||
        ((a & SIGN_NEGATIVE) && (b & SIGN_NEGATIVE)))
        c |= SIGN_POSITIVE;
    if (((a & SIGN_POSITIVE) && (b & SIGN_NEGATIVE)) ||
        ((a & SIGN_NEGATIVE) && (b & SIGN_POSITIVE)))
        c |= SIGN_NEGATIVE;
    return c;
}

/* of a + b */
static unsigned plus(unsigned a, unsigned b)
{
    unsigned both = a | b;
    if (!a || !b)
        return 0;
    if ((both & SIGN_NEGATIVE) && (both & SIGN_POSITIVE))
        return SIGN_ANY;
    return both & ~(a & b & SIGN_ZERO ? 0u : (unsigned)SIGN_ZERO);
}

/* x_k > 0 from an end at or above 0 that is not admitted; likewise < 0 */
static unsigned of_variable(const struct region *r, size_t k)
{
    const struct scalar *lo = r->box->lo[k], *hi = r->box->hi[k];
    unsigned signs = SIGN_ANY;
    if (lo && (r->above >> k & 1) && !(region_signs(r, lo) & SIGN_NEGATIVE))
        signs &= SIGN_POSITIVE;
    if (hi && (r->below >> k & 1) && !(region_signs(r, hi) & SIGN_POSITIVE))
        signs &= SIGN_NEGATIVE;
    return signs;
}

/* g or -g is a fact's term |- its sign */
static unsigned of_fact(const struct region *r, const struct scalar *e)
{
    unsigned signs = SIGN_ANY;
    for (size_t i = 0; i < r->nfacts; i++) {
        const struct goal *fact = r->facts[i];
        const struct scalar *g = fact->term;
        if (!sequent_is_compare(fact) || g->variables != e->variables ||
            g->count != e->count || g->op != e->op)
            continue;
        unsigned zero = fact->kind == GOAL_GE ? SIGN_ZERO : 0;
        if (g == e)
            signs &= zero | SIGN_POSITIVE;
        else if (scalar_times(r->pool, -1, g) == e)
            signs &= zero | SIGN_NEGATIVE;
    }
    return signs;
}

/* ---- sums of bounded functions ---- */

/* |e| <= 1 wherever it is defined; *below: |e| < 1. */
static bool is_bounded(const struct scalar *e, bool *below)
{
    if (e->op == SCALAR_POWER && mpq_sgn(e->number->q) > 0 &&
        mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0)
        e = e->kids[0];
    if (e->op != SCALAR_CALL)
        return false;
    *below |= e->fn == FN_TANH || e->fn == FN_ERF;
    return *below || e->fn == FN_SIN || e->fn == FN_COS;
}

/* The same for a product without its number. */
static bool has_bounded_factors(const struct scalar *e, bool *below)
{
    if (e->op != SCALAR_MUL)
        return is_bounded(e, below);
    for (size_t i = 0; i < e->count; i++)
        if (e->kids[i]->op != SCALAR_NUMBER && !is_bounded(e->kids[i], below))
            return false;
    return true;
}

/* c + sum a_i b_i, |b_i| <= 1, |c| >= sum |a_i|, some |b_i| < 1 |- sign of c */
static unsigned of_bounded(const struct scalar *e)
{
    mpq_t c, rest, a;
    bool below = false, known = true;
    mpq_inits(c, rest, a, NULL);
    for (size_t i = 0; i < e->count && known; i++) {
        scalar_coefficient(a, e->kids[i]);
        if (e->kids[i]->op == SCALAR_NUMBER) {
            mpq_add(c, c, e->kids[i]->number->q);
            continue;
        }
        known = has_bounded_factors(e->kids[i], &below);
        mpq_abs(a, a);
        mpq_add(rest, rest, a);
    }
    mpq_abs(a, c);
    int order = mpq_cmp(a, rest), sign = mpq_sgn(c);
    mpq_clears(c, rest, a, NULL);
    if (!known || sign == 0 || order < 0 || (order == 0 && !below))
        return SIGN_ANY;
    return sign > 0 ? SIGN_POSITIVE : SIGN_NEGATIVE;
}

/* ---- sums of exponentials ---- */

enum { EXPONENTIALS = 4 };

/* e = c exp(a), c a number */
static bool read_exponential(const struct scalar **c, const struct scalar **a,
                             const struct scalar *e, struct scalar_pool *pool)
{
    *c = scalar_int(pool, 1);
    if (e->op == SCALAR_MUL && e->count == 2 &&
        e->kids[0]->op == SCALAR_NUMBER) {
        *c = e->kids[0];
        e = e->kids[1];
    }
    *a = e->op == SCALAR_CALL && e->fn == FN_EXP ? e->kids[0] : NULL;
    return *a != NULL;
}

/*
 * sum c_i exp(a_i) = exp(a_j) sum c_i exp(a_i - a_j) |- signs of that sum, for
 * each j; far out the exponentials themselves tell nothing.
 */
static unsigned of_exponentials(const struct region *r, const struct scalar *e)
{
    const struct scalar *c[EXPONENTIALS], *a[EXPONENTIALS];
    unsigned signs = SIGN_ANY;
    if (e->count > EXPONENTIALS)
        return signs;
    for (size_t i = 0; i < e->count; i++)
        if (!read_exponential(&c[i], &a[i], e->kids[i], r->pool))
            return signs;
    for (size_t j = 0; j < e->count && (signs & SIGN_ZERO); j++) {
        const struct scalar *sum = scalar_int(r->pool, 0);
        for (size_t i = 0; i < e->count; i++) {
            const struct scalar *d = scalar_difference(r->pool, a[i], a[j]);
            const struct scalar *part =
                d ? scalar_call1(r->pool, FN_EXP, d) : NULL;
            sum = scalar_sum(r->pool, sum, scalar_product(r->pool, c[i], part));
        }
        signs &= sum ? region_signs(r, sum) : (unsigned)SIGN_ANY;
    }
    return signs;
}

/* ---- differences ---- */

/* e = c g^2 with a number c; NULL: it is not written so. */
static const struct scalar *root_of_square(const struct scalar *e,
                                           struct scalar_pool *pool)
{
    const struct scalar *const *factors = e->op == SCALAR_MUL ? e->kids : &e;
    size_t count = e->op == SCALAR_MUL ? e->count : 1;
    const struct scalar *g = scalar_int(pool, 1);
    mpq_t half;
    mpq_init(half);
    for (size_t i = 0; i < count && g; i++) {
        const struct scalar *f = factors[i];
        bool is_even = f->op == SCALAR_POWER &&
                       mpz_even_p(mpq_numref(f->number->q)) &&
                       mpz_cmp_ui(mpq_denref(f->number->q), 1) == 0;
        if (f->op == SCALAR_NUMBER)
            continue;
        if (is_even)
            mpq_div_2exp(half, f->number->q, 1);
        g = is_even
                ? scalar_product(pool, g, scalar_power(pool, f->kids[0], half))
                : NULL;
    }
    mpq_clear(half);
    return g;
}

/* a + c g^2 = c (g - s) (g + s) with s^2 = -a/c > 0 */
static unsigned of_squares(const struct region *r, const struct scalar *e,
                           unsigned depth)
{
    struct scalar_pool *pool = r->pool;
    bool is_first = e->kids[0]->op == SCALAR_NUMBER;
    const struct scalar *a = e->kids[!is_first], *square = e->kids[is_first];
    const struct scalar *g = root_of_square(square, pool);
    mpq_t c;
    if (!g || a->op != SCALAR_NUMBER)
        return SIGN_ANY;
    mpq_init(c);
    scalar_coefficient(c, square);
    int sign = mpq_sgn(c);
    mpq_div(c, a->number->q, c);
    mpq_neg(c, c);
    bool real = mpq_sgn(c) > 0;
    const struct scalar *s = scalar_root(pool, scalar_number(pool, c), 2);
    mpq_clear(c);
    const struct scalar *less = scalar_difference(pool, g, s);
    const struct scalar *more = scalar_sum(pool, g, s);
    if (!real || !less || !more)
        return SIGN_ANY;
    return times(sign > 0 ? SIGN_POSITIVE : SIGN_NEGATIVE,
                 times(strict(r, less, depth - 1), strict(r, more, depth - 1)));
}

/* c exp(a) - d exp(b), c and d > 0, has the sign of log(c/d) + a - b */
static unsigned of_two_exponentials(const struct region *r,
                                    const struct scalar *e, unsigned depth)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *c[2], *a[2];
    int sign[2];
    for (size_t i = 0; i < 2; i++) {
        if (!read_exponential(&c[i], &a[i], e->kids[i], pool)) {
            c[i] = e->kids[i];
            a[i] = scalar_int(pool, 0);
        }
        if (!scalar_is_number(c[i], &sign[i]) || sign[i] == 0)
            return SIGN_ANY;
    }
    const struct scalar *ratio = scalar_times(
        pool, -1, scalar_product(pool, c[0], scalar_power_si(pool, c[1], -1)));
    const struct scalar *above = scalar_sum(
        pool, sign[0] != sign[1] ? scalar_call1(pool, FN_LOG, ratio) : NULL,
        scalar_difference(pool, a[0], a[1]));
    above = scalar_times(pool, sign[0], above);
    return above ? strict(r, above, depth - 1) : (unsigned)SIGN_ANY;
}

static unsigned of_difference(const struct region *r, const struct scalar *e,
                              unsigned depth)
{
    if (e->count != 2 || depth == 0)
        return SIGN_ANY;
    unsigned signs = of_squares(r, e, depth);
    return signs == SIGN_ANY ? of_two_exponentials(r, e, depth) : signs;
}

/* log u has the sign of u - 1 */
static unsigned of_logarithm(const struct region *r, const struct scalar *e,
                             unsigned depth)
{
    const struct scalar *above =
        scalar_difference(r->pool, e->kids[0], scalar_int(r->pool, 1));
    return above ? strict(r, above, depth - 1) : (unsigned)SIGN_ANY;
}

/* ---- sums that are affine in a variable ---- */

bool sequent_is_affine(const struct scalar *e, size_t k)
{
    if (!(e->variables >> k & 1) || e->op == SCALAR_VARIABLE)
        return true;
    if (e->op != SCALAR_ADD && e->op != SCALAR_MUL)
        return false;
    size_t dependent = 0;
    for (size_t i = 0; i < e->count; i++) {
        dependent += e->kids[i]->variables >> k & 1;
        if (!sequent_is_affine(e->kids[i], k))
            return false;
    }
    return e->op == SCALAR_ADD || dependent == 1;
}

/*
 * e = e(lo) + b (x - lo), or between the two ends a mean of e(lo) and e(hi):
 * with parts of these signs, `first` having a share unless x is the far end,
 * `second` unless it is the near one.
 */
static unsigned mix(unsigned first, unsigned second, bool always_first,
                    bool always_second)
{
    unsigned both = first | second;
    if (!first || !second || ((both & SIGN_NEGATIVE) && (both & SIGN_POSITIVE)))
        return SIGN_ANY;
    bool positive = (always_first && !(first & SIGN_ZERO)) ||
                    (always_second && !(second & SIGN_ZERO)) ||
                    !(both & SIGN_ZERO);
    return positive ? both & ~(unsigned)SIGN_ZERO : both | SIGN_ZERO;
}

static unsigned along(const struct region *points, const struct scalar *e,
                      size_t k, unsigned depth)
{
    const struct region line = {.pool = points->pool,
                                .oracle = points->oracle,
                                .box = points->box,
                                .above = points->above,
                                .below = points->below};
    const struct region *r = &line; /* facts may fail at the ends */
    const struct scalar *lo = r->box->lo[k], *hi = r->box->hi[k];
    bool above = r->above >> k & 1, below = r->below >> k & 1;
    if (!lo && !hi)
        return SIGN_ANY;
    const struct scalar *near = scalar_substitute(r->pool, e, k, lo ? lo : hi);
    const struct scalar *far = lo && hi ? scalar_substitute(r->pool, e, k, hi)
                                        : scalar_derivative(r->pool, e, k);
    far = lo ? far : scalar_times(r->pool, -1, far);
    if (!near || !far)
        return SIGN_ANY;
    unsigned first = strict(r, near, depth - 1);
    unsigned second = first == SIGN_ANY ? SIGN_ANY : strict(r, far, depth - 1);
    return lo && hi ? mix(first, second, below, above)
                    : mix(first, second, true, lo ? above : below);
}

/* e is analytic everywhere as it is written. */
static bool is_entire(const struct scalar *e)
{
    bool ok = !e->has_kink && e->op != SCALAR_GENERAL &&
              e->op != SCALAR_INTEGRAL && e->op != SCALAR_IF;
    if (e->op == SCALAR_POWER)
        ok = mpq_sgn(e->number->q) > 0 &&
             mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0;
    if (e->op == SCALAR_CALL)
        ok = ok && e->fn != FN_LOG;
    for (size_t i = 0; i < e->count && ok; i++)
        ok = is_entire(e->kids[i]);
    return ok;
}

/*
 * e_kk <= 0 |- e is at least the mean of its ends that `along` speaks of, and
 * may be more than 0 where that is 0; e_kk >= 0 |- at most, and less.
 */
static unsigned beside_chord(const struct region *r, const struct scalar *e,
                             size_t k, unsigned depth)
{
    if (!r->box->lo[k] || !r->box->hi[k] || !is_entire(e))
        return SIGN_ANY;
    const struct scalar *bend =
        scalar_derivative(r->pool, scalar_derivative(r->pool, e, k), k);
    unsigned bends = bend ? region_signs(r, bend) : (unsigned)SIGN_ANY;
    if ((bends & SIGN_NEGATIVE) && (bends & SIGN_POSITIVE))
        return SIGN_ANY;
    unsigned other = bends & SIGN_NEGATIVE ? SIGN_NEGATIVE : SIGN_POSITIVE;
    unsigned beyond = bends & SIGN_NEGATIVE ? SIGN_POSITIVE : SIGN_NEGATIVE;
    unsigned signs = along(r, e, k, depth);
    if (signs & other)
        return SIGN_ANY;
    return signs & SIGN_ZERO ? signs | beyond : signs;
}

/*
 * Sums in one variable are looked at as parts of others alone: ladders do worse
 * where they may divide by p - p^2.
 */
static bool is_worth_chords(const struct scalar *e, size_t k, unsigned depth)
{
    return (depth < SIGN_DEPTH || e->variables != 1u << k) &&
           e->weight <= AFFINE_WEIGHT;
}

static unsigned of_sum(const struct region *r, const struct scalar *e,
                       unsigned depth)
{
    unsigned signs = strict(r, e->kids[0], depth - 1);
    for (size_t i = 1; i < e->count && signs != SIGN_ANY; i++)
        signs = plus(signs, strict(r, e->kids[i], depth - 1));
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && signs == SIGN_ANY; k++)
        if ((e->variables >> k & 1) && e->weight <= AFFINE_WEIGHT &&
            sequent_is_affine(e, k))
            signs = along(r, e, k, depth);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && signs == SIGN_ANY; k++)
        if ((e->variables >> k & 1) && is_worth_chords(e, k, depth))
            signs = beside_chord(r, e, k, depth);
    return signs;
}

static unsigned of_product(const struct region *r, const struct scalar *e,
                           unsigned depth)
{
    unsigned signs = strict(r, e->kids[0], depth - 1);
    for (size_t i = 1; i < e->count; i++)
        signs = times(signs, strict(r, e->kids[i], depth - 1));
    return signs;
}

/* Where it has a value a power with a base of one sign has one. */
static unsigned of_power(const struct region *r, const struct scalar *e,
                         unsigned depth)
{
    unsigned base = strict(r, e->kids[0], depth - 1);
    bool whole = mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0;
    unsigned signs = base & ~(unsigned)SIGN_NEGATIVE;
    if (base & SIGN_NEGATIVE)
        signs |= !whole                                 ? 0u
                 : mpz_even_p(mpq_numref(e->number->q)) ? SIGN_POSITIVE
                                                        : SIGN_NEGATIVE;
    if (mpq_sgn(e->number->q) < 0)
        signs &= ~(unsigned)SIGN_ZERO;
    return signs;
}

/* From lo to hi > lo, of one sign between them |- the integral has it */
static unsigned of_integral(const struct region *r, const struct scalar *e,
                            unsigned depth)
{
    struct sequent_box box = *r->box;
    struct region inner = *r;
    const struct scalar *lo = scalar_integral_lo(e),
                        *hi = scalar_integral_hi(e);
    const struct scalar *length =
        lo && hi ? scalar_difference(r->pool, hi, lo) : scalar_int(r->pool, 1);
    if (!length || strict(r, length, depth - 1) != SIGN_POSITIVE)
        return SIGN_ANY;
    box.lo[SCALAR_BOUND] = lo;
    box.hi[SCALAR_BOUND] = hi;
    inner.box = &box;
    inner.above |= 1u << SCALAR_BOUND;
    inner.below |= 1u << SCALAR_BOUND;
    unsigned signs = strict(&inner, e->kids[0], depth - 1);
    return signs == SIGN_POSITIVE || signs == SIGN_NEGATIVE ? signs : SIGN_ANY;
}

/*
 * Signs at the points that count, by the form of the term:
 *   signs of the parts |- signs of the whole (docs/rules.md, open ends)
 */
static unsigned strict(const struct region *r, const struct scalar *e,
                       unsigned depth)
{
    unsigned signs = region_signs(r, e);
    if ((signs & SIGN_ZERO) && e->op == SCALAR_ADD)
        signs &= of_fact(r, e) & of_bounded(e) & of_exponentials(r, e);
    if ((signs & SIGN_ZERO) && signs != SIGN_ANY && e->op == SCALAR_ADD)
        signs &= of_difference(r, e, depth);
    if (depth == 0 || !(signs & SIGN_ZERO) || e->variables == 0)
        return signs;
    switch (e->op) {
    case SCALAR_VARIABLE:
        return signs & of_variable(r, e->variable);
    case SCALAR_ADD:
        return signs & of_sum(r, e, depth);
    case SCALAR_MUL:
        return signs & of_product(r, e, depth);
    case SCALAR_POWER:
        return signs & of_power(r, e, depth);
    case SCALAR_CALL:
        if (e->fn == FN_EXP)
            return signs & SIGN_POSITIVE;
        if (e->fn == FN_TANH || e->fn == FN_ERF)
            return signs & strict(r, e->kids[0], depth - 1);
        if (e->fn == FN_LOG && signs != SIGN_ANY)
            return signs & of_logarithm(r, e, depth);
        return signs;
    case SCALAR_INTEGRAL:
        return signs & of_integral(r, e, depth);
    case SCALAR_NUMBER:
    case SCALAR_PI:
    case SCALAR_GENERAL:
    case SCALAR_IF:
        return signs;
    }
    return signs;
}

unsigned region_strict(const struct region *r, const struct scalar *e)
{
    return strict(r, e, SIGN_DEPTH);
}

bool region_is_positive(const struct region *r, const struct scalar *e)
{
    return region_strict(r, e) == SIGN_POSITIVE;
}
