/* What facts about several variables say about the range of each. */
#include "logic/sequent_internal.h"

/*
 * The slope of g by x_j, a number; 0: it is none, or not of certain sign, or g
 * is not affine: exp(log(x^2)/2)/x has the derivative 0 and jumps.
 */
static int slope_sign(const struct scalar *g, size_t j,
                      struct scalar_pool *pool)
{
    int sign;
    const struct scalar *slope = scalar_derivative(pool, g, j);
    return slope && sequent_solve(g, j, pool) && scalar_is_number(slope, &sign)
               ? sign
               : 0;
}

/*
 * g, affine, with all variables but x_k where they make it largest; `open`: one
 * of these ends is not admitted.  NULL: there is no such end.
 */
static const struct scalar *largest_beside(bool *open, const struct scalar *g,
                                           size_t k, const struct sequent *s,
                                           struct scalar_pool *pool)
{
    *open = false;
    for (size_t j = 0; j < SCALAR_MAX_VARIABLES && g; j++) {
        if (j == k || !(g->variables >> j & 1))
            continue;
        int sign = slope_sign(g, j, pool);
        const struct scalar *end = sign > 0   ? s->box.hi[j]
                                   : sign < 0 ? s->box.lo[j]
                                              : NULL;
        *open |= (sign > 0 ? s->box.open_hi : s->box.open_lo) >> j & 1;
        g = end ? scalar_substitute(pool, g, j, end) : NULL;
    }
    return g;
}

/* g >= 0 for g affine in the variables |- its largest value beside x_k is */
static void tighten_by(struct sequent *s, const struct goal *fact, size_t k,
                       struct scalar_pool *pool,
                       const struct sequent_oracle *oracle)
{
    bool open;
    size_t kept = s->nfacts;
    const struct scalar *g = largest_beside(&open, fact->term, k, s, pool);
    if (!g || g->variables != 1u << k || slope_sign(g, k, pool) == 0)
        return;
    sequent_assume(s, goal_compare(pool, open ? GOAL_GT : fact->kind, g), pool,
                   oracle);
    s->nfacts = kept; /* the box says it, or nothing does */
}

void sequent_tighten(struct sequent *s, struct scalar_pool *pool,
                     const struct sequent_oracle *oracle)
{
    for (size_t i = 0; i < s->nfacts; i++)
        for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
            if (sequent_is_compare(s->facts[i]) && !s->facts[i]->has_kink &&
                s->facts[i]->variables >> k & 1)
                tighten_by(s, s->facts[i], k, pool, oracle);
}
