#include "cli/picture.h"

#include "base/folder.h"
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

bool picture_refuse(const struct options *o)
{
    if (format_of(o->format) == KIND_NONE)
        output_error("--format: '%s' is not text, csv or json", o->format);
    else if (o->output && !folder_has_ending(o->output, ".svg") &&
             !folder_has_ending(o->output, ".csv") &&
             !folder_has_ending(o->output, ".json"))
        output_error("-o: '%s' ends in none of .svg, .csv, .json", o->output);
    else
        return o->output && !output_is_writable(o->output);
    return true;
}

static int write_file(const char *path, const struct picture_writers *writers,
                      const void *subject)
{
    LOCAL_BUFFER text = buffer_new();
    if (folder_has_ending(path, ".svg"))
        writers->svg(&text, subject);
    else if (folder_has_ending(path, ".csv"))
        writers->csv(&text, subject);
    else
        writers->json(&text, subject);
    const bool ok = output_file(path, &text);
    return ok ? EXIT_EXPECTED : EXIT_USAGE;
}

static int print_table(const struct options *o,
                       const struct picture_writers *writers,
                       const void *subject)
{
    LOCAL_BUFFER text = buffer_new();
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
