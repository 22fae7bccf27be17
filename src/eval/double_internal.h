/*
 * The plain forward pass in doubles: how its parts share a run.  Internal to
 * eval/double*.c.  What is undefined is NaN, and NaN spreads.
 */
#pragma once

#include "eval/evaluator.h"
#include "eval/walk.h"

#include <math.h>

struct double_integrand;

struct double_run {
    struct walk walk;
    double variable;                      /* value of PL_VARIABLE */
    struct double_integrand **integrands; /* by id, made when needed; NULL: no
                                             integrals */
    double **own; /* by id: memory of a value, or NULL */
};

extern const struct arithmetic double_arithmetic; /* double_arith.c */

/* The value of an argument, its instruction, and its number of entries. */
static inline const double *double_arg(const struct double_run *run,
                                       const struct plan_instr *i, uint32_t k)
{
    return run->walk.results[i->args[k]].at;
}

static inline const struct plan_instr *
double_arg_instr(const struct double_run *run, const struct plan_instr *i,
                 uint32_t k)
{
    return &run->walk.plan->instrs[i->args[k]];
}

static inline size_t double_size(const struct plan_instr *i)
{
    return (size_t)i->rows * i->cols;
}

/* The larger and the smaller; NaN if either is. */
static inline double double_max(double x, double y)
{
    if (isnan(x) || isnan(y))
        return NAN;
    return x > y ? x : y;
}

static inline double double_min(double x, double y)
{
    if (isnan(x) || isnan(y))
        return NAN;
    return x < y ? x : y;
}

/* One operation: fills the rows * cols entries of its instruction. */
typedef void double_op(double *out, const struct double_run *run,
                       const struct plan_instr *i);

/* double_call.c: what doubles own, functions and other operations */
bool double_owns(enum function fn);
double_op double_own;

/* double_linear.c */
double_op double_matmul, double_matpow, double_det, double_inv, double_rank;
enum truth double_psd(const struct double_run *run, const struct plan_instr *i);

/* double_attention.c */
void double_softmax(double *x, size_t count); /* in place */
double double_logsumexp(const double *x, size_t count);
double_op double_res, double_spread_rows;

/* double_integral.c */
double_op double_integral;
void double_integrand_free(struct double_integrand *f);
double double_lambertw(double k, double x);

/* double_run.c: keeps BLAS from threads of its own. */
void double_use_one_thread(void);

/* Columns that are summed at a time. */
enum { DOUBLE_STRIP = 64 };
