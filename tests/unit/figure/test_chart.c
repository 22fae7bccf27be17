/* What a chart shows of its points: where lines end, and what is left out. */
#include "figure/chart.h"

#include "support/cmocka_all.h"

#include <math.h>
#include <string.h>

enum { COUNT = 4 };

/* From y = 1 on with its neighbours as ends of a range. */
static struct chart_point rising(const void *context, size_t k)
{
    const double y = (double)k + 1;
    (void)context;
    return (struct chart_point){(double)k, y, y - 1, y + 1};
}

static struct chart_point point_at(const void *context, size_t k)
{
    return (struct chart_point){.x = (double)k,
                                .y = ((const double *)context)[k]};
}

/* The picture of one series; the axes go from 0 to 3 and from 0 to 10. */
static struct buffer draw(const double y[COUNT], unsigned marks,
                          const char *name)
{
    struct buffer out;
    const struct chart_series series = {.name = name,
                                        .marks = marks,
                                        .count = COUNT,
                                        .at = point_at,
                                        .context = y};
    const struct chart chart = {.title = "a title",
                                .x_label = "k",
                                .x_hi = 3,
                                .y_hi = 10,
                                .series = &series,
                                .nseries = 1};
    buffer_init(&out);
    chart_svg(&out, &chart);
    return out;
}

static void assert_shows(const struct buffer *out, const char *text)
{
    if (!strstr(out->text, text))
        fail_msg("'%s' is not in %s", text, out->text);
}

static size_t count_of(const struct buffer *out, const char *text)
{
    size_t count = 0;
    for (const char *at = out->text; (at = strstr(at, text)); at++)
        count++;
    return count;
}

static void test_points_are_where_the_axes_say(void **state)
{
    (void)state;
    const double y[COUNT] = {0, 10, 5, 2.5};
    struct buffer out = draw(y, CHART_LINE, "a name");
    assert_shows(&out, "d=\"M80.0,450.0L240.0,50.0L400.0,250.0L560.0,350.0\"");
    assert_shows(&out, ">a title</text>");
    assert_shows(&out, ">a name</text>");
    assert_shows(&out, "y=\"54.0\">10</text>");
    buffer_clear(&out);
}

/* 20 and -10 are beyond the edges, halfway between their neighbours. */
static void test_lines_are_cut_at_the_edge(void **state)
{
    (void)state;
    const double y[COUNT] = {0, 20, 0, -10};
    struct buffer out = draw(y, CHART_LINE | CHART_CIRCLES, NULL);
    assert_shows(&out, "d=\"M80.0,450.0L160.0,50.0M320.0,50.0L400.0,450.0"
                       "L400.0,450.0\"");
    assert_int_equal(count_of(&out, "class=\"circle\""), 2);
    buffer_clear(&out);
}

static void test_points_that_are_not_finite_break_lines(void **state)
{
    (void)state;
    const double y[COUNT] = {1, NAN, 2, 3};
    struct buffer out = draw(y, CHART_DASHES | CHART_CROSSES, NULL);
    assert_shows(&out, "class=\"dashes\" d=\"M400.0,370.0L560.0,330.0\"");
    assert_int_equal(count_of(&out, "class=\"cross\""), 3);
    assert_int_equal(count_of(&out, "nan"), 0);
    buffer_clear(&out);
}

static void test_axis_is_fitted_to_the_points(void **state)
{
    (void)state;
    static const struct {
        double lo, hi;
        const char *first, *last;
    } cases[] = {{-6.9, 0.9, ">-7<", ">1<"},
                 {3, 3, ">1.5<", ">4.5<"},
                 {0, 0, ">-1<", ">1<"},
                 {NAN, NAN, ">-1<", ">1<"},
                 {1e-8, 9e-8, ">1e-08<", ">9e-08<"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const double y[2] = {cases[k].lo, cases[k].hi};
        const struct chart_series s = {
            .marks = CHART_SPECKS, .count = 2, .at = point_at, .context = y};
        const struct chart chart = {
            .title = "", .x_label = "", .x_hi = 1, .series = &s, .nseries = 1};
        assert_int_equal(chart_has_points(&s), !isnan(cases[k].lo));
        struct buffer out;
        buffer_init(&out);
        chart_svg(&out, &chart);
        assert_shows(&out, cases[k].first);
        assert_shows(&out, cases[k].last);
        buffer_clear(&out);
    }
}

static void test_ranges_have_bars_and_names_make_room(void **state)
{
    (void)state;
    struct chart_series s = {.name = "<&>",
                             .note = " (a note)",
                             .marks = CHART_RANGES,
                             .count = COUNT,
                             .at = rising};
    struct chart chart = {
        .title = "", .x_label = "", .x_hi = 3, .series = &s, .nseries = 1};
    struct buffer narrow, wide;
    buffer_init(&narrow);
    buffer_init(&wide);
    chart_svg(&narrow, &chart);
    assert_int_equal(count_of(&narrow, "class=\"range\""), COUNT + 1);
    assert_shows(&narrow, "d=\"M80.0,450.0m-4,0h8m-4,0V290.0m-4,0h8\"");
    assert_shows(&narrow, ">5</text>");
    assert_shows(&narrow, ">&lt;&amp;&gt; (a note)</text>");
    assert_shows(&narrow, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                          "width=\"726\" height=\"510\"");
    s.note = " (a longer note)";
    chart_svg(&wide, &chart);
    assert_shows(&wide, "width=\"775\"");
    buffer_clear(&narrow);
    buffer_clear(&wide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_where_the_axes_say),
        cmocka_unit_test(test_lines_are_cut_at_the_edge),
        cmocka_unit_test(test_points_that_are_not_finite_break_lines),
        cmocka_unit_test(test_axis_is_fitted_to_the_points),
        cmocka_unit_test(test_ranges_have_bars_and_names_make_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
