/*
 * What is obtained: functions of dims and givens, and the witnesses for them.
 */
#include "unit/core/support.h"

/* f(n, u), of the shape of u, as the theorem NAME obtains it. */
static const struct atom *obtained(struct symbols *s, const char *name)
{
    const struct form *size =
        ring_atom(s->pool, spare_parameter(s->pool, 0, true));
    const struct atom model = {.kind = ATOM_VARIABLE,
                               .variable = VARIABLE_OBTAINED,
                               .name = name,
                               .serial = 2,
                               .rows = size,
                               .cols = pool_one(s->pool)};

    return pool_atom(s->pool, &model);
}

static const struct form *at(struct symbols *s, const struct atom *f,
                             const struct form *n, const struct form *u)
{
    const struct form *args[] = {n, u};

    return form_member(s->pool, f, args, 2);
}

static const struct form *equal(struct symbols *s, const struct form *a,
                                const struct form *b)
{
    return relation_between(s->pool, CORE_EQ, a, b);
}

/* n, u; |- conclusion */
static struct sequent about(struct symbols *s, const struct form *conclusion)
{
    const struct atom **list =
        arena_array(pool_arena(s->pool), 2, sizeof *list);

    list[0] = s->n_;
    list[1] = s->u_;
    return (struct sequent){
        .symbols = list, .nsymbols = 2, .conclusion = conclusion};
}

static bool assume(struct symbols *s, const char *name,
                   const struct form *conclusion)
{
    const struct sequent q = about(s, conclusion);

    return theory_assume(s->theory, name, THEOREM_CITED, &q) != NULL;
}

/* f(n, u) == value for u, by that witness; whether it is a theorem then. */
static bool prove(struct symbols *s, const char *name, const struct atom *f,
                  const struct form *value)
{
    const struct sequent q = about(s, equal(s, at(s, f, s->n, s->u), value));
    struct draft *d = draft_new(s->theory, &q);
    fact_t fact = draft_rule(d, "witness", "vt", f, value);
    bool out = fact != FACT_NONE &&
               deduction_end(draft_deduction(d), fact, name) != NULL;

    draft_free(d);
    return out;
}

static void test_the_shape_is_that_of_the_arguments(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x");
    const struct form *x = at(s, f, s->n, s->u);
    const struct form *two = integer(s, 2);

    assert_true(form_rows(s->pool, x) == s->n);
    assert_true(form_rows(s->pool, at(s, f, two, s->x)) == two);
    assert_true(form_scalar(at(s, f, integer(s, 1), s->A)));
    assert_null(at(s, f, s->u, s->u)); /* a size that is no number */
    pool_forgive(s->pool);
    assert_null(form_member(s->pool, f, &s->n, 1));
    pool_forgive(s->pool);
    assert_null(ring_atom(s->pool, f)); /* no value by itself */
    pool_forgive(s->pool);
    assert_true(form_at(s->pool, x, s->u_, s->v) == at(s, f, s->n, s->v));
}

/* Equals replace equals in arguments, never in the one that is a size. */
static void test_equations_leave_the_size(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x");
    const struct form *x = at(s, f, s->n, s->u);
    const struct form *equations[] = {equal(s, s->n, integer(s, 3)),
                                      equal(s, s->u, s->v)};
    const struct sequent q = {.symbols =
                                  (const struct atom *[]){s->n_, s->u_, s->v_},
                              .nsymbols = 3,
                              .hypotheses = equations,
                              .nhypotheses = 2,
                              .conclusion = equal(s, x, x)};
    struct draft *d = draft_new(s->theory, &q);

    draft_rule(d, "rule", "ft", (fact_t)0, s->n);
    draft_rule(d, "rule", "ft", (fact_t)1, s->u);
    assert_true(deduction_reduce(draft_deduction(d), x) ==
                at(s, f, s->n, s->v));
    draft_free(d);
}

/* f == 0 and f == u for one f would be u == 0. */
static void test_there_is_one_witness(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x");
    const struct form *zero = ring_zero(s->pool, s->n, pool_one(s->pool));
    const struct sequent q = about(s, equal(s, at(s, f, s->n, s->u), zero));
    struct draft *d = draft_new(s->theory, &q);

    assert_true(draft_rule(d, "witness", "vt", f, zero) != FACT_NONE);
    assert_true(draft_rule(d, "witness", "vt", f, s->u) == FACT_NONE);
    draft_free(d);
    assert_true(prove(s, "zero", f, zero));
    assert_true(prove(s, "again", f, zero));
    assert_false(prove(s, "other", f, s->u));
}

/* Two deductions at once: the second to end is refused. */
static void test_a_witness_is_looked_at_again_at_the_end(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x");
    const struct sequent q = about(s, equal(s, at(s, f, s->n, s->u), s->u));
    const struct form *zero = ring_zero(s->pool, s->n, pool_one(s->pool));
    struct draft *d = draft_new(s->theory, &q);
    fact_t fact = draft_rule(d, "witness", "vt", f, s->u);

    assert_true(fact != FACT_NONE);
    assert_true(prove(s, "zero", f, zero));
    assert_null(deduction_end(draft_deduction(d), fact, "u"));
    draft_free(d);
}

/* What an axiom says of f holds of one value, which nobody chooses. */
static void test_what_is_assumed_has_no_witness(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x"), *g = obtained(s, "t.y");
    const struct form *zero = ring_zero(s->pool, s->n, pool_one(s->pool));

    assert_true(assume(s, "axiom", equal(s, at(s, f, s->n, s->u), s->u)));
    assert_false(prove(s, "zero", f, zero));
    assert_false(prove(s, "u", f, s->u));
    /* and what had one is only assumed to be what was proved of it */
    assert_true(prove(s, "step", g, zero));
    assert_false(assume(s, "t", equal(s, at(s, g, s->n, s->u), s->u)));
    pool_forgive(s->pool);
    assert_true(assume(s, "t", equal(s, at(s, g, s->n, s->u), zero)));
    assert_false(prove(s, "zero_again", g, zero));
}

/*
 * One term of two lists of symbols is two functions: f(a, b) == b and, with
 * the symbols in the other order, f(b, a) == b.
 */
static void test_a_witness_is_of_symbols_in_order(void **state)
{
    struct symbols *s = *state;
    const struct atom model = {.kind = ATOM_VARIABLE,
                               .variable = VARIABLE_OBTAINED,
                               .name = "t.x",
                               .serial = 2};
    const struct atom *f = pool_atom(s->pool, &model);
    const struct atom *const orders[2][2] = {{s->x_, s->y_}, {s->y_, s->x_}};

    for (size_t k = 0; k < 2; k++) {
        const struct form *args[] = {orders[k][0]->form, orders[k][1]->form};
        const struct sequent q = {
            .symbols = orders[k],
            .nsymbols = 2,
            .conclusion = equal(s, form_member(s->pool, f, args, 2), s->y)};
        struct draft *d = draft_new(s->theory, &q);
        fact_t fact = draft_rule(d, "witness", "vt", f, s->y);

        assert_true((fact != FACT_NONE) == (k == 0));
        if (k == 0)
            assert_non_null(deduction_end(draft_deduction(d), fact, "first"));
        draft_free(d);
    }
}

/*
 * What was proved of a value from hypotheses is not assumed without them, but
 * where these were proved themselves.
 */
static void test_what_is_assumed_was_proved_from_as_much(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x");
    const struct form *zero = ring_zero(s->pool, s->n, pool_one(s->pool));
    const struct form *is_zero = equal(s, at(s, f, s->n, s->u), zero);
    const struct form *is_u = equal(s, at(s, f, s->n, s->u), s->u);
    const struct form *step = equal(s, s->u, zero);
    struct sequent q = about(s, is_u);
    struct draft *d;
    fact_t fact;

    q.hypotheses = &step;
    q.nhypotheses = 1;
    assert_true(prove(s, "zero", f, zero));
    d = draft_new(s->theory, &q);
    fact = draft_rule(d, "witness", "vt", f, zero);
    draft_rule(d, "rule", "ft", (fact_t)0, s->u);
    fact = draft_rule(d, "restated", "ft", fact, is_u);
    assert_non_null(deduction_end(draft_deduction(d), fact, "u_if_zero"));
    draft_free(d);
    assert_false(assume(s, "t", is_u));
    pool_forgive(s->pool);
    assert_true(assume(s, "t", is_zero));
}

/* f == g + 1 and g == f + 1. */
static void test_witnesses_go_in_no_circle(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x"), *g = obtained(s, "t.y");
    const struct form *fu = at(s, f, s->n, s->u), *gu = at(s, g, s->n, s->u);

    assert_false(prove(s, "own", f, ring_add(s->pool, fu, s->u)));
    assert_false(prove(s, "later", f, ring_add(s->pool, gu, s->u)));
    assert_true(prove(s, "first", g, s->u));
    assert_true(prove(s, "second", f, ring_add(s->pool, gu, s->u)));
    assert_false(prove(s, "circle", g, ring_add(s->pool, fu, s->u)));
}

/* A value that depends on more than the symbols is none for all of them. */
static void test_a_witness_is_of_the_symbols(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x");
    const struct sequent q = about(s, equal(s, at(s, f, s->n, s->u), s->u));
    const struct atom *i = generic(s, 1, s->n);
    struct draft *d = draft_new(s->theory, &q);

    assert_true(draft_rule(d, "witness", "vt", f,
                           ring_mul(s->pool, s->u, i->form)) == FACT_NONE);
    assert_true(draft_rule(d, "witness", "vt", f, s->A) == FACT_NONE);
    assert_true(draft_rule(d, "witness", "vt", s->u_, s->u) == FACT_NONE);
    draft_free(d);
}

static void test_a_fixed_vector_is_no_witness(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x");
    const struct sequent q = about(s, equal(s, at(s, f, s->n, s->u), s->u));
    struct draft *d = draft_new(s->theory, &q);
    const struct form *w = draft_next(d, false, s->n);

    assert_true(draft_rule(d, "vector", "t", s->n) != FACT_NONE);
    assert_true(draft_rule(d, "witness", "vt", f, w) == FACT_NONE);
    assert_true(draft_rule(d, "witness", "vt", f, s->u) != FACT_NONE);
    draft_free(d);
}

/* An instance of f(n, u) == u at v is about f(n, v). */
static void test_an_instance_is_at_its_arguments(void **state)
{
    struct symbols *s = *state;
    const struct atom *f = obtained(s, "t.x");
    const struct sequent q = {.symbols = (const struct atom *[]){s->n_, s->v_},
                              .nsymbols = 2,
                              .conclusion =
                                  equal(s, at(s, f, s->n, s->v), s->v)};
    const struct form *values[] = {s->n, s->v};
    const fact_t none = FACT_NONE;
    const struct core_theorem *t;
    struct draft *d;
    fact_t fact;

    assert_true(assume(s, "axiom", equal(s, at(s, f, s->n, s->u), s->u)));
    t = theory_find(s->theory, "axiom");
    d = draft_new(s->theory, &q);
    fact = draft_instance(d, t, values, &none, NULL, 0);
    assert_true(fact != FACT_NONE);
    assert_true(deduction_fact(draft_deduction(d), fact, NULL) == q.conclusion);
    assert_non_null(deduction_replay(s->theory, &q, "again", draft_log(d),
                                     &(const char *){NULL}, &(size_t){0}));
    draft_free(d);
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_the_shape_is_that_of_the_arguments),
        TEST(test_equations_leave_the_size),
        TEST(test_there_is_one_witness),
        TEST(test_a_witness_is_looked_at_again_at_the_end),
        TEST(test_what_is_assumed_has_no_witness),
        TEST(test_a_witness_is_of_symbols_in_order),
        TEST(test_what_is_assumed_was_proved_from_as_much),
        TEST(test_witnesses_go_in_no_circle),
        TEST(test_a_witness_is_of_the_symbols),
        TEST(test_a_fixed_vector_is_no_witness),
        TEST(test_an_instance_is_at_its_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
