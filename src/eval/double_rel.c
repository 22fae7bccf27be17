/* Definiteness and ratios as the plain forward pass sees them. */
#include "eval/double_internal.h"
#include "eval/linalg.h"

/* Up to rounding, as a user would test it. */
enum truth double_psd(const struct double_run *run, const struct plan_instr *i)
{
    const double tolerance = 1e-12;
    const double *a = double_arg(run, i, 0);
    size_t n = double_arg_instr(run, i, 0)->rows;
    double most = 0, skew = 0;
    for (size_t r = 0; r < n; r++) {
        for (size_t c = 0; c < n; c++) {
            most = double_max(most, fabs(a[r * n + c]));
            skew = double_max(skew, fabs(a[r * n + c] - a[c * n + r]));
        }
    }
    if (isnan(most) || isinf(most))
        return TRUTH_UNKNOWN;
    double slack = tolerance * (double)n * most;
    return skew <= slack && linalg_double_eigmin(a, n) >= -slack ? TRUTH_TRUE
                                                                 : TRUTH_FALSE;
}

double double_run_ratio(const struct double_run *run,
                        const struct plan_link *link)
{
    double most = NAN;
    bool rising = link->rel == REL_LE || link->rel == REL_LT;
    if (link->lhs == PLAN_NONE || link->rel == REL_EQ || link->rel == REL_NE)
        return NAN;
    struct line sides[2];
    walk_sides(&run->walk, sides, link->lhs, link->rhs);
    const double *a = sides[0].at, *b = sides[1].at;
    for (size_t k = 0; k < sides[0].count; k++) {
        double x = a[k * sides[0].step], y = b[k * sides[1].step];
        double small = rising ? x : y, large = rising ? y : x;
        if (link->has_gap)
            return (large - small) / log(10);
        if (!(small >= 0 && large >= 0) || (small == 0 && large == 0))
            continue;
        most = fmax(most, small / large); /* fmax passes over NaN */
    }
    return most;
}
