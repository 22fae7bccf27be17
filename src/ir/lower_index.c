/* Sizes, indices and slices: closed integer expressions. */
#include "ir/closed.h"
#include "ir/lower_internal.h"

/* A number like 1/2: no integer at any size. */
static bool is_fraction(const struct dim *a)
{
    return dim_terms(a) == 1 && dim_factors(a, 0) == 0 &&
           mpz_cmp_ui(mpq_denref(dim_coefficient(a, 0)->q), 1) != 0;
}

const struct expr *lower_index(struct lowering *l, const struct scope *scope,
                               const struct ast_expr *ast)
{
    bool before = l->in_index;
    l->in_index = true;
    const struct expr *e = lower_operand(l, scope, ast);
    l->in_index = before;
    if (!e)
        return NULL;
    enum status st = closed_check_index(e, CLOSED_MAX_DEPTH);
    if (st == ST_LIMIT)
        return diag_null(l->diag, ast->span,
                         "the index or size is too large: it has more than %d "
                         "operations with its lets and funcs put in",
                         CLOSED_MAX_INDEX);
    if (st != ST_OK)
        return diag_null(l->diag, ast->span,
                         "an index or a size is made of integers, dims, index "
                         "variables and int givens");
    if (is_fraction(lower_dim_of(l, e)))
        return diag_null(l->diag, ast->span,
                         "an index or a size is an integer");
    return e;
}

static const struct dim *opaque(struct lowering *l, const struct expr *e)
{
    struct dim_pool *dims = expr_dims(l->pool);
    const struct symbol *known = dim_opaque(dims, e);
    if (known)
        return dim_of_symbol(dims, known);
    LOCAL_BUFFER text = buffer_new();
    expr_print(&text, e);
    struct symbol *s =
        dim_new_symbol(dims, SYM_OPAQUE, arena_strdup(l->arena, text.text));
    s->value = e;
    return dim_of_symbol(dims, s);
}

static const struct dim *dim_of_power(struct lowering *l, const struct expr *e)
{
    int64_t k;
    const struct dim *base = lower_dim_of(l, e->kids[0]);
    if (!dim_is_constant(lower_dim_of(l, e->kids[1]), &k))
        return opaque(l, e);
    const struct dim *power = dim_pow(expr_dims(l->pool), base, k);
    return power ? power : opaque(l, e);
}

const struct dim *lower_dim_of(struct lowering *l, const struct expr *e)
{
    struct dim_pool *dims = expr_dims(l->pool);
    const struct dim *a = NULL, *b = NULL;
    if (e->op == EX_ADD || e->op == EX_SUB || e->op == EX_SCALE ||
        e->op == EX_DIVIDE || e->op == EX_NEG)
        a = lower_dim_of(l, e->kids[0]);
    if (a && e->count == 2)
        b = lower_dim_of(l, e->kids[1]);
    if (e->op == EX_NUMBER)
        return dim_number(dims, e->number);
    if (e->op == EX_SYMBOL)
        return dim_of_symbol(dims, e->symbol);
    if (e->op == EX_ADD)
        return dim_add(dims, a, b);
    if (e->op == EX_SUB)
        return dim_sub(dims, a, b);
    if (e->op == EX_NEG)
        return dim_sub(dims, dim_constant(dims, 0), a);
    if (e->op == EX_POW)
        return dim_of_power(l, e);
    if (e->op == EX_SCALE) {
        const struct dim *product = dim_mul(dims, a, b);
        return dim_is_too_large(product) ? opaque(l, e) : product;
    }
    const struct dim *quotient =
        e->op == EX_DIVIDE ? dim_div(dims, a, b) : NULL;
    return quotient ? quotient : opaque(l, e);
}

const struct dim *lower_size(struct lowering *l, const struct scope *scope,
                             const struct ast_expr *ast,
                             const struct expr **value)
{
    const struct expr *e = lower_index(l, scope, ast);
    if (value)
        *value = e;
    if (!e)
        return NULL;
    const struct dim *size = lower_dim_of(l, e);
    int64_t n;
    if (dim_is_constant(size, &n) && n < 1)
        return diag_null(l->diag, ast->span, "a size is at least 1");
    return size;
}

/* One index of a subscript: the two ends, and the size, of what it takes. */
struct taken {
    const struct expr *lo, *hi;
    const struct dim *size;
    bool is_single;
};

/*
 * Whether the index lies outside 1..whole at every size (an error was added);
 * A[3, 1] of two rows, A[n + 1, 1] of n.  Behind an `if` nothing is said.
 */
static bool is_outside(struct lowering *l, const struct ast_expr *ast,
                       const struct expr *index, const struct dim *whole)
{
    int64_t at, left;
    const struct dim *d = lower_dim_of(l, index);
    const struct dim *behind = dim_sub(expr_dims(l->pool), whole, d);
    const bool is_below = dim_is_constant(d, &at) && at < 1;
    const bool is_above = dim_is_constant(behind, &left) && left < 0;
    if (l->in_branch || !(is_below || is_above))
        return false;
    LOCAL_BUFFER text = buffer_new();
    buffer_add(&text, "index ");
    dim_print(&text, d);
    buffer_add(&text, " is outside its range at every size, expected 1..");
    dim_print(&text, whole);
    diag_error(l->diag, ast->span, "%s", text.text);
    return true;
}

static bool lower_taken(struct lowering *l, const struct scope *scope,
                        const struct ast_expr *ast, const struct dim *whole,
                        struct taken *out)
{
    struct dim_pool *dims = expr_dims(l->pool);
    out->is_single = false;
    if (ast->kind == AST_ALL) {
        out->lo = expr_int(l->pool, 1, ast->span);
        out->hi = expr_of_dim(l->pool, whole, ast->span);
        out->size = whole;
        return true;
    }
    if (ast->kind != AST_RANGE) {
        out->lo = out->hi = lower_index(l, scope, ast);
        out->size = dim_constant(dims, 1);
        out->is_single = true;
        return out->lo && !is_outside(l, ast, out->lo, whole);
    }
    out->lo = lower_index(l, scope, ast->kids[0]);
    out->hi = lower_index(l, scope, ast->kids[1]);
    if (!out->lo || !out->hi)
        return false;
    out->size =
        dim_sub(dims, lower_dim_of(l, out->hi), lower_dim_of(l, out->lo));
    out->size = dim_add(dims, out->size, dim_constant(dims, 1));
    int64_t n;
    if (dim_is_constant(out->size, &n) && n < 1)
        return diag_error(l->diag, ast->span, "an empty slice");
    return !is_outside(l, ast->kids[0], out->lo, whole) &&
           !is_outside(l, ast->kids[1], out->hi, whole);
}

static bool bad_count(struct lowering *l, const struct ast_expr *ast,
                      const struct expr *base)
{
    size_t n = ast->count - 1;
    bool is_vector = dim_is_one(base->cols) || dim_is_one(base->rows);
    if (n == 2 || (n == 1 && is_vector))
        return false;
    diag_error(l->diag, ast->span, "a matrix takes two indices%s, found %zu",
               is_vector ? " or, a vector, one" : "", n);
    return true;
}

/* A bare index of a vector runs along it; the other one is 1. */
static bool lower_both(struct lowering *l, const struct scope *scope,
                       const struct ast_expr *ast, const struct expr *base,
                       struct taken taken[2])
{
    if (ast->count == 3)
        return lower_taken(l, scope, ast->kids[1], base->rows, &taken[0]) &&
               lower_taken(l, scope, ast->kids[2], base->cols, &taken[1]);
    size_t along = dim_is_one(base->cols) ? 0 : 1;
    const struct expr *one = expr_int(l->pool, 1, ast->span);
    taken[1 - along] =
        (struct taken){one, one, dim_constant(expr_dims(l->pool), 1), true};
    return lower_taken(l, scope, ast->kids[1], along ? base->cols : base->rows,
                       &taken[along]);
}

const struct expr *lower_subscript(struct lowering *l,
                                   const struct scope *scope,
                                   const struct ast_expr *ast)
{
    const struct binding *b = lower_resolve(scope, ast->kids[0]);
    if (b && lower_is_family(l, b))
        return lower_member(l, scope, b, ast);
    const struct expr *base = lower_operand(l, scope, ast->kids[0]);
    struct taken taken[2];
    if (!base || bad_count(l, ast, base) ||
        !lower_both(l, scope, ast, base, taken))
        return NULL;
    if (taken[0].is_single && taken[1].is_single) {
        const struct expr *kids[] = {base, taken[0].lo, taken[1].lo};
        return lower_make(l, EX_ENTRY, taken[0].size, taken[1].size, kids, 3,
                          ast->span);
    }
    const struct expr *kids[] = {base, taken[0].lo, taken[0].hi, taken[1].lo,
                                 taken[1].hi};
    return lower_make(l, EX_SLICE, taken[0].size, taken[1].size, kids, 5,
                      ast->span);
}
