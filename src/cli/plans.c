/* majorant explain: the plans of claims, and what decides them. */
#include "cli/choice.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "eval/plan_print.h"
#include "verify/ladder.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SAMPLE = 20 }; /* trials, unless --trials says otherwise */

/* Where the links of a claim were decided, over the sample. */
struct rungs {
    uint64_t filter, first_ball, later_ball, exact, open, undefined;
    long most_bits;
};

struct explaining {
    const struct options *options;
    struct buffer text;
    struct ladder_options ladder;
    struct deadline deadline;
    bool stopped;
};

/* ---- the plan ---- */

static void print_sizes(struct buffer *out, const struct layout *layout)
{
    const struct theorem *t = layout->theorem;
    for (size_t k = 0; k < t->ndims; k++)
        buffer_printf(out, "%s%s = %" PRId64, k ? ", " : "", t->dims[k]->name,
                      layout->env.values[t->dims[k]->id]);
}

/* "cubic", or "cubic#2" for a link of a chain. */
static void print_link_name(struct buffer *out, const struct claim *claim,
                            size_t link)
{
    buffer_add(out, claim->name);
    if (claim->nlinks > 1)
        buffer_printf(out, "#%zu", link + 1);
}

static void print_rungs(struct explaining *e, const char *name,
                        const struct rungs *r)
{
    const struct {
        const char *what;
        uint64_t count;
    } rows[] = {
        {"filter", r->filter},          {"balls at first", r->first_ball},
        {"balls later", r->later_ball}, {"exact", r->exact},
        {"undefined", r->undefined},    {"nothing", r->open}};
    buffer_printf(&e->text, "    %s:", name);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].count > 0)
            buffer_printf(&e->text, " %s %" PRIu64 ",", rows[k].what,
                          rows[k].count);
    if (r->most_bits > 0)
        buffer_printf(&e->text, " at most %ld bits", r->most_bits);
    else
        buffer_add(&e->text, " no balls");
    buffer_add_char(&e->text, '\n');
}

static void show_link(struct explaining *e, const struct stage *stage,
                      const char *name, size_t link)
{
    const plan_id truth = stage->links[link]->fast_truth;
    buffer_printf(&e->text, "  %s: #%u  ", name, (unsigned)truth);
    plan_print_instr(&e->text, stage->plan, truth);
    buffer_add_char(&e->text, '\n');
}

/* Each link of the wanted claims, in the stage's order; or (rungs not NULL)
   where it was decided. */
static void print_links(struct explaining *e, const struct task *task,
                        const struct stage *stage, const struct rungs *rungs)
{
    const struct theorem *t = spec_theorem(task->spec);
    size_t at = 0;
    LOCAL_BUFFER name = buffer_new();
    for (size_t c = 0; c < t->nclaims; c++) {
        for (size_t k = 0; task->wanted[c] && k < t->claims[c].nlinks; k++) {
            buffer_reset(&name);
            print_link_name(&name, &t->claims[c], k);
            if (rungs)
                print_rungs(e, name.text, &rungs[at]);
            else
                show_link(e, stage, name.text, at);
            at++;
        }
    }
}

/* What the filter and the balls decide on. */
static void print_plan(struct explaining *e, const struct task *task,
                       const struct stage *stage)
{
    const struct theorem *t = spec_theorem(task->spec);
    buffer_printf(&e->text, "%s, %s at ", t->name, spec_name(task->spec));
    print_sizes(&e->text, &stage->layout);
    buffer_add(&e->text, "\n");
    print_links(e, task, stage, NULL);
    buffer_add(&e->text, "  decided on:\n");
    plan_print(&e->text, stage->plan, stage->fast.ids, stage->fast.count);
}

/* ---- the sample ---- */

/* Whether balls at the precision tried last decide the link. */
static bool balls_decide(const struct stage *stage, size_t link, long bits)
{
    LOCAL_FREE bool *wanted = xcalloc(stage->nlinks, sizeof *wanted);
    struct cone cone;
    wanted[link] = true;
    stage_cone(&cone, stage, CONE_FAST, NULL, wanted);
    ball_run_eval(stage->ball, &stage->x, bits, cone.ids, cone.count);
    free(cone.ids);
    return ball_run_truth(stage->ball, stage->links[link]->fast_truth) !=
           TRUTH_UNKNOWN;
}

static void count_rung(struct rungs *r, const struct stage *stage, size_t link,
                       const struct link_outcome *o)
{
    if (o->truth == TRUTH_UNDEFINED)
        r->undefined++;
    else if (o->truth == TRUTH_UNKNOWN)
        r->open++;
    else if (o->bits == 0)
        r->filter++;
    else if (!stage->links[link]->has_hole &&
             !balls_decide(stage, link, o->bits))
        r->exact++;
    else if (o->bits <= LADDER_FIRST_BITS)
        r->first_ball++;
    else
        r->later_ball++;
    if (o->bits > r->most_bits)
        r->most_bits = o->bits;
}

struct sample {
    struct rungs *rungs; /* by link; NULL before the first stage */
    uint64_t admitted, rejected, impossible;
    struct stage *last; /* of the last trial; all have the same links */
};

static void run_trial(struct explaining *e, const struct task *task,
                      struct sample *s, struct stage *stage)
{
    enum admission admission = ADMISSION_UNKNOWN;
    LOCAL_FREE struct link_outcome *outcomes =
        xcalloc(stage->nlinks + 1, sizeof *outcomes);
    if (!s->rungs) {
        s->rungs = xcalloc(stage->nlinks + 1, sizeof *s->rungs);
        print_plan(e, task, stage);
    }
    s->last = stage;
    if (ladder_decide(&admission, outcomes, stage, &e->ladder) != ST_OK) {
        e->stopped = true;
    } else if (admission == ADMISSION_REJECTED) {
        s->rejected++;
    } else {
        s->admitted++;
        for (size_t k = 0; k < stage->nlinks; k++)
            count_rung(&s->rungs[k], stage, k, &outcomes[k]);
    }
}

static void print_sample(struct explaining *e, const struct task *task,
                         const struct sample *s)
{
    if (!s->rungs) {
        buffer_printf(&e->text, "%s, %s: no size is possible\n",
                      spec_theorem(task->spec)->name, spec_name(task->spec));
        return;
    }
    buffer_printf(&e->text, "  decided by, over %" PRIu64 " trials",
                  s->admitted);
    if (s->rejected + s->impossible > 0)
        buffer_printf(&e->text, " (%" PRIu64 " more rejected)",
                      s->rejected + s->impossible);
    buffer_add(&e->text, ":\n");
    print_links(e, task, s->last, s->rungs);
    buffer_add_char(&e->text, '\n');
}

static void tell(struct diag *diag, struct span where, const char *reason)
{
    diag_error(diag, where, "%s", reason ? reason : "impossible");
}

/* An impossible trial is the user's error in a case, else passed over. */
static enum status explain_task(struct explaining *e, const struct task *task,
                                struct diag *diag)
{
    struct stage_cache *cache = stage_cache_new(task->spec, task->wanted);
    struct sample s = {0};
    const uint64_t all = spec_trials(task->spec);
    const uint64_t most =
        e->options->session.trials.given || all < SAMPLE ? all : SAMPLE;
    enum status st = ST_OK;
    for (uint64_t k = 0; k < most && st == ST_OK && !e->stopped; k++) {
        struct stage *stage;
        struct span where = {0};
        LOCAL_FREE char *reason = NULL;
        st = stage_draw(&stage, cache, k, &where, &reason);
        if (st == ST_OK) {
            run_trial(e, task, &s, stage);
        } else if (spec_is_campaign(task->spec)) {
            s.impossible++;
            st = ST_OK;
        } else {
            tell(diag, where, reason);
        }
    }
    if (st == ST_OK && !e->stopped)
        print_sample(e, task, &s);
    free(s.rungs);
    stage_cache_free(cache);
    return st;
}

static int explain(void *context, const struct tasks *tasks, struct diag *diag)
{
    struct explaining *e = context;
    enum status st = ST_OK;
    e->deadline = session_deadline(&e->options->session);
    e->ladder = session_ladder(&e->deadline);
    e->ladder.every_ratio = true;
    for (size_t k = 0; k < tasks->count && st == ST_OK && !e->stopped; k++)
        st = explain_task(e, &tasks->items[k], diag);
    if (st != ST_OK || !output_text(&e->text))
        return EXIT_USAGE;
    return e->stopped ? EXIT_STOPPED : EXIT_EXPECTED;
}

int command_explain(const struct options *o)
{
    struct explaining e = {.options = o, .text = buffer_new()};
    const int status = choice_tasks(o, &o->session, explain, &e);
    buffer_clear(&e.text);
    return status;
}
