#include "eval/enclosure.h"

#include "eval/decimal.h"

#include <float.h>
#include <limits.h>
#include <math.h>

/* Sign of x * 2^e - y * 2^f, exactly. */
static int compare_scaled(double x, int64_t e, double y, int64_t f)
{
    const int sx = (x > 0) - (x < 0), sy = (y > 0) - (y < 0);
    if (sx != sy || sx == 0)
        return (sx > sy) - (sx < sy);
    int kx, ky;
    const double mx = frexp(x, &kx), my = frexp(y, &ky);
    e += kx;
    f += ky;
    if (e != f)
        return e > f ? sx : -sx;
    return (mx > my) - (mx < my);
}

struct enclosure enclosure_point(double m, int64_t exponent)
{
    int shift = 0;
    const double fraction = frexp(m, &shift);
    return (struct enclosure){ENCLOSURE_FINITE, fraction, fraction,
                              m == 0 ? 0 : exponent + shift};
}

int enclosure_compare(const struct enclosure *a, const struct enclosure *b)
{
    if (a->kind == ENCLOSURE_NONE || b->kind == ENCLOSURE_NONE)
        return 0;
    if (a->kind == ENCLOSURE_INFINITE || b->kind == ENCLOSURE_INFINITE)
        return (a->kind == ENCLOSURE_INFINITE) -
               (b->kind == ENCLOSURE_INFINITE);
    if (compare_scaled(a->hi, a->exponent, b->lo, b->exponent) < 0)
        return -1;
    return compare_scaled(a->lo, a->exponent, b->hi, b->exponent) > 0;
}

bool enclosure_is_accurate(const struct enclosure *a, int bits)
{
    if (a->kind != ENCLOSURE_FINITE)
        return a->kind == ENCLOSURE_INFINITE;
    /* Exact by Sterbenz's lemma wherever lo >= hi / 2 > 0 (or mirrored). */
    return a->hi - a->lo <= ldexp(fmax(fabs(a->lo), fabs(a->hi)), -bits);
}

double enclosure_log10(const struct enclosure *a)
{
    const double middle = a->lo / 2 + a->hi / 2;
    if (a->kind != ENCLOSURE_FINITE)
        return NAN;
    return middle > 0 ? log10(middle) + (double)a->exponent * log10(2.0)
                      : -INFINITY;
}

double enclosure_double(const struct enclosure *a)
{
    switch (a->kind) {
    case ENCLOSURE_NONE:
        return NAN;
    case ENCLOSURE_INFINITE:
        return INFINITY;
    case ENCLOSURE_FINITE:
        break;
    }
    int64_t e = a->exponent;
    e = e > INT_MAX / 2 ? INT_MAX / 2 : e;
    e = e < INT_MIN / 2 ? INT_MIN / 2 : e;
    return ldexp(a->lo + (a->hi - a->lo) / 2, (int)e);
}

bool enclosure_is_out_of_range(const struct enclosure *a)
{
    if (a->kind != ENCLOSURE_FINITE || (a->lo == 0 && a->hi == 0))
        return false;
    return a->exponent > DBL_MAX_EXP || a->exponent < DBL_MIN_EXP;
}

/* The most digits, up to `digits`, at which both ends print the same. */
static bool print_finite(struct buffer *out, const struct enclosure *a,
                         int digits)
{
    bool done = false;
    mpfr_t lo, hi;
    mpfr_inits2(DBL_MANT_DIG, lo, hi, (mpfr_ptr)NULL);
    mpfr_set_d(lo, a->lo, MPFR_RNDD);
    mpfr_set_d(hi, a->hi, MPFR_RNDU);
    mpfr_mul_2si(lo, lo, (long)a->exponent, MPFR_RNDD);
    mpfr_mul_2si(hi, hi, (long)a->exponent, MPFR_RNDU);
    for (int k = digits; k >= 1 && !done; k--)
        done = decimal_print(out, lo, hi, (size_t)k, true);
    mpfr_clears(lo, hi, (mpfr_ptr)NULL);
    return done;
}

bool enclosure_print(struct buffer *out, const struct enclosure *a, int digits)
{
    switch (a->kind) {
    case ENCLOSURE_NONE:
        return false;
    case ENCLOSURE_INFINITE:
        buffer_add(out, "inf");
        return true;
    case ENCLOSURE_FINITE:
        break;
    }
    if (a->exponent > DECIMAL_MAX_EXPONENT ||
        a->exponent < -DECIMAL_MAX_EXPONENT)
        return false;
    const struct decimal_range range = decimal_widen();
    const bool done = print_finite(out, a, digits);
    decimal_restore(range);
    return done;
}
