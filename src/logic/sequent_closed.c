/* Relations between numbers: by their signs and by algebra. */
#include "logic/sequent_internal.h"

enum { MAX_KINKS = 16, MAX_NESTED = 8 };

struct closed {
    struct scalar_pool *pool;
    const struct sequent_oracle *oracle;
    unsigned depth; /* conditions within conditions */
};

static bool holds(const struct closed *c, const struct goal *goal);

/* The signs that e can have; SIGN_ZERO if it formally is 0. */
static unsigned signs_of(const struct closed *c, const struct scalar *e)
{
    const struct sequent_box box = {.nonnegative = 0};
    if (!e)
        return SIGN_ANY;
    unsigned signs = c->oracle->signs(c->oracle->context, e, &box);
    bool open = (signs & SIGN_ZERO) && signs != SIGN_ZERO;
    return open && expansion_is_zero(c->pool, e, 0) ? SIGN_ZERO : signs;
}

/* a where e >= 0, b where e <= 0; NULL: neither is known */
static const struct scalar *by_sign(const struct closed *c,
                                    const struct scalar *e,
                                    const struct scalar *a,
                                    const struct scalar *b)
{
    unsigned signs = signs_of(c, e);
    if (!(signs & SIGN_NEGATIVE))
        return a;
    return signs & SIGN_POSITIVE ? NULL : b;
}

static const struct scalar *sign_value(const struct closed *c,
                                       const struct scalar *e)
{
    unsigned signs = signs_of(c, e);
    if (signs == SIGN_ZERO)
        return scalar_int(c->pool, 0);
    return signs == SIGN_POSITIVE   ? scalar_int(c->pool, 1)
           : signs == SIGN_NEGATIVE ? scalar_int(c->pool, -1)
                                    : NULL;
}

static const struct scalar *if_value(const struct closed *c,
                                     const struct scalar *e)
{
    struct closed inner = *c;
    if (inner.depth++ == MAX_NESTED)
        return NULL;
    if (holds(&inner, e->condition))
        return e->kids[0];
    return holds(&inner, goal_negate(c->pool, e->condition)) ? e->kids[1]
                                                             : NULL;
}

/* What a kink without kinks in its parts is; NULL: not known. */
static const struct scalar *kink_value(const struct closed *c,
                                       const struct scalar *e)
{
    const struct scalar *u = e->count ? e->kids[0] : NULL;
    if (e->op == SCALAR_IF)
        return if_value(c, e);
    if (e->op != SCALAR_CALL || !u)
        return NULL;
    switch ((int)e->fn) {
    case FN_ABS:
        return by_sign(c, u, u, scalar_times(c->pool, -1, u));
    case FN_RELU:
        return by_sign(c, u, u, scalar_int(c->pool, 0));
    case FN_SIGN:
        return sign_value(c, u);
    case FN_MAX2:
        return by_sign(c, scalar_difference(c->pool, u, e->kids[1]), u,
                       e->kids[1]);
    case FN_MIN2:
        return by_sign(c, scalar_difference(c->pool, u, e->kids[1]), e->kids[1],
                       u);
    }
    return NULL;
}

/* Kinks one after the other, the inner ones first; NULL: one stays. */
static const struct goal *without_kinks(const struct closed *c,
                                        const struct goal *goal)
{
    for (size_t i = 0; i < MAX_KINKS && goal && goal->has_kink; i++) {
        const struct scalar *kink = goal_kink(goal);
        const struct scalar *value = kink ? kink_value(c, kink) : NULL;
        goal = value ? goal_replace(c->pool, goal, kink, value) : NULL;
    }
    return goal && !goal->has_kink ? goal : NULL;
}

static bool compare_holds(const struct closed *c, const struct goal *goal)
{
    const struct goal *smooth = without_kinks(c, goal);
    if (!smooth || !sequent_is_compare(smooth))
        return false;
    unsigned signs = signs_of(c, smooth->term);
    return signs != 0 && (smooth->kind == GOAL_GT ? signs == SIGN_POSITIVE
                                                  : !(signs & SIGN_NEGATIVE));
}

static bool holds(const struct closed *c, const struct goal *goal)
{
    struct closed inner = *c;
    if (!goal || goal->variables || inner.depth++ == MAX_NESTED)
        return false;
    switch (goal->kind) {
    case GOAL_GE:
    case GOAL_GT:
        return compare_holds(c, goal);
    case GOAL_AND:
        return holds(&inner, goal->a) && holds(&inner, goal->b);
    case GOAL_OR:
        return holds(&inner, goal->a) || holds(&inner, goal->b);
    }
    return false;
}

bool sequent_closed_holds(const struct goal *goal, struct scalar_pool *pool,
                          const struct sequent_oracle *oracle)
{
    const struct closed c = {.pool = pool, .oracle = oracle};
    return holds(&c, goal);
}
