#include "cli/commands.h"

#include "base/ceiling.h"
#include "base/memory.h"
#include "certio/certio.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "eval/evaluator.h"
#include "store/store.h"

#include <stdlib.h>

/* That those who ask for the time have to end in order. */
#define GRACE_SECONDS 1.0
#define BUDGET_GRACE_SECONDS 3.0

static int print_help(const struct options *options)
{
    LOCAL_BUFFER text = buffer_new();
    if (options->version)
        buffer_add(&text, "majorant " MAJORANT_VERSION "\n");
    else
        options_help(&text, options->command);
    bool ok = output_stdout(&text);
    return ok ? EXIT_EXPECTED : EXIT_USAGE;
}

typedef int command_fn(const struct options *options);

/* ORDER: enum command; without a command options_read has failed. */
static command_fn *const commands[COMMAND_COUNT] = {
    [COMMAND_CHECK] = command_check,   [COMMAND_PROVE] = command_prove,
    [COMMAND_REFUTE] = command_refute, [COMMAND_RECHECK] = command_recheck,
    [COMMAND_EVAL] = command_eval,     [COMMAND_TRACE] = command_trace,
    [COMMAND_PATHS] = command_paths,   [COMMAND_COMPARE] = command_compare,
    [COMMAND_REPORT] = command_report, [COMMAND_MERGE] = command_merge,
    [COMMAND_ABLATE] = command_ablate, [COMMAND_EXPLAIN] = command_explain,
    [COMMAND_FMT] = command_fmt,
};

static int run_command(const struct options *options)
{
    if (options->help || options->version)
        return print_help(options);
    return commands[options->command](options);
}

/* ---- ceilings ---- */

struct call {
    const struct options *options;
    int status;
};

/*
 * Those that show what is done when they are stopped have sections of their
 * own that they give up; of the others the whole is one.
 */
static bool has_sections(enum command command)
{
    return command == COMMAND_CHECK || command == COMMAND_PROVE ||
           command == COMMAND_REFUTE || command == COMMAND_ABLATE;
}

static void call_command(void *context)
{
    struct call *call = context;
    if (!has_sections(call->options->command))
        ceiling_pass();
    call->status = run_command(call->options);
}

/*
 * When the time of a run is over for those who do not ask in between.  A budget
 * is for searching; to shrink what was found takes a little more.
 */
static double end_of(const struct options *o)
{
    const bool is_budget = o->command == COMMAND_REFUTE ||
                           o->command == COMMAND_ABLATE ||
                           o->command == COMMAND_EXPLAIN;
    const double grace = is_budget                  ? BUDGET_GRACE_SECONDS
                         : has_sections(o->command) ? GRACE_SECONDS
                                                    : 0;
    return o->session.time > 0 ? session_clock() + o->session.time + grace : 0;
}

static void tell_stop(const struct options *o, bool is_whole)
{
    /* Of several files that fmt was given the first may be written. */
    const char *rest =
        is_whole || o->command == COMMAND_FMT ? "" : "; nothing was written";
    switch (ceiling_met()) {
    case CEILING_NONE:
        break;
    case CEILING_MEMORY:
        output_note("stopped at the ceiling of --mem, %llu bytes%s",
                    (unsigned long long)o->mem, rest);
        break;
    case CEILING_TIME:
        output_note("stopped at the end of --time, %g seconds%s",
                    o->session.time, rest);
        break;
    case CEILING_SIGNAL:
        output_note("stopped by a signal%s", rest);
        break;
    }
}

static int run_within(const struct options *o)
{
    struct call call = {o, EXIT_STOPPED};
    bool is_whole = true;
    ceiling_set(o->mem, end_of(o));
    if (!o->output && !o->store && !o->report)
        signals_watch_reader();
    if (has_sections(o->command))
        call_command(&call);
    else
        is_whole = ceiling_try(call_command, &call);
    if (!is_whole)
        call.status = EXIT_STOPPED;
    if (call.status == EXIT_STOPPED)
        tell_stop(o, is_whole);
    return call.status;
}

int command_main(int argc, char **argv)
{
    LOCAL(options_clear) struct options options;
    LOCAL_FREE char *error = NULL;
    int status = EXIT_USAGE;
    signals_install();
    memory_guard();
    eval_guard();
    certio_guard();
    store_guard();
    const bool is_read = options_read(&options, argc, argv, &error);
    output_listen(&options.session.client);
    options.session.client.stop = signals_stop;
    if (is_read)
        status = run_within(&options);
    else
        output_error("%s", error);
    if (ceiling_met() == CEILING_NONE) /* else constants may be half-made */
        eval_finish();
    return status;
}
