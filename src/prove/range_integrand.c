/* Integrals by what stands in them. */
#include "prove/range_internal.h"

/* A variable that stands nowhere; SCALAR_MAX_VARIABLES: all do. */
static size_t unused_variable(const struct sequent *q)
{
    unsigned used = q->goal->variables;
    size_t k = 0;
    for (size_t i = 0; i < q->nfacts; i++)
        used |= q->facts[i]->variables;
    while (k < SCALAR_MAX_VARIABLES && (used >> k & 1))
        k++;
    return k;
}

static bool has_integral(const struct goal *g)
{
    return g->term ? g->term->has_integral
                   : has_integral(g->a) || has_integral(g->b);
}

bool range_integrand(struct range_search *s, const struct range_task *task)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    const struct sequent *q = &task->sequent;
    size_t count, node = task->node, kept = s->out->count;
    size_t k = unused_variable(q);
    bool proved = false;
    if (!has_integral(q->goal))
        return false;
    if (q->goal->has_kink)
        return range_cases(s, task, 0, range_integrand);
    for (size_t i = 0; i <= INTEGRAND_SQUARES && !proved; i++) {
        if (!range_try(s, node, q, PARTITION_INTEGRAND, k, i, kids, &count))
            continue;
        struct range_task kid = *task;
        kid.node = range_add_kids(s, node, count);
        kid.sequent = kids[0];
        s->is_inner = true;
        proved = range_is_hopeful(s, &kids[0]) && range_rounds(s, &kid);
        s->is_inner = false;
        if (!proved)
            range_reopen(s, node, kept);
    }
    return proved;
}
