/* Claims over all their cases: adversarial search, shrinking, what came out. */
#include "session/refute.h"

#include "certio/certio.h"

#include <stdlib.h>
#include <string.h>

struct searching {
    struct refutation *out;
    const struct session *session;
    const struct tasks *tasks;
    const struct refute_options *options;
    struct deadline deadline;
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
static void collect(struct refutation *r, const struct tasks *tasks)
{
    bool any = false;
    for (size_t i = 0; i < tasks->count; i++) {
        const struct task *task = &tasks->items[i];
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
    struct searching *r = context;
    if (!session_is_due(r->session))
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
    session_tell(r->session, &r->share, "%s", line.text);
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
static void note_stage(const struct searching *s, struct quarry *q,
                       const struct hunt *h)
{
    const struct refute_options *o = s->options;
    struct refutation *r = s->out;
    print_heading(r, q, h->link);
    if (h->answer != CHECKER_OPEN)
        keep_certificate(r, h);
    if (h->answer == CHECKER_AGREES) {
        q->fallen = true;
        buffer_printf(&r->text, ": violated (case %s)\n", spec_name(h->spec));
        if (o->tell)
            o->tell(o->context, h);
    } else if (hunt_print_open(&r->text, h)) {
        q->disagreed = true;
    } else {
        q->open = true;
    }
    hunt_print(&r->text, h);
    if (h->answer == CHECKER_AGREES && o->certificates)
        buffer_printf(&r->text, "    recheck with: majorant recheck %s\n",
                      o->certificates);
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

static void hunt_quarry(struct searching *s, struct quarry *q,
                        const struct spec *spec)
{
    const struct option_number *evals = &s->options->evals;
    const bool is_timed = s->session->time > 0;
    const struct ascent_options options = {
        .evals = evals->given ? evals->value
                 : is_timed   ? UINT64_MAX / 2
                              : ASCENT_DEFAULT_EVALS,
        .work = evals->given || is_timed ? 0 : ASCENT_DEFAULT_WORK,
        .dropped = STAGE_DROP_NONE,
        .ladder = session_ladder(&s->deadline),
        .progress = show_progress,
        .progress_context = s};
    LOCAL(hunt_clear) struct hunt h;
    s->now = q->theorem->claims[q->claim].name;
    hunt_run(&h, spec, q->claim, HUNT_ALL_LINKS, &options);
    q->evals += h.evals;
    q->is_stopped = q->is_stopped || h.search.stopped;
    q->is_fixed = q->is_fixed || spec_is_literal(spec);
    note_ratio(q, &h);
    if (h.search.stage)
        note_stage(s, q, &h);
}

/* A share of what is left of the time, so that every claim gets one. */
static void set_deadline(struct searching *s, size_t left)
{
    const double now = session_clock(), end = s->share.end;
    s->deadline.at = end > 0 ? now + (end - now) / (double)left : 0;
}

static size_t cases_of(const struct tasks *tasks, const struct theorem *t)
{
    size_t count = 0;
    for (size_t i = 0; i < tasks->count; i++)
        count += spec_theorem(tasks->items[i].spec) == t;
    return count;
}

/*
 * A theorem with cases is asked about those; beyond them only where somebody
 * says that the claim is false.
 */
static bool is_asked(const struct searching *s, const struct quarry *q,
                     const struct task *task)
{
    bool beyond =
        spec_is_campaign(task->spec) && cases_of(s->tasks, q->theorem) > 1;
    return task->wanted[q->claim] &&
           (!beyond || q->expected || s->options->beyond_cases);
}

static void hunt_all(struct searching *s)
{
    struct refutation *r = s->out;
    struct deadline none = {.session = s->session};
    for (size_t i = 0; i < r->count; i++)
        s->of += cases_of(s->tasks, r->quarries[i].theorem);
    s->share.of = r->count;
    s->share.files = tasks_files(s->tasks);
    for (size_t i = 0; i < r->count && !r->interrupted; i++) {
        struct quarry *q = &r->quarries[i];
        s->share.claims = i;
        for (size_t k = 0; k < s->tasks->count; k++) {
            const struct task *task = &s->tasks->items[k];
            if (spec_theorem(task->spec) != q->theorem)
                continue;
            s->share.file = tasks_file(s->tasks, task);
            set_deadline(s, s->of - s->searches);
            if (!q->fallen && is_asked(s, q, task)) {
                if (s->share.end > 0 && session_clock() >= s->share.end)
                    r->interrupted = true;
                else
                    hunt_quarry(s, q, task->spec);
            }
            s->searches++;
            r->interrupted = r->interrupted || deadline_stop(&none);
        }
    }
    session_quiet(s->session);
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

int refute_status(const struct refutation *r)
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

void refute_certificates(struct buffer *out, const struct refutation *r)
{
    buffer_printf(out, r->ncertificates > 1 ? "[\n%s]\n" : "%s",
                  r->certificates.text);
}

void refute_run(struct refutation *out, const struct tasks *tasks,
                const struct session *session,
                const struct refute_options *options)
{
    struct searching s = {.out = out,
                          .session = session,
                          .tasks = tasks,
                          .options = options,
                          .deadline = session_deadline(session)};
    *out =
        (struct refutation){.text = buffer_new(), .certificates = buffer_new()};
    s.share.end = s.deadline.at;
    collect(out, tasks);
    hunt_all(&s);
    print_rest(out);
}

void refute_clear(struct refutation *r)
{
    for (size_t i = 0; i < r->count; i++)
        counterexample_free(r->quarries[i].witness);
    free(r->quarries);
    buffer_clear(&r->text);
    buffer_clear(&r->certificates);
}
