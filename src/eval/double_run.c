/* The plain forward pass in doubles: memory and the loop over a cone. */
#include "eval/double_internal.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Threads are the trials' business. */
void double_use_one_thread(void)
{
#ifdef OPENBLAS_VERSION
    if (openblas_get_num_threads() != 1)
        openblas_set_num_threads(1);
#endif
}

bool eval_has_threads(void)
{
#ifdef OPENBLAS_VERSION
    return openblas_get_parallel() != OPENBLAS_SEQUENTIAL &&
           openblas_get_num_threads() > 1;
#else
    return false;
#endif
}

struct double_run *double_run_new(const struct plan *plan)
{
    double_use_one_thread();
    struct double_run *run = xcalloc(1, sizeof *run);
    run->plan = plan;
    run->own = xcalloc(plan->count + 1, sizeof *run->own);
    run->views = xcalloc(plan->count + 1, sizeof *run->views);
    run->truths = xcalloc(plan->count + 1, sizeof *run->truths);
    if (plan->has_integrals)
        run->integrands = xcalloc(plan->count + 1, sizeof *run->integrands);
    return run;
}

void double_run_free(struct double_run *run)
{
    if (!run)
        return;
    for (uint32_t id = 0; id < run->plan->count; id++)
        free(run->own[id]);
    for (uint32_t id = 0; run->integrands && id < run->plan->count; id++)
        double_integrand_free(run->integrands[id]);
    free(run->integrands);
    free(run->own);
    free(run->views);
    free(run->truths);
    free(run);
}

const double *double_arg(const struct double_run *run,
                         const struct plan_instr *i, uint32_t k)
{
    return run->views[i->args[k]];
}

const struct plan_instr *double_arg_instr(const struct double_run *run,
                                          const struct plan_instr *i,
                                          uint32_t k)
{
    return &run->plan->instrs[i->args[k]];
}

size_t double_size(const struct plan_instr *i)
{
    return (size_t)i->rows * i->cols;
}

static void set_all(double *out, size_t count, double value)
{
    for (size_t k = 0; k < count; k++)
        out[k] = value;
}

static void set_eye(double *out, uint32_t n)
{
    set_all(out, (size_t)n * n, 0);
    for (size_t k = 0; k < n; k++)
        out[k * n + k] = 1;
}

static double *room(struct double_run *run, plan_id id)
{
    if (!run->own[id])
        run->own[id] = xcalloc(double_size(&run->plan->instrs[id]) + 1,
                               sizeof *run->own[id]);
    run->views[id] = run->own[id];
    return run->own[id];
}

/* Doubles are used where they lie; rationals are rounded to nearest. */
static void read_input(struct double_run *run, plan_id id,
                       const struct value *value)
{
    const struct plan_instr *i = &run->plan->instrs[id];
    if (value->kind == VALUE_DOUBLES) {
        run->views[id] = value->doubles;
        return;
    }
    double *out = room(run, id);
    if (value->kind != VALUE_RATIONALS) {
        set_all(out, double_size(i), NAN);
        return;
    }
    for (size_t k = 0; k < double_size(i); k++)
        out[k] = rational_to_double(&value->rationals[k]);
}

static void constant(double *out, const struct plan_instr *i)
{
    const double pi = 3.14159265358979323846;
    if (i->op == PL_EYE)
        set_eye(out, i->rows);
    else if (i->op == PL_UNIT)
        out[i->row] = 1; /* the memory is new: zeros elsewhere */
    else if (i->op == PL_PI)
        out[0] = pi;
    else if (i->op == PL_UNDEFINED)
        set_all(out, double_size(i), NAN);
    else
        set_all(out, double_size(i), rational_to_double(i->number));
}

/* Computed once for all trials. */
static void keep_constant(struct double_run *run, plan_id id)
{
    if (!run->own[id])
        constant(room(run, id), &run->plan->instrs[id]);
}

static enum truth connective(const struct double_run *run,
                             const struct plan_instr *i)
{
    enum truth all = i->op == PL_AND ? TRUTH_TRUE : TRUTH_FALSE;
    for (uint32_t k = 0; k < i->nargs; k++) {
        enum truth one = run->truths[i->args[k]];
        all = i->op == PL_AND ? truth_and(all, one) : truth_or(all, one);
    }
    return all;
}

/* clang-format off */
static void step(struct double_run *run, plan_id id, const struct instance *x)
{
    const struct plan_instr *i = &run->plan->instrs[id];
    switch (i->op) {
    case PL_NUMBER:
    case PL_PI:
    case PL_UNDEFINED:
    case PL_FILL:
    case PL_EYE:
    case PL_UNIT: keep_constant(run, id); break;
    case PL_INPUT: read_input(run, id, &x->values[i->slot]); break;
    case PL_ADD:
    case PL_SUB:
    case PL_DOT_MUL:
    case PL_DOT_DIV:
    case PL_POW:
    case PL_DOT_POW: double_spread(room(run, id), run, i); break;
    case PL_NEG: double_neg(room(run, id), run, i); break;
    case PL_MATMUL: double_matmul(room(run, id), run, i); break;
    case PL_SCALE: double_scale(room(run, id), run, i); break;
    case PL_DIVIDE: double_divide(room(run, id), run, i); break;
    case PL_MATPOW: double_matpow(room(run, id), run, i); break;
    case PL_TRANSPOSE: double_transpose(room(run, id), run, i); break;
    case PL_SLICE: double_slice(room(run, id), run, i); break;
    case PL_LITERAL: double_literal(room(run, id), run, i); break;
    case PL_CALL: double_call(room(run, id), run, i); break;
    case PL_SPREAD: double_spread_rows(room(run, id), run, i); break;
    case PL_SELECT: double_select(room(run, id), run, i); break;
    case PL_VARIABLE: set_all(room(run, id), 1, run->variable); break;
    case PL_INTEGRAL: double_integral(room(run, id), run, i, x); break;
    case PL_REL:
    case PL_PSD: run->truths[id] = double_relation(run, i); break;
    case PL_AND:
    case PL_OR: run->truths[id] = connective(run, i); break;
    case PL_NOT: run->truths[id] = truth_not(run->truths[i->args[0]]); break;
    case PL_TRUTH: run->truths[id] = i->truth; break;
    }
}
/* clang-format on */

void double_run_eval(struct double_run *run, const struct instance *x,
                     const plan_id *cone, size_t count)
{
    for (size_t k = 0; k < count; k++)
        step(run, cone[k], x);
}

void double_run_release(struct double_run *run, plan_id id)
{
    free(run->own[id]);
    run->own[id] = NULL;
    run->views[id] = NULL;
}

enum truth double_run_truth(const struct double_run *run, plan_id id)
{
    return run->truths[id];
}

const double *double_run_value(const struct double_run *run, plan_id id)
{
    return run->views[id];
}
