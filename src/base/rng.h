/*
 * Counter-based random bits: word k of a stream is a function of (key, k)
 * alone, so any trial can be drawn again without the others.
 *
 * The mixing function is SplitMix64's finaliser ([Steele2014], Fig. 16 of the
 * paper on splittable generators), applied to key + k * golden ratio.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t key, counter;
};

/* A key from a seed and a name; chain it to mix in more names or numbers. */
uint64_t rng_key(uint64_t key, const char *name);
uint64_t rng_key_number(uint64_t key, uint64_t number);

struct rng rng_start(uint64_t key);
uint64_t rng_word(struct rng *rng);
/* Uniform in 0..bound-1 without bias; bound > 0. */
uint64_t rng_below(struct rng *rng, uint64_t bound);
/* Uniform multiple of 2^-53 in [0, 1). */
double rng_unit(struct rng *rng);
/*
 * A dyadic number with mean 0, variance 1 + 1/(12*64) and a normal shape: the
 * centred popcount of 256 bits plus a uniform part, over 8.  Uses only exact
 * operations, so it is the same on every machine.
 */
double rng_normal(struct rng *rng);
/* `count` of them one after the other, faster. */
void rng_units(double *out, size_t count, struct rng *rng);
void rng_normals(double *out, size_t count, struct rng *rng);
