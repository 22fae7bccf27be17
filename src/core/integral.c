/*
 * Taylor series of terms by a walk over them, and quadrature with these.
 */
#include "core/integral.h"

#include "base/status.h"
#include "core/far.h"
#include "interval/quadrature.h"

#include <stdlib.h>

/* Series that are made once for all walks. */
struct store {
    struct series **items;
    size_t count, used;
};

/* A body, its variable known to an enclosure inside of that of the integral. */
struct integrand {
    struct pool *pool;
    struct enclosure *inner;
    const struct atom *variable;
    const struct form *body;
    struct store store;
};

/* One walk over it: what was found of atoms and forms. */
struct walk {
    struct integrand *f;
    enum series_place place;
    struct memo known;
};

/* Whether it is a measurable function of the variable. */
static bool is_measurable(struct pool *pool, const struct form *f,
                          const struct atom *variable);

static bool is_measurable_atom(struct pool *pool, const struct atom *a,
                               const struct atom *variable)
{
    static const unsigned known[] = {
        CORE_RECIP, CORE_POW, FN_EXP,  FN_LOG,  FN_SQRT,  FN_SIN,  FN_COS,
        FN_TANH,    FN_ERF,   FN_ABS,  FN_RELU, FN_SIGN,  FN_MAX2, FN_MIN2,
        CORE_EQ,    CORE_NE,  CORE_LE, CORE_LT, CORE_AND, CORE_OR, CORE_NOT};
    bool is_known = false;

    if (a == variable || !variables_have(&a->free, variable))
        return true;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        is_known =
            is_known || (a->kind == ATOM_APPLY && a->function == known[i]);
    for (size_t i = 0; i < a->count && is_known; i++)
        is_known = is_measurable(pool, a->args[i], variable);
    return is_known;
}

static bool is_measurable(struct pool *pool, const struct form *f,
                          const struct atom *variable)
{
    if (!form_scalar(f) || !pool_burn(pool))
        return false;
    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count; k++) {
            if (!is_measurable_atom(pool, m->items[k].atom, variable))
                return false;
        }
    }
    return true;
}

/* Series. */

/* One that is not in use in this walk, with any coefficients. */
static struct series *take(struct integrand *f)
{
    struct store *s = &f->store;

    if (s->used == s->count) {
        struct series *made = xcalloc(1, sizeof *made);

        series_init(made, enclosure_bits(f->inner));
        s->items = xrealloc(s->items, s->count + 1, sizeof(struct series *));
        s->items[s->count++] = made;
    }
    return s->items[s->used++];
}

static void store_clear(struct store *s)
{
    for (size_t i = 0; i < s->count; i++) {
        series_clear(s->items[i]);
        free(s->items[i]);
    }
    free(s->items);
}

static const struct series *series_of(struct walk *w, const struct form *f);

/* r->c[0] has the values. */
static void apply(struct walk *w, struct series *r, const struct atom *a)
{
    const struct series *x = series_of(w, a->args[0]);
    const struct series *y = series_of(w, a->args[a->count - 1]);
    bool is_fixed =
        !variables_have(&a->args[a->count - 1]->free, w->f->variable);

    if (a->function == CORE_POW && is_fixed) {
        series_power(r, x, &y->c[0]);
    } else if (a->function == CORE_POW) {
        series_pow(r, x, y);
    } else if (a->function == CORE_RECIP) {
        LOCAL_INTERVAL(minus_one, enclosure_bits(w->f->inner));
        interval_set_si(&minus_one, -1);
        series_power(r, x, &minus_one);
    } else if (a->function == FN_MAX2) {
        series_max(r, x, y, w->place);
    } else if (a->function == FN_MIN2) {
        series_min(r, x, y, w->place);
    } else {
        series_call(r, (enum function)a->function, x, w->place);
    }
}

/* Takes of the budget what products of series cost; false: it is used up. */
static bool burn(struct pool *pool)
{
    enum { COST = 4 };
    bool left = true;

    for (int i = 0; i < COST; i++)
        left = pool_burn(pool) && left;
    return left;
}

/* A relation is 1 or 0. */
static const struct series *atom_series(struct walk *w, const struct atom *a)
{
    const struct series *known = memo_get(&w->known, a);

    if (known != NULL)
        return known;
    struct series *r = take(w->f);
    memo_set(&w->known, a, r);
    interval_set(&r->c[0], &enclosure_value(w->f->inner, a->form)->x);
    LOCAL_INTERVAL(values, enclosure_bits(w->f->inner));
    interval_set(&values, &r->c[0]);
    if (!burn(w->f->pool))
        series_rough(r);
    else if (a == w->f->variable)
        series_variable(r, &values);
    else if (!variables_have(&a->free, w->f->variable) ||
             (a->function >= CORE_EQ && interval_is_point(&values)))
        series_constant(r, &values);
    else if (a->function < CORE_EQ)
        apply(w, r, a);
    else
        series_rough(r);
    return r;
}

/* r * x^power, by squares; the result is one of those in use. */
static struct series *multiply(struct walk *w, struct series *r,
                               const struct series *x, unsigned power)
{
    struct series *square = take(w->f), *next = take(w->f), *t;

    series_set(square, x);
    for (unsigned rest = power; rest > 0; rest /= 2) {
        if (rest % 2 == 1) {
            series_mul(next, r, square);
            t = r, r = next, next = t;
        }
        if (rest > 1) {
            series_mul(next, square, square);
            t = square, square = next, next = t;
        }
    }
    return r;
}

static void add_term(struct walk *w, struct series *sum, const struct term *t)
{
    struct series *product = take(w->f);

    LOCAL_INTERVAL(c, enclosure_bits(w->f->inner));
    interval_set_q(&c, t->coefficient->value);
    series_constant(product, &c);
    for (size_t i = 0; i < t->monomial->count; i++)
        product =
            multiply(w, product, atom_series(w, t->monomial->items[i].atom),
                     t->monomial->items[i].power);
    series_add(sum, sum, product);
}

static const struct series *series_of(struct walk *w, const struct form *f)
{
    const struct series *known = memo_get(&w->known, f);

    if (known != NULL)
        return known;
    const interval_t *values = &enclosure_value(w->f->inner, f)->x;
    struct series *r = take(w->f);
    memo_set(&w->known, f, r);
    if (!variables_have(&f->free, w->f->variable)) {
        series_constant(r, values);
        return r;
    }
    interval_set_si(&r->c[0], 0);
    series_constant(r, &r->c[0]);
    for (size_t i = 0; i < f->count; i++)
        add_term(w, r, &f->terms[i]);
    interval_set(&r->c[0], values);
    return r;
}

static void integrand_series(struct series *r, void *context,
                             const interval_t *x, enum series_place place)
{
    struct walk w = {.f = context, .place = place};

    enclosure_move(w.f->inner, x, place == SERIES_RANGE);
    w.f->store.used = 0;
    series_set(r, series_of(&w, w.f->body));
    memo_clear(&w.known);
}

/* Integrals. */

/* From start on; false: it has no bound that is found. */
static bool integrate_tail(interval_t *r, const struct integrand *f,
                           const interval_t *start)
{
    const interval_t *values;

    LOCAL_MADE_OF(decay, bound, enclosure_bits(f->inner));
    LOCAL_INTERVAL(beyond, enclosure_bits(f->inner));
    LOCAL_INTERVAL(part, enclosure_bits(f->inner));
    interval_set(&beyond, start);
    mpfr_set_inf(beyond.hi, 1);
    enclosure_move(f->inner, &beyond, false);
    bool fine = form_decay(&bound, f->inner, f->body, f->variable, start) &&
                decay_integral(&part, &bound, start);
    values = &enclosure_value(f->inner, f->body)->x;
    interval_set_si(r, 0);
    if (!interval_certainly_nonpositive(values))
        mpfr_set(r->hi, part.hi, MPFR_RNDU);
    if (!interval_certainly_nonnegative(values))
        mpfr_neg(r->lo, part.hi, MPFR_RNDD);
    return fine;
}

/* Whether a part is as narrow as pieces are. */
static bool is_narrow(const interval_t *x, mpfr_prec_t bits)
{
    LOCAL_MPFR(width, bits);
    mpfr_sub(width, x->hi, x->lo, MPFR_RNDU);
    return mpfr_cmp_si_2exp(width, 1, -(long)(bits / 4 * 3)) <= 0;
}

/*
 * The point from which on the integral is narrow, or the last one tried at
 * which it has a bound; false: at none.
 */
static bool find_cut(interval_t *cut, interval_t *tail,
                     const struct integrand *f, const interval_t *lo)
{
    enum { FIRST = 16, LAST = 1 << 14 };
    const mpfr_prec_t bits = enclosure_bits(f->inner);
    bool found = false, done = false;

    LOCAL_INTERVAL(start, bits);
    LOCAL_INTERVAL(part, bits);
    mpfr_abs(start.hi, lo->hi, MPFR_RNDU);
    mpfr_add_ui(start.hi, start.hi, FIRST, MPFR_RNDU);
    mpfr_ceil(start.hi, start.hi);
    while (mpfr_cmp_ui(start.hi, LAST) <= 0 && !done) {
        mpfr_set(start.lo, start.hi, MPFR_RNDD);
        if (integrate_tail(&part, f, &start)) {
            found = true;
            done = is_narrow(&part, bits);
            interval_set(cut, &start);
            interval_set(tail, &part);
        }
        mpfr_mul_2ui(start.hi, start.hi, 1, MPFR_RNDU);
    }
    return found;
}

/* From a point of lo to infinity. */
static bool integrate_ray(interval_t *r, const struct quadrature *q,
                          const struct integrand *f, const interval_t *lo)
{
    LOCAL_INTERVAL(cut, q->bits);
    LOCAL_INTERVAL(tail, q->bits);
    bool fine = interval_is_finite(lo) && find_cut(&cut, &tail, f, lo) &&
                quadrature(r, q, lo, &cut);
    interval_add(r, r, &tail);
    return fine;
}

static bool integrate(interval_t *r, struct enclosure *e,
                      const struct atom *integral, const struct integrand *f)
{
    struct integrand inside = *f;
    const struct quadrature q = {integrand_series, &inside, enclosure_bits(e)};
    const interval_t *lo = &enclosure_value(e, integral->lo)->x;
    LOCAL_ENCLOSURE inner = enclosure_inside(e, f->variable);

    inside.inner = inner;
    bool ok = integral->binder == BINDER_RAY
                  ? integrate_ray(r, &q, &inside, lo)
                  : quadrature(r, &q, lo, &enclosure_value(e, integral->hi)->x);
    store_clear(&inside.store);
    return ok;
}

void integral_image(struct enclosure *e, struct image *r,
                    const struct atom *integral)
{
    struct integrand f = {.pool = enclosure_pool(e)};

    if (integral->binder == BINDER_INTEGRAL &&
        integral->lo == integral->hi) { /* 0, whatever the body */
        interval_set_si(&r->x, 0);
        return;
    }
    LOCAL_MADE_OF(image, found, enclosure_bits(e));
    f.body = binder_enter(f.pool, integral, &f.variable);

    if (f.body != NULL && is_measurable(f.pool, f.body, f.variable) &&
        integrate(&found.x, e, integral, &f))
        image_meet(r, r, &found);
    pool_leave(f.pool);
}

/* By its body alone: what facts say of the integral itself counts for nothing.
 */
static bool is_dominated(struct enclosure *e, const struct atom *ray)
{
    LOCAL_MADE_OF(image, found, enclosure_bits(e));
    integral_image(e, &found, ray);
    return interval_is_finite(&found.x);
}

bool integral_is_dominated(struct enclosure *e, const struct form *f)
{
    bool fine = true;

    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count && fine; k++) {
            const struct atom *a = m->items[k].atom;

            fine = a->kind != ATOM_BINDER || a->binder != BINDER_RAY ||
                   is_dominated(e, a);
        }
    }
    return fine;
}
