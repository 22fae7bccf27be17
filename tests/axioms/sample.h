/*
 * Matrices of each kind of given, small and rational, the awkward ones often:
 * zero, equal entries, low rank, and what was drawn before.
 */
#ifndef MAJORANT_TESTS_AXIOMS_SAMPLE_H
#define MAJORANT_TESTS_AXIOMS_SAMPLE_H

#include "base/rng.h"
#include "ir/kind.h"
#include "matrix.h"

struct sampler {
    struct work *work;
    struct rng *rng;
    /* what was drawn so far, to be copied and changed; rows 0: not yet */
    const struct matrix *earlier;
    size_t nearlier;
    struct matrix *turns; /* by size: an orthogonal matrix, or no rows yet */
};

enum { MAX_TURN = 16 };

struct matrix sample_kind(struct sampler *s, enum given_kind kind, size_t rows,
                          size_t cols);
/* In lo..hi entry by entry, either NULL: no such end. */
struct matrix sample_between(struct sampler *s, enum given_kind kind,
                             const struct matrix *lo, const struct matrix *hi,
                             size_t rows, size_t cols);
/* An integer for an index or a size. */
long sample_integer(struct sampler *s);
/* 0..bound - 1. */
long sample_below(struct sampler *s, long bound);

#endif
