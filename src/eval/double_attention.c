/* softmax, logsumexp, residuals and their kin in doubles. */
#include "eval/double_internal.h"

#include <math.h>
#include <string.h>
#include <stdlib.h>

/* The largest allowed entry of a row; -inf where none is allowed. */
static double row_max(const double *a, const double *mask, size_t cols)
{
    double most = -INFINITY;
    for (size_t j = 0; j < cols; j++) {
        if (!mask || mask[j] != 0)
            most = double_max(most, a[j]);
    }
    return most;
}

/* Row without an allowed entry: 0/0, which is NaN as it should be. */
static void softmax_row(double *out, const double *a, const double *mask,
                        size_t cols)
{
    double most = row_max(a, mask, cols), sum = 0;
    for (size_t j = 0; j < cols; j++) {
        out[j] = !mask || mask[j] != 0 ? exp(a[j] - most) : 0;
        sum += out[j];
    }
    for (size_t j = 0; j < cols; j++)
        out[j] /= sum;
}

void double_softmax(double *out, const struct double_run *run,
                    const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    const double *mask = i->nargs == 2 ? double_arg(run, i, 1) : NULL;
    for (size_t r = 0; r < i->rows; r++)
        softmax_row(&out[r * i->cols], &a[r * i->cols],
                    mask ? &mask[r * i->cols] : NULL, i->cols);
}

void double_spread_rows(double *out, const struct double_run *run,
                        const struct plan_instr *i)
{
    const double *e = double_arg(run, i, 0), *r = double_arg(run, i, 1);
    double *p = xcalloc(i->cols + 1UL, sizeof *p);
    softmax_row(p, r, NULL, i->cols);
    for (size_t k = 0; k < i->rows; k++, e += i->cols, out += i->cols) {
        for (size_t j = 0; j < i->cols; j++)
            out[j] = e[j] + r[j];
        softmax_row(out, out, NULL, i->cols);
        for (size_t j = 0; j < i->cols; j++)
            out[j] -= p[j];
    }
    free(p);
}

void double_logsumexp(double *out, const struct double_run *run,
                      const struct plan_instr *i)
{
    size_t cols = double_arg_instr(run, i, 0)->cols;
    for (size_t r = 0; r < i->rows; r++) {
        const double *a = &double_arg(run, i, 0)[r * cols];
        double most = row_max(a, NULL, cols), sum = 0;
        for (size_t j = 0; j < cols; j++)
            sum += exp(a[j] - most);
        out[r] = most + log(sum);
    }
}

static double distance(const double *x, const double *y, size_t count)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += (x[k] - y[k]) * (x[k] - y[k]);
    return sqrt(sum);
}

void double_diameter(double *out, const struct double_run *run,
                     const struct plan_instr *i)
{
    const struct plan_instr *a = double_arg_instr(run, i, 0);
    const double *rows = double_arg(run, i, 0);
    out[0] = distance(rows, rows, a->cols); /* 0, or NaN if a row has one */
    for (size_t r = 0; r < a->rows; r++) {
        for (size_t s = 0; s < r; s++)
            out[0] = double_max(out[0], distance(&rows[r * a->cols],
                                                 &rows[s * a->cols], a->cols));
    }
}

void double_res(double *out, const struct double_run *run,
                const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    const size_t rows = i->rows, cols = i->cols;
    double means[DOUBLE_STRIP];
    for (size_t c = 0; c < cols; c += DOUBLE_STRIP) {
        const size_t width = cols - c < DOUBLE_STRIP ? cols - c : DOUBLE_STRIP;
        memset(means, 0, sizeof means);
        for (size_t r = 0; r < rows; r++)
            for (size_t k = 0; k < width; k++)
                means[k] += a[r * cols + c + k];
        for (size_t k = 0; k < width; k++)
            means[k] /= i->rows;
        for (size_t r = 0; r < rows; r++)
            for (size_t k = 0; k < width; k++)
                out[r * cols + c + k] = a[r * cols + c + k] - means[k];
    }
}

void double_normalise(double *out, const struct double_run *run,
                      const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    for (size_t r = 0; r < i->rows; r++, a += i->cols, out += i->cols) {
        double sum = 0;
        for (size_t j = 0; j < i->cols; j++)
            sum += a[j] >= 0 ? a[j] : NAN;
        for (size_t j = 0; j < i->cols; j++)
            out[j] = sum > 0 ? a[j] / sum : NAN;
    }
}
