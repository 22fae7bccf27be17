/*
 * Annotations of GitHub Actions: `::error file=…,line=…,col=…,title=…::text`,
 * one for each claim that came out otherwise (warning: undecided or vacuous).
 */
#include "report/report.h"

#include "base/escape.h"
#include "report/summary.h"

static void print_annotation(struct buffer *out, const struct result *r)
{
    struct summary_place place = summary_place(r);
    LOCAL_BUFFER text = buffer_new();
    buffer_printf(out, "::%s file=",
                  summary_outcome(r) == OUTCOME_OPEN ? "warning" : "error");
    escape_github_property(out, place.path);
    buffer_printf(out, ",line=%zu,col=%zu,title=", place.line, place.column);
    buffer_printf(&text, "%s.%s: %s", r->theorem->name, r->name,
                  ast_verdict_name(r->verdict));
    escape_github_property(out, text.text);
    buffer_reset(&text);
    buffer_printf(&text, "case %s: ", r->case_name);
    summary_remarks(&text, r, "\n");
    buffer_add(out, "::");
    escape_github_message(out, text.text);
    buffer_add_char(out, '\n');
}

void report_github(struct buffer *out, const struct run *run)
{
    const struct summary summary = summary_make(run);
    for (size_t i = 0; i < run->count; i++)
        if (summary_is_told(&run->results[i]))
            print_annotation(out, &run->results[i]);
    if (run->stopped)
        buffer_add(out, "::error title=majorant::stopped early%3A the trials "
                        "are a prefix\n");
    /* No command: the last line of the log. */
    summary_print(out, &summary);
    buffer_add_char(out, '\n');
}
