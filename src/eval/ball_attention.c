/*
 * softmax, logsumexp, residuals, diameter, normalised rows.
 * Each with its section in docs/error-analysis.md.
 */
#include "eval/ball_internal.h"

#include <stdlib.h>

/* ---- softmax ---- */

/* Entries 0 and 1 allow and forbid; nothing else is a mask. */
static enum state mask_state(const arb_mat_t mask)
{
    enum state state = STATE_DEFINED;
    for (slong i = 0; i < arb_mat_nrows(mask); i++) {
        for (slong j = 0; j < arb_mat_ncols(mask); j++) {
            arb_srcptr x = arb_mat_entry(mask, i, j);
            enum state entry = STATE_UNKNOWN;
            if (arb_is_zero(x) || arb_is_one(x))
                entry = STATE_DEFINED;
            else if (!arb_contains_si(x, 0) && !arb_contains_si(x, 1))
                entry = STATE_UNDEFINED;
            state = state_join(state, entry);
        }
    }
    return state;
}

/* The entries of row i of `a` that the mask (or NULL) allows. */
struct allowed {
    arb_ptr x; /* count balls */
    slong *column;
    slong count;
};

static void allowed_init(struct allowed *row, const arb_mat_t a, slong i,
                         const arb_mat_struct *mask)
{
    const slong cols = arb_mat_ncols(a);
    row->count = 0;
    row->x = _arb_vec_init(cols);
    row->column = xcalloc((unsigned long)cols + 1, sizeof *row->column);
    for (slong j = 0; j < cols; j++) {
        if (mask && arb_is_zero(arb_mat_entry(mask, i, j)))
            continue;
        arb_set(row->x + row->count, arb_mat_entry(a, i, j));
        row->column[row->count++] = j;
    }
}

static void allowed_clear(struct allowed *row, slong cols)
{
    _arb_vec_clear(row->x, cols);
    free(row->column);
}

/* Whether all entries are exact and equal. */
static bool is_constant(arb_srcptr x, slong count)
{
    for (slong k = 0; k < count; k++) {
        if (!arb_is_exact(x + k) ||
            !arf_equal(arb_midref(x + k), arb_midref(x)))
            return false;
    }
    return true;
}

/* The largest midpoint, by which a row is shifted. */
static arf_srcptr largest_middle(arb_srcptr x, slong count)
{
    slong best = 0;
    for (slong k = 1; k < count; k++) {
        if (arf_cmp(arb_midref(x + k), arb_midref(x + best)) > 0)
            best = k;
    }
    return arb_midref(x + best);
}

/* x[k] = exp(x[k] - shift); sum = their sum. */
static void shifted_exponentials(arb_ptr x, slong count, const arf_t shift,
                                 arb_t sum, slong prec)
{
    arb_zero(sum);
    for (slong k = 0; k < count; k++) {
        arb_sub_arf(x + k, x + k, shift, prec);
        arb_exp(x + k, x + k, prec);
        arb_add(sum, sum, x + k, prec);
    }
}

static void softmax_balls(arb_ptr x, slong count, slong prec)
{
    arf_t shift;
    arb_t sum;
    arf_init(shift);
    arb_init(sum);
    arf_set(shift, largest_middle(x, count));
    shifted_exponentials(x, count, shift, sum, prec);
    arb_inv(sum, sum, prec); /* not finite where the sum is too wide */
    for (slong k = 0; k < count; k++) {
        arb_mul(x + k, x + k, sum, prec);
        ball_clip_unit(x + k, prec);
    }
    arf_clear(shift);
    arb_clear(sum);
}

/* In place: the entries of one row; docs/error-analysis.md#softmax */
void ball_softmax_entries(arb_ptr x, slong count, slong prec)
{
    if (count == 1 || is_constant(x, count)) {
        arb_one(x);
        arb_div_si(x, x, count, prec);
        for (slong k = 1; k < count; k++)
            arb_set(x + k, x);
    } else {
        softmax_balls(x, count, prec);
    }
}

/* Without a mask the row is worked on where it lies in `out`. */
static void softmax_whole_row(arb_mat_t out, const arb_mat_t a, slong i,
                              slong prec)
{
    const slong cols = arb_mat_ncols(a);
    arb_ptr row = arb_mat_entry(out, i, 0);
    _arb_vec_set(row, arb_mat_entry(a, i, 0), cols);
    ball_softmax_entries(row, cols, prec);
}

static enum state softmax_row(arb_mat_t out, const arb_mat_t a, slong i,
                              const arb_mat_struct *mask, slong prec)
{
    if (!mask && arb_mat_ncols(a) > 0) {
        softmax_whole_row(out, a, i, prec);
        return STATE_DEFINED;
    }
    struct allowed row;
    allowed_init(&row, a, i, mask);
    const enum state state = row.count == 0 ? STATE_UNDEFINED : STATE_DEFINED;
    if (row.count > 0)
        ball_softmax_entries(row.x, row.count, prec);
    for (slong k = 0; k < row.count; k++)
        arb_swap(arb_mat_entry(out, i, row.column[k]), row.x + k);
    allowed_clear(&row, arb_mat_ncols(a));
    return state;
}

enum state ball_softmax(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    const arb_mat_struct *mask = in->nargs > 1 ? ball_arg(run, in, 1) : NULL;
    enum state state = mask ? mask_state(mask) : STATE_DEFINED;
    if (state != STATE_DEFINED)
        return state;
    arb_mat_zero(out);
    for (slong i = 0; i < arb_mat_nrows(out); i++)
        state = state_join(
            state, softmax_row(out, ball_arg(run, in, 0), i, mask, run->prec));
    return state;
}

/* ---- logsumexp ---- */

/* Cuts off what lies under the largest entry; for a finite ball. */
static void raise_to_entries(arb_t out, arb_srcptr x, slong count, slong prec)
{
    arf_t lo, least;
    arf_init(lo);
    arf_init(least);
    arb_get_lbound_arf(least, x, prec);
    for (slong k = 1; k < count; k++) {
        arb_get_lbound_arf(lo, x + k, prec);
        if (arf_cmp(lo, least) > 0)
            arf_swap(lo, least);
    }
    ball_clip_below(out, least, prec);
    arf_clear(lo);
    arf_clear(least);
}

/* docs/error-analysis.md#logsumexp */
static void logsumexp_row(arb_t out, const arb_mat_t a, slong i, slong prec)
{
    struct allowed row;
    arf_t shift;
    arf_init(shift);
    allowed_init(&row, a, i, NULL);
    if (row.count == 1) {
        arb_set(out, row.x);
    } else {
        arf_set(shift, largest_middle(row.x, row.count));
        shifted_exponentials(row.x, row.count, shift, out, prec);
        arb_log(out, out, prec); /* not finite where the sum is too wide */
        arb_add_arf(out, out, shift, prec);
        if (arb_is_finite(out))
            raise_to_entries(out, arb_mat_entry(a, i, 0), row.count, prec);
    }
    allowed_clear(&row, arb_mat_ncols(a));
    arf_clear(shift);
}

enum state ball_logsumexp(arb_mat_t out, const struct ball_run *run,
                          const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    if (arb_mat_is_empty(a))
        return STATE_UNDEFINED; /* log 0 */
    for (slong i = 0; i < arb_mat_nrows(a); i++)
        logsumexp_row(arb_mat_entry(out, i, 0), a, i, run->prec);
    return STATE_DEFINED;
}

/* ---- residuals ---- */

/*
 * Column j of A - ones * colmean(A), as d_i - (sum d) / n with d_i = A_ij - m
 * for an exact m: equal exact entries give exact zeros.
 * docs/error-analysis.md#res
 */
static void res_column(arb_mat_t out, const arb_mat_t a, slong j,
                       const slong *ones, slong prec)
{
    const slong n = arb_mat_nrows(a);
    arf_srcptr m = arb_midref(arb_mat_entry(a, 0, j));
    arb_srcptr first = arb_mat_entry(out, 0, j);
    arb_t mean;
    arb_init(mean);
    for (slong i = 0; i < n; i++)
        arb_sub_arf(arb_mat_entry(out, i, j), arb_mat_entry(a, i, j), m, prec);
    arb_dot_si(mean, NULL, 0, first, arb_mat_entry(out, 1, j) - first, ones, 1,
               n, prec);
    arb_div_si(mean, mean, n, prec);
    for (slong i = 0; i < n; i++)
        arb_sub(arb_mat_entry(out, i, j), arb_mat_entry(out, i, j), mean, prec);
    arb_clear(mean);
}

enum state ball_res(arb_mat_t out, const struct ball_run *run,
                    const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    const slong n = arb_mat_nrows(a);
    if (n <= 1) {
        arb_mat_zero(out); /* a row is its own mean */
        return STATE_DEFINED;
    }
    slong *ones = xcalloc((unsigned long)n, sizeof *ones);
    for (slong i = 0; i < n; i++)
        ones[i] = 1;
    for (slong j = 0; j < arb_mat_ncols(a); j++)
        res_column(out, a, j, ones, run->prec);
    free(ones);
    return STATE_DEFINED;
}

/* ---- diameter; docs/error-analysis.md#diameter ---- */

static void square_distance(arb_t out, const arb_mat_t a, slong i, slong k,
                            slong prec)
{
    arb_t t;
    arb_init(t);
    arb_zero(out);
    for (slong j = 0; j < arb_mat_ncols(a); j++) {
        arb_sub(t, arb_mat_entry(a, i, j), arb_mat_entry(a, k, j), prec);
        ball_square(t, t, prec);
        arb_add(out, out, t, prec);
    }
    arb_clear(t);
}

enum state ball_diameter(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    arb_ptr z = arb_mat_entry(out, 0, 0);
    arb_t t;
    arb_init(t);
    arb_zero(z);
    for (slong i = 0; i < arb_mat_nrows(a); i++) {
        for (slong k = 0; k < i; k++) {
            square_distance(t, a, i, k, run->prec);
            ball_raise(z, t, run->prec);
        }
    }
    arb_sqrtpos(z, z, run->prec);
    arb_clear(t);
    return STATE_DEFINED;
}

/* ---- rows that sum to 1: undefined with a negative entry or sum 0 ---- */

static enum state normalise_row(arb_mat_t out, const arb_mat_t a, slong i,
                                bool nonnegative, slong prec)
{
    enum state state = STATE_DEFINED;
    arb_t sum;
    arb_init(sum);
    for (slong j = 0; j < arb_mat_ncols(a); j++) {
        arb_srcptr x = arb_mat_entry(a, i, j);
        if (!nonnegative && !arb_is_nonnegative(x))
            state = state_join(state, arb_is_negative(x) ? STATE_UNDEFINED
                                                         : STATE_UNKNOWN);
        arb_add(sum, sum, x, prec);
    }
    if (state == STATE_DEFINED && !arb_is_positive(sum))
        state = arb_is_zero(sum) ? STATE_UNDEFINED : STATE_UNKNOWN;
    for (slong j = 0; j < arb_mat_ncols(a) && state == STATE_DEFINED; j++) {
        arb_ptr z = arb_mat_entry(out, i, j);
        arb_div(z, arb_mat_entry(a, i, j), sum, prec);
        ball_clip_unit(z, prec);
    }
    arb_clear(sum);
    return state;
}

enum state ball_normalise(arb_mat_t out, const struct ball_run *run,
                          const struct plan_instr *in)
{
    const bool nonnegative =
        ball_arg_facts(run, in, 0) & (PLAN_NONNEGATIVE | PLAN_STOCHASTIC);
    enum state state = STATE_DEFINED;
    for (slong i = 0; i < arb_mat_nrows(out); i++)
        state = state_join(state, normalise_row(out, ball_arg(run, in, 0), i,
                                                nonnegative, run->prec));
    return state;
}
