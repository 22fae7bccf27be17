/* Proofs and refutations: what `prove` and `refute` do, of one theorem. */
#include "api/api_internal.h"

#include "report/report.h"
#include "session/prove.h"
#include "session/recheck.h"
#include "session/refute.h"

#include <stdlib.h>

struct majorant_report {
    struct api_claim {
        char *name, *reason;
        enum majorant_verdict verdict;
    } * claims;
    size_t count;
    struct buffer json;
};

static enum majorant_verdict verdict_of(enum verdict_word word)
{
    return word == WORD_PROVED     ? MAJORANT_PROVED
           : word == WORD_VIOLATED ? MAJORANT_VIOLATED
           : word == WORD_VACUOUS  ? MAJORANT_VACUOUS
                                   : MAJORANT_UNDECIDED;
}

static void add_claim(struct majorant_report *report, const char *name,
                      enum majorant_verdict verdict, const char *reason)
{
    APPEND(report->claims, report->count) = (struct api_claim){
        xstrdup(name), reason ? xstrdup(reason) : NULL, verdict};
}

/* The built-in campaign of the theorem, as a task. */
static enum status add_task(struct tasks *tasks, const char *theorem,
                            const char *claim, struct diag *diag)
{
    const struct module *module = tasks->modules[0];
    const struct theorem *t = module_find(module, theorem);
    const struct spec_options few = {.has_trials = true,
                                     .trials = PROVE_TRIALS};
    struct spec *spec = NULL;
    LOCAL_FREE bool *wanted = xcalloc(t->nclaims + 1, sizeof *wanted);
    for (size_t i = 0; i < t->nclaims; i++)
        wanted[i] = !claim || &t->claims[i] == theorem_claim(t, claim);
    const enum status st = spec_campaign(&spec, module, t, &few, diag);
    if (st == ST_OK)
        tasks_add(tasks, spec, wanted);
    return st;
}

/*
 * The theorem and what it needs once more, from its text: proofs add to the
 * terms of a module, and a file may be used by other threads.
 */
static enum status read_again(struct tasks *tasks,
                              const struct majorant_file *file,
                              const struct theorem *t, struct diag *diag)
{
    struct module *module = NULL;
    LOCAL_BUFFER text = buffer_new();
    module_full_text(&text, file->module, &t, 1);
    const enum status st = module_load_text(
        &module, module_source(file->module)->path, text.text, NULL, diag);
    if (st == ST_OK)
        APPEND(tasks->modules, tasks->nmodules) = module;
    return st;
}

/* Fills in the report; MAJORANT_OK and MAJORANT_STOPPED: it is kept. */
typedef enum majorant_status api_work(struct majorant_context *c,
                                      struct majorant_report *report,
                                      struct tasks *tasks, struct diag *diag);

static enum majorant_status prove(struct majorant_context *c,
                                  struct majorant_report *report,
                                  struct tasks *tasks, struct diag *diag)
{
    const struct prove_options options = {.engine = ENGINE_KERNEL};
    LOCAL(run_clear) struct run run = {0};
    int fault = EXIT_EXPECTED;
    prove_choose(tasks);
    if (prove_run(&run, &fault, tasks, &c->session, &options, diag) != ST_OK)
        return api_fail_diag(c, MAJORANT_INPUT, diag);
    if (fault != EXIT_EXPECTED)
        return MAJORANT_CONFLICT; /* the session has said why */
    for (size_t i = 0; i < run.count; i++)
        add_claim(report, run.results[i].name,
                  verdict_of(run.results[i].verdict), run.results[i].proof);
    report_json(&report->json, &run);
    return run.stopped ? api_stopped(c) : MAJORANT_OK;
}

static enum majorant_status refute(struct majorant_context *c,
                                   struct majorant_report *report,
                                   struct tasks *tasks, struct diag *diag)
{
    const struct refute_options options = {.beyond_cases = true};
    LOCAL(refute_clear) struct refutation found;
    (void)diag;
    refute_run(&found, tasks, &c->session, &options);
    if (refute_status(&found) == EXIT_INTERNAL)
        return api_fail(c, MAJORANT_CONFLICT, "%s", found.text.text);
    for (size_t i = 0; i < found.count; i++) {
        const struct quarry *q = &found.quarries[i];
        add_claim(report, q->theorem->claims[q->claim].name,
                  q->fallen ? MAJORANT_VIOLATED : MAJORANT_UNDECIDED, NULL);
    }
    refute_certificates(&report->json, &found);
    return found.interrupted ? api_stopped(c) : MAJORANT_OK;
}

static enum majorant_status ask(struct majorant_context *c,
                                struct majorant_report **report,
                                const struct majorant_file *file,
                                const char *theorem, const char *claim,
                                api_work *work)
{
    const struct theorem *t = NULL;
    size_t number = 0;
    enum majorant_status status = api_place(c, report);
    if (status != MAJORANT_OK)
        return status;
    *report = NULL;
    status = api_find(c, &t, &number, file, theorem, claim);
    if (status != MAJORANT_OK)
        return status;
    LOCAL_DIAG diag = diag_new();
    LOCAL(tasks_clear) struct tasks tasks = {0};
    if (read_again(&tasks, file, t, diag) != ST_OK ||
        add_task(&tasks, theorem, claim, diag) != ST_OK)
        return api_fail_diag(c, MAJORANT_INPUT, diag);
    struct majorant_report *r = xcalloc(1, sizeof *r);
    status = work(c, r, &tasks, diag);
    if (status == MAJORANT_OK || status == MAJORANT_STOPPED)
        *report = r;
    else
        majorant_report_free(r);
    return status;
}

enum majorant_status majorant_prove(struct majorant_context *context,
                                    struct majorant_report **report,
                                    const struct majorant_file *file,
                                    const char *theorem, const char *claim)
{
    return ask(context, report, file, theorem, claim, prove);
}

enum majorant_status majorant_refute(struct majorant_context *context,
                                     struct majorant_report **report,
                                     const struct majorant_file *file,
                                     const char *theorem, const char *claim)
{
    return ask(context, report, file, theorem, claim, refute);
}

enum majorant_status majorant_recheck(struct majorant_context *context,
                                      const char *text, size_t length)
{
    if (!api_begin(context))
        return MAJORANT_INPUT;
    if (!text)
        return api_fail(context, MAJORANT_INPUT, "no text was given");
    LOCAL_BUFFER copy = buffer_new(), out = buffer_new();
    buffer_add_bytes(&copy, text, length);
    const enum again_answer answer =
        recheck_text(&out, &context->session, "certificate", &copy, NULL);
    if (answer == AGAIN_REJECTED)
        buffer_add(&context->error, out.text);
    return answer == AGAIN_ACCEPTED   ? MAJORANT_OK
           : answer == AGAIN_REJECTED ? MAJORANT_REJECTED
                                      : MAJORANT_INPUT;
}

/* ---- reading reports ---- */

void majorant_report_free(struct majorant_report *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->count; i++) {
        free(report->claims[i].name);
        free(report->claims[i].reason);
    }
    free(report->claims);
    buffer_clear(&report->json);
    free(report);
}

size_t majorant_report_claims(const struct majorant_report *report)
{
    return report ? report->count : 0;
}

const char *majorant_report_name(const struct majorant_report *report, size_t i)
{
    return report && i < report->count ? report->claims[i].name : NULL;
}

enum majorant_verdict
majorant_report_verdict(const struct majorant_report *report, size_t i)
{
    return report && i < report->count ? report->claims[i].verdict
                                       : MAJORANT_UNDECIDED;
}

const char *majorant_report_reason(const struct majorant_report *report,
                                   size_t i)
{
    return report && i < report->count ? report->claims[i].reason : NULL;
}

const char *majorant_report_json(const struct majorant_report *report)
{
    return report && report->json.length > 0 ? report->json.text : NULL;
}
