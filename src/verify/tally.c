#include "verify/tally.h"

#include <math.h>

static double log2_middle(const struct enclosure *a)
{
    if (a->kind == ENCLOSURE_INFINITE)
        return INFINITY;
    double middle = a->lo / 2 + a->hi / 2;
    return middle > 0 ? log2(middle) + (double)a->exponent : -INFINITY;
}

double tally_relative_error(double x, const struct enclosure *exact)
{
    if (exact->kind == ENCLOSURE_INFINITE)
        return isinf(x) ? 0 : INFINITY;
    double middle = exact->lo / 2 + exact->hi / 2;
    if (isnan(x))
        return INFINITY;
    if (middle == 0)
        return x == 0 ? 0 : INFINITY;
    int64_t shift = exact->exponent;
    if (shift > 4000 || shift < -4000) /* beyond any double */
        return x == 0 || shift > 0 ? 1 : INFINITY;
    int own = 0;
    double fraction = frexp(x, &own);
    return fabs(ldexp(fraction / middle, own - (int)shift) - 1);
}

/*
 * Of two enclosures, the one with the smaller lower end encloses the minimum
 * of the two values: that end is under both, its other end above one of them.
 * In the same way the one with the larger upper end encloses the maximum.
 */
static bool is_lower(const struct enclosure *a, const struct enclosure *b)
{
    if (a->kind == ENCLOSURE_INFINITE || b->kind == ENCLOSURE_INFINITE)
        return a->kind != ENCLOSURE_INFINITE;
    struct enclosure x = enclosure_point(a->lo, a->exponent);
    struct enclosure y = enclosure_point(b->lo, b->exponent);
    return enclosure_compare(&x, &y) < 0;
}

static bool is_higher(const struct enclosure *a, const struct enclosure *b)
{
    if (a->kind == ENCLOSURE_INFINITE || b->kind == ENCLOSURE_INFINITE)
        return b->kind != ENCLOSURE_INFINITE;
    struct enclosure x = enclosure_point(a->hi, a->exponent);
    struct enclosure y = enclosure_point(b->hi, b->exponent);
    return enclosure_compare(&x, &y) > 0;
}

/* x * 2^e < y * 2^f for positive numbers, with a margin over all rounding. */
static bool is_well_below(double x, int64_t e, double y, int64_t f)
{
    const int64_t shift = e - f;
    if (shift > 1000 || shift < -1000)
        return shift < 0;
    return ldexp(x, (int)shift) * (1 + 0x1p-38) < y;
}

/* A positive ratio that is counted alike however it is made accurate. */
static bool is_in_one_bin(const struct enclosure *ratio)
{
    const double slack = 1e-9; /* of logarithms, over all rounding */
    if (ratio->kind != ENCLOSURE_FINITE || !(ratio->lo > 0))
        return false;
    const double exponent = (double)ratio->exponent;
    return histogram_is_one_bin(log2(ratio->lo) + exponent - slack,
                                log2(ratio->hi) + exponent + slack);
}

bool tally_is_between(const struct enclosure *ratio,
                      const struct ratio_range *range)
{
    const struct enclosure *least = &range->least, *most = &range->most;
    if (least->kind != ENCLOSURE_FINITE || most->kind != ENCLOSURE_FINITE)
        return false;
    return ratio->kind == ENCLOSURE_FINITE && ratio->lo > 0 &&
           is_well_below(least->hi, least->exponent, ratio->lo,
                         ratio->exponent) &&
           is_well_below(ratio->hi, ratio->exponent, most->lo,
                         most->exponent) &&
           is_in_one_bin(ratio);
}

bool tally_is_beyond(const struct enclosure *ratio,
                     const struct ratio_range *range)
{
    const struct enclosure *least = &range->least, *most = &range->most;
    if (!is_in_one_bin(ratio))
        return false;
    if (least->kind == ENCLOSURE_NONE && most->kind == ENCLOSURE_NONE)
        return true;
    if (least->kind != ENCLOSURE_FINITE || most->kind != ENCLOSURE_FINITE)
        return false;
    return is_well_below(most->hi, most->exponent, ratio->lo,
                         ratio->exponent) ||
           is_well_below(ratio->hi, ratio->exponent, least->lo,
                         least->exponent);
}

static bool overlap(const struct enclosure *a, bool a_is_coarse,
                    const struct enclosure *b, bool b_is_coarse)
{
    return (a_is_coarse || b_is_coarse) && a->kind == ENCLOSURE_FINITE &&
           b->kind == ENCLOSURE_FINITE && enclosure_compare(a, b) == 0;
}

bool tally_is_ambiguous(const struct result *r, const struct link_outcome *o)
{
    const struct tightness *t = &r->tightness;
    return !o->is_between &&
           (overlap(&o->ratio, o->is_coarse, &t->min, t->min_is_coarse) ||
            overlap(&o->ratio, o->is_coarse, &t->max, t->max_is_coarse));
}

void tally_widen(struct ratio_range *range, const struct link_outcome *o)
{
    if (o->truth == TRUTH_UNDEFINED || o->is_between ||
        o->ratio.kind != ENCLOSURE_FINITE || !(o->ratio.lo > 0) ||
        (!o->is_coarse && !enclosure_is_accurate(&o->ratio, TALLY_ERROR_BITS)))
        return;
    if (range->least.kind == ENCLOSURE_NONE ||
        is_well_below(o->ratio.hi, o->ratio.exponent, range->least.hi,
                      range->least.exponent))
        range->least = o->ratio;
    if (range->most.kind == ENCLOSURE_NONE ||
        is_well_below(range->most.lo, range->most.exponent, o->ratio.lo,
                      o->ratio.exponent))
        range->most = o->ratio;
}

static void add_ratio(struct tightness *t, uint64_t trial,
                      const struct link_outcome *o)
{
    const struct enclosure *ratio = &o->ratio;
    if (t->min.kind == ENCLOSURE_NONE || is_lower(ratio, &t->min)) {
        t->min = *ratio;
        t->min_trial = trial;
        t->min_is_coarse = o->is_coarse;
    }
    if (t->max.kind == ENCLOSURE_NONE || is_higher(ratio, &t->max)) {
        t->max = *ratio;
        t->max_trial = trial;
        t->max_is_coarse = o->is_coarse;
    }
    histogram_add(&t->histogram, log2_middle(ratio));
}

/* The largest lower end: what is certainly reached. */
static void add_constant(struct enclosure *best, const struct enclosure *ratio)
{
    if (ratio->kind == ENCLOSURE_NONE)
        return;
    if (best->kind == ENCLOSURE_NONE || is_lower(best, ratio))
        *best = *ratio;
}

static void add_forward(struct forward *f, uint64_t trial,
                        const struct link_outcome *o)
{
    if (!o->has_forward)
        return;
    double ratio = o->double_ratio + 0.0; /* -0 is shown as 0 */
    if (!isnan(ratio) && !(f->tightness_max >= ratio))
        f->tightness_max = ratio;
    if (trial < TALLY_ERROR_TRIALS &&
        enclosure_is_accurate(&o->ratio, TALLY_ERROR_BITS)) {
        double error = tally_relative_error(ratio, &o->ratio);
        if (!(f->max_rel_error >= error))
            f->max_rel_error = error;
    }
    if (o->double_truth == TRUTH_FALSE && o->truth == TRUTH_TRUE)
        if (f->false_alarms++ == 0)
            f->first_false_alarm = trial;
    if (o->double_truth == TRUTH_TRUE && o->truth == TRUTH_FALSE)
        if (f->missed++ == 0)
            f->first_missed = trial;
}

static void add_unresolved(struct result *r, long agreement, long cap)
{
    if (cap > r->unresolved_cap)
        r->unresolved_cap = cap;
    if (r->tally.unresolved == 0 || agreement < r->agreement)
        r->agreement = agreement;
    r->tally.unresolved++;
}

static void add_false(struct result *r, uint64_t trial, long bits)
{
    if (r->tally.is_false++ > 0)
        return;
    r->first_false = trial;
    r->first_false_bits = bits;
}

static void add_truth(struct result *r, uint64_t trial,
                      const struct link_outcome *o)
{
    switch (o->truth) {
    case TRUTH_TRUE:
        r->tally.is_true++;
        break;
    case TRUTH_FALSE:
        add_false(r, trial, o->bits);
        break;
    case TRUTH_UNDEFINED:
        r->tally.undefined++;
        break;
    case TRUTH_UNKNOWN:
        add_unresolved(r, o->agreement, o->cap);
        break;
    }
}

void tally_add(struct result *r, uint64_t trial, enum admission admission,
               bool is_new, const struct link_outcome *o)
{
    r->tally.trials++;
    if (admission == ADMISSION_REJECTED) {
        r->tally.rejected++;
        return;
    }
    if (o->bits > r->max_bits)
        r->max_bits = o->bits;
    if (admission == ADMISSION_UNKNOWN) {
        add_unresolved(r, -1, 0);
        return;
    }
    add_truth(r, trial, o);
    if (o->truth != TRUTH_UNKNOWN && o->bits == 0)
        r->decided_by_filter++;
    if (o->truth == TRUTH_UNDEFINED)
        return;
    r->coverage.admitted++;
    r->coverage.distinct += is_new;
    /* what is not known to the digits shown says nothing of the tightness */
    if (o->is_between)
        histogram_add(&r->tightness.histogram, log2_middle(&o->ratio));
    else if (o->is_coarse || enclosure_is_accurate(&o->ratio, TALLY_ERROR_BITS))
        add_ratio(&r->tightness, trial, o);
    add_forward(&r->forward, trial, o);
    if (r->has_hole && !o->is_between)
        add_constant(&r->constant, &o->ratio);
}
