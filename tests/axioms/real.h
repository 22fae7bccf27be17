/*
 * Values of scalars: exact rationals as long as possible, else x up to err.
 *
 * Every operation is total (docs/core.md): 1/0 = 0, sqrt(-1) = 0, ...  What
 * cannot be decided, such as 1/x where x is 0 up to its error, makes the work
 * unclear: the instance is then skipped and counted, nothing is guessed.
 */
#ifndef MAJORANT_TESTS_AXIOMS_REAL_H
#define MAJORANT_TESTS_AXIOMS_REAL_H

#include "base/arena.h"

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/* One instance: its memory, and what was met on the way. */
struct work {
    struct arena *arena;
    mpq_t **chunks; /* of rationals, kept from one instance to the next */
    size_t nchunks, used;
    const char *unclear; /* what could not be decided, or NULL */
    size_t outside;      /* how often a subterm left its domain */
};

struct real {
    mpq_srcptr q; /* NULL: x up to err */
    long double x, err;
};

enum answer { ANSWER_NO, ANSWER_YES, ANSWER_UNCLEAR };

/* Sign of a number that may be 0 or not. */
enum { SIGN_UNCLEAR = 2 };

void work_init(struct work *w);
void work_clear(struct work *w);
/* Everything that was made is gone. */
void work_restart(struct work *w);
void work_unclear(struct work *w, const char *why);
void work_outside(struct work *w);

struct real real_int(struct work *w, long value);
struct real real_rational(struct work *w, mpq_srcptr value);
struct real real_ball(struct work *w, long double x, long double err);
/* Its middle and error, exact ones too. */
struct real real_inexact(struct real a);
long double real_value(struct real a);

struct real real_add(struct work *w, struct real a, struct real b);
struct real real_sub(struct work *w, struct real a, struct real b);
struct real real_mul(struct work *w, struct real a, struct real b);
struct real real_neg(struct work *w, struct real a);
struct real real_recip(struct work *w, struct real a);
struct real real_div(struct work *w, struct real a, struct real b);
struct real real_max(struct work *w, struct real a, struct real b);
struct real real_min(struct work *w, struct real a, struct real b);
struct real real_abs(struct work *w, struct real a);

/* -1, 0, 1 or SIGN_UNCLEAR. */
int real_sign(struct real a);
/* The same; the work is unclear instead, and 0 is said. */
int real_sign_of(struct work *w, struct real a);
enum answer real_is_integer(struct real a);
/* The greatest integer below; the work is unclear where it is not plain. */
long real_floor(struct work *w, struct real a);
long real_ceil(struct work *w, struct real a);
/* Whether the number is an integer, and which. */
bool real_get_integer(struct work *w, struct real a, long *value);

#endif
