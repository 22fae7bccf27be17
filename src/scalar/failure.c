/*
 * Problems that were not solved: with no more budget, and no more that may be
 * tried, they are not solved the next time.  Forms of a goal lead to the same
 * goals again.
 */
#include "scalar/failure.h"

/* A problem, NULL: one that is too large to name, and what there was for it. */
struct attempt {
    const struct form *problem;
    size_t fuel, work;
    unsigned slopes;
    enum stage stage;
};

/* The facts and the goal, in one order whatever that of the facts is. */
static const struct form *disjunction_of(struct pool *pool,
                                         const struct problem *p)
{
    const struct form *out = p->goal;

    for (size_t i = 0; i < p->nfacts; i++)
        out = relation_or(pool, out, relation_not(pool, p->facts[i]));
    return out;
}

const struct attempt *attempt_new(struct search *s, const struct problem *p)
{
    const size_t burnt = pool_burnt(s->pool);
    struct attempt *out = arena_alloc(pool_arena(s->pool), sizeof *out);

    *out = (struct attempt){.problem = disjunction_of(s->pool, p),
                            .fuel = s->fuel,
                            .work = s->end > burnt ? s->end - burnt : 0,
                            .slopes = s->slopes,
                            .stage = s->stage};
    pool_forgive(s->pool);
    const struct attempt *before =
        out->problem ? memo_get(&s->failures, out->problem) : NULL;
    return before != NULL && out->fuel <= before->fuel &&
                   out->work <= before->work && out->slopes >= before->slopes &&
                   out->stage == before->stage
               ? NULL
               : out;
}

void attempt_failed(struct search *s, const struct attempt *attempt)
{
    if (attempt->problem != NULL)
        memo_set(&s->failures, attempt->problem, attempt);
}
