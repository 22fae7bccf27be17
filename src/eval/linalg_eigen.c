/*
 * Certified eigenvalues of symmetric ball matrices.
 *
 * Approximate eigenvectors come from Jacobi in doubles, made orthonormal and
 * improved by Jacobi at the working precision (quadratic convergence, clusters
 * included).  What they are worth is then measured in ball arithmetic; the
 * argument is docs/error-analysis.md#eigenvalues.
 */
#include "eval/linalg.h"

#include "eval/linalg_internal.h"

#include "base/ceiling.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
    MAX_SWEEPS = 40,
    GUARD_BITS = 12,
    FIRST_BITS = 128, /* of eigenvectors, from those in doubles */
    STEP_BITS = 24,   /* that a doubling may lose to close eigenvalues */
    WIDE_BITS = 20    /* kept beyond what a wide input can give */
};

void linalg_split(arb_mat_t mid, mag_t error, const arb_mat_t a)
{
    mag_zero(error);
    for (slong i = 0; i < arb_mat_nrows(a); i++)
        for (slong j = 0; j < arb_mat_ncols(a); j++) {
            arb_srcptr x = arb_mat_entry(a, i, j);
            arb_get_mid_arb(arb_mat_entry(mid, i, j), x);
            mag_addmul(error, arb_radref(x), arb_radref(x));
        }
    mag_sqrt(error, error);
}

void linalg_symmetric_mid(arb_mat_t mid, mag_t error, const arb_mat_t a)
{
    slong n = arb_mat_nrows(a);
    LOCAL_ARB_MAT(s, n, n);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++) {
            /* a_ij = a_ji lies in both balls; either encloses it */
            arb_srcptr x = arb_mat_entry(a, i, j), y = arb_mat_entry(a, j, i);
            int order = mag_cmp(arb_radref(x), arb_radref(y));
            bool first = order < 0 || (order == 0 && i <= j);
            arb_set(arb_mat_entry(s, i, j), first ? x : y);
        }
    linalg_split(mid, error, s);
}

slong linalg_working_precision(const arb_mat_t mid, const mag_t error,
                               slong prec)
{
    slong n = FLINT_MAX(arb_mat_nrows(mid), arb_mat_ncols(mid));
    slong bits = prec;
    if (!mag_is_zero(error)) {
        LOCAL_MAG(norm);
        LOCAL_FMPZ(e);
        arb_mat_bound_frobenius_norm(norm, mid);
        fmpz_sub(e, MAG_EXPREF(norm), MAG_EXPREF(error));
        fmpz_add_si(e, e, WIDE_BITS);
        if (mag_is_zero(norm) || fmpz_cmp_si(e, WIDE_BITS) < 0)
            bits = FLINT_MIN(prec, WIDE_BITS);
        else if (fmpz_cmp_si(e, prec) < 0)
            bits = fmpz_get_si(e);
    }
    return bits + GUARD_BITS + 2 * (slong)FLINT_BIT_COUNT((ulong)n);
}

/* Modified Gram-Schmidt on rows that are almost orthonormal already. */
static void orthonormalise(arb_mat_t qt, slong prec)
{
    slong n = arb_mat_nrows(qt);
    arb_t dot;
    arb_init(dot);
    for (slong i = 0; i < n; i++, ceiling_pass()) {
        arb_ptr row = arb_mat_entry(qt, i, 0);
        for (slong k = 0; k < i; k++) {
            arb_ptr other = arb_mat_entry(qt, k, 0);
            arb_approx_dot(dot, NULL, 0, row, 1, other, 1, n, prec);
            for (slong j = 0; j < n; j++)
                arf_submul(arb_midref(row + j), arb_midref(dot),
                           arb_midref(other + j), prec, ARF_RND_DOWN);
        }
        arb_approx_dot(dot, NULL, 0, row, 1, row, 1, n, prec);
        if (arf_sgn(arb_midref(dot)) <= 0)
            continue; /* the certificate will be poor, not wrong */
        arf_rsqrt(arb_midref(dot), arb_midref(dot), prec, ARF_RND_DOWN);
        for (slong j = 0; j < n; j++)
            arf_mul(arb_midref(row + j), arb_midref(row + j), arb_midref(dot),
                    prec, ARF_RND_DOWN);
    }
    arb_clear(dot);
}

struct rotation {
    arf_t c, s, u, v;
    slong prec;
};

/* x, y become c x - s y, s x + c y */
static void rotate_pair(struct rotation *r, arf_t x, arf_t y)
{
    arf_mul(r->u, r->c, x, r->prec, ARF_RND_DOWN);
    arf_submul(r->u, r->s, y, r->prec, ARF_RND_DOWN);
    arf_mul(r->v, r->s, x, r->prec, ARF_RND_DOWN);
    arf_addmul(r->v, r->c, y, r->prec, ARF_RND_DOWN);
    arf_swap(x, r->u);
    arf_swap(y, r->v);
}

static void choose_rotation(struct rotation *r, const arf_t app,
                            const arf_t aqq, const arf_t apq)
{
    arf_sub(r->u, aqq, app, r->prec, ARF_RND_DOWN);
    arf_div(r->u, r->u, apq, r->prec, ARF_RND_DOWN);
    arf_mul_2exp_si(r->u, r->u, -1);
    bool negative = arf_sgn(r->u) < 0;
    arf_abs(r->u, r->u);
    arf_mul(r->v, r->u, r->u, r->prec, ARF_RND_DOWN);
    arf_add_ui(r->v, r->v, 1, r->prec, ARF_RND_DOWN);
    arf_sqrt(r->v, r->v, r->prec, ARF_RND_DOWN);
    arf_add(r->v, r->v, r->u, r->prec, ARF_RND_DOWN);
    arf_ui_div(r->u, 1, r->v, r->prec, ARF_RND_DOWN); /* |tan| */
    arf_mul(r->v, r->u, r->u, r->prec, ARF_RND_DOWN);
    arf_add_ui(r->v, r->v, 1, r->prec, ARF_RND_DOWN);
    arf_rsqrt(r->c, r->v, r->prec, ARF_RND_DOWN);
    arf_mul(r->s, r->c, r->u, r->prec, ARF_RND_DOWN);
    if (negative)
        arf_neg(r->s, r->s);
}

static void annihilate(struct rotation *r, arb_mat_t d, arb_mat_t qt, slong p,
                       slong q)
{
    slong n = arb_mat_nrows(d);
    choose_rotation(r, arb_midref(arb_mat_entry(d, p, p)),
                    arb_midref(arb_mat_entry(d, q, q)),
                    arb_midref(arb_mat_entry(d, p, q)));
    for (slong k = 0; k < n; k++)
        rotate_pair(r, arb_midref(arb_mat_entry(d, p, k)),
                    arb_midref(arb_mat_entry(d, q, k)));
    for (slong k = 0; k < n; k++)
        rotate_pair(r, arb_midref(arb_mat_entry(d, k, p)),
                    arb_midref(arb_mat_entry(d, k, q)));
    for (slong k = 0; k < n; k++)
        rotate_pair(r, arb_midref(arb_mat_entry(qt, p, k)),
                    arb_midref(arb_mat_entry(qt, q, k)));
    arb_zero(arb_mat_entry(d, p, q));
    arb_zero(arb_mat_entry(d, q, p));
}

static void improve(arb_mat_t d, arb_mat_t qt, const arf_t tiny, slong prec)
{
    struct rotation r = {.prec = prec};
    slong n = arb_mat_nrows(d);
    bool changed = true;
    arf_init(r.c);
    arf_init(r.s);
    arf_init(r.u);
    arf_init(r.v);
    for (int k = 0; k < MAX_SWEEPS && changed; k++) {
        changed = false;
        for (slong p = 0; p < n; p++, ceiling_pass())
            for (slong q = p + 1; q < n; q++)
                if (arf_cmpabs(arb_midref(arb_mat_entry(d, p, q)), tiny) > 0) {
                    annihilate(&r, d, qt, p, q);
                    changed = true;
                }
    }
    arf_clear(r.c);
    arf_clear(r.s);
    arf_clear(r.u);
    arf_clear(r.v);
}

static void start_in_doubles(arb_mat_t qt, fmpz_t exponent, const arb_mat_t mid)
{
    size_t n = (size_t)arb_mat_nrows(mid);
    LOCAL_FREE double *a = xmalloc(n * n * sizeof *a);
    LOCAL_FREE double *vectors = xmalloc(n * n * sizeof *vectors);
    LOCAL_FREE double *values = xmalloc(n * sizeof *values);
    linalg_scaled_doubles(a, exponent, mid);
    linalg_jacobi(values, vectors, a, n);
    for (size_t k = 0; k < n * n; k++)
        arb_set_d(arb_mat_entry(qt, (slong)(k / n), (slong)(k % n)),
                  vectors[k]);
}

/* Better eigenvectors, good to about twice as many bits, at most `prec`. */
static void refine(arb_mat_t qt, const arb_mat_t mid, const fmpz_t exponent,
                   slong prec)
{
    slong n = arb_mat_nrows(mid);
    LOCAL_ARB_MAT(d, n, n);
    LOCAL_ARB_MAT(q, n, n);
    LOCAL_ARF(tiny);
    orthonormalise(qt, prec);
    arb_mat_transpose(q, qt);
    arb_mat_approx_mul(d, mid, q, prec);
    arb_mat_approx_mul(d, qt, d, prec);
    arf_one(tiny);
    arf_mul_2exp_fmpz(tiny, tiny, exponent);
    /* above the rotations' own roundings, or sweeps would never end */
    arf_mul_2exp_si(tiny, tiny, 4 + 2 * (slong)FLINT_BIT_COUNT((ulong)n));
    arf_mul_2exp_si(tiny, tiny, -prec);
    improve(d, qt, tiny, prec);
}

/*
 * A sweep of Jacobi's method doubles the correct bits, so all but the last few
 * are made at a precision near what they reach.
 */
void linalg_approx_eigenvectors(arb_mat_t qt, const arb_mat_t mid, slong prec)
{
    LOCAL_FMPZ(exponent);
    start_in_doubles(qt, exponent, mid);
    slong steps[FLINT_BITS];
    int count = 0;
    for (slong p = prec; count == 0 || p > FIRST_BITS; p = p / 2 + STEP_BITS)
        steps[count++] = p;
    while (count > 0)
        refine(qt, mid, exponent, steps[--count]);
}

/* A bound on the Frobenius norm of what is off the diagonal. */
static void bound_off_diagonal(mag_t out, const arb_mat_t d)
{
    LOCAL_MAG(x);
    mag_zero(out);
    for (slong i = 0; i < arb_mat_nrows(d); i++)
        for (slong j = 0; j < arb_mat_ncols(d); j++)
            if (i != j) {
                arb_get_mag(x, arb_mat_entry(d, i, j));
                mag_addmul(out, x, x);
            }
    mag_sqrt(out, out);
}

/* Every eigenvalue lies within the Frobenius norm of 0. */
static void enclose_crudely(arb_ptr values, const arb_mat_t mid)
{
    LOCAL_MAG(norm);
    arb_mat_bound_frobenius_norm(norm, mid);
    for (slong i = 0; i < arb_mat_nrows(mid); i++) {
        arb_zero(values + i);
        arb_add_error_mag(values + i, norm);
    }
}

void linalg_certify_eigenvalues(arb_ptr values, const arb_mat_t mid,
                                const arb_mat_t qt, slong prec)
{
    slong n = arb_mat_nrows(mid);
    LOCAL_ARB_MAT(q, n, n);
    LOCAL_ARB_MAT(d, n, n);
    LOCAL_ARB_MAT(gram, n, n);
    LOCAL_MAG(off);
    LOCAL_MAG(epsilon);
    LOCAL_ARB(theta);
    arb_mat_transpose(q, qt);
    arb_mat_mul(gram, qt, q, prec);
    for (slong i = 0; i < n; i++)
        arb_sub_ui(arb_mat_entry(gram, i, i), arb_mat_entry(gram, i, i), 1,
                   prec);
    arb_mat_bound_inf_norm(epsilon, gram);
    arb_mat_mul(d, mid, q, prec);
    arb_mat_mul(d, qt, d, prec);
    bound_off_diagonal(off, d);
    if (mag_cmp_2exp_si(epsilon, -1) >= 0) {
        enclose_crudely(values, mid);
    } else {
        /*
         * Weyl: within `off` of the diagonal; Ostrowski: divided by some
         * number of [1 - epsilon, 1 + epsilon] ([HornJohnson2013] Thms 4.3.1
         * and 4.5.9; docs/error-analysis.md#eigenvalues)
         */
        arb_one(theta);
        arb_add_error_mag(theta, epsilon);
        for (slong i = 0; i < n; i++) {
            arb_set(values + i, arb_mat_entry(d, i, i));
            arb_add_error_mag(values + i, off);
            arb_div(values + i, values + i, theta, prec);
        }
    }
}

void linalg_eigenvalues(arb_ptr values, const arb_mat_t a, slong prec)
{
    slong n = arb_mat_nrows(a);
    if (!arb_mat_is_finite(a)) {
        for (slong i = 0; i < n; i++)
            arb_indeterminate(values + i);
        return;
    }
    LOCAL_ARB_MAT(mid, n, n);
    LOCAL_ARB_MAT(qt, n, n);
    LOCAL_MAG(error);
    linalg_symmetric_mid(mid, error, a);
    slong wp = linalg_working_precision(mid, error, prec);
    linalg_approx_eigenvectors(qt, mid, wp);
    linalg_certify_eigenvalues(values, mid, qt, wp);
    for (slong i = 0; i < n; i++) {
        /* Weyl again, for the radii of the input */
        arb_add_error_mag(values + i, error);
        arb_set_round(values + i, values + i, prec);
    }
}

/* The extreme eigenvalue on the side of `pick` (arb_min or arb_max). */
static void extreme(arb_t out, const arb_mat_t a, slong prec,
                    void (*pick)(arb_t, const arb_t, const arb_t, slong))
{
    slong n = arb_mat_nrows(a);
    if (n == 0) {
        arb_indeterminate(out);
        return;
    }
    arb_ptr values = _arb_vec_init(n);
    linalg_eigenvalues(values, a, prec);
    arb_set(out, values);
    for (slong i = 1; i < n; i++)
        pick(out, out, values + i, prec);
    _arb_vec_clear(values, n);
}

void linalg_eigmin(arb_t out, const arb_mat_t a, slong prec)
{
    extreme(out, a, prec, arb_min);
}

void linalg_eigmax(arb_t out, const arb_mat_t a, slong prec)
{
    extreme(out, a, prec, arb_max);
}
