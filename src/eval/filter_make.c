/*
 * A plan made ready for the filter: which operation each instruction is, where
 * its values lie, and what is computed once for all trials.
 */
#include "eval/filter_internal.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_POWER = 64, ALIGN = 8 };

/* Nothing is known of the value. */
static void filter_forget(struct filter_value *v, size_t lanes)
{
    for (size_t k = 0; k < v->parts * lanes; k++)
        v->rad[k] = v->norm[k] = INFINITY;
    for (size_t l = 0; l < lanes; l++)
        v->radf[l] = v->normf[l] = INFINITY;
}

/* ---- which operation ---- */

/* clang-format off */
static filter_fn *call_of(const struct filter_operations *o,
                          const struct plan_instr *in)
{
    switch (in->fn) {
    case FN_DIAG: return o->diag;
    case FN_DIAGOF: return o->diagof;
    case FN_KRON: return o->kron;
    case FN_HCAT: return o->hcat;
    case FN_VCAT: return o->vcat;
    case FN_ABS: return o->absolute;
    case FN_EXP: return o->exponential;
    case FN_LOG: return o->logarithm;
    case FN_SQRT: return o->root;
    case FN_TANH: return o->tangent;
    case FN_RELU: return o->relu;
    case FN_SIGN: return o->sign;
    case FN_MAX2: return o->larger;
    case FN_MIN2: return o->smaller;
    case FN_SUM: return o->sum;
    case FN_MEAN: return o->mean;
    case FN_MAX: return o->max;
    case FN_MIN: return o->min;
    case FN_TRACE: return o->trace;
    case FN_NORM1: return o->norm1;
    case FN_NORMINF: return o->norminf;
    case FN_NORM1INF: return o->norm1inf;
    case FN_NORMFRO: return o->normfro;
    case FN_NORMMAX: return o->normmax;
    case FN_ROWNORM2: return o->rownorm2;
    case FN_ROWSUM: return o->rowsum;
    case FN_ROWMEAN: return o->rowmean;
    case FN_ROWMAX: return o->rowmax;
    case FN_ROWMIN: return o->rowmin;
    case FN_COLSUM: return o->colsum;
    case FN_COLMEAN: return o->colmean;
    case FN_COLMAX: return o->colmax;
    case FN_COLMIN: return o->colmin;
    case FN_SOFTMAX: return in->nargs == 2 ? o->softmax_masked : o->softmax;
    case FN_LOGSUMEXP: return o->logsumexp;
    case FN_DIAMETER: return o->diameter;
    case FN_RES: return o->res;
    case FN_NORMALISE: return o->normalise;
    case FN_ONES:
    case FN_ZEROS:
    case FN_EYE:
    case FN_UNIT:
    case FN_SIN:
    case FN_COS:
    case FN_ERF:
    case FN_DET:
    case FN_NORM2:
    case FN_NORMNUC:
    case FN_MINRES1:
    case FN_MINRESINF:
    case FN_MINRES1INF:
    case FN_INV:
    case FN_RANK:
    case FN_EIGMIN:
    case FN_EIGMAX:
    case FN_LAMBERTW:
    case FN_COUNT: break;
    }
    return NULL;
}

/* What the filter does not do, and what is no operation: NULL. */
static filter_fn *operation_of(const struct filter_operations *o,
                               const struct plan_instr *in)
{
    switch (in->op) {
    case PL_ADD: return o->add;
    case PL_SUB: return o->subtract;
    case PL_NEG: return o->negate;
    case PL_MATMUL: return o->product;
    case PL_SCALE:
    case PL_DOT_MUL: return o->multiply;
    case PL_DIVIDE:
    case PL_DOT_DIV: return o->divide;
    case PL_POW:
    case PL_DOT_POW: return o->power;
    case PL_TRANSPOSE: return o->transpose;
    case PL_SLICE: return o->slice;
    case PL_LITERAL: return o->literal;
    case PL_CALL: return call_of(o, in);
    case PL_SPREAD: return o->spread;
    case PL_SELECT: return o->select;
    case PL_REL: return o->relation;
    case PL_NUMBER:
    case PL_PI:
    case PL_INPUT:
    case PL_VARIABLE:
    case PL_UNDEFINED:
    case PL_MATPOW:
    case PL_FILL:
    case PL_EYE:
    case PL_UNIT:
    case PL_INTEGRAL:
    case PL_PSD:
    case PL_AND:
    case PL_OR:
    case PL_NOT:
    case PL_TRUTH: break;
    }
    return NULL;
}
/* clang-format on */

/* Exponents 0, 1, .. MAX_POWER and 1/2, written as numbers. */
static filter_fn *power_of(struct filter_step *s, const struct filter_run *run)
{
    const struct plan_instr *b = &run->plan->instrs[s->in->args[1]];
    double exponent;
    if (b->op != PL_NUMBER || !rational_is_double(b->number, &exponent))
        return NULL;
    if (exponent == 0.5)
        return run->ops->root;
    if (!(exponent >= 0 && exponent <= MAX_POWER) ||
        exponent != floor(exponent))
        return NULL;
    s->power = (int64_t)exponent;
    return run->ops->power;
}

/* ---- constants, the same in all lanes ---- */

static void set_entry(struct filter_value *v, size_t lanes, size_t k, double x)
{
    for (size_t l = 0; l < lanes; l++)
        v->own[k * lanes + l] = x;
}

static void set_radius(struct filter_value *v, size_t lanes, double r)
{
    for (size_t k = 0; k < v->parts * lanes; k++)
        v->rad[k] = r;
}

static void set_number(struct filter_value *v, size_t lanes,
                       const rational_t *number)
{
    double x;
    const bool exact = rational_is_double(number, &x);
    if (!exact)
        x = rational_to_double(number);
    for (size_t k = 0; k < (size_t)v->rows * v->cols; k++)
        set_entry(v, lanes, k, x);
    if (!exact)
        set_radius(v, lanes,
                   FILTER_U * fabs(x) * (double)v->rows * (double)v->cols +
                       FILTER_ETA);
}

/* False: it is no constant.  Memory is new: zeros. */
static bool set_constant(struct filter_value *v, size_t lanes,
                         const struct plan_instr *in)
{
    if (in->op == PL_NUMBER || in->op == PL_FILL) {
        set_number(v, lanes, in->number);
    } else if (in->op == PL_PI) {
        set_entry(v, lanes, 0, 0x1.921fb54442d18p1);
        set_radius(v, lanes, 4 * FILTER_U);
    } else if (in->op == PL_UNIT) {
        set_entry(v, lanes, in->row, 1);
    } else if (in->op == PL_EYE) {
        for (size_t k = 0; k < v->rows; k++)
            set_entry(v, lanes, k * (v->cols + 1), 1);
    } else {
        return false;
    }
    return true;
}

/* ---- steps ---- */

static bool arg_is_hopeless(const struct filter_run *run,
                            const struct plan_instr *in, uint32_t k)
{
    return run->steps[in->args[k]].is_hopeless;
}

static bool has_size(const struct plan_instr *in)
{
    return in->rows > 0 && in->cols > 0;
}

/* Of values and relations: any argument that is unknown makes them so. */
static bool any_hopeless(const struct filter_run *run,
                         const struct plan_instr *in)
{
    for (uint32_t k = 0; k < in->nargs; k++)
        if (arg_is_hopeless(run, in, k))
            return true;
    return false;
}

static bool all_hopeless(const struct filter_run *run,
                         const struct plan_instr *in)
{
    for (uint32_t k = 0; k < in->nargs; k++)
        if (!arg_is_hopeless(run, in, k))
            return false;
    return in->nargs > 0;
}

static bool is_hopeless(const struct filter_run *run,
                        const struct filter_step *s)
{
    const struct plan_instr *in = s->in;
    if (in->op == PL_AND || in->op == PL_OR)
        return all_hopeless(run, in);
    if (in->op == PL_NOT)
        return any_hopeless(run, in);
    if (in->op == PL_TRUTH)
        return in->truth == TRUTH_UNKNOWN || in->truth == TRUTH_UNDEFINED;
    if (in->op == PL_INPUT)
        return !has_size(in);
    if (in->op == PL_SELECT)
        return !has_size(in) || arg_is_hopeless(run, in, 0) ||
               (arg_is_hopeless(run, in, 1) && arg_is_hopeless(run, in, 2));
    return !s->fn || any_hopeless(run, in) ||
           (in->op != PL_REL && !has_size(in));
}

static void link_step(struct filter_run *run, plan_id id)
{
    struct filter_step *s = &run->steps[id];
    const struct plan_instr *in = &run->plan->instrs[id];
    struct filter_value **to[] = {&s->a, &s->b, &s->c};
    s->in = in;
    s->scale = 1;
    s->all = run->steps;
    s->out = &run->values[id];
    s->truth = &run->truths[id];
    for (uint32_t k = 0; k < in->nargs && k < 3; k++)
        *to[k] = &run->values[in->args[k]];
    if (in->op == PL_SELECT)
        s->truth = &run->truths[in->args[0]];
    s->is_reflexive = in->op == PL_REL && in->args[0] == in->args[1];
    s->is_nonnegative =
        in->nargs > 0 && (run->plan->instrs[in->args[0]].facts &
                          (PLAN_NONNEGATIVE | PLAN_STOCHASTIC)) != 0;
    s->fn = operation_of(run->ops, in);
    if (s->fn == run->ops->power)
        s->fn = power_of(s, run);
}

/* A value of constants alone is one: it is computed now. */
static void fold_constant(const struct filter_run *run, struct filter_step *s)
{
    if (!s->fn || run->is_refused || plan_is_truth(s->in->op) ||
        s->in->op == PL_SELECT)
        return;
    for (uint32_t k = 0; k < s->in->nargs; k++)
        if (!run->steps[s->in->args[k]].is_constant)
            return;
    s->fn(s);
    s->fn = NULL;
    s->is_constant = true;
}

static void finish_step(struct filter_run *run, plan_id id)
{
    struct filter_step *s = &run->steps[id];
    if (!plan_is_truth(s->in->op) && has_size(s->in) &&
        set_constant(s->out, run->lanes, s->in)) {
        run->ops->settle(s);
        s->fn = NULL;
        s->is_constant = true;
        return;
    }
    s->is_hopeless = is_hopeless(run, s);
    if (!s->is_hopeless) {
        fold_constant(run, s);
        return;
    }
    s->fn = NULL;
    if (!plan_is_truth(s->in->op))
        filter_forget(s->out, run->lanes);
}

/* ---- memory ---- */

static size_t padded(size_t count)
{
    return (count + ALIGN - 1) / ALIGN * ALIGN;
}

/* In doubles; *work is raised to what the instruction needs beside. */
static size_t room_of(const struct filter_run *run, plan_id id, size_t *work)
{
    const struct plan_instr *in = &run->plan->instrs[id];
    const size_t rows = in->rows, cols = in->cols, lanes = run->lanes;
    size_t need = 0;
    for (uint32_t k = 0; k < in->nargs; k++) {
        const struct plan_instr *a = &run->plan->instrs[in->args[k]];
        if (a->cols > need)
            need = a->cols;
    }
    need *= 2;
    if (in->op == PL_MATMUL)
        need += (rows + cols) * run->plan->instrs[in->args[0]].cols;
    if (in->op == PL_SPREAD)
        need += rows * cols + 2 * rows;
    if (need > *work)
        *work = need;
    return padded(rows * cols * lanes) + 2 * padded((rows + 1) * lanes) +
           2 * padded(lanes);
}

static double *take(double **memory, size_t count)
{
    double *out = *memory;
    *memory += padded(count);
    return out;
}

static void give_rooms(struct filter_run *run)
{
    size_t total = ALIGN, work = 1;
    for (plan_id id = 0; id < run->plan->count; id++)
        total += room_of(run, id, &work);
    run->memory =
        xcalloc(total + padded(work * run->lanes) + ALIGN, sizeof *run->memory);
    double *at = run->memory;
    while ((uintptr_t)at % (ALIGN * sizeof *at) != 0)
        at++;
    double *workroom = take(&at, work * run->lanes);
    for (plan_id id = 0; id < run->plan->count; id++) {
        const struct plan_instr *in = &run->plan->instrs[id];
        struct filter_value *v = &run->values[id];
        v->rows = in->rows;
        v->cols = in->cols;
        v->mid = v->own = take(&at, (size_t)in->rows * in->cols * run->lanes);
        v->parts = run->grain == FILTER_ROWS && in->rows > 0 ? in->rows : 1;
        v->rad = take(&at, v->parts * run->lanes);
        v->norm = take(&at, v->parts * run->lanes);
        v->radf = v->parts == 1 ? v->rad : take(&at, run->lanes);
        v->normf = v->parts == 1 ? v->norm : take(&at, run->lanes);
        run->steps[id].work = workroom;
    }
}

void filter_make(struct filter_run *run)
{
    give_rooms(run);
    for (plan_id id = 0; id < run->plan->count; id++) {
        link_step(run, id);
        finish_step(run, id);
    }
    filter_fuse(run);
}
