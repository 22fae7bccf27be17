/* Rules about attention weights that are near each other, and about means. */
#include "logic/catalogue_internal.h"

#define ONE "dim n, m; given A : real[n, m];"
#define SQUARE "dim n; given A : real[n, n];"
#define NEAR                                                                   \
    "dim n, m; given A, B : real[n, m]; given t : real;"                       \
    " assume order: abs(A - B) <= t;"
#define AVERAGE "dim n, m; given P : stochastic[n, n]; given X : real[n, m];"
#define PROBABLE                                                               \
    "dim n, m, k; given P : stochastic[n, m]; given X : real[m, k];"
#define TWO "dim n, m; given A : real[n, m]; given B : real[m, n];"

/* clang-format off */
const struct catalogue_row catalogue_attention[] = {
    {"softmax_above_near", NEAR, "softmax(A) <= exp(2 * t) * softmax(B)"},
    {"softmax_below_near", NEAR, "exp(-2 * t) * softmax(B) <= softmax(A)"},
    {"softmax_entries_near", NEAR,
     "abs(softmax(A) - softmax(B)) <= tanh(t / 2)"},
    {"softmax_total_near", NEAR,
     "norminf(softmax(A) - softmax(B)) <= 2 * tanh(t / 2)"},
    {"logsumexp_near", NEAR, "abs(logsumexp(A) - logsumexp(B)) <= t"},
    {"normmax_of_bounded", "dim n, m; given A : real[n, m]; given c : real;"
     " assume order: abs(A) <= c;", "normmax(A) <= c"},
    {"softmax_entries", "dim n, m; given A, B : real[n, m];",
     "abs(softmax(A) - softmax(B))"
     " <= tanh((rowmax(A - B) - rowmin(A - B)) / 4) * ones(m)'"},
    {"trace_by_max", SQUARE, "trace(A) <= n * max(A)"},
    {"trace_by_min", SQUARE, "n * min(A) <= trace(A)"},
    {"trace_of_stochastic", "dim n; given P : stochastic[n, n];",
     "trace(P) <= n"},
    {"rowmax_above_mean", ONE, "rowsum(A) / m <= rowmax(A)"},
    {"rowmin_below_mean", ONE, "rowmin(A) <= rowsum(A) / m"},
    {"colmax_above_mean", ONE, "colsum(A) / n <= colmax(A)"},
    {"colmin_below_mean", ONE, "colmin(A) <= colsum(A) / n"},
    {"centred_average_normfro", AVERAGE,
     "normfro(res(P * X)) <= norm2(P) * normfro(res(X))"},
    {"centred_average_norm2", AVERAGE,
     "norm2(res(P * X)) <= norm2(P) * norm2(res(X))"},
    {"average_colmax", PROBABLE, "colmax(P * X) <= colmax(X)"},
    {"average_colmin", PROBABLE, "colmin(X) <= colmin(P * X)"},
    {"average_moves", AVERAGE, "normmax(P * X - X) <= max(X) - min(X)"},
    {"trace_of_two", TWO, "trace(A * B) <= normfro(A) * normfro(B)"},
    {"trace_of_two_absolute", TWO,
     "abs(trace(A * B)) <= normfro(A) * normfro(B)"},
    {"sharper_max", "dim n, m; given A : real[n, m]; given t : real; assume order: 1 <= t;",
     "rowmax(softmax(A)) <= rowmax(softmax(t * A))"},
    {"sharper_largest", "dim n; given z : real[1, n]; given t : real; assume order: 1 <= t;",
     "max(softmax(z)) <= max(softmax(t * z))"},
    {"sharper_average", "dim n; given z : real[1, n]; given t : real; assume order: 1 <= t;",
     "softmax(z) * z' <= softmax(t * z) * z'"},
    {"sharper_averages", "dim n; given z : real[1, n]; given s, t : real; assume order: s <= t;",
     "softmax(s * z) * z' <= softmax(t * z) * z'"},
};
/* clang-format on */

const size_t catalogue_attention_count =
    sizeof catalogue_attention / sizeof catalogue_attention[0];
