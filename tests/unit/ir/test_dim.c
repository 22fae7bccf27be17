#include "ir/dim.h"

#include "ir/expr.h"
#include "support/cmocka_all.h"

#include <stdlib.h>

struct world {
    struct arena *arena;
    struct dim_pool *pool;
    struct symbol *n, *d;
};

static int set_up(void **state)
{
    struct world *w = xcalloc(1, sizeof *w);
    w->arena = arena_new();
    w->pool = dim_pool_new(w->arena);
    w->n = dim_new_symbol(w->pool, SYM_DIM, "n");
    w->d = dim_new_symbol(w->pool, SYM_DIM, "d");
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    arena_free(w->arena);
    free(w);
    return 0;
}

static void expect_text(const struct dim *a, const char *expected)
{
    struct buffer out;
    buffer_init(&out);
    dim_print(&out, a);
    assert_string_equal(out.text, expected);
    buffer_clear(&out);
}

static void test_equal_polynomials_are_the_same_pointer(void **state)
{
    struct world *w = *state;
    const struct dim *n = dim_of_symbol(w->pool, w->n);
    const struct dim *d = dim_of_symbol(w->pool, w->d);
    const struct dim *sum = dim_add(w->pool, n, d);
    const struct dim *square = dim_mul(w->pool, sum, sum);
    const struct dim *two = dim_constant(w->pool, 2);
    const struct dim *expanded =
        dim_add(w->pool, dim_pow(w->pool, n, 2), dim_pow(w->pool, d, 2));
    const struct dim *cross = dim_mul(w->pool, two, dim_mul(w->pool, n, d));
    assert_ptr_equal(square, dim_add(w->pool, expanded, cross));
    assert_ptr_not_equal(square, expanded);
    expect_text(square, "n^2 + 2*n*d + d^2");
}

static void test_terms_cancel(void **state)
{
    struct world *w = *state;
    const struct dim *n = dim_of_symbol(w->pool, w->n);
    const struct dim *zero = dim_sub(w->pool, n, n);
    int64_t value = 1;
    assert_true(dim_is_constant(zero, &value));
    assert_int_equal(value, 0);
    expect_text(zero, "0");
}

static void test_value_needs_all_symbols_and_an_integer(void **state)
{
    struct world *w = *state;
    struct env env;
    env_init(&env, dim_symbols(w->pool));
    const struct dim *n = dim_of_symbol(w->pool, w->n);
    const struct dim *half = dim_div(w->pool, n, dim_constant(w->pool, 2));
    int64_t value;
    assert_int_equal(dim_value(&value, half, &env), ST_UNABLE);
    env_set(&env, w->n, 7);
    assert_int_equal(dim_value(&value, half, &env), ST_DOMAIN);
    env_set(&env, w->n, 8);
    assert_int_equal(dim_value(&value, half, &env), ST_OK);
    assert_int_equal(value, 4);
    env_clear(&env);
}

static void test_value_overflow_is_no_value(void **state)
{
    struct world *w = *state;
    struct env env;
    env_init(&env, dim_symbols(w->pool));
    env_set(&env, w->n, INT64_C(1) << 40);
    const struct dim *n = dim_of_symbol(w->pool, w->n);
    int64_t value;
    assert_int_equal(dim_value(&value, dim_pow(w->pool, n, 2), &env),
                     ST_DOMAIN);
    env_clear(&env);
}

static void test_substitution(void **state)
{
    struct world *w = *state;
    const struct dim *n = dim_of_symbol(w->pool, w->n);
    const struct dim *d = dim_of_symbol(w->pool, w->d);
    const struct dim *p = dim_add(w->pool, dim_mul(w->pool, n, n), d);
    const struct dim *by = dim_add(w->pool, d, dim_constant(w->pool, 1));
    expect_text(dim_substitute(w->pool, p, w->n, by), "d^2 + 3*d + 1");
    assert_true(dim_mentions(p, w->n));
    assert_false(dim_mentions(d, w->n));
}

/* 2^i depends on i, and on nothing else. */
static void test_opaque_values_depend_on_their_variables(void **state)
{
    struct world *w = *state;
    struct expr_pool *pool = expr_pool_new(w->arena);
    struct dim_pool *dims = expr_dims(pool);
    const struct span none = {0};
    const struct symbol *i = dim_new_symbol(dims, SYM_INDEX, "i");
    const struct symbol *j = dim_new_symbol(dims, SYM_INDEX, "j");
    struct symbol *size = dim_new_symbol(dims, SYM_OPAQUE, "2^i");
    size->value = expr_binary(pool, EX_POW, expr_int(pool, 2, none),
                              expr_symbol(pool, i, none), none);
    const struct dim *a = dim_of_symbol(dims, size);
    assert_true(dim_mentions(a, size));
    assert_true(dim_mentions(dim_add(dims, a, dim_constant(dims, 1)), i));
    assert_false(dim_mentions(a, j));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_equal_polynomials_are_the_same_pointer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_terms_cancel, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            test_value_needs_all_symbols_and_an_integer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_value_overflow_is_no_value, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_substitution, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            test_opaque_values_depend_on_their_variables, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
