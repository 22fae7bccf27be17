/* Sums, extremes and norms: folds of the lines (rows, columns) of a matrix. */
#include "eval/exact_internal.h"

/* `count` entries, `stride` apart. */
struct line {
    const exact_id *at;
    size_t stride, count;
};

typedef exact_id fold(struct exact_ring *ring, const struct line *line);

static struct line row(const struct exact_matrix *a, size_t i)
{
    return (struct line){&a->at[i * a->cols], 1, a->cols};
}

static struct line column(const struct exact_matrix *a, size_t j)
{
    return (struct line){&a->at[j], a->cols, a->rows};
}

static struct line all(const struct exact_matrix *a)
{
    return (struct line){a->at, 1, a->rows * a->cols};
}

/* ---- folds; of an empty line 0 ---- */

static exact_id sum(struct exact_ring *ring, const struct line *line)
{
    const exact_id one = EXACT_ONE;
    return exact_dot(ring, line->at, line->stride, &one, 0, line->count);
}

static exact_id mean(struct exact_ring *ring, const struct line *line)
{
    const exact_id count = exact_int(ring, (int64_t)line->count);
    return exact_mul(ring, sum(ring, line), exact_inverse(ring, count));
}

static exact_id sum_of_moduli(struct exact_ring *ring, const struct line *line)
{
    exact_id total = EXACT_ZERO;
    for (size_t k = 0; k < line->count; k++)
        total =
            exact_add(ring, total, exact_abs(ring, line->at[k * line->stride]));
    return total;
}

static exact_id euclidean(struct exact_ring *ring, const struct line *line)
{
    return exact_sqrt(ring, exact_dot(ring, line->at, line->stride, line->at,
                                      line->stride, line->count));
}

static exact_id largest(struct exact_ring *ring, const struct line *line)
{
    exact_id best = line->count ? line->at[0] : EXACT_ZERO;
    for (size_t k = 1; k < line->count; k++)
        best = exact_max(ring, best, line->at[k * line->stride]);
    return best;
}

static exact_id least(struct exact_ring *ring, const struct line *line)
{
    exact_id best = line->count ? line->at[0] : EXACT_ZERO;
    for (size_t k = 1; k < line->count; k++)
        best = exact_min(ring, best, line->at[k * line->stride]);
    return best;
}

static exact_id largest_modulus(struct exact_ring *ring,
                                const struct line *line)
{
    exact_id best = EXACT_ZERO;
    for (size_t k = 0; k < line->count; k++)
        best =
            exact_max(ring, best, exact_abs(ring, line->at[k * line->stride]));
    return best;
}

/* ---- of the whole, of every row, of every column ---- */

static const struct exact_matrix *arg(const struct exact_run *run,
                                      const struct plan_instr *in)
{
    return exact_arg(run, in, 0);
}

static enum truth whole(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in, fold *fn)
{
    const struct line line = all(arg(run, in));
    out->at[0] = fn(run->ring, &line);
    return TRUTH_FALSE;
}

static enum truth rows(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in, fold *fn)
{
    for (size_t i = 0; i < out->rows; i++) {
        const struct line line = row(arg(run, in), i);
        out->at[i] = fn(run->ring, &line);
    }
    return TRUTH_FALSE;
}

static enum truth columns(struct exact_matrix *out, struct exact_run *run,
                          const struct plan_instr *in, fold *fn)
{
    for (size_t j = 0; j < out->cols; j++) {
        const struct line line = column(arg(run, in), j);
        out->at[j] = fn(run->ring, &line);
    }
    return TRUTH_FALSE;
}

/* An extreme or a mean of nothing is undefined. */
static bool is_empty(const struct exact_run *run, const struct plan_instr *in)
{
    return arg(run, in)->rows == 0 || arg(run, in)->cols == 0;
}

/* ---- sums and means ---- */

enum truth exact_sum(struct exact_matrix *out, struct exact_run *run,
                     const struct plan_instr *in)
{
    return whole(out, run, in, sum);
}

enum truth exact_rowsum(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in)
{
    return rows(out, run, in, sum);
}

enum truth exact_colsum(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in)
{
    return columns(out, run, in, sum);
}

enum truth exact_mean(struct exact_matrix *out, struct exact_run *run,
                      const struct plan_instr *in)
{
    return is_empty(run, in) ? TRUTH_TRUE : whole(out, run, in, mean);
}

enum truth exact_rowmean(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    return is_empty(run, in) ? TRUTH_TRUE : rows(out, run, in, mean);
}

enum truth exact_colmean(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    return is_empty(run, in) ? TRUTH_TRUE : columns(out, run, in, mean);
}

enum truth exact_trace(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    const struct exact_matrix *a = arg(run, in);
    const struct line diagonal = {a->at, a->cols + 1, a->rows};
    out->at[0] = sum(run->ring, &diagonal);
    return TRUTH_FALSE;
}

/* ---- extremes ---- */

enum truth exact_largest(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    return is_empty(run, in) ? TRUTH_TRUE : whole(out, run, in, largest);
}

enum truth exact_least(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    return is_empty(run, in) ? TRUTH_TRUE : whole(out, run, in, least);
}

enum truth exact_rowmax(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in)
{
    return is_empty(run, in) ? TRUTH_TRUE : rows(out, run, in, largest);
}

enum truth exact_rowmin(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in)
{
    return is_empty(run, in) ? TRUTH_TRUE : rows(out, run, in, least);
}

enum truth exact_colmax(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in)
{
    return is_empty(run, in) ? TRUTH_TRUE : columns(out, run, in, largest);
}

enum truth exact_colmin(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in)
{
    return is_empty(run, in) ? TRUTH_TRUE : columns(out, run, in, least);
}

/* ---- norms ---- */

static exact_id norm1(struct exact_ring *ring, const struct exact_matrix *a)
{
    exact_id best = EXACT_ZERO;
    for (size_t j = 0; j < a->cols; j++) {
        const struct line line = column(a, j);
        best = exact_max(ring, best, sum_of_moduli(ring, &line));
    }
    return best;
}

static exact_id norminf(struct exact_ring *ring, const struct exact_matrix *a)
{
    exact_id best = EXACT_ZERO;
    for (size_t i = 0; i < a->rows; i++) {
        const struct line line = row(a, i);
        best = exact_max(ring, best, sum_of_moduli(ring, &line));
    }
    return best;
}

enum truth exact_norm1(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    out->at[0] = norm1(run->ring, arg(run, in));
    return TRUTH_FALSE;
}

enum truth exact_norminf(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    out->at[0] = norminf(run->ring, arg(run, in));
    return TRUTH_FALSE;
}

enum truth exact_norm1inf(struct exact_matrix *out, struct exact_run *run,
                          const struct plan_instr *in)
{
    const exact_id product =
        exact_mul(run->ring, norm1(run->ring, arg(run, in)),
                  norminf(run->ring, arg(run, in)));
    out->at[0] = exact_sqrt(run->ring, product);
    return TRUTH_FALSE;
}

exact_id exact_frobenius(struct exact_ring *ring, const struct exact_matrix *a)
{
    const struct line line = all(a);
    return euclidean(ring, &line);
}

enum truth exact_normfro(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    return whole(out, run, in, euclidean);
}

enum truth exact_normmax(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    return whole(out, run, in, largest_modulus);
}

enum truth exact_rownorm2(struct exact_matrix *out, struct exact_run *run,
                          const struct plan_instr *in)
{
    return rows(out, run, in, euclidean);
}
