/* Instances at numbers in closed form, where the two sides meet exactly. */
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include "kernel/ties.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

/* cos(2 pi/7) + cos(4 pi/7) + cos(6 pi/7) is -1/2: no algebra here sees it. */
#define HIDDEN_ZERO "cos(2*pi/7) + cos(4*pi/7) + cos(6*pi/7) + 1/2"

struct row {
    const char *given, *claim, *x;
};

/* Whether the claim is refuted at x, and the record stands up again. */
static bool is_refuted(const struct row *row)
{
    struct kernel_case k;
    struct certificate c;
    struct buffer text;
    char *reason = NULL;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { given x : %s; claim c: %s; }", row->given,
                  row->claim);
    kernel_case_open(&k, text.text, NULL);
    kernel_case_fill(&k, 0, "0");
    kernel_case_certificate(&c, &k);
    kernel_case_close(&k);
    buffer_clear(&text);
    rmatrix_clear(&c.values[0].entries);
    c.values[0].entries = (struct rmatrix){0};
    c.values[0].expr = xstrdup(row->x);
    bool accepted =
        violation_certify(&c, ties_algebra(), &reason) == RECHECK_ACCEPTED;
    if (accepted)
        assert_int_equal(violation_recheck(&c, ties_algebra(), &reason),
                         RECHECK_ACCEPTED);
    free(reason);
    certificate_clear(&c);
    return accepted;
}

static void are_refuted(const struct row *rows, size_t count, bool expected)
{
    for (size_t i = 0; i < count; i++)
        if (is_refuted(&rows[i]) != expected)
            fail_msg("%s at %s is %s", rows[i].claim, rows[i].x,
                     expected ? "not refuted" : "refuted");
}
#define REFUTED(rows, how) are_refuted(rows, sizeof rows / sizeof *rows, how)

static void test_strict_relations_fail_where_sides_meet(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"real", "(x^2 - 2)^2 > 0", "sqrt(2)"},
        {"real", "x^3 != 2", "2^(1/3)"},
        {"real", "(exp(x) - 2)^2 > 0", "log(2)"},
        {"real", "x^2 != x + 1", "(1 + sqrt(5))/2"},
        {"real", "x * log(x) > -exp(-1)", "exp(-1)"},
        {"real", "sin(x) < 1", "pi/2"},
        {"real", "2^x != 3", "log(3)/log(2)"},
    };
    REFUTED(rows, true);
}

static void test_kinks_at_zero_are_known(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"real", "abs(x^2 - 2) > 0", "sqrt(2)"},
        {"real", "abs(x^2 - 2) + sign(x^2 - 2) > 0", "-sqrt(2)"},
        {"real", "relu(x^2 - 2) + relu(2 - x^2) > 0", "sqrt(2)"},
        {"real", "max(x^2, 2) > 2", "sqrt(2)"},
        {"real", "min(x^2, 2) < 2", "sqrt(2)"},
        {"real", "max(x, 1) > sqrt(2)", "sqrt(2)"},
        {"real", "min(x, 1) < 1", "sqrt(2)"},
        {"real", "sign(x^2 - 2)^2 == 1", "sqrt(2)"},
        {"real", "sign(x^2 - 2)^2 >= 1", "sqrt(2)"},
        {"real", "1 - sign(x^2 - 2)^2 <= 1/2", "sqrt(2)"},
        {"real", "sign(3*x - 1)^2 == 1", "1/3"},
    };
    REFUTED(rows, true);
}

static void test_nothing_else_is_a_tie(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"real", "(x^2 - 2)^2 > 0", "sqrt(3)"},
        {"real", "(x^2 - 2)^2 >= 0", "sqrt(2)"},
        {"real", "abs(x^2 - 2) >= 0", "sqrt(2)"},
        {"real", "abs(x^2 - 2) > -(x^2)", "sqrt(2)"},
        {"real", "max(x^2, 3) > 2", "sqrt(2)"},
        {"real", "x^2 > 0", HIDDEN_ZERO},
        {"real", "abs(x) > 0", HIDDEN_ZERO},
        {"real", "abs(x) + x != 0", HIDDEN_ZERO},
        {"real", "max(x, 0) != 0", HIDDEN_ZERO},
        {"real", "x != 1", "sqrt(2)"},
        {"real", "sign(x^2 - 2)^2 <= 1", "sqrt(2)"},
        {"real", "sign(x^2 - 2)^2 >= 1", "sqrt(3)"},
        {"real", "sign(x)^2 >= 1", HIDDEN_ZERO},
        {"real", "sign(log(x^2 - 2)) >= 1", "sqrt(2)"},
        /* no value at all */
        {"real", "log(x^2 - 2) > 0", "sqrt(2)"},
        {"real", "(x^2 - 2)/(x^2 - 2) != 1", "sqrt(2)"},
    };
    REFUTED(rows, false);
}

static void test_ends_of_ranges_are_admitted(void **state)
{
    (void)state;
    static const struct row inside[] = {
        {"real in [0, sqrt(2)]", "x^2 < 2", "sqrt(2)"},
        {"real in [0, pi]", "cos(x) > -1", "pi"},
        {"real in [-sqrt(2), 0]", "x^2 < 2", "-sqrt(2)"},
        {"real in [0, 9]", "x >= 10", "sin(pi)"},
    };
    static const struct row outside[] = {
        {"real in [0, sqrt(2)]", "x^2 < 3", "sqrt(3)"},
        {"real in [sqrt(3), 2]", "x^2 > 2", "sqrt(2)"},
        {"real in [0, 1.41421356237309504880]", "x^2 < 2", "sqrt(2)"},
        {"real in [0, 9]", "x >= 10", HIDDEN_ZERO},
    };
    REFUTED(inside, true);
    REFUTED(outside, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strict_relations_fail_where_sides_meet),
        cmocka_unit_test(test_kinks_at_zero_are_known),
        cmocka_unit_test(test_nothing_else_is_a_tie),
        cmocka_unit_test(test_ends_of_ranges_are_admitted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
