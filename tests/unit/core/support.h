/*
 * A theory with a few symbols, for the tests of the core.
 */
#ifndef MAJORANT_TESTS_CORE_SUPPORT_H
#define MAJORANT_TESTS_CORE_SUPPORT_H

#include "draft/draft.h"
#include "core/binder.h"
#include "core/function.h"
#include "core/ring.h"
#include "core/theorem.h"
#include "support/cmocka_all.h"

struct symbols {
    struct theory *theory;
    struct pool *pool;
    const struct atom *n_, *m_, *x_, *y_, *A_, *B_, *u_, *v_;
    const struct form *n, *m, *x, *y; /* integers n, m; reals x, y */
    const struct form *A, *B;         /* n x n */
    const struct form *u, *v;         /* n x 1 */
};

static inline const struct atom *symbol(struct pool *pool, const char *name,
                                        bool is_integer,
                                        const struct form *rows,
                                        const struct form *cols)
{
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_SYMBOL,
                         .name = name,
                         .is_integer = is_integer,
                         .rows = rows,
                         .cols = cols};

    return pool_atom(pool, &model);
}

static inline int symbols_set(void **state)
{
    struct symbols *s = calloc(1, sizeof *s);

    s->theory = theory_new();
    s->pool = theory_pool(s->theory);
    s->n_ = symbol(s->pool, "n", true, NULL, NULL);
    s->m_ = symbol(s->pool, "m", true, NULL, NULL);
    s->x_ = symbol(s->pool, "x", false, NULL, NULL);
    s->y_ = symbol(s->pool, "y", false, NULL, NULL);
    s->n = ring_atom(s->pool, s->n_);
    s->m = ring_atom(s->pool, s->m_);
    s->x = ring_atom(s->pool, s->x_);
    s->y = ring_atom(s->pool, s->y_);
    s->A_ = symbol(s->pool, "A", false, s->n, s->n);
    s->B_ = symbol(s->pool, "B", false, s->n, s->n);
    s->u_ = symbol(s->pool, "u", false, s->n, pool_one(s->pool));
    s->v_ = symbol(s->pool, "v", false, s->n, pool_one(s->pool));
    s->A = ring_atom(s->pool, s->A_);
    s->B = ring_atom(s->pool, s->B_);
    s->u = ring_atom(s->pool, s->u_);
    s->v = ring_atom(s->pool, s->v_);
    *state = s;
    return 0;
}

static inline int symbols_end(void **state)
{
    struct symbols *s = *state;

    theory_free(s->theory);
    free(s);
    return 0;
}

static inline const struct form *integer(struct symbols *s, int64_t k)
{
    return ring_int(s->pool, k);
}

/* sum(i in lo..hi, f) with the generic variable of that range as i. */
static inline const struct form *
sum_over(struct symbols *s, const struct atom *i, const struct form *f)
{
    return form_bind(s->pool, BINDER_SUM, i->lo, i->hi, f, i);
}

static inline const struct atom *generic(struct symbols *s, int64_t lo,
                                         const struct form *hi)
{
    return generic_new(s->pool, true, integer(s, lo), hi,
                       &(struct variables){0, NULL});
}

#endif
