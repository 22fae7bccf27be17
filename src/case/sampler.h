/*
 * Samplers: how the entries of a matrix are drawn.
 *
 * One row of MAJORANT_SAMPLERS each: what reading a case, drawing and the
 * documentation test go by.  What is drawn is exact (doubles, or rationals
 * where a sampler is meant so) and the same on every machine.
 *
 * X(ID, name, parameters, what it satisfies without being mapped, its draw)
 *
 * parameters: n a number, s a sampler, + one or more of the letter before.
 */
#pragma once

#include "base/rng.h"
#include "instance/instance.h"

enum sampler_facts {
    SAMPLES_NONNEG = 1,
    SAMPLES_STOCHASTIC = 2,
    SAMPLES_ORTHOGONAL = 4,
    SAMPLES_SQUARE = 8 /* only square matrices can be drawn */
};

/*
 * logscale(lo, hi): magnitudes lo..hi where lo > 0, else decades 10^lo..10^hi.
 * sparse(p, s): an entry of s is kept with probability p, else 0.
 * near_rank_one(eps): u*v' + eps * noise.  duplicate_rows(k): at most k
 * different rows.  near_equal_rows(eps): one row throughout, + eps * noise.
 * spike(size): normal noise with one entry ±size.  vandermonde(): powers of
 * multiples of 1/8.  toeplitz(s): diagonals drawn from s.  adversarial():
 * normal starts; the search after the trials goes on from there
 * (spec_is_adversarial).
 */
#define MAJORANT_SAMPLERS(X)                                                   \
    X(NORMAL, "normal", "nn", 0, draw_entries)                                 \
    X(UNIFORM, "uniform", "nn", 0, draw_entries)                               \
    X(INTEGERS, "integers", "nn", 0, draw_entries)                             \
    X(RADEMACHER, "rademacher", "", 0, draw_entries)                           \
    X(LOGSCALE, "logscale", "nn", 0, draw_entries)                             \
    X(SPARSE, "sparse", "ns", 0, draw_sparse)                                  \
    X(NEAR_RANK_ONE, "near_rank_one", "n", 0, sampler_near_rank_one)           \
    X(DUPLICATE_ROWS, "duplicate_rows", "n", 0, sampler_duplicate_rows)        \
    X(NEAR_EQUAL_ROWS, "near_equal_rows", "n", 0, sampler_near_equal_rows)     \
    X(ONEHOT, "onehot", "", SAMPLES_NONNEG | SAMPLES_STOCHASTIC,               \
      sampler_onehot)                                                          \
    X(SPIKE, "spike", "n", 0, sampler_spike)                                   \
    X(IDENTITY, "identity", "", SAMPLES_NONNEG, sampler_identity)              \
    X(HILBERT, "hilbert", "", SAMPLES_NONNEG, sampler_hilbert)                 \
    X(VANDERMONDE, "vandermonde", "", 0, sampler_vandermonde)                  \
    X(TOEPLITZ, "toeplitz", "s", 0, sampler_toeplitz)                          \
    X(ORTHOGONAL, "orthogonal", "", SAMPLES_ORTHOGONAL | SAMPLES_SQUARE,       \
      sampler_orthogonal)                                                      \
    X(DIRICHLET, "dirichlet", "n", SAMPLES_NONNEG | SAMPLES_STOCHASTIC,        \
      sampler_dirichlet)                                                       \
    X(MIXTURE, "mixture", "s+", 0, draw_mixture)                               \
    X(ADVERSARIAL, "adversarial", "", 0, draw_entries)

enum sampler_id {
#define X(id, name, parameters, facts, draw) SAMPLER_##id,
    MAJORANT_SAMPLERS(X)
#undef X
        SAMPLER_COUNT
};

struct sampler_info {
    const char *name, *parameters;
    unsigned facts; /* sampler_facts */
};

const struct sampler_info *sampler_info(enum sampler_id id);
/* false: no sampler has that name. */
bool sampler_find(enum sampler_id *out, const char *name);

/* A sampler with the values of its parameters. */
struct recipe {
    enum sampler_id id;
    double numbers[2];
    const struct recipe *subs;
    size_t nsubs;
};

enum { SAMPLER_MAX_DECADE = 300, SAMPLER_MAX_NESTING = 16 };

/*
 * Whether the numbers of the recipe itself (not of its subs) make sense; false
 * says in `reason` what was expected.
 */
bool sampler_check(const struct recipe *r, struct buffer *reason);

/*
 * Draws a rows x cols matrix of a checked recipe into `out`; *facts are those
 * of the sampler that drew it.  ST_INPUT: impossible at this shape, `reason`
 * says why.
 */
MUST_CHECK enum status sampler_draw(struct value *out, unsigned *facts,
                                    size_t rows, size_t cols,
                                    const struct recipe *r, struct rng *rng,
                                    struct buffer *reason);
