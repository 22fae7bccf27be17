#include "report/counterexample_page.h"

#include "report/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_ENTRIES = 400 /* of a matrix that are shown */ };

/* ---- the instance ---- */

static void print_fraction(struct buffer *out, const rational_t *x)
{
    LOCAL_FREE char *text = mpq_get_str(NULL, 10, x->q);
    buffer_add(out, text);
}

static void print_hex(struct buffer *out, const rational_t *x)
{
    buffer_printf(out, "%a", rational_to_double(x));
}

static void print_matrix(struct buffer *out, const struct rmatrix *a,
                         void (*print)(struct buffer *, const rational_t *))
{
    size_t count = a->rows * a->cols;
    if (count > 1)
        buffer_add_char(out, '[');
    for (size_t k = 0; k < count && k < PAGE_ENTRIES; k++) {
        if (k > 0)
            buffer_add(out, k % a->cols ? ", " : "; ");
        print(out, &a->entries[k]);
    }
    if (count > PAGE_ENTRIES)
        buffer_add(out, ", ...");
    if (count > 1)
        buffer_add_char(out, ']');
}

/* Whether hex floats say the entries exactly, and more than integers do. */
static bool is_dyadic(const struct rmatrix *a)
{
    bool whole = true;
    double value;
    for (size_t k = 0; k < a->rows * a->cols; k++) {
        if (!rational_is_double(&a->entries[k], &value))
            return false;
        whole = whole && mpz_cmp_ui(mpq_denref(a->entries[k].q), 1) == 0;
    }
    return !whole;
}

static void add_value(struct buffer *out, const struct cert_value *v)
{
    buffer_printf(out, "%s = ", v->name);
    if (v->expr) {
        buffer_printf(out, "%s\n", v->expr);
        return;
    }
    print_matrix(out, &v->entries, print_fraction);
    buffer_add_char(out, '\n');
    if (!is_dyadic(&v->entries))
        return;
    buffer_printf(out, "%*s = ", (int)strlen(v->name), "");
    print_matrix(out, &v->entries, print_hex);
    buffer_add_char(out, '\n');
}

static void add_instance(const struct markup *m, const struct certificate *c)
{
    LOCAL_BUFFER text = buffer_new();
    for (size_t i = 0; i < c->nsizes; i++)
        buffer_printf(&text, "%s = %lld%s", c->sizes[i].name,
                      (long long)c->sizes[i].value,
                      i + 1 < c->nsizes ? ", " : "\n");
    for (size_t i = 0; i < c->nvalues; i++)
        add_value(&text, &c->values[i]);
    markup_heading(m, 3, "The instance, exactly");
    if (text.length > 0)
        markup_code(m, text.text);
    else
        markup_paragraph(m, "The statement leaves nothing open.");
}

/* ---- hypotheses, sides, links ---- */

static void add_hypotheses(const struct markup *m, const struct certificate *c)
{
    if (c->nhypotheses == 0 && !c->dropped)
        return;
    LOCAL_BUFFER text = buffer_new();
    for (size_t i = 0; i < c->nhypotheses; i++)
        buffer_printf(&text, "%s\n", c->hypotheses[i]);
    markup_heading(m, 3, "Assumptions, all certainly true here");
    if (text.length > 0)
        markup_code(m, text.text);
    buffer_reset(&text);
    if (c->dropped) {
        buffer_printf(&text, "The assumption %s is left out.", c->dropped);
        markup_paragraph(m, text.text);
    }
}

static void add_sides(const struct markup *m, const struct certificate *c)
{
    static const char *const heads[] = {"side", "at least", "at most"};
    const struct cert_sides *s = &c->sides;
    markup_heading(m, 3, "What fails");
    markup_code(m, c->relation);
    if (!c->has_sides)
        return;
    const char *const left[] = {"left", s->lhs_lower, s->lhs_upper};
    const char *const right[] = {"right", s->rhs_lower, s->rhs_upper};
    markup_table(m, heads, 3);
    markup_row(m, left, 3);
    markup_row(m, right, 3);
    markup_table_end(m);
    LOCAL_BUFFER text = buffer_new();
    buffer_printf(&text,
                  "Entry [%zu, %zu], 20 digits, rounded outward. It fails by "
                  "at least %s, certified at %ld bits.",
                  s->row, s->col, s->margin, c->precision);
    markup_paragraph(m, text.text);
}

static const char *word_of(enum truth truth)
{
    return truth == TRUTH_TRUE    ? "true"
           : truth == TRUTH_FALSE ? "false"
                                  : "not decided";
}

/* Of a chain: every link, and the first that fails. */
static void add_links(const struct markup *m,
                      const struct counterexample_page *page)
{
    static const char *const heads[] = {"link", "relation", "on this instance"};
    size_t first = 0;
    if (page->nlinks < 2)
        return;
    markup_heading(m, 3, "The links of the chain");
    markup_table(m, heads, 3);
    for (size_t k = 0; k < page->nlinks; k++) {
        char number[24];
        const struct page_link *link = &page->links[k];
        const char *const cells[] = {number, link->relation,
                                     word_of(link->truth)};
        snprintf(number, sizeof number, "%zu", k + 1);
        markup_row(m, cells, 3);
        if (first == 0 && link->truth == TRUTH_FALSE)
            first = k + 1;
    }
    markup_table_end(m);
    LOCAL_BUFFER text = buffer_new();
    buffer_printf(&text, "Link %zu is the first that fails.", first);
    if (first > 0)
        markup_paragraph(m, text.text);
}

/* ---- how far it can be pushed ---- */

enum { CELL_SIZE = 64 };

static void set_cell(char *cell, const struct page_push *p)
{
    enum { DIGITS = 6 };
    struct format_number ratio = format_value(&p->ratio, DIGITS);
    if (!p->is_admitted)
        snprintf(cell, CELL_SIZE, "not admitted");
    else if (ratio.text[0] == '\0')
        snprintf(cell, CELL_SIZE, "%s", word_of(p->truth));
    else
        snprintf(cell, CELL_SIZE, "%s (%s)", ratio.text, word_of(p->truth));
}

static void add_scalings(const struct markup *m,
                         const struct counterexample_page *page)
{
    static const char *const heads[] = {"given", "x 1/8", "x 1/4", "x 1/2",
                                        "x 1",   "x 2",   "x 4",   "x 8"};
    if (page->nscalings == 0)
        return;
    markup_heading(m, 3, "How far it can be pushed");
    markup_paragraph(m, "One given at a time is multiplied by a power of two. "
                        "The number is the certified ratio of the side that "
                        "should be smaller to the other: above 1 the claim "
                        "is violated.");
    markup_table(m, heads, PAGE_PUSHES + 1);
    for (size_t i = 0; i < page->nscalings; i++) {
        char texts[PAGE_PUSHES][CELL_SIZE];
        const char *cells[PAGE_PUSHES + 1] = {page->scalings[i].given};
        for (size_t k = 0; k < PAGE_PUSHES; k++) {
            set_cell(texts[k], &page->scalings[i].pushes[k]);
            cells[k + 1] = texts[k];
        }
        markup_row(m, cells, PAGE_PUSHES + 1);
    }
    markup_table_end(m);
}

void counterexample_page(const struct markup *m,
                         const struct counterexample_page *page)
{
    const struct certificate *c = page->certificate;
    LOCAL_BUFFER text = buffer_new();
    buffer_printf(&text, "%s.%s is violated", c->theorem, c->claim);
    markup_heading(m, 2, text.text);
    markup_heading(m, 3, "The statement");
    markup_code(m, c->statement);
    add_instance(m, c);
    add_hypotheses(m, c);
    add_sides(m, c);
    add_links(m, page);
    add_scalings(m, page);
    markup_heading(m, 3, "How to check it again");
    buffer_reset(&text);
    buffer_printf(&text, "majorant recheck %s",
                  page->path ? page->path : "CEX.json");
    markup_code(m, text.text);
    buffer_reset(&text);
    if (!page->path)
        buffer_add(&text, "The option -o CEX.json of refute writes the "
                          "certificate. ");
    buffer_printf(&text,
                  "The checker evaluates the statement with interval "
                  "arithmetic of its own. Made by %s, seed %llu; found: %s.",
                  c->version, (unsigned long long)c->seed, c->found);
    markup_paragraph(m, text.text);
}
