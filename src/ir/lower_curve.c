/* `majorant trace`: values along an index, in the scope of a theorem. */
#include "ir/lower_internal.h"

static const struct expr *log10_of(struct lowering *l, const struct expr *e)
{
    const struct dim *one = dim_constant(expr_dims(l->pool), 1);
    const struct expr *ten = expr_int(l->pool, 10, e->span);
    const struct expr *logs[2] = {e, ten};
    for (int k = 0; k < 2; k++) {
        struct expr model = {.op = EX_CALL,
                             .fn = FN_LOG,
                             .span = e->span,
                             .rows = one,
                             .cols = one,
                             .kids = &logs[k],
                             .count = 1};
        logs[k] = expr_intern(l->pool, &model);
    }
    return expr_binary(l->pool, EX_DIVIDE, logs[0], logs[1], e->span);
}

/* A bare name: the family with one index, at that of the curve. */
static const struct expr *member(struct lowering *l, const struct binding *b,
                                 const struct expr *index,
                                 const struct ast_expr *ast)
{
    const struct expr **kids = arena_array(l->arena, 1, sizeof *kids);
    kids[0] = index;
    return lower_member_at(l, b, kids, ast->span);
}

static bool is_scalar(struct lowering *l, const struct expr *e,
                      const struct ast_expr *ast)
{
    if (expr_is_scalar(e))
        return true;
    LOCAL_BUFFER shape = buffer_new();
    lower_print_shape(&shape, e);
    diag_error(l->diag, ast->span, "expected a scalar, found a matrix %s",
               shape.text);
    return false;
}

static bool indices_are_one(const struct lowering *l, const struct binding *b)
{
    if (b->kind == BIND_GIVEN)
        return l->theorem->givens[b->index].nindices == 1;
    return b->kind == BIND_LET && b->let->is_family &&
           b->let->decls[0]->targets[0].npatterns == 1;
}

/* The larger side of `forall(l in ..., small <= large)`; NULL: it is other. */
static const struct expr *bound_of(const struct claim *claim,
                                   const struct symbol **index)
{
    const struct expr *e = claim->relation;
    if (e->op != EX_FORALL || e->kids[2]->op != EX_REL)
        return NULL;
    const struct expr *relation = e->kids[2];
    *index = e->symbol;
    if (relation->rel == REL_LE || relation->rel == REL_LT)
        return relation->kids[1];
    if (relation->rel == REL_GE || relation->rel == REL_GT)
        return relation->kids[0];
    return NULL;
}

static const struct expr *claimed_bound(struct lowering *l,
                                        const struct claim *claim,
                                        struct lower_curve *curve)
{
    const struct expr *e = bound_of(claim, &curve->index);
    if (!e)
        diag_error(l->diag, curve->ast->span,
                   "the claim %s is no `forall` over one index of an "
                   "inequality",
                   claim->name);
    return e;
}

static const struct expr *lower_one(struct lowering *l,
                                    const struct scope *scope,
                                    const struct expr *index,
                                    struct lower_curve *curve)
{
    const struct ast_expr *ast = curve->ast;
    const struct binding *b =
        ast->kind == AST_NAME ? lower_resolve(scope, ast) : NULL;
    const struct claim *claim = ast->kind == AST_NAME && !b
                                    ? theorem_claim(l->theorem, ast->text)
                                    : NULL;
    if (claim && curve->may_be_claim)
        return claimed_bound(l, claim, curve);
    if (b && lower_is_family(l, b) && indices_are_one(l, b))
        return member(l, b, index, ast);
    return lower_operand(l, scope, ast);
}

enum status lower_curves(struct index_range *range, struct lower_curve *curves,
                         size_t count, const struct module *module,
                         const struct theorem *theorem,
                         const struct ast_range *over, struct diag *diag)
{
    struct lowering *l = lower_find_theorem(module, theorem->name, NULL);
    ENSURE(l != NULL && l->theorem == theorem,
           "lower_curves: the theorem is of another module");
    struct scope scope = l->scope;
    scope.funcs = module->nfuncs;
    l->diag = diag;
    range->lo = lower_index(l, &scope, over->lo);
    range->hi = lower_index(l, &scope, over->hi);
    range->symbol = lower_bind_index(l, &scope, over->name, over->span);
    if (!range->lo || !range->hi || !range->symbol)
        return ST_INPUT;
    const struct expr *index = expr_symbol(l->pool, range->symbol, over->span);
    enum status st = ST_OK;
    for (size_t k = 0; k < count; k++) {
        struct lower_curve *c = &curves[k];
        c->index = range->symbol;
        c->value = lower_one(l, &scope, index, c);
        if (!c->value || !is_scalar(l, c->value, c->ast))
            st = ST_INPUT;
        else
            c->log10 = log10_of(l, c->value);
    }
    return st;
}

const struct expr *lower_difference(const struct module *module,
                                    const struct theorem *theorem,
                                    const struct expr *a, const struct expr *b)
{
    struct lowering *l = lower_find_theorem(module, theorem->name, NULL);
    return expr_binary(l->pool, EX_SUB, a, b, a->span);
}
