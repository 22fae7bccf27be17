/*
 * Fast forms: of random attention networks they have the values of the literal
 * ones; the shapes that are expected; and the accuracy that they are for.
 *
 * MAJORANT_REPEAT=K tries K times as many networks.
 */
#include "plan_fixture.h"

#include "network_maker.h"

#include "case/property.h"
#include "eval/ball_internal.h"
#include "eval/exact_internal.h"
#include "eval/plan_internal.h"

enum { NETWORKS = 1500, BITS = 256 };

/* A theorem without dims at one instance, evaluated in full. */
struct trial {
    struct fixture f;
    struct instance x;
    plan_id *ids;
    size_t count;
    struct ball_run *ball;
};

static void draw(struct instance *x, struct rng *rng)
{
    static const int small[] = {0, 0, 1, -1, 2, -2, 3, 1, 0, -3};
    struct range range;
    range_init(&range);
    for (size_t k = 0; k < x->layout->nslots; k++) {
        const struct slot *slot = &x->layout->slots[k];
        struct value *v = &x->values[k];
        value_set_rationals(v, slot->rows, slot->cols);
        for (size_t i = 0; i < slot->rows * slot->cols; i++) {
            mpq_set_si(v->rationals[i].q, small[rng_below(rng, 10)],
                       1 + (unsigned)rng_below(rng, 4));
            mpq_canonicalize(v->rationals[i].q);
        }
        property_map(v, x->layout->theorem->givens[slot->given].kind, 0,
                     &range);
    }
    range_clear(&range);
}

static void trial_start(struct trial *t, const char *body, const int64_t *dims)
{
    fixture_build(&t->f, body, dims);
    instance_init(&t->x, &t->f.layout);
    t->count = t->f.plan->count;
    t->ids = xcalloc(t->count, sizeof *t->ids);
    for (plan_id id = 0; id < t->count; id++)
        t->ids[id] = id;
    t->ball = ball_run_new(t->f.plan);
}

static void trial_clear(struct trial *t)
{
    ball_run_free(t->ball);
    free(t->ids);
    instance_clear(&t->x);
    fixture_clear(&t->f);
}

/* ---- the same values ---- */

static bool contradict(enum truth a, enum truth b)
{
    return a != TRUTH_UNKNOWN && b != TRUTH_UNKNOWN && a != b;
}

#define CHECK(condition, body, what)                                           \
    do {                                                                       \
        if (!(condition))                                                      \
            fail_msg("%s\n%s", what, body);                                    \
    } while (0)

static void check_balls(const struct trial *t, plan_id literal, plan_id fast,
                        const char *body)
{
    const struct ball_run *run = t->ball;
    CHECK(!contradict(ball_run_undefined(run, literal),
                      ball_run_undefined(run, fast)),
          body, "definedness differs");
    if (ball_run_undefined(run, literal) != TRUTH_FALSE ||
        ball_run_undefined(run, fast) != TRUTH_FALSE)
        return;
    const arb_mat_struct *a = run->values[literal].m;
    const arb_mat_struct *b = run->values[fast].m;
    CHECK(arb_mat_nrows(a) == arb_mat_nrows(b) &&
              arb_mat_ncols(a) == arb_mat_ncols(b),
          body, "shapes differ");
    CHECK(arb_mat_overlaps(a, b), body, "balls are disjoint");
}

/* Rational values are equal as numbers. */
static void check_exact(const struct exact_run *run, plan_id literal,
                        plan_id fast, const char *body)
{
    const struct exact_matrix *a = &run->values[literal];
    const struct exact_matrix *b = &run->values[fast];
    const enum truth no_a = exact_run_undefined(run, literal);
    const enum truth no_b = exact_run_undefined(run, fast);
    CHECK(!contradict(no_a, no_b), body, "exact definedness differs");
    if (no_a != TRUTH_FALSE || no_b != TRUTH_FALSE)
        return;
    for (size_t k = 0; k < a->rows * a->cols; k++)
        CHECK(a->at[k] == b->at[k], body, "exact values differ");
}

static bool check_link(const struct trial *t, bool is_rational,
                       const char *body)
{
    const struct plan_link *link = fixture_link(&t->f);
    CHECK(!contradict(ball_run_truth(t->ball, link->truth),
                      ball_run_truth(t->ball, link->fast_truth)),
          body, "truths differ");
    if (link->lhs == PLAN_NONE)
        return link->truth != link->fast_truth;
    check_balls(t, link->lhs, link->fast_lhs, body);
    check_balls(t, link->rhs, link->fast_rhs, body);
    if (is_rational) {
        struct exact_run *run = exact_run_new(t->f.plan);
        exact_run_eval(run, &t->x, t->ids, t->count);
        if (t->f.plan->instrs[link->lhs].facts & PLAN_RATIONAL)
            check_exact(run, link->lhs, link->fast_lhs, body);
        if (t->f.plan->instrs[link->rhs].facts & PLAN_RATIONAL)
            check_exact(run, link->rhs, link->fast_rhs, body);
        exact_run_free(run);
    }
    return link->truth != link->fast_truth;
}

/* Memory that is handed on changes nothing of what is kept. */
static void check_pool(const struct trial *t, const char *body)
{
    const struct plan_link *link = fixture_link(&t->f);
    const plan_id kept[] = {link->lhs, link->rhs, link->fast_lhs,
                            link->fast_rhs};
    struct ball_run *run = ball_run_new(t->f.plan);
    ball_run_keep(run, kept, 4);
    for (int again = 0; again < 2; again++) {
        ball_run_eval(run, &t->x, BITS, t->ids, t->count);
        CHECK(ball_run_truth(run, link->fast_truth) ==
                  ball_run_truth(t->ball, link->fast_truth),
              body, "handed on: truth");
        for (size_t k = 0; k < 4 && kept[k] != PLAN_NONE; k++) {
            CHECK(ball_run_undefined(run, kept[k]) ==
                      ball_run_undefined(t->ball, kept[k]),
                  body, "handed on: definedness");
            if (ball_run_undefined(run, kept[k]) == TRUTH_FALSE)
                CHECK(arb_mat_equal(run->values[kept[k]].m,
                                    t->ball->values[kept[k]].m),
                      body, "handed on: value");
        }
    }
    ball_run_free(run);
}

/* Whether the fast form of the network is another than the literal one. */
static bool try_network(uint64_t number)
{
    struct network k = {.arena = arena_new(), .is_rational = number % 3 == 0};
    struct trial t;
    k.rng = rng_start(rng_key_number(2, number));
    const char *body = network_body(&k, 1 + (unsigned)rng_below(&k.rng, 4));
    trial_start(&t, body, NULL);
    draw(&t.x, &k.rng);
    ball_run_eval(t.ball, &t.x, BITS, t.ids, t.count);
    bool differs = check_link(&t, k.is_rational, body);
    check_pool(&t, body);
    trial_clear(&t);
    arena_free(k.arena);
    return differs;
}

static void test_fast_forms_have_the_literal_values(void **state)
{
    (void)state;
    const char *repeat = getenv("MAJORANT_REPEAT");
    const uint64_t times = repeat ? strtoull(repeat, NULL, 10) : 1;
    uint64_t different = 0;
    for (uint64_t k = 0; k < NETWORKS * times; k++)
        different += try_network(k);
    assert_true(different > NETWORKS * times / 2);
}

/* ---- the expected shapes ---- */

#define LAYER_GIVENS                                                           \
    "dim n, d, dk; given X : real[n, d]; given WQK, WV : real[d, d];"          \
    "given bk : real[d]; let R = res(X);"                                      \
    "let E = R * WQK * R' / sqrt(dk);"

static const char *const layer = LAYER_GIVENS
    "claim c: norm1inf(res(softmax((X * WQK * X' + ones(n) * bk' * X')"
    " / sqrt(dk)) * X * WV)) <= norm1(E) * norm1inf(R);";

static size_t fast_cone(struct fixture *f, plan_id **ids)
{
    const struct plan_link *link = fixture_link(f);
    const plan_id roots[] = {link->fast_truth, link->fast_lhs, link->fast_rhs};
    size_t count;
    plan_cone(ids, &count, f->plan, roots, 3);
    return count;
}

static size_t multiply_adds(const struct plan *plan, const plan_id *ids,
                            size_t count)
{
    size_t sum = 0;
    for (size_t k = 0; k < count; k++) {
        const struct plan_instr *i = &plan->instrs[ids[k]];
        if (i->op == PL_MATMUL)
            sum += (size_t)i->rows * plan->instrs[i->args[0]].cols * i->cols;
    }
    return sum;
}

static void test_single_layer_takes_the_residual_form(void **state)
{
    (void)state;
    enum { N = 8, D = 16 };
    struct fixture f;
    const int64_t dims[] = {N, D, D};
    plan_id *ids;
    fixture_build(&f, layer, dims);
    size_t count = fast_cone(&f, &ids), spreads = 0;
    for (size_t k = 0; k < count; k++) {
        const struct plan_instr *i = &f.plan->instrs[ids[k]];
        spreads += i->op == PL_SPREAD;
        assert_false(i->op == PL_CALL && i->fn == FN_SOFTMAX && i->rows > 1);
    }
    assert_int_equal(spreads, 1);
    /* R*WQK, its product with R', SPREAD*R, and that times WV; then r, a row:
       x*WQK and b' times R' */
    assert_in_range(multiply_adds(f.plan, ids, count),
                    2 * N * D * D + 2 * N * N * D,
                    2 * N * D * D + 2 * N * N * D + D * D + 2 * N * D);
    free(ids);
    fixture_clear(&f);
}

static void test_shapes_without_a_pair_stay_literal(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "dim n, d, dk; given X : real[n, d]; claim c: norm1(res(X)) <= 1;",
        "dim n, d, dk; given X : real[n, d];"
        "claim c: norm1(softmax(X * X') * X) <= diameter(X);",
        "dim n, d, dk; given X : real[n, d]; given s : real;"
        "claim c: norm1(res(softmax(X * X') * X / s)) <= 1;"};
    const int64_t dims[] = {3, 2, 2};
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
        struct fixture f;
        fixture_build(&f, bodies[k], dims);
        assert_int_equal(fixture_link(&f)->fast_truth, fixture_link(&f)->truth);
        fixture_clear(&f);
    }
}

/* A divisor that may be 0 must go on making the residual undefined. */
static void test_dropped_rows_do_not_hide_undefined_terms(void **state)
{
    (void)state;
    static const char *const body =
        "given X : real[3, 2]; given s : real;"
        "claim c: norm1(res(X + ones(3) * ones(2)' / s)) <= 1;";
    struct trial t;
    trial_start(&t, body, NULL);
    const double values[] = {1, 2, 3, 4, 5, 6};
    value_set_doubles(&t.x.values[0], 3, 2);
    memcpy(t.x.values[0].doubles, values, sizeof values);
    value_set_doubles(&t.x.values[1], 1, 1); /* s = 0 */
    ball_run_eval(t.ball, &t.x, BITS, t.ids, t.count);
    assert_int_equal(ball_run_truth(t.ball, fixture_link(&t.f)->fast_truth),
                     TRUTH_UNDEFINED);
    trial_clear(&t);
}

/* ---- one form, however it is spelled ---- */

#define SPELLED(mean, residual, attention, value, norm)                        \
    "dim n, d, dk; given X : real[n, d]; given WQK, WV : real[d, d];"          \
    "let m = " mean "; let R = " residual ";"                                  \
    "let E = R * WQK * R' / sqrt(dk); let P = " attention ";"                  \
    "let Y = " value "; claim c: " norm " <= norm1inf(R) * norm1(E);"
#define MEAN "colmean(X)"
#define RES "res(X)"
#define LOGITS "X * WQK * X' / sqrt(dk)"
#define SOFTMAX "softmax(" LOGITS ")"
#define VALUE "res(P * X * WV)"
#define NORM "norm1inf(Y)"

/* The instructions of the fast form, and its multiplications. */
static size_t fast_cost(const char *body, size_t *count)
{
    struct fixture f;
    const int64_t dims[] = {6, 5, 4};
    plan_id *ids;
    fixture_build(&f, body, dims);
    *count = fast_cone(&f, &ids);
    const size_t cost = multiply_adds(f.plan, ids, *count);
    free(ids);
    fixture_clear(&f);
    return cost;
}

static void test_spellings_have_one_fast_form(void **state)
{
    (void)state;
    static const char *const others[] = {
        SPELLED(MEAN, "X - ones(n) * m", SOFTMAX, VALUE, NORM),
        SPELLED("ones(n)' * X / n", "X - ones(n) * m", SOFTMAX, VALUE, NORM),
        SPELLED("ones(n)' / n * X", "X - ones(n) * m", SOFTMAX, VALUE, NORM),
        SPELLED("1 / n * (ones(n)' * X)", "X - ones(n) * m", SOFTMAX, VALUE,
                NORM),
        SPELLED("1 / n * colsum(X)", "X - ones(n) * m", SOFTMAX, VALUE, NORM),
        SPELLED(MEAN, "X - ones(n) * ones(n)' * X / n", SOFTMAX, VALUE, NORM),
        SPELLED(MEAN, "(eye(n) - ones(n, n) / n) * X", SOFTMAX, VALUE, NORM),
        SPELLED(MEAN, RES, "softmax(X * (WQK * X') / sqrt(dk))", VALUE, NORM),
        SPELLED(MEAN, RES, "softmax((X * WQK' * X')' / sqrt(dk))", VALUE, NORM),
        SPELLED(MEAN, RES,
                "softmax(R * WQK * R' / sqrt(dk) + ones(n)"
                " * (R * (WQK' * m'))' / sqrt(dk))",
                VALUE, NORM),
        SPELLED(MEAN, RES,
                "exp(" LOGITS ") ./ (rowsum(exp(" LOGITS "))"
                " * ones(n)')",
                VALUE, NORM),
        SPELLED(MEAN, RES,
                "exp(" LOGITS ") ./ (exp(" LOGITS ")"
                " * ones(n, n))",
                VALUE, NORM),
        SPELLED(MEAN, RES, SOFTMAX, "res(P * (X * WV))", NORM),
        SPELLED(MEAN, RES, SOFTMAX, "res((WV' * X' * P')')", NORM),
        SPELLED(MEAN, RES, SOFTMAX, "res(P * R * WV)", NORM),
        SPELLED(MEAN, RES, SOFTMAX, VALUE, "sqrt(norm1(Y) * norminf(Y))"),
        SPELLED(MEAN, RES, SOFTMAX, VALUE, "sqrt(norminf(Y)) * sqrt(norm1(Y))"),
    };
    size_t count, other;
    const size_t cost =
        fast_cost(SPELLED(MEAN, RES, SOFTMAX, VALUE, NORM), &count);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        if (fast_cost(others[k], &other) != cost || other > count)
            fail_msg("another form, of %zu instructions in place of %zu:\n%s",
                     other, count, others[k]);
    }
}

/* ones' * (P * X) costs what (ones' * P) * X does. */
static void test_sums_of_products_form_no_product(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "dim n, d, dk; given X : real[n, d]; given A : real[d, d];"
        "claim c: norm1(ones(n)' * (X * A)) <= 1;",
        "dim n, d, dk; given X : real[n, d]; given A : real[d, d];"
        "claim c: norm1((X * A) * ones(d)) <= 1;"};
    const size_t wanted[] = {5 * 5, 6 * 5};
    for (size_t k = 0; k < 2; k++) {
        size_t count;
        assert_int_equal(fast_cost(bodies[k], &count), wanted[k]);
    }
}

static void test_norms_of_transposes_look_at_the_matrix(void **state)
{
    (void)state;
    static const struct {
        const char *lhs;
        enum function fn;
    } cases[] = {{"norm1(X')", FN_NORMINF},
                 {"norminf(X')", FN_NORM1},
                 {"norm1(X)", FN_NORM1}};
    const int64_t dims[] = {3};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct fixture f;
        struct buffer body;
        buffer_init(&body);
        buffer_printf(&body, "dim n; given X : real[n, 2]; claim c: %s <= 1;",
                      cases[k].lhs);
        fixture_build(&f, body.text, dims);
        const struct plan_link *link = fixture_link(&f);
        const struct plan_instr *norm = &f.plan->instrs[link->fast_lhs];
        assert_int_equal(norm->op, PL_CALL);
        assert_int_equal(norm->fn, cases[k].fn);
        assert_int_equal(f.plan->instrs[norm->args[0]].op, PL_INPUT);
        buffer_clear(&body);
        fixture_clear(&f);
    }
}

/* Numbers that grow with each product stay short, or are left alone. */
static void test_long_constants_are_left_alone(void **state)
{
    (void)state;
    static const char *const body =
        "dim n, d, dk; given X : real[2, 2];"
        "let A[0] = 3 * ones(2, 2); let A[l in 1..30] = A[l-1] * A[l-1];"
        "claim c: norm1(X * A[30]) >= 0;";
    const int64_t dims[] = {1, 1, 1};
    struct fixture f;
    fixture_build(&f, body, dims);
    for (plan_id id = 0; id < f.plan->count; id++)
        if (f.plan->instrs[id].number)
            assert_true(mpz_sizeinbase(mpq_numref(f.plan->instrs[id].number->q),
                                       2) <= PLAN_MAX_BITS);
    fixture_clear(&f);
}

/* A mask that is written out allows a residual to be had as one of a pair. */
static void test_sure_masks_have_pairs(void **state)
{
    (void)state;
    static const struct {
        const char *mask;
        bool is_sure;
    } masks[] = {
        {"[1, 0; 1, 1]", true},  {"eye(2)", true},       {"ones(2, 2)", true},
        {"[1, 0; 0, 0]", false}, /* it allows nothing */
        {"[1, 2; 1, 1]", false}, {"zeros(2, 2)", false}, {"M", false}};
    for (size_t k = 0; k < sizeof masks / sizeof *masks; k++) {
        struct fixture f;
        struct buffer body;
        buffer_init(&body);
        buffer_printf(&body,
                      "given X, M : real[2, 2]; claim c: norm1(res("
                      "softmax(X, %s) * (M * X + ones(2) * X[1, :]))) <= 1;",
                      masks[k].mask);
        fixture_build(&f, body.text, NULL);
        assert_int_equal(fixture_link(&f)->fast_truth !=
                             fixture_link(&f)->truth,
                         masks[k].is_sure);
        fixture_clear(&f);
        buffer_clear(&body);
    }
}

/* ---- accuracy ---- */

#define DEEP                                                                   \
    "dim n, d, dk, L; given X : real[n, d];"                                   \
    "given WQK[l in 1..L], WV[l in 1..L] : real[d, d];"                        \
    "given b[l in 1..L] : real[d];"                                            \
    "let Y[0] = X;"                                                            \
    "let P[l in 1..L] = softmax((Y[l-1] * WQK[l] * Y[l-1]'"                    \
    " + ones(n) * b[l]' * Y[l-1]') / sqrt(dk));"                               \
    "let Y[l in 1..L] = P[l] * Y[l-1] * WV[l] + ones(n) * b[l]';"

/* Tokens around a common row at a distance of about `scale`. */
static void draw_tokens(struct instance *x, double scale, struct rng *rng)
{
    for (size_t k = 0; k < x->layout->nslots; k++) {
        const struct slot *s = &x->layout->slots[k];
        struct value *v = &x->values[k];
        value_set_rationals(v, s->rows, s->cols);
        for (size_t i = 0; i < s->rows * s->cols; i++) {
            rational_set_double(&v->rationals[i], rng_unit(rng) - 0.5);
            if (k > 0)
                continue;
            rational_t far;
            rational_init(&far);
            rational_set_double(&far, scale);
            mpq_mul(v->rationals[i].q, v->rationals[i].q, far.q);
            rational_set_double(&far, (double)(i % s->cols) / 4 + 1);
            mpq_add(v->rationals[i].q, v->rationals[i].q, far.q);
            rational_clear(&far);
        }
    }
}

/* Bits of relative accuracy of the left side of the first claim. */
static slong accuracy(const char *body, const int64_t *dims, double scale,
                      slong prec)
{
    struct trial t;
    struct rng rng = rng_start(7);
    trial_start(&t, body, dims);
    draw_tokens(&t.x, scale, &rng);
    ball_run_eval(t.ball, &t.x, prec, t.ids, t.count);
    plan_id id = fixture_link(&t.f)->fast_lhs;
    assert_int_equal(ball_run_undefined(t.ball, id), TRUTH_FALSE);
    slong bits =
        arb_rel_accuracy_bits(arb_mat_entry(t.ball->values[id].m, 0, 0));
    trial_clear(&t);
    return bits;
}

static void test_small_residual_keeps_relative_accuracy(void **state)
{
    (void)state;
    static const char *const body = DEEP "claim c: norm1inf(res(Y[L])) <= 1;";
    const int64_t dims[] = {5, 4, 4, 1};
    assert_true(accuracy(body, dims, 1, 128) > 90);
    assert_true(accuracy(body, dims, 1e-40, 512) > 300);
}

static void test_three_layers_have_the_literal_value(void **state)
{
    (void)state;
    static const char *const body =
        DEEP "claim c: norm1inf(res(Y[L])) <= norm1(res(P[L]));";
    const int64_t dims[] = {4, 3, 2, 3};
    struct trial t;
    struct rng rng = rng_start(11);
    trial_start(&t, body, dims);
    draw_tokens(&t.x, 4, &rng);
    ball_run_eval(t.ball, &t.x, BITS, t.ids, t.count);
    assert_true(check_link(&t, false, body));
    trial_clear(&t);
}

static void test_twelve_layers_keep_fifty_bits(void **state)
{
    (void)state;
    static const char *const body = DEEP "claim c: norm1inf(res(Y[L])) <= 1;";
    const int64_t dims[] = {8, 16, 8, 12};
    assert_true(accuracy(body, dims, 1, 128 + 8 * 12) > 53);
}

static void test_forty_layers_have_a_logarithm(void **state)
{
    (void)state;
    static const char *const body =
        DEEP "claim c: log(norm1inf(res(Y[L]))) / log(10) <= 0;";
    const int64_t dims[] = {4, 3, 3, 40};
    assert_true(accuracy(body, dims, 1, 128 + 8 * 40) > 53);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fast_forms_have_the_literal_values),
        cmocka_unit_test(test_single_layer_takes_the_residual_form),
        cmocka_unit_test(test_shapes_without_a_pair_stay_literal),
        cmocka_unit_test(test_spellings_have_one_fast_form),
        cmocka_unit_test(test_sums_of_products_form_no_product),
        cmocka_unit_test(test_norms_of_transposes_look_at_the_matrix),
        cmocka_unit_test(test_long_constants_are_left_alone),
        cmocka_unit_test(test_sure_masks_have_pairs),
        cmocka_unit_test(test_dropped_rows_do_not_hide_undefined_terms),
        cmocka_unit_test(test_small_residual_keeps_relative_accuracy),
        cmocka_unit_test(test_three_layers_have_the_literal_value),
        cmocka_unit_test(test_twelve_layers_keep_fifty_bits),
        cmocka_unit_test(test_forty_layers_have_a_logarithm),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eval_finish();
    return failed;
}
