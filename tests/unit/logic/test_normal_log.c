/*
 * Logarithms of products, products of powers whose exponents grow with the
 * index: right for all sizes, nearly right, and both against the balls.
 */
#include "normal_numeric.h"

#include "support/eval_finish.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define FAMILY                                                                 \
    "dim L; given c[l in 1..L] : real; given e : real; given s[l in 1..L] : "  \
    "nonneg;"
#define SIZES "dim n, m; given t : real;"

static const struct identity right[] = {
    {FAMILY, "log(prod(l in 1..L, s[l]))", "sum(l in 1..L, log(s[l]))"},
    {FAMILY, "log(prod(l in 1..L, s[l]^2))", "2*sum(l in 1..L, log(s[l]))"},
    {FAMILY, "log(prod(l in 1..L, s[l]^(3^(L - l)))*s[1]^(3^L))",
     "sum(l in 1..L, 3^(L - l)*log(s[l])) + 3^L*log(s[1])"},
    {FAMILY, "exp(sum(l in 1..L, l*log(s[l])))", "prod(l in 1..L, s[l]^l)"},
    {FAMILY, "prod(l in 1..L, c[l]^(3^(L - l)))^3",
     "prod(l in 1..L, c[l]^(3^(L - l + 1)))"},
    {FAMILY, "prod(l in 1..L - 1, c[l]^(3^(L - 1 - l)))^3",
     "prod(l in 1..L - 1, c[l]^(3^(L - l)))"},
    {FAMILY, "c[L]*(prod(l in 1..L - 1, c[l]^(3^(L - 1 - l)))*e^(3^(L - 1)))^3",
     "prod(l in 1..L, c[l]^(3^(L - l)))*e^(3^L)"},
    {FAMILY, "prod(l in 1..L, c[l]^(6*l))", "prod(l in 1..L, c[l]^l)^6"},
    /* products of positive factors */
    {SIZES, "log(1) + t", "t"},
    {SIZES, "log(12*n/m)", "2*log(2) + log(3) + log(n) - log(m)"},
    {SIZES, "log((n + 1)/n)", "log(n + 1) - log(n)"},
    {SIZES, "log(m*(exp(t) + 1))", "log(m) + log(exp(t) + 1)"},
    {SIZES, "sum(i in 1..n, log((i + 1)/i))",
     "sum(i in 1..n, log(i + 1)) - sum(i in 1..n, log(i))"},
    {SIZES, "sum(i in 1..n + 1, log((i + 1)/i))",
     "sum(i in 1..n, log((i + 1)/i)) + log((n + 2)/(n + 1))"},
};

static const struct identity wrong[] = {
    {FAMILY, "log(prod(l in 1..L, s[l]))", "sum(l in 1..L, log(s[l])/l)"},
    {FAMILY, "log(prod(l in 1..L, s[l]^(3^(L - l))))",
     "sum(l in 1..L, 3^l*log(s[l]))"},
    {FAMILY, "exp(sum(l in 1..L, log(s[l])))", "sum(l in 1..L, s[l])"},
    {SIZES, "log(2) + t", "t"},
    {SIZES, "log(12*n/m)", "log(2) + log(3) + log(n) - log(m)"},
    {SIZES, "log(n/m)", "log(m) - log(n)"},
    {FAMILY, "prod(l in 1..L, c[l]^(3^(L - l)))^3",
     "prod(l in 1..L, c[l]^(3^(L - l + 2)))"},
    {FAMILY, "prod(l in 1..L, (c[l]^2)^(2^(l - 1)/2))",
     "prod(l in 1..L, c[l]^(2^(l - 1)))"},
    {FAMILY, "prod(l in 1..L, c[l]^(3^(L - l)))",
     "c[L]*prod(l in 1..L - 1, c[l]^(3^(L - l - 1)))"},
    {FAMILY, "sum(l in 1..L, sum(k in 1..L, log(s[k])*l))",
     "log(prod(k in 1..L, s[k]^k))"},
};

static void test_logarithms_of_products_are_sums(void **state)
{
    (void)state;
    expect_all(right, COUNT(right), TRUTH_TRUE);
}

static void test_nearly_right_logarithms_are_not_equal(void **state)
{
    (void)state;
    expect_all(wrong, COUNT(wrong), TRUTH_UNKNOWN);
}

static void test_tables_agree_with_the_balls(void **state)
{
    (void)state;
    expect_balls(right, COUNT(right), wrong, COUNT(wrong));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logarithms_of_products_are_sums),
        cmocka_unit_test(test_nearly_right_logarithms_are_not_equal),
        cmocka_unit_test(test_tables_agree_with_the_balls),
    };
    return cmocka_run_group_tests(tests, NULL, eval_finish_group);
}
