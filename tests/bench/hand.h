/*
 * The single-layer claim as calls of Arb written by hand: the literal formula,
 * operation by operation, with memory made beforehand.  It is what the ball
 * evaluator is measured against.
 */
#ifndef MAJORANT_BENCH_HAND_H
#define MAJORANT_BENCH_HAND_H

#include <stdbool.h>
#include <stddef.h>

struct hand;

struct hand *hand_new(size_t n, size_t d, size_t dk, long bits);
void hand_free(struct hand *h);

/*
 * Whether the claim is certain for tokens X (n x d) and weights WQK, WV (both
 * d x d), all by rows; *ratio: the middle of left side over right side.
 */
bool hand_run(double *ratio, struct hand *h, const double *X, const double *WQK,
              const double *WV);

#endif
