/* Functions on matrices of doubles: entry by entry, and by lines. */
#include "eval/double_internal.h"
#include "eval/linalg.h"

#include <math.h>
#include <string.h>

static double entry(enum function fn, double x)
{
    if (fn == FN_ABS)
        return fabs(x);
    if (fn == FN_EXP)
        return exp(x);
    if (fn == FN_LOG)
        return x > 0 ? log(x) : NAN;
    if (fn == FN_SQRT)
        return x >= 0 ? sqrt(x) : NAN;
    if (fn == FN_SIN)
        return sin(x);
    if (fn == FN_COS)
        return cos(x);
    if (fn == FN_TANH)
        return tanh(x);
    if (fn == FN_ERF)
        return erf(x);
    if (fn == FN_RELU)
        return double_max(x, 0);
    return isnan(x) ? NAN : (double)((x > 0) - (x < 0)); /* FN_SIGN */
}

static void each_entry(double *out, const struct double_run *run,
                       const struct plan_instr *i)
{
    const double *a = double_arg(run, i, 0);
    for (size_t k = 0; k < double_size(i); k++)
        out[k] = entry(i->fn, a[k]);
}

/* A line of entries: `count` of them, `step` apart. */
typedef double line_op(const double *a, size_t count, size_t step);

static double line_sum(const double *a, size_t count, size_t step)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += a[k * step];
    return sum;
}

static double line_abs_sum(const double *a, size_t count, size_t step)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += fabs(a[k * step]);
    return sum;
}

static double line_mean(const double *a, size_t count, size_t step)
{
    return line_sum(a, count, step) / (double)count;
}

static double line_max(const double *a, size_t count, size_t step)
{
    double most = a[0];
    for (size_t k = 1; k < count; k++)
        most = double_max(most, a[k * step]);
    return most;
}

static double line_min(const double *a, size_t count, size_t step)
{
    double least = a[0];
    for (size_t k = 1; k < count; k++)
        least = double_min(least, a[k * step]);
    return least;
}

static double line_abs_max(const double *a, size_t count, size_t step)
{
    double most = 0;
    for (size_t k = 0; k < count; k++)
        most = double_max(most, fabs(a[k * step]));
    return most;
}

/* Scaled, so that squares neither overflow nor vanish. */
static double line_norm2(const double *a, size_t count, size_t step)
{
    double scale = line_abs_max(a, count, step), sum = 0;
    if (!(scale > 0) || isinf(scale))
        return scale;
    for (size_t k = 0; k < count; k++)
        sum += (a[k * step] / scale) * (a[k * step] / scale);
    return scale * sqrt(sum);
}

static void whole(double *out, const struct double_run *run,
                  const struct plan_instr *i, line_op *op)
{
    out[0] =
        op(double_arg(run, i, 0), double_size(double_arg_instr(run, i, 0)), 1);
}

static void by_rows(double *out, const struct double_run *run,
                    const struct plan_instr *i, line_op *op)
{
    const struct plan_instr *a = double_arg_instr(run, i, 0);
    for (size_t r = 0; r < a->rows; r++)
        out[r] = op(&double_arg(run, i, 0)[r * a->cols], a->cols, 1);
}

static void by_cols(double *out, const struct double_run *run,
                    const struct plan_instr *i, line_op *op)
{
    const struct plan_instr *a = double_arg_instr(run, i, 0);
    for (size_t c = 0; c < a->cols; c++)
        out[c] = op(&double_arg(run, i, 0)[c], a->rows, a->cols);
}

/* In strips, since every row of a large matrix lies in another page. */
static double norm1(const double *a, size_t rows, size_t cols)
{
    double most = 0, sums[DOUBLE_STRIP];
    for (size_t c = 0; c < cols; c += DOUBLE_STRIP) {
        const size_t width = cols - c < DOUBLE_STRIP ? cols - c : DOUBLE_STRIP;
        memset(sums, 0, sizeof sums);
        for (size_t r = 0; r < rows; r++)
            for (size_t k = 0; k < width; k++)
                sums[k] += fabs(a[r * cols + c + k]);
        for (size_t k = 0; k < width; k++)
            most = double_max(most, sums[k]);
    }
    return most;
}

static double norminf(const double *a, size_t rows, size_t cols)
{
    double most = 0;
    for (size_t r = 0; r < rows; r++)
        most = double_max(most, line_abs_sum(&a[r * cols], cols, 1));
    return most;
}

static double norm1inf(const double *a, size_t rows, size_t cols)
{
    return sqrt(norm1(a, rows, cols)) * sqrt(norminf(a, rows, cols));
}

static double eigmin(const double *a, size_t rows, size_t cols)
{
    (void)cols;
    return linalg_double_eigmin(a, rows);
}

static double eigmax(const double *a, size_t rows, size_t cols)
{
    (void)cols;
    return linalg_double_eigmax(a, rows);
}

static double trace(const double *a, size_t rows, size_t cols)
{
    return line_sum(a, rows, cols + 1);
}

typedef double matrix_op(const double *a, size_t rows, size_t cols);

static void matrix(double *out, const struct double_run *run,
                   const struct plan_instr *i, matrix_op *op)
{
    const struct plan_instr *a = double_arg_instr(run, i, 0);
    out[0] = op(double_arg(run, i, 0), a->rows, a->cols);
}

/* clang-format off */
void double_call(double *out, const struct double_run *run,
                 const struct plan_instr *i)
{
    switch (i->fn) {
    case FN_DIAG: double_diag(out, run, i); break;
    case FN_DIAGOF: double_diagof(out, run, i); break;
    case FN_KRON: double_kron(out, run, i); break;
    case FN_HCAT: double_hcat(out, run, i); break;
    case FN_VCAT: double_vcat(out, run, i); break;
    case FN_ABS:
    case FN_EXP:
    case FN_LOG:
    case FN_SQRT:
    case FN_SIN:
    case FN_COS:
    case FN_TANH:
    case FN_ERF:
    case FN_RELU:
    case FN_SIGN: each_entry(out, run, i); break;
    case FN_MAX2:
    case FN_MIN2: double_spread(out, run, i); break;
    case FN_SUM: whole(out, run, i, line_sum); break;
    case FN_MEAN: whole(out, run, i, line_mean); break;
    case FN_MAX: whole(out, run, i, line_max); break;
    case FN_MIN: whole(out, run, i, line_min); break;
    case FN_NORMFRO: whole(out, run, i, line_norm2); break;
    case FN_NORMMAX: whole(out, run, i, line_abs_max); break;
    case FN_TRACE: matrix(out, run, i, trace); break;
    case FN_NORM1: matrix(out, run, i, norm1); break;
    case FN_NORMINF: matrix(out, run, i, norminf); break;
    case FN_NORM1INF: matrix(out, run, i, norm1inf); break;
    case FN_NORM2: matrix(out, run, i, linalg_double_norm2); break;
    case FN_NORMNUC: matrix(out, run, i, linalg_double_normnuc); break;
    case FN_MINRES1: matrix(out, run, i, linalg_double_minres1); break;
    case FN_MINRESINF: matrix(out, run, i, linalg_double_minresinf); break;
    case FN_MINRES1INF: matrix(out, run, i, linalg_double_minres1inf); break;
    case FN_EIGMIN: matrix(out, run, i, eigmin); break;
    case FN_EIGMAX: matrix(out, run, i, eigmax); break;
    case FN_ROWNORM2: by_rows(out, run, i, line_norm2); break;
    case FN_ROWSUM: by_rows(out, run, i, line_sum); break;
    case FN_ROWMEAN: by_rows(out, run, i, line_mean); break;
    case FN_ROWMAX: by_rows(out, run, i, line_max); break;
    case FN_ROWMIN: by_rows(out, run, i, line_min); break;
    case FN_COLSUM: by_cols(out, run, i, line_sum); break;
    case FN_COLMEAN: by_cols(out, run, i, line_mean); break;
    case FN_COLMAX: by_cols(out, run, i, line_max); break;
    case FN_COLMIN: by_cols(out, run, i, line_min); break;
    case FN_LAMBERTW:
        out[0] = double_lambertw(double_arg(run, i, 0)[0],
                                 double_arg(run, i, 1)[0]);
        break;
    case FN_DET: double_det(out, run, i); break;
    case FN_INV: double_inv(out, run, i); break;
    case FN_RANK: double_rank(out, run, i); break;
    case FN_SOFTMAX: double_softmax(out, run, i); break;
    case FN_LOGSUMEXP: double_logsumexp(out, run, i); break;
    case FN_DIAMETER: double_diameter(out, run, i); break;
    case FN_RES: double_res(out, run, i); break;
    case FN_NORMALISE: double_normalise(out, run, i); break;
    case FN_ONES:
    case FN_ZEROS:
    case FN_EYE:
    case FN_UNIT:
    case FN_COUNT: out[0] = NAN; break;
    }
}
/* clang-format on */
