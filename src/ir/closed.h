/*
 * The rational interpreter: values of closed expressions, exactly.
 *
 * Serves sizes, index expressions, range ends (integers) and case values
 * (rational matrices).  Closed means: no givens, no families; every operation
 * that maps rationals to rationals is allowed (sqrt of a square as well).
 */
#pragma once

#include "ir/expr.h"

/* A matrix of rationals by rows; owned, cleared with rmatrix_clear. */
struct rmatrix {
    size_t rows, cols;
    rational_t *entries;
};

void rmatrix_init(struct rmatrix *m, size_t rows, size_t cols); /* zeros */
void rmatrix_clear(struct rmatrix *m);
/* The entries of `from`, which has the shape of `to`. */
void rmatrix_copy(struct rmatrix *to, const struct rmatrix *from);
rational_t *rmatrix_at(const struct rmatrix *m, size_t i,
                       size_t j); /* from 0 */
/*
 * A step of an elimination: subtracts multiples of row r, whose entry in column
 * j is not 0, from the other rows from `first` on, so that theirs become 0.
 */
void rmatrix_clear_column(struct rmatrix *a, size_t r, size_t j, size_t first);

enum {
    CLOSED_MAX_ENTRIES = 1 << 26, /* of one matrix */
    CLOSED_MAX_WORK = 1 << 28,    /* entries and subexpressions computed */
    CLOSED_MAX_BITS = 1 << 20,    /* of a numerator or denominator */
    CLOSED_MAX_DEPTH = 4000,      /* nested subexpressions */
    CLOSED_MAX_INDEX = 1 << 14    /* subexpressions of an index */
};

/*
 * Whether `e` can be an index, a size or the end of a range: scalar, without
 * givens, families and whatever is not rational.  ST_UNABLE: it cannot;
 * ST_LIMIT: it is nested deeper than `depth`, or has more than
 * CLOSED_MAX_INDEX subexpressions, those that are shared counted each time.
 * Who walks an index that is ST_OK may therefore recurse and need not memoise.
 */
MUST_CHECK enum status closed_check_index(const struct expr *e, size_t depth);

/*
 * ST_DOMAIN: undefined (division by zero, index outside); ST_UNABLE: not
 * closed or not rational; ST_INPUT: an impossible size or slice; ST_LIMIT: too
 * large.  `where` (may be NULL) is the subexpression at fault.  On ST_OK
 * `*out` is initialised here and owned by the caller.
 */
MUST_CHECK enum status closed_matrix(struct rmatrix *out, const struct expr *e,
                                     const struct env *env,
                                     const struct expr **where);
/*
 * Where the values of leaves come from that the interpreter does not know
 * (data of a file): `read` is asked for EX_GIVEN, and for EX_TRANSPOSE,
 * EX_SLICE and EX_ENTRY before their operand is, so that a slice need not read
 * the whole.  ST_UNABLE: the node is not the source's; else as closed_matrix.
 * `other` (or NULL) is asked for nodes that the interpreter has no value of.
 */
struct closed_source {
    enum status (*read)(struct rmatrix *out, void *context,
                        const struct expr *e, const struct env *env);
    void *context;
    enum status (*other)(struct rmatrix *out, void *context,
                         const struct expr *e, const struct env *env);
};
MUST_CHECK enum status closed_matrix_from(struct rmatrix *out,
                                          const struct expr *e,
                                          const struct env *env,
                                          const struct closed_source *source,
                                          const struct expr **where);
/* The same for an integer scalar; ST_DOMAIN also when it is no int64_t. */
MUST_CHECK enum status closed_int(int64_t *out, const struct expr *e,
                                  const struct env *env);
/* A size, opaque symbols included; statuses as of dim_value. */
MUST_CHECK enum status closed_dim(int64_t *out, const struct dim *a,
                                  const struct env *env);
/*
 * Truth of a closed relation: *out; statuses as above.  ST_UNABLE also where it
 * has very many parts, those that are shared counted each time.
 */
MUST_CHECK enum status closed_truth(bool *out, const struct expr *e,
                                    const struct env *env);

/*
 * x^y for rationals.  ST_DOMAIN: undefined; ST_UNABLE: not rational (or not
 * seen to be); ST_LIMIT: longer than CLOSED_MAX_BITS.  `out` may be no input.
 */
MUST_CHECK enum status closed_power(rational_t *out, const rational_t *x,
                                    const rational_t *y);
/* The rational square root; ST_DOMAIN: negative, ST_UNABLE: irrational. */
MUST_CHECK enum status closed_sqrt(rational_t *out, const rational_t *x);
