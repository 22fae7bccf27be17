/*
 * An integral is >= 0 where its integrand is; what is added to it is the
 * integral of a density times that.
 */
#include "logic/sequent_internal.h"

/* f = c + sum of a_i * (integral of e_i over t from lo to hi) */
struct integrals {
    struct scalar_pool *pool;
    const struct scalar *first;     /* one of the integrals; NULL: none */
    const struct scalar *rest;      /* c */
    const struct scalar *integrand; /* sum of a_i * e_i / density at t = x_k */
    size_t k;
};

/* A density on the range that is nowhere 0: exponential / size. */
struct density {
    const struct scalar *exponential; /* exp(exponent) */
    const struct scalar *exponent;    /* a term in x_k */
    const struct scalar *size, *mean, *variance;
};

/* ---- densities ---- */

/* Constant on [lo, hi], which is not empty at the points that count. */
static bool constant_density(struct density *d, const struct scalar *lo,
                             const struct scalar *hi, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *length = scalar_difference(pool, hi, lo);
    if (!length || region_strict(r, length) != SIGN_POSITIVE)
        return false;
    d->exponent = scalar_int(pool, 0);
    d->size = length;
    d->mean = scalar_product(pool, scalar_ratio(pool, 1, 2),
                             scalar_sum(pool, lo, hi));
    d->variance = scalar_product(pool, scalar_ratio(pool, 1, 12),
                                 scalar_power_si(pool, length, 2));
    return true;
}

/* exp(lo - t) from lo on, at t = x_k. */
static void falling_density(struct density *d, const struct scalar *lo,
                            const struct scalar *t, struct scalar_pool *pool)
{
    d->exponent = scalar_difference(pool, lo, t);
    d->size = d->variance = scalar_int(pool, 1);
    d->mean = scalar_sum(pool, lo, d->size);
}

/* exp(-t^2 / 2) / sqrt(2 pi) at t = x_k. */
static void normal_density(struct density *d, const struct scalar *t,
                           struct scalar_pool *pool)
{
    d->exponent = scalar_product(pool, scalar_ratio(pool, -1, 2),
                                 scalar_power_si(pool, t, 2));
    d->size = scalar_root(pool, scalar_times(pool, 2, scalar_pi(pool)), 2);
    d->mean = scalar_int(pool, 0);
    d->variance = scalar_int(pool, 1);
}

static bool density_of(struct density *d, const struct scalar *integral,
                       size_t k, const struct region *r)
{
    const struct scalar *lo = scalar_integral_lo(integral);
    const struct scalar *hi = scalar_integral_hi(integral);
    const struct scalar *t = scalar_variable(r->pool, k);
    if (hi && (!lo || !constant_density(d, lo, hi, r)))
        return false;
    if (lo && !hi)
        falling_density(d, lo, t, r->pool);
    if (!lo)
        normal_density(d, t, r->pool);
    d->exponential = scalar_call1(r->pool, FN_EXP, d->exponent);
    return d->exponential && d->size && d->mean && d->variance;
}

/* e over the density: without its exponential, if that is a factor. */
static const struct scalar *over_density(struct scalar_pool *pool,
                                         const struct scalar *e,
                                         const struct density *d)
{
    const struct scalar *rest = d->size;
    bool found = e == d->exponential;
    for (size_t i = 0; e && e->op == SCALAR_MUL && i < e->count; i++)
        if (!found && e->kids[i] == d->exponential)
            found = true;
        else
            rest = scalar_product(pool, rest, e->kids[i]);
    if (found)
        return rest;
    const struct scalar *inverse =
        scalar_call1(pool, FN_EXP, scalar_times(pool, -1, d->exponent));
    return scalar_product(pool, e, scalar_product(pool, d->size, inverse));
}

/* ---- reading ---- */

static bool has_same_range(const struct scalar *a, const struct scalar *b)
{
    return a->variable == b->variable &&
           scalar_integral_lo(a) == scalar_integral_lo(b) &&
           scalar_integral_hi(a) == scalar_integral_hi(b);
}

/* The only integral that is a factor of the term; NULL: none is. */
static const struct scalar *integral_in(const struct scalar *term)
{
    const struct scalar *found = NULL;
    if (term->op == SCALAR_INTEGRAL)
        return term;
    for (size_t i = 0; term->op == SCALAR_MUL && i < term->count; i++) {
        if (!term->kids[i]->has_integral)
            continue;
        if (found || term->kids[i]->op != SCALAR_INTEGRAL)
            return NULL;
        found = term->kids[i];
    }
    return found;
}

/* The first integral that is a term of e but for a factor. */
static const struct scalar *first_integral(const struct scalar *e)
{
    const struct scalar *found = e->op == SCALAR_ADD ? NULL : integral_in(e);
    for (size_t i = 0; e->op == SCALAR_ADD && i < e->count && !found; i++)
        found = integral_in(e->kids[i]);
    return found;
}

static void read_term(struct integrals *f, const struct scalar *term,
                      const struct density *d)
{
    const struct scalar *one = integral_in(term);
    if (!one || !has_same_range(f->first, one)) {
        f->rest = scalar_sum(f->pool, f->rest, term);
        return;
    }
    const struct scalar *part =
        over_density(f->pool,
                     scalar_substitute(f->pool, one->kids[0], SCALAR_BOUND,
                                       scalar_variable(f->pool, f->k)),
                     d);
    for (size_t i = 0; term != one && i < term->count; i++)
        if (term->kids[i] != one)
            part = scalar_product(f->pool, part, term->kids[i]);
    f->integrand = scalar_sum(f->pool, f->integrand, part);
}

static void read_integrals(struct integrals *f, const struct scalar *e,
                           const struct density *d)
{
    f->rest = f->integrand = scalar_int(f->pool, 0);
    for (size_t i = 0; e->op == SCALAR_ADD && i < e->count; i++)
        read_term(f, e->kids[i], d);
    if (e->op != SCALAR_ADD)
        read_term(f, e, d);
}

/* ---- the rule ---- */

/* A derivative at x_k = `at`, if it has a value wherever that is; or NULL. */
static const struct scalar *value_at(const struct scalar *slope, size_t k,
                                     const struct scalar *at,
                                     const struct region *r)
{
    const struct scalar *value =
        slope ? scalar_substitute(r->pool, slope, k, at) : NULL;
    return value && region_is_analytic(r, value) ? value : NULL;
}

/* l (t - mean), l being the slope of g at the mean. */
static const struct scalar *linear_part(const struct scalar *g, size_t k,
                                        const struct density *d,
                                        const struct region *r)
{
    return scalar_product(
        r->pool, value_at(scalar_derivative(r->pool, g, k), k, d->mean, r),
        scalar_difference(r->pool, scalar_variable(r->pool, k), d->mean));
}

/* q ((t - mean)^2 - variance) */
static const struct scalar *square_part(const struct scalar *q, size_t k,
                                        const struct density *d,
                                        struct scalar_pool *pool)
{
    const struct scalar *off =
        scalar_difference(pool, scalar_variable(pool, k), d->mean);
    return scalar_product(
        pool, q,
        scalar_difference(pool, scalar_power_si(pool, off, 2), d->variance));
}

/* Half of g'' at the mean. */
static const struct scalar *bend_at_mean(const struct scalar *g, size_t k,
                                         const struct density *d,
                                         const struct region *r)
{
    const struct scalar *bend =
        scalar_derivative(r->pool, scalar_derivative(r->pool, g, k), k);
    return scalar_product(r->pool, scalar_ratio(r->pool, 1, 2),
                          value_at(bend, k, d->mean, r));
}

/* What g' / (2 (t - mean)) is at the distance of the deviation. */
static const struct scalar *slope_in_squares(const struct scalar *g, size_t k,
                                             const struct density *d,
                                             const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *deviation = scalar_root(pool, d->variance, 2);
    if (d->variance->variables)
        return NULL;
    const struct scalar *slope =
        value_at(scalar_derivative(pool, g, k), k,
                 scalar_sum(pool, d->mean, deviation), r);
    return scalar_product(
        pool, slope,
        scalar_power_si(pool, scalar_times(pool, 2, deviation), -1));
}

/*
 * g less parts whose mean is 0: of its slope (bit 0 of `index`) and its bend
 * (bit 1) at the mean; or (INTEGRAND_SQUARES) of its slope as a function of
 * (t - mean)^2.  NULL: they may lack a value.
 */
static const struct scalar *straightened(const struct scalar *g, size_t k,
                                         const struct density *d, size_t index,
                                         const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *out = g;
    if (index == INTEGRAND_SQUARES)
        return scalar_difference(
            pool, g, square_part(slope_in_squares(g, k, d, r), k, d, pool));
    if (index & 1)
        out = scalar_difference(pool, out, linear_part(g, k, d, r));
    if (index & 2)
        out = scalar_difference(
            pool, out, square_part(bend_at_mean(g, k, d, r), k, d, pool));
    return out;
}

/* x_k is what the integrals go over, without the ends. */
static void set_integrated(struct sequent *kid, size_t k,
                           const struct scalar *lo, const struct scalar *hi,
                           const struct region *r)
{
    const struct scalar *x = scalar_variable(r->pool, k);
    sequent_set_range(kid, k, lo && !lo->variables ? lo : NULL,
                      hi && !hi->variables ? hi : NULL, r);
    if (kid->box.lo[k])
        kid->box.open_lo |= 1u << k;
    else if (lo)
        sequent_assume(kid, goal_relation(r->pool, REL_GT, x, lo), r->pool,
                       r->oracle);
    if (kid->box.hi[k])
        kid->box.open_hi |= 1u << k;
    else if (hi)
        sequent_assume(kid, goal_relation(r->pool, REL_LT, x, hi), r->pool,
                       r->oracle);
}

static bool is_used(const struct sequent *s, size_t k)
{
    bool used = s->goal->variables >> k & 1;
    for (size_t i = 0; i < s->nfacts && !used; i++)
        used = s->facts[i]->variables >> k & 1;
    return used;
}

/*
 * f = c + sum of a_i integral e_i(t), w a density on the range of t with mean m
 * and variance v, p(t) = l (t - m) + q ((t - m)^2 - v), l and q defined:
 * c + sum of a_i e_i(t) / w(t) - p(t) >= 0 for all t |- f >= 0.  Likewise >.
 */
bool sequent_integrand(struct sequent *kids, size_t *count,
                       const struct sequent *s,
                       const struct partition_node *node,
                       const struct region *r)
{
    size_t k = node->variable;
    struct integrals f = {.pool = r->pool, .k = k};
    struct density d = {.size = NULL};
    if (k >= SCALAR_MAX_VARIABLES || node->index > INTEGRAND_SQUARES ||
        is_used(s, k) || !sequent_is_compare(s->goal) || s->goal->has_kink)
        return false;
    f.first = first_integral(s->goal->term);
    if (!f.first || !density_of(&d, f.first, k, r))
        return false;
    read_integrals(&f, s->goal->term, &d);
    const struct scalar *g = straightened(f.integrand, k, &d, node->index, r);
    if (!sequent_push(kids, count, s,
                      goal_compare(r->pool, s->goal->kind,
                                   scalar_sum(r->pool, f.rest, g))))
        return false;
    set_integrated(&kids[*count - 1], k, scalar_integral_lo(f.first),
                   scalar_integral_hi(f.first), r);
    return true;
}
