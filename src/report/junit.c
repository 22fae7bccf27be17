#include "report/report.h"

#include "base/escape.h"
#include "report/hints.h"
#include "report/summary.h"

#include <string.h>

static void attribute(struct buffer *out, const char *name, const char *value)
{
    buffer_printf(out, " %s=\"", name);
    escape_attribute(out, value);
    buffer_add_char(out, '"');
}

static void print_failure(struct buffer *out, const struct result *r)
{
    LOCAL(hints_clear) struct hints hints;
    hints_make(&hints, r);
    buffer_add(out, "      <failure");
    attribute(out, "message", hints.count > 0 ? hints.lines[0] : "");
    attribute(out, "type", ast_verdict_name(r->verdict));
    buffer_add_char(out, '>');
    for (size_t i = 0; i < hints.count; i++) {
        escape_markup(out, hints.lines[i]);
        buffer_add_char(out, '\n');
    }
    buffer_add(out, "</failure>\n");
}

static void print_case(struct buffer *out, const struct result *r)
{
    LOCAL_BUFFER name = buffer_new();
    buffer_printf(&name, "%s.%s", r->theorem->name, r->case_name);
    buffer_add(out, "    <testcase");
    attribute(out, "classname", name.text);
    attribute(out, "name", r->name);
    buffer_printf(out, " time=\"%.3f\"", r->seconds);
    buffer_add(out, r->ok ? "/>\n" : ">\n");
    if (summary_is_told(r))
        print_failure(out, r);
    else if (!r->ok)
        buffer_add(out, "      <skipped/>\n");
    if (!r->ok)
        buffer_add(out, "    </testcase>\n");
}

static size_t failures(const struct result *results, size_t count)
{
    size_t failed = 0;
    for (size_t i = 0; i < count; i++)
        failed += summary_is_told(&results[i]);
    return failed;
}

/* How many results from the first on are of its file. */
static size_t same_file(const struct result *results, size_t count)
{
    size_t n = 1;
    while (n < count && strcmp(results[n].file, results[0].file) == 0)
        n++;
    return n;
}

/* Of the cases one after the other; the claims of a case share its time. */
static double seconds(const struct result *results, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || results[i].theorem != results[i - 1].theorem ||
            strcmp(results[i].case_name, results[i - 1].case_name) != 0)
            sum += results[i].seconds;
    return sum;
}

/*
 * Some readers want a date and a host; reports are to be the same whenever and
 * wherever they are made, so the epoch and localhost stand for them.
 */
static void open_suite(struct buffer *out, size_t number, const char *name,
                       size_t tests, size_t failed, size_t errors, double time)
{
    buffer_add(out, "  <testsuite");
    attribute(out, "name", name);
    buffer_printf(out,
                  " package=\"majorant\" id=\"%zu\" tests=\"%zu\" "
                  "failures=\"%zu\" errors=\"%zu\" time=\"%.3f\" "
                  "timestamp=\"1970-01-01T00:00:00\" "
                  "hostname=\"localhost\">\n    <properties/>\n",
                  number, tests, failed, errors, time);
}

/* What each claim was seen at; a test case has no place for it. */
static void close_suite(struct buffer *out, const struct result *results,
                        size_t count)
{
    LOCAL_BUFFER text = buffer_new();
    for (size_t i = 0; i < count; i++) {
        const struct result *r = &results[i];
        buffer_printf(&text, "%s%s.%s%s (%s): ", i ? "\n" : "",
                      r->theorem->name, r->name, summary_note(r), r->case_name);
        summary_admitted(&text, r);
    }
    buffer_add(out, "    <system-out");
    if (count > 0) {
        buffer_add_char(out, '>');
        escape_markup(out, text.text);
        buffer_add(out, "</system-out>\n");
    } else {
        buffer_add(out, "/>\n");
    }
    buffer_add(out, "    <system-err/>\n  </testsuite>\n");
}

static void print_suite(struct buffer *out, size_t number,
                        const struct result *results, size_t count)
{
    open_suite(out, number, results[0].file, count, failures(results, count), 0,
               seconds(results, count));
    for (size_t i = 0; i < count; i++)
        print_case(out, &results[i]);
    close_suite(out, results, count);
}

/* What was not tried is no success: an error of the run as a whole. */
static void print_stopped(struct buffer *out, size_t number)
{
    open_suite(out, number, "majorant", 1, 0, 1, 0);
    buffer_add(out, "    <testcase classname=\"majorant\" name=\"run\" "
                    "time=\"0\">\n"
                    "      <error message=\"stopped early: the trials are a "
                    "prefix\" type=\"stopped\"/>\n"
                    "    </testcase>\n");
    close_suite(out, NULL, 0);
}

void report_junit(struct buffer *out, const struct run *run)
{
    size_t suites = 0;
    buffer_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<testsuites>\n");
    for (size_t i = 0; i < run->count;) {
        size_t n = same_file(run->results + i, run->count - i);
        print_suite(out, suites++, run->results + i, n);
        i += n;
    }
    if (run->stopped)
        print_stopped(out, suites);
    buffer_add(out, "</testsuites>\n");
}
