/*
 * The tightness of a link as the filter knows it.
 * docs/error-analysis.md#filter-ratios
 */
#include "eval/filter_internal.h"

#include <math.h>

/* What one side may be at an entry. */
struct ends {
    double lo, hi;
};

struct both {
    const struct filter_run *run;
    size_t lane;
    plan_id small, large;
    size_t rows, cols;
};

static bool both_set(struct both *b, const struct filter_run *run, size_t lane,
                     const struct plan_link *link)
{
    const bool up = link->rel == REL_LE || link->rel == REL_LT;
    if (link->fast_lhs == PLAN_NONE || link->fast_rhs == PLAN_NONE)
        return false;
    *b = (struct both){.run = run,
                       .lane = lane,
                       .small = up ? link->fast_lhs : link->fast_rhs,
                       .large = up ? link->fast_rhs : link->fast_lhs};
    const struct filter_value *x = &run->values[b->small];
    const struct filter_value *y = &run->values[b->large];
    const bool spread = x->rows == 1 && x->cols == 1;
    b->rows = spread ? y->rows : x->rows;
    b->cols = spread ? y->cols : x->cols;
    return true;
}

/* The sum is off by u of itself, its ends by less than 2^-50 of them. */
static struct ends entry(const struct both *b, plan_id id, size_t k)
{
    const struct filter_value *v = &b->run->values[id];
    const unsigned facts = b->run->plan->instrs[id].facts;
    const bool single = v->rows == 1 && v->cols == 1;
    double mid, radius;
    filter_run_entry(&mid, &radius, b->run, b->lane, id,
                     single ? 0 : k / b->cols, single ? 0 : k % b->cols);
    const double slack = radius > 0 ? 0x1p-50 : 0;
    struct ends e = {mid - radius, mid + radius};
    e.lo -= fabs(e.lo) * slack;
    e.hi += fabs(e.hi) * slack;
    if (facts & (PLAN_NONNEGATIVE | PLAN_STOCHASTIC))
        e.lo = e.lo > 0 ? e.lo : 0;
    return e;
}

static bool is_moderate(double x)
{
    return x >= 0x1p-900 && x <= 0x1p900;
}

/* x * 2^shift, exactly, or 0 where it might be rounded. */
static double scaled(double x, int shift)
{
    const double y = ldexp(x, shift);
    return y >= 0x1p-1000 ? y : 0;
}

/* Takes in one entry; false: nothing can be said of the whole. */
static bool take_entry(struct ends *most, bool *infinite, bool *any,
                       const struct ends *small, const struct ends *large)
{
    const bool zero = small->hi == 0 && small->lo == 0;
    if (!(small->lo >= 0 && large->lo >= 0))
        return false;
    if (large->lo == 0 && large->hi == 0) {
        *infinite = *infinite || small->lo > 0;
        return zero || small->lo > 0;
    }
    if (!is_moderate(large->lo) || !is_moderate(large->hi))
        return false;
    int exponent; /* both sides are scaled so that the larger is about 1 */
    (void)frexp(large->hi, &exponent);
    const double bottom = scaled(large->lo, -exponent);
    const double top = scaled(small->hi, -exponent);
    if (bottom == 0 || (!zero && !is_moderate(top)) || !is_moderate(1 / bottom))
        return false;
    const double lo = scaled(small->lo, -exponent) /
                      scaled(large->hi, -exponent) * (1 - 0x1p-50);
    const double hi = top / bottom * (1 + 0x1p-50);
    if (!(hi <= 0x1p1000))
        return false;
    most->lo = lo > most->lo ? lo : most->lo;
    most->hi = hi > most->hi ? hi : most->hi;
    *any = true;
    return true;
}

/* A lower end that scaling might round is left at 0. */
static struct enclosure enclose(const struct ends *most)
{
    int exponent = 0;
    const double hi = frexp(most->hi, &exponent);
    const double lo = most->lo > 0x1p-1000 ? ldexp(most->lo, -exponent) : 0;
    return (struct enclosure){.kind = ENCLOSURE_FINITE,
                              .lo = lo > 0x1p-1000 ? lo : 0,
                              .hi = hi,
                              .exponent = exponent};
}

/* Differences and quotients are off by less than 2^-51 of themselves. */
static struct enclosure gap(const struct both *b)
{
    const struct ends small = entry(b, b->small, 0);
    const struct ends large = entry(b, b->large, 0);
    const double unit = 2.302585092994046; /* log 10, off by less */
    double lo = (large.lo - small.hi) / unit;
    double hi = (large.hi - small.lo) / unit;
    int exponent = 0;
    lo -= fabs(lo) * 0x1p-49;
    hi += fabs(hi) * 0x1p-49;
    if (!(fmax(fabs(lo), fabs(hi)) <= 0x1p400) || !(fabs(lo) >= 0x1p-400) ||
        !(fabs(hi) >= 0x1p-400))
        return (struct enclosure){.kind = ENCLOSURE_NONE};
    (void)frexp(fmax(fabs(lo), fabs(hi)), &exponent);
    return (struct enclosure){.kind = ENCLOSURE_FINITE,
                              .lo = ldexp(lo, -exponent),
                              .hi = ldexp(hi, -exponent),
                              .exponent = exponent};
}

struct enclosure filter_run_ratio(const struct filter_run *run, size_t lane,
                                  const struct plan_link *link)
{
    struct enclosure none = {.kind = ENCLOSURE_NONE};
    struct both b;
    struct ends most = {0, 0};
    bool infinite = false, any = false;
    if (link->rel == REL_EQ || link->rel == REL_NE ||
        !both_set(&b, run, lane, link))
        return none;
    if (link->has_gap)
        return gap(&b);
    for (size_t k = 0; k < b.rows * b.cols; k++) {
        const struct ends small = entry(&b, b.small, k);
        const struct ends large = entry(&b, b.large, k);
        if (!take_entry(&most, &infinite, &any, &small, &large))
            return none;
    }
    if (infinite)
        return (struct enclosure){.kind = ENCLOSURE_INFINITE};
    return any ? enclose(&most) : none;
}

bool filter_run_forbids_ratio(const struct filter_run *run, size_t lane,
                              const struct plan_link *link)
{
    struct both b;
    bool zero = true;
    if (link->has_gap || !both_set(&b, run, lane, link))
        return false;
    for (size_t k = 0; k < b.rows * b.cols; k++) {
        const struct ends small = entry(&b, b.small, k);
        const struct ends large = entry(&b, b.large, k);
        if (small.hi < 0 || large.hi < 0)
            return true;
        zero = zero && small.lo == 0 && small.hi == 0 && large.lo == 0 &&
               large.hi == 0;
    }
    return zero;
}
