/* softmax, logsumexp and residuals in doubles. */
#include "eval/double_internal.h"

#include <string.h>
#include <stdlib.h>

static double largest(const double *x, size_t count)
{
    double most = -INFINITY;
    for (size_t k = 0; k < count; k++)
        most = double_max(most, x[k]);
    return most;
}

void double_softmax(double *x, size_t count)
{
    const double most = largest(x, count);
    double sum = 0;
    for (size_t k = 0; k < count; k++) {
        x[k] = exp(x[k] - most);
        sum += x[k];
    }
    for (size_t k = 0; k < count; k++)
        x[k] /= sum;
}

void double_spread_rows(double *out, const struct double_run *run,
                        const struct plan_instr *i)
{
    const double *e = double_arg(run, i, 0), *r = double_arg(run, i, 1);
    LOCAL_FREE double *p = xcalloc(i->cols + 1UL, sizeof *p);
    memcpy(p, r, i->cols * sizeof *p);
    double_softmax(p, i->cols);
    for (size_t k = 0; k < i->rows; k++, e += i->cols, out += i->cols) {
        for (size_t j = 0; j < i->cols; j++)
            out[j] = e[j] + r[j];
        double_softmax(out, i->cols);
        for (size_t j = 0; j < i->cols; j++)
            out[j] -= p[j];
    }
}

double double_logsumexp(const double *x, size_t count)
{
    const double most = largest(x, count);
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += exp(x[k] - most);
    return most + log(sum);
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
