#include "base/rational.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

rational_t rational_zero(void)
{
    rational_t x;
    mpq_init(x.q);
    return x;
}

void rational_init(rational_t *x)
{
    *x = rational_zero();
}

void rational_clear(rational_t *x)
{
    mpq_clear(x->q);
}

static void clear_registered(void *x)
{
    rational_clear(x);
}

rational_t *rational_new(struct arena *arena)
{
    rational_t *x = arena_alloc(arena, sizeof *x);
    rational_init(x);
    arena_register(arena, clear_registered, x);
    return x;
}

/* One literal being read: digits without the point, and its exponents. */
struct literal {
    const char *at, *end;
    int base;
    char *digits;
    size_t count;
    long fraction; /* digits behind the point */
    long exponent;
};

static bool is_digit_of(int base, char c)
{
    return base == 16 ? isxdigit((unsigned char)c) != 0
                      : isdigit((unsigned char)c) != 0;
}

/* A run of digits appended to l->digits; how many there were. */
static size_t read_digits(struct literal *l)
{
    size_t before = l->count;
    while (l->at < l->end && is_digit_of(l->base, *l->at))
        l->digits[l->count++] = *l->at++;
    return l->count - before;
}

static enum status read_exponent(struct literal *l)
{
    char mark = l->base == 16 ? 'p' : 'e';
    if (l->at == l->end)
        return ST_OK;
    if (tolower((unsigned char)*l->at) != mark)
        return ST_INPUT;
    l->at++;
    bool negative = l->at < l->end && *l->at == '-';
    if (l->at < l->end && (*l->at == '-' || *l->at == '+'))
        l->at++;
    if (l->at == l->end)
        return ST_INPUT;
    for (; l->at < l->end; l->at++) {
        if (!isdigit((unsigned char)*l->at))
            return ST_INPUT;
        l->exponent = 10 * l->exponent + (*l->at - '0');
        if (l->exponent > RATIONAL_MAX_EXPONENT)
            return ST_LIMIT;
    }
    if (negative)
        l->exponent = -l->exponent;
    return ST_OK;
}

static enum status read_literal(struct literal *l)
{
    if (l->end - l->at > 2 && l->at[0] == '0' &&
        (l->at[1] == 'x' || l->at[1] == 'X')) {
        l->base = 16;
        l->at += 2;
    }
    if (read_digits(l) == 0)
        return ST_INPUT;
    if (l->at < l->end && *l->at == '.') {
        l->at++;
        l->fraction = (long)read_digits(l);
        if (l->fraction == 0)
            return ST_INPUT;
    }
    return read_exponent(l);
}

/* x *= base^exponent, exactly. */
static void scale_by_power(mpq_ptr x, unsigned long base, long exponent)
{
    LOCAL_MPZ(power);
    mpz_ui_pow_ui(power, base, (unsigned long)labs(exponent));
    if (exponent >= 0)
        mpz_mul(mpq_numref(x), mpq_numref(x), power);
    else
        mpz_mul(mpq_denref(x), mpq_denref(x), power);
    mpq_canonicalize(x);
}

enum status rational_parse(rational_t *x, const char *text, size_t length)
{
    if (length > RATIONAL_MAX_DIGITS)
        return ST_LIMIT;
    struct literal l = {.at = text, .end = text + length, .base = 10};
    l.digits = xcalloc(length + 1, 1);
    enum status st = read_literal(&l);
    if (st == ST_OK) {
        mpz_set_str(mpq_numref(x->q), l.digits, l.base);
        mpz_set_ui(mpq_denref(x->q), 1);
        if (l.base == 16)
            scale_by_power(x->q, 2, l.exponent - 4 * l.fraction);
        else
            scale_by_power(x->q, 10, l.exponent - l.fraction);
    }
    free(l.digits);
    return st;
}

void rational_set_int(rational_t *x, int64_t value)
{
    mpq_set_si(x->q, value, 1);
}

void rational_set_double(rational_t *x, double value)
{
    ENSURE(isfinite(value), "rational_set_double: not finite");
    mpq_set_d(x->q, value);
}

/* Whether both parts are doubles, whose quotient IEEE division rounds once. */
static bool is_quotient_of_doubles(const rational_t *x)
{
    return FLT_EVAL_METHOD == 0 &&
           mpz_sizeinbase(mpq_numref(x->q), 2) <= DBL_MANT_DIG &&
           mpz_sizeinbase(mpq_denref(x->q), 2) <= DBL_MANT_DIG;
}

/*
 * mpq_get_d truncates towards zero, so the nearest double is that value or
 * its neighbour away from zero; the midpoint decides, exactly.
 */
double rational_to_double(const rational_t *x)
{
    if (is_quotient_of_doubles(x))
        return mpz_get_d(mpq_numref(x->q)) / mpz_get_d(mpq_denref(x->q));
    double low = fabs(mpq_get_d(x->q));
    bool negative = mpq_sgn(x->q) < 0;
    if (isinf(low))
        return negative ? -INFINITY : INFINITY;
    double high = nextafter(low, INFINITY);
    LOCAL_RATIONAL middle = rational_zero(), upper = rational_zero();
    mpq_set_d(middle.q, low);
    if (isinf(high)) { /* the overflow threshold: DBL_MAX + half an ulp */
        mpq_set_ui(upper.q, 1, 1);
        mpq_mul_2exp(upper.q, upper.q, DBL_MAX_EXP);
    } else {
        mpq_set_d(upper.q, high);
    }
    mpq_add(middle.q, middle.q, upper.q);
    mpq_div_2exp(middle.q, middle.q, 1);
    mpq_abs(upper.q, x->q);
    int side = mpq_cmp(upper.q, middle.q);
    uint64_t bits;
    memcpy(&bits, &low, sizeof bits);
    double nearest = side > 0 || (side == 0 && (bits & 1)) ? high : low;
    return negative ? -nearest : nearest;
}

bool rational_is_double(const rational_t *x, double *value)
{
    double d = mpq_get_d(x->q);
    if (!isfinite(d))
        return false;
    LOCAL_RATIONAL back = rational_zero();
    mpq_set_d(back.q, d);
    bool same = mpq_equal(back.q, x->q) != 0;
    if (same)
        *value = d;
    return same;
}

bool rational_is_int(const rational_t *x, int64_t *value)
{
    if (mpz_cmp_ui(mpq_denref(x->q), 1) != 0 ||
        !mpz_fits_slong_p(mpq_numref(x->q)))
        return false;
    *value = mpz_get_si(mpq_numref(x->q));
    return true;
}

/* Decimal places of x when it terminates within `most` of them, else -1. */
static int decimal_places(const rational_t *x, int most)
{
    mpz_t scaled;
    mpz_init_set_ui(scaled, 1);
    int places = -1;
    for (int k = 0; k <= most && places < 0; k++) {
        if (mpz_divisible_p(scaled, mpq_denref(x->q)))
            places = k;
        mpz_mul_ui(scaled, scaled, 10);
    }
    mpz_clear(scaled);
    return places;
}

static void print_decimal(struct buffer *out, const rational_t *x, int places)
{
    LOCAL_MPZ(digits);
    mpz_ui_pow_ui(digits, 10, (unsigned long)places);
    mpz_mul(digits, digits, mpq_numref(x->q));
    mpz_divexact(digits, digits, mpq_denref(x->q));
    if (mpz_sgn(digits) < 0)
        buffer_add_char(out, '-');
    mpz_abs(digits, digits);
    LOCAL_FREE char *text = mpz_get_str(NULL, 10, digits);
    size_t length = strlen(text);
    size_t whole = length > (size_t)places ? length - (size_t)places : 0;
    if (whole)
        buffer_add_bytes(out, text, whole);
    else
        buffer_add_char(out, '0');
    buffer_add_char(out, '.');
    for (size_t i = length; i < (size_t)places; i++)
        buffer_add_char(out, '0');
    buffer_add(out, text + whole);
}

void rational_print(struct buffer *out, const rational_t *x)
{
    enum { MOST_PLACES = 20 };
    int places = decimal_places(x, MOST_PLACES);
    if (places > 0) {
        print_decimal(out, x, places);
        return;
    }
    LOCAL_FREE char *text = mpq_get_str(NULL, 10, x->q);
    buffer_add(out, text);
}
