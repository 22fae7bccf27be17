/*
 * What a theorem says of its integers, for normal_certainly_nonnegative: their
 * declared ranges, and assumptions that bound one of them by sizes.
 */
#include "logic/make.h"
#include "logic/normal_internal.h"

static struct integer_bounds *bounds_of(struct normalizer *n,
                                        const struct symbol *s)
{
    for (size_t i = 0; i < n->nintegers; i++)
        if (n->integers[i].symbol == s)
            return &n->integers[i];
    const struct integer_bounds none = {.symbol = s};
    arena_push(n->arena, &n->integers, &n->nintegers, sizeof none, &none);
    return &n->integers[n->nintegers - 1];
}

struct sizes_alone {
    const struct symbol *but;
    bool yes;
};

static void look(void *context, const struct symbol *s)
{
    struct sizes_alone *l = context;
    l->yes = l->yes && (s == l->but || s->kind == SYM_DIM);
}

static bool is_of_sizes(const struct dim *a, const struct symbol *but)
{
    struct sizes_alone l = {but, true};
    dim_visit(a, look, &l);
    return l.yes;
}

/* From a >= 0 for a = s + r or a = -s + r with a polynomial r of sizes. */
static void learn_bound(struct normalizer *n, const struct dim *a,
                        const struct symbol *s)
{
    const struct dim *x = dim_of_symbol(n->dims, s);
    const struct dim *below = dim_sub(n->dims, x, a); /* -r */
    const struct dim *above = dim_add(n->dims, x, a); /* r */
    if (!is_of_sizes(a, s))
        return;
    if (!dim_mentions(below, s) && !bounds_of(n, s)->lo)
        bounds_of(n, s)->lo = below;
    if (!dim_mentions(above, s) && !bounds_of(n, s)->hi)
        bounds_of(n, s)->hi = above;
}

static void learn_difference(struct normalizer *n, const struct expr *lhs,
                             const struct expr *rhs, bool strict)
{
    const struct dim *a = index_dim(n, lhs);
    a = dim_sub(n->dims, index_dim(n, rhs), a);
    a = strict && make_is_whole(a) ? index_plus(n, a, -1) : a;
    if (n->failed) { /* too deep: the polynomials are not what they seem */
        n->failed = false;
        return;
    }
    for (size_t i = 0; i < n->theorem->ngivens; i++) {
        const struct symbol *s = n->theorem->givens[i].symbol;
        if (s && dim_mentions(a, s))
            learn_bound(n, a, s);
    }
}

static void learn_relation(struct normalizer *n, const struct expr *e,
                           size_t depth)
{
    struct relation r;
    if (e->op == EX_AND && depth < NORMAL_MAX_DEPTH) {
        learn_relation(n, e->kids[0], depth + 1);
        learn_relation(n, e->kids[1], depth + 1);
    } else if (relation_read(&r, n->pool, e) && expr_is_scalar(r.lhs) &&
               (r.op == REL_LE || r.op == REL_LT)) {
        learn_difference(n, r.lhs, r.rhs, r.op == REL_LT);
    }
}

void normal_assume(struct normalizer *n)
{
    const struct theorem *t = n->theorem;
    for (size_t i = 0; i < t->ngivens; i++) {
        const struct given *g = &t->givens[i];
        if (!g->symbol)
            continue;
        const struct expr *e =
            expr_symbol(n->pool, g->symbol, (struct span){0});
        if (g->lo)
            learn_difference(n, g->lo, e, false);
        if (g->hi)
            learn_difference(n, e, g->hi, false);
    }
    for (size_t i = 0; i < t->nassumptions; i++)
        learn_relation(n, t->assumptions[i].relation, 0);
}
