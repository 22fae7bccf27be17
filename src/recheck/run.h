/*
 * The checker's evaluation of the IR on one instance: matrices of intervals,
 * each with a three-valued "is defined".
 *
 * Rules are stated above each step as `premises |- conclusion`: "x in X" means
 * that the exact value of the expression lies in the interval matrix X.
 *
 * A run that meets a limit or an impossible size fails: from then on values
 * are NULL and truths unknown.  Whoever makes a matrix may get NULL and hands
 * it on.
 */
#ifndef MAJORANT_RECHECK_RUN_H
#define MAJORANT_RECHECK_RUN_H

#include "base/truth.h"
#include "instance/instance.h"
#include "interval/interval.h"
#include "ir/expr_memo.h"
#include "recheck/violation.h"

enum {
    RUN_MAX_DEPTH = 4000,       /* nested evaluations */
    RUN_MAX_NODES = 1 << 20,    /* values kept for one instance */
    RUN_MAX_INDICES = 16,       /* of a family */
    RUN_MAX_WORK = 1 << 29,     /* products of intervals and the like */
    RUN_MAX_BYTES = 0x7FFFFFFF, /* of all interval entries */
    RUN_MAX_SIMPLEX = 144,      /* entries of one linear program */
    RUN_MAX_FRONTIER = 48,      /* the same, where there are many */
    RUN_MAX_EXACT = 4096        /* entries of a rational matrix */
};

struct kmatrix {
    enum truth defined; /* TRUE, FALSE (certainly undefined) or UNKNOWN */
    size_t rows, cols;
    interval_t *e; /* by rows; the whole line where not defined */
};

struct run {
    const struct theorem *theorem;
    const struct instance *x;
    mpfr_prec_t bits;
    struct env env; /* the layout's, and index symbols while they are bound */
    struct expr_memo values, rationals;
    struct kmatrix **owned;
    size_t nowned, capacity;
    uint64_t bytes, work;
    size_t depth;
    bool may_intern; /* rational values may be made as expressions */
    const struct algebra *algebra; /* or NULL */
    size_t ties;                   /* relations that intervals did not decide */
    const char *failed;            /* why, or NULL */
};

struct run *run_new(const struct theorem *theorem, const struct instance *x,
                    mpfr_prec_t bits);
void run_free(struct run *run);
LOCAL_POINTER(run)
mpfr_prec_t run_bits(const struct run *run);
/* Ends the run; the first reason counts.  Always NULL. */
void *run_fail(struct run *run, const char *reason);
/* Adds to the work done; false: over the limit, the run failed. */
bool run_spend(struct run *run, uint64_t work);
/* The same where there is another way: over the limit nothing happens. */
bool run_may_spend(struct run *run, uint64_t work);

/* The value of an expression (owned by the run), or NULL. */
const struct kmatrix *run_value(struct run *run, const struct expr *e);
enum truth run_truth(struct run *run, const struct expr *e);
/* The relation of two values, entry by entry. */
enum truth run_relation(enum relop rel, const struct kmatrix *a,
                        const struct kmatrix *b);
/* The relation of two numbers. */
enum truth interval_relation(enum relop rel, const interval_t *x,
                             const interval_t *y);
/* A closed integer; false: the run failed. */
bool run_index(struct run *run, int64_t *out, const struct expr *e);
bool run_size(struct run *run, size_t *out, const struct dim *a);
/* Whether lo..hi, lo <= hi, is of moderate length; else the run failed. */
bool run_range(struct run *run, int64_t lo, int64_t hi);

/* ---- value.c and index.c ---- */

struct kmatrix *value_dispatch(struct run *run, const struct expr *e);
/* Values of kids that need no argument but the expression. */
typedef struct kmatrix *value_rule(struct run *run, const struct expr *e);
value_rule value_given, value_let, value_binder, value_if, value_entry_of,
    value_slice, value_integral;
/* The kids' values, in `args`; false: the run failed. */
bool value_kids(struct run *run, const struct expr *e,
                const struct kmatrix **args, size_t count);
/* One entry from two; says whether it is defined. */
typedef enum truth pair_rule(interval_t *r, const interval_t *x,
                             const interval_t *y);
/* Entry by entry, a 1 x 1 side spread over the other. */
struct kmatrix *value_pairs(struct run *run, const struct kmatrix *a,
                            const struct kmatrix *b, pair_rule *rule);
pair_rule pair_add, pair_sub, pair_mul, pair_div, pair_max, pair_min, power,
    pair_lambertw;

/*
 * The clause of a family that defines a member, its symbols bound in run->env
 * until clause_leave; NULL: none does, or (run->failed) something is wrong.
 */
struct binding {
    const struct symbol *symbol;
    int64_t value;
    bool known;
};
struct binding binding_save(const struct run *run, const struct symbol *s);
void binding_restore(struct run *run, const struct binding *old);
struct clause_scope {
    struct binding old[RUN_MAX_INDICES];
    size_t count;
};
const struct clause *clause_enter(struct clause_scope *scope, struct run *run,
                                  const struct expr *e);
void clause_leave(struct run *run, const struct clause_scope *scope);
/* The slot of a given's member; false: outside, or the run failed. */
bool given_slot(size_t *slot, struct run *run, const struct expr *e);

/* ---- kmatrix.c ---- */

/* Zeros, defined; NULL when the run is over its limit. */
struct kmatrix *kmatrix_new(struct run *run, size_t rows, size_t cols);
interval_t *kmatrix_at(const struct kmatrix *m, size_t i, size_t j);
/* The entry for a position of the other operand: a 1 x 1 is spread. */
interval_t *kmatrix_spread(const struct kmatrix *m, size_t i, size_t j);
bool kmatrix_is_single(const struct kmatrix *m);
/* Takes `defined` into account; returns m (which may be NULL). */
struct kmatrix *kmatrix_undefine(struct kmatrix *m, enum truth defined);
struct kmatrix *kmatrix_copy(struct run *run, const struct kmatrix *a);
struct kmatrix *kmatrix_eye(struct run *run, size_t n);
struct kmatrix *kmatrix_product(struct run *run, const struct kmatrix *a,
                                const struct kmatrix *b);
struct kmatrix *kmatrix_transpose(struct run *run, const struct kmatrix *a);
bool kmatrix_is_finite(const struct kmatrix *a);
/* Whether all ends are finite and make rationals of moderate length. */
bool kmatrix_is_moderate(const struct kmatrix *a);
/* The entries as rationals, if all are moderate points; else false. */
bool kmatrix_rationals(struct rmatrix *out, const struct kmatrix *a);
/* A matrix of intervals that is freed by hand, for work space. */
struct kmatrix kmatrix_local(size_t rows, size_t cols, mpfr_prec_t bits);
void kmatrix_local_clear(struct kmatrix *m);

/* ---- functions: fn of evaluated arguments, all taken as defined ---- */

struct kmatrix *call_value(struct run *run, const struct expr *e,
                           const struct kmatrix *const *args);
struct kmatrix *call_elementwise(struct run *run, enum function fn,
                                 const struct kmatrix *a);
struct kmatrix *call_sizes(struct run *run, const struct expr *e);
struct kmatrix *call_shape(struct run *run, const struct expr *e,
                           const struct kmatrix *const *args);
struct kmatrix *call_reduce(struct run *run, enum function fn,
                            const struct kmatrix *a);
struct kmatrix *call_attention(struct run *run, enum function fn,
                               const struct kmatrix *a,
                               const struct kmatrix *mask);
struct kmatrix *call_linear(struct run *run, const struct expr *e,
                            const struct kmatrix *a);
struct kmatrix *call_inverse(struct run *run, const struct kmatrix *a);

/* ---- exact.c: rational values, exactly, where run->may_intern ---- */

/* TRUE or FALSE where all is rational, else UNKNOWN. */
enum truth exact_truth(struct run *run, const struct expr *relation);
/* The rational value as a closed expression, or NULL. */
const struct expr *exact_value(struct run *run, const struct expr *e);
/*
 * Both have values |- 1: a > b, by the form of a where b is 0, or because the
 * run's algebra says so; -1: b > a; 0: neither is known.
 */
int exact_sign_by_form(struct run *run, const struct expr *a,
                       const struct expr *b);
/* Whether two sides, both known to be defined, are equal by their forms. */
bool exact_is_tie(struct run *run, const struct expr *a, const struct expr *b);

/* ---- eigen.c: values[0..n-1] enclose the eigenvalues of symmetric a ---- */

void eigen_enclose(interval_t *values, const struct kmatrix *a,
                   mpfr_prec_t bits);
void eigen_norm2(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits);
void eigen_norm_nuclear(interval_t *r, const struct kmatrix *a,
                        mpfr_prec_t bits);
/* What those cost for n x n, for run_spend: some ten sweeps. */
uint64_t eigen_work(size_t n);
/* TRUE: certainly symmetric; FALSE: certainly not. */
enum truth eigen_symmetric(const struct kmatrix *a);
/* The same; `symmetric`: known to be so from the way it is made. */
enum truth eigen_psd(const struct kmatrix *a, bool symmetric, mpfr_prec_t bits);
/* Whether an expression equals its transpose by the way it is made. */
bool symmetric_by_form(const struct theorem *theorem, const struct expr *e);

/* ---- definite.c ---- */

/*
 * TRUE: the symmetric part of all of `a` is positive definite; FALSE: it is not
 * even semidefinite; UNKNOWN, for one, where it is singular.
 */
enum truth definite_by_pivots(const struct kmatrix *a, mpfr_prec_t bits);
/* Whether psd(a), by pivots or eigenvalues; `symmetric` as for eigen_psd. */
enum truth definite_psd(struct run *run, const struct kmatrix *a,
                        bool symmetric);

/* ---- residual.c: min over x of a norm of a - ones * x' ---- */

void residual_1(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits);
void residual_inf(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits);
void residual_1inf(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits);

/* ---- simplex.c ---- */

/*
 * For the rational matrix `a`: x (a->cols of them) near the minimum of
 * alpha * norm1(a - ones * x') + beta * norminf(a - ones * x'), and multipliers
 * s of the shape of a with sum_i s_ij = 0 for all j and |s_ij| <= l_i + m_j for
 * some l, m >= 0 of sums beta and alpha (which are not negative).  Whatever x
 * and s are, they are feasible.
 */
void simplex_residual(rational_t *x, struct rmatrix *s, const struct rmatrix *a,
                      const rational_t *alpha, const rational_t *beta);

#endif
