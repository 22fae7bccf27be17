/* Derivations as tables. */
#include "kernel/proof.h"

#include "kernel/proof_internal.h"
#include "logic/catalogue.h"
#include "logic/make.h"

#include <stdlib.h>

struct writing {
    struct proof *out;
    const struct theorem *t;
    struct proof_symbols own;          /* the statement's bound variables */
    bool has_own;                      /* they were looked for */
    const struct symbol **symbols;     /* of the proof's variables */
    size_t *terms;                     /* by the expression's id: index + 1 */
    const struct scope_entry **scopes; /* of the proof's scopes */
};

static char *taken(struct buffer *text)
{
    char *copy = xstrdup(text->text ? text->text : "");
    buffer_clear(text);
    return copy;
}

/* ---- variables and terms ---- */

/* The whole theorem is walked, if a proof has variables at all. */
static size_t place_of(struct writing *w, const struct symbol *s)
{
    if (!w->has_own)
        proof_symbols_of(&w->own, w->t);
    w->has_own = true;
    for (size_t i = 0; i < w->own.count; i++)
        if (w->own.items[i] == s)
            return i;
    return PROOF_NONE;
}

static size_t add_variable(struct writing *w, const struct symbol *s)
{
    struct proof *p = w->out;
    for (size_t i = 0; i < p->nvariables; i++)
        if (w->symbols[i] == s)
            return i;
    size_t n = p->nvariables++;
    p->variables = xrealloc(p->variables, n + 1, sizeof *p->variables);
    w->symbols = xrealloc(w->symbols, n + 1, sizeof *w->symbols);
    w->symbols[n] = s;
    p->variables[n] = (struct proof_variable){.name = xstrdup(s->name),
                                              .is_real = s->kind == SYM_REAL,
                                              .at = place_of(w, s)};
    return n;
}

static char *name_of_number(const struct expr *e)
{
    char *digits = mpq_get_str(NULL, 10, e->number->q);
    char *copy = xstrdup(digits);
    free(digits);
    return copy;
}

/* What distinguishes the node beside its kids. */
static void set_label(struct proof_term *term, struct writing *w,
                      const struct expr *e)
{
    int64_t rows = 0;
    bool is_bound = e->op == EX_SYMBOL && (e->symbol->kind == SYM_INDEX ||
                                           e->symbol->kind == SYM_REAL);
    if (make_is_binder(e) || is_bound)
        term->number = add_variable(w, e->symbol);
    else if (e->op == EX_SYMBOL)
        term->name = xstrdup(e->symbol->name);
    else if (e->op == EX_NUMBER)
        term->name = name_of_number(e);
    else if (e->op == EX_GIVEN)
        term->name = xstrdup(w->t->givens[e->decl].name);
    else if (e->op == EX_LET)
        term->number = e->decl;
    else if (e->op == EX_LITERAL && dim_is_constant(e->rows, &rows))
        term->number = (size_t)rows;
    else if (e->op == EX_CALL)
        term->name = xstrdup(function_info(e->fn)->name);
    else if (e->op == EX_REL)
        term->name = xstrdup(ast_relop_text(e->rel));
}

/* Lowering and the search bound the depth. */
static size_t add_term(struct writing *w, const struct expr *e)
{
    if (w->terms[e->id])
        return w->terms[e->id] - 1;
    struct proof_term term = {.op = e->op,
                              .reversed = e->reversed,
                              .number = PROOF_NONE,
                              .count = e->count};
    term.kids = xcalloc(e->count + 1, sizeof *term.kids);
    for (size_t i = 0; i < e->count; i++)
        term.kids[i] = add_term(w, e->kids[i]);
    set_label(&term, w, e);
    struct proof *p = w->out;
    p->terms = xrealloc(p->terms, p->nterms + 1, sizeof *p->terms);
    p->terms[p->nterms++] = term;
    w->terms[e->id] = p->nterms;
    return p->nterms - 1;
}

/* ---- scopes ---- */

static size_t add_scope(struct writing *w, const struct scope_entry *s)
{
    struct proof *p = w->out;
    if (!s)
        return PROOF_NONE;
    for (size_t i = 0; i < p->nscopes; i++)
        if (w->scopes[i] == s)
            return i;
    struct proof_scope made = {.outer = add_scope(w, s->outer),
                               .variable = PROOF_NONE,
                               .lo = PROOF_NONE,
                               .hi = PROOF_NONE,
                               .hypothesis = PROOF_NONE};
    if (s->symbol) {
        made.variable = add_variable(w, s->symbol);
        made.lo = add_term(w, s->lo);
        made.hi = add_term(w, s->hi);
    } else {
        made.hypothesis = add_term(w, s->hypothesis);
    }
    size_t n = p->nscopes++;
    p->scopes = xrealloc(p->scopes, n + 1, sizeof *p->scopes);
    w->scopes = xrealloc(w->scopes, n + 1, sizeof *w->scopes);
    p->scopes[n] = made;
    w->scopes[n] = s;
    return n;
}

/* ---- partitions ---- */

static void copy_factor(struct partition_factor *out,
                        const struct partition_factor *f)
{
    partition_factor_init(out, f->terms, f->width);
    out->exponent = f->exponent;
    out->sign = f->sign;
    for (size_t i = 0; i < f->terms; i++)
        mpq_set(out->coefficients[i].q, f->coefficients[i].q);
    for (size_t i = 0; i < f->terms * f->width; i++)
        out->exponents[i] = f->exponents[i];
}

static void copy_node(struct partition *out, size_t at,
                      const struct partition_node *n)
{
    struct partition_node *made = &out->nodes[at];
    made->rule = n->rule;
    made->variable = n->variable;
    made->index = n->index;
    made->first = n->first;
    made->count = n->count;
    if (n->nnumbers > 0)
        partition_set_numbers(out, at, n->nnumbers);
    for (size_t i = 0; i < n->nnumbers; i++) {
        made->numbers[i].kind = n->numbers[i].kind;
        mpq_set(made->numbers[i].value.q, n->numbers[i].value.q);
        mpq_set(made->numbers[i].argument.q, n->numbers[i].argument.q);
    }
    made->factors = xcalloc(n->nfactors + 1, sizeof *made->factors);
    made->nfactors = n->nfactors;
    for (size_t i = 0; i < n->nfactors; i++)
        copy_factor(&made->factors[i], &n->factors[i]);
}

static struct partition *copy_partition(const struct partition *p)
{
    struct partition *made = xcalloc(1, sizeof *made);
    partition_init(made);
    if (p->count > 0)
        partition_add(made, p->count);
    for (size_t i = 0; i < p->count; i++)
        copy_node(made, i, &p->nodes[i]);
    for (size_t i = 0; i < p->nroots; i++)
        partition_add_root(made, p->roots[i]);
    return made;
}

/* ---- lines ---- */

/* What the line is about beyond its terms; NULL: nothing. */
static char *subject(const struct theorem *t, const struct line *l)
{
    struct buffer text;
    buffer_init(&text);
    if (l->rule == RULE_INSTANCE)
        buffer_add(&text, catalogue_name(l->number));
    else if (l->rule == RULE_LEMMA)
        buffer_printf(&text, "%s:%s", l->lemma->name,
                      l->lemma->claims[l->number].name);
    else if (l->rule == RULE_STEP)
        buffer_add(&text, t->claims[l->number].name);
    else if (l->rule == RULE_BOUND_OF_GIVEN)
        buffer_add(&text, t->givens[l->number].name);
    else if (l->rule == RULE_ASSUMPTION)
        buffer_printf(&text, "%zu", l->number + 1);
    if (text.length > 0)
        return taken(&text);
    buffer_clear(&text);
    return NULL;
}

static void add_line(struct writing *w, const struct line *l)
{
    struct proof *p = w->out;
    struct proof_line made = {.rule = l->rule,
                              .says = add_term(w, l->conclusion),
                              .scope = add_scope(w, l->scope),
                              .npremises = l->npremises,
                              .nterms = l->nterms,
                              .of = subject(w->t, l),
                              .link = l->link + 1};
    made.premises = xcalloc(l->npremises + 1, sizeof *made.premises);
    made.terms = xcalloc(l->nterms + 1, sizeof *made.terms);
    for (size_t i = 0; i < l->npremises; i++)
        made.premises[i] = l->premises[i];
    for (size_t i = 0; i < l->nterms; i++)
        made.terms[i] = l->terms[i] ? add_term(w, l->terms[i]) : PROOF_NONE;
    if (l->rule == RULE_RANGE && l->payload)
        made.range = copy_partition(l->payload);
    p->lines[p->nlines++] = made;
}

void proof_of_derivation(struct proof *proof, const struct derivation *d,
                         size_t claim, size_t link)
{
    const struct claim *c = &d->theorem->claims[claim];
    struct writing w = {.out = proof, .t = d->theorem};
    struct buffer relation;
    buffer_init(&relation);
    expr_print(&relation, c->links[link].relation);
    proof->theorem = xstrdup(d->theorem->name);
    proof->claim = xstrdup(c->name);
    proof->link = link + 1;
    proof->relation = taken(&relation);
    proof->lines = xcalloc(d->count + 1, sizeof *proof->lines);
    w.terms = xcalloc(expr_count(d->theorem->pool) + 1, sizeof *w.terms);
    for (size_t i = 0; i < d->count; i++)
        add_line(&w, &d->lines[i]);
    proof_symbols_clear(&w.own);
    free(w.symbols);
    free(w.terms);
    free(w.scopes);
}

void proof_certificate_state(struct proof_certificate *c,
                             const struct module *module,
                             const struct theorem *const *theorems,
                             size_t count)
{
    struct buffer text;
    buffer_init(&text);
    module_text(&text, module, theorems, count);
    free(c->statement);
    c->statement = taken(&text);
    free(c->version);
    c->version = xstrdup(CERTIFICATE_VERSION);
}
