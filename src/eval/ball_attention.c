/*
 * softmax, logsumexp and residuals.
 * Each with its section in docs/error-analysis.md.
 */
#include "eval/ball_internal.h"

#include <stdlib.h>

/* ---- softmax ---- */

/* Whether all entries are exact and equal. */
static bool is_constant(arb_srcptr x, slong count)
{
    for (slong k = 0; k < count; k++) {
        if (!arb_is_exact(x + k) ||
            !arf_equal(arb_midref(x + k), arb_midref(x)))
            return false;
    }
    return true;
}

/* The largest midpoint, by which a row is shifted. */
static arf_srcptr largest_middle(arb_srcptr x, slong count)
{
    slong best = 0;
    for (slong k = 1; k < count; k++) {
        if (arf_cmp(arb_midref(x + k), arb_midref(x + best)) > 0)
            best = k;
    }
    return arb_midref(x + best);
}

/* x[k] = exp(x[k] - shift); sum = their sum. */
static void shifted_exponentials(arb_ptr x, slong count, const arf_t shift,
                                 arb_t sum, slong prec)
{
    arb_zero(sum);
    for (slong k = 0; k < count; k++) {
        arb_sub_arf(x + k, x + k, shift, prec);
        arb_exp(x + k, x + k, prec);
        arb_add(sum, sum, x + k, prec);
    }
}

static void softmax_balls(arb_ptr x, slong count, slong prec)
{
    LOCAL_ARF(shift);
    LOCAL_ARB(sum);
    arf_set(shift, largest_middle(x, count));
    shifted_exponentials(x, count, shift, sum, prec);
    arb_inv(sum, sum, prec); /* not finite where the sum is too wide */
    for (slong k = 0; k < count; k++) {
        arb_mul(x + k, x + k, sum, prec);
        ball_clip_unit(x + k, prec);
    }
}

/* In place: the entries of one row; docs/error-analysis.md#softmax */
void ball_softmax_entries(arb_ptr x, slong count, slong prec)
{
    if (count == 1 || is_constant(x, count)) {
        arb_one(x);
        arb_div_si(x, x, count, prec);
        for (slong k = 1; k < count; k++)
            arb_set(x + k, x);
    } else {
        softmax_balls(x, count, prec);
    }
}

/* ---- logsumexp ---- */

/* Cuts off what lies under the largest entry; for a finite ball. */
static void raise_to_entries(arb_t out, arb_srcptr x, slong count, slong prec)
{
    LOCAL_ARF(lo);
    LOCAL_ARF(least);
    arb_get_lbound_arf(least, x, prec);
    for (slong k = 1; k < count; k++) {
        arb_get_lbound_arf(lo, x + k, prec);
        if (arf_cmp(lo, least) > 0)
            arf_swap(lo, least);
    }
    ball_clip_below(out, least, prec);
}

/* docs/error-analysis.md#logsumexp */
void ball_logsumexp(arb_t z, arb_srcptr x, slong count, slong prec)
{
    arb_ptr t;
    if (count == 1) {
        arb_set(z, x);
        return;
    }
    t = _arb_vec_init(count);
    _arb_vec_set(t, x, count);
    LOCAL_ARF(shift);
    arf_set(shift, largest_middle(x, count));
    shifted_exponentials(t, count, shift, z, prec);
    arb_log(z, z, prec); /* not finite where the sum is too wide */
    arb_add_arf(z, z, shift, prec);
    if (arb_is_finite(z))
        raise_to_entries(z, x, count, prec);
    _arb_vec_clear(t, count);
}

/* ---- residuals ---- */

/*
 * Column j of A - ones * colmean(A), as d_i - (sum d) / n with d_i = A_ij - m
 * for an exact m: equal exact entries give exact zeros.
 * docs/error-analysis.md#res
 */
static void res_column(arb_mat_t out, const arb_mat_t a, slong j,
                       const slong *ones, slong prec)
{
    const slong n = arb_mat_nrows(a);
    arf_srcptr m = arb_midref(arb_mat_entry(a, 0, j));
    arb_srcptr first = arb_mat_entry(out, 0, j);
    LOCAL_ARB(mean);
    for (slong i = 0; i < n; i++)
        arb_sub_arf(arb_mat_entry(out, i, j), arb_mat_entry(a, i, j), m, prec);
    arb_dot_si(mean, NULL, 0, first, arb_mat_entry(out, 1, j) - first, ones, 1,
               n, prec);
    arb_div_si(mean, mean, n, prec);
    for (slong i = 0; i < n; i++)
        arb_sub(arb_mat_entry(out, i, j), arb_mat_entry(out, i, j), mean, prec);
}

enum state ball_res(arb_mat_t out, const struct ball_run *run,
                    const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    const slong n = arb_mat_nrows(a);
    if (n <= 1) {
        arb_mat_zero(out); /* a row is its own mean */
        return STATE_DEFINED;
    }
    LOCAL_FREE slong *ones = xcalloc((unsigned long)n, sizeof *ones);
    for (slong i = 0; i < n; i++)
        ones[i] = 1;
    for (slong j = 0; j < arb_mat_ncols(a); j++)
        res_column(out, a, j, ones, run->prec);
    return STATE_DEFINED;
}
