/* Functions entry by entry, and powers. */
#include "recheck/run.h"

/* x in X |- f(x) in R; says whether f is defined there */
typedef enum truth entry_rule(interval_t *r, const interval_t *x);

static enum truth entry_abs(interval_t *r, const interval_t *x)
{
    interval_abs(r, x);
    return TRUTH_TRUE;
}

static enum truth entry_exp(interval_t *r, const interval_t *x)
{
    interval_exp(r, x);
    return TRUTH_TRUE;
}

static enum truth entry_log(interval_t *r, const interval_t *x)
{
    interval_log(r, x);
    if (interval_certainly_nonpositive(x))
        return TRUTH_FALSE;
    return interval_certainly_positive(x) ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

static enum truth entry_sqrt(interval_t *r, const interval_t *x)
{
    interval_sqrt(r, x);
    if (interval_certainly_negative(x))
        return TRUTH_FALSE;
    return interval_certainly_nonnegative(x) ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

static enum truth entry_sin(interval_t *r, const interval_t *x)
{
    interval_sin(r, x);
    return TRUTH_TRUE;
}

static enum truth entry_cos(interval_t *r, const interval_t *x)
{
    interval_cos(r, x);
    return TRUTH_TRUE;
}

static enum truth entry_tanh(interval_t *r, const interval_t *x)
{
    interval_tanh(r, x);
    return TRUTH_TRUE;
}

static enum truth entry_erf(interval_t *r, const interval_t *x)
{
    interval_erf(r, x);
    return TRUTH_TRUE;
}

/* max(x, 0) */
static enum truth entry_relu(interval_t *r, const interval_t *x)
{
    interval_clip(r, x);
    return TRUTH_TRUE;
}

static enum truth entry_sign(interval_t *r, const interval_t *x)
{
    interval_sign(r, x);
    return TRUTH_TRUE;
}

struct kmatrix *call_elementwise(struct run *run, enum function fn,
                                 const struct kmatrix *a)
{
    /* ORDER: ir/function.h */
    static entry_rule *const table[FN_COUNT] = {
        [FN_ABS] = entry_abs,   [FN_EXP] = entry_exp, [FN_LOG] = entry_log,
        [FN_SQRT] = entry_sqrt, [FN_SIN] = entry_sin, [FN_COS] = entry_cos,
        [FN_TANH] = entry_tanh, [FN_ERF] = entry_erf, [FN_RELU] = entry_relu,
        [FN_SIGN] = entry_sign,
    };
    enum truth defined = TRUTH_TRUE;
    struct kmatrix *r = kmatrix_new(run, a->rows, a->cols);
    for (size_t k = 0; r && k < a->rows * a->cols; k++)
        defined = truth_and(defined, table[fn](&r->e[k], &a->e[k]));
    return kmatrix_undefine(r, defined);
}

/* ---- powers: x^0 = 1; docs/language.md ---- */

/* k integer: x in X, x /= 0 if k < 0 |- x^k in X^k */
static enum truth integer_power(interval_t *r, const interval_t *x, long k)
{
    bool may_vanish = k < 0 && interval_contains_zero(x);
    enum truth defined = !may_vanish           ? TRUTH_TRUE
                         : interval_is_zero(x) ? TRUTH_FALSE
                                               : TRUTH_UNKNOWN;
    interval_pow_si(r, x, k);
    return defined;
}

/* 2y = k > 0: x >= 0 |- x^y = sqrt(x)^k */
static bool is_half_integer(const interval_t *y, long *k)
{
    LOCAL_INTERVAL(twice, mpfr_get_prec(y->lo) + 2);
    interval_add(&twice, y, y);
    return interval_is_integer(&twice, k);
}

/* X >= 0, Y > 0 |- x^y in [0, sup X ^ Y]: x^y rises with x */
static void power_from_zero(interval_t *r, const interval_t *x,
                            const interval_t *y)
{
    if (interval_is_zero(x)) {
        interval_set_si(r, 0);
        return;
    }
    LOCAL_INTERVAL(top, mpfr_get_prec(r->lo));
    mpfr_set(top.lo, x->hi, MPFR_RNDD);
    mpfr_set(top.hi, x->hi, MPFR_RNDU);
    interval_pow(&top, &top, y);
    mpfr_set(r->hi, top.hi, MPFR_RNDU);
    mpfr_set_zero(r->lo, 1);
}

/* Whether no integer lies in Y. */
static bool has_no_integer(const interval_t *y)
{
    if (!interval_is_finite(y))
        return false;
    LOCAL_MPFR(up, mpfr_get_prec(y->lo) + 1);
    mpfr_rint_ceil(up, y->lo, MPFR_RNDD); /* the exponent may grow by one */
    return mpfr_greater_p(up, y->hi) != 0;
}

/* y not known to be an integer */
static enum truth real_power(interval_t *r, const interval_t *x,
                             const interval_t *y)
{
    long k;
    bool nonnegative = interval_certainly_nonnegative(x);
    bool half = is_half_integer(y, &k);
    if (nonnegative && half && k > 0) {
        interval_sqrt(r, x);
        interval_pow_si(r, r, k);
        return TRUTH_TRUE;
    }
    if (interval_certainly_positive(x)) {
        interval_pow(r, x, y);
        return TRUTH_TRUE;
    }
    if (nonnegative && interval_certainly_positive(y)) {
        power_from_zero(r, x, y);
        return TRUTH_TRUE;
    }
    bool undefined = (interval_certainly_negative(x) && has_no_integer(y)) ||
                     (interval_is_zero(x) && interval_certainly_negative(y));
    interval_set_whole(r);
    return undefined ? TRUTH_FALSE : TRUTH_UNKNOWN;
}

enum truth power(interval_t *r, const interval_t *x, const interval_t *y)
{
    long k;
    if (interval_is_integer(y, &k))
        return integer_power(r, x, k);
    return real_power(r, x, y);
}
