/* What doubles compute in a way of their own: functions of whole matrices. */
#include "eval/double_internal.h"
#include "eval/linalg.h"

#include <string.h>

/* ---- norms ---- */

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
    for (size_t r = 0; r < rows; r++) {
        double sum = 0;
        for (size_t c = 0; c < cols; c++)
            sum += fabs(a[r * cols + c]);
        most = double_max(most, sum);
    }
    return most;
}

/* The product of the two may overflow. */
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

static void lambertw(double *out, const struct double_run *run,
                     const struct plan_instr *i)
{
    *out = double_lambertw(*double_arg(run, i, 0), *double_arg(run, i, 1));
}

/* ---- the tables ---- */

static double (*const numbers[FN_COUNT])(const double *, size_t, size_t) = {
    [FN_NORM1] = norm1,
    [FN_NORM1INF] = norm1inf,
    [FN_NORM2] = linalg_double_norm2,
    [FN_NORMNUC] = linalg_double_normnuc,
    [FN_EIGMIN] = eigmin,
    [FN_EIGMAX] = eigmax,
    [FN_MINRES1] = linalg_double_minres1,
    [FN_MINRESINF] = linalg_double_minresinf,
    [FN_MINRES1INF] = linalg_double_minres1inf,
};

static double_op *const ops[FN_COUNT] = {
    [FN_DET] = double_det, [FN_INV] = double_inv,    [FN_RANK] = double_rank,
    [FN_RES] = double_res, [FN_LAMBERTW] = lambertw,
};

bool double_owns(enum function fn)
{
    return numbers[fn] || ops[fn];
}

void double_own(double *out, const struct double_run *run,
                const struct plan_instr *i)
{
    const struct plan_instr *a = i->nargs ? double_arg_instr(run, i, 0) : NULL;
    if (i->op == PL_VARIABLE)
        *out = run->variable;
    else if (i->op == PL_MATMUL)
        double_matmul(out, run, i);
    else if (i->op == PL_MATPOW)
        double_matpow(out, run, i);
    else if (i->op == PL_SPREAD)
        double_spread_rows(out, run, i);
    else if (i->op == PL_INTEGRAL)
        double_integral(out, run, i);
    else if (numbers[i->fn])
        *out = numbers[i->fn](double_arg(run, i, 0), a->rows, a->cols);
    else
        ops[i->fn](out, run, i);
}
