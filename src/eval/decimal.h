/*
 * Decimal text of numbers given by MPFR bounds.  Internal to eval.
 */
#pragma once

#include "base/buffer.h"

#include <mpfr.h>
#include <stdbool.h>

/* MPFR's exponent range of this thread, made as wide as it goes. */
struct decimal_range {
    mpfr_exp_t emin, emax;
};
struct decimal_range decimal_widen(void);
void decimal_restore(struct decimal_range range);

/* Exponents of two that numbers given here must keep within, either sign. */
#define DECIMAL_MAX_EXPONENT ((mpfr_exp_t)1 << 60)

/*
 * Prints what lo and hi both round to at `digits` significant digits (to
 * nearest, ties to even); false, and nothing printed, if they differ.  Zeros
 * at the end are left out if `trim`, or where the text is the exact value.
 * Within 1e-6 .. 10^digits without an exponent: 0.00125, 125, else 1.25e-30.
 */
bool decimal_print(struct buffer *out, const mpfr_t lo, const mpfr_t hi,
                   size_t digits, bool trim);
/* x rounded up to two digits, as short as possible; x >= 0. */
void decimal_print_upper(struct buffer *out, const mpfr_t x);
