/* The page as Markdown. */
#include "report/page_internal.h"

#include "report/format.h"
#include "report/markup.h"

#include <stdio.h>
#include <string.h>

static void put_summary(const struct markup *m, const struct page *page)
{
    static const char *const heads[] = {"theorem", "claim",  "case",
                                        "verdict", "",       "trials",
                                        "least",   "median", "largest"};
    enum { HEADS = sizeof heads / sizeof heads[0] };
    markup_table(m, heads, HEADS);
    for (size_t i = 0; i < page->count; i++) {
        const struct page_claim *c = &page->claims[i];
        char trials[24];
        LOCAL_BUFFER expectation = buffer_new();
        page_expectation(&expectation, c);
        snprintf(trials, sizeof trials, "%llu",
                 (unsigned long long)c->counts[PAGE_TRIALS]);
        const char *const cells[HEADS] = {
            c->theorem,          c->name,
            c->case_name,        c->verdict,
            expectation.text,    trials,
            c->ratios[PAGE_MIN], c->ratios[PAGE_MEDIAN],
            c->ratios[PAGE_MAX]};
        markup_row(m, cells, HEADS);
    }
    markup_table_end(m);
}

static void put_counts(const struct markup *m, const struct page_claim *c)
{
    LOCAL_BUFFER text = buffer_new();
    format_count(&text, c->counts[PAGE_TRIALS], "trial");
    buffer_printf(&text,
                  ": %llu true, %llu false, %llu unresolved, %llu rejected, "
                  "%llu undefined.",
                  (unsigned long long)c->counts[PAGE_TRUE],
                  (unsigned long long)c->counts[PAGE_FALSE],
                  (unsigned long long)c->counts[PAGE_UNRESOLVED],
                  (unsigned long long)c->counts[PAGE_REJECTED],
                  (unsigned long long)c->counts[PAGE_UNDEFINED]);
    if (c->has_admitted)
        buffer_printf(&text, " %llu admitted and defined, %llu different.",
                      (unsigned long long)c->counts[PAGE_ADMITTED],
                      (unsigned long long)c->counts[PAGE_DISTINCT]);
    if (c->is_observation)
        buffer_add(&text, " Observed on these instances, no theorem.");
    if (c->reason && strcmp(c->reason, "thin") == 0)
        buffer_add(&text, " Thin: too few for a verdict.");
    if (c->ratios[PAGE_MAX][0])
        buffer_printf(&text, " %s: least %s, median %s, 95 %% %s, largest %s.",
                      c->has_gap ? "Gap in decades" : "Tightness",
                      c->ratios[PAGE_MIN], c->ratios[PAGE_MEDIAN],
                      c->ratios[PAGE_P95], c->ratios[PAGE_MAX]);
    if (c->has_constant)
        buffer_printf(&text, " The constant is at least %s.", c->constant);
    if (c->proof)
        buffer_printf(&text, " Proved %s.", c->proof);
    markup_paragraph(m, text.text);
}

static void put_instance(const struct markup *m, const char *what,
                         const json_t *instance)
{
    json_t *values = json_object_get(instance, "values"), *value = NULL;
    const json_t *trial = json_object_get(instance, "trial");
    const char *name = NULL;
    struct buffer text = buffer_new();
    buffer_add(&text, what);
    if (json_is_integer(trial))
        buffer_printf(&text, " (trial %lld)",
                      (long long)json_integer_value(trial));
    buffer_add(&text, ": ");
    page_sizes(&text, instance);
    markup_paragraph(m, text.text);
    buffer_reset(&text);
    json_object_foreach(values, name, value)
    {
        if (json_is_null(value))
            continue;
        page_value_text(&text, name, value);
        buffer_add_char(&text, '\n');
    }
    if (text.length > 0)
        markup_code(m, text.text);
    buffer_clear(&text);
}

static void put_claim(const struct markup *m, const struct page_claim *c)
{
    LOCAL_BUFFER text = buffer_new();
    buffer_printf(&text, "%s (case %s): %s, ", c->name, c->case_name,
                  c->verdict);
    page_expectation(&text, c);
    markup_heading(m, 3, text.text);
    put_counts(m, c);
    if (c->more.extremal) {
        json_t *instance = object_instance(c->more.extremal);
        put_instance(m, "Extremal instance", instance);
        json_decref(instance);
    }
    if (c->counterexample)
        put_instance(m, "Counterexample", c->counterexample);
}

static void put_theorem(const struct markup *m, const struct page *page,
                        size_t first)
{
    const struct page_claim *head = &page->claims[first];
    const struct theorem *t = head->more.theorem;
    markup_heading(m, 2, t && t->title ? t->title : head->theorem);
    markup_paragraph(m, head->file);
    for (size_t i = 0; t && i < t->ncites; i++)
        markup_paragraph(m, t->cites[i]);
    if (head->more.statement)
        markup_code(m, head->more.statement);
    for (size_t i = first; i < page->count; i++)
        if (page_same_theorem(&page->claims[i], head))
            put_claim(m, &page->claims[i]);
}

void page_markdown(struct buffer *out, const struct page *page)
{
    const struct markup m = {.out = out, .kind = MARKUP_MARKDOWN};
    const struct page_moods moods = page_count_moods(page);
    LOCAL_BUFFER text = buffer_new();
    format_count(&text, page->count, "claim");
    buffer_printf(&text,
                  ": %zu as expected, %zu otherwise, %zu undecided or vacuous; "
                  "seed %llu.",
                  moods.good, moods.bad, moods.open,
                  (unsigned long long)page->seed);
    markup_begin(&m, "Majorant report");
    markup_paragraph(&m, text.text);
    put_summary(&m, page);
    for (size_t i = 0; i < page->count; i++)
        if (page_begins_theorem(page, i))
            put_theorem(&m, page, i);
    markup_heading(&m, 2, "How it was run");
    for (size_t i = 0; i < page->nfacts; i++) {
        const struct page_fact *f = &page->facts[i];
        buffer_reset(&text);
        buffer_printf(&text, "%s: %s", f->name, f->is_block ? "" : f->value);
        markup_paragraph(&m, text.text);
        if (f->is_block)
            markup_code(&m, f->value);
    }
    markup_end(&m);
}
