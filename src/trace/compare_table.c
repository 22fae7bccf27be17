/* Bounds side by side as a table, as comma-separated values and as JSON. */
#include "trace/compare.h"
#include "trace/grid.h"

#include <inttypes.h>
#include <math.h>

enum { COLUMNS = 8, TEXT_DIGITS = 4, DIGITS = 12 };

/* ORDER: enum compare_quantile */
static const char *const keys[COMPARE_QUANTILES] = {"min", "q25", "median",
                                                    "q75", "max"};
static const char *const titles[COLUMNS] = {
    "bound", "smallest", "min", "25 %", "median", "75 %", "max", "over best"};

static char *print(const struct enclosure *e, int digits, const char *unit)
{
    struct buffer text = buffer_new();
    buffer_add(&text, enclosure_print(&text, e, digits) ? unit : "?");
    return text.text;
}

/* As it was written, where that is short; lets stand by their names then. */
static void print_left(struct buffer *out, const struct expr *e)
{
    enum { MOST = 120 };
    const struct span *s = &e->span;
    if (!s->source || s->end <= s->begin || s->end - s->begin > MOST) {
        expr_print(out, e);
        return;
    }
    for (size_t k = s->begin; k < s->end; k++)
        if (s->source->text[k] != '\n')
            buffer_add_char(out, s->source->text[k]);
}

/* 10^x, or the decades themselves where logarithms are compared. */
static char *print_over(const struct compare_group *group, double x)
{
    enum { MOST = 300 };
    if (group->has_gap)
        return buffer_text("%.*g dec", (int)TEXT_DIGITS, x);
    return x < MOST ? buffer_text("%.*g", (int)TEXT_DIGITS, pow(10, x))
                    : buffer_text("10^%.*g", (int)TEXT_DIGITS, x);
}

/* ---- text ---- */

static void add_group(struct buffer *out, const struct compare_group *group)
{
    const char *unit = group->has_gap ? " dec" : "";
    const size_t rows = group->nbounds + 1;
    char **cells = xcalloc(rows * COLUMNS, sizeof *cells);
    buffer_add(out, "\nleft side: ");
    print_left(out, group->left);
    buffer_printf(out, "\n%s, on %zu of them\n",
                  group->has_gap ? "decades from left to right"
                                 : "left over right",
                  group->nsamples);
    for (size_t k = 0; k < COLUMNS; k++)
        cells[k] = xstrdup(titles[k]);
    for (size_t b = 0; b < group->nbounds; b++) {
        const struct compare_bound *bound = &group->bounds[b];
        char **row = &cells[(b + 1) * COLUMNS];
        row[0] = xstrdup(bound->claim);
        row[1] = buffer_text("%" PRIu64, bound->smallest);
        for (size_t q = 0; q < COMPARE_QUANTILES; q++)
            row[2 + q] = print(&bound->quantiles[q], TEXT_DIGITS, unit);
        row[COLUMNS - 1] = print_over(group, bound->over);
    }
    grid_print(out, cells, rows, COLUMNS);
    grid_free(cells, rows * COLUMNS);
}

void compare_text(struct buffer *out, const struct compare *c)
{
    buffer_printf(out, "%s, %s; seed %" PRIu64 ", %" PRIu64 " trial%s\n",
                  spec_theorem(c->spec)->name, spec_name(c->spec),
                  spec_seed(c->spec), c->trials, c->trials == 1 ? "" : "s");
    for (size_t g = 0; g < c->ngroups; g++)
        add_group(out, &c->groups[g]);
}

/* ---- csv ---- */

void compare_csv(struct buffer *out, const struct compare *c)
{
    buffer_add(out, "group,bound,trials,smallest");
    for (size_t q = 0; q < COMPARE_QUANTILES; q++)
        buffer_printf(out, ",%s", keys[q]);
    buffer_add(out, ",log10_over_best,gap\n");
    for (size_t g = 0; g < c->ngroups; g++) {
        const struct compare_group *group = &c->groups[g];
        for (size_t b = 0; b < group->nbounds; b++) {
            const struct compare_bound *bound = &group->bounds[b];
            buffer_printf(out, "%zu,%s,%zu,%" PRIu64, g + 1, bound->claim,
                          group->nsamples, bound->smallest);
            for (size_t q = 0; q < COMPARE_QUANTILES; q++) {
                buffer_add_char(out, ',');
                enclosure_print(out, &bound->quantiles[q], DIGITS);
            }
            buffer_printf(out, ",%.6g,%d\n", bound->over, group->has_gap);
        }
    }
}

/* ---- json ---- */

static json_t *bound_object(const struct compare_bound *bound)
{
    json_t *o = json_object();
    json_object_set_new(o, "claim", json_string(bound->claim));
    json_object_set_new(o, "smallest",
                        json_integer((json_int_t)bound->smallest));
    for (size_t q = 0; q < COMPARE_QUANTILES; q++) {
        struct trace_number number = {.enclosure = bound->quantiles[q]};
        number.text = print(&number.enclosure, DIGITS, "");
        json_object_set_new(o, keys[q], grid_json(&number));
        free(number.text);
    }
    json_object_set_new(o, "log10_over_best", json_real(bound->over));
    return o;
}

static json_t *group_object(const struct compare_group *group)
{
    json_t *bounds = json_array();
    LOCAL_BUFFER left = buffer_new();
    print_left(&left, group->left);
    for (size_t b = 0; b < group->nbounds; b++)
        json_array_append_new(bounds, bound_object(&group->bounds[b]));
    return json_pack("{s:s, s:I, s:b, s:o}", "left", left.text, "trials",
                     (json_int_t)group->nsamples, "gap", group->has_gap,
                     "bounds", bounds);
}

void compare_json(struct buffer *out, const struct compare *c)
{
    json_t *groups = json_array();
    for (size_t g = 0; g < c->ngroups; g++)
        json_array_append_new(groups, group_object(&c->groups[g]));
    grid_object(out, json_pack("{s:s, s:s, s:s, s:I, s:I, s:b, s:o}", "schema",
                               "majorant.compare/1", "theorem",
                               spec_theorem(c->spec)->name, "case",
                               spec_name(c->spec), "seed",
                               (json_int_t)spec_seed(c->spec), "trials",
                               (json_int_t)c->trials, "stopped", c->is_stopped,
                               "groups", groups));
}
