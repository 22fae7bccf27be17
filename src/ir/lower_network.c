/* `majorant paths`: a network as the sum of its terms. */
#include "ir/lower_internal.h"

static struct lowering *lowering_of(const struct lower_network *net,
                                    struct diag *diag)
{
    struct lowering *l =
        lower_find_theorem(net->module, net->theorem->name, NULL);
    ENSURE(l != NULL && l->theorem == net->theorem,
           "lower_network: the theorem is of another module");
    l->diag = diag;
    return l;
}

/* ---- the parts ---- */

static bool lower_range(struct index_range *out, struct lowering *l,
                        struct scope *scope, const struct ast_range *range)
{
    out->lo = lower_index(l, scope, range->lo);
    out->hi = lower_index(l, scope, range->hi);
    return out->lo && out->hi;
}

static bool bind(struct index_range *out, struct lowering *l,
                 struct scope *scope, const struct ast_range *range)
{
    out->symbol = lower_bind_index(l, scope, range->name, range->span);
    return out->symbol != NULL;
}

/* Whether the factor maps the shape of the start to itself. */
static bool is_square_of(struct lowering *l, const struct expr *factor,
                         const struct ast_expr *ast, const struct dim *size)
{
    if (factor->rows == size && factor->cols == size)
        return true;
    LOCAL_BUFFER found = buffer_new(), wanted = buffer_new();
    lower_print_shape(&found, factor);
    dim_print(&wanted, size);
    diag_error(l->diag, ast->span,
               "a term must keep the shape of the start: expected (%s x %s), "
               "found %s",
               wanted.text, wanted.text, found.text);
    return false;
}

enum status lower_network(struct lower_network *net, struct diag *diag)
{
    struct lowering *l = lowering_of(net, diag);
    struct scope scope = l->scope;
    scope.funcs = net->module->nfuncs;
    if (!lower_range(&net->layer, l, &scope, net->layers) ||
        !lower_range(&net->head, l, &scope, net->heads))
        return ST_INPUT;
    net->begin = lower_operand(l, &scope, net->start);
    if (!bind(&net->layer, l, &scope, net->layers) ||
        !bind(&net->head, l, &scope, net->heads))
        return ST_INPUT;
    net->before = lower_operand(l, &scope, net->left);
    net->behind = lower_operand(l, &scope, net->right);
    if (!net->begin || !net->before || !net->behind)
        return ST_INPUT;
    bool fits = is_square_of(l, net->before, net->left, net->begin->rows);
    fits = is_square_of(l, net->behind, net->right, net->begin->cols) && fits;
    return fits ? ST_OK : ST_INPUT;
}

/* ---- terms ---- */

static const struct expr *times(struct lowering *l, const struct expr *a,
                                const struct expr *b)
{
    return lower_product(l, a, b, a->span);
}

/* sum(symbol in lo..hi, body); one value: the body there. */
static const struct expr *sum(struct lowering *l, const struct symbol *symbol,
                              int64_t lo, int64_t hi, const struct expr *body)
{
    const struct expr *from = expr_int(l->pool, lo, body->span);
    const struct expr *to = expr_int(l->pool, hi, body->span);
    return lower_sum(l, symbol, from, to, body, body->span);
}

/* sum(h in lo..hi, left * y * right) at one layer. */
static const struct expr *step(struct lowering *l,
                               const struct lower_network *net, int64_t layer,
                               int64_t lo, int64_t hi, const struct expr *y)
{
    const struct expr *body = times(l, times(l, net->before, y), net->behind);
    body = sum(l, net->head.symbol, lo, hi, body);
    return sum(l, net->layer.symbol, layer, layer, body);
}

/* The same for one h, with factors that other words share. */
static const struct expr *factor(struct lowering *l,
                                 const struct lower_network *net, int64_t layer,
                                 int64_t head, const struct expr *e)
{
    return sum(l, net->layer.symbol, layer, layer,
               sum(l, net->head.symbol, head, head, e));
}

/* The measure with `path` for the term. */
static const struct expr *measure(struct lowering *l,
                                  const struct lower_network *net,
                                  const struct expr *term)
{
    const struct ast_expr *ast = net->measure;
    struct scope scope = l->scope;
    scope.funcs = net->module->nfuncs;
    struct binding *b =
        lower_bind(l, &scope, "path", net->measure->span, BIND_LET);
    if (!b)
        return NULL;
    b->let = arena_alloc(l->arena, sizeof *b->let);
    *b->let = (struct let_source){.name = "path",
                                  .span = ast->span,
                                  .values = {term, term},
                                  .states = {DONE, DONE}};
    const struct expr *e = lower_operand(l, &scope, ast);
    if (e && !expr_is_scalar(e))
        return diag_null(l->diag, ast->span,
                         "expected a scalar, found a matrix");
    return e;
}

enum status lower_word(const struct expr **out, const struct lower_network *net,
                       int64_t first, const int64_t *heads, size_t nlayers,
                       struct diag *diag)
{
    struct lowering *l = lowering_of(net, diag);
    const struct expr *y = net->begin;
    for (size_t i = 0; i < nlayers; i++) {
        int64_t layer = first + (int64_t)i;
        if (heads[i] == LOWER_NO_HEAD)
            continue;
        y = times(l, factor(l, net, layer, heads[i], net->before), y);
        y = times(l, y, factor(l, net, layer, heads[i], net->behind));
    }
    *out = measure(l, net, y);
    return *out ? ST_OK : ST_INPUT;
}

/* a + b, where NULL is 0. */
static const struct expr *add(struct lowering *l, const struct expr *a,
                              const struct expr *b)
{
    const struct expr *kids[] = {a, b};
    if (!a || !b)
        return a ? a : b;
    return lower_make(l, EX_ADD, a->rows, a->cols, kids, 2, a->span);
}

enum status lower_word_sums(const struct expr **out,
                            const struct lower_network *net, int64_t first,
                            size_t nlayers, int64_t lo, int64_t hi,
                            struct diag *diag)
{
    struct lowering *l = lowering_of(net, diag);
    const struct expr **sums =
        arena_array(l->arena, nlayers + 1, sizeof *sums); /* NULL: 0 */
    const struct expr *all = NULL;
    enum status st = ST_OK;
    sums[0] = net->begin;
    for (size_t i = 0; i < nlayers; i++)
        for (size_t k = i + 1; k > 0; k--)
            sums[k] =
                add(l, sums[k],
                    step(l, net, first + (int64_t)i, lo, hi, sums[k - 1]));
    for (size_t k = 0; k <= nlayers; k++) {
        out[k] = measure(l, net, sums[k]);
        all = add(l, all, sums[k]);
    }
    out[nlayers + 1] = measure(l, net, all);
    for (size_t k = 0; k <= nlayers + 1; k++)
        if (!out[k])
            st = ST_INPUT;
    return st;
}
