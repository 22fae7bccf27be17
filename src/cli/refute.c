/* `majorant refute`: its options, and what it writes. */
#include "base/folder.h"
#include "cli/choice.h"
#include "cli/commands.h"
#include "cli/explain.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "session/refute.h"

#include <string.h>

struct refuting {
    const struct options *options;
    struct session session; /* with the campaign where cases do not reach */
    struct watch watch;
    struct buffer page;
    struct markup markup; /* of --report, into page */
};

static void begin_report(struct refuting *r)
{
    const char *path = r->options->report;
    const bool is_html =
        folder_has_ending(path, ".html") || folder_has_ending(path, ".htm");
    r->markup = (struct markup){
        .out = &r->page, .kind = is_html ? MARKUP_HTML : MARKUP_MARKDOWN};
    markup_begin(&r->markup, "Counterexamples");
}

static void add_section(void *context, const struct hunt *hunt)
{
    const struct refuting *r = context;
    explain_hunt(&r->markup, hunt, r->options->output);
}

static bool write_report(const struct refuting *r, bool is_empty)
{
    if (!r->options->report)
        return true;
    if (is_empty)
        markup_paragraph(&r->markup, "No violation was found.");
    markup_end(&r->markup);
    return output_file(r->options->report, r->markup.out);
}

static bool write_certificates(const struct options *o,
                               const struct refutation *found)
{
    if (!o->output || found->ncertificates == 0)
        return true;
    LOCAL_BUFFER all = buffer_new();
    refute_certificates(&all, found);
    return output_file(o->output, &all);
}

static int finish(const struct refuting *r, struct refutation *found)
{
    int status = refute_status(found);
    bool written = write_certificates(r->options, found);
    written = write_report(r, found->ncertificates == 0) && written;
    if (!written && status != EXIT_INTERNAL)
        status = EXIT_USAGE;
    if (status == EXIT_INTERNAL && !r->options->output)
        buffer_add(&found->text, found->certificates.text); /* the evidence */
    if (!output_text(&found->text) && status != EXIT_INTERNAL)
        status = EXIT_USAGE;
    return status;
}

static int refute(void *context, const struct tasks *tasks, struct diag *diag)
{
    struct refuting *r = context;
    const struct options *o = r->options;
    const struct refute_options options = {.evals = o->evals,
                                           .beyond_cases = o->session.campaign,
                                           .certificates = o->output,
                                           .tell =
                                               o->report ? add_section : NULL,
                                           .context = r};
    LOCAL(refute_clear) struct refutation found;
    (void)diag;
    if (o->report)
        begin_report(r);
    watch_session(&r->watch, &r->session, o->progress);
    refute_run(&found, tasks, &r->session, &options);
    return finish(r, &found);
}

int command_refute(const struct options *o)
{
    struct refuting r = {
        .options = o, .session = o->session, .page = buffer_new()};
    int status = EXIT_USAGE;
    /* Where the cases do not reach, the built-in campaign may. */
    r.session.campaign = o->session.campaign || !o->session.case_name ||
                         strcmp(o->session.case_name, "campaign") == 0;
    if (o->count == 0 || ((!o->output || output_is_writable(o->output)) &&
                          (!o->report || output_is_writable(o->report))))
        status = choice_tasks(o, &r.session, refute, &r);
    buffer_clear(&r.page);
    return status;
}
