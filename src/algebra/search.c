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
#include <string.h>

/* Searches that differ in what they try, and in what order. */
enum way {
    BY_LEMMAS,    /* those that are named, and no other theorem */
    WRITTEN_OUT,  /* entry by entry, where sizes are numbers */
    BY_SIZE,      /* instances of few letters first */
    BY_NEWNESS,   /* those of few new letters first */
    BY_INDUCTION, /* what is not at once: from one member to the next */
    BY_NUMBERS,   /* in scalar/: the parts that speak of numbers alone */
    WAYS
};

/*
 * One after another, a little of each before much of any: what is late in one
 * order is early in another.  Work: products of terms, a million a second;
 * of numbers: problems.
 */
static const struct {
    enum way way;
    size_t work;
} schedule[] = {
    {BY_LEMMAS, 6000000},    {BY_NUMBERS, 300},     {WRITTEN_OUT, 6000000},
    {BY_SIZE, 1000000},      {BY_NEWNESS, 1000000}, {BY_INDUCTION, 1000000},
    {BY_SIZE, 6000000},      {BY_NEWNESS, 3000000}, {BY_NUMBERS, 6000},
    {BY_INDUCTION, 6000000}, {BY_NEWNESS, 25000000}};
/*
 * The rows before those that are long: these are for so many steps or more. The
 * first ones are made again where the oracle of the theory is asked, after all
 * that leans on nobody.
 */
enum { FIND_FIRST = 6, FIND_LONG = 50 };
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
    if (s->stuck != NULL)
        *s->stuck = (struct stuck){.goal = NULL};
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

/*
 * A search with so much work, without the equations that it was lost by.
 * *is_ended: more work is of no use.
 */
static char *prove_again(const struct find *way, size_t work, bool *is_ended)
{
    const size_t end = pool_burnt(way->pool) + work;
    const struct form *culprit = NULL;
    char *log = NULL;

    for (unsigned k = 0; log == NULL && k < FIND_RESTARTS; k++) {
        struct find s = *way;

        s.end = end;
        log = prove(&s, &culprit);
        *is_ended = *is_ended && !s.is_cut;
        if (culprit == NULL || pool_burnt(way->pool) >= end)
            break;
        memo_set(way->banned, culprit, culprit);
    }
    *is_ended = *is_ended && pool_burnt(way->pool) < end;
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
static char *prove_numbers(struct finder *finder, const struct goal *goal,
                           size_t problems)
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
    fact = scalar_search(draft, wanted, facts, count, problems);
    if (fact != FACT_NONE) {
        draft_rule(draft, "restated", "ft", fact, q->conclusion);
        log = xstrdup(draft_log(draft));
    }
    draft_free(draft);
    return log;
}

/* A proof of one goal by several searches. */
struct searches {
    struct find start;
    size_t witnesses;
    bool ended[WAYS];          /* with all that they have to try */
    struct memo refused[WAYS]; /* goals that scalar/ did not prove */
    struct memo banned;        /* equations that one was lost by */
};

/* Whether it has to do with the goal, and has not tried all; an oracle is asked
 * by searches alone that use any theorem. */
static bool is_apt(const struct searches *all, enum way way)
{
    const struct find *start = &all->start;

    if (all->ended[way] ||
        (start->is_trusting && (way == BY_LEMMAS || way == BY_NUMBERS)))
        return false;
    return way == BY_LEMMAS     ? start->goal->nhints > 0
           : way == WRITTEN_OUT ? start->explicit_sizes != 0
                                : true;
}

static char *prove_by(struct searches *all, enum way way, size_t work)
{
    struct find s = all->start;
    const bool is_in_order = way == BY_SIZE || way == BY_NEWNESS;
    char *log;

    s.is_brief = way == BY_LEMMAS;
    s.is_by_size = way == BY_SIZE;
    s.is_inductive = way == BY_INDUCTION;
    s.explicit_sizes = way == WRITTEN_OUT ? s.explicit_sizes : 0;
    s.stuck = way == BY_NEWNESS ? &s.finder->stuck : NULL;
    s.refused = &all->refused[is_in_order ? BY_NEWNESS : way];
    s.banned = &all->banned;
    all->ended[way] = true;
    log = prove_again(&s, work, &all->ended[way]);
    while (log == NULL && is_in_order && s.witness < all->witnesses) {
        struct memo refused = {.table = {NULL, 0, 0}};

        s.witness++;
        s.stuck = NULL;
        s.refused = &refused;
        log = prove_again(&s, work, &all->ended[way]);
        memo_clear(&refused);
    }
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

/* The rows up to one, forgetting what ended and what was refused before. */
static char *prove_by_rows(struct searches *all, size_t rows)
{
    struct find *start = &all->start;
    char *log = NULL;

    memset(all->ended, 0, sizeof all->ended);
    for (size_t i = 0; log == NULL && i < rows; i++) {
        const enum way way = schedule[i].way;

        if (!is_apt(all, way))
            continue;
        log = way == BY_NUMBERS
                  ? prove_numbers(start->finder, start->goal, schedule[i].work)
                  : prove_by(all, way, schedule[i].work);
    }
    for (size_t i = 0; i < WAYS; i++)
        memo_clear(&all->refused[i]);
    return log;
}

char *finder_prove(struct finder *finder, struct goal *goal, size_t steps)
{
    struct pool *pool = finder->pool;
    struct searches all = {
        .start = {.finder = finder,
                  .pool = pool,
                  .goal = goal,
                  .steps = steps,
                  .explicit_sizes = find_explicit_sizes(pool, &goal->sequent)},
        .witnesses = find_witnesses(finder->theory, &goal->sequent)};
    const bool is_brief = steps > 0 && steps < FIND_LONG;
    char *log = prove_by_rows(
        &all, is_brief ? FIND_FIRST : sizeof schedule / sizeof *schedule);

    all.start.is_trusting = true;
    if (log == NULL && theory_oracle(finder->theory) != NULL)
        log = prove_by_rows(&all, FIND_FIRST);
    memo_clear(&all.banned);
    return log ? pruned(finder->theory, goal, log) : NULL;
}
