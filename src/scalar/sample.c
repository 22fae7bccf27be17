/* Terms at points, by a walk that keeps a value for each of them. */
#include "scalar/sample_internal.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Functions. */

static double called(unsigned fn, double a, double b)
{
    switch (fn) {
    case FN_EXP:
        return exp(a);
    case FN_LOG:
        return a == 0 ? 0 : log(fabs(a));
    case FN_SQRT:
        return a > 0 ? sqrt(a) : 0;
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
    case FN_RELU:
        return fmax(a, 0);
    case FN_SIGN:
        return (a > 0) - (a < 0);
    case FN_MAX2:
        return fmax(a, b);
    case FN_MIN2:
        return fmin(a, b);
    case CORE_RECIP:
        return a == 0 ? 0 : 1 / a;
    case CORE_POW:
        return a > 0 || b == rint(b) ? pow(a, b) : 0;
    default:
        return NAN;
    }
}

/* Of arguments that may be off by their errors. */
static struct sample call(unsigned fn, struct sample a, struct sample b)
{
    double value = called(fn, a.value, b.value);
    double error = fmax(fabs(called(fn, a.value + a.error, b.value) - value),
                        fabs(called(fn, a.value - a.error, b.value) - value));

    if (b.error > 0)
        error += fmax(fabs(called(fn, a.value, b.value + b.error) - value),
                      fabs(called(fn, a.value, b.value - b.error) - value));
    if (fn == FN_EXP) /* may be too small for a double */
        error += DBL_MIN;
    return (struct sample){value, error + 4e-16 * fabs(value)};
}

static struct sample atom_at(struct samples *s, const struct atom *a, size_t i)
{
    static const struct sample unknown = {NAN, 0};

    for (size_t k = 0; k < s->nvariables; k++) {
        if (s->variables[k] == a)
            return (struct sample){s->points[i][k], 0};
    }
    if (a->kind != ATOM_APPLY || a->count > 2)
        return unknown;
    if (a->function >= CORE_EQ)
        return (struct sample){samples_truth(s, a->form, i) == SEEMS_TRUE, 0};
    if (a->function == CORE_PI)
        return (struct sample){acos(-1), 4e-16};
    if (a->count == 0 || !form_scalar(a->args[0]) ||
        !form_scalar(a->args[a->count - 1]))
        return unknown;
    return call(a->function, samples_values(s, a->args[0])[i],
                samples_values(s, a->args[a->count - 1])[i]);
}

static void multiply(struct sample *product, struct sample by)
{
    const bool is_zero = product->value == 0 || by.value == 0;

    product->error = fabs(product->value) * by.error +
                     fabs(by.value) * product->error +
                     product->error * by.error;
    product->value *= by.value;
    product->error += 2e-16 * fabs(product->value) + (is_zero ? 0 : DBL_MIN);
}

static struct sample term_at(struct samples *s, const struct term *t, size_t i)
{
    struct sample product = {mpq_get_d(t->coefficient->value->q), 0};

    product.error = 2e-16 * fabs(product.value);
    for (size_t k = 0; k < t->monomial->count; k++) {
        const struct letter *l = &t->monomial->items[k];
        const struct sample x = samples_values(s, l->atom->form)[i];

        for (unsigned n = 0; n < l->power; n++)
            multiply(&product, x);
    }
    return product;
}

/* Integrals, by Gauss's rule with four points on each of a few pieces. */

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

    inner.known = (struct memo){{NULL, 0, 0}};
    inner.variables[inner.nvariables++] = t;
    for (size_t i = 0; i < SAMPLE_POINTS; i++)
        inner.points[i][s->nvariables] =
            place_of(ends[i][0], ends[i][1], u, is_ray);
    const struct sample *values = samples_values(&inner, body);
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

static void integral_values(struct samples *s, const struct atom *a,
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

static bool is_integral(const struct samples *s, const struct form *f)
{
    const struct atom *a = form_letter(f);

    return a != NULL && a->kind == ATOM_BINDER && !binder_is_over_index(a) &&
           s->nvariables < SAMPLE_VARIABLES;
}

const struct sample *samples_values(struct samples *s, const struct form *f)
{
    struct sample *out = (struct sample *)memo_get(&s->known, f);

    if (out != NULL)
        return out;
    out = arena_array(pool_arena(s->pool), SAMPLE_POINTS, sizeof *out);
    if (is_integral(s, f)) {
        integral_values(s, form_letter(f), out);
        memo_set(&s->known, f, out);
        return out;
    }
    for (size_t i = 0; i < SAMPLE_POINTS; i++) {
        struct sample sum = {form_scalar(f) ? 0 : NAN, 0};

        if (form_letter(f) != NULL)
            sum = atom_at(s, form_letter(f), i);
        for (size_t k = 0; form_letter(f) == NULL && k < f->count; k++) {
            const struct sample t = term_at(s, &f->terms[k], i);

            sum.value += t.value;
            sum.error += t.error + 2e-16 * fabs(sum.value);
        }
        out[i] = sum;
    }
    memo_set(&s->known, f, out);
    return out;
}

/* Relations. */

static enum sample_truth truth_of_parts(struct samples *s, const struct form *r,
                                        unsigned fn, size_t i)
{
    const enum sample_truth decisive =
        fn == CORE_AND ? SEEMS_FALSE : SEEMS_TRUE;
    enum sample_truth out = -decisive;

    for (size_t k = 0; k < relation_parts(r, fn); k++) {
        const enum sample_truth now =
            samples_truth(s, relation_part(r, fn, k), i);

        if (now == decisive)
            return decisive;
        out = now == SEEMS_OPEN ? SEEMS_OPEN : out;
    }
    return out;
}

enum sample_truth samples_truth(struct samples *s, const struct form *r,
                                size_t i)
{
    const unsigned fn = relation_kind(r);
    struct sample x;

    if (fn == CORE_AND || fn == CORE_OR)
        return truth_of_parts(s, r, fn, i);
    if (fn < CORE_EQ || fn > CORE_LT)
        return r == relation_true(s->pool)    ? SEEMS_TRUE
               : r == relation_false(s->pool) ? SEEMS_FALSE
                                              : SEEMS_OPEN;
    x = samples_values(s, relation_atom(r)->args[0])[i];
    double slack = 4 * x.error;
    if (!isfinite(x.value) || !isfinite(slack))
        return SEEMS_OPEN;
    if (fn == CORE_EQ || fn == CORE_NE) {
        const bool apart = fabs(x.value) > slack;

        return apart == (fn == CORE_NE) ? SEEMS_TRUE : SEEMS_FALSE;
    }
    if (x.value > slack || (x.value == 0 && fn == CORE_LE))
        return SEEMS_TRUE;
    return x.value < -slack || (x.value == 0 && slack == 0) ? SEEMS_FALSE
                                                            : SEEMS_OPEN;
}

void samples_free(struct samples *s)
{
    if (s == NULL)
        return;
    memo_clear(&s->known);
    free(s);
}

bool samples_any(const struct samples *s)
{
    bool out = false;

    for (size_t i = 0; i < SAMPLE_POINTS; i++)
        out = out || s->admitted[i];
    return out;
}

bool samples_point(const struct samples *s, const struct atom *x, double *out)
{
    for (size_t i = 0; i < SAMPLE_POINTS; i++) {
        for (size_t k = 0; s->admitted[i] && k < s->nvariables; k++) {
            *out = s->points[i][k];
            if (s->variables[k] == x)
                return true;
        }
    }
    return false;
}

bool samples_deny(struct samples *s, const struct form *relation)
{
    for (size_t i = 0; i < SAMPLE_POINTS; i++) {
        if (s->admitted[i] && samples_truth(s, relation, i) == SEEMS_FALSE)
            return true;
    }
    return false;
}

int samples_sign(struct samples *s, const struct form *f)
{
    const struct sample *x = samples_values(s, f);
    bool above = false, below = false;

    for (size_t i = 0; i < SAMPLE_POINTS; i++) {
        if (!s->admitted[i] || isnan(x[i].value))
            continue;
        above = above || x[i].value > 4 * x[i].error;
        below = below || x[i].value < -4 * x[i].error;
    }
    return above == below ? 0 : above ? 1 : -1;
}

double samples_largest(struct samples *s, const struct form *f)
{
    const struct sample *x = samples_values(s, f);
    double out = 0;

    for (size_t i = 0; i < SAMPLE_POINTS; i++) {
        if (s->admitted[i] && isfinite(x[i].value))
            out = fmax(out, fabs(x[i].value));
    }
    return out;
}
