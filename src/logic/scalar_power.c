/* Powers and functions, with their values at numbers. */
#include "logic/scalar_internal.h"

static bool is_integer(mpq_srcptr q)
{
    return mpz_cmp_ui(mpq_denref(q), 1) == 0;
}

/* ---- powers ---- */

enum { MAX_FOLDED_POWER = 4096, MAX_FOLDED_ROOT = 64 };

/* out = q ^ k, k not 0; false: too long, or 0 to a negative power */
static bool fold_integer_power(mpq_t out, mpq_srcptr q, mpq_srcptr exponent)
{
    if (!mpz_fits_slong_p(mpq_numref(exponent)))
        return false;
    long k = mpz_get_si(mpq_numref(exponent));
    unsigned long n = k < 0 ? 0ul - (unsigned long)k : (unsigned long)k;
    size_t bits = mpz_sizeinbase(mpq_numref(q), 2) +
                  mpz_sizeinbase(mpq_denref(q), 2);
    if (n > MAX_FOLDED_POWER || n * bits > SCALAR_MAX_BITS ||
        (k < 0 && mpq_sgn(q) == 0))
        return false;
    mpz_pow_ui(mpq_numref(out), mpq_numref(q), n);
    mpz_pow_ui(mpq_denref(out), mpq_denref(q), n);
    if (k < 0)
        mpq_inv(out, out);
    return true;
}

/* out = q ^ exponent where that is rational and seen to be. */
static bool fold_power(mpq_t out, mpq_srcptr q, mpq_srcptr exponent)
{
    if (is_integer(exponent))
        return fold_integer_power(out, q, exponent);
    if (mpq_sgn(q) < 0 || mpz_cmp_ui(mpq_denref(exponent), MAX_FOLDED_ROOT) > 0)
        return false;
    unsigned long r = mpz_get_ui(mpq_denref(exponent));
    mpq_t root, p;
    mpq_init(root);
    mpq_init(p);
    mpq_set_z(p, mpq_numref(exponent));
    bool exact = mpz_root(mpq_numref(root), mpq_numref(q), r) != 0;
    exact &= mpz_root(mpq_denref(root), mpq_denref(q), r) != 0;
    exact = exact && fold_integer_power(out, root, p);
    mpq_clear(root);
    mpq_clear(p);
    return exact;
}

static const struct scalar *power_node(struct scalar_pool *pool,
                                       const struct scalar *base,
                                       mpq_srcptr exponent)
{
    rational_t q;
    mpq_init(q.q);
    mpq_set(q.q, exponent);
    const struct scalar *e = scalar_intern(pool, &(struct scalar){.op = SCALAR_POWER,
                                                           .number = &q,
                                                           .kids = &base,
                                                           .count = 1});
    mpq_clear(q.q);
    return e;
}

/* (b ^ p) ^ k = b ^ (p k) for an integer k, where the left has a value. */
static const struct scalar *power_of_power(struct scalar_pool *pool,
                                           const struct scalar *base,
                                           mpq_srcptr exponent)
{
    mpq_t q;
    mpq_init(q);
    mpq_mul(q, base->number->q, exponent);
    const struct scalar *e = scalar_power(pool, base->kids[0], q);
    mpq_clear(q);
    return e;
}

/* |u| ^ k for an even integer k: u ^ k. */
static bool is_even_power_of_absolute(const struct scalar *base,
                                      mpq_srcptr exponent)
{
    return base->op == SCALAR_CALL && base->fn == FN_ABS &&
           is_integer(exponent) && mpz_even_p(mpq_numref(exponent));
}

const struct scalar *scalar_power(struct scalar_pool *pool,
                                  const struct scalar *base,
                                  mpq_srcptr exponent)
{
    if (!base || scalar_number_is_long(exponent))
        return NULL;
    if (mpq_sgn(exponent) == 0)
        return scalar_int(pool, 1);
    if (mpq_cmp_si(exponent, 1, 1) == 0)
        return base;
    if (base->op == SCALAR_POWER && is_integer(exponent))
        return power_of_power(pool, base, exponent);
    if (is_even_power_of_absolute(base, exponent))
        return scalar_power(pool, base->kids[0], exponent);
    if (base->op != SCALAR_NUMBER)
        return power_node(pool, base, exponent);
    mpq_t q;
    mpq_init(q);
    const struct scalar *e = fold_power(q, base->number->q, exponent)
                                 ? scalar_number(pool, q)
                                 : power_node(pool, base, exponent);
    mpq_clear(q);
    return e;
}

const struct scalar *scalar_general(struct scalar_pool *pool,
                                    const struct scalar *base,
                                    const struct scalar *exponent)
{
    if (!base || !exponent)
        return NULL;
    if (exponent->op == SCALAR_NUMBER)
        return scalar_power(pool, base, exponent->number->q);
    if (scalar_is_positive_form(base))
        return scalar_exponential(pool, base, exponent);
    const struct scalar *kids[] = {base, exponent};
    return scalar_intern(pool, &(struct scalar){.op = SCALAR_GENERAL,
                                         .kids = kids,
                                         .count = 2});
}

bool scalar_is_positive_form(const struct scalar *e)
{
    return e->op == SCALAR_PI ||
           (e->op == SCALAR_NUMBER && mpq_sgn(e->number->q) > 0) ||
           (e->op == SCALAR_CALL && e->fn == FN_EXP);
}

const struct scalar *scalar_exponential(struct scalar_pool *pool,
                                        const struct scalar *base,
                                        const struct scalar *exponent)
{
    const struct scalar *a = base ? scalar_call1(pool, FN_LOG, base) : NULL;
    return a ? scalar_call1(pool, FN_EXP, scalar_product(pool, exponent, a))
             : NULL;
}

/* ---- calls ---- */

/* sin(pi * q) * 2 = sign * sqrt(out), for q in twelfths; false: not listed */
static bool known_sine(int *sign, long *square, mpq_srcptr q)
{
    /* of 4 sin^2 at 0, 2, 3, 4, 6 twelfths of pi; -1: none listed */
    static const long quarter[] = {0, -1, 1, 2, 3, -1, 4};
    mpq_t t;
    mpz_t r;
    mpq_init(t);
    mpz_init(r);
    mpq_set_si(t, 12, 1);
    mpq_mul(t, t, q);
    bool whole = is_integer(t);
    mpz_fdiv_r_ui(r, mpq_numref(t), 24);
    long k = mpz_get_si(r);
    mpq_clear(t);
    mpz_clear(r);
    *sign = k > 12 ? -1 : 1;
    k = k > 12 ? k - 12 : k;
    k = k > 6 ? 12 - k : k;
    *square = quarter[k];
    return whole && *square >= 0;
}

/* The rational q with e = q * pi. */
static bool is_multiple_of_pi(mpq_t q, const struct scalar *e)
{
    scalar_coefficient(q, e);
    return e->op == SCALAR_PI ||
           (e->op == SCALAR_MUL && e->count == 2 &&
            e->kids[0]->op == SCALAR_NUMBER && e->kids[1]->op == SCALAR_PI);
}

/* sin and cos of listed multiples of pi; NULL: not one of them */
static const struct scalar *fold_circular(struct scalar_pool *pool,
                                          enum function fn,
                                          const struct scalar *a)
{
    const struct scalar *e = NULL;
    int sign;
    long square;
    mpq_t q, half;
    mpq_init(q);
    mpq_init(half);
    mpq_set_si(half, 1, 2);
    bool listed = is_multiple_of_pi(q, a);
    if (fn == FN_COS) /* cos x = sin(x + pi/2) */
        mpq_add(q, q, half);
    if (listed && known_sine(&sign, &square, q)) {
        const struct scalar *root =
            scalar_power(pool, scalar_int(pool, square), half);
        mpq_set_si(q, sign, 2);
        mpq_canonicalize(q);
        e = scalar_product(pool, scalar_number(pool, q), root);
    }
    mpq_clear(q);
    mpq_clear(half);
    return e;
}

/* Values at numbers that are numbers; NULL: none known. */
static const struct scalar *fold_call(struct scalar_pool *pool,
                                      enum function fn, const struct scalar *a)
{
    int sign;
    if (!scalar_is_number(a, &sign))
        return NULL;
    bool zero = sign == 0;
    if (fn == FN_ABS)
        return scalar_times(pool, sign < 0 ? -1 : 1, a);
    if (fn == FN_SIGN)
        return scalar_int(pool, sign);
    if (fn == FN_RELU)
        return sign > 0 ? a : scalar_int(pool, 0);
    if (zero && (fn == FN_EXP || fn == FN_COS))
        return scalar_int(pool, 1);
    if (zero && (fn == FN_SIN || fn == FN_TANH || fn == FN_ERF))
        return a;
    if (fn == FN_LOG && mpq_cmp_si(a->number->q, 1, 1) == 0)
        return scalar_int(pool, 0);
    return NULL;
}

/* max and min of numbers */
static const struct scalar *fold_pair(enum function fn,
                                      const struct scalar *a,
                                      const struct scalar *b)
{
    if (a == b)
        return a;
    if (a->op != SCALAR_NUMBER || b->op != SCALAR_NUMBER)
        return NULL;
    bool less = mpq_cmp(a->number->q, b->number->q) < 0;
    return less == (fn == FN_MIN2) ? a : b;
}

const struct scalar *scalar_call(struct scalar_pool *pool, enum function fn,
                                 const struct scalar *const *kids,
                                 size_t count)
{
    if (scalar_any_null(kids, count))
        return NULL;
    const struct scalar *e = NULL;
    if (count == 2)
        e = fold_pair(fn, kids[0], kids[1]);
    else if (count == 1)
        e = fold_call(pool, fn, kids[0]);
    if (fn == FN_LOG && kids[0]->op == SCALAR_CALL && kids[0]->fn == FN_EXP)
        e = kids[0]->kids[0];
    if (!e && (fn == FN_SIN || fn == FN_COS))
        e = fold_circular(pool, fn, kids[0]);
    return e ? e
             : scalar_intern(pool, &(struct scalar){.op = SCALAR_CALL,
                                             .fn = fn,
                                             .kids = kids,
                                             .count = count});
}

const struct scalar *scalar_if(struct scalar_pool *pool,
                               const struct goal *condition,
                               const struct scalar *a, const struct scalar *b)
{
    if (!condition || !a || !b)
        return NULL;
    const struct scalar *kids[] = {a, b};
    return scalar_intern(pool, &(struct scalar){.op = SCALAR_IF,
                                         .condition = condition,
                                         .kids = kids,
                                         .count = 2});
}
