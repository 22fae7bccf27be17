/* softmax, logsumexp and residuals of exact numbers. */
#include "eval/exact_internal.h"

#include <stdlib.h>

/* ---- softmax ---- */

static exact_id largest(struct exact_ring *ring, const exact_id *x,
                        size_t count)
{
    exact_id best = x[0];
    for (size_t k = 1; k < count; k++)
        if (exact_compare(ring, x[k], best) == EXACT_POSITIVE)
            best = x[k];
    return best;
}

/*
 * z[k] = exp(x[k] - shift) for a largest x[k], so that rows which differ by a
 * constant, or in their order, give the same numbers.  z[k] is EXACT_ONE where
 * x[k] is certainly the shift.  Their sum is the answer.
 */
static exact_id soften(struct exact_ring *ring, exact_id *z, const exact_id *x,
                       size_t count, exact_id shift)
{
    exact_id sum = EXACT_ZERO;
    for (size_t k = 0; k < count; k++) {
        const bool same = exact_compare(ring, x[k], shift) == EXACT_IS_ZERO;
        z[k] = exact_exp(ring, exact_sub(ring, same ? shift : x[k], shift));
        sum = exact_add(ring, sum, z[k]);
    }
    return sum;
}

/*
 * The entries are x[k] / sum; but those of the largest logits, of which there
 * are m, are (1 - the others) / m, so that the row sums to 1 formally.
 */
void exact_softmax(struct exact_ring *ring, exact_id *x, size_t count)
{
    const exact_id sum = soften(ring, x, x, count, largest(ring, x, count));
    const exact_id inverse = exact_inverse(ring, sum);
    exact_id rest = EXACT_ONE;
    int64_t ties = 0;
    for (size_t k = 0; k < count; k++)
        ties += x[k] == EXACT_ONE;
    for (size_t k = 0; k < count; k++)
        if (x[k] != EXACT_ONE) {
            x[k] = exact_mul(ring, x[k], inverse);
            rest = exact_sub(ring, rest, x[k]);
        }
    if (ties == 0)
        return;
    rest = exact_mul(ring, rest, exact_inverse(ring, exact_int(ring, ties)));
    exact_set_product(ring, rest, inverse);
    for (size_t k = 0; k < count; k++)
        if (x[k] == EXACT_ONE) /* no share is 1 where others are positive */
            x[k] = rest;
}

exact_id exact_logsumexp(struct exact_ring *ring, const exact_id *x,
                         size_t count)
{
    LOCAL_FREE exact_id *z = xcalloc(count + 1, sizeof *z);
    const exact_id shift = largest(ring, x, count);
    const exact_id sum = soften(ring, z, x, count, shift);
    return exact_add(ring, shift, exact_log(ring, sum));
}

/* ---- residuals ---- */

enum state exact_res(struct exact_matrix *out, struct exact_run *run,
                     const struct plan_instr *in)
{
    struct exact_ring *ring = run->ring;
    const exact_id *a = exact_arg(run, in, 0)->at, one = EXACT_ONE;
    const size_t n = out->rows, d = out->cols;
    if (n == 0)
        return STATE_DEFINED;
    const exact_id share = exact_inverse(ring, exact_int(ring, (int64_t)n));
    for (size_t j = 0; j < d; j++) {
        const exact_id sum = exact_dot(ring, &a[j], d, &one, 0, n);
        const exact_id mean = exact_mul(ring, sum, share);
        for (size_t i = 0; i < n; i++)
            out->at[i * d + j] = exact_sub(ring, a[i * d + j], mean);
    }
    return STATE_DEFINED;
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

enum state exact_minres1(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    out->at[0] = least_sum_of_moduli(run, a);
    if (!out->at[0])
        out->at[0] = exact_by_balls(run, a, in->fn);
    return STATE_DEFINED;
}

/* x - y for two rows, into `out`. */
static void difference(exact_id *out, struct exact_ring *ring,
                       const struct exact_matrix *a, size_t i, size_t k)
{
    for (size_t j = 0; j < a->cols; j++)
        out[j] = exact_sub(ring, exact_entry(a, i, j), exact_entry(a, k, j));
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
enum state exact_minresinf(struct exact_matrix *out, struct exact_run *run,
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
        out->at[0] = exact_by_balls(run, a, in->fn);
    }
    return STATE_DEFINED;
}

/*
 * Two rows: norm1 >= max |z| and norminf >= sum |z| / 2, both met by x halfway
 * between them.
 */
enum state exact_minres1inf(struct exact_matrix *out, struct exact_run *run,
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
        out->at[0] = exact_by_balls(run, a, in->fn);
    }
    return STATE_DEFINED;
}
