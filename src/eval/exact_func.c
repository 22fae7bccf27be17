#include "eval/exact_internal.h"

#include <string.h>

/* ---- shapes ---- */

static enum truth diag(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    for (size_t k = 0; k < out->rows * out->cols; k++)
        out->at[k] = EXACT_ZERO;
    for (size_t k = 0; k < out->rows; k++)
        out->at[k * out->cols + k] = exact_arg(run, in, 0)->at[k];
    return TRUTH_FALSE;
}

static enum truth diagof(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    for (size_t k = 0; k < out->rows; k++)
        out->at[k] = exact_entry(exact_arg(run, in, 0), k, k);
    return TRUTH_FALSE;
}

static enum truth kron(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    const struct exact_matrix *b = exact_arg(run, in, 1);
    for (size_t i = 0; i < out->rows; i++)
        for (size_t j = 0; j < out->cols; j++)
            out->at[i * out->cols + j] =
                exact_mul(run->ring, exact_entry(a, i / b->rows, j / b->cols),
                          exact_entry(b, i % b->rows, j % b->cols));
    return TRUTH_FALSE;
}

/* Copies `a` with its first entry at [row, col] of `out`. */
static void place(struct exact_matrix *out, const struct exact_matrix *a,
                  size_t row, size_t col)
{
    for (size_t i = 0; i < a->rows && a->cols; i++)
        memcpy(&out->at[(row + i) * out->cols + col], &a->at[i * a->cols],
               a->cols * sizeof *a->at);
}

static enum truth hcat(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    size_t col = 0;
    for (size_t k = 0; k < in->nargs; k++) {
        place(out, exact_arg(run, in, k), 0, col);
        col += exact_arg(run, in, k)->cols;
    }
    return TRUTH_FALSE;
}

static enum truth vcat(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    size_t row = 0;
    for (size_t k = 0; k < in->nargs; k++) {
        place(out, exact_arg(run, in, k), row, 0);
        row += exact_arg(run, in, k)->rows;
    }
    return TRUTH_FALSE;
}

static enum truth max2(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    return exact_spread_pairs(out, run, in, exact_pair_max);
}

static enum truth min2(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    return exact_spread_pairs(out, run, in, exact_pair_min);
}

/* ORDER: ir/function.h.  NULL: never in a PL_CALL. */
static exact_op *const table[FN_COUNT] = {
    [FN_DIAG] = diag,
    [FN_DIAGOF] = diagof,
    [FN_KRON] = kron,
    [FN_HCAT] = hcat,
    [FN_VCAT] = vcat,
    [FN_ABS] = exact_call_entries,
    [FN_EXP] = exact_call_entries,
    [FN_LOG] = exact_call_entries,
    [FN_SQRT] = exact_call_entries,
    [FN_SIN] = exact_call_entries,
    [FN_COS] = exact_call_entries,
    [FN_TANH] = exact_call_entries,
    [FN_ERF] = exact_call_entries,
    [FN_RELU] = exact_call_entries,
    [FN_SIGN] = exact_call_entries,
    [FN_MAX2] = max2,
    [FN_MIN2] = min2,
    [FN_SUM] = exact_sum,
    [FN_MEAN] = exact_mean,
    [FN_MAX] = exact_largest,
    [FN_MIN] = exact_least,
    [FN_TRACE] = exact_trace,
    [FN_DET] = exact_det,
    [FN_NORM1] = exact_norm1,
    [FN_NORMINF] = exact_norminf,
    [FN_NORM1INF] = exact_norm1inf,
    [FN_NORM2] = exact_norm2,
    [FN_NORMFRO] = exact_normfro,
    [FN_NORMMAX] = exact_normmax,
    [FN_NORMNUC] = exact_normnuc,
    [FN_ROWNORM2] = exact_rownorm2,
    [FN_ROWSUM] = exact_rowsum,
    [FN_ROWMEAN] = exact_rowmean,
    [FN_ROWMAX] = exact_rowmax,
    [FN_ROWMIN] = exact_rowmin,
    [FN_COLSUM] = exact_colsum,
    [FN_COLMEAN] = exact_colmean,
    [FN_COLMAX] = exact_colmax,
    [FN_COLMIN] = exact_colmin,
    [FN_SOFTMAX] = exact_softmax,
    [FN_LOGSUMEXP] = exact_logsumexp,
    [FN_DIAMETER] = exact_diameter,
    [FN_RES] = exact_res,
    [FN_MINRES1] = exact_minres1,
    [FN_MINRESINF] = exact_minresinf,
    [FN_MINRES1INF] = exact_minres1inf,
    [FN_INV] = exact_inv,
    [FN_RANK] = exact_rank,
    [FN_EIGMIN] = exact_eigmin,
    [FN_EIGMAX] = exact_eigmax,
    [FN_LAMBERTW] = exact_lambert,
    [FN_NORMALISE] = exact_normalise,
};

enum truth exact_call(struct exact_matrix *out, struct exact_run *run,
                      const struct plan_instr *in)
{
    exact_op *fn = table[in->fn];
    ENSURE(fn, "the function is evaluated by the plan");
    return fn(out, run, in);
}
