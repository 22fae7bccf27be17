#include "normal_fixture.h"

#define SMALL                                                                  \
    "given A, B : real[2, 2]; given C : real[3, 3]; given a, b, c, d : real;"
#define SQUARE                                                                 \
    "dim n, L; given A, B : real[n, n]; given Q : orthogonal[n];"              \
    " given u, v : real[n]; given s : real; given M[l in 1..L] : real[n, n];"
#define JOINED                                                                 \
    "dim n, m, k; given A : real[n, m]; given B : real[n, k];"                 \
    " given C : real[k, m]; given u : real[n]; given w : real[m];"             \
    " given s : real;"

static const struct identity right[] = {
    {SMALL, "A^2 - trace(A)*A + det(A)*eye(2)", "zeros(2, 2)"},
    {SMALL, "C^3 - trace(C)*C^2 + (trace(C)^2 - trace(C^2))/2*C",
     "det(C)*eye(3)"},
    {SMALL, "inv(A)*det(A)", "trace(A)*eye(2) - A"},
    {SMALL, "inv([a, b; c, d])", "[d, -b; -c, a]/(a*d - b*c)"},
    {SMALL, "det(A + B)", "det(A) + det(B) + trace(A)*trace(B) - trace(A*B)"},
    {SQUARE, "det(inv(A))*det(A)", "1"},
    {SQUARE, "det(A*B*inv(A))", "det(B)"},
    {SQUARE, "det(s*A)", "s^n*det(A)"},
    {SQUARE, "det(A - B)", "(-1)^n*det(B - A)"},
    {SQUARE, "det(Q)^2", "1"},
    {SQUARE, "det(Q*A*Q')", "det(A)"},
    {SQUARE, "det(eye(n) + s*u*v')", "1 + s*v'*u"},
    {SQUARE, "det(diag(u))", "prod(i in 1..n, u[i])"},
    {SQUARE, "det(prod(l in 1..L, M[l]))", "prod(l in 1..L, det(M[l]))"},
    {SQUARE, "det(A^L)", "det(A)^L"},
    {JOINED, "norm1(vcat(A, -2*A))", "3*norm1(A)"},
    {JOINED, "norminf(vcat(A, -2*A))", "2*norminf(A)"},
    {JOINED, "norm2(hcat(A, 2*A))", "sqrt(5)*norm2(A)"},
    {JOINED, "norm1inf(vcat(A, 2*A))", "sqrt(6)*norm1inf(A)"},
    {JOINED, "norm1(hcat(A, B))", "max(norm1(A), norm1(B))"},
    {JOINED, "norminf(vcat(A, C))", "max(norminf(C), norminf(A))"},
    {JOINED, "max(vcat(A, C))", "max(max(A), max(C))"},
    {JOINED, "rowmin(hcat(A, B))", "min(rowmin(A), rowmin(B))"},
    {JOINED, "colmax(hcat(A, B))", "hcat(colmax(A), colmax(B))"},
    {JOINED, "normfro(rownorm2(A))", "normfro(A)"},
    {JOINED, "rownorm2(A) .^ 2", "diagof(A*A')"},
    {JOINED, "rownorm2(u*w')", "abs(u)*normfro(w)"},
    {JOINED, "normfro(A)^2", "sum(i in 1..n, rownorm2(A)[i]^2)"},
    {JOINED, "norm2(ones(n, m))", "sqrt(n*m)"},
    {JOINED, "norm1inf(ones(n, m))", "sqrt(n*m)"},
    {JOINED, "normnuc(s*eye(n))", "n*abs(s)"},
    {JOINED, "sqrt(u'*u)", "normfro(u)"},
    {JOINED, "sqrt(9*trace(A*A'))", "3*normfro(A)"},
    {JOINED, "sqrt(sum((A - 2*B*C) .^ 2))", "normfro(A - 2*B*C)"},
    {JOINED, "sqrt(u'*u - 2*s*u'*A*w + s^2*w'*A'*A*w)", "normfro(u - s*A*w)"},
    {JOINED, "sqrt(sum(i in 1..n, (2*u[i])^2))", "2*normfro(u)"},
    {JOINED, "sqrt(rowsum(A .* A))", "rownorm2(A)"},
    {JOINED, "max(u*ones(m)' + 3*ones(n, m))", "max(u) + 3"},
    {JOINED, "min(ones(n)*w'*C')", "min(C*w)"},
    {JOINED, "sqrt(diagof(A*A'))", "rownorm2(A)"},
    {JOINED, "sqrt(diagof(A'*A))", "rownorm2(A')"},
    {JOINED, "sqrt(res(A)[1, :]*res(A)[1, :]')", "normfro(res(A)[1, :])"},
    {JOINED, "sqrt(colmean((A - B*C) .^ 2))", "rownorm2((A - B*C)')'/sqrt(n)"},
    {JOINED, "sqrt(mean(res(A) .^ 2))", "normfro(res(A))/sqrt(n*m)"},
    {JOINED, "sqrt(trace(res(A)'*res(A)))", "normfro(res(A))"},
    {JOINED, "(1 ./ A)[1, :]", "1 ./ A[1, :]"},
    {JOINED, "softmax(A)", "exp(A - logsumexp(A)*ones(m)')"},
    {JOINED, "softmax(A)[1, 1]", "exp(A[1, 1])/sum(exp(A[1, :]))"},
    {JOINED, "softmax(A)[n, 1]", "exp(A[n, 1] - logsumexp(A[n, :]))"},
    {JOINED, "softmax(w')[1]/softmax(w')[m]", "exp(w[1] - w[m])"},
    {JOINED, "exp(logsumexp(A))", "rowsum(exp(A))"},
    {JOINED, "logsumexp(A)", "log(rowsum(exp(A)))"},
    {JOINED, "log(softmax(w')[1])", "w[1] - logsumexp(w')"},
    {JOINED, "exp(2*log(s) - log(n))", "s^2/n"},
    {JOINED, "exp(-log(A))", "1 ./ A"},
    {JOINED, "rownorm2(A)[1]", "normfro(A[1, :])"},
    {JOINED, "rowmax(A)[n]", "max(A[n, :])"},
    {JOINED, "colmin(A)[1]", "min(A[:, 1])"},
    {JOINED, "logsumexp(A)[1]", "logsumexp(A[1, :])"},
    {JOINED, "log(exp(A))", "A"},
};

static const struct identity wrong[] = {
    {SMALL, "A^2 + trace(A)*A + det(A)*eye(2)", "zeros(2, 2)"},
    {SMALL, "C^2 - trace(C)*C + det(C)*eye(3)", "zeros(3, 3)"},
    {SMALL, "A*B", "B*A"},
    {SMALL, "inv(A)*det(A)", "trace(A)*eye(2) + A"},
    {SMALL, "det(C)", "det(C[1..2, 1..2])*C[3, 3]"},
    {SQUARE, "det(s*A)", "s*det(A)"},
    {SQUARE, "det(Q)", "1"},
    {SQUARE, "det(A - B)", "det(B - A)"},
    {SQUARE, "det(eye(n) + u*v')", "1 - v'*u"},
    {SQUARE, "det(A + B)", "det(A) + det(B)"},
    {JOINED, "norm1(vcat(A, C))", "max(norm1(A), norm1(C))"},
    {JOINED, "norm1(vcat(A, 2*A))", "2*norm1(A)"},
    {JOINED, "norm2(hcat(A, B))", "max(norm2(A), norm2(B))"},
    {JOINED, "max(hcat(A, zeros(n, 1)))", "max(A)"},
    {JOINED, "rowmax(vcat(A, C))", "vcat(rowmin(A), rowmax(C))"},
    {JOINED, "norm1(ones(n, m))", "m"},
    {JOINED, "normnuc(eye(n))", "1"},
    {JOINED, "sqrt(u'*A*w)", "normfro(u)"},
    {JOINED, "sqrt(-u'*u)", "normfro(u)"},
    {JOINED, "sqrt(u'*u + 2*s*u'*A*w + s*w'*A'*A*w)", "normfro(u + s*A*w)"},
    {JOINED, "sqrt(trace(A*C'*B'))", "normfro(A)"},
    {JOINED, "rownorm2(A)[1]", "normfro(A[:, 1])"},
    {JOINED, "sqrt(rowsum(A .* A))", "rowsum(abs(A))"},
    {JOINED, "softmax(A)", "exp(A - rowmax(A)*ones(m)')"},
    {JOINED, "softmax(A)[1, 1]", "exp(A[1, 1])/sum(exp(A[:, 1]))"},
    {JOINED, "softmax(w')[1]/softmax(w')[m]", "exp(w[m] - w[1])"},
    {JOINED, "exp(log(s)/2)", "s"},
    {JOINED, "max(u*w')", "max(u)*max(w)"},
    {JOINED, "log(softmax(w')[1])", "w[1] + logsumexp(w')"},
    {JOINED, "(1 ./ A)[1, :]", "1 ./ A[n, :]"},
    {JOINED, "sqrt(rowmean(A .^ 2))", "rownorm2(A)/sqrt(n)"},
    {JOINED, "sqrt(rowsum(A .^ 3))", "rownorm2(A)"},
    {JOINED, "rowmax(A)[1]", "min(A[1, :])"},
    {JOINED, "colmax(A)[1]", "max(A[1, :])"},
    {JOINED, "log(exp(A))", "A + A"},
};

static void test_right_entries_are_equal(void **state)
{
    (void)state;
    expect_all(right, sizeof right / sizeof *right, TRUTH_TRUE);
}

static void test_wrong_entries_are_unknown(void **state)
{
    (void)state;
    expect_all(wrong, sizeof wrong / sizeof *wrong, TRUTH_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_entries_are_equal),
        cmocka_unit_test(test_wrong_entries_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
