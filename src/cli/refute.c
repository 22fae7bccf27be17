/* majorant refute: adversarial search, then shrinking. */
#include "cli/commands.h"

#include "base/folder.h"
#include "certio/certio.h"
#include "cli/explain.h"
#include "session/hunt.h"
#include "cli/output.h"
#include "session/tasks.h"
#include "cli/watch.h"

#include <stdlib.h>
#include <string.h>

/* A claim of a theorem over all its cases. */
struct quarry {
    const struct theorem *theorem;
    size_t claim;
    bool expected; /* to be violated, by somebody */
    bool fallen, open, disagreed;
    struct enclosure ratio;         /* the largest certified one */
    struct counterexample *witness; /* of a `?` */
    uint64_t evals;
    bool is_stopped, is_fixed; /* a search of it was; a case leaves nothing */
};

struct refutation {
    const struct options *options;
    struct session session; /* with the campaign where cases do not reach */
    struct tasks tasks;
    struct quarry *quarries;
    size_t count;
    struct buffer text, certificates, page;
    struct markup markup; /* of --report, into page */
    size_t ncertificates;
    struct deadline deadline;
    bool interrupted;
    struct watch watch;
    struct session_share share; /* before the search at hand */
    size_t searches, of;        /* that are over; in all */
    const char *now;            /* the claim being searched */
};

/* ---- which claims ---- */

static bool case_expects(const struct spec *spec, const char *claim)
{
    for (size_t i = 0; i < spec_expects(spec); i++) {
        const struct case_expect *e = spec_expect(spec, i);
        if (strcmp(e->claim, claim) == 0 && e->word == WORD_VIOLATED)
            return true;
    }
    return false;
}

static struct quarry *find_quarry(struct refutation *r, const struct theorem *t,
                                  size_t claim)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->quarries[i].theorem == t && r->quarries[i].claim == claim)
            return &r->quarries[i];
    struct quarry *q = &APPEND(r->quarries, r->count);
    *q = (struct quarry){.theorem = t, .claim = claim};
    return q;
}

/* All claims; or those expected violated alone, if there are any. */
static void collect(struct refutation *r)
{
    bool any = false;
    for (size_t i = 0; i < r->tasks.count; i++) {
        const struct task *task = &r->tasks.items[i];
        const struct theorem *t = spec_theorem(task->spec);
        for (size_t k = 0; k < t->nclaims; k++) {
            if (!task->wanted[k])
                continue;
            struct quarry *q = find_quarry(r, t, k);
            q->expected = q->expected || t->claims[k].expect == WORD_VIOLATED ||
                          case_expects(task->spec, t->claims[k].name);
            any = any || q->expected;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++)
        if (!any || r->quarries[i].expected)
            r->quarries[kept++] = r->quarries[i];
    r->count = kept;
}

/* ---- hunting ---- */

static void show_progress(void *context, const struct ascent_progress *p)
{
    struct refutation *r = context;
    if (!session_is_due(&r->session))
        return;
    LOCAL_BUFFER line = buffer_new();
    buffer_printf(&line, "%s: ", r->now);
    if (p->ratio.kind != ENCLOSURE_NONE) {
        buffer_add(&line, "best ratio ");
        if (!enclosure_print(&line, &p->ratio, 8))
            buffer_add_char(&line, '?');
        buffer_add(&line, ", ");
    }
    for (size_t i = 0; p->stage && i < p->stage->layout.theorem->ndims; i++) {
        const struct symbol *s = p->stage->layout.theorem->dims[i];
        buffer_printf(&line, "%s = %lld, ", s->name,
                      (long long)p->stage->layout.env.values[s->id]);
    }
    buffer_printf(&line, "%llu tried", (unsigned long long)p->evals);
    const double tried = (double)p->evals / ((double)p->budget + 1);
    r->share.done = ((double)r->searches + tried) / (double)r->of;
    session_tell(&r->session, &r->share, "%s", line.text);
}

static void keep_certificate(struct refutation *r, const struct hunt *h)
{
    if (r->ncertificates++ > 0)
        buffer_add(&r->certificates, ",\n");
    certio_write(&r->certificates, &h->certificate);
}

static void print_heading(struct refutation *r, const struct quarry *q,
                          size_t link)
{
    buffer_printf(&r->text, "%s %s", q->theorem->name,
                  q->theorem->claims[q->claim].name);
    if (q->theorem->claims[q->claim].nlinks > 1)
        buffer_printf(&r->text, "#%zu", link + 1);
}

/* What the hunt brought home. */
static void note_stage(struct refutation *r, struct quarry *q,
                       const struct hunt *h)
{
    print_heading(r, q, h->link);
    if (h->answer != CHECKER_OPEN)
        keep_certificate(r, h);
    if (h->answer == CHECKER_AGREES) {
        q->fallen = true;
        buffer_printf(&r->text, ": violated (case %s)\n", spec_name(h->spec));
        if (r->options->report)
            explain_hunt(&r->markup, h, r->options->output);
    } else if (hunt_print_open(&r->text, h)) {
        q->disagreed = true;
    } else {
        q->open = true;
    }
    hunt_print(&r->text, h);
    if (h->answer == CHECKER_AGREES && r->options->output)
        buffer_printf(&r->text, "    recheck with: majorant recheck %s\n",
                      r->options->output);
    else if (h->answer == CHECKER_AGREES)
        buffer_add(&r->text, "    write a certificate with -o CEX.json and "
                             "recheck it with: majorant recheck CEX.json\n");
}

static void note_ratio(struct quarry *q, struct hunt *h)
{
    struct enclosure *ratio = &h->search.ratio;
    if (ratio->kind == ENCLOSURE_NONE ||
        (q->ratio.kind != ENCLOSURE_NONE &&
         enclosure_compare(&q->ratio, ratio) >= 0))
        return;
    q->ratio = *ratio;
    counterexample_free(q->witness);
    q->witness = h->search.witness;
    h->search.witness = NULL;
}

static void hunt_quarry(struct refutation *r, struct quarry *q,
                        const struct spec *spec)
{
    const struct options *o = r->options;
    struct hunt_options options = {
        .search = {.evals = o->evals.given        ? o->evals.value
                            : o->session.time > 0 ? UINT64_MAX / 2
                                                  : ASCENT_DEFAULT_EVALS,
                   .work = o->evals.given || o->session.time > 0
                               ? 0
                               : ASCENT_DEFAULT_WORK,
                   .dropped = STAGE_DROP_NONE,
                   .ladder = session_ladder(&r->deadline),
                   .progress = show_progress,
                   .progress_context = r},
        .only_link = HUNT_ALL_LINKS};
    LOCAL(hunt_clear) struct hunt h;
    r->now = q->theorem->claims[q->claim].name;
    hunt_run(&h, spec, q->claim, &options);
    q->evals += h.evals;
    q->is_stopped = q->is_stopped || h.search.stopped;
    q->is_fixed = q->is_fixed || spec_is_literal(spec);
    note_ratio(q, &h);
    if (h.search.stage)
        note_stage(r, q, &h);
}

/* A share of what is left of --time, so that every claim gets one. */
static void set_deadline(struct refutation *r, double end, size_t left)
{
    double now = session_clock();
    r->deadline.at = end > 0 ? now + (end - now) / (double)left : 0;
}

static size_t cases_of(const struct refutation *r, const struct theorem *t)
{
    size_t count = 0;
    for (size_t i = 0; i < r->tasks.count; i++)
        count += spec_theorem(r->tasks.items[i].spec) == t;
    return count;
}

/*
 * A theorem with cases is asked about those; beyond them only where somebody
 * says that the claim is false.
 */
static bool is_asked(const struct refutation *r, const struct quarry *q,
                     const struct task *task)
{
    bool beyond = spec_is_campaign(task->spec) && cases_of(r, q->theorem) > 1;
    return task->wanted[q->claim] &&
           (!beyond || q->expected || r->options->session.campaign);
}

static void hunt_all(struct refutation *r)
{
    double end = r->options->session.time > 0
                     ? session_clock() + r->options->session.time
                     : 0;
    struct deadline none = {.session = &r->session};
    size_t left = 0;
    for (size_t i = 0; i < r->count; i++)
        left += cases_of(r, r->quarries[i].theorem);
    r->of = left;
    r->share.of = r->count;
    r->share.end = end;
    r->share.files = tasks_files(&r->tasks);
    watch_session(&r->watch, &r->session, r->options->progress);
    for (size_t i = 0; i < r->count && !r->interrupted; i++) {
        struct quarry *q = &r->quarries[i];
        for (size_t k = 0; k < r->tasks.count; k++) {
            const struct task *task = &r->tasks.items[k];
            if (spec_theorem(task->spec) != q->theorem)
                continue;
            r->share.claims = i;
            r->share.file = tasks_file(&r->tasks, task);
            r->searches = r->of - left;
            set_deadline(r, end, left--);
            if (!q->fallen && is_asked(r, q, task)) {
                if (end > 0 && session_clock() >= end)
                    r->interrupted = true;
                else
                    hunt_quarry(r, q, task->spec);
            }
            r->interrupted = r->interrupted || deadline_stop(&none);
        }
    }
    session_quiet(&r->session);
}

/* ---- the end ---- */

/* Why there was no evaluation, which would otherwise look like an answer. */
static const char *reason_of(const struct refutation *r, const struct quarry *q)
{
    if (q->evals > 0)
        return "";
    if (q->is_stopped || r->interrupted)
        return ": the time was over";
    if (q->is_fixed)
        return ": the case fixes everything, and was decided as it stands";
    return ": no start was found that the assumptions admit";
}

static void print_rest(struct refutation *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct quarry *q = &r->quarries[i];
        bool hole = q->theorem->claims[q->claim].has_hole;
        if (q->fallen || q->open || q->disagreed)
            continue;
        buffer_printf(&r->text, "%s %s: %s after %llu evaluations%s",
                      q->theorem->name, q->theorem->claims[q->claim].name,
                      hole ? "searched" : "no violation found",
                      (unsigned long long)q->evals, reason_of(r, q));
        if (q->ratio.kind != ENCLOSURE_NONE) {
            buffer_add(&r->text, hole ? "; the constant is at least "
                                      : "; best certified ratio ");
            if (!enclosure_print(&r->text, &q->ratio, 12))
                buffer_add_char(&r->text, '?');
        }
        buffer_add_char(&r->text, '\n');
        if (hole && q->witness) {
            enum { MOST_ENTRIES = 100, MOST_CHARS = 12 };
            buffer_add(&r->text, "    ");
            counterexample_print(&r->text, q->witness, MOST_ENTRIES,
                                 MOST_CHARS);
            buffer_add_char(&r->text, '\n');
        }
    }
}

/* One object, or an array where several fell. */
static bool write_certificates(const struct refutation *r)
{
    if (!r->options->output || r->ncertificates == 0)
        return true;
    LOCAL_BUFFER all = buffer_new();
    if (r->ncertificates > 1)
        buffer_add(&all, "[\n");
    buffer_add(&all, r->certificates.text);
    if (r->ncertificates > 1)
        buffer_add(&all, "]\n");
    return output_file(r->options->output, &all);
}

/* ---- --report ---- */

static void begin_report(struct refutation *r)
{
    const char *path = r->options->report;
    if (!path)
        return;
    r->markup = (struct markup){.out = &r->page,
                                .kind = folder_has_ending(path, ".html") ||
                                                folder_has_ending(path, ".htm")
                                            ? MARKUP_HTML
                                            : MARKUP_MARKDOWN};
    markup_begin(&r->markup, "Counterexamples");
}

static bool write_report(const struct refutation *r)
{
    if (!r->options->report)
        return true;
    if (r->ncertificates == 0)
        markup_paragraph(&r->markup, "No violation was found.");
    markup_end(&r->markup);
    return output_file(r->options->report, r->markup.out);
}

static int status_of(const struct refutation *r)
{
    bool otherwise = false, open = false;
    for (size_t i = 0; i < r->count; i++) {
        const struct quarry *q = &r->quarries[i];
        if (q->disagreed)
            return EXIT_INTERNAL;
        otherwise =
            otherwise || (q->fallen ? !q->expected : q->expected && !q->open);
        open = open || (q->open && !q->fallen);
    }
    if (otherwise)
        return EXIT_OTHERWISE;
    if (r->interrupted)
        return EXIT_STOPPED;
    return open ? EXIT_OPEN : EXIT_EXPECTED;
}

static int finish(struct refutation *r)
{
    print_rest(r);
    int status = status_of(r);
    bool written = write_certificates(r);
    written = write_report(r) && written;
    if (!written && status != EXIT_INTERNAL)
        status = EXIT_USAGE;
    if (status == EXIT_INTERNAL && !r->options->output)
        buffer_add(&r->text, r->certificates.text); /* the evidence */
    if (!output_text(&r->text) && status != EXIT_INTERNAL)
        status = EXIT_USAGE;
    return status;
}

static void clear(struct refutation *r)
{
    for (size_t i = 0; i < r->count; i++)
        counterexample_free(r->quarries[i].witness);
    free(r->quarries);
    buffer_clear(&r->text);
    buffer_clear(&r->certificates);
    buffer_clear(&r->page);
    tasks_clear(&r->tasks);
}

int command_refute(const struct options *o)
{
    struct refutation r = {.options = o, .session = o->session};
    LOCAL_DIAG diag = diag_new();
    int status = EXIT_USAGE;
    if (o->count == 0) {
        output_error("refute: no file was named");
    } else if ((!o->output || output_is_writable(o->output)) &&
               (!o->report || output_is_writable(o->report))) {
        buffer_init(&r.text);
        buffer_init(&r.certificates);
        buffer_init(&r.page);
        begin_report(&r);
        /* Where the cases do not reach, the built-in campaign may. */
        r.session.campaign = o->session.campaign || !o->session.case_name ||
                             strcmp(o->session.case_name, "campaign") == 0;
        r.deadline.session = &r.session;
        enum status st = tasks_make(&r.tasks, &r.session, diag);
        if (st == ST_OK) {
            collect(&r);
            hunt_all(&r);
            status = tasks_end_status(&r.tasks, finish(&r));
        } else {
            status = tasks_exit_status(st);
        }
        output_diag(diag);
        clear(&r);
    }
    return status;
}
