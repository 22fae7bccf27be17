/* Variables that occur together only. */
#include "prove/range_internal.h"

#include <math.h>

enum { PROBES = 3 };

/* The slopes' ratio at a point; NaN: it has none there. */
static double ratio_at(struct range_search *s, const struct scalar *a,
                       const struct scalar *b, const double *x)
{
    double below = range_double(s->doubles, b, x);
    double ratio = range_double(s->doubles, a, x) / below;
    return fabs(below) > 1e-200 && isfinite(ratio) ? ratio : NAN;
}

/* d f / d x_j = c d f / d x_k at all points that are tried. */
bool range_translation(struct range_search *s, const struct sequent *q,
                       size_t k, size_t j, struct partition_number *c)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    double x[SCALAR_MAX_VARIABLES], common = NAN;
    const struct scalar *f = q->goal->term;
    const struct scalar *a =
        f->has_kink ? NULL : scalar_derivative(s->pool, f, j);
    const struct scalar *b = a ? scalar_derivative(s->pool, f, k) : NULL;
    if (!b)
        return false;
    range_double_box(lo, hi, s, &q->box);
    for (size_t i = 0; i < PROBES; i++) {
        for (size_t v = 0; v < SCALAR_MAX_VARIABLES; v++) {
            double from = isinf(lo[v]) ? range_middle(lo[v], hi[v]) - 1 : lo[v];
            double to = isinf(hi[v]) ? range_middle(lo[v], hi[v]) + 1 : hi[v];
            double part = fmod(0.37 + 0.29 * (double)i + 0.17 * (double)v, 1);
            x[v] = from + part * (to - from);
        }
        double here = ratio_at(s, a, b, x);
        if (isnan(here) ||
            (i > 0 && !(fabs(here - common) <= 1e-9 * fabs(common))))
            return false;
        common = here;
    }
    double slack = 1e-9 * fabs(common);
    c->kind = CONSTANT_PLAIN;
    range_simplest(c->value.q, common - slack, common + slack);
    return common != 0;
}

bool range_is_bound(const struct sequent *q, size_t k)
{
    for (size_t i = 0; i < q->nfacts; i++)
        if (q->facts[i]->variables >> k & 1)
            return true;
    return false;
}

bool range_find_translation(struct range_search *s, const struct sequent *q,
                            size_t *k, size_t *j, struct partition_number *c)
{
    unsigned variables = q->goal->term ? q->goal->variables : 0;
    for (*k = 0; *k < SCALAR_MAX_VARIABLES; ++*k)
        for (*j = 0; *j < *k; ++*j) {
            if ((variables >> *k & 1) && (variables >> *j & 1) &&
                !range_is_bound(q, *k) && !range_is_bound(q, *j) &&
                range_translation(s, q, *k, *j, c))
                return true;
        }
    return false;
}
