/*
 * Interval arithmetic with ends that may be excluded: each operation says of
 * the ends whether they are still no values.  Rounding is outward, so what is
 * above an end is above what that is rounded to.
 */
#include "interval/image.h"

#include "interval/partial.h"

void image_init(struct image *r, mpfr_prec_t bits)
{
    interval_init(&r->x, bits);
    image_whole(r);
}

void image_clear(struct image *r)
{
    interval_clear(&r->x);
}

void image_set(struct image *r, const struct image *x)
{
    if (r == x)
        return;
    interval_set(&r->x, &x->x);
    r->above = x->above;
    r->below = x->below;
    r->nonzero = x->nonzero;
}

void image_whole(struct image *r)
{
    interval_set_whole(&r->x);
    r->above = r->below = r->nonzero = false;
}

/* What the ends and 0 say of each other. */
static void settle(struct image *r, bool above, bool below, bool nonzero)
{
    int lo = mpfr_sgn(r->x.lo), hi = mpfr_sgn(r->x.hi);

    r->nonzero =
        nonzero || lo > 0 || hi < 0 || (lo == 0 && above) || (hi == 0 && below);
    r->above = above || (lo == 0 && r->nonzero);
    r->below = below || (hi == 0 && r->nonzero);
}

void image_number(struct image *r, const rational_t *q)
{
    interval_set_q(&r->x, q);
    settle(r, false, false, mpq_sgn(q->q) != 0);
}

void image_pi(struct image *r)
{
    interval_pi(&r->x);
    settle(r, false, false, true);
}

bool image_is_positive(const struct image *x)
{
    return x->nonzero && interval_certainly_nonnegative(&x->x);
}

bool image_is_negative(const struct image *x)
{
    return x->nonzero && interval_certainly_nonpositive(&x->x);
}

bool image_is_empty(const struct image *x)
{
    int order = mpfr_cmp(x->x.lo, x->x.hi);

    return order > 0 || (order == 0 && (x->above || x->below));
}

void image_add(struct image *r, const struct image *x, const struct image *y)
{
    bool above = x->above || y->above, below = x->below || y->below;

    interval_add(&r->x, &x->x, &y->x);
    settle(r, above, below, false);
}

void image_neg(struct image *r, const struct image *x)
{
    bool above = x->below, below = x->above, nonzero = x->nonzero;

    interval_neg(&r->x, &x->x);
    settle(r, above, below, nonzero);
}

/* x * y is no end of a product with a y of one sign where x is no end. */
static void keep_ends(const struct image *x, const struct image *y, bool *above,
                      bool *below)
{
    *above = *above || (image_is_positive(y) && x->above) ||
             (image_is_negative(y) && x->below);
    *below = *below || (image_is_positive(y) && x->below) ||
             (image_is_negative(y) && x->above);
}

void image_mul(struct image *r, const struct image *x, const struct image *y)
{
    bool above = false, below = false, nonzero = x->nonzero && y->nonzero;

    keep_ends(x, y, &above, &below);
    keep_ends(y, x, &above, &below);
    interval_mul(&r->x, &x->x, &y->x);
    settle(r, above, below, nonzero);
}

/* The larger is above the larger lower end if what has that end is. */
void image_max(struct image *r, const struct image *x, const struct image *y)
{
    int low = mpfr_cmp(x->x.lo, y->x.lo), high = mpfr_cmp(x->x.hi, y->x.hi);
    bool above = (low >= 0 && x->above) || (low <= 0 && y->above);
    bool below = (x->below || high < 0) && (y->below || high > 0);
    bool nonzero = x->nonzero && y->nonzero;

    interval_max(&r->x, &x->x, &y->x);
    settle(r, above, below, nonzero);
}

void image_min(struct image *r, const struct image *x, const struct image *y)
{
    int low = mpfr_cmp(x->x.lo, y->x.lo), high = mpfr_cmp(x->x.hi, y->x.hi);
    bool below = (high <= 0 && x->below) || (high >= 0 && y->below);
    bool above = (x->above || low > 0) && (y->above || low < 0);
    bool nonzero = x->nonzero && y->nonzero;

    interval_min(&r->x, &x->x, &y->x);
    settle(r, above, below, nonzero);
}

void image_meet(struct image *r, const struct image *x, const struct image *y)
{
    int low = mpfr_cmp(x->x.lo, y->x.lo), high = mpfr_cmp(x->x.hi, y->x.hi);
    bool above = (low >= 0 && x->above) || (low <= 0 && y->above);
    bool below = (high <= 0 && x->below) || (high >= 0 && y->below);
    bool nonzero = x->nonzero || y->nonzero;

    mpfr_max(r->x.lo, x->x.lo, y->x.lo, MPFR_RNDD);
    mpfr_min(r->x.hi, x->x.hi, y->x.hi, MPFR_RNDU);
    settle(r, above, below, nonzero);
}

/* Of abs(x) and even powers, which fall below 0. */
static void settle_even(struct image *r, const struct image *x)
{
    bool rises = interval_certainly_nonnegative(&x->x);
    bool falls = interval_certainly_nonpositive(&x->x);

    settle(r, rises ? x->above : falls && x->below,
           rises ? x->below : falls && x->above, x->nonzero);
}

void image_power(struct image *r, const struct image *x, unsigned k)
{
    LOCAL_MADE_OF(image, base, mpfr_get_prec(r->x.lo));
    image_set(&base, x);
    interval_pow_si(&r->x, &base.x, (long)k);
    if (k % 2 == 0)
        settle_even(r, &base);
    else
        settle(r, base.above, base.below, base.nonzero);
}

void image_recip(struct image *r, const struct image *x)
{
    bool is_signed = image_is_positive(x) || image_is_negative(x);
    bool above = is_signed && x->below, below = is_signed && x->above;

    if (!x->nonzero) {
        image_whole(r);
        return;
    }
    LOCAL_MPQ(q);
    mpq_set_si(q, -1, 1);
    if (partial_power(&r->x, &x->x, q))
        settle(r, above, below, true);
    else
        image_whole(r);
}

void image_pow(struct image *r, const struct image *x, const struct image *y,
               const rational_t *q)
{
    bool positive = image_is_positive(x);
    bool is_root =
        q != NULL && mpq_sgn(q->q) > 0 && interval_certainly_nonnegative(&x->x);
    bool known = true;

    if (!positive && !is_root) {
        image_whole(r);
        return;
    }
    if (q != NULL && mpq_sgn(q->q) != 0)
        known = partial_power(&r->x, &x->x, q->q);
    else
        partial_general(&r->x, &x->x, &y->x);
    if (known)
        settle(r, false, false, positive);
    else
        image_whole(r);
}

/* Of a function that rises strictly, between -1 and 1 or above 0. */
static void settle_rising(struct image *r, enum function fn, bool above,
                          bool below, bool nonzero)
{
    if (fn == FN_TANH || fn == FN_ERF) {
        above = above || mpfr_cmp_si(r->x.lo, -1) <= 0;
        below = below || mpfr_cmp_si(r->x.hi, 1) >= 0;
    }
    settle(r, above, below,
           fn == FN_EXP || ((fn == FN_TANH || fn == FN_ERF) && nonzero));
}

static void take_sign(struct image *r, const struct image *x)
{
    if (image_is_positive(x))
        interval_set_si(&r->x, 1);
    else if (image_is_negative(x))
        interval_set_si(&r->x, -1);
    else
        interval_sign(&r->x, &x->x);
}

static void take_root(struct image *r, const struct image *x)
{
    bool defined = interval_certainly_nonnegative(&x->x);
    bool below = x->below && mpfr_sgn(x->x.hi) > 0;
    bool above = defined && x->above, nonzero = defined && x->nonzero;

    interval_sqrt(&r->x, &x->x); /* 0 below 0 */
    settle(r, above, below, nonzero);
}

static void take_relu(struct image *r, const struct image *x)
{
    LOCAL_MADE_OF(image, zero, mpfr_get_prec(r->x.lo));
    interval_set_si(&zero.x, 0);
    image_max(r, x, &zero);
}

void image_call(struct image *r, enum function fn, const struct image *x)
{
    LOCAL_MADE_OF(image, arg, mpfr_get_prec(r->x.lo));
    image_set(&arg, x);
    image_whole(r);
    switch ((int)fn) {
    case FN_LOG:
        if (!image_is_positive(&arg))
            break;
        /* fall through */
    case FN_EXP:
    case FN_TANH:
    case FN_ERF:
        if (partial_call(&r->x, fn, &arg.x, &arg.x))
            settle_rising(r, fn, arg.above, arg.below, arg.nonzero);
        break;
    case FN_SIN:
    case FN_COS:
        if (partial_call(&r->x, fn, &arg.x, &arg.x))
            settle(r, false, false, false);
        break;
    case FN_ABS:
        interval_abs(&r->x, &arg.x);
        settle_even(r, &arg);
        break;
    case FN_SQRT:
        take_root(r, &arg);
        break;
    case FN_SIGN:
        take_sign(r, &arg);
        settle(r, false, false, arg.nonzero);
        break;
    case FN_RELU:
        take_relu(r, &arg);
        break;
    }
}

void image_integers(struct image *r)
{
    if (mpfr_number_p(r->x.lo)) {
        if (r->above && mpfr_integer_p(r->x.lo))
            mpfr_add_ui(r->x.lo, r->x.lo, 1, MPFR_RNDD);
        mpfr_ceil(r->x.lo, r->x.lo);
    }
    if (mpfr_number_p(r->x.hi)) {
        if (r->below && mpfr_integer_p(r->x.hi))
            mpfr_sub_ui(r->x.hi, r->x.hi, 1, MPFR_RNDU);
        mpfr_floor(r->x.hi, r->x.hi);
    }
    settle(r, false, false, r->nonzero);
}
