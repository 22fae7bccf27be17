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

/* Whether e is c x_j^2, c < 0 a number, as it is written; *c is set then. */
static bool is_negative_square(mpq_t c, size_t *j, const struct scalar *e)
{
    if (e->op != SCALAR_MUL || e->count != 2 ||
        e->kids[0]->op != SCALAR_NUMBER || e->kids[1]->op != SCALAR_POWER)
        return false;
    const struct scalar *base = e->kids[1]->kids[0];
    mpq_set(c, e->kids[0]->number->q);
    *j = base->variable;
    return mpq_sgn(c) < 0 && base->op == SCALAR_VARIABLE &&
           mpq_cmp_si(e->kids[1]->number->q, 2, 1) == 0;
}

/*
 * q := a / c for a fact a - c x_k^2 - (squares of others) >= 0, a >= 0 and
 * c > 0 numbers, as it is written; false: it is none.
 */
static bool square_bound(mpq_t q, const struct scalar *g, size_t k)
{
    bool is_bound = g->op == SCALAR_ADD, found = false;
    mpq_t a, c, own;
    mpq_init(a);
    mpq_init(c);
    mpq_init(own);
    for (size_t i = 0; i < g->count && is_bound; i++) {
        size_t j = k;
        if (g->kids[i]->op == SCALAR_NUMBER) {
            mpq_add(a, a, g->kids[i]->number->q);
            continue;
        }
        is_bound = is_negative_square(c, &j, g->kids[i]);
        if (is_bound && j == k) {
            mpq_neg(own, c);
            found = true;
        }
    }
    is_bound = is_bound && found && mpq_sgn(a) >= 0;
    if (is_bound)
        mpq_div(q, a, own);
    mpq_clear(a);
    mpq_clear(c);
    mpq_clear(own);
    return is_bound;
}

/* a - c x_k^2 - ... >= 0 |- x_k lies between -sqrt(a / c) and sqrt(a / c) */
static void tighten_square(struct sequent *s, const struct goal *fact, size_t k,
                           struct scalar_pool *pool,
                           const struct sequent_oracle *oracle)
{
    size_t kept = s->nfacts;
    mpq_t q;
    mpq_init(q);
    if (square_bound(q, fact->term, k)) {
        const struct scalar *end = scalar_root(pool, scalar_number(pool, q), 2);
        const struct scalar *x = scalar_variable(pool, k);
        sequent_assume(s, goal_relation(pool, REL_LE, x, end), pool, oracle);
        sequent_assume(
            s, goal_relation(pool, REL_GE, x, scalar_times(pool, -1, end)),
            pool, oracle);
        s->nfacts = kept;
    }
    mpq_clear(q);
}

void sequent_tighten(struct sequent *s, struct scalar_pool *pool,
                     const struct sequent_oracle *oracle)
{
    for (size_t i = 0; i < s->nfacts; i++)
        for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
            if (sequent_is_compare(s->facts[i]) && !s->facts[i]->has_kink &&
                s->facts[i]->variables >> k & 1) {
                tighten_by(s, s->facts[i], k, pool, oracle);
                tighten_square(s, s->facts[i], k, pool, oracle);
            }
}
