/* Rules that put a new variable in the place of an old one. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include "base/status.h"

#include <stdlib.h>

/* ---- common factors ---- */

/* The least exponent of the atom in p, 0 where it is missing. */
static void least_exponent(mpq_t least, const struct expansion *p,
                           const struct scalar *atom)
{
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < p->count; i++) {
        const struct expansion_term *t = &p->terms[i];
        mpq_set_si(q, 0, 1);
        for (size_t k = 0; k < t->count; k++)
            if (t->factors[k].atom == atom)
                mpq_set_si(q, t->factors[k].num,
                           (unsigned long)t->factors[k].den);
        mpq_canonicalize(q);
        if (i == 0 || mpq_cmp(q, least) < 0)
            mpq_set(least, q);
    }
    mpq_clear(q);
}

/* factors := the positive atoms common to all terms, with their exponents */
static bool common_factors(struct expansion_factor **factors, size_t *count,
                           const struct expansion *p, const struct region *r)
{
    bool ok = p->count > 0;
    mpq_t least;
    mpq_init(least);
    for (size_t i = 0; i < p->count && ok; i++)
        for (size_t k = 0; k < p->terms[i].count && ok; k++) {
            const struct scalar *atom = p->terms[i].factors[k].atom;
            bool done = false;
            for (size_t j = 0; j < *count; j++)
                done |= (*factors)[j].atom == atom;
            least_exponent(least, p, atom);
            if (done || mpq_sgn(least) == 0 || !region_is_positive(r, atom))
                continue;
            ok = expansion_factor_into(
                factors, count,
                &(struct expansion_factor){.atom = atom,
                                           .num = mpz_get_si(mpq_numref(least)),
                                           .den =
                                               mpz_get_si(mpq_denref(least))});
        }
    mpq_clear(least);
    return ok;
}

/* out := p / the product of the factors, which it becomes as a term */
static const struct scalar *divide(struct expansion *out,
                                   struct expansion_scope *scope,
                                   const struct expansion *p,
                                   const struct expansion_factor *factors,
                                   size_t count)
{
    struct expansion inverse;
    struct expansion_factor *turned = NULL;
    size_t n = 0;
    const struct scalar *product = scalar_int(scope->pool, 1);
    mpq_t one;
    bool ok = true;
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    expansion_init(&inverse);
    for (size_t i = 0; i < count && ok; i++) {
        struct expansion_factor f = factors[i];
        product = scalar_product(scope->pool, product,
                                 expansion_factor_scalar(scope, &f));
        f.num = -f.num;
        ok = expansion_factor_into(&turned, &n, &f);
    }
    expansion_append(&inverse, one, turned, n);
    ok = ok && expansion_mul(out, scope, p, &inverse);
    free(turned);
    expansion_clear(&inverse);
    mpq_clear(one);
    return ok ? product : NULL;
}

bool region_take_content(const struct scalar **positive,
                         const struct scalar **rest, const struct scalar *e,
                         const struct region *r)
{
    struct expansion p, q;
    struct expansion_scope scope = region_scope(r);
    struct expansion_factor *factors = NULL;
    size_t count = 0;
    *positive = *rest = NULL;
    expansion_init(&p);
    expansion_init(&q);
    if (e && expansion_of(&p, &scope, e) &&
        common_factors(&factors, &count, &p, r)) {
        *positive = divide(&q, &scope, &p, factors, count);
        *rest = *positive ? expansion_scalar(&scope, &q) : NULL;
    }
    free(factors);
    expansion_clear(&p);
    expansion_clear(&q);
    return *rest != NULL;
}

/* f, multiplied out where that makes x_j go away; NULL: over a limit */
static const struct scalar *without(const struct scalar *f, size_t j,
                                    const struct region *r)
{
    if (!f || f->has_kink || !(f->variables >> j & 1))
        return f;
    struct expansion p;
    struct expansion_scope scope = region_scope(r);
    expansion_init(&p);
    const struct scalar *e =
        expansion_of(&p, &scope, f) ? expansion_scalar(&scope, &p) : NULL;
    expansion_clear(&p);
    return e && !(e->variables >> j & 1) ? e : f;
}

/* ---- the rules ---- */

/* x_k is a real variable, j another one, and the goal a comparison. */
static bool is_replaceable(const struct sequent *s, size_t k, size_t j)
{
    return k < SCALAR_MAX_VARIABLES && j < SCALAR_MAX_VARIABLES && k != j &&
           !(s->integers >> k & 1) && sequent_is_compare(s->goal) &&
           !s->goal->has_kink;
}

/* lo_k + c lo_j, or with the other end of x_j for c < 0; NULL: infinite */
static const struct scalar *sum_of_ends(const struct scalar *end,
                                        const struct scalar *other,
                                        const struct scalar *c,
                                        struct scalar_pool *pool)
{
    if (!end || !other)
        return NULL;
    return scalar_sum(pool, end, scalar_product(pool, c, other));
}

/* f = g(x_k + c x_j), g(u) >= 0 for all u that this takes |- f >= 0 */
bool sequent_translate(struct sequent *kids, size_t *count,
                       const struct sequent *s,
                       const struct partition_node *node,
                       const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    size_t k = node->variable, j = node->index;
    const struct scalar *c =
        node->nnumbers == 1 ? sequent_number(pool, &node->numbers[0]) : NULL;
    int sign;
    if (!is_replaceable(s, k, j) || !c || !scalar_is_number(c, &sign))
        return false;
    const struct sequent_box *box = &s->box;
    const struct scalar *first = sign < 0 ? box->hi[j] : box->lo[j];
    const struct scalar *last = sign < 0 ? box->lo[j] : box->hi[j];
    struct sequent kid = *s;
    sequent_keep_facts(&kid, k);
    sequent_keep_facts(&kid, j);
    sequent_set_range(&kid, k, sum_of_ends(box->lo[k], first, c, pool),
                      sum_of_ends(box->hi[k], last, c, pool), r);
    const struct region inner = {.pool = pool,
                                 .oracle = r->oracle,
                                 .box = &kid.box,
                                 .above = kid.box.open_lo,
                                 .below = kid.box.open_hi};
    const struct scalar *value =
        scalar_difference(pool, scalar_variable(pool, k),
                          scalar_product(pool, c, scalar_variable(pool, j)));
    const struct scalar *g =
        without(scalar_substitute(pool, s->goal->term, k, value), j, &inner);
    return g && !(g->variables >> j & 1) &&
           sequent_push(kids, count, &kid,
                        goal_compare(pool, s->goal->kind, g));
}

/* Facts on x_k for the term in its place. */
static void replace_in_facts(struct sequent *kid, const struct sequent *s,
                             size_t k, const struct scalar *value,
                             const struct region *r)
{
    kid->nfacts = 0;
    for (size_t i = 0; i < s->nfacts; i++)
        sequent_assume(kid, goal_substitute(r->pool, s->facts[i], k, value),
                       r->pool, r->oracle);
}

/* The end 0 of a range that has one sign; NULL: none. */
static const struct scalar *zero_end(const struct scalar *end, unsigned against,
                                     const struct region *r)
{
    return end && !(region_signs(r, end) & against) ? scalar_int(r->pool, 0)
                                                    : NULL;
}

/* f over positive factors, if x_j goes away with them; else f. */
static const struct scalar *without_degree(const struct scalar *f, size_t j,
                                           const struct region *r)
{
    const struct scalar *positive, *rest;
    return f && !f->has_kink && (f->variables >> j & 1) &&
                   region_take_content(&positive, &rest, f, r) &&
                   !(rest->variables >> j & 1)
               ? rest
               : f;
}

/* The same of a fact, which says as much then. */
static const struct goal *fact_without_degree(const struct goal *fact, size_t j,
                                              const struct region *r)
{
    const struct scalar *term = fact && sequent_is_compare(fact)
                                    ? without_degree(fact->term, j, r)
                                    : NULL;
    const struct goal *lean =
        term ? goal_compare(r->pool, fact->kind, term) : NULL;
    return lean ? lean : fact;
}

/* x_k = u x_j with x_j > 0, the sign of x_k kept, over powers of x_j |- f */
bool sequent_ratio(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    size_t k = node->variable, j = node->index;
    if (!is_replaceable(s, k, j) ||
        !region_is_positive(r, scalar_variable(pool, j)))
        return false;
    const struct scalar *value = scalar_product(pool, scalar_variable(pool, k),
                                                scalar_variable(pool, j));
    const struct scalar *f = scalar_substitute(pool, s->goal->term, k, value);
    struct sequent_box box = s->box;
    struct region inner = {.pool = pool, .oracle = r->oracle, .box = &box};
    box.lo[k] = zero_end(s->box.lo[k], SIGN_NEGATIVE, r);
    box.hi[k] = zero_end(s->box.hi[k], SIGN_POSITIVE, r);
    box.nonnegative &= ~(1u << k);
    box.open_lo &= ~(1u << k);
    box.open_hi &= ~(1u << k);
    inner.above = box.open_lo;
    inner.below = box.open_hi;
    f = f ? without(region_part_all(f, 1u << j, &inner), j, &inner) : NULL;
    f = without_degree(f, j, &inner);
    if (!sequent_push(kids, count, s, goal_compare(pool, s->goal->kind, f)))
        return false;
    struct sequent *kid = &kids[*count - 1];
    sequent_set_range(kid, k, box.lo[k], box.hi[k], r);
    kid->nfacts = 0;
    for (size_t i = 0; i < s->nfacts; i++)
        sequent_assume(
            kid,
            fact_without_degree(goal_substitute(pool, s->facts[i], k, value), j,
                                &inner),
            pool, r->oracle);
    return true;
}

/* Where the exponential takes the place of a variable, and its own ends. */
struct exponent {
    const struct scalar *value; /* x_k in terms of the new one */
    const struct scalar *lo, *hi;
};

/* x_k = exp(u) */
static bool of_positive(struct exponent *e, const struct sequent *s, size_t k,
                        const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *lo = s->box.lo[k], *hi = s->box.hi[k];
    if (!region_is_positive(r, scalar_variable(pool, k)) ||
        (hi && region_signs(r, hi) != SIGN_POSITIVE))
        return false;
    bool bounded = region_signs(r, lo) == SIGN_POSITIVE;
    e->lo = bounded ? scalar_call1(pool, FN_LOG, lo) : NULL;
    e->hi = hi ? scalar_call1(pool, FN_LOG, hi) : NULL;
    e->value = scalar_call1(pool, FN_EXP, scalar_variable(pool, k));
    return true;
}

/* x_k = lo + exp(u) (side 0), x_k = hi - exp(u) (side 1) */
static bool of_distance(struct exponent *e, const struct sequent *s, size_t k,
                        size_t side, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    int sign = side ? -1 : 1;
    const struct scalar *end = side ? s->box.hi[k] : s->box.lo[k];
    const struct scalar *other = side ? s->box.lo[k] : s->box.hi[k];
    const struct scalar *x = scalar_variable(pool, k);
    const struct scalar *away =
        end ? scalar_times(pool, sign, scalar_difference(pool, x, end)) : NULL;
    const struct scalar *width =
        end && other
            ? scalar_times(pool, sign, scalar_difference(pool, other, end))
            : NULL;
    if (!away || !region_is_positive(r, away) ||
        (other && (!width || region_signs(r, width) != SIGN_POSITIVE)))
        return false;
    e->lo = NULL;
    e->hi = width ? scalar_call1(pool, FN_LOG, width) : NULL;
    e->value = scalar_sum(
        pool, end, scalar_times(pool, sign, scalar_call1(pool, FN_EXP, x)));
    return true;
}

/*
 * x_k > 0 on the box, x_k = exp(u) |- f; or (`index` 1, 2) x_k > lo,
 * x_k = lo + exp(u) |- f; x_k < hi, x_k = hi - exp(u) |- f.
 */
bool sequent_exponential(struct sequent *kids, size_t *count,
                         const struct sequent *s,
                         const struct partition_node *node,
                         const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    struct exponent e;
    size_t k = node->variable;
    if (k >= SCALAR_MAX_VARIABLES || (s->integers >> k & 1) ||
        node->index > 2 || !sequent_is_compare(s->goal) ||
        !(node->index ? of_distance(&e, s, k, node->index - 1, r)
                      : of_positive(&e, s, k, r)))
        return false;
    struct sequent kid = *s;
    sequent_set_range(&kid, k, e.lo, e.hi, r);
    const struct region inner = {.pool = pool,
                                 .oracle = r->oracle,
                                 .box = &kid.box,
                                 .above = kid.box.open_lo,
                                 .below = kid.box.open_hi};
    const struct scalar *f = region_part_all(
        scalar_substitute(pool, s->goal->term, k, e.value), 1u << k, &inner);
    if (!sequent_push(kids, count, &kid, goal_compare(pool, s->goal->kind, f)))
        return false;
    replace_in_facts(&kids[*count - 1], s, k, e.value, r);
    return true;
}
