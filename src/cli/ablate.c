/* majorant ablate: which assumptions are needed. */
#include "cli/choice.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "session/hunt.h"

#include <stdlib.h>

struct ablation {
    const struct options *options;
    const struct tasks *tasks;
    struct buffer text;
    struct deadline deadline;
    bool disagreed, stopped, open;
    size_t asked; /* pairs of a claim and an assumption */
};

static void print_name(struct buffer *out, const struct theorem *t,
                       size_t assumption)
{
    const struct assumption *a = &t->assumptions[assumption];
    if (a->name)
        buffer_add(out, a->name);
    else
        expr_print(out, a->relation);
}

static void print_pair(struct ablation *a, const struct theorem *t,
                       size_t claim, size_t assumption)
{
    buffer_printf(&a->text, "%s %s without ", t->name, t->claims[claim].name);
    print_name(&a->text, t, assumption);
}

/* Whether the instance violates the claim with all its assumptions too. */
static bool falls_anyway(const struct hunt *h)
{
    const struct certify_question q = {.spec = h->spec,
                                       .claim = h->claim,
                                       .link = h->link,
                                       .dropped = STAGE_DROP_NONE,
                                       .x = &h->search.stage->x,
                                       .found = ""};
    LOCAL_FREE char *reason = NULL;
    LOCAL_MADE(certificate, c);
    return certify(&c, &q, &reason) == CHECKER_AGREES;
}

static void print_hunt(struct ablation *a, const struct hunt *h)
{
    const struct theorem *t = spec_theorem(h->spec);
    print_pair(a, t, h->claim, h->dropped);
    if (h->answer == CHECKER_AGREES && falls_anyway(h)) {
        buffer_add(&a->text, ": violated, and with it as well\n");
    } else if (h->answer == CHECKER_AGREES) {
        buffer_add(&a->text, ": violated, so it is needed\n");
    } else if (h->answer == CHECKER_OPEN && !t->assumptions[h->dropped].name) {
        buffer_add(&a->text, ": seems needed; give it a name, so that the "
                             "checker can leave it out\n");
    } else if (hunt_print_open(&a->text, h)) {
        a->disagreed = true;
    } else {
        a->open = true;
    }
    hunt_print(&a->text, h);
}

/* Over the cases of the theorem until one gives a violation. */
static void drop_one(struct ablation *a, const struct theorem *t, size_t claim,
                     size_t assumption)
{
    const struct options *o = a->options;
    const struct ascent_options options = {
        .evals = o->evals.given ? o->evals.value : 2 * ASCENT_BRIEF_EVALS,
        .dropped = assumption,
        .ladder = session_ladder(&a->deadline)};
    uint64_t evals = 0;
    bool found = false;
    a->asked++;
    for (size_t k = 0; k < a->tasks->count && !found && !a->stopped; k++) {
        const struct task *task = &a->tasks->items[k];
        struct hunt h;
        if (spec_theorem(task->spec) != t || !task->wanted[claim])
            continue;
        hunt_run(&h, task->spec, claim, HUNT_ALL_LINKS, &options);
        found = h.search.stage != NULL;
        a->stopped = a->stopped || h.search.stopped;
        evals += h.evals;
        if (found)
            print_hunt(a, &h);
        hunt_clear(&h);
    }
    if (found)
        return;
    print_pair(a, t, claim, assumption);
    buffer_printf(&a->text, ": not shown to be needed (%llu evaluations)\n",
                  (unsigned long long)evals);
}

/* Claims expected violated say nothing of their assumptions. */
static void ablate_theorem(struct ablation *a, const struct task *task)
{
    const struct theorem *t = spec_theorem(task->spec);
    for (size_t i = 0; i < t->nclaims; i++) {
        bool holds = t->claims[i].expect != WORD_VIOLATED ||
                     a->options->session.claim != NULL;
        for (size_t k = 0; k < t->nassumptions && holds; k++)
            if (task->wanted[i] && !a->stopped)
                drop_one(a, t, i, k);
    }
}

static int ablate(void *context, const struct tasks *tasks, struct diag *diag)
{
    struct ablation *a = context;
    const struct theorem *last = NULL;
    (void)diag;
    a->tasks = tasks;
    a->deadline = session_deadline(&a->options->session);
    for (size_t k = 0; k < tasks->count; k++) {
        const struct task *task = &tasks->items[k];
        if (spec_theorem(task->spec) != last) /* its cases stand together */
            ablate_theorem(a, task);
        last = spec_theorem(task->spec);
    }
    if (a->asked == 0)
        output_note("there is no assumption to drop");
    if (a->text.length > 0 && !output_text(&a->text) && !a->disagreed)
        return EXIT_USAGE;
    return a->disagreed ? EXIT_INTERNAL
           : a->stopped ? EXIT_STOPPED
           : a->open    ? EXIT_OPEN
                        : EXIT_EXPECTED;
}

int command_ablate(const struct options *o)
{
    struct ablation a = {.options = o, .text = buffer_new()};
    struct session session = o->session;
    session.campaign = o->session.case_name == NULL;
    const int status = choice_tasks(o, &session, ablate, &a);
    buffer_clear(&a.text);
    return status;
}
