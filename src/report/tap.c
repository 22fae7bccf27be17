/* The Test Anything Protocol, version 13 (testanything.org). */
#include "report/report.h"

#include "base/escape.h"
#include "report/summary.h"

static void print_text(struct buffer *out, const char *name, const char *text)
{
    buffer_printf(out, "  %s: \"", name);
    escape_quoted(out, text);
    buffer_add(out, "\"\n");
}

static void print_number(struct buffer *out, const char *name, uint64_t n)
{
    buffer_printf(out, "  %s: %llu\n", name, (unsigned long long)n);
}

/* The diagnostics, in YAML indented by two. */
static void print_diagnostics(struct buffer *out, const struct result *r)
{
    struct summary_place place = summary_place(r);
    struct buffer remarks;
    buffer_init(&remarks);
    summary_remarks(&remarks, r, "; ");
    buffer_add(out, "  ---\n");
    print_text(out, "message", remarks.text ? remarks.text : "");
    print_text(out, "severity",
               summary_outcome(r) == OUTCOME_OPEN ? "todo" : "fail");
    print_text(out, "file", place.path);
    print_number(out, "line", place.line);
    print_number(out, "column", place.column);
    print_text(out, "found", ast_verdict_name(r->verdict));
    print_text(out, "wanted", ast_verdict_name(r->expected));
    print_number(out, "trials", r->tally.trials);
    print_number(out, "true", r->tally.is_true);
    print_number(out, "false", r->tally.is_false);
    print_number(out, "unresolved", r->tally.unresolved);
    print_number(out, "rejected", r->tally.rejected);
    print_number(out, "undefined", r->tally.undefined);
    print_number(out, "admitted", r->coverage.admitted);
    print_number(out, "distinct", r->coverage.distinct);
    buffer_add(out, "  ...\n");
    buffer_clear(&remarks);
}

/* A comment, which consumers show or pass over. */
static void print_admitted(struct buffer *out, const struct result *r)
{
    buffer_add(out, "# ");
    summary_admitted(out, r);
    buffer_add_char(out, '\n');
}

static void print_test(struct buffer *out, size_t number,
                       const struct result *r)
{
    struct buffer name;
    buffer_init(&name);
    buffer_printf(&name, "%s: %s.%s%s (%s) %s", r->file, r->theorem->name,
                  r->name, summary_note(r), r->case_name,
                  ast_verdict_name(r->verdict));
    const bool is_told = summary_is_told(r);
    buffer_printf(out, "%s %zu - ", is_told ? "not ok" : "ok", number);
    escape_tap(out, name.text);
    if (r->verdict == WORD_NOT_REACHED)
        buffer_add(out, " # SKIP");
    buffer_add_char(out, '\n');
    if (is_told)
        print_diagnostics(out, r);
    else
        print_admitted(out, r);
    buffer_clear(&name);
}

void report_tap(struct buffer *out, const struct run *run)
{
    buffer_add(out, "TAP version 13\n");
    buffer_printf(out, "1..%zu\n", run->count);
    for (size_t i = 0; i < run->count; i++)
        print_test(out, i + 1, &run->results[i]);
    if (run->stopped)
        buffer_add(out, "Bail out! Stopped early: the trials are a prefix.\n");
}
