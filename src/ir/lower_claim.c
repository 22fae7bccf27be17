/* Claims, and the steps and chains of proofs. */
#include "ir/lower_internal.h"

/* Whether the ? stands as a factor of a product (or left of a division). */
static bool hole_is_factor(const struct ast_expr *ast)
{
    if (ast->kind == AST_HOLE)
        return true;
    if (ast->kind != AST_BINARY)
        return false;
    if (ast->op == AST_MUL)
        return hole_is_factor(ast->kids[0]) || hole_is_factor(ast->kids[1]);
    return ast->op == AST_DIV && hole_is_factor(ast->kids[0]);
}

static bool may_have_hole(const struct ast_expr *ast)
{
    return ast->kind == AST_CHAIN && ast->count == 2 &&
           (ast->rels[0] == REL_LE || ast->rels[0] == REL_LT) &&
           hole_is_factor(ast->kids[1]);
}

/* The links of a lowered chain: a left-deep conjunction made by lower_chain. */
static size_t collect_links(struct lowering *l, const struct ast_expr *ast,
                            const struct expr *relation,
                            const struct ast_decl *decl, struct link **links)
{
    size_t n = ast->kind == AST_CHAIN ? ast->count - 1 : 1;
    *links = arena_array(l->arena, n, sizeof **links);
    const struct expr *rest = relation;
    for (size_t i = n; i-- > 0;) {
        bool last = i == 0;
        (*links)[i].relation = last ? rest : rest->kids[1];
        if (decl->kind == DECL_CHAIN && i < decl->nmethods)
            (*links)[i].method = &decl->methods[i];
        if (!last)
            rest = rest->kids[0];
    }
    return n;
}

/* ---- a slip of the pen: A >= B where psd(A - B) is meant ---- */

static bool is_eye(const struct expr *e)
{
    if (e->op == EX_SCALE)
        return is_eye(e->kids[1]);
    if (e->op == EX_DIVIDE || e->op == EX_NEG)
        return is_eye(e->kids[0]);
    return expr_is_call(e, FN_EYE);
}

/* Made by sums and multiples of matrices that are declared symmetric or psd. */
static bool is_declared_symmetric(const struct theorem *t, const struct expr *e)
{
    if (e->op == EX_GIVEN && e->decl < t->ngivens)
        return t->givens[e->decl].kind == GIVEN_SYMMETRIC ||
               t->givens[e->decl].kind == GIVEN_PSD;
    if (e->op == EX_ADD || e->op == EX_SUB)
        return is_declared_symmetric(t, e->kids[0]) &&
               is_declared_symmetric(t, e->kids[1]);
    if (e->op == EX_SCALE)
        return is_declared_symmetric(t, e->kids[1]);
    if (e->op == EX_DIVIDE || e->op == EX_NEG)
        return is_declared_symmetric(t, e->kids[0]);
    return is_eye(e);
}

/* A multiple of ones, zeros or eye: nobody means their semidefinite order. */
static bool is_plain(const struct expr *e)
{
    if (e->op == EX_SCALE)
        return is_plain(e->kids[1]);
    if (e->op == EX_DIVIDE || e->op == EX_NEG)
        return is_plain(e->kids[0]);
    return e->op == EX_CALL && function_info(e->fn)->rule == SHAPE_SIZES;
}

static bool looks_semidefinite(const struct theorem *t, const struct expr *link)
{
    if (link->op != EX_REL || link->rel == REL_EQ || link->rel == REL_NE)
        return false;
    const struct expr *a = link->kids[0], *b = link->kids[1];
    if (expr_is_scalar(a) || expr_is_scalar(b) || (is_plain(a) && is_plain(b)))
        return false;
    return is_eye(a) || is_eye(b) ||
           (is_declared_symmetric(t, a) && is_declared_symmetric(t, b));
}

static void warn_of_order(struct lowering *l, const struct claim *claim)
{
    for (size_t i = 0; i < claim->nlinks; i++) {
        const struct expr *link = claim->links[i].relation;
        if (!looks_semidefinite(l->theorem, link))
            continue;
        diag_warning(l->diag, link->span,
                     "matrices are compared entry by entry; the semidefinite "
                     "order is psd(A - B)");
        return;
    }
}

void lower_claim(struct lowering *l, const struct scope *scope,
                 const struct ast_decl *decl, const char *name,
                 const struct ast_item *proof)
{
    if (theorem_claim(l->theorem, name)) {
        diag_error(l->diag, decl->name_span, "the claim %s exists already",
                   name);
        diag_note(l->diag, theorem_claim(l->theorem, name)->span,
                  "%s is stated here", name);
        return;
    }
    l->holes = 0;
    l->allow_hole = !proof && may_have_hole(decl->value);
    struct claim claim = {.name = name,
                          .is_step = proof != NULL,
                          .proof = proof,
                          .is_observation = decl->is_observation,
                          .span = decl->name_span.source ? decl->name_span
                                                         : decl->span};
    claim.relation = lower_statement(l, scope, decl->value, &claim.variables);
    l->allow_hole = false;
    if (!claim.relation)
        return;
    claim.has_hole = l->holes > 0;
    claim.expect = decl->expect == WORD_NONE ? WORD_HOLDS : decl->expect;
    claim.nlinks =
        collect_links(l, decl->value, claim.relation, decl, &claim.links);
    if (decl->kind == DECL_STEP && decl->nmethods > 0)
        claim.method = &decl->methods[0];
    warn_of_order(l, &claim);
    theorem_add_claim(l->theorem, l->arena, &claim);
}

void lower_observations(struct lowering *l, const struct ast_item *item,
                        struct diag *diag)
{
    struct scope scope = l->scope;
    scope.funcs = l->module->nfuncs;
    l->diag = diag;
    for (size_t i = 0; i < item->nlines; i++) {
        const struct ast_decl *decl = item->lines[i].decl;
        size_t before = l->theorem->nclaims;
        if (decl)
            lower_claim(l, &scope, decl, decl->name, NULL);
        if (l->theorem->nclaims > before)
            l->theorem->claims[before].of_case = item->name;
    }
    lower_note_obtained(l);
}

/* ---- proofs ---- */

/* Of those so far, for the names of those without one. */
struct numbers {
    size_t chains, cases;
};

static const char *step_name(struct lowering *l, const char *proof,
                             const struct ast_decl *decl,
                             struct numbers *numbers)
{
    const bool is_chain = decl->kind == DECL_CHAIN;
    size_t *number = is_chain ? &numbers->chains : &numbers->cases;
    LOCAL_BUFFER text = buffer_new();
    *number += decl->kind != DECL_STEP;
    if (decl->name)
        buffer_printf(&text, "%s/%s", proof, decl->name);
    else
        buffer_printf(&text, "%s/%s%zu", proof, is_chain ? "chain" : "cases",
                      *number);
    return arena_strdup(l->arena, text.text);
}

/* A lemma's arguments may name the variables of its step's foralls. */
static bool bind_foralls(struct lowering *l, struct scope *inner,
                         const struct claim *claim)
{
    if (!lower_bind_variables(l, inner, &claim->variables))
        return false;
    const struct expr *relation = claim->relation;
    for (; relation->op == EX_FORALL; relation = relation->kids[2]) {
        struct binding *b = lower_bind(l, inner, relation->symbol->name,
                                       relation->span, BIND_INDEX);
        if (!b)
            return false;
        b->symbol = relation->symbol;
    }
    return true;
}

static void lower_methods(struct lowering *l, const struct scope *scope,
                          const struct ast_decl *decl, struct claim *claim)
{
    struct scope inner = *scope;
    if (!bind_foralls(l, &inner, claim))
        return;
    for (size_t m = 0; m < decl->nmethods && m < claim->nlinks; m++)
        claim->links[m].lemma =
            lower_method(l, &inner, &decl->methods[m], claim->links[m].relation,
                         claim->proof->name);
}

/* Those under cases stand among the others: they hold in each of them. */
static void lower_steps(struct lowering *l, struct scope *scope,
                        const struct ast_item *item,
                        const struct ast_decl *decls, size_t ndecls,
                        struct numbers *numbers)
{
    const bool is_in_cases = decls != item->decls;
    for (size_t i = 0; i < ndecls; i++) {
        const struct ast_decl *decl = &decls[i];
        if (decl->kind == DECL_OBTAIN)
            lower_obtain(l, scope, decl);
        if (decl->kind == DECL_LET || decl->kind == DECL_OBTAIN)
            continue;
        const size_t before = l->theorem->nclaims;
        lower_claim(l, scope, decl, step_name(l, item->name, decl, numbers),
                    item);
        if (l->theorem->nclaims > before) {
            struct claim *claim = &l->theorem->claims[before];
            claim->is_in_cases = is_in_cases || decl->kind == DECL_CASES;
            lower_methods(l, scope, decl, claim);
        }
        if (decl->kind == DECL_CASES)
            lower_steps(l, scope, item, decl->decls, decl->ndecls, numbers);
    }
}

void lower_proof(struct module *module, const struct ast_item *item,
                 struct diag *diag)
{
    struct lowering *l = lower_find_theorem(module, item->of, item->name);
    if (!l) {
        diag_error(diag, item->name_span,
                   "no theorem before this has a claim %s", item->name);
        return;
    }
    l->diag = diag;
    if (theorem_claim(l->theorem, item->name)->is_observation) {
        diag_error(diag, item->name_span,
                   "%s is an observation, which has no proof", item->name);
        return;
    }
    const size_t first = l->theorem->nlets;
    struct scope scope = l->scope;
    scope.funcs = module->nfuncs;
    if (!lower_declare_lets(l, &scope, item->decls, item->ndecls))
        return;
    struct numbers numbers = {0};
    lower_steps(l, &scope, item, item->decls, item->ndecls, &numbers);
    lower_finish_lets(l);
    lower_note_obtained(l);
    if (diag_errors(diag) == 0)
        lower_check_families(l, first);
}
