/*
 * Integrals of scalars by interval arithmetic.  Internal to the checker and the
 * kernel.
 */
#ifndef MAJORANT_RECHECK_QUADRATURE_H
#define MAJORANT_RECHECK_QUADRATURE_H

#include "recheck/jet.h"
#include "recheck/run.h"

struct integrand {
    struct run *run;
    const struct expr *body;
    const struct symbol *variable;
    bool is_normal; /* times exp(-x^2/2) */
};

/* The Taylor coefficients of the weighted integrand on x, to r's order. */
void integrand_jet(struct jet *r, const struct integrand *f,
                   const interval_t *x);
/* The same of a subexpression, without the weight. */
void integrand_part(struct jet *r, const struct integrand *f,
                    const struct expr *e, const interval_t *x);
bool integrand_depends(const struct integrand *f, const struct expr *e);

/* |f(t)| <= c t^m exp(g t + h t^2) for t far out; the upper ends count. */
struct tail {
    interval_t c, m, g, h;
};
void tail_init(struct tail *b, mpfr_prec_t bits); /* zeros */
void tail_clear(struct tail *b);
/* An upper bound of the integral of that over t >= s >= 1; false: none. */
bool tail_integral(interval_t *bound, const struct tail *b,
                   const interval_t *s);

/*
 * An upper bound (in bound->hi) of the integral of |f(sign * t)| over
 * t >= start >= 1, weight included; false: none is derived.
 * docs/error-analysis.md#tails
 */
bool tail_bound(interval_t *bound, const struct integrand *f,
                const interval_t *start, int sign);

#endif
