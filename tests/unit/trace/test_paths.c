#include "support/cmocka_all.h"
#include "support/eval_finish.h"

#include "eval/evaluator.h"
#include "trace/paths.h"

#include <stdlib.h>
#include <string.h>

/* Powers of two, so that every term has a value of its own: of heads h_1, h_2
   it is the product of their weights. */
static const char text[] =
    "theorem t {\n"
    "    dim L, H;\n"
    "    given X : real[2];\n"
    "    given W[l in 1..L, h in 1..H] : real;\n"
    "    given B : real[3];\n"
    "    let P[l in 1..L, h in 1..H] = eye(2) * 2 ^ (10 * (l - 1));\n"
    "    claim c: normmax(X) + sum(l in 1..L, sum(h in 1..H, abs(W[l, h])))\n"
    "        + normmax(B) >= 0;\n"
    "}\n"
    "case c for t { L = 2; H = 2; X = [1; -3]; W[l, h] = 2 ^ (l * h);\n"
    "    B = [1; 1; 1]; }\n";

struct fixture {
    struct module *module;
    struct spec *spec;
    struct diag *diag;
    struct paths paths;
    struct paths_question q;
};

static int set_up(void **state)
{
    struct fixture *f = xcalloc(1, sizeof *f);
    const struct spec_options none = {0};
    f->diag = diag_new();
    *state = f;
    if (module_load_text(&f->module, "t.bound", text, NULL, f->diag) != ST_OK ||
        spec_case(&f->spec, f->module, module_case(f->module, 0), &none,
                  f->diag) != ST_OK)
        return 1;
    f->q = (struct paths_question){.module = f->module,
                                   .spec = f->spec,
                                   .layers = "l in 1..L",
                                   .heads = "h in 1..H",
                                   .left = "P[l, h]",
                                   .right = "W[l, h]",
                                   .start = "X",
                                   .measure = "path[1] + 0 * path[2]",
                                   .each = 100};
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    paths_clear(&f->paths);
    spec_free(f->spec);
    module_free(f->module);
    diag_free(f->diag);
    free(f);
    return 0;
}

/* Words in lexical order, none first: --, -1, -2, 1-, 11, ... */
static void test_each_term_is_its_product(void **state)
{
    struct fixture *f = *state;
    /* W[1, h] = 2^h, W[2, h] = 2^(2h), P[2, h] = 1024 I */
    static const char *const values[] = {
        "1", "4096", "16384", "2", "8192", "32768", "4", "16384", "65536"};
    assert_int_equal(paths_make(&f->paths, &f->q, f->diag), ST_OK);
    assert_true(f->paths.is_settled);
    assert_int_equal(f->paths.words.count, 9);
    for (size_t i = 0; i < 9; i++)
        assert_string_equal(f->paths.values[i].text, values[i]);
}

static void test_rows_are_order_statistics_and_sums(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(paths_make(&f->paths, &f->q, f->diag), ST_OK);
    const struct paths_row *one = &f->paths.rows[1], *two = &f->paths.rows[2];
    assert_int_equal(f->paths.nrows, 3);
    assert_string_equal(one->rank.least.text, "2");
    assert_string_equal(one->rank.median.text, "4"); /* of 2, 4, 4096, 16384 */
    assert_string_equal(one->rank.most.text, "16384");
    assert_string_equal(one->sum.text, "20486");
    assert_string_equal(two->rank.least.text, "8192");
    assert_string_equal(two->sum.text, "122880");
    assert_string_equal(f->paths.whole.text, "143367");
    assert_true(one->has_all && two->has_all);
    assert_string_equal(two->count, "4");
}

static void test_sums_are_those_of_all_terms_of_a_sample(void **state)
{
    struct fixture *f = *state;
    f->q.each = 2;
    assert_int_equal(paths_make(&f->paths, &f->q, f->diag), ST_OK);
    assert_int_equal(f->paths.words.count, 5);
    assert_false(f->paths.rows[2].has_all);
    assert_string_equal(f->paths.rows[2].sum.text, "122880");
    assert_string_equal(f->paths.rows[2].count, "4");
}

static void expect_fault(struct fixture *f, const char *message)
{
    struct buffer told;
    buffer_init(&told);
    assert_int_not_equal(paths_make(&f->paths, &f->q, f->diag), ST_OK);
    diag_print(f->diag, &told);
    if (!strstr(told.text, message))
        fail_msg("%s", told.text);
    buffer_clear(&told);
}

static void test_factors_keep_the_shape(void **state)
{
    struct fixture *f = *state;
    f->q.left = "X";
    expect_fault(f, "--left:1:1: error: a term must keep the shape of the "
                    "start: expected (2 x 2), found (2 x 1)");
}

static void test_start_of_another_shape_is_refused(void **state)
{
    struct fixture *f = *state;
    f->q.start = "B";
    expect_fault(f, "expected (3 x 3), found (2 x 2)");
}

static void test_measure_is_a_scalar(void **state)
{
    struct fixture *f = *state;
    f->q.measure = "path";
    expect_fault(f, "--expr:1:1: error: expected a scalar, found a matrix");
}

static void test_names_are_looked_up(void **state)
{
    struct fixture *f = *state;
    f->q.right = "V[l, h]";
    expect_fault(f, "--right:1:1: error: unknown name V");
}

static void test_ranges_are_not_empty(void **state)
{
    struct fixture *f = *state;
    f->q.heads = "h in 3..H";
    expect_fault(f, "--heads:1:1: error: the range 3..2 is empty");
}

static void test_too_many_layers_are_refused(void **state)
{
    struct fixture *f = *state;
    f->q.layers = "l in 1..65";
    f->q.left = "eye(2)";
    f->q.right = "2";
    expect_fault(f, "over the limit");
}

static bool stop(void *context)
{
    return ++*(int *)context > 3;
}

static void test_a_stopped_study_says_so(void **state)
{
    struct fixture *f = *state;
    int asked = 0;
    struct buffer out;
    f->q.watch = (struct trace_watch){.stop = stop, .context = &asked};
    assert_int_equal(paths_make(&f->paths, &f->q, f->diag), ST_OK);
    assert_true(f->paths.is_stopped);
    assert_false(f->paths.is_settled);
    buffer_init(&out);
    paths_text(&out, &f->paths);
    assert_non_null(strstr(out.text, "nothing is certified"));
    buffer_reset(&out);
    paths_csv(&out, &f->paths);
    assert_null(strchr(out.text, '\n')[1] ? out.text : NULL);
    buffer_clear(&out);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_each_term_is_its_product),
        TEST(test_rows_are_order_statistics_and_sums),
        TEST(test_sums_are_those_of_all_terms_of_a_sample),
        TEST(test_factors_keep_the_shape),
        TEST(test_start_of_another_shape_is_refused),
        TEST(test_measure_is_a_scalar),
        TEST(test_names_are_looked_up),
        TEST(test_ranges_are_not_empty),
        TEST(test_too_many_layers_are_refused),
        TEST(test_a_stopped_study_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, eval_finish_group);
}
