/*
 * What the parts of the exact evaluator share; not for other modules.
 *
 * Statement: where a matrix's `undefined` is FALSE, its instruction has a
 * value and every entry is that of `at`; where it is TRUE, it has none.
 */
#ifndef MAJORANT_EVAL_EXACT_INTERNAL_H
#define MAJORANT_EVAL_EXACT_INTERNAL_H

#include "eval/evaluator.h"
#include "eval/exact_number.h"

enum {
    EXACT_MAX_CONE_ENTRIES = 16384, /* of all values of an evaluation */
    EXACT_MAX_ORDER = 32, /* of a matrix eliminated over the rationals */
    EXACT_MAX_MINORS = 6, /* order of a determinant by minors */
    EXACT_MAX_INVERSE = 4 /* order of an inverse by minors */
};

struct exact_matrix {
    size_t rows, cols;
    exact_id *at; /* by rows */
    enum truth undefined;
};

struct exact_value {
    struct exact_matrix m; /* not of truths */
    enum truth truth;
};

struct exact_run {
    const struct plan *plan;
    struct exact_value *values; /* plan->count, all unknown between runs */
    struct exact_ring *ring;    /* of the last evaluation, or NULL */
    struct arena *arena;        /* likewise: the entries */
    plan_id *cone;              /* likewise: whose values are set */
    size_t count;
};

/* ---- arguments (exact_run.c) ---- */

const struct exact_matrix *exact_arg(const struct exact_run *run,
                                     const struct plan_instr *in, size_t k);
unsigned exact_arg_facts(const struct exact_run *run,
                         const struct plan_instr *in, size_t k);
/* Entry k by rows, or the only entry of a 1 x 1 matrix. */
exact_id exact_spread(const struct exact_matrix *m, size_t k);
/* An unset matrix of the run's arena. */
struct exact_matrix exact_matrix_new(struct exact_run *run, size_t rows,
                                     size_t cols);
exact_id exact_entry(const struct exact_matrix *m, size_t i, size_t j);
/* Undefined if one is; defined only if both are. */
enum truth exact_join(enum truth a, enum truth b);

/*
 * Instructions: called with all arguments defined and `out` with entries to be
 * set; the answer is whether the value is undefined.  An entry EXACT_NONE makes
 * that unknown whatever the answer, unless it is TRUE.
 */
typedef enum truth exact_op(struct exact_matrix *out, struct exact_run *run,
                            const struct plan_instr *in);

/* ---- one entry from one or two (exact_entry.c) ---- */

typedef enum truth exact_pair(exact_id *out, struct exact_ring *ring,
                              exact_id x, exact_id y);
exact_pair exact_pair_multiply, exact_pair_divide, exact_pair_power,
    exact_pair_max, exact_pair_min;
/* Entry by entry, a 1 x 1 side spread over the other. */
enum truth exact_spread_pairs(struct exact_matrix *out, struct exact_run *run,
                              const struct plan_instr *in, exact_pair *fn);
/* The functions abs ... sign of every entry. */
exact_op exact_call_entries;
exact_op exact_lambert;

/* ---- functions of matrices ---- */

exact_op exact_call; /* exact_func.c: PL_CALL */

/* exact_reduce.c: sums, extremes and norms of lines */
exact_op exact_sum, exact_mean, exact_largest, exact_least, exact_trace,
    exact_norm1, exact_norminf, exact_norm1inf, exact_normfro, exact_normmax,
    exact_rownorm2, exact_rowsum, exact_rowmean, exact_rowmax, exact_rowmin,
    exact_colsum, exact_colmean, exact_colmax, exact_colmin;

/* exact_attention.c */
exact_op exact_softmax, exact_logsumexp, exact_diameter, exact_res,
    exact_normalise, exact_minres1, exact_minresinf, exact_minres1inf;

/* exact_linear.c: determinants, inverses, spectra */
exact_op exact_det, exact_inv, exact_rank, exact_matrix_power;
void exact_matrix_product(struct exact_matrix *out, struct exact_ring *ring,
                          const struct exact_matrix *a,
                          const struct exact_matrix *b);
exact_id exact_frobenius(struct exact_ring *ring, const struct exact_matrix *a);

/* exact_spectrum.c */
exact_op exact_norm2, exact_normnuc, exact_eigmin, exact_eigmax;
enum truth exact_psd(struct exact_run *run, const struct plan_instr *in);

/* exact_rel.c: PL_REL with both sides defined */
enum truth exact_relation(struct exact_run *run, const struct plan_instr *in);

#endif
