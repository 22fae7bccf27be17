/*
 * The free inputs of an instance as one vector of parameters.
 *
 * Declared properties hold by construction: rows of a stochastic matrix are
 * |t| over their sum, symmetric ones mirror their lower triangle, psd ones are
 * B*B', orthogonal ones Q0 times a Cayley transform, frames Gram-Schmidt of
 * their columns; integers are rounded and ranges clamped.  Written in doubles
 * for the search, exactly for the ladder.
 */
#pragma once

#include "instance/range.h"
#include "search/objective.h"

/* A free input: parameters first .. first + rows * cols - 1, by rows. */
struct block {
    size_t slot, first, rows, cols;
    enum given_kind kind;
    struct range range;
    double lo, hi;     /* of the range, or infinite */
    struct value base; /* Q0 of an orthogonal one */
};

struct space {
    struct stage *stage;
    struct block *blocks;
    size_t nblocks;
    size_t size; /* parameters */
    bool is_raw; /* stochastic blocks are their entries, whatever the sums */
};

/*
 * What the case does not fix, of a stage that was built.  Ints that sizes
 * depend on are not free.
 */
struct space *space_new(struct stage *stage, const struct spec *spec);
void space_free(struct space *space);

/* Parameters that give the instance as drawn (nearly). */
void space_read(struct space *space, double *t);
/* Other parameters for the same instance: rows of stochastic ones sum to 1. */
void space_settle(const struct space *space, double *out, const double *t);
/* Moves parameters into their ranges. */
void space_fit(const struct space *space, double *t);
void space_write(struct space *space, const double *t);
/*
 * Exactly: parameters rounded to `bits` bits of the largest of their block
 * (0: as they are), then mapped to the properties.  False: a range is left
 * (stochastic, psd and orthogonal matrices are not fitted into theirs), so the
 * instance is not admitted.
 */
bool space_write_exact(struct space *space, const double *t, int bits);
/*
 * Exactly, parameters that are given exactly.  False: a block's property needs
 * other numbers (psd, orthogonal; stochastic: nonnegative with a sum).
 */
bool space_write_rationals(struct space *space, const rational_t *t);
/* The gradient that the objective holds, carried to the parameters. */
void space_pull(const struct space *space, const double *t,
                const struct objective *o, double *g);
