/*
 * Linearity where all parts have integrals, powers of the variable, and their
 * moments: the integrals of t^k exp(-q t) and t^k exp(-q t^2) from 0 to
 * infinity ([Rudin1976], 8.21).
 */
#include "core/area.h"

#include "core/derivative.h"
#include "core/function.h"
#include "core/meaning.h"
#include "core/ring.h"

/* What is integrated. */
struct area {
    struct pool *pool;
    struct atom model;
    const struct atom *x;
    bind_plainly *plain;
};

static bool is_free(const struct area *a, const struct form *f)
{
    return !variables_have(&f->free, a->x);
}

/* (hi^k - lo^k) / k */
static const struct form *power_between(const struct area *a, unsigned k)
{
    const struct form *over =
        form_apply1(a->pool, CORE_RECIP, ring_int(a->pool, (int64_t)k));

    return ring_mul(a->pool, over,
                    ring_sub(a->pool, ring_power(a->pool, a->model.hi, k),
                             ring_power(a->pool, a->model.lo, k)));
}

/* Whether such a power of an end does not make too long a term. */
static bool is_short(const struct form *end, unsigned k)
{
    enum { MANY = 8 };

    return k < (end->count > 1 ? MANY : RING_MAX_POWER);
}

/* Exponents. */

/* Adds to c[k] the coefficient of x^k of the term; false: x is elsewhere. */
static bool add_coefficient(const struct area *a, const struct form *c[3],
                            const struct term *t)
{
    const struct form *rest = ring_number(a->pool, t->coefficient->value->q);
    unsigned k = 0;

    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *l = &t->monomial->items[i];

        if (l->atom == a->x)
            k = l->power;
        else if (!is_free(a, l->atom->form))
            return false;
        else
            rest = ring_mul(a->pool, rest,
                            ring_power(a->pool, l->atom->form, l->power));
    }
    if (k > 2)
        return false;
    c[k] = ring_add(a->pool, c[k], rest);
    return c[k] != NULL;
}

static bool is_tame(const struct area *a, const struct form *f);

/*
 * Whether it has positive multiples of exponentials of what is tame, numbers
 * being those of 0: the logarithm of such a sum is tame.
 */
static bool is_sum_of_exponentials(const struct area *a, const struct form *f)
{
    bool fine = pool_burn(a->pool);

    for (size_t i = 0; i < f->count && fine; i++) {
        const struct letters *m = f->terms[i].monomial;

        fine = mpq_sgn(f->terms[i].coefficient->value->q) > 0;
        for (size_t k = 0; k < m->count && fine; k++)
            fine = m->items[k].atom->kind == ATOM_APPLY &&
                   m->items[k].atom->function == FN_EXP &&
                   is_tame(a, m->items[k].atom->args[0]);
    }
    return fine;
}

/* Whether continuous and below a power of x: no exponential, no pole. */
static bool is_tame(const struct area *a, const struct form *f)
{
    static const unsigned known[] = {FN_SIN,  FN_COS,  FN_TANH, FN_ERF, FN_ABS,
                                     FN_RELU, FN_SQRT, FN_MAX2, FN_MIN2};

    if (!pool_burn(a->pool))
        return false;
    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count; k++) {
            const struct atom *l = m->items[k].atom;
            bool fine = l == a->x || is_free(a, l->form);

            for (size_t j = 0; j < sizeof known / sizeof known[0]; j++)
                fine =
                    fine || (l->kind == ATOM_APPLY && l->function == known[j] &&
                             form_scalar(l->args[0]));
            for (size_t j = 0; l != a->x && j < l->count && fine; j++)
                fine = is_free(a, l->form) || is_tame(a, l->args[j]);
            fine = fine || (l->kind == ATOM_APPLY && l->function == FN_LOG &&
                            is_sum_of_exponentials(a, l->args[0]));
            if (!fine)
                return false;
        }
    }
    return true;
}

/* A term as x^power exp(c[0] + c[1] x + c[2] x^2) times others. */
struct moment {
    const struct form *c[3];
    unsigned power;
    bool has_others;
};

/* False: it has exponentials of others, or others that are not tame. */
static bool take_moment(const struct area *a, struct moment *r,
                        const struct term *t)
{
    const struct form *zero = ring_int(a->pool, 0);
    bool fine = true;

    *r = (struct moment){{zero, zero, zero}, 0, false};
    for (size_t i = 0; i < t->monomial->count && fine; i++) {
        const struct letter *l = &t->monomial->items[i];
        const struct form *arg;

        if (l->atom == a->x)
            r->power = l->power;
        if (l->atom == a->x || is_free(a, l->atom->form))
            continue;
        if (l->atom->kind != ATOM_APPLY || l->atom->function != FN_EXP) {
            r->has_others = true;
            fine = is_tame(a, l->atom->form);
            continue;
        }
        arg = ring_mul(a->pool, ring_int(a->pool, l->power), l->atom->args[0]);
        for (size_t k = 0; arg != NULL && k < arg->count && fine; k++)
            fine = add_coefficient(a, r->c, &arg->terms[k]);
        fine = fine && arg != NULL;
    }
    return fine;
}

/* The number that it is if that is below 0, or NULL. */
static const struct number *negative(const struct area *a, const struct form *f)
{
    const struct number *q = form_as_number(a->pool, f);

    return q != NULL && mpq_sgn(q->value->q) < 0 ? q : NULL;
}

/* Whether the exponential falls faster than all else may grow. */
static bool decays(const struct area *a, const struct moment *m)
{
    return negative(a, m->c[2]) != NULL ||
           (form_is_nil(m->c[2]) && negative(a, m->c[1]) != NULL);
}

/* Moments. */

/* n (n - step) (n - 2 step) ... down to a positive one; 1 for n < 1 */
static const struct form *factorial(const struct area *a, int n, int step)
{
    const struct form *out = ring_int(a->pool, 1);

    for (; n > 1; n -= step)
        out = ring_mul(a->pool, out, ring_int(a->pool, n));
    return out;
}

/* -log(2 pi) / 2 */
static const struct form *log_scale(struct pool *pool)
{
    const struct form *one = pool_one(pool);

    return meaning_at2(pool, "-log(2 * pi()) * recip(2)", one, one);
}

const struct form *area_log_density(struct pool *pool, const struct form *x)
{
    return ring_add(pool,
                    meaning_at2(pool, "-a * a * recip(2)", x, pool_one(pool)),
                    log_scale(pool));
}

/* exp(c) f */
static const struct form *scaled(const struct area *a, const struct form *c,
                                 const struct form *f)
{
    return form_is_nil(c)
               ? f
               : ring_mul(a->pool, form_apply1(a->pool, FN_EXP, c), f);
}

/* k! / q^(k + 1) */
static const struct form *by_factorial(const struct area *a,
                                       const struct moment *m)
{
    const struct form *inverse =
        ring_neg(a->pool, form_apply1(a->pool, CORE_RECIP, m->c[1]));

    return scaled(a, m->c[0],
                  ring_mul(a->pool, factorial(a, (int)m->power, 1),
                           ring_power(a->pool, inverse, m->power + 1)));
}

/*
 * (k - 1)!! (2 q)^(-k/2) sqrt(pi/q) / 2 for even k, ((k - 1)/2)! q^(-(k + 1)/2)
 * / 2 for odd; with the scale of a density and q = 1/2 that is (k - 1)!! / 2,
 * and (k - 1)!! sqrt(2/pi) / 2.
 */
static const struct form *by_square(const struct area *a,
                                    const struct moment *m)
{
    struct pool *pool = a->pool;
    const struct form *half = form_apply1(pool, CORE_RECIP, ring_int(pool, 2));
    const struct form *inverse =
        ring_neg(pool, form_apply1(pool, CORE_RECIP, m->c[2]));
    const struct form *pi = form_apply(pool, CORE_PI, NULL, 0);
    const bool is_odd = m->power % 2 == 1;
    const unsigned i = m->power / 2;
    const struct form *out;

    if (m->c[0] == log_scale(pool) && inverse == ring_int(pool, 2)) {
        out = ring_mul(pool, half, factorial(a, (int)m->power - 1, 2));
        return is_odd ? ring_mul(pool, out,
                                 meaning_at2(pool, "sqrt(2 * recip(a))", pi,
                                             pool_one(pool)))
                      : out;
    }
    out = is_odd ? ring_mul(pool, factorial(a, (int)i, 1),
                            ring_power(pool, inverse, i + 1))
                 : ring_mul(pool, factorial(a, (int)m->power - 1, 2),
                            ring_power(pool, ring_mul(pool, half, inverse), i));
    if (!is_odd)
        out = ring_mul(pool, out,
                       form_apply1(pool, FN_SQRT, ring_mul(pool, pi, inverse)));
    return scaled(a, m->c[0], ring_mul(pool, half, out));
}

/* From 0 to infinity; NULL: it has no such form. */
static const struct form *moment_value(const struct area *a,
                                       const struct term *t)
{
    enum { MOST = 32 };
    struct moment m;

    if (a->model.binder != BINDER_RAY || !form_is_nil(a->model.lo) ||
        !take_moment(a, &m, t) || m.has_others || m.power > MOST ||
        !decays(a, &m))
        return NULL;
    if (form_is_nil(m.c[2]))
        return by_factorial(a, &m);
    return form_is_nil(m.c[1]) ? by_square(a, &m) : NULL;
}

/* Terms. */

/* What has no x stands in front. */
static const struct form *term_integral(const struct area *a,
                                        const struct term *t)
{
    const struct form *front = ring_number(a->pool, t->coefficient->value->q);
    const struct form *inside = pool_one(a->pool), *moment;
    unsigned power = 0;

    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *l = &t->monomial->items[i];
        const struct form **side = is_free(a, l->atom->form) ? &front : &inside;

        if (l->atom == a->x)
            power = l->power;
        *side = ring_mul(a->pool, *side,
                         ring_power(a->pool, l->atom->form, l->power));
    }
    if (front == NULL || inside == NULL)
        return NULL;
    moment = inside->count == 1 &&
                     inside->terms[0].coefficient == pool_integer(a->pool, 1)
                 ? moment_value(a, &inside->terms[0])
                 : NULL;
    if (moment != NULL)
        inside = moment;
    else if (a->model.binder == BINDER_INTEGRAL &&
             inside == ring_power(a->pool, a->x->form, power) &&
             is_short(a->model.lo, power + 1) &&
             is_short(a->model.hi, power + 1))
        inside = power_between(a, power + 1);
    else
        inside = a->plain(a->pool, a->model, inside, a->x);
    return ring_mul(a->pool, front, inside);
}

/*
 * Whether each term certainly has an integral: what is continuous has one
 * between any ends.  Otherwise the sum may have one where its terms have none.
 */
static bool has_terms(const struct area *a, const struct form *body)
{
    bool fine = true;

    if (a->model.binder == BINDER_INTEGRAL)
        return form_is_continuous(a->pool, body, a->x);
    for (size_t i = 0; i < body->count && fine; i++) {
        struct moment m;

        fine = take_moment(a, &m, &body->terms[i]) && decays(a, &m);
    }
    return fine;
}

const struct form *area_bind(struct pool *pool, struct atom model,
                             const struct form *body,
                             const struct atom *variable, bind_plainly *plain)
{
    const struct area a = {pool, model, variable, plain};
    const struct form *sum = ring_int(pool, 0);

    if (body->count > 1 && !has_terms(&a, body))
        return plain(pool, model, body, variable);
    for (size_t i = 0; i < body->count; i++)
        sum = ring_add(pool, sum, term_integral(&a, &body->terms[i]));
    return sum;
}
