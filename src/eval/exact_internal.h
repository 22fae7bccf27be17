/*
 * What the parts of the exact evaluator share; not for other modules.
 *
 * Statement: where the state of a matrix is STATE_DEFINED, its instruction has
 * a value and every entry is that of `at`; where it is STATE_UNDEFINED, it has
 * none.
 */
#pragma once

#include "eval/evaluator.h"
#include "eval/exact_number.h"
#include "eval/walk.h"

enum {
    EXACT_MAX_CONE_ENTRIES = 16384, /* of all values of an evaluation */
    EXACT_MAX_ORDER = 32, /* of a matrix eliminated over the rationals */
    EXACT_MAX_MINORS = 6, /* order of a determinant by minors */
    EXACT_MAX_INVERSE = 4 /* order of an inverse by minors */
};

struct exact_matrix {
    size_t rows, cols;
    exact_id *at; /* by rows */
};

struct exact_run {
    struct walk walk;
    struct exact_matrix *values; /* by instruction, where it was computed */
    struct exact_ring *ring;     /* of the last evaluation, or NULL */
    struct arena *arena;         /* likewise: the entries */
};

extern const struct arithmetic exact_arithmetic; /* exact_arith.c */

/* ---- matrices ---- */

static inline const struct exact_matrix *
exact_arg(const struct exact_run *run, const struct plan_instr *in, size_t k)
{
    return &run->values[in->args[k]];
}

static inline unsigned exact_arg_facts(const struct exact_run *run,
                                       const struct plan_instr *in, size_t k)
{
    return run->walk.plan->instrs[in->args[k]].facts;
}

static inline exact_id exact_entry(const struct exact_matrix *m, size_t i,
                                   size_t j)
{
    return m->at[i * m->cols + j];
}

/* An unset matrix of the run's arena. */
static inline struct exact_matrix exact_matrix_new(struct exact_run *run,
                                                   size_t rows, size_t cols)
{
    struct exact_matrix m = {.rows = rows, .cols = cols};
    m.at = arena_array(run->arena, rows * cols + 1, sizeof *m.at);
    return m;
}

/* ---- entries and lines ---- */

/* exact_entry.c: definedness as in language.md, 7 */
enum state exact_divide(exact_id *z, struct exact_ring *ring, exact_id x,
                        exact_id y);
enum state exact_pair_power(exact_id *z, struct exact_ring *ring, exact_id x,
                            exact_id y);
enum state exact_function(enum function fn, exact_id *z,
                          struct exact_ring *ring, exact_id x, unsigned facts);

/* exact_fold.c */
exact_id exact_fold(enum fold fold, struct exact_ring *ring,
                    const struct line *x);
exact_id exact_frobenius(struct exact_ring *ring, const struct exact_matrix *a);

/* exact_attention.c: in place, of at least one entry; of all of them */
void exact_softmax(struct exact_ring *ring, exact_id *x, size_t count);
exact_id exact_logsumexp(struct exact_ring *ring, const exact_id *x,
                         size_t count);

/* ---- what exact numbers own ---- */

/*
 * Called with all arguments defined and `out` with entries to be set.  An entry
 * EXACT_NONE makes it unknown whether there is a value, unless the answer is
 * that there is none.
 */
typedef enum state exact_op(struct exact_matrix *out, struct exact_run *run,
                            const struct plan_instr *in);

/* exact_attention.c */
exact_op exact_res, exact_minres1, exact_minresinf, exact_minres1inf;

/* exact_linear.c: products, determinants, inverses */
exact_op exact_matmul, exact_det, exact_inv, exact_rank, exact_matrix_power;
/* The function of the matrix as a number of its own, known by its balls. */
exact_id exact_by_balls(struct exact_run *run, const struct exact_matrix *a,
                        enum function fn);

/* exact_spectrum.c */
exact_op exact_norm2, exact_normnuc, exact_eigmin, exact_eigmax;
enum truth exact_psd(struct exact_run *run, const struct plan_instr *in);

/* exact_entry.c */
exact_op exact_lambert;
