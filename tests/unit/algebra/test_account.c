/*
 * What people read: terms as the language writes them, proofs as numbered
 * lines, and where a search ended.
 */
#include "draft/show.h"
#include "support/found.h"

#include <string.h>

static const char axioms[] =
    "theorem triangle { dim n, m; given A, B : real[n, m]; claim rule: norm1(A "
    "+ B) <= norm1(A) + norm1(B); }"
    "theorem turned { dim n, m; given A : real[n, m]; claim rule: norm1(A') == "
    "norminf(A); }"
    "theorem root { given x, y : nonneg; assume p: x <= y; claim rule: sqrt(x) "
    "<= sqrt(y); }"
    "theorem unit { given x : real; claim rule: sin(x) <= 1; }";

static void source(struct buffer *out, const char *theorem)
{
    if (strcmp(theorem, "root") == 0)
        buffer_add(out, "a book");
}

/* Of the last claim of a theorem: its conclusion, then its proof or why there
 * is none. */
static struct buffer told(const char *text, bool shows_conclusion)
{
    struct module *module = found_module(text);
    const struct theorem *t = module_theorem(module, 0);
    struct theory *theory = found_theory(axioms, true);
    struct reading *reading = reading_new(theory, t);
    struct finder *finder = finder_new(theory, NULL);
    const bool none[4] = {false};
    struct buffer out = buffer_new();
    struct goal goal;
    char *log;

    assert_true(goal_read(&goal, theory, reading, t, t->nclaims - 1, 0, none));
    if (shows_conclusion) {
        form_show(&out, goal.sequent.conclusion, NULL);
    } else {
        log = finder_prove(finder, &goal, 100);
        finder_tell(&out, finder, &goal, log,
                    &(struct account_words){"  ", source, NULL, 0});
        free(log);
    }
    finder_free(finder);
    reading_free(reading);
    theory_free(theory);
    module_free(module);
    return out;
}

/* As claims of reals x, y, square A, B and a column u, and as they are shown;
 * the order of terms is that of the core. */
static void test_terms_are_shown_as_the_language_writes_them(void **state)
{
    static const struct {
        const char *claim, *shown;
    } rows[] = {
        {"x <= y", "x <= y"},
        {"0 < x", "0 < x"},
        {"x == 3/4", "3 == 4*x"},
        {"A == A'", "A' == A"},
        {"y/(x^2 + 1) <= 1", "(y/(x^2 + 1) <= 1 or 0 == x^2 + 1)"},
        {"A[1, 2] <= x", "(A[1, 2] <= x or n < 2 or n < 1)"},
        {"A .* B <= 1", "(A .* B) <= ones(n)*ones(n)'"},
        {"integral(t in 0..1, exp(x*t^2)) <= sum(i in 1..n, u[i, 1]^2)",
         "(not(forall(b1 in 1..n, (1 <= b1 and b1 <= n))) or integral(b1 in "
         "0..1, exp(b1^2*x)) <= sum(b1 in 1..n, u[b1, 1]^2))"},
        {"A == eye(n)", "(eye(n) == A or n < 1)"},
        {"0 <= x * u' * A * u", "0 <= (u'*A'*u)*x"},
        {"A * B == 2 * A", "2*A == A*B"},
        {"forall(i in 1..2, x == i)", "forall(b1 in 1..2, x == b1)"},
        {"exp(x + y) <= 1", "exp(y + x) <= 1"},
        {"det(A) != 0", "0 != det(A)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        LOCAL_BUFFER text = buffer_new();
        buffer_printf(&text,
                      "theorem t { dim n; given x, y : real; given A, B : "
                      "real[n, n]; given u : real[n]; claim c: %s; }",
                      rows[i].claim);
        LOCAL_BUFFER shown = told(text.text, true);
        assert_string_equal(shown.text, rows[i].shown);
    }
}

static void test_proofs_are_numbered_lines(void **state)
{
    (void)state;
    LOCAL_BUFFER text =
        told("theorem t { dim n, m; given A, B : real[n, m]; claim c: norm1(A "
             "+ B) <= norm1(A) + norm1(B) + 1; }",
             false);
    assert_string_equal(
        text.text,
        "  (1)  1 <= n   [given]\n"
        "  (2)  1 <= m   [given]\n"
        "  (3)  norm1(B + A) <= norm1(B) + norm1(A)   [triangle from (1), "
        "(2)]\n"
        "  (4)  norm1(B + A) <= 1 + norm1(B) + norm1(A)   [a sum: (3) + 1]\n");
}

/* Cases that are resolved one after another are one line. */
static void test_stages_are_not_shown(void **state)
{
    (void)state;
    LOCAL_BUFFER text = told(
        "theorem t { dim n; given A, B : real[n, n]; assume a: A == B or A == "
        "2 * B or A == 3 * B; assume b: A != B; assume c: A != 2 * B; claim c: "
        "A == 3 * B; }",
        false);
    assert_string_equal(text.text,
                        "  (1)  (A == 2*B or A == B or A == 3*B)   [given]\n"
                        "  (2)  A != 2*B   [given]\n"
                        "  (3)  A != B   [given]\n"
                        "  (4)  A == 3*B   [by cases from (1), (2), (3); used "
                        "as an equation]\n");
}

static void test_open_goals_say_what_is_missing(void **state)
{
    (void)state;
    LOCAL_BUFFER text = told("theorem t { given x, y : nonneg; claim c: "
                             "sqrt(x) <= sqrt(y); }",
                             false);
    assert_string_equal(text.text,
                        "  the search ended at\n"
                        "      sqrt(x) <= sqrt(y), where 0 <= y, 0 <= x\n"
                        "  root (a book) would give it if this were known:\n"
                        "      x <= y\n");
}

static void test_open_goals_have_their_assumptions(void **state)
{
    (void)state;
    LOCAL_BUFFER text = told("theorem t { dim n; given A : real[n, n]; claim "
                             "c: forall(i in 1..n, A[i, i] <= i); }",
                             false);
    assert_string_equal(text.text,
                        "  the search ended at\n"
                        "      A[i, i] <= i, where 1 <= i, i <= n\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_are_shown_as_the_language_writes_them),
        cmocka_unit_test(test_proofs_are_numbered_lines),
        cmocka_unit_test(test_stages_are_not_shown),
        cmocka_unit_test(test_open_goals_say_what_is_missing),
        cmocka_unit_test(test_open_goals_have_their_assumptions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
