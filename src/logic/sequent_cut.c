/* A variable on both sides of a term in the others. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include <stdlib.h>

/*
 * e is defined at all admitted points of the box.  (Powers and logarithms of
 * positive terms, roots of terms >= 0, and what is defined everywhere.)
 */
static bool is_total(const struct region *r, const struct scalar *e)
{
    if (e->has_kink || e->op == SCALAR_GENERAL || e->op == SCALAR_IF ||
        e->op == SCALAR_INTEGRAL)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!is_total(r, e->kids[i]))
            return false;
    if (e->op == SCALAR_CALL && e->fn == FN_LOG)
        return region_is_positive(r, e->kids[0]);
    if (e->op != SCALAR_POWER)
        return true;
    bool whole = mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0;
    if (mpq_sgn(e->number->q) < 0)
        return region_is_positive(r, e->kids[0]);
    return whole || !(region_strict(r, e->kids[0]) & SIGN_NEGATIVE);
}

/* ---- where a term vanishes ---- */

enum { SOLVE_DEPTH = 6 };

/* p = m b + rest with one factor b of p depending on x_k; -rest / m */
static const struct scalar *part_off(const struct expansion_factor **b,
                                     const struct expansion *p, size_t k,
                                     struct expansion_scope *scope)
{
    struct scalar_pool *pool = scope->pool;
    const struct scalar *m = NULL, *rest = scalar_int(pool, 0);
    *b = NULL;
    for (size_t i = 0; i < p->count; i++) {
        const struct expansion_term *t = &p->terms[i];
        const struct scalar *product = scalar_number(pool, t->coefficient);
        bool depends = false;
        for (size_t j = 0; j < t->count; j++) {
            const struct expansion_factor *f = &t->factors[j];
            if (!(f->atom->variables >> k & 1)) {
                product = scalar_product(pool, product,
                                         expansion_factor_scalar(scope, f));
                continue;
            }
            if (*b)
                return NULL; /* in several places */
            *b = f;
            depends = true;
        }
        if (depends)
            m = product;
        else
            rest = scalar_sum(pool, rest, product);
    }
    return m ? scalar_times(
                   pool, -1,
                   scalar_product(pool, rest, scalar_power_si(pool, m, -1)))
             : NULL;
}

/* The u with fn(u) = v; NULL: not at hand. */
static const struct scalar *turn_back(const struct scalar *call,
                                      const struct scalar *v,
                                      struct scalar_pool *pool)
{
    if (call->op != SCALAR_CALL)
        return NULL;
    return call->fn == FN_EXP   ? scalar_call1(pool, FN_LOG, v)
           : call->fn == FN_LOG ? scalar_call1(pool, FN_EXP, v)
                                : NULL;
}

/*
 * Some x_k with e = v, found by undoing one step after the other; nothing
 * rests on its being right.
 */
static const struct scalar *solve(const struct scalar *e,
                                  const struct scalar *v, size_t k,
                                  const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    struct expansion_scope scope = {.pool = pool,
                                    .nonnegative = r->box->nonnegative};
    for (unsigned i = 0; i < SOLVE_DEPTH && e && v; i++) {
        struct expansion p;
        const struct expansion_factor *b = NULL;
        const struct scalar *atom = NULL;
        mpq_t q;
        const struct scalar *difference = scalar_difference(pool, e, v);
        expansion_init(&p);
        mpq_init(q);
        v = difference && expansion_of(&p, &scope, difference)
                ? part_off(&b, &p, k, &scope)
                : NULL;
        if (v && b) {
            atom = b->atom;
            mpq_set_si(q, b->num < 0 ? -b->den : b->den,
                       (unsigned long)labs(b->num));
            mpq_canonicalize(q);
            v = scalar_power(pool, v, q);
        }
        mpq_clear(q);
        expansion_clear(&p);
        if (atom && atom->op == SCALAR_INTEGRAL)
            return NULL;
        if (!v || !atom || atom->op == SCALAR_VARIABLE)
            return atom ? v : NULL;
        v = atom->op == SCALAR_CALL ? turn_back(atom, v, pool) : v;
        e = atom->op == SCALAR_ADD ? atom : atom->count ? atom->kids[0] : NULL;
    }
    return NULL;
}

/* t defined everywhere, x_k >= t or x_k <= t |- any */
bool sequent_cut(struct sequent *kids, size_t *count, const struct sequent *s,
                 const struct partition_node *node, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    size_t k = node->variable, j = node->index;
    if (k >= SCALAR_MAX_VARIABLES || j == k || j > SCALAR_MAX_VARIABLES ||
        (s->integers >> k & 1) || !sequent_is_compare(s->goal) ||
        s->goal->has_kink)
        return false;
    const struct scalar *t =
        j < SCALAR_MAX_VARIABLES
            ? scalar_variable(pool, j)
            : solve(scalar_derivative(pool, s->goal->term, k),
                    scalar_int(pool, 0), k, r);
    if (!t || (t->variables >> k & 1) || !is_total(r, t) ||
        !sequent_push(kids, count, s, s->goal) ||
        !sequent_push(kids, count, s, s->goal))
        return false;
    const struct scalar *x = scalar_variable(pool, k);
    sequent_assume(&kids[*count - 2], goal_relation(pool, REL_GE, x, t), pool,
                   r->oracle);
    sequent_assume(&kids[*count - 1], goal_relation(pool, REL_LE, x, t), pool,
                   r->oracle);
    return true;
}
