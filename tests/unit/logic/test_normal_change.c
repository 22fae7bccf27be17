/*
 * Powers of sums, by a new letter and by letters that commute with them, and
 * what scaled rows and columns are entry by entry: right for all sizes, nearly
 * right, and both against the balls.
 */
#include "normal_numeric.h"

#include "support/eval_finish.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define NUMBERS                                                                \
    "dim L; given c, d, s : real; given k : int in [0, 4];"                    \
    " given e[l in 0..L] : real;"
#define SQUARE                                                                 \
    "dim n; given A, B : real[n, n]; given x, y : real[n]; given c : real;"    \
    " given k : int in [0, 3];"
#define SCALED                                                                 \
    "dim n, m; given A, B : real[n, m]; given u, v : real[n];"                 \
    " given w : real[m]; given p : nonneg[n]; given b : real in [1/9, 1];"

static const struct identity right[] = {
    /* a letter for a sum */
    {NUMBERS, "(1 + c)*(1 + c)^k", "(1 + c)^(k + 1)"},
    {NUMBERS, "c*(c - 2*d)^k - 2*d*(c - 2*d)^k", "(c - 2*d)^(k + 1)"},
    {NUMBERS, "(1 + c)*sum(l in 1..L, (1 + c)^(L - l)*e[l])",
     "sum(l in 1..L, (1 + c)^(L - l + 1)*e[l])"},
    {NUMBERS, "(3*c + d^2)^k*(9*c + 3*d^2)", "3*(3*c + d^2)^(k + 1)"},
    /* letters beside powers of their polynomials */
    {SQUARE, "A*(eye(n) - c*A)^k", "(eye(n) - c*A)^k*A"},
    {SQUARE, "A'*(eye(n) + c*A')^k*A'", "A'*A'*(eye(n) + c*A')^k"},
    {SQUARE, "(eye(n) + c*A)^k*(eye(n) + 2*A)^(k + 1)",
     "(eye(n) + 2*A)^(k + 1)*(eye(n) + c*A)^k"},
    {SQUARE, "(A^2 - eye(n))^k*inv(eye(n) + 3*A)*x",
     "inv(eye(n) + 3*A)*(A^2 - eye(n))^k*x"},
    {SQUARE, "(eye(n) - c*A)^k*x - c*A*(eye(n) - c*A)^k*x",
     "(eye(n) - c*A)^(k + 1)*x"},
    {SQUARE, "inv(eye(n) - c*A)*c*A", "inv(eye(n) - c*A) - eye(n)"},
    {SQUARE, "A*inv(2*eye(n) + c*A*A)*A", "inv(2*eye(n) + c*A*A)*A^2"},
    {SQUARE, "x'*A*(eye(n) + c*A)^k*y", "x'*(eye(n) + c*A)^k*A*y"},
    /* scaled rows and columns */
    {SCALED, "(diag(u)*A) .* B", "diag(u)*(A .* B)"},
    {SCALED, "(diag(u)*A*diag(w)) .* (diag(v)*B)",
     "diag(u .* v)*(A .* B)*diag(w)"},
    {SCALED, "(diag(sqrt(p))*A) .* (diag(sqrt(p))*B)", "diag(p)*(A .* B)"},
    {SCALED, "rowsum((diag(u)*A) .^ 2)", "u .* u .* rowsum(A .^ 2)"},
    {SCALED, "1 ./ (diag(u)*A)", "diag(1 ./ u)*(1 ./ A)"},
    {SCALED, "(diag(u)*A) .* (u*w')", "diag(u .* u)*A*diag(w)"},
    {SCALED, "(diag(u)*A) .* (1 ./ A)", "u*ones(m)'"},
    {SCALED, "(diag(1 ./ sqrt(p + b*ones(n)))*A) .^ 2",
     "diag(1 ./ (p + b*ones(n)))*(A .^ 2)"},
    {SCALED, "exp(u*ones(m)' + ones(n)*w')", "exp(u)*exp(w)'"},
    /* indices */
    {SCALED, "sum(j in 1..m, w[j]*A[:, j]*A[:, j]')", "A*diag(w)*A'"},
    {SCALED, "sum(j in 1..m, w[j]^2*A[:, j]*B[:, j]')", "A*diag(w .* w)*B'"},
    {SCALED, "max(i in 1..n, sum(j in 1..m, abs(A[i, j])))",
     "max(rowsum(abs(A)))"},
    {SCALED, "min(j in 1..m, sum(i in 1..n, exp(A[i, j])*u[i]))",
     "min(exp(A)'*u)"},
};

static const struct identity wrong[] = {
    {NUMBERS, "c*(1 + c)^k", "(1 + c)^(k + 1)"},
    {NUMBERS, "(1 - c)*(1 + c)^k", "(1 + c)^(k + 1)"},
    {NUMBERS, "(3*c + d^2)^k*(3*c + 3*d^2)", "3*(3*c + d^2)^(k + 1)"},
    {NUMBERS, "(1 + c)*sum(l in 1..L, (1 + c)^(L - l)*e[l])",
     "sum(l in 1..L, (1 + c)^(L - l)*e[l])"},
    {SQUARE, "B*(eye(n) - c*A)^k", "(eye(n) - c*A)^k*B"},
    {SQUARE, "A'*(eye(n) - c*A)^k", "(eye(n) - c*A)^k*A'"},
    {SQUARE, "(eye(n) + c*A)^k*(eye(n) + 2*A')^(k + 1)",
     "(eye(n) + 2*A')^(k + 1)*(eye(n) + c*A)^k"},
    {SQUARE, "(eye(n) + c*A)^k*(A + 2*B)^(k + 1)",
     "(A + 2*B)^(k + 1)*(eye(n) + c*A)^k"},
    {SQUARE, "(eye(n) + A + B)^k*(eye(n) + B)^k",
     "(eye(n) + B)^k*(eye(n) + A + B)^k"},
    {SQUARE, "A*(B - c*A)^k", "(B - c*A)^k*A"},
    {SQUARE, "inv(eye(n) - c*A)*c*A", "inv(eye(n) - c*A) + eye(n)"},
    {SQUARE, "A*inv(2*eye(n) + c*A*B)*A", "inv(2*eye(n) + c*A*B)*A^2"},
    {SCALED, "(diag(u)*A) .* (diag(u)*B)", "diag(u)*(A .* B)"},
    {SCALED, "(diag(sqrt(p))*A) .* (diag(sqrt(p))*B)", "A .* B"},
    {SCALED, "(A*diag(w)) .* B", "diag(u)*(A .* B)"},
    {SCALED, "1 ./ (diag(u)*A)", "diag(u)*(1 ./ A)"},
    {SCALED, "(diag(sqrt(p))*A) .^ 2", "diag(p .* p)*(A .^ 2)"},
    {SCALED, "exp(u*ones(m)' + ones(n)*w')", "exp(u)*ones(m)'"},
    {SCALED, "sum(j in 1..m, w[j]*A[:, j]*A[:, j]')", "A*A'"},
    {SCALED, "sum(j in 1..m, w[j]^2*A[:, j]*A[:, j]')", "A*diag(w)*A'"},
    {SCALED, "max(i in 1..n, sum(j in 1..m, abs(A[i, j])))",
     "max(colsum(abs(A)))"},
    {SCALED, "min(j in 1..m, sum(i in 1..n, exp(A[i, j])*u[i]))",
     "min(exp(A'*u))"},
};

static void test_right_ones_are_equal(void **state)
{
    (void)state;
    expect_all(right, COUNT(right), TRUTH_TRUE);
}

static void test_nearly_right_ones_are_not(void **state)
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
        cmocka_unit_test(test_right_ones_are_equal),
        cmocka_unit_test(test_nearly_right_ones_are_not),
        cmocka_unit_test(test_the_balls_agree),
    };
    return cmocka_run_group_tests(tests, NULL, eval_finish_group);
}
