/* Tables as derivations: every name is looked up, every term made anew. */
#include "kernel/proof.h"

#include "cert/statement.h"
#include "kernel/proof_internal.h"
#include "lang/parser.h"
#include "logic/catalogue.h"
#include "logic/make.h"
#include "logic/term.h"

#include <stdlib.h>
#include <string.h>

struct opening {
    const struct module *module;
    const struct theorem *t;
    const struct proof *proof;
    struct derivation *d;
    const struct symbol **symbols;
    const struct expr **terms;
    size_t *sizes, *depths; /* of terms, as trees */
    const struct scope_entry **scopes;
    char **reason;
};

/* ---- the statement ---- */

static bool reject_diag(char **reason, const struct diag *diag)
{
    struct buffer text;
    buffer_init(&text);
    diag_print(diag, &text);
    size_t end = text.text ? strcspn(text.text, "\n") : 0;
    statement_reject(reason, "the statement is not valid: %.*s", (int)end,
                     text.text ? text.text : "");
    buffer_clear(&text);
    return false;
}

static bool check_items(const struct ast_file *file, char **reason)
{
    for (size_t i = 0; i < file->nitems; i++)
        if (file->items[i].kind == ITEM_IMPORT ||
            file->items[i].kind == ITEM_CASE)
            return statement_reject(
                reason, "the statement is not self-contained: it may hold "
                        "funcs, theorems and proofs");
    return true;
}

static bool read_items(const char *statement, struct diag *diag, char **reason)
{
    struct arena *arena = arena_new();
    struct ast_file *file = NULL;
    bool ok = strlen(statement) <= SOURCE_MAX_BYTES ||
              statement_reject(reason, "the statement is too long");
    if (ok) {
        const struct source *source =
            source_from_text(arena, "statement", statement, strlen(statement));
        ok = parser_file(&file, arena, source, diag) == ST_OK
                 ? check_items(file, reason)
                 : reject_diag(reason, diag);
    }
    arena_free(arena);
    return ok;
}

bool proof_open_statement(struct module **out,
                          const struct proof_certificate *c, char **reason)
{
    struct diag *diag = diag_new();
    *out = NULL;
    bool ok = read_items(c->statement, diag, reason);
    if (ok &&
        module_load_text(out, "statement", c->statement, NULL, diag) != ST_OK)
        ok = reject_diag(reason, diag);
    diag_free(diag);
    return ok;
}

static size_t claim_number(const struct theorem *t, const char *name)
{
    const struct claim *c = theorem_claim(t, name);
    return c ? (size_t)(c - t->claims) : t->nclaims;
}

static bool find_claim(struct opening *o, struct proof_claim *of)
{
    const struct proof *p = o->proof;
    o->t = module_find(o->module, p->theorem);
    if (!o->t)
        return statement_reject(o->reason, "the statement has no theorem %s",
                                p->theorem);
    size_t c = claim_number(o->t, p->claim);
    if (c == o->t->nclaims)
        return statement_reject(o->reason, "the theorem %s has no claim %s",
                                p->theorem, p->claim);
    if (p->link < 1 || p->link > o->t->claims[c].nlinks)
        return statement_reject(o->reason, "the claim %s has no link %zu",
                                p->claim, p->link);
    struct buffer text;
    buffer_init(&text);
    expr_print(&text, o->t->claims[c].links[p->link - 1].relation);
    bool same = strcmp(text.text, p->relation) == 0;
    buffer_clear(&text);
    *of = (struct proof_claim){o->t, c, p->link - 1};
    return same || statement_reject(o->reason,
                                    "the claim %s is not the relation recorded",
                                    p->claim);
}

/* ---- variables ---- */

static bool open_variables(struct opening *o)
{
    struct proof_symbols own;
    const struct proof *p = o->proof;
    bool ok = true;
    if (p->nvariables == 0)
        return true;
    proof_symbols_of(&own, o->t);
    for (size_t i = 0; i < p->nvariables && ok; i++) {
        const struct proof_variable *v = &p->variables[i];
        enum symbol_kind kind = v->is_real ? SYM_REAL : SYM_INDEX;
        if (v->at == PROOF_NONE)
            o->symbols[i] =
                dim_new_symbol(expr_dims(o->t->pool), kind, v->name);
        else if (v->at < own.count && own.items[v->at]->kind == kind)
            o->symbols[i] = own.items[v->at];
        else
            ok = statement_reject(o->reason,
                                  "variable %zu is not in the "
                                  "statement",
                                  i);
    }
    proof_symbols_clear(&own);
    return ok;
}

/* ---- terms ---- */

static const struct symbol *declared(const struct theorem *t, const char *name)
{
    const struct given *g = theorem_given(t, name);
    return g ? g->symbol : theorem_dim(t, name);
}

static bool label_symbol(struct expr *model, const struct opening *o,
                         const struct proof_term *term)
{
    if (term->number != PROOF_NONE)
        model->symbol = term->number < o->proof->nvariables
                            ? o->symbols[term->number]
                            : NULL;
    else if (term->name)
        model->symbol = declared(o->t, term->name);
    return model->symbol != NULL;
}

static bool label_relation(struct expr *model, const char *name)
{
    static const enum relop all[] = {REL_EQ, REL_NE, REL_LE,
                                     REL_GE, REL_LT, REL_GT};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(ast_relop_text(all[i]), name) == 0) {
            model->rel = all[i];
            return true;
        }
    return false;
}

static bool label_given(struct expr *model, const struct opening *o,
                        const char *name)
{
    const struct given *g = theorem_given(o->t, name);
    model->decl = g ? (size_t)(g - o->t->givens) : 0;
    return g != NULL;
}

/* What the node is, beside its kids. */
static bool label(struct expr *model, const struct opening *o,
                  const struct proof_term *term, rational_t *number)
{
    bool named = term->op == EX_NUMBER || term->op == EX_GIVEN ||
                 term->op == EX_CALL || term->op == EX_REL;
    if (named && !term->name)
        return false;
    if (term->op == EX_NUMBER) {
        model->number = number;
        return mpq_set_str(number->q, term->name, 10) == 0 &&
               mpz_sgn(mpq_denref(number->q)) > 0;
    }
    if (term->op == EX_GIVEN)
        return label_given(model, o, term->name);
    if (term->op == EX_CALL)
        return function_find(&model->fn, term->name, term->count);
    if (term->op == EX_REL)
        return label_relation(model, term->name);
    if (term->op == EX_LET || term->op == EX_LITERAL) {
        model->decl = term->number;
        return term->number != PROOF_NONE;
    }
    model->reversed = term->reversed;
    if (term->op == EX_SYMBOL || make_is_binder(model))
        return label_symbol(model, o, term);
    return true;
}

/* Depth and size of the tree, of which every walk over terms is made. */
static bool measure(struct opening *o, size_t at, const struct proof_term *term)
{
    size_t size = 1, depth = 0;
    for (size_t i = 0; i < term->count; i++) {
        size += o->sizes[term->kids[i]];
        if (o->depths[term->kids[i]] > depth)
            depth = o->depths[term->kids[i]];
        if (size > PROOF_MAX_SIZE)
            return false;
    }
    o->sizes[at] = size;
    o->depths[at] = depth + 1;
    return depth < PROOF_MAX_DEPTH;
}

static const struct expr *make(struct opening *o, const struct proof_term *term)
{
    struct expr model = {.op = term->op, .count = term->count};
    const struct expr **kids = xcalloc(term->count + 1, sizeof *kids);
    rational_t number;
    rational_init(&number);
    for (size_t i = 0; i < term->count; i++)
        kids[i] = o->terms[term->kids[i]];
    model.kids = kids;
    const struct expr *e = NULL;
    if (label(&model, o, term, &number)) {
        if (term->op == EX_NUMBER)
            mpq_canonicalize(number.q);
        e = term_make(o->t, &model);
    }
    rational_clear(&number);
    free(kids);
    return e;
}

static bool open_terms(struct opening *o)
{
    const struct proof *p = o->proof;
    for (size_t i = 0; i < p->nterms; i++) {
        const struct proof_term *term = &p->terms[i];
        for (size_t k = 0; k < term->count; k++)
            if (term->kids[k] >= i)
                return statement_reject(o->reason, "term %zu uses a later one",
                                        i);
        if (!measure(o, i, term))
            return statement_reject(o->reason, "term %zu is too large", i);
        o->terms[i] = make(o, term);
        if (!o->terms[i])
            return statement_reject(o->reason, "term %zu is not well-formed",
                                    i);
    }
    return true;
}

/* A value: no relation, no infinity. */
static const struct expr *value(const struct opening *o, size_t at)
{
    const struct expr *e = at < o->proof->nterms ? o->terms[at] : NULL;
    return e && !e->is_relation && !term_is_infinite(e) ? e : NULL;
}

static const struct expr *relation(const struct opening *o, size_t at)
{
    const struct expr *e = at < o->proof->nterms ? o->terms[at] : NULL;
    return e && e->is_relation ? e : NULL;
}

/* ---- scopes ---- */

static bool open_scopes(struct opening *o)
{
    const struct proof *p = o->proof;
    for (size_t i = 0; i < p->nscopes; i++) {
        const struct proof_scope *s = &p->scopes[i];
        const struct scope_entry *outer = NULL;
        if (s->outer != PROOF_NONE && s->outer >= i)
            return statement_reject(o->reason, "scope %zu uses a later one", i);
        if (s->outer != PROOF_NONE)
            outer = o->scopes[s->outer];
        if (s->variable == PROOF_NONE && relation(o, s->hypothesis))
            o->scopes[i] =
                derivation_hypothesis(o->d, outer, relation(o, s->hypothesis));
        else if (s->variable < p->nvariables && value(o, s->lo) &&
                 value(o, s->hi))
            o->scopes[i] =
                derivation_variable(o->d, outer, o->symbols[s->variable],
                                    value(o, s->lo), value(o, s->hi));
        else
            return statement_reject(o->reason, "scope %zu is not well-formed",
                                    i);
    }
    return true;
}

/* ---- lines ---- */

/* "theorem:claim" */
static bool find_lemma(struct line *out, const struct opening *o,
                       const char *of)
{
    const char *colon = strchr(of, ':');
    if (!colon)
        return false;
    char *name = xstrdup(of);
    name[colon - of] = '\0';
    out->lemma = module_find(o->module, name);
    free(name);
    out->number = out->lemma ? claim_number(out->lemma, colon + 1) : 0;
    return out->lemma != NULL;
}

/* What the line is about; rules check whether there is such a thing. */
static bool find_subject(struct line *out, const struct opening *o,
                         const struct proof_line *l)
{
    bool wanted = l->rule == RULE_INSTANCE || l->rule == RULE_LEMMA ||
                  l->rule == RULE_STEP || l->rule == RULE_BOUND_OF_GIVEN ||
                  l->rule == RULE_ASSUMPTION;
    if (!wanted || !l->of)
        return wanted == (l->of != NULL);
    if (l->rule == RULE_INSTANCE)
        out->number = catalogue_find(l->of);
    if (l->rule == RULE_STEP)
        out->number = claim_number(o->t, l->of);
    if (l->rule == RULE_ASSUMPTION)
        out->number = strtoul(l->of, NULL, 10) - 1;
    if (l->rule == RULE_BOUND_OF_GIVEN) {
        const struct given *g = theorem_given(o->t, l->of);
        out->number = g ? (size_t)(g - o->t->givens) : o->t->ngivens;
    }
    return l->rule != RULE_LEMMA || find_lemma(out, o, l->of);
}

static bool find_terms(const struct expr **terms, const struct opening *o,
                       const struct proof_line *l)
{
    for (size_t i = 0; i < l->nterms; i++) {
        terms[i] = l->terms[i] == PROOF_NONE ? NULL : value(o, l->terms[i]);
        if (!terms[i] && l->terms[i] != PROOF_NONE)
            return false;
    }
    return true;
}

static bool open_line(struct opening *o, const struct proof_line *l)
{
    const struct proof *p = o->proof;
    const struct expr **terms = xcalloc(l->nterms + 1, sizeof *terms);
    struct line made = {.rule = l->rule,
                        .conclusion = relation(o, l->says),
                        .premises = l->premises,
                        .npremises = l->npremises,
                        .terms = terms,
                        .nterms = l->nterms,
                        .link = l->link - 1,
                        .payload = l->range};
    bool ok = made.conclusion && l->link >= 1 && find_terms(terms, o, l) &&
              find_subject(&made, o, l) &&
              (l->scope == PROOF_NONE || l->scope < p->nscopes) &&
              (l->rule == RULE_RANGE) == (l->range != NULL);
    if (ok && l->scope != PROOF_NONE)
        made.scope = o->scopes[l->scope];
    if (ok)
        derivation_add(o->d, &made);
    free(terms);
    return ok;
}

static bool open_lines(struct opening *o)
{
    const struct proof *p = o->proof;
    for (size_t i = 0; i < p->nlines; i++)
        if (!open_line(o, &p->lines[i]))
            return statement_reject(o->reason, "line %zu is not well-formed",
                                    i + 1);
    return true;
}

bool proof_open(struct derivation **out, struct proof_claim *of,
                const struct module *module, const struct proof *proof,
                char **reason)
{
    struct opening o = {.module = module, .proof = proof, .reason = reason};
    *out = NULL;
    if (!find_claim(&o, of))
        return false;
    o.d = derivation_new(o.t);
    o.symbols = xcalloc(proof->nvariables + 1, sizeof *o.symbols);
    o.terms = xcalloc(proof->nterms + 1, sizeof *o.terms);
    o.sizes = xcalloc(proof->nterms + 1, sizeof *o.sizes);
    o.depths = xcalloc(proof->nterms + 1, sizeof *o.depths);
    o.scopes = xcalloc(proof->nscopes + 1, sizeof *o.scopes);
    bool ok = open_variables(&o) && open_terms(&o) && open_scopes(&o) &&
              open_lines(&o);
    free(o.symbols);
    free(o.terms);
    free(o.sizes);
    free(o.depths);
    free(o.scopes);
    if (ok)
        *out = o.d;
    else
        derivation_free(o.d);
    return ok;
}
