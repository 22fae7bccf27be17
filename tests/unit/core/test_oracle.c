/*
 * An oracle: what it is asked, and when it is not.
 */
#include "core/question.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

#define NO_FACT ((fact_t)FACT_NONE)
#define assert_refused(call) assert_int_equal(call, FACT_NONE)
#define assert_learned(call) assert_true((call) != FACT_NONE)

/* Says always the same, and keeps what it was asked. */
struct liar {
    bool answer;
    size_t asked;
    char statement[4096];
};

static bool lie(void *context, const char *statement)
{
    struct liar *liar = context;

    liar->asked++;
    snprintf(liar->statement, sizeof liar->statement, "%s", statement);
    return liar->answer;
}

static struct liar liar;

static int set(void **state)
{
    const struct core_oracle oracle = {"range", lie, &liar};
    int failed = symbols_set(state);
    struct symbols *s = *state;

    liar = (struct liar){.answer = true};
    theory_trust(s->theory, &oracle);
    return failed;
}

static struct sequent sequent_of(struct symbols *s,
                                 const struct form *conclusion)
{
    static const struct atom *symbols[5]; /* the draft keeps the list */

    memcpy(symbols, (const struct atom *[]){s->n_, s->m_, s->x_, s->y_, s->A_},
           sizeof symbols);
    return (struct sequent){
        .symbols = symbols, .nsymbols = 5, .conclusion = conclusion};
}

static struct draft *begin(struct symbols *s, const struct form *conclusion)
{
    const struct sequent sequent = sequent_of(s, conclusion);

    return draft_new(s->theory, &sequent);
}

static fact_t ask(struct draft *d, const struct form *goal, size_t count,
                  const fact_t *facts)
{
    return draft_rule(d, "oracle", "wtF", "range", goal, count, facts);
}

static fact_t assume(struct draft *d, const struct form *r)
{
    return draft_rule(d, "assume", "t", r);
}

static const struct form *positive(struct pool *pool, const struct form *f)
{
    return form_apply1(pool, CORE_LT, f);
}

static const struct form *half(struct symbols *s)
{
    return form_apply1(s->pool, CORE_RECIP, integer(s, 2));
}

/* x / x == 1 */
static const struct form *is_cancelled(struct symbols *s, const struct form *x)
{
    const struct form *q =
        ring_mul(s->pool, x, form_apply1(s->pool, CORE_RECIP, x));

    return relation_between(s->pool, CORE_EQ, q, pool_one(s->pool));
}

/* Attack 46: where x / x has no value the oracle does not count. */
static void test_a_quotient_needs_its_denominator(void **state)
{
    struct symbols *s = *state;
    const struct form *goal = is_cancelled(s, s->x);
    const struct form *is_zero = form_apply1(s->pool, CORE_EQ, s->x);
    const struct form *claim = relation_or(s->pool, is_zero, goal);
    struct draft *d = begin(s, claim);
    const struct core_theorem *t;
    struct substitution nothing = {.variable = s->x_, .value = integer(s, 0)};
    fact_t fact;

    assert_refused(ask(d, goal, 0, NULL));
    assert_refused(ask(d, claim, 0, NULL));
    assert_int_equal(liar.asked, 0);
    fact = assume(d, form_apply1(s->pool, CORE_NE, s->x));
    assert_refused(ask(d, goal, 0, NULL));
    assert_int_equal(liar.asked, 0);
    assert_learned(ask(d, goal, 1, &fact));
    assert_int_equal(liar.asked, 1);
    fact =
        draft_rule(d, "implied", "f", deduction_facts(draft_deduction(d)) - 1);
    assert_learned(fact);
    t = deduction_end(draft_deduction(d), fact, "cancel");
    assert_non_null(t);
    /* at 0 it says nothing */
    assert_ptr_equal(
        form_substitute(s->pool, theorem_sequent(t)->conclusion, &nothing, 1),
        relation_true(s->pool));
    draft_free(d);
}

/* Of each function, in the goal or in a fact, by itself or inside. */
static void test_each_value_needs_its_condition(void **state)
{
    struct symbols *s = *state;
    const struct form *x = s->x, *y = s->y;
    const struct {
        const struct form *term, *condition;
        unsigned weaker; /* of x: not enough */
    } cases[] = {
        {form_apply1(s->pool, CORE_RECIP, x), form_apply1(s->pool, CORE_NE, x),
         CORE_LE},
        {form_apply1(s->pool, FN_SQRT, x), form_apply1(s->pool, CORE_LE, x),
         CORE_NE},
        {form_apply1(s->pool, FN_LOG, x), positive(s->pool, x), CORE_LE},
        {form_apply2(s->pool, CORE_POW, x, y), positive(s->pool, x), CORE_LE},
        {form_apply2(s->pool, CORE_POW, x, half(s)),
         form_apply1(s->pool, CORE_LE, x), CORE_NE},
        {form_apply2(s->pool, CORE_POW, x, ring_neg(s->pool, half(s))),
         positive(s->pool, x), CORE_LE},
        {form_apply2(s->pool, CORE_POW, x, integer(s, 0)), positive(s->pool, x),
         CORE_LE},
    };

    for (size_t k = 0; k < 2 * sizeof cases / sizeof cases[0]; k++) {
        const struct form *term = cases[k / 2].term;
        struct draft *d = begin(s, relation_true(s->pool));
        fact_t facts[2];

        if (k % 2 == 1)
            term = form_apply1(s->pool, FN_EXP, ring_add(s->pool, term, y));
        /* in the goal */
        liar.asked = 0;
        assert_refused(ask(d, positive(s->pool, term), 0, NULL));
        facts[0] = assume(d, positive(s->pool, term));
        /* in a fact, whatever the goal is, itself among them */
        assert_refused(ask(d, positive(s->pool, y), 1, facts));
        assert_refused(ask(d, positive(s->pool, term), 1, facts));
        facts[1] = assume(d, relation_not(s->pool, cases[k / 2].condition));
        assert_refused(ask(d, positive(s->pool, y), 2, facts));
        facts[1] = assume(d, form_apply1(s->pool, cases[k / 2].weaker, x));
        assert_refused(ask(d, positive(s->pool, y), 2, facts));
        assert_int_equal(liar.asked, 0);
        facts[1] = assume(d, cases[k / 2].condition);
        assert_learned(ask(d, positive(s->pool, term), 2, facts));
        assert_learned(ask(d, positive(s->pool, y), 2, facts));
        assert_int_equal(liar.asked, 2);
        draft_free(d);
    }
}

/* Whatever it is asked, numbers are all that it is told of. */
static void test_letters_are_any_numbers(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct form *norm = form_apply1(s->pool, FN_NORMFRO, s->A);
    const struct form *goal = positive(
        s->pool, ring_add(s->pool, form_apply1(s->pool, FN_EXP, norm), norm));
    struct draft *d = begin(s, relation_true(s->pool));
    const struct atom *fixed;

    /* one letter for one term, of no sign */
    assert_learned(ask(d, goal, 0, NULL));
    assert_non_null(strstr(liar.statement, "given x0 : real;"));
    assert_null(strstr(liar.statement, "x1"));
    assert_null(strstr(liar.statement, "assume"));
    /* an index without its range */
    assert_true(draft_rule(d, "scope", "V", (size_t)1, &i) != FACT_NONE);
    assert_learned(ask(d, positive(s->pool, i->form), 0, NULL));
    assert_string_equal(liar.statement,
                        "theorem question {\n    given x0 : int;\n"
                        "    claim holds: 0 < (1)*x0;\n}\n");
    assert_true(draft_rule(d, "scope", "V", (size_t)0, &i) != FACT_NONE);
    assert_learned(draft_rule(d, "fix", "tt", integer(s, 1), s->n));
    fixed = pool_atom(s->pool, &(struct atom){.kind = ATOM_VARIABLE,
                                              .variable = VARIABLE_FIXED,
                                              .is_integer = true});
    assert_learned(ask(d, positive(s->pool, fixed->form), 0, NULL));
    assert_string_equal(liar.statement,
                        "theorem question {\n    given x0 : int;\n"
                        "    claim holds: 0 < (1)*x0;\n}\n");
    draft_free(d);
}

static void test_facts_and_functions_are_written(void **state)
{
    struct symbols *s = *state;
    const struct form *two = integer(s, 2);
    const struct form *root =
        ring_sub(s->pool, form_apply1(s->pool, FN_SQRT, s->x), half(s));
    struct draft *d = begin(s, relation_true(s->pool));
    fact_t facts[2];

    facts[0] = assume(d, form_apply1(s->pool, CORE_LE, s->x));
    facts[1] =
        assume(d, form_apply1(s->pool, CORE_NE,
                              form_apply2(s->pool, FN_MAX2, s->x,
                                          ring_power(s->pool, s->x, 2))));
    assert_learned(
        ask(d, form_apply1(s->pool, CORE_LE, ring_mul(s->pool, two, root)), 2,
            facts));
    assert_string_equal(liar.statement,
                        "theorem question {\n    given x0 : real;\n"
                        "    assume 0 <= (1)*x0;\n"
                        "    assume 0 != (1)*max(((1)*x0), ((1)*x0^2));\n"
                        "    claim holds: 0 <= (-1) + (2)*sqrt(((1)*x0));\n"
                        "}\n");
    draft_free(d);
}

static void test_a_fact_must_be_in_sight(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    struct draft *d = begin(s, relation_true(s->pool));
    fact_t fact = assume(d, positive(s->pool, s->x)), ranged;

    assert_learned(ask(d, positive(s->pool, s->y), 1, &fact));
    assert_learned(draft_rule(d, "implied", "f", fact));
    liar.asked = 0;
    assert_refused(ask(d, positive(s->pool, s->y), 1, &fact));
    fact = 99;
    assert_refused(ask(d, positive(s->pool, s->y), 1, &fact));
    /* what leans on more than the scope */
    assert_true(draft_rule(d, "scope", "V", (size_t)1, &i) != FACT_NONE);
    ranged = draft_rule(d, "range", "vn", i, (size_t)0);
    assert_learned(ask(d, positive(s->pool, s->y), 1, &ranged));
    fact = deduction_facts(draft_deduction(d)) - 1;
    assert_true(draft_rule(d, "scope", "V", (size_t)0, &i) != FACT_NONE);
    liar.asked = 0;
    assert_refused(ask(d, positive(s->pool, s->y), 1, &ranged));
    assert_refused(ask(d, positive(s->pool, i->form), 0, NULL));
    assert_int_equal(liar.asked, 0);
    /* and what was made there leans on it still */
    assert_refused(draft_rule(d, "both", "f", fact));
    draft_free(d);
}

/* What is no relation of numbers. */
static void test_other_relations_are_not_asked(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct form *sum = s->x;
    const struct form *others[] = {
        form_apply1(s->pool, CORE_LE, s->A),
        form_apply1(s->pool, CORE_EQ, s->A),
        form_apply1(s->pool, CORE_PSD, s->A),
        form_apply1(s->pool, CORE_INTEGER, s->x),
        relation_not(s->pool, form_apply1(s->pool, CORE_LE, s->A)),
        form_bind(s->pool, BINDER_FORALL, i->lo, i->hi,
                  positive(s->pool, ring_add(s->pool, i->form, s->x)), i),
        NULL,
    };
    struct draft *d = begin(s, relation_true(s->pool));

    for (size_t k = 0; k < 11; k++) /* too long */
        sum = form_apply2(s->pool, FN_MAX2, sum,
                          ring_add(s->pool, sum, integer(s, (int64_t)k + 1)));
    others[6] = positive(s->pool, sum);
    for (size_t k = 0; k < 7; k++) {
        fact_t fact;

        liar.asked = 0;
        assert_refused(ask(d, others[k], 0, NULL));
        assert_refused(
            ask(d, relation_or(s->pool, others[k], positive(s->pool, s->x)), 0,
                NULL));
        fact = assume(d, others[k]);
        assert_refused(ask(d, positive(s->pool, s->x), 1, &fact));
        assert_int_equal(liar.asked, 0);
    }
    draft_free(d);
}

/* The conditions alone are met by them. */
static void test_equations_in_force_are_not_told(void **state)
{
    struct symbols *s = *state;
    const struct form *root = form_apply1(s->pool, FN_SQRT, s->y);
    struct draft *d = begin(s, relation_true(s->pool));
    fact_t fact =
        assume(d, relation_between(s->pool, CORE_EQ, s->y, integer(s, 2)));

    assert_refused(ask(d, positive(s->pool, root), 0, NULL));
    assert_int_equal(liar.asked, 0);
    assert_true(draft_rule(d, "rule", "ft", fact, s->y) != FACT_NONE);
    assert_learned(ask(d, positive(s->pool, root), 0, NULL));
    assert_string_equal(liar.statement,
                        "theorem question {\n    given x0 : real;\n"
                        "    claim holds: 0 < (1)*sqrt(((1)*x0));\n}\n");
    draft_free(d);
}

/*
 * Attack 35: where a value may not exist nothing is asked, whatever the range
 * says of its letters.
 */
static void test_no_value_is_enclosed_where_it_may_not_exist(void **state)
{
    struct symbols *s = *state;
    const struct form *x = s->x, *y = s->y, *one = pool_one(s->pool);
    const struct form *recip = form_apply1(s->pool, CORE_RECIP, x);
    const struct form *log = form_apply1(s->pool, FN_LOG, x);
    const struct form *root = form_apply1(s->pool, FN_SQRT, x);
    const struct form *power = form_apply2(s->pool, CORE_POW, x, y);
    const struct {
        int64_t lo, hi;
        const struct form *goal;
    } cases[] = {
        {0, 1, form_apply1(s->pool, CORE_LE, ring_sub(s->pool, recip, one))},
        {0, 1, form_apply1(s->pool, CORE_LE, ring_neg(s->pool, log))},
        {-1, 1,
         relation_or(s->pool, form_apply1(s->pool, CORE_LT, recip),
                     form_apply1(s->pool, CORE_LT, ring_neg(s->pool, recip)))},
        {0, 1, form_apply1(s->pool, CORE_LE, ring_sub(s->pool, power, one))},
        {0, 1, form_apply1(s->pool, CORE_LT, power)},
        {-1, 4,
         form_apply1(s->pool, CORE_LE,
                     ring_sub(s->pool, ring_mul(s->pool, root, root), x))},
    };

    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct draft *d = begin(s, relation_true(s->pool));
        const struct form *const ends[] = {
            relation_between(s->pool, CORE_LE, integer(s, cases[k].lo), x),
            relation_between(s->pool, CORE_LE, x, integer(s, cases[k].hi)),
            relation_between(s->pool, CORE_LE, integer(s, 0), y),
            relation_between(s->pool, CORE_LE, y, one)};
        fact_t facts[4];

        for (size_t i = 0; i < 4; i++)
            facts[i] = assume(d, ends[i]);
        liar.asked = 0;
        assert_refused(ask(d, cases[k].goal, 4, facts));
        assert_int_equal(liar.asked, 0);
        draft_free(d);
    }
}

/* 1/0 is 0 in the core, and nobody is asked about numbers alone. */
static void test_one_by_zero_is_not_asked_about(void **state)
{
    struct symbols *s = *state;
    const struct form *zero = integer(s, 0);
    struct draft *d = begin(s, relation_true(s->pool));

    assert_refused(ask(d,
                       relation_between(s->pool, CORE_EQ,
                                        form_apply1(s->pool, CORE_RECIP, zero),
                                        pool_one(s->pool)),
                       0, NULL));
    assert_int_equal(liar.asked, 0);
    draft_free(d);
}

/*
 * Attacks 17 and 36: an integral, a sum and a member of a family are letters,
 * so nothing depends on their not having x or n.  What has a slope but no value
 * everywhere is not asked about.
 */
static void test_nothing_is_told_of_what_is_no_function(void **state)
{
    struct symbols *s = *state;
    const struct form *one = pool_one(s->pool), *x = s->x;
    const struct form *recip = form_apply1(s->pool, CORE_RECIP, x);
    const struct form *square = ring_mul(s->pool, x, x);
    const struct atom *t = generic_new(s->pool, false, integer(s, -1), one,
                                       &(struct variables){0, NULL});
    const struct atom *i = generic(s, 1, s->n);
    const struct atom *family =
        pool_atom(s->pool, &(struct atom){.kind = ATOM_VARIABLE,
                                          .variable = VARIABLE_FAMILY,
                                          .name = "Y",
                                          .serial = 1});
    const struct form *inverse =
        form_apply1(s->pool, CORE_RECIP, ring_mul(s->pool, t->form, t->form));
    const struct form *letters[] = {
        form_bind(s->pool, BINDER_INTEGRAL, t->lo, t->hi, inverse, t),
        sum_over(s, i, i->form), form_member(s->pool, family, &one, 1)};
    const struct form *slope =
        ring_mul(s->pool, recip,
                 form_apply1(s->pool, FN_EXP,
                             ring_mul(s->pool, half(s),
                                      form_apply1(s->pool, FN_LOG, square))));
    struct draft *d = begin(s, relation_true(s->pool));
    fact_t facts[2];

    for (size_t k = 0; k < 3; k++) {
        struct question q;
        char *told;

        question_init(&q, s->pool);
        assert_true(question_claim(&q, positive(s->pool, letters[k])));
        assert_int_equal(q.nconditions, 0);
        told = question_statement(&q);
        assert_string_equal(strchr(told, '\n'),
                            k == 1 ? "\n    given x0 : int;\n"
                                     "    claim holds: 0 < (1)*x0;\n}\n"
                                   : "\n    given x0 : real;\n"
                                     "    claim holds: 0 < (1)*x0;\n}\n");
        free(told);
        question_clear(&q);
    }
    /* 0 <= 1 - 1/x on [0, 1], and a slope that is 0 where there is one */
    facts[0] = assume(d, form_apply1(s->pool, CORE_LE, x));
    facts[1] = assume(d, relation_between(s->pool, CORE_LE, x, one));
    liar.asked = 0;
    assert_refused(
        ask(d, form_apply1(s->pool, CORE_LE, ring_sub(s->pool, one, recip)), 2,
            facts));
    assert_refused(
        ask(d, relation_between(s->pool, CORE_EQ, slope, one), 2, facts));
    assert_int_equal(liar.asked, 0);
    draft_free(d);
}

/* The core has no rule that takes a limit or an integral. */
static void test_no_line_integrates(void **state)
{
    static const char *const lines[] = {
        "monotone 0 0", "concave 0 0", "primitive 0", "integral 0", "limit 0 0",
        "derive 0 0",   "unfold 0",    "obtain 0",    "exhibit 0"};
    struct symbols *s = *state;
    struct draft *d = begin(s, relation_true(s->pool));

    assume(d, positive(s->pool, s->x));
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        assert_false(deduction_line(draft_deduction(d), lines[k]));
        assert_string_equal(deduction_why(draft_deduction(d)),
                            "no such operation");
    }
    draft_free(d);
}

/*
 * Attack 26: what is asked under y == 1 is said of a y that is 1, also where y
 * is any number of a range: 1 <= y of all y in 0..3 is not to be had.
 */
static void test_a_hypothesis_of_a_variable_stays_with_it(void **state)
{
    struct symbols *s = *state;
    const struct atom *fixed =
        pool_atom(s->pool, &(struct atom){.kind = ATOM_VARIABLE,
                                          .variable = VARIABLE_FIXED,
                                          .is_integer = true});
    const struct atom *g = generic(s, 0, integer(s, 3));
    const struct form *one = pool_one(s->pool), *y = fixed->form;
    const struct form *claim =
        form_bind(s->pool, BINDER_FORALL, g->lo, g->hi,
                  relation_between(s->pool, CORE_LE, one, g->form), g);
    struct draft *d = begin(s, claim);
    fact_t fact, rises;

    /* not of a y that comes later */
    assert_refused(assume(d, relation_between(s->pool, CORE_EQ, y, one)));
    assert_learned(draft_rule(d, "fix", "tt", g->lo, g->hi));
    fact = assume(d, relation_between(s->pool, CORE_EQ, y, one));
    assert_learned(fact);
    rises = ask(d, relation_between(s->pool, CORE_LE, one, y), 1, &fact);
    assert_learned(rises);
    assert_refused(draft_rule(d, "forall", "f", rises));
    fact = draft_rule(d, "implied", "f", rises);
    assert_learned(fact);
    fact = draft_rule(d, "forall", "f", fact);
    assert_learned(fact);
    assert_refused(draft_rule(d, "restated", "ft", fact, claim));
    assert_null(deduction_end(draft_deduction(d), fact, "rises"));
    draft_free(d);
}

static bool is_trusting(const struct core_theorem *t)
{
    const struct core_theorem *const *base;

    return t != NULL && theorem_base(t, &base) == 1 &&
           theorem_origin(base[0]) == THEOREM_ORACLE &&
           strcmp(theorem_name(base[0]), "range") == 0;
}

/* An instance of the theorem, as a theorem. */
static const struct core_theorem *instance_of(struct symbols *s,
                                              const struct core_theorem *t)
{
    const struct form *values[] = {s->n, s->m, s->x, s->y, s->A};
    struct draft *d = begin(s, theorem_sequent(t)->conclusion);
    fact_t fact = draft_instance(d, t, values, NULL, NULL, 0);
    const struct core_theorem *out =
        deduction_end(draft_deduction(d), fact, "instance");

    draft_free(d);
    return out;
}

static void test_theorems_name_the_oracle(void **state)
{
    struct symbols *s = *state;
    const struct form *claim = positive(s->pool, s->y);
    struct draft *d = begin(s, claim);
    fact_t fact = ask(d, claim, 0, NULL);
    const struct core_theorem *t =
        deduction_end(draft_deduction(d), fact, "trusting");

    assert_true(is_trusting(t));
    assert_true(is_trusting(instance_of(s, t)));
    assert_null(theory_find(s->theory, "range")); /* no lemma */
    assert_refused(draft_rule(d, "instance", "w", "range"));
    draft_free(d);
    d = begin(s, relation_true(s->pool));
    fact = draft_rule(d, "restated", "ft", NO_FACT, relation_true(s->pool));
    assert_false(is_trusting(deduction_end(draft_deduction(d), fact, "other")));
    draft_free(d);
}

/* The log in a theory that trusts the oracle, or none. */
static const char *refusal(const char *log, const struct core_oracle *oracle)
{
    void *state;
    struct symbols *s;
    struct sequent sequent;
    const char *why;
    size_t line;

    assert_int_equal(symbols_set(&state), 0);
    s = state;
    theory_trust(s->theory, oracle);
    sequent = sequent_of(s, positive(s->pool, s->y));
    if (is_trusting(
            deduction_replay(s->theory, &sequent, "again", log, &why, &line)))
        why = NULL;
    symbols_end(&state);
    return why;
}

static void test_replay_asks_again(void **state)
{
    struct symbols *s = *state;
    const struct core_oracle same = {"range", lie, &liar};
    const struct core_oracle other = {"else", lie, &liar};
    const struct form *claim = positive(s->pool, s->y);
    struct draft *d = begin(s, claim);
    const char *log;

    assert_refused(draft_rule(d, "oracle", "wt", "other", claim));
    liar.answer = false;
    assert_refused(ask(d, claim, 0, NULL));
    liar.answer = true;
    assert_learned(ask(d, claim, 0, NULL));
    log = draft_log(d);
    liar.asked = 0;
    assert_null(refusal(log, &same));
    assert_int_equal(liar.asked, 1);
    liar.answer = false;
    assert_string_equal(refusal(log, &same), "the oracle denies it");
    liar = (struct liar){.answer = true};
    assert_string_equal(refusal(log, NULL), "no such oracle is trusted");
    assert_string_equal(refusal(log, &other), "no such oracle is trusted");
    assert_int_equal(liar.asked, 0);
    draft_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, set, symbols_end)
        T(test_a_quotient_needs_its_denominator),
        T(test_each_value_needs_its_condition),
        T(test_letters_are_any_numbers),
        T(test_facts_and_functions_are_written),
        T(test_a_fact_must_be_in_sight),
        T(test_other_relations_are_not_asked),
        T(test_equations_in_force_are_not_told),
        T(test_no_value_is_enclosed_where_it_may_not_exist),
        T(test_one_by_zero_is_not_asked_about),
        T(test_nothing_is_told_of_what_is_no_function),
        T(test_no_line_integrates),
        T(test_a_hypothesis_of_a_variable_stays_with_it),
        T(test_theorems_name_the_oracle),
        T(test_replay_asks_again),
#undef T
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
