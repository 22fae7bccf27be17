/* Scalar roots, absolute values, exponentials and powers. */
#include "logic/make.h"
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

#include <stdlib.h>

/* ---- roots and absolute values ---- */

static const form *call_atom(struct normalizer *n, enum function fn,
                             const form *a)
{
    const struct expr *kid = print_form(n, a);
    return form_atom(n, print_call(n, fn, n->one, n->one, &kid, 1));
}

const form *form_factor(struct normalizer *n, const struct expr *atom,
                        long power)
{
    const term t = term_of(n, atom, power);
    return form_term(n, &t, n->one, n->one);
}

/* root *= sqrt(p^k), rest without p; k may be millions */
static void take_prime(struct normalizer *n, mpz_t rest, unsigned long p,
                       const form **root)
{
    mpq_t power;
    mpq_init(power);
    mpz_set_ui(mpq_numref(power), p);
    const unsigned long k = mpz_remove(rest, rest, mpq_numref(power));
    mpz_ui_pow_ui(mpq_numref(power), p, k / 2);
    if (k > 1)
        *root = form_mul(n, *root, form_rational(n, power));
    if (k % 2 == 1)
        *root = form_mul(n, *root,
                         call_atom(n, FN_SQRT, form_number(n, (long)p, 1)));
    mpq_clear(power);
}

/* sqrt(p/q) = sqrt(p*q)/q, squares of small primes taken out. */
static const form *rational_root(struct normalizer *n, const mpq_t c)
{
    enum { LARGEST_PRIME = 1000 };
    const form *root = form_number(n, 1, 1);
    mpq_t rest, q;
    mpq_init(rest);
    mpq_init(q);
    mpz_mul(mpq_numref(rest), mpq_numref(c), mpq_denref(c));
    for (unsigned long p = 2; p < LARGEST_PRIME; p++)
        take_prime(n, mpq_numref(rest), p, &root);
    if (mpz_perfect_square_p(mpq_numref(rest))) {
        mpz_sqrt(mpq_numref(rest), mpq_numref(rest));
        root = form_mul(n, root, form_rational(n, rest));
    } else {
        root = form_mul(n, root, call_atom(n, FN_SQRT, form_rational(n, rest)));
    }
    mpz_set(mpq_denref(q), mpq_denref(c));
    mpz_set_ui(mpq_numref(q), 1);
    root = form_mul(n, root, form_rational(n, q));
    mpq_clear(rest);
    mpq_clear(q);
    return root;
}

long normal_half(long k)
{
    return k >= 0 ? k / 2 : -((1 - k) / 2);
}

/* r where the term is c*sqrt(r), r a number; false: it is not. */
static bool surd_read(const term *t, mpq_t r)
{
    mpq_set_ui(r, 1, 1);
    for (size_t i = 0; i < t->nfactors; i++) {
        const factor f = t->factors[i];
        if (f.power != 1 || !expr_is_call(f.atom, FN_SQRT) ||
            f.atom->kids[0]->op != EX_NUMBER)
            return false;
        mpq_mul(r, r, f.atom->kids[0]->number->q);
    }
    return t->nfactors > 0 && t->nletters == 0;
}

/* d >= 0 with d^2 = p^2 - q^2*r; false: it is no fraction.  d holds r first. */
static bool surd_gap(mpq_t d, mpq_srcptr p, mpq_srcptr q)
{
    mpq_t square;
    mpq_init(square);
    mpq_mul(d, d, q);
    mpq_mul(d, d, q);
    mpq_mul(square, p, p);
    mpq_sub(d, square, d);
    mpq_clear(square);
    if (!mpz_perfect_square_p(mpq_numref(d)) ||
        !mpz_perfect_square_p(mpq_denref(d)))
        return false;
    mpz_sqrt(mpq_numref(d), mpq_numref(d));
    mpz_sqrt(mpq_denref(d), mpq_denref(d));
    return true;
}

/*
 * For a = p + q*sqrt(r), p > 0, and d^2 = p^2 - q^2*r the root of a is
 * sqrt((p + d)/2) + sqrt((p - d)/2), the second with the sign of q.
 */
static bool denested(struct normalizer *n, const form *a, const form **out)
{
    mpq_t d, u, v;
    if (a->count != 2 || !form_is_scalar(a))
        return false;
    const size_t at = a->terms[0].nfactors > 0;
    const term *plain = &a->terms[at], *surd = &a->terms[1 - at];
    mpq_srcptr p = plain->coefficient->q, q = surd->coefficient->q;
    if (plain->nfactors > 0 || plain->nletters > 0 || mpq_sgn(p) <= 0)
        return false;
    mpq_inits(d, u, v, NULL);
    const bool ok = surd_read(surd, d) && surd_gap(d, p, q);
    if (ok) {
        mpq_add(u, p, d);
        mpq_sub(v, p, d);
        mpq_div_2exp(u, u, 1);
        mpq_div_2exp(v, v, 1);
        const form *x = rational_root(n, u), *y = rational_root(n, v);
        *out = mpq_sgn(q) > 0 ? form_add(n, x, y) : form_sub(n, x, y);
    }
    mpq_clears(d, u, v, NULL);
    return ok;
}

/* The root of what is not taken apart further. */
static const form *rest_root(struct normalizer *n, const form *a)
{
    const form *root;
    return denested(n, a, &root) || gram_root(n, a, &root)
               ? root
               : call_atom(n, FN_SQRT, a);
}

/* sqrt(atom^power) of an atom >= 0, or of an even power. */
static const form *factor_root(struct normalizer *n, factor f)
{
    long half = normal_half(f.power);
    if (f.power - 2 * half == 0 && !normal_is_nonnegative(n, f.atom)) {
        const form *size = normal_scalar_abs(n, form_factor(n, f.atom, 1));
        size = half < 0 ? normal_scalar_inverse(n, size) : size;
        return form_pow(n, size, labs(half));
    }
    const form *root = form_factor(n, f.atom, half);
    if (f.power - 2 * half == 0)
        return root;
    return form_mul(n, root, rest_root(n, form_factor(n, f.atom, 1)));
}

/* The square root of a term that is >= 0 factor by factor. */
static const form *term_root(struct normalizer *n, const term *t)
{
    const form *root = rational_root(n, t->coefficient->q);
    for (size_t i = 0; i < t->nfactors; i++)
        root = form_mul(n, root, factor_root(n, t->factors[i]));
    return root;
}

/*
 * sqrt(c*x) = sqrt(c)*sqrt(x) where c > 0, or both are certainly >= 0.
 */
const form *normal_scalar_sqrt(struct normalizer *n, const form *a)
{
    if (form_is_zero(a) || n->failed)
        return a;
    if (a->count == 1 && term_is_nonnegative(n, &a->terms[0]))
        return term_root(n, &a->terms[0]);
    term content;
    const form *rest;
    normal_scalar_content(n, a, true, &content, &rest);
    return form_mul(n, term_root(n, &content), rest_root(n, rest));
}

static const form *factor_abs(struct normalizer *n, const term *t, size_t i)
{
    const factor f = t->factors[i];
    if (factor_is_nonnegative(n, t, i))
        return form_factor(n, f.atom, f.power);
    const form *size = call_atom(n, FN_ABS, form_factor(n, f.atom, 1));
    size = f.power < 0 ? normal_scalar_inverse(n, size) : size;
    return form_pow(n, size, labs(f.power));
}

const form *normal_scalar_abs(struct normalizer *n, const form *a)
{
    if (form_is_zero(a) || n->failed || form_is_nonnegative(n, a))
        return a;
    term content;
    const form *rest;
    normal_scalar_content(n, a, false, &content, &rest);
    const form *size = form_rational(n, content.coefficient->q);
    for (size_t i = 0; i < content.nfactors; i++)
        size = form_mul(n, size, factor_abs(n, &content, i));
    rest = form_leads_negative(rest) ? form_neg(n, rest) : rest;
    if (form_is_nonnegative(n, rest))
        return form_mul(n, size, rest);
    return form_mul(n, size, call_atom(n, FN_ABS, rest));
}

/* ---- exponentials and powers ---- */

/* x^k where the term is k*log(x), k a small integer; false: it is not. */
static bool power_of_log(struct normalizer *n, const term *t, const form **out)
{
    enum { MOST = 16 };
    int64_t k;
    if (t->nfactors != 1 || t->nletters > 0 || t->factors[0].power != 1 ||
        !expr_is_call(t->factors[0].atom, FN_LOG) ||
        !rational_is_int(t->coefficient, &k) || k > MOST || k < -MOST)
        return false;
    const form *x = normal_build(n, t->factors[0].atom->kids[0]);
    x = k < 0 ? normal_scalar_inverse(n, x) : x;
    *out = form_pow(n, x, k < 0 ? (long)-k : (long)k);
    return true;
}

/* exp(a + k*log(x)) = x^k * exp(a): x > 0 where its logarithm is defined. */
const form *normal_scalar_exp(struct normalizer *n, const form *a)
{
    struct pile rest = {0};
    const form *powers = form_number(n, 1, 1), *power;
    for (size_t i = 0; i < a->count && normal_spend(n); i++)
        if (power_of_log(n, &a->terms[i], &power) ||
            (n->exponentials && log_power(n, &a->terms[i], &power)))
            powers = form_mul(n, powers, power);
        else
            pile_add(n, &rest, &a->terms[i]);
    a = form_collect(n, &rest, n->one, n->one);
    return form_is_zero(a) ? powers
                           : form_mul(n, powers, call_atom(n, FN_EXP, a));
}

/* p^b without what is a rational: the whole part of b is taken out. */
static const form *base_power(struct normalizer *n, const form *p,
                              const form *b)
{
    const form *whole = form_number(n, 0, 1);
    for (size_t i = 0; i < b->count; i++) {
        const term *t = &b->terms[i];
        if (t->nfactors > 0)
            continue;
        mpq_t floor;
        mpq_init(floor);
        mpz_fdiv_q(mpq_numref(floor), mpq_numref(t->coefficient->q),
                   mpq_denref(t->coefficient->q));
        whole = form_rational(n, floor);
        mpq_clear(floor);
    }
    const form *rest = form_sub(n, b, whole);
    if (form_is_zero(rest))
        return normal_scalar_power(n, p, whole);
    const form *power =
        form_power_atom(n, print_form(n, p), print_form(n, rest));
    return form_is_zero(whole)
               ? power
               : form_mul(n, power, normal_scalar_power(n, p, whole));
}

/* times (p^k)^b = p^(k*b), p > 0 */
static void take_base(struct normalizer *n, const form **out, const mpz_t p,
                      long k, const form *b)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_z(q, p);
    const form *by = form_mul(n, form_number(n, k, 1), b);
    *out = form_mul(n, *out, base_power(n, form_rational(n, q), by));
    mpq_clear(q);
}

/* times c^(sign*b) for an integer c > 0: by its primes, the small ones */
static void take_primes(struct normalizer *n, const form **out, const mpz_t c,
                        long sign, const form *b)
{
    enum { LARGEST = 1000 };
    mpz_t rest, p;
    mpz_init_set(rest, c);
    mpz_init(p);
    for (unsigned long i = 2; i < LARGEST && mpz_cmp_ui(rest, 1) > 0; i++) {
        mpz_set_ui(p, i);
        long k = (long)mpz_remove(rest, rest, p);
        if (k > 0)
            take_base(n, out, p, sign * k, b);
    }
    if (mpz_cmp_ui(rest, 1) > 0)
        take_base(n, out, rest, sign, b);
    mpz_clear(rest);
    mpz_clear(p);
}

/* An integer at every instance. */
static bool is_integer(struct normalizer *n, const form *b)
{
    const struct dim *value = make_dim(n->pool, print_form(n, b));
    return value && make_is_whole(value);
}

/* b modulo 2, for integers: c*x^k is x where c is odd, and else 0. */
static const form *odd_part(struct normalizer *n, const form *b)
{
    struct pile odd = {0};
    for (size_t i = 0; i < b->count; i++) {
        term t = b->terms[i];
        if (mpz_even_p(mpq_numref(t.coefficient->q)))
            continue;
        factor *f = arena_array(n->arena, t.nfactors + 1, sizeof *f);
        for (size_t j = 0; j < t.nfactors; j++)
            f[j] = (factor){t.factors[j].atom, 1};
        t.factors = f;
        t.coefficient = n->unit;
        pile_add(n, &odd, &t);
    }
    return form_collect(n, &odd, n->one, n->one);
}

/*
 * (-1)^b for an integer b: what is even in b does not matter.  The second time
 * the monomials that became equal go: n^2 + n is 2n, and then 0.
 */
static const form *sign_power(struct normalizer *n, const form *b)
{
    const form *rest = odd_part(n, odd_part(n, b));
    return base_power(n, form_number(n, -1, 1), rest);
}

/* c^b for a rational c other than 0, prime by prime; false: not known. */
static bool number_power(struct normalizer *n, const mpq_t c, const form *b,
                         const form **out)
{
    mpz_t top;
    *out = form_number(n, 1, 1);
    if (mpq_sgn(c) == 0 || (mpq_sgn(c) < 0 && !is_integer(n, b)))
        return false;
    if (mpq_sgn(c) < 0)
        *out = sign_power(n, b);
    mpz_init(top);
    mpz_abs(top, mpq_numref(c));
    take_primes(n, out, top, 1, b);
    take_primes(n, out, mpq_denref(c), -1, b);
    mpz_clear(top);
    return true;
}

/*
 * (c*x^p*y^q)^b = c^b * (x^b)^p * (y^b)^q for b = 0, 1, ...; also where x or
 * c is 0, since 0^0 = 1.
 */
static const form *term_power(struct normalizer *n, const term *t,
                              const form *b)
{
    const form *c = form_rational(n, t->coefficient->q);
    const form *out = normal_scalar_power(n, c, b);
    for (size_t i = 0; i < t->nfactors; i++) {
        const factor f = t->factors[i];
        const form *x = form_factor(n, f.atom, 1), *power;
        power = form_power_atom(n, print_form(n, x), print_form(n, b));
        if (f.atom->op == EX_POW &&
            form_is_count(n, normal_build(n, f.atom->kids[1])))
            power = normal_scalar_power(
                n, normal_build(n, f.atom->kids[0]),
                form_mul(n, normal_build(n, f.atom->kids[1]), b));
        power = f.power < 0 ? normal_scalar_inverse(n, power) : power;
        out = form_mul(n, out, form_pow(n, power, labs(f.power)));
    }
    return out;
}

static const form *whole_power(struct normalizer *n, const form *a, int64_t k)
{
    if (k < 0)
        a = normal_scalar_inverse(n, a);
    return form_pow(n, a, (long)(k < 0 ? -k : k));
}

/* a^b; x^0 = 1, and x^(k/2) = sqrt(x)^k for odd k wherever it is defined. */
const form *normal_scalar_power(struct normalizer *n, const form *a,
                                const form *b)
{
    const rational_t *c;
    const form *power;
    rational_t twice;
    int64_t k = 0;
    if (form_is_rational(b, &c) || form_is_zero(b)) {
        rational_init(&twice);
        if (!form_is_zero(b))
            mpq_mul_2exp(twice.q, c->q, 1);
        bool small = rational_is_int(&twice, &k) && k <= NORMAL_MAX_POWER &&
                     k >= -NORMAL_MAX_POWER;
        rational_clear(&twice);
        if (small && k % 2 == 0)
            return whole_power(n, a, k / 2);
        if (small && !form_is_zero(a))
            return whole_power(n, normal_scalar_sqrt(n, a), k);
    } else if (form_is_one(a)) {
        return a;
    } else if (form_is_rational(a, &c)) {
        if (number_power(n, c->q, b, &power))
            return power;
    } else if (a->count == 1 && form_is_count(n, b) &&
               (a->terms[0].nfactors > 1 || a->terms[0].factors[0].power != 1 ||
                a->terms[0].factors[0].atom->op == EX_POW ||
                a->terms[0].coefficient != n->unit)) {
        return term_power(n, &a->terms[0], b);
    }
    return form_power_atom(n, print_form(n, a), print_form(n, b));
}
