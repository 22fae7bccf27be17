#include "kernel/proof.h"

#include "kernel/proof_internal.h"
#include "logic/make.h"

#include <stdlib.h>
#include <string.h>

static const char *const ops[] = {
    /* ORDER: enum expr_op */
    "number",    "pi",           "infinity",     "symbol",     "given",
    "let",       "add",          "subtract",     "negate",     "multiply",
    "scale",     "divide",       "dot_multiply", "dot_divide", "power",
    "dot_power", "matrix_power", "transpose",    "entry",      "slice",
    "literal",   "call",         "sum",          "product",    "max",
    "min",       "integral",     "expectation",  "if",         "relation",
    "psd",       "and",          "or",           "not",        "forall"};

enum { OPS = sizeof ops / sizeof *ops };
_Static_assert(OPS == EX_FORALL + 1, "a name for each expr_op");

const char *proof_op_name(enum expr_op op)
{
    return ops[op];
}

bool proof_op_find(enum expr_op *out, const char *name)
{
    for (size_t i = 0; i < OPS; i++)
        if (strcmp(ops[i], name) == 0) {
            *out = (enum expr_op)i;
            return true;
        }
    return false;
}

void proof_certificate_init(struct proof_certificate *c)
{
    *c = (struct proof_certificate){0};
}

static void clear_line(struct proof_line *l)
{
    free(l->premises);
    free(l->terms);
    free(l->of);
    if (l->range)
        partition_clear(l->range);
    free(l->range);
}

void proof_clear(struct proof *p)
{
    for (size_t i = 0; i < p->nvariables; i++)
        free(p->variables[i].name);
    for (size_t i = 0; i < p->nterms; i++) {
        free(p->terms[i].name);
        free(p->terms[i].kids);
    }
    for (size_t i = 0; i < p->nlines; i++)
        clear_line(&p->lines[i]);
    free(p->variables);
    free(p->terms);
    free(p->scopes);
    free(p->lines);
    free(p->theorem);
    free(p->claim);
    free(p->relation);
    *p = (struct proof){0};
}

void proof_certificate_clear(struct proof_certificate *c)
{
    for (size_t i = 0; i < c->count; i++)
        proof_clear(&c->proofs[i]);
    free(c->proofs);
    free(c->version);
    free(c->statement);
    proof_certificate_init(c);
}

struct proof *proof_certificate_add(struct proof_certificate *c)
{
    c->proofs = xrealloc(c->proofs, c->count + 1, sizeof *c->proofs);
    struct proof *p = &c->proofs[c->count++];
    *p = (struct proof){0};
    return p;
}

/* ---- bound variables ---- */

struct walk {
    struct proof_symbols *out;
    bool *seen;
    size_t count;
};

static void add_symbol(struct walk *w, const struct symbol *s)
{
    struct proof_symbols *out = w->out;
    for (size_t i = 0; i < out->count; i++)
        if (out->items[i] == s)
            return;
    out->items = xrealloc(out->items, out->count + 1, sizeof *out->items);
    out->items[out->count++] = s;
}

/* Lowering bounds the depth (LOWER_MAX_DEPTH). */
static void visit(struct walk *w, const struct expr *e)
{
    if (!e || e->id >= w->count || w->seen[e->id])
        return;
    w->seen[e->id] = true;
    if (make_is_binder(e))
        add_symbol(w, e->symbol);
    for (size_t i = 0; i < e->count; i++)
        visit(w, e->kids[i]);
}

static void visit_ranges(struct walk *w, const struct index_range *ranges,
                         size_t count)
{
    for (size_t i = 0; ranges && i < count; i++) {
        if (ranges[i].symbol)
            add_symbol(w, ranges[i].symbol);
        visit(w, ranges[i].lo);
        visit(w, ranges[i].hi);
    }
}

void proof_symbols_of(struct proof_symbols *out, const struct theorem *t)
{
    struct walk w = {.out = out, .count = expr_count(t->pool)};
    *out = (struct proof_symbols){0};
    w.seen = xcalloc(w.count + 1, sizeof *w.seen);
    for (size_t i = 0; i < t->ngivens; i++)
        visit_ranges(&w, t->givens[i].indices, t->givens[i].nindices);
    for (size_t i = 0; i < t->nlets; i++)
        for (size_t k = 0; k < t->lets[i].nclauses; k++) {
            const struct clause *c = &t->lets[i].clauses[k];
            visit_ranges(&w, c->ranges, t->lets[i].nindices);
            visit(&w, c->body);
        }
    for (size_t i = 0; i < t->nassumptions; i++)
        visit(&w, t->assumptions[i].relation);
    for (size_t i = 0; i < t->nclaims; i++)
        for (size_t k = 0; k < t->claims[i].nlinks; k++)
            visit(&w, t->claims[i].links[k].relation);
    free(w.seen);
}

void proof_symbols_clear(struct proof_symbols *s)
{
    free(s->items);
    *s = (struct proof_symbols){0};
}
