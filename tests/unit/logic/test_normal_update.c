/* Terms of rank one added, products of products, blocks, masks. */
#include "normal_fixture.h"

#define UPDATE                                                                 \
    "dim n; given E : real[n, n]; given Q, U : orthogonal[n];"                 \
    "given u, v, x, y : real[n];"
#define NESTED                                                                 \
    "dim n, p, q; given E : real[n, n]; given F : real[p, p];"                 \
    "given M, N : real[q, q]; given K : real[n*p, n*p];"                       \
    "given u, v : real[n]; given w, z : real[p];"
#define BLOCKS                                                                 \
    "dim n, k; given E, H : real[n, n]; given C : real[n, k];"                 \
    "given D : real[k, n]; given G : real[k, k]; given u, v : real[n];"
#define POWERS "dim n, L; given A : real[n, n];"

static const struct identity right[] = {
    {UPDATE, "x'*inv(E + u*v')*y",
     "x'*inv(E)*y - (x'*inv(E)*u)*(v'*inv(E)*y)/(1 + v'*inv(E)*u)"},
    {UPDATE, "x'*inv(eye(n) + u*v')*y", "x'*y - (x'*u)*(v'*y)/(1 + v'*u)"},
    {UPDATE, "1 - v'*inv(E + u*v')*u", "1/(1 + v'*inv(E)*u)"},
    {UPDATE, "x'*inv(Q + u*v')*y",
     "x'*Q'*y - (x'*Q'*u)*(v'*Q'*y)/(1 + v'*Q'*u)"},
    {UPDATE, "det(E - 2*u*v')", "det(E)*(1 - 2*v'*inv(E)*u)"},
    {UPDATE, "det(Q + u*v')", "det(Q)*(1 + v'*Q'*u)"},
    {UPDATE, "inv(Q + U)", "U'*inv(Q' + U')*Q'"},
    {UPDATE, "rank(Q*E*U')", "rank(E)"},
    {NESTED, "kron(kron(E, F), M)", "kron(E, kron(F, M))"},
    {NESTED, "kron(kron(u, F), M)", "kron(u, kron(F, M))"},
    {NESTED, "kron(kron(E, w), M)", "kron(E, kron(w, M))"},
    {NESTED, "kron(kron(E, w'), M)", "kron(E, kron(w', M))"},
    {NESTED, "kron(eye(n*p), M)", "kron(eye(n), kron(eye(p), M))"},
    {NESTED, "kron(ones(n*p), M)", "kron(ones(n), kron(ones(p), M))"},
    {NESTED, "kron(K, M)*kron(E, kron(F, N))", "kron(K*kron(E, F), M*N)"},
    {NESTED, "kron(E, eye(p*q))*kron(eye(n*p), M)", "kron(E, kron(eye(p), M))"},
    {NESTED, "kron(u, w)'*kron(v, z)", "(u'*v)*(w'*z)"},
    {NESTED, "kron(E, F) .* kron(E, ones(p, p))", "kron(E .* E, F)"},
    {NESTED, "diag(kron(u, w))", "kron(diag(u), diag(w))"},
    {NESTED, "diagof(kron(E, F))", "kron(diagof(E), diagof(F))"},
    {NESTED, "abs(kron(E, F))", "kron(abs(E), abs(F))"},
    {BLOCKS, "det(vcat(hcat(E, C), hcat(zeros(k, n), G)))", "det(E)*det(G)"},
    {BLOCKS, "det(vcat(hcat(E, zeros(n, k)), hcat(D, G)))", "det(G)*det(E)"},
    {BLOCKS, "diagof(E*diag(v)*H)", "(E .* H')*v"},
    {BLOCKS, "trace(diag(u)*E*diag(v)*H)", "u'*(E .* H')*v"},
    {BLOCKS, "softmax(E, ones(n, n))", "softmax(E)"},
    {BLOCKS, "softmax(E, eye(n))", "eye(n)"},
    {BLOCKS, "softmax(hcat(E + u*ones(n)', C + u*ones(k)'))",
     "softmax(hcat(E, C))"},
    {BLOCKS, "softmax(hcat(E + u*ones(n)', C + v*ones(k)'))",
     "softmax(hcat(E, C + (v - u)*ones(k)'))"},
    {POWERS, "A^(2^L)*A^(2^L)", "A^(2^(L + 1))"},
    {POWERS, "A^(3^(L + 2))", "A^(9*3^L)"},
};

static const struct identity wrong[] = {
    {UPDATE, "x'*inv(E + u*v')*y",
     "x'*inv(E)*y - (x'*inv(E)*v)*(u'*inv(E)*y)/(1 + v'*inv(E)*u)"},
    {UPDATE, "1 - v'*inv(E + u*v')*u", "1/(1 + u'*inv(E)*v)"},
    {UPDATE, "det(E - 2*u*v')", "det(E)*(1 + 2*v'*inv(E)*u)"},
    {UPDATE, "inv(Q + U)", "Q'*inv(Q' + U')*Q'"},
    {UPDATE, "rank(E*Q*E)", "rank(E*E)"},
    {NESTED, "kron(kron(E, F), M)", "kron(F, kron(E, M))"},
    {NESTED, "kron(K, M)*kron(E, kron(F, N))", "kron(kron(E, F)*K, M*N)"},
    {NESTED, "kron(E, F) .* kron(E, ones(p, p))", "kron(E, F)"},
    {NESTED, "diagof(kron(E, F))", "kron(diagof(F), diagof(E))"},
    {BLOCKS, "det(vcat(hcat(E, C), hcat(D, G)))", "det(E)*det(G)"},
    {BLOCKS, "det(vcat(hcat(zeros(n, n), E), hcat(H, zeros(n, n))))",
     "det(E)*det(H)"},
    {BLOCKS, "diagof(E*diag(v)*H)", "(E .* H)*v"},
    {BLOCKS, "softmax(E, eye(n))", "softmax(E)"},
    {BLOCKS, "softmax(hcat(E + u*ones(n)', C))", "softmax(hcat(E, C))"},
    {BLOCKS, "softmax(hcat(E + u*ones(n)', C + v*ones(k)'))",
     "softmax(hcat(E, C))"},
    {POWERS, "A^(2^L)*A^(2^L)", "A^(2^(2*L))"},
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
