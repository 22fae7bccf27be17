#include "prove/range_form.h"

#include "prove/range_internal.h"

#include <math.h>
#include <stdlib.h>

enum {
    LARGEST = 4096,   /* numerator or denominator of a guess */
    SMALL = 24,       /* denominator of a multiple of pi */
    QUADRATIC_A = 12, /* coefficients of quadratic equations */
    QUADRATIC_B = 40,
    QUADRATIC_C = 60,
    DEGREE = 6 /* of roots of rationals */
};

static const double pi = 3.14159265358979323846;

/* What a number stands under. */
enum wrap {
    WRAP_NONE,
    WRAP_LOG,
    WRAP_HALF_LOG,
    WRAP_LOG2,
    WRAP_LOG10,
    WRAP_EXP,
    WRAP_MINUS_EXP,
    WRAP_ROOT,
    WRAP_MINUS_ROOT,
    WRAPS
};

struct guess {
    struct form_list *out;
    struct scalar_pool *pool;
    enum wrap wrap;
    double x, slack; /* of the whole */
    double t, width; /* of what stands under the wrap */
};

static const struct scalar *log_to_base(struct scalar_pool *pool,
                                        const struct scalar *t, long base)
{
    const struct scalar *log_base =
        scalar_call1(pool, FN_LOG, scalar_int(pool, base));
    return scalar_product(pool, scalar_call1(pool, FN_LOG, t),
                          scalar_power_si(pool, log_base, -1));
}

static const struct scalar *wrapped(const struct guess *g,
                                    const struct scalar *t)
{
    struct scalar_pool *pool = g->pool;
    if (!t)
        return NULL;
    switch (g->wrap) {
    case WRAP_NONE:
    case WRAPS:
        return t;
    case WRAP_LOG:
        return scalar_call1(pool, FN_LOG, t);
    case WRAP_HALF_LOG:
        return scalar_product(pool, scalar_ratio(pool, 1, 2),
                              scalar_call1(pool, FN_LOG, t));
    case WRAP_LOG2:
        return log_to_base(pool, t, 2);
    case WRAP_LOG10:
        return log_to_base(pool, t, 10);
    case WRAP_EXP:
        return scalar_call1(pool, FN_EXP, t);
    case WRAP_MINUS_EXP:
        return scalar_times(pool, -1, scalar_call1(pool, FN_EXP, t));
    case WRAP_ROOT:
        return scalar_root(pool, t, 2);
    case WRAP_MINUS_ROOT:
        return scalar_times(pool, -1, scalar_root(pool, t, 2));
    }
    return NULL;
}

/* t with x = wrap(t), and how far it may be off; false: there is none. */
static bool unwrap(struct guess *g)
{
    double x = g->x, slope = 1;
    switch (g->wrap) {
    case WRAP_NONE:
    case WRAPS:
        g->t = x;
        break;
    case WRAP_LOG:
        g->t = slope = exp(x);
        break;
    case WRAP_HALF_LOG:
        g->t = exp(2 * x);
        slope = 2 * g->t;
        break;
    case WRAP_LOG2:
        g->t = exp2(x);
        slope = log(2) * g->t;
        break;
    case WRAP_LOG10:
        g->t = pow(10, x);
        slope = log(10) * g->t;
        break;
    case WRAP_EXP:
        g->t = log(x);
        slope = 1 / x;
        break;
    case WRAP_MINUS_EXP:
        g->t = log(-x);
        slope = 1 / x;
        break;
    case WRAP_ROOT:
    case WRAP_MINUS_ROOT:
        g->t = (x > 0) == (g->wrap == WRAP_ROOT) ? x * x : NAN;
        slope = 2 * x;
        break;
    }
    g->width = g->slack * fabs(slope);
    return isfinite(g->t) && isfinite(g->width) && fabs(g->t) < 1e12 &&
           g->width < 1e-3 * (1 + fabs(g->t)) && fabs(g->t) > 1e-9;
}

/* Keeps a guess among the simplest ones. */
static void add(const struct guess *g, const struct scalar *t, double cost)
{
    struct form_list *out = g->out;
    const struct scalar *value = wrapped(g, t);
    size_t at = out->count;
    if (!value)
        return;
    cost += g->wrap == WRAP_NONE ? 0 : 3;
    for (size_t i = 0; i < out->count; i++)
        if (out->value[i] == value)
            return;
    while (at > 0 && out->cost[at - 1] > cost)
        at--;
    if (at == FORM_COUNT)
        return;
    if (out->count < FORM_COUNT)
        out->count++;
    for (size_t i = out->count - 1; i > at; i--) {
        out->value[i] = out->value[i - 1];
        out->near[i] = out->near[i - 1];
        out->cost[i] = out->cost[i - 1];
    }
    out->value[at] = value;
    out->near[at] = g->x;
    out->cost[at] = cost;
}

/* The simplest rational near t, and what it costs; NULL: none is simple. */
static const struct scalar *rational_near(const struct guess *g, double t,
                                          double width, long most, double *cost)
{
    const struct scalar *e = NULL;
    mpq_t q;
    mpq_init(q);
    range_simplest(q, t - width, t + width);
    bool simple = mpz_cmpabs_ui(mpq_denref(q), (unsigned long)most) <= 0 &&
                  mpz_cmpabs_ui(mpq_numref(q), LARGEST * LARGEST) <= 0 &&
                  mpq_sgn(q) != 0;
    if (simple) {
        *cost = log2(fabs(mpz_get_d(mpq_numref(q)))) +
                log2(mpz_get_d(mpq_denref(q)));
        e = scalar_number(g->pool, q);
    }
    mpq_clear(q);
    return e;
}

static void guess_rational(const struct guess *g)
{
    double cost;
    const struct scalar *q = rational_near(g, g->t, g->width, LARGEST, &cost);
    if (q)
        add(g, q, cost);
    if (g->wrap != WRAP_NONE && g->wrap != WRAP_ROOT)
        return;
    q = rational_near(g, g->t / pi, g->width / pi, SMALL, &cost);
    if (q)
        add(g, scalar_product(g->pool, q, scalar_pi(g->pool)), cost + 2);
}

/* t = ± q^(1/n) */
static void guess_root(const struct guess *g)
{
    for (unsigned n = 3; n <= DEGREE && g->wrap == WRAP_NONE; n++) {
        double cost, power = pow(fabs(g->t), n);
        double width = g->width * n * power / fabs(g->t);
        const struct scalar *q =
            power < 1e9 ? rational_near(g, power, width, LARGEST, &cost) : NULL;
        const struct scalar *root = scalar_root(g->pool, q, n);
        if (root)
            add(g, scalar_times(g->pool, g->t < 0 ? -1 : 1, root),
                cost + 2 * n);
    }
}

/* (-b ± sqrt(b^2 - 4 a c)) / (2 a), which is about t */
static void add_quadratic(const struct guess *g, long a, long b, long c)
{
    long square = b * b - 4 * a * c;
    double root = sqrt((double)square);
    if (square <= 0 || root == floor(root))
        return;
    bool plus = 2 * (double)a * g->t + (double)b > 0;
    const struct scalar *half = scalar_ratio(g->pool, plus ? 1 : -1, 2 * a);
    const struct scalar *e = scalar_product(
        g->pool, half, scalar_root(g->pool, scalar_int(g->pool, square), 2));
    e = scalar_sum(g->pool, e, scalar_ratio(g->pool, -b, 2 * a));
    add(g, e,
        log2((double)a) + log2(1 + fabs((double)b)) +
            log2(1 + fabs((double)c)) + 3);
}

static void guess_quadratic(const struct guess *g)
{
    double t = g->t;
    for (long a = 1; a <= QUADRATIC_A; a++)
        for (long b = -QUADRATIC_B; b <= QUADRATIC_B; b++) {
            double rest = ((double)a * t + (double)b) * t;
            double c = -floor(rest + 0.5);
            double slope = fabs(2 * (double)a * t + (double)b);
            if (fabs(rest + c) <= slope * g->width && fabs(c) <= QUADRATIC_C)
                add_quadratic(g, a, b, (long)c);
        }
}

void form_guess(struct form_list *out, struct scalar_pool *pool, double x,
                double slack)
{
    struct guess g = {.out = out, .pool = pool, .x = x, .slack = slack};
    out->count = 0;
    if (fabs(x) <= slack)
        add(&g, scalar_int(pool, 0), 0);
    for (g.wrap = WRAP_NONE; g.wrap < WRAPS; g.wrap++)
        if (unwrap(&g)) {
            guess_rational(&g);
            guess_root(&g);
            guess_quadratic(&g);
        }
}
