/*
 * Rules that fit very much, or are seldom needed: the search takes them when
 * those of the other tables led nowhere.
 */
#include "logic/catalogue_internal.h"

#define AB "dim n, k, m; given A : real[n, k]; given B : real[k, m];"
#define SAME "dim n, m; given A, B : real[n, m];"
#define ONE "dim n, m; given A : real[n, m];"
#define OUTER "dim n, m; given x : real[n]; given y : real[m];"
#define SQUARE "dim n; given A : real[n, n];"
#define COLUMN "dim n; given x : real[n];"
#define ROWS "dim n, m; given P : stochastic[n, m];"
#define AVERAGE "dim n, m, k; given P : stochastic[n, m]; given X : real[m, k];"
#define SPREAD(A) "(rowmax(" A ") - rowmin(" A "))"

/* the largest distance of two rows, in the sum of absolute values */
#define APART(A)                                                               \
    "max(i in 1..n, max(j in 1..n, sum(abs(" A "[i, :] - " A "[j, :]))))"

#define WIDEST "max(rowmax(E) - rowmin(E))"

#define MULTIPLE(N)                                                            \
    {                                                                          \
        "multiple_" N,                                                         \
            "dim n, m; given t : real; given A : real[n, m];"                  \
            " assume sign: 0 <= t;",                                           \
            N "(t * A) == t * " N "(A)"                                        \
    }
#define CONVEX(N)                                                              \
    {                                                                          \
        "convex_" N,                                                           \
            "dim n, m; given t : nonneg; given A, B : real[n, m];"             \
            " assume small: t <= 1;",                                          \
            N "(t * A + (1 - t) * B) <= t * " N "(A) + (1 - t) * " N "(B)"     \
    }
#define HADAMARD(N)                                                            \
    {                                                                          \
        "entrywise_" N, SAME, N "(A .* B) <= normmax(A) * " N "(B)"            \
    }
#define REVERSE_ABS(N)                                                         \
    {                                                                          \
        "distance_of_" N, SAME, "abs(" N "(A) - " N "(B)) <= " N "(A - B)"     \
    }

/* clang-format off */
const struct catalogue_row catalogue_later[] = {
    /* factors of norms */
    CONVEX("norm1"), CONVEX("norminf"), CONVEX("norm2"), CONVEX("normfro"),
    CONVEX("normmax"), CONVEX("normnuc"), CONVEX("diameter"),
    CONVEX("minres1"), CONVEX("minresinf"),
    MULTIPLE("norm1"), MULTIPLE("norminf"), MULTIPLE("norm1inf"),
    MULTIPLE("norm2"), MULTIPLE("normfro"), MULTIPLE("normmax"),
    MULTIPLE("normnuc"), MULTIPLE("diameter"),
    /* products entry by entry */
    HADAMARD("norm1"), HADAMARD("norminf"), HADAMARD("normmax"),
    {"entrywise_norm2", SAME, "norm2(A .* B) <= norm2(A) * norm2(B)"},
    {"abs_of_entries", SAME, "abs(A .* B) == abs(A) .* abs(B)"},
    /* outer products */
    {"outer_norm1", OUTER, "norm1(x * y') == norm1(x) * normmax(y)"},
    {"outer_norminf", OUTER, "norminf(x * y') == normmax(x) * norm1(y)"},
    {"outer_norm2", OUTER, "norm2(x * y') == norm2(x) * norm2(y)"},
    {"outer_normfro", OUTER, "normfro(x * y') == normfro(x) * normfro(y)"},
    {"outer_normmax", OUTER, "normmax(x * y') == normmax(x) * normmax(y)"},
    {"outer_normnuc", OUTER, "normnuc(x * y') == normfro(x) * normfro(y)"},
    /* sums of absolute values */
    {"total_of_product", AB, "sum(abs(A * B)) <= sum(abs(A)) * norminf(B)"},
    {"total_of_product_left", AB,
     "sum(abs(A * B)) <= norm1(A) * sum(abs(B))"},
    {"total_by_sum", ONE, "abs(sum(A)) <= sum(abs(A))"},
    {"max_above_mean", ONE, "sum(A) / (n * m) <= max(A)"},
    {"min_below_mean", ONE, "min(A) <= sum(A) / (n * m)"},
    /* traces */
    {"trace_of_gram", ONE, "0 <= trace(A' * A)"},
    {"trace_of_form", "dim n, m; given S : psd[n]; given A : real[n, m];",
     "0 <= trace(A' * S * A)"},
    {"trace_of_psd", "dim n; given S : psd[n];", "0 <= trace(S)"},
    {"trace_by_normfro", "dim n; given A : real[n, n];",
     "abs(trace(A)) <= sqrt(n) * normfro(A)"},
    {"trace_below_normfro", "dim n; given A : real[n, n];",
     "trace(A) <= sqrt(n) * normfro(A)"},
    {"norm2_by_root", ONE, "norm2(A) <= sqrt(norm1(A) * norminf(A))"},
    {"trace_squared", SAME,
     "trace(A' * B)^2 <= trace(A' * A) * trace(B' * B)"},
    {"twice_trace", SAME,
     "2 * trace(A' * B) <= trace(A' * A) + trace(B' * B)"},
    {"dot_squared", "dim n; given x, y : real[n];",
     "(x' * y)^2 <= (x' * x) * (y' * y)"},
    {"twice_dot", "dim n; given x, y : real[n];",
     "2 * x' * y <= x' * x + y' * y"},
    REVERSE_ABS("norm1"), REVERSE_ABS("norminf"), REVERSE_ABS("norm2"),
    REVERSE_ABS("normfro"), REVERSE_ABS("normmax"), REVERSE_ABS("normnuc"),
    REVERSE_ABS("diameter"), REVERSE_ABS("minres1"), REVERSE_ABS("minresinf"),
    /* softmax and bounds of absolute values */
    {"variation_norm", SAME,
     "norminf(softmax(A) - softmax(B))"
     " <= 2 * tanh(max(" SPREAD("A - B") ") / 4)"},
    {"softmax_by_exponentials", ONE,
     "softmax(A) == diag(1 ./ rowsum(exp(A))) * exp(A)"},
    {"logsumexp_by_exponentials", ONE,
     "logsumexp(A) == log(rowsum(exp(A)))"},
    {"above_minus_bound", SAME " assume bound: abs(A) <= B;", "-B <= A"},
    {"softmax_columns",
     "dim n, m, k; given E : real[n, m]; given r : real[1, m];"
     " given R : real[m, k]; given t : nonneg;"
     " assume slope: exp(" WIDEST ") - 1 <= t * " WIDEST ";",
     "norm1((softmax(E + ones(n) * r) - ones(n) * softmax(r)) * R)"
     " <= t * norm1(E) * norm1(R)"},
    /* averages, squares and columns */
    {"average_min", AVERAGE,
     "min(X) <= min(P * X)"},
    {"average_max", AVERAGE,
     "max(P * X) <= max(X)"},
    {"average_squared", AVERAGE,
     "(P * X) .* (P * X) <= P * (X .* X)"},
    {"mean_squared", ONE,
     "sum(A)^2 / (n * m)^2 <= trace(A' * A) / (n * m)"},
    {"squares_of_stochastic", ROWS,
     "trace(P' * P) <= n"},
    {"least_squares_of_stochastic", ROWS,
     "n / m <= trace(P' * P)"},
    {"trace_of_square", SQUARE,
     "trace(A * A) <= trace(A' * A)"},
    {"trace_squared_by_squares", SQUARE,
     "trace(A)^2 <= n * trace(A' * A)"},
    {"gram_of_product", AB,
     "trace(B' * A' * A * B) <= trace(A' * A) * trace(B' * B)"},
    {"trace_below_product", SAME,
     "trace(A' * B) <= normfro(A) * normfro(B)"},
    {"length_by_norm1", COLUMN,
     "normfro(x) <= norm1(x)"},
    {"spread_of_column", COLUMN,
     "max(x) - min(x) <= norm1(x)"},
    {"logsumexp_above_mean", ONE,
     "rowsum(A) / m + log(m) * ones(n) <= logsumexp(A)"},
    {"norm2_of_joined", "dim n, m, k; given A : real[n, m]; given B : real[n, k];",
     "norm2(hcat(A, B))^2 <= norm2(A)^2 + norm2(B)^2"},
    {"norm2_of_stacked", "dim n, m, k; given A : real[n, k]; given B : real[m, k];",
     "norm2(vcat(A, B))^2 <= norm2(A)^2 + norm2(B)^2"},
    {"increasing_sum", SAME " assume order: A <= B;",
     "sum(A) <= sum(B)"},
    /* masks, ranks, distances of rows */
    {"softmax_within_mask", "dim n, m; given A, M : real[n, m];",
     "softmax(A, M) <= M"},
    {"equal_by_rowsums",
     SAME " assume order: A <= B; assume sums: rowsum(A) == rowsum(B);",
     "A == B"},
    {"rank_of_nonzero", ONE " assume nonzero: normmax(A) > 0;",
     "1 <= rank(A)"},
    {"singular_by_rank", SQUARE " assume low: rank(A) < n;", "det(A) == 0"},
    {"diameter_by_pairs", ONE,
     "diameter(A) == max(i in 1..n, max(j in 1..n,"
     " normfro(A[i, :] - A[j, :])))"},
    {"column_spreads_by_minres1", ONE,
     "colmax(A) - colmin(A) <= minres1(A) * ones(m)'"},
    {"centred_norminf_by_distances", ONE,
     "norminf(res(A)) <= (1 - 1 / n) * " APART("A")},
    {"minresinf_by_distances", ONE,
     "minresinf(A) <= m / (m + 1) * " APART("A")},
};
/* clang-format on */

const size_t catalogue_later_count =
    sizeof catalogue_later / sizeof catalogue_later[0];
