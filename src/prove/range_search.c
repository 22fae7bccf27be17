/* Searches: their limits, the choices of listed integers, conjuncts. */
#include "prove/range_internal.h"

struct range_limits range_limits_default(void)
{
    return (struct range_limits){.boxes = 4000,
                                 .points = 600,
                                 .attempt = RANGE_ATTEMPT_STEPS,
                                 .settle = RANGE_SETTLE_STEPS,
                                 .order = RANGE_MAX_ORDER,
                                 .changes = RANGE_CHANGES};
}

struct range_limits range_limits_patient(void)
{
    struct range_limits limits = range_limits_default();
    limits.is_patient = true;
    return limits;
}

struct range_limits range_limits_quick(void)
{
    return (struct range_limits){.boxes = 50,
                                 .points = 100,
                                 .attempt = 600,
                                 .settle = 60,
                                 .order = 3,
                                 .changes = 1};
}

void range_limits_lengthen(struct range_limits *quick)
{
    quick->boxes = 300;
    quick->attempt = 1200;
    quick->order = RANGE_MAX_ORDER;
    quick->changes = RANGE_CHANGES;
}

static bool search_task(struct range_search *s, const struct range_task *task);

/* One disjunct in all ways, where the other is false. */
static bool search_disjuncts(struct range_search *s,
                             const struct range_task *task)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, node = task->node, kept = s->out->count;
    bool proved = false;
    for (size_t i = 0; i < 2 && !proved && !s->is_false; i++) {
        struct range_task kid = *task;
        if (!range_try(s, node, &task->sequent, PARTITION_OR, 0, i, kids,
                       &count))
            return false;
        kid.node = range_add_kids(s, node, count);
        kid.sequent = kids[0];
        proved = search_task(s, &kid);
        if (!proved)
            range_reopen(s, node, kept);
    }
    return proved;
}

bool range_cases(struct range_search *s, const struct range_task *task,
                 size_t index, range_searcher *then)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, node = task->node, kept = s->out->count;
    if (task->cases >= RANGE_MAX_CASES ||
        !range_try(s, node, &task->sequent, PARTITION_CASES, 0, index, kids,
                   &count))
        return false;
    size_t first = range_add_kids(s, node, count);
    bool all = true;
    for (size_t i = count; i-- > 0 && all;) {
        struct range_task kid = *task;
        kid.node = first + i;
        kid.sequent = kids[i];
        kid.cases++;
        all = then(s, &kid);
    }
    if (!all)
        range_reopen(s, node, kept);
    return all;
}

/* Both cases of an `if`, each in all ways. */
static bool search_cases(struct range_search *s, const struct range_task *task)
{
    const struct scalar *kink = goal_kink(task->sequent.goal);
    return kink && kink->op == SCALAR_IF &&
           range_cases(s, task, 0, search_task);
}

/* The same for corners in one variable, where nothing else has helped. */
static bool search_corners(struct range_search *s,
                           const struct range_task *task)
{
    enum { MOST_CORNERS = 3 };
    const struct goal *goal = task->sequent.goal;
    const struct scalar *kink = goal_kink(goal);
    bool single = !(goal->variables & (goal->variables - 1));
    if (!kink || kink->op != SCALAR_CALL || !single ||
        task->cases >= MOST_CORNERS)
        return false;
    s->climbed = 0;
    return range_cases(s, task, 0, search_task);
}

/* Either side of a fact, as of x != y, in all ways. */
static bool search_fact_cases(struct range_search *s,
                              const struct range_task *task)
{
    for (size_t i = 0; i < task->sequent.nfacts; i++)
        if (task->sequent.facts[i]->kind == GOAL_OR)
            return range_cases(s, task, CASES_FACTS + i, search_task);
    return false;
}

/* Whether the goal is `... or a == b`. */
static bool excepts_equation(const struct goal *goal)
{
    return goal->kind == GOAL_OR && goal->b->kind == GOAL_AND &&
           goal->b->a->kind == GOAL_GE && goal->b->b->kind == GOAL_GE;
}

/* The conjuncts one by one, each in all ways. */
static bool search_task(struct range_search *s, const struct range_task *task)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, node = task->node;
    if (range_try(s, node, &task->sequent, PARTITION_AND, 0, 0, kids, &count)) {
        size_t first = range_add_kids(s, node, count);
        bool all = true;
        for (size_t i = 0; i < count && all; i++) {
            struct range_task kid = *task;
            kid.node = first + i;
            kid.sequent = kids[i];
            all = search_task(s, &kid);
        }
        return all;
    }
    bool excepts = excepts_equation(task->sequent.goal);
    if (search_cases(s, task) || search_fact_cases(s, task) ||
        (excepts && search_disjuncts(s, task)))
        return true;
    return !s->is_false && (range_rounds(s, task) || search_corners(s, task) ||
                            (!excepts && search_disjuncts(s, task)));
}

/*
 * Branch and bound alone once more, its open boxes being kept: what is left,
 * for people.  (It may also prove the task.)
 */
static bool keep_remaining(struct range_search *s,
                           const struct range_task *task, size_t kept)
{
    range_reopen(s, task->node, kept);
    s->is_plain = true;
    s->attempt = s->limits->settle;
    s->share = RANGE_STEPS * RANGE_REMAINING;
    bool proved = range_run(s, task, RANGE_REMAINING);
    s->is_plain = false;
    return proved;
}

/*
 * Whether the link has a value nowhere, as far as enclosures tell: a divergent
 * integral, say.  It could be called proved, but nobody would be helped.
 */
static bool is_nowhere(const struct range_search *s, const struct sequent *q)
{
    return q->goal->term &&
           s->oracle.signs(s->oracle.context, q->goal->term, &q->box) == 0;
}

/* `listed`: it is to be told as open, and not looked at. */
static enum range_answer search_choice(struct range_search *s, bool listed)
{
    struct range_task task = {.fresh = true};
    bool proved = false;
    if (domain_sequent(&task.sequent, s->domain, s->choice, s->pool,
                       &s->oracle)) {
        task.node = partition_add(s->out, 1);
        partition_add_root(s->out, task.node);
        size_t kept = s->out->count;
        const struct sequent whole = task.sequent;
        s->whole = &whole;
        proved = !listed && search_task(s, &task);
        if (!proved && !listed && !s->is_false && s->limits->describes)
            proved = keep_remaining(s, &task, kept);
        proved = proved && !(s->limits->describes && is_nowhere(s, &whole));
        s->whole = NULL;
    }
    return s->is_false ? RANGE_FALSE : proved ? RANGE_PROVED : RANGE_UNDECIDED;
}

static void search_open(struct range_search *s)
{
    s->pool = scalar_pool_new();
    s->values = range_values_new(s->pool);
    s->oracle = range_values_oracle(s->values);
    s->doubles = range_doubles_new(s->pool);
    range_marks_init(s);
}

static void search_close(struct range_search *s)
{
    range_marks_clear(s);
    range_doubles_free(s->doubles);
    range_values_free(s->values);
    scalar_pool_free(s->pool);
}

static enum range_answer search(struct range_search *s)
{
    enum { MOST_LISTED = 64 }; /* choices told as open */
    const size_t most = s->limits->describes ? MOST_LISTED : 1;
    enum range_answer answer = RANGE_PROVED;
    size_t open = 0;
    search_open(s);
    for (s->choice = 0;
         s->choice < s->domain->choices && open < most && answer != RANGE_FALSE;
         s->choice++) {
        s->steps = s->rules = s->climbed = 0;
        s->spent = scalar_spent(s->pool);
        enum range_answer one = search_choice(s, open > 0);
        answer = one == RANGE_PROVED ? answer : one;
        open += one != RANGE_PROVED;
    }
    search_close(s);
    return answer;
}

enum range_answer range_prove(struct partition *out, const struct theorem *t,
                              size_t claim, size_t link,
                              const struct range_limits *limits)
{
    struct domain d;
    if (!domain_of_link(&d, t, claim, link))
        return RANGE_UNDECIDED;
    return range_prove_domain(out, &d, limits);
}

enum range_answer range_prove_domain(struct partition *out,
                                     const struct domain *domain,
                                     const struct range_limits *limits)
{
    struct range_search s = {.domain = domain,
                             .limits = limits,
                             .out = out,
                             .is_own = limits->describes};
    return search(&s);
}
