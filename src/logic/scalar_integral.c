/*
 * Integrals over SCALAR_BOUND as terms.  What is done to them as they are made
 * keeps the value wherever the integral has one:
 * docs/error-analysis.md#parameters
 */
#include "logic/expansion.h"
#include "logic/scalar_internal.h"

enum { MAX_WEIGHT = 2000 };

/* What an integral is made of. */
struct making {
    struct scalar_pool *pool;
    const struct scalar *lo, *hi; /* NULL: infinite */
    unsigned infinite;
};

bool scalar_is_in_integral(const struct scalar *e)
{
    return e->variables >> SCALAR_BOUND & 1;
}

const struct scalar *scalar_integral_lo(const struct scalar *e)
{
    return e->variable & INTEGRAL_FROM_MINUS_INFINITY ? NULL : e->kids[1];
}

const struct scalar *scalar_integral_hi(const struct scalar *e)
{
    return e->variable & INTEGRAL_TO_INFINITY ? NULL : e->kids[e->count - 1];
}

static const struct scalar *make(const struct making *m,
                                 const struct scalar *body)
{
    return scalar_integral(m->pool, body, m->lo, m->hi, m->infinite);
}

static const struct scalar *atom(const struct making *m,
                                 const struct scalar *body)
{
    const struct scalar *kids[3] = {body};
    size_t count = 1;
    if (m->lo)
        kids[count++] = m->lo;
    if (m->hi)
        kids[count++] = m->hi;
    if (!body)
        return NULL;
    for (size_t i = 1; i < count; i++)
        if (scalar_is_in_integral(kids[i])) /* of an outer one */
            return NULL;
    return scalar_intern(m->pool, &(struct scalar){.op = SCALAR_INTEGRAL,
                                                   .variable = m->infinite,
                                                   .kids = kids,
                                                   .count = count});
}

/* ---- kinks ---- */

/* What the kink is where its argument d is > 0 and < 0; false: none of these.
 */
static bool kink_sides(const struct scalar **d, const struct scalar *sides[2],
                       struct scalar_pool *pool, const struct scalar *e)
{
    const struct scalar *a = e->kids[0];
    const struct scalar *b = e->count > 1 ? e->kids[1] : scalar_int(pool, 0);
    *d = scalar_difference(pool, a, b);
    sides[0] = a;
    sides[1] = b;
    if (e->op == SCALAR_IF) {
        *d = e->condition->term; /* NULL for and, or */
        return *d != NULL;
    }
    if (e->op != SCALAR_CALL)
        return false;
    if (e->fn == FN_ABS)
        sides[1] = scalar_times(pool, -1, a);
    if (e->fn == FN_MIN2) {
        sides[0] = b;
        sides[1] = a;
    }
    if (e->fn == FN_SIGN) {
        sides[0] = scalar_int(pool, 1);
        sides[1] = scalar_int(pool, -1);
    }
    return true;
}

static const struct scalar *extreme(const struct making *m, enum function fn,
                                    const struct scalar *a,
                                    const struct scalar *b)
{
    const struct scalar *kids[] = {a, b};
    return scalar_call(m->pool, fn, kids, 2);
}

/*
 * The part beyond c (side 1: above it), from max(lo, c) to max(hi, c), or with
 * minima: all of it lies between lo and hi.
 */
static const struct scalar *beyond(const struct making *m, int side,
                                   const struct scalar *c,
                                   const struct scalar *body)
{
    struct making part = *m;
    enum function fn = side ? FN_MAX2 : FN_MIN2;
    if (!c)
        return NULL;
    part.infinite &= side ? INTEGRAL_TO_INFINITY : INTEGRAL_FROM_MINUS_INFINITY;
    part.lo = m->lo ? extreme(m, fn, m->lo, c) : side ? c : NULL;
    part.hi = m->hi ? extreme(m, fn, m->hi, c) : side ? NULL : c;
    return make(&part, body);
}

/* The kink d = p0 + p1 t, p1 > 0, is sides[0] above d = 0, sides[1] below. */
static const struct scalar *part_at(const struct making *m,
                                    const struct scalar *body,
                                    const struct scalar *kink,
                                    const struct scalar_poly *p,
                                    const struct scalar *const sides[2])
{
    const struct scalar *c =
        scalar_times(m->pool, -1,
                     scalar_product(m->pool, p->c[0],
                                    scalar_power_si(m->pool, p->c[1], -1)));
    return scalar_sum(
        m->pool, beyond(m, 1, c, scalar_replace(m->pool, body, kink, sides[0])),
        beyond(m, 0, c, scalar_replace(m->pool, body, kink, sides[1])));
}

/* A slope that may have any sign: a case for each. */
static const struct scalar *by_slope(const struct making *m,
                                     const struct scalar *body,
                                     const struct scalar *kink,
                                     const struct scalar_poly *p,
                                     const struct scalar *const sides[2])
{
    struct scalar_pool *pool = m->pool;
    const struct scalar *turned[] = {sides[1], sides[0]};
    const struct goal *up = goal_compare(pool, GOAL_GT, p->c[1]);
    const struct goal *down =
        goal_compare(pool, GOAL_GT, scalar_times(pool, -1, p->c[1]));
    if (kink->op != SCALAR_CALL || kink->count != 1)
        return NULL;
    const struct scalar *flat = scalar_call1(pool, kink->fn, p->c[0]);
    return scalar_if(
        pool, up, part_at(m, body, kink, p, sides),
        scalar_if(pool, down, part_at(m, body, kink, p, turned),
                  make(m, scalar_replace(pool, body, kink, flat))));
}

/* The range cut at the kink; NULL: not seen how. */
static const struct scalar *cut_at_kink(const struct making *m,
                                        const struct scalar *body,
                                        const struct scalar *kink)
{
    const struct scalar *d, *sides[2];
    struct scalar_poly p;
    int sign = 0;
    if (!kink_sides(&d, sides, m->pool, kink) ||
        !scalar_poly_read(&p, m->pool, d) || p.degree != 1)
        return NULL;
    if (!scalar_is_number(p.c[1], &sign))
        return by_slope(m, body, kink, &p, sides);
    const struct scalar *turned[] = {sides[1], sides[0]};
    return part_at(m, body, kink, &p, sign > 0 ? sides : turned);
}

/* d >= 0 between the ends: numbers at which it is, d being linear */
static bool is_nonnegative(const struct making *m, const struct scalar *d)
{
    const struct scalar *ends[] = {m->lo, m->hi};
    struct scalar_poly p;
    int sign, slope;
    if (!scalar_poly_read(&p, m->pool, d) || p.degree != 1 ||
        !scalar_is_number(p.c[1], &slope))
        return false;
    for (int k = 0; k < 2; k++) {
        const struct scalar *value =
            ends[k] ? scalar_substitute(m->pool, d, SCALAR_BOUND, ends[k])
                    : scalar_int(m->pool, k ? slope : -slope);
        if (!value || !scalar_is_number(value, &sign) || sign < 0)
            return false;
    }
    return true;
}

/* a^b for a > 0 but perhaps at an end */
static const struct scalar *open_power(const struct making *m,
                                       const struct scalar *body,
                                       const struct scalar *kink)
{
    if (kink->op != SCALAR_GENERAL || !is_nonnegative(m, kink->kids[0]))
        return NULL;
    return make(m, scalar_replace(m->pool, body, kink,
                                  scalar_exponential(m->pool, kink->kids[0],
                                                     kink->kids[1])));
}

/* ---- sums and products ---- */

/* Continuous wherever its parts are. */
static bool is_entire(const struct scalar *e)
{
    bool ok = e->op != SCALAR_GENERAL && e->op != SCALAR_IF &&
              e->op != SCALAR_INTEGRAL;
    if (!scalar_is_in_integral(e))
        return true;
    if (e->op == SCALAR_POWER)
        ok = mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0 &&
             mpq_sgn(e->number->q) > 0;
    if (e->op == SCALAR_CALL)
        ok = e->fn != FN_LOG && e->fn != FN_SIGN;
    for (size_t i = 0; i < e->count && ok; i++)
        ok = is_entire(e->kids[i]);
    return ok;
}

/* Terms with closed forms by themselves; the others stay together. */
static const struct scalar *of_sum(const struct making *m,
                                   const struct scalar *body)
{
    const struct scalar *sum = scalar_int(m->pool, 0), *rest = sum;
    for (size_t i = 0; i < body->count; i++) {
        const struct scalar *kid = body->kids[i];
        const struct scalar *closed = scalar_antiderivative(
            m->pool, kid, m->lo, m->hi, m->infinite, false);
        if (closed)
            sum = scalar_sum(m->pool, sum, closed);
        else
            rest = scalar_sum(m->pool, rest, kid);
    }
    return rest == body ? atom(m, body)
                        : scalar_sum(m->pool, sum, make(m, rest));
}

/*
 * Factors free of the variable go in front: where they are 0 the rest has a
 * value, being continuous up to finite ends, or they never are 0.
 */
static const struct scalar *of_product(const struct making *m,
                                       const struct scalar *body)
{
    const struct scalar *front = scalar_int(m->pool, 1), *rest = front;
    for (size_t i = 0; i < body->count; i++) {
        const struct scalar *kid = body->kids[i];
        int sign;
        bool first =
            !scalar_is_in_integral(kid) &&
            (scalar_is_number(kid, &sign) || scalar_is_positive_form(kid) ||
             (!m->infinite && is_entire(body)));
        const struct scalar **part = first ? &front : &rest;
        *part = scalar_product(m->pool, *part, kid);
    }
    return rest == body ? atom(m, body)
                        : scalar_product(m->pool, front, make(m, rest));
}

/* ---- odd integrands ---- */

static bool is_symmetric(const struct making *m)
{
    const struct scalar *sum =
        m->lo && m->hi ? scalar_sum(m->pool, m->lo, m->hi) : NULL;
    return (!m->lo && !m->hi) || scalar_is_zero_node(sum);
}

static bool is_odd(const struct making *m, const struct scalar *body)
{
    enum { MOST = 60 };
    const struct scalar *t = scalar_variable(m->pool, SCALAR_BOUND);
    if (body->weight > MOST || body->op == SCALAR_ADD)
        return false;
    const struct scalar *turned = scalar_substitute(
        m->pool, body, SCALAR_BOUND, scalar_times(m->pool, -1, t));
    const struct scalar *sum = scalar_sum(m->pool, body, turned);
    return sum && expansion_is_zero(m->pool, sum, 0);
}

/* ---- empty ranges ---- */

/* The range has a length > 0, whatever the variables are. */
static bool has_length(const struct making *m)
{
    const struct scalar *d =
        m->infinite ? NULL : scalar_difference(m->pool, m->hi, m->lo);
    int sign;
    return m->infinite || (d && scalar_is_number(d, &sign) && sign != 0);
}

/*
 * Parts without the variable have values everywhere: over an empty range the
 * integral is 0 though its body may have no value.
 */
static bool free_parts_are_total(const struct scalar *e)
{
    bool partial = e->op == SCALAR_GENERAL || e->op == SCALAR_IF ||
                   e->op == SCALAR_INTEGRAL ||
                   (e->op == SCALAR_CALL && e->fn == FN_LOG);
    if (e->op == SCALAR_POWER)
        partial = !scalar_is_positive_form(e->kids[0]) &&
                  (mpz_cmp_ui(mpq_denref(e->number->q), 1) != 0 ||
                   mpq_sgn(e->number->q) < 0);
    if (partial && !scalar_is_in_integral(e))
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!free_parts_are_total(e->kids[i]))
            return false;
    return !e->condition || !e->condition->term ||
           free_parts_are_total(e->condition->term);
}

const struct scalar *scalar_integral(struct scalar_pool *pool,
                                     const struct scalar *body,
                                     const struct scalar *lo,
                                     const struct scalar *hi, unsigned infinite)
{
    const struct making m = {
        pool, infinite & INTEGRAL_FROM_MINUS_INFINITY ? NULL : lo,
        infinite & INTEGRAL_TO_INFINITY ? NULL : hi, infinite};
    if (!body || (!(infinite & INTEGRAL_FROM_MINUS_INFINITY) && !lo) ||
        (!(infinite & INTEGRAL_TO_INFINITY) && !hi) ||
        body->weight > MAX_WEIGHT)
        return NULL;
    if ((!infinite && lo == hi) || scalar_is_zero_node(body))
        return scalar_int(pool, 0);
    if (!free_parts_are_total(body) && !has_length(&m))
        return atom(&m, body);
    const struct scalar *e = NULL, *kink = scalar_find_kink(body, true);
    if (kink) {
        e = cut_at_kink(&m, body, kink);
        e = e ? e : open_power(&m, body, kink);
        return e ? e : atom(&m, body);
    }
    e = scalar_antiderivative(pool, body, lo, hi, infinite, true);
    if (e)
        return e;
    if (is_symmetric(&m) && is_odd(&m, body))
        return scalar_int(pool, 0);
    return body->op == SCALAR_ADD   ? of_sum(&m, body)
           : body->op == SCALAR_MUL ? of_product(&m, body)
                                    : atom(&m, body);
}

void scalar_note_integral(struct scalar_pool *pool, const struct scalar *value,
                          const struct scalar *body, const struct scalar *lo,
                          const struct scalar *hi, unsigned infinite)
{
    struct scalar_notes *notes = scalar_notes(pool);
    const struct making m = {
        pool, infinite & INTEGRAL_FROM_MINUS_INFINITY ? NULL : lo,
        infinite & INTEGRAL_TO_INFINITY ? NULL : hi, infinite};
    const struct scalar *raw = value ? atom(&m, body) : NULL;
    if (raw && raw != value && notes->count < SCALAR_MAX_NOTES) {
        notes->raw[notes->count] = raw;
        notes->value[notes->count++] = value;
    }
}

const struct scalar *scalar_integral_rebuild(struct scalar_pool *pool,
                                             const struct scalar *e,
                                             const struct scalar *const *kids)
{
    return scalar_integral(pool, kids[0], kids[1], kids[e->count - 1],
                           (unsigned)e->variable);
}

/* f(end) end', with a sign */
static const struct scalar *end_slope(struct scalar_pool *pool,
                                      const struct scalar *body,
                                      const struct scalar *end, size_t k,
                                      long sign)
{
    if (!end || !(end->variables >> k & 1))
        return scalar_int(pool, 0);
    const struct scalar *kids[] = {
        scalar_int(pool, sign),
        scalar_substitute(pool, body, SCALAR_BOUND, end),
        scalar_derivative(pool, end, k)};
    return scalar_mul(pool, kids, 3);
}

/* f(hi) hi' - f(lo) lo' + the integral of f' */
const struct scalar *scalar_integral_slope(struct scalar_pool *pool,
                                           const struct scalar *e, size_t k)
{
    const struct scalar *body = e->kids[0];
    const struct scalar *lo = scalar_integral_lo(e);
    const struct scalar *hi = scalar_integral_hi(e);
    const struct scalar *kids[] = {
        scalar_integral(pool, scalar_derivative(pool, body, k), lo, hi,
                        (unsigned)e->variable),
        end_slope(pool, body, hi, k, 1), end_slope(pool, body, lo, k, -1)};
    return scalar_add(pool, kids, 3);
}
