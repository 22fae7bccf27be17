/* One claim in one case, as a card. */
#include "report/page_internal.h"

#include "base/escape.h"
#include "report/plot.h"
#include "report/typeset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

static void put_number(struct buffer *out, const char *name, const char *value)
{
    if (!value[0])
        return;
    buffer_printf(out, "<div><dt>%s</dt><dd>", name);
    escape_markup(out, value);
    buffer_add(out, "</dd></div>\n");
}

static void put_count(struct buffer *out, const char *name, uint64_t count)
{
    buffer_printf(out, "<div><dt>%s</dt><dd>%llu</dd></div>\n", name,
                  (unsigned long long)count);
}

static void put_counts(struct buffer *out, const struct page_claim *c)
{
    buffer_add(out, "<dl class=\"numbers\" aria-label=\"Trials\">\n");
    for (size_t i = 0; i < (c->has_admitted ? PAGE_COUNTS : PAGE_PARTS); i++)
        put_count(out, page_counts[i], c->counts[i]);
    buffer_add(out, "</dl>\n");
}

static void put_tightness(struct buffer *out, const struct page_claim *c)
{
    if (!c->ratios[PAGE_MAX][0])
        return;
    buffer_add(out, "<dl class=\"numbers\" aria-label=\"Tightness\">\n");
    put_number(out, c->has_gap ? "gap in decades, least" : "tightness, least",
               c->ratios[PAGE_MIN]);
    put_number(out, "median", c->ratios[PAGE_MEDIAN]);
    put_number(out, "95 %", c->ratios[PAGE_P95]);
    put_number(out, "largest", c->ratios[PAGE_MAX]);
    put_number(out, "constant at least", c->has_constant ? c->constant : "");
    buffer_add(out, "</dl>\n");
}

static void put_precision(struct buffer *out, const struct page_claim *c)
{
    buffer_add(out, "<p class=\"quiet\">");
    if (c->proof) {
        buffer_add(out, "Proved ");
        escape_markup(out, c->proof);
        buffer_add(out, ". ");
    }
    if (c->is_observation)
        buffer_add(out, "Observed on these instances, no theorem. ");
    if (c->reason && strcmp(c->reason, "thin") == 0)
        buffer_add(out, "Thin: too few different instances were admitted for "
                        "a verdict. ");
    if (c->counts[PAGE_TRIALS] > 0)
        buffer_printf(out,
                      "%llu of %llu trials decided by doubles with proved "
                      "bounds; highest precision %llu bits.",
                      (unsigned long long)c->filter,
                      (unsigned long long)c->counts[PAGE_TRIALS],
                      (unsigned long long)c->max_bits);
    if (c->forward_error[0]) {
        buffer_add(out, " A plain double-precision pass misses the ratio by a "
                        "relative ");
        escape_markup(out, c->forward_error);
        buffer_add(out, " at most.");
    }
    buffer_add(out, "</p>\n");
}

/* ---- instances ---- */

enum { SHOWN_SIDE = 8, SHORT_ENTRY = 12, OPEN_CHARS = 400 };

/* An entry short enough to read; *exact: it is the entry itself. */
static char *short_entry(const char *entry, bool *exact)
{
    char text[32], *rest = NULL;
    if (strlen(entry) <= SHORT_ENTRY)
        return xstrdup(entry);
    double value = strtod(entry, &rest);
    if (*rest == '/')
        value /= strtod(rest + 1, NULL);
    *exact = false;
    snprintf(text, sizeof text, "%.5g", value);
    return xstrdup(isfinite(value) ? text : "…");
}

/* The upper left corner of a value, typeset. */
static void put_matrix(struct buffer *out, const char *name,
                       const json_t *value, bool *exact)
{
    size_t rows = json_array_size(value);
    size_t cols = json_array_size(json_array_get(value, 0));
    size_t r = rows < SHOWN_SIDE ? rows : SHOWN_SIDE;
    size_t c = cols < SHOWN_SIDE ? cols : SHOWN_SIDE;
    char *entries[SHOWN_SIDE * SHOWN_SIDE];
    if (rows == 0 || cols == 0)
        return;
    for (size_t k = 0; k < r * c; k++) {
        const json_t *row = json_array_get(value, k / c);
        const char *entry = json_string_value(json_array_get(row, k % c));
        entries[k] = short_entry(entry ? entry : "?", exact);
    }
    buffer_add(out, "<li>");
    typeset_matrix(out, name, (const char *const *)entries, r, c);
    if (rows > r || cols > c)
        buffer_printf(out, " <span class=\"quiet\">(%zu × %zu, cut)</span>",
                      rows, cols);
    buffer_add(out, "</li>\n");
    for (size_t k = 0; k < r * c; k++)
        free(entries[k]);
    *exact = *exact && rows == r && cols == c;
}

static void put_exact(struct buffer *out, json_t *values, bool all_shown)
{
    const char *name = NULL;
    json_t *value = NULL;
    struct buffer text = buffer_new();
    json_object_foreach(values, name, value)
    {
        if (json_is_null(value))
            continue;
        page_value_text(&text, name, value);
        buffer_add_char(&text, '\n');
    }
    bool open = !all_shown && text.length <= OPEN_CHARS;
    if (text.length > 0) {
        buffer_printf(out,
                      "<details%s><summary>Exact entries%s</summary><pre "
                      "tabindex=\"0\"><code>",
                      open ? " open" : "",
                      all_shown ? "" : " (above they are rounded)");
        escape_markup(out, text.text);
        buffer_add(out, "</code></pre></details>\n");
    }
    buffer_clear(&text);
}

/* Sizes, values typeset, and the values exactly, as a case may have them. */
static void put_instance(struct buffer *out, const json_t *instance)
{
    json_t *values = json_object_get(instance, "values");
    const char *name = NULL;
    json_t *value = NULL;
    bool exact = true;
    LOCAL_BUFFER sizes = buffer_new();
    page_sizes(&sizes, instance);
    if (sizes.length > 0) {
        buffer_add(out, "<p>At ");
        escape_markup(out, sizes.text);
        buffer_add(out, "</p>\n");
    }
    buffer_add(out, "<ul class=\"values\">\n");
    json_object_foreach(values, name, value) if (json_is_array(value))
        put_matrix(out, name, value, &exact);
    buffer_add(out, "</ul>\n");
    put_exact(out, values, exact);
}

static void put_trial(struct buffer *out, const json_t *instance,
                      const char *otherwise)
{
    const json_t *trial = json_object_get(instance, "trial");
    if (json_is_integer(trial))
        buffer_printf(out, "trial %lld", (long long)json_integer_value(trial));
    else
        buffer_add(out, otherwise);
}

static void put_counterexample(struct buffer *out, const json_t *instance)
{
    if (!instance)
        return;
    LOCAL_BUFFER lhs = buffer_new(), rhs = buffer_new();
    page_side(&lhs, json_object_get(instance, "lhs"));
    page_side(&rhs, json_object_get(instance, "rhs"));
    buffer_add(out, "<section class=\"instance bad\">\n<h5>Counterexample "
                    "<span class=\"quiet\">(");
    put_trial(out, instance, "by search, or stored");
    buffer_add(out, ")</span></h5>\n");
    put_instance(out, instance);
    if (lhs.length > 0 && rhs.length > 0) {
        buffer_add(out, "<dl class=\"numbers\">\n");
        put_number(out, "left side", lhs.text);
        put_number(out, "right side", rhs.text);
        buffer_add(out, "</dl>\n");
    }
    buffer_add(out, "</section>\n");
}

static void put_extremal(struct buffer *out, const struct page_claim *c)
{
    if (!c->more.extremal)
        return;
    json_t *instance = object_instance(c->more.extremal);
    buffer_add(out, "<section class=\"instance\">\n<h5>Extremal instance "
                    "<span class=\"quiet\">(");
    put_trial(out, instance, "by search");
    buffer_add(out, c->has_gap ? ", gap " : ", tightness ");
    escape_markup(out, c->ratios[c->has_gap ? PAGE_MIN : PAGE_MAX]);
    buffer_add(out, ")</span></h5>\n");
    put_instance(out, instance);
    if (c->more.extremal->nvalues == 0)
        buffer_add(out, "<p class=\"quiet\">Its values can be had by replaying "
                        "that trial (<code>check --trial</code>).</p>\n");
    buffer_add(out, "</section>\n");
    json_decref(instance);
}

/* ---- pictures ---- */

static void put_pictures(struct buffer *out, const struct page_claim *c)
{
    const struct curves *curves = c->more.curves;
    if (!c->more.histogram && c->ratios[PAGE_MAX][0]) {
        buffer_add(out, "<p class=\"quiet\">The object holds no histogram and "
                        "no sizes: a store (<code>check --store</code>) "
                        "does.</p>\n");
        return;
    }
    if (!c->more.histogram || c->more.histogram->total == 0)
        return;
    buffer_add(out, "<div class=\"pictures\">\n");
    plot_histogram(out, c->more.histogram, c->name, c->has_gap);
    for (size_t i = 0; curves && i < curves->count; i++)
        plot_curve(out, &curves->items[i], c->name, c->has_gap);
    buffer_add(out, "</div>\n");
}

void page_put_claim(struct buffer *out, const struct page_claim *c, size_t id)
{
    buffer_printf(out, "<section class=\"case\" id=\"c%zu\">\n<h4>", id);
    escape_markup(out, "case ");
    escape_markup(out, c->case_name);
    buffer_printf(out,
                  " <span class=\"badge %s\">%s</span> <span "
                  "class=\"quiet\">",
                  page_mood(c), c->verdict);
    page_expectation(out, c);
    buffer_add(out, "</span></h4>\n");
    put_counts(out, c);
    put_tightness(out, c);
    put_precision(out, c);
    put_pictures(out, c);
    put_extremal(out, c);
    put_counterexample(out, c->counterexample);
    buffer_add(out, "</section>\n");
}
