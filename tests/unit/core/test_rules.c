/*
 * Side conditions of the rules, each alone: all else that the rule asks for is
 * there, and what it would make is false.
 */
#include "support.h"

#include <stdio.h>
#include <string.h>

#define NO_FACT ((fact_t)FACT_NONE)
#define assert_refused(call) assert_int_equal(call, FACT_NONE)
#define assert_learned(call) assert_true((call) != FACT_NONE)

/* A proof about all eight symbols, of nothing. */
static struct draft *begin(struct symbols *s, const struct form **hypotheses,
                           size_t count)
{
    static const struct atom *symbols[8]; /* the draft keeps the list */
    const struct sequent sequent = {.symbols = symbols,
                                    .nsymbols = 8,
                                    .hypotheses = hypotheses,
                                    .nhypotheses = count,
                                    .conclusion = relation_false(s->pool)};

    memcpy(symbols,
           (const struct atom *[]){s->n_, s->m_, s->x_, s->y_, s->A_, s->B_,
                                   s->u_, s->v_},
           sizeof symbols);
    return draft_new(s->theory, &sequent);
}

static bool line(struct draft *d, const char *text)
{
    return deduction_line(draft_deduction(d), text);
}

/* The number of the last node. */
static size_t last(struct draft *d)
{
    return deduction_nodes(draft_deduction(d)) - 1;
}

static bool scope(struct draft *d, size_t count, const struct atom **items)
{
    return draft_rule(d, "scope", "V", count, items) != FACT_NONE;
}

static fact_t restated(struct draft *d, fact_t fact, const struct form *r)
{
    return draft_rule(d, "restated", "ft", fact, r);
}

static const struct form *le(struct symbols *s, const struct form *a,
                             const struct form *b)
{
    return relation_between(s->pool, CORE_LE, a, b);
}

static const struct form *half(struct symbols *s)
{
    return form_apply1(s->pool, CORE_RECIP, integer(s, 2));
}

/* From what is false, for the facts that a rule is tried on. */
static fact_t any(struct draft *d, const struct form *r, size_t count,
                  const struct atom **scope_of_it)
{
    fact_t fact;

    assert_true(scope(d, count, scope_of_it));
    fact = restated(d, 0, r);
    assert_learned(fact);
    assert_true(scope(d, 0, NULL));
    return fact;
}

/* 1 <= i, i <= m lean on i, and so does 1 <= m, which is their sum. */
static void test_products_do_not_leave_the_scope(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->m);
    const struct form *gap = ring_sub(s->pool, s->m, integer(s, 1));
    struct draft *d = begin(s, NULL, 0);
    fact_t facts[2];
    char text[64];

    assert_true(scope(d, 1, &i));
    for (size_t k = 0; k < 2; k++)
        facts[k] = draft_rule(d, "range", "vn", i, k);
    const struct product products[] = {
        {pool_one(s->pool), &facts[0], 1, NULL, 0},
        {pool_one(s->pool), &facts[1], 1, NULL, 0}};

    assert_learned(draft_positive(d, gap, false, products, 2));
    assert_true(scope(d, 0, NULL));
    assert_refused(draft_positive(d, gap, false, products, 2));
    /* a fact that is not there */
    assert_true(line(d, "number 1"));
    snprintf(text, sizeof text, "positive %zu 0 %zu 1 99 0", last(d), last(d));
    assert_false(line(d, text));
    snprintf(text, sizeof text, "positive %zu 0 %zu 0 0", last(d), last(d));
    assert_true(line(d, text));
    draft_free(d);
}

/* Each of the rows, columns, and no other index, in each place. */
static void test_entries_range_over_the_whole_matrix(void **state)
{
    struct symbols *s = *state;
    const struct form *false_ = relation_false(s->pool);
    const struct form *end = ring_sub(s->pool, s->n, integer(s, 1));
    const struct atom *i = generic(s, 1, s->n);
    const struct atom *j =
        generic_new(s->pool, true, i->lo, i->hi, &i->form->free);
    const struct atom *const few[] = {generic(s, 2, s->n), generic(s, 1, end)};
    const unsigned fns[] = {CORE_EQ, CORE_LE, CORE_LT, CORE_NE, CORE_PSD};
    struct draft *d = begin(s, &false_, 1);

    for (size_t k = 0; k < 5; k++) {
        const struct form *claim = form_apply1(s->pool, fns[k], s->A);
        const struct atom *both[] = {i, j};
        fact_t fact =
            any(d,
                form_apply1(s->pool, fns[k],
                            form_entry(s->pool, s->A, i->form, j->form)),
                2, both);
        bool made =
            draft_rule(d, "entries", "ftvv", fact, claim, i, j) != FACT_NONE;

        assert_int_equal(made, k < 3);
    }
    const struct form *claim = form_apply1(s->pool, CORE_LE, s->A);

    for (size_t k = 0; k < 2; k++) {
        const struct atom *both[] = {i, few[k]};
        fact_t fact =
            any(d,
                form_apply1(s->pool, CORE_LE,
                            form_entry(s->pool, s->A, i->form, few[k]->form)),
                2, both);

        assert_refused(
            draft_rule(d, "entries", "ftvv", fact, claim, i, few[k]));
        fact =
            any(d,
                form_apply1(s->pool, CORE_LE,
                            form_entry(s->pool, s->A, few[k]->form, i->form)),
                2, both);
        assert_refused(
            draft_rule(d, "entries", "ftvv", fact, claim, few[k], i));
    }
    fact_t diagonal =
        any(d,
            form_apply1(s->pool, CORE_LE,
                        form_entry(s->pool, s->A, i->form, i->form)),
            1, &i);

    assert_refused(draft_rule(d, "entries", "ftvv", diagonal, claim, i, i));
    draft_free(d);
}

/* rank(A) <= n of n x n matrices says nothing of others. */
static void test_values_have_the_shapes_of_their_symbols(void **state)
{
    struct symbols *s = *state;
    const struct atom *const symbols[] = {s->n_, s->A_};
    const struct sequent sequent = {
        .symbols = symbols,
        .nsymbols = 2,
        .conclusion = le(s, form_apply1(s->pool, FN_RANK, s->A), s->n)};
    const struct core_theorem *t =
        theory_assume(s->theory, "rank", THEOREM_AXIOM, &sequent);
    const struct form *two = integer(s, 2);
    const struct form *values[] = {two, s->A};
    const struct form *const wide = ring_zero(s->pool, two, s->m);
    struct draft *d = begin(s, NULL, 0);

    assert_refused(draft_instance(d, t, values, NULL, NULL, 0));
    values[1] = wide;
    assert_refused(draft_instance(d, t, values, NULL, NULL, 0));
    values[1] = ring_transpose(s->pool, wide);
    assert_refused(draft_instance(d, t, values, NULL, NULL, 0));
    values[0] = s->n;
    values[1] = s->B;
    assert_learned(draft_instance(d, t, values, NULL, NULL, 0));
    draft_free(d);
}

/* 0 < x*x is false at 0, and so is 0 < y*x*x where 0 < y; 0 < x*x + 1 holds. */
static void test_a_square_is_not_certainly_positive(void **state)
{
    struct symbols *s = *state;
    const struct form *one = pool_one(s->pool);
    const struct form *square = ring_mul(s->pool, s->x, s->x);
    const struct form *hypotheses[] = {form_apply1(s->pool, CORE_LT, s->y),
                                       form_apply1(s->pool, CORE_LE, s->x),
                                       form_apply1(s->pool, CORE_EQ, s->m)};
    struct draft *d = begin(s, hypotheses, 3);
    const fact_t facts[] = {0, 1, 2};
    struct product p[] = {{one, NULL, 0, &s->x, 1}, {one, NULL, 0, NULL, 0}};

    assert_refused(draft_positive(d, square, true, p, 1));
    assert_learned(draft_positive(d, square, false, p, 1));
    assert_learned(
        draft_positive(d, ring_add(s->pool, square, one), true, p, 2));
    p[0].facts = facts;
    p[0].nfacts = 1;
    square = ring_mul(s->pool, s->y, square);
    assert_refused(draft_positive(d, square, true, p, 1));
    assert_learned(draft_positive(d, square, false, p, 1));
    /* 0 <= x or 0 == m is not strict, alone or beside 0 < y, in any order */
    p[0] = (struct product){one, facts, 2, NULL, 0};
    assert_refused(
        draft_positive(d, ring_mul(s->pool, s->y, s->x), true, p, 1));
    p[0] = (struct product){one, facts + 1, 1, NULL, 0};
    assert_refused(draft_positive(d, s->x, true, p, 1));
    p[0] = (struct product){one, facts + 2, 1, NULL, 0};
    assert_refused(draft_positive(d, s->m, true, p, 1));
    assert_learned(draft_positive(d, s->m, false, p, 1));
    p[0] = (struct product){one, facts, 1, NULL, 0};
    assert_learned(draft_positive(d, s->y, true, p, 1));
    draft_free(d);
}

/* 0 < v' and 0 < u say nothing where there are no entries: v' * u is 0. */
static void test_a_product_of_vectors_is_not_certainly_positive(void **state)
{
    struct symbols *s = *state;
    const struct form *turned = ring_transpose(s->pool, s->v);
    const struct form *hypotheses[] = {form_apply1(s->pool, CORE_LT, turned),
                                       form_apply1(s->pool, CORE_LT, s->u)};
    const fact_t facts[] = {0, 1};
    const struct product p = {pool_one(s->pool), facts, 2, NULL, 0};
    struct draft *d = begin(s, hypotheses, 2);
    const struct form *f = ring_mul(s->pool, turned, s->u);

    assert_refused(draft_positive(d, f, true, &p, 1));
    assert_learned(draft_positive(d, f, false, &p, 1));
    draft_free(d);
}

/* rank(A*B) <= k of A with k columns: also where no shape shows them. */
static void test_inner_sizes_are_those_of_their_symbols(void **state)
{
    struct symbols *s = *state;
    const struct atom *p_ = symbol(s->pool, "P", false, s->n, s->m);
    const struct atom *q_ = symbol(s->pool, "Q", false, s->m, s->n);
    const struct atom *const symbols[] = {s->n_, s->m_, p_, q_};
    const struct form *both = ring_mul(s->pool, p_->form, q_->form);
    const struct sequent sequent = {
        .symbols = symbols,
        .nsymbols = 4,
        .conclusion = le(s, form_apply1(s->pool, FN_RANK, both), s->m)};
    const struct core_theorem *t =
        theory_assume(s->theory, "inner", THEOREM_AXIOM, &sequent);
    const struct form *values[] = {s->n, integer(s, 1), s->A, s->B};
    struct draft *d = begin(s, NULL, 0);

    assert_non_null(t);
    assert_refused(draft_instance(d, t, values, NULL, NULL, 0));
    values[1] = s->n;
    assert_learned(draft_instance(d, t, values, NULL, NULL, 0));
    assert_false(line(d, "instance inner"));
    assert_false(line(d, "instance inner 0 0 0"));
    draft_free(d);
}

/* A line that is refused opens no context, which another could close. */
static void test_what_is_refused_opens_no_context(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct form *one = pool_one(s->pool);
    const struct form *hypothesis = form_apply1(s->pool, CORE_LE, s->x);
    struct draft *d = begin(s, &hypothesis, 1);

    assert_true(scope(d, 1, &i));
    assert_refused(draft_rule(
        d, "assume", "t", relation_between(s->pool, CORE_EQ, i->form, one)));
    assert_refused(draft_rule(d, "assume", "t", s->x));
    assert_refused(draft_rule(d, "implied", "f", (fact_t)0));
    assert_refused(draft_rule(d, "fix", "tt", i->form, s->n));
    assert_refused(draft_rule(d, "fix", "tt", one, i->form));
    assert_refused(draft_rule(d, "fix", "tt", s->u, s->u));
    assert_refused(draft_rule(d, "forall", "f", (fact_t)0));
    assert_refused(draft_rule(d, "vector", "t", i->form));
    assert_refused(draft_rule(d, "vector", "t", s->u));
    assert_refused(draft_rule(d, "definite", "fft", NO_FACT, NO_FACT,
                              ring_zero(s->pool, i->form, i->form)));
    draft_free(d);
}

/* A part so deep that nothing is its negation is denied by nothing. */
static void test_what_is_too_deep_is_not_denied(void **state)
{
    struct symbols *s = *state;
    const struct form *hypothesis = form_apply1(s->pool, CORE_LE, s->x);
    const struct form *f = s->x;
    struct draft *d = begin(s, &hypothesis, 1);
    fact_t deep;

    for (unsigned k = 2; k < POOL_MAX_DEPTH; k++)
        f = form_apply1(s->pool, FN_EXP, f);
    f = form_apply1(s->pool, CORE_PSD, f);
    assert_null(relation_not(s->pool, f));
    pool_forgive(s->pool);
    deep = draft_rule(d, "assume", "t", f);
    assert_learned(deep);
    assert_refused(draft_rule(d, "resolved", "fnfn", deep, (size_t)0, (fact_t)0,
                              (size_t)0));
    draft_free(d);
}

/* At a value outside of the scope, or of another variable, or its own. */
static void test_a_special_value_is_of_the_scope(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n), *j = generic(s, 1, s->m);
    const struct atom *two[] = {i, j};
    const struct form *next = ring_add(s->pool, i->form, pool_one(s->pool));
    const struct form *false_ = relation_false(s->pool);
    struct draft *d = begin(s, &false_, 1);
    fact_t fact = any(d, le(s, i->form, s->x), 1, &i);

    assert_refused(draft_rule(d, "special", "fvtfff", fact, i, j->form,
                              (fact_t)0, (fact_t)0, NO_FACT));
    assert_refused(draft_rule(d, "special", "fvtfff", fact, i, next, (fact_t)0,
                              (fact_t)0, NO_FACT));
    assert_true(scope(d, 2, two));
    assert_refused(draft_rule(d, "special", "fvtfff", fact, i, next, (fact_t)0,
                              (fact_t)0, NO_FACT));
    assert_refused(draft_rule(d, "special", "fvtfff", fact, j, s->n, (fact_t)0,
                              (fact_t)0, NO_FACT));
    assert_learned(draft_rule(d, "special", "fvtfff", fact, i, j->form,
                              (fact_t)0, (fact_t)0, NO_FACT));
    draft_free(d);
}

static void test_antisymmetry_takes_both_sides(void **state)
{
    struct symbols *s = *state;
    const struct form *hypotheses[] = {
        form_apply1(s->pool, CORE_LE, s->x),
        form_apply1(s->pool, CORE_LE, ring_neg(s->pool, s->x)),
        form_apply1(s->pool, CORE_NE, s->x)};
    struct draft *d = begin(s, hypotheses, 3);

    assert_refused(draft_rule(d, "equal", "ff", (fact_t)0, (fact_t)0));
    assert_refused(draft_rule(d, "equal", "ff", (fact_t)2, (fact_t)1));
    fact_t fact = draft_rule(d, "equal", "ff", (fact_t)0, (fact_t)1);

    assert_ptr_equal(deduction_fact(draft_deduction(d), fact, NULL),
                     form_apply1(s->pool, CORE_EQ, s->x));
    draft_free(d);
}

/* a < b gives a + 1 <= b for integers, and only where it is known. */
static void test_the_next_integer(void **state)
{
    struct symbols *s = *state;
    const struct form *hypotheses[] = {
        relation_between(s->pool, CORE_LT, s->n, s->m), le(s, s->n, s->m),
        relation_between(s->pool, CORE_LT, s->x, s->m),
        relation_between(s->pool, CORE_LT, s->n, s->y),
        form_apply1(s->pool, CORE_INTEGER, s->x)};
    struct draft *d = begin(s, hypotheses, 5);

    assert_learned(draft_rule(d, "next", "ttf", s->n, s->m, (fact_t)0));
    assert_refused(draft_rule(d, "next", "ttf", s->n, s->m, (fact_t)1));
    assert_refused(draft_rule(d, "next", "ttf", s->x, s->m, (fact_t)2));
    assert_refused(draft_rule(d, "next", "ttf", s->n, s->y, (fact_t)3));
    assert_learned(
        draft_rule(d, "next", "ttff", s->x, s->m, (fact_t)2, (fact_t)4));
    draft_free(d);
}

/* 0 <= x * (-1) * x for the x of 0..0 is no reason for psd(-1). */
static void test_an_integer_is_no_vector(void **state)
{
    struct symbols *s = *state;
    const struct form *zero = integer(s, 0), *minus = integer(s, -1);
    const struct atom model = {
        .kind = ATOM_VARIABLE, .variable = VARIABLE_FIXED, .is_integer = true};
    const struct form *x = pool_atom(s->pool, &model)->form;
    struct draft *d = begin(s, NULL, 0);
    fact_t low = draft_rule(d, "fix", "tt", zero, zero);

    low = draft_rule(d, "equal", "ff", low, low + 1);
    assert_learned(draft_rule(d, "rule", "ft", low, x));
    low = restated(d, NO_FACT,
                   form_apply1(s->pool, CORE_LE,
                               ring_neg(s->pool, ring_mul(s->pool, x, x))));
    assert_learned(low);
    assert_refused(draft_rule(d, "definite", "fft", low, NO_FACT, minus));
    draft_free(d);
}

/* x' * (u*v' - v*u') * x == 0, yet that matrix is not symmetric. */
static void test_a_semidefinite_matrix_is_symmetric(void **state)
{
    struct symbols *s = *state;
    const struct form *uv =
        ring_mul(s->pool, s->u, ring_transpose(s->pool, s->v));
    const struct form *skew =
        ring_sub(s->pool, uv, ring_transpose(s->pool, uv));
    const struct form *zero = ring_sub(s->pool, uv, uv);
    struct draft *d = begin(s, NULL, 0);
    fact_t fact;

    draft_rule(d, "vector", "t", s->n);
    fact = restated(d, NO_FACT, relation_true(s->pool));
    assert_refused(draft_rule(d, "definite", "fft", fact, NO_FACT, skew));
    assert_learned(draft_rule(d, "definite", "fft", fact, NO_FACT, zero));
    draft_free(d);
}

/* forall(i in 1..0, false) is true; false is not, outside of that range. */
static void test_a_claim_for_all_opens_in_scope_alone(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n), *later = generic(s, 2, s->n);
    const struct form *all = form_bind(s->pool, BINDER_FORALL, i->lo, i->hi,
                                       relation_false(s->pool), i);
    const struct form *hypotheses[] = {all, form_apply1(s->pool, CORE_LE, s->x),
                                       relation_false(s->pool)};
    struct draft *d = begin(s, hypotheses, 3);

    assert_refused(draft_rule(d, "open", "fv", (fact_t)0, i));
    assert_true(scope(d, 1, &later));
    assert_refused(draft_rule(d, "open", "fv", (fact_t)0, later));
    assert_true(scope(d, 1, &i));
    assert_refused(draft_rule(d, "open", "fv", (fact_t)1, i));
    assert_refused(draft_rule(d, "open", "fv", (fact_t)2, i));
    assert_learned(draft_rule(d, "open", "fv", (fact_t)0, i));
    draft_free(d);
}

static void test_induction_has_an_integer_start_and_its_step(void **state)
{
    struct symbols *s = *state;
    const struct form *ends[] = {integer(s, 0), half(s)};
    const struct form *false_ = relation_false(s->pool);
    const struct form *end = ring_sub(s->pool, s->n, integer(s, 1));

    for (size_t k = 0; k < 2; k++) {
        const struct variables none = {0, NULL};
        const struct atom *i = generic_new(s->pool, true, ends[k], s->n, &none);
        const struct atom *g = generic_new(s->pool, true, ends[k], end, &none);
        const struct form *next = ring_add(s->pool, g->form, pool_one(s->pool));
        const struct form *claim = form_bind(s->pool, BINDER_FORALL, i->lo,
                                             i->hi, le(s, i->form, s->x), i);
        const struct form *step =
            relation_or(s->pool, relation_not(s->pool, le(s, g->form, s->x)),
                        le(s, next, s->x));
        struct draft *d = begin(s, &false_, 1);
        fact_t first = any(d, le(s, ends[k], s->x), 0, NULL);
        fact_t by = any(d, step, 1, &g),
               other = any(d, le(s, next, s->x), 1, &g);

        assert_refused(
            draft_rule(d, "induction", "tfff", claim, first, other, NO_FACT));
        assert_int_equal(draft_rule(d, "induction", "tfff", claim, first, by,
                                    NO_FACT) != FACT_NONE,
                         k == 0);
        draft_free(d);
    }
}

/* Steps from lo + 1 on, or not up to hi, or that lean on more, are too few. */
static void test_an_induction_steps_from_its_start(void **state)
{
    struct symbols *s = *state;
    const struct form *false_ = relation_false(s->pool);
    const struct form *one = pool_one(s->pool);
    const struct form *end = ring_sub(s->pool, s->n, one);
    const struct atom *i = generic(s, 0, s->n), *k = generic(s, 1, s->m);
    const struct atom *late = generic(s, 1, end), *g = generic(s, 0, end);
    const struct atom *steps[][2] = {
        {late, NULL}, {i, NULL}, {g, k}, {g, NULL}};
    const struct form *claim = form_bind(s->pool, BINDER_FORALL, i->lo, i->hi,
                                         le(s, i->form, s->x), i);
    struct draft *d = begin(s, &false_, 1);
    fact_t first = any(d, le(s, integer(s, 0), s->x), 0, NULL);

    for (size_t t = 0; t < 4; t++) {
        const struct form *x = steps[t][0]->form;
        const struct form *step =
            relation_or(s->pool, relation_not(s->pool, le(s, x, s->x)),
                        le(s, ring_add(s->pool, x, one), s->x));
        fact_t by = any(d, step, steps[t][1] ? 2 : 1, steps[t]);

        assert_int_equal(draft_rule(d, "induction", "tfff", claim, first, by,
                                    NO_FACT) != FACT_NONE,
                         t == 3);
    }
    draft_free(d);
}

/* integer(x) that leans on an empty range is not known outside of it. */
static void test_an_integer_is_known_in_its_scope_alone(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, integer(s, 0));
    const struct form *hypotheses[] = {
        relation_false(s->pool),
        relation_between(s->pool, CORE_LT, s->x, s->m)};
    struct draft *d = begin(s, hypotheses, 2);
    fact_t fact = any(d, form_apply1(s->pool, CORE_INTEGER, s->x), 1, &i);

    assert_refused(draft_rule(d, "next", "ttff", s->x, s->m, (fact_t)1, fact));
    assert_true(scope(d, 1, &i));
    assert_learned(draft_rule(d, "next", "ttff", s->x, s->m, (fact_t)1, fact));
    draft_free(d);
}

/* A matrix of zeros is not below itself; it equals itself. */
static void test_zeros_are_not_below_zeros(void **state)
{
    struct symbols *s = *state;
    const struct form *zeros = ring_zero(s->pool, s->n, s->m);
    struct draft *d = begin(s, NULL, 0);

    assert_refused(restated(d, NO_FACT, form_apply1(s->pool, CORE_LT, zeros)));
    assert_refused(restated(d, NO_FACT, form_apply1(s->pool, CORE_NE, zeros)));
    assert_learned(restated(d, NO_FACT, form_apply1(s->pool, CORE_LE, zeros)));
    assert_learned(restated(d, NO_FACT, form_apply1(s->pool, CORE_EQ, zeros)));
    draft_free(d);
}

/* Attack 47, with an equation in force outside: what is remembered is gone. */
static void test_a_closed_context_leaves_no_normal_form(void **state)
{
    struct symbols *s = *state;
    const struct form *outside =
        relation_between(s->pool, CORE_EQ, s->y, integer(s, 5));
    const struct form *inside =
        relation_between(s->pool, CORE_EQ, s->x, integer(s, 1));
    const struct form *claim =
        relation_between(s->pool, CORE_EQ, form_apply1(s->pool, FN_EXP, s->x),
                         form_apply1(s->pool, FN_EXP, integer(s, 1)));
    struct draft *d = begin(s, &outside, 1);
    fact_t fact;

    assert_learned(draft_rule(d, "rule", "ft", (fact_t)0, s->y));
    fact = draft_rule(d, "assume", "t", inside);
    assert_learned(draft_rule(d, "rule", "ft", fact, s->x));
    fact = restated(d, NO_FACT, claim);
    assert_learned(fact);
    assert_learned(draft_rule(d, "implied", "f", fact));
    assert_refused(restated(d, NO_FACT, claim));
    assert_learned(draft_rule(d, "assume", "t", relation_not(s->pool, inside)));
    assert_refused(restated(d, NO_FACT, claim));
    draft_free(d);
}

/* Attack 41, with the index in the scope: i == i is not i == j for all j. */
static void test_a_claim_for_all_is_not_of_its_own_index(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct atom *j = generic_new(s->pool, true, i->lo, i->hi, &i->free);
    const struct atom *both[] = {i, j};
    const struct form *zero = integer(s, 0), *claim;
    struct draft *d = begin(s, NULL, 0);
    fact_t fact;

    assert_true(scope(d, 1, &i));
    fact = draft_rule(d, "range", "vn", i, (size_t)0);
    claim = form_bind(s->pool, BINDER_FORALL, j->lo, j->hi,
                      le(s, i->form, j->form), j);
    assert_refused(restated(d, fact, claim));
    assert_refused(restated(d, NO_FACT, claim));
    assert_true(scope(d, 0, NULL));
    assert_refused(restated(d, fact, claim));
    assert_true(scope(d, 2, both));
    assert_refused(restated(d, fact, claim));
    assert_learned(restated(d, NO_FACT, le(s, zero, zero)));
    draft_free(d);
}

/* A rule that is none, a head that is none, a node of the other sort. */
static void test_arguments_are_of_their_sort(void **state)
{
    struct symbols *s = *state;
    const struct form *hypotheses[] = {form_apply1(s->pool, CORE_LE, s->x),
                                       form_apply1(s->pool, CORE_EQ, s->y)};
    struct draft *d = begin(s, hypotheses, 2);

    assert_refused(draft_rule(d, "rule", "ft", (fact_t)0, s->x));
    assert_refused(draft_rule(d, "rule", "ft", (fact_t)1, integer(s, 0)));
    assert_refused(draft_rule(d, "rule", "ft", (fact_t)1, integer(s, 1)));
    assert_refused(draft_rule(d, "form", "ft", (fact_t)0, s->x));
    assert_refused(draft_rule(d, "fix", "tt", s->u, s->x));
    assert_refused(draft_rule(d, "fix", "tt", s->x, s->u));
    assert_true(line(d, "number 2"));
    assert_false(line(d, "scope 0x"));
    assert_false(line(d, "transpose 0x"));
    assert_false(line(d, "transpose"));
    assert_false(line(d, "transpose -"));
    assert_false(line(d, "transpose 0 0"));
    assert_false(line(d, "number 2 3"));
    for (int k = 0; k < 8; k++) {
        char text[] = "scope 0";

        text[6] = (char)('0' + k);
        /* a number, or a symbol: no generic variable */
        assert_false(line(d, text));
    }
    draft_free(d);
}

/* One stray in a sequent is enough, wherever it is. */
static void test_each_part_of_a_sequent_is_closed(void **state)
{
    struct symbols *s = *state;
    const struct form *good = form_apply1(s->pool, CORE_LE, s->x);
    const struct form *const bad[] = {form_apply1(s->pool, CORE_LE, s->y),
                                      s->x};
    const struct sequent whole = {.symbols = &s->x_,
                                  .nsymbols = 1,
                                  .hypotheses = &good,
                                  .nhypotheses = 1,
                                  .conclusion = good,
                                  .clauses = &good,
                                  .nclauses = 1};
    struct sequent sequent;

    for (size_t k = 0; k < 2; k++) {
        sequent = whole;
        sequent.hypotheses = &bad[k];
        assert_null(theory_assume(s->theory, "t", THEOREM_AXIOM, &sequent));
        sequent = whole;
        sequent.conclusion = bad[k];
        assert_null(theory_assume(s->theory, "t", THEOREM_AXIOM, &sequent));
        sequent = whole;
        sequent.clauses = &bad[k];
        assert_null(theory_assume(s->theory, "t", THEOREM_AXIOM, &sequent));
    }
    sequent = whole;
    sequent.defined = &s->x_;
    sequent.ndefined = 1;
    assert_null(theory_assume(s->theory, "t", THEOREM_AXIOM, &sequent));
    pool_forgive(s->pool);
    assert_non_null(theory_assume(s->theory, "t", THEOREM_AXIOM, &whole));
}

/* A theorem about a family of its own has no instances, clauses or not. */
static void test_a_defined_family_is_no_symbol(void **state)
{
    struct symbols *s = *state;
    const struct atom model = {.kind = ATOM_VARIABLE,
                               .variable = VARIABLE_FAMILY,
                               .name = "Y#0",
                               .serial = 1};
    const struct atom *family = pool_atom(s->pool, &model);
    const struct form *one = pool_one(s->pool);
    const struct sequent sequent = {
        .defined = &family,
        .ndefined = 1,
        .conclusion = form_apply1(s->pool, CORE_LE,
                                  form_member(s->pool, family, &one, 1))};
    struct draft *d = begin(s, NULL, 0);

    assert_non_null(theory_assume(s->theory, "own", THEOREM_AXIOM, &sequent));
    assert_refused(draft_rule(d, "instance", "w", "own"));
    draft_free(d);
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_products_do_not_leave_the_scope),
        TEST(test_entries_range_over_the_whole_matrix),
        TEST(test_values_have_the_shapes_of_their_symbols),
        TEST(test_a_square_is_not_certainly_positive),
        TEST(test_a_product_of_vectors_is_not_certainly_positive),
        TEST(test_an_induction_steps_from_its_start),
        TEST(test_an_integer_is_known_in_its_scope_alone),
        TEST(test_zeros_are_not_below_zeros),
        TEST(test_a_closed_context_leaves_no_normal_form),
        TEST(test_a_claim_for_all_is_not_of_its_own_index),
        TEST(test_inner_sizes_are_those_of_their_symbols),
        TEST(test_what_is_refused_opens_no_context),
        TEST(test_what_is_too_deep_is_not_denied),
        TEST(test_a_special_value_is_of_the_scope),
        TEST(test_antisymmetry_takes_both_sides),
        TEST(test_the_next_integer),
        TEST(test_an_integer_is_no_vector),
        TEST(test_a_semidefinite_matrix_is_symmetric),
        TEST(test_a_claim_for_all_opens_in_scope_alone),
        TEST(test_induction_has_an_integer_start_and_its_step),
        TEST(test_arguments_are_of_their_sort),
        TEST(test_each_part_of_a_sequent_is_closed),
        TEST(test_a_defined_family_is_no_symbol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
