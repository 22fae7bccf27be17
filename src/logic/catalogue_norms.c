/* Rules about norms, absolute values, sums and traces. */
#include "logic/catalogue_internal.h"

#define AB "dim n, k, m; given A : real[n, k]; given B : real[k, m];"
#define SAME "dim n, m; given A, B : real[n, m];"
#define ONE "dim n, m; given A : real[n, m];"
#define SCALED "dim n, m; given t : real; given A : real[n, m];"
/* sizes alone: v and w are any terms that have them */
#define SIZES "dim n, m; given v : real[n]; given w : real[m];"
#define COLUMN "dim n; given v : real[n];"
#define SUBMULTIPLICATIVE(N)                                                   \
    {                                                                          \
        "submultiplicative_" N, AB, N "(A * B) <= " N "(A) * " N "(B)"         \
    }
#define TRIANGLE(N)                                                            \
    {                                                                          \
        "triangle_" N, SAME, N "(A + B) <= " N "(A) + " N "(B)"                \
    }
#define REVERSE(N)                                                             \
    {                                                                          \
        "reverse_triangle_" N, SAME, N "(A) - " N "(B) <= " N "(A + B)"        \
    }
#define HOMOGENEOUS(N)                                                         \
    {                                                                          \
        "homogeneous_" N, SCALED, N "(t * A) == abs(t) * " N "(A)"             \
    }
#define ABSOLUTE(N)                                                            \
    {                                                                          \
        "absolute_" N, ONE, N "(abs(A)) == " N "(A)"                           \
    }
#define MONOTONE(N)                                                            \
    {                                                                          \
        "monotone_" N, SAME " assume order: abs(A) <= B;", N "(A) <= " N "(B)" \
    }
#define TRANSPOSED(N, M)                                                       \
    {                                                                          \
        "transposed_" N, ONE, N "(A') == " M "(A)"                             \
    }
#define AT_MOST(N, M)                                                          \
    {                                                                          \
        N "_by_" M, ONE, N "(A) <= " M "(A)"                                   \
    }
#define TOTAL(N)                                                               \
    {                                                                          \
        N "_by_sum", ONE, N "(A) <= sum(abs(A))"                               \
    }

/* clang-format off */
const struct catalogue_row catalogue_norms[] = {
    SUBMULTIPLICATIVE("norm1"), SUBMULTIPLICATIVE("norminf"),
    SUBMULTIPLICATIVE("norm1inf"), SUBMULTIPLICATIVE("norm2"),
    SUBMULTIPLICATIVE("normfro"),
    {"mixed_fro_left", AB, "normfro(A * B) <= norm2(A) * normfro(B)"},
    {"mixed_fro_right", AB, "normfro(A * B) <= normfro(A) * norm2(B)"},
    {"mixed_max_left", AB, "normmax(A * B) <= norminf(A) * normmax(B)"},
    {"mixed_max_right", AB, "normmax(A * B) <= normmax(A) * norm1(B)"},
    {"mixed_nuc_left", AB, "normnuc(A * B) <= norm2(A) * normnuc(B)"},
    {"mixed_nuc_right", AB, "normnuc(A * B) <= normnuc(A) * norm2(B)"},
    TRIANGLE("norm1"), TRIANGLE("norminf"), TRIANGLE("norm2"),
    TRIANGLE("normfro"), TRIANGLE("normmax"), TRIANGLE("normnuc"),
    TRIANGLE("rownorm2"), TRIANGLE("diameter"), TRIANGLE("minres1"),
    TRIANGLE("minresinf"), TRIANGLE("abs"),
    REVERSE("norm1"), REVERSE("norminf"), REVERSE("norm2"),
    REVERSE("normfro"), REVERSE("normmax"), REVERSE("normnuc"),
    REVERSE("diameter"), REVERSE("minres1"), REVERSE("minresinf"),
    HOMOGENEOUS("norm1"), HOMOGENEOUS("norminf"), HOMOGENEOUS("norm1inf"),
    HOMOGENEOUS("norm2"), HOMOGENEOUS("normfro"), HOMOGENEOUS("normmax"),
    HOMOGENEOUS("normnuc"), HOMOGENEOUS("rownorm2"), HOMOGENEOUS("diameter"),
    HOMOGENEOUS("minres1"), HOMOGENEOUS("minresinf"),
    HOMOGENEOUS("minres1inf"), HOMOGENEOUS("abs"),
    ABSOLUTE("norm1"), ABSOLUTE("norminf"), ABSOLUTE("norm1inf"),
    ABSOLUTE("normfro"), ABSOLUTE("normmax"), ABSOLUTE("abs"),
    MONOTONE("norm1"), MONOTONE("norminf"), MONOTONE("norm1inf"),
    MONOTONE("norm2"), MONOTONE("normfro"), MONOTONE("normmax"),
    TRANSPOSED("norm1", "norminf"), TRANSPOSED("norminf", "norm1"),
    TRANSPOSED("norm1inf", "norm1inf"), TRANSPOSED("norm2", "norm2"),
    TRANSPOSED("normfro", "normfro"), TRANSPOSED("normmax", "normmax"),
    TRANSPOSED("normnuc", "normnuc"),
    /* absolute values */
    {"abs_of_product", AB, "abs(A * B) <= abs(A) * abs(B)"},
    {"below_abs", ONE, "A <= abs(A)"},
    {"above_minus_abs", ONE, "-abs(A) <= A"},
    {"abs_of_nonneg", "dim n, m; given A : nonneg[n, m];", "abs(A) == A"},
    /* norms among themselves */
    AT_MOST("normmax", "norm2"), AT_MOST("norm2", "normfro"),
    AT_MOST("normfro", "normnuc"), AT_MOST("normmax", "norm1"),
    AT_MOST("normmax", "norminf"), AT_MOST("normmax", "norm1inf"),
    AT_MOST("normmax", "normfro"), AT_MOST("norm2", "norm1inf"),
    TOTAL("norm1"), TOTAL("norminf"), TOTAL("normfro"), TOTAL("normmax"),
    {"norm1inf_squared", ONE, "norm1inf(A)^2 == norm1(A) * norminf(A)"},
    {"norm1inf_as_root", ONE, "norm1inf(A) == sqrt(norm1(A) * norminf(A))"},
    {"norm2_squared", ONE, "norm2(A)^2 <= norm1(A) * norminf(A)"},
    {"norm1inf_by_mean", ONE, "norm1inf(A) <= (norm1(A) + norminf(A)) / 2"},
    {"norm1inf_by_larger", ONE, "norm1inf(A) <= max(norm1(A), norminf(A))"},
    {"norm1_by_normmax", ONE, "norm1(A) <= n * normmax(A)"},
    {"norminf_by_normmax", ONE, "norminf(A) <= m * normmax(A)"},
    {"normfro_by_normmax", ONE, "normfro(A) <= sqrt(n * m) * normmax(A)"},
    {"norm1_by_norm2", ONE, "norm1(A) <= sqrt(n) * norm2(A)"},
    {"norminf_by_norm2", ONE, "norminf(A) <= sqrt(m) * norm2(A)"},
    {"norm1_by_columns", ONE, "norm1(A) == max(colsum(abs(A)))"},
    {"norminf_by_rows", ONE, "norminf(A) == max(rowsum(abs(A)))"},
    {"normmax_by_entries", ONE, "normmax(A) == max(abs(A))"},
    {"entries_by_normmax", ONE, "abs(A) <= normmax(A) * ones(n, m)"},
    {"columns_by_norm1", ONE, "colsum(abs(A)) <= norm1(A) * ones(m)'"},
    {"rows_by_norminf", ONE, "rowsum(abs(A)) <= norminf(A) * ones(n)"},
    {"total_by_norm1", ONE, "sum(abs(A)) <= m * norm1(A)"},
    {"total_by_norminf", ONE, "sum(abs(A)) <= n * norminf(A)"},
    {"rownorm2_by_norm2", ONE, "rownorm2(A) <= norm2(A) * ones(n)"},
    {"rownorm2_squared", ONE, "rownorm2(A) .^ 2 == rowsum(A .^ 2)"},
    {"entrywise_normfro", SAME, "normfro(A .* B) <= normmax(A) * normfro(B)"},
    {"rownorm2_of_product", AB, "rownorm2(A * B) <= rownorm2(A) * norm2(B)"},
    /* norms of columns and rows */
    {"norm1_of_column", COLUMN, "norm1(v) == sum(abs(v))"},
    {"norminf_of_column", COLUMN, "norminf(v) == normmax(v)"},
    {"norm1_of_row", "dim n; given v : real[1, n];", "norm1(v) == normmax(v)"},
    {"norminf_of_row", "dim n; given v : real[1, n];",
     "norminf(v) == sum(abs(v))"},
    {"norm1_of_nonneg_column", "dim n; given v : nonneg[n];",
     "norm1(v) == sum(v)"},
    {"norm1_of_nonneg_row", "dim n; given v : nonneg[1, n];",
     "norm1(v) == max(v)"},
    {"rowmax_of_row", "dim n; given v : real[1, n];", "rowmax(v) == max(v)"},
    {"rowmin_of_row", "dim n; given v : real[1, n];", "rowmin(v) == min(v)"},
    {"colmax_of_column", COLUMN, "colmax(v) == max(v)"},
    {"colmin_of_column", COLUMN, "colmin(v) == min(v)"},
    {"max_of_transpose", ONE, "max(A') == max(A)"},
    {"min_of_transpose", ONE, "min(A') == min(A)"},
    {"norm2_of_column", COLUMN, "norm2(v) == normfro(v)"},
    {"normmax_of_nonneg", "dim n, m; given A : nonneg[n, m];",
     "normmax(A) == max(A)"},
    {"norm1_of_nonneg", "dim n, m; given A : nonneg[n, m];",
     "norm1(A) == max(colsum(A))"},
    {"norminf_of_nonneg", "dim n, m; given A : nonneg[n, m];",
     "norminf(A) == max(rowsum(A))"},
    /* known values */
    {"norminf_of_stochastic", "dim n, m; given P : stochastic[n, m];",
     "norminf(P) == 1"},
    {"norm1_of_ones", SIZES, "norm1(ones(n, m)) == n"},
    {"norminf_of_ones", SIZES, "norminf(ones(n, m)) == m"},
    {"norm1_of_eye", COLUMN, "norm1(eye(n)) == 1"},
    {"norminf_of_eye", COLUMN, "norminf(eye(n)) == 1"},
    {"norm1inf_of_eye", COLUMN, "norm1inf(eye(n)) == 1"},
    {"norm2_of_eye", COLUMN, "norm2(eye(n)) == 1"},
    {"norm2_of_orthogonal", "dim n; given Q : orthogonal[n];",
     "norm2(Q) == 1"},
    {"norm2_rotated", "dim n, m; given Q : orthogonal[n]; given A : real[n, m];",
     "norm2(Q * A) == norm2(A)"},
    {"normfro_rotated",
     "dim n, m; given Q : orthogonal[n]; given A : real[n, m];",
     "normfro(Q * A) == normfro(A)"},
    {"norm1_of_diag", COLUMN, "norm1(diag(v)) == normmax(v)"},
    {"norminf_of_diag", COLUMN, "norminf(diag(v)) == normmax(v)"},
    {"norm2_of_diag", COLUMN, "norm2(diag(v)) == normmax(v)"},
};
/* clang-format on */

const size_t catalogue_norms_count =
    sizeof catalogue_norms / sizeof catalogue_norms[0];
