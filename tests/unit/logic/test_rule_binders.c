/* Sums, maxima, forall and induction that fail one condition of their rule. */
#include "rule_fixture.h"

static const char text[] =
    "theorem t {\n"
    "  dim n; dim m >= 2;\n"
    "  given A, B : real[n, n];  given x, y : real;  given v, w : real[m];\n"
    "  let u[0] = 1;  let u[l in 1..n] = x * u[l-1];\n"
    "  claim weak: x <= y;\n"
    "  claim every: forall(i in 1..m, v[i] <= x);\n"
    "  claim other: forall(i in 1..m, w[i] <= x);\n"
    "  claim summed: sum(i in 1..m, v[i]) <= v[1];\n"
    "  claim above: x <= sum(i in 1..m, v[i]);\n"
    "  claim whole: forall(i in 1..m, 0 <= (i - 1) * (i - 2));\n"
    "  claim halfway: 0 <= (3/2 - 1) * (3/2 - 2);\n"
    "  claim least: min(i in 1..m, (i - 1) * (i - 2))\n"
    "      <= (3/2 - 1) * (3/2 - 2);\n"
    "  claim largest: v[1] < max(i in 1..m, v[i]);\n"
    "  claim product: normmax(prod(i in 1..2, A)) <= x;\n"
    "  claim sum: norm2(sum(i in 1..m, v[i] * A)) <= x;\n"
    "  claim ordered: prod(i in 1..m, A + v[i] * B) == A;\n"
    "  claim falls: forall(l in 0..n, u[l] <= 1);\n"
    "  claim start: u[0] <= 1;\n"
    "}\n";

static struct rule_fixture opened(void)
{
    struct rule_fixture f;
    fixture_open(&f, text, 0);
    return f;
}

static bool follows(struct rule_fixture *f, enum rule rule,
                    const struct expr *conclusion, size_t premise)
{
    const struct line line = {.rule = rule,
                              .conclusion = conclusion,
                              .premises = &premise,
                              .npremises = 1};
    return fixture_add(f, &line);
}

/* The binder of `every` with another operation, body, and ends so far off. */
static const struct expr *bound_from(struct rule_fixture *f, enum expr_op op,
                                     const struct expr *body, int64_t later,
                                     int64_t more)
{
    struct expr_pool *pool = f->theorem->pool;
    const struct expr *every = fixture_claim(f, "every");
    const struct expr *kids[] = {make_shift(pool, every->kids[0], later),
                                 make_shift(pool, every->kids[1], more), body};
    struct expr model = *every;
    model.op = op;
    model.is_relation = op == EX_FORALL;
    model.rows = body->rows;
    model.cols = body->cols;
    model.kids = kids;
    return expr_intern(pool, &model);
}

static const struct expr *bound(struct rule_fixture *f, enum expr_op op,
                                const struct expr *body, int64_t more)
{
    return bound_from(f, op, body, 0, more);
}

/* v[i] <= x under i in 1..m + more, below `outer` */
static size_t body_line(struct rule_fixture *f, enum relop op, int64_t more,
                        const struct scope_entry *outer)
{
    struct expr_pool *pool = f->theorem->pool;
    const struct expr *every = fixture_claim(f, "every");
    return fixture_granted(
        f,
        relation_make(pool, op, every->kids[2]->kids[0],
                      every->kids[2]->kids[1]),
        derivation_variable(f->d, outer, every->symbol, every->kids[0],
                            make_shift(pool, every->kids[1], more)));
}

/* w[i], where i is the variable of v[i] */
static const struct expr *other_term(struct rule_fixture *f)
{
    const struct expr *v = fixture_claim(f, "every")->kids[2]->kids[0];
    const struct expr *w = fixture_claim(f, "other")->kids[2]->kids[0];
    return make_replace(f->theorem->pool, v, v->kids[0], w->kids[0]);
}

static void test_binders_are_of_one_range(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    struct expr_pool *pool = f.theorem->pool;
    const struct expr *body = fixture_claim(&f, "every")->kids[2];
    const struct expr *v = body->kids[0], *x = body->kids[1];
    const struct expr *low = bound(&f, EX_SUM, v, 0);
    const struct expr *high = bound(&f, EX_SUM, x, 0);
    const struct expr *w = other_term(&f);
    size_t weak = body_line(&f, REL_LE, 0, NULL);
    const struct {
        const struct expr *lhs, *rhs;
        enum relop op;
        bool ok;
    } rows[] = {{low, high, REL_LE, true},
                {low, high, REL_LT, false}, /* no term at all */
                {low, high, REL_EQ, false},
                {low, bound(&f, EX_SUM, x, 1), REL_LE, false},
                {low, bound_from(&f, EX_SUM, x, 1, 0), REL_LE, false},
                {bound(&f, EX_SUM, v, 1), high, REL_LE, false},
                {low, bound(&f, EX_MAX, x, 0), REL_LE, false},
                {bound(&f, EX_SUM, w, 0), high, REL_LE, false},
                {low, bound(&f, EX_SUM, w, 0), REL_LE, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (follows(&f, RULE_BINDER,
                    relation_make(pool, rows[i].op, rows[i].lhs, rows[i].rhs),
                    weak) != rows[i].ok)
            fail_msg("row %zu", i);
    const struct expr *sums = relation_make(pool, REL_LE, low, high);
    const struct expr *less = relation_make(pool, REL_LT, low, high);
    assert_false(
        follows(&f, RULE_BINDER, less, body_line(&f, REL_LT, 0, NULL)));
    assert_true(follows(&f, RULE_BINDER, sums, body_line(&f, REL_LT, 0, NULL)));
    assert_false(
        follows(&f, RULE_BINDER, sums, body_line(&f, REL_NE, 0, NULL)));
    fixture_close(&f);
}

/* A product of matrices is another one backwards. */
static void test_products_run_one_way(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    struct expr_pool *pool = f.theorem->pool;
    const struct expr *every = fixture_claim(&f, "every");
    const struct expr *body = fixture_side(&f, "ordered", 0);
    body = make_replace(pool, body->kids[2],
                        expr_symbol(pool, body->symbol, (struct span){0}),
                        every->kids[2]->kids[0]->kids[1]);
    const struct expr *product = bound(&f, EX_PROD, body, 0);
    struct expr model = *product;
    model.reversed = true;
    const struct expr *backwards = expr_intern(pool, &model);
    size_t same =
        fixture_granted(&f, relation_make(pool, REL_EQ, body, body),
                        derivation_variable(f.d, NULL, every->symbol,
                                            every->kids[0], every->kids[1]));
    assert_true(follows(&f, RULE_BINDER,
                        relation_make(pool, REL_EQ, product, product), same));
    assert_false(follows(&f, RULE_BINDER,
                         relation_make(pool, REL_EQ, product, backwards),
                         same));
    fixture_close(&f);
}

/* The premise holds over the whole range, and under nothing else. */
static void test_premises_are_of_the_range(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    struct expr_pool *pool = f.theorem->pool;
    const struct expr *every = fixture_claim(&f, "every");
    const struct expr *body = every->kids[2];
    const struct scope_entry *more =
        derivation_hypothesis(f.d, NULL, fixture_claim(&f, "weak"));
    size_t fine = body_line(&f, REL_LE, 0, NULL);
    size_t shorter = body_line(&f, REL_LE, -1, NULL);
    size_t later =
        fixture_granted(&f, body,
                        derivation_variable(f.d, NULL, every->symbol,
                                            make_shift(pool, every->kids[0], 1),
                                            every->kids[1]));
    size_t below = body_line(&f, REL_LE, 0, more);
    const struct expr *sums =
        relation_make(pool, REL_LE, bound(&f, EX_SUM, body->kids[0], 0),
                      bound(&f, EX_SUM, body->kids[1], 0));
    const size_t wrong[] = {shorter, later, below};
    assert_true(follows(&f, RULE_BINDER, sums, fine));
    assert_true(follows(&f, RULE_FORALL, every, fine));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(follows(&f, RULE_BINDER, sums, wrong[i]));
        assert_false(follows(&f, RULE_FORALL, every, wrong[i]));
    }
    assert_false(follows(&f, RULE_FORALL, bound(&f, EX_FORALL, body, 1), fine));
    size_t weak = fixture_granted(&f, fixture_claim(&f, "weak"), NULL);
    assert_false(follows(&f, RULE_FORALL, every, weak));
    fixture_close(&f);
}

/* A maximum is a bound of its terms, a sum is none. */
static void test_bounds_are_of_maxima(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    struct expr_pool *pool = f.theorem->pool;
    const struct expr *body = fixture_claim(&f, "every")->kids[2];
    const struct expr *v = body->kids[0], *x = body->kids[1];
    const struct expr *y = fixture_side(&f, "weak", 1);
    const struct expr *most = bound(&f, EX_MAX, v, 0);
    size_t fine = body_line(&f, REL_LE, 0, NULL);
    assert_true(follows(&f, RULE_LEAST_UPPER,
                        relation_make(pool, REL_LE, most, x), fine));
    const struct expr *const wrong[] = {
        relation_make(pool, REL_EQ, most, x),
        relation_make(pool, REL_LE, most, y),
        relation_make(pool, REL_LE, bound(&f, EX_MAX, other_term(&f), 0), x)};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(follows(&f, RULE_LEAST_UPPER, wrong[i], fine));
    size_t turned = fixture_granted(&f, relation_make(pool, REL_LE, x, v),
                                    f.d->lines[fine].scope);
    const struct expr *above =
        relation_make(pool, REL_LE, x, bound(&f, EX_SUM, v, 0));
    assert_false(follows(&f, RULE_LEAST_UPPER, above, turned));
    fixture_close(&f);
}

static bool takes(struct rule_fixture *f, enum rule rule, const char *claim,
                  const struct expr *at, const char *premise)
{
    size_t known =
        premise ? fixture_granted(f, fixture_claim(f, premise), NULL) : 0;
    const struct line line = {.rule = rule,
                              .conclusion = fixture_claim(f, claim),
                              .premises = &known,
                              .npremises = premise ? 1 : 0,
                              .terms = &at,
                              .nterms = at ? 1 : 0};
    return fixture_add(f, &line);
}

/* (i - 1)(i - 2) is below 0 at 3/2 alone. */
static void test_indices_are_whole(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *one = make_int(f.theorem->pool, 1);
    const struct expr *half = fixture_side(&f, "halfway", 1)->kids[0]->kids[0];
    assert_false(takes(&f, RULE_SPECIALISE, "halfway", half, "whole"));
    assert_false(takes(&f, RULE_SPECIALISE, "halfway", NULL, "whole"));
    assert_false(takes(&f, RULE_TERM_OF_MAX, "least", half, NULL));
    assert_false(takes(&f, RULE_TERM_OF_MAX, "least", NULL, NULL));
    assert_false(takes(&f, RULE_TERM_OF_MAX, "largest", one, NULL));
    assert_false(takes(&f, RULE_TERM_OF_MAX, "summed", one, NULL));
    fixture_close(&f);
}

/* The norm of the claim's sum or product against that of the norms. */
static bool is_below_norms(struct rule_fixture *f, const char *claim,
                           enum relop op, int64_t more)
{
    struct expr_pool *pool = f->theorem->pool;
    const struct expr *norm = fixture_side(f, claim, 0), *sum = norm->kids[0];
    const struct expr *kids[] = {sum->kids[0],
                                 make_shift(pool, sum->kids[1], more),
                                 make_call(pool, norm->fn, sum->kids[2])};
    struct expr model = *sum;
    model.rows = model.cols = norm->rows;
    model.kids = kids;
    const struct line line = {
        .rule = RULE_NORM_OF_SUM,
        .conclusion = relation_make(pool, op, norm, expr_intern(pool, &model))};
    return fixture_add(f, &line);
}

/* normmax(A * A) may be more than normmax(A)^2 */
static void test_norms_are_of_sums(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_true(is_below_norms(&f, "sum", REL_LE, 0));
    assert_false(is_below_norms(&f, "sum", REL_EQ, 0));
    assert_false(is_below_norms(&f, "sum", REL_LT, 0));
    assert_false(is_below_norms(&f, "product", REL_LE, 0));
    assert_false(is_below_norms(&f, "sum", REL_LE, 1));
    fixture_close(&f);
}

/* ---- induction ---- */

/* What an induction on `falls` may get wrong. */
struct trial {
    const struct scope_entry *outer, *base; /* of step, and of start */
    const struct symbol *symbol;            /* NULL: the right one */
    int64_t more;                           /* values of the step's range */
    bool other_step, inside, backwards;
};

static bool induces(struct rule_fixture *f, struct trial t)
{
    struct expr_pool *pool = f->theorem->pool;
    const struct expr *e = fixture_claim(f, "falls");
    struct expr turned = *e;
    turned.reversed = t.backwards;
    e = expr_intern(pool, &turned);
    const struct expr *l = expr_symbol(pool, e->symbol, (struct span){0});
    const struct expr *before =
        make_substitute(pool, e->kids[2], e->symbol, make_shift(pool, l, -1));
    const struct scope_entry *range = derivation_variable(
        f->d, t.outer, t.symbol ? t.symbol : e->symbol,
        make_shift(pool, e->kids[0], 1), make_shift(pool, e->kids[1], t.more));
    size_t premises[] = {
        fixture_granted(f, fixture_claim(f, "start"), t.base),
        fixture_granted(f, t.other_step ? before : e->kids[2],
                        derivation_hypothesis(f->d, range, before))};
    const struct line line = {
        .rule = RULE_INDUCTION,
        .conclusion = e,
        .premises = premises,
        .npremises = 2,
        .scope = t.inside ? derivation_variable(f->d, NULL, e->symbol,
                                                e->kids[0], e->kids[1])
                          : NULL};
    return fixture_add(f, &line);
}

static void test_induction_runs_over_its_range(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct scope_entry *more =
        derivation_hypothesis(f.d, NULL, fixture_claim(&f, "weak"));
    const struct symbol *other = fixture_claim(&f, "every")->symbol;
    const struct trial wrong[] = {{.outer = more},    {.base = more},
                                  {.symbol = other},  {.more = -1},
                                  {.inside = true},   {.other_step = true},
                                  {.backwards = true}};
    assert_true(induces(&f, (struct trial){.more = 0}));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (induces(&f, wrong[i]))
            fail_msg("trial %zu", i);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binders_are_of_one_range),
        cmocka_unit_test(test_products_run_one_way),
        cmocka_unit_test(test_premises_are_of_the_range),
        cmocka_unit_test(test_bounds_are_of_maxima),
        cmocka_unit_test(test_indices_are_whole),
        cmocka_unit_test(test_norms_are_of_sums),
        cmocka_unit_test(test_induction_runs_over_its_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
