/*
 * What books prove of means, sums, entropies and averages.  The search takes
 * these rules when those of the other tables led nowhere.
 */
#include "logic/catalogue_internal.h"

#define ANY "dim n, m; given A : real[n, m];"
#define PAIR "dim n; given p, q : stochastic[1, n];"
#define AVERAGE "dim n, m, k; given P : stochastic[n, m]; given X : real[m, k];"
#define POSITIVE "dim n; given x : nonneg[n];"
#define WEIGHTS "dim n; given p : stochastic[1, n];"
#define WEIGHED WEIGHTS " given v : real[n];"

/* Of the entries of v drawn with the weights p. */
#define COVARIANCE "(diag(p') - p' * p)"

/* The largest total variation distance of two of the N rows of P. */
#define VARIATION(N, P)                                                        \
    "max(i in 1.." N ", max(j in 1.." N ", sum(abs(" P "[i, :] - " P           \
    "[j, :])) / 2))"

/* clang-format off */
const struct catalogue_row catalogue_vectors[] = {
    {"arithmetic_geometric_mean", POSITIVE,
     "prod(i in 1..n, x[i]) <= mean(x)^n"},
    {"geometric_mean_root", POSITIVE,
     "prod(i in 1..n, x[i])^(1 / n) <= mean(x)"},
    {"arithmetic_harmonic_mean", POSITIVE, "n^2 <= sum(x) * sum(1 ./ x)"},
    {"cauchy_schwarz_quotients",
     "dim n; given x : real[n]; given y : nonneg[n];",
     "sum(x)^2 <= sum(x .^ 2 ./ y) * sum(y)"},
    {"cauchy_schwarz_divided", "dim n; given x : real[n]; given y : nonneg[n];",
     "sum(x)^2 / sum(y) <= sum(x .^ 2 ./ y)"},
    {"chebyshev_sums",
     "dim n; given x, y : real[n]; assume similar: forall(i in 1..n, forall(j"
     " in 1..n, 0 <= (x[i] - x[j]) * (y[i] - y[j])));",
     "sum(x) * sum(y) <= n * (x' * y)"},
    {"chebyshev_ordered",
     "dim n; given x, y : real[n]; assume left: forall(i in 1..n - 1, x[i] <="
     " x[i + 1]); assume right: forall(i in 1..n - 1, y[i] <= y[i + 1]);",
     "sum(x) * sum(y) <= n * (x' * y)"},
    {"jensen_exp", ANY, "exp(mean(A)) <= mean(exp(A))"},
    {"jensen_log", ANY, "mean(log(A)) <= log(mean(A))"},
    {"jensen_sqrt", ANY, "mean(sqrt(A)) <= sqrt(mean(A))"},
    {"jensen_square", ANY, "mean(A)^2 <= mean(A .^ 2)"},
    {"average_exp", AVERAGE, "exp(P * X) <= P * exp(X)"},
    {"average_log", AVERAGE, "P * log(X) <= log(P * X)"},
    {"average_sqrt", AVERAGE, "P * sqrt(X) <= sqrt(P * X)"},
    {"average_abs", AVERAGE, "abs(P * X) <= P * abs(X)"},
    {"hoelder_below", "dim n; given x, y : real[n];",
     "x' * y <= norm1(x) * norminf(y)"},
    {"hoelder_total", "dim n; given x, y : real[n];",
     "abs(x' * y) <= sum(abs(x)) * normmax(y)"},
    {"hoelder_total_below", "dim n; given x, y : real[n];",
     "x' * y <= sum(abs(x)) * normmax(y)"},
    {"average_by_normmax", AVERAGE, "abs(P * X) <= normmax(X)"},
    {"average_below_normmax", AVERAGE, "P * X <= normmax(X)"},
    {"covariance_norm1", WEIGHTS, "norm1" COVARIANCE " <= 1 / 2"},
    {"covariance_norm2", WEIGHTS, "norm2" COVARIANCE " <= 1 / 2"},
    {"covariance_normfro", WEIGHTS, "normfro" COVARIANCE " <= 1 / 2"},
    {"covariance_normmax", WEIGHTS, "normmax" COVARIANCE " <= 1 / 4"},
    {"average_below_length", WEIGHED, "p * (v .* v) <= v' * v"},
    {"variance_by_length", WEIGHED, "p * (v .* v) - v' * v / 2 <= (p * v)^2"},
    {"weighted_popoviciu", WEIGHED,
     "p * (v .* v) - (max(v) - min(v))^2 / 4 <= (p * v)^2"},
    {"weighted_bhatia_davis", WEIGHED,
     "p * (v .* v) - (p * v)^2 <= (max(v) - p * v) * (p * v - min(v))"},
    {"gruess", WEIGHED " given w : real[n];",
     "abs(p * (v .* w) - (p * v) * (p * w)) <= (max(v) - min(v)) * (max(w) -"
     " min(w)) / 4"},
    {"popoviciu", ANY, "mean(A .^ 2) - mean(A)^2 <= (max(A) - min(A))^2 / 4"},
    {"bhatia_davis", ANY,
     "mean(A .^ 2) - mean(A)^2 <= (max(A) - mean(A)) * (mean(A) - min(A))"},
    {"abs_squared", ANY, "abs(A) .^ 2 == A .^ 2"},
    {"abs_fourth", ANY, "abs(A) .^ 4 == A .^ 4"},
    {"hoelder_powers",
     "dim n; given x, y : real[n]; given p, q : real; assume first: p > 1;"
     " assume conjugate: p + q == p * q;",
     "abs(x' * y) <= sum(abs(x) .^ p)^(1 / p) * sum(abs(y) .^ q)^(1 / q)"},
    {"minkowski_powers",
     "dim n; given x, y : real[n]; given p : real; assume least: p >= 1;",
     "sum(abs(x + y) .^ p)^(1 / p) <= sum(abs(x) .^ p)^(1 / p) + sum(abs(y)"
     " .^ p)^(1 / p)"},
    {"power_means",
     "dim n; given x : real[n]; given p, q : real; assume least: p > 0; assume"
     " order: p <= q;",
     "mean(abs(x) .^ p)^(1 / p) <= mean(abs(x) .^ q)^(1 / q)"},
    {"power_sums",
     "dim n; given x : real[n]; given p, q : real; assume least: p > 0; assume"
     " order: p <= q;",
     "sum(abs(x) .^ q)^(1 / q) <= sum(abs(x) .^ p)^(1 / p)"},
    {"hardy", "dim n; given x : real[n];",
     "sum(k in 1..n, (sum(i in 1..k, x[i]) / k)^2) <= 4 * normfro(x)^2"},
    {"hilbert", "dim n, m; given x : real[n]; given y : real[m];",
     "sum(i in 1..n, sum(j in 1..m, x[i] * y[j] / (i + j))) <= pi *"
     " normfro(x) * normfro(y)"},
    {"hilbert_sharp", "dim n, m; given x : real[n]; given y : real[m];",
     "sum(i in 1..n, sum(j in 1..m, x[i] * y[j] / (i + j - 1))) <= pi *"
     " normfro(x) * normfro(y)"},
    {"gibbs", PAIR, "0 <= sum(p .* log(p ./ q))"},
    {"cross_entropy", PAIR, "sum(p .* log(q)) <= sum(p .* log(p))"},
    {"pinsker", PAIR, "sum(abs(p - q))^2 / 2 <= sum(p .* log(p ./ q))"},
    {"chi_square", PAIR, "sum(p .* log(p ./ q)) <= sum((p - q) .^ 2 ./ q)"},
    {"entropy_nonnegative", "dim n; given p : stochastic[1, n];",
     "sum(p .* log(p)) <= 0"},
    {"entropy_most", "dim n; given p : stochastic[1, n];",
     "-log(n) <= sum(p .* log(p))"},
    {"entropy_of_rows", "dim n, m; given P : stochastic[n, m];",
     "-log(m) * ones(n) <= rowsum(P .* log(P))"},
    {"free_energy", "dim n; given p : stochastic[1, n]; given z : real[1, n];",
     "p * z' <= logsumexp(z) + sum(p .* log(p))"},
    {"softmax_average", "dim n; given z : real[1, n];",
     "mean(z) <= softmax(z) * z'"},
    {"softmax_average_scaled",
     "dim n; given z : real[1, n]; given t : real; assume sign: 0 <= t;",
     "mean(z) <= softmax(t * z) * z'"},
    {"softmax_average_entropy", "dim n; given z : real[1, n];",
     "logsumexp(z) <= softmax(z) * z' + log(n)"},
    {"softmax_average_below", "dim n; given z : real[1, n];",
     "softmax(z) * z' <= logsumexp(z)"},
    {"average_below_logsumexp",
     "dim n; given p : stochastic[1, n]; given z : real[1, n];",
     "p * z' <= logsumexp(z)"},
    {"logsumexp_tangent", "dim n; given z, w : real[1, n];",
     "softmax(z) * w' <= softmax(z) * z' + logsumexp(w) - logsumexp(z)"},
    {"softmax_masked", "dim n, m; given A, M : real[n, m];",
     "softmax(A, M) .* M == softmax(A, M)"},
    {"softmax_largest", "dim n; given z : real[1, n];",
     "max(softmax(z)) == exp(max(z) - logsumexp(z))"},
    {"log_sum", "dim n; given x, y : nonneg[n];",
     "sum(x) * log(sum(x) / sum(y)) <= sum(x .* log(x ./ y))"},
    {"doubly_stochastic",
     "dim n, k; given P : real[n, n]; given X : real[n, k]; assume sign: 0 <="
     " P; assume rows: P * ones(n) == ones(n); assume columns: ones(n)' * P =="
     " ones(n)';",
     "normfro(P * X) <= normfro(X)"},
    {"doubly_stochastic_norm2",
     "dim n; given P : real[n, n]; assume sign: 0 <= P; assume rows: P *"
     " ones(n) == ones(n); assume columns: ones(n)' * P == ones(n)';",
     "norm2(P) == 1"},
    {"variation_of_product",
     "dim n, m, k; given P : stochastic[n, m]; given Q : stochastic[m, k];",
     VARIATION("n", "(P * Q)") " <= " VARIATION("n", "P") " * "
     VARIATION("m", "Q")},
    {"variation_of_averages",
     "dim n, m; given P : stochastic[n, m]; given x : real[m];",
     "max(P * x) - min(P * x) <= " VARIATION("n", "P") " * (max(x) - min(x))"},
    {"variation_by_columns", "dim n, m; given P : stochastic[n, m];",
     VARIATION("n", "P") " <= 1 - sum(colmin(P))"},
    {"variation_below_one", "dim n, m; given P : stochastic[n, m];",
     VARIATION("n", "P") " <= 1"},
};
/* clang-format on */

const size_t catalogue_vectors_count =
    sizeof catalogue_vectors / sizeof catalogue_vectors[0];
