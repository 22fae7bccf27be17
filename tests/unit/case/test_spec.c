#include "spec_fixture.h"

#include "case/casefile.h"
#include "case/property.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THEOREM                                                                \
    "theorem t { dim n, d; given X : real[n, d];\n"                            \
    "claim a: sum(X) <= sum(abs(X)); claim b: 0 <= 1 <= 2; }\n"
#define CASE(lines) THEOREM "case c for t {\n" lines "\n}\n"
/* A theorem with one given of that declaration. */
#define GIVEN(given, lines)                                                    \
    "theorem t { dim n; given " given ";\n"                                    \
    "claim a: sum(X) == sum(X) and n >= 0; }\n"                                \
    "case c for t {\n" lines "\n}\n"

static void test_defaults(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, THEOREM);
    assert_string_equal(spec_name(f.spec), "campaign");
    assert_true(spec_is_campaign(f.spec));
    assert_false(spec_is_literal(f.spec));
    assert_int_equal(spec_trials(f.spec), CASE_DEFAULT_TRIALS);
    assert_int_equal(spec_seed(f.spec), CASE_DEFAULT_SEED);
    teardown(&f);
}

static void test_campaign_sizes_cover_their_range(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, "theorem t { dim n, d; dim k >= 3; given X : real[n, d];"
              " claim a: norm1(X) <= k * norm1(X); }");
    bool seen[7] = {false};
    for (uint64_t k = 0; k < 200; k++) {
        spec_draw_dims(f.spec, k, f.dims);
        for (size_t i = 0; i < 3; i++)
            assert_true(f.dims[i] >= (i == 2 ? 3 : 1) && f.dims[i] <= 6);
        seen[f.dims[0]] = true;
    }
    for (size_t n = 1; n <= 6; n++)
        assert_true(seen[n]);
    spec_draw_dims(f.spec, 0, f.dims);
    assert_int_equal(f.dims[0], 1);
    assert_int_equal(f.dims[2], 3);
    teardown(&f);
}

static void test_case_lines_are_read(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, CASE("n in 2..3; d = 1 + 1; X ~ integers(1, 2);"
                   "trials 7; seed 9; expect a violated; expect b#2 holds;"));
    assert_string_equal(spec_name(f.spec), "c");
    assert_int_equal(spec_trials(f.spec), 7);
    assert_int_equal(spec_seed(f.spec), 9);
    assert_int_equal(spec_expects(f.spec), 2);
    assert_string_equal(spec_expect(f.spec, 1)->claim, "b");
    assert_int_equal(spec_expect(f.spec, 1)->link, 2);
    assert_int_equal(spec_expect(f.spec, 0)->word, WORD_VIOLATED);
    for (uint64_t k = 0; k < 20; k++) {
        trial(&f, k);
        assert_true(f.dims[0] == 2 || f.dims[0] == 3);
        assert_int_equal(f.dims[1], 2);
        for (int64_t e = 0; e < 2 * f.dims[0]; e++)
            assert_true(f.x.values[0].doubles[e] == 1 ||
                        f.x.values[0].doubles[e] == 2);
    }
    teardown(&f);
}

static void test_command_line_binds_stronger(void **state)
{
    (void)state;
    struct fixture f = {.options = {.has_seed = true,
                                    .seed = 4,
                                    .has_trials = true,
                                    .trials = 3,
                                    .dims = " n = 5..6 , d=4,zz=9"}};
    setup(&f, CASE("n = 2; trials 7; seed 9;"));
    assert_int_equal(spec_trials(f.spec), 3);
    assert_int_equal(spec_seed(f.spec), 4);
    for (uint64_t k = 0; k < 20; k++) {
        spec_draw_dims(f.spec, k, f.dims);
        assert_true(f.dims[0] == 5 || f.dims[0] == 6);
        assert_int_equal(f.dims[1], 4);
    }
    teardown(&f);
}

static void test_bad_dims_option_is_told_without_a_place(void **state)
{
    (void)state;
    const char *bad[] = {"n",     "=3",    "n=",       "n=0",       "n=3..2",
                         "n=2..", "n=2 3", "n=2,,d=3", "n=1048577", "n=x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct spec_options o = {.dims = bad[i]};
        assert_refused_with(o, THEOREM,
                            "majorant: error: --dims: expected NAME=SIZE or "
                            "NAME=LO..HI with sizes in 1..1048576, found '");
    }
    struct spec_options twice = {.dims = " n = 2 ,d=4, n=3"};
    assert_refused_with(twice, THEOREM,
                        "majorant: error: --dims: n is given twice");
    struct spec_options o = {.dims = "n=1..4"};
    assert_refused_with(o, "theorem t { dim n >= 2; claim a: n >= 2; }",
                        "majorant: error: --dims: n starts at 1, but t asks "
                        "for n >= 2");
}

static void test_draws_depend_on_the_trial_alone(void **state)
{
    (void)state;
    struct fixture f = {0}, g = {0};
    setup(&f, CASE("n = 2; d = 2; X ~ normal(0, 1);"));
    setup(&g, CASE("n = 2; d = 2; X ~ normal(0, 1);"));
    trial(&g, 3);
    trial(&f, 7);
    trial(&g, 7);
    size_t bytes = 4 * sizeof(double);
    assert_memory_equal(f.x.values[0].doubles, g.x.values[0].doubles, bytes);
    trial(&g, 8);
    assert_memory_not_equal(f.x.values[0].doubles, g.x.values[0].doubles,
                            bytes);
    teardown(&f);
    teardown(&g);
}

static void test_seed_changes_the_draw(void **state)
{
    (void)state;
    struct fixture f = {0}, g = {0};
    setup(&f, CASE("n = 2; d = 2; X ~ normal(0, 1);"));
    setup(&g, CASE("n = 2; d = 2; X ~ normal(0, 1); seed 2;"));
    trial(&f, 7);
    trial(&g, 7);
    assert_memory_not_equal(f.x.values[0].doubles, g.x.values[0].doubles, 32);
    teardown(&f);
    teardown(&g);
}

/* Two theorems, and two cases of one, are not drawn the same numbers. */
static void test_names_change_the_draw(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "theorem t { given X : real[2, 2]; claim a: sum(X) == sum(X); }"
        "case c for t { X ~ normal(0, 1); }",
        "theorem u { given X : real[2, 2]; claim a: sum(X) == sum(X); }"
        "case c for u { X ~ normal(0, 1); }",
        "theorem t { given X : real[2, 2]; claim a: sum(X) == sum(X); }"
        "case e for t { X ~ normal(0, 1); }",
        "theorem t { given Y : real[2, 2]; claim a: sum(Y) == sum(Y); }"
        "case c for t { Y ~ normal(0, 1); }"};
    struct fixture f[4] = {{0}, {0}, {0}, {0}};
    for (size_t i = 0; i < 4; i++) {
        setup(&f[i], texts[i]);
        trial(&f[i], 7);
        for (size_t k = 0; k < i; k++)
            assert_memory_not_equal(f[i].x.values[0].doubles,
                                    f[k].x.values[0].doubles, 32);
    }
    for (size_t i = 0; i < 4; i++)
        teardown(&f[i]);
}

static void test_literals_are_exact_and_fix_sizes(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, CASE("X = [1, 0.1; -2, 1/3; 0, 0];"));
    assert_true(spec_is_literal(f.spec));
    assert_int_equal(spec_trials(f.spec), 1);
    trial(&f, 0);
    assert_int_equal(f.dims[0], 3);
    assert_int_equal(f.dims[1], 2);
    assert_entry(&f, 0, 0, 1, "0.1");
    assert_entry(&f, 0, 1, 0, "-2");
    assert_entry(&f, 0, 1, 1, "1/3");
    teardown(&f);
}

static void test_linear_sizes_are_solved(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, "theorem t { dim n, d; given X : real[2 * n + d, d];"
              " claim a: sum(X) == sum(X); }\n"
              "case c for t { X = ones(7, 3); }");
    spec_draw_dims(f.spec, 5, f.dims);
    assert_int_equal(f.dims[0], 2);
    assert_int_equal(f.dims[1], 3);
    teardown(&f);
    assert_refused("theorem t { dim n; given X : real[2 * n];"
                   " claim a: sum(X) == sum(X); }\n"
                   "case c for t { X = ones(7); }",
                   "error: the value of X has 7 rows, which does not agree "
                   "with 2*n");
}

static void test_values_may_depend_on_sizes(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, CASE("n = 3; X = ones(n, d) / d;"));
    assert_false(spec_is_literal(f.spec));
    for (uint64_t k = 0; k < 10; k++) {
        trial(&f, k);
        rational_t x;
        rational_init(&x);
        value_entry(&x, &f.x.values[0], 2, 0);
        assert_int_equal(mpq_cmp_ui(x.q, 1, (unsigned long)f.dims[1]), 0);
        rational_clear(&x);
    }
    teardown(&f);
}

static void test_irrational_values_stay_expressions(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, CASE("X = sqrt(2) * eye(2);"));
    assert_true(spec_is_literal(f.spec));
    trial(&f, 0);
    assert_int_equal(f.x.values[0].kind, VALUE_EXPR);
    assert_int_equal(f.x.values[0].rows, 2);
    teardown(&f);
    assert_impossible(
        GIVEN("X : stochastic[1, n]", "X = sqrt(2) * ones(1, 2);"),
        "the value of X is not rational, so it cannot be checked "
        "to be stochastic");
    assert_impossible(GIVEN("X : real in [0, 1]", "X = sqrt(2);"),
                      "the value of X is outside its range");
}

static void test_irrational_values_are_compared_with_their_range(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, GIVEN("X : real in [0, pi / 2]", "X = sqrt(2);"));
    trial(&f, 0);
    assert_int_equal(f.x.values[0].kind, VALUE_EXPR);
    teardown(&f);
}

static void test_conflicts_of_sizes_name_both_places(void **state)
{
    (void)state;
    assert_refused(CASE("n = 4; X = [1, 2; 3, 4];"),
                   "error: the value of X has 2 rows, which does not agree "
                   "with n");
    assert_refused(CASE("n = 4; X = [1, 2; 3, 4];"),
                   "note: n is 4 because of this");
    assert_refused(CASE("n in 3..9; X = [1, 2; 3, 4];"),
                   "note: n is in 3..9 because of this");
    assert_refused("theorem t { dim n; given X, Y : real[n];"
                   " claim a: sum(X) == sum(Y); }\n"
                   "case c for t { X = ones(2); Y = ones(3); }",
                   "note: n is 2 because of this");
}

static void test_broken_properties_are_told(void **state)
{
    (void)state;
    assert_refused(GIVEN("X : stochastic[n, n]", "X = [1, 0; 1/2, 1/3];"),
                   "error: row 2 of X sums to 5/6, expected 1");
    assert_refused(GIVEN("X : symmetric[n]", "X = [1, 0; 1, 3];"),
                   "error: entry [2, 1] of X is 1, entry [1, 2] is 0");
    assert_refused(GIVEN("X : psd[n]", "X = [1, 2; 2, 1];"),
                   "error: X is not positive semidefinite");
    assert_refused(GIVEN("X : orthogonal[n]", "X = [1, 0; 0, 2];"),
                   "error: columns 2 and 2 of X have the product 4");
    assert_refused(GIVEN("X : nonneg[n, 2]", "X = [1, -1];"),
                   "error: entry [1, 2] of X is -1");
    assert_refused(GIVEN("X : int", "X = 1/2;"),
                   "error: X is 0.5, expected an integer");
    assert_refused(GIVEN("X : real in [0, 1.256]", "X = 1.257;"),
                   "error: X is 1.257, outside its range");
}

static void test_errors_of_lines_are_told(void **state)
{
    (void)state;
    assert_refused(CASE("m = 3;"), "error: t has no dim or given named m");
    assert_refused(CASE("Y ~ normal(0, 1);"),
                   "error: t has no dim or given named Y");
    assert_refused(CASE("n = 3; n in 2..3;"), "error: n is given twice");
    assert_refused(CASE("X = ones(2); X ~ onehot();"),
                   "error: X is given twice");
    assert_refused(CASE("n in 3..2;"), "error: the range 3..2 of n is empty");
    assert_refused(CASE("n = 0;"), "error: n = 0, expected a size in 1..");
    assert_refused(CASE("n = 1/2;"), "error: expected an integer");
    assert_refused(CASE("n = d;"),
                   "error: expected an integer without dims in it");
    assert_refused(CASE("n ~ normal(0, 1);"),
                   "error: n is a dim; write its range with `in`");
    assert_refused(CASE("X in 2..3;"), "error: X is no dim");
    assert_refused(CASE("trials 0;"), "error: expected a number in 1..");
    assert_refused(CASE("seed 1; seed 2;"), "error: seed is given twice");
    assert_refused(CASE("expect z holds;"), "error: t has no claim named z");
    assert_refused(CASE("expect b#3 holds;"), "error: b has 2 links, not 3");
    assert_refused(CASE("expect a holds; expect a violated;"),
                   "error: a is expected twice");
    assert_refused(CASE("reuse Y 3;"), "error: t has no dim or given named Y");
    assert_refused(CASE("reuse X 0;"), "error: expected a number in 1..");
    assert_refused("theorem t { dim n >= 3; claim a: n >= 3; }\n"
                   "case c for t { n in 2..4; }",
                   "error: n = 2, expected a size in 3..");
    assert_refused(CASE("X = 1 / 0 * ones(2, 2);"),
                   "error: this value is undefined");
}

static void test_errors_of_samplers_are_told(void **state)
{
    (void)state;
    assert_refused(CASE("X ~ gauss(0, 1);"),
                   "error: expected a sampler such as normal(0, 1) or "
                   "integers(-3, 3), found gauss");
    assert_refused(CASE("X ~ normal(0);"),
                   "error: normal takes 2 arguments, found 1");
    assert_refused(CASE("X ~ mixture();"),
                   "error: mixture takes at least 1 argument, found 0");
    assert_refused(CASE("X ~ sparse(0.5, 3);"),
                   "error: expected a sampler such as");
    assert_refused(CASE("X ~ normal(ones(2), 1);"), "error: expected a number");
    assert_refused(CASE("X ~ tensor(\"a\", \"b\");"),
                   "error: expected a sampler such as");
    assert_impossible(CASE("X ~ normal(0, 1 - 2 * n);"),
                      "normal(mean, sd) takes sd >= 0");
    assert_impossible(CASE("n = 2; d = 3; X ~ orthogonal();"),
                      "orthogonal() needs a square matrix, this is 2 x 3");
}

static void test_parameters_may_be_irrational(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, CASE("n = 2; d = 2; X ~ uniform(1 / sqrt(d), pi / 4);"));
    trial(&f, 0);
    for (size_t k = 0; k < 4; k++)
        assert_true(f.x.values[0].doubles[k] >= 0.7071 &&
                    f.x.values[0].doubles[k] <= 0.7854);
    teardown(&f);
}

#define FAMILY                                                                 \
    "theorem t { dim L, H; given W[l in 1..L, h in 1..H] : real[2];\n"         \
    "claim a: sum(l in 1..L, sum(h in 1..H, sum(W[l, h]))) == 0; }\n"

static void test_more_specific_patterns_win(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, FAMILY "case c for t { L = 3; H = 2; W[2, 1] = 7 * ones(2);\n"
                     "W[2, k] ~ integers(5, 5); W ~ integers(4, 4);\n"
                     "W[l in 3..3, h] = (10 * l + h) * ones(2);\n"
                     "W[1, H] = [H; L]; }");
    assert_false(spec_is_literal(f.spec));
    trial(&f, 3);
    assert_entry(&f, 0, 0, 0, "4");
    assert_entry(&f, 1, 0, 0, "2");
    assert_entry(&f, 1, 1, 0, "3");
    assert_entry(&f, 2, 0, 0, "7");
    assert_entry(&f, 3, 0, 0, "5");
    assert_entry(&f, 4, 0, 0, "31");
    assert_entry(&f, 5, 0, 0, "32");
    teardown(&f);
}

static void test_values_with_indices_are_literal(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, FAMILY "case c for t { L = 2; H = 1;\n"
                     "W[l, h] = (l - h) * ones(2); }");
    assert_true(spec_is_literal(f.spec));
    trial(&f, 0);
    assert_entry(&f, 0, 0, 0, "0");
    assert_entry(&f, 1, 0, 0, "1");
    teardown(&f);
}

static void test_bad_patterns_are_told(void **state)
{
    (void)state;
    assert_refused(FAMILY "case c for t { W[1] ~ onehot(); }",
                   "error: W has 1 indices here, expected 2 or none");
    assert_refused(FAMILY "case c for t { W[l, l] ~ onehot(); }",
                   "error: l stands twice");
    assert_refused(FAMILY "case c for t { L = 2; W[3, h] ~ onehot(); }",
                   "error: index 3 of W is not in 1..2");
    assert_refused(FAMILY "case c for t { W[l, h] ~ onehot(); W = ones(2); }",
                   "error: W is given twice");
    assert_refused(FAMILY "case c for t { W[1, h] ~ onehot();"
                          "W[1, k] = ones(2); }",
                   "error: W is given twice");
}

static void test_samplers_keep_properties(void **state)
{
    (void)state;
    static const char *kinds[] = {"stochastic[n, n]",
                                  "symmetric[n]",
                                  "psd[n]",
                                  "orthogonal[n]",
                                  "nonneg[n, n]",
                                  "nonneg[n, n] in [-3, 2]",
                                  "nonneg[n, n] in [-inf, 2]",
                                  "nonneg[n, n] in [-3, inf]",
                                  "real[n, n] in [0, 1/3]",
                                  "int",
                                  "int in [2, 4]"};
    static const char *samplers[] = {"normal(0, 1)",  "logscale(-30, 30)",
                                     "uniform(0, 1)", "integers(-1, 1)",
                                     "hilbert()",     "dirichlet(1)"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t s = 0; s <= sizeof samplers / sizeof *samplers; s++) {
            char text[512];
            bool is_default = s == sizeof samplers / sizeof *samplers;
            snprintf(text, sizeof text,
                     "theorem t { dim n; given X : %s;\n"
                     "claim a: sum(X) == sum(X) and n >= 0; }\n"
                     "case c for t { n in 1..4; %s%s; }\n",
                     kinds[k], is_default ? "trials 9" : "X ~ ",
                     is_default ? "" : samplers[s]);
            struct fixture f = {0};
            setup(&f, text);
            for (uint64_t number = 0; number < 15; number++) {
                trial(&f, number);
                struct range range;
                struct buffer reason;
                range_init(&range);
                buffer_init(&reason);
                const struct given *g = &spec_theorem(f.spec)->givens[0];
                assert_int_equal(
                    range_of_given(&range, g, &f.layout.env, &reason), ST_OK);
                if (property_check(&f.x.values[0], g->kind, &range, "X",
                                   &reason) != ST_OK)
                    fail_msg("%s: %s", text, reason.text);
                buffer_clear(&reason);
                range_clear(&range);
            }
            teardown(&f);
        }
}

/* No map keeps both, so such a draw is impossible: it must not be used. */
static void test_drawn_kinds_lie_in_their_range_or_are_refused(void **state)
{
    (void)state;
    static const char *kinds[] = {"stochastic[n, n] in [0, 1/2]",
                                  "psd[n] in [0, 1/10]",
                                  "orthogonal[n] in [0, 1]"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char text[256];
        size_t drawn = 0, refused = 0;
        snprintf(text, sizeof text,
                 "theorem t { dim n; given X : %s; claim a: X <= X; }\n",
                 kinds[k]);
        struct fixture f = {0};
        setup(&f, text);
        for (uint64_t number = 0; number < 60; number++) {
            if (try_trial(&f, number) != ST_OK) {
                refused++;
                continue;
            }
            struct range range;
            struct buffer reason;
            range_init(&range);
            buffer_init(&reason);
            const struct given *g = &spec_theorem(f.spec)->givens[0];
            assert_int_equal(range_of_given(&range, g, &f.layout.env, &reason),
                             ST_OK);
            assert_int_equal(
                property_check(&f.x.values[0], g->kind, &range, "X", &reason),
                ST_OK);
            drawn++;
            buffer_clear(&reason);
            range_clear(&range);
        }
        assert_true(drawn > 0 && refused > 0);
        teardown(&f);
    }
}

static void test_empty_ranges_are_told(void **state)
{
    (void)state;
    assert_impossible(GIVEN("X : real in [n, 0]", "n = 1;"),
                      "the range of X holds no value here");
    assert_impossible(GIVEN("X : int in [1/4, 3/4]", "X ~ integers(0, 1);"),
                      "the range of X holds no value here");
    assert_impossible(GIVEN("X : nonneg[2] in [-5, -1]", "n = 1;"),
                      "the range of X holds no value here");
    assert_impossible(GIVEN("X : nonneg[2] in [-inf, -1]", "n = 1;"),
                      "the range of X holds no value here");
}

static bool same_value(const struct value *a, const struct value *b)
{
    bool same = a->rows == b->rows && a->cols == b->cols;
    rational_t x, y;
    rational_init(&x);
    rational_init(&y);
    for (size_t k = 0; same && k < a->rows * a->cols; k++) {
        value_entry(&x, a, k / a->cols, k % a->cols);
        value_entry(&y, b, k / b->cols, k % b->cols);
        same = mpq_equal(x.q, y.q) != 0;
    }
    rational_clear(&x);
    rational_clear(&y);
    return same;
}

/* Whatever order the trials come in, and whichever lane they are drawn into. */
static void test_drawer_draws_what_spec_draw_does(void **state)
{
    (void)state;
    static const uint64_t order[] = {0, 1, 2, 3, 9, 8, 4, 0, 7, 7, 16};
    struct fixture f = {0};
    setup(&f, "theorem t { given X, Y : real[2, 2]; given Z : nonneg[3];"
              " given W : stochastic[2, 2]; claim a: X <= Y; }\n"
              "case c for t { X ~ normal(0, 1); reuse X, Z 4;"
              " Y = [1, 2; 3, 4]; Z ~ uniform(0, 1); }");
    trial(&f, 0);
    struct drawer *d = drawer_new(f.spec, &f.layout, 2);
    struct instance lanes[2];
    for (size_t k = 0; k < 2; k++)
        instance_init(&lanes[k], &f.layout);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        struct instance alone;
        struct span where;
        char *reason = NULL;
        instance_init(&alone, &f.layout);
        assert_int_equal(spec_draw(f.spec, order[i], &alone, &where, &reason),
                         ST_OK);
        assert_int_equal(
            drawer_draw(d, i % 2, order[i], &lanes[i % 2], &where, &reason),
            ST_OK);
        for (size_t k = 0; k < f.layout.nslots; k++)
            assert_true(same_value(&alone.values[k], &lanes[i % 2].values[k]));
        instance_clear(&alone);
    }
    for (size_t k = 0; k < 2; k++)
        instance_clear(&lanes[k]);
    drawer_free(d);
    teardown(&f);
}

static void test_reuse_shares_values_between_trials(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, "theorem t { given X, Y : real; claim a: X <= Y; }\n"
              "case c for t { X, Y ~ normal(0, 1); reuse X 4; }");
    double x[8], y[8];
    for (uint64_t k = 0; k < 8; k++) {
        trial(&f, k);
        x[k] = f.x.values[0].doubles[0];
        y[k] = f.x.values[1].doubles[0];
    }
    assert_true(x[0] == x[3] && x[4] == x[7] && x[3] != x[4]);
    assert_true(y[0] != y[1]);
    teardown(&f);
}

static void test_int_symbols_agree_with_the_draw(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, "theorem t { dim n; given k : int in [1, n];"
              " given X : real[n]; claim a: X[k] <= max(X); }");
    const struct given *g = &spec_theorem(f.spec)->givens[0];
    assert_non_null(g->symbol);
    bool differs = false;
    for (uint64_t number = 0; number < 40; number++) {
        trial(&f, number);
        assert_true(f.layout.env.known[g->symbol->id]);
        int64_t value = f.layout.env.values[g->symbol->id];
        assert_true(value >= 1 && value <= f.dims[0]);
        assert_true(f.x.values[0].doubles[0] == (double)value);
        differs = differs || value != 1;
    }
    assert_true(differs);
    teardown(&f);
}

static void write_file(const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", BINARY_DIR, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_file(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", BINARY_DIR, name);
    unlink(path);
}

static void test_files_are_read_beside_the_case(void **state)
{
    (void)state;
    write_file("spec-x.csv", "1,0.1\n2,3\n4,5\n");
    struct fixture f = {0};
    setup(&f, CASE("X = file(\"spec-x.csv\");"));
    assert_true(spec_is_literal(f.spec));
    trial(&f, 0);
    assert_int_equal(f.dims[0], 3);
    assert_entry(&f, 0, 0, 1, "0.1");
    teardown(&f);
    f = (struct fixture){0};
    setup(&f, CASE("X = 2 * file(\"spec-x.csv\")';"));
    trial(&f, 0);
    assert_int_equal(f.dims[0], 2);
    assert_entry(&f, 0, 1, 0, "0.2");
    assert_entry(&f, 0, 1, 2, "10");
    teardown(&f);
    remove_file("spec-x.csv");
}

static void test_faults_of_files_are_placed_at_the_call(void **state)
{
    (void)state;
    write_file("spec-y.csv", "1,nan\n");
    assert_refused(CASE("X = file(\"spec-y.csv\");"), "t.bound:4:5: error: ");
    assert_refused(CASE("X = file(\"spec-y.csv\");"),
                   "spec-y.csv: line 1: entry [1, 2] is not a finite number");
    assert_refused(CASE("X = file(\"spec-none.npy\");"),
                   "cannot be read: No such file or directory");
    remove_file("spec-y.csv");
}

static void test_files_outside_are_refused(void **state)
{
    (void)state;
    const char *message = "error: the file lies outside the folder";
    assert_refused(CASE("X = file(\"/tmp/x.npy\");"), message);
    assert_refused(CASE("X = file(\"../x.npy\");"), message);
    assert_refused(CASE("X = file(\"a/../../x.npy\");"), message);
    struct spec_options o = {.allow_outside = true};
    assert_refused_with(o, CASE("X = file(\"../no-such.npy\");"),
                        "cannot be read");
}

static void test_nothing_to_draw_is_one_trial(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, "theorem t { claim a: 1 <= 2; }");
    assert_true(spec_is_literal(f.spec));
    assert_int_equal(spec_trials(f.spec), 1);
    trial(&f, 0);
    teardown(&f);
}

/* ---- domains ---- */

static uint64_t domain_of(const char *text)
{
    struct fixture f = {0};
    setup(&f, text);
    const uint64_t domain = spec_domain(f.spec);
    teardown(&f);
    return domain;
}

static void test_domains_of_sizes_and_integers_are_counted(void **state)
{
    (void)state;
    assert_int_equal(
        domain_of("theorem t { given k : int in [2, 9]; claim c: k > 1; }"), 8);
    assert_int_equal(domain_of("theorem t { dim n, m; claim c: n * m > 0; }"),
                     36);
    assert_int_equal(domain_of("theorem t { given k : int; claim c: k > 1; }"),
                     0);
    assert_int_equal(domain_of("theorem t { dim n; given x : real[n]; "
                               "claim c: sum(x) > 1; }"),
                     0);
    assert_int_equal(
        domain_of("theorem t { dim n; given x : real[n]; "
                  "claim c: sum(x) > 1; } case a for t { n in 2..3; "
                  "x = ones(n); }"),
        2);
}

/* Six sizes alone would say little. */
static void test_a_campaign_over_sizes_alone_has_more_of_them(void **state)
{
    (void)state;
    assert_int_equal(domain_of("theorem t { dim n >= 2; claim c: n > 1; }"),
                     24);
    assert_int_equal(
        domain_of("theorem t { dim n; claim c: n > 1; } case a for t { "
                  "n in 2..3; }"),
        2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_domains_of_sizes_and_integers_are_counted),
        cmocka_unit_test(test_a_campaign_over_sizes_alone_has_more_of_them),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_campaign_sizes_cover_their_range),
        cmocka_unit_test(test_case_lines_are_read),
        cmocka_unit_test(test_command_line_binds_stronger),
        cmocka_unit_test(test_bad_dims_option_is_told_without_a_place),
        cmocka_unit_test(test_draws_depend_on_the_trial_alone),
        cmocka_unit_test(test_seed_changes_the_draw),
        cmocka_unit_test(test_names_change_the_draw),
        cmocka_unit_test(test_literals_are_exact_and_fix_sizes),
        cmocka_unit_test(test_linear_sizes_are_solved),
        cmocka_unit_test(test_values_may_depend_on_sizes),
        cmocka_unit_test(test_irrational_values_stay_expressions),
        cmocka_unit_test(test_irrational_values_are_compared_with_their_range),
        cmocka_unit_test(test_conflicts_of_sizes_name_both_places),
        cmocka_unit_test(test_broken_properties_are_told),
        cmocka_unit_test(test_errors_of_lines_are_told),
        cmocka_unit_test(test_errors_of_samplers_are_told),
        cmocka_unit_test(test_parameters_may_be_irrational),
        cmocka_unit_test(test_more_specific_patterns_win),
        cmocka_unit_test(test_values_with_indices_are_literal),
        cmocka_unit_test(test_bad_patterns_are_told),
        cmocka_unit_test(test_samplers_keep_properties),
        cmocka_unit_test(test_drawn_kinds_lie_in_their_range_or_are_refused),
        cmocka_unit_test(test_empty_ranges_are_told),
        cmocka_unit_test(test_reuse_shares_values_between_trials),
        cmocka_unit_test(test_drawer_draws_what_spec_draw_does),
        cmocka_unit_test(test_int_symbols_agree_with_the_draw),
        cmocka_unit_test(test_files_are_read_beside_the_case),
        cmocka_unit_test(test_faults_of_files_are_placed_at_the_call),
        cmocka_unit_test(test_files_outside_are_refused),
        cmocka_unit_test(test_nothing_to_draw_is_one_trial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
