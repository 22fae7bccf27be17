/* What a search has spent, and what it may. */
#include "search/ascent_internal.h"

bool ascent_is_over(struct ascent *a)
{
    const struct ladder_options *l = &a->options->ladder;
    if (!a->out->stopped && l->stop && l->stop(l->context))
        a->out->stopped = true;
    return a->out->stopped || a->out->stage ||
           a->out->evals >= a->options->evals ||
           (a->options->work > 0 && a->work >= a->options->work);
}

void ascent_spend(struct ascent *a, uint64_t evals)
{
    a->out->evals += evals;
    a->work += (double)evals * (a->w ? a->w->price : 1);
}

uint64_t ascent_left(const struct ascent *a)
{
    if (a->out->evals >= a->options->evals)
        return 0;
    uint64_t evals = a->options->evals - a->out->evals;
    double more = (a->options->work - a->work) / a->w->price;
    if (a->options->work > 0 && more < (double)evals)
        evals = more > 0 ? (uint64_t)more : 0;
    return evals;
}

struct merit ascent_look(struct ascent *a, const double *t)
{
    ascent_spend(a, 1);
    space_write(a->w->space, t);
    return objective_eval(a->w->objective);
}
