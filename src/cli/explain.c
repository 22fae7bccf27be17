#include "cli/explain.h"

#include <stdlib.h>

enum { MOST_ENTRIES = 4096 /* of a given that is scaled */ };

struct explanation {
    const struct hunt *hunt;
    struct stage *stage;
    struct ladder_options ladder;
    struct link_outcome *outcomes; /* one a link */
};

/* Decides all links on the instance as it is; false: it is not admitted. */
static bool decide(const struct explanation *e)
{
    enum admission admission = ADMISSION_UNKNOWN;
    for (size_t k = 0; k < e->stage->nlinks; k++)
        e->outcomes[k] = (struct link_outcome){0};
    return ladder_decide(&admission, e->outcomes, e->stage, &e->ladder) ==
               ST_OK &&
           admission == ADMISSION_ADMITTED;
}

/* ---- scaling a given ---- */

static void scale(struct value *to, const struct value *from, int exponent)
{
    value_set_rationals(to, from->rows, from->cols);
    for (size_t i = 0; i < from->rows; i++)
        for (size_t j = 0; j < from->cols; j++) {
            rational_t *x = &to->rationals[i * from->cols + j];
            value_entry(x, from, i, j);
            if (exponent < 0)
                mpq_div_2exp(x->q, x->q, (mp_bitcnt_t)-exponent);
            else
                mpq_mul_2exp(x->q, x->q, (mp_bitcnt_t)exponent);
        }
    value_simplify(to);
}

static void push(struct page_push *out, const struct explanation *e,
                 const struct value *saved, size_t first, size_t end,
                 int exponent)
{
    bool fits = true;
    LOCAL_BUFFER why = buffer_new(); /* nobody asks */
    *out = (struct page_push){0};
    for (size_t k = first; k < end; k++) {
        scale(&e->stage->x.values[k], &saved[k - first], exponent);
        fits = fits && stage_fits(e->stage, k, "", &why);
    }
    if (!fits || !decide(e))
        return;
    out->is_admitted = true;
    out->truth = e->outcomes[e->hunt->link].truth;
    out->ratio = e->outcomes[e->hunt->link].ratio;
}

/* Whether the values of a given are numbers, not too many, not all 0. */
static bool can_scale(const struct explanation *e, size_t given)
{
    const struct layout *layout = &e->stage->layout;
    const struct given *g = &layout->theorem->givens[given];
    size_t entries = 0;
    bool moves = false;
    if (g->symbol || !kind_has(g->kind, KIND_CONE))
        return false;
    LOCAL_RATIONAL x = rational_zero();
    for (size_t k = layout->first[given]; k < layout->first[given + 1]; k++) {
        const struct value *v = &e->stage->x.values[k];
        entries += v->rows * v->cols;
        if (v->kind == VALUE_EXPR || v->kind == VALUE_NONE ||
            entries > MOST_ENTRIES) {
            moves = false;
            break;
        }
        for (size_t i = 0; i < v->rows * v->cols && !moves; i++) {
            value_entry(&x, v, i / v->cols, i % v->cols);
            moves = mpq_sgn(x.q) != 0;
        }
    }
    return moves;
}

static void scale_given(struct page_scaling *out, const struct explanation *e,
                        size_t given)
{
    const struct layout *layout = &e->stage->layout;
    struct value *values = e->stage->x.values;
    size_t first = layout->first[given], end = layout->first[given + 1];
    LOCAL_FREE struct value *saved = xcalloc(end - first, sizeof *saved);
    out->given = layout->theorem->givens[given].name;
    for (size_t k = first; k < end; k++) {
        value_init(&saved[k - first]);
        (void)value_copy(&saved[k - first], &values[k]);
    }
    for (int p = 0; p < PAGE_PUSHES; p++)
        push(&out->pushes[p], e, saved, first, end, p - PAGE_EXPONENT);
    for (size_t k = first; k < end; k++) {
        value_clear(&values[k]);
        values[k] = saved[k - first];
    }
}

void explain_hunt(const struct markup *m, const struct hunt *h,
                  const char *path)
{
    enum { MOST_BITS = 1024 };
    struct stage *stage = h->search.stage;
    const struct theorem *t = stage->layout.theorem;
    struct explanation e = {
        .hunt = h,
        .stage = stage,
        .ladder = {.prec_max = MOST_BITS, .integral_max = LADDER_INTEGRAL_CAP}};
    struct counterexample_page page = {
        .certificate = &h->certificate, .path = path, .nlinks = stage->nlinks};
    LOCAL_FREE struct page_link *links = xcalloc(stage->nlinks, sizeof *links);
    e.outcomes = xcalloc(stage->nlinks, sizeof *e.outcomes);
    page.links = links;
    page.scalings = xcalloc(t->ngivens + 1, sizeof *page.scalings);
    (void)decide(&e);
    for (size_t k = 0; k < stage->nlinks; k++) {
        struct buffer text = buffer_new();
        expr_print(&text, t->claims[h->claim].links[k].relation);
        links[k] = (struct page_link){text.text, e.outcomes[k].truth};
    }
    for (size_t g = 0; g < t->ngivens; g++)
        if (can_scale(&e, g))
            scale_given(&page.scalings[page.nscalings++], &e, g);
    counterexample_page(m, &page);
    for (size_t k = 0; k < stage->nlinks; k++)
        free(links[k].relation);
    free(page.scalings);
    free(e.outcomes);
}
