/* The error of a double against a ball; docs/error-analysis.md#doubles */
#include "eval/ball_internal.h"

#include <math.h>

static struct enclosure quotient(const arb_t v, double x, slong prec)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    LOCAL_ARB(d);
    LOCAL_ARF(lo);
    LOCAL_ARF(hi);
    arb_set_d(d, x);
    arb_sub(d, d, v, prec);
    arb_div(d, d, v, prec);
    arb_abs(d, d);
    const struct ball_operand a = {.x = d, .facts = PLAN_NONNEGATIVE};
    if (arb_is_finite(d)) {
        ball_lower(lo, &a, prec);
        ball_upper(hi, &a, prec);
        out = ball_enclosure(lo, hi);
    }
    return out;
}

struct enclosure ball_run_error(const struct ball_run *run, plan_id id,
                                double x)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    if (isnan(x) || ball_run_undefined(run, id) != TRUTH_FALSE)
        return out;
    arb_srcptr v = arb_mat_entry(run->values[id].m, 0, 0);
    if (arb_is_zero(v) && x == 0) {
        out.kind = ENCLOSURE_FINITE; /* exactly 0 */
        return out;
    }
    if (isinf(x) ? arb_is_finite(v) : arb_is_zero(v)) {
        out.kind = ENCLOSURE_INFINITE;
        return out;
    }
    return isinf(x) ? out : quotient(v, x, run->prec);
}
