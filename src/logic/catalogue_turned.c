/*
 * Relations from those of functions of their sides: an exponential by a
 * logarithm, a number by its square, an equation by two inequalities, matrices
 * by their entries, largest values by those of increasing functions; and doubly
 * stochastic averages about the mean.
 */
#include "logic/catalogue_internal.h"

#define TWO "given x, y : real;"
#define ONE "dim n, m; given A : real[n, m];"
#define DOUBLY                                                                 \
    "dim n, k; given P : real[n, n]; given X : real[n, k]; assume sign: 0 <= " \
    "P; assume rows: P * ones(n) == ones(n); assume columns: ones(n)' * P == " \
    "ones(n)';"
#define CENTRED(N)                                                             \
    {                                                                          \
        "doubly_stochastic_centred_" N, DOUBLY,                                \
            N "(res(P * X)) <= " N "(res(X))"                                  \
    }
#define INCREASING(F)                                                          \
    {"max_of_" F, ONE, F "(max(A)) == max(" F "(A))"},                         \
    {                                                                          \
        "min_of_" F, ONE, F "(min(A)) == min(" F "(A))"                        \
    }

/* clang-format off */
const struct catalogue_row catalogue_turned[] = {
    {"equal_by_order", TWO " assume below: x <= y; assume above: y <= x;",
     "x == y"},
    {"order_of_squares",
     TWO " assume sign: 0 <= y; assume squares: x^2 <= y^2;", "x <= y"},
    {"order_of_multiples",
     TWO " assume sign: 0 <= y; assume multiples: x^2 <= x * y;", "x <= y"},
    {"exp_by_log", TWO " assume order: x <= log(y);", "exp(x) <= y"},
    {"log_by_exp", TWO " assume order: x <= exp(y);", "log(x) <= y"},
    {"below_exp_by_log", TWO " assume order: log(x) <= y;", "x <= exp(y)"},
    {"below_log_by_exp", TWO " assume order: exp(x) <= y;", "x <= log(y)"},
    {"relu_by_both", "dim n, m; given A, B : real[n, m]; assume upper: A <= B; assume sign: 0 <= B;",
     "relu(A) <= B"},
    {"greatest_minimum", "dim n, m; given c : real; given A : real[n, m]; assume order: c <= A;",
     "c <= min(A)"},
    CENTRED("normfro"), CENTRED("norm2"), CENTRED("normnuc"),
    {"sign_of_positive", "dim n, m; given A : real[n, m]; assume sign: 0 < A;",
     "sign(A) == ones(n, m)"},
    {"normfro_squared_by_smaller", "dim n, m; given A : real[n, m];",
     "normfro(A)^2 <= norm1(A) * norminf(A) * min(n, m)"},
    {"order_by_entries", "dim n, m; given A, B : real[n, m];"
     " assume entries: forall(i in 1..n, forall(j in 1..m, A[i, j] <= B[i, j]));",
     "A <= B"},
    INCREASING("exp"), INCREASING("log"), INCREASING("sqrt"),
    INCREASING("tanh"), INCREASING("relu"),
};
/* clang-format on */

const size_t catalogue_turned_count =
    sizeof catalogue_turned / sizeof catalogue_turned[0];
