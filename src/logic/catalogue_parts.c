/*
 * Parts of matrices, single averages, updates of rank one and differences of
 * extremes.  The search takes these rules when those of the other tables led
 * nowhere.
 */
#include "logic/catalogue_internal.h"

#define SAME "dim n, m; given A, B : real[n, m];"
#define BESIDE "dim n, m, k; given A : real[n, m]; given B : real[n, k];"
#define BELOW "dim n, m, k; given A : real[n, m]; given B : real[k, m];"
#define UPDATE                                                                 \
    "dim n, m; given A : real[n, m]; given x : real[n]; given y : real[m];"
#define WEIGHTS "dim n; given p : stochastic[1, n];"
#define AVERAGE "dim n; given p : stochastic[1, n]; given x : real[n];"
#define APART "dim n; given p, q : stochastic[1, n]; given x : real[n];"
#define ROWS "dim n, m; given P : stochastic[n, m];"
#define BOTH "dim n, m; given P, Q : stochastic[n, m];"
#define SCALED                                                                 \
    "dim n, m; given x : real[n, m]; given e : real; assume positive: e > 0;"

/* Of joined matrices: at most the sum, at least each. */
#define JOINED(N)                                                              \
    {"joined_" N, BESIDE, N "(hcat(A, B)) <= " N "(A) + " N "(B)"},            \
        {"stacked_" N, BELOW, N "(vcat(A, B)) <= " N "(A) + " N "(B)"},        \
        {"first_joined_" N, BESIDE, N "(A) <= " N "(hcat(A, B))"},             \
        {"second_joined_" N, BESIDE, N "(B) <= " N "(hcat(A, B))"},            \
        {"first_stacked_" N, BELOW, N "(A) <= " N "(vcat(A, B))"},             \
    {                                                                          \
        "second_stacked_" N, BELOW, N "(B) <= " N "(vcat(A, B))"               \
    }
#define BETWEEN(N)                                                             \
    {                                                                          \
        "between_" N,                                                          \
            "dim n, m; given t : nonneg; given A, B : real[n, m];"             \
            " assume small: t <= 1;",                                          \
            N "(t * A + (1 - t) * B) <= max(" N "(A), " N "(B))"               \
    }

/* clang-format off */
const struct catalogue_row catalogue_parts[] = {
    JOINED("norm2"), JOINED("normfro"), JOINED("normnuc"), JOINED("rank"),
    BETWEEN("norm1"), BETWEEN("norminf"), BETWEEN("norm2"),
    BETWEEN("normfro"), BETWEEN("normmax"), BETWEEN("normnuc"),
    {"rank_updated", UPDATE, "rank(A + x * y') <= rank(A) + 1"},
    {"rank_downdated", UPDATE, "rank(A - x * y') <= rank(A) + 1"},
    {"rank_before_update", UPDATE, "rank(A) <= rank(A + x * y') + 1"},
    {"rank_before_downdate", UPDATE, "rank(A) <= rank(A - x * y') + 1"},
    {"difference_of_max", SAME, "max(A) - max(B) <= max(A - B)"},
    {"difference_of_min", SAME, "min(A - B) <= min(A) - min(B)"},
    {"max_above_sum", SAME, "max(A) + min(B) <= max(A + B)"},
    {"min_below_sum", SAME, "min(A + B) <= min(A) + max(B)"},
    {"distance_of_max", SAME, "abs(max(A) - max(B)) <= normmax(A - B)"},
    {"distance_of_min", SAME, "abs(min(A) - min(B)) <= normmax(A - B)"},
    {"difference_of_max_size", SAME, "max(A) - max(B) <= normmax(A - B)"},
    {"weights_squared_above", WEIGHTS, "1 / n <= p * p'"},
    {"weights_squared_below", WEIGHTS, "p * p' <= 1"},
    {"weights_length_above", WEIGHTS, "1 / sqrt(n) <= normfro(p)"},
    {"weights_length_below", WEIGHTS, "normfro(p) <= 1"},
    {"row_average_below", AVERAGE, "p * x <= max(x)"},
    {"row_average_above", AVERAGE, "min(x) <= p * x"},
    {"row_average_squared", AVERAGE, "(p * x)^2 <= p * (x .* x)"},
    {"row_averages_apart", APART, "abs((p - q) * x) <= max(x) - min(x)"},
    {"row_averages_variation", APART,
     "abs((p - q) * x) <= sum(abs(p - q)) / 2 * (max(x) - min(x))"},
    {"weights_apart", "dim n; given p, q : stochastic[1, n];",
     "sum(abs(p - q)) <= 2"},
    {"weights_apart_length", "dim n; given p, q : stochastic[1, n];",
     "normfro(p - q) <= sqrt(2)"},
    {"norm1inf_of_stochastic", ROWS, "norm1inf(P) <= sqrt(n)"},
    {"stochastic_apart_norm1", BOTH, "norm1(P - Q) <= n"},
    {"stochastic_apart_norm1inf", BOTH, "norm1inf(P - Q) <= sqrt(2 * n)"},
    {"stochastic_apart_normfro", BOTH, "normfro(P - Q) <= sqrt(2 * n)"},
    {"ordered_form",
     "dim n; given A, B : real[n, n]; given x : real[n]; assume order:"
     " psd(B - A);",
     "x' * A * x <= x' * B * x"},
    {"ordered_dot",
     "dim n; given w : nonneg[n]; given x, y : real[n]; assume order: x <= y;",
     "w' * x <= w' * y"},
    {"ordered_squares", SAME " assume order: abs(A) <= B;",
     "A .* A <= B .* B"},
    {"weighted_total",
     "dim n, m; given T : nonneg[n, m]; given A : real[n, m];",
     "sum(T .* A) <= sum(T) * max(A)"},
    {"squares_by_normmax", "dim n; given x : real[n];",
     "x' * x <= n * normmax(x)^2"},
    {"trace_by_squares", SAME,
     "trace(A' * B) <= (normfro(A)^2 + normfro(B)^2) / 2"},
    {"layer_norm", SCALED, "normfro(x / sqrt(mean(x .^ 2) + e)) <= sqrt(n * m)"},
    {"layer_norm_squared", SCALED,
     "normfro(x / sqrt(mean(x .^ 2) + e))^2 <= n * m"},
};
/* clang-format on */

const size_t catalogue_parts_count =
    sizeof catalogue_parts / sizeof catalogue_parts[0];
