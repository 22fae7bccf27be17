/* Closed forms near doubles, and the small systems that polish them. */
#include "search/closed_form.h"

#include "search/eliminate.h"

#include "base/buffer.h"
#include "support/cmocka_all.h"

#include <math.h>

static void guess(struct closed_forms *out, struct arena *arena, double x,
                  double slack)
{
    closed_forms_guess(out, expr_pool_new(arena), x, slack);
}

/* The simplest guess near x is that text, and its value is x. */
static void assert_first(double x, const char *text)
{
    struct arena *arena = arena_new();
    struct closed_forms forms;
    struct buffer got;
    buffer_init(&got);
    guess(&forms, arena, x * (1 + 1e-11), 1e-9 * (1 + fabs(x)));
    if (forms.count == 0)
        fail_msg("nothing is guessed for %s", text);
    expr_print(&got, forms.items[0].expr);
    assert_string_equal(got.text, text);
    assert_true(fabs(forms.items[0].value - x) <= 1e-15 * (1 + fabs(x)));
    buffer_clear(&got);
    arena_free(arena);
}

static void test_each_kind_of_form_is_recognised(void **state)
{
    const double pi = acos(-1);
    (void)state;
    assert_first(1.0 / 3, "1/3");
    assert_first(-7, "-7");
    assert_first(pi / 2, "0.5 * pi");
    assert_first(sqrt(2), "sqrt(2)");
    assert_first(-sqrt(3), "-sqrt(3)");
    assert_first((1 + sqrt(5)) / 2, "0.5 * sqrt(5) + 0.5");
    assert_first(cbrt(2), "2^(1/3)");
    assert_first(exp(1), "exp(1)");
    assert_first(-exp(2), "-exp(2)");
    assert_first(log(3), "log(3)");
    assert_first(log(7) / log(10), "log(7) / log(10)");
    assert_first(log2(3), "log(3) / log(2)");
    assert_first(log(2 + sqrt(3)) / 2, "0.5 * log(sqrt(3) + 2)");
}

static void test_zero_is_the_simplest_of_all(void **state)
{
    struct arena *arena = arena_new();
    struct closed_forms forms;
    (void)state;
    guess(&forms, arena, 1e-10, 1e-9);
    assert_true(forms.count > 0 && forms.items[0].value == 0);
    assert_int_equal(forms.items[0].expr->op, EX_NUMBER);
    arena_free(arena);
}

static void test_guesses_are_few_near_and_in_order(void **state)
{
    const double x = 0.7390851332151607, slack = 1e-4; /* cos x = x */
    struct arena *arena = arena_new();
    struct closed_forms forms;
    (void)state;
    guess(&forms, arena, x, slack);
    assert_int_equal(forms.count, CLOSED_FORMS);
    for (size_t k = 0; k < forms.count; k++) {
        assert_true(fabs(forms.items[k].value - x) <= 1.01 * slack);
        assert_true(k == 0 || forms.items[k - 1].cost <= forms.items[k].cost);
    }
    arena_free(arena);
}

static void test_what_is_no_number_has_no_form(void **state)
{
    static const double none[] = {NAN, INFINITY, -INFINITY};
    (void)state;
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        struct arena *arena = arena_new();
        struct closed_forms forms;
        guess(&forms, arena, none[k], 1e-9);
        assert_int_equal(forms.count, 0);
        arena_free(arena);
    }
}

static void test_systems_are_solved_and_singular_rows_give_zero(void **state)
{
    double regular[] = {0, 2, 4, 3, 0, 9}, singular[] = {1, 1, 2, 1, 1, 2};
    double x[2];
    (void)state;
    eliminate(regular, 2, x);
    assert_true(fabs(x[0] - 3) < 1e-14 && fabs(x[1] - 2) < 1e-14);
    eliminate(singular, 2, x);
    assert_true(x[0] == 2 && x[1] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_kind_of_form_is_recognised),
        cmocka_unit_test(test_zero_is_the_simplest_of_all),
        cmocka_unit_test(test_guesses_are_few_near_and_in_order),
        cmocka_unit_test(test_what_is_no_number_has_no_form),
        cmocka_unit_test(test_systems_are_solved_and_singular_rows_give_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
