/*
 * Points by Halton's sequence ([Halton1960]), half of them drawn to the ends
 * of ranges, and terms there by a walk that keeps a value for each point.
 */
#include "scalar/sample_internal.h"

#include "base/status.h"
#include "core/function.h"
#include "scalar/box.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum truth { SEEMS_FALSE = -1, SEEMS_OPEN, SEEMS_TRUE };

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

static enum truth truth_at(struct samples *s, const struct form *r, size_t i);

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
        return (struct sample){truth_at(s, a->form, i) == SEEMS_TRUE, 0};
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
        samples_integral(s, form_letter(f), out);
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

static enum truth truth_of_parts(struct samples *s, const struct form *r,
                                 unsigned fn, size_t i)
{
    const enum truth decisive = fn == CORE_AND ? SEEMS_FALSE : SEEMS_TRUE;
    enum truth out = -decisive;

    for (size_t k = 0; k < relation_parts(r, fn); k++) {
        const enum truth now = truth_at(s, relation_part(r, fn, k), i);

        if (now == decisive)
            return decisive;
        out = now == SEEMS_OPEN ? SEEMS_OPEN : out;
    }
    return out;
}

static enum truth truth_at(struct samples *s, const struct form *r, size_t i)
{
    const unsigned fn = relation_kind(r);
    struct sample x;
    double slack;

    if (fn == CORE_AND || fn == CORE_OR)
        return truth_of_parts(s, r, fn, i);
    if (fn < CORE_EQ || fn > CORE_LT)
        return r == relation_true(s->pool)    ? SEEMS_TRUE
               : r == relation_false(s->pool) ? SEEMS_FALSE
                                              : SEEMS_OPEN;
    x = samples_values(s, relation_atom(r)->args[0])[i];
    slack = 4 * x.error;
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

/* Points. */

/* The n-th number of van der Corput's sequence to that base. */
static double radical_inverse(unsigned n, unsigned base)
{
    double out = 0, digit = 1.0 / base;

    for (; n > 0; n /= base, digit /= base)
        out += digit * (n % base);
    return out;
}

/* u of 0..1 in the range. */
static double stretched(double u, double lo, double hi, bool is_integer)
{
    double x;

    if (isinf(lo) && isinf(hi))
        x = (2 * u - 1) / (u * (1 - u));
    else if (isinf(hi))
        x = lo + u / (1 - u) * fmax(1, fabs(lo) / 4);
    else if (isinf(lo))
        x = hi - u / (1 - u) * fmax(1, fabs(hi) / 4);
    else
        x = lo + u * (hi - lo);
    return is_integer ? rint(x) : x;
}

/* Terms of earlier variables that facts bound the k-th by from that side. */
static size_t bounds_of(struct samples *s, const struct problem *p, size_t k,
                        bool is_upper, const struct form **bounds)
{
    size_t count = 0;

    for (size_t i = 0; i < p->nfacts; i++) {
        const struct form *bound =
            box_bound(s->pool, p->facts[i], s->variables[k], is_upper);
        size_t known = 0;

        for (size_t j = 0; bound != NULL && j < k; j++)
            known += variables_have(&bound->free, s->variables[j]);
        if (bound != NULL && known > 0 && known == bound->free.count)
            bounds[count++] = bound;
    }
    return count;
}

/* The better of the end and of the bounds at the point. */
static double end_at(struct samples *s, double end,
                     const struct form *const *bounds, size_t count, size_t i,
                     bool is_upper)
{
    for (size_t k = 0; k < count; k++) {
        const double now = samples_values(s, bounds[k])[i].value;

        end = is_upper ? fmin(end, now) : fmax(end, now);
    }
    return end;
}

static void fill_variable(struct samples *s, const struct problem *p,
                          struct enclosure *e, size_t k)
{
    static const unsigned bases[SAMPLE_VARIABLES] = {2,  3,  5,  7,
                                                     11, 13, 17, 19};
    const struct image *r = enclosure_value(e, s->variables[k]->form);
    const struct form **lows =
        arena_array(pool_arena(s->pool), 2 * p->nfacts + 1, sizeof *lows);
    const struct form **highs = lows + p->nfacts;
    const size_t nlows = bounds_of(s, p, k, false, lows),
                 nhighs = bounds_of(s, p, k, true, highs);

    for (unsigned i = 0; i < SAMPLE_POINTS; i++) {
        const double lo =
            end_at(s, mpfr_get_d(r->x.lo, MPFR_RNDU), lows, nlows, i, false);
        const double hi =
            end_at(s, mpfr_get_d(r->x.hi, MPFR_RNDD), highs, nhighs, i, true);
        double u = radical_inverse(i + 1, bases[k]);

        if (i % 4 == 1)
            u = u * u * u;
        if (i % 4 == 3)
            u = 1 - (1 - u) * (1 - u) * (1 - u);
        s->points[i][k] =
            (i + k) % 8 == 2 && lo < 0 && hi > 0
                ? 0 /* where squares are 0, too */
                : stretched(u, lo, hi, s->variables[k]->is_integer);
    }
}

/* Whether a point has no value for it but its own: a sum, a member. */
static bool is_opaque(const struct atom *a)
{
    return a->kind == ATOM_MEMBER ||
           (a->kind == ATOM_BINDER && a->binder != BINDER_FORALL &&
            binder_is_over_index(a));
}

/* What is opaque in f is one more variable; false: too many. */
static bool add_opaque(struct samples *s, const struct form *f)
{
    bool fine = true;

    for (size_t i = 0; i < f->count && fine; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count && fine; k++) {
            const struct atom *a = m->items[k].atom;
            size_t known = 0;

            for (size_t j = 0; a->kind == ATOM_APPLY && j < a->count && fine;
                 j++)
                fine = add_opaque(s, a->args[j]);
            while (known < s->nvariables && s->variables[known] != a)
                known++;
            if (known < s->nvariables || !is_opaque(a))
                continue;
            fine = fine && s->nvariables < SAMPLE_VARIABLES;
            if (fine)
                s->variables[s->nvariables++] = a;
        }
    }
    return fine;
}

/* They were for facts: what they have to do with each other no point knows. */
static void forget_opaque(struct samples *s, size_t nvariables)
{
    if (s->nvariables > nvariables)
        memo_clear(&s->known);
    s->nvariables = nvariables;
}

/* Numbers that were fixed later are bounded by those before. */
static void sort_variables(struct samples *s)
{
    for (size_t i = 1; i < s->nvariables; i++) {
        const struct atom *a = s->variables[i];
        size_t k = i;

        for (; k > 0 && s->variables[k - 1]->variable == VARIABLE_FIXED &&
               (a->variable != VARIABLE_FIXED ||
                s->variables[k - 1]->serial > a->serial);
             k--)
            s->variables[k] = s->variables[k - 1];
        s->variables[k] = a;
    }
}

struct samples *samples_new(struct pool *pool, const struct problem *p,
                            struct enclosure *e)
{
    struct samples *s = xcalloc(1, sizeof *s);
    struct variables free = p->goal->free;
    bool fine;

    s->pool = pool;
    for (size_t i = 0; i < p->nfacts; i++)
        free = variables_join(pool, free, p->facts[i]->free);
    if (free.count > SAMPLE_VARIABLES)
        return s;
    s->nvariables = free.count;
    for (size_t i = 0; i < free.count; i++)
        s->variables[i] = free.items[i];
    sort_variables(s);
    fine = add_opaque(s, p->goal);
    for (size_t i = 0; i < p->nfacts && fine; i++)
        fine = add_opaque(s, p->facts[i]);
    if (!fine)
        return s;
    for (size_t k = 0; k < s->nvariables; k++)
        fill_variable(s, p, e, k);
    for (size_t i = 0; i < SAMPLE_POINTS; i++) {
        s->admitted[i] = true;
        for (size_t k = 0; k < p->nfacts && s->admitted[i]; k++)
            s->admitted[i] = truth_at(s, p->facts[k], i) == SEEMS_TRUE;
    }
    forget_opaque(s, free.count);
    return s;
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
        if (s->admitted[i] && truth_at(s, relation, i) == SEEMS_FALSE)
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
