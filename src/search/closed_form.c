/*
 * Closed forms by inverting a table of functions and recognising what is left:
 * rationals by continued fractions, quadratic irrationals by trying small
 * coefficients.
 */
#include "search/closed_form.h"

#include "ir/dim.h"

#include <math.h>

enum {
    LARGEST = 10000,  /* numerator or denominator of a guess */
    SMALL = 24,       /* denominator of a multiple of pi */
    QUADRATIC_A = 12, /* coefficients of quadratic equations */
    QUADRATIC_B = 40,
    QUADRATIC_C = 60,
    DEGREE = 6 /* of roots of rationals */
};

static const double pi = 3.14159265358979323846;

/* x is wrap(t), with t = inverse(x), whose slope there is slope(x, t). */
struct wrap {
    double (*inverse)(double x);
    double (*slope)(double x, double t);
    enum function fn;
    long times, under; /* times fn(t), over fn(under) or 1 */
};

struct guess {
    struct closed_forms *out;
    struct expr_pool *pool;
    const struct wrap *wrap; /* NULL: none */
    double x, slack;         /* of the whole */
    double t, slope, width;  /* of what stands under the wrap */
};

/* ---- expressions ---- */

static const struct expr *ratio(struct expr_pool *pool, long p, long q)
{
    const struct expr *e;
    LOCAL_RATIONAL x = rational_zero();
    mpq_set_si(x.q, p, (unsigned long)q);
    mpq_canonicalize(x.q);
    e = expr_number(pool, &x, (struct span){0});
    return e;
}

static const struct expr *binary(struct expr_pool *pool, enum expr_op op,
                                 const struct expr *a, const struct expr *b)
{
    return expr_binary(pool, op, a, b, (struct span){0});
}

static const struct expr *leaf(struct expr_pool *pool, struct expr model)
{
    model.rows = model.cols = dim_constant(expr_dims(pool), 1);
    return expr_intern(pool, &model);
}

static const struct expr *call(struct expr_pool *pool, enum function fn,
                               const struct expr *a)
{
    return leaf(pool,
                (struct expr){.op = EX_CALL, .fn = fn, .kids = &a, .count = 1});
}

static const struct expr *times(struct expr_pool *pool, long p, long q,
                                const struct expr *e)
{
    if (p == q)
        return e;
    return p == -q
               ? leaf(pool, (struct expr){.op = EX_NEG, .kids = &e, .count = 1})
               : binary(pool, EX_SCALE, ratio(pool, p, q), e);
}

/* ---- wraps ---- */

static double positive_square(double x)
{
    return x > 0 ? x * x : NAN;
}

static double negative_square(double x)
{
    return x < 0 ? x * x : NAN;
}

static double exp_of_double(double x)
{
    return exp(2 * x);
}

static double power_of_ten(double x)
{
    return pow(10, x);
}

static double log_of_minus(double x)
{
    return log(-x);
}

static double slope_of_square(double x, double t)
{
    (void)t;
    return 2 * x;
}

static double slope_of_log(double x, double t)
{
    (void)t;
    return 1 / x;
}

static double slope_of_power(double x, double t)
{
    return x == 0 ? t : log(t) / x * t;
}

static const struct wrap wraps[] = {
    {exp, slope_of_power, FN_LOG, 1, 0},
    {exp_of_double, slope_of_power, FN_LOG, 1, -2},
    {exp2, slope_of_power, FN_LOG, 1, 2},
    {power_of_ten, slope_of_power, FN_LOG, 1, 10},
    {log, slope_of_log, FN_EXP, 1, 0},
    {log_of_minus, slope_of_log, FN_EXP, -1, 0},
    {positive_square, slope_of_square, FN_SQRT, 1, 0},
    {negative_square, slope_of_square, FN_SQRT, -1, 0}};

static const struct expr *wrapped(const struct guess *g, const struct expr *t)
{
    const struct wrap *w = g->wrap;
    if (!w)
        return t;
    t = call(g->pool, w->fn, t);
    if (w->under > 0)
        return binary(g->pool, EX_DIVIDE, t,
                      call(g->pool, w->fn, ratio(g->pool, w->under, 1)));
    return times(g->pool, w->times, w->under < 0 ? -w->under : 1, t);
}

/* Sets t and how far it may be off; false: there is none. */
static bool unwrap(struct guess *g)
{
    g->t = g->wrap ? g->wrap->inverse(g->x) : g->x;
    g->slope = g->wrap ? g->wrap->slope(g->x, g->t) : 1;
    g->width = g->slack * fabs(g->slope);
    return isfinite(g->t) && isfinite(g->width) && fabs(g->t) < 1e12 &&
           g->width < 1e-3 * (1 + fabs(g->t)) && fabs(g->t) > 1e-9;
}

/* ---- guesses ---- */

/* Keeps a guess, t of that value, among the simplest ones. */
static void add(const struct guess *g, const struct expr *t, double value,
                double cost)
{
    struct closed_forms *out = g->out;
    const struct expr *e = wrapped(g, t);
    const double x = g->x + (value - g->t) / g->slope;
    size_t at = out->count;
    cost += g->wrap ? 3 : 0;
    for (size_t i = 0; i < out->count; i++)
        if (out->items[i].expr == e)
            return;
    while (at > 0 && out->items[at - 1].cost > cost)
        at--;
    if (at == CLOSED_FORMS)
        return;
    if (out->count < CLOSED_FORMS)
        out->count++;
    for (size_t i = out->count - 1; i > at; i--)
        out->items[i] = out->items[i - 1];
    out->items[at] = (struct closed_form){e, x, cost};
}

/* The first convergent p/q within `slack` of x, q <= most; false: none. */
static bool find_ratio(long *p, long *q, double x, double slack, long most)
{
    double rest = x, p0 = 0, q0 = 1, p1 = 1, q1 = 0;
    while (q1 == 0 || fabs(x - p1 / q1) > slack) {
        double a = floor(rest), p2 = a * p1 + p0, q2 = a * q1 + q0;
        if (!(fabs(p2) < 1e15) || q2 > (double)most)
            return false;
        p0 = p1;
        q0 = q1;
        p1 = p2;
        q1 = q2;
        rest = 1 / (rest - a); /* infinite: x is p1 / q1 */
    }
    *p = (long)p1;
    *q = (long)q1;
    return true;
}

static double cost_of(long p, long q)
{
    return log2(fabs((double)p)) + log2((double)q);
}

static void guess_rational(const struct guess *g)
{
    long p, q;
    if (find_ratio(&p, &q, g->t, g->width, LARGEST) && p != 0)
        add(g, ratio(g->pool, p, q), (double)p / (double)q, cost_of(p, q));
    if (g->wrap && g->wrap->fn != FN_SQRT)
        return;
    if (find_ratio(&p, &q, g->t / pi, g->width / pi, SMALL) && p != 0)
        add(g, times(g->pool, p, q, leaf(g->pool, (struct expr){.op = EX_PI})),
            pi * (double)p / (double)q, cost_of(p, q) + 2);
}

/* t = q^(1/n) or its negative */
static void guess_root(const struct guess *g)
{
    for (long n = 3; n <= DEGREE && !g->wrap; n++) {
        double power = pow(fabs(g->t), (double)n);
        double width = g->width * (double)n * power / fabs(g->t);
        long p, q;
        if (power < 1e9 && find_ratio(&p, &q, power, width, LARGEST) && p != 0)
            add(g,
                times(g->pool, g->t < 0 ? -1 : 1, 1,
                      binary(g->pool, EX_POW, ratio(g->pool, p, q),
                             ratio(g->pool, 1, n))),
                copysign(pow((double)p / (double)q, 1 / (double)n), g->t),
                cost_of(p, q) + 2 * (double)n);
    }
}

/* (-b ± sqrt(b^2 - 4 a c)) / (2 a), which is about t */
static void add_quadratic(const struct guess *g, long a, long b, long c)
{
    long inside = b * b - 4 * a * c;
    double root = sqrt((double)inside);
    if (inside <= 0 || root == floor(root))
        return;
    long outside = 2 * (double)a * g->t + (double)b > 0 ? 1 : -1;
    for (long f = 2; f * f <= inside; f++)
        for (; inside % (f * f) == 0; inside /= f * f)
            outside *= f;
    const struct expr *e =
        times(g->pool, outside, 2 * a,
              call(g->pool, FN_SQRT, ratio(g->pool, inside, 1)));
    if (b != 0)
        e = binary(g->pool, EX_ADD, e, ratio(g->pool, -b, 2 * a));
    add(g, e, (copysign(root, (double)outside) - (double)b) / (2 * (double)a),
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

void closed_forms_guess(struct closed_forms *out, struct expr_pool *pool,
                        double x, double slack)
{
    struct guess g = {
        .out = out, .pool = pool, .x = x, .slack = slack, .t = x, .slope = 1};
    out->count = 0;
    if (fabs(x) <= slack)
        add(&g, ratio(pool, 0, 1), 0, 0);
    for (size_t k = 0; k <= sizeof wraps / sizeof *wraps; k++) {
        g.wrap = k > 0 ? &wraps[k - 1] : NULL;
        if (unwrap(&g)) {
            guess_rational(&g);
            guess_root(&g);
            guess_quadratic(&g);
        }
    }
}
