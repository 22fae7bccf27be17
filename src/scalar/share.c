/* Shares of the budget of a search: problems, and work of the pool. */
#include "scalar/search.h"

/* Uses 1/parts of the budget, or all but that. */
static struct share use(struct search *s, unsigned parts, bool rest)
{
    const size_t now = pool_burnt(s->pool);
    const size_t work = s->end > now ? s->end - now : 0;
    const size_t fuel = s->fuel / parts;
    const struct share kept = {rest ? fuel : s->fuel - fuel, s->end};

    s->fuel -= kept.fuel;
    s->end = now + (rest ? work - work / parts : work / parts);
    return kept;
}

struct share share_take(struct search *s, unsigned parts)
{
    return use(s, parts, false);
}

struct share share_leave(struct search *s, unsigned parts)
{
    return use(s, parts, true);
}

void share_give(struct search *s, struct share kept)
{
    s->fuel += kept.fuel;
    s->end = kept.end;
}

const struct atom *search_name(struct search *s)
{
    pool_forgive(s->pool); /* there is one, whatever a step took */
    return problem_name(s->pool, s->names++, false);
}

bool search_is_new(struct search *s, const struct form *f)
{
    const bool out = memo_get(&s->met, f) == NULL;

    memo_set(&s->met, f, f);
    return out;
}
