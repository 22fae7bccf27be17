/* The real branches of Lambert's W; docs/error-analysis.md#lambertw */
#include "eval/ball_internal.h"

/* Whether x >= -1/e: POSITIVE strictly above, NEGATIVE below, 0 not known. */
static int side_of_branch_point(const arb_t x, slong prec)
{
    LOCAL_ARB(t);
    arb_set_si(t, -1);
    arb_exp(t, t, prec);
    arb_add(t, t, x, prec);
    return arb_is_positive(t) ? 1 : arb_is_negative(t) ? -1 : 0;
}

enum state ball_lambertw(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    const arb_srcptr k = arb_mat_entry(ball_arg(run, in, 0), 0, 0);
    const arb_srcptr x = arb_mat_entry(ball_arg(run, in, 1), 0, 0);
    const bool is_upper = arb_is_zero(k), is_lower = arb_equal_si(k, -1);
    if (!is_upper && !is_lower)
        return arb_contains_si(k, 0) || arb_contains_si(k, -1)
                   ? STATE_UNKNOWN
                   : STATE_UNDEFINED;
    const int side = side_of_branch_point(x, run->prec);
    if (side < 0 || (is_lower && arb_is_nonnegative(x)))
        return STATE_UNDEFINED;
    if (side == 0 || (is_lower && !arb_is_negative(x)))
        return STATE_UNKNOWN;
    arb_lambertw(arb_mat_entry(out, 0, 0), x, is_lower, run->prec);
    return STATE_DEFINED;
}
