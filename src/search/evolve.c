#include "search/evolve.h"

#include <math.h>
#include <stdlib.h>

enum { WALLS = 8 }; /* assumptions told apart */

struct evolution {
    struct climb *c;
    size_t n;
    double *a, *inverse;   /* n x n: a mutation is sigma * a * z */
    double *z, *step, *t;  /* n: the mutation, and where it leads */
    double *path, *w;      /* n */
    double *walls;         /* WALLS x n: directions that breach */
    double sigma, success; /* success: its smoothed frequency */
};

static void multiply(double *out, const double *a, const double *x, size_t n)
{
    for (size_t r = 0; r < n; r++) {
        out[r] = 0;
        for (size_t k = 0; k < n; k++)
            out[r] += a[r * n + k] * x[k];
    }
}

static double square(const double *x, size_t n)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += x[k] * x[k];
    return sum;
}

/* a = scale * a + weight * s w', where w = inverse * s; the inverse too. */
static void update(struct evolution *e, double scale, double weight,
                   const double *s)
{
    size_t n = e->n;
    double *row = e->z; /* used up by now */
    double length = square(e->w, n);
    for (size_t r = 0; r < n; r++)
        for (size_t k = 0; k < n; k++)
            e->a[r * n + k] = scale * e->a[r * n + k] + weight * s[r] * e->w[k];
    for (size_t k = 0; k < n; k++) {
        row[k] = 0;
        for (size_t r = 0; r < n; r++)
            row[k] += e->w[r] * e->inverse[r * n + k];
    }
    double part = weight / (scale * (scale + weight * length));
    for (size_t r = 0; r < n; r++)
        for (size_t k = 0; k < n; k++)
            e->inverse[r * n + k] =
                e->inverse[r * n + k] / scale - part * e->w[r] * row[k];
}

/* Each block at the scale of its values. */
static void set_scales(struct evolution *e)
{
    const struct space *space = e->c->space;
    for (size_t b = 0; b < space->nblocks; b++) {
        size_t end = space->blocks[b].first +
                     space->blocks[b].rows * space->blocks[b].cols;
        double most = 0;
        for (size_t k = space->blocks[b].first; k < end; k++)
            most = fmax(most, fabs(e->c->t[k]));
        most = most > 0 ? most : 1;
        for (size_t k = space->blocks[b].first; k < end; k++) {
            e->a[k * e->n + k] = most;
            e->inverse[k * e->n + k] = 1 / most;
        }
    }
}

/* Less of what led out of the assumptions. */
static void learn_wall(struct evolution *e)
{
    size_t n = e->n;
    double rate = 1 / ((double)n + 2), weight = 0.1 / ((double)n + 2);
    plan_id id = objective_breached(e->c->objective);
    double *wall = e->walls + (id % WALLS) * n;
    for (size_t k = 0; k < n; k++)
        wall[k] = (1 - rate) * wall[k] + rate * e->step[k];
    multiply(e->w, e->inverse, wall, n);
    double length = square(e->w, n);
    if (length > 0)
        update(e, 1, -weight / length, wall);
}

/* More of what led upwards. */
static void learn_success(struct evolution *e)
{
    size_t n = e->n;
    double size = (double)n, rate = 2 / (size + 2),
           share = 2 / (size * size + 6);
    for (size_t k = 0; k < n; k++)
        e->path[k] =
            (1 - rate) * e->path[k] + sqrt(rate * (2 - rate)) * e->step[k];
    multiply(e->w, e->inverse, e->path, n);
    double length = square(e->w, n), scale = sqrt(1 - share);
    if (length > 0)
        update(e, scale,
               scale / length * (sqrt(1 + share / (1 - share) * length) - 1),
               e->path);
}

static void learn_size(struct evolution *e, bool succeeded)
{
    const double target = 2.0 / 11, memory = 1.0 / 12;
    e->success = (1 - memory) * e->success + (succeeded ? memory : 0);
    e->sigma *= exp((e->success - target / (1 - target) * (1 - e->success)) /
                    (1 + (double)e->n / 2));
}

static void mutate(struct evolution *e, struct rng *rng)
{
    struct climb *c = e->c;
    bool was_inside = c->merit.breach <= 0;
    for (size_t k = 0; k < e->n; k++)
        e->z[k] = rng_normal(rng);
    multiply(e->step, e->a, e->z, e->n);
    for (size_t k = 0; k < e->n; k++)
        e->t[k] = c->t[k] + e->sigma * e->step[k];
    climb_fit(c, e->t);
    struct merit m = climb_measure(c, e->t);
    bool better = merit_is_better(&m, &c->merit);
    if (better)
        climb_take(c, e->t, m);
    if (was_inside && m.breach > 0) {
        learn_wall(e);
        return;
    }
    learn_size(e, better);
    if (better)
        learn_success(e);
}

void climb_evolve(struct climb *c, size_t steps, struct rng *rng)
{
    static const double first[] = {0.2, 0.02, 0.002};
    const double least = 1e-14;
    size_t n = c->space->size;
    struct evolution e = {
        .c = c,
        .n = n,
        .success = 2.0 / 11,
        .sigma = first[rng_below(rng, sizeof first / sizeof *first)]};
    if (n == 0 || n > EVOLVE_MOST_PARAMETERS)
        return;
    LOCAL_FREE double *memory =
        xcalloc(2 * n * n + (5 + WALLS) * n, sizeof *memory);
    e.a = memory;
    e.inverse = e.a + n * n;
    e.z = e.inverse + n * n;
    e.step = e.z + n;
    e.t = e.step + n;
    e.path = e.t + n;
    e.w = e.path + n;
    e.walls = e.w + n;
    set_scales(&e);
    for (size_t k = 0; k < steps && e.sigma > least && !climb_is_done(c); k++)
        mutate(&e, rng);
}
