#include "cli/picture.h"

#include "cli/gnuplot.h"
#include "cli/output.h"

#include <string.h>

enum kind { KIND_TEXT, KIND_CSV, KIND_JSON, KIND_NONE };

static enum kind format_of(const char *name)
{
    if (!name || strcmp(name, "text") == 0)
        return KIND_TEXT;
    if (strcmp(name, "csv") == 0)
        return KIND_CSV;
    return strcmp(name, "json") == 0 ? KIND_JSON : KIND_NONE;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

static bool is_drawn(const char *path)
{
    return ends_in(path, ".svg") || ends_in(path, ".png");
}

bool picture_refuse(const struct options *o)
{
    if (format_of(o->format) == KIND_NONE)
        output_error("--format: '%s' is not text, csv or json", o->format);
    else if (o->output && !is_drawn(o->output) && !ends_in(o->output, ".csv") &&
             !ends_in(o->output, ".json"))
        output_error("-o: '%s' ends in none of .svg, .png, .csv, .json",
                     o->output);
    else
        return o->output && !output_is_writable(o->output);
    return true;
}

static int write_file(const char *path, const struct picture_writers *writers,
                      const void *subject)
{
    struct buffer text, picture;
    int status = EXIT_EXPECTED;
    bool ok = true;
    buffer_init(&text);
    buffer_init(&picture);
    if (is_drawn(path)) {
        writers->plot(&text, subject,
                      ends_in(path, ".svg") ? TRACE_SVG : TRACE_PNG);
        ok = gnuplot_run(&picture, &text, &status);
    } else if (ends_in(path, ".csv")) {
        writers->csv(&picture, subject);
    } else {
        writers->json(&picture, subject);
    }
    if (ok && !output_file(path, &picture))
        status = EXIT_USAGE;
    buffer_clear(&text);
    buffer_clear(&picture);
    return status;
}

static int print_table(const struct options *o,
                       const struct picture_writers *writers,
                       const void *subject)
{
    struct buffer text;
    buffer_init(&text);
    switch (format_of(o->format)) {
    case KIND_TEXT:
    case KIND_NONE:
        writers->text(&text, subject);
        break;
    case KIND_CSV:
        writers->csv(&text, subject);
        break;
    case KIND_JSON:
        writers->json(&text, subject);
        break;
    }
    bool ok = output_stdout(&text);
    buffer_clear(&text);
    return ok ? EXIT_EXPECTED : EXIT_USAGE;
}

int picture_write(const struct options *o,
                  const struct picture_writers *writers, const void *subject,
                  bool to_file)
{
    int status = print_table(o, writers, subject);
    if (status == EXIT_EXPECTED && o->output && to_file)
        status = write_file(o->output, writers, subject);
    return status;
}
