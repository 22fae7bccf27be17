/* The reverse pass through softmax, residuals and their kin. */
#include "search/gradient_internal.h"

#include "eval/linalg_double.h"

#include <math.h>
#include <stdlib.h>

void gradient_softmax(const struct back *b)
{
    size_t cols = b->i->cols;
    for (size_t r = 0; r < b->i->rows; r++) {
        const double *y = b->y + r * cols, *w = b->w + r * cols;
        double *to = back_into(b, 0) + r * cols, mean = 0;
        for (size_t j = 0; j < cols; j++)
            mean += y[j] * w[j];
        for (size_t j = 0; j < cols; j++)
            to[j] += y[j] * (w[j] - mean);
    }
}

void gradient_logsumexp(const struct back *b)
{
    size_t cols = back_arg(b, 0)->cols;
    for (size_t r = 0; r < b->i->rows; r++)
        for (size_t j = 0; j < cols; j++) {
            size_t k = r * cols + j;
            back_into(b, 0)[k] += b->w[r] * exp(back_value(b, 0)[k] - b->y[r]);
        }
}

static double distance(const double *x, const double *y, size_t count)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += (x[k] - y[k]) * (x[k] - y[k]);
    return sqrt(sum);
}

/* The two rows farthest from each other. */
void gradient_diameter(const struct back *b)
{
    const struct plan_instr *a = back_arg(b, 0);
    const double *x = back_value(b, 0);
    size_t cols = a->cols, p = 0, q = 0;
    double most = 0;
    for (size_t r = 0; r < a->rows; r++)
        for (size_t s = 0; s < r; s++) {
            double d = distance(x + r * cols, x + s * cols, cols);
            if (d > most) {
                most = d;
                p = r;
                q = s;
            }
        }
    for (size_t j = 0; j < cols && most > 0; j++) {
        double part = b->w[0] * (x[p * cols + j] - x[q * cols + j]) / most;
        back_into(b, 0)[p * cols + j] += part;
        back_into(b, 0)[q * cols + j] -= part;
    }
}

void gradient_res(const struct back *b)
{
    size_t rows = b->i->rows, cols = b->i->cols;
    for (size_t c = 0; c < cols; c++) {
        double sum = 0;
        for (size_t r = 0; r < rows; r++)
            sum += b->w[r * cols + c];
        for (size_t r = 0; r < rows; r++)
            back_into(b, 0)[r * cols + c] +=
                b->w[r * cols + c] - sum / (double)rows;
    }
}

void gradient_normalise(const struct back *b)
{
    size_t cols = b->i->cols;
    for (size_t r = 0; r < b->i->rows; r++) {
        double sum = 0, mean = 0;
        for (size_t j = 0; j < cols; j++) {
            sum += back_value(b, 0)[r * cols + j];
            mean += b->y[r * cols + j] * b->w[r * cols + j];
        }
        for (size_t j = 0; j < cols && sum > 0; j++)
            back_into(b, 0)[r * cols + j] += (b->w[r * cols + j] - mean) / sum;
    }
}

void gradient_minres(const struct back *b)
{
    const struct plan_instr *a = back_arg(b, 0);
    size_t size = (size_t)a->rows * a->cols;
    enum minres_kind kind = b->i->fn == FN_MINRES1     ? MINRES_ONE
                            : b->i->fn == FN_MINRESINF ? MINRES_INF
                                                       : MINRES_ONE_INF;
    LOCAL_FREE double *part = xcalloc(size + 1, sizeof *part);
    linalg_double_minres_gradient(part, back_value(b, 0), a->rows, a->cols,
                                  kind);
    for (size_t k = 0; k < size; k++)
        back_into(b, 0)[k] += b->w[0] * part[k];
}
