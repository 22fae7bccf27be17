#include "report/report.h"

#include "report/format.h"
#include "report/hints.h"
#include "report/summary.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_DIGITS = 4 };

enum column {
    COL_MARK,
    COL_CLAIM,
    COL_CASE,
    COL_VERDICT,
    COL_TRIALS,
    COL_ADMITTED,
    COL_DISTINCT,
    COL_MIN,
    COL_MEDIAN,
    COL_MAX,
    COL_TIME,
    COL_COUNT
};

static const char *const headings[COL_COUNT] = {
    "",         "claim", "case",   "verdict", "trials", "admitted",
    "distinct", "min",   "median", "max",     "time"};

struct row {
    char cells[COL_COUNT][64];
};

static void cell(struct row *row, enum column column, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* A text too long for its cell is cut: names are bounded by the width. */
static void cell(struct row *row, enum column column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(row->cells[column], sizeof row->cells[column], format, args);
    va_end(args);
}

static void fill_row(struct row *row, const struct result *r)
{
    const struct tightness *t = &r->tightness;
    LOCAL_BUFFER seconds = buffer_new();
    format_seconds(&seconds, r->seconds);
    memset(row, 0, sizeof *row);
    cell(row, COL_MARK, "%s", summary_mark(r));
    cell(row, COL_CLAIM, "%s%s", r->name, summary_note(r));
    cell(row, COL_CASE, "%s", r->case_name);
    cell(row, COL_VERDICT, "%s", ast_verdict_name(r->verdict));
    cell(row, COL_TRIALS, "%llu", (unsigned long long)r->tally.trials);
    cell(row, COL_ADMITTED, "%llu", (unsigned long long)r->coverage.admitted);
    cell(row, COL_DISTINCT, "%llu", (unsigned long long)r->coverage.distinct);
    if (t->min.kind != ENCLOSURE_NONE) {
        const struct format_number median =
            format_quantile(t, 0.5, TEXT_DIGITS);
        const char *unit = r->has_gap ? " dec" : "";
        cell(row, COL_MIN, "%s%s", format_min(t, TEXT_DIGITS).text, unit);
        cell(row, COL_MEDIAN, "%s%s", median.text, median.text[0] ? unit : "");
        cell(row, COL_MAX, "%s%s", format_max(t, TEXT_DIGITS).text, unit);
    }
    cell(row, COL_TIME, "%s", seconds.text);
}

/* Which results are shown; NULL: all. */
typedef bool shown_fn(const struct result *r);

static void measure(size_t *widths, const struct run *run, shown_fn *is_shown)
{
    for (size_t k = 0; k < COL_COUNT; k++)
        widths[k] = strlen(headings[k]);
    for (size_t i = 0; i < run->count; i++) {
        struct row row;
        if (is_shown && !is_shown(&run->results[i]))
            continue;
        fill_row(&row, &run->results[i]);
        for (size_t k = 0; k < COL_COUNT; k++)
            if (strlen(row.cells[k]) > widths[k])
                widths[k] = strlen(row.cells[k]);
    }
}

/* Numbers to the right, words to the left; `paint` NULL: no colour. */
static void print_row(struct buffer *out, const char *const *cells,
                      const size_t *widths, const char *paint)
{
    size_t begin = out->length;
    buffer_add_char(out, ' ');
    for (size_t k = 0; k < COL_COUNT; k++) {
        bool painted = paint && (k == COL_MARK || k == COL_VERDICT);
        bool right = k >= COL_TRIALS;
        buffer_printf(out, " %s%*s%s%s", painted ? paint : "",
                      right ? (int)widths[k] : -(int)widths[k], cells[k],
                      painted ? SUMMARY_PLAIN : "",
                      k + 1 < COL_COUNT ? " " : "");
    }
    while (out->length > begin && out->text[out->length - 1] == ' ')
        out->text[--out->length] = '\0';
    buffer_add_char(out, '\n');
}

static void print_result(struct buffer *out, const struct result *r,
                         const size_t *widths, bool colour)
{
    struct row row;
    const char *cells[COL_COUNT];
    fill_row(&row, r);
    for (size_t k = 0; k < COL_COUNT; k++)
        cells[k] = row.cells[k];
    print_row(out, cells, widths,
              colour ? summary_colour(summary_outcome(r)) : NULL);
    LOCAL(hints_clear) struct hints hints;
    hints_make(&hints, r);
    for (size_t i = 0; i < hints.count; i++)
        buffer_printf(out, "        %s\n", hints.lines[i]);
}

static void print_theorem(struct buffer *out, const struct theorem *t,
                          bool colour)
{
    buffer_printf(out, "\n%s%s%s", colour ? SUMMARY_BOLD : "", t->name,
                  colour ? SUMMARY_PLAIN : "");
    if (t->title)
        buffer_printf(out, ": %s", t->title);
    buffer_add_char(out, '\n');
    for (size_t i = 0; i < t->ncites; i++)
        buffer_printf(out, "  %s\n", t->cites[i]);
}

void report_summary(struct buffer *out, const struct run *run)
{
    const struct summary summary = summary_make(run);
    summary_print(out, &summary);
    buffer_add(out, "; ");
    format_count(out, summary.trials, "trial");
    buffer_add(out, " in ");
    format_seconds(out, run->seconds);
    buffer_add_char(out, '\n');
    if (run->stopped)
        buffer_add(out, "stopped early: the trials shown are a prefix\n");
}

/* A table for each theorem; `file`: the one whose name stands above. */
static void print_tables(struct buffer *out, const struct run *run, bool colour,
                         const char *file, shown_fn *is_shown)
{
    size_t widths[COL_COUNT];
    const struct theorem *theorem = NULL;
    measure(widths, run, is_shown);
    for (size_t i = 0; i < run->count; i++) {
        const struct result *r = &run->results[i];
        if (is_shown && !is_shown(r))
            continue;
        if (!file || strcmp(file, r->file) != 0) {
            buffer_add(out, file ? "\n" : "");
            buffer_add_line(out, r->file);
            buffer_add_char(out, '\n');
            file = r->file;
        }
        if (r->theorem != theorem) {
            print_theorem(out, r->theorem, colour);
            print_row(out, headings, widths, NULL);
            theorem = r->theorem;
        }
        print_result(out, r, widths, colour);
    }
}

void report_text(struct buffer *out, const struct run *run, bool colour)
{
    print_tables(out, run, colour, NULL, NULL);
    buffer_add_char(out, '\n');
    report_summary(out, run);
}

void report_told(struct buffer *out, const struct run *run, const char *file,
                 bool colour)
{
    print_tables(out, run, colour, file, summary_is_told);
}

void report_plain(struct buffer *out, const struct run *run)
{
    report_text(out, run, false);
}
