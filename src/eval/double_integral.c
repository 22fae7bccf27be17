/* integral, expectation and lambertw as a user's doubles would have them. */
#include "eval/double_internal.h"

#include <stdlib.h>

/* The integrand's plan, and which of it is computed once for all points. */
struct double_integrand {
    struct double_run *run;
    plan_id *cones[2]; /* without the variable, and with it */
    size_t counts[2];
    const struct plan_integral *integral;
};

enum { PANELS = 64, HALF_LINE = 12 };

static struct double_integrand *new_integrand(const struct plan_integral *g)
{
    struct double_integrand *f = xcalloc(1, sizeof *f);
    LOCAL_FREE bool *depends = xcalloc(g->body->count + 1UL, sizeof *depends);
    plan_id *cone;
    size_t count;
    plan_cone(&cone, &count, g->body, &g->root, 1);
    f->integral = g;
    f->run = double_run_new(g->body);
    for (size_t side = 0; side < 2; side++)
        f->cones[side] = xcalloc(count + 1, sizeof *cone);
    for (size_t k = 0; k < count; k++) {
        const struct plan_instr *i = &g->body->instrs[cone[k]];
        bool d = i->op == PL_VARIABLE;
        for (uint32_t j = 0; j < i->nargs; j++)
            d = d || depends[i->args[j]];
        depends[cone[k]] = d;
        f->cones[d][f->counts[d]++] = cone[k];
    }
    free(cone);
    return f;
}

void double_integrand_free(struct double_integrand *f)
{
    if (!f)
        return;
    double_run_free(f->run);
    free(f->cones[0]);
    free(f->cones[1]);
    free(f);
}

static double value(struct double_integrand *f, const struct instance *x,
                    double at)
{
    f->run->variable = at;
    double_run_eval(f->run, x, f->cones[1], f->counts[1]);
    double y = double_run_value(f->run, f->integral->root)[0];
    return f->integral->is_normal ? y * exp(-at * at / 2) : y;
}

/*
 * t in (-1, 1) stands for a point of the range: itself, or t/(1 - t^2) and the
 * like at infinite ends.
 */
static double point(double *slope, const double ends[2], double t)
{
    const bool open[2] = {isinf(ends[0]) != 0, isinf(ends[1]) != 0};
    if (!open[0] && !open[1]) {
        *slope = (ends[1] - ends[0]) / 2;
        return (ends[0] + ends[1]) / 2 + t * *slope;
    }
    if (open[0] && open[1]) {
        double u = 1 - t * t;
        *slope = (1 + t * t) / (u * u);
        return t / u;
    }
    double s = open[1] ? 1 : -1, u = 1 - s * t;
    *slope = 2 / (u * u);
    return ends[open[0] ? 1 : 0] + t / u + s / u;
}

/* Composite Gauss rule of five points. */
static double gauss(struct double_integrand *f, const struct instance *x,
                    const double ends[2])
{
    static const double nodes[] = {0, 0.53846931010568309104,
                                   0.90617984593866399280};
    static const double weights[] = {
        0.56888888888888888889, 0.47862867049936646804, 0.23692688505618908751};
    double sum = 0, h = 1.0 / PANELS, slope;
    for (int p = 0; p < PANELS; p++) {
        for (int k = -2; k <= 2; k++) {
            double node = k < 0 ? -nodes[-k] : nodes[k];
            double at = point(&slope, ends, (2 * p + 1 + node) * h - 1);
            sum += weights[abs(k)] * h * slope * value(f, x, at);
        }
    }
    return sum;
}

void double_integral(double *out, const struct double_run *run,
                     const struct plan_instr *i)
{
    const struct plan_integral *g = i->integral;
    const struct instance *x = run->walk.x;
    struct double_integrand **f = &run->integrands[i - run->walk.plan->instrs];
    double ends[2];
    uint32_t used = 0;
    if (!*f)
        *f = new_integrand(g);
    for (size_t k = 0; k < 2; k++)
        ends[k] = g->is_normal     ? (k ? HALF_LINE : -HALF_LINE)
                  : g->infinite[k] ? g->infinite[k] * (double)INFINITY
                                   : double_arg(run, i, used++)[0];
    double_run_eval((*f)->run, x, (*f)->cones[0], (*f)->counts[0]);
    double sign = ends[0] > ends[1] ? -1 : 1;
    const double up[2] = {sign > 0 ? ends[0] : ends[1],
                          sign > 0 ? ends[1] : ends[0]};
    out[0] = sign * gauss(*f, x, up);
    if (g->is_normal)
        out[0] *= 0.39894228040143267794; /* 1/sqrt(2 pi) */
}

/* Newton's (Halley's) iteration for w e^w = x. */
double double_lambertw(double k, double x)
{
    enum { STEPS = 40 };
    const double e = 2.71828182845904523536;
    double root = sqrt(2 * (e * x + 1)), w;
    if ((k != 0 && k != -1) || isnan(root) || (k != 0 && x >= 0))
        return NAN;
    if (x < 0)
        w = k != 0 && x > -0.25 ? log(-x) - log(-log(-x))
                                : -1 + (k != 0 ? -root : root);
    else
        w = log1p(x);
    for (int n = 0; n < STEPS; n++) {
        double p = exp(w), g = w * p - x, step;
        if (w == -1)
            break;
        step = g / (p * (w + 1) - (w + 2) * g / (2 * w + 2));
        if (!isfinite(step))
            break;
        w -= step;
    }
    return w;
}
