/* Rows of <math> that may be broken: relations, claims; and matrices. */
#include "base/escape.h"
#include "report/name.h"
#include "report/typeset_internal.h"

static void open_math(struct typeset *s)
{
    buffer_add(s->out, "<math displaystyle=\"true\"><mrow>");
}

static void close_math(struct typeset *s)
{
    buffer_add(s->out, "</mrow></math>\n");
}

/* The terms of a sum, each in a <math> of its own but the first. */
static void put_terms(struct typeset *s, const struct expr *e, int depth)
{
    enum { MOST = 24 };
    bool is_sum =
        (e->op == EX_ADD || e->op == EX_SUB) && !typeset_definition(s, e);
    if (!is_sum || depth > MOST) {
        typeset_put(s, e, LEVEL_SUM, depth);
        return;
    }
    put_terms(s, e->kids[0], depth + 1);
    close_math(s);
    open_math(s);
    buffer_printf(s->out, "<mo form=\"infix\">%s</mo>",
                  e->op == EX_ADD ? "+" : "−");
    typeset_put(s, e->kids[1], e->op == EX_ADD ? LEVEL_SUM : LEVEL_PRODUCT,
                depth);
}

/* `goes_on`: the left side stands there already. */
static void put_relation(struct typeset *s, const struct expr *e, bool goes_on)
{
    if (e->op != EX_REL) {
        open_math(s);
        typeset_put(s, e, LEVEL_OR, 0);
        close_math(s);
        return;
    }
    if (!goes_on) {
        open_math(s);
        put_terms(s, e->kids[0], 0);
        close_math(s);
    }
    open_math(s);
    buffer_printf(s->out, "<mo form=\"infix\">%s</mo>",
                  typeset_relation_sign(e->rel));
    put_terms(s, e->kids[1], 0);
    close_math(s);
}

void typeset_relation(struct buffer *out, const struct theorem *t,
                      const struct expr *relation)
{
    struct typeset s = {.out = out, .theorem = t};
    put_relation(&s, relation, false);
}

void typeset_variables(struct buffer *out, const struct theorem *t,
                       const struct quantified *variables)
{
    theorem_print_quantified(out, t, "<span>for all ", variables, "</span>\n");
}

void typeset_claim(struct buffer *out, const struct theorem *t,
                   const struct claim *claim, long link)
{
    const struct expr *before = NULL;
    theorem_print_quantified(out, t, "<span>for some ", &claim->obtained,
                             "</span>\n");
    typeset_variables(out, t, &claim->variables);
    for (size_t i = 0; i < claim->nlinks; i++) {
        const struct expr *e = claim->links[i].relation;
        struct typeset s = {
            .out = out, .theorem = t, .has_hole = claim->has_hole};
        if (link != TYPESET_ALL_LINKS && (long)i != link)
            continue;
        bool goes_on = before && e->op == EX_REL && before == e->kids[0];
        if (before && !goes_on)
            buffer_add(out, "<span>and</span>\n");
        put_relation(&s, e, goes_on);
        before = e->op == EX_REL ? e->kids[1] : NULL;
    }
}

void typeset_matrix(struct buffer *out, const char *name,
                    const char *const *entries, size_t rows, size_t cols)
{
    buffer_add(out, "<math><mrow>");
    name_print(out, name, false);
    buffer_add(out, "<mo>=</mo>");
    bool scalar = rows * cols == 1;
    buffer_add(out, scalar ? "" : "<mrow><mo>[</mo><mtable><mtr>");
    for (size_t k = 0; k < rows * cols; k++) {
        const char *e = entries[k];
        if (k > 0 && k % cols == 0)
            buffer_add(out, "</mtr><mtr>");
        buffer_add(out, scalar ? "" : "<mtd>");
        buffer_add(out,
                   e[0] == '-' ? "<mo form=\"prefix\">−</mo><mn>" : "<mn>");
        escape_markup(out, e + (e[0] == '-'));
        buffer_add(out, scalar ? "</mn>" : "</mn></mtd>");
    }
    buffer_add(out, scalar ? "" : "</mtr></mtable><mo>]</mo></mrow>");
    buffer_add(out, "</mrow></math>\n");
}
