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
    "case k for second { n = 2; }\n";

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statement_holds_what_is_needed),
        cmocka_unit_test(test_statement_of_a_step_holds_its_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
