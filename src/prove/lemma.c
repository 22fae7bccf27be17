/* Theorems proved before, at given terms and sizes. */
#include "prove/prover.h"
#include "prove/search.h"

#include <string.h>

enum { MAX_TRIED = 64, MAX_TERMS = 16, MAX_OPEN = 2 };

/* All claims of the lemma that were meant and proved, at these terms. */
static size_t at_terms(struct search *s, const struct prover_kernel *kernel,
                       const struct lemma_use *use, const struct expr *goal)
{
    const struct theorem *t = use->theorem;
    for (size_t c = 0; c < t->nclaims; c++)
        for (size_t k = 0; k < t->claims[c].nlinks; k++) {
            const struct line model = {.rule = RULE_LEMMA,
                                       .number = c,
                                       .link = k,
                                       .lemma = t,
                                       .terms = use->args,
                                       .nterms = use->nargs};
            if ((use->claim && strcmp(use->claim, t->claims[c].name) != 0) ||
                t->claims[c].is_step || !kernel->has(kernel->context, t, c, k))
                continue;
            const struct expr *relation = t->claims[c].links[k].relation;
            size_t line = goal_instance(s, &model, t, relation, goal);
            if (line != SEARCH_NONE)
                return line;
            line = goal_instance(s, &model, t, relation, NULL);
            if (line != SEARCH_NONE)
                search_fact(s, line);
        }
    return SEARCH_NONE;
}

/*
 * Size number i of the theorem at hand: its dims, then the givens that stand in
 * sizes and exponents.  NULL: there are no more.
 */
static const struct expr *size_at(struct search *s, size_t i)
{
    const struct span nowhere = {0};
    const struct theorem *t = s->theorem;
    if (i < t->ndims)
        return expr_symbol(s->pool, t->dims[i], nowhere);
    i -= t->ndims;
    for (size_t k = 0; k < t->ngivens; k++)
        if (t->givens[k].symbol && i-- == 0)
            return expr_symbol(s->pool, t->givens[k].symbol, nowhere);
    return NULL;
}

static size_t count_sizes(struct search *s)
{
    size_t count = 0;
    while (size_at(s, count))
        count++;
    return count;
}

size_t lemma_prove(struct search *s, const struct prover_kernel *kernel,
                   const struct lemma_use *use, const struct expr *goal)
{
    const struct expr *terms[MAX_TERMS + MAX_OPEN];
    const size_t open = theorem_open_dims(use->theorem);
    const size_t sizes = count_sizes(s);
    size_t line = SEARCH_NONE, all = sizes;
    if (use->nargs != use->theorem->ngivens || open == 0 || open > MAX_OPEN ||
        use->nargs > MAX_TERMS)
        return at_terms(s, kernel, use, goal);
    for (size_t i = 0; i < use->nargs; i++)
        terms[i] = use->args[i];
    for (size_t i = 1; i < open; i++)
        all *= sizes;
    for (size_t k = 0; k < all && k < MAX_TRIED && line == SEARCH_NONE; k++) {
        struct lemma_use now = *use;
        for (size_t i = 0, rest = k; i < open; i++, rest /= sizes)
            terms[now.nargs++] = size_at(s, rest % sizes);
        now.args = terms;
        line = at_terms(s, kernel, &now, goal);
    }
    return line;
}
