/* Correctly rounded digits of an entry; docs/error-analysis.md#digits */
#include "eval/ball_internal.h"
#include "eval/decimal.h"

/* Whether the magnitude is one that decimal.h prints. */
static bool is_printable(const arf_t x)
{
    return arf_is_zero(x) || (arf_is_finite(x) &&
                              arf_cmpabs_2exp_si(x, DECIMAL_MAX_EXPONENT) < 0 &&
                              arf_cmpabs_2exp_si(x, -DECIMAL_MAX_EXPONENT) > 0);
}

/* Initialises `out` with x, exactly. */
static void init_mpfr(mpfr_t out, const arf_t x)
{
    const slong bits = arf_bits(x);
    mpfr_init2(out, bits < MPFR_PREC_MIN ? MPFR_PREC_MIN : bits);
    arf_get_mpfr(out, x, MPFR_RNDN);
}

static bool print_between(struct buffer *out, const arf_t lo, const arf_t hi,
                          size_t digits)
{
    mpfr_t a, b;
    init_mpfr(a, lo);
    init_mpfr(b, hi);
    const bool done = decimal_print(out, a, b, digits, false);
    mpfr_clear(a);
    mpfr_clear(b);
    return done;
}

static void print_radius(struct buffer *out, const arf_t radius)
{
    mpfr_t r;
    init_mpfr(r, radius);
    decimal_print_upper(out, r);
    mpfr_clear(r);
}

static bool print_operand(struct buffer *out, struct buffer *radius,
                          const struct ball_operand *a, slong prec,
                          size_t digits)
{
    LOCAL_ARF(lo);
    LOCAL_ARF(hi);
    LOCAL_ARF(r);
    ball_lower(lo, a, prec);
    ball_upper(hi, a, prec);
    arf_set_mag(r, arb_radref(a->x));
    bool done = is_printable(lo) && is_printable(hi) && is_printable(r);
    if (done)
        done = print_between(out, lo, hi, digits);
    if (done)
        print_radius(radius, r);
    return done;
}

bool ball_digits(struct buffer *out, struct buffer *radius,
                 const struct ball_operand *a, slong prec, long digits)
{
    if (digits < 1 || digits > BALL_MAX_DIGITS)
        return false;
    const struct decimal_range range = decimal_widen();
    const bool done = print_operand(out, radius, a, prec, (size_t)digits);
    decimal_restore(range);
    return done;
}

bool ball_run_digits(struct buffer *out, struct buffer *radius,
                     const struct ball_run *run, plan_id id, size_t i, size_t j,
                     long digits)
{
    if (ball_run_undefined(run, id) != TRUTH_FALSE)
        return false;
    const struct ball_operand a = {
        .x = arb_mat_entry(run->values[id].m, (slong)i, (slong)j),
        .facts = run->walk.plan->instrs[id].facts};
    return ball_digits(out, radius, &a, run->prec, digits);
}
