/*
 * Truncated Taylor series with interval coefficients: for every point p of an
 * interval the k-th Taylor coefficient of f at p lies in c[k].
 *
 * Where f is only known to be continuous or less (`smooth` false) c[0] alone
 * says something.  docs/error-analysis.md#integrals
 */
#ifndef MAJORANT_RECHECK_JET_H
#define MAJORANT_RECHECK_JET_H

#include "base/truth.h"
#include "interval/interval.h"

enum { JET_ORDER = 14 }; /* even */

struct jet {
    enum truth defined; /* of f on the whole interval */
    bool smooth;
    int order; /* of the last coefficient: 0 or JET_ORDER */
    interval_t c[JET_ORDER + 1];
};

void jet_init(struct jet *a, int order, mpfr_prec_t bits);
void jet_clear(struct jet *a);
void jet_set(struct jet *r, const struct jet *a);
void jet_constant(struct jet *r, const interval_t *x);
void jet_variable(struct jet *r, const interval_t *x);

/* r is none of the inputs and has their order. */
typedef void jet_unary(struct jet *r, const struct jet *a);
typedef void jet_binary(struct jet *r, const struct jet *a,
                        const struct jet *b);
jet_binary jet_add, jet_sub, jet_mul, jet_div, jet_max, jet_min;
jet_unary jet_neg, jet_abs, jet_relu, jet_sign, jet_exp, jet_log, jet_sqrt,
    jet_sin, jet_cos, jet_tanh, jet_erf;
void jet_power(struct jet *r, const struct jet *a, const struct jet *b);
/* One of the two at each point. */
jet_binary jet_either;

#endif
