/*
 * Rules of the core: what each makes, and what each refuses.  Numbers of
 * attacks are those of docs/core.md.
 */
#include "support.h"

#define NO_FACT ((fact_t)FACT_NONE)

static const struct form *between(struct symbols *s, unsigned fn,
                                  const struct form *a, const struct form *b)
{
    return relation_between(s->pool, fn, a, b);
}

static struct draft *begin(struct symbols *s, const struct form **hypotheses,
                           size_t count, const struct form *conclusion)
{
    static const struct atom *all[8];
    const struct atom *symbols[] = {s->n_, s->m_, s->x_, s->y_,
                                    s->A_, s->B_, s->u_, s->v_};
    struct sequent sequent = {.symbols = all,
                              .nsymbols = 8,
                              .hypotheses = hypotheses,
                              .nhypotheses = count,
                              .conclusion = conclusion};

    for (size_t i = 0; i < 8; i++)
        all[i] = symbols[i];
    return draft_new(s->theory, &sequent);
}

/* Replaces the term of the equation by the rest. */
static bool deduces(struct draft *d, fact_t fact, const struct form *head)
{
    return draft_rule(d, "rule", "ft", fact, head) != FACT_NONE;
}

static bool set_scope(struct draft *d, const struct atom *g)
{
    return draft_rule(d, "scope", "V", (size_t)(g != NULL), &g) != FACT_NONE;
}

static fact_t fix(struct symbols *s, struct draft *d, const struct form *lo,
                  const struct form *hi, const struct atom **fixed)
{
    struct atom model = {
        .kind = ATOM_VARIABLE, .variable = VARIABLE_FIXED, .is_integer = true};

    *fixed = pool_atom(s->pool, &model);
    return draft_rule(d, "fix", "tt", lo, hi);
}

static fact_t special(struct draft *d, fact_t fact, const struct atom *g,
                      const struct form *e)
{
    return draft_rule(d, "special", "fvtfff", fact, g, e, NO_FACT, NO_FACT,
                      NO_FACT);
}

/* A fixed variable as a term. */
static const struct form *head_with_letter(struct symbols *s,
                                           const struct atom *a)
{
    return ring_atom(s->pool, a);
}

/* x * recip(x) == 1 where x != 0, as an axiom. */
static const struct core_theorem *cancel_axiom(struct symbols *s)
{
    const struct form *product =
        ring_mul(s->pool, form_apply1(s->pool, CORE_RECIP, s->x), s->x);
    const struct atom *symbols[] = {s->x_};
    const struct form *hypotheses[] = {form_apply1(s->pool, CORE_NE, s->x)};
    struct sequent sequent = {.symbols = symbols,
                              .nsymbols = 1,
                              .hypotheses = hypotheses,
                              .nhypotheses = 1,
                              .conclusion =
                                  between(s, CORE_EQ, product, integer(s, 1))};

    return theory_assume(s->theory, "recip_cancel", THEOREM_AXIOM, &sequent);
}

/* Attacks 1, 46: x / x == 1 at x := 0. */
static void test_an_instance_meets_its_hypotheses(void **state)
{
    struct symbols *s = *state;
    const struct core_theorem *axiom = cancel_axiom(s);
    const struct form *positive = between(s, CORE_LT, integer(s, 0), s->y);
    struct draft *d = begin(s, &positive, 1, between(s, CORE_EQ, s->x, s->x));
    const struct form *value = integer(s, 0);
    fact_t met = FACT_NONE;

    assert_int_equal(draft_instance(d, axiom, &value, &met, NULL, 0),
                     FACT_NONE);
    met = 0;
    assert_int_equal(draft_instance(d, axiom, &value, &met, NULL, 0),
                     FACT_NONE);
    value = s->y;
    fact_t fact = draft_instance(d, axiom, &value, &met, NULL, 0);

    assert_true(fact != FACT_NONE);
    value = s->A;
    assert_int_equal(draft_instance(d, axiom, &value, &met, NULL, 0),
                     FACT_NONE);
    draft_free(d);
}

/* An equation in force is used under functions and binders. */
static void test_a_rule_fires_everywhere_in_values(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct form *iform = ring_atom(s->pool, i);
    const struct form *same = between(s, CORE_EQ, s->x, s->y);
    const struct form *left = sum_over(
        s, i, form_apply1(s->pool, FN_EXP, ring_mul(s->pool, iform, s->x)));
    const struct form *right = sum_over(
        s, i, form_apply1(s->pool, FN_EXP, ring_mul(s->pool, iform, s->y)));
    struct draft *d = begin(s, &same, 1, between(s, CORE_EQ, left, right));

    assert_null(deduction_end(draft_deduction(d), 0, "unproved"));
    assert_true(deduces(d, 0, s->x));
    fact_t fact = draft_rule(d, "restated", "ft", NO_FACT,
                             between(s, CORE_EQ, left, right));

    assert_true(fact != FACT_NONE);
    assert_non_null(deduction_end(draft_deduction(d), fact, "congruence"));
    assert_null(deduction_end(draft_deduction(d), fact, "congruence"));
    draft_free(d);
}

/* Attack 44: n == m changes no shape. */
static void test_an_equation_of_sizes_changes_no_shape(void **state)
{
    struct symbols *s = *state;
    const struct form *same = between(s, CORE_EQ, s->n, s->m);
    struct draft *d = begin(s, &same, 1, same);
    const struct form *ones = form_apply1(s->pool, FN_ONES, s->n);

    assert_true(deduces(d, 0, s->n));
    assert_ptr_equal(deduction_reduce(draft_deduction(d), ones), ones);
    assert_ptr_equal(deduction_reduce(draft_deduction(d), s->A), s->A);
    draft_free(d);
}

/* Attack 23: i == 1 assumed, sum(i in 1..3, i). */
static void test_no_hypothesis_mentions_a_generic_variable(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, integer(s, 3));
    const struct form *iform = ring_atom(s->pool, i);
    struct draft *d = begin(s, NULL, 0, between(s, CORE_EQ, s->x, s->x));

    assert_int_equal(
        draft_rule(d, "assume", "t", between(s, CORE_EQ, iform, integer(s, 1))),
        FACT_NONE);
    /* nor a fact out of its scope */
    assert_int_equal(draft_rule(d, "range", "vn", i, (size_t)0), FACT_NONE);
    assert_int_equal(draft_rule(d, "restated", "ft", NO_FACT,
                                between(s, CORE_LE, iform, iform)),
                     0);
    assert_int_equal(
        draft_positive(d, ring_mul(s->pool, iform, iform), false,
                       &(struct product){pool_one(s->pool), NULL, 0, &iform, 1},
                       1),
        FACT_NONE);
    draft_free(d);
}

/* Attack 43: a rule under i == 1 for a fixed i, in the body of a sum. */
static void test_a_fixed_variable_is_no_bound_one(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, integer(s, 3));
    const struct form *sum = sum_over(s, i, ring_atom(s->pool, i));
    const struct form *three = sum_over(s, i, integer(s, 1));
    const struct atom *fixed;
    struct draft *d = begin(s, NULL, 0, between(s, CORE_EQ, sum, sum));
    fact_t range = fix(s, d, integer(s, 1), integer(s, 3), &fixed);

    assert_true(range != FACT_NONE);
    fact_t same = draft_rule(
        d, "assume", "t",
        between(s, CORE_EQ, ring_atom(s->pool, fixed), integer(s, 1)));

    assert_true(deduces(d, same, head_with_letter(s, fixed)));
    assert_int_equal(draft_rule(d, "restated", "ft", NO_FACT,
                                between(s, CORE_EQ, sum, three)),
                     FACT_NONE);
    draft_free(d);
}

/* Attack 45: lo <= hi from a range that may be empty. */
static void test_a_fact_keeps_what_it_leans_on(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->m);
    const struct form *claim = between(s, CORE_LE, integer(s, 1), s->m);
    struct draft *d = begin(s, NULL, 0, claim);

    assert_true(set_scope(d, i));
    fact_t facts[] = {draft_rule(d, "range", "vn", i, (size_t)0),
                      draft_rule(d, "range", "vn", i, (size_t)1)};
    struct product products[] = {{pool_one(s->pool), &facts[0], 1, NULL, 0},
                                 {pool_one(s->pool), &facts[1], 1, NULL, 0}};
    const struct form *gap = ring_sub(s->pool, s->m, integer(s, 1));
    fact_t leaking = draft_positive(d, gap, false, products, 2);

    assert_true(leaking != FACT_NONE);
    assert_null(deduction_end(draft_deduction(d), leaking, "leak"));
    assert_true(set_scope(d, NULL));
    assert_int_equal(draft_rule(d, "restated", "ft", leaking, claim),
                     FACT_NONE);
    draft_free(d);
}

/* Attack 41: forall(i, forall(j, i == j)) from i == i. */
static void test_two_indices_of_one_range_stay_apart(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct form *iform = ring_atom(s->pool, i);
    const struct atom *j =
        generic_new(s->pool, true, i->lo, i->hi, &iform->free);
    const struct form *jform = ring_atom(s->pool, j);
    const struct form *inner = form_bind(s->pool, BINDER_FORALL, j->lo, j->hi,
                                         between(s, CORE_EQ, iform, jform), j);
    const struct form *claim =
        form_bind(s->pool, BINDER_FORALL, i->lo, i->hi, inner, i);
    struct draft *d = begin(s, NULL, 0, claim);

    assert_true(set_scope(d, i));
    fact_t fact = draft_rule(d, "restated", "ft", NO_FACT,
                             between(s, CORE_EQ, iform, iform));

    assert_true(fact != FACT_NONE);
    assert_int_equal(draft_rule(d, "restated", "ft", fact, inner), FACT_NONE);
    assert_null(deduction_end(draft_deduction(d), fact, "all equal"));
    draft_free(d);
}

/* A claim for all is used at a variable of exactly its range, in scope. */
static void test_a_claim_for_all_opens_at_its_range(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n), *other = generic(s, 1, s->m);
    const struct form *iform = ring_atom(s->pool, i);
    const struct form *claim = form_bind(s->pool, BINDER_FORALL, i->lo, i->hi,
                                         between(s, CORE_LE, s->x, iform), i);
    struct draft *d = begin(s, &claim, 1, claim);

    assert_int_equal(draft_rule(d, "open", "fv", (fact_t)0, i), FACT_NONE);
    assert_true(set_scope(d, other));
    assert_int_equal(draft_rule(d, "open", "fv", (fact_t)0, other), FACT_NONE);
    assert_true(set_scope(d, i));
    fact_t fact = draft_rule(d, "open", "fv", (fact_t)0, i);

    assert_ptr_equal(deduction_fact(draft_deduction(d), fact, NULL),
                     between(s, CORE_LE, s->x, iform));
    assert_true(set_scope(d, NULL));
    assert_non_null(deduction_end(draft_deduction(d), fact, "closed again"));
    draft_free(d);
}

/* Attack 24, and what is allowed: for all, from a fixed integer. */
static void test_forall_discharges_its_variable(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n), *fixed;
    const struct form *iform = ring_atom(s->pool, i);
    const struct form *claim = form_bind(s->pool, BINDER_FORALL, i->lo, i->hi,
                                         between(s, CORE_LE, iform, s->n), i);
    struct draft *d = begin(s, NULL, 0, claim);
    fact_t range = fix(s, d, integer(s, 1), s->n, &fixed);
    fact_t all;

    assert_int_equal(range, 0);
    all = draft_rule(d, "forall", "f", range + 1);
    assert_true(all != FACT_NONE);
    assert_null(deduction_fact(draft_deduction(d), range,
                               NULL)); /* gone with its context */
    assert_non_null(deduction_end(draft_deduction(d), all, "upper ends"));
    draft_free(d);
    /* an assumption about the variable stays in the fact */
    d = begin(s, NULL, 0, claim);
    fix(s, d, integer(s, 1), s->n, &fixed);
    fact_t assumed = draft_rule(
        d, "assume", "t",
        between(s, CORE_EQ, ring_atom(s->pool, fixed), integer(s, 1)));

    assert_int_equal(draft_rule(d, "forall", "f", assumed), FACT_NONE);
    fact_t implied = draft_rule(d, "implied", "f", assumed);

    all = draft_rule(d, "forall", "f", implied);
    assert_true(all != FACT_NONE);
    assert_int_equal(
        relation_kind(deduction_fact(draft_deduction(d), all, NULL)), CORE_OR);
    draft_free(d);
}

/* Attack 12: a claim for all indices at 3/2. */
static void test_special_values_are_integers_of_the_range(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, integer(s, 2));
    const struct form *iform = ring_atom(s->pool, i);
    struct draft *d = begin(s, NULL, 0, between(s, CORE_EQ, s->x, s->x));
    mpq_t q;

    assert_true(set_scope(d, i));
    fact_t low = draft_rule(d, "range", "vn", i, (size_t)0);
    mpq_init(q);
    mpq_set_ui(q, 3, 2);
    assert_true(set_scope(d, NULL));
    assert_int_equal(special(d, low, i, ring_number(s->pool, q)), FACT_NONE);
    assert_int_equal(special(d, low, i, integer(s, 3)), FACT_NONE);
    assert_true(special(d, low, i, integer(s, 2)) != FACT_NONE);
    assert_int_equal(special(d, low, i, iform), FACT_NONE);
    mpq_clear(q);
    draft_free(d);
}

/* Attacks 33, 34: squares of matrices; 0 < x * (1 + x) from 0 <= x. */
static void test_sums_of_products_keep_to_scalars_and_strictness(void **state)
{
    struct symbols *s = *state;
    const struct form *one = pool_one(s->pool);
    const struct form *next = ring_add(s->pool, one, s->x);
    const struct form *hypotheses[] = {
        between(s, CORE_LE, integer(s, 0), s->x),
        between(s, CORE_LT, integer(s, 0), next)};
    struct draft *d = begin(s, hypotheses, 2, hypotheses[0]);
    const fact_t both[] = {0, 1};
    struct product product = {pool_one(s->pool), both, 2, NULL, 0};
    const struct form *value = ring_mul(s->pool, s->x, next);

    assert_int_equal(draft_positive(d, value, true, &product, 1), FACT_NONE);
    assert_true(draft_positive(d, value, false, &product, 1) != FACT_NONE);
    assert_int_equal(draft_positive(d, s->x, false, &product, 1), FACT_NONE);
    product = (struct product){pool_one(s->pool), NULL, 0, &s->A, 1};
    assert_int_equal(
        draft_positive(d, ring_mul(s->pool, s->A, s->A), false, &product, 1),
        FACT_NONE);
    draft_free(d);
}

/* Attack 22 of contexts: what one case makes is not seen in the other. */
static void test_cases_do_not_see_each_other(void **state)
{
    struct symbols *s = *state;
    const struct form *claim =
        between(s, CORE_LE, integer(s, 0), form_apply1(s->pool, FN_ABS, s->x));
    const struct form *zero = form_apply1(s->pool, CORE_EQ, s->x);
    struct draft *d = begin(s, NULL, 0, claim);
    fact_t assumed = draft_rule(d, "assume", "t", zero);

    assert_true(deduces(d, assumed, s->x));
    assert_true(form_is_nil(
        deduction_reduce(draft_deduction(d), s->x))); /* attack 47 */
    fact_t left = draft_rule(d, "implied", "f", assumed);

    assert_false(form_is_nil(deduction_reduce(draft_deduction(d), s->x)));
    assert_int_equal(draft_rule(d, "restated", "ft", assumed, zero), FACT_NONE);
    assert_true(left != FACT_NONE);
    assert_null(deduction_end(draft_deduction(d), left, "zero"));
    draft_free(d);
}

static void test_resolution_needs_contradicting_parts(void **state)
{
    struct symbols *s = *state;
    const struct form *p = between(s, CORE_LE, s->x, s->y);
    const struct form *q = between(s, CORE_EQ, s->x, integer(s, 1));
    const struct form *hypotheses[] = {relation_or(s->pool, p, q),
                                       relation_not(s->pool, p), q};
    struct draft *d = begin(s, hypotheses, 3, q);
    const struct form *whole = deduction_fact(draft_deduction(d), 0, NULL);
    size_t place = relation_part(whole, CORE_OR, 0) == p ? 0 : 1;

    assert_int_equal(draft_rule(d, "resolved", "fnfn", (fact_t)0,
                                (size_t)(1 - place), (fact_t)1, (size_t)0),
                     FACT_NONE);
    assert_int_equal(draft_rule(d, "resolved", "fnfn", (fact_t)0,
                                (size_t)(place), (fact_t)2, (size_t)0),
                     FACT_NONE);
    fact_t fact = draft_rule(d, "resolved", "fnfn", (fact_t)0, (size_t)(place),
                             (fact_t)1, (size_t)0);

    assert_non_null(deduction_end(draft_deduction(d), fact, "other part"));
    draft_free(d);
}

/* (x <= y and y <= 1) or q, not x <= y or not y <= 1 |- q */
static void test_a_part_is_denied_by_a_whole(void **state)
{
    struct symbols *s = *state;
    const struct form *p = between(s, CORE_LE, s->x, s->y);
    const struct form *r = between(s, CORE_LE, s->y, integer(s, 1));
    const struct form *q = between(s, CORE_EQ, s->x, integer(s, 1));
    const struct form *both = relation_and(s->pool, p, r);
    const struct form *hypotheses[] = {relation_or(s->pool, both, q),
                                       relation_not(s->pool, both),
                                       relation_not(s->pool, p)};
    struct draft *d = begin(s, hypotheses, 3, q);
    const struct form *whole = deduction_fact(draft_deduction(d), 0, NULL);
    size_t place = relation_part(whole, CORE_OR, 0) == both ? 0 : 1;

    for (size_t k = 0; k < 2; k++)
        assert_int_equal(
            draft_rule(d, "resolved", "fnfn", (fact_t)0, place, (fact_t)1, k),
            FACT_NONE);
    assert_int_equal(draft_rule(d, "resolved", "fnff", (fact_t)0, 1 - place,
                                (fact_t)1, (fact_t)FACT_NONE),
                     FACT_NONE);
    assert_int_equal(draft_rule(d, "resolved", "fnff", (fact_t)0, place,
                                (fact_t)0, (fact_t)FACT_NONE),
                     FACT_NONE);
    /* less than the whole of it */
    assert_int_equal(draft_rule(d, "resolved", "ffff", (fact_t)1,
                                (fact_t)FACT_NONE, (fact_t)2,
                                (fact_t)FACT_NONE),
                     FACT_NONE);
    fact_t fact = draft_rule(d, "resolved", "fnff", (fact_t)0, place, (fact_t)1,
                             (fact_t)FACT_NONE);

    assert_non_null(deduction_end(draft_deduction(d), fact, "denied part"));
    draft_free(d);
}

/* 0 <= i by induction over 0..n, and what is no step of it. */
static void test_induction_takes_its_own_step(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 0, s->n), *fixed;
    const struct form *iform = ring_atom(s->pool, i);
    const struct form *claim =
        form_bind(s->pool, BINDER_FORALL, i->lo, i->hi,
                  between(s, CORE_LE, integer(s, 0), iform), i);
    struct draft *d = begin(s, NULL, 0, claim);
    fact_t first =
        draft_rule(d, "restated", "ft", NO_FACT,
                   between(s, CORE_LE, integer(s, 0), integer(s, 0)));
    const struct form *last = ring_sub(s->pool, s->n, integer(s, 1));
    fact_t range = fix(s, d, integer(s, 0), last, &fixed);
    const struct form *x = ring_atom(s->pool, fixed);
    const struct form *next = ring_add(s->pool, x, integer(s, 1));
    fact_t assumed =
        draft_rule(d, "assume", "t", between(s, CORE_LE, integer(s, 0), x));
    struct product products[] = {{pool_one(s->pool), &assumed, 1, NULL, 0},
                                 {pool_one(s->pool), NULL, 0, NULL, 0}};
    fact_t step;

    assert_true(range != FACT_NONE);
    step = draft_positive(d, next, false, products, 2);
    step = draft_rule(d, "forall", "f", draft_rule(d, "implied", "f", step));
    assert_true(step != FACT_NONE);
    fact_t all =
        draft_rule(d, "induction", "tfff", claim, first, step, NO_FACT);

    assert_non_null(deduction_end(draft_deduction(d), all, "not negative"));
    assert_int_equal(
        draft_rule(d, "induction", "tfff", claim, first, first, NO_FACT),
        FACT_NONE);
    draft_free(d);
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_an_instance_meets_its_hypotheses),
        TEST(test_a_rule_fires_everywhere_in_values),
        TEST(test_an_equation_of_sizes_changes_no_shape),
        TEST(test_no_hypothesis_mentions_a_generic_variable),
        TEST(test_a_fixed_variable_is_no_bound_one),
        TEST(test_a_fact_keeps_what_it_leans_on),
        TEST(test_two_indices_of_one_range_stay_apart),
        TEST(test_a_claim_for_all_opens_at_its_range),
        TEST(test_forall_discharges_its_variable),
        TEST(test_special_values_are_integers_of_the_range),
        TEST(test_sums_of_products_keep_to_scalars_and_strictness),
        TEST(test_cases_do_not_see_each_other),
        TEST(test_resolution_needs_contradicting_parts),
        TEST(test_a_part_is_denied_by_a_whole),
        TEST(test_induction_takes_its_own_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
