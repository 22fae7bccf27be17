/* `majorant prove`: its options, and its report. */
#include "cli/commands.h"

#include "cli/output.h"
#include "cli/watch.h"
#include "report/report.h"
#include "session/prove.h"

#include <string.h>

/* Whether the other engine was not asked of a claim that is to hold. */
static bool may_ask_core(const struct run *run, enum engine engine)
{
    size_t i = 0;

    while (i < run->count &&
           (run->results[i].ok || run->results[i].verdict != WORD_UNDECIDED))
        i++;
    return engine == ENGINE_KERNEL && !run->stopped && i < run->count;
}

/* False: it could not be written. */
static bool write_report(const struct run *run, enum engine engine,
                         report_writer *format)
{
    LOCAL_BUFFER text = buffer_new();
    if (format == report_plain) {
        report_proof(&text, run);
        if (may_ask_core(run, engine))
            buffer_add(&text, "with --engine auto the core looks for proofs of "
                              "what is open, too, and says where it ends "
                              "(slower)\n");
        buffer_make_text(&text, false);
    } else {
        format(&text, run);
    }
    return output_stdout(&text);
}

static int prove_files(const struct options *o,
                       const struct prove_options *options,
                       report_writer *format)
{
    struct watch watch;
    struct session session = o->session;
    session.claim = options->explains ? o->explain : session.claim;
    LOCAL_DIAG diag = diag_new();
    LOCAL(tasks_clear) struct tasks tasks;
    LOCAL(run_clear) struct run run = {0};
    int status = EXIT_EXPECTED;
    enum status st = prove_tasks(&tasks, &session, diag);
    if (st == ST_OK && options->explains)
        prove_want_steps(&tasks);
    watch_session(&watch, &session, o->progress);
    if (st == ST_OK)
        st = prove_run(&run, &status, &tasks, &session, options, diag);
    output_diag(diag);
    if (st != ST_OK)
        status = tasks_exit_status(st);
    else if (!write_report(&run, options->engine, format) &&
             status == EXIT_EXPECTED)
        status = EXIT_USAGE;
    else if (status == EXIT_EXPECTED)
        status = verdict_exit_status(&run);
    return tasks_end_status(&tasks, status);
}

static bool read_engine(enum engine *out, const struct options *o)
{
    static const struct {
        const char *name;
        enum engine engine;
    } engines[] = {{"kernel", ENGINE_KERNEL},
                   {"core", ENGINE_CORE},
                   {"auto", ENGINE_BOTH}};
    *out = o->engine ? 0 : o->explain ? ENGINE_CORE : ENGINE_KERNEL;
    for (size_t i = 0; o->engine && i < sizeof engines / sizeof *engines; i++)
        if (strcmp(o->engine, engines[i].name) == 0)
            *out = engines[i].engine;
    if (*out == 0)
        output_error("--engine: '%s' is none of kernel, core, auto", o->engine);
    else if (*out == ENGINE_BOTH && o->output)
        output_error("-o: certificates are of one engine, kernel or core");
    else if (*out == ENGINE_KERNEL && o->explain)
        output_error("--explain: proofs of the core are explained; leave "
                     "--engine kernel out");
    else if (o->explain && o->session.claim)
        output_error("--explain names the claim: leave --claim out");
    else if (*out != ENGINE_KERNEL && o->session.update)
        output_error("--update: what is stored are proofs of --engine kernel");
    else
        return true;
    return false;
}

int command_prove(const struct options *o)
{
    struct prove_options options = {.certificates = o->output,
                                    .explains = o->explain != NULL};
    report_writer *format = report_find_writer(o->format);
    if (!format)
        return output_refuse("--format: '%s' is none of " REPORT_FORMATS,
                             o->format);
    if (o->count == 0)
        return output_refuse("prove: no file was named");
    if (o->output && !output_is_writable(o->output))
        return EXIT_USAGE;
    if (!read_engine(&options.engine, o))
        return EXIT_USAGE;
    return prove_files(o, &options, format);
}
