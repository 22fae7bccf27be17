/*
 * Newton steps in doubles: a hunt along the axes stops short in a narrow
 * valley, far above a minimum that may lie below 0 by very little.
 */
#include "prove/range_barrier.h"
#include "prove/range_internal.h"

#include <math.h>
#include <string.h>

enum { NEWTON_STEPS = 20, DAMPINGS = 12, MOST_FLAT = 5 };

/* Values that doubles do not tell apart, and how far a flat place reaches. */
static const double noise = 1e-13, flat = 1e-2;

struct polish {
    struct range_search *s;
    const struct scalar *f;
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    const struct scalar *slope[SCALAR_MAX_VARIABLES];
    const struct scalar *bend[SCALAR_MAX_VARIABLES][SCALAR_MAX_VARIABLES];
    size_t variable[SCALAR_MAX_VARIABLES], count;
};

/* The derivatives; false: one is missing, or they are too long. */
static bool differentiate(struct polish *p)
{
    struct scalar_pool *pool = p->s->pool;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if (p->f->variables >> k & 1)
            p->variable[p->count++] = k;
    for (size_t i = 0; i < p->count; i++) {
        p->slope[i] = scalar_derivative(pool, p->f, p->variable[i]);
        if (!p->slope[i] || p->slope[i]->weight > RANGE_MAX_WEIGHT)
            return false;
        for (size_t j = 0; j <= i; j++) {
            p->bend[i][j] =
                scalar_derivative(pool, p->slope[i], p->variable[j]);
            if (!p->bend[i][j])
                return false;
        }
    }
    return true;
}

/* Whether a step against the slope would leave the box. */
static bool is_held(const struct polish *p, size_t k, double x, double slope)
{
    return (x <= p->lo[k] && slope > 0) || (x >= p->hi[k] && slope < 0);
}

/* One step from x, the bends' diagonal enlarged by `damping`; false: none. */
static bool step_from(double *out, const struct polish *p, const double *x,
                      double damping)
{
    double a[SCALAR_MAX_VARIABLES * SCALAR_MAX_VARIABLES];
    double step[SCALAR_MAX_VARIABLES];
    size_t moved[SCALAR_MAX_VARIABLES], n = 0;
    for (size_t i = 0; i < p->count; i++) {
        double slope = range_double(p->s->doubles, p->slope[i], x);
        if (is_held(p, p->variable[i], x[p->variable[i]], slope))
            continue;
        step[n] = -slope;
        moved[n++] = i;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            a[i * n + j] =
                range_double(p->s->doubles, p->bend[moved[i]][moved[j]], x);
    for (size_t i = 0; i < n; i++)
        a[i * n + i] += damping * (fabs(a[i * n + i]) + 1e-12);
    if (n == 0 || !cholesky_factor(a, n))
        return false;
    cholesky_solve(a, step, n);
    memcpy(out, x, SCALAR_MAX_VARIABLES * sizeof *out);
    for (size_t i = 0; i < n; i++) {
        size_t k = p->variable[moved[i]];
        out[k] = fmin(fmax(x[k] + step[i], p->lo[k]), p->hi[k]);
    }
    return true;
}

/* The largest slope in a direction in which x may move. */
static double steepness(const struct polish *p, const double *x)
{
    double most = 0;
    for (size_t i = 0; i < p->count; i++) {
        double slope = range_double(p->s->doubles, p->slope[i], x);
        if (!is_held(p, p->variable[i], x[p->variable[i]], slope))
            most = fmax(most, fabs(slope));
    }
    return most;
}

/* Downhill; or, as far as doubles see, nearer to where all slopes are 0. */
static bool is_better(const struct polish *p, const double *x, double value,
                      const double *y, double next)
{
    return next < value || (next <= value + noise * (1 + fabs(value)) &&
                            steepness(p, y) < steepness(p, x) / 2);
}

/* The least damping at which a step leads down; false: none. */
static bool improve(const struct polish *p, double *x, double *value)
{
    double y[SCALAR_MAX_VARIABLES], damping = 0;
    for (size_t i = 0; i < DAMPINGS; i++) {
        if (step_from(y, p, x, damping)) {
            double next = range_double(p->s->doubles, p->f, y);
            if (is_better(p, x, *value, y, next)) {
                memcpy(x, y, sizeof y);
                *value = next;
                return true;
            }
        }
        damping = damping > 0 ? 10 * damping : 1e-6;
    }
    return false;
}

void range_polish(struct range_search *s, const struct sequent *q, double *x,
                  double *value)
{
    struct polish p = {.s = s, .f = q->goal->term};
    if (!p.f || p.f->has_kink || p.f->has_integral || q->integers ||
        q->nfacts || !isfinite(*value) || !differentiate(&p))
        return;
    range_double_box(p.lo, p.hi, s, &q->box);
    for (size_t i = 0; i < NEWTON_STEPS && improve(&p, x, value); i++) {
    }
}

/* Newton's method for a zero of e in variable k, near x; NaN: none. */
static double zero_near(struct range_search *s, const struct scalar *e,
                        size_t k, const double *x)
{
    double y[SCALAR_MAX_VARIABLES];
    const struct scalar *slope = scalar_derivative(s->pool, e, k);
    memcpy(y, x, sizeof y);
    for (size_t i = 0; i < NEWTON_STEPS && slope; i++) {
        double step =
            range_double(s->doubles, e, y) / range_double(s->doubles, slope, y);
        if (!isfinite(step))
            break;
        y[k] -= step;
    }
    return slope && fabs(y[k] - x[k]) < flat * (1 + fabs(x[k])) ? y[k] : NAN;
}

bool range_certify_flat(struct range_search *s, const struct range_task *task,
                        const double *x)
{
    const struct sequent *q = &task->sequent;
    const struct scalar *e = q->goal->term;
    double y[SCALAR_MAX_VARIABLES];
    size_t k = 0;
    while (k + 1 < SCALAR_MAX_VARIABLES && !(q->goal->variables >> k & 1))
        k++;
    if (!e || e->has_kink || e->has_integral || q->integers ||
        q->goal->variables != 1u << k)
        return false;
    memcpy(y, x, sizeof y);
    for (size_t order = 1; order <= MOST_FLAT && !s->violated; order++) {
        e = scalar_derivative(s->pool, e, k);
        if (!e || !e->variables || e->weight > RANGE_MAX_WEIGHT)
            break;
        y[k] = order % 2 ? zero_near(s, e, k, x) : NAN;
        if (!isnan(y[k]))
            (void)range_certify(s, task, y);
    }
    return s->violated;
}
