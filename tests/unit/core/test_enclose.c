/*
 * Enclosures, slopes and bends: what they prove, and what is missing where
 * they are refused.  Attacks 26, 35, 36 of docs/core.md.
 */
#include "core/derivative.h"
#include "support.h"

#include <string.h>

#define NO_FACT ((fact_t)FACT_NONE)
#define assert_refused(call) assert_int_equal(call, FACT_NONE)
#define assert_learned(call) assert_true((call) != FACT_NONE)

static struct draft *begin(struct symbols *s,
                           const struct form *const *hypotheses, size_t count)
{
    static const struct atom *symbols[5]; /* the draft keeps the lists */
    static const struct form *kept[8];
    struct sequent sequent = {.symbols = symbols,
                              .nsymbols = 5,
                              .hypotheses = kept,
                              .nhypotheses = count,
                              .conclusion = relation_true(s->pool)};

    memcpy(symbols, (const struct atom *[]){s->n_, s->m_, s->x_, s->y_, s->A_},
           sizeof symbols);
    for (size_t i = 0; i < count; i++)
        kept[i] = hypotheses[i];
    return draft_new(s->theory, &sequent);
}

static const struct form *at_least(struct symbols *s, const struct form *a)
{
    return form_apply1(s->pool, CORE_LE, a); /* 0 <= a */
}

static const struct form *above(struct symbols *s, const struct form *a)
{
    return form_apply1(s->pool, CORE_LT, a);
}

static const struct form *minus(struct symbols *s, const struct form *a,
                                int64_t k)
{
    return ring_sub(s->pool, a, integer(s, k));
}

/* lo <= f, f <= hi */
static void bounds(struct symbols *s, const struct form *out[2],
                   const struct form *f, int64_t lo, int64_t hi)
{
    out[0] = at_least(s, minus(s, f, lo));
    out[1] = at_least(s, ring_sub(s->pool, integer(s, hi), f));
}

static fact_t enclose(struct draft *d, const struct form *goal, size_t count)
{
    const fact_t facts[] = {0, 1, 2, 3};

    return draft_rule(d, "enclose", "tnF", goal, (size_t)64, count, facts);
}

static const struct form *call(struct symbols *s, unsigned fn,
                               const struct form *a)
{
    return form_apply1(s->pool, fn, a);
}

/* Enclosures. */

static void test_what_is_certain_is_learned(void **state)
{
    struct symbols *s = *state;
    const struct form *box[2], *one = pool_one(s->pool);
    struct draft *d;

    bounds(s, box, s->x, 1, 2);
    d = begin(s, box, 2);
    assert_learned(enclose(d, above(s, call(s, CORE_RECIP, s->x)), 2));
    assert_learned(enclose(d, at_least(s, call(s, FN_LOG, s->x)), 2));
    assert_learned(
        enclose(d, at_least(s, minus(s, call(s, FN_EXP, s->x), 2)), 2));
    assert_refused(
        enclose(d, at_least(s, minus(s, call(s, FN_EXP, s->x), 3)), 2));
    /* of what is not told nothing is known */
    assert_refused(enclose(d, above(s, s->x), 0));
    assert_refused(enclose(d, above(s, s->y), 2));
    assert_learned(enclose(d, above(s, s->x), 1));
    /* weak facts do not make strict ones */
    assert_refused(enclose(d, above(s, minus(s, s->x, 1)), 2));
    assert_refused(
        enclose(d, form_apply1(s->pool, CORE_NE, minus(s, s->x, 1)), 2));
    assert_learned(enclose(d, form_apply1(s->pool, CORE_NE, s->x), 2));
    assert_learned(
        enclose(d, relation_or(s->pool, above(s, s->y), above(s, s->x)), 2));
    assert_refused(
        enclose(d, relation_and(s->pool, above(s, s->y), above(s, s->x)), 2));
    assert_refused(
        draft_rule(d, "enclose", "tnf", above(s, s->x), (size_t)2, (fact_t)0));
    assert_refused(draft_rule(d, "enclose", "tnf", above(s, s->x),
                              (size_t)100000, (fact_t)0));
    assert_refused(draft_rule(d, "enclose", "tnf", one, (size_t)64, (fact_t)9));
    assert_refused(
        draft_rule(d, "enclose", "tnf", s->x, (size_t)64, (fact_t)0));
    draft_free(d);
}

/* Attack 35: where a function leaves its domain it has no enclosure. */
static void test_outside_of_domains(void **state)
{
    struct symbols *s = *state;
    const struct form *box[2], *recip = call(s, CORE_RECIP, s->x);
    const struct form *half = call(s, CORE_RECIP, integer(s, 2));
    const struct form *args[] = {s->x, half};
    const struct form *root = call(s, FN_SQRT, s->x);
    struct draft *d;

    bounds(s, box, s->x, 0, 1);
    d = begin(s, box, 2);
    assert_refused(enclose(d, at_least(s, minus(s, recip, 1)), 2));
    assert_refused(enclose(d, above(s, recip), 2));
    assert_refused(
        enclose(d, at_least(s, ring_neg(s->pool, call(s, FN_LOG, s->x))), 2));
    args[1] = s->y;
    assert_refused(
        enclose(d, above(s, form_apply(s->pool, CORE_POW, args, 2)), 2));
    args[1] = half;
    assert_learned(
        enclose(d, at_least(s, form_apply(s->pool, CORE_POW, args, 2)), 2));
    draft_free(d);
    bounds(s, box, s->x, -1, 4);
    d = begin(s, box, 2);
    assert_refused(enclose(d, at_least(s, minus(s, recip, -1)), 2));
    assert_refused(
        enclose(d, at_least(s, form_apply(s->pool, CORE_POW, args, 2)), 2));
    assert_learned(enclose(d, at_least(s, root), 2)); /* 0 below 0 */
    assert_refused(enclose(d, above(s, root), 2));
    assert_learned(
        enclose(d, at_least(s, ring_sub(s->pool, integer(s, 2), root)), 2));
    recip = call(s, CORE_RECIP, integer(s, 0));
    assert_refused(
        enclose(d, form_apply1(s->pool, CORE_EQ, minus(s, recip, 1)), 2));
    draft_free(d);
}

/* A strict fact, one that denies 0, one about a difference. */
static void test_facts_of_all_kinds(void **state)
{
    struct symbols *s = *state;
    const struct form *apart = ring_sub(s->pool, s->x, s->y);
    const struct form *facts[] = {above(s, s->x),
                                  form_apply1(s->pool, CORE_NE, s->y),
                                  above(s, apart), above(s, s->n)};
    struct draft *d = begin(s, facts, 4);

    assert_learned(enclose(d, above(s, call(s, CORE_RECIP, s->x)), 1));
    assert_refused(enclose(d, above(s, call(s, CORE_RECIP, s->y)), 2));
    assert_learned(enclose(d, above(s, ring_mul(s->pool, s->y, s->y)), 2));
    assert_refused(enclose(d, above(s, apart), 2));
    assert_learned(enclose(d, above(s, ring_add(s->pool, apart, apart)), 3));
    assert_learned(enclose(d, above(s, call(s, CORE_RECIP, apart)), 3));
    assert_refused(enclose(d, above(s, ring_neg(s->pool, apart)), 3));
    /* 0 < n for an integer */
    assert_learned(enclose(d, at_least(s, minus(s, s->n, 1)), 4));
    assert_refused(enclose(d, at_least(s, minus(s, s->n, 2)), 4));
    assert_refused(enclose(d, at_least(s, minus(s, s->x, 1)), 4));
    draft_free(d);
}

/* From what is false anything follows; not from what is merely tight. */
static void test_facts_that_contradict_each_other(void **state)
{
    struct symbols *s = *state;
    const struct form *facts[2];
    struct draft *d;

    bounds(s, facts, s->x, 1, 1);
    d = begin(s, facts, 2);
    assert_refused(enclose(d, relation_false(s->pool), 2));
    assert_learned(
        enclose(d, form_apply1(s->pool, CORE_EQ, minus(s, s->x, 1)), 2));
    draft_free(d);
    facts[1] = above(s, ring_sub(s->pool, integer(s, 1), s->x));
    d = begin(s, facts, 2);
    assert_learned(enclose(d, relation_false(s->pool), 2));
    draft_free(d);
    /* what is not decided contradicts nothing */
    facts[0] = relation_or(s->pool, above(s, s->x), above(s, s->y));
    d = begin(s, facts, 1);
    assert_refused(enclose(d, relation_false(s->pool), 1));
    draft_free(d);
}

/* What is no function of numbers is a letter: one number, of any size. */
static void test_letters(void **state)
{
    struct symbols *s = *state;
    const struct form *norm = call(s, FN_NORM2, s->A), *box[2];
    const struct atom *i = generic(s, 1, s->n);
    struct draft *d;

    bounds(s, box, norm, 1, 2);
    d = begin(s, box, 2);
    assert_learned(enclose(d, at_least(s, call(s, FN_LOG, norm)), 2));
    assert_refused(enclose(d, at_least(s, call(s, FN_NORM1, s->A)), 2));
    /* a variable that is not in the scope */
    assert_refused(
        enclose(d, above(s, call(s, FN_EXP, ring_atom(s->pool, i))), 0));
    draft_free(d);
}

/* What a fact does not say. */
static void test_facts_that_bound_nothing(void **state)
{
    struct symbols *s = *state;
    const struct form *sum = ring_add(s->pool, s->x, s->y);
    const struct form *other =
        relation_or(s->pool, above(s, s->x), above(s, s->y));
    const struct {
        const struct form *fact, *goal;
    } pairs[] = {
        {at_least(s, ring_mul(s->pool, s->x, s->A)), at_least(s, s->x)},
        {at_least(s, minus(s, ring_mul(s->pool, s->x, s->x), 4)),
         at_least(s, minus(s, s->x, 4))},
        {above(s, sum), above(s, ring_add(s->pool, sum, s->y))},
        {form_apply1(s->pool, CORE_NE, minus(s, s->y, 1)),
         form_apply1(s->pool, CORE_NE, s->y)},
        {other, above(s, s->x)},
        {relation_not(s->pool, other), above(s, s->x)},
        {form_apply1(s->pool, CORE_INTEGER, s->x),
         form_apply1(s->pool, CORE_INTEGER, s->y)},
        {relation_true(s->pool), form_apply1(s->pool, CORE_INTEGER, s->x)},
        {relation_true(s->pool),
         relation_not(s->pool, form_apply1(s->pool, CORE_INTEGER, s->x))},
        {relation_true(s->pool), form_apply1(s->pool, CORE_PSD, s->A)},
        {relation_true(s->pool),
         relation_not(s->pool, form_apply1(s->pool, CORE_PSD, s->A))}};

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct draft *d = begin(s, &pairs[i].fact, 1);

        assert_refused(enclose(d, pairs[i].goal, 1));
        draft_free(d);
    }
}

/* Bounds by letters that are bounded, and by sums of these. */
static void test_bounds_by_bounds(void **state)
{
    struct symbols *s = *state;
    const struct form *half = call(s, CORE_RECIP, integer(s, 2));
    const struct form *facts[] = {
        above(s, minus(s, s->y, 1)), at_least(s, ring_sub(s->pool, s->x, s->y)),
        at_least(s, ring_sub(s->pool, integer(s, 9),
                             ring_add(s->pool, ring_add(s->pool, s->x, s->y),
                                      s->n)))};
    struct draft *d = begin(s, facts, 3);

    assert_learned(enclose(d, above(s, minus(s, s->x, 1)), 2));
    assert_learned(
        enclose(d, at_least(s, ring_sub(s->pool, integer(s, 6), s->n)), 3));
    assert_refused(
        enclose(d, at_least(s, ring_sub(s->pool, integer(s, 5), s->n)), 3));
    assert_learned(enclose(
        d, relation_not(s->pool, form_apply1(s->pool, CORE_INTEGER, half)), 0));
    draft_free(d);
    facts[0] = at_least(s, minus(s, s->y, 1));
    d = begin(s, facts, 2);
    assert_refused(enclose(d, above(s, minus(s, s->x, 1)), 2));
    draft_free(d);
}

/* A relation as a number: 1, 0, or one of both. */
static void test_relations_as_numbers(void **state)
{
    struct symbols *s = *state;
    const struct form *fact = above(s, s->x);
    const struct form *is_above = above(s, s->x), *is_other = above(s, s->y);
    const struct form *is_below = above(s, ring_neg(s->pool, s->x));
    struct draft *d = begin(s, &fact, 1);

    assert_learned(
        enclose(d, form_apply1(s->pool, CORE_EQ, minus(s, is_above, 1)), 1));
    assert_learned(enclose(d, form_apply1(s->pool, CORE_EQ, is_below), 1));
    assert_learned(enclose(d, at_least(s, is_other), 1));
    assert_learned(
        enclose(d, at_least(s, ring_sub(s->pool, integer(s, 1), is_other)), 1));
    assert_refused(enclose(d, above(s, is_other), 1));
    assert_refused(enclose(d, form_apply1(s->pool, CORE_EQ, is_other), 1));
    assert_refused(
        enclose(d, form_apply1(s->pool, CORE_EQ, minus(s, is_other, 1)), 1));
    draft_free(d);
}

/* Logs that would take for ever end, refused. */
static void test_work_is_bounded(void **state)
{
    enum { DEEP = 60, MANY = 900 };
    struct symbols *s = *state;
    struct draft *d = begin(s, NULL, 0);
    const struct form *r = above(s, s->x), *sum = integer(s, 0);
    const struct form *parts[2];
    struct conditions asked = {.nsmooth = 0};
    const struct form *t = s->x;

    assert_refused(draft_rule(d, "enclose", "tn", r, (size_t)513));
    for (int64_t k = 0; k < DEEP; k++) {
        const struct form *even = minus(s, s->y, 2 * k);
        const struct form *odd = minus(s, s->y, 2 * k + 1);

        parts[0] = relation_and(s->pool, r, above(s, even));
        parts[1] = relation_and(s->pool, r, above(s, odd));
        r = form_apply(s->pool, CORE_OR, parts, 2);
    }
    assert_non_null(r);
    assert_refused(enclose(d, r, 0));
    for (int k = 0; k < DEEP; k++)
        t = ring_add(s->pool, call(s, FN_EXP, t), call(s, FN_SIN, t));
    assert_null(form_derivative(s->pool, t, s->x_, &asked));
    pool_forgive(s->pool);
    for (int64_t k = 1; k <= MANY; k++)
        sum =
            ring_add(s->pool, sum,
                     call(s, FN_NORM1, ring_mul(s->pool, integer(s, k), s->A)));
    draft_free(d);
    r = at_least(s, sum);
    d = begin(s, &r, 1);
    assert_refused(enclose(d, relation_false(s->pool), 1));
    draft_free(d);
}

/* Slopes. */

/* y, once the context between lo and hi is open; *first: its first fact. */
static const struct form *between(struct draft *d, const struct form *lo,
                                  const struct form *hi, fact_t *first)
{
    const struct form *y = draft_next(d, false, NULL);

    *first = draft_rule(d, "between", "tt", lo, hi);
    return *first == NO_FACT ? NULL : y;
}

/* 0 (fn) the slope of t, by the two facts of the context. */
static fact_t slope(struct symbols *s, struct draft *d, const struct form *t,
                    const struct form *y, fact_t first, bool strict)
{
    struct conditions asked = {.nsmooth = 0};
    const struct form *f = form_derivative(
        s->pool, t, y->terms[0].monomial->items[0].atom, &asked);

    return f == NULL ? NO_FACT
                     : draft_rule(d, "enclose", "tnff",
                                  strict ? above(s, f) : at_least(s, f),
                                  (size_t)64, first, first + 1);
}

static fact_t rise(struct draft *d, const struct form *t, bool strict,
                   fact_t sign, size_t count, const fact_t *conditions)
{
    return draft_rule(d, "rise", "tnfF", t, (size_t)strict, sign, count,
                      conditions);
}

/* 0 is never refused: it closes the context. */
static void leave(struct symbols *s, struct draft *d)
{
    assert_learned(rise(d, integer(s, 0), false, NO_FACT, 0, NULL));
}

static void test_what_rises(void **state)
{
    struct symbols *s = *state;
    struct draft *d = begin(s, NULL, 0);
    const struct form *y, *t, *less;
    fact_t first, sign, fact;

    y = between(d, integer(s, 0), s->x, &first);
    t = ring_sub(s->pool, call(s, FN_EXP, y), y);
    sign = slope(s, d, t, y, first, true);
    assert_learned(sign);
    assert_refused(rise(d, t, true, NO_FACT, 0, NULL));
    assert_refused(rise(d, t, true, first, 0, NULL));
    assert_refused(rise(d, ring_neg(s->pool, t), false, sign, 0, NULL));
    fact = rise(d, t, true, sign, 0, NULL);
    assert_learned(fact);
    /* exp(0) < exp(x) - x, or x <= 0; and nothing else is left */
    less = ring_sub(s->pool, call(s, FN_EXP, s->x), s->x);
    less = ring_sub(s->pool, less, call(s, FN_EXP, integer(s, 0)));
    assert_ptr_equal(deduction_fact(draft_deduction(d), fact, NULL),
                     relation_or(s->pool, at_least(s, ring_neg(s->pool, s->x)),
                                 above(s, less)));
    assert_null(deduction_fact(draft_deduction(d), sign, NULL));
    assert_null(deduction_fact(draft_deduction(d), first, NULL));
    assert_refused(rise(d, integer(s, 0), false, NO_FACT, 0, NULL));
    draft_free(d);
}

/* A weak slope proves no strict order. */
static void test_what_is_constant_does_not_rise(void **state)
{
    struct symbols *s = *state;
    struct draft *d = begin(s, NULL, 0);
    fact_t first, flat;

    between(d, integer(s, 0), integer(s, 1), &first);
    flat = draft_rule(d, "restated", "ft", NO_FACT, relation_true(s->pool));
    assert_learned(flat);
    assert_refused(rise(d, s->x, true, flat, 0, NULL));
    leave(s, d);
    draft_free(d);
}

/* Attack 36: -1/y rises on both sides of its pole, sign(y) has slope 0. */
static void test_poles_and_jumps(void **state)
{
    struct symbols *s = *state;
    struct draft *d = begin(s, NULL, 0);
    const struct form *y, *t, *nonzero, *root;
    const struct product square = {
        .coefficient = pool_one(s->pool), .squares = &root, .nsquares = 1};
    fact_t first, sign, known[2];

    y = between(d, integer(s, -1), integer(s, 1), &first);
    t = ring_neg(s->pool, call(s, CORE_RECIP, y));
    root = call(s, CORE_RECIP, y);
    sign = draft_positive(d, ring_mul(s->pool, root, root), false, &square, 1);
    assert_learned(sign); /* the slope, without its conditions */
    assert_refused(rise(d, t, false, sign, 0, NULL));
    assert_refused(rise(d, t, false, NO_FACT, 0, NULL));
    assert_refused(rise(d, call(s, FN_SIGN, y), false, NO_FACT, 0, NULL));
    leave(s, d);
    /* at an end: 1/0 is 0 */
    y = between(d, integer(s, 0), integer(s, 1), &first);
    t = ring_neg(s->pool, call(s, CORE_RECIP, y));
    sign = slope(s, d, t, y, first, false);
    nonzero = form_apply1(s->pool, CORE_NE, y);
    known[0] = draft_rule(d, "restated", "ft", first, nonzero);
    assert_learned(sign);
    assert_learned(known[0]);
    assert_refused(rise(d, t, false, sign, 1, known));
    leave(s, d);
    y = between(d, integer(s, -1), integer(s, 0), &first);
    t = ring_neg(s->pool, call(s, CORE_RECIP, y));
    sign = slope(s, d, t, y, first, false);
    known[0] = draft_rule(d, "restated", "ft", first + 1,
                          form_apply1(s->pool, CORE_NE, y));
    assert_learned(sign);
    assert_learned(known[0]);
    assert_refused(rise(d, t, false, sign, 1, known));
    leave(s, d);
    /* away from it all conditions are met, and each is asked for */
    y = between(d, integer(s, 1), integer(s, 2), &first);
    t = ring_neg(s->pool, call(s, CORE_RECIP, y));
    sign = slope(s, d, t, y, first, false);
    known[0] = draft_rule(d, "enclose", "tnf", form_apply1(s->pool, CORE_NE, y),
                          (size_t)64, first);
    assert_refused(rise(d, t, false, sign, 0, NULL));
    assert_learned(rise(d, t, false, sign, 1, known));
    draft_free(d);
}

/* What is under a sum's range, a condition or a matrix has no slope. */
static void test_what_has_no_derivative(void **state)
{
    struct symbols *s = *state;
    struct draft *d = begin(s, NULL, 0);
    const struct form *y, *t;
    const struct atom *i;
    fact_t first, sign, known;

    y = between(d, integer(s, 0), s->x, &first);
    i = generic_new(s->pool, true, integer(s, 1), y,
                    &(struct variables){0, NULL});
    assert_refused(rise(d, sum_over(s, i, ring_atom(s->pool, i)), false,
                        NO_FACT, 0, NULL));
    assert_refused(rise(d, at_least(s, y), false, NO_FACT, 0, NULL));
    /* y < x, so that max(x, y) is x and its slope 0, where that is known */
    known =
        draft_rule(d, "restated", "ft", first + 1,
                   form_apply1(s->pool, CORE_NE, ring_sub(s->pool, y, s->x)));
    t = form_apply2(s->pool, FN_MAX2, y, s->x);
    sign = slope(s, d, t, y, first, false);
    assert_refused(rise(d, t, false, sign, 0, NULL));
    assert_learned(rise(d, t, false, sign, 1, &known));
    y = between(d, integer(s, 0), s->x, &first);
    i = generic_new(s->pool, true, integer(s, 1), y,
                    &(struct variables){0, NULL});
    assert_refused(rise(d, call(s, FN_NORM2, ring_mul(s->pool, y, s->A)), false,
                        NO_FACT, 0, NULL));
    assert_refused(rise(d, s->A, false, NO_FACT, 0, NULL));
    leave(s, d);
    draft_free(d);
}

/* Contexts are closed by their own rules. */
static void test_contexts_of_numbers(void **state)
{
    struct symbols *s = *state;
    struct draft *d = begin(s, NULL, 0);
    const struct form *y, *zero = integer(s, 0);
    const struct atom *i = generic(s, 1, s->n);
    fact_t first, fixed;

    assert_refused(rise(d, zero, false, NO_FACT, 0, NULL));
    assert_refused(draft_rule(d, "between", "tt", zero, ring_atom(s->pool, i)));
    between(d, zero, s->x, &first);
    assert_refused(draft_rule(d, "forall", "f", first));
    assert_refused(draft_rule(d, "implied", "f", first));
    leave(s, d);
    fixed = draft_rule(d, "fix", "tt", zero, s->n);
    assert_refused(rise(d, zero, false, NO_FACT, 0, NULL));
    assert_learned(draft_rule(d, "forall", "f", fixed));
    assert_learned(draft_rule(d, "assume", "t", at_least(s, s->x)));
    assert_refused(rise(d, zero, false, NO_FACT, 0, NULL));
    assert_refused(draft_rule(d, "bend", "ttf", zero, s->x, NO_FACT));
    assert_learned(
        draft_rule(d, "implied", "f", deduction_facts(draft_deduction(d)) - 1));
    /* a range that mentions the number outlives it */
    y = between(d, zero, s->x, &first);
    i = generic_new(s->pool, true, zero, y, &(struct variables){0, NULL});
    assert_learned(draft_rule(d, "scope", "v", i));
    assert_refused(rise(d, zero, false, NO_FACT, 0, NULL));
    assert_learned(draft_rule(d, "scope", ""));
    leave(s, d);
    draft_free(d);
}

/* Bends. */

static fact_t bends(struct symbols *s, struct draft *d, const struct form *t,
                    const struct form *y, fact_t first)
{
    struct conditions asked = {.nsmooth = 0};
    const struct atom *v = y->terms[0].monomial->items[0].atom;
    const struct form *f = form_derivative(s->pool, t, v, &asked);

    f = form_derivative(s->pool, f, v, &asked);
    return draft_rule(d, "enclose", "tnff", at_least(s, ring_neg(s->pool, f)),
                      (size_t)64, first, first + 1);
}

static void test_what_bends(void **state)
{
    struct symbols *s = *state;
    struct draft *d = begin(s, NULL, 0);
    const struct form *y, *t, *out;
    fact_t first, sign, fact;

    y = between(d, integer(s, 0), integer(s, 1), &first);
    t = ring_neg(s->pool, call(s, FN_EXP, y));
    sign = bends(s, d, t, y, first);
    assert_learned(sign);
    assert_refused(draft_rule(d, "bend", "ttf", t, s->x, NO_FACT));
    assert_refused(
        draft_rule(d, "bend", "ttf", ring_neg(s->pool, t), s->x, sign));
    assert_refused(draft_rule(d, "bend", "ttf", t, y, sign));
    fact = draft_rule(d, "bend", "ttf", t, s->x, sign);
    assert_learned(fact);
    /* x < 0, 1 < x, or -exp(x) above one of its ends */
    out = deduction_fact(draft_deduction(d), fact, NULL);
    assert_int_equal(relation_parts(out, CORE_OR), 4);
    draft_free(d);
}

/* Attack 36: 1 - 1/y bends down inside 0..1, and is 1 at 0. */
static void test_a_bend_reaches_its_ends(void **state)
{
    struct symbols *s = *state;
    struct draft *d = begin(s, NULL, 0);
    const struct form *y, *t;
    fact_t first, sign, known;

    y = between(d, integer(s, 0), integer(s, 1), &first);
    t = ring_sub(s->pool, integer(s, 1), call(s, CORE_RECIP, y));
    sign = bends(s, d, t, y, first);
    known = draft_rule(d, "restated", "ft", first,
                       form_apply1(s->pool, CORE_NE, y));
    assert_learned(sign);
    assert_learned(known);
    assert_refused(draft_rule(d, "bend", "ttff", t, s->x, sign, known));
    leave(s, d);
    draft_free(d);
}

/* A bend that is refused closes nothing. */
static void test_what_is_refused_stays_open(void **state)
{
    struct symbols *s = *state;
    struct draft *d = begin(s, NULL, 0);
    const struct atom *i = generic(s, 1, s->n);
    const struct form *y;
    fact_t first;

    y = between(d, integer(s, 0), integer(s, 1), &first);
    assert_refused(
        draft_rule(d, "bend", "ttf", y, ring_atom(s->pool, i), NO_FACT));
    assert_refused(draft_rule(d, "bend", "ttf", y, s->A, NO_FACT));
    assert_non_null(deduction_fact(draft_deduction(d), first, NULL));
    leave(s, d);
    draft_free(d);
}

/* Derivatives. */

/* The derivative of fn(x), and how many conditions it has. */
static const struct form *of_call(struct symbols *s, enum function fn,
                                  size_t smooth, size_t continuous)
{
    struct conditions asked = {.nsmooth = 0};
    const struct form *f =
        form_derivative(s->pool, call(s, fn, s->x), s->x_, &asked);

    assert_int_equal(asked.nsmooth, smooth);
    assert_int_equal(asked.ncontinuous, continuous);
    if (smooth > 0 && fn != FN_LOG)
        assert_ptr_equal(asked.smooth[0], form_apply1(s->pool, CORE_NE, s->x));
    if (fn == FN_LOG) {
        assert_ptr_equal(asked.smooth[0], above(s, s->x));
        assert_ptr_equal(asked.continuous[0], above(s, s->x));
    }
    return f;
}

static void test_the_table_of_derivatives(void **state)
{
    struct symbols *s = *state;
    const struct form *x = s->x, *one = pool_one(s->pool);
    const struct form *tanh = call(s, FN_TANH, x), *pi, *f;
    const struct form *square = ring_mul(s->pool, x, x);

    assert_ptr_equal(of_call(s, FN_SIN, 0, 0), call(s, FN_COS, x));
    assert_ptr_equal(of_call(s, FN_COS, 0, 0),
                     ring_neg(s->pool, call(s, FN_SIN, x)));
    assert_ptr_equal(of_call(s, FN_EXP, 0, 0), call(s, FN_EXP, x));
    assert_ptr_equal(of_call(s, FN_LOG, 1, 1), call(s, CORE_RECIP, x));
    assert_ptr_equal(of_call(s, FN_TANH, 0, 0),
                     ring_sub(s->pool, one, ring_mul(s->pool, tanh, tanh)));
    assert_ptr_equal(of_call(s, FN_ABS, 1, 0), call(s, FN_SIGN, x));
    assert_ptr_equal(
        ring_mul(s->pool, integer(s, 2), of_call(s, FN_RELU, 1, 0)),
        ring_add(s->pool, one, call(s, FN_SIGN, x)));
    assert_true(form_is_nil(of_call(s, FN_SIGN, 1, 1)));
    pi = form_apply(s->pool, CORE_PI, NULL, 0);
    f = call(s, CORE_RECIP, call(s, FN_SQRT, pi));
    f = ring_mul(s->pool, ring_mul(s->pool, integer(s, 2), f),
                 call(s, FN_EXP, ring_neg(s->pool, square)));
    assert_ptr_equal(of_call(s, FN_ERF, 0, 0), f);
}

/* Of two arguments: powers, the larger, the smaller. */
static void test_derivatives_of_pairs(void **state)
{
    struct symbols *s = *state;
    struct conditions asked = {.nsmooth = 0};
    const struct form *args[] = {s->x, s->y};
    const struct form *pow = form_apply(s->pool, CORE_POW, args, 2), *f;
    const struct form *apart =
        form_apply1(s->pool, CORE_NE, ring_sub(s->pool, s->x, s->y));

    f = form_derivative(s->pool, pow, s->x_, &asked);
    assert_ptr_equal(f, ring_mul(s->pool, ring_mul(s->pool, s->y, pow),
                                 call(s, CORE_RECIP, s->x)));
    assert_ptr_equal(asked.smooth[0], above(s, s->x));
    assert_ptr_equal(asked.continuous[0], above(s, s->x));
    f = form_derivative(s->pool, form_apply(s->pool, FN_MAX2, args, 2), s->x_,
                        &asked);
    assert_ptr_equal(f, above(s, ring_sub(s->pool, s->x, s->y)));
    f = form_derivative(s->pool, form_apply(s->pool, FN_MIN2, args, 2), s->x_,
                        &asked);
    assert_ptr_equal(f, above(s, ring_sub(s->pool, s->y, s->x)));
    /* each condition once */
    assert_int_equal(asked.nsmooth, 2);
    assert_int_equal(asked.ncontinuous, 1);
    assert_ptr_equal(asked.smooth[1], apart);
}

static void test_derivatives(void **state)
{
    struct symbols *s = *state;
    struct conditions asked = {.nsmooth = 0};
    const struct form *x = s->x, *f, *args[] = {x, s->y};

    f = form_derivative(s->pool, ring_mul(s->pool, x, ring_mul(s->pool, x, x)),
                        s->x_, &asked);
    assert_ptr_equal(f,
                     ring_mul(s->pool, integer(s, 3), ring_mul(s->pool, x, x)));
    f = form_derivative(s->pool, call(s, FN_SQRT, x), s->x_, &asked);
    assert_ptr_equal(ring_mul(s->pool, integer(s, 2), f),
                     call(s, CORE_RECIP, call(s, FN_SQRT, x)));
    assert_int_equal(asked.nsmooth, 1);
    assert_int_equal(asked.ncontinuous, 0);
    assert_ptr_equal(asked.smooth[0], above(s, x));
    f = form_derivative(s->pool, form_apply(s->pool, CORE_POW, args, 2), s->y_,
                        &asked);
    assert_ptr_equal(f,
                     ring_mul(s->pool, form_apply(s->pool, CORE_POW, args, 2),
                              call(s, FN_LOG, x)));
    assert_int_equal(asked.nsmooth, 1);
    assert_int_equal(asked.ncontinuous, 1);
    assert_true(form_is_nil(
        form_derivative(s->pool, call(s, FN_NORM2, s->A), s->x_, &asked)));
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_what_is_certain_is_learned),
        TEST(test_outside_of_domains),
        TEST(test_facts_of_all_kinds),
        TEST(test_facts_that_contradict_each_other),
        TEST(test_letters),
        TEST(test_what_rises),
        TEST(test_what_is_constant_does_not_rise),
        TEST(test_poles_and_jumps),
        TEST(test_what_has_no_derivative),
        TEST(test_contexts_of_numbers),
        TEST(test_what_bends),
        TEST(test_a_bend_reaches_its_ends),
        TEST(test_what_is_refused_stays_open),
        TEST(test_facts_that_bound_nothing),
        TEST(test_bounds_by_bounds),
        TEST(test_relations_as_numbers),
        TEST(test_work_is_bounded),
        TEST(test_the_table_of_derivatives),
        TEST(test_derivatives_of_pairs),
        TEST(test_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
