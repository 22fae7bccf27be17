/*
 * How a real function v(t) grows for t >= start >= 1: the arithmetic behind
 * the bounds of tails.  docs/error-analysis.md#tails states and proves each
 * rule.  A quantity written as a ball means: some number of the ball (for
 * `poly`, at each t) makes the statement true.
 *
 * Internal to the ball evaluator.
 */
#pragma once

#include "eval/flint_compat.h"

#include <stdbool.h>

enum { GROWTH_TERMS = 8, GROWTH_LENGTH = 25, GROWTH_BITS = 128 };

/* c t^m exp(g t + h t^2), c >= 0 */
struct growth_term {
    arb_t c, m, g, h;
};

struct growth {
    bool is_known; /* v(t) is defined for all t; else the rest says nothing */
    int sign;      /* 1: v >= 0 throughout; -1: v <= 0; 0: not known */
    bool has_low;  /* |v| >= low, with low.c > 0 */
    struct growth_term low;
    int count; /* |v| <= the sum of these */
    struct growth_term up[GROWTH_TERMS];
    slong length; /* v = sum of poly[k] t^k, k < length; -1: no such form */
    arb_ptr poly; /* GROWTH_LENGTH of them */
};

/* ---- terms (ball_term.c) ---- */

void growth_term_init(struct growth_term *t);
void growth_term_clear(struct growth_term *t);
void growth_term_set(struct growth_term *out, const struct growth_term *t);
bool growth_term_is_finite(const struct growth_term *t);
/* The results may be no input.  a.c > 0 for the reciprocal, y > 0. */
void growth_term_mul(struct growth_term *out, const struct growth_term *a,
                     const struct growth_term *b);
void growth_term_inv(struct growth_term *out, const struct growth_term *a);
void growth_term_pow(struct growth_term *out, const struct growth_term *a,
                     const arb_t y);
/* One term that is at least a + b. */
void growth_term_merge(struct growth_term *out, const struct growth_term *a,
                       const struct growth_term *b);

/* ---- functions (ball_growth.c, ball_growth_func.c) ---- */

void growth_init(struct growth *a);
void growth_clear(struct growth *a);
void growth_set(struct growth *out, const struct growth *a);

/* The results may be no input.  `start` is exact. */
void growth_constant(struct growth *out, const arb_t c, const arb_t start);
/* sign * t */
void growth_variable(struct growth *out, int sign, const arb_t start);
void growth_add(struct growth *out, const struct growth *a,
                const struct growth *b, const arb_t start);
void growth_neg(struct growth *out, const struct growth *a);
void growth_sub(struct growth *out, const struct growth *a,
                const struct growth *b, const arb_t start);
void growth_mul(struct growth *out, const struct growth *a,
                const struct growth *b, const arb_t start);
void growth_div(struct growth *out, const struct growth *a,
                const struct growth *b, const arb_t start);
/* a to the constant power y */
void growth_pow(struct growth *out, const struct growth *a, const arb_t y,
                const arb_t start);
void growth_exp(struct growth *out, const struct growth *a, const arb_t start);
void growth_log(struct growth *out, const struct growth *a, const arb_t start);
void growth_abs(struct growth *out, const struct growth *a);
void growth_relu(struct growth *out, const struct growth *a, const arb_t start);
/* Something in [-1, 1] with the sign of a (sin, cos: of none). */
void growth_unit(struct growth *out, const struct growth *a, bool keeps_sign,
                 const arb_t start);
/* One of the two at each t. */
void growth_either(struct growth *out, const struct growth *a,
                   const struct growth *b);

/*
 * An upper bound of the integral over t >= start of the sum of the terms, each
 * times exp(-t^2/2) if `normal`; false: none.
 */
bool growth_integral(arb_t bound, const struct growth *a, bool normal,
                     const arb_t start);
