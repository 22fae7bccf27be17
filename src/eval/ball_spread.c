/*
 * PL_SPREAD: how far the rows of softmax(E + ones*r) are from p = softmax(r).
 * docs/error-analysis.md#spread
 */
#include "eval/ball_internal.h"

/* The column of the largest midpoint of p. */
static slong pivot_of(arb_srcptr p, slong count)
{
    slong k = 0;
    for (slong j = 1; j < count; j++)
        if (arf_cmp(arb_midref(p + j), arb_midref(p + k)) > 0)
            k = j;
    return k;
}

/*
 * p_j (m_j - s) / (1 + s) with m_j = expm1(e_j - e_k) for a pivot k and
 * s = sum of p_j m_j: each entry keeps its relative accuracy, however small e
 * is and however near p is to a unit vector.
 */
static void spread_row(arb_ptr out, arb_srcptr e, arb_srcptr p, slong count,
                       slong pivot, slong prec)
{
    LOCAL_ARB(s);
    LOCAL_ARB(factor);
    for (slong j = 0; j < count; j++) {
        arb_sub(out + j, e + j, e + pivot, prec);
        arb_expm1(out + j, out + j, prec);
    }
    arb_zero(out + pivot);
    arb_dot(s, NULL, 0, out, 1, p, 1, count, prec);
    arb_add_si(factor, s, 1, prec);
    arb_inv(factor, factor, prec); /* not finite where E is too wide */
    for (slong j = 0; j < count; j++) {
        arb_sub(out + j, out + j, s, prec);
        arb_mul(out + j, out + j, p + j, prec);
        arb_mul(out + j, out + j, factor, prec);
        ball_clip_symmetric_unit(out + j, prec);
    }
}

enum state ball_spread_rows(arb_mat_t out, const struct ball_run *run,
                            const struct plan_instr *in)
{
    const arb_mat_struct *e = ball_arg(run, in, 0), *r = ball_arg(run, in, 1);
    const slong count = arb_mat_ncols(out);
    if (arb_mat_is_empty(out))
        return STATE_DEFINED;
    arb_ptr p = _arb_vec_init(count);
    _arb_vec_set(p, arb_mat_entry(r, 0, 0), count);
    ball_softmax_entries(p, count, run->prec);
    const slong pivot = pivot_of(p, count);
    for (slong i = 0; i < arb_mat_nrows(out); i++)
        spread_row(arb_mat_entry(out, i, 0), arb_mat_entry(e, i, 0), p, count,
                   pivot, run->prec);
    _arb_vec_clear(p, count);
    return STATE_DEFINED;
}
