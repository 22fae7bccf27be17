/*
 * Powers and functions of single exact numbers, with their definedness
 * (language.md, 7).
 */
#include "eval/exact_internal.h"

enum { MAX_EXPONENT_BITS = 24 };

static enum state defined(exact_id *z, exact_id value)
{
    *z = value;
    return STATE_DEFINED;
}

/* ---- two entries ---- */

enum state exact_divide(exact_id *z, struct exact_ring *ring, exact_id x,
                        exact_id y)
{
    switch (exact_sign(ring, y)) {
    case EXACT_SIGN_UNKNOWN:
        return STATE_UNKNOWN;
    case EXACT_IS_ZERO:
        return STATE_UNDEFINED;
    case EXACT_NEGATIVE:
    case EXACT_POSITIVE:
        break;
    }
    return defined(z, exact_mul(ring, x, exact_inverse(ring, y)));
}

/* Whether y, or 2y for halves, is formally an integer of moderate size. */
static bool is_small_int(const struct exact_ring *ring, exact_id y, int halves,
                         int64_t *k)
{
    LOCAL_FMPQ(q);
    bool is = exact_get_rational(q, ring, y);
    if (is && halves)
        fmpq_mul_ui(q, q, 2);
    is = is && fmpz_is_one(fmpq_denref(q)) &&
         fmpz_bits(fmpq_numref(q)) <= MAX_EXPONENT_BITS;
    *k = is ? (int64_t)fmpz_get_si(fmpq_numref(q)) : 0;
    return is;
}

static enum state integer_power(exact_id *z, struct exact_ring *ring,
                                exact_id x, int64_t k)
{
    enum exact_sign sign = k < 0 ? exact_sign(ring, x) : EXACT_POSITIVE;
    if (sign == EXACT_SIGN_UNKNOWN)
        return STATE_UNKNOWN;
    if (sign == EXACT_IS_ZERO)
        return STATE_UNDEFINED; /* zero to a negative power */
    return defined(z, exact_power(ring, x, k));
}

static exact_id positive_power(struct exact_ring *ring, exact_id x, exact_id y)
{
    int64_t k;
    if (is_small_int(ring, y, 1, &k))
        return exact_power(ring, exact_sqrt(ring, x), k);
    return exact_exp(ring, exact_mul(ring, y, exact_log(ring, x)));
}

static enum state power_of_zero(exact_id *z, enum exact_sign exponent)
{
    switch (exponent) {
    case EXACT_POSITIVE:
        return defined(z, EXACT_ZERO);
    case EXACT_IS_ZERO:
        return defined(z, EXACT_ONE);
    case EXACT_NEGATIVE:
        return STATE_UNDEFINED;
    case EXACT_SIGN_UNKNOWN:
        break;
    }
    return STATE_UNKNOWN;
}

/* Certainly no integer: a fraction, or irrational by [Besicovitch1940]. */
static bool is_no_integer(const struct exact_ring *ring, exact_id y)
{
    LOCAL_FMPQ(q);
    bool rational = exact_get_rational(q, ring, y);
    bool fraction = rational && !fmpz_is_one(fmpq_denref(q));
    return fraction || (!rational && exact_is_algebraic(ring, y));
}

enum state exact_pair_power(exact_id *z, struct exact_ring *ring, exact_id x,
                            exact_id y)
{
    int64_t k;
    if (is_small_int(ring, y, 0, &k))
        return integer_power(z, ring, x, k);
    const enum exact_sign exponent = exact_sign(ring, y);
    if (exponent == EXACT_IS_ZERO)
        return defined(z, EXACT_ONE);
    switch (exact_sign(ring, x)) {
    case EXACT_POSITIVE:
        return defined(z, positive_power(ring, x, y));
    case EXACT_IS_ZERO:
        return power_of_zero(z, exponent);
    case EXACT_NEGATIVE:
        return is_no_integer(ring, y) ? STATE_UNDEFINED : STATE_UNKNOWN;
    case EXACT_SIGN_UNKNOWN:
        break;
    }
    return STATE_UNKNOWN;
}

/* ---- one entry ---- */

static exact_id relu(struct exact_ring *ring, exact_id x)
{
    return exact_max(ring, x, EXACT_ZERO);
}

static exact_id sign(struct exact_ring *ring, exact_id x)
{
    switch (exact_sign(ring, x)) {
    case EXACT_NEGATIVE:
        return exact_int(ring, -1);
    case EXACT_IS_ZERO:
        return EXACT_ZERO;
    case EXACT_POSITIVE:
        return EXACT_ONE;
    case EXACT_SIGN_UNKNOWN:
        break;
    }
    return exact_opaque(ring);
}

/* log where `strict`, else sqrt; of what the facts say. */
static enum state of_nonnegative(exact_id *z, struct exact_ring *ring,
                                 exact_id x, bool strict, unsigned facts)
{
    switch (exact_sign(ring, x)) {
    case EXACT_POSITIVE:
        return defined(z, strict ? exact_log(ring, x) : exact_sqrt(ring, x));
    case EXACT_IS_ZERO:
        return strict ? STATE_UNDEFINED : defined(z, EXACT_ZERO);
    case EXACT_NEGATIVE:
        return STATE_UNDEFINED;
    case EXACT_SIGN_UNKNOWN:
        break;
    }
    if ((facts & (PLAN_NONNEGATIVE | PLAN_STOCHASTIC)) && !strict && x)
        return defined(z, exact_sqrt(ring, x));
    return STATE_UNKNOWN;
}

enum state exact_function(enum function fn, exact_id *z,
                          struct exact_ring *ring, exact_id x, unsigned facts)
{
    typedef exact_id total(struct exact_ring *, exact_id);
    static total *const totals[FN_COUNT] = {
        [FN_ABS] = exact_abs, [FN_EXP] = exact_exp,   [FN_SIN] = exact_sin,
        [FN_COS] = exact_cos, [FN_TANH] = exact_tanh, [FN_ERF] = exact_erf,
        [FN_RELU] = relu,     [FN_SIGN] = sign,
    };
    if (fn == FN_LOG || fn == FN_SQRT)
        return of_nonnegative(z, ring, x, fn == FN_LOG, facts);
    ENSURE(totals[fn], "exact numbers know every function of entries");
    return defined(z, totals[fn](ring, x));
}

/*
 * W_0 on (-1/e, inf), W_-1 on (-1/e, 0); what happens outside, and at -1/e, is
 * left open.
 */
enum state exact_lambert(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    struct exact_ring *ring = run->ring;
    const exact_id k = exact_arg(run, in, 0)->at[0];
    const exact_id x = exact_arg(run, in, 1)->at[0];
    const bool lower = k == exact_int(ring, -1);
    const exact_id edge = exact_neg(ring, exact_exp(ring, exact_int(ring, -1)));
    if ((!lower && k != EXACT_ZERO) ||
        exact_compare(ring, x, edge) != EXACT_POSITIVE ||
        (lower && exact_sign(ring, x) != EXACT_NEGATIVE))
        return STATE_UNKNOWN;
    return defined(&out->at[0], exact_lambertw(ring, lower ? -1 : 0, x));
}
