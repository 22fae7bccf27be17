/*
 * Exact rational numbers (a thin name over GMP's mpq_t), and their reading.
 *
 * Numbers of the language are exact: 1.256 is 157/125, 1e-3 is 1/1000,
 * 0x1.8p-3 is 3/16.  Nothing here rounds except rational_to_double.
 */
#pragma once

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    RATIONAL_MAX_DIGITS = 100000,   /* digits of a literal */
    RATIONAL_MAX_EXPONENT = 1000000 /* of a literal, decimal or binary */
};

typedef struct rational {
    mpq_t q;
} rational_t;

rational_t rational_zero(void);    /* 0, to be cleared */
void rational_init(rational_t *x); /* the same, in place */
void rational_clear(rational_t *x);
/* One that is cleared where its block ends. */
#define LOCAL_RATIONAL LOCAL(rational_clear) rational_t
/* The same of GMP's numbers: LOCAL_MPZ(n); declares n and makes it. */
LOCAL_ARRAY_CLEAR(mpz)
LOCAL_ARRAY_CLEAR(mpq)
#define LOCAL_MPZ(x) LOCAL_ARRAY(mpz, x, x)
#define LOCAL_MPQ(x) LOCAL_ARRAY(mpq, x, x)
/* A rational of the arena, cleared with it; value 0. */
rational_t *rational_new(struct arena *arena);

/*
 * Reads digits[.digits][e[+-]digits] or 0xhex[.hex][p[+-]digits], the whole
 * text.  ST_INPUT: not a number; ST_LIMIT: over a limit above.
 */
MUST_CHECK enum status rational_parse(rational_t *x, const char *text,
                                      size_t length);

void rational_set_int(rational_t *x, int64_t value);
/* Exact; the double must be finite. */
void rational_set_double(rational_t *x, double value);

/* The nearest double, ties to even; ±infinity when out of range. */
double rational_to_double(const rational_t *x);
/* Whether the value is exactly a (finite) double, and which. */
bool rational_is_double(const rational_t *x, double *value);
/* Whether the value is an integer in int64_t, and which. */
bool rational_is_int(const rational_t *x, int64_t *value);

/*
 * Shortest readable exact form: an integer, a terminating decimal with at most
 * 20 digits, else p/q.
 */
void rational_print(struct buffer *out, const rational_t *x);
