/*
 * Steps that need not be done by themselves: transposes that products read
 * where their sources lie, products times a constant; and small products.
 */
#include "eval/filter_internal.h"

#include <math.h>
#include <stdlib.h>

/* ---- transposed factors are read where they lie ---- */

/* The sides of links are read by those who ask for ratios. */
static void mark_sides(bool *elsewhere, const struct plan *plan)
{
    const size_t nclaims = plan->claims ? plan->layout->theorem->nclaims : 0;
    for (size_t i = 0; i < nclaims; i++) {
        for (size_t k = 0; k < plan->claims[i].nlinks; k++) {
            const struct plan_link *link = &plan->claims[i].links[k];
            if (link->fast_lhs != PLAN_NONE)
                elsewhere[link->fast_lhs] = true;
            if (link->fast_rhs != PLAN_NONE)
                elsewhere[link->fast_rhs] = true;
        }
    }
}

/* Marks the instructions that something other than a product reads. */
static bool *read_elsewhere(const struct plan *plan)
{
    bool *elsewhere = xcalloc(plan->count + 1UL, sizeof *elsewhere);
    for (plan_id id = 0; id < plan->count; id++) {
        const struct plan_instr *in = &plan->instrs[id];
        for (uint32_t k = 0; k < in->nargs; k++)
            if (in->op != PL_MATMUL)
                elsewhere[in->args[k]] = true;
    }
    mark_sides(elsewhere, plan);
    return elsewhere;
}

/* The transposed matrix that argument k is; NULL: it is none. */
static struct filter_value *transposed(const struct filter_run *run,
                                       const struct plan_instr *in, uint32_t k)
{
    const struct plan_instr *a = &run->plan->instrs[in->args[k]];
    return a->op == PL_TRANSPOSE ? &run->values[a->args[0]] : NULL;
}

static void fold_factors(const struct filter_run *run, struct filter_step *s)
{
    struct filter_value *a = transposed(run, s->in, 0);
    struct filter_value *b = transposed(run, s->in, 1);
    if (a)
        s->a = a;
    if (b)
        s->b = b;
    s->left = a != NULL;
    s->right = b != NULL;
}

static void fold_transposes(struct filter_run *run)
{
    LOCAL_FREE bool *elsewhere = read_elsewhere(run->plan);
    for (plan_id id = 0; id < run->plan->count; id++) {
        struct filter_step *s = &run->steps[id];
        if (s->fn && s->in->op == PL_MATMUL)
            fold_factors(run, s);
        if (s->fn && s->in->op == PL_TRANSPOSE && !elsewhere[id]) {
            s->fn = NULL; /* products read its source */
            s->out->mid = NULL;
        }
    }
}

/* ---- products times a constant are one step ---- */

/* How often each instruction is read; sides of links count as often. */
static uint32_t *count_readers(const struct plan *plan)
{
    uint32_t *readers = xcalloc(plan->count + 1UL, sizeof *readers);
    LOCAL_FREE bool *sides = xcalloc(plan->count + 1UL, sizeof *sides);
    mark_sides(sides, plan);
    for (plan_id id = 0; id < plan->count; id++) {
        const struct plan_instr *in = &plan->instrs[id];
        readers[id] += sides[id] ? 2 : 0;
        for (uint32_t k = 0; k < in->nargs; k++)
            readers[in->args[k]]++;
    }
    return readers;
}

/*
 * What the instruction multiplies its argument `matrix` by, if that is known
 * beforehand, and its relative error; false: it is not, or not moderate.
 */
static bool constant_scale(double *scale, double *error,
                           const struct filter_run *run,
                           const struct plan_instr *in, uint32_t *matrix)
{
    if (in->op != PL_SCALE && in->op != PL_DIVIDE)
        return false;
    *matrix = in->op == PL_SCALE ? 1 : 0;
    const struct filter_step *by = &run->steps[in->args[1 - *matrix]];
    const double size = by->is_constant ? fabs(by->out->mid[0]) : 0;
    if (!(size >= 0x1p-12 && size <= 0x1p12 &&
          by->out->rad[0] <= 0x1p-40 * size))
        return false;
    *scale = by->out->mid[0];
    *error = 2 * by->out->rad[0] / size + 2 * FILTER_U;
    if (in->op == PL_DIVIDE)
        *scale = 1 / *scale;
    return true;
}

/* docs/error-analysis.md#filter-products */
static void fuse_scales(struct filter_run *run)
{
    uint32_t *readers = count_readers(run->plan);
    for (plan_id id = 0; id < run->plan->count; id++) {
        struct filter_step *s = &run->steps[id];
        const struct plan_instr *in = &run->plan->instrs[id];
        double scale, error;
        uint32_t k;
        if (!s->fn || !constant_scale(&scale, &error, run, in, &k))
            continue;
        struct filter_step *product = &run->steps[in->args[k]];
        if (product->fn != run->ops->product || readers[in->args[k]] != 1)
            continue;
        s->fn = product->fn;
        s->a = product->a;
        s->b = product->b;
        s->left = product->left;
        s->right = product->right;
        s->scale = scale;
        s->scale_error = error;
        product->fn = NULL; /* it is read by this step alone */
        product->out->mid = NULL;
    }
    free(readers);
}

/* ---- products of lines of four by a 4 x 4 matrix ---- */

static bool is_line(const struct filter_value *v)
{
    return v->rows == 1 || v->cols == 1;
}

static bool is_four(const struct filter_value *v)
{
    return v->rows == 4 && v->cols == 4;
}

/* A line lies there as its transpose does: A x is (x' A')'. */
static void turn_product(struct filter_step *s)
{
    struct filter_value *const a = s->a;
    s->a = s->b;
    s->b = a;
    s->right = !s->left;
    s->left = false;
}

/* They are the same numbers, found with less to decide at each trial. */
static void choose_products(struct filter_run *run)
{
    for (plan_id id = 0; id < run->plan->count; id++) {
        struct filter_step *s = &run->steps[id];
        if (s->fn != run->ops->product || run->lanes != 1 ||
            run->grain != FILTER_WHOLE)
            continue;
        if (s->out->cols == 1 && s->out->rows == 4 && is_four(s->a))
            turn_product(s);
        const bool lines = is_line(s->a)
                               ? s->a->rows * s->a->cols == 4 && is_line(s->out)
                               : !s->left && s->a->cols == 4;
        if (is_four(s->b) && lines && (s->out->cols == 4 || s->out->rows == 4))
            s->fn = run->ops->product_four;
    }
}

void filter_fuse(struct filter_run *run)
{
    fold_transposes(run);
    fuse_scales(run);
    choose_products(run);
}
