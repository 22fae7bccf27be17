/* The self-contained text of a theorem. */
#include "ir/lower.h"
#include "support/cmocka_all.h"

#include <string.h>

static const char text[] =
    "# a comment\n"
    "func f(x) = 2 * x;\n"
    "func unused(x) = x;\n"
    "func g(x) = f(x) + 1; # another\n"
    "theorem first { given s : real; claim c: unused(s) == s; }\n"
    "theorem second \"A title\" {\n"
    "    dim n; # tokens\n"
    "    given A[l in 1..g(n)] : real[n, n];\n"
    "    claim c [expect violated]: norm1(A[1]) <= 1 <= 2;\n"
    "}\n"
    "proof of second.c { let r = f(n); step one: r >= 2 by lemma first(r); }\n"
    "func h(x) = x;\n"
    "case k for second { n = 2; observe d: h(n) == 2; }\n"
    "case m for second { observe e: n <= 6; }\n";

static struct module *load(const char *source)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    struct buffer messages;
    buffer_init(&messages);
    if (module_load_text(&module, "x.bound", source, NULL, diag) != ST_OK) {
        diag_print(diag, &messages);
        assert_string_equal(messages.text, "");
    }
    buffer_clear(&messages);
    diag_free(diag);
    return module;
}

static void test_statement_holds_what_is_needed(void **state)
{
    (void)state;
    struct module *module = load(text);
    const struct theorem *t = module_theorem(module, 1);
    struct buffer out;
    buffer_init(&out);
    module_statement(&out, module, t, theorem_claim(t, "c"));
    assert_string_equal(
        out.text, "func f(x) = 2 * x;\n"
                  "func g(x) = f(x) + 1;\n"
                  "\n"
                  "theorem second \"A title\" {\n"
                  "    dim n;\n"
                  "    given A[l in 1..g(n)] : real[n, n];\n"
                  "    claim c [expect violated]: norm1(A[1]) <= 1 <= 2;\n"
                  "}\n");
    buffer_clear(&out);
    module_free(module);
}

static void test_statement_of_a_step_holds_its_proof(void **state)
{
    (void)state;
    struct module *module = load(text), *again;
    const struct theorem *t = module_theorem(module, 1);
    struct buffer out;
    buffer_init(&out);
    module_statement(&out, module, t, theorem_claim(t, "c/one"));
    assert_non_null(strstr(out.text, "proof of second.c {\n"
                                     "    let r = f(n);\n"
                                     "    step one: r >= 2;\n"
                                     "}\n"));
    again = load(out.text);
    assert_non_null(theorem_claim(module_theorem(again, 0), "c/one"));
    module_free(again);
    buffer_clear(&out);
    module_free(module);
}

/* What the language defines is not said again; what a file defines in its place
 * is. */
static void test_statement_leaves_out_the_languages_funcs(void **state)
{
    (void)state;
    struct module *module =
        load("theorem a { given x : real; claim c: silu(x) <= x; }\n"
             "func sigmoid(x) = 2 * x;\n"
             "theorem b { given x : real; claim c: sigmoid(x) == silu(x); }\n");
    const struct theorem *a = module_theorem(module, 0),
                         *b = module_theorem(module, 1);
    struct buffer out;
    buffer_init(&out);
    module_statement(&out, module, a, theorem_claim(a, "c"));
    assert_null(strstr(out.text, "func"));
    buffer_clear(&out);
    buffer_init(&out);
    module_statement(&out, module, b, theorem_claim(b, "c"));
    assert_non_null(strstr(out.text, "func sigmoid(x) = 2 * x;\n"));
    assert_null(strstr(out.text, "func silu"));
    buffer_clear(&out);
    module_free(module);
}

static const char *print(struct buffer *out, const struct module *module,
                         const struct theorem *t, const char *claim)
{
    buffer_reset(out);
    if (claim)
        module_statement(out, module, t, theorem_claim(t, claim));
    else
        module_statements(out, module, t);
    return out->text;
}

/* Read alone it is one of the theorem; nobody proves it. */
static void test_an_observation_of_a_case_stands_in_the_theorem(void **state)
{
    (void)state;
    struct module *module = load(text);
    const struct theorem *t = module_theorem(module, 1);
    struct buffer out;
    buffer_init(&out);
    assert_string_equal(theorem_claim(t, "d")->of_case, "k");
    assert_null(theorem_claim(t, "c")->of_case);
    const char *own = print(&out, module, t, "d");
    assert_non_null(strstr(own, "func h(x) = x;\n"));
    assert_non_null(strstr(own, "    observe d: h(n) == 2;\n}\n"));
    assert_null(strstr(own, "observe e"));
    assert_null(strstr(print(&out, module, t, "c"), "observe"));
    assert_non_null(strstr(print(&out, module, t, NULL), "observe d"));
    assert_non_null(strstr(out.text, "observe e: n <= 6;\n"));
    struct module *again = load(out.text);
    const struct theorem *alone = module_theorem(again, 0);
    assert_true(theorem_claim(alone, "e")->is_observation);
    assert_null(theorem_claim(alone, "e")->of_case);
    module_free(again);
    buffer_reset(&out);
    module_text(&out, module, &t, 1);
    assert_null(strstr(out.text, "observe"));
    buffer_clear(&out);
    module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statement_holds_what_is_needed),
        cmocka_unit_test(test_statement_of_a_step_holds_its_proof),
        cmocka_unit_test(test_statement_leaves_out_the_languages_funcs),
        cmocka_unit_test(test_an_observation_of_a_case_stands_in_the_theorem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
