/* Intervals with arf ends; the arithmetic under range_value.h. */
#ifndef MAJORANT_PROVE_RANGE_INTERVAL_H
#define MAJORANT_PROVE_RANGE_INTERVAL_H

#include "eval/flint_compat.h"
#include "ir/function.h"

#include <stdbool.h>

struct span_value {
    arf_t lo, hi; /* lo <= hi, never NaN, unless empty */
    bool empty;
};

void span_init(struct span_value *x); /* [0, 0] */
void span_clear(struct span_value *x);
void span_set(struct span_value *r, const struct span_value *x);
void span_set_q(struct span_value *r, const mpq_t q, slong prec);
void span_set_pi(struct span_value *r, slong prec);
void span_whole(struct span_value *r);
void span_hull(struct span_value *r, const struct span_value *x,
               const struct span_value *y);

/* r may be an input. */
void span_add(struct span_value *r, const struct span_value *x,
              const struct span_value *y, slong prec);
void span_sub(struct span_value *r, const struct span_value *x,
              const struct span_value *y, slong prec);
void span_mul(struct span_value *r, const struct span_value *x,
              const struct span_value *y, slong prec);
/* x ^ q on the part of x where that is defined. */
void span_power(struct span_value *r, const struct span_value *x, const mpq_t q,
                slong prec);
void span_general(struct span_value *r, const struct span_value *x,
                  const struct span_value *y, slong prec);
/* One- and two-argument functions of terms; y may be NULL. */
void span_call(struct span_value *r, enum function fn,
               const struct span_value *x, const struct span_value *y,
               slong prec);

#endif
