/*
 * Index forms over all rows at once, extremes, row sums of products entry by
 * entry, shifts under exp, counts of ranges that may be empty: right for all
 * sizes, nearly right, and both against the balls.
 */
#include "normal_numeric.h"

#include "support/eval_finish.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define MATRIX "dim n, m; given A, B : real[n, m]; given u : real[n];"
#define SQUARE                                                                 \
    "dim n; given E, F : real[n, n]; given u, v : real[n]; given c : real;"
#define FAMILY                                                                 \
    "dim n, L; given A[l in 1..L] : real[n, n]; given x, y : real[n];"

static const struct identity right[] = {
    /* one form for a column */
    {MATRIX, "max(i in 1..n, u[i])", "max(u)"},
    {MATRIX, "min(i in 1..n, 2*u[i] + 1)", "2*min(u) + 1"},
    {MATRIX, "max(i in 1..n, abs(u[i]))", "max(abs(u))"},
    {MATRIX, "max(i in 1..n, max(j in 1..m, A[i, j]))", "max(A)"},
    {MATRIX, "min(j in 1..m, min(i in 1..n, A[i, j]))", "min(A)"},
    {MATRIX, "max(i in 1..n, norminf(A[i, :]))", "max(rowsum(abs(A)))"},
    {MATRIX, "max(i in 1..n, norm1(A[i, :]))", "max(rowmax(abs(A)))"},
    {MATRIX, "max(j in 1..m, norm1(A[:, j]))", "max(colsum(abs(A)))"},
    {MATRIX, "max(i in 1..n, normfro(A[i, :]))", "max(rownorm2(A))"},
    {MATRIX, "sum(i in 1..n, norminf(A[i, :]))", "sum(abs(A))"},
    {MATRIX, "sum(i in 1..n, exp(u[i]))", "sum(exp(u))"},
    {MATRIX, "sum(i in 1..n, u[i]*log(u[i]))", "u'*log(u)"},
    {MATRIX, "sum(i in 1..n, max(A[i, :]))", "sum(rowmax(A))"},
    /* the largest and the smallest entries */
    {MATRIX, "max(-A)", "-min(A)"},
    {MATRIX, "rowmax(A - B)", "-rowmin(B - A)"},
    {MATRIX, "colmin(-A)", "-colmax(A)"},
    {MATRIX, "rowmax(A')", "colmax(A)'"},
    {MATRIX, "colmin(A')", "rowmin(A)'"},
    {MATRIX, "max(3*A + 2*ones(n, m))", "3*max(A) + 2"},
    {MATRIX, "rowmin(A + u*ones(m)')", "rowmin(A) + u"},
    {MATRIX, "colmax(A + ones(n)*colmean(B))", "colmax(A) + colmean(B)"},
    {MATRIX, "max(rowmax(A))", "max(colmax(A))"},
    /* products entry by entry */
    {MATRIX, "rowsum(A .* B)", "diagof(A*B')"},
    {MATRIX, "colsum(A .* B)", "diagof(A'*B)'"},
    {SQUARE, "diagof(E*F)", "rowsum(E .* F')"},
    {SQUARE, "u'*rowsum(E .* F)", "trace(diag(u)*E*F')"},
    /* norms of diagonal matrices and of unit vectors */
    {SQUARE, "norminf(diag(u))", "normmax(u)"},
    {SQUARE, "normnuc(diag(u))", "norm1(u)"},
    {SQUARE, "normfro(diag(u))", "normfro(u)"},
    {SQUARE, "norm2(unit(n, 1))", "1"},
    /* exp and log */
    {MATRIX, "exp(A + u*ones(m)')", "diag(exp(u))*exp(A)"},
    {MATRIX, "exp(A + ones(n)*colmax(B))", "exp(A)*diag(exp(colmax(B)))"},
    {MATRIX, "log(softmax(A))", "A - logsumexp(A)*ones(m)'"},
    {MATRIX, "softmax(log(softmax(A)))", "softmax(A)"},
    /* ranges that may be empty */
    {"dim L; given s : real;", "sum(i in 3..L, s)", "max(L - 2, 0)*s"},
    {"dim L;", "min(L, 3)", "L - max(0, L - 3)"},
    /* the first factor of a product within a scalar */
    {FAMILY, "trace(prod(l in 1..L, A[l]))",
     "trace(prod(l in 2..L, A[l])*A[1])"},
    {FAMILY, "x'*prod(l in 1..L, A[l])*y",
     "(x'*A[1])*(prod(l in 2..L, A[l])*y)"},
};

static const struct identity wrong[] = {
    {MATRIX, "max(i in 1..n, abs(u[i]))", "max(u)"},
    {MATRIX, "max(i in 1..n, min(j in 1..m, A[i, j]))", "max(A)"},
    {MATRIX, "max(i in 1..n, norm1(A[i, :]))", "max(rowsum(abs(A)))"},
    {MATRIX, "max(j in 1..m, norm1(A[:, j]))", "max(colmax(abs(A)))"},
    {MATRIX, "max(i in 1..n, norminf(A[i, :]))", "max(colsum(abs(A)))"},
    {MATRIX, "sum(i in 1..n, exp(u[i]))", "exp(sum(u))"},
    {MATRIX, "max(-A)", "min(A)"},
    {MATRIX, "max(-A)", "-max(A)"},
    {MATRIX, "rowmax(A - B)", "rowmin(B - A)"},
    {MATRIX, "rowmax(A - B)", "-rowmax(B - A)"},
    {MATRIX, "rowmin(A + u*ones(m)')", "rowmin(A) - u"},
    {MATRIX, "max(A + u*ones(m)')", "max(A) + max(u)"},
    {MATRIX, "max(rowmin(A))", "max(A)"},
    {MATRIX, "rowsum(A .* B)", "diagof(B*abs(A)')"},
    {SQUARE, "diagof(E*F)", "rowsum(E .* F)"},
    {SQUARE, "normnuc(diag(u))", "max(abs(u))"},
    {SQUARE, "norm2(diag(u))", "sum(abs(u))"},
    {MATRIX, "exp(A + u*ones(m)')", "diag(exp(-u))*exp(A)"},
    {MATRIX, "log(softmax(A))", "A + logsumexp(A)*ones(m)'"},
    {"dim L; given s : real;", "sum(i in 3..L, s)", "(L - 2)*s"},
    {"dim L; given s : real;", "sum(i in 4..L, s)", "max(L - 2, 0)*s"},
    {"dim L;", "min(L, 3)", "L - max(0, L - 2)"},
    {FAMILY, "x'*prod(l in 1..L, A[l])*y",
     "(x'*prod(l in 2..L, A[l]))*(A[1]*y)"},
};

static void test_right_ones_are_decided(void **state)
{
    (void)state;
    expect_all(right, COUNT(right), TRUTH_TRUE);
}

static void test_wrong_ones_are_not(void **state)
{
    (void)state;
    expect_all(wrong, COUNT(wrong), TRUTH_UNKNOWN);
}

static void test_the_balls_agree(void **state)
{
    (void)state;
    expect_balls(right, COUNT(right), wrong, COUNT(wrong));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_ones_are_decided),
        cmocka_unit_test(test_wrong_ones_are_not),
        cmocka_unit_test(test_the_balls_agree),
    };
    return cmocka_run_group_tests(tests, NULL, eval_finish_group);
}
