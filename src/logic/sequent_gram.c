/* Sums of squares that the finder has found, multiplied out again. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include "base/status.h"

enum { MAX_SQUARES = 64, MAX_ROOTS = 2 };

/* The expansion is a positive number. */
static bool is_positive_number(const struct expansion *p)
{
    return p->count == 1 && p->terms[0].count == 0 &&
           mpq_sgn(p->terms[0].coefficient) > 0;
}

/*
 * sum += w q^2 for a weight w, a single term that is certainly >= 0.
 * *strict becomes true if w q^2 is a number > 0.
 */
static bool add_square(struct expansion *sum, bool *strict,
                       const struct partition_factor *weight,
                       const struct partition_factor *base,
                       const struct expansion_generator *generators,
                       size_t width, struct expansion_scope *scope)
{
    struct expansion w, q, square, product, total;
    mpq_t one;
    expansion_init(&w);
    expansion_init(&q);
    expansion_init(&square);
    expansion_init(&product);
    expansion_init(&total);
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    bool ok = sequent_factor_poly(&w, weight, generators, width) &&
              sequent_factor_poly(&q, base, generators, width) &&
              w.count == 1 && expansion_term_is_nonnegative(scope, &w.terms[0]);
    ok = ok && expansion_power(&square, scope, &q, 2) &&
         expansion_mul(&product, scope, &w, &square);
    if (ok)
        expansion_add(&total, sum, &product, one);
    ok = ok && expansion_settle(&total);
    *strict |= ok && is_positive_number(&product);
    mpq_clear(one);
    expansion_clear(&w);
    expansion_clear(&q);
    expansion_clear(&square);
    expansion_clear(&product);
    expansion_clear(sum);
    *sum = total;
    return ok;
}

/* Generators that are >= 0 are powers of their roots. */
static bool refine(struct expansion_generator *generators, size_t width,
                   size_t roots, const struct expansion_scope *scope)
{
    if (roots < 1 || roots > MAX_ROOTS)
        return false;
    for (size_t k = 0; k < width; k++)
        if (generators[k].den > 1 ||
            expansion_atom_is_nonnegative(scope, generators[k].atom))
            generators[k].den *= (long)roots;
    return true;
}

/* h has a term that is a power of the atom alone. */
static bool has_pure_power(const struct expansion *h, const struct scalar *atom)
{
    for (size_t i = 0; i < h->count; i++)
        if (h->terms[i].count == 1 && h->terms[i].factors[0].atom == atom)
            return true;
    return false;
}

/*
 * All terms of h are >= 0, and either one of them is a number > 0, or f is 0
 * where h is: each term of f has a factor of which h has a pure power.
 */
static bool is_multiplier(const struct expansion *h, const struct expansion *f,
                          const struct expansion_scope *scope)
{
    bool positive = false, vanishes = true;
    for (size_t i = 0; i < h->count; i++) {
        if (!expansion_term_is_nonnegative(scope, &h->terms[i]))
            return false;
        positive |= h->terms[i].count == 0;
    }
    for (size_t i = 0; i < f->count && vanishes; i++) {
        bool zero = false;
        for (size_t k = 0; k < f->terms[i].count; k++)
            zero |= f->terms[i].factors[k].num > 0 &&
                    has_pure_power(h, f->terms[i].factors[k].atom);
        vanishes = zero;
    }
    return positive || vanishes;
}

/* p := p h for the multiplier h, the last factor of an odd number of them */
static bool multiply(struct expansion *p, const struct partition_node *node,
                     const struct expansion_generator *generators, size_t width,
                     struct expansion_scope *scope)
{
    struct expansion h, product;
    if (node->nfactors % 2 == 0)
        return true;
    expansion_init(&h);
    expansion_init(&product);
    bool ok = sequent_factor_poly(&h, &node->factors[node->nfactors - 1],
                                  generators, width) &&
              is_multiplier(&h, p, scope) &&
              expansion_mul(&product, scope, p, &h);
    expansion_clear(&h);
    expansion_clear(p);
    *p = product;
    return ok;
}

/*
 * h f = sum w_i q_i^2 formally, all w_i >= 0, h >= 0 |- f >= 0, where h is 1 or
 * f = 0 where h = 0; f > 0 if one of the w_i q_i^2 is a number > 0 (then h is
 * not 0).  The factors are w_1, q_1, w_2, q_2, ..., and perhaps h, in the
 * generators of f (those >= 0: their roots of order `index`), so defined
 * wherever f is (docs/error-analysis.md#ranges).
 */
bool sequent_gram(struct sequent *kids, size_t *count, const struct sequent *s,
                  const struct partition_node *node, const struct region *r)
{
    (void)kids;
    (void)count;
    struct expansion_generator generators[EXPANSION_MAX_GENERATORS];
    struct expansion p, sum;
    struct expansion_scope scope = region_scope(r);
    size_t width;
    bool strict = false;
    if (!sequent_is_compare(s->goal) || s->goal->has_kink ||
        node->nfactors > 2 * MAX_SQUARES)
        return false;
    expansion_init(&p);
    expansion_init(&sum);
    bool ok = expansion_of(&p, &scope, s->goal->term) &&
              expansion_generators(generators, &width, &p) &&
              refine(generators, width, node->index, &scope) &&
              multiply(&p, node, generators, width, &scope);
    for (size_t i = 0; ok && i + 1 < node->nfactors; i += 2)
        ok = add_square(&sum, &strict, &node->factors[i], &node->factors[i + 1],
                        generators, width, &scope);
    ok = ok && sequent_expansions_agree(&p, &sum) &&
         (strict || s->goal->kind == GOAL_GE);
    expansion_clear(&p);
    expansion_clear(&sum);
    return ok;
}
