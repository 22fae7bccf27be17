/* Arithmetic and rearrangement of matrices of doubles. */
#include "eval/double_internal.h"

#include "eval/blas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double double_max(double x, double y)
{
    if (isnan(x) || isnan(y))
        return NAN;
    return x > y ? x : y;
}

double double_min(double x, double y)
{
    if (isnan(x) || isnan(y))
        return NAN;
    return x < y ? x : y;
}

static double quotient(double x, double y)
{
    return y == 0 ? NAN : x / y;
}

/* Unlike pow, NaN spreads and zero to a negative power is undefined. */
static double power(double x, double y)
{
    if (isnan(x) || isnan(y) || (x == 0 && y < 0))
        return NAN;
    return pow(x, y);
}

double double_apply(enum plan_op op, enum function fn, double x, double y)
{
    if (op == PL_ADD)
        return x + y;
    if (op == PL_SUB)
        return x - y;
    if (op == PL_DOT_MUL)
        return x * y;
    if (op == PL_DOT_DIV)
        return quotient(x, y);
    if (op == PL_CALL)
        return fn == FN_MAX2 ? double_max(x, y) : double_min(x, y);
    return power(x, y); /* PL_POW, PL_DOT_POW */
}

void double_spread(double *out, const struct double_run *run,
                   const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0), *b = double_arg(run, i, 1);
    size_t da = double_size(double_arg_instr(run, i, 0)) > 1;
    size_t db = double_size(double_arg_instr(run, i, 1)) > 1;
    for (size_t k = 0; k < double_size(i); k++)
        out[k] = double_apply(i->op, i->fn, a[k * da], b[k * db]);
}

void double_scale(double *out, const struct double_run *run,
                  const struct plan_instr *i)
{
    double factor = double_arg(run, i, 0)[0];
    const double *a = double_arg(run, i, 1);
    for (size_t k = 0; k < double_size(i); k++)
        out[k] = factor * a[k];
}

void double_divide(double *out, const struct double_run *run,
                   const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    double divisor = double_arg(run, i, 1)[0];
    for (size_t k = 0; k < double_size(i); k++)
        out[k] = quotient(a[k], divisor);
}

void double_neg(double *out, const struct double_run *run,
                const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    for (size_t k = 0; k < double_size(i); k++)
        out[k] = -a[k];
}

void double_product(double *out, const double *a, const double *b, size_t r,
                    size_t k, size_t c)
{
    blas_product(out, 1.0, (struct blas_factor){a, false},
                 (struct blas_factor){b, false}, r, k, c);
}

void double_matmul(double *out, const struct double_run *run,
                   const struct plan_instr *i)
{
    double_product(out, double_arg(run, i, 0), double_arg(run, i, 1), i->rows,
                   double_arg_instr(run, i, 0)->cols, i->cols);
}

/* By squaring; the builder leaves powers >= 0 alone. */
void double_matpow(double *out, const struct double_run *run,
                   const struct plan_instr *i)
{
    ENSURE(i->power >= 0, "double: a negative matrix power");
    size_t n = i->rows, size = n * n;
    double *base = xcalloc(size + 1, sizeof *base);
    double *next = xcalloc(size + 1, sizeof *next);
    memcpy(base, double_arg(run, i, 0), size * sizeof *base);
    for (size_t k = 0; k < size; k++)
        out[k] = k % (n + 1) == 0;
    for (int64_t p = i->power; p; p /= 2) {
        if (p % 2) {
            double_product(next, out, base, n, n, n);
            memcpy(out, next, size * sizeof *out);
        }
        if (p > 1) {
            double_product(next, base, base, n, n, n);
            memcpy(base, next, size * sizeof *base);
        }
    }
    free(base);
    free(next);
}

void double_transpose(double *out, const struct double_run *run,
                      const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    for (size_t r = 0; r < i->rows; r++) {
        for (size_t c = 0; c < i->cols; c++)
            out[r * i->cols + c] = a[c * i->rows + r];
    }
}

void double_slice(double *out, const struct double_run *run,
                  const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    size_t width = double_arg_instr(run, i, 0)->cols;
    for (size_t r = 0; r < i->rows; r++)
        memcpy(&out[r * i->cols], &a[(i->row + r) * width + i->col],
               i->cols * sizeof *out);
}

void double_literal(double *out, const struct double_run *run,
                    const struct plan_instr *i)
{
    for (uint32_t k = 0; k < i->nargs; k++)
        out[k] = double_arg(run, i, k)[0];
}

void double_select(double *out, const struct double_run *run,
                   const struct plan_instr *i)
{
    enum truth condition = run->truths[i->args[0]];
    bool known = condition == TRUTH_TRUE || condition == TRUTH_FALSE;
    const double *a = double_arg(run, i, condition == TRUTH_TRUE ? 1 : 2);
    for (size_t k = 0; k < double_size(i); k++)
        out[k] = known ? a[k] : NAN;
}

void double_diag(double *out, const struct double_run *run,
                 const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    memset(out, 0, double_size(i) * sizeof *out);
    for (size_t k = 0; k < i->rows; k++)
        out[k * i->cols + k] = a[k];
}

void double_diagof(double *out, const struct double_run *run,
                   const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    for (size_t k = 0; k < i->rows; k++)
        out[k] = a[k * i->rows + k];
}

void double_kron(double *out, const struct double_run *run,
                 const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0), *b = double_arg(run, i, 1);
    size_t rows = double_arg_instr(run, i, 1)->rows;
    size_t cols = double_arg_instr(run, i, 1)->cols;
    size_t width = double_arg_instr(run, i, 0)->cols;
    for (size_t r = 0; r < i->rows; r++) {
        for (size_t c = 0; c < i->cols; c++)
            out[r * i->cols + c] =
                a[r / rows * width + c / cols] * b[r % rows * cols + c % cols];
    }
}

void double_hcat(double *out, const struct double_run *run,
                 const struct plan_instr *i)
{
    size_t at = 0;
    for (uint32_t k = 0; k < i->nargs; k++) {
        size_t cols = double_arg_instr(run, i, k)->cols;
        for (size_t r = 0; r < i->rows; r++)
            memcpy(&out[r * i->cols + at], &double_arg(run, i, k)[r * cols],
                   cols * sizeof *out);
        at += cols;
    }
}

void double_vcat(double *out, const struct double_run *run,
                 const struct plan_instr *i)
{
    for (uint32_t k = 0; k < i->nargs; k++) {
        size_t size = double_size(double_arg_instr(run, i, k));
        memcpy(out, double_arg(run, i, k), size * sizeof *out);
        out += size;
    }
}
