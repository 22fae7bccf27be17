#include "eval/decimal.h"

#include <string.h>

struct decimal_range decimal_widen(void)
{
    const struct decimal_range old = {mpfr_get_emin(), mpfr_get_emax()};
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    return old;
}

void decimal_restore(struct decimal_range range)
{
    mpfr_set_emin(range.emin);
    mpfr_set_emax(range.emax);
}

/* ---- digits: value 0.DIGITS * 10^exponent ---- */

struct digits {
    char *text; /* as MPFR gives it: a sign, then digits */
    mpfr_exp_t exponent;
};

static struct digits digits_of(const mpfr_t x, size_t count,
                               mpfr_rnd_t rounding)
{
    struct digits d;
    d.text = mpfr_get_str(NULL, &d.exponent, 10, count, x, rounding);
    ENSURE(d.text, "a decimal base is supported");
    return d;
}

static void digits_clear(struct digits *d)
{
    mpfr_free_str(d->text);
}

static bool digits_equal(const struct digits *a, const struct digits *b)
{
    return a->exponent == b->exponent && strcmp(a->text, b->text) == 0;
}

/* Whether `count` digits hold x exactly. */
static bool is_exact(const mpfr_t x, size_t count)
{
    LOCAL(digits_clear) struct digits down = digits_of(x, count, MPFR_RNDD);
    LOCAL(digits_clear) struct digits up = digits_of(x, count, MPFR_RNDU);
    return digits_equal(&down, &up);
}

/* ---- layout ---- */

static void add_zeros(struct buffer *out, mpfr_exp_t count)
{
    for (mpfr_exp_t k = 0; k < count; k++)
        buffer_add_char(out, '0');
}

/* DIGITS[0..keep-1], those from `point` on behind a point. */
static void add_pointed(struct buffer *out, const char *digits, size_t keep,
                        size_t point)
{
    buffer_add_bytes(out, digits, point);
    if (keep > point) {
        buffer_add_char(out, '.');
        buffer_add_bytes(out, digits + point, keep - point);
    }
}

static void layout(struct buffer *out, const struct digits *d, bool trim)
{
    const char *text = d->text;
    const mpfr_exp_t e = d->exponent;
    if (*text == '-')
        buffer_add_char(out, *text++);
    const size_t count = strlen(text);
    size_t keep = count;
    while (trim && keep > 1 && text[keep - 1] == '0')
        keep--;
    if (e > (mpfr_exp_t)count || e < -5) {
        add_pointed(out, text, keep, 1);
        buffer_printf(out, "e%lld", (long long)(e - 1));
    } else if (e <= 0) {
        buffer_add(out, "0.");
        add_zeros(out, -e);
        buffer_add_bytes(out, text, keep);
    } else {
        const size_t point = (size_t)e;
        add_pointed(out, text, keep > point ? keep : point, point);
    }
}

bool decimal_print(struct buffer *out, const mpfr_t lo, const mpfr_t hi,
                   size_t digits, bool trim)
{
    if (mpfr_zero_p(lo) && mpfr_zero_p(hi)) {
        buffer_add_char(out, '0');
        return true;
    }
    if (mpfr_sgn(lo) * mpfr_sgn(hi) <= 0)
        return false;
    LOCAL(digits_clear) struct digits a = digits_of(lo, digits, MPFR_RNDN);
    LOCAL(digits_clear) struct digits b = digits_of(hi, digits, MPFR_RNDN);
    const bool agree = digits_equal(&a, &b);
    if (agree)
        layout(out, &a, trim || (mpfr_equal_p(lo, hi) && is_exact(lo, digits)));
    return agree;
}

void decimal_print_upper(struct buffer *out, const mpfr_t x)
{
    if (mpfr_zero_p(x)) {
        buffer_add_char(out, '0');
        return;
    }
    LOCAL(digits_clear) struct digits d = digits_of(x, 2, MPFR_RNDU);
    layout(out, &d, true);
}
