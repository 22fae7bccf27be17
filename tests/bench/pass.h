/*
 * The plain forward pass of the single-layer claim, as a user would write it
 * by hand: the literal formula in doubles, memory made beforehand, products by
 * BLAS, the exponential of the C library.  It certifies nothing; it is what
 * certified verdicts are measured against.
 */
#ifndef MAJORANT_BENCH_PASS_H
#define MAJORANT_BENCH_PASS_H

#include <stdbool.h>
#include <stddef.h>

struct pass;

struct pass *pass_new(size_t n, size_t d, size_t dk);
void pass_free(struct pass *pass);

/*
 * Whether the claim looks true for tokens x (n x d) and weights wqk, wv (both
 * d x d), all by rows.
 */
bool pass_run(struct pass *pass, const double *x, const double *wqk,
              const double *wv);

#endif
