/*
 * Equations of closed terms: exact values, angles, logarithms of primes,
 * exponentials joined, roots of fractions by those of integers without squares.
 */
#include "scalar/simplify_internal.h"

#include "core/meaning.h"
#include "core/ring.h"

/* Values. */

/* A number, if all its enclosures are that. */
bool closed_value(const struct spot *at, struct equation *out)
{
    const struct atom *a = at->m->items[at->k].atom;
    const struct image *r =
        a->free.count == 0 ? enclosure_value(at->e, a->form) : NULL;

    if (r == NULL || !mpfr_number_p(r->x.lo) || !mpfr_equal_p(r->x.lo, r->x.hi))
        return false;
    LOCAL_MPQ(q);
    mpfr_get_q(q, r->x.lo);
    *out = (struct equation){
        .head = a->form, .by = ring_number(at->s->pool, q), .npremises = 1};
    out->premises[0] =
        relation_between(at->s->pool, CORE_EQ, out->head, out->by);
    return enclosure_sign(at->e, out->premises[0]) > 0;
}

/* fn(turn * pi). */
static const char *const angles[] = {
    "sin_of_pi",    "cos_of_pi",    "sin_of_right_angle", "cos_of_right_angle",
    "sin_of_third", "cos_of_third", "sin_of_fourth",      "cos_of_fourth",
    "sin_of_sixth", "cos_of_sixth"};

bool closed_angle(const struct spot *at, struct equation *out)
{
    const struct atom *a = at->m->items[at->k].atom;

    if (a->free.count > 0 || (a->function != FN_SIN && a->function != FN_COS))
        return false;
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        *out = law_at(at->s->pool, angles[i], pool_one(at->s->pool), NULL);
        if (out->head == a->form)
            return true;
    }
    return false;
}

/* Logarithms. */

/* The least prime factor of a number of no more than 32 bits, or 1. */
static unsigned long prime_of(mpz_srcptr n)
{
    const unsigned long most = mpz_fits_ulong_p(n) ? mpz_get_ui(n) : 0;
    enum { LARGEST = 1000 };

    for (unsigned long p = 2; p <= LARGEST && p * p <= most; p++) {
        if (most % p == 0)
            return p;
    }
    return 1;
}

static const struct form *numerator_of(struct pool *pool,
                                       const struct number *c)
{
    LOCAL_MPQ(q);
    mpq_set_z(q, mpq_numref(c->value->q));
    return ring_number(pool, q);
}

static const struct form *inverse_of(struct pool *pool, const struct number *c)
{
    return ring_number(pool, pool_inverse(pool, c)->value->q);
}

/* log of a number that is below 1, or no prime. */
bool closed_primes(const struct spot *at, struct equation *out)
{
    const struct atom *a = at->m->items[at->k].atom;
    const struct number *c =
        a->function == FN_LOG ? form_as_number(at->s->pool, a->args[0]) : NULL;
    const struct form *first;
    unsigned long p;

    if (c == NULL || mpq_sgn(c->value->q) <= 0)
        return false;
    p = prime_of(mpq_numref(c->value->q));
    if (mpz_cmp_ui(mpq_numref(c->value->q), 1) == 0) {
        *out = law_at(at->s->pool, "log_of_inverse", inverse_of(at->s->pool, c),
                      NULL);
        return mpz_cmp_ui(mpq_denref(c->value->q), 1) != 0;
    }
    if (p == 1 && mpz_cmp_ui(mpq_denref(c->value->q), 1) == 0)
        return false;
    first = p > 1 ? ring_int(at->s->pool, (int64_t)p)
                  : numerator_of(at->s->pool, c);
    *out = law_at(
        at->s->pool, "log_of_product", first,
        ring_mul(at->s->pool, a->args[0],
                 inverse_of(at->s->pool, form_as_number(at->s->pool, first))));
    return true;
}

/* Exponentials. */

/* The closed u of exp(u), or NULL. */
static const struct form *exponent_of(const struct atom *a)
{
    return atom_is(a, FN_EXP) && a->free.count == 0 ? a->args[0] : NULL;
}

static bool is_letter(const struct atom *a, const void *form)
{
    return a->form == form;
}

/* exp(u) * exp(v) is exp(u + v), where that is 1 or stands elsewhere: all in
 * one way would be powers that no order of reduction brings to one form. */
static bool join_product(const struct spot *at, struct equation *out)
{
    struct pool *pool = at->s->pool;
    const struct letters *m = at->m;
    const struct form *u = exponent_of(m->items[at->k].atom);

    for (size_t j = at->k; u != NULL && j < m->count; j++) {
        const struct form *v = exponent_of(m->items[j].atom);

        if (v == NULL || (j == at->k && m->items[j].power < 2))
            continue;
        *out = law_back(pool, "exp_of_number_sum", u, v);
        if (out->by != NULL &&
            (form_is_nil(ring_add(pool, u, v)) ||
             form_first(at->whole, is_letter, out->by) != NULL))
            return true;
    }
    return false;
}

bool closed_exponential(const struct spot *at, struct equation *out)
{
    struct pool *pool = at->s->pool;
    const struct atom *a = at->m->items[at->k].atom, *inner;

    if (join_product(at, out))
        return true;
    inner = a->count > 0 ? form_letter(a->args[0]) : NULL;
    const struct form *u = inner ? exponent_of(inner) : NULL;
    if (u == NULL || (a->function != CORE_RECIP && a->function != FN_SQRT &&
                      a->function != CORE_POW))
        return false;
    *out = a->function == CORE_RECIP ? law_back(pool, "inverse_of_exp", u, NULL)
           : a->function == FN_SQRT
               ? law_at(pool, "root_of_exp", u, NULL)
               : law_at(pool, "power_as_exp", a->args[0], a->args[1]);
    return true;
}

/* Roots. */

/* The number of sqrt(number), positive, of no more than 32 bits; or NULL. */
static const struct number *root_argument(struct pool *pool,
                                          const struct atom *a)
{
    const struct number *c =
        atom_is(a, FN_SQRT) ? form_as_number(pool, a->args[0]) : NULL;

    return c != NULL && mpq_sgn(c->value->q) > 0 &&
                   mpz_sizeinbase(mpq_numref(c->value->q), 2) <= 32 &&
                   mpz_sizeinbase(mpq_denref(c->value->q), 2) <= 32
               ? c
               : NULL;
}

/* sqrt(c) as k * sqrt(c / k^2), c / k^2 an integer, the root of the largest
 * square in it taken out; false: c is that. */
static bool take_square(mpq_t k, mpq_srcptr c)
{
    LOCAL_MPZ(n);
    LOCAL_MPZ(square);
    mpz_mul(n, mpq_numref(c), mpq_denref(c));
    mpq_set_z(k, mpq_denref(c));
    mpq_inv(k, k);
    for (unsigned long p = 2; p < 1000; p++) {
        mpz_set_ui(square, p * p);
        while (mpz_divisible_p(n, square)) {
            mpz_divexact(n, n, square);
            mpz_mul_ui(mpq_numref(k), mpq_numref(k), p);
        }
    }
    mpq_canonicalize(k);
    return mpq_cmp_ui(k, 1, 1) != 0;
}

/* sqrt(k^2 * n) is k * sqrt(n) */
static bool reduce_root(struct search *s, const struct atom *a,
                        const struct number *c, struct equation *out)
{
    struct pool *pool = s->pool;
    const struct form *factor;

    LOCAL_MPQ(k);
    bool is_reducible = take_square(k, c->value->q);
    factor = ring_number(pool, k);
    mpq_mul(k, k, k);
    mpq_div(k, c->value->q, k);
    *out = law_at(pool, "root_of_square_times", factor, ring_number(pool, k));
    return is_reducible && out->head == a->form;
}

/* sqrt(m) * sqrt(n) is sqrt(m * n) */
static bool join_roots(const struct spot *at, struct equation *out)
{
    struct search *s = at->s;
    const struct letters *m = at->m;
    const struct form *u = m->items[at->k].atom->args[0], *v = NULL;

    for (size_t j = at->k + 1; v == NULL && j < m->count; j++) {
        if (root_argument(s->pool, m->items[j].atom) != NULL)
            v = m->items[j].atom->args[0];
    }
    if (v == NULL)
        return false;
    *out = law_back(s->pool, "root_of_product", u, v);
    return true;
}

/* sqrt(v * w) is sqrt(v) * sqrt(w), v a number or the first letter of a closed
 * product; sqrt(1/v) is sqrt(v)/v. */
static bool split_root(const struct spot *at, struct equation *out)
{
    struct search *s = at->s;
    struct pool *pool = s->pool;
    const struct form *u = at->m->items[at->k].atom->args[0], *v;
    const struct atom *letter = form_letter(u);
    struct term rest;

    if (letter != NULL && letter->function == CORE_RECIP &&
        letter->kind == ATOM_APPLY) {
        *out = law_at(pool, "root_of_inverse", letter->args[0], NULL);
        return law_holds(at->e, out);
    }
    if (letter != NULL || u->count != 1 || u->terms[0].monomial->count == 0)
        return false;
    rest = u->terms[0];
    v = ring_number(pool, rest.coefficient->value->q);
    if (v == pool_one(pool)) {
        v = rest.monomial->items[0].atom->form;
        rest.monomial =
            monomial_divide(pool, rest.monomial, v->terms[0].monomial);
    } else {
        rest.coefficient = pool_integer(pool, 1);
    }
    *out =
        law_at(pool, "root_of_product", v, ring_term(pool, NULL, NULL, &rest));
    return law_holds(at->e, out);
}

bool closed_root(const struct spot *at, struct equation *out)
{
    struct pool *pool = at->s->pool;
    const struct atom *a = at->m->items[at->k].atom;
    const struct number *c = root_argument(pool, a);
    const struct atom *inner =
        a->function == CORE_RECIP ? form_letter(a->args[0]) : NULL;

    if (a->free.count > 0)
        return false;
    if (c != NULL)
        return reduce_root(at->s, a, c, out) || join_roots(at, out);
    if (a->function == FN_SQRT)
        return split_root(at, out);
    if (inner == NULL || !atom_is(inner, FN_SQRT))
        return false;
    *out = law_at(pool, "inverse_of_root", inner->args[0], NULL);
    return true;
}
