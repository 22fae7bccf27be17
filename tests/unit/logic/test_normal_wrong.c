/*
 * Identities with one thing wrong, each of which algebra would see as true if
 * it asked for one thing less.
 */
#include "base/buffer.h"
#include "rule_fixture.h"

static const struct {
    const char *given, *identity;
} table[] = {
    {"dim n;  given S : real[n, n];",
     "sum(i in 1..n, j in 1..i - 1, S[i, j])"
     " == sum(j in 1..n - 1, i in j + 2..n, S[i, j])"},
    {"dim n;  given S : real[n, n];",
     "sum(i in 1..n, j in 1..i, S[i, j])"
     " == sum(j in 1..n, i in 2*j..n, S[i, j])"},
    {"dim n;  given S : real[n, n];",
     "sum(i in 1..n, j in 1..i, S[i, j])"
     " == sum(i in 1..n, j in 1..i - 2, S[i, j]) + trace(S)"},
    {"dim n;  given S : real[n, n];",
     "sum(i in 2..n, j in 1..n, S[i, j] * unit(n, i) * unit(n, j)') == S"},
    {"dim n, m;  given A, E : real[n, m];",
     "norm1(vcat(E, 2 * A)) == 3 * norm1(A)"},
    {"dim n, m;  given A : real[n, m];",
     "normfro(A)^2 == sum(i in 1..n, rownorm2(A)[i]^3)"},
    {"dim n, m;", "normmax(ones(n, m))^2 == n * m"},
    {"dim n;  given x, s : real[n];", "log(sum(x .* x)) == normfro(x)"},
    {"given x, y : real;", "log(x * y) == log(x) + log(y)"},
    {"dim n;  given x, s : real[n];", "sqrt(sum(x .* s)) == normfro(x)"},
    {"dim n, k;  given E : real[n, n];  given F, S, M : real[k, k];",
     "inv(kron(E, kron(S, M))) == kron(kron(inv(E), inv(F)), inv(M))"},
    {"dim n, m;  given A : real[n, m];  given u : real[n];",
     "cos(A + u * ones(m)') == diag(exp(u)) * exp(A)"},
    {"dim n, m;  given A : real[n, m];",
     "abs(softmax(A)) == A - logsumexp(A) * ones(m)'"},
    {"dim n, L, H >= 2;  given A[l in 1..L] : real[n, n];",
     "sum(l in 1..H, A[l]) == A[1] + sum(l in 2..L, A[l])"},
    {"dim n, H;  given V[h in 1..H] : real[n, n];",
     "prod(h in 1..H, V[h]) == prod(h in 1..H - 1, V[2*h]) * V[H]"},
    {"dim n, m;  given A, B : real[n, m];  given p, q : nonneg[n];",
     "(diag(sqrt(p))*A) .* (diag(sqrt(q))*B) == diag(p)*(A .* B)"},
    {"dim n;", "sum(i in 1..n, unit(n, i)*unit(n, n + 1 - i)') == eye(n)"},
    {"dim n;  given x : real[n];", "sum(i in 1..n, x[i]^2) == sum(x)"},
    {"dim n;  given x : real[n];",
     "sum(i in 1..n, x[i]^2*unit(n, i)*unit(n, i)') == diag(x)"},
    {"dim n;  given x : real[n];", "sum(i in 1..n, unit(n, i)/x[i]) == x"},
    {"dim n;  given A : real[n, n];", "sum(i in 1..n, A[i, i]^2) == trace(A)"},
    {"dim n;  given A : real[n, n];  given x : real[n];",
     "sum(i in 1..n, A[i, i]*x[i]) == trace(A)"},
    {"dim n, k;  given A : real[n, n];", "(-A)^k == A^k"},
    {"dim n, k;  given A : real[n, n];", "(A')^k == A^k"},
    {"dim n, k;  given A, B : real[n, n];", "((A*B)^2)^k == (A^2*B^2)^k"},
    {"dim n;  given U, V : orthogonal[n];  given A, B : real[n, n];",
     "normfro(U*A + V*B) == normfro(A + B)"},
    {"dim n;  given U : orthogonal[n];  given A, B : real[n, n];",
     "normfro(U*A + U'*B) == normfro(A + B)"},
    {"dim n;  given A : real[n, n];",
     "max(i in 1..n, A[i, n + 1 - i]) == max(diagof(A))"},
    {"dim n;  given x : real[n];", "max(i in 2..n, x[i]) == max(x)"},
    {"dim n;  given x : real[n];", "max(i in 1..n - 1, x[i]) == max(x)"},
    {"dim n, m;  given x : real[n];",
     "max(eye(n + m - 1)[:, 1..n]*x) == max(max(x), 0)"},
    {"dim n;  given x, y : real[n];",
     "max(eye(2*n + 1)[:, 1..n]*x + eye(2*n + 1)[:, 2..n + 1]*y)"
     " == max(max(max(x), max(y)), 0)"},
    {"dim n, E;  given f[i in 1..E] : real[n];  given x : real[n];",
     "sum(i in 1..E, (f[i]'*x)^2) == sum(i in 1..E, f[i])'*x"},
    {"dim n, E;  given f[i in 1..E] : real[n];  given x : real[n];"
     "  given G[i in 1..E] : real[n, n];",
     "sum(i in 1..E, x'*G[i]*f[i])"
     " == x'*sum(i in 1..E, G[i])*sum(i in 1..E, f[i])"},
    {"dim n, k;  given Q : orthogonal[n];", "Q^k*Q^k == eye(n)"},
    {"dim n, k;  given A : real[n, n];", "A^k*(A^k)' == eye(n)"},
    {"dim n, k;  given A : real[n, n];  given c : real;",
     "A'*(eye(n) + c*A)^k == (eye(n) + c*A)^k*A'"},
    {"dim n, k;  given A : real[n, n];",
     "(eye(n) + A)^k*(eye(n) + 2*A')^k == (eye(n) + 2*A')^k*(eye(n) + A)^k"},
    {"dim n, k;  given A, B : real[n, n];",
     "(eye(n) + A)^k*(eye(n) + B)^k == (eye(n) + B)^k*(eye(n) + A)^k"},
    {"dim n, m;  given A : real[n, m];  given u : real[n];",
     "sum(i in 1..m, max(A[:, i])) == sum(i in 1..m, u'*abs(A[:, i]))"},
    {"dim m;  given v : real[2*m];",
     "vcat(v[1..m, :], 2*v[m + 1..2*m, :]) == v"},
    {"dim n, m;  given A : real[n, m];",
     "logsumexp(2*A - logsumexp(A)*ones(m)') == zeros(n, 1)"},
    {"dim n;  given E, F : real[n, n];", "inv(E*E) == inv(F)*inv(E)"},
    {"dim n, H;  given V[h in 1..H] : real[n, n];",
     "sum(h in 1..H, g in 1..H, V[h]*V[g]) == sum(h in 1..H, V[h])"},
};

static bool is_seen(const char *given, const char *identity)
{
    struct rule_fixture f;
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { %s claim c: %s; }", given, identity);
    fixture_open_with(&f, text.text, 0, NULL);
    f.catalogue = NULL;
    const struct line line = {.rule = RULE_ALGEBRA,
                              .conclusion = fixture_claim(&f, "c")};
    bool seen = fixture_add(&f, &line);
    fixture_close(&f);
    buffer_clear(&text);
    return seen;
}

static void test_wrong_identities_are_not_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (is_seen(table[i].given, table[i].identity))
            fail_msg("%s", table[i].identity);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_identities_are_not_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
