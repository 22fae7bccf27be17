/*
 * Inequalities of scalars by the signs of factors: the polynomial in its
 * letters is factored over the rationals (FLINT), and each factor's sign is a
 * goal.
 */
#include "algebra/find_internal.h"

#include "core/ring.h"
#include "draft/factor.h"
#include "scalar/squares.h"

enum { FACTORS_MOST = 8 };

/* coefficient * item * ... * square^2 * ... */
struct split {
    const struct form *coefficient;
    const struct form *items[FACTORS_MOST], *squares[FACTORS_MOST];
    size_t count, nsquares;
};

/* An item that is there already makes a square with it. */
static bool add_item(struct split *out, const struct form *f)
{
    for (size_t i = 0; i < out->count; i++) {
        if (out->items[i] == f) {
            out->items[i] = out->items[--out->count];
            out->squares[out->nsquares++] = f;
            return true;
        }
    }
    if (out->count + out->nsquares == FACTORS_MOST)
        return false;
    out->items[out->count++] = f;
    return true;
}

/* What all terms have in common first: the rest has fewer letters. */
static bool split(struct split *out, struct pool *pool, const struct form *f)
{
    struct factors common;
    const struct form *first, *rest;

    if (form_as_number(pool, f) != NULL) {
        out->coefficient = ring_mul(pool, out->coefficient, f);
        return true;
    }
    if (f->count < 2)
        return add_item(out, f);
    if (factors_of(&common, pool, f)) {
        first = common.common;
        rest = common.rest;
    } else if (!squares_factor(pool, f, &first, &rest)) {
        return add_item(out, f);
    }
    return split(out, pool, first) && split(out, pool, rest);
}

/* 0 (fn) f as a fact. */
static fact_t prove_above(struct find *s, unsigned fn, const struct form *f)
{
    const struct form *goal = form_apply1(s->pool, fn, f);
    fact_t fact;

    if (!find_hypothesis(s, goal, &fact, true))
        return FACT_NONE;
    return fact != FACT_NONE ? fact
                             : find_rule(s, "restated", "ft", FACT_NONE, goal);
}

/* The items' signs; the coefficient turns with each that is below 0. */
static bool signs_of(struct find *s, unsigned fn, struct split *all,
                     fact_t *facts)
{
    for (size_t i = 0; i < all->count; i++) {
        facts[i] = prove_above(s, fn, all->items[i]);
        if (facts[i] != FACT_NONE)
            continue;
        facts[i] = prove_above(s, fn, ring_neg(s->pool, all->items[i]));
        if (facts[i] == FACT_NONE)
            return false;
        all->coefficient = ring_neg(s->pool, all->coefficient);
    }
    return true;
}

fact_t find_factors(struct find *s, const struct form *goal)
{
    const unsigned fn = relation_kind(goal);
    struct split all = {.coefficient = pool_one(s->pool)};
    const struct form *f;
    fact_t facts[FACTORS_MOST];

    if (fn != CORE_LE && fn != CORE_LT)
        return FACT_NONE;
    f = find_reduced(s, relation_atom(goal)->args[0]);
    if (f == NULL || !form_scalar(f) || !split(&all, s->pool, f) ||
        all.count + all.nsquares < 2 || (fn == CORE_LT && all.nsquares > 0) ||
        !signs_of(s, fn, &all, facts) ||
        mpq_sgn(form_as_number(s->pool, all.coefficient)->value->q) < 0)
        return FACT_NONE;
    return draft_positive(
        s->draft, relation_atom(goal)->args[0], fn == CORE_LT,
        &(struct product){all.coefficient, facts, all.count,
                          (const struct form *const *)all.squares,
                          all.nsquares},
        1);
}
