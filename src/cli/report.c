/*
 * `majorant report`: a stored run as text, JSON or JUnit, from the store
 * alone; and for people as one HTML page or Markdown, also from a JSON object.
 */
#include "base/folder.h"
#include "cli/commands.h"

#include "cli/output.h"
#include "cli/report_page.h"
#include "report/report.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

/* One of the two is set. */
struct format {
    report_writer *write;
    page_writer *write_page;
};

/* --format, else the ending of -o, else text. */
static const char *format_name(const struct options *o)
{
    if (o->format || !o->output)
        return o->format ? o->format : "text";
    if (folder_has_ending(o->output, ".html") ||
        folder_has_ending(o->output, ".htm"))
        return "html";
    return folder_has_ending(o->output, ".md") ? "md" : "text";
}

/* False: a message was given. */
static bool find_format(struct format *out, const struct options *o)
{
    const char *name = format_name(o);
    *out = (struct format){0};
    if (strcmp(name, "html") == 0)
        out->write_page = page_html;
    else if (strcmp(name, "md") == 0)
        out->write_page = page_markdown;
    else
        out->write = report_find_writer(name);
    if (out->write == report_sarif || out->write == report_github)
        return output_error(
            "--format %s needs the lines of the .bound files, which "
            "a store does not keep: `majorant check FILE --store "
            "RUN.db --format %s` takes the trials from the store",
            name, name);
    if (!out->write && !out->write_page)
        output_error("--format: '%s' is none of text, json, junit, html, md",
                     name);
    return out->write || out->write_page;
}

/* A run that was killed, or put together of parts, has no results yet. */
static bool has_results(const struct store_run *stored, const char *path)
{
    if (stored->run.count > 0)
        return true;
    return output_error(
        "%s: the run is not finished (%llu of %llu trials are kept): "
        "`majorant check FILE --store %s`, with the files and options "
        "of the run, finishes it",
        path, (unsigned long long)stored->kept, (unsigned long long)stored->all,
        path);
}

/* Whether there is a text to write; else a message was given. */
static bool write_store(struct buffer *out, const char *path,
                        const struct format *format, int *status)
{
    LOCAL(store_run_clear) struct store_run stored;
    char *reason = NULL;
    bool ok = store_read_run(&stored, path, &reason) == ST_OK;
    if (ok && !has_results(&stored, path))
        return false;
    *status = stored.run.stopped ? EXIT_STOPPED : EXIT_EXPECTED;
    if (ok && format->write_page)
        ok = report_page_store(out, format->write_page, &stored, path,
                               &reason) == ST_OK;
    else if (ok)
        format->write(out, &stored.run);
    if (!ok)
        output_error("%s", reason);
    free(reason);
    return ok;
}

static bool write_object(struct buffer *out, const struct options *o,
                         const struct format *format)
{
    LOCAL_FREE char *reason = NULL;
    bool ok = report_page_json(out, format->write_page, o->arguments[0],
                               o->session.allow_outside, &reason) == ST_OK;
    if (!ok)
        output_error("%s", reason);
    return ok;
}

static int write_report(const struct options *o, const struct format *format)
{
    const char *path = o->arguments[0];
    int status = EXIT_EXPECTED;
    LOCAL_BUFFER text = buffer_new();
    bool ok = format->write_page && !report_page_is_store(path)
                  ? write_object(&text, o, format)
                  : write_store(&text, path, format, &status);
    if (format->write == report_plain || format->write_page == page_markdown)
        buffer_make_text(&text, false);
    if (!ok)
        status = EXIT_USAGE;
    else if (o->output && !output_file(o->output, &text))
        status = EXIT_USAGE;
    else if (!o->output && !output_stdout(&text))
        status = EXIT_USAGE;
    return status;
}

int command_report(const struct options *o)
{
    struct format format;
    if (!find_format(&format, o))
        return EXIT_USAGE;
    if (o->count != 1)
        return output_refuse("report: one store is to be named");
    if (o->output && session_same_file(o->output, o->arguments[0]))
        return output_refuse("-o: %s is what is to be reported", o->output);
    if (o->output && folder_has_ending(o->output, ".bound"))
        return output_refuse("-o: %s is a .bound file", o->output);
    if (o->output && !output_is_writable(o->output))
        return EXIT_USAGE;
    return write_report(o, &format);
}
