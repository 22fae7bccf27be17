#include "ir/closed.h"
#include "ir/lower.h"

#include "support/cmocka_all.h"

#include <string.h>

/* One closed relation, lowered inside a theorem with `dim n` = 3. */
struct lowered {
    struct diag *diag;
    struct module *module;
    const struct expr *relation;
    struct env env;
};

static void lower(struct lowered *l, const char *relation)
{
    struct buffer text;
    *l = (struct lowered){.diag = diag_new()};
    buffer_init(&text);
    buffer_printf(&text, "theorem t { dim n; given x : real; claim c: %s; }",
                  relation);
    assert_int_equal(
        module_load_text(&l->module, "t.bound", text.text, NULL, l->diag),
        ST_OK);
    const struct theorem *t = module_theorem(l->module, 0);
    l->relation = t->claims[0].relation;
    env_init(&l->env, dim_symbols(expr_dims(t->pool)));
    env_set(&l->env, t->dims[0], 3);
    buffer_clear(&text);
}

static void lowered_clear(struct lowered *l)
{
    env_clear(&l->env);
    module_free(l->module);
    diag_free(l->diag);
}

static enum status decide(bool *holds, const char *relation)
{
    struct lowered l;
    lower(&l, relation);
    enum status st = closed_truth(holds, l.relation, &l.env);
    lowered_clear(&l);
    return st;
}

static void expect_true(const char *relation)
{
    bool holds = false;
    if (decide(&holds, relation) != ST_OK)
        fail_msg("%s is not decided", relation);
    assert_true(holds);
}

static void expect_false(const char *relation)
{
    bool holds = true;
    if (decide(&holds, relation) != ST_OK)
        fail_msg("%s is not decided", relation);
    assert_false(holds);
}

static void expect_status(const char *relation, enum status expected)
{
    bool holds;
    assert_int_equal(decide(&holds, relation), expected);
}

static void test_arithmetic_is_exact(void **state)
{
    (void)state;
    expect_true("1/3 + 1/6 == 0.5");
    expect_true("-n^2 == -9");
    expect_true("2^-3 == 1/8");
    expect_true("[1, 2; 3, 4] * [0, 1; 1, 0] == [2, 1; 4, 3]");
    expect_true("2 * [1, 2] / 4 == [1/2, 1]");
    expect_true("[1, 2] .* [3, 4] - [1, 1] ./ [2, 4] == [5/2, 31/4]");
    expect_true("2 .^ [1, 2; 3, -1] == [2, 4; 8, 1/2]");
    expect_true("[1, 1; 0, 1]^5 == [1, 5; 0, 1]");
    expect_true("[2, 0; 0, 4]^-2 == [1/4, 0; 0, 1/16]");
    expect_true("[1, 2; 3, 4]^0 == eye(2)");
    expect_true("0^0 == 1");
}

static void test_shapes_are_built(void **state)
{
    (void)state;
    expect_true("diag([1; 2]) == [1, 0; 0, 2]");
    expect_true("diagof([1, 2; 3, 4]) == [1; 4]");
    expect_true("kron([1, 2], [1; 3]) == [1, 2; 3, 6]");
    expect_true("hcat([1; 2], eye(2)) == [1, 1, 0; 2, 0, 1]");
    expect_true("vcat([1, 2], zeros(1, 2)) == [1, 2; 0, 0]");
    expect_true("[1, 2, 3; 4, 5, 6][2, 2..3] == [5, 6]");
    expect_true("[1, 2; 3, 4][:, 2] == [2; 4]");
    expect_true("unit(3, 2) == [0; 1; 0]");
    expect_true("ones(2) == [1; 1]");
    expect_true("[1, 2; 3, 4]' == [1, 3; 2, 4]");
}

/* Entries count from 1 to the size of their side, and no further. */
static void test_entries_are_taken_at_both_ends(void **state)
{
    (void)state;
    expect_true("[1, 2, 3; 4, 5, 6][1, 1] == 1");
    expect_true("[1, 2, 3; 4, 5, 6][2, 3] == 6");
    expect_true("[1, 2, 3; 4, 5, 6][1..2, 2..3] == [2, 3; 5, 6]");
    expect_true("[1, 2, 3; 4, 5, 6][2, :] == [4, 5, 6]");
    expect_true("unit(3, 1) + 2 * unit(3, 3) == [1; 0; 2]");
    expect_status("[1, 2, 3; 4, 5, 6][n, 1] == 1", ST_DOMAIN);
    expect_status("[1, 2, 3; 4, 5, 6][n - 3, 1] == 1", ST_DOMAIN);
    expect_status("[1, 2, 3; 4, 5, 6][1, n + 1] == 1", ST_DOMAIN);
    expect_status("[1, 2, 3; 4, 5, 6][1, n - 3] == 1", ST_DOMAIN);
    expect_status("sum(unit(2, n)) == 1", ST_DOMAIN);
}

/* More entries than rows and columns together. */
static void test_every_entry_is_seen(void **state)
{
    (void)state;
#define LARGE "[1, -2, 3, -4; 5, -6, 7, -8; 9, -10, 11, -12]"
    expect_true("abs(" LARGE ") == [1, 2, 3, 4; 5, 6, 7, 8; 9, 10, 11, 12]");
    expect_true("relu(" LARGE ") == [1, 0, 3, 0; 5, 0, 7, 0; 9, 0, 11, 0]");
    expect_true("-" LARGE " + " LARGE " == zeros(3, 4)");
    expect_true(LARGE " - " LARGE " / 2 == 1/2 * " LARGE);
    expect_true(LARGE " .* " LARGE " == " LARGE " .^ 2");
    expect_true(LARGE " ./ " LARGE " == ones(3, 4)");
    expect_true(LARGE "'' == " LARGE);
    expect_true("max(" LARGE ", 10) == 10 * ones(3, 4) + "
                "[0, 0, 0, 0; 0, 0, 0, 0; 0, 0, 1, 0]");
    expect_true("min(" LARGE ", -11) == -11 * ones(3, 4) - "
                "[0, 0, 0, 0; 0, 0, 0, 0; 0, 0, 0, 1]");
    expect_true("sum(" LARGE ") == -6");
    expect_true("mean(" LARGE ") == -1/2");
    expect_true("rowsum(" LARGE ") == [-2; -2; -2]");
    expect_true("colsum(" LARGE ") == [15, -18, 21, -24]");
    expect_true("norm1(" LARGE ") == 24");
    expect_true("norminf(" LARGE ") == 42");
    expect_true("normmax(" LARGE ") == 12");
    expect_true("max(" LARGE ") + min(" LARGE ") == -1");
    expect_true(LARGE " * ones(4, 1) == rowsum(" LARGE ")");
    expect_true("colmax(" LARGE ") == [9, -2, 11, -4]");
    expect_true("colmin(" LARGE ") == [1, -10, 3, -12]");
    expect_false("abs(" LARGE ") == " LARGE);
#undef LARGE
}

static void test_functions_of_rationals_are_rational(void **state)
{
    (void)state;
    expect_true("sqrt(9/4) == 3/2");
    expect_true("(4/9)^(1/2) == 2/3");
    expect_true("norm1([1, -2; 3, 4]) == 6");
    expect_true("norminf([1, -2; 3, 4]) == 7");
    expect_true("norm1inf([2, 0; 0, 2]) == 2");
    expect_true("normfro([3, 4]) == 5");
    expect_true("rownorm2([3, 4; 6, 8]) == [5; 10]");
    expect_true("normmax([1, -9; 3, 4]) == 9");
    expect_true("det([0, 1; 1, 0]) == -1");
    expect_true("det([1, 2; 2, 4]) == 0");
    expect_true("trace([1, 2; 3, 4]) == 5");
    expect_true("inv([0, 2; 4, 0]) == [0, 1/4; 1/2, 0]");
    expect_true("rank([1, 2, 3; 2, 4, 6]) == 1");
    expect_true("rank([0, 1; 0, 2]) == 1");
    expect_true("res([1, 2; 3, 4]) == [-1, -1; 1, 1]");
    expect_true("normalise([1, 3; 2, 2]) == [1/4, 3/4; 1/2, 1/2]");
    expect_true("colmean([1, 2; 3, 5]) == [2, 7/2]");
    expect_true("rowmax([1, 2; 3, 5]) - rowmin([1, 2; 3, 5]) == [1; 2]");
    expect_true("relu([-1, 2]) + sign([-5, 0]) == [-1, 2]");
    expect_true("max([1, 4], 2) == [2, 4]");
    expect_true("min([1, 4], [2, 3]) == [1, 3]");
}

static void test_index_forms_run_over_their_range(void **state)
{
    (void)state;
    expect_true("sum(i in 1..n, i^2) == 14");
    expect_true("sum(i in 1..n, sum(j in 1..i, j)) == 10");
    expect_true("sum(i in 2..1, i) == 0");
    expect_true("prod(i in 1..n, i) == 6");
    expect_true("prod(i in 2..1, [1, 2; 3, 4]) == eye(2)");
    expect_true("prod(i in reversed(1..2), [i, 1; 0, 1])"
                " == [2, 1; 0, 1] * [1, 1; 0, 1]");
    expect_true("max(i in 1..n, i * (4 - i)) == 4");
    expect_true("min(i in 1..n, i * (4 - i)) == 3");
    expect_true("forall(i in 1..n, i <= n)");
    expect_true("forall(i in 2..1, i > n)");
    expect_false("forall(i in 1..n, i < n)");
}

static void test_condition_is_lazy(void **state)
{
    (void)state;
    expect_true("if(n > 2, 1, 1 / 0) == 1");
    expect_status("if(n > 3, 1, 1 / 0) == 1", ST_DOMAIN);
}

static void test_undefined_is_not_unable(void **state)
{
    (void)state;
    expect_status("1 / (n - 3) == 1", ST_DOMAIN);
    expect_status("sqrt(n - 4) == 1", ST_DOMAIN);
    expect_status("(n - 3)^-1 == 1", ST_DOMAIN);
    expect_status("(n - 4)^(1/2) == 1", ST_DOMAIN);
    expect_status("inv([1, 2; 2, 4]) == eye(2)", ST_DOMAIN);
    expect_status("max(i in n..2, i) == 1", ST_DOMAIN);
    expect_status("[1, 2; 3, 4][n, 1] == 1", ST_DOMAIN);
    expect_status("normalise([1, -1]) == [1, 1]", ST_DOMAIN);
    expect_status("sqrt(2) == 1", ST_UNABLE);
    expect_status("exp(1) == 1", ST_UNABLE);
    expect_status("pi == 3", ST_UNABLE);
    expect_status("x == 3", ST_UNABLE);
}

static void test_impossible_sizes_are_input_errors(void **state)
{
    (void)state;
    expect_status("sum(ones(n - 3)) == 1", ST_INPUT);
    expect_status("sum([1, 2; 3, 4][n..n + 1, :]) == 1", ST_INPUT);
    expect_status("sum([1, 2; 3, 4][2..n - 2, :]) == 1", ST_INPUT);
}

static void test_limits_stop_what_is_too_long(void **state)
{
    (void)state;
    expect_status("2^(10^12) == 1", ST_LIMIT);
    expect_status("sum(i in 1..10^15, i) == 1", ST_LIMIT);
    expect_true("2^(10^5) > 0");
}

/* 1 + 1 + ... + 1, nested `depth` deep (lowering allows less). */
static enum status sum_of_depth(size_t depth)
{
    struct arena *arena = arena_new();
    struct expr_pool *pool = expr_pool_new(arena);
    struct span nowhere = {0};
    const struct expr *one = expr_int(pool, 1, nowhere), *sum = one;
    for (size_t k = 1; k < depth; k++)
        sum = expr_binary(pool, EX_ADD, sum, one, nowhere);
    struct env env;
    struct rmatrix m;
    env_init(&env, 0);
    enum status st = closed_matrix(&m, sum, &env, NULL);
    if (st == ST_OK)
        rmatrix_clear(&m);
    env_clear(&env);
    arena_free(arena);
    return st;
}

static void test_depth_is_limited(void **state)
{
    (void)state;
    assert_int_equal(sum_of_depth(CLOSED_MAX_DEPTH - 1), ST_OK);
    assert_int_equal(sum_of_depth(CLOSED_MAX_DEPTH), ST_OK);
    assert_int_equal(sum_of_depth(CLOSED_MAX_DEPTH + 1), ST_LIMIT);
}

/* A sum of `depth` doublings, each operand the same node. */
static enum status index_of_doublings(size_t depth)
{
    struct arena *arena = arena_new();
    struct expr_pool *pool = expr_pool_new(arena);
    struct span nowhere = {0};
    const struct expr *sum = expr_int(pool, 1, nowhere);
    for (size_t k = 0; k < depth; k++)
        sum = expr_binary(pool, EX_ADD, sum, sum, nowhere);
    enum status st = closed_check_index(sum, CLOSED_MAX_DEPTH);
    arena_free(arena);
    return st;
}

/* k doublings are 2^(k + 1) - 1 expressions. */
static void test_an_index_is_limited(void **state)
{
    (void)state;
    _Static_assert(CLOSED_MAX_INDEX == 1 << 14, "see the numbers below");
    assert_int_equal(index_of_doublings(13), ST_OK);
    assert_int_equal(index_of_doublings(14), ST_LIMIT);
    assert_int_equal(index_of_doublings(1000), ST_LIMIT);
}

static void test_connectives_follow_kleene(void **state)
{
    (void)state;
    expect_false("n > 3 and 1 / 0 > 1");
    expect_false("1 / 0 > 1 and n > 3");
    expect_true("1 / 0 > 1 or n == 3");
    expect_status("1 / 0 > 1 or n > 3", ST_DOMAIN);
    expect_status("not 1 / 0 > 1", ST_DOMAIN);
    expect_true("not n > 3");
    expect_false("forall(i in 0..n, 1 / i < 1)");
    expect_status("forall(i in 0..n, 1 / i <= 1)", ST_DOMAIN);
}

static void test_matrix_relations_hold_at_every_entry(void **state)
{
    (void)state;
    expect_true("[1, 2] <= [1, 3]");
    expect_false("[1, 2] < [1, 3]");
    expect_true("[1, 2] != [1, 3]");
    expect_false("[1, 2] != [1, 2]");
    expect_true("[1, 2] >= 1");
    expect_false("2 > [1, 2]");
}

static void test_fault_is_at_the_innermost_subexpression(void **state)
{
    (void)state;
    struct lowered l;
    struct rmatrix m;
    const struct expr *where = NULL;
    lower(&l, "1 + 2 * (1 / (n - 3)) == 1");
    assert_int_equal(closed_matrix(&m, l.relation->kids[0], &l.env, &where),
                     ST_DOMAIN);
    assert_int_equal(where->op, EX_DIVIDE);
    lowered_clear(&l);
}

static void test_integers_beyond_64_bits_are_no_indices(void **state)
{
    (void)state;
    struct lowered l;
    int64_t value;
    lower(&l, "2^62 == 2^63");
    assert_int_equal(closed_int(&value, l.relation->kids[0], &l.env), ST_OK);
    assert_true(value == INT64_C(1) << 62);
    assert_int_equal(closed_int(&value, l.relation->kids[1], &l.env),
                     ST_DOMAIN);
    lowered_clear(&l);
}

static void test_half_an_integer_is_none(void **state)
{
    (void)state;
    struct lowered l;
    int64_t value;
    lower(&l, "n / 2 == (n + 1) / 2");
    assert_int_equal(closed_int(&value, l.relation->kids[0], &l.env),
                     ST_DOMAIN);
    assert_int_equal(closed_int(&value, l.relation->kids[1], &l.env), ST_OK);
    assert_true(value == 2);
    lowered_clear(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic_is_exact),
        cmocka_unit_test(test_shapes_are_built),
        cmocka_unit_test(test_entries_are_taken_at_both_ends),
        cmocka_unit_test(test_every_entry_is_seen),
        cmocka_unit_test(test_functions_of_rationals_are_rational),
        cmocka_unit_test(test_index_forms_run_over_their_range),
        cmocka_unit_test(test_condition_is_lazy),
        cmocka_unit_test(test_undefined_is_not_unable),
        cmocka_unit_test(test_impossible_sizes_are_input_errors),
        cmocka_unit_test(test_limits_stop_what_is_too_long),
        cmocka_unit_test(test_depth_is_limited),
        cmocka_unit_test(test_an_index_is_limited),
        cmocka_unit_test(test_connectives_follow_kleene),
        cmocka_unit_test(test_matrix_relations_hold_at_every_entry),
        cmocka_unit_test(test_fault_is_at_the_innermost_subexpression),
        cmocka_unit_test(test_integers_beyond_64_bits_are_no_indices),
        cmocka_unit_test(test_half_an_integer_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
