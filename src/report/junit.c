#include "report/report.h"

#include "report/hints.h"

#include <string.h>

/* Text of an attribute or element; XML 1.0 has no way to hold controls. */
static void escape(struct buffer *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        switch (*c) {
        case '&':
            buffer_add(out, "&amp;");
            break;
        case '<':
            buffer_add(out, "&lt;");
            break;
        case '>':
            buffer_add(out, "&gt;");
            break;
        case '"':
            buffer_add(out, "&quot;");
            break;
        default:
            if ((unsigned char)*c < 0x20 && *c != '\t' && *c != '\n')
                buffer_add_char(out, '?');
            else
                buffer_add_char(out, *c);
        }
    }
}

static void attribute(struct buffer *out, const char *name, const char *value)
{
    buffer_printf(out, " %s=\"", name);
    escape(out, value);
    buffer_add_char(out, '"');
}

static void print_failure(struct buffer *out, const struct result *r)
{
    struct hints hints;
    hints_make(&hints, r);
    buffer_add(out, "      <failure");
    attribute(out, "message", hints.count > 0 ? hints.lines[0] : "");
    attribute(out, "type", ast_verdict_name(r->verdict));
    buffer_add_char(out, '>');
    for (size_t i = 0; i < hints.count; i++) {
        escape(out, hints.lines[i]);
        buffer_add_char(out, '\n');
    }
    buffer_add(out, "</failure>\n");
    hints_clear(&hints);
}

static void print_case(struct buffer *out, const struct result *r)
{
    struct buffer name;
    buffer_init(&name);
    buffer_printf(&name, "%s.%s", r->theorem->name, r->case_name);
    buffer_add(out, "    <testcase");
    attribute(out, "classname", name.text);
    attribute(out, "name", r->name);
    buffer_printf(out, " time=\"%.3f\"", r->seconds);
    buffer_add(out, r->ok ? "/>\n" : ">\n");
    if (!r->ok) {
        print_failure(out, r);
        buffer_add(out, "    </testcase>\n");
    }
    buffer_clear(&name);
}

static size_t failures(const struct result *results, size_t count)
{
    size_t failed = 0;
    for (size_t i = 0; i < count; i++)
        failed += !results[i].ok;
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

static void print_suite(struct buffer *out, const struct result *results,
                        size_t count)
{
    buffer_add(out, "  <testsuite");
    attribute(out, "name", results[0].file);
    buffer_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n", count,
                  failures(results, count));
    for (size_t i = 0; i < count; i++)
        print_case(out, &results[i]);
    buffer_add(out, "  </testsuite>\n");
}

void report_junit(struct buffer *out, const struct run *run)
{
    buffer_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    buffer_printf(out,
                  "<testsuites name=\"majorant\" tests=\"%zu\" "
                  "failures=\"%zu\" errors=\"0\" time=\"%.3f\">\n",
                  run->count, failures(run->results, run->count), run->seconds);
    for (size_t i = 0; i < run->count;) {
        size_t n = same_file(run->results + i, run->count - i);
        print_suite(out, run->results + i, n);
        i += n;
    }
    buffer_add(out, "</testsuites>\n");
}
