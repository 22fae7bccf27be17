#include "prove/range_profile.h"

#include "prove/range_internal.h"

#include <math.h>
#include <stdlib.h>

enum {
    POINTS = PROFILE_POINTS,
    INNER = 11,  /* points well within the range */
    OUTER = 12,  /* points at each end where values may be missing */
    TOUCH = 200, /* middle over what counts as about 0 */
    GROWTH = 50
};

/*
 * The distance from an end at point i is about exp(-|z|) of the range (of 1,
 * if that is infinite).
 */
static double z_of(size_t i)
{
    return ((double)i - (POINTS - 1) / 2.0) / 1.5;
}

static double point_at(size_t i, double lo, double hi)
{
    double z = z_of(i);
    if (isinf(lo) && isinf(hi))
        return sinh(z / 3);
    if (isinf(hi))
        return lo + exp(z / 3.5 - 1);
    if (isinf(lo))
        return hi - exp(-z / 3.5 - 1);
    return z < 0 ? lo + (hi - lo) / (1 + exp(-z))
                 : hi - (hi - lo) / (1 + exp(z));
}

static bool is_outer(size_t i)
{
    return i < OUTER || i + OUTER >= POINTS;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of |f| well within the range. */
static double median(const double *f)
{
    double sorted[INNER];
    for (size_t i = 0; i < INNER; i++) {
        double value = fabs(f[POINTS / 2 - INNER / 2 + i]);
        sorted[i] = isfinite(value) ? value : 0;
    }
    qsort(sorted, INNER, sizeof *sorted, compare_doubles);
    return sorted[INNER / 2];
}

/* How much the values beside x differ: where terms cancel, by rounding. */
static double noise_at(struct range_search *s, const struct scalar *e, size_t k,
                       const double *at, double f, double distance)
{
    enum { NEIGHBOURS = 3 };
    double x[SCALAR_MAX_VARIABLES] = {0}, most = 0;
    for (int i = 1; i <= NEIGHBOURS; i++) {
        x[k] = at[k] + i * 1e-8 * distance;
        most = fmax(most, fabs(range_double(s->doubles, e, x) - f));
    }
    return 4 * most;
}

/* Whether it is about 0, or large, at the outermost point that tells. */
static void look_at_end(struct range_profile *p, size_t end)
{
    size_t i = 0, at = end ? POINTS - 1 : 0;
    while (i < OUTER &&
           !(isfinite(p->f[at]) && p->noise[at] <= fabs(p->f[at]) / 2)) {
        i++;
        at = end ? POINTS - 1 - i : i;
    }
    double f = fabs(p->f[at]);
    p->touches[end] = f * TOUCH <= p->middle;
    p->grows[end] = f > GROWTH * p->middle;
}

void range_profile(struct range_profile *p, struct range_search *s,
                   const struct sequent *q, size_t k, const struct scalar *e)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    double x[SCALAR_MAX_VARIABLES] = {0};
    range_double_box(lo, hi, s, &q->box);
    for (size_t i = 0; i < POINTS; i++) {
        double z = z_of(i);
        double end = z < 0 ? lo[k] : hi[k];
        x[k] = p->x[i] = point_at(i, lo[k], hi[k]);
        p->f[i] = range_double(s->doubles, e, x);
        double distance = isinf(end) ? fabs(x[k]) : fabs(x[k] - end);
        p->noise[i] = fabs(z) > 4 ? noise_at(s, e, k, x, p->f[i], distance) : 0;
    }
    p->middle = median(p->f);
    look_at_end(p, 0);
    look_at_end(p, 1);
}

bool range_profile_is_right(const struct range_profile *p, size_t i)
{
    double slack = 1e-9 * p->middle + 1e-12 + p->noise[i];
    return isfinite(p->f[i]) ? !(p->f[i] < -slack) : is_outer(i);
}

bool range_profile_is_clear(const struct range_profile *p)
{
    double least = 1e-4 * p->middle;
    for (size_t i = 0; i < POINTS; i++)
        if (!isfinite(p->f[i]) || !(p->f[i] > least + p->noise[i]))
            return false;
    return least > 0;
}

bool range_profile_is_right_all(const struct range_profile *p)
{
    for (size_t i = 0; i < POINTS; i++)
        if (!range_profile_is_right(p, i))
            return false;
    return true;
}

bool range_profile_fails(const struct range_profile *p, struct range_search *s,
                         const struct sequent *q, size_t k)
{
    double x[SCALAR_MAX_VARIABLES] = {0};
    size_t least = POINTS / 2;
    for (size_t i = 0; i < POINTS; i++) {
        if (!isfinite(p->f[i]) && !is_outer(i))
            return true;
        if (!range_profile_is_right(p, i) && p->f[i] < p->f[least])
            least = i;
    }
    x[k] = p->x[least];
    return !range_profile_is_right(p, least) && range_is_false_at(s, q, x);
}

static double value_at(struct range_search *s, const struct sequent *q,
                       size_t k, double at)
{
    double x[SCALAR_MAX_VARIABLES] = {0};
    x[k] = at;
    return range_double(s->doubles, q->goal->term, x);
}

/* The place between a and b where the goal is least. */
static double least_between(struct range_search *s, const struct sequent *q,
                            size_t k, double a, double b)
{
    enum { HALVINGS = 40 };
    const double part = 0.3819660112501051;
    for (size_t i = 0; i < HALVINGS; i++) {
        double c = a + part * (b - a), d = b - part * (b - a);
        if (value_at(s, q, k, c) < value_at(s, q, k, d))
            b = d;
        else
            a = c;
    }
    return (a + b) / 2;
}

/* Marks where the goal is least within the range, if it is about 0 there. */
static void mark_least(const struct range_profile *p, struct range_search *s,
                       const struct sequent *q, size_t k)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    double x[SCALAR_MAX_VARIABLES] = {0};
    size_t least = 0;
    for (size_t i = 2; i + 2 < POINTS; i++)
        if (p->f[i] <= p->f[i - 1] && p->f[i] <= p->f[i + 1] &&
            (least == 0 || p->f[i] < p->f[least]))
            least = i;
    if (least == 0)
        return;
    x[k] = least_between(s, q, k, p->x[least - 1], p->x[least + 1]);
    range_double_box(lo, hi, s, &q->box);
    if (fabs(value_at(s, q, k, x[k])) < 1e-7 * p->middle)
        range_mark_contact(s, q->goal, 1u << k, lo, hi, x);
}

const struct partition_number *
range_profile_contact(const struct range_profile *p, struct range_search *s,
                      const struct sequent *q, size_t k)
{
    const struct range_marks *marks = &s->marks;
    mark_least(p, s, q, k);
    for (size_t i = 0; i < marks->count[k]; i++) {
        double at = marks->near[k][i];
        if (at > p->x[0] && at < p->x[POINTS - 1] &&
            fabs(value_at(s, q, k, at)) < 1e-9 * p->middle)
            return &marks->at[k][i];
    }
    return NULL;
}
