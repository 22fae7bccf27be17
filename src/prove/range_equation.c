/* Multipliers of equations among the facts, by augmented Lagrangians. */
#include "prove/range_internal.h"

#include <math.h>
#include <string.h>

enum { STARTS = 4, ROUNDS = 10, STEPS = 120 };

/* Least values of f - c g + weight g^2 on the box. */
struct equation {
    struct range_search *s;
    const struct scalar *f, *g;
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    unsigned mask;
    double c, weight;
};

static double value_at(const struct equation *e, const double *x)
{
    double f = range_double(e->s->doubles, e->f, x);
    double g = range_double(e->s->doubles, e->g, x);
    double v = f - e->c * g + e->weight * g * g;
    return isnan(v) ? HUGE_VAL : v;
}

/* Steps along the axes, longer after success and shorter after failure. */
static void descend(const struct equation *e, double *x, double step)
{
    double value = value_at(e, x);
    for (size_t i = 0; i < STEPS && step > 1e-14; i++) {
        bool better = false;
        for (size_t k = 0; k < 2 * SCALAR_MAX_VARIABLES; k++) {
            size_t v = k / 2;
            double old = x[v], length = step * (1 + fabs(old));
            if (!(e->mask >> v & 1))
                continue;
            x[v] = fmin(fmax(old + (k % 2 ? -length : length), e->lo[v]),
                        e->hi[v]);
            double next = value_at(e, x);
            if (next < value) {
                value = next;
                better = true;
            } else {
                x[v] = old;
            }
        }
        step *= better ? 1.5 : 0.5;
    }
}

/* Start n: signs in turn, about 1 away from the ends or from 0. */
static void start_at(const struct equation *e, double *x, size_t n)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        double away = (n >> (k % 3) & 1 ? -1 : 1) * (0.5 + 0.1 * (double)k);
        x[k] = fmin(fmax(range_middle(e->lo[k], e->hi[k]) + away, e->lo[k]),
                    e->hi[k]);
    }
}

/* The point and c at which f is least where g = 0; false: not reached. */
static bool solve(struct equation *e, double *x)
{
    double step = 0.25;
    e->c = 0;
    for (size_t i = 0; i < ROUNDS; i++) {
        descend(e, x, step);
        e->c -= 2 * e->weight * range_double(e->s->doubles, e->g, x);
        step = fmax(step / 4, 1e-6);
    }
    return fabs(range_double(e->s->doubles, e->g, x)) < 1e-7;
}

bool range_find_opposite(size_t *other, struct range_search *s,
                         const struct sequent *q, size_t i)
{
    const struct goal *fact = q->facts[i];
    const struct scalar *minus = fact->kind == GOAL_GE && !fact->has_kink
                                     ? scalar_times(s->pool, -1, fact->term)
                                     : NULL;
    for (*other = i + 1; minus && *other < q->nfacts; ++*other)
        if (q->facts[*other]->kind == GOAL_GE &&
            q->facts[*other]->term == minus)
            return true;
    return false;
}

static bool is_curved(struct range_search *s, const struct scalar *g)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        const struct scalar *slope =
            g->variables >> k & 1 ? scalar_derivative(s->pool, g, k) : NULL;
        if (slope && slope->variables)
            return true;
    }
    return false;
}

bool range_on_edge(struct range_search *s, const struct sequent *q,
                   const struct goal *fact, double *x)
{
    struct equation e = {.s = s, .f = q->goal->term, .weight = 4};
    double y[SCALAR_MAX_VARIABLES];
    e.g = fact->has_kink ? NULL : fact->term;
    if (!e.f || !e.g || q->goal->has_kink || q->integers ||
        !(e.g->variables & (e.g->variables - 1)) ||
        !(fabs(range_double(s->doubles, e.g, x)) < 1e-2) || !is_curved(s, e.g))
        return false;
    e.mask = e.f->variables | e.g->variables;
    range_double_box(e.lo, e.hi, s, &q->box);
    memcpy(y, x, sizeof y);
    scalar_spend(s->pool, ROUNDS * STEPS);
    if (!solve(&e, y))
        return false;
    memcpy(x, y, sizeof y);
    return true;
}

bool range_equation_multiplier(struct range_search *s,
                               const struct range_task *task, size_t *fact,
                               double *c)
{
    const struct sequent *q = &task->sequent;
    size_t other;
    struct equation e = {.s = s, .weight = 4};
    *c = 0;
    double x[SCALAR_MAX_VARIABLES], best = HUGE_VAL;
    if (!range_find_opposite(&other, s, q, *fact) || q->goal->has_kink ||
        !q->goal->term || q->integers)
        return false;
    e.f = q->goal->term;
    e.g = q->facts[*fact]->term;
    e.mask = e.f->variables | e.g->variables;
    range_double_box(e.lo, e.hi, s, &q->box);
    for (size_t n = 0; n < STARTS; n++) {
        start_at(&e, x, n);
        if (!solve(&e, x))
            continue;
        double value = range_double(s->doubles, e.f, x);
        if (value < best) {
            best = value;
            *c = e.c;
            memcpy(s->least, x, sizeof x);
            s->least_value = value;
        }
    }
    scalar_spend(s->pool, STARTS * ROUNDS * STEPS);
    range_tick(s);
    if (*c < 0) { /* the other fact of the pair has the sign */
        *fact = other;
        *c = -*c;
    }
    return fabs(best) < 1e-8;
}
