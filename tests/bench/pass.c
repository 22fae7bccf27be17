#include "bench/pass.h"

#include "base/status.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>

struct pass {
    size_t n, d;
    double root;                    /* of dk */
    double *p, *e;                  /* n x n */
    double *r, *product, *y, *sums; /* n x d; a row or a column of sums */
};

struct pass *pass_new(size_t n, size_t d, size_t dk)
{
    struct pass *pass = xcalloc(1, sizeof *pass);
    pass->n = n;
    pass->d = d;
    pass->root = sqrt((double)dk);
    pass->p = xcalloc(n * n, sizeof(double));
    pass->e = xcalloc(n * n, sizeof(double));
    pass->r = xcalloc(n * d, sizeof(double));
    pass->product = xcalloc(n * d, sizeof(double));
    pass->y = xcalloc(n * d, sizeof(double));
    pass->sums = xcalloc(n + d, sizeof(double));
    return pass;
}

void pass_free(struct pass *pass)
{
    if (!pass)
        return;
    free(pass->p);
    free(pass->e);
    free(pass->r);
    free(pass->product);
    free(pass->y);
    free(pass->sums);
    free(pass);
}

/* out (r x c) = scale * a (r x k) * b (k x c), or * b' (b is c x k). */
static void multiply(double *out, double scale, const double *a,
                     const double *b, size_t r, size_t k, size_t c,
                     bool transposed)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans,
                transposed ? CblasTrans : CblasNoTrans, (int)r, (int)c, (int)k,
                scale, a, (int)k, b, (int)(transposed ? k : c), 0, out, (int)c);
}

/* out = a less the mean of its rows; `out` may be `a`. */
static void residual(double *out, const double *a, double *sums, size_t n,
                     size_t d)
{
    for (size_t j = 0; j < d; j++)
        sums[j] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < d; j++)
            sums[j] += a[i * d + j];
    for (size_t j = 0; j < d; j++)
        sums[j] /= (double)n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < d; j++)
            out[i * d + j] = a[i * d + j] - sums[j];
}

static double largest_row_sum(const double *a, size_t rows, size_t cols)
{
    double most = 0;
    for (size_t i = 0; i < rows; i++) {
        double sum = 0;
        for (size_t j = 0; j < cols; j++)
            sum += fabs(a[i * cols + j]);
        most = sum > most ? sum : most;
    }
    return most;
}

static double largest_column_sum(const double *a, double *sums, size_t rows,
                                 size_t cols)
{
    double most = 0;
    for (size_t j = 0; j < cols; j++)
        sums[j] = 0;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            sums[j] += fabs(a[i * cols + j]);
    for (size_t j = 0; j < cols; j++)
        most = sums[j] > most ? sums[j] : most;
    return most;
}

static double norm1inf(const double *a, double *sums, size_t rows, size_t cols)
{
    return sqrt(largest_column_sum(a, sums, rows, cols) *
                largest_row_sum(a, rows, cols));
}

static double row_max(const double *row, size_t n)
{
    double most = row[0];
    for (size_t j = 1; j < n; j++)
        most = row[j] > most ? row[j] : most;
    return most;
}

static double row_min(const double *row, size_t n)
{
    double least = row[0];
    for (size_t j = 1; j < n; j++)
        least = row[j] < least ? row[j] : least;
    return least;
}

static void softmax(double *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double *row = p + i * n, sum = 0, top = row_max(row, n);
        for (size_t j = 0; j < n; j++)
            sum += row[j] = exp(row[j] - top);
        for (size_t j = 0; j < n; j++)
            row[j] /= sum;
    }
}

/* sqrt(sum D / max D), D the widths of the rows of E */
static double gamma_of(const double *e, size_t n)
{
    double sum = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        double width = row_max(e + i * n, n) - row_min(e + i * n, n);
        sum += width;
        most = width > most ? width : most;
    }
    return sqrt(sum / most);
}

bool pass_run(struct pass *s, const double *x, const double *wqk,
              const double *wv)
{
    const size_t n = s->n, d = s->d;
    multiply(s->product, 1 / s->root, x, wqk, n, d, d, false);
    multiply(s->p, 1, s->product, x, n, d, n, true);
    softmax(s->p, n);
    residual(s->r, x, s->sums, n, d);
    multiply(s->product, 1 / s->root, s->r, wqk, n, d, d, false);
    multiply(s->e, 1, s->product, s->r, n, d, n, true);
    multiply(s->product, 1, s->p, x, n, n, d, false);
    multiply(s->y, 1, s->product, wv, n, d, d, false);
    residual(s->y, s->y, s->sums, n, d);
    const double lhs = norm1inf(s->y, s->sums, n, d);
    const double width = norm1inf(s->r, s->sums, n, d);
    const double rhs =
        4 * gamma_of(s->e, n) * largest_column_sum(wqk, s->sums, d, d) *
        norm1inf(wv, s->sums, d, d) * (width * width * width) / s->root;
    return lhs <= rhs;
}
