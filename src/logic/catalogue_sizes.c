/*
 * Norms between each other with factors of size, and what is near: inverses,
 * averages, logsumexp, Kronecker products of matrices that are ordered.
 */
#include "logic/catalogue_internal.h"

#define ONE "dim n, m; given A : real[n, m];"
#define ORDERED "dim n, m; given A, B : real[n, m]; assume order: A <= B;"
#define MOVED "dim n, m; given A : real[n, m]; given x : real[m];"
#define SAME "dim n, m; given A, B : real[n, m];"
#define SYMMETRIC "dim n; given S : symmetric[n];"
#define DEFINITE "dim n; given S : psd[n];"
#define SHIFTED                                                                \
    "dim n; given S : psd[n]; given t : real; assume positive: t > 0;"
#define SMALL(N)                                                               \
    {                                                                          \
        "neumann_bounded_" N,                                                  \
            "dim n; given A : real[n, n]; given q : real; assume first: " N    \
            "(A) <= q; assume small: q < 1;",                                  \
            N "(inv(eye(n) - A)) <= 1 / (1 - q)"                               \
    }
#define POWER(N)                                                               \
    {"power_" N, "dim n, k; given A : real[n, n];",                            \
     N "(A ^ (k - 1)) <= " N "(A) ^ (k - 1)"},                                 \
    {                                                                          \
        "power_bounded_" N,                                                    \
            "dim n, k; given A : real[n, n]; given q : real; assume order: " N \
            "(A) <= q;",                                                       \
            N "(A ^ (k - 1)) <= q ^ (k - 1)"                                   \
    }
#define SPREAD                                                                 \
    SAME " given D : real; assume spread: rowmax(A - B) - rowmin(A - B) <= D;"
#define AVERAGE "dim n, m, k; given P : stochastic[n, m]; given X : real[m, k];"
#define KRON                                                                   \
    "dim n, m, k, l; given A, B : real[n, m]; given C : nonneg[k, l];"         \
    " assume order: A <= B;"
#define MIXED                                                                  \
    "dim n, m; given t : nonneg; given A, B : real[n, m]; assume small: t <= " \
    "1;"

/* clang-format off */
const struct catalogue_row catalogue_sizes[] = {
    /* norms between each other */
    {"norm1_by_normfro", ONE, "norm1(A) <= sqrt(n) * normfro(A)"},
    {"norminf_by_normfro", ONE, "norminf(A) <= sqrt(m) * normfro(A)"},
    {"norm1_by_norminf", ONE, "norm1(A) <= n * norminf(A)"},
    {"norminf_by_norm1", ONE, "norminf(A) <= m * norm1(A)"},
    {"norm1_by_norm1inf", ONE, "norm1(A) <= sqrt(n) * norm1inf(A)"},
    {"norminf_by_norm1inf", ONE, "norminf(A) <= sqrt(m) * norm1inf(A)"},
    {"norm2_by_norm1", ONE, "norm2(A) <= sqrt(m) * norm1(A)"},
    {"norm2_by_norminf", ONE, "norm2(A) <= sqrt(n) * norminf(A)"},
    {"norm2_by_normmax", ONE, "norm2(A) <= sqrt(n * m) * normmax(A)"},
    {"normfro_by_norm1", ONE, "normfro(A) <= sqrt(m) * norm1(A)"},
    {"normfro_by_norminf", ONE, "normfro(A) <= sqrt(n) * norminf(A)"},
    {"normfro_by_norm1inf_rows", ONE, "normfro(A) <= sqrt(n) * norm1inf(A)"},
    {"normfro_by_norm1inf_columns", ONE, "normfro(A) <= sqrt(m) * norm1inf(A)"},
    {"norm1inf_squared_by_norm2", ONE, "norm1inf(A)^2 <= sqrt(n * m) * norm2(A)^2"},
    {"norm1inf_squared_by_normfro", ONE, "norm1inf(A)^2 <= sqrt(n * m) * normfro(A)^2"},
    {"normnuc_by_sum", ONE, "normnuc(A) <= sum(abs(A))"},
    {"normnuc_by_norm1", ONE, "normnuc(A) <= m * norm1(A)"},
    {"normnuc_by_norminf", ONE, "normnuc(A) <= n * norminf(A)"},
    {"trace_by_total", SAME, "abs(trace(A' * B)) <= normmax(A) * sum(abs(B))"},
    {"mean_by_normmax", ONE, "abs(mean(A)) <= normmax(A)"},
    {"normmax_below_trace", DEFINITE, "normmax(S) <= trace(S)"},
    {"trace_of_psd_by_norm2", "dim n; given S, T : psd[n];", "trace(S * T) <= norm2(S) * trace(T)"},
    {"minres1_by_minresinf", ONE, "minres1(A) <= n * minresinf(A)"},
    {"minresinf_by_minres1", ONE, "minresinf(A) <= m * minres1(A) / 2"},
    {"products_of_rows", "dim n, m, k; given A : real[n, m]; given B : real[k, m];",
     "normmax(A * B') <= max(rownorm2(A)) * max(rownorm2(B))"},
    {"forms_of_rows", "dim n, m, k, l; given A : real[n, m]; given W : real[m, l];"
     " given B : real[k, l];",
     "normmax(A * W * B') <= max(rownorm2(A)) * norm2(W) * max(rownorm2(B))"},
    {"normfro_by_norm1_total", ONE, "normfro(A)^2 <= norm1(A) * sum(abs(A))"},
    {"averages_apart", "dim n, m, k; given P, Q : stochastic[n, m]; given X : real[m, k];",
     "normmax(P * X - Q * X) <= max(X) - min(X)"},
    {"softmax_total_by_normmax", SAME, "sum(abs(softmax(A) - softmax(B))) <= n * normmax(A - B)"},
    {"logsumexp_above_least", ONE, "rowmin(A) + log(m) * ones(n) <= logsumexp(A)"},
    {"logsumexp_above_entries", ONE, "A <= logsumexp(A) * ones(m)'"},
    {"logsumexp_size", ONE, "normmax(logsumexp(A)) <= normmax(A) + log(m)"},
    {"rows_times_vector", MOVED,
     "abs(A * x) <= normfro(x) * rownorm2(A)"},
    {"average_longest", AVERAGE, "max(rownorm2(P * X)) <= max(rownorm2(X))"},
    {"average_lengths", AVERAGE, "rownorm2(P * X) <= P * rownorm2(X)"},
    {"centred_norm1_moved", MOVED, "norm1(res(A)) <= 2 * (1 - 1 / n) * norm1(A - ones(n) * x')"},
    {"centred_norminf_moved", MOVED, "norminf(res(A)) <= 2 * (1 - 1 / n) * norminf(A - ones(n) * x')"},
    {"centred_norm1inf_moved", MOVED, "norm1inf(res(A)) <= 2 * (1 - 1 / n) * norm1inf(A - ones(n) * x')"},
    /* symmetric and semidefinite matrices */
    {"eigmin_size", SYMMETRIC, "abs(eigmin(S)) <= norm2(S)"},
    {"eigmax_size", SYMMETRIC, "abs(eigmax(S)) <= norm2(S)"},
    {"inverse_of_one_and_psd", DEFINITE, "norm2(inv(eye(n) + S)) <= 1"},
    {"inverse_of_psd_and_one", DEFINITE, "norm2(S * inv(eye(n) + S)) <= 1"},
    {"inverse_of_shifted_psd", SHIFTED, "norm2(inv(t * eye(n) + S)) <= 1 / t"},
    {"psd_over_shifted_psd", SHIFTED, "norm2(S * inv(t * eye(n) + S)) <= 1"},
    {"ridge_fit", "dim n, m; given X : real[n, m]; given t : real; assume positive: t > 0;",
     "norm2(X * inv(t * eye(m) + X' * X) * X') <= 1"},
    SMALL("norm1"), SMALL("norminf"), SMALL("norm2"),
    {"norm1_of_columns", "dim n, m; given P : nonneg[n, m];"
     " assume sums: ones(n)' * P == ones(m)';", "norm1(P) == 1"},
    /* powers, whose exponents are integers from 0 on */
    POWER("norm1"), POWER("norminf"), POWER("norm1inf"), POWER("norm2"),
    {"increasing_power", "dim k; given x : nonneg; given y : real; assume order: x <= y;",
     "x ^ (k - 1) <= y ^ (k - 1)"},
    /* what is ordered, or near */
    {"increasing_kron_left", KRON, "kron(A, C) <= kron(B, C)"},
    {"increasing_kron_right", KRON, "kron(C, A) <= kron(C, B)"},
    {"increasing_logsumexp", ORDERED, "logsumexp(A) <= logsumexp(B)"},
    {"logsumexp_apart", SAME, "abs(logsumexp(A) - logsumexp(B)) <= rowmax(abs(A - B))"},
    {"logsumexp_difference", SAME, "logsumexp(A) - logsumexp(B) <= rowmax(A - B)"},
    {"convex_logsumexp", MIXED,
     "logsumexp(t * A + (1 - t) * B) <= t * logsumexp(A) + (1 - t) * logsumexp(B)"},
    {"variation_bounded", SPREAD, "norminf(softmax(A) - softmax(B)) <= 2 * tanh(D / 4)"},
    {"softmax_entries_bounded", SPREAD, "abs(softmax(A) - softmax(B)) <= tanh(D / 4)"},
    {"softmax_entries_by_largest", SAME, "abs(softmax(A) - softmax(B))"
     " <= tanh(max(rowmax(A - B) - rowmin(A - B)) / 4)"},
    {"softmax_above_share", ONE,
     "diag(exp(rowmin(A) - rowmax(A))) * ones(n, m) / m <= softmax(A)"},
    {"softmax_below_share", ONE,
     "softmax(A) <= diag(exp(rowmax(A) - rowmin(A))) * ones(n, m) / m"},
    {"softmax_above_bounded",
     "dim n, m; given A : real[n, m]; given t : real; assume order: normmax(A) <= t;",
     "exp(-2 * t) / m <= softmax(A)"},
    {"softmax_below_bounded",
     "dim n, m; given A : real[n, m]; given t : real; assume order: normmax(A) <= t;",
     "softmax(A) <= exp(2 * t) / m"},
};
/* clang-format on */

const size_t catalogue_sizes_count =
    sizeof catalogue_sizes / sizeof catalogue_sizes[0];
