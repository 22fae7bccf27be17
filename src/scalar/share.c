/* Shares of the budget of a search: problems, and work of the pool. */
#include "scalar/search.h"

struct share share_take(struct search *s, unsigned parts)
{
    const size_t now = pool_burnt(s->pool);
    const size_t work = s->end > now ? s->end - now : 0;
    const struct share kept = {s->fuel - s->fuel / parts, s->end};

    s->fuel /= parts;
    s->end = now + work / parts;
    return kept;
}

struct share share_leave(struct search *s, unsigned parts)
{
    const size_t now = pool_burnt(s->pool);
    const size_t work = s->end > now ? s->end - now : 0;
    const struct share kept = {s->fuel / parts, s->end};

    s->fuel -= kept.fuel;
    s->end -= work / parts;
    return kept;
}

void share_give(struct search *s, struct share kept)
{
    s->fuel += kept.fuel;
    s->end = kept.end;
}

const struct proof *search_anew(struct search *s, const struct problem *p,
                                const struct form *goal, unsigned depth)
{
    const enum stage before = s->stage;
    const struct share kept = share_take(s, 2);
    const struct proof *out;

    s->stage = STAGE_CASES;
    out = search_goal(s, p, goal, depth);
    s->stage = before;
    share_give(s, kept);
    return out;
}
