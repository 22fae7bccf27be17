/* Sizes and indices of terms from outside. */
#include "ir/closed.h"
#include "logic/make.h"
#include "logic/term_internal.h"

bool term_is_index(const struct expr *e)
{
    return closed_check_index(e, MAKE_MAX_DEPTH + 1) == ST_OK;
}

/* The symbol of a size that is no polynomial: one the statement has. */
static const struct dim *opaque(const struct theorem *t, const struct expr *e)
{
    for (size_t i = 0; i < dim_symbols(expr_dims(t->pool)); i++) {
        const struct symbol *s = dim_symbol_at(expr_dims(t->pool), i);
        if (s->kind == SYM_OPAQUE && s->value == e)
            return dim_of_symbol(expr_dims(t->pool), s);
    }
    return NULL;
}

const struct dim *term_extent(const struct theorem *t, const struct expr *e);

static const struct dim *size_of_pair(const struct theorem *t,
                                      const struct expr *e)
{
    int64_t k;
    const struct dim *a = term_extent(t, e->kids[0]);
    const struct dim *b = term_extent(t, e->kids[1]);
    if (!a || !b)
        return NULL;
    if (e->op == EX_ADD)
        return dim_add(expr_dims(t->pool), a, b);
    if (e->op == EX_SUB)
        return dim_sub(expr_dims(t->pool), a, b);
    if (e->op == EX_SCALE)
        return dim_mul(expr_dims(t->pool), a, b);
    if (e->op == EX_DIVIDE)
        return dim_div(expr_dims(t->pool), a, b);
    return dim_is_constant(b, &k) && k >= 0 && k <= DIM_MAX_POWER
               ? dim_pow(expr_dims(t->pool), a, k)
               : NULL;
}

/* `e` is an index, hence not deep; NULL: no size that is known here. */
const struct dim *term_extent(const struct theorem *t, const struct expr *e)
{
    const struct dim *made = NULL;
    if (e->op == EX_NUMBER)
        return dim_number(expr_dims(t->pool), e->number);
    if (e->op == EX_SYMBOL)
        return dim_of_symbol(expr_dims(t->pool), e->symbol);
    if (e->op == EX_NEG) {
        const struct dim *a = term_extent(t, e->kids[0]);
        made = a ? dim_sub(expr_dims(t->pool),
                           dim_constant(expr_dims(t->pool), 0), a)
                 : NULL;
    } else if (e->op == EX_ADD || e->op == EX_SUB || e->op == EX_SCALE ||
               e->op == EX_DIVIDE || e->op == EX_POW) {
        made = size_of_pair(t, e);
    }
    return made ? made : opaque(t, e);
}

const struct dim *term_size(const struct theorem *t, const struct expr *e)
{
    const struct dim *a = term_is_index(e) ? term_extent(t, e) : NULL;
    int64_t k;
    return a && (!dim_is_constant(a, &k) || k >= 1) ? a : NULL;
}
