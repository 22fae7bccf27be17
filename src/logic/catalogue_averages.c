/*
 * Stochastic matrices as averages from the left and from the right, and those
 * whose rows have a part in common (Doeblin); inverses of square matrices from
 * one equation, and sizes of entries and rows.
 */
#include "logic/catalogue_internal.h"

#define ROWS "dim n, m; given P : stochastic[n, m];"
#define AVERAGE "dim n, m, k; given P : stochastic[n, m]; given X : real[m, k];"
#define MOVED "dim n, m, k; given A : real[k, n]; given P : stochastic[n, m];"
#define APART                                                                  \
    "dim n, m, k; given A, B : stochastic[k, n];"                              \
    " given P : stochastic[n, m];"
#define MINORISED                                                              \
    " given q : stochastic[1, m]; given e : real;"                             \
    " assume order: e * ones(n) * q <= P;"
#define INVERSE                                                                \
    "dim n; given A, B : real[n, n]; assume product: A * B == eye(n);"
#define GATED                                                                  \
    "dim n, m; given g : nonneg[n]; given A, B : real[n, m];"                  \
    " assume gate: g <= 1;"
#define ONE "dim n, m; given A : real[n, m];"
#define COOLED "dim n, m; given t : nonneg; given A : real[n, m];"

/* clang-format off */
const struct catalogue_row catalogue_averages[] = {
    {"length_above_share", ROWS, "n / m <= normfro(P)^2"},
    {"total_of_moved", MOVED, "sum(abs(A * P)) <= sum(abs(A))"},
    {"rows_of_moved", MOVED, "rowsum(abs(A * P)) <= rowsum(abs(A))"},
    {"row_average_length", "dim n, k; given p : stochastic[1, n]; given X : real[n, k];",
     "normfro(p * X) <= max(rownorm2(X))"},
    {"centred_average_normmax", AVERAGE,
     "normmax(res(P * X)) <= 2 * (1 - 1 / n) * normmax(res(X))"},
    {"centred_average_norminf", AVERAGE,
     "norminf(res(P * X)) <= 2 * (1 - 1 / n) * norminf(res(X))"},
    {"minorised_spread", ROWS " given x : real[m];" MINORISED,
     "max(P * x) - min(P * x) <= (1 - e) * (max(x) - min(x))"},
    {"minorised_diameter", AVERAGE MINORISED,
     "diameter(P * X) <= (1 - e) * diameter(X)"},
    {"minorised_variation", ROWS MINORISED,
     "max(i in 1..n, max(j in 1..n, sum(abs(P[i, :] - P[j, :])) / 2)) <= 1 - e"},
    {"minorised_rows", APART MINORISED,
     "rowsum(abs(A * P - B * P)) <= (1 - e) * rowsum(abs(A - B))"},
    {"minorised_total", APART MINORISED,
     "sum(abs(A * P - B * P)) <= (1 - e) * sum(abs(A - B))"},
    {"minorised_norminf", APART MINORISED,
     "norminf(A * P - B * P) <= (1 - e) * norminf(A - B)"},
    {"variation_norm_by_spread", "dim n, m; given A, B : real[n, m];",
     "norminf(softmax(A) - softmax(B)) <= max(rowmax(A - B) - rowmin(A - B)) / 2"},
    {"distance_to_vertex", "dim n; given p, u : stochastic[1, n]; assume vertex: u .* u == u;",
     "norminf(p - u) == 2 * (1 - p * u')"},
    {"overlap_of_rows", "dim n, m; given P, Q : stochastic[n, m];",
     "rowsum(P .* Q) <= ones(n)"},
    {"gated_normmax", GATED,
     "normmax(diag(g) * A + (eye(n) - diag(g)) * B) <= max(normmax(A), normmax(B))"},
    {"gated_norminf", GATED,
     "norminf(diag(g) * A + (eye(n) - diag(g)) * B) <= max(norminf(A), norminf(B))"},
    {"gated_entries", "dim n, m; given G : nonneg[n, m]; given A, B : real[n, m]; assume gate: G <= 1;",
     "normmax(G .* A + (ones(n, m) - G) .* B) <= max(normmax(A), normmax(B))"},
    {"twice_bilinear", "dim n, m; given x : real[n]; given A : real[n, m]; given y : real[m];",
     "2 * x' * A * y <= norm2(A) * (x' * x + y' * y)"},
    /* a right inverse of a square matrix is its inverse */
    {"inverses_commute", INVERSE, "B * A == eye(n)"},
    {"inverse_of_first", INVERSE, "inv(A) == B"},
    {"inverse_of_second", INVERSE, "inv(B) == A"},
    /* sizes */
    {"abs_of_tanh_below_one", ONE, "abs(tanh(A)) <= ones(n, m)"},
    {"abs_of_erf_below_one", ONE, "abs(erf(A)) <= ones(n, m)"},
    {"diameter_by_norminf", ONE, "diameter(A) <= 2 * norminf(A)"},
    {"normmax_by_extremes", ONE, "normmax(A) == max(max(A), -min(A))"},
    {"transposed_order", "dim n, m; given A, B : real[n, m]; assume order: A <= B;", "A' <= B'"},
    /* weights and their extremes */
    {"average_relu", AVERAGE, "relu(P * X) <= P * relu(X)"},
    {"softmax_least_entry", ONE, "exp(min(A) - max(A)) / m <= min(softmax(A))"},
    {"softmax_most_entry", ONE, "max(softmax(A)) <= exp(max(A) - min(A)) / m"},
    {"softmax_least_cooled", COOLED,
     "exp(t * (min(A) - max(A))) / m <= min(softmax(t * A))"},
    {"softmax_most_cooled", COOLED,
     "max(softmax(t * A)) <= exp(t * (max(A) - min(A))) / m"},
    {"softmax_least_by_rows", ONE,
     "exp(-max(rowmax(A) - rowmin(A))) / m <= min(softmax(A))"},
    {"softmax_most_by_rows", ONE,
     "max(softmax(A)) <= exp(max(rowmax(A) - rowmin(A))) / m"},
};
/* clang-format on */

const size_t catalogue_averages_count =
    sizeof catalogue_averages / sizeof catalogue_averages[0];
