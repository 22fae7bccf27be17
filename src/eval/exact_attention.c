/* softmax, logsumexp, residuals, diameter, normalised rows. */
#include "eval/exact_internal.h"

#include <stdlib.h>

/* ---- softmax ---- */

/*
 * One row of exponentials: exp[k] = exp(x[k] - shift) for a largest x[k], so
 * that rows which differ by a constant, or in their order, give the same
 * numbers.  exp[k] is EXACT_ONE where x[k] is certainly the shift.
 */
struct softened {
    exact_id *exp;
    size_t *column; /* of the allowed entries */
    size_t count;
    exact_id shift, sum;
};

static exact_id largest(struct exact_ring *ring, const exact_id *x,
                        size_t count)
{
    exact_id best = x[0];
    for (size_t k = 1; k < count; k++)
        if (exact_compare(ring, x[k], best) == EXACT_POSITIVE)
            best = x[k];
    return best;
}

static void soften(struct softened *row, struct exact_ring *ring,
                   const struct exact_matrix *a, size_t i,
                   const struct exact_matrix *mask)
{
    row->exp = xcalloc(a->cols + 1, sizeof *row->exp);
    row->column = xcalloc(a->cols + 1, sizeof *row->column);
    row->count = 0;
    row->sum = row->shift = EXACT_ZERO;
    for (size_t j = 0; j < a->cols; j++)
        if (!mask || exact_entry(mask, i, j) == EXACT_ONE) {
            row->column[row->count] = j;
            row->exp[row->count++] = exact_entry(a, i, j);
        }
    if (row->count)
        row->shift = largest(ring, row->exp, row->count);
    for (size_t k = 0; k < row->count; k++) {
        exact_id x = row->exp[k];
        if (exact_compare(ring, x, row->shift) == EXACT_IS_ZERO)
            x = row->shift;
        row->exp[k] = exact_exp(ring, exact_sub(ring, x, row->shift));
        row->sum = exact_add(ring, row->sum, row->exp[k]);
    }
}

static void soften_clear(struct softened *row)
{
    free(row->exp);
    free(row->column);
}

/*
 * The entries are exp[k] / sum; but those of the largest logits, of which
 * there are m, are (1 - the others) / m, so that the row sums to 1 formally.
 */
static void softmax_row(exact_id *out, struct exact_ring *ring,
                        const struct softened *row)
{
    const exact_id inverse = exact_inverse(ring, row->sum);
    exact_id rest = EXACT_ONE;
    int64_t largest_entries = 0;
    for (size_t k = 0; k < row->count; k++) {
        if (row->exp[k] == EXACT_ONE) {
            largest_entries++;
            continue;
        }
        const exact_id p = exact_mul(ring, row->exp[k], inverse);
        out[row->column[k]] = p;
        rest = exact_sub(ring, rest, p);
    }
    if (largest_entries == 0)
        return;
    rest = exact_mul(ring, rest,
                     exact_inverse(ring, exact_int(ring, largest_entries)));
    exact_set_product(ring, rest, inverse);
    for (size_t k = 0; k < row->count; k++)
        if (row->exp[k] == EXACT_ONE)
            out[row->column[k]] = rest;
}

/* Entries 0 and 1 forbid and allow; nothing else is a mask. */
static enum truth mask_undefined(struct exact_ring *ring,
                                 struct exact_matrix *mask)
{
    enum truth undefined = TRUTH_FALSE;
    for (size_t k = 0; k < mask->rows * mask->cols; k++) {
        const exact_id x = mask->at[k];
        const enum exact_sign zero = exact_sign(ring, x);
        const enum exact_sign one = exact_compare(ring, x, EXACT_ONE);
        if (zero == EXACT_IS_ZERO || one == EXACT_IS_ZERO)
            mask->at[k] = zero == EXACT_IS_ZERO ? EXACT_ZERO : EXACT_ONE;
        else
            undefined =
                exact_join(undefined, zero && one ? TRUTH_TRUE : TRUTH_UNKNOWN);
    }
    return undefined;
}

enum truth exact_softmax(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    struct exact_matrix mask = {0};
    enum truth undefined = TRUTH_FALSE;
    if (in->nargs > 1) {
        mask = exact_matrix_new(run, out->rows, out->cols);
        for (size_t k = 0; k < mask.rows * mask.cols; k++)
            mask.at[k] = exact_arg(run, in, 1)->at[k];
        undefined = mask_undefined(run->ring, &mask);
    }
    for (size_t k = 0; k < out->rows * out->cols; k++)
        out->at[k] = EXACT_ZERO;
    for (size_t i = 0; i < out->rows && undefined == TRUTH_FALSE; i++) {
        struct softened row;
        soften(&row, run->ring, exact_arg(run, in, 0), i,
               mask.at ? &mask : NULL);
        if (row.count == 0)
            undefined = TRUTH_TRUE; /* 0/0 */
        else
            softmax_row(&out->at[i * out->cols], run->ring, &row);
        soften_clear(&row);
    }
    return undefined;
}

enum truth exact_logsumexp(struct exact_matrix *out, struct exact_run *run,
                           const struct plan_instr *in)
{
    if (exact_arg(run, in, 0)->cols == 0)
        return TRUTH_TRUE; /* log 0 */
    for (size_t i = 0; i < out->rows; i++) {
        struct softened row;
        soften(&row, run->ring, exact_arg(run, in, 0), i, NULL);
        out->at[i] =
            exact_add(run->ring, row.shift, exact_log(run->ring, row.sum));
        soften_clear(&row);
    }
    return TRUTH_FALSE;
}

/* ---- rows that sum to 1: undefined with a negative entry or sum 0 ---- */

static enum truth normalise_row(exact_id *out, struct exact_ring *ring,
                                const exact_id *x, size_t count,
                                bool nonnegative)
{
    enum truth undefined = TRUTH_FALSE;
    exact_id sum = EXACT_ZERO;
    for (size_t k = 0; k < count; k++) {
        const enum exact_sign sign = exact_sign(ring, x[k]);
        if (sign == EXACT_NEGATIVE)
            return TRUTH_TRUE;
        if (sign == EXACT_SIGN_UNKNOWN && !nonnegative)
            undefined = TRUTH_UNKNOWN;
        sum = exact_add(ring, sum, x[k]);
    }
    for (size_t k = 0; k < count && undefined == TRUTH_FALSE; k++)
        undefined = exact_pair_divide(&out[k], ring, x[k], sum);
    return undefined;
}

enum truth exact_normalise(struct exact_matrix *out, struct exact_run *run,
                           const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    const bool nonnegative =
        exact_arg_facts(run, in, 0) & (PLAN_NONNEGATIVE | PLAN_STOCHASTIC);
    enum truth undefined = TRUTH_FALSE;
    for (size_t i = 0; i < out->rows; i++)
        undefined =
            exact_join(undefined, normalise_row(&out->at[i * out->cols],
                                                run->ring, &a->at[i * a->cols],
                                                a->cols, nonnegative));
    return undefined;
}

/* ---- residuals and distances ---- */

enum truth exact_res(struct exact_matrix *out, struct exact_run *run,
                     const struct plan_instr *in)
{
    struct exact_ring *ring = run->ring;
    const exact_id *a = exact_arg(run, in, 0)->at, one = EXACT_ONE;
    const size_t n = out->rows, d = out->cols;
    if (n == 0)
        return TRUTH_FALSE;
    const exact_id share = exact_inverse(ring, exact_int(ring, (int64_t)n));
    for (size_t j = 0; j < d; j++) {
        const exact_id sum = exact_dot(ring, &a[j], d, &one, 0, n);
        const exact_id mean = exact_mul(ring, sum, share);
        for (size_t i = 0; i < n; i++)
            out->at[i * d + j] = exact_sub(ring, a[i * d + j], mean);
    }
    return TRUTH_FALSE;
}

/* x - y for two rows, into `out`. */
static void difference(exact_id *out, struct exact_ring *ring,
                       const struct exact_matrix *a, size_t i, size_t k)
{
    for (size_t j = 0; j < a->cols; j++)
        out[j] = exact_sub(ring, exact_entry(a, i, j), exact_entry(a, k, j));
}

enum truth exact_diameter(struct exact_matrix *out, struct exact_run *run,
                          const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    struct exact_matrix z = exact_matrix_new(run, 1, a->cols);
    exact_id best = EXACT_ZERO;
    for (size_t i = 0; i < a->rows; i++)
        for (size_t k = 0; k < i; k++) {
            difference(z.at, run->ring, a, i, k);
            best = exact_max(run->ring, best,
                             exact_dot(run->ring, z.at, 1, z.at, 1, a->cols));
        }
    out->at[0] = exact_sqrt(run->ring, best);
    return TRUTH_FALSE;
}

/* ---- minimal residuals: min over x of norm(A - ones*x') ---- */

static bool all_rows_equal(struct exact_ring *ring,
                           const struct exact_matrix *a)
{
    for (size_t k = a->cols; k < a->rows * a->cols; k++)
        if (exact_compare(ring, a->at[k], a->at[k % a->cols]) != EXACT_IS_ZERO)
            return false;
    return true;
}

/* Sorts x; false: two of them were not compared. */
static bool sort(struct exact_ring *ring, exact_id *x, size_t count)
{
    for (size_t k = 1; k < count; k++)
        for (size_t i = k; i > 0; i--) {
            enum exact_sign sign = exact_compare(ring, x[i - 1], x[i]);
            if (sign == EXACT_SIGN_UNKNOWN)
                return false;
            if (sign != EXACT_POSITIVE)
                break;
            exact_id swap = x[i];
            x[i] = x[i - 1];
            x[i - 1] = swap;
        }
    return true;
}

/*
 * Of every column sum |x - median|: the upper half minus the lower half.
 * NONE: not all entries were compared.
 */
static exact_id least_sum_of_moduli(struct exact_run *run,
                                    const struct exact_matrix *a)
{
    struct exact_ring *ring = run->ring;
    struct exact_matrix x = exact_matrix_new(run, a->rows, 1);
    exact_id best = EXACT_ZERO;
    for (size_t j = 0; j < a->cols; j++) {
        for (size_t i = 0; i < a->rows; i++)
            x.at[i] = exact_entry(a, i, j);
        if (!sort(ring, x.at, a->rows))
            return EXACT_NONE;
        exact_id sum = EXACT_ZERO;
        for (size_t i = 0; i < a->rows / 2; i++)
            sum = exact_add(ring, sum,
                            exact_sub(ring, x.at[a->rows - 1 - i], x.at[i]));
        best = exact_max(ring, best, sum);
    }
    return best;
}

static exact_id by_balls(struct exact_run *run, const struct exact_matrix *a,
                         enum function fn)
{
    return exact_matrix_function(run->ring, fn, (uint32_t)a->rows,
                                 (uint32_t)a->cols, a->at);
}

enum truth exact_minres1(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    out->at[0] = least_sum_of_moduli(run, a);
    if (!out->at[0])
        out->at[0] = by_balls(run, a, in->fn);
    return TRUTH_FALSE;
}

/* sum and maximum of |z| for the difference z of two rows. */
static void row_distance(struct exact_run *run, const struct exact_matrix *a,
                         exact_id *sum, exact_id *max)
{
    struct exact_matrix z = exact_matrix_new(run, 1, a->cols);
    difference(z.at, run->ring, a, 0, 1);
    *sum = *max = EXACT_ZERO;
    for (size_t j = 0; j < a->cols; j++) {
        const exact_id modulus = exact_abs(run->ring, z.at[j]);
        *sum = exact_add(run->ring, *sum, modulus);
        *max = exact_max(run->ring, *max, modulus);
    }
}

/* Two rows: x halfway between them.  One column: halfway in its range. */
enum truth exact_minresinf(struct exact_matrix *out, struct exact_run *run,
                           const struct plan_instr *in)
{
    struct exact_ring *ring = run->ring;
    const struct exact_matrix *a = exact_arg(run, in, 0);
    if (a->cols == 0 || all_rows_equal(ring, a)) {
        out->at[0] = EXACT_ZERO;
    } else if (a->rows == 2) {
        exact_id sum, max;
        row_distance(run, a, &sum, &max);
        out->at[0] = exact_half(ring, sum);
    } else if (a->cols == 1) {
        exact_id low = a->at[0], high = a->at[0];
        for (size_t i = 1; i < a->rows; i++) {
            low = exact_min(ring, low, a->at[i]);
            high = exact_max(ring, high, a->at[i]);
        }
        out->at[0] = exact_half(ring, exact_sub(ring, high, low));
    } else {
        out->at[0] = by_balls(run, a, in->fn);
    }
    return TRUTH_FALSE;
}

/*
 * Two rows: norm1 >= max |z| and norminf >= sum |z| / 2, both met by x halfway
 * between them.
 */
enum truth exact_minres1inf(struct exact_matrix *out, struct exact_run *run,
                            const struct plan_instr *in)
{
    struct exact_ring *ring = run->ring;
    const struct exact_matrix *a = exact_arg(run, in, 0);
    if (a->cols == 0 || all_rows_equal(ring, a)) {
        out->at[0] = EXACT_ZERO;
    } else if (a->rows == 2) {
        exact_id sum, max;
        row_distance(run, a, &sum, &max);
        out->at[0] =
            exact_sqrt(ring, exact_half(ring, exact_mul(ring, sum, max)));
    } else {
        out->at[0] = by_balls(run, a, in->fn);
    }
    return TRUTH_FALSE;
}
