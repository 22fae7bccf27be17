/* Ticks are round numbers within the axis; texts stay texts. */
#include "figure/figure.h"

#include "support/cmocka_all.h"

#include <math.h>

static void assert_near(double a, double b)
{
    assert_float_equal(a, b, 1e-12);
}

static void test_values_lie_between_the_ends(void **state)
{
    (void)state;
    const struct figure_axis down = {.lo = -1, .hi = 3, .from = 200, .to = 0};
    assert_near(figure_at(&down, -1), 200);
    assert_near(figure_at(&down, 3), 0);
    assert_near(figure_at(&down, 0), 150);
    assert_near(figure_at(&down, 5), -100);
}

static void test_steps_are_1_2_or_5(void **state)
{
    (void)state;
    static const struct {
        double lo, hi, most, step;
    } cases[] = {
        {0, 10, 10, 1},      {0, 10.1, 10, 2}, {0, 21, 10, 5},
        {0, 51, 10, 10},     {-40, 0, 10, 5},  {0, 0.003, 10, 0.0005},
        {1e9, 3e9, 10, 2e8}, {0, 6, 20, 0.5},  {0, 1e-300, 5, 2e-301},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const struct figure_axis a = {.lo = cases[k].lo, .hi = cases[k].hi};
        const double step = figure_step(&a, cases[k].most);
        assert_near(step / cases[k].step, 1);
    }
}

static void test_ticks_reach_both_ends(void **state)
{
    (void)state;
    double ticks[FIGURE_MAX_TICKS];
    const struct figure_axis a = {.lo = -0.3, .hi = 0.3};
    assert_int_equal(figure_ticks(ticks, &a, 0.1), 7);
    assert_near(ticks[0], -0.3);
    assert_true(ticks[3] == 0);
    assert_near(ticks[6], 0.3);
    const struct figure_axis below = {.lo = -0.5, .hi = 1};
    assert_int_equal(figure_ticks(ticks, &below, 1), 2);
    assert_true(ticks[0] == 0 && !signbit(ticks[0]));
    const struct figure_axis many = {.lo = 0, .hi = 1000};
    assert_int_equal(figure_ticks(ticks, &many, 1), FIGURE_MAX_TICKS);
}

static void test_text_is_no_markup(void **state)
{
    (void)state;
    struct buffer out;
    buffer_init(&out);
    figure_label(&out, "side", 1.26, 2, "<a & b>");
    assert_string_equal(out.text, "<text class=\"side\" x=\"1.3\" y=\"2.0\">"
                                  "&lt;a &amp; b&gt;</text>\n");
    buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_lie_between_the_ends),
        cmocka_unit_test(test_steps_are_1_2_or_5),
        cmocka_unit_test(test_ticks_reach_both_ends),
        cmocka_unit_test(test_text_is_no_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
