#include "search/equalities.h"

#include "search/eliminate.h"
#include "search/simple.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EQUATIONS = 40, MOST_DENOMINATOR = 1 << 20, NEWTON_STEPS = 12 };

struct equalities {
    struct space *space;
    struct objective *objective;
    size_t m, n;        /* equations in use, parameters */
    size_t strict, all; /* so many of them, the first, are meant exactly */
    size_t active;      /* m, or with the row sums of stochastic blocks */
    double *residual;   /* active */
    double *jacobian;   /* active x n, at the point looked at last */
    double *solver;     /* room for a system of so many equations */
    double *moved;      /* n */
    rational_t *exact;  /* n */
    uint64_t spent;
};

void equalities_use(struct equalities *e, bool all)
{
    if (e)
        e->active = e->m = all ? e->all : e->strict;
}

/* Rows of stochastic blocks. */
static size_t count_sums(const struct space *space)
{
    size_t count = 0;
    for (size_t k = 0; k < space->nblocks; k++)
        if (space->blocks[k].kind == GIVEN_STOCHASTIC)
            count += space->blocks[k].rows;
    return count;
}

struct equalities *equalities_new(struct space *space,
                                  struct objective *objective)
{
    size_t strict, m = objective_equations(objective, &strict);
    size_t n = space->size;
    size_t all = m + count_sums(space);
    if (m == 0 || all > MOST_EQUATIONS || n == 0)
        return NULL;
    struct equalities *e = xcalloc(1, sizeof *e);
    *e = (struct equalities){.space = space,
                             .objective = objective,
                             .m = m,
                             .n = n,
                             .active = m,
                             .strict = strict,
                             .all = m};
    e->residual = xcalloc(all, sizeof *e->residual);
    e->jacobian = xcalloc(all * n, sizeof *e->jacobian);
    e->solver = xcalloc(all * (all + 1), sizeof *e->solver);
    e->moved = xcalloc(n, sizeof *e->moved);
    e->exact = xcalloc(n, sizeof *e->exact);
    for (size_t k = 0; k < n; k++)
        rational_init(&e->exact[k]);
    return e;
}

void equalities_free(struct equalities *e)
{
    if (!e)
        return;
    for (size_t k = 0; k < e->n; k++)
        rational_clear(&e->exact[k]);
    free(e->residual);
    free(e->jacobian);
    free(e->solver);
    free(e->moved);
    free(e->exact);
    free(e);
}

uint64_t equalities_spent(struct equalities *e)
{
    uint64_t spent = e ? e->spent : 0;
    if (e)
        e->spent = 0;
    return spent;
}

/* The equations that rows of stochastic blocks sum to 1, after the others. */
static void look_at_sums(struct equalities *e, const double *t)
{
    double *residual = e->residual + e->m, *row = e->jacobian + e->m * e->n;
    for (size_t k = 0; k < e->space->nblocks; k++) {
        const struct block *b = &e->space->blocks[k];
        if (b->kind != GIVEN_STOCHASTIC)
            continue;
        for (size_t r = 0; r < b->rows; r++, row += e->n) {
            memset(row, 0, e->n * sizeof *row);
            *residual = -1;
            for (size_t c = 0; c < b->cols; c++) {
                size_t at = b->first + r * b->cols + c;
                row[at] = 1;
                *residual += t[at];
            }
            residual++;
        }
    }
}

/* The residuals at t; the largest, or infinity. */
static double look(struct equalities *e, const double *t)
{
    double worst = 0;
    e->spent++;
    space_write(e->space, t);
    objective_eval(e->objective);
    objective_residuals(e->objective, e->residual);
    if (e->active > e->m)
        look_at_sums(e, t);
    for (size_t k = 0; k < e->active; k++)
        worst = isfinite(e->residual[k]) ? fmax(worst, fabs(e->residual[k]))
                                         : INFINITY;
    return worst;
}

static void differentiate(struct equalities *e, const double *t)
{
    e->spent += e->m;
    for (size_t k = 0; k < e->m; k++) {
        objective_differentiate_equation(e->objective, k);
        space_pull(e->space, t, e->objective, e->jacobian + k * e->n);
    }
}

/* J' (J J')^-1 r into `out`, for the right side `r`. */
static void least_norm(struct equalities *e, const double *r, double *out)
{
    double weights[MOST_EQUATIONS];
    size_t m = e->active, n = e->n;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < m; j++) {
            double *entry = &e->solver[i * (m + 1) + j];
            *entry = 0;
            for (size_t k = 0; k < n; k++)
                *entry += e->jacobian[i * n + k] * e->jacobian[j * n + k];
        }
        e->solver[i * (m + 1) + m] = r[i];
    }
    eliminate(e->solver, m, weights);
    for (size_t k = 0; k < n; k++) {
        out[k] = 0;
        for (size_t i = 0; i < m; i++)
            out[k] += weights[i] * e->jacobian[i * n + k];
    }
}

void equalities_project(struct equalities *e, double *t)
{
    enum { STEPS = 5 };
    const double enough = 1e-15;
    for (int k = 0; k < STEPS && e->active > 0; k++) {
        double worst = look(e, t);
        if (!(worst > enough) || !isfinite(worst))
            return;
        differentiate(e, t);
        least_norm(e, e->residual, e->moved);
        for (size_t i = 0; i < e->n; i++)
            t[i] -= e->moved[i];
        space_fit(e->space, t);
    }
}

void equalities_flatten(struct equalities *e, const double *t, double *g)
{
    double r[MOST_EQUATIONS];
    if (e->active == 0)
        return;
    look(e, t);
    differentiate(e, t);
    for (size_t i = 0; i < e->m; i++) {
        r[i] = 0;
        for (size_t k = 0; k < e->n; k++)
            r[i] += e->jacobian[i * e->n + k] * g[k];
    }
    least_norm(e, r, e->moved);
    for (size_t k = 0; k < e->n; k++)
        g[k] -= e->moved[k];
}

/* ---- exact solutions ---- */

/* The simplest fraction within the error of a double near x. */
static void reconstruct(rational_t *out, double x)
{
    const double error = 1e-13;
    LOCAL_RATIONAL near = rational_zero();
    rational_set_double(&near, x);
    for (unsigned long most = 1; most <= MOST_DENOMINATOR; most *= 2) {
        simple_approximate(out, &near, most);
        if (fabs(rational_to_double(out) - x) <= error * fmax(1, fabs(x)))
            break;
    }
}

static size_t end_of(const struct block *b)
{
    return b->first + b->rows * b->cols;
}

/*
 * Columns of the Jacobian that are far from dependent, by elimination: the
 * unknowns, those of block `first` before others.  False: there are none.
 */
static bool choose_unknowns(const struct equalities *e, size_t first,
                            size_t *unknown, size_t *count)
{
    const double tiny = 1e-9, preference = 1e3;
    size_t m = e->active, n = e->n;
    const struct space *space = e->space;
    double *j = xcalloc(m * n, sizeof *j);
    memcpy(j, e->jacobian, m * n * sizeof *j);
    *count = 0;
    for (size_t r = 0; r < m; r++) {
        size_t best = 0;
        double most = -1;
        for (size_t k = 0; k < n; k++) {
            double size = fabs(j[r * n + k]);
            if (first < space->nblocks && k >= space->blocks[first].first &&
                k < end_of(&space->blocks[first]))
                size *= preference;
            best = size > most ? k : best;
            most = fmax(most, size);
        }
        double pivot = j[r * n + best];
        if (fabs(pivot) <= tiny)
            continue; /* follows from the others */
        unknown[(*count)++] = best;
        for (size_t i = r + 1; i < m; i++) {
            double f = j[i * n + best] / pivot;
            for (size_t k = 0; k < n; k++)
                j[i * n + k] -= f * j[r * n + k];
        }
    }
    free(j);
    return *count > 0;
}

/* Newton steps in the unknowns alone; true: the equations hold at e->moved. */
static bool newton(struct equalities *e, const size_t *unknown, size_t count)
{
    const double enough = 1e-13;
    double x[MOST_EQUATIONS], *s = e->solver;
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double worst = look(e, e->moved);
        if (!isfinite(worst))
            return false;
        differentiate(e, e->moved);
        /* Least squares: more equations than unknowns may depend. */
        for (size_t a = 0; a < count; a++)
            for (size_t b = 0; b <= count; b++) {
                double *entry = &s[a * (count + 1) + b];
                *entry = 0;
                for (size_t i = 0; i < e->active; i++)
                    *entry += e->jacobian[i * e->n + unknown[a]] *
                              (b < count ? e->jacobian[i * e->n + unknown[b]]
                                         : e->residual[i]);
            }
        eliminate(s, count, x);
        for (size_t a = 0; a < count; a++)
            e->moved[unknown[a]] -= x[a];
    }
    return look(e, e->moved) <= enough;
}

static bool solve(struct equalities *e, const double *t, size_t first)
{
    size_t unknown[MOST_EQUATIONS], count;
    if (!isfinite(look(e, t)))
        return false;
    differentiate(e, t);
    memcpy(e->moved, t, e->n * sizeof *t);
    if (!choose_unknowns(e, first, unknown, &count) ||
        !newton(e, unknown, count))
        return false;
    for (size_t k = 0; k < e->n; k++)
        rational_set_double(&e->exact[k], e->moved[k]);
    for (size_t k = 0; k < count; k++)
        reconstruct(&e->exact[unknown[k]], e->moved[unknown[k]]);
    return true;
}

bool equalities_solve(struct equalities *e, const double *t, size_t first)
{
    size_t before = e->m;
    e->m = e->strict;
    e->active = e->m + count_sums(e->space);
    e->space->is_raw = true;
    bool solved = solve(e, t, first);
    e->space->is_raw = false;
    e->active = e->m = before;
    return solved && space_write_rationals(e->space, e->exact);
}

bool equalities_hold(struct equalities *e)
{
    objective_residuals(e->objective, e->residual);
    for (size_t k = 0; k < e->strict; k++)
        if (e->residual[k] != 0)
            return false;
    return true;
}

bool equalities_are_strict(const struct equalities *e)
{
    return e && e->strict > 0;
}

/* The largest residual at base + s * direction, with its sign. */
static double along(struct equalities *e, const double *base,
                    const double *direction, double s)
{
    double worst = 0;
    for (size_t k = 0; k < e->n; k++)
        e->moved[k] = base[k] + s * direction[k];
    look(e, e->moved);
    for (size_t k = 0; k < e->strict; k++)
        worst = fabs(e->residual[k]) > fabs(worst) ? e->residual[k] : worst;
    return worst;
}

bool equalities_meet(struct equalities *e, const double *base,
                     const double *direction)
{
    const double enough = 1e-13, least = 0.5, most = 2;
    double s0 = 1, s1 = 1 + 1.0 / 64;
    double f0 = along(e, base, direction, s0);
    for (int k = 0; k < NEWTON_STEPS; k++) {
        double f1 = along(e, base, direction, s1);
        if (!isfinite(f1) || f1 == f0)
            break;
        double s2 = s1 - f1 * (s1 - s0) / (f1 - f0);
        s0 = s1;
        f0 = f1;
        s1 = s2;
    }
    if (!(s1 > least && s1 < most) ||
        !(fabs(along(e, base, direction, s1)) <= enough))
        return false;
    LOCAL_RATIONAL s = rational_zero(), x = rational_zero();
    reconstruct(&s, s1);
    for (size_t k = 0; k < e->n; k++) {
        rational_set_double(&e->exact[k], base[k]);
        rational_set_double(&x, direction[k]);
        mpq_mul(x.q, x.q, s.q);
        mpq_add(e->exact[k].q, e->exact[k].q, x.q);
    }
    return space_write_rationals(e->space, e->exact);
}
