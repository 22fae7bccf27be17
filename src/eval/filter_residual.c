/* Rows without their mean.  docs/error-analysis.md#filter-residual */
#include "eval/filter_stream.h"
#include "eval/filter_vector.h"

/*
 * out = D - ones * colmean(D) with D = A - ones * (row 1 of A): close rows are
 * subtracted from one another without loss, equal ones give exactly 0.
 * mean: colmean(D); squares: of out, summed.
 */
static void centre_strips(const struct filter_step *s, double *mean,
                          double *squares)
{
    const size_t rows = s->a->rows, n = s->a->cols * W;
    const double *a = s->a->mid, count = (double)rows;
    double *o = s->out->own;
    struct strands sum = {0};
#define CENTRE(V, S)                                                           \
    {                                                                          \
        const V first = *(const V *)(a + k);                                   \
        V all = first - first;                                                 \
        for (size_t i = k; i < rows * n; i += n) {                             \
            const V d = *(const V *)(a + i) - first;                           \
            *(V *)(o + i) = d;                                                 \
            all += d;                                                          \
        }                                                                      \
        all /= count;                                                          \
        *(V *)(mean + k) = all;                                                \
        for (size_t i = k; i < rows * n; i += n) {                             \
            const V d = *(const V *)(o + i) - all;                             \
            *(V *)(o + i) = d;                                                 \
            STRAND(sum, S, k) += d * d;                                        \
        }                                                                      \
    }
    WALK(n, CENTRE)
#undef CENTRE
    strands_sum(squares, &sum);
}

/* The same, row by row; eval/filter_stream.h. */
static void centre_rows(const struct filter_step *s, double *restrict mean,
                        double *squares)
{
    const size_t rows = s->a->rows, n = s->a->cols * W;
    const double *first = s->a->mid, *a = first, count = (double)rows;
    double *restrict o = s->out->own;
    struct strands sum = {0};
    memset(mean, 0, n * sizeof *mean);
    for (size_t i = 0; i < rows; i++, a += n, o += n) {
#define DIFFERENCE(V, S)                                                       \
    {                                                                          \
        const V d = AT(V, a + k) - AT(V, first + k);                           \
        *(V *)(o + k) = d;                                                     \
        *(V *)(mean + k) = AT(V, mean + k) + d;                                \
    }
        WALK(n, DIFFERENCE)
#undef DIFFERENCE
    }
    for (size_t k = 0; k < n; k++)
        mean[k] /= count;
    o = s->out->own;
    for (size_t i = 0; i < rows; i++, o += n) {
#define CENTRE(V, S)                                                           \
    {                                                                          \
        const V d = AT(V, o + k) - AT(V, mean + k);                            \
        *(V *)(o + k) = d;                                                     \
        STRAND(sum, S, k) += d * d;                                            \
    }
        WALK(n, CENTRE)
#undef CENTRE
    }
    strands_sum(squares, &sum);
}

/* length: of the mean of what was centred. */
static void centre(const struct filter_step *s, double *length, double *squares)
{
    double *mean = s->work;
    if ((size_t)s->a->rows * s->a->cols * W >= FILTER_STREAM)
        centre_rows(s, mean, squares);
    else
        centre_strips(s, mean, squares);
    line_length(length, mean, s->a->cols);
}

/* What centring makes of the errors of A and loses itself, row by row. */
static void centred_rows(const struct filter_step *s, const double *length)
{
    const size_t rows = s->out->parts;
    const double count = (double)rows;
    double rads[W], norms[W];
    line_sum(norms, s->out->norm, rows);
    line_sum(rads, s->a->rad, rows);
    for (size_t i = 0; i < rows; i++) {
        for (size_t l = 0; l < W; l++) {
            const double own = s->out->norm[i * W + l] + length[l];
            const double average = norms[l] / count + length[l];
            const double r = 2 * own + (count + 2) * average;
            s->out->rad[i * W + l] = s->a->rad[i * W + l] + rads[l] / count +
                                     FILTER_U * r + (r > 0 ? FILTER_ETA : 0);
        }
    }
}

/* The same of all rows together: centring is a projection. */
static void centred_whole(const struct filter_step *s, const double *length)
{
    const double count = (double)s->a->rows, root = sqrt(count);
    for (size_t l = 0; l < W; l++) {
        const double size = s->out->norm[l] + root * length[l];
        s->out->rad[l] = s->a->rad[l] + FILTER_U * (count + 4) * size +
                         (size > 0 ? FILTER_ETA : 0);
    }
}

/* docs/error-analysis.md#filter-residual; work: cols, then rows. */
void FILTER_OP(res)(const struct filter_step *s)
{
    const size_t parts = s->out->parts;
    double length[W], squares[W];
    centre(s, length, squares);
    if (parts == 1) {
        roots_of_squares(s->out->norm, squares, s->out->mid,
                         (size_t)s->out->rows * s->out->cols);
        centred_whole(s, length);
    } else {
        settle_lengths(s->out);
        centred_rows(s, length);
    }
    settle_radii(s->out, 0);
}
