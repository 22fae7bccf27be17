/*
 * Products, determinants, inverses, rank, spectra, definiteness, minimal
 * residuals. The arguments: docs/error-analysis.md#inverse and what follows it.
 */
#include "eval/ball_internal.h"
#include "eval/linalg.h"

/* ---- one number of a matrix ---- */

typedef void scalar_of_matrix(arb_t out, const arb_mat_t a, slong prec);

static enum state scalar(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in, scalar_of_matrix *fn)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    if (arb_mat_is_finite(a))
        fn(arb_mat_entry(out, 0, 0), a, run->prec);
    else
        arb_zero_pm_inf(arb_mat_entry(out, 0, 0));
    return STATE_DEFINED;
}

enum state ball_det(arb_mat_t out, const struct ball_run *run,
                    const struct plan_instr *in)
{
    return scalar(out, run, in, arb_mat_det);
}

enum state ball_minres1(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    return scalar(out, run, in, linalg_minres1);
}

enum state ball_minresinf(arb_mat_t out, const struct ball_run *run,
                          const struct plan_instr *in)
{
    return scalar(out, run, in, linalg_minresinf);
}

enum state ball_minres1inf(arb_mat_t out, const struct ball_run *run,
                           const struct plan_instr *in)
{
    return scalar(out, run, in, linalg_minres1inf);
}

/* ---- exact matrices as rationals ---- */

/* Whether the ball is one dyadic number with a moderate number of bits. */
static bool is_small_exact(const arb_t x)
{
    if (!arb_is_exact(x) || !arb_is_finite(x))
        return false;
    arf_srcptr m = arb_midref(x);
    return arf_is_zero(m) ||
           (arf_cmpabs_2exp_si(m, BALL_EXACT_MAX_BITS / 2) < 0 &&
            arf_is_int_2exp_si(m, -BALL_EXACT_MAX_BITS / 2));
}

/* Copies `a` into initialised `q`; false: not all entries are small exact. */
static bool get_rationals(fmpq_mat_t q, const arb_mat_t a)
{
    for (slong i = 0; i < arb_mat_nrows(a); i++) {
        for (slong j = 0; j < arb_mat_ncols(a); j++) {
            if (!is_small_exact(arb_mat_entry(a, i, j)))
                return false;
            arf_get_fmpq(fmpq_mat_entry(q, i, j),
                         arb_midref(arb_mat_entry(a, i, j)));
        }
    }
    return true;
}

/* ---- inverse ---- */

static enum state exact_inverse(arb_mat_t out, const arb_mat_t a, slong prec)
{
    const slong n = arb_mat_nrows(a);
    if (n > BALL_EXACT_MAX_ORDER)
        return STATE_UNKNOWN;
    enum state state = STATE_UNKNOWN;
    LOCAL_FMPQ_MAT(q, n, n);
    if (get_rationals(q, a)) {
        state = fmpq_mat_inv(q, q) ? STATE_DEFINED : STATE_UNDEFINED;
        if (state == STATE_DEFINED)
            arb_mat_set_fmpq_mat(out, q, prec);
    }
    return state;
}

enum state ball_inverse(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    if (!arb_mat_is_finite(a))
        return STATE_UNKNOWN;
    /* Success certifies that every matrix inside `a` is invertible. */
    if (arb_mat_inv(out, a, run->prec))
        return STATE_DEFINED;
    return exact_inverse(out, a, run->prec);
}

/* ---- products and powers ---- */

enum state ball_multiply(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    arb_mat_mul(out, ball_arg(run, in, 0), ball_arg(run, in, 1), run->prec);
    return STATE_DEFINED;
}

enum state ball_matrix_power(arb_mat_t out, const struct ball_run *run,
                             const struct plan_instr *in)
{
    const uint64_t k =
        in->power < 0 ? 0 - (uint64_t)in->power : (uint64_t)in->power;
    if (in->power >= 0) {
        arb_mat_pow_ui(out, ball_arg(run, in, 0), k, run->prec);
        return STATE_DEFINED;
    }
    const enum state state = ball_inverse(out, run, in);
    if (state == STATE_DEFINED)
        arb_mat_pow_ui(out, out, k, run->prec);
    return state;
}

/* ---- rank; docs/error-analysis.md#rank ---- */

static slong rational_rank(const fmpq_mat_t q)
{
    LOCAL_FMPZ_MAT(numerators, fmpq_mat_nrows(q), fmpq_mat_ncols(q));
    LOCAL_FMPZ(denominator);
    fmpq_mat_get_fmpz_mat_matwise(numerators, denominator, q);
    const slong rank = fmpz_mat_rank(numerators);
    return rank;
}

enum state ball_rank(arb_mat_t out, const struct ball_run *run,
                     const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    const slong rows = arb_mat_nrows(a), cols = arb_mat_ncols(a);
    arb_ptr z = arb_mat_entry(out, 0, 0);
    LOCAL_FMPQ_MAT(q, rows, cols);
    if (rows * cols <= BALL_EXACT_MAX_ENTRIES && get_rationals(q, a)) {
        arb_set_si(z, rational_rank(q));
    } else { /* somewhere in 0..min(rows, cols) */
        arb_unit_interval(z);
        arb_mul_si(z, z, rows < cols ? rows : cols, run->prec);
    }
    return STATE_DEFINED;
}

/* ---- symmetric matrices ---- */

/* Whether A == A'; docs/error-analysis.md#symmetry */
static enum truth is_symmetric(const arb_mat_t a, unsigned facts)
{
    enum truth truth = TRUTH_TRUE;
    if (facts & PLAN_SYMMETRIC)
        return TRUTH_TRUE;
    for (slong i = 0; i < arb_mat_nrows(a); i++) {
        for (slong j = 0; j < i; j++) {
            arb_srcptr x = arb_mat_entry(a, i, j), y = arb_mat_entry(a, j, i);
            if (!arb_overlaps(x, y))
                return TRUTH_FALSE;
            if (!arb_is_exact(x) || !arb_is_exact(y))
                truth = TRUTH_UNKNOWN; /* exact and overlapping is equal */
        }
    }
    return truth;
}

static enum state extreme_eigenvalue(arb_mat_t out, const struct ball_run *run,
                                     const struct plan_instr *in,
                                     scalar_of_matrix *fn)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    switch (is_symmetric(a, ball_arg_facts(run, in, 0))) {
    case TRUTH_TRUE:
        return scalar(out, run, in, fn);
    case TRUTH_FALSE:
        return STATE_UNDEFINED;
    case TRUTH_UNKNOWN:
    case TRUTH_UNDEFINED:
        break;
    }
    return STATE_UNKNOWN;
}

enum state ball_eigmin(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return extreme_eigenvalue(out, run, in, linalg_eigmin);
}

enum state ball_eigmax(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return extreme_eigenvalue(out, run, in, linalg_eigmax);
}

/*
 * x'Ax = x'((A + A')/2)x: where symmetry is open, a symmetric part that is
 * certainly not semidefinite still refutes.
 */
static enum truth symmetric_part_is_psd(const arb_mat_t a, slong prec)
{
    LOCAL_ARB_MAT(s, arb_mat_nrows(a), arb_mat_ncols(a));
    arb_mat_transpose(s, a);
    arb_mat_add(s, s, a, prec);
    arb_mat_scalar_mul_2exp_si(s, s, -1);
    const enum truth truth = linalg_is_psd(s, prec);
    return truth == TRUTH_FALSE ? TRUTH_FALSE : TRUTH_UNKNOWN;
}

enum truth ball_psd(const struct ball_run *run, const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    const unsigned facts = ball_arg_facts(run, in, 0);
    const enum truth symmetric = is_symmetric(a, facts);
    if (symmetric == TRUTH_FALSE)
        return TRUTH_FALSE;
    if (symmetric == TRUTH_TRUE && (facts & PLAN_SEMIDEFINITE))
        return TRUTH_TRUE;
    if (!arb_mat_is_finite(a))
        return TRUTH_UNKNOWN;
    return symmetric == TRUTH_TRUE ? linalg_is_psd(a, run->prec)
                                   : symmetric_part_is_psd(a, run->prec);
}
