#include "normal_fixture.h"

#define HALVES                                                                 \
    "dim m; given v : real[2*m]; given A : real[2*m, 2*m];"                    \
    " given e[l in 1..2*m] : real;"
#define PRODUCTS                                                               \
    "dim n, L; given A : real[n, n]; given M[l in 1..L] : real[n, n];"         \
    " given e[l in 1..L] : real; given a : real; given w : real[n];"

static const struct identity right[] = {
    {HALVES, "sum(v)", "sum(i in 1..m, v[i]) + sum(i in 1..m, v[m + i])"},
    {HALVES, "sum(i in 1..2*m, v[i]^2)",
     "sum(i in 1..m, v[i]^2) + sum(i in 1..m, v[i + m]^2)"},
    {HALVES, "sum(v)", "sum(i in 1..m, v[2*i]) + sum(i in 1..m, v[2*i - 1])"},
    {HALVES, "v'*v", "sum(i in 1..m, v[2*i - 1]^2 + v[2*i]^2)"},
    {HALVES, "trace(A)", "sum(i in 1..m, A[i, i] + A[m + i, m + i])"},
    {HALVES, "sum(l in 1..2*m, e[l])",
     "sum(l in 1..m, e[2*l]) + sum(l in 1..m, e[2*l - 1])"},
    {HALVES, "sum(l in 1..2*m, 1/e[l])",
     "sum(l in 1..m, 1/e[l]) + sum(l in m + 1..2*m, 1/e[l])"},
    {HALVES, "v", "vcat(v[1..m, :], v[m + 1..2*m, :])"},
    {HALVES, "ones(2*m)", "vcat(ones(m), ones(m))"},
    {PRODUCTS, "prod(i in 1..L, A)", "A^L"},
    {PRODUCTS, "prod(i in 2..L, 2*A)", "2^(L - 1)*A^(L - 1)"},
    {PRODUCTS, "prod(l in 1..L, 2*M[l])", "2^L*prod(l in 1..L, M[l])"},
    {PRODUCTS, "prod(l in 1..L, exp(e[l]))", "exp(sum(l in 1..L, e[l]))"},
    {PRODUCTS, "prod(i in 1..L, a^i)", "a^(L*(L + 1)/2)"},
    {PRODUCTS, "inv(prod(l in 1..L, M[l]))",
     "prod(l in reversed(1..L), inv(M[l]))"},
    {PRODUCTS, "sum(i in 1..n, sum(j in 1..i, w[j]))",
     "sum(j in 1..n, (n + 1 - j)*w[j])"},
    {PRODUCTS, "sum(l in 1..L, sum(k in l..L, e[k]))",
     "sum(k in 1..L, k*e[k])"},
    {PRODUCTS, "(-1)^(n^2)", "(-1)^n"},
    {PRODUCTS, "(-1)^(n*(n + 1))", "1"},
};

static const struct identity wrong[] = {
    {HALVES, "sum(v)", "sum(i in 1..m, v[i]) + sum(i in 2..m, v[m + i])"},
    {HALVES, "sum(v)", "sum(i in 1..m, v[2*i]) + sum(i in 1..m, v[i])"},
    {HALVES, "sum(v)", "2*sum(i in 1..m, v[2*i])"},
    {HALVES, "sum(l in 1..2*m, e[l])",
     "sum(l in 1..m, e[2*l]) + sum(l in 2..m, e[2*l - 1])"},
    {HALVES, "v", "vcat(v[m + 1..2*m, :], v[1..m, :])"},
    {HALVES, "ones(2*m)", "vcat(ones(m), 2*ones(m))"},
    /* at n = 1, L = 1 the range 3..L has no terms, not minus one */
    {PRODUCTS, "prod(i in 3..L, A)", "A^(L - 2)"},
    {PRODUCTS, "prod(i in 3..L, a)", "a^(L - 2)"},
    /* an empty product does not ask for inv(A) */
    {PRODUCTS, "prod(i in 3..L, inv(A))", "inv(A)^(L - 2)"},
    {PRODUCTS, "prod(l in 1..L, 2*M[l])", "2*prod(l in 1..L, M[l])"},
    {PRODUCTS, "inv(prod(l in 1..L, M[l]))", "prod(l in 1..L, inv(M[l]))"},
    {PRODUCTS, "sum(i in 1..n, sum(j in 1..i, w[j]))",
     "sum(j in 1..n, (n - j)*w[j])"},
    {PRODUCTS, "sum(i in 1..n, sum(j in 1..i - 1, w[i]))",
     "sum(j in 1..n, j*w[j])"},
    {PRODUCTS, "(-1)^(n^2 + 1)", "(-1)^n"},
};

static void test_joined_sums_are_equal(void **state)
{
    (void)state;
    expect_all(right, sizeof right / sizeof *right, TRUTH_TRUE);
}

static void test_wrong_parts_are_unknown(void **state)
{
    (void)state;
    expect_all(wrong, sizeof wrong / sizeof *wrong, TRUTH_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joined_sums_are_equal),
        cmocka_unit_test(test_wrong_parts_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
