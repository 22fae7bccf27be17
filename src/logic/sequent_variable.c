/* Rules that put other variables in place. */
#include "logic/sequent_internal.h"

#include <stdlib.h>

/*
 * The common denominator of the frequencies of x_k: it occurs only within
 * sin(q x_k + ...) and cos, q rational.  False: it occurs otherwise.
 */
static bool collect_frequencies(mpz_t den, const struct scalar *e, size_t k,
                                struct scalar_pool *pool)
{
    if (!(e->variables >> k & 1))
        return true;
    if (e->op == SCALAR_CALL && (e->fn == FN_SIN || e->fn == FN_COS)) {
        const struct scalar *slope = scalar_derivative(pool, e->kids[0], k);
        if (!slope || slope->op != SCALAR_NUMBER ||
            !sequent_is_affine(e->kids[0], k))
            return false;
        mpz_lcm(den, den, mpq_denref(slope->number->q));
        return true;
    }
    if (e->op == SCALAR_VARIABLE || e->op == SCALAR_IF ||
        e->op == SCALAR_INTEGRAL)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!collect_frequencies(den, e->kids[i], k, pool))
            return false;
    return true;
}

/* f has period p in x_k, f >= 0 for x_k in [0, p] |- f >= 0 */
bool sequent_period(struct sequent *kids, size_t *count,
                    const struct sequent *s, const struct partition_node *node,
                    const struct region *r)
{
    size_t k = node->variable;
    mpq_t q;
    if (k >= SCALAR_MAX_VARIABLES || !sequent_is_compare(s->goal))
        return false;
    mpq_init(q);
    mpq_set_si(q, 1, 1);
    bool periodic =
        collect_frequencies(mpq_numref(q), s->goal->term, k, r->pool);
    mpz_mul_ui(mpq_numref(q), mpq_numref(q), 2);
    const struct scalar *period =
        scalar_product(r->pool, scalar_number(r->pool, q), scalar_pi(r->pool));
    mpq_clear(q);
    if (!periodic || !period || !sequent_push(kids, count, s, s->goal))
        return false;
    struct sequent *kid = &kids[*count - 1];
    sequent_keep_facts(kid, k);
    sequent_set_range(kid, k, scalar_int(r->pool, 0), period, r);
    return true;
}

/* ---- the order of two variables ---- */

/* x_k = x_j + t, t >= 0 in the place of x_k |- for x_k >= x_j */
static bool push_order(struct sequent *kids, size_t *count,
                       const struct sequent *s, size_t k, size_t j,
                       const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *value =
        scalar_sum(pool, scalar_variable(pool, j), scalar_variable(pool, k));
    const struct scalar *top = NULL;
    if (s->box.hi[k] && s->box.lo[j])
        top = scalar_difference(pool, s->box.hi[k], s->box.lo[j]);
    if (!value ||
        !sequent_push(kids, count, s, goal_substitute(pool, s->goal, k, value)))
        return false;
    struct sequent *kid = &kids[*count - 1];
    sequent_set_range(kid, k, scalar_int(pool, 0), top, r);
    sequent_assume_for(kid, s, k, value, s->nfacts, s->nfacts, r);
    return true;
}

bool sequent_says_order(const struct goal *fact, size_t k, size_t j,
                        struct scalar_pool *pool)
{
    return sequent_is_compare(fact) &&
           fact->variables == ((1u << k) | (1u << j)) &&
           fact->term == scalar_difference(pool, scalar_variable(pool, k),
                                           scalar_variable(pool, j));
}

/* A fact says that x_k >= x_j. */
static bool is_ordered(const struct sequent *s, size_t k, size_t j,
                       struct scalar_pool *pool)
{
    for (size_t i = 0; i < s->nfacts; i++)
        if (sequent_says_order(s->facts[i], k, j, pool))
            return true;
    return false;
}

/*
 * A fact c x_k + d >= 0 (or > 0), c a number |- x_k = (t - d) / c with t >= 0
 * (or > 0) in the place of x_k.
 */
static bool push_fact(struct sequent *kids, size_t *count,
                      const struct sequent *s, size_t k, size_t i,
                      const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    if (i >= s->nfacts || !sequent_is_compare(s->facts[i]))
        return false;
    const struct scalar *zero = sequent_solve(s->facts[i]->term, k, pool);
    const struct scalar *slope = scalar_derivative(pool, s->facts[i]->term, k);
    const struct scalar *value =
        zero ? scalar_sum(pool, zero,
                          scalar_product(pool, scalar_variable(pool, k),
                                         scalar_power_si(pool, slope, -1)))
             : NULL;
    if (!value ||
        !sequent_push(kids, count, s, goal_substitute(pool, s->goal, k, value)))
        return false;
    struct sequent *kid = &kids[*count - 1];
    sequent_set_range(kid, k, scalar_int(pool, 0), NULL, r);
    if (s->facts[i]->kind == GOAL_GT)
        kid->box.open_lo |= 1u << k;
    sequent_assume_for(kid, s, k, value, i, s->nfacts, r);
    return true;
}

/*
 * x_k >= x_j or x_j >= x_k, one of them where a fact says which |- any; or a
 * fact as a variable.
 */
bool sequent_order(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, const struct region *r)
{
    size_t k = node->variable, j = node->index;
    if (k >= SCALAR_MAX_VARIABLES || (s->integers >> k & 1))
        return false;
    if (j >= ORDER_FACTS)
        return push_fact(kids, count, s, k, j - ORDER_FACTS, r);
    if (j >= SCALAR_MAX_VARIABLES || k == j || (s->integers >> j & 1))
        return false;
    bool above = is_ordered(s, k, j, r->pool);
    bool below = !above && is_ordered(s, j, k, r->pool);
    return (below || push_order(kids, count, s, k, j, r)) &&
           (above || push_order(kids, count, s, j, k, r));
}

/* ---- the tangent of the half angle ---- */

enum { MAX_ANGLES = 8, MAX_MULTIPLE = 8 };

/* A sine or cosine of x_k within e; NULL: there is none. */
static const struct scalar *find_wave(const struct scalar *e, size_t k)
{
    const struct scalar *found = NULL;
    if (!(e->variables >> k & 1))
        return NULL;
    if (e->op == SCALAR_CALL && (e->fn == FN_SIN || e->fn == FN_COS))
        return e;
    for (size_t i = 0; i < e->count && !found; i++)
        found = find_wave(e->kids[i], k);
    return found;
}

/* Sine and cosine of an angle. */
struct wave {
    const struct scalar *sine, *cosine;
};

/* a + b, by the addition theorems */
static struct wave add_angles(struct scalar_pool *pool, struct wave a,
                              struct wave b)
{
    return (struct wave){
        scalar_sum(pool, scalar_product(pool, a.sine, b.cosine),
                   scalar_product(pool, a.cosine, b.sine)),
        scalar_difference(pool, scalar_product(pool, a.cosine, b.cosine),
                          scalar_product(pool, a.sine, b.sine))};
}

/* The wave e where x_k / den is an angle with `unit`; NULL: no multiple. */
static const struct scalar *wave_value(const struct scalar *e, size_t k,
                                       mpz_srcptr den, struct wave unit,
                                       struct scalar_pool *pool)
{
    const struct scalar *angle = e->kids[0];
    const struct scalar *slope = scalar_derivative(pool, angle, k);
    const struct scalar *phase =
        scalar_substitute(pool, angle, k, scalar_int(pool, 0));
    if (!slope || slope->op != SCALAR_NUMBER || !phase ||
        !sequent_is_affine(angle, k))
        return NULL;
    mpq_t m;
    mpq_init(m);
    mpq_set_z(m, den);
    mpq_mul(m, m, slope->number->q);
    bool whole = mpz_cmp_ui(mpq_denref(m), 1) == 0 &&
                 mpz_cmpabs_ui(mpq_numref(m), MAX_MULTIPLE) <= 0;
    long multiple = whole ? mpz_get_si(mpq_numref(m)) : 0;
    mpq_clear(m);
    struct wave w = {scalar_call1(pool, FN_SIN, phase),
                     scalar_call1(pool, FN_COS, phase)};
    if (multiple < 0)
        unit.sine = scalar_times(pool, -1, unit.sine);
    for (long i = 0; i < labs(multiple); i++)
        w = add_angles(pool, w, unit);
    return !whole ? NULL : e->fn == FN_SIN ? w.sine : w.cosine;
}

/* Puts the waves of x_k in place. */
static bool push_waves(struct sequent *kids, size_t *count,
                       const struct sequent *s, size_t k, mpz_srcptr den,
                       struct wave unit, const struct region *r)
{
    const struct scalar *waves[MAX_ANGLES], *f = s->goal->term;
    size_t n = 0;
    while (n < MAX_ANGLES && (waves[n] = find_wave(f, k)) != NULL) {
        const struct scalar *value =
            wave_value(waves[n], k, den, unit, r->pool);
        f = value ? scalar_replace(r->pool, f, waves[n], value) : NULL;
        if (!f)
            return false;
        n++;
    }
    if (find_wave(f, k) ||
        !sequent_push(kids, count, s, goal_compare(r->pool, s->goal->kind, f)))
        return false;
    sequent_keep_facts(&kids[*count - 1], k);
    sequent_set_range(&kids[*count - 1], k, NULL, NULL, r);
    return true;
}

/*
 * f with sin u = 2t/(1 + t^2), cos u = (1 - t^2)/(1 + t^2), t real in the
 * place of x_k = c u; f at u = pi |- f
 */
bool sequent_half_angle(struct sequent *kids, size_t *count,
                        const struct sequent *s,
                        const struct partition_node *node,
                        const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    size_t k = node->variable;
    mpz_t den;
    if (k >= SCALAR_MAX_VARIABLES || !sequent_is_compare(s->goal))
        return false;
    const struct scalar *t = scalar_variable(pool, k);
    const struct scalar *one = scalar_int(pool, 1);
    const struct scalar *square = scalar_product(pool, t, t);
    const struct scalar *inverse =
        scalar_power_si(pool, scalar_sum(pool, one, square), -1);
    const struct wave turned = {scalar_int(pool, 0), scalar_int(pool, -1)};
    const struct wave unit = {
        scalar_product(pool, scalar_times(pool, 2, t), inverse),
        scalar_product(pool, scalar_difference(pool, one, square), inverse)};
    mpz_init_set_ui(den, 1);
    bool ok = collect_frequencies(den, s->goal->term, k, pool) &&
              push_waves(kids, count, s, k, den, unit, r) &&
              push_waves(kids, count, s, k, den, turned, r);
    mpz_clear(den);
    return ok;
}
