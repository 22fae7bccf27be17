/*
 * A walk over terms: exponentials by their exponents up to the square, what is
 * divided by from below by its highest power, the rest by values.
 */
#include "core/far.h"

/* One walk. */
struct far {
    struct enclosure *beyond;
    const struct atom *variable;
    const interval_t *start;
    unsigned depth;
};

enum { FAR_DEPTH = 40 };

static mpfr_prec_t bits_of(const struct far *w)
{
    return enclosure_bits(w->beyond);
}

static bool is_free(const struct far *w, const struct atom *a)
{
    return !variables_have(&a->free, w->variable);
}

/*
 * c and k where the term is c * variable^k, as far as that is certain; false:
 * the variable is in other letters.
 */
static bool take_power(struct far *w, const struct term *t, interval_t *c,
                       unsigned *k)
{
    *k = 0;
    interval_set_q(c, t->coefficient->value);
    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *l = &t->monomial->items[i];

        if (l->atom == w->variable) {
            *k = l->power;
        } else if (is_free(w, l->atom)) {
            LOCAL_INTERVAL(x, bits_of(w));
            interval_pow_si(&x, &enclosure_value(w->beyond, l->atom->form)->x,
                            (long)l->power);
            interval_mul(c, c, &x);
        } else {
            return false;
        }
    }
    return true;
}

static const struct form *term_form(struct far *w, const struct form *f,
                                    size_t i)
{
    struct term t = f->terms[i];

    return pool_form(enclosure_pool(w->beyond), NULL, NULL, &t, 1);
}

/* Exponents. */

/* Adds a term: t^k <= start^(k - 2) t^2 times a c <= 0 for k > 2. */
static bool add_exponent(struct far *w, interval_t q[3], const struct form *f,
                         size_t i)
{
    unsigned k;
    bool fine = true;

    LOCAL_INTERVAL(c, bits_of(w));
    LOCAL_INTERVAL(scale, bits_of(w));
    if (!take_power(w, &f->terms[i], &c, &k)) {
        k = 0;
        interval_set(&c, &enclosure_value(w->beyond, term_form(w, f, i))->x);
    }
    if (k > 2) {
        fine = interval_certainly_nonpositive(&c);
        interval_pow_si(&scale, w->start, (long)k - 2);
        interval_mul(&c, &c, &scale);
        k = 2;
    }
    interval_add(&q[k], &q[k], &c);
    return fine && !mpfr_inf_p(q[k].hi);
}

static bool decay_of_exp(struct decay *r, struct far *w, const struct form *f)
{
    interval_t *q = interval_vector(3, bits_of(w));
    bool fine = true;

    for (size_t i = 0; i < f->count && fine; i++)
        fine = add_exponent(w, q, f, i);
    if (fine)
        decay_exp(r, q);
    interval_vector_clear(q, 3);
    return fine;
}

/* Divisors. */

/* The highest power of the variable in a polynomial; false: it is none. */
static bool degree_of(struct far *w, const struct form *f, unsigned *degree)
{
    bool fine = true;

    LOCAL_INTERVAL(c, bits_of(w));
    *degree = 0;
    for (size_t i = 0; i < f->count && fine; i++) {
        unsigned k;

        fine = take_power(w, &f->terms[i], &c, &k);
        *degree = k > *degree ? k : *degree;
    }
    return fine;
}

/*
 * |f| >= (|c_n| - sum |c_k| start^(k - n)) t^n for a polynomial of degree n:
 * that factor, if it is positive.
 */
static bool grows(struct far *w, interval_t *least, const struct form *f,
                  unsigned n)
{
    LOCAL_INTERVAL(c, bits_of(w));
    LOCAL_INTERVAL(scale, bits_of(w));
    LOCAL_INTERVAL(top, bits_of(w));
    interval_set_si(least, 0);
    for (size_t i = 0; i < f->count; i++) {
        unsigned k;

        take_power(w, &f->terms[i], &c, &k);
        if (k == n) {
            interval_add(&top, &top, &c);
            continue;
        }
        interval_abs(&c, &c);
        interval_pow_si(&scale, w->start, (long)k - (long)n);
        interval_mul(&c, &c, &scale);
        interval_add(least, least, &c);
    }
    interval_abs(&top, &top);
    interval_sub(least, &top, least);
    return interval_certainly_positive(least) && interval_is_finite(least);
}

/* |f|^-q for q > 0, f a polynomial that grows. */
static bool decay_of_divisor(struct decay *r, struct far *w,
                             const struct form *f, const interval_t *q)
{
    unsigned n;

    LOCAL_INTERVAL(least, bits_of(w));
    LOCAL_INTERVAL(minus, bits_of(w));
    bool fine = degree_of(w, f, &n) && n > 0 && grows(w, &least, f, n);
    if (fine) {
        interval_neg(&minus, q);
        mpfr_set(least.hi, least.lo, MPFR_RNDU);
        interval_pow(&least, &least, &minus);
        decay_constant(r, &least);
        interval_set_si(&r->m, (long)n);
        interval_mul(&r->m, &r->m, &minus);
    }
    return fine;
}

/* Terms. */

static bool decay_of(struct decay *r, struct far *w, const struct form *f);

/* |log v| <= |log min(b, 1)| + |v| for v >= b > 0 */
static bool decay_of_log(struct decay *r, struct far *w, const struct form *f)
{
    const interval_t *v = &enclosure_value(w->beyond, f)->x;
    bool fine = interval_certainly_positive(v) && decay_of(r, w, f);

    LOCAL_MADE_OF(decay, least, bits_of(w));
    LOCAL_INTERVAL(b, bits_of(w));
    interval_set_si(&b, 1);
    if (fine) {
        if (mpfr_cmp_ui(v->lo, 1) < 0)
            mpfr_set(b.lo, v->lo, MPFR_RNDD);
        interval_log(&b, &b);
        decay_constant(&least, &b);
        decay_add(r, r, &least);
    }
    return fine;
}

/* |max|, |min| <= |x| + |y| */
static bool decay_of_both(struct decay *r, struct far *w, const struct form *x,
                          const struct form *y)
{
    LOCAL_MADE_OF(decay, other, bits_of(w));
    bool fine = decay_of(r, w, x) && decay_of(&other, w, y);
    if (fine)
        decay_add(r, r, &other);
    return fine;
}

/* x^q for a number q; |x|^q bounds it in the total model, too. */
static bool decay_of_power(struct decay *r, struct far *w, const struct form *x,
                           const interval_t *q)
{
    bool fine = false;

    LOCAL_INTERVAL(size, bits_of(w));
    interval_abs(&size, q);
    if (interval_certainly_positive(q) && interval_is_finite(q)) {
        fine = decay_of(r, w, x);
        if (fine)
            decay_power(r, r, q);
    } else if (interval_certainly_negative(q) && interval_is_finite(q)) {
        fine = decay_of_divisor(r, w, x, &size);
    }
    return fine;
}

/* x^(n/d) */
static bool decay_of_root(struct decay *r, struct far *w, const struct form *x,
                          long n, long d)
{
    LOCAL_INTERVAL(q, bits_of(w));
    interval_set_si(&q, n);
    interval_div_si(&q, &q, d);
    return decay_of_power(r, w, x, &q);
}

static bool decay_by_function(struct decay *r, struct far *w,
                              const struct atom *a)
{
    switch (a->function) {
    case FN_EXP:
        return decay_of_exp(r, w, a->args[0]);
    case FN_ABS:
    case FN_RELU:
        return decay_of(r, w, a->args[0]);
    case FN_SQRT:
        return decay_of_root(r, w, a->args[0], 1, 2);
    case CORE_RECIP:
        return decay_of_root(r, w, a->args[0], -1, 1);
    case CORE_POW:
        return variables_have(&a->args[1]->free, w->variable)
                   ? false
                   : decay_of_power(r, w, a->args[0],
                                    &enclosure_value(w->beyond, a->args[1])->x);
    case FN_LOG:
        return decay_of_log(r, w, a->args[0]);
    case FN_MAX2:
    case FN_MIN2:
        return decay_of_both(r, w, a->args[0], a->args[1]);
    default:
        return false;
    }
}

/* Values say less than a bound that decays. */
static bool decay_of_letter(struct decay *r, struct far *w,
                            const struct atom *a)
{
    const interval_t *values;

    if (a == w->variable) {
        decay_variable(r);
        return true;
    }
    if (a->kind == ATOM_APPLY && !is_free(w, a) && decay_by_function(r, w, a))
        return true;
    values = &enclosure_value(w->beyond, a->form)->x;
    decay_constant(r, values);
    return interval_is_finite(values);
}

static bool decay_of_term(struct decay *r, struct far *w, const struct term *t)
{
    bool fine = true;

    LOCAL_MADE_OF(decay, letter, bits_of(w));
    LOCAL_INTERVAL(c, bits_of(w));
    interval_set_q(&c, t->coefficient->value);
    decay_constant(r, &c);
    for (size_t i = 0; i < t->monomial->count && fine; i++) {
        const struct letter *l = &t->monomial->items[i];

        fine = decay_of_letter(&letter, w, l->atom);
        for (unsigned k = 0; k < l->power && fine; k++)
            decay_mul(r, r, &letter);
    }
    return fine;
}

static bool decay_of(struct decay *r, struct far *w, const struct form *f)
{
    bool fine = form_scalar(f) && w->depth < FAR_DEPTH;

    LOCAL_MADE_OF(decay, term, bits_of(w));
    LOCAL_INTERVAL(zero, bits_of(w));
    decay_constant(r, &zero);
    w->depth++;
    for (size_t i = 0; i < f->count && fine; i++) {
        fine = pool_burn(enclosure_pool(w->beyond)) &&
               decay_of_term(i == 0 ? r : &term, w, &f->terms[i]);
        if (fine && i > 0)
            decay_add(r, r, &term);
    }
    w->depth--;
    return fine;
}

bool form_decay(struct decay *r, struct enclosure *beyond, const struct form *f,
                const struct atom *variable, const interval_t *start)
{
    struct far w = {beyond, variable, start, 0};

    return decay_of(r, &w, f);
}
