/*
 * The parts of the rational interpreter: how they share one evaluation.
 * Internal to ir/closed*.c.
 */
#pragma once

#include "ir/closed.h"

/* What a subexpression costs besides its entries; see CLOSED_MAX_WORK. */
enum { CLOSED_NODE_WORK = 64 };

/* One evaluation.  `env` is a copy: binders set their symbols in it. */
struct closing {
    struct env env;
    const struct expr *where; /* the innermost fault, or NULL */
    size_t depth;
    uint64_t work;                      /* spent so far, of CLOSED_MAX_WORK */
    const struct closed_source *source; /* or NULL */
};

/*
 * An operation on values: `args` are the values of e's kids, in order.  *out
 * is initialised by it and owned by the caller on ST_OK alone.
 */
typedef enum status closed_op(struct rmatrix *out, struct closing *c,
                              const struct expr *e, const struct rmatrix *args);

/* The value of a subexpression; see closed_matrix for the statuses. */
MUST_CHECK enum status closed_eval(struct rmatrix *out, struct closing *c,
                                   const struct expr *e);
MUST_CHECK enum status closed_decide(bool *out, struct closing *c,
                                     const struct expr *e);
/* An integer-valued subexpression; ST_DOMAIN: no integer. */
MUST_CHECK enum status closed_index(int64_t *out, struct closing *c,
                                    const struct expr *e);
/* ST_LIMIT once an evaluation computes too much. */
MUST_CHECK enum status closed_spend(struct closing *c, uint64_t entries);
/* An rmatrix of that size, its entries paid for. */
MUST_CHECK enum status closed_alloc(struct rmatrix *out, struct closing *c,
                                    size_t rows, size_t cols);

/* For operations, functions and sums of entries alone. */
closed_op closed_entrywise;
closed_op closed_neg, closed_matmul, closed_matpow, closed_transpose;
closed_op closed_entry, closed_slice, closed_literal, closed_sizes, closed_diag,
    closed_diagof, closed_kron, closed_hcat, closed_vcat;
closed_op closed_call;
closed_op closed_det, closed_inv, closed_rank;

/* ST_LIMIT where a number is too long: squaring soon fills the memory. */
MUST_CHECK enum status closed_check(const struct rmatrix *m);
/* A 1 x 1 value as an integer; ST_DOMAIN: it is none. */
MUST_CHECK enum status closed_integer(int64_t *out, const struct rmatrix *m);

/* Forms that evaluate their kids themselves. */
MUST_CHECK enum status closed_fold(struct rmatrix *out, struct closing *c,
                                   const struct expr *e);
MUST_CHECK enum status closed_if(struct rmatrix *out, struct closing *c,
                                 const struct expr *e);
