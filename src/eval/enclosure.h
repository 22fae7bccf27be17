/*
 * An enclosure as plain data, for other folders: [lo, hi] * 2^exponent, with
 * directed roundings.  Covers magnitudes far outside the doubles.
 */
#pragma once

#include "base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum enclosure_kind {
    ENCLOSURE_NONE = 0, /* nothing is known (or there is no value) */
    ENCLOSURE_FINITE,
    ENCLOSURE_INFINITE /* certainly +infinity: positive over exact zero */
};

struct enclosure {
    enum enclosure_kind kind;
    double lo, hi; /* 0.5 <= max(|lo|, |hi|) < 1, or both 0 */
    int64_t exponent;
};

/* The point m * 2^exponent of a finite m, normalised as above. */
struct enclosure enclosure_point(double m, int64_t exponent);
/* Three-valued: -1 a < b certainly, 1 a > b certainly, 0 not decided. */
int enclosure_compare(const struct enclosure *a, const struct enclosure *b);
/* hi - lo <= 2^-bits * max(|lo|, |hi|) */
bool enclosure_is_accurate(const struct enclosure *a, int bits);
/* log10 of the middle; -infinity for one that is not positive, NaN for none. */
double enclosure_log10(const struct enclosure *a);
/* The middle as a double; infinite or 0 when out of range. */
double enclosure_double(const struct enclosure *a);
/*
 * Decimal with at most `digits` digits that are certain: every number of the
 * enclosure rounds to them (fewer where it is wide).  False and nothing printed
 * for ENCLOSURE_NONE, or where not one digit is certain.  Values out of double
 * range print like 1.25e-400; "inf" for ENCLOSURE_INFINITE.
 */
bool enclosure_print(struct buffer *out, const struct enclosure *a, int digits);
/* Whether the value needs more than the range of doubles. */
bool enclosure_is_out_of_range(const struct enclosure *a);
