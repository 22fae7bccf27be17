/* Lines whose proof is a partition of a range. */
#include "prove/range.h"
#include "prove/search.h"

bool scalar_trust(void *context, const struct domain *domain,
                  const void *payload)
{
    (void)context;
    (void)domain;
    return payload != NULL;
}

static void clear(void *partition)
{
    partition_clear(partition);
}

size_t scalar_prove(struct search *s, const struct expr *goal,
                    const struct expr *const *terms, size_t nterms,
                    bool thorough)
{
    struct domain domain;
    const struct range_limits limits =
        thorough ? range_limits_default() : range_limits_quick();
    if (goal->op != EX_REL || search_is_exhausted(s) ||
        !rule_range_domain(&domain, s->theorem, goal, terms, nterms))
        return SEARCH_NONE;
    struct partition *p = arena_alloc(s->d->arena, sizeof *p);
    partition_init(p);
    arena_register(s->d->arena, clear, p);
    if (range_prove_domain(p, &domain, &limits) != RANGE_PROVED)
        return SEARCH_NONE;
    const struct line line = {.rule = RULE_RANGE,
                              .conclusion = goal,
                              .terms = terms,
                              .nterms = nterms,
                              .payload = p};
    return search_line(s, &line);
}
