/*
 * A proof of a goal: searches of several kinds, one after another, each with
 * so much work.
 */
#include "algebra/find_internal.h"

#include "draft/prune.h"
#include "base/status.h"
#include "core/ring.h"
#include "scalar/scalar.h"

#include <stdlib.h>

/*
 * Products of terms for a goal, over all its searches in an order of instances:
 * small ones first, or few new letters first; some seconds.
 */
enum { FIND_SMALL_WORK = 6000000, FIND_WORK = 25000000 };
/* Problems that scalar/ tries for what speaks of numbers alone. */
enum { FIND_PROBLEMS = 6000 };
/* How often a search is made again without an equation it was lost by. */
enum { FIND_RESTARTS = 5 };

/* One search; *culprit: an equation without which to try again, or NULL. */
static char *prove(struct find *s, const struct form **culprit)
{
    const struct sequent *sequent = &s->goal->sequent;
    fact_t fact, given;
    char *log = NULL;

    s->indices = xcalloc(s->goal->nindices + 1, sizeof *s->indices);
    s->draft = draft_new(s->finder->theory, sequent);
    s->deduction = draft_deduction(s->draft);
    s->finder->stuck = (struct stuck){.goal = NULL};
    find_rescoped(s);
    given = deduction_facts(s->deduction);
    if (s->explicit_sizes != 0)
        find_write_out(s);
    for (fact_t k = 0; k < given; k++) {
        if (!find_is_written_out(s, k))
            find_learn(s, k, true);
    }
    find_discharge_members(s);
    find_index_points(s, sequent->conclusion);
    fact = find_witness(s, s->witness) ? find_proof(s, sequent->conclusion)
                                       : FACT_NONE;
    if (fact != FACT_NONE) {
        find_rule(s, "restated", "ft", fact, sequent->conclusion);
        log = xstrdup(draft_log(s->draft));
    }
    *culprit = s->culprit;
    find_forget(s);
    memo_clear(&s->asked);
    memo_clear(&s->ranges);
    saturation_clear(&s->now);
    draft_free(s->draft);
    free(s->indices);
    return log;
}

/* A search with so much work, without the equations that it was lost by. */
static char *prove_again(const struct find *way, size_t work)
{
    const size_t end = pool_burnt(way->pool) + work;
    struct memo banned = {.table = {NULL, 0, 0}};
    const struct form *culprit = NULL;
    char *log = NULL;

    for (unsigned k = 0; log == NULL && k < FIND_RESTARTS; k++) {
        struct find s = *way;

        s.end = end;
        s.banned = &banned;
        log = prove(&s, &culprit);
        if (culprit == NULL || pool_burnt(way->pool) >= end)
            break;
        memo_set(&banned, culprit, culprit);
    }
    memo_clear(&banned);
    return log;
}

/* The parts of a disjunction that are about numbers alone; NULL: none is. */
static const struct form *of_numbers(struct pool *pool,
                                     const struct form *conclusion)
{
    const struct form *out = NULL;

    for (size_t i = 0; i < relation_parts(conclusion, CORE_OR); i++) {
        const struct form *part = relation_part(conclusion, CORE_OR, i);

        if (relation_of_numbers(pool, part))
            out = out ? relation_or(pool, out, part) : part;
    }
    return out;
}

/* What speaks of numbers alone, from all that was given. */
static char *prove_numbers(struct finder *finder, const struct goal *goal)
{
    const struct sequent *q = &goal->sequent;
    const struct form *wanted = of_numbers(finder->pool, q->conclusion);
    struct draft *draft;
    LOCAL_FREE fact_t *facts = NULL;
    fact_t fact;
    size_t count;
    char *log = NULL;

    if (wanted == NULL)
        return NULL;
    draft = draft_new(finder->theory, q);
    count = (size_t)deduction_facts(draft_deduction(draft));
    facts = xcalloc(count + 1, sizeof *facts);
    for (size_t i = 0; i < count; i++)
        facts[i] = (fact_t)i;
    fact = scalar_search(draft, wanted, facts, count, FIND_PROBLEMS);
    if (fact != FACT_NONE) {
        draft_rule(draft, "restated", "ft", fact, q->conclusion);
        log = xstrdup(draft_log(draft));
    }
    draft_free(draft);
    return log;
}

static char *prove_once(struct find s)
{
    struct memo refused = {.table = {NULL, 0, 0}};
    char *log;

    s.refused = &refused;
    log = prove_again(&s, FIND_SMALL_WORK);
    memo_clear(&refused);
    return log;
}

static char *prove_by_induction(struct find s)
{
    s.is_inductive = true;
    return s.witness == 0 ? prove_once(s) : NULL;
}

static char *prove_in_two_orders(struct find s)
{
    struct memo refused = {.table = {NULL, 0, 0}};
    char *log;

    s.refused = &refused;
    s.is_by_size = true;
    log = prove_again(&s, FIND_SMALL_WORK);
    s.is_by_size = false;
    if (log == NULL)
        log = prove_by_induction(s);
    if (log == NULL)
        log = prove_again(&s, FIND_WORK);
    memo_clear(&refused);
    return log;
}

/* The goal keeps the claims that the log names, as a sequent and its numbers.
 */
static char *pruned(struct theory *theory, struct goal *goal, char *log)
{
    struct granted kept = {goal->sequent, goal->from, goal->nfrom};
    char *out = log_pruned(theory, &kept, log);

    goal->sequent = kept.sequent;
    goal->from = kept.from;
    goal->nfrom = kept.nfrom;
    return out;
}

/*
 * By the lemmas alone; by numbers; by what is written out; then in two orders
 * of the instances: what is late in one may be early in the other.  Between
 * these by induction.
 */
char *finder_prove(struct finder *finder, struct goal *goal, size_t steps)
{
    const size_t witnesses = find_witnesses(finder->theory, &goal->sequent);
    struct find s = {.finder = finder,
                     .pool = finder->pool,
                     .goal = goal,
                     .steps = steps,
                     .is_brief = true};
    char *log = goal->nhints > 0 ? prove_once(s) : NULL;

    s.is_brief = false;
    if (log == NULL)
        log = prove_numbers(finder, goal);
    s.explicit_sizes = find_explicit_sizes(finder->pool, &goal->sequent);
    if (log == NULL && s.explicit_sizes != 0)
        log = prove_once(s);
    s.explicit_sizes = 0;
    for (; s.witness <= witnesses && log == NULL; s.witness++)
        log = prove_in_two_orders(s);
    return log ? pruned(finder->theory, goal, log) : NULL;
}
