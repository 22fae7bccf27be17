/* Relations and ratios as the plain forward pass sees them. */
#include "eval/double_internal.h"
#include "eval/linalg.h"

#include <math.h>

/* Two sides of one shape, or one of them a single number. */
struct sides {
    const double *a, *b;
    size_t da, db; /* 0 where the side is a single number */
    size_t count;
};

static struct sides sides_of(const struct double_run *run, plan_id lhs,
                             plan_id rhs)
{
    size_t na = double_size(&run->plan->instrs[lhs]);
    size_t nb = double_size(&run->plan->instrs[rhs]);
    return (struct sides){run->views[lhs], run->views[rhs], na > 1, nb > 1,
                          na > nb ? na : nb};
}

static bool holds(enum relop rel, double x, double y)
{
    switch (rel) {
    case REL_EQ:
    case REL_NE: /* negated by the caller */
        return x == y;
    case REL_LE:
        return x <= y;
    case REL_GE:
        return x >= y;
    case REL_LT:
        return x < y;
    case REL_GT:
        return x > y;
    }
    return false;
}

static enum truth compare(const struct double_run *run,
                          const struct plan_instr *i)
{
    struct sides s = sides_of(run, i->args[0], i->args[1]);
    bool all = true;
    for (size_t k = 0; k < s.count; k++) {
        double x = s.a[k * s.da], y = s.b[k * s.db];
        if (isnan(x) || isnan(y))
            return TRUTH_UNKNOWN;
        all = all && holds(i->rel, x, y);
    }
    return all != (i->rel == REL_NE) ? TRUTH_TRUE : TRUTH_FALSE;
}

/* Up to rounding, as a user would test it. */
static enum truth semidefinite(const struct double_run *run,
                               const struct plan_instr *i)
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

enum truth double_relation(const struct double_run *run,
                           const struct plan_instr *i)
{
    return i->op == PL_REL ? compare(run, i) : semidefinite(run, i);
}

double double_run_ratio(const struct double_run *run,
                        const struct plan_link *link)
{
    double most = NAN;
    bool rising = link->rel == REL_LE || link->rel == REL_LT;
    if (link->lhs == PLAN_NONE || link->rel == REL_EQ || link->rel == REL_NE)
        return NAN;
    struct sides s = sides_of(run, link->lhs, link->rhs);
    for (size_t k = 0; k < s.count; k++) {
        double x = s.a[k * s.da], y = s.b[k * s.db];
        double small = rising ? x : y, large = rising ? y : x;
        if (link->has_gap)
            return (large - small) / log(10);
        if (!(small >= 0 && large >= 0) || (small == 0 && large == 0))
            continue;
        most = fmax(most, small / large); /* fmax passes over NaN */
    }
    return most;
}
