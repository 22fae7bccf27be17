/* Joined matrices, Kronecker products, triangles, powers. */
#include "normal_fixture.h"

#define BLOCKS                                                                 \
    "dim n, m, k, l; given A : real[n, m]; given B : real[n, k];"              \
    "given C : real[l, m]; given E, F : real[n, n]; given u, v : real[n];"
#define KRON                                                                   \
    "dim n, p; given E, F : real[n, n]; given M, N : real[p, p];"              \
    "given u, v : real[n]; given w : real[p];"
#define TRIANGLE                                                               \
    "dim n; given S : real[n, n]; given x, y : real[n]; given r : real;"
#define POWERS "dim m, L; given a, b : real; given c[l in 0..L] : real;"

static const struct identity right[] = {
    /* parts of joined matrices */
    {BLOCKS, "abs(hcat(A, B))", "hcat(abs(A), abs(B))"},
    {BLOCKS, "exp(vcat(A, C))", "vcat(exp(A), exp(C))"},
    {BLOCKS, "softmax(vcat(A, C))", "vcat(softmax(A), softmax(C))"},
    {BLOCKS, "vcat(A, C) .* vcat(2*A, C)", "vcat(2 * A .* A, C .* C)"},
    {BLOCKS, "diag(vcat(u, v))",
     "vcat(hcat(diag(u), zeros(n, n)), hcat(zeros(n, n), diag(v)))"},
    {BLOCKS, "diagof(vcat(hcat(E, F), hcat(F, E)))",
     "vcat(diagof(E), diagof(E))"},
    {BLOCKS, "norm2(vcat(eye(n), zeros(l, n)))", "1"},
    {BLOCKS, "normfro(eye(n + l)[1..n, :])", "sqrt(n)"},
    {BLOCKS, "normnuc(eye(n + l)[:, 1..n])", "n"},
    {BLOCKS, "norm1(vcat(zeros(l, m), A))", "norm1(A)"},
    {BLOCKS, "normnuc(hcat(A, zeros(n, k)))", "normnuc(A)"},
    {BLOCKS, "rowmax(hcat(u, v))", "max(u, v)"},
    {BLOCKS, "rowmin(hcat(u, v, -u))", "min(min(u, v), -u)"},
    {BLOCKS, "colmax(vcat(u', v', 2*u'))", "max(max(u', v'), 2*u')"},
    {BLOCKS, "rowmax(hcat(u, v) + 3*ones(n, 2))", "max(u, v) + 3*ones(n)"},
    {BLOCKS, "rowmax(hcat(A, zeros(n, k), B))",
     "max(max(rowmax(A), rowmax(B)), zeros(n))"},
    {BLOCKS, "colmin(vcat(zeros(l, m), A))", "min(colmin(A), zeros(1, m))"},
    {BLOCKS, "max(hcat(A, zeros(n, k)))", "max(max(A), 0)"},
    {BLOCKS, "norm1(vcat(hcat(B, zeros(n, m)), hcat(zeros(l, k), C)))",
     "max(norm1(B), norm1(C))"},
    {BLOCKS, "norm2(vcat(hcat(B, zeros(n, m)), hcat(zeros(l, k), C)))",
     "max(norm2(B), norm2(C))"},
    /* Kronecker products */
    {KRON, "kron(u, ones(p))", "kron(u, ones(p)) + zeros(n*p, 1)"},
    {KRON, "kron(u, M)*kron(v', N)", "kron(u*v', M*N)"},
    {KRON, "hcat(kron(E, M), kron(F, M))", "kron(hcat(E, F), M)"},
    {KRON, "vcat(kron(E, M), kron(F, M))", "kron(vcat(E, F), M)"},
    {KRON, "kron([1, 2; 3, 4], E)", "vcat(hcat(E, 2*E), hcat(3*E, 4*E))"},
    {KRON, "hcat(eye(n), eye(n))*kron(ones(2), E)", "2*E"},
    {KRON, "norm1(kron(E, M))", "norm1(E)*norm1(M)"},
    {KRON, "norminf(-2*kron(E, M))", "2*norminf(E)*norminf(M)"},
    {KRON, "norm2(kron(u, w))", "norm2(w)*norm2(u)"},
    {KRON, "normfro(kron(u', M))", "normfro(u)*normfro(M)"},
    {KRON, "rank(kron(E, M))", "rank(M)*rank(E)"},
    {KRON, "rank(res(ones(n)*u'))", "0"},
    {KRON, "det(kron(E, M))", "det(E)^p*det(M)^n"},
    /* triangles */
    {TRIANGLE, "sum(i in 1..n, j in 1..i, S[i, j])",
     "sum(i in 1..n, j in 1..i - 1, S[i, j]) + trace(S)"},
    {TRIANGLE, "sum(i in 1..n, x[i]*sum(j in 1..i, y[j]))",
     "sum(j in 1..n, y[j]*sum(i in j..n, x[i]))"},
    {TRIANGLE, "sum(S)",
     "sum(i in 1..n, j in 1..i, S[i, j]) + sum(i in 1..n, j in i+1..n, "
     "S[i, j])"},
    {TRIANGLE, "sum(x)^2 - x'*x", "2*sum(i in 1..n, j in 1..i - 1, x[i]*x[j])"},
    {TRIANGLE, "sum(i in 1..n, sum(j in 1..n, abs(x[i] - x[j])))",
     "2*sum(i in 1..n, j in 1..i - 1, abs(x[i] - x[j]))"},
    {TRIANGLE, "sum(i in 1..n, sum(j in 1..n, exp(x[i] - y[j])))",
     "sum(i in 1..n, j in 1..i, exp(x[i] - y[j])) + "
     "sum(i in 1..n, j in 1..i - 1, exp(x[j] - y[i]))"},
    {TRIANGLE, "sum(i in 1..n, x[n+1-i])", "sum(x)"},
    {TRIANGLE, "sum(i in 2..n, x[i]^2)", "x'*x - x[1]^2"},
    /* powers and products */
    {POWERS, "sum(i in 1..m, 2^(-2*i))", "(1 - 4^(-m))/3"},
    {POWERS, "sum(i in 1..2*m, (-1)^i)", "0"},
    {POWERS, "6^m", "2^m*3^m"},
    {POWERS, "(2/3)^m*(3/2)^m", "1"},
    {POWERS, "(-2)^(2*m)", "4^m"},
    {POWERS, "(2*a*b)^m", "2^m*a^m*b^m"},
    {POWERS, "prod(l in 1..L, c[l]^2*a)", "a^L*prod(l in 1..L, c[l])^2"},
};

static const struct identity wrong[] = {
    {BLOCKS, "exp(hcat(A, zeros(n, k)))", "hcat(exp(A), zeros(n, k))"},
    {BLOCKS, "softmax(hcat(A, B))", "hcat(softmax(A), softmax(B))"},
    {BLOCKS, "rowmax(hcat(u, v))", "min(u, v)"},
    {BLOCKS, "rowmin(hcat(u, v, -u))", "min(v, -u)"},
    {BLOCKS, "rowmax(hcat(A, zeros(n, k)))", "rowmax(A)"},
    {BLOCKS, "max(vcat(A, zeros(l, m)))", "max(A)"},
    {BLOCKS, "vcat(A, C) .* vcat(2*A, C)", "vcat(2 * A .* A, C)"},
    {BLOCKS, "diagof(vcat(hcat(E, F), hcat(F, E)))",
     "vcat(diagof(F), diagof(F))"},
    {BLOCKS, "normfro(eye(n + l)[1..n, :])", "sqrt(n + l)"},
    {BLOCKS, "normnuc(vcat(hcat(B, zeros(n, m)), hcat(zeros(l, k), C)))",
     "max(normnuc(B), normnuc(C))"},
    {BLOCKS, "norm2(vcat(hcat(E, F), hcat(F, E)))",
     "max(norm2(hcat(E, F)), norm2(hcat(F, E)))"},
    {BLOCKS, "norm2(vcat(hcat(E, zeros(n, n)), hcat(F, zeros(n, n))))",
     "max(norm2(E), norm2(F))"},
    {KRON, "kron(u, M)*kron(v', N)", "kron(v*u', M*N)"},
    {KRON, "hcat(kron(E, M), kron(E, N))", "kron(E, hcat(M, N))"},
    {KRON, "kron([1, 2; 3, 4], E)", "vcat(hcat(E, 3*E), hcat(2*E, 4*E))"},
    {KRON, "norm1(kron(E, M))", "norm1(E)*norminf(M)"},
    {KRON, "norm1(kron(E, M)')", "norm1(kron(E, M))"},
    /* rows that begin within a block */
    {KRON, "kron(ones(n), M)[p/2+1..p/2+p, :]", "M"},
    {KRON, "det(kron(E, M))", "det(E)^n*det(M)^p"},
    {TRIANGLE, "sum(i in 1..n, j in 1..i, S[i, j])",
     "sum(j in 1..n, i in 1..j, S[i, j])"},
    {TRIANGLE, "sum(i in 1..n, j in 1..i, S[i, j])",
     "sum(i in 1..n, j in 1..i - 1, S[i, j])"},
    {TRIANGLE, "sum(S)",
     "sum(i in 1..n, j in 1..i, S[i, j]) + sum(i in 1..n, j in i..n, "
     "S[i, j])"},
    {TRIANGLE, "sum(i in 3..n, x[1]^2)", "(n - 2)*x[1]^2"},
    {TRIANGLE, "sum(i in 1..n, j in 3..i, r)",
     "sum(i in 1..n, j in 3..i - 1, r) + n*r"},
    /* the diagonals j = i + 1, i + 2 go beyond n */
    {TRIANGLE, "sum(i in 1..n, j in 1..i + 2, sum(k in j..n, r))",
     "sum(i in 1..n, j in 1..i + 2, (n - j + 1)*r)"},
    {TRIANGLE, "sum(i in 1..n, j in i - 2..n, sum(k in 1..j, r))",
     "sum(i in 1..n, j in i - 2..n, j*r)"},
    {POWERS, "(-1)^m", "1"},
    {POWERS, "(-2)^(m + 1)", "2^(m + 1)"},
    {POWERS, "(a*b)^(m - 2)", "a^(m - 2)*b^(m - 2)*1^m + a - a*1^b"},
    {POWERS, "prod(l in 1..L, c[l]*a)", "a*prod(l in 1..L, c[l])"},
    {POWERS, "sum(i in 1..m, (-1)^i)", "0"},
};

static void test_right_identities_are_true(void **state)
{
    (void)state;
    expect_all(right, sizeof right / sizeof *right, TRUTH_TRUE);
}

static void test_wrong_identities_are_unknown(void **state)
{
    (void)state;
    expect_all(wrong, sizeof wrong / sizeof *wrong, TRUTH_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_identities_are_true),
        cmocka_unit_test(test_wrong_identities_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
