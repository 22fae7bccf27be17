/* majorant trace: a quantity along an index, as a table and as a picture. */
#include "trace/trials.h"

#include "cli/choice.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/picture.h"
#include "cli/signals.h"
#include "cli/watch.h"

enum { LINE_EACH = 20 /* seconds, where there is no terminal */ };

/* ---- output ---- */

PICTURE_WRITERS(trace);
PICTURE_WRITERS(trials);

/* What the run comes to once its output is written. */
static int status_of(const struct options *o, bool is_settled, long bits)
{
    if (is_settled || o->double_only)
        return EXIT_EXPECTED;
    output_note("not all digits are certain at %ld bits", bits);
    return EXIT_OPEN;
}

static int answer(const struct options *o, const struct trace *trace)
{
    int status = picture_write(o, &trace_writers, trace, trace->npoints > 0);
    if (status != EXIT_EXPECTED)
        return status;
    if (trace->is_stopped) {
        output_note("stopped after %zu points", trace->npoints);
        return EXIT_STOPPED;
    }
    return status_of(o, trace->is_settled, trace->bits);
}

static int answer_trials(const struct options *o, const struct trials *trials)
{
    int status = trials->npoints > 0 ? picture_write(o, &trials_writers, trials,
                                                     !trials->is_stopped)
                                     : EXIT_EXPECTED;
    if (status != EXIT_EXPECTED)
        return status;
    if (trials->is_stopped) {
        output_note("stopped after %llu trials",
                    (unsigned long long)trials->origin.ntrials);
        return EXIT_STOPPED;
    }
    return status_of(o, trials->is_settled, trials->bits);
}

/* ---- the command ---- */

static bool refuse(const struct options *o)
{
    if (o->count != 1)
        output_error("trace: expected one file, found %zu", o->count);
    else if (o->exprs.count == 0)
        output_error("trace: what is to be followed? --expr 'E(l)'");
    else if (!o->over)
        output_error("trace: along what? --over 'l in 0..L'");
    else if (o->bounds.count > o->exprs.count)
        output_error("trace: more bounds than expressions");
    else
        return picture_refuse(o);
    return true;
}

static int follow(const struct options *o,
                  const struct trace_question *question, struct diag *diag)
{
    LOCAL(trace_clear) struct trace trace;
    enum status st = trace_make(&trace, question, diag);
    watch_end(question->watch.context);
    return st == ST_OK ? answer(o, &trace) : EXIT_USAGE;
}

static int follow_trials(const struct options *o,
                         const struct trace_question *question,
                         struct diag *diag)
{
    LOCAL(trials_clear) struct trials trials;
    enum status st =
        trials_make(&trials, question, o->session.trials.value, diag);
    watch_end(question->watch.context);
    return st == ST_OK ? answer_trials(o, &trials) : EXIT_USAGE;
}

static int run(const struct options *o, const struct module *module,
               const struct spec *spec, struct diag *diag)
{
    struct watch watch;
    watch_start(&watch, o->progress, LINE_EACH);
    const struct trace_question question = {
        .module = module,
        .spec = spec,
        .trial = o->session.trial.value,
        .over = o->over,
        .exprs = o->exprs.items,
        .nexprs = o->exprs.count,
        .bounds = o->bounds.items,
        .nbounds = o->bounds.count,
        .double_only = o->double_only,
        .prec_max =
            o->session.prec_max.given ? (long)o->session.prec_max.value : 0,
        .watch = {
            .stop = signals_stop, .progress = watch_step, .context = &watch}};
    return o->session.trials.given ? follow_trials(o, &question, diag)
                                   : follow(o, &question, diag);
}

int command_trace(const struct options *o)
{
    return refuse(o) ? EXIT_USAGE : choice_command(o, run);
}
