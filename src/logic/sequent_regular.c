/* Where terms are smooth: what the rules with derivatives rest on. */
#include "logic/sequent_internal.h"

static bool is_natural(const rational_t *q)
{
    return mpz_cmp_ui(mpq_denref(q->q), 1) == 0 && mpq_sgn(q->q) >= 0;
}

static bool is_whole(const rational_t *q)
{
    return mpz_cmp_ui(mpq_denref(q->q), 1) == 0;
}

static bool integral_is_analytic(const struct region *r,
                                 const struct scalar *e);

/* The function of its arguments is analytic at all their values. */
static bool step_is_analytic(const struct region *r, const struct scalar *e)
{
    switch (e->op) {
    case SCALAR_NUMBER:
    case SCALAR_PI:
    case SCALAR_VARIABLE:
    case SCALAR_ADD:
    case SCALAR_MUL:
        return true;
    case SCALAR_POWER:
        if (is_natural(e->number))
            return true;
        if (is_whole(e->number))
            return !(region_strict(r, e->kids[0]) & SIGN_ZERO);
        return region_is_positive(r, e->kids[0]);
    case SCALAR_CALL:
        if (e->fn == FN_LOG)
            return region_is_positive(r, e->kids[0]);
        return !scalar_is_kink(e);
    case SCALAR_INTEGRAL:
        return integral_is_analytic(r, e);
    case SCALAR_GENERAL:
    case SCALAR_IF:
        return false;
    }
    return false;
}

/*
 * Far out the body and its derivatives of order 1 and 2 are below functions
 * with an integral, the same for the whole box: the integral then has the
 * derivatives under its sign.  docs/error-analysis.md#parameters
 */
static bool integral_converges(const struct region *r, const struct scalar *e,
                               int order)
{
    const struct sequent_oracle *oracle = r->oracle;
    const struct scalar *body = e->kids[0];
    if (!oracle->converges || !oracle->converges(oracle->context, body,
                                                 (unsigned)e->variable, r->box))
        return false;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && order > 0; k++) {
        const struct scalar *slope = scalar_derivative(r->pool, body, k);
        struct scalar part = *e;
        part.kids = &slope;
        if ((body->variables >> k & 1) &&
            (!slope || !integral_converges(r, &part, order - 1)))
            return false;
    }
    return true;
}

/*
 * A factor free of parameters with an integral over the range, which does not
 * move: (c0 + c1 t)^q, c0 + c1 t >= 0, c1 not 0, q > -1.
 */
static bool is_weight(const struct region *r, const struct scalar *e)
{
    mpq_t q;
    int sign = 0;
    if (e->op != SCALAR_POWER || e->variables != 1u << SCALAR_BOUND)
        return false;
    const struct scalar *base = e->kids[0];
    const struct scalar *t = scalar_variable(r->pool, SCALAR_BOUND);
    const struct scalar *start =
        scalar_substitute(r->pool, base, SCALAR_BOUND, scalar_int(r->pool, 0));
    const struct scalar *slope = scalar_difference(
        r->pool,
        scalar_substitute(r->pool, base, SCALAR_BOUND, scalar_int(r->pool, 1)),
        start);
    const struct scalar *line =
        scalar_sum(r->pool, start, scalar_product(r->pool, slope, t));
    mpq_init(q);
    mpq_set_si(q, -1, 1);
    bool ok = mpq_cmp(e->number->q, q) > 0 && line == base &&
              scalar_is_number(slope, &sign) && sign != 0 &&
              !(region_signs(r, base) & SIGN_NEGATIVE);
    mpq_clear(q);
    return ok;
}

static bool has_fixed_ends(const struct scalar *e)
{
    for (size_t i = 1; i < e->count; i++)
        if (e->kids[i]->variables != 0)
            return false;
    return e->variable == 0;
}

/* The body is analytic, but for weights. */
static bool body_is_analytic(const struct region *r, const struct scalar *e)
{
    const struct scalar *body = e->kids[0];
    if (body->op != SCALAR_MUL || !has_fixed_ends(e))
        return region_is_analytic(r, body);
    for (size_t i = 0; i < body->count; i++)
        if (!is_weight(r, body->kids[i]) &&
            !region_is_analytic(r, body->kids[i]))
            return false;
    return true;
}

/*
 * The body is analytic around every point of box and range, which is compact
 * if it is finite.
 */
static bool integral_is_analytic(const struct region *r, const struct scalar *e)
{
    struct sequent_box box = *r->box;
    struct region inner = *r;
    inner.box = &box;
    box.lo[SCALAR_BOUND] = scalar_integral_lo(e);
    box.hi[SCALAR_BOUND] = scalar_integral_hi(e);
    return body_is_analytic(&inner, e) &&
           (e->variable == 0 || integral_converges(r, e, 2));
}

/* An integral over an infinite range occurs: e may not be analytic. */
static bool has_infinite_range(const struct scalar *e)
{
    if (e->op == SCALAR_INTEGRAL && e->variable != 0)
        return true;
    for (size_t i = 0; i < e->count; i++)
        if (has_infinite_range(e->kids[i]))
            return true;
    return false;
}

bool region_is_analytic(const struct region *r, const struct scalar *e)
{
    if (e->has_kink)
        return false;
    if (e->op == SCALAR_INTEGRAL) {
        for (size_t i = 1; i < e->count; i++)
            if (!region_is_analytic(r, e->kids[i]))
                return false;
        return integral_is_analytic(r, e);
    }
    for (size_t i = 0; i < e->count; i++)
        if (!region_is_analytic(r, e->kids[i]))
            return false;
    return step_is_analytic(r, e);
}

/* The derivative of g by k, times `sign`, is >= 0 on the box (> 0: strict). */
static bool has_slope(const struct region *r, const struct scalar *g, size_t k,
                      int sign, bool strict)
{
    const struct scalar *slope = scalar_derivative(r->pool, g, k);
    if (!slope)
        return false;
    unsigned signs = region_signs(r, slope);
    unsigned against = sign > 0 ? SIGN_NEGATIVE : SIGN_POSITIVE;
    return !(signs & (strict ? against | SIGN_ZERO : against));
}

/*
 * g > 0 somewhere on a line stays so up to the end, or g < 0 does, unless
 * `positive`: then it is > 0 where it counts.
 */
static bool keeps_sign(const struct region *r, const struct scalar *g, size_t k,
                       int toward, bool positive)
{
    unsigned signs = region_signs(r, g);
    int up = toward ? 1 : -1;
    if (!region_is_analytic(r, g))
        return false;
    return ((positive || !(signs & SIGN_NEGATIVE)) &&
            has_slope(r, g, k, up, false)) ||
           (!(signs & SIGN_POSITIVE) && has_slope(r, g, k, -up, false));
}

/* The box has an inner point in the variables of g. */
static bool is_thick(const struct region *r, const struct scalar *g)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        const struct scalar *lo = r->box->lo[k], *hi = r->box->hi[k];
        if (!(g->variables >> k & 1) || !lo || !hi)
            continue;
        const struct scalar *width = scalar_difference(r->pool, hi, lo);
        if (!width || region_signs(r, width) != SIGN_POSITIVE)
            return false;
    }
    return true;
}

/* A point of x_k's closed range, `part` of the way from lo to hi. */
static const struct scalar *point_between(const struct region *r, size_t k,
                                          long part, long parts)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *lo = r->box->lo[k], *hi = r->box->hi[k];
    const struct scalar *t = scalar_ratio(pool, part, parts);
    if (!lo && !hi)
        return t;
    if (!lo || !hi)
        return lo ? scalar_sum(pool, lo, t) : scalar_difference(pool, hi, t);
    const struct scalar *way =
        scalar_product(pool, t, scalar_difference(pool, hi, lo));
    return way ? scalar_sum(pool, lo, way) : NULL;
}

/* g > 0 at some point of the closed box: then it is not 0 everywhere. */
static bool is_somewhere_positive(const struct region *r,
                                  const struct scalar *g)
{
    enum { PARTS = 3 };
    for (long part = PARTS; part >= 0; part--) {
        const struct scalar *value = g;
        for (size_t k = 0; k < SCALAR_MAX_VARIABLES && value; k++) {
            const struct scalar *at =
                g->variables >> k & 1 ? point_between(r, k, part, PARTS) : NULL;
            if (g->variables >> k & 1)
                value = at ? scalar_substitute(r->pool, value, k, at) : NULL;
        }
        if (value && region_signs(r, value) == SIGN_POSITIVE)
            return true;
    }
    return false;
}

bool region_vanishes_apart(const struct region *r, const struct scalar *e,
                           size_t k)
{
    struct region closed = *r;
    closed.above = closed.below = 0;
    closed.nfacts = 0;
    return e->variables == 1u << k && region_is_analytic(&closed, e) &&
           !has_infinite_range(e) && is_somewhere_positive(&closed, e);
}

/*
 * A power or logarithm of kids[0] whose argument may be 0.  Roots are
 * continuous there; the zeros of an analytic function that is positive
 * somewhere are isolated on almost every line, and if it depends on x_k alone
 * on every line.
 */
static bool touches_regularly(const struct region *r, const struct scalar *e,
                              size_t k, int toward, bool everywhere)
{
    const struct scalar *g = e->kids[0];
    if (e->op == SCALAR_POWER && !is_whole(e->number) &&
        mpq_sgn(e->number->q) > 0)
        return region_signs(r, g) == (SIGN_ZERO | SIGN_POSITIVE) &&
               (!everywhere || g->variables == 1u << k) && is_thick(r, g) &&
               region_is_analytic(r, g) && !has_infinite_range(g) &&
               is_somewhere_positive(r, g);
    bool is_log = e->op == SCALAR_CALL && e->fn == FN_LOG;
    bool is_power = e->op == SCALAR_POWER;
    return (is_log || is_power) &&
           keeps_sign(r, g, k, toward, is_log || !is_whole(e->number));
}

bool region_walk(const struct scalar *e, size_t k,
                 bool (*accepts)(void *context, const struct scalar *e),
                 void *context)
{
    if (!(e->variables >> k & 1))
        return true; /* constant on the line, so defined on all of it */
    if (e->has_kink)
        return false;
    /* the body of an integral is its own matter */
    for (size_t i = e->op == SCALAR_INTEGRAL; i < e->count; i++)
        if (!region_walk(e->kids[i], k, accepts, context))
            return false;
    return accepts(context, e);
}

/* A direction in the box, and the end looked to. */
struct line {
    const struct region *region;
    size_t k;
    int toward;
    bool everywhere;
};

static bool step_is_regular(void *line, const struct scalar *e)
{
    const struct line *l = line;
    return step_is_analytic(l->region, e) ||
           touches_regularly(l->region, e, l->k, l->toward, l->everywhere);
}

bool region_is_regular(const struct region *r, const struct scalar *e, size_t k,
                       int toward, bool everywhere)
{
    struct line line = {r, k, toward, everywhere};
    return region_walk(e, k, step_is_regular, &line);
}

/* A power that is analytic, or touches 0 at an end at most. */
static bool step_is_continuous(void *line, const struct scalar *e)
{
    const struct line *l = line;
    const struct region *r = l->region;
    if (step_is_analytic(r, e))
        return true;
    const struct scalar *g = e->kids[0];
    return e->op == SCALAR_POWER && mpq_sgn(e->number->q) > 0 &&
           !(region_signs(r, g) & SIGN_NEGATIVE) && region_is_analytic(r, g) &&
           (has_slope(r, g, l->k, 1, true) || has_slope(r, g, l->k, -1, true));
}

bool region_is_continuous(const struct region *r, const struct scalar *e,
                          size_t k)
{
    struct line line = {.region = r, .k = k};
    return region_walk(e, k, step_is_continuous, &line);
}
