#include "case/rounding.h"

#include <math.h>

static size_t size_of(const struct value *v)
{
    return v->rows * v->cols;
}

void rounding_to_doubles(struct value *v)
{
    if (v->kind == VALUE_DOUBLES)
        return;
    struct value d;
    value_init(&d);
    value_set_doubles(&d, v->rows, v->cols);
    for (size_t k = 0; k < size_of(v); k++) {
        double x = rational_to_double(&v->rationals[k]);
        d.doubles[k] = x > 1e300 ? 1e300 : x < -1e300 ? -1e300 : x;
    }
    value_clear(v);
    *v = d;
}

/* The exponent of 2^e > |x| for all entries; 0 for a zero matrix. */
static int top_exponent(const double *x, size_t count)
{
    double most = 0;
    for (size_t k = 0; k < count; k++)
        most = fabs(x[k]) > most ? fabs(x[k]) : most;
    int e = 0;
    frexp(most, &e);
    return e;
}

double rounding_nearest(double x)
{
    return floor(x + 0.5) + 0.0;
}

int rounding_to_integers(struct value *v, int bits, int max_exponent)
{
    rounding_to_doubles(v);
    int e = top_exponent(v->doubles, size_of(v));
    e = e > max_exponent ? max_exponent : e < -max_exponent ? -max_exponent : e;
    double most = ldexp(1, bits);
    for (size_t k = 0; k < size_of(v); k++) {
        /* In two steps, since 2^(bits - e) alone might overflow. */
        double x = ldexp(ldexp(v->doubles[k], -e), bits);
        x = x > most ? most : x < -most ? -most : x;
        v->doubles[k] = rounding_nearest(x);
    }
    return e - bits;
}

void rounding_to_bits(struct value *v, int bits, int max_exponent)
{
    int unit = rounding_to_integers(v, bits, max_exponent);
    for (size_t k = 0; k < size_of(v); k++)
        v->doubles[k] = ldexp(v->doubles[k], unit);
}
