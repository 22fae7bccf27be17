/* Integrals at points, by Gauss's rule with four nodes on each of few pieces.
 */
#include "scalar/sample_internal.h"

#include <math.h>

/* The point of the range from 0 to 1, or to infinity by u/(1 - u). */
static double place_of(double lo, double hi, double u, bool is_ray)
{
    return is_ray ? lo + u / (1 - u) : lo + u * (hi - lo);
}

/* Adds weight * the body at u of the range, for each point. */
static void add_node(const struct samples *s, const struct atom *a,
                     const struct form *body, const struct atom *t, double u,
                     double weight, double ends[][2], double *sums)
{
    const bool is_ray = a->binder == BINDER_RAY;
    struct samples inner = *s;
    const struct sample *values;

    inner.known = (struct memo){{NULL, 0, 0}};
    inner.variables[inner.nvariables++] = t;
    for (size_t i = 0; i < SAMPLE_POINTS; i++)
        inner.points[i][s->nvariables] =
            place_of(ends[i][0], ends[i][1], u, is_ray);
    values = samples_values(&inner, body);
    for (size_t i = 0; i < SAMPLE_POINTS; i++)
        sums[i] += weight * values[i].value *
                   (is_ray ? 1 / ((1 - u) * (1 - u)) : ends[i][1] - ends[i][0]);
    memo_clear(&inner.known);
}

static void add_pieces(const struct samples *s, const struct atom *a,
                       const struct form *body, const struct atom *t,
                       int pieces, double ends[][2], double *sums)
{
    enum { NODES = 4 };
    static const double node[NODES] = {-0.8611363115940526, -0.3399810435848563,
                                       0.3399810435848563, 0.8611363115940526};
    static const double weight[NODES] = {0.3478548451374538, 0.6521451548625461,
                                         0.6521451548625461,
                                         0.3478548451374538};

    for (int k = 0; k < pieces * NODES; k++)
        add_node(s, a, body, t,
                 (k / NODES + (1 + node[k % NODES]) / 2) / pieces,
                 weight[k % NODES] / 2 / pieces, ends, sums);
}

void samples_integral(struct samples *s, const struct atom *a,
                      struct sample *out)
{
    const struct sample *lo = samples_values(s, a->lo),
                        *hi = samples_values(s, a->hi);
    double ends[SAMPLE_POINTS][2], sums[SAMPLE_POINTS] = {0},
                                   others[SAMPLE_POINTS] = {0};
    const struct atom *t;
    const struct form *body = binder_enter(s->pool, a, &t);

    for (size_t i = 0; i < SAMPLE_POINTS; i++) {
        ends[i][0] = lo[i].value;
        ends[i][1] = hi[i].value;
    }
    if (body != NULL) {
        add_pieces(s, a, body, t, 4, ends, sums);
        add_pieces(s, a, body, t, 3, ends, others);
    }
    pool_leave(s->pool);
    for (size_t i = 0; i < SAMPLE_POINTS; i++)
        out[i] = (struct sample){sums[i], 1e-6 * fabs(sums[i]) +
                                              fabs(sums[i] - others[i])};
}
