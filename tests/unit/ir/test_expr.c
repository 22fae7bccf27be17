/* Expressions whose parts are shared: few nodes, and trees of any size. */
#include "ir/lower.h"

#include "support/cmocka_all.h"

#include <string.h>

/* The left side of the claim about y_n, where y_k = y_(k-1) + y_(k-1). */
static const struct expr *doubled(struct module **module, size_t n)
{
    struct buffer text;
    struct diag *diag = diag_new();
    buffer_init(&text);
    buffer_add(&text, "theorem t { given x : real; let y0 = x; ");
    for (size_t k = 1; k <= n; k++)
        buffer_printf(&text, "let y%zu = y%zu + y%zu; ", k, k - 1, k - 1);
    buffer_printf(&text, "claim c: y%zu >= 0; }", n);
    assert_int_equal(module_load_text(module, "t.bound", text.text, NULL, diag),
                     ST_OK);
    buffer_clear(&text);
    diag_free(diag);
    return module_theorem(*module, 0)->claims[0].links[0].relation->kids[0];
}

/* Written out, y_n has 2^(n + 1) - 1 parts. */
static void test_shared_parts_count_each_time(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 10; n++) {
        struct module *m = NULL;
        const struct expr *e = doubled(&m, n);
        size_t parts = ((size_t)2 << n) - 1;
        assert_true(expr_is_within(e, parts));
        assert_true(expr_is_within(e, parts + 1));
        assert_false(expr_is_within(e, parts - 1));
        module_free(m);
    }
}

static void test_printing_ends_whatever_is_shared(void **state)
{
    (void)state;
    struct module *m = NULL;
    struct buffer out;
    buffer_init(&out);
    expr_print(&out, doubled(&m, 60));
    assert_true(out.length < 4000000);
    assert_non_null(strstr(out.text, "..."));
    module_free(m);
    buffer_reset(&out);
    expr_print(&out, doubled(&m, 10));
    assert_null(strstr(out.text, "..."));
    module_free(m);
    buffer_clear(&out);
}

/* What is printed is what was written, where that has the usual form. */
static void test_printing_gives_the_text_back(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "max(i in 1..3, i * x)",
        "sum(i in 1..n, sum(j in 1..i, x))",
        "prod(i in reversed(1..n), A)",
        "if(x > 2, x, 1)",
        "if(x > 2 and not x == 3 or x < 1, x, 1)",
        "A[1, 2]",
        "A[1..2, 1..n]",
        "A[1..n, 2]",
        "[x, 1; 2, 3]",
        "x - (x - 1)",
        "x - x - 1",
        "(x + 1) * x",
        "x / (x * 2)",
        "-x^2",
        "(-x)^2",
        "x^(-1)",
        "2^(x + 1)",
        "A * B' + 2 * A",
        "(A * B)'",
        "A .* B ./ A",
        "norm2(A - B)",
        "hcat(A, B)",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct buffer text, out;
        struct module *m = NULL;
        struct diag *diag = diag_new();
        buffer_init(&text);
        buffer_init(&out);
        buffer_printf(&text,
                      "theorem t { dim n; given x : real; given A, B : "
                      "real[n, n]; claim c: sum(%s) >= 0; }",
                      texts[k]);
        if (module_load_text(&m, "t.bound", text.text, NULL, diag) != ST_OK)
            fail_msg("%s", texts[k]);
        expr_print(&out, module_theorem(m, 0)
                             ->claims[0]
                             .links[0]
                             .relation->kids[0]
                             ->kids[0]);
        assert_string_equal(out.text, texts[k]);
        module_free(m);
        diag_free(diag);
        buffer_clear(&out);
        buffer_clear(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared_parts_count_each_time),
        cmocka_unit_test(test_printing_ends_whatever_is_shared),
        cmocka_unit_test(test_printing_gives_the_text_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
