/* Rules about stochastic rows, extremes, functions, residuals and softmax. */
#include "logic/catalogue_internal.h"

#define AB "dim n, k, m; given A : real[n, k]; given B : real[k, m];"
#define SAME "dim n, m; given A, B : real[n, m];"
#define ONE "dim n, m; given A : real[n, m];"
#define PROBABLE "dim n, m, k; given P : stochastic[n, m];"
#define ORDERED SAME " assume order: A <= B;"
#define SPREAD(A) "(rowmax(" A ") - rowmin(" A "))"
#define SHIFTED "dim n, m; given A : real[n, m]; given x : real[m];"

#define INCREASING(F)                                                          \
    {                                                                          \
        "increasing_" F, ORDERED, F "(A) <= " F "(B)"                          \
    }
#define MINIMAL(R, N)                                                          \
    {                                                                          \
        "minimal_" R, SHIFTED, R "(A) <= " N "(A - ones(n) * x')"              \
    }
#define MINIMAL_RES(R, N)                                                      \
    {                                                                          \
        "minimal_res_" R, ONE, R "(A) <= " N "(res(A))"                        \
    }
#define CENTRED(N)                                                             \
    {                                                                          \
        "centred_" N, ONE, N "(res(A)) <= 2 * (1 - 1 / n) * " N "(A)"          \
    }
#define CENTRED_RES(R, N)                                                      \
    {                                                                          \
        "centred_" R, ONE, N "(res(A)) <= 2 * (1 - 1 / n) * " R "(A)"          \
    }
#define RIGHT_FACTOR(R, N)                                                     \
    {                                                                          \
        "right_factor_" R, AB, R "(A * B) <= " R "(A) * " N "(B)"              \
    }
#define SHIFT(R)                                                               \
    {                                                                          \
        "shift_" R, SHIFTED, R "(A + ones(n) * x') == " R "(A)"                \
    }

/* clang-format off */
const struct catalogue_row catalogue_orders[] = {
    /* stochastic rows */
    {"stochastic_entries", "dim n, m; given P : stochastic[n, m];",
     "P <= ones(n, m)"},
    {"stochastic_max", "dim n, m; given P : stochastic[n, m];", "max(P) <= 1"},
    {"norm1_of_stochastic", "dim n, m; given P : stochastic[n, m];",
     "norm1(P) <= n"},
    {"normfro_of_stochastic", "dim n, m; given P : stochastic[n, m];",
     "normfro(P) <= sqrt(n)"},
    {"norm2_of_stochastic", "dim n, m; given P : stochastic[n, m];",
     "norm2(P) <= sqrt(n)"},
    {"average_minresinf", PROBABLE " given X : real[m, k];",
     "minresinf(P * X) <= minresinf(X)"},
    {"average_below", PROBABLE " given X : real[m, k];",
     "P * X <= ones(n) * colmax(X)"},
    {"average_above", PROBABLE " given X : real[m, k];",
     "ones(n) * colmin(X) <= P * X"},
    {"average_norminf", PROBABLE " given X : real[m, k];",
     "norminf(P * X) <= norminf(X)"},
    {"average_normmax", PROBABLE " given X : real[m, k];",
     "normmax(P * X) <= normmax(X)"},
    {"average_diameter", PROBABLE " given X : real[m, k];",
     "diameter(P * X) <= diameter(X)"},
    /* largest and smallest entries */
    {"below_max", ONE, "A <= max(A) * ones(n, m)"},
    {"above_min", ONE, "min(A) * ones(n, m) <= A"},
    {"below_rowmax", ONE, "A <= rowmax(A) * ones(m)'"},
    {"above_rowmin", ONE, "rowmin(A) * ones(m)' <= A"},
    {"below_colmax", ONE, "A <= ones(n) * colmax(A)"},
    {"above_colmin", ONE, "ones(n) * colmin(A) <= A"},
    {"max_of_sum", SAME, "max(A + B) <= max(A) + max(B)"},
    {"min_of_sum", SAME, "min(A) + min(B) <= min(A + B)"},
    {"rowmax_of_sum", SAME, "rowmax(A + B) <= rowmax(A) + rowmax(B)"},
    {"rowmin_of_sum", SAME, "rowmin(A) + rowmin(B) <= rowmin(A + B)"},
    {"min_below_max", ONE, "min(A) <= max(A)"},
    {"rowmin_below_rowmax", ONE, "rowmin(A) <= rowmax(A)"},
    {"rowmax_by_max", ONE, "rowmax(A) <= max(A) * ones(n)"},
    {"colmax_by_max", ONE, "colmax(A) <= max(A) * ones(m)'"},
    {"rowmin_by_min", ONE, "min(A) * ones(n) <= rowmin(A)"},
    {"colmin_by_min", ONE, "min(A) * ones(m)' <= colmin(A)"},
    {"max_by_normmax", ONE, "max(A) <= normmax(A)"},
    {"min_by_normmax", ONE, "-normmax(A) <= min(A)"},
    {"max_of_multiple", "dim n, m; given t : nonneg; given A : real[n, m];",
     "max(t * A) == t * max(A)"},
    {"min_of_multiple", "dim n, m; given t : nonneg; given A : real[n, m];",
     "min(t * A) == t * min(A)"},
    {"max_of_negative", ONE, "max(-A) == -min(A)"},
    {"spread_of_rows", ONE, SPREAD("A") " <= rowsum(abs(A))"},
    {"spread_of_columns", ONE, "colmax(A) - colmin(A) <= colsum(abs(A))"},
    {"spread_by_normmax", ONE, SPREAD("A") " <= 2 * normmax(A) * ones(n)"},
    {"sum_by_max", ONE, "sum(A) <= n * m * max(A)"},
    {"sum_by_min", ONE, "n * m * min(A) <= sum(A)"},
    {"max_by_sum", "dim n, m; given A : nonneg[n, m];", "max(A) <= sum(A)"},
    INCREASING("max"), INCREASING("min"), INCREASING("rowmax"),
    INCREASING("rowmin"), INCREASING("colmax"), INCREASING("colmin"),
    {"least_maximum", "dim n, m; given A : real[n, m]; given c : real;"
     " assume order: A <= c;", "max(A) <= c"},
    /* functions entry by entry */
    INCREASING("exp"), INCREASING("tanh"), INCREASING("erf"),
    INCREASING("relu"),
    {"increasing_diag", "dim n; given v, w : real[n]; assume order: v <= w;",
     "diag(v) <= diag(w)"},
    {"increasing_sqrt", "dim n, m; given A : nonneg[n, m];"
     " given B : real[n, m]; assume order: A <= B;", "sqrt(A) <= sqrt(B)"},
    {"increasing_log", "dim n, m; given A, B : real[n, m];"
     " assume positive: A > 0; assume order: A <= B;", "log(A) <= log(B)"},
    {"increasing_square", "given x, y : nonneg; assume order: x <= y;",
     "x^2 <= y^2"},
    {"decreasing_inverse", "given x, y : real; assume positive: x > 0;"
     " assume order: x <= y;", "1 / y <= 1 / x"},
    {"exp_above_line", ONE, "ones(n, m) + A <= exp(A)"},
    {"log_below_line", ONE, "log(A) <= A - ones(n, m)"},
    {"tanh_below_line", "dim n, m; given A : nonneg[n, m];", "tanh(A) <= A"},
    {"tanh_below_one", ONE, "tanh(A) <= ones(n, m)"},
    {"tanh_under_one", "given x : real;", "tanh(x) < 1"},
    {"tanh_above_minus_one", ONE, "-ones(n, m) <= tanh(A)"},
    {"erf_below_one", ONE, "erf(A) <= ones(n, m)"},
    {"abs_of_tanh", ONE, "abs(tanh(A)) <= abs(A)"},
    {"sin_below_one", ONE, "abs(sin(A)) <= ones(n, m)"},
    {"cos_below_one", ONE, "abs(cos(A)) <= ones(n, m)"},
    {"abs_of_sin", ONE, "abs(sin(A)) <= abs(A)"},
    {"relu_below_abs", ONE, "relu(A) <= abs(A)"},
    {"relu_above", ONE, "A <= relu(A)"},
    {"abs_of_relu", ONE, "abs(relu(A)) <= abs(A)"},
    {"lipschitz_relu", SAME, "abs(relu(A) - relu(B)) <= abs(A - B)"},
    {"lipschitz_tanh", SAME, "abs(tanh(A) - tanh(B)) <= abs(A - B)"},
    {"sqrt_of_sum", "given x, y : nonneg;",
     "sqrt(x + y) <= sqrt(x) + sqrt(y)"},
    {"geometric_mean", "given x, y : nonneg;", "sqrt(x * y) <= (x + y) / 2"},
    {"twice_product", "given x, y : real;", "2 * x * y <= x^2 + y^2"},
    {"twice_product_entries", SAME, "2 * A .* B <= A .^ 2 + B .^ 2"},
    {"log_of_product", "given x, y : real;",
     "log(x * y) == log(x) + log(y)"},
    {"log_of_power", "given x, t : real;", "log(x ^ t) == t * log(x)"},
    {"scaled", "given t : nonneg; given x, y : real; assume order: x <= y;",
     "t * x <= t * y"},
    {"root_of_product", "given x, y : nonneg;",
     "sqrt(x * y) == sqrt(x) * sqrt(y)"},
    {"scaled_entries", "dim n, m; given T : nonneg[n, m];"
     " given A, B : real[n, m]; assume order: A <= B;",
     "T .* A <= T .* B"},
    {"scaled_entries_right", "dim n, m; given T : nonneg[n, m];"
     " given A, B : real[n, m]; assume order: A <= B;",
     "A .* T <= B .* T"},
    {"max_of_products", "given t : nonneg; given x, y : real;",
     "max(t * x, t * y) == t * max(x, y)"},
    {"abs_by_both", SAME " assume upper: A <= B; assume lower: -B <= A;",
     "abs(A) <= B"},
    {"first_below_max", SAME, "A <= max(A, B)"},
    {"second_below_max", SAME, "B <= max(A, B)"},
    {"first_above_min", SAME, "min(A, B) <= A"},
    {"second_above_min", SAME, "min(A, B) <= B"},
    {"max_swapped", SAME, "max(A, B) == max(B, A)"},
    {"min_swapped", SAME, "min(A, B) == min(B, A)"},
    {"max_by_both", "given x, y, c : real; assume first: x <= c;"
     " assume second: y <= c;", "max(x, y) <= c"},
    {"min_by_both", "given x, y, c : real; assume first: c <= x;"
     " assume second: c <= y;", "c <= min(x, y)"},
    /* Cauchy, Schwarz, Hoelder */
    {"cauchy_schwarz", "dim n; given x, y : real[n];",
     "abs(x' * y) <= normfro(x) * normfro(y)"},
    {"cauchy_schwarz_below", "dim n; given x, y : real[n];",
     "x' * y <= normfro(x) * normfro(y)"},
    {"bilinear_norm2", "dim n, m; given x : real[n]; given A : real[n, m];"
     " given y : real[m];",
     "abs(x' * A * y) <= norm2(A) * normfro(x) * normfro(y)"},
    {"hoelder", "dim n; given x, y : real[n];",
     "abs(x' * y) <= norm1(x) * norminf(y)"},
    {"trace_of_product", SAME, "abs(trace(A' * B)) <= normfro(A) * normfro(B)"},
    {"trace_by_normnuc", "dim n; given A : real[n, n];",
     "abs(trace(A)) <= normnuc(A)"},
    {"trace_by_norm2", "dim n; given A : real[n, n];",
     "abs(trace(A)) <= n * norm2(A)"},
    {"total_by_normfro", ONE, "sum(abs(A)) <= sqrt(n * m) * normfro(A)"},
    {"sum_squared", ONE, "sum(A)^2 <= n * m * normfro(A)^2"},
    /* residuals */
    MINIMAL("minres1", "norm1"), MINIMAL("minresinf", "norminf"),
    MINIMAL("minres1inf", "norm1inf"),
    MINIMAL_RES("minres1", "norm1"), MINIMAL_RES("minresinf", "norminf"),
    MINIMAL_RES("minres1inf", "norm1inf"),
    {"minres1_by_norm", ONE, "minres1(A) <= norm1(A)"},
    {"minresinf_by_norm", ONE, "minresinf(A) <= norminf(A)"},
    {"minres1inf_by_norm", ONE, "minres1inf(A) <= norm1inf(A)"},
    {"minimal_res_fro", SHIFTED,
     "normfro(res(A)) <= normfro(A - ones(n) * x')"},
    {"centred_normfro", ONE, "normfro(res(A)) <= normfro(A)"},
    {"centred_norm2", ONE, "norm2(res(A)) <= norm2(A)"},
    CENTRED("norm1"), CENTRED("norminf"), CENTRED("norm1inf"),
    CENTRED_RES("minres1", "norm1"), CENTRED_RES("minresinf", "norminf"),
    CENTRED_RES("minres1inf", "norm1inf"),
    {"minres_product", ONE,
     "sqrt(minres1(A) * minresinf(A)) <= minres1inf(A)"},
    SHIFT("minres1"), SHIFT("minresinf"), SHIFT("minres1inf"),
    SHIFT("diameter"),
    RIGHT_FACTOR("minres1", "norm1"), RIGHT_FACTOR("minresinf", "norminf"),
    RIGHT_FACTOR("minres1inf", "norm1inf"),
    RIGHT_FACTOR("diameter", "norm2"),
    /* diameters */
    {"distance_by_diameter", "dim n, m, k; given P, Q : stochastic[n, m];"
     " given X : real[m, k];",
     "rownorm2(P * X - Q * X) <= diameter(X) * ones(n)"},
    {"distance_of_averages", "dim m, k; given p, q : stochastic[1, m];"
     " given X : real[m, k];",
     "normfro(p * X - q * X) <= diameter(X)"},
    {"diameter_of_two", "dim m; given A : real[2, m];",
     "diameter(A) == normfro(A[1, :] - A[2, :])"},
    {"diameter_by_rows", ONE, "diameter(A) <= 2 * max(rownorm2(A))"},
    {"diameter_by_norm2", ONE, "diameter(A) <= sqrt(2) * norm2(A)"},
    {"diameter_by_normfro", ONE, "diameter(A) <= sqrt(2) * normfro(A)"},
    {"diameter_of_res", ONE, "diameter(res(A)) == diameter(A)"},
    {"diameter_of_relu", ONE, "diameter(relu(A)) <= diameter(A)"},
    {"diameter_of_tanh", ONE, "diameter(tanh(A)) <= diameter(A)"},
    {"dobrushin", PROBABLE " given X : real[m, k];",
     "diameter(P * X) <= max(i in 1..n, max(j in 1..n,"
     " sum(abs(P[i, :] - P[j, :])) / 2)) * diameter(X)"},
    {"dobrushin_bounded", PROBABLE " given X : real[m, k]; given t : real;"
     " assume order: max(i in 1..n, max(j in 1..n,"
     " sum(abs(P[i, :] - P[j, :])) / 2)) <= t;",
     "diameter(P * X) <= t * diameter(X)"},
    {"attention_diameter", "dim n, d, k; given X : real[n, d];"
     " given W : real[d, d]; given r : real[n]; given Y : real[n, k];",
     "diameter(softmax(X * W * X' + ones(n) * r') * Y)"
     " <= tanh(norm2(W) * diameter(X)^2 / 4) * diameter(Y)"},
    {"attention_diameter_plain", "dim n, d, k; given X : real[n, d];"
     " given W : real[d, d]; given Y : real[n, k];",
     "diameter(softmax(X * W * X') * Y)"
     " <= tanh(norm2(W) * diameter(X)^2 / 4) * diameter(Y)"},
    {"attention_oscillation", "dim m, d; given x : real[1, d];"
     " given W : real[d, d]; given X : real[m, d];",
     "max(x * W * X') - min(x * W * X')"
     " <= norm2(W) * normfro(x) * diameter(X)"},
    /* softmax and total variation */
    {"total_variation", SAME,
     "rowsum(abs(softmax(A) - softmax(B)))"
     " <= 2 * tanh(" SPREAD("A - B") " / 4)"},
    {"softmax_of_two", "dim n; given A : real[n, 2];",
     "softmax(A) * [1; -1] == tanh(A * [1; -1] / 2)"},
    {"softmax_above", SAME,
     "softmax(A) <= diag(exp(" SPREAD("A - B") ")) * softmax(B)"},
    {"softmax_below", SAME,
     "diag(exp(-" SPREAD("A - B") ")) * softmax(B) <= softmax(A)"},
    {"zero_sum", "dim n, m, k; given P, Q : stochastic[n, m];"
     " given X : real[m, k];",
     "abs((P - Q) * X) <= rowsum(abs(P - Q)) / 2 * (colmax(X) - colmin(X))"},
    {"zero_sum_norm1", "dim n, m, k; given P, Q : stochastic[n, m];"
     " given X : real[m, k];",
     "norm1((P - Q) * X) <= sum(abs(P - Q)) / 2 * norm1(X)"},
    {"logsumexp_above", ONE, "rowmax(A) <= logsumexp(A)"},
    {"logsumexp_below", ONE, "logsumexp(A) <= rowmax(A) + log(m) * ones(n)"},
    {"logsumexp_lipschitz", SAME,
     "abs(logsumexp(A) - logsumexp(B)) <= normmax(A - B) * ones(n)"},
    {"logsumexp_midpoint", SAME,
     "logsumexp((A + B) / 2) <= (logsumexp(A) + logsumexp(B)) / 2"},
    {"softmax_lipschitz", SAME,
     "normfro(softmax(A) - softmax(B)) <= normfro(A - B) / 2"},
    {"softmax_lipschitz_row", "dim m; given a, b : real[1, m];",
     "norm2(softmax(a) - softmax(b)) <= norm2(a - b) / 2"},
    {"softmax_lipschitz_rows", SAME,
     "rownorm2(softmax(A) - softmax(B)) <= rownorm2(A - B) / 2"},
    {"softmax_lipschitz_total", SAME,
     "norminf(softmax(A) - softmax(B)) <= normmax(A - B)"},
    {"softmax_ratio", "dim m; given a : real[1, m];",
     "max(softmax(a)) == exp(max(a) - min(a)) * min(softmax(a))"},
    {"softmax_least", ONE,
     "diag(exp(-" SPREAD("A") ")) * ones(n, m) / m <= softmax(A)"},
    {"softmax_most", ONE,
     "softmax(A) <= diag(exp(" SPREAD("A") ")) * ones(n, m) / m"},
    {"spread_total", ONE,
     "sum(rowmax(A) - rowmin(A)) <= sum(abs(A))"},
    {"spread_by_norm1", ONE,
     "sum(rowmax(A) - rowmin(A)) <= m * norm1(A)"},
    /* eigenvalues */
    {"rayleigh_above", "dim n; given S : symmetric[n]; given x : real[n];",
     "x' * S * x <= eigmax(S) * normfro(x)^2"},
    {"rayleigh_below", "dim n; given S : symmetric[n]; given x : real[n];",
     "eigmin(S) * normfro(x)^2 <= x' * S * x"},
    {"psd_form", "dim n; given S : psd[n]; given x : real[n];",
     "0 <= x' * S * x"},
    {"eigmax_by_norm2", "dim n; given S : symmetric[n];",
     "eigmax(S) <= norm2(S)"},
};
/* clang-format on */

const size_t catalogue_orders_count = sizeof catalogue_orders / sizeof catalogue_orders[0];
