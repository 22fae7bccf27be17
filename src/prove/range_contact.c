/* Places where a side may touch the other, as exact numbers. */
#include "prove/range_internal.h"

#include "logic/expansion.h"

#include <math.h>

/* ---- numbers ---- */

static void number_init(struct partition_number *x)
{
    rational_init(&x->value);
    rational_init(&x->argument);
}

static void number_clear(struct partition_number *x)
{
    rational_clear(&x->value);
    rational_clear(&x->argument);
}

void range_number_set(struct partition_number *x,
                      const struct partition_number *y)
{
    x->kind = y->kind;
    mpq_set(x->value.q, y->value.q);
    mpq_set(x->argument.q, y->argument.q);
}

/* Calls f for each number kept by the search. */
static void each_number(struct range_search *s,
                        void (*f)(struct partition_number *))
{
    f(&s->zero);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        for (size_t i = 0; i < RANGE_MAX_MARKS; i++)
            f(&s->marks.at[k][i]);
        for (size_t i = 0; i < RANGE_MAX_CONTACTS; i++)
            f(&s->contacts[i].at[k]);
    }
}

void range_marks_init(struct range_search *s)
{
    each_number(s, number_init);
}

void range_marks_clear(struct range_search *s)
{
    each_number(s, number_clear);
}

static void add_mark(struct range_search *s, size_t k,
                     const struct partition_number *number, double near)
{
    struct range_marks *m = &s->marks;
    for (size_t i = 0; i < m->count[k]; i++)
        if (fabs(m->near[k][i] - near) < 1e-12 * (1 + fabs(near)))
            return;
    m->count[k] -= m->count[k] == RANGE_MAX_MARKS; /* the last gives way */
    size_t i = m->count[k]++;
    range_number_set(&m->at[k][i], number);
    m->near[k][i] = near;
}

bool range_guess_number(struct partition_number *out, double *near, double x,
                        size_t form, double slack)
{
    static const double pi = 3.14159265358979323846;
    double target = x, back = 1, divisor = 1;
    mpq_set_si(out->value.q, x < 0 ? -1 : 1, 1);
    mpq_set_si(out->argument.q, 0, 1);
    switch (form) {
    case 0:
        out->kind = CONSTANT_PLAIN;
        range_simplest(out->value.q, x - slack, x + slack);
        *near = mpq_get_d(out->value.q);
        return true;
    case 1:
        out->kind = CONSTANT_PI;
        range_simplest(out->value.q, (x - slack) / pi, (x + slack) / pi);
        *near = mpq_get_d(out->value.q) * pi;
        return true;
    case 2: /* x = ± exp(q) */
        out->kind = CONSTANT_EXP;
        target = log(fabs(x));
        back = fabs(x);
        break;
    case 3: /* x = ± sqrt(q) */
        out->kind = CONSTANT_SQRT;
        target = x * x;
        back = 1 / (2 * fabs(x));
        break;
    case 4: /* x = ± cbrt(q) */
        out->kind = CONSTANT_CBRT;
        target = fabs(x * x * x);
        back = 1 / (3 * x * x);
        break;
    default: /* x = log(q) / 1, 2, 3 */
        out->kind = CONSTANT_LOG;
        divisor = (double)(form - 4);
        mpq_set_ui(out->value.q, 1, form - 4);
        target = exp(divisor * x);
        back = exp(-divisor * x) / divisor;
    }
    if (!isfinite(target) || !isfinite(back) || back == 0)
        return false;
    range_simplest(out->argument.q, target - slack / back,
                   target + slack / back);
    double q = mpq_get_d(out->argument.q);
    *near = form == 2   ? copysign(exp(q), x)
            : form == 3 ? copysign(sqrt(q), x)
            : form == 4 ? copysign(cbrt(q), x)
                        : log(q) / divisor;
    return isfinite(*near) && mpq_sgn(out->argument.q) > (form == 2 ? -2 : 0);
}

/*
 * Most guesses are no contacts, and an enclosure says so for less than it takes
 * to multiply them out; of integrals doubles have to do.
 */
static bool is_zero(struct range_search *s, const struct scalar *value)
{
    static const double nowhere[SCALAR_MAX_VARIABLES];
    const double far_off = 1e-4; /* more than quadrature is wrong by */
    const bool is_off =
        value->has_integral
            ? fabs(range_double(s->doubles, value, nowhere)) > far_off
            : range_values_is_nonzero(s->values, value);
    return !is_off && expansion_is_zero(s->pool, value, 0);
}

/* Whether the goal is formally 0 with variable k there (others fixed). */
static bool is_contact(struct range_search *s, const struct scalar *f, size_t k,
                       const struct partition_number *at)
{
    const struct scalar *value =
        scalar_substitute(s->pool, f, k, sequent_number(s->pool, at));
    return value && value->variables == 0 && is_zero(s, value);
}

enum { SMALL_DENOMINATOR = 64 };

double range_slack(size_t i)
{
    static const double slacks[RANGE_SLACKS] = {3e-2, 1e-3, 1e-5, 1e-8};
    return slacks[i];
}

/* A place where the goal is about 0, on the box with these ends. */
struct spot {
    struct range_search *s;
    const struct scalar *f;
    const double *lo, *hi, *x;
};

/* ---- contact ---- */

/* Marks for coordinate k near x; with one variable only proven contacts. */
static void mark_near(const struct spot *h, size_t k, double x)
{
    const struct scalar *f = h->f;
    bool single = f && f->variables == 1u << k;
    struct partition_number number;
    double near;
    number_init(&number);
    for (size_t i = 0; i < RANGE_SLACKS; i++)
        for (size_t form = 0; form < RANGE_FORMS; form++) {
            if (!range_guess_number(&number, &near, x, form,
                                    range_slack(i) * (1 + fabs(x))) ||
                near < h->lo[k] || near > h->hi[k])
                continue;
            bool small =
                form == 0 && i >= 1 &&
                mpz_cmp_ui(mpq_denref(number.value.q), SMALL_DENOMINATOR) <= 0;
            if (single ? is_contact(h->s, f, k, &number) : small) {
                add_mark(h->s, k, &number, near);
                i = RANGE_SLACKS - 1;
                break;
            }
        }
    number_clear(&number);
}

/* Fills c near m, all numbers of one form; false: it is no contact. */
static bool guess_contact(const struct spot *h, struct range_contact *c,
                          size_t form, double slack)
{
    const struct scalar *value = h->f;
    struct scalar_pool *pool = h->s->pool;
    size_t count = 0;
    c->variables = value->variables;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && value; k++) {
        if (!(c->variables >> k & 1))
            continue;
        if (!range_guess_number(&c->at[count], &c->near[k], h->x[k], form,
                                slack * (1 + fabs(h->x[k]))) ||
            c->near[k] < h->lo[k] || c->near[k] > h->hi[k])
            return false;
        value = scalar_substitute(pool, value, k,
                                  sequent_number(pool, &c->at[count++]));
    }
    return value && is_zero(h->s, value);
}

/* A point of contact in all variables together. */
static void keep_contact(const struct spot *h)
{
    struct range_search *s = h->s;
    const struct scalar *f = h->f;
    if (!f || f->has_kink)
        return;
    for (size_t i = 0; i < RANGE_SLACKS; i++)
        for (size_t form = 0; form < RANGE_FORMS; form++)
            if (s->ncontacts < RANGE_MAX_CONTACTS &&
                guess_contact(h, &s->contacts[s->ncontacts], form,
                              range_slack(i))) {
                s->ncontacts++;
                return;
            }
}

void range_mark_contact(struct range_search *s, const struct goal *goal,
                        unsigned mask, const double *lo, const double *hi,
                        const double *x)
{
    const struct spot h = {s, goal->term, lo, hi, x};
    keep_contact(&h);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if (mask >> k & 1)
            mark_near(&h, k, x[k]);
}
