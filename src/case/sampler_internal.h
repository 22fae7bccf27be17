/* Shared by sampler.c and sampler_matrix.c. */
#pragma once

#include "case/sampler.h"

/* One draw: `out` has its shape and is zero (doubles). */
struct drawing {
    struct value *out;
    const struct recipe *recipe;
    struct rng *rng;
    struct buffer *reason;
    size_t rows, cols;
    unsigned facts;
};

/* ST_INPUT: impossible at this shape, said in d->reason. */
typedef enum status sampler_function(struct drawing *d);

sampler_function sampler_near_rank_one, sampler_duplicate_rows,
    sampler_near_equal_rows, sampler_onehot, sampler_spike, sampler_identity,
    sampler_hilbert, sampler_vandermonde, sampler_toeplitz, sampler_orthogonal,
    sampler_dirichlet;

/* mean 0, variance 1 + a little; the same on every machine */
double sampler_normal_number(struct drawing *d, double mean, double sd);
