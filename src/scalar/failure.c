/*
 * Problems that were not solved: with no more budget, and no more that may be
 * tried, they are not solved the next time.  Forms of a goal lead to the same
 * goals again.
 */
#include "scalar/failure.h"

#include "core/ring.h"

/* What there was when it was tried. */
struct failure {
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

static struct failure now(const struct search *s)
{
    const size_t burnt = pool_burnt(s->pool);

    return (struct failure){.fuel = s->fuel,
                            .work = s->end > burnt ? s->end - burnt : 0,
                            .slopes = s->slopes,
                            .stage = s->stage};
}

bool failure_is_known(struct search *s, const struct problem *p,
                      struct attempt *out)
{
    const struct failure a = now(s), *b;

    out->key = disjunction_of(s->pool, p);
    pool_forgive(s->pool);
    b = out->key ? memo_get(&s->failures, out->key) : NULL;
    out->failure = arena_alloc(pool_arena(s->pool), sizeof *out->failure);
    *out->failure = a;
    return b != NULL && a.fuel <= b->fuel && a.work <= b->work &&
           a.slopes >= b->slopes && a.stage == b->stage;
}

void failure_remember(struct search *s, const struct attempt *attempt)
{
    if (attempt->key != NULL)
        memo_set(&s->failures, attempt->key, attempt->failure);
}
