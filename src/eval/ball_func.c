#include "eval/ball_internal.h"

/* ---- entry by entry; docs/error-analysis.md#elementwise ---- */

typedef enum state entry_fn(arb_t z, const struct ball_operand *a, slong prec);

static enum state entries(arb_mat_t out, const struct ball_run *run,
                          const struct plan_instr *in, entry_fn *fn)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    struct ball_operand x = {.facts = ball_arg_facts(run, in, 0)};
    enum state state = STATE_DEFINED;
    for (slong i = 0; i < arb_mat_nrows(out); i++) {
        for (slong j = 0; j < arb_mat_ncols(out); j++) {
            x.x = arb_mat_entry(a, i, j);
            state =
                state_join(state, fn(arb_mat_entry(out, i, j), &x, run->prec));
        }
    }
    return state;
}

static enum state entry_abs(arb_t z, const struct ball_operand *a, slong prec)
{
    (void)prec;
    arb_abs(z, a->x);
    ball_clip_nonnegative(z);
    return STATE_DEFINED;
}

static enum state entry_exp(arb_t z, const struct ball_operand *a, slong prec)
{
    arb_exp(z, a->x, prec);
    ball_clip_nonnegative(z);
    return STATE_DEFINED;
}

static enum state entry_log(arb_t z, const struct ball_operand *a, slong prec)
{
    if (arb_is_nonpositive(a->x))
        return STATE_UNDEFINED;
    if (!arb_is_positive(a->x))
        return STATE_UNKNOWN;
    arb_log(z, a->x, prec);
    return STATE_DEFINED;
}

/* docs/error-analysis.md#square-roots */
static enum state entry_sqrt(arb_t z, const struct ball_operand *a, slong prec)
{
    if (!ball_is_nonnegative(a))
        return arb_is_negative(a->x) ? STATE_UNDEFINED : STATE_UNKNOWN;
    arb_sqrtpos(z, a->x, prec);
    return STATE_DEFINED;
}

static enum state entry_sin(arb_t z, const struct ball_operand *a, slong prec)
{
    arb_sin(z, a->x, prec);
    ball_clip_symmetric_unit(z, prec);
    return STATE_DEFINED;
}

static enum state entry_cos(arb_t z, const struct ball_operand *a, slong prec)
{
    arb_cos(z, a->x, prec);
    ball_clip_symmetric_unit(z, prec);
    return STATE_DEFINED;
}

static enum state entry_tanh(arb_t z, const struct ball_operand *a, slong prec)
{
    arb_tanh(z, a->x, prec);
    ball_clip_symmetric_unit(z, prec);
    return STATE_DEFINED;
}

static enum state entry_erf(arb_t z, const struct ball_operand *a, slong prec)
{
    arb_hypgeom_erf(z, a->x, prec);
    ball_clip_symmetric_unit(z, prec);
    return STATE_DEFINED;
}

static enum state entry_relu(arb_t z, const struct ball_operand *a, slong prec)
{
    if (ball_is_nonnegative(a)) {
        arb_set(z, a->x);
    } else {
        arb_zero(z);
        ball_raise(z, a->x, prec);
        ball_clip_nonnegative(z);
    }
    return STATE_DEFINED;
}

static enum state entry_sign(arb_t z, const struct ball_operand *a, slong prec)
{
    (void)prec;
    if (ball_is_nonnegative(a) && !arb_is_zero(a->x) && !arb_is_positive(a->x))
        arb_unit_interval(z);
    else
        arb_sgn(z, a->x); /* [-1, 1] where the sign is open */
    return STATE_DEFINED;
}

/* ---- shapes ---- */

static enum state diag(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    arb_mat_zero(out);
    for (slong i = 0; i < arb_mat_nrows(out); i++)
        arb_set(arb_mat_entry(out, i, i), arb_mat_ncols(a) == 1
                                              ? arb_mat_entry(a, i, 0)
                                              : arb_mat_entry(a, 0, i));
    return STATE_DEFINED;
}

static enum state diagof(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    for (slong i = 0; i < arb_mat_nrows(out); i++)
        arb_set(arb_mat_entry(out, i, 0),
                arb_mat_entry(ball_arg(run, in, 0), i, i));
    return STATE_DEFINED;
}

static enum state kron(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0), *b = ball_arg(run, in, 1);
    const slong rows = arb_mat_nrows(b), cols = arb_mat_ncols(b);
    for (slong i = 0; i < arb_mat_nrows(out); i++) {
        for (slong j = 0; j < arb_mat_ncols(out); j++)
            arb_mul(arb_mat_entry(out, i, j),
                    arb_mat_entry(a, i / rows, j / cols),
                    arb_mat_entry(b, i % rows, j % cols), run->prec);
    }
    return STATE_DEFINED;
}

/* Copies `a` with its first entry at [row, col] of `out`. */
static void place(arb_mat_t out, const arb_mat_t a, slong row, slong col)
{
    for (slong i = 0; i < arb_mat_nrows(a); i++) {
        for (slong j = 0; j < arb_mat_ncols(a); j++)
            arb_set(arb_mat_entry(out, row + i, col + j),
                    arb_mat_entry(a, i, j));
    }
}

static enum state hcat(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    slong col = 0;
    for (size_t k = 0; k < in->nargs; k++) {
        place(out, ball_arg(run, in, k), 0, col);
        col += arb_mat_ncols(ball_arg(run, in, k));
    }
    return STATE_DEFINED;
}

static enum state vcat(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    slong row = 0;
    for (size_t k = 0; k < in->nargs; k++) {
        place(out, ball_arg(run, in, k), row, 0);
        row += arb_mat_nrows(ball_arg(run, in, k));
    }
    return STATE_DEFINED;
}

/* ---- the table ---- */

/* Functions that are no ball_op of their own; ORDER: ir/function.h. */
static enum state call_entries(arb_mat_t out, const struct ball_run *run,
                               const struct plan_instr *in)
{
    static entry_fn *const table[FN_COUNT] = {
        [FN_ABS] = entry_abs,   [FN_EXP] = entry_exp, [FN_LOG] = entry_log,
        [FN_SQRT] = entry_sqrt, [FN_SIN] = entry_sin, [FN_COS] = entry_cos,
        [FN_TANH] = entry_tanh, [FN_ERF] = entry_erf, [FN_RELU] = entry_relu,
        [FN_SIGN] = entry_sign,
    };
    return entries(out, run, in, table[in->fn]);
}

static enum state max2(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return ball_spread_pairs(out, run, in, ball_pair_max);
}

static enum state min2(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return ball_spread_pairs(out, run, in, ball_pair_min);
}

/* ORDER: ir/function.h.  NULL: never in a PL_CALL. */
static ball_op *const table[FN_COUNT] = {
    [FN_DIAG] = diag,
    [FN_DIAGOF] = diagof,
    [FN_KRON] = kron,
    [FN_HCAT] = hcat,
    [FN_VCAT] = vcat,
    [FN_ABS] = call_entries,
    [FN_EXP] = call_entries,
    [FN_LOG] = call_entries,
    [FN_SQRT] = call_entries,
    [FN_SIN] = call_entries,
    [FN_COS] = call_entries,
    [FN_TANH] = call_entries,
    [FN_ERF] = call_entries,
    [FN_RELU] = call_entries,
    [FN_SIGN] = call_entries,
    [FN_MAX2] = max2,
    [FN_MIN2] = min2,
    [FN_SUM] = ball_sum,
    [FN_MEAN] = ball_mean,
    [FN_MAX] = ball_max,
    [FN_MIN] = ball_min,
    [FN_TRACE] = ball_trace,
    [FN_DET] = ball_det,
    [FN_NORM1] = ball_norm1,
    [FN_NORMINF] = ball_norminf,
    [FN_NORM1INF] = ball_norm1inf,
    [FN_NORM2] = ball_norm2,
    [FN_NORMFRO] = ball_normfro,
    [FN_NORMMAX] = ball_normmax,
    [FN_NORMNUC] = ball_normnuc,
    [FN_ROWNORM2] = ball_rownorm2,
    [FN_ROWSUM] = ball_rowsum,
    [FN_ROWMEAN] = ball_rowmean,
    [FN_ROWMAX] = ball_rowmax,
    [FN_ROWMIN] = ball_rowmin,
    [FN_COLSUM] = ball_colsum,
    [FN_COLMEAN] = ball_colmean,
    [FN_COLMAX] = ball_colmax,
    [FN_COLMIN] = ball_colmin,
    [FN_SOFTMAX] = ball_softmax,
    [FN_LOGSUMEXP] = ball_logsumexp,
    [FN_DIAMETER] = ball_diameter,
    [FN_RES] = ball_res,
    [FN_MINRES1] = ball_minres1,
    [FN_MINRESINF] = ball_minresinf,
    [FN_MINRES1INF] = ball_minres1inf,
    [FN_INV] = ball_inverse,
    [FN_RANK] = ball_rank,
    [FN_EIGMIN] = ball_eigmin,
    [FN_EIGMAX] = ball_eigmax,
    [FN_LAMBERTW] = ball_lambertw,
    [FN_NORMALISE] = ball_normalise,
};

enum state ball_call(arb_mat_t out, const struct ball_run *run,
                     const struct plan_instr *in)
{
    ball_op *fn = table[in->fn];
    ENSURE(fn, "the function is evaluated by the plan");
    return fn(out, run, in);
}
