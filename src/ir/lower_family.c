/* Whole families, as arguments of lemmas. */
#include "ir/lower_internal.h"

/* Whether one range begins where the other ends. */
static bool is_neighbour(struct lowering *l, const struct expr *hi,
                         const struct expr *lo)
{
    struct dim_pool *dims = expr_dims(l->pool);
    const struct dim *a = lower_dim_of(l, hi), *b = lower_dim_of(l, lo);
    return a && b && dim_add(dims, a, dim_constant(dims, 1)) == b;
}

/* The ranges of the let's equations as one; false: they are not one. */
static bool join_ranges(struct lowering *l, const struct let_source *let,
                        struct index_range *joined, size_t nindices)
{
    for (size_t i = 0; i < let->ndecls; i++) {
        struct index_range *next =
            arena_array(l->arena, nindices, sizeof *next);
        if (!lower_let_ranges(l, let, i, next))
            return false;
        if (i > 0 && (nindices > 1 || !is_neighbour(l, joined->hi, next->lo)))
            return false;
        for (size_t k = 0; k < nindices; k++) {
            if (i == 0)
                joined[k] = next[k];
            joined[k].hi = next[k].hi;
        }
    }
    return true;
}

static bool ranges_of(struct lowering *l, const struct binding *b,
                      struct index_range *ranges, size_t nindices)
{
    if (b->kind == BIND_LET)
        return join_ranges(l, b->let, ranges, nindices);
    for (size_t i = 0; i < nindices; i++)
        ranges[i] = l->theorem->givens[b->index].indices[i];
    return true;
}

const struct expr *lower_whole_family(struct lowering *l,
                                      const struct binding *b,
                                      const struct ast_expr *ast)
{
    size_t n = b->kind == BIND_GIVEN ? l->theorem->givens[b->index].nindices
                                     : l->theorem->lets[b->let->let].nindices;
    struct index_range *ranges = arena_array(l->arena, n, sizeof *ranges);
    const struct symbol **symbols = arena_array(l->arena, n, sizeof *symbols);
    const struct expr **kids = arena_array(l->arena, n, sizeof *kids);
    if (!ranges_of(l, b, ranges, n))
        return diag_null(l->diag, ast->span,
                         "the equations of %s do not make up one range",
                         b->name);
    for (size_t i = 0; i < n; i++) {
        symbols[i] = dim_new_symbol(expr_dims(l->pool), SYM_INDEX, "i");
        kids[i] = expr_symbol(l->pool, symbols[i], ast->span);
    }
    const struct expr *e = lower_member_at(l, b, kids, ast->span);
    for (size_t i = n; e && i-- > 0;)
        e = lower_sum(l, symbols[i], ranges[i].lo, ranges[i].hi, e, e->span);
    return e;
}
