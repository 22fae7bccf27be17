/*
 * Certified linear algebra on ball matrices that Arb does not have: symmetric
 * eigenvalues, singular values, definiteness, minimal residuals.
 *
 * Internal to eval.  Each enclosure's inclusion argument is in
 * docs/error-analysis.md under the name given at the function.
 */
#pragma once

#include "base/truth.h"
#include "eval/flint_compat.h"
#include "eval/linalg_double.h"

/*
 * Enclosures of all eigenvalues of a symmetric ball matrix, in no particular
 * order: approximate eigenvectors by Jacobi, then Weyl's inequality and
 * Ostrowski's theorem.  values: n initialised balls.  Only the symmetric
 * matrices inside `a` are meant.  (#eigenvalues)
 */
void linalg_eigenvalues(arb_ptr values, const arb_mat_t a, slong prec);
/* Least and largest of them. */
void linalg_eigmin(arb_t out, const arb_mat_t a, slong prec);
void linalg_eigmax(arb_t out, const arb_mat_t a, slong prec);
/* Spectral norm and nuclear norm of any matrix. (#singular-values) */
void linalg_norm2(arb_t out, const arb_mat_t a, slong prec);
void linalg_normnuc(arb_t out, const arb_mat_t a, slong prec);
/*
 * Whether the symmetric matrices inside `a` are positive semidefinite: TRUE
 * when all are, FALSE when none is, else UNKNOWN.  (#definiteness)
 */
enum truth linalg_is_psd(const arb_mat_t a, slong prec);

/* min over x of norm(A - ones*x') for the three norms. (#minimal-residuals) */
void linalg_minres1(arb_t out, const arb_mat_t a, slong prec);
void linalg_minresinf(arb_t out, const arb_mat_t a, slong prec);
void linalg_minres1inf(arb_t out, const arb_mat_t a, slong prec);

/* Frees what the linear programs keep for this thread. */
void linalg_finish_thread(void);
