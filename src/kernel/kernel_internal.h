/*
 * The kernel's evaluation of the IR on one instance: matrices of intervals,
 * each with a three-valued "is defined".
 *
 * Rules are stated above each step as `premises |- conclusion`: "x in X" means
 * that the exact value of the expression lies in the interval matrix X.
 */
#ifndef MAJORANT_KERNEL_INTERNAL_H
#define MAJORANT_KERNEL_INTERNAL_H

#include "case/instance.h"
#include "kernel/interval.h"
#include "logic/truth.h"

enum {
    KERNEL_MAX_DEPTH = 20000,
    KERNEL_MAX_NODES = 1 << 20,   /* values kept for one instance */
    KERNEL_MAX_ENTRIES = 1 << 24, /* interval entries of all of them */
    KERNEL_MAX_SIMPLEX = 400      /* unknowns of one linear program */
};

struct kmatrix {
    enum truth defined; /* TRUE, FALSE (certainly undefined) or UNKNOWN */
    size_t rows, cols;
    interval_t *e; /* by rows; the whole line where not defined */
};

struct kernel_run;

struct kernel_run *run_new(const struct theorem *theorem,
                           const struct instance *x, mpfr_prec_t bits);
void run_free(struct kernel_run *run);
mpfr_prec_t run_bits(const struct kernel_run *run);

/* The value of an expression (owned by the run). */
const struct kmatrix *run_value(struct kernel_run *run, const struct expr *e);
enum truth run_truth(struct kernel_run *run, const struct expr *e);
/* The relation of two values, entry by entry. */
enum truth run_relation(enum relop rel, const struct kmatrix *a,
                        const struct kmatrix *b);

/* ---- kmatrix.c ---- */

struct kmatrix *kmatrix_new(struct kernel_run *run, size_t rows, size_t cols);
interval_t *kmatrix_at(const struct kmatrix *m, size_t i, size_t j);
/* The entry for a position of the other operand: a 1 x 1 is spread. */
interval_t *kmatrix_spread(const struct kmatrix *m, size_t i, size_t j);
void kmatrix_undefine(struct kmatrix *m, enum truth defined);
struct kmatrix *kmatrix_copy(struct kernel_run *run, const struct kmatrix *a);
struct kmatrix *kmatrix_product(struct kernel_run *run, const struct kmatrix *a,
                                const struct kmatrix *b);
struct kmatrix *kmatrix_transpose(struct kernel_run *run,
                                  const struct kmatrix *a);
/* A matrix of intervals that is freed by hand, for work space. */
struct kmatrix kmatrix_local(size_t rows, size_t cols, mpfr_prec_t bits);
void kmatrix_local_clear(struct kmatrix *m);

/* ---- functions: fn of evaluated arguments ---- */

struct kmatrix *call_value(struct kernel_run *run, const struct expr *e,
                           const struct kmatrix *const *args);
struct kmatrix *call_elementwise(struct kernel_run *run, enum function fn,
                                 const struct kmatrix *a);
struct kmatrix *call_pair(struct kernel_run *run, enum function fn,
                          const struct kmatrix *a, const struct kmatrix *b);
struct kmatrix *call_shape(struct kernel_run *run, const struct expr *e,
                           const struct kmatrix *const *args);
struct kmatrix *call_reduce(struct kernel_run *run, enum function fn,
                            const struct kmatrix *a);
struct kmatrix *call_attention(struct kernel_run *run, enum function fn,
                               const struct kmatrix *a,
                               const struct kmatrix *mask);
struct kmatrix *call_linear(struct kernel_run *run, enum function fn,
                            const struct kmatrix *a);
/* Powers with the language's conventions; false certain, true, unknown. */
enum truth power(interval_t *r, const interval_t *x, const interval_t *y);

/* ---- eigen.c: values[0..n-1] enclose the eigenvalues of symmetric a ---- */

void eigen_enclose(interval_t *values, const struct kmatrix *a,
                   mpfr_prec_t bits);
void eigen_norm2(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits);
void eigen_norm_nuclear(interval_t *r, const struct kmatrix *a,
                        mpfr_prec_t bits);
/* TRUE: certainly symmetric; FALSE: certainly not. */
enum truth eigen_symmetric(const struct kmatrix *a);
enum truth eigen_psd(const struct kmatrix *a, mpfr_prec_t bits);

/* ---- residual.c: min over x of a norm of a - ones * x' ---- */

void residual_1(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits);
void residual_inf(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits);
void residual_1inf(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits);

#endif
