/* Settling a sequent without splitting its box. */
#include "prove/range_internal.h"

#include <math.h>

void range_tick(struct range_search *s)
{
    s->steps = s->rules + (scalar_spent(s->pool) - s->spent) / RANGE_STEP_WORK;
}

bool range_try(struct range_search *s, size_t node, const struct sequent *q,
               enum partition_rule rule, size_t variable, size_t index,
               struct sequent *kids, size_t *count)
{
    partition_set_rule(s->out, node, rule, variable, index);
    bool applies = sequent_apply(kids, count, q, &s->out->nodes[node], s->pool,
                                 &s->oracle);
    s->rules++;
    range_tick(s);
    if (applies)
        return true;
    partition_set_rule(s->out, node, PARTITION_OPEN, 0, 0);
    return false;
}

size_t range_add_kids(struct range_search *s, size_t node, size_t count)
{
    size_t first = partition_add(s->out, count);
    s->out->nodes[node].first = first;
    s->out->nodes[node].count = count;
    return first;
}

bool range_step_into(struct range_search *s, size_t *node, struct sequent *q,
                     enum partition_rule rule, size_t variable, size_t index)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    if (!range_try(s, *node, q, rule, variable, index, kids, &count))
        return false;
    *node = range_add_kids(s, *node, 1);
    *q = kids[0];
    return true;
}

static bool try_leaf(struct range_search *s, size_t node,
                     const struct sequent *q, enum partition_rule rule,
                     size_t index)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    return range_try(s, node, q, rule, 0, index, kids, &count);
}

static bool is_compare(const struct sequent *q)
{
    return q->goal->kind == GOAL_GE || q->goal->kind == GOAL_GT;
}

bool range_leaf(struct range_search *s, size_t node, const struct sequent *q)
{
    for (size_t i = 0; i < q->nfacts; i++)
        if (sequent_refutes(q->facts[i], &q->box, &s->oracle))
            return try_leaf(s, node, q, PARTITION_EXCLUDED, i);
    if (try_leaf(s, node, q, PARTITION_DIRECT, 0))
        return true;
    if (!is_compare(q) || q->goal->has_kink)
        return false;
    if (q->goal->variables == 0)
        return q->goal->kind == GOAL_GE &&
               try_leaf(s, node, q, PARTITION_ZERO, 0);
    return try_leaf(s, node, q, PARTITION_MEAN, 0);
}

bool range_reduce(struct range_search *s, size_t node, const struct sequent *q,
                  enum partition_rule rule, size_t variable, size_t index,
                  unsigned order)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, kept = s->out->count;
    if (!range_try(s, node, q, rule, variable, index, kids, &count))
        return false;
    size_t first = range_add_kids(s, node, count);
    /* the last kid is the derivative's, and the likelier to fail */
    for (size_t i = count; i-- > 0;)
        if (!range_settle(s, first + i, &kids[i], order)) {
            range_reopen(s, node, kept);
            return false;
        }
    return true;
}

/* Some points of the box as doubles: ends, middle. */
enum { PROBES = 3 };

static void probe_point(double *x, const double *lo, const double *hi,
                        size_t which)
{
    static const double part[PROBES] = {0.5, 0.0625, 0.9375};
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        double a = lo[k], b = hi[k];
        if (isinf(a) || isinf(b)) {
            double m = range_middle(a, b);
            a = isinf(a) ? m - 1 : a;
            b = isinf(b) ? m + 1 : b;
        }
        x[k] = a + part[which] * (b - a);
    }
}

/* Doubles see the facts hold at x. */
static bool is_admitted(struct range_search *s, const struct sequent *q,
                        const double *x)
{
    for (size_t i = 0; i < q->nfacts; i++)
        if (!q->facts[i]->term ||
            !(range_double(s->doubles, q->facts[i]->term, x) >= 0))
            return false;
    return true;
}

/* Whether doubles speak against e >= 0 at the points of q. */
static bool is_hopeless(struct range_search *s, const struct sequent *q,
                        const struct scalar *e, int sign, const double *lo,
                        const double *hi)
{
    double x[SCALAR_MAX_VARIABLES];
    for (size_t i = 0; i < PROBES; i++) {
        probe_point(x, lo, hi, i);
        if (sign * range_double(s->doubles, e, x) < -1e-9 &&
            is_admitted(s, q, x))
            return true;
    }
    return false;
}

/* The end to which the derivative falls, if doubles see one; else -1. */
static int falling_end(struct range_search *s, const struct sequent *q,
                       size_t k, const double *lo, const double *hi)
{
    const struct scalar *slope = scalar_derivative(s->pool, q->goal->term, k);
    if (!slope)
        return -1;
    bool up = !is_hopeless(s, q, slope, 1, lo, hi);
    bool down = !is_hopeless(s, q, slope, -1, lo, hi);
    if (up && down) /* rather a finite end */
        return isinf(lo[k]) ? 1 : 0;
    return up ? 0 : down ? 1 : -1;
}

int range_falling_end(struct range_search *s, const struct sequent *q, size_t k)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    range_double_box(lo, hi, s, &q->box);
    return falling_end(s, q, k, lo, hi);
}

/* The same towards what facts say of the variable. */
static bool settle_bounded(struct range_search *s, size_t node,
                           const struct sequent *q, unsigned order, size_t k)
{
    for (size_t i = 0; i < q->nfacts; i++)
        if ((q->facts[i]->variables >> k & 1) &&
            range_reduce(s, node, q, PARTITION_RISING, k, 2 + i, order - 1))
            return true;
    return false;
}

static bool settle_rising(struct range_search *s, size_t node,
                          const struct sequent *q, unsigned order,
                          const double *lo, const double *hi)
{
    const struct scalar *f = q->goal->term;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (!(f->variables >> k & 1))
            continue;
        int end = falling_end(s, q, k, lo, hi);
        if (end >= 0 && range_reduce(s, node, q, PARTITION_RISING, k,
                                     (size_t)end, order - 1))
            return true;
        if (settle_bounded(s, node, q, order, k))
            return true;
    }
    return false;
}

/* Both ends of the box, or one of it and one that a fact says. */
static bool settle_bent(struct range_search *s, size_t node,
                        const struct sequent *q, unsigned order, size_t k)
{
    if (range_reduce(s, node, q, PARTITION_CONCAVE, k, 0, order - 1))
        return true;
    for (size_t i = 0; i < q->nfacts; i++)
        if ((q->facts[i]->variables >> k & 1) &&
            range_reduce(s, node, q, PARTITION_CONCAVE, k, 2 + i, order - 1))
            return true;
    return false;
}

static bool settle_concave(struct range_search *s, size_t node,
                           const struct sequent *q, unsigned order,
                           const double *lo, const double *hi)
{
    const struct scalar *f = q->goal->term;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (!(f->variables >> k & 1) || isinf(lo[k]) || isinf(hi[k]))
            continue;
        const struct scalar *bend =
            scalar_derivative(s->pool, scalar_derivative(s->pool, f, k), k);
        if (bend && !is_hopeless(s, q, bend, -1, lo, hi) &&
            settle_bent(s, node, q, order, k))
            return true;
    }
    return false;
}

/* The same relation without denominators, unless it had none. */
static bool settle_cleared(struct range_search *s, size_t node,
                           const struct sequent *q, unsigned order)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    if (!range_try(s, node, q, PARTITION_CLEAR, 0, 0, kids, &count))
        return false;
    bool same = kids[0].goal->term == q->goal->term;
    partition_set_rule(s->out, node, PARTITION_OPEN, 0, 0);
    return !same && range_reduce(s, node, q, PARTITION_CLEAR, 0, 0, order - 1);
}

/* Far out: over one of the exponentials. */
static bool settle_scaled(struct range_search *s, size_t node,
                          const struct sequent *q, unsigned order)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    for (size_t i = 0; i < SEQUENT_MAX_KIDS; i++) {
        if (!range_try(s, node, q, PARTITION_SCALE, 0, i, kids, &count))
            return false;
        bool same = kids[0].goal->term == q->goal->term;
        partition_set_rule(s->out, node, PARTITION_OPEN, 0, 0);
        if (!same && range_reduce(s, node, q, PARTITION_SCALE, 0, i, order - 1))
            return true;
    }
    return false;
}

/* Some variable of the goal has no end on a side. */
static bool is_far(const struct sequent *q, const double *lo, const double *hi)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if ((q->goal->variables >> k & 1) && isinf(hi[k] - lo[k]))
            return true;
    return false;
}

/* A corner of the box where the relation is about to fail. */
static bool is_touching(struct range_search *s, const struct sequent *q,
                        const double *lo, const double *hi)
{
    double x[SCALAR_MAX_VARIABLES];
    size_t count = 0, variables[SCALAR_MAX_VARIABLES];
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        x[k] = range_middle(lo[k], hi[k]);
        if (q->goal->variables >> k & 1)
            variables[count++] = k;
    }
    for (size_t corner = 0; corner < (size_t)1 << count; corner++) {
        for (size_t i = 0; i < count; i++) {
            size_t k = variables[i];
            double end = corner >> i & 1 ? hi[k] : lo[k];
            x[k] = isinf(end) ? x[k] : end;
        }
        if (!(fabs(range_double(s->doubles, q->goal->term, x)) > 1e-9))
            return true;
    }
    return false;
}

bool range_settle(struct range_search *s, size_t node, const struct sequent *q,
                  unsigned order)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    if (range_leaf(s, node, q))
        return true;
    if (q->goal->kind == GOAL_AND)
        return range_reduce(s, node, q, PARTITION_AND, 0, 0, order);
    if (!is_compare(q) || q->goal->has_kink || order == 0 ||
        q->goal->variables == 0 || q->goal->term->weight > RANGE_MAX_WEIGHT ||
        s->steps > s->until)
        return false;
    range_double_box(lo, hi, s, &q->box);
    if (is_hopeless(s, q, q->goal->term, 1, lo, hi))
        return false;
    bool far = is_far(q, lo, hi);
    if (order > 2 && !far && !is_touching(s, q, lo, hi))
        order = 2;
    return settle_rising(s, node, q, order, lo, hi) ||
           settle_concave(s, node, q, order, lo, hi) ||
           (order > 2 && settle_cleared(s, node, q, order)) ||
           (order > 2 && far && settle_scaled(s, node, q, order));
}
