/*
 * The single-layer claim written by hand as calls of Arb: what the ball
 * evaluator is measured against.
 */
#ifndef MAJORANT_BENCH_SINGLE_LAYER_HAND_H
#define MAJORANT_BENCH_SINGLE_LAYER_HAND_H

#include "eval/flint_compat.h"

#include <stdbool.h>

/* One shape; all memory is made once and used again. */
struct hand {
    slong n, d, dk, prec;
    arb_mat_t X, WQK, WV;   /* the inputs */
    arb_mat_t XT, XW, P;    /* X', X * WQK, logits and then softmax */
    arb_mat_t R, RT, RW, E; /* the residual and its logits */
    arb_mat_t PX, Y;        /* P * X, and res(P * X * WV) */
    arb_ptr sums;           /* of columns: d */
    arf_t top;              /* the largest midpoint of a row */
    arb_t scale, s, t, u;   /* 1 / sqrt(dk); scratch */
    arb_t lhs, rhs, ratio;
};

void hand_init(struct hand *h, slong n, slong d, slong dk, slong prec);
void hand_clear(struct hand *h);
/* Both sides and their ratio; true: lhs <= rhs is certain. */
bool hand_eval(struct hand *h, const double *X, const double *WQK,
               const double *WV);

#endif
