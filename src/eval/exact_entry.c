/* Functions of single entries, with their definedness (language.md, 7). */
#include "eval/exact_internal.h"

enum { MAX_EXPONENT_BITS = 24 };

static enum truth defined(exact_id *out, exact_id value)
{
    *out = value;
    return TRUTH_FALSE;
}

/* ---- two entries ---- */

enum truth exact_spread_pairs(struct exact_matrix *out, struct exact_run *run,
                              const struct plan_instr *in, exact_pair *fn)
{
    enum truth undefined = TRUTH_FALSE;
    for (size_t k = 0; k < out->rows * out->cols; k++)
        undefined =
            exact_join(undefined, fn(&out->at[k], run->ring,
                                     exact_spread(exact_arg(run, in, 0), k),
                                     exact_spread(exact_arg(run, in, 1), k)));
    return undefined;
}

enum truth exact_pair_multiply(exact_id *out, struct exact_ring *ring,
                               exact_id x, exact_id y)
{
    return defined(out, exact_mul(ring, x, y));
}

enum truth exact_pair_divide(exact_id *out, struct exact_ring *ring, exact_id x,
                             exact_id y)
{
    switch (exact_sign(ring, y)) {
    case EXACT_SIGN_UNKNOWN:
        return TRUTH_UNKNOWN;
    case EXACT_IS_ZERO:
        return TRUTH_TRUE;
    case EXACT_NEGATIVE:
    case EXACT_POSITIVE:
        break;
    }
    return defined(out, exact_mul(ring, x, exact_inverse(ring, y)));
}

enum truth exact_pair_max(exact_id *out, struct exact_ring *ring, exact_id x,
                          exact_id y)
{
    return defined(out, exact_max(ring, x, y));
}

enum truth exact_pair_min(exact_id *out, struct exact_ring *ring, exact_id x,
                          exact_id y)
{
    return defined(out, exact_min(ring, x, y));
}

/* Whether y, or 2y for halves, is formally an integer of moderate size. */
static bool is_small_int(const struct exact_ring *ring, exact_id y, int halves,
                         int64_t *k)
{
    fmpq_t q;
    fmpq_init(q);
    bool is = exact_get_rational(q, ring, y);
    if (is && halves)
        fmpq_mul_ui(q, q, 2);
    is = is && fmpz_is_one(fmpq_denref(q)) &&
         fmpz_bits(fmpq_numref(q)) <= MAX_EXPONENT_BITS;
    *k = is ? (int64_t)fmpz_get_si(fmpq_numref(q)) : 0;
    fmpq_clear(q);
    return is;
}

static enum truth integer_power(exact_id *out, struct exact_ring *ring,
                                exact_id x, int64_t k)
{
    enum exact_sign sign = k < 0 ? exact_sign(ring, x) : EXACT_POSITIVE;
    if (sign == EXACT_SIGN_UNKNOWN)
        return TRUTH_UNKNOWN;
    if (sign == EXACT_IS_ZERO)
        return TRUTH_TRUE; /* zero to a negative power */
    return defined(out, exact_power(ring, x, k));
}

static exact_id positive_power(struct exact_ring *ring, exact_id x, exact_id y)
{
    int64_t k;
    if (is_small_int(ring, y, 1, &k))
        return exact_power(ring, exact_sqrt(ring, x), k);
    return exact_exp(ring, exact_mul(ring, y, exact_log(ring, x)));
}

static enum truth power_of_zero(exact_id *out, enum exact_sign exponent)
{
    switch (exponent) {
    case EXACT_POSITIVE:
        return defined(out, EXACT_ZERO);
    case EXACT_IS_ZERO:
        return defined(out, EXACT_ONE);
    case EXACT_NEGATIVE:
        return TRUTH_TRUE;
    case EXACT_SIGN_UNKNOWN:
        break;
    }
    return TRUTH_UNKNOWN;
}

/* Certainly no integer: a fraction, or irrational by [Besicovitch1940]. */
static bool is_no_integer(const struct exact_ring *ring, exact_id y)
{
    fmpq_t q;
    fmpq_init(q);
    bool rational = exact_get_rational(q, ring, y);
    bool fraction = rational && !fmpz_is_one(fmpq_denref(q));
    fmpq_clear(q);
    return fraction || (!rational && exact_is_algebraic(ring, y));
}

enum truth exact_pair_power(exact_id *out, struct exact_ring *ring, exact_id x,
                            exact_id y)
{
    int64_t k;
    if (is_small_int(ring, y, 0, &k))
        return integer_power(out, ring, x, k);
    const enum exact_sign exponent = exact_sign(ring, y);
    if (exponent == EXACT_IS_ZERO)
        return defined(out, EXACT_ONE);
    switch (exact_sign(ring, x)) {
    case EXACT_POSITIVE:
        return defined(out, positive_power(ring, x, y));
    case EXACT_IS_ZERO:
        return power_of_zero(out, exponent);
    case EXACT_NEGATIVE:
        return is_no_integer(ring, y) ? TRUTH_TRUE : TRUTH_UNKNOWN;
    case EXACT_SIGN_UNKNOWN:
        break;
    }
    return TRUTH_UNKNOWN;
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

/* log where `strict`, else sqrt; `nonnegative` is known of x. */
static enum truth of_nonnegative(exact_id *out, struct exact_ring *ring,
                                 exact_id x, bool strict, bool nonnegative)
{
    switch (exact_sign(ring, x)) {
    case EXACT_POSITIVE:
        return defined(out, strict ? exact_log(ring, x) : exact_sqrt(ring, x));
    case EXACT_IS_ZERO:
        return strict ? TRUTH_TRUE : defined(out, EXACT_ZERO);
    case EXACT_NEGATIVE:
        return TRUTH_TRUE;
    case EXACT_SIGN_UNKNOWN:
        break;
    }
    if (nonnegative && !strict && x)
        return defined(out, exact_sqrt(ring, x));
    return TRUTH_UNKNOWN;
}

static enum truth roots_and_logs(struct exact_matrix *out,
                                 struct exact_run *run,
                                 const struct plan_instr *in)
{
    const bool nonnegative =
        exact_arg_facts(run, in, 0) & (PLAN_NONNEGATIVE | PLAN_STOCHASTIC);
    enum truth undefined = TRUTH_FALSE;
    for (size_t k = 0; k < out->rows * out->cols; k++)
        undefined = exact_join(undefined,
                               of_nonnegative(&out->at[k], run->ring,
                                              exact_arg(run, in, 0)->at[k],
                                              in->fn == FN_LOG, nonnegative));
    return undefined;
}

enum truth exact_call_entries(struct exact_matrix *out, struct exact_run *run,
                              const struct plan_instr *in)
{
    typedef exact_id total(struct exact_ring * ring, exact_id x);
    static total *const table[FN_COUNT] = {
        [FN_ABS] = exact_abs, [FN_EXP] = exact_exp,   [FN_SIN] = exact_sin,
        [FN_COS] = exact_cos, [FN_TANH] = exact_tanh, [FN_ERF] = exact_erf,
        [FN_RELU] = relu,     [FN_SIGN] = sign,
    };
    if (in->fn == FN_LOG || in->fn == FN_SQRT)
        return roots_and_logs(out, run, in);
    for (size_t k = 0; k < out->rows * out->cols; k++)
        out->at[k] = table[in->fn](run->ring, exact_arg(run, in, 0)->at[k]);
    return TRUTH_FALSE;
}

/*
 * W_0 on (-1/e, inf), W_-1 on (-1/e, 0); what happens outside, and at -1/e, is
 * left open.
 */
enum truth exact_lambert(struct exact_matrix *out, struct exact_run *run,
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
        return TRUTH_UNKNOWN;
    return defined(&out->at[0], exact_lambertw(ring, lower ? -1 : 0, x));
}
