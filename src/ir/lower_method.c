/*
 * The methods of steps, `by NAME(arguments)`: what they use is checked where it
 * is written, also of those that only the core can do.
 */
#include "ir/lower_internal.h"

#include <string.h>

static bool is_method(const char *name)
{
    static const char *const names[] = {
        "algebra",  "induction",         "shift",   "stochastic", "monotone",
        "abs",      "triangle",          "minimal", "range",      "lemma",
        "sampling", "submultiplicative", "auto",    "entries",    "linear"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/*
 * ---- lemma ----
 */

static const struct lowering *find_lemma(struct lowering *l,
                                         const struct ast_method *m)
{
    const struct lowering *other =
        lower_find_theorem(l->module, m->theorem, m->claim);
    if (!other)
        return diag_null(l->diag, m->span,
                         "no theorem %s%s%s stands before this", m->theorem,
                         m->claim ? " with a claim " : "",
                         m->claim ? m->claim : "");
    if (m->nargs >
        other->theorem->ngivens + theorem_open_dims(other->theorem)) {
        diag_error(l->diag, m->span, "%s has %zu givens, found %zu arguments",
                   m->theorem, other->theorem->ngivens, m->nargs);
        diag_note(l->diag, other->theorem->span, "%s is stated here",
                  m->theorem);
        return NULL;
    }
    return other;
}

/* A family for a given that is one, with as many indices. */
static const struct expr *family_arg(struct lowering *l,
                                     const struct binding *b,
                                     const struct given *g,
                                     const struct ast_expr *ast)
{
    const struct expr *e = lower_whole_family(l, b, ast);
    size_t nindices = 0;
    for (const struct expr *at = e; at && at->op == EX_SUM; at = at->kids[2])
        nindices++;
    if (e && nindices != g->nindices)
        return diag_null(l->diag, ast->span,
                         "%s has %zu indices, the given %s %zu", b->name,
                         nindices, g->name, g->nindices);
    return e;
}

static const struct expr **lemma_args(struct lowering *l,
                                      const struct scope *scope,
                                      const struct ast_method *m,
                                      const struct theorem *of)
{
    const struct expr **args =
        arena_array(l->arena, m->nargs + 1, sizeof *args);
    for (size_t i = 0; i < m->nargs; i++) {
        const struct binding *b = lower_resolve(scope, m->args[i]);
        const struct given *g = of && i < of->ngivens ? &of->givens[i] : NULL;
        if (g && b && lower_is_family(l, b))
            args[i] = family_arg(l, b, g, m->args[i]);
        else if (g && g->nindices > 0)
            diag_error(l->diag, m->args[i]->span,
                       "the given %s is a family and wants one", g->name);
        else
            args[i] = lower_operand(l, scope, m->args[i]);
    }
    return args;
}

const struct lemma_use *lower_lemma(struct lowering *l,
                                    const struct scope *scope,
                                    const struct ast_method *m)
{
    const struct lowering *other = find_lemma(l, m);
    const struct expr **args =
        lemma_args(l, scope, m, other ? other->theorem : NULL);
    if (!other)
        return NULL;
    struct lemma_use *use = arena_alloc(l->arena, sizeof *use);
    *use = (struct lemma_use){.theorem = other->theorem,
                              .claim = m->claim,
                              .args = args,
                              .nargs = m->nargs};
    return use;
}

/*
 * ---- entries ----
 */

/* Two new names, for the indices of an entry of a relation of matrices. */
static void check_entries(struct lowering *l, const struct scope *scope,
                          const struct ast_method *m,
                          const struct expr *relation)
{
    struct scope inner = *scope;
    bool fine = m->nargs == 2;
    for (size_t i = 0; i < m->nargs; i++)
        fine = fine && m->args[i]->kind == AST_NAME;
    if (!fine) {
        diag_error(l->diag, m->span,
                   "entries takes two new names, by entries(i, j)");
        return;
    }
    for (size_t i = 0; i < m->nargs; i++)
        (void)lower_bind_index(l, &inner, m->args[i]->text, m->args[i]->span);
    while (relation->op == EX_FORALL)
        relation = relation->kids[2];
    if (relation->op != EX_REL || (expr_is_scalar(relation->kids[0]) &&
                                   expr_is_scalar(relation->kids[1])))
        diag_error(l->diag, m->span,
                   "by entries proves a relation of two matrices, perhaps "
                   "under forall");
}

/*
 * ---- linear ----
 */

/* A factor: what is assumed, claimed or shown before; NULL: it is a value. */
static const struct expr *find_fact(struct lowering *l,
                                    const struct scope *scope,
                                    const struct ast_expr *ast,
                                    const char *proof)
{
    const struct theorem *t = l->theorem;
    const struct expr *found = NULL;
    if (ast->kind != AST_NAME || lower_find(scope, ast->text))
        return NULL;
    for (size_t i = 0; i < t->nassumptions; i++)
        if (t->assumptions[i].name &&
            strcmp(t->assumptions[i].name, ast->text) == 0)
            found = t->assumptions[i].relation;
    struct buffer step = buffer_new();
    buffer_printf(&step, "%s/%s", proof, ast->text);
    const struct claim *claim = theorem_claim(t, step.text);
    buffer_clear(&step);
    /* the last one is the step itself */
    return claim && claim + 1 < t->claims + t->nclaims ? claim->relation
                                                       : found;
}

/* A product of values and facts, whose left sides stand for them. */
static const struct expr *term(struct lowering *l, const struct scope *scope,
                               const struct ast_expr *ast, const char *proof,
                               size_t *facts)
{
    if (ast->kind == AST_BINARY && ast->op == AST_MUL) {
        const struct expr *a = term(l, scope, ast->kids[0], proof, facts);
        const struct expr *b = term(l, scope, ast->kids[1], proof, facts);
        return a && b ? lower_product(l, a, b, ast->span) : NULL;
    }
    const struct expr *fact = find_fact(l, scope, ast, proof);
    if (!fact)
        return lower_operand(l, scope, ast);
    ++*facts;
    if (fact->op == EX_REL)
        return fact->kids[0];
    return diag_null(
        l->diag, ast->span,
        "a fact of linear is one relation of two sides; say the part "
        "that is used in a step of its own");
}

static void check_term(struct lowering *l, const struct scope *scope,
                       const struct ast_expr *ast, const char *proof)
{
    size_t facts = 0;
    if (term(l, scope, ast, proof, &facts) && facts != 1)
        diag_error(l->diag, ast->span,
                   "linear takes products with the name of one earlier step of "
                   "this proof or assumption, by linear(term * step, ...), "
                   "found %zu",
                   facts);
}

static void check_linear(struct lowering *l, const struct scope *scope,
                         const struct ast_method *m, const char *proof)
{
    if (m->nargs == 0)
        diag_error(
            l->diag, m->span,
            "linear takes what is added up, by linear(term * step, ...)");
    for (size_t i = 0; i < m->nargs; i++)
        check_term(l, scope, m->args[i], proof);
}

const struct lemma_use *lower_method(struct lowering *l,
                                     const struct scope *scope,
                                     const struct ast_method *m,
                                     const struct expr *relation,
                                     const char *proof)
{
    if (!m->name)
        return NULL;
    if (!is_method(m->name))
        return diag_null(l->diag, m->span, "unknown method %s", m->name);
    if (strcmp(m->name, "lemma") == 0)
        return lower_lemma(l, scope, m);
    if (strcmp(m->name, "entries") == 0)
        check_entries(l, scope, m, relation);
    else if (strcmp(m->name, "linear") == 0)
        check_linear(l, scope, m, proof);
    else
        (void)lemma_args(l, scope, m, NULL);
    return NULL;
}
