/* majorant paths: the terms of an expanded network, by their length. */
#include "trace/paths.h"

#include "cli/choice.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/picture.h"
#include "cli/signals.h"
#include "cli/watch.h"

enum { EACH_DEFAULT = 200 };

/* ---- output ---- */

PICTURE_WRITERS(paths);

static int answer(const struct options *o, const struct paths *paths)
{
    int status = picture_write(o, &paths_writers, paths, !paths->is_stopped);
    if (status != EXIT_EXPECTED)
        return status;
    if (paths->is_stopped) {
        output_note("stopped");
        return EXIT_STOPPED;
    }
    if (paths->is_settled)
        return EXIT_EXPECTED;
    output_note("not all digits are certain at %ld bits", paths->bits);
    return EXIT_OPEN;
}

/* ---- the command ---- */

static const char *or_else(const char *given, const char *usual)
{
    return given ? given : usual;
}

static int run(const struct options *o, const struct module *module,
               const struct spec *spec, struct diag *diag)
{
    struct watch watch;
    watch_start(&watch, o->progress, 0);
    const struct paths_question question = {
        .module = module,
        .spec = spec,
        .trial = o->session.trial.value,
        .layers = or_else(o->over, "l in 1..L"),
        .heads = or_else(o->heads, "h in 1..H"),
        .left = or_else(o->left, "P[l, h]"),
        .right = or_else(o->right, "W[l, h]"),
        .start = or_else(o->start, "X"),
        .measure = o->exprs.count ? o->exprs.items[0] : "norm1inf(res(path))",
        .each = o->sample.given ? o->sample.value : EACH_DEFAULT,
        .double_only = o->double_only,
        .prec_max =
            o->session.prec_max.given ? (long)o->session.prec_max.value : 0,
        .watch = {
            .stop = signals_stop, .progress = watch_step, .context = &watch}};
    LOCAL(paths_clear) struct paths paths;
    enum status st = paths_make(&paths, &question, diag);
    watch_end(&watch);
    return st == ST_OK ? answer(o, &paths) : EXIT_USAGE;
}

int command_paths(const struct options *o)
{
    if (o->count != 1)
        output_error("paths: expected one file, found %zu", o->count);
    else if (o->exprs.count > 1)
        output_error("paths: one --expr is measured, found %zu",
                     o->exprs.count);
    else if (!picture_refuse(o))
        return choice_command(o, run);
    return EXIT_USAGE;
}
