/*
 * Two numbers in closed form compared by the algebra of the proofs: its normal
 * forms (logic/normal.h), then the algebra of scalars, with enclosures once
 * their kinks are taken away (logic/sequent.h).
 */
#include "kernel/ties.h"

#include "kernel/range_value.h"
#include "logic/domain.h"
#include "logic/make.h"
#include "logic/normal.h"

/*
 * The goal with the values of what stands for a variable in forms, lambertw,
 * where its range is one number.
 */
static const struct goal *without_variables(const struct sequent *s,
                                            struct scalar_pool *pool)
{
    const struct goal *goal = s->goal;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && goal; k++)
        if ((goal->variables >> k & 1) && s->box.lo[k] &&
            s->box.lo[k] == s->box.hi[k])
            goal = goal_substitute(pool, goal, k, s->box.lo[k]);
    return goal;
}

/*
 * Whether the algebra of scalars, or their enclosures once its kinks are taken
 * away, find the relation of the two numbers to hold.
 */
static bool scalars_relate(const struct theorem *t, enum relop rel,
                           const struct expr *const *forms, long bits)
{
    struct domain domain;
    struct sequent s;
    if (!expr_is_scalar(forms[0]) || !expr_is_scalar(forms[1]))
        return false;
    const struct expr *e = relation_make(t->pool, rel, forms[0], forms[1]);
    if (!domain_of_relation(&domain, t, e, NULL, 0, false))
        return false;
    struct scalar_pool *pool = scalar_pool_new();
    struct range_oracle *values = range_oracle_new(pool, bits);
    const struct sequent_oracle oracle = range_oracle_face(values);
    bool holds =
        domain_sequent(&s, &domain, 0, pool, &oracle) &&
        sequent_closed_holds(without_variables(&s, pool), pool, &oracle);
    range_oracle_free(values);
    scalar_pool_free(pool);
    return holds;
}

static bool normal_forms_relate(const struct theorem *t, enum relop rel,
                                const struct expr *const *forms)
{
    const bool below = rel == REL_LT;
    const struct expr *zero = forms[!below];
    struct normalizer *n = normal_new(t);
    bool holds = false;
    if (rel == REL_EQ)
        holds = normal_equal(n, forms[0], forms[1]) == TRUTH_TRUE;
    else if (zero->op == EX_NUMBER && mpq_sgn(zero->number->q) == 0 &&
             expr_is_scalar(forms[below]))
        holds = normal_is_positive(n, forms[below]);
    normal_free(n);
    return holds;
}

static bool relates(const struct theorem *t, enum relop rel,
                    const struct expr *a, const struct expr *b, long bits)
{
    const struct expr *forms[] = {a, b};
    return normal_forms_relate(t, rel, forms) ||
           scalars_relate(t, rel, forms, bits);
}

const struct algebra *ties_algebra(void)
{
    static const struct algebra algebra = {relates};
    return &algebra;
}
