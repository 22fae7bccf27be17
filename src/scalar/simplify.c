/*
 * Equations that make a term simpler at once: a letter and its inverse, squares
 * of roots, values of closed terms.
 */
#include "scalar/search.h"

#include "core/meaning.h"
#include "core/ring.h"

/* One equation whose premises certainly hold; false: there is none. */
typedef bool finder(struct search *s, struct enclosure *e,
                    const struct letters *m, size_t k, struct equation *out);

/* Products. */

/* u * recip(u) == 1, sqrt(u) * sqrt(u) == u. */
static bool cancels(struct search *s, struct enclosure *e,
                    const struct letters *m, size_t k, struct equation *out)
{
    const struct atom *a = m->items[k].atom;
    const struct form *u = a->count == 1 ? a->args[0] : NULL;

    if (u == NULL || !form_scalar(u))
        return false;
    *out = (struct equation){.values = {u}, .npremises = 1};
    if (a->function == FN_SQRT && m->items[k].power > 1) {
        out->theorem = "sqrt_square";
        out->head = ring_power(s->pool, a->form, 2);
        out->by = u;
        out->premises[0] = form_apply1(s->pool, CORE_LE, u);
    } else if (a->function == CORE_RECIP && form_letter(u) != NULL &&
               monomial_divides(u->terms[0].monomial, m)) {
        out->theorem = "inverse_cancels";
        out->head = ring_mul(s->pool, a->form, u);
        out->by = ring_int(s->pool, 1);
        out->premises[0] = form_apply1(s->pool, CORE_NE, u);
    } else {
        return false;
    }
    return enclosure_sign(e, out->premises[0]) > 0;
}

/* exp(log(u)) == u, log(exp(u)) == u, exp(-1) is 1 / exp(1). */
static bool has_inverse(struct search *s, struct enclosure *e,
                        const struct letters *m, size_t k, struct equation *out)
{
    const struct atom *a = m->items[k].atom;
    const struct form *u = a->args[0];
    const struct atom *inner = form_letter(u);
    const struct number *c = form_as_number(s->pool, u);
    const bool is_exp = a->function == FN_EXP;

    *out = (struct equation){.head = a->form};
    if (is_exp && c != NULL && mpq_sgn(c->value->q) < 0) {
        out->theorem = "inverse_of_exp";
        out->values[0] = ring_neg(s->pool, u);
        out->by = form_apply1(s->pool, CORE_RECIP,
                              form_apply1(s->pool, FN_EXP, out->values[0]));
        return true;
    }
    if ((!is_exp && a->function != FN_LOG) || inner == NULL ||
        inner->kind != ATOM_APPLY ||
        inner->function != (is_exp ? FN_LOG : FN_EXP))
        return false;
    u = inner->args[0];
    out->theorem = is_exp ? "exp_log" : "log_exp";
    out->values[0] = out->by = u;
    if (is_exp)
        out->premises[out->npremises++] = form_apply1(s->pool, CORE_LT, u);
    return !is_exp || enclosure_sign(e, out->premises[0]) > 0;
}

/* Closed terms. */

/* A number, if all its enclosures are that. */
static bool has_value(struct search *s, struct enclosure *e,
                      const struct letters *m, size_t k, struct equation *out)
{
    const struct atom *a = m->items[k].atom;
    const struct image *r =
        a->free.count == 0 ? enclosure_value(e, a->form) : NULL;
    mpq_t q;

    if (r == NULL || !mpfr_number_p(r->x.lo) || !mpfr_equal_p(r->x.lo, r->x.hi))
        return false;
    mpq_init(q);
    mpfr_get_q(q, r->x.lo);
    *out = (struct equation){
        .head = a->form, .by = ring_number(s->pool, q), .npremises = 1};
    mpq_clear(q);
    out->premises[0] = relation_between(s->pool, CORE_EQ, out->head, out->by);
    return enclosure_sign(e, out->premises[0]) > 0;
}

/* fn(turn * pi) by the theorem. */
static const struct angle {
    unsigned fn;
    const char *at, *value, *theorem;
} angles[] = {
    {FN_SIN, "pi()", "0", "sin_of_pi"},
    {FN_COS, "pi()", "-1", "cos_of_pi"},
    {FN_SIN, "recip(2) * pi()", "1", "sin_of_right_angle"},
    {FN_COS, "recip(2) * pi()", "0", "cos_of_right_angle"},
    {FN_SIN, "recip(3) * pi()", "recip(2) * sqrt(3)", "sin_of_third"},
    {FN_COS, "recip(3) * pi()", "recip(2)", "cos_of_third"},
    {FN_SIN, "recip(4) * pi()", "recip(2) * sqrt(2)", "sin_of_fourth"},
    {FN_COS, "recip(4) * pi()", "recip(2) * sqrt(2)", "cos_of_fourth"},
    {FN_SIN, "recip(6) * pi()", "recip(2)", "sin_of_sixth"},
    {FN_COS, "recip(6) * pi()", "recip(2) * sqrt(3)", "cos_of_sixth"},
};

static bool has_angle(struct search *s, struct enclosure *e,
                      const struct letters *m, size_t k, struct equation *out)
{
    const struct atom *a = m->items[k].atom;
    const struct form *one = pool_one(s->pool);

    (void)e;
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        if (a->function != angles[i].fn ||
            meaning_at2(s->pool, angles[i].at, one, one) != a->args[0])
            continue;
        *out = (struct equation){
            .theorem = angles[i].theorem,
            .head = a->form,
            .by = meaning_at2(s->pool, angles[i].value, one, one)};
        return true;
    }
    return false;
}

/* x^k for a number k: x^(k - 1) * x, and x^0 is 1. */
static bool has_power(struct search *s, struct enclosure *e,
                      const struct letters *m, size_t k, struct equation *out)
{
    enum { MOST = 64 };
    const struct atom *a = m->items[k].atom;
    const struct number *c =
        a->function == CORE_POW ? form_as_number(s->pool, a->args[1]) : NULL;
    const struct form *before;

    (void)e;
    if (c == NULL || mpz_cmp_ui(mpq_denref(c->value->q), 1) != 0 ||
        mpq_sgn(c->value->q) < 0 || mpq_cmp_ui(c->value->q, MOST, 1) > 0)
        return false;
    *out = (struct equation){
        .head = a->form, .values = {a->args[0]}, .npremises = 1};
    if (mpq_sgn(c->value->q) == 0) {
        out->theorem = "zeroth_power";
        out->values[1] = a->args[1];
        out->premises[0] = relation_true(s->pool);
        out->by = pool_one(s->pool);
        return true;
    }
    before = ring_sub(s->pool, a->args[1], pool_one(s->pool));
    out->theorem = "next_power";
    out->values[1] = before;
    out->premises[0] = relation_true(s->pool);
    out->by =
        ring_mul(s->pool, form_apply2(s->pool, CORE_POW, a->args[0], before),
                 a->args[0]);
    return true;
}

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
    const struct form *out;
    mpq_t q;

    mpq_init(q);
    mpq_set_z(q, mpq_numref(c->value->q));
    out = ring_number(pool, q);
    mpq_clear(q);
    return out;
}

/* log of a number that is below 1, or no prime. */
static bool has_primes(struct search *s, struct enclosure *e,
                       const struct letters *m, size_t k, struct equation *out)
{
    const struct atom *a = m->items[k].atom;
    const struct number *c =
        a->function == FN_LOG ? form_as_number(s->pool, a->args[0]) : NULL;
    const struct form *first, *rest;
    unsigned long p;

    (void)e;
    if (c == NULL || mpq_sgn(c->value->q) <= 0)
        return false;
    *out = (struct equation){.head = a->form};
    p = prime_of(mpq_numref(c->value->q));
    if (mpz_cmp_ui(mpq_numref(c->value->q), 1) == 0) {
        rest = ring_number(s->pool, pool_inverse(s->pool, c)->value->q);
        out->theorem = "log_of_inverse";
        out->values[0] = rest;
        out->premises[out->npremises++] = form_apply1(s->pool, CORE_LT, rest);
        out->by = ring_neg(s->pool, form_apply1(s->pool, FN_LOG, rest));
        return mpz_cmp_ui(mpq_denref(c->value->q), 1) != 0;
    }
    if (p == 1 && mpz_cmp_ui(mpq_denref(c->value->q), 1) == 0)
        return false;
    first = p > 1 ? ring_int(s->pool, (int64_t)p) : numerator_of(s->pool, c);
    rest = ring_mul(
        s->pool, a->args[0],
        ring_number(
            s->pool,
            pool_inverse(s->pool, form_as_number(s->pool, first))->value->q));
    out->theorem = "log_of_product";
    out->values[0] = first;
    out->values[1] = rest;
    out->premises[out->npremises++] = form_apply1(s->pool, CORE_LT, first);
    out->premises[out->npremises++] = form_apply1(s->pool, CORE_LT, rest);
    out->by = ring_add(s->pool, form_apply1(s->pool, FN_LOG, first),
                       form_apply1(s->pool, FN_LOG, rest));
    return true;
}

/* Sums and products. */

/* The binder over lo..hi instead. */
static const struct form *over(struct pool *pool, const struct atom *a,
                               const struct form *hi)
{
    const struct atom *g = generic_numbered(pool, true, a->lo, hi, 0);

    return form_bind(pool, a->binder, a->lo, hi,
                     binder_open(pool, a, ring_atom(pool, g)), g);
}

/* A sum or a product over few numbers by its last term. */
static bool has_last(struct search *s, const struct atom *a,
                     struct equation *out)
{
    enum { MOST = 64 };
    const bool is_sum = a->binder == BINDER_SUM;
    struct pool *pool = s->pool;
    const struct form *one = pool_one(pool), *family, *before, *term;
    const struct number *n;
    size_t count = 0;

    if (a->kind != ATOM_BINDER || a->binder > BINDER_PROD ||
        form_as_number(pool, a->lo) == NULL ||
        form_as_number(pool, a->hi) == NULL)
        return false;
    n = form_as_number(pool, ring_sub(pool, a->hi, a->lo));
    if (mpz_cmp_ui(mpq_denref(n->value->q), 1) != 0 ||
        mpq_cmp_ui(n->value->q, MOST, 1) > 0)
        return false;
    family =
        binder_open(pool, a, ring_atom(pool, spare_parameter(pool, 0, true)));
    *out = (struct equation){.head = a->form};
    out->values[count++] = one;
    if (is_sum)
        out->values[count++] = one;
    out->values[count++] = a->lo;
    if (mpq_sgn(n->value->q) < 0) {
        out->values[count++] = a->hi;
        out->values[count++] = family;
        out->theorem = is_sum ? "sum_of_none" : "prod_of_none";
        out->by = ring_int(pool, is_sum ? 0 : 1);
        return true;
    }
    out->theorem = is_sum ? "sum_last" : "prod_last";
    out->values[count++] = ring_sub(pool, a->hi, one);
    out->values[count++] = family;
    before = over(pool, a, ring_sub(pool, a->hi, one));
    term = binder_open(pool, a, a->hi);
    out->by =
        is_sum ? ring_add(pool, before, term) : ring_mul(pool, before, term);
    return out->by != NULL;
}

/* All of it. */

/* The first equation for a term of f, or for a term within. */
static bool find_simpler(struct search *s, struct enclosure *e,
                         const struct form *f, struct equation *out)
{
    static finder *const finders[] = {cancels,   has_inverse, has_value,
                                      has_angle, has_power,   has_primes};

    for (size_t i = 0; f != NULL && i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count; k++) {
            const struct atom *a = m->items[k].atom;

            if (has_last(s, a, out))
                return true;
            if (a->kind != ATOM_APPLY)
                continue;
            for (size_t j = 0; j < a->count; j++) {
                if (find_simpler(s, e, a->args[j], out))
                    return true;
            }
            for (size_t j = 0;
                 a->count > 0 && j < sizeof finders / sizeof finders[0]; j++) {
                if (finders[j](s, e, m, k, out))
                    return true;
            }
        }
    }
    return false;
}

enum { SIMPLIFY_MOST = 80 };

/* Equations, one after another; f by them. */
static const struct form *simplified(struct search *s, struct enclosure *e,
                                     const struct form *f,
                                     struct equation *list, size_t *count)
{
    for (*count = 0; f != NULL && *count < SIMPLIFY_MOST &&
                     find_simpler(s, e, f, &list[*count]);
         ++*count)
        f = form_rewritten(s->pool, f, &list[*count], 1);
    return f;
}

const struct form *form_simplified(struct search *s, struct enclosure *e,
                                   const struct form *f)
{
    struct equation list[SIMPLIFY_MOST];
    size_t count;

    return simplified(s, e, f, list, &count);
}

const struct proof *prove_simplified(struct search *s, const struct node *n,
                                     const struct form *f)
{
    struct equation list[SIMPLIFY_MOST];
    size_t count;

    simplified(s, n->e, f, list, &count);
    return count > 0
               ? prove_rewritten(s, n->p, list, count, n->depth, search_prove)
               : NULL;
}

bool simplifies_to_zero(struct search *s, const struct problem *p,
                        const struct form *f)
{
    struct enclosure *e;
    bool out;

    if (f == NULL)
        return false;
    e = enclosure_new(s->pool, p->facts, p->nfacts, SEARCH_BITS);
    f = form_simplified(s, e, f);
    out = f != NULL && interval_is_zero(&enclosure_value(e, f)->x);
    enclosure_free(e);
    pool_forgive(s->pool);
    return out;
}
