/*
 * Bounds that two or three other rules give together, by way of a function
 * that the goal does not have: the search takes no such ways.
 */
#include "logic/catalogue_internal.h"

#define ONE "dim n, m; given A : real[n, m];"
#define SAME "dim n, m; given A, B : real[n, m];"
#define AB "dim n, k, m; given A : real[n, k]; given B : real[k, m];"
#define SQUARE "dim n; given A : real[n, n];"
#define ROWS "dim n, m; given P : stochastic[n, m];"
#define AVERAGE "dim n, m, k; given P : stochastic[n, m]; given X : real[m, k];"
#define DEFINITE "dim n; given S : psd[n];"
#define FORM                                                                   \
    "dim n, m; given x : real[n]; given A : real[n, m]; given y : real[m];"
#define NEAR                                                                   \
    "dim n, m; given A, B : real[n, m]; given t : real;"                       \
    " assume order: abs(A - B) <= t;"

#define CONTRACTED(N)                                                          \
    {"relu_" N, ONE, N "(relu(A)) <= " N "(A)"},                               \
    {                                                                          \
        "tanh_" N, ONE, N "(tanh(A)) <= " N "(A)"                              \
    }
#define LIPSCHITZ(N)                                                           \
    {"lipschitz_relu_" N, SAME, N "(relu(A) - relu(B)) <= " N "(A - B)"},      \
        {"lipschitz_tanh_" N, SAME, N "(tanh(A) - tanh(B)) <= " N "(A - B)"},  \
    {                                                                          \
        "lipschitz_abs_" N, SAME, N "(abs(A) - abs(B)) <= " N "(A - B)"        \
    }
#define LAZY                                                                   \
    "dim n, k; given P : stochastic[n, n]; given X : real[n, k];"              \
    " given t : nonneg; assume small: t <= 1;"
#define LAZY_MEAN "t * (P * X) + (1 - t) * X"
#define MIXED                                                                  \
    "dim n, m; given t : nonneg; given A, B : real[n, m]; assume small: t <= " \
    "1;"
#define BESIDE "dim n, m, k; given A : real[n, m]; given B : real[n, k];"
#define BELOW "dim n, m, k; given A : real[n, m]; given B : real[k, m];"
#define PART(N)                                                                \
    {"first_joined_" N, BESIDE, N "(A) <= " N "(hcat(A, B))"},                 \
        {"second_joined_" N, BESIDE, N "(B) <= " N "(hcat(A, B))"},            \
        {"first_stacked_" N, BELOW, N "(A) <= " N "(vcat(A, B))"},             \
    {                                                                          \
        "second_stacked_" N, BELOW, N "(B) <= " N "(vcat(A, B))"               \
    }

/* clang-format off */
const struct catalogue_row catalogue_closer[] = {
    /* stochastic matrices and averages */
    {"normmax_of_stochastic", ROWS, "normmax(P) <= 1"},
    {"norm1_above_share", ROWS, "n / m <= norm1(P)"},
    {"normfro_squared_of_stochastic", ROWS, "normfro(P)^2 <= n"},
    {"squared_entries_of_stochastic", ROWS, "P .* P <= P"},
    {"average_minres1", AVERAGE, "minres1(P * X) <= norm1(P) * minres1(X)"},
    {"average_minres1inf", AVERAGE,
     "minres1inf(P * X) <= norm1inf(P) * minres1inf(X)"},
    {"variation_by_spread", SAME,
     "rowsum(abs(softmax(A) - softmax(B)))"
     " <= (rowmax(A - B) - rowmin(A - B)) / 2"},
    {"variation_by_normmax", SAME,
     "rowsum(abs(softmax(A) - softmax(B))) <= normmax(A - B) * ones(n)"},
    {"softmax_difference_near", NEAR,
     "abs(softmax(A) - softmax(B)) <= (exp(2 * t) - 1) * softmax(B)"},
    {"softmax_normmax_near", NEAR,
     "normmax(softmax(A) - softmax(B)) <= tanh(t / 2)"},
    {"softmax_normmax_growth", NEAR,
     "normmax(softmax(A) - softmax(B)) <= exp(2 * t) - 1"},
    /* by the largest entry */
    {"centred_normmax", ONE, "normmax(res(A)) <= 2 * (1 - 1 / n) * normmax(A)"},
    {"product_by_normmax", AB, "normmax(A * B) <= k * normmax(A) * normmax(B)"},
    {"trace_by_normmax", SQUARE, "abs(trace(A)) <= n * normmax(A)"},
    {"norm1inf_by_normmax", ONE, "norm1inf(A) <= sqrt(n * m) * normmax(A)"},
    {"norm1inf_squared_by_normmax", ONE,
     "norm1inf(A)^2 <= n * m * normmax(A)^2"},
    {"diameter_by_normmax", ONE, "diameter(A) <= 2 * sqrt(m) * normmax(A)"},
    {"form_by_normmax", FORM,
     "abs(x' * A * y) <= norm1(x) * normmax(A) * norm1(y)"},
    {"form_squared", FORM,
     "(x' * A * y)^2 <= (x' * x) * (y' * y) * trace(A' * A)"},
    {"form_squared_by_norm2", FORM,
     "(x' * A * y)^2 <= norm2(A)^2 * (x' * x) * (y' * y)"},
    {"entrywise_norm1inf", SAME, "norm1inf(A .* B) <= norm1inf(A) * norm1inf(B)"},
    CONTRACTED("norm1"), CONTRACTED("norminf"), CONTRACTED("norm1inf"),
    CONTRACTED("normfro"), CONTRACTED("normmax"),
    LIPSCHITZ("norm1"), LIPSCHITZ("norminf"), LIPSCHITZ("norm1inf"),
    LIPSCHITZ("normfro"), LIPSCHITZ("normmax"),
    /* lazy averages and mixtures */
    {"lazy_normmax", LAZY, "normmax(" LAZY_MEAN ") <= normmax(X)"},
    {"lazy_norminf", LAZY, "norminf(" LAZY_MEAN ") <= norminf(X)"},
    {"lazy_diameter", LAZY, "diameter(" LAZY_MEAN ") <= diameter(X)"},
    {"lazy_max", LAZY, "max(" LAZY_MEAN ") <= max(X)"},
    {"lazy_min", LAZY, "min(X) <= min(" LAZY_MEAN ")"},
    {"convex_max", MIXED, "max(t * A + (1 - t) * B) <= t * max(A) + (1 - t) * max(B)"},
    {"convex_min", MIXED, "t * min(A) + (1 - t) * min(B) <= min(t * A + (1 - t) * B)"},
    PART("norm1"), PART("norminf"), PART("norm1inf"),
    /* semidefinite matrices */
    {"norm2_below_trace", DEFINITE, "norm2(S) <= trace(S)"},
    {"normfro_below_trace", DEFINITE, "normfro(S) <= trace(S)"},
    {"squares_of_psd", DEFINITE, "trace(S * S) <= norm2(S) * trace(S)"},
    {"form_of_square", "dim n; given S : psd[n]; given x : real[n];",
     "x' * S * S * x <= norm2(S) * (x' * S * x)"},
    {"signed_trace_by_norm2", SQUARE, "trace(A) <= n * norm2(A)"},
    {"form_by_norm2", "dim n; given A : real[n, n]; given x : real[n];",
     "x' * A * x <= norm2(A) * (x' * x)"},
    {"form_by_trace", "dim n; given S : psd[n]; given x : real[n];",
     "x' * S * x <= trace(S) * (x' * x)"},
};
/* clang-format on */

const size_t catalogue_closer_count =
    sizeof catalogue_closer / sizeof catalogue_closer[0];
