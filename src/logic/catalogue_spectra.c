/*
 * Rules about eigenvalues, determinants and norms of singular values: seldom
 * needed, so the search takes them last.
 */
#include "logic/catalogue_internal.h"

#define SYMMETRIC "dim n; given A, B : symmetric[n];"
#define PSD "dim n; given A, B : psd[n];"
#define ONE "dim n; given S : symmetric[n];"
#define DEFINITE "dim n; given S : psd[n];"
#define LOEWNER SYMMETRIC " assume order: psd(B - A);"
#define ANY "dim n, m; given A : real[n, m];"
#define AB "dim n, k, m; given A : real[n, k]; given B : real[k, m];"
#define SAME "dim n, m; given A, B : real[n, m];"
#define ENTRIES_SCALED(N)                                                      \
    {                                                                          \
        "entries_scaled_" N,                                                   \
            "dim n, m; given A : real[n, m]; given T : nonneg[n, m];"          \
            " given c : real; assume order: T <= c;",                          \
            N "(A .* T) <= c * " N "(A)"                                       \
    }

/* clang-format off */
const struct catalogue_row catalogue_spectra[] = {
    {"weyl_above", SYMMETRIC, "eigmax(A + B) <= eigmax(A) + eigmax(B)"},
    {"weyl_below", SYMMETRIC, "eigmin(A) + eigmin(B) <= eigmin(A + B)"},
    {"weyl_mixed_above", SYMMETRIC, "eigmin(A + B) <= eigmin(A) + eigmax(B)"},
    {"weyl_mixed_below", SYMMETRIC, "eigmax(A) + eigmin(B) <= eigmax(A + B)"},
    {"eigenvalue_distance", SYMMETRIC,
     "abs(eigmax(A) - eigmax(B)) <= norm2(A - B)"},
    {"trace_below_eigmax", ONE, "trace(S) <= n * eigmax(S)"},
    {"trace_above_eigmin", ONE, "n * eigmin(S) <= trace(S)"},
    {"mean_below_eigmax", ONE, "trace(S) / n <= eigmax(S)"},
    {"mean_above_eigmin", ONE, "eigmin(S) <= trace(S) / n"},
    {"trace_of_psd_product", PSD, "0 <= trace(A * B)"},
    {"trace_of_psd_factors", PSD, "trace(A * B) <= trace(A) * trace(B)"},
    {"trace_by_eigmax",
     "dim n; given A : symmetric[n]; given B : psd[n];",
     "trace(A * B) <= eigmax(A) * trace(B)"},
    {"trace_by_norms", SAME,
     "abs(trace(A' * B)) <= norm2(A) * normnuc(B)"},
    {"trace_below_norms", SAME, "trace(A' * B) <= norm2(A) * normnuc(B)"},
    {"eigmin_of_psd", DEFINITE, "0 <= eigmin(S)"},
    {"det_of_psd", DEFINITE, "0 <= det(S)"},
    {"diagonal_of_psd", DEFINITE, "0 <= diagof(S)"},
    {"norm2_of_psd", DEFINITE, "norm2(S) == eigmax(S)"},
    {"normnuc_of_psd", DEFINITE, "normnuc(S) == trace(S)"},
    {"eigmax_of_gram", ANY,
     "eigmax(A' * A) == norm2(A)^2"},
    {"norm2_of_gram", ANY,
     "norm2(A' * A) == norm2(A)^2"},
    {"eigmax_of_gram_rows", ANY, "eigmax(A * A') == norm2(A)^2"},
    {"norm2_of_gram_rows", ANY, "norm2(A * A') == norm2(A)^2"},
    {"eigmax_below_trace", DEFINITE, "eigmax(S) <= trace(S)"},
    {"ordered_trace", LOEWNER, "trace(A) <= trace(B)"},
    {"ordered_eigmax", LOEWNER, "eigmax(A) <= eigmax(B)"},
    {"ordered_eigmin", LOEWNER, "eigmin(A) <= eigmin(B)"},
    {"nuclear_of_product",
     AB,
     "normnuc(A * B) <= normfro(A) * normfro(B)"},
    {"entrywise_frobenius", SAME,
     "normfro(A .* B) <= normfro(A) * normfro(B)"},
    ENTRIES_SCALED("normfro"), ENTRIES_SCALED("norm1"), ENTRIES_SCALED("norminf"),
    {"rank_below_rows", ANY, "rank(A) <= n"},
    {"rank_below_columns", ANY, "rank(A) <= m"},
    {"rank_of_product", AB, "rank(A * B) <= rank(A)"},
    {"rank_of_product_right", AB, "rank(A * B) <= rank(B)"},
    {"rank_by_inner_size", AB, "rank(A * B) <= k"},
    {"rank_of_gram", ANY, "rank(A' * A) == rank(A)"},
    {"rank_of_gram_rows", ANY, "rank(A * A') == rank(A)"},
    {"rank_of_outer", "dim n, m; given x : real[n]; given y : real[m];",
     "rank(x * y') <= 1"},
    {"rank_of_sum", SAME, "rank(A + B) <= rank(A) + rank(B)"},
    {"norm2_by_fixed_vector",
     "dim n; given S : symmetric[n]; given w : real[n]; assume sign: 0 <= S;"
     " assume fixed: S * w == w; assume positive: 0 < w;",
     "norm2(S) == 1"},
    {"det_of_product", "dim n; given A, B : real[n, n];",
     "det(A * B) == det(A) * det(B)"},
};
/* clang-format on */

const size_t catalogue_spectra_count =
    sizeof catalogue_spectra / sizeof catalogue_spectra[0];
