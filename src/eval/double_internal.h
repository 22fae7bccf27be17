/*
 * The plain forward pass in doubles: how its parts share a run.  Internal to
 * eval/double*.c.  What is undefined is NaN, and NaN spreads.
 */
#ifndef MAJORANT_EVAL_DOUBLE_INTERNAL_H
#define MAJORANT_EVAL_DOUBLE_INTERNAL_H

#include "eval/evaluator.h"

struct double_integrand;

struct double_run {
    const struct plan *plan;
    double variable;                      /* value of PL_VARIABLE */
    struct double_integrand **integrands; /* by id, made when needed; NULL: no
                                             integrals */
    double **own;         /* by id: memory of a value, or NULL */
    const double **views; /* by id: the value (an instance's, or own) */
    enum truth *truths;   /* by id */
};

/* One operation: fills the rows * cols entries of its instruction. */
typedef void double_op(double *out, const struct double_run *run,
                       const struct plan_instr *i);

/* The value of an argument, its instruction, and its number of entries. */
const double *double_arg(const struct double_run *run,
                         const struct plan_instr *i, uint32_t k);
const struct plan_instr *double_arg_instr(const struct double_run *run,
                                          const struct plan_instr *i,
                                          uint32_t k);
size_t double_size(const struct plan_instr *i);

double_op double_spread, double_scale, double_divide, double_neg, double_matmul,
    double_transpose, double_slice, double_literal, double_select,
    double_matpow;
double_op double_call, double_det, double_inv, double_rank;
double_op double_softmax, double_logsumexp, double_diameter, double_res,
    double_normalise, double_spread_rows;
double_op double_diag, double_diagof, double_kron, double_hcat, double_vcat;

/* double_integral.c */
void double_integral(double *out, const struct double_run *run,
                     const struct plan_instr *i, const struct instance *x);
void double_integrand_free(struct double_integrand *f);
double double_lambertw(double k, double x);

/* Two numbers' operation: ADD SUB DOT_MUL DOT_DIV POW DOT_POW MAX2 MIN2. */
double double_apply(enum plan_op op, enum function fn, double x, double y);
/* The larger and the smaller; NaN if either is. */
double double_max(double x, double y);
double double_min(double x, double y);
/* Keeps BLAS from threads of its own. */
void double_use_one_thread(void);
/* out = a (r x k) times b (k x c) by BLAS. */
void double_product(double *out, const double *a, const double *b, size_t r,
                    size_t k, size_t c);
enum truth double_relation(const struct double_run *run,
                           const struct plan_instr *i);

/* Columns that are summed at a time. */
enum { DOUBLE_STRIP = 64 };

#endif
