/* Powers of expanded terms. */
#include "logic/expansion_internal.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

enum { TRIAL_DIVISORS = 128 };

/* p *= n ^ (num/den), by primes where they are small */
bool expansion_multiply_root(struct expansion_scope *scope,
                             struct expansion_factor **factors, size_t *count,
                             const mpz_t n, long num, long den)
{
    mpz_t rest;
    mpq_t prime;
    bool ok = true;
    mpz_init_set(rest, n);
    mpq_init(prime);
    for (unsigned long d = 2;
         d < TRIAL_DIVISORS && ok && mpz_cmp_ui(rest, d * d) >= 0; d++)
        while (mpz_divisible_ui_p(rest, d) && ok) {
            mpz_divexact_ui(rest, rest, d);
            struct expansion_factor f = {
                .atom = scalar_int(scope->pool, (long)d), num, den};
            ok = f.atom && expansion_factor_into(factors, count, &f);
        }
    if (ok && mpz_cmp_ui(rest, 1) != 0) {
        mpq_set_z(prime, rest);
        struct expansion_factor f = {
            .atom = scalar_number(scope->pool, prime), num, den};
        ok = f.atom && expansion_factor_into(factors, count, &f);
    }
    mpz_clear(rest);
    mpq_clear(prime);
    return ok;
}

static bool is_positive_atom(const struct scalar *atom)
{
    return atom->op == SCALAR_PI || atom->op == SCALAR_NUMBER ||
           expansion_is_exponential(atom);
}

/*
 * Whether (c * monomial) ^ q, q no integer, may be taken factor by factor:
 * where the left has a value, so must the right.  All factors are >= 0, or
 * one (to an odd power) has the sign of the whole, the others being > 0.
 */
static bool may_distribute(const struct expansion_scope *scope,
                           const struct expansion_term *t)
{
    size_t unsure = 0, perhaps_zero = 0;
    if (mpq_sgn(t->coefficient) < 0)
        return false;
    for (size_t i = 0; i < t->count; i++) {
        const struct expansion_factor *f = &t->factors[i];
        bool known =
            f->den > 1 || expansion_atom_is_nonnegative(scope, f->atom);
        perhaps_zero += known && !is_positive_atom(f->atom);
        unsure += !known;
        if (!known && f->num % 2 == 0)
            return false;
    }
    return unsure == 0 || (unsure == 1 && perhaps_zero == 0);
}

/* out = t ^ (num/den), factor by factor */
static bool monomial_power(struct expansion *out, struct expansion_scope *scope,
                           const struct expansion_term *t, long num, long den)
{
    struct expansion_factor *factors = NULL;
    struct expansion unit, raw;
    size_t count = 0;
    bool ok = true;
    expansion_init(&unit);
    expansion_init(&raw);
    for (size_t i = 0; i < t->count && ok; i++) {
        struct expansion_factor f = t->factors[i];
        mpq_t q;
        mpq_init(q);
        mpq_set_si(q, num, (unsigned long)den);
        mpz_mul_si(mpq_numref(q), mpq_numref(q), f.num);
        mpz_mul_si(mpq_denref(q), mpq_denref(q), f.den);
        mpq_canonicalize(q);
        ok = expansion_fraction(&f.num, &f.den, q) &&
             expansion_factor_into(&factors, &count, &f);
        mpq_clear(q);
    }
    mpz_t sign;
    mpz_init(sign);
    mpz_abs(sign, mpq_numref(t->coefficient));
    ok = ok &&
         expansion_multiply_root(scope, &factors, &count, sign, num, den) &&
         expansion_multiply_root(scope, &factors, &count,
                                 mpq_denref(t->coefficient), -num, den);
    mpz_clear(sign);
    bool minus = mpq_sgn(t->coefficient) < 0 && num % 2 != 0;
    expansion_put_number(&unit, 1, 1);
    mpq_t c;
    mpq_init(c);
    mpq_set_si(c, minus ? -1 : 1, 1);
    if (ok)
        expansion_append(&raw, c, factors, count);
    mpq_clear(c);
    ok = ok && expansion_mul(out, scope, &raw, &unit); /* reduces */
    free(factors);
    expansion_clear(&unit);
    expansion_clear(&raw);
    return ok;
}

/* p := p / c; c the coefficient of its first term, its modulus if not whole */
void expansion_make_primitive(mpq_t c, struct expansion *p, bool whole)
{
    mpq_set(c, p->terms[0].coefficient);
    if (!whole)
        mpq_abs(c, c);
    for (size_t i = 0; i < p->count; i++)
        mpq_div(p->terms[i].coefficient, p->terms[i].coefficient, c);
}

/* out = p ^ (num/den) with p as an atom but for its number */
static bool composite_power(struct expansion *out,
                            struct expansion_scope *scope, struct expansion *p,
                            long num, long den)
{
    struct expansion number, root, atom;
    mpq_t c;
    expansion_init(&number);
    expansion_init(&root);
    expansion_init(&atom);
    mpq_init(c);
    expansion_make_primitive(c, p, den == 1);
    expansion_append(&number, c, NULL, 0);
    bool ok = monomial_power(&root, scope, &number.terms[0], num, den) &&
              expansion_put_atom(&atom, expansion_scalar(scope, p), num, den) &&
              expansion_mul(out, scope, &root, &atom);
    mpq_clear(c);
    expansion_clear(&number);
    expansion_clear(&root);
    expansion_clear(&atom);
    return ok;
}

bool expansion_expand_power(struct expansion *out,
                            struct expansion_scope *scope,
                            const struct scalar *e)
{
    struct expansion base;
    long num = 1, den = 1;
    expansion_init(&base);
    bool ok = expansion_fraction(&num, &den, e->number->q) &&
              expansion_of(&base, scope, e->kids[0]);
    if (!ok || base.count == 0) {
        /* 0 ^ q: 0, or never defined, where 0 is as good as anything */
    } else if (base.count == 1 &&
               (den == 1 || may_distribute(scope, &base.terms[0]))) {
        ok = monomial_power(out, scope, &base.terms[0], num, den);
    } else if (den == 1 && num > 0) {
        ok = expansion_power(out, scope, &base, num);
    } else {
        ok = composite_power(out, scope, &base, num, den);
    }
    expansion_clear(&base);
    return ok;
}
