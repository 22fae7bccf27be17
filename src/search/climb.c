#include "search/climb.h"

#include "case/elementary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void climb_init(struct climb *c, struct space *space,
                struct objective *objective)
{
    *c = (struct climb){.space = space, .objective = objective};
    c->t = xcalloc(space->size + 1, sizeof *c->t);
    c->merit = (struct merit){-INFINITY, INFINITY};
    c->budget = UINT64_MAX;
}

void climb_clear(struct climb *c)
{
    free(c->t);
    *c = (struct climb){0};
}

struct merit climb_measure(struct climb *c, const double *t)
{
    c->evals++;
    space_write(c->space, t);
    return objective_eval(c->objective);
}

void climb_start_at(struct climb *c, const double *t)
{
    if (t != c->t)
        memcpy(c->t, t, c->space->size * sizeof *t);
    climb_fit(c, c->t);
    c->merit = climb_measure(c, c->t);
}

void climb_start(struct climb *c)
{
    space_read(c->space, c->t);
    climb_start_at(c, c->t);
}

bool climb_is_done(const struct climb *c)
{
    bool is_clear = c->merit.breach <= 0 && c->merit.score > CLIMB_CLEAR;
    return (is_clear && !c->seeks_most) || c->evals >= c->budget;
}

void climb_fit(struct climb *c, double *t)
{
    space_fit(c->space, t);
    if (c->equalities)
        equalities_project(c->equalities, t);
    c->evals += equalities_spent(c->equalities);
}

void climb_take(struct climb *c, const double *t, struct merit m)
{
    memcpy(c->t, t, c->space->size * sizeof *t);
    c->merit = m;
}

/* ---- assumptions ---- */

static double dot(const double *a, const double *b, size_t count)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += a[k] * b[k];
    return sum;
}

/* A point that breaks an assumption by little: some Newton steps back. */
static struct merit restore(struct climb *c, double *t, struct merit m,
                            double *g)
{
    enum { STEPS = 8 };
    const double far = 20, margin = 1.05;
    size_t n = c->space->size;
    for (int k = 0; k < STEPS && m.breach > 0 && m.breach < far; k++) {
        double shortfall = margin * objective_shortfall(c->objective);
        objective_differentiate(c->objective, true);
        space_pull(c->space, t, c->objective, g);
        double size = dot(g, g, n);
        if (!(size > 0) || !(shortfall > 0))
            break;
        for (size_t i = 0; i < n; i++)
            t[i] -= shortfall / size * g[i];
        climb_fit(c, t);
        m = climb_measure(c, t);
    }
    return m;
}

/* ---- gradients ---- */

/* Makes a direction of a gradient: each block at the scale of its values. */
static void precondition(const struct space *space, const double *t,
                         double *direction)
{
    double length = 0;
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        size_t end = b->first + b->rows * b->cols;
        double scale = 0;
        for (size_t i = b->first; i < end; i++)
            scale = fmax(scale, fabs(t[i]));
        scale = scale > 0 ? scale : 1;
        for (size_t i = b->first; i < end; i++) {
            length = fmax(length, fabs(direction[i]) * scale);
            direction[i] *= scale * scale;
        }
    }
    for (size_t i = 0; i < space->size && length > 0; i++)
        direction[i] /= length;
}

/* Without its part along `normal`, where it points that way. */
static void slide(double *g, const double *normal, size_t count)
{
    double along = dot(g, normal, count), size = dot(normal, normal, count);
    for (size_t k = 0; k < count && along > 0 && size > 0; k++)
        g[k] -= along / size * normal[k];
}

static bool is_zero(const double *g, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (g[k] != 0)
            return false;
    return true;
}

/* The gradient at c->t of the score, or against the breach. */
static void set_gradient(struct climb *c, double *g)
{
    bool of_breach = c->merit.breach > 0;
    climb_measure(c, c->t);
    objective_differentiate(c->objective, of_breach);
    space_pull(c->space, c->t, c->objective, g);
    for (size_t k = 0; k < c->space->size && of_breach; k++)
        g[k] = -g[k];
    if (c->equalities && !of_breach)
        equalities_flatten(c->equalities, c->t, g);
    c->evals += equalities_spent(c->equalities);
}

/*
 * One step along `g` with backtracking; *length is that of the last success.
 * False: no step is better.  A step stopped by an assumption leaves its normal
 * in `normal`.
 */
static bool line_search(struct climb *c, const double *g, double *length,
                        double *normal, bool *stopped)
{
    enum { TRIES = 30 };
    size_t n = c->space->size;
    LOCAL_FREE double *memory = xcalloc(3 * n + 1, sizeof *memory);
    double *direction = memory, *t = memory + n, *back = t + n;
    bool better = false;
    memcpy(direction, g, n * sizeof *g);
    precondition(c->space, c->t, direction);
    *stopped = false;
    for (int k = 0; k < TRIES && !better && !climb_is_done(c); k++) {
        for (size_t i = 0; i < n; i++)
            t[i] = c->t[i] + *length * direction[i];
        climb_fit(c, t);
        struct merit m = climb_measure(c, t);
        bool left = m.breach > 0 && c->merit.breach <= 0;
        if (left && !*stopped) {
            *stopped = true;
            objective_differentiate(c->objective, true);
            space_pull(c->space, t, c->objective, normal);
        }
        if (left)
            m = restore(c, t, m, back);
        better = merit_is_better(&m, &c->merit);
        if (better) {
            climb_take(c, t, m);
            *length *= 2;
        } else {
            *length /= 4;
        }
    }
    return better;
}

void climb_ascend(struct climb *c, size_t steps)
{
    const double first = 0.25, least = 1e-12;
    size_t n = c->space->size;
    LOCAL_FREE double *memory = xcalloc(2 * n + 1, sizeof *memory);
    double *g = memory, *normal = memory + n, length = first;
    for (size_t k = 0; k < steps && !climb_is_done(c); k++) {
        bool stopped = false;
        set_gradient(c, g);
        if (is_zero(g, n))
            break;
        double before = c->merit.score;
        bool better = line_search(c, g, &length, normal, &stopped);
        if (!better && stopped) {
            length = first / 16;
            slide(g, normal, n);
            better =
                !is_zero(g, n) && line_search(c, g, &length, normal, &stopped);
        }
        if (!better || (c->merit.breach <= 0 && isfinite(before) &&
                        c->merit.score - before < least))
            break;
    }
}

/* ---- annealing ---- */

static bool accepts(const struct merit *now, const struct merit *next,
                    double temperature, struct rng *rng)
{
    if (merit_is_better(next, now))
        return true;
    if (next->breach > 0 && now->breach <= 0)
        return false;
    double loss =
        now->breach > 0 ? next->breach - now->breach : now->score - next->score;
    double power = loss / temperature;
    return power < 30 && rng_unit(rng) < elementary_exp(-power);
}

void climb_anneal(struct climb *c, size_t steps, struct rng *rng)
{
    const double hot = 0.2;
    size_t n = c->space->size;
    LOCAL_FREE double *memory = xcalloc(2 * n + 1, sizeof *memory);
    double *now = memory, *next = memory + n;
    struct merit merit = c->merit;
    memcpy(now, c->t, n * sizeof *now);
    for (size_t k = 0; k < steps && n > 0 && !climb_is_done(c); k++) {
        double temperature = hot * (double)(steps - k) / (double)steps;
        memcpy(next, now, n * sizeof *now);
        moves_apply(c->space, next, rng);
        climb_fit(c, next);
        struct merit m = climb_measure(c, next);
        if (merit_is_better(&m, &c->merit))
            climb_take(c, next, m);
        if (accepts(&merit, &m, temperature, rng)) {
            memcpy(now, next, n * sizeof *now);
            merit = m;
        }
    }
}
