/*
 * Points by Halton's sequence ([Halton1960]), half of them drawn to the ends
 * of ranges, at which facts seem to hold.
 */
#include "scalar/sample_internal.h"

#include "base/status.h"
#include "scalar/box.h"

#include <math.h>

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
            (i + k) % 8 == 2 && lo <= 0 && hi >= 0 && !image_is_positive(r) &&
                    !image_is_negative(r)
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

/* Whether there is no room for what is opaque as one more variable. */
static bool is_too_many(const struct atom *a, const void *context)
{
    struct samples *s = (struct samples *)context;
    size_t known = 0;

    while (known < s->nvariables && s->variables[known] != a)
        known++;
    if (known < s->nvariables || !is_opaque(a))
        return false;
    if (s->nvariables < SAMPLE_VARIABLES)
        s->variables[s->nvariables++] = a;
    return s->variables[s->nvariables - 1] != a;
}

/* What is opaque in f is one more variable; false: too many. */
static bool add_opaque(struct samples *s, const struct form *f)
{
    return form_first(f, is_too_many, s) == NULL;
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

    s->pool = pool;
    for (size_t i = 0; i < p->nfacts; i++)
        free = variables_join(pool, free, p->facts[i]->free);
    if (free.count > SAMPLE_VARIABLES)
        return s;
    s->nvariables = free.count;
    for (size_t i = 0; i < free.count; i++)
        s->variables[i] = free.items[i];
    sort_variables(s);
    bool fine = add_opaque(s, p->goal);
    for (size_t i = 0; i < p->nfacts && fine; i++)
        fine = add_opaque(s, p->facts[i]);
    if (!fine)
        return s;
    for (size_t k = 0; k < s->nvariables; k++)
        fill_variable(s, p, e, k);
    for (size_t i = 0; i < SAMPLE_POINTS; i++) {
        s->admitted[i] = true;
        for (size_t k = 0; k < p->nfacts && s->admitted[i]; k++)
            s->admitted[i] = samples_truth(s, p->facts[k], i) == SEEMS_TRUE;
    }
    forget_opaque(s, free.count);
    return s;
}
