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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared_parts_count_each_time),
        cmocka_unit_test(test_printing_ends_whatever_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
