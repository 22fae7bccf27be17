/*
 * Inequalities of numbers, one strategy after another: each claim is found, and
 * the same claim, false by little, is not.
 */
#include "support/found.h"

#include <stdio.h>

static const char axioms[] =
    "theorem inverse_cancels { given x : real; assume p: x != 0; claim rule: x "
    "* (1 / x) == 1; }"
    "theorem inverse_of_product { given x, y : real; claim rule: 1 / (x * y) "
    "== (1 / x) * (1 / y); }"
    "theorem inverse_of_inverse { given x : real; claim rule: 1 / (1 / x) == "
    "x; }"
    "theorem sqrt_square { given x : nonneg; claim rule: sqrt(x)^2 == x; }"
    "theorem root_of_product { given x, y : nonneg; claim rule: sqrt(x * y) == "
    "sqrt(x) * sqrt(y); }"
    "theorem root_of_inverse { given x : real; assume p: 0 < x; claim rule: "
    "sqrt(1 / x) == sqrt(x) / x; }"
    "theorem max_first { given x, y : real; assume p: y <= x; claim rule: "
    "max(x, y) == x; }"
    "theorem max_second { given x, y : real; assume p: x <= y; claim rule: "
    "max(x, y) == y; }"
    "theorem abs_above { given x : real; assume p: 0 <= x; claim rule: abs(x) "
    "== x; }"
    "theorem abs_below { given x : real; assume p: x <= 0; claim rule: abs(x) "
    "== -x; }"
    "theorem exp_of_number_sum { given x, y : real; claim rule: exp(x + y) == "
    "exp(x) * exp(y); }"
    "theorem inverse_of_exp { given x : real; claim rule: 1 / exp(x) == "
    "exp(-x); }"
    "theorem tanh_as_exp { given x : real; claim rule: tanh(x) == (exp(x) - "
    "exp(-x)) / (exp(x) + exp(-x)); }"
    "theorem log_of_product { given x, y : real; assume p: 0 < x; assume q: 0 "
    "< y; claim rule: log(x * y) == log(x) + log(y); }"
    "theorem log_of_inverse { given x : real; assume p: 0 < x; claim rule: "
    "log(1 / x) == -log(x); }"
    "theorem exp_log { given x : real; assume p: 0 < x; claim rule: "
    "exp(log(x)) == x; }"
    "theorem log_exp { given x : real; claim rule: log(exp(x)) == x; }"
    "theorem log_by_exp { given x, y : real; assume p: x <= exp(y); claim "
    "rule: log(x) <= y; }"
    "theorem below_log_by_exp { given x, y : real; assume p: exp(x) <= y; "
    "claim rule: x <= log(y); }"
    "theorem next_power { given x : real; given k : int; assume p: 0 <= k; "
    "claim rule: x^(k + 1) == x^k * x; }"
    "theorem zeroth_power { given x, t : real; assume p: t == 0; claim rule: "
    "x^t == 1; }"
    "theorem sum_last { dim n, m; given a, b : int; given F[i in 0..3] : "
    "real[n, m]; assume p: a <= b + 1; claim rule: sum(i in a..b + 1, F[i]) "
    "== sum(i in a..b, F[i]) + F[b + 1]; }"
    "theorem sum_of_none { dim n, m; given a, b : int; given F[i in 0..3] : "
    "real[n, m]; assume p: b < a; claim rule: sum(i in a..b, F[i]) == "
    "zeros(n, m); }"
    "theorem sin_of_right_angle { claim rule: sin(pi / 2) == 1; }"
    "theorem cos_of_third { claim rule: cos(pi / 3) == 1 / 2; }"
    "theorem sin_of_third { claim rule: sin(pi / 3) == sqrt(3) / 2; }";

/* Found, and the second not. */
static void found_from(const char *theorems, bool total, const char *given,
                       const char *claim, const char *wrong)
{
    const char *const claims[] = {claim, wrong};

    for (size_t i = 0; i < 2; i++) {
        char text[400];

        snprintf(text, sizeof text, "theorem t { %s; claim c: %s; }", given,
                 claims[i]);
        if (is_found_from(theorems, total, text, 0, NULL) != (i == 0))
            fail_msg("%s", text);
    }
}

static void found(const char *given, const char *claim, const char *wrong)
{
    found_from(axioms, true, given, claim, wrong);
}

/* Below lines and parabolas, where a box would be cut into many. */
static void test_bounds_of_slopes(void **state)
{
    (void)state;
    found("given x : real in [0, 3]",
          "x^4 - 4*x^3 + 5*x^2 - 2*x + 251/1000 >= 0",
          "x^4 - 4*x^3 + 5*x^2 - 2*x + 249/1000 >= 0");
    found("given x, y : real in [-1, 1]", "sin(x + y) - x*y <= 101/100",
          "sin(x + y) - x*y <= 99/100");
}

/* By slopes that are not certain at first, also on half lines. */
static void test_guessed_slopes(void **state)
{
    (void)state;
    found("given x : real in [0, inf]", "exp(x) >= 1 + x + x^2/2 + x^3/6",
          "exp(x) >= 1 + x + x^2/2 + x^3/5");
    found("given x : real in [0, inf]", "log(1 + x) <= x/sqrt(1 + x)",
          "log(1 + x) <= x/sqrt(1 + x) - x^3/1000");
}

static void test_kinks(void **state)
{
    (void)state;
    found("given x, y : real", "max(x, y) >= (x + y)/2",
          "max(x, y) >= (x + y)/2 + 1/1000");
    found("given x : real; assume p: abs(x) < 1",
          "abs(exp(x) - 1) <= "
          "7/4*abs(x)",
          "abs(exp(x) - 1) <= 8/5*abs(x)");
}

static void test_products_of_exponentials(void **state)
{
    (void)state;
    found("given x : real", "1/(1 + exp(-x)) == (1 + tanh(x/2))/2",
          "1/(1 + exp(-x)) == (1 + tanh(x/3))/2");
    found("given x, y : real; assume p: 0 < y; assume q: y < x",
          "(x - y)/(x + y) < log(x/y)/2", "(x - y)/(x + y) < log(x/y)/3");
}

/* What theorems of the library say holds where it is defined. */
static void test_domains_of_equations(void **state)
{
    (void)state;
    found_from("theorem log_of_product { given x, y : real; assume p: 0 < x; "
               "assume q: 0 < y; claim rule: log(x * y) == log(x) + log(y); }",
               false, "given x, y : real in [1, 2]",
               "log(x*y) <= log(x) + log(y)",
               "log(x*y) <= log(x) + log(y) - 1/100");
}

/* A number on a half line by its inverse; what is 0 where there is no slope. */
static void test_other_variables(void **state)
{
    (void)state;
    found("given x : real; assume p: 0 < x", "log(1 + 1/x) < 1/sqrt(x^2 + x)",
          "log(1 + 1/x) < 1/(x + 51/100)");
    found("given x : real in [0, inf]",
          "log(1 + exp(x)) >= x + exp(-x) - exp(-2*x)/2",
          "log(1 + exp(x)) >= x + exp(-x) - exp(-2*x)/3");
    found("given p : real in [0, 1]",
          "-p*log(p) - (1 - p)*log(1 - p) >= 4*log(2)*p*(1 - p)",
          "-p*log(p) - (1 - p)*log(1 - p) >= 3*p*(1 - p)");
}

static void test_known_values(void **state)
{
    (void)state;
    found("given x : real in [0, pi/2]", "sin(x) >= 2*x/pi",
          "sin(x) >= 2*x/pi + 1/1000");
    found("given x : real in [0, pi]", "sin(x)*(1 + cos(x)) <= 3*sqrt(3)/4",
          "sin(x)*(1 + cos(x)) <= 1299/1000");
}

static void test_contacts(void **state)
{
    (void)state;
    found("given x : real; assume p: x > 0", "log(x) <= x/exp(1)",
          "log(x) <= x*367/1000");
}

static void test_logarithms_of_sums(void **state)
{
    (void)state;
    found("given x, y : real", "log(exp(x) + exp(y)) >= max(x, y)",
          "log(exp(x) + exp(y)) >= max(x, y) + 1/1000");
}

static void test_integers(void **state)
{
    (void)state;
    found("given k : int in [2, 9]; given x : real in [0, 1]", "x^k <= x",
          "x^k <= 99/100*x");
    found("given n : int in [1, 12]", "sum(i in 1..n, i) == n*(n + 1)/2",
          "sum(i in 1..n, i) == n^2");
}

/* A fact that is a disjunction, and one that the others contradict. */
static void test_facts(void **state)
{
    (void)state;
    found("given x : real in [0, 10]; assume p: x*x <= 5/4", "x <= 3/2",
          "x <= 1");
    found("given x : real; assume p: x <= 1 or x >= 3; assume q: x >= 2",
          "x^2 >= 9", "x^2 >= 10");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_of_slopes),
        cmocka_unit_test(test_guessed_slopes),
        cmocka_unit_test(test_kinks),
        cmocka_unit_test(test_products_of_exponentials),
        cmocka_unit_test(test_domains_of_equations),
        cmocka_unit_test(test_other_variables),
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_logarithms_of_sums),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
