/* What stands before the claims of a theorem, as HTML lists. */
#include "base/escape.h"
#include "report/name.h"
#include "report/typeset_internal.h"

#include <string.h>

/* ---- sizes ---- */

static void put_factors(struct buffer *out, const struct dim *a, size_t term)
{
    for (size_t k = 0; k < dim_factors(a, term); k++) {
        unsigned power = 1;
        const struct symbol *s = dim_factor(a, term, k, &power);
        buffer_add(out, k ? "<mo>&#x2062;</mo>" : "");
        buffer_add(out, power > 1 ? "<msup><mrow>" : "");
        typeset_symbol(out, s);
        if (power > 1)
            buffer_printf(out, "</mrow><mn>%u</mn></msup>", power);
    }
}

/* A size, as in "n x d". */
static void put_dim(struct buffer *out, const struct dim *a)
{
    LOCAL_BUFFER number = buffer_new();
    buffer_add(out, dim_terms(a) == 0 ? "<mn>0</mn>" : "<mrow>");
    for (size_t i = 0; i < dim_terms(a); i++) {
        buffer_reset(&number);
        rational_print(&number, dim_coefficient(a, i));
        bool negative = number.text[0] == '-';
        const char *digits = number.text + negative;
        bool shown = strcmp(digits, "1") != 0 || dim_factors(a, i) == 0;
        if (negative || i > 0)
            buffer_printf(out, "<mo>%s</mo>", negative ? "−" : "+");
        if (shown)
            buffer_printf(out, "<mn>%s</mn>", digits);
        if (shown && dim_factors(a, i) > 0)
            buffer_add(out, "<mo>&#x2062;</mo>");
        put_factors(out, a, i);
    }
    buffer_add(out, dim_terms(a) == 0 ? "" : "</mrow>");
}

static void put_sizes(struct buffer *out, const struct theorem *t)
{
    if (t->ndims == 0)
        return;
    buffer_add(out, "<li>");
    for (size_t i = 0; i < t->ndims; i++) {
        buffer_add(out, i ? ", " : "");
        buffer_add(out, "<math><mrow>");
        typeset_symbol(out, t->dims[i]);
        if (t->dims[i]->minimum > 1)
            buffer_printf(out, "<mo>≥</mo><mn>%lld</mn>",
                          (long long)t->dims[i]->minimum);
        buffer_add(out, "</mrow></math>");
    }
    buffer_add(out, t->ndims > 1 ? " <span>positive integers</span></li>\n"
                                 : " <span>a positive integer</span></li>\n");
}

/* ---- givens ---- */

/* The name with its family indices, as members are shown. */
static void put_given_name(struct typeset *s, const struct given *g)
{
    if (g->nindices == 0) {
        name_print(s->out, g->name, false);
        return;
    }
    bool both = typeset_open_member(s->out, g->name);
    for (size_t i = 0; i < g->nindices; i++) {
        buffer_add(s->out, i ? "<mo>,</mo>" : "");
        typeset_symbol(s->out, g->indices[i].symbol);
    }
    typeset_close_member(s->out, both);
}

static void put_space(struct buffer *out, const struct given *g)
{
    const char *set = g->kind == GIVEN_INT ? "ℤ" : "ℝ";
    if (dim_is_one(g->rows) && dim_is_one(g->cols)) {
        buffer_printf(out, "<mi>%s</mi>", set);
        return;
    }
    buffer_printf(out, "<msup><mi>%s</mi><mrow>", set);
    put_dim(out, g->rows);
    if (!dim_is_one(g->cols)) {
        buffer_add(out, "<mo>×</mo>");
        put_dim(out, g->cols);
    }
    buffer_add(out, "</mrow></msup>");
}

static void put_bounds(struct typeset *s, const struct given *g)
{
    bool whole = g->kind == GIVEN_INT;
    if (!g->lo || !g->hi)
        return;
    buffer_add(s->out, "<mo>,</mo><mspace width=\"0.3em\"/>");
    put_given_name(s, g);
    buffer_add(s->out, whole ? "<mo>∈</mo><mo>{</mo>" : "<mo>∈</mo><mo>[</mo>");
    typeset_put(s, g->lo, LEVEL_SUM, 0);
    buffer_add(s->out, whole ? "<mo>,</mo><mo>…</mo><mo>,</mo>" : "<mo>,</mo>");
    typeset_put(s, g->hi, LEVEL_SUM, 0);
    buffer_add(s->out, whole ? "<mo>}</mo>" : "<mo>]</mo>");
}

static void put_indices(struct typeset *s, const struct index_range *ranges,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!ranges[i].symbol)
            continue;
        buffer_add(s->out, " <math><mrow><mo>(</mo>");
        typeset_range(s, ranges[i].symbol, ranges[i].lo, ranges[i].hi, 0);
        buffer_add(s->out, "<mo>)</mo></mrow></math>");
    }
}

static void put_given(struct typeset *s, const struct given *g)
{
    buffer_add(s->out, "<li><math><mrow>");
    put_given_name(s, g);
    buffer_add(s->out, "<mo>∈</mo>");
    put_space(s->out, g);
    put_bounds(s, g);
    buffer_add(s->out, "</mrow></math>");
    put_indices(s, g->indices, g->nindices);
    if (g->role == GIVEN_OBTAINED)
        buffer_add(s->out, " <span>obtained</span>");
    if (g->role == GIVEN_VARIABLE)
        buffer_add(s->out, " <span>a variable</span>");
    if (kind_info(g->kind)->phrase)
        buffer_printf(s->out, " <span>%s</span>", kind_info(g->kind)->phrase);
    buffer_add(s->out, "</li>\n");
}

/* ---- lets ---- */

static void put_equation(struct typeset *s, const struct let *let,
                         const struct clause *c)
{
    buffer_add(s->out, "<li><math displaystyle=\"true\"><mrow>");
    bool both = typeset_open_member(s->out, let->name);
    for (size_t i = 0; i < let->nindices; i++) {
        buffer_add(s->out, i ? "<mo>,</mo>" : "");
        if (c->ranges[i].symbol)
            typeset_symbol(s->out, c->ranges[i].symbol);
        else
            typeset_put(s, c->ranges[i].lo, LEVEL_SUM, 0);
    }
    typeset_close_member(s->out, both);
    buffer_add(s->out, "<mo>=</mo>");
    typeset_put(s, c->body, LEVEL_SUM, 0);
    buffer_add(s->out, "</mrow></math>");
    put_indices(s, c->ranges, let->nindices);
    buffer_add(s->out, "</li>\n");
}

static void put_definition(struct typeset *s, const struct definition *d)
{
    s->unfolded = d->value;
    buffer_add(s->out, "<li><math displaystyle=\"true\"><mrow>");
    name_print(s->out, d->name, false);
    buffer_add(s->out, "<mo>=</mo>");
    typeset_put(s, d->value, LEVEL_SUM, 0);
    buffer_add(s->out, "</mrow></math></li>\n");
    s->unfolded = NULL;
}

static void put_lets(struct typeset *s, const struct theorem *t)
{
    if (t->ndefinitions + t->nlets == 0)
        return;
    buffer_add(s->out, "<h3>Where</h3>\n<ul class=\"where\">\n");
    for (size_t i = 0; i < t->ndefinitions; i++)
        put_definition(s, &t->definitions[i]);
    for (size_t i = 0; i < t->nlets; i++)
        for (size_t k = 0; k < t->lets[i].nclauses; k++)
            put_equation(s, &t->lets[i], &t->lets[i].clauses[k]);
    buffer_add(s->out, "</ul>\n");
}

static void put_assumptions(struct typeset *s, const struct theorem *t)
{
    if (t->nassumptions == 0)
        return;
    buffer_add(s->out, "<h3>Assume</h3>\n<ul class=\"where\">\n");
    for (size_t i = 0; i < t->nassumptions; i++) {
        const struct assumption *a = &t->assumptions[i];
        buffer_add(s->out, "<li>");
        typeset_variables(s->out, t, &a->variables);
        typeset_relation(s->out, t, a->relation);
        if (a->name) {
            buffer_add(s->out, " <code>");
            escape_markup(s->out, a->name);
            buffer_add(s->out, "</code>");
        }
        buffer_add(s->out, "</li>\n");
    }
    buffer_add(s->out, "</ul>\n");
}

void typeset_hypotheses(struct buffer *out, const struct theorem *t)
{
    struct typeset s = {.out = out, .theorem = t};
    buffer_add(out, "<h3>Given</h3>\n<ul class=\"given\">\n");
    put_sizes(out, t);
    for (size_t i = 0; i < t->ngivens; i++)
        put_given(&s, &t->givens[i]);
    buffer_add(out, "</ul>\n");
    put_lets(&s, t);
    put_assumptions(&s, t);
}
