/* Which integrals are shown to have values: without that nothing is proved. */
#include "kernel/existence.h"
#include "kernel/replay.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include <stdlib.h>
#include <string.h>

static const char declarations[] =
    "theorem t { dim n; given A : real[n, n]; given x : real;"
    " given p : real in [0, 1]; given y : real in [2, 3];"
    " given k : int in [0, 3];"
    " let F[0] = integral(t in 0..1, t); let F[i in 1..3] = F[i - 1] + x;"
    " assume far: x > 4; claim c: %s == 0; }";

/* What existence_shown says of a line that states the claim. */
static bool is_shown(const char *term)
{
    struct kernel_case k;
    struct buffer text;
    const char *why = NULL;
    const int64_t one = 1;
    buffer_init(&text);
    buffer_printf(&text, declarations, term);
    kernel_case_open(&k, text.text, &one);
    struct derivation *d = derivation_new(k.theorem);
    const struct line line = {.rule = RULE_ALGEBRA,
                              .conclusion =
                                  k.theorem->claims[0].links[0].relation};
    derivation_add(d, &line);
    struct existence *x = existence_new(k.theorem);
    bool shown = existence_shown(x, d, &why);
    existence_free(x);
    derivation_free(d);
    kernel_case_close(&k);
    buffer_clear(&text);
    return shown;
}

static const char *const shown[] = {
    "x / x",
    "integral(t in 0..1, x * t)",
    "integral(t in 1..0, sqrt(t))",
    "integral(t in 0..x, 1 / (1 + t^2))",
    "integral(t in 0..3, 1 / (x - t))",
    "integral(t in -1..1, log(2 + t))",
    "integral(t in -1..1, if(t < 0, t, 1))",
    "integral(t in 0..1, t^k)",
    "integral(t in 0..1, norm2(A) * t)",
    "integral(t in 0..1, softmax([t, x])[1, 2])",
    "integral(t in 0..1, 1 / sqrt(1 - t))",
    "integral(t in 1..0, t^(-0.999))",
    "integral(t in 0..1, log(t)^2 / sqrt(t))",
    "integral(t in 0..1, integral(s in 0..t, 1 / (1 + s + t)))",
    "integral(t in 0..inf, t^3 * exp(-t))",
    "integral(t in inf..0, exp(-x * t))",
    "integral(t in -inf..inf, 1 / (1 + t^2))",
    "integral(t in -inf..inf, exp(-abs(2 * t - 1)))",
    "integral(t in 1..inf, cos(x * t) / (t^2 + p))",
    "expectation(z, exp(x * z) * z^4)",
    "expectation(z, exp(p * z^2 / 4))",
    "expectation(z, log(1 + exp(x * z)))",
    "expectation(z, relu(x + y * z)^4)",
    "sum(i in 1..3, integral(t in 0..1, 1 / (i + t)))",
    "F[2]",
};

static const char *const refused[] = {
    "integral(t in -1..1, 1 / t)",
    "integral(t in 0..1, 1 / t)",
    "integral(t in 0..1, t^(-1.001))",
    "integral(t in 0..1, 1 / (t - p))",
    "integral(t in 0..y, 1 / (y - t))",
    "integral(t in 0..5, 1 / (x - t))",
    "integral(t in 0..1, sqrt(t - p))",
    "integral(t in 0..1, log(t - 1/2))",
    "integral(t in -1..1, 1 / if(t < 0, t, 1))",
    "integral(t in -1..1, log(1 - abs(sign(t)) + abs(t)))",
    "integral(t in 0..1, t^(-k))",
    "integral(t in 0..1, 1 / t^k)",
    "integral(t in 0..1, 1 / sqrt(t) / sqrt(t))",
    "integral(t in 0..1, 1 / exp(-1 / sqrt(t)))",
    "integral(t in 0..1, exp(log(t)^2))",
    "integral(t in 0..1, 1 / (t * log(t)))",
    "integral(t in 0..1, lambertw(0, t - 1))",
    "integral(t in 0..1, norm2(inv([t, 1; 1, t])))",
    "integral(t in 0..1, integral(s in 0..t, 1 / (s - t)))",
    "integral(t in 0..1, integral(s in 0..inf, exp(-s * t)))",
    "integral(t in -inf..inf, t)",
    "integral(t in -inf..inf, t / (1 + t^2))",
    "integral(t in -inf..inf, exp(-x * t))",
    "integral(t in 0..inf, exp(-p * t))",
    "integral(t in 0..inf, sin(t))",
    "integral(t in 0..inf, exp(-t) * exp(sin(t) * t))",
    "integral(t in 1..inf, log(t) / t)",
    "integral(t in inf..inf, exp(-t))",
    "expectation(z, 1 / z)",
    "expectation(z, exp(z^2 / 2))",
    "expectation(z, exp(y * z^2))",
    "expectation(z, exp(z^3))",
    "sum(i in 0..3, integral(t in 0..1, 1 / (i + t)))",
    "F[2] + integral(t in -1..1, 1 / t)",
};

static void test_integrals_that_have_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (!is_shown(shown[i]))
            fail_msg("%s", shown[i]);
}

static void test_other_integrals_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (is_shown(refused[i]))
            fail_msg("%s", refused[i]);
}

/* The derivation is in order, and yet no proof. */
static void rejects(const char *text, const char *part)
{
    struct kernel_case k;
    char *reason = NULL;
    kernel_case_open(&k, text, NULL);
    struct derivation *d = derivation_new(k.theorem);
    const struct line line = {.rule = RULE_ALGEBRA,
                              .conclusion =
                                  k.theorem->claims[0].links[0].relation};
    derivation_add(d, &line);
    struct replayer *r = replayer_new();
    assert_int_equal(replayer_accept(r, d, 0, 0, &reason), RECHECK_REJECTED);
    assert_non_null(reason);
    assert_non_null(strstr(reason, part));
    free(reason);
    replayer_free(r);
    derivation_free(d);
    kernel_case_close(&k);
}

static void test_nothing_is_proved_without_values(void **state)
{
    (void)state;
    rejects("theorem t { claim c: 0 * integral(t in -1..1, 1/t) == 0; }",
            "an integral is not shown");
    rejects("theorem t { given x : real;"
            " assume a: integral(t in -1..1, 1/t) == x; claim c: x == x; }",
            "of an assumption");
    rejects("theorem t { given x : real; let F[0] = expectation(z, 1/z);"
            " let F[l in 1..2] = x; claim c: F[0] == F[0]; }",
            "an integral is not shown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integrals_that_have_values),
        cmocka_unit_test(test_other_integrals_are_refused),
        cmocka_unit_test(test_nothing_is_proved_without_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
