/*
 * Exact real numbers: what balls never decide, equalities and ties.
 *
 * A number is a polynomial with rational coefficients.  Its monomials are
 * products of
 *   - at most one square root of a positive integer.  Radicands that differ by
 *     a rational square share one representative, so that square roots of
 *     different representatives are linearly independent over the rationals
 *     ([Besicovitch1940]);
 *   - at most one exponential exp(L), L itself a number: exp(x) * exp(y) is
 *     formally exp(x + y);
 *   - integer powers of atoms: pi, log(x), sin(x), ..., 1/x and sqrt(x) of
 *     numbers x for which nothing simpler is known, sums and products that
 *     grew too long, functions of matrices, and opaque values.  An atom is
 *     known by its kind and arguments, so equal ones are the same.
 * Numbers are interned: formally equal numbers have the same exact_id.  The
 * same id is certainly the same real; different ids may still be equal.
 *
 * Every number is the value of something certainly defined: who makes one
 * fulfils the preconditions (nonzero divisor, ...) with exact_sign first.  An
 * opaque atom stands for a value that exists but is not represented.
 *
 * All functions give EXACT_NONE for an EXACT_NONE argument and once the ring's
 * limits are reached (exact_is_exhausted): no value, not even defined.
 */
#pragma once

#include "eval/flint_compat.h"
#include "ir/function.h"

#include <stdbool.h>
#include <stdint.h>

struct exact_ring;
typedef uint32_t exact_id;

enum { EXACT_NONE = 0, EXACT_ZERO = 1, EXACT_ONE = 2 };

enum {
    EXACT_MAX_TERMS = 64, /* of a number; longer ones become an atom */
    EXACT_MAX_COEFF_BITS = 1 << 16,
    EXACT_MAX_ROOTS = 256, /* classes of radicands */
    EXACT_MAX_ROOT_BITS = 1 << 14,
    EXACT_MAX_DEPTH = 60,        /* atoms within atoms */
    EXACT_MAX_NUMBERS = 1 << 19, /* of a ring */
    EXACT_MAX_POWER = 1 << 20,   /* of an atom */
    EXACT_MAX_WORK = 12 << 20,   /* steps of a ring, around 0.1 us each */
    EXACT_SIGN_BITS = 4096,      /* where a sign is given up ... */
    EXACT_NONZERO_BITS = 16384   /* ... unless it is certainly not 0 */
};

enum exact_sign {
    EXACT_SIGN_UNKNOWN = 0,
    EXACT_NEGATIVE,
    EXACT_IS_ZERO,
    EXACT_POSITIVE
};

struct exact_ring *exact_ring_new(void);
void exact_ring_free(struct exact_ring *ring); /* NULL is allowed */
bool exact_is_exhausted(const struct exact_ring *ring);
/* Counts work against EXACT_MAX_WORK; false once it is used up. */
bool exact_charge(struct exact_ring *ring, uint64_t steps);

/* Constants. */
exact_id exact_int(struct exact_ring *ring, int64_t value);
exact_id exact_rational(struct exact_ring *ring, const fmpq_t value);
exact_id exact_pi(struct exact_ring *ring);
/* A new value equal to nothing else, of which nothing is known. */
exact_id exact_opaque(struct exact_ring *ring);
/*
 * fn of the matrix with these entries (by rows), where it is certainly
 * defined: known by its entries, enclosed by balls.
 */
exact_id exact_matrix_function(struct exact_ring *ring, enum function fn,
                               uint32_t rows, uint32_t cols,
                               const exact_id *entries);

/* The value, if the number is formally rational. */
bool exact_get_rational(fmpq_t out, const struct exact_ring *ring, exact_id x);
bool exact_is_rational(const struct exact_ring *ring, exact_id x);
/* Formally a sum of rational multiples of square roots of rationals. */
bool exact_is_algebraic(const struct exact_ring *ring, exact_id x);

/* Arithmetic. */
exact_id exact_add(struct exact_ring *ring, exact_id x, exact_id y);
exact_id exact_sub(struct exact_ring *ring, exact_id x, exact_id y);
exact_id exact_neg(struct exact_ring *ring, exact_id x);
exact_id exact_mul(struct exact_ring *ring, exact_id x, exact_id y);
exact_id exact_scale(struct exact_ring *ring, const fmpq_t c, exact_id x);
exact_id exact_half(struct exact_ring *ring, exact_id x);
/* sum of x[i * dx] * y[i * dy] for i < n. */
exact_id exact_dot(struct exact_ring *ring, const exact_id *x, size_t dx,
                   const exact_id *y, size_t dy, size_t n);
exact_id exact_inverse(struct exact_ring *ring, exact_id x); /* x != 0 */
exact_id exact_power(struct exact_ring *ring, exact_id x,
                     int64_t k); /* x != 0 where k < 0; x^0 is 1 */

/* Functions; each comment is the precondition. */
exact_id exact_sqrt(struct exact_ring *ring, exact_id x); /* x >= 0 */
exact_id exact_exp(struct exact_ring *ring, exact_id x);
exact_id exact_log(struct exact_ring *ring, exact_id x); /* x > 0 */
exact_id exact_sin(struct exact_ring *ring, exact_id x);
exact_id exact_cos(struct exact_ring *ring, exact_id x);
exact_id exact_tanh(struct exact_ring *ring, exact_id x);
exact_id exact_erf(struct exact_ring *ring, exact_id x);
/* W_0 or W_-1 (k = 0 or -1); x > -1/e, and x < 0 where k = -1. */
exact_id exact_lambertw(struct exact_ring *ring, int k, exact_id x);
exact_id exact_abs(struct exact_ring *ring, exact_id x);
exact_id exact_max(struct exact_ring *ring, exact_id x, exact_id y);
exact_id exact_min(struct exact_ring *ring, exact_id x, exact_id y);

/*
 * Says that x, a sum, equals `single`, a product, which log, sqrt and inverse
 * can take apart.
 */
void exact_set_product(struct exact_ring *ring, exact_id x, exact_id single);

/*
 * The sign; never wrong, UNKNOWN where it is not found: formal zero, then
 * balls, then the removal of inverses and square roots, then more bits.
 */
enum exact_sign exact_sign(struct exact_ring *ring, exact_id x);
/* The sign of x - y. */
enum exact_sign exact_compare(struct exact_ring *ring, exact_id x, exact_id y);
/* The value lies in the ball; indeterminate for EXACT_NONE. */
void exact_ball(arb_t out, struct exact_ring *ring, exact_id x, slong prec);
