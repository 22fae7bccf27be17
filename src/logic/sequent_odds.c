/* Variables of a finite range by their odds. */
#include "logic/sequent_internal.h"

enum { MAX_PARTED = 24 };

static bool is_root(const struct scalar *e)
{
    return e->op == SCALAR_POWER &&
           mpz_cmp_ui(mpq_denref(e->number->q), 1) != 0;
}

/* A root or logarithm of no mere variable. */
static bool is_fragile(const struct scalar *e)
{
    return (is_root(e) || sequent_is_logarithm(e)) &&
           e->kids[0]->op != SCALAR_VARIABLE;
}

/* The power of a factor > 0, or of a power of one. */
static const struct scalar *factor_power(const struct scalar *e, mpq_srcptr q,
                                         struct scalar_pool *pool)
{
    const struct scalar *value;
    mpq_t exponent;
    mpq_init(exponent);
    mpq_set(exponent, q);
    if (e->op == SCALAR_POWER)
        mpq_mul(exponent, q, e->number->q);
    value =
        scalar_power(pool, e->op == SCALAR_POWER ? e->kids[0] : e, exponent);
    mpq_clear(exponent);
    return value;
}

/* p^q, factor by factor, for a product of powers of what is > 0. */
static const struct scalar *content_power(const struct scalar *p, mpq_srcptr q,
                                          struct scalar_pool *pool)
{
    const struct scalar *value = scalar_int(pool, 1);
    if (p->op != SCALAR_MUL)
        return factor_power(p, q, pool);
    for (size_t i = 0; i < p->count; i++)
        value = scalar_product(pool, value, factor_power(p->kids[i], q, pool));
    return value;
}

/* (p s)^q = p^q s^q, log(p s) = log p + log s, the factors p > 0. */
static const struct scalar *parted(const struct scalar *e,
                                   const struct region *r)
{
    const struct scalar *p, *s;
    if (!is_fragile(e) || !region_take_content(&p, &s, e->kids[0], r))
        return e;
    return e->op == SCALAR_POWER
               ? scalar_product(r->pool,
                                content_power(p, e->number->q, r->pool),
                                scalar_power(r->pool, s, e->number->q))
               : scalar_sum(r->pool, scalar_call1(r->pool, FN_LOG, p),
                            scalar_call1(r->pool, FN_LOG, s));
}

/* (a b)^q = a^q b^q, q broken and the factors as they are written >= 0. */
static const struct scalar *parted_root(const struct scalar *e,
                                        const struct region *r)
{
    const struct scalar *value = scalar_int(r->pool, 1);
    size_t varying = 0;
    if (!is_root(e) || e->kids[0]->op != SCALAR_MUL)
        return e;
    for (size_t i = 0; i < e->kids[0]->count; i++) {
        const struct scalar *factor = e->kids[0]->kids[i];
        if (region_strict(r, factor) & SIGN_NEGATIVE)
            return e;
        varying += factor->variables != 0;
        value = scalar_product(r->pool, value,
                               scalar_power(r->pool, factor, e->number->q));
    }
    return varying > 1 ? value : e;
}

/* A term in parts; itself, if it stays whole. */
typedef const struct scalar *parter(const struct scalar *e,
                                    const struct region *r);

/*
 * A term within e, from inside, that can be taken apart, and what it is then;
 * NULL: there is none that depends on the mask.
 */
static const struct scalar *find_fragile(const struct scalar **value,
                                         const struct scalar *e, unsigned mask,
                                         parter *part, const struct region *r)
{
    const struct scalar *found = NULL;
    if (!(e->variables & mask))
        return NULL;
    for (size_t i = 0; i < e->count && !found; i++)
        found = find_fragile(value, e->kids[i], mask, part, r);
    if (found)
        return found;
    *value = part(e, r);
    return *value == e ? NULL : e;
}

/* f with all such terms in parts. */
static const struct scalar *part_each(const struct scalar *f, unsigned mask,
                                      parter *part, const struct region *r)
{
    for (size_t i = 0; i < MAX_PARTED && f; i++) {
        const struct scalar *value;
        const struct scalar *e = find_fragile(&value, f, mask, part, r);
        if (!e)
            return f;
        f = scalar_replace(r->pool, f, e, value);
    }
    return f;
}

const struct scalar *region_part_all(const struct scalar *f, unsigned mask,
                                     const struct region *r)
{
    return part_each(f, mask, parted, r);
}

const struct scalar *region_part_roots(const struct scalar *f,
                                       const struct region *r)
{
    return part_each(f, f->variables, parted_root, r);
}

/* (lo + hi x_k^2) / (1 + x_k^2) */
static const struct scalar *value_of(const struct sequent_box *box, size_t k,
                                     struct scalar_pool *pool)
{
    const struct scalar *u = scalar_power_si(pool, scalar_variable(pool, k), 2);
    return scalar_product(
        pool, scalar_sum(pool, box->lo[k], scalar_product(pool, box->hi[k], u)),
        scalar_power_si(pool, scalar_sum(pool, scalar_int(pool, 1), u), -1));
}

/* The goal where x_k is at its upper end, if that is admitted. */
static bool push_end(struct sequent *kids, size_t *count,
                     const struct sequent *s, size_t k, const struct region *r)
{
    if (r->below >> k & 1)
        return true;
    if (!sequent_push(kids, count, s,
                      goal_substitute(r->pool, s->goal, k, s->box.hi[k])))
        return false;
    sequent_keep_facts(&kids[*count - 1], k);
    return true;
}

/* The goal or fact in the new variables; NULL: over a limit. */
static const struct goal *replace_all(const struct goal *g, unsigned mask,
                                      const struct sequent_box *box,
                                      struct scalar_pool *pool)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && g; k++)
        if (mask >> k & 1)
            g = goal_substitute(pool, g, k, value_of(box, k, pool));
    return g;
}

/*
 * x_k >= x_j, or the same with >, for two variables of the mask with the same
 * range says so of the new ones, x being increasing in them; else NULL.
 */
static const struct goal *keep_order(const struct goal *fact, unsigned mask,
                                     const struct sequent_box *box,
                                     struct scalar_pool *pool)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        for (size_t j = 0; j < SCALAR_MAX_VARIABLES; j++)
            if (j != k && (mask >> k & 1) && (mask >> j & 1) &&
                box->lo[k] == box->lo[j] && box->hi[k] == box->hi[j] &&
                sequent_says_order(fact, k, j, pool))
                return fact;
    return NULL;
}

/* The ranges of the new variables. */
static bool set_ranges(struct sequent *kid, unsigned mask,
                       const struct region *r)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (!(mask >> k & 1))
            continue;
        if (!r->box->lo[k] || !r->box->hi[k])
            return false;
        sequent_set_range(kid, k, scalar_int(r->pool, 0), NULL, r);
        if (r->above >> k & 1)
            kid->box.open_lo |= 1u << k;
    }
    return true;
}

/*
 * x_k = (lo + hi u^2) / (1 + u^2), u >= 0, for each bit k of `index`; f at the
 * upper end of each |- f.  Roots and logarithms of what is then a fraction are
 * taken apart.
 */
bool sequent_odds(struct sequent *kids, size_t *count, const struct sequent *s,
                  const struct partition_node *node, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    unsigned mask = (unsigned)node->index;
    struct sequent kid = *s;
    if (mask == 0 || node->index >> SCALAR_MAX_VARIABLES ||
        (mask & (s->integers | ~s->goal->variables)) ||
        !sequent_is_compare(s->goal) || s->goal->has_kink ||
        !set_ranges(&kid, mask, r))
        return false;
    kid.nfacts = 0;
    for (size_t i = 0; i < s->nfacts; i++) {
        const struct goal *fact = keep_order(s->facts[i], mask, r->box, pool);
        sequent_assume(
            &kid, fact ? fact : replace_all(s->facts[i], mask, r->box, pool),
            pool, r->oracle);
    }
    const struct region inner = {.pool = pool,
                                 .oracle = r->oracle,
                                 .box = &kid.box,
                                 .above = kid.box.open_lo,
                                 .below = kid.box.open_hi};
    const struct goal *goal = replace_all(s->goal, mask, r->box, pool);
    const struct scalar *f = goal ? goal->term : NULL;
    f = region_part_all(f, mask, &inner);
    if (!sequent_push(kids, count, &kid, goal_compare(pool, s->goal->kind, f)))
        return false;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if ((mask >> k & 1) && !push_end(kids, count, s, k, r))
            return false;
    return true;
}
