/* Terms in plain doubles: guesses only. */
#include "prove/range_internal.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>

struct range_doubles {
    struct scalar_pool *pool;
    double *values;
    unsigned long *stamps;
    size_t capacity;
    unsigned long stamp, inner, last; /* inner: where SCALAR_BOUND is fixed */
    const double *x;
    double bound;
    size_t work; /* nodes, of which WORK_SHARE are worth a unit */
};

enum { WORK_SHARE = 32 };

/* Values of terms without variables are kept. */
enum { CONSTANT_STAMP = 1 };

struct range_doubles *range_doubles_new(struct scalar_pool *pool)
{
    struct range_doubles *d = xcalloc(1, sizeof *d);
    d->pool = pool;
    d->last = CONSTANT_STAMP;
    return d;
}

void range_doubles_free(struct range_doubles *d)
{
    if (!d)
        return;
    free(d->values);
    free(d->stamps);
    free(d);
}

static double value_of(struct range_doubles *d, const struct scalar *e);

static double sum_of(struct range_doubles *d, const struct scalar *e)
{
    double sum = 0;
    for (size_t i = 0; i < e->count; i++)
        sum += value_of(d, e->kids[i]);
    return sum;
}

static double product_of(struct range_doubles *d, const struct scalar *e)
{
    double product = 1;
    for (size_t i = 0; i < e->count; i++)
        product *= value_of(d, e->kids[i]);
    return product;
}

static double call_of(enum function fn, double a, double b)
{
    switch ((int)fn) {
    case FN_EXP:
        return exp(a);
    case FN_LOG:
        return a > 0 ? log(a) : NAN;
    case FN_SIN:
        return sin(a);
    case FN_COS:
        return cos(a);
    case FN_TANH:
        return tanh(a);
    case FN_ERF:
        return erf(a);
    case FN_ABS:
        return fabs(a);
    case FN_SIGN:
        return (a > 0) - (a < 0);
    case FN_RELU:
        return a > 0 ? a : 0;
    case FN_MAX2:
        return a > b ? a : b;
    case FN_MIN2:
        return a < b ? a : b;
    default:
        return NAN;
    }
}

static bool holds(struct range_doubles *d, const struct goal *g)
{
    switch (g->kind) {
    case GOAL_GE:
        return value_of(d, g->term) >= 0;
    case GOAL_GT:
        return value_of(d, g->term) > 0;
    case GOAL_AND:
        return holds(d, g->a) && holds(d, g->b);
    case GOAL_OR:
        return holds(d, g->a) || holds(d, g->b);
    }
    return false;
}

/* Where the variable is, and how much that counts, for u of the real line. */
struct abscissa {
    double t, weight;
};

/* The double exponential rule, ends being infinite where they are. */
static struct abscissa abscissa_at(double u, double lo, double hi)
{
    double s = 1.5707963267948966 * sinh(u);
    double ds = 1.5707963267948966 * cosh(u), c = cosh(s);
    if (isinf(lo) && isinf(hi))
        return (struct abscissa){sinh(s), c * ds};
    if (isinf(hi))
        return (struct abscissa){lo + exp(s), exp(s) * ds};
    if (isinf(lo))
        return (struct abscissa){hi - exp(s), exp(s) * ds};
    double r = (hi - lo) / 2;
    return (struct abscissa){lo + r + r * tanh(s), r * ds / (c * c)};
}

static double integral_of(struct range_doubles *d, const struct scalar *e)
{
    enum { STEPS = 26 };
    const struct scalar *lo = scalar_integral_lo(e),
                        *hi = scalar_integral_hi(e);
    double from = lo ? value_of(d, lo) : -HUGE_VAL;
    double to = hi ? value_of(d, hi) : HUGE_VAL;
    double outer = d->bound, sum = 0;
    unsigned long stamp = d->inner;
    if (isnan(from) || isnan(to))
        return NAN;
    for (int i = -STEPS; i <= STEPS; i++) {
        struct abscissa at = abscissa_at(i / 8.0, from, to);
        d->bound = at.t;
        d->inner = ++d->last;
        double value = at.weight * value_of(d, e->kids[0]);
        sum += isfinite(value) ? value / 8 : 0;
    }
    d->bound = outer;
    d->inner = stamp;
    return sum;
}

static double compute(struct range_doubles *d, const struct scalar *e)
{
    switch (e->op) {
    case SCALAR_NUMBER:
        return rational_to_double(e->number);
    case SCALAR_PI:
        return 3.14159265358979323846;
    case SCALAR_VARIABLE:
        return e->variable == SCALAR_BOUND ? d->bound : d->x[e->variable];
    case SCALAR_ADD:
        return sum_of(d, e);
    case SCALAR_MUL:
        return product_of(d, e);
    case SCALAR_POWER:
        return pow(value_of(d, e->kids[0]), rational_to_double(e->number));
    case SCALAR_GENERAL:
        return pow(value_of(d, e->kids[0]), value_of(d, e->kids[1]));
    case SCALAR_CALL:
        return call_of(e->fn, value_of(d, e->kids[0]),
                       e->count > 1 ? value_of(d, e->kids[1]) : 0);
    case SCALAR_IF:
        return value_of(d, e->kids[holds(d, e->condition) ? 0 : 1]);
    case SCALAR_INTEGRAL:
        return integral_of(d, e);
    }
    return NAN;
}

static double value_of(struct range_doubles *d, const struct scalar *e)
{
    unsigned long stamp = scalar_is_in_integral(e) ? d->inner
                          : e->variables == 0      ? CONSTANT_STAMP
                                                   : d->stamp;
    if (d->stamps[e->id] != stamp) {
        d->values[e->id] = compute(d, e);
        d->stamps[e->id] = stamp;
        d->work++;
    }
    return d->values[e->id];
}

static void grow(struct range_doubles *d, size_t needed)
{
    size_t old = d->capacity;
    if (needed <= old)
        return;
    while (d->capacity < needed)
        d->capacity = d->capacity ? 2 * d->capacity : 256;
    d->values = xrealloc(d->values, d->capacity, sizeof *d->values);
    d->stamps = xrealloc(d->stamps, d->capacity, sizeof *d->stamps);
    for (size_t i = old; i < d->capacity; i++)
        d->stamps[i] = 0;
}

double range_double(struct range_doubles *d, const struct scalar *e,
                    const double *x)
{
    grow(d, scalar_count(d->pool));
    d->stamp = ++d->last;
    d->x = x;
    double value = value_of(d, e);
    scalar_spend(d->pool, d->work / WORK_SHARE);
    d->work %= WORK_SHARE;
    return value;
}

void range_double_box(double *lo, double *hi, struct range_search *s,
                      const struct sequent_box *box)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        double ignored;
        lo[k] = -HUGE_VAL;
        hi[k] = HUGE_VAL;
        if (box->lo[k] &&
            !range_values_double(&lo[k], &ignored, s->values, box->lo[k], box))
            lo[k] = -HUGE_VAL;
        if (box->hi[k] &&
            !range_values_double(&ignored, &hi[k], s->values, box->hi[k], box))
            hi[k] = HUGE_VAL;
    }
}

double range_middle(double lo, double hi)
{
    if (isinf(lo) && isinf(hi))
        return 0;
    if (isinf(lo))
        return hi < 1 ? 2 * hi - 1 : 0;
    if (isinf(hi))
        return lo > -1 ? 2 * lo + 1 : 0;
    return lo + (hi - lo) / 2;
}
