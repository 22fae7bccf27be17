/*
 * Bounds of functions far out, |f(t)| <= c t^m exp(g t + h t^2) for all
 * t >= start >= 1, and of their integrals from there on.
 */
#ifndef MAJORANT_INTERVAL_DECAY_H
#define MAJORANT_INTERVAL_DECAY_H

#include "interval/interval.h"

/* Of each the upper end counts; c >= 0. */
struct decay {
    interval_t c, m, g, h;
};

void decay_init(struct decay *r, mpfr_prec_t bits);
void decay_clear(struct decay *r);
/* Of |x|, and of t. */
void decay_constant(struct decay *r, const interval_t *x);
void decay_variable(struct decay *r);
/* exp(q[0] + q[1] t + q[2] t^2), each of them at most its upper end. */
void decay_exp(struct decay *r, const interval_t q[3]);
/* r may be an input. */
void decay_mul(struct decay *r, const struct decay *x, const struct decay *y);
void decay_add(struct decay *r, const struct decay *x, const struct decay *y);
/* |f|^q for a number q > 0. */
void decay_power(struct decay *r, const struct decay *x, const interval_t *q);
/*
 * The integral of that bound over t >= start, a number; false: it may have
 * none.
 */
bool decay_integral(interval_t *r, const struct decay *x,
                    const interval_t *start);

#endif
