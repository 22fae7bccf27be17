/*
 * Rules about eigenvalues, determinants and norms of singular values: seldom
 * needed, so the search takes them last.
 */
#include "logic/catalogue_internal.h"

#define SYMMETRIC "dim n; given A, B : symmetric[n];"
#define PSD "dim n; given A, B : psd[n];"
#define ONE "dim n; given S : symmetric[n];"
#define SAME "dim n, m; given A, B : real[n, m];"

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
    {"nuclear_of_product",
     "dim n, k, m; given A : real[n, k]; given B : real[k, m];",
     "normnuc(A * B) <= normfro(A) * normfro(B)"},
    {"entrywise_frobenius", SAME,
     "normfro(A .* B) <= normfro(A) * normfro(B)"},
    {"det_of_product", "dim n; given A, B : real[n, n];",
     "det(A * B) == det(A) * det(B)"},
};
/* clang-format on */

const size_t catalogue_spectra_count =
    sizeof catalogue_spectra / sizeof catalogue_spectra[0];
