/* The reverse pass through functions: which rule each has, entry by entry. */
#include "search/gradient_internal.h"

#include <math.h>

/* The derivative of a function of one number at x, where it is y. */
static double slope(enum function fn, double x, double y)
{
    const double two_over_root_pi = 1.12837916709551257390;
    if (fn == FN_ABS)
        return x >= 0 ? 1 : -1;
    if (fn == FN_EXP)
        return y;
    if (fn == FN_LOG)
        return 1 / x;
    if (fn == FN_SQRT)
        return y > 0 ? 0.5 / y : 0;
    if (fn == FN_SIN)
        return cos(x);
    if (fn == FN_COS)
        return -sin(x);
    if (fn == FN_TANH)
        return 1 - y * y;
    if (fn == FN_ERF)
        return two_over_root_pi * exp(-x * x);
    return x > 0; /* FN_RELU */
}

static void each_entry(const struct back *b)
{
    const double *x = back_value(b, 0);
    for (size_t k = 0; k < b->count; k++)
        if (b->w[k] != 0)
            back_into(b, 0)[k] += b->w[k] * slope(b->i->fn, x[k], b->y[k]);
}

static void diag(const struct back *b)
{
    size_t n = b->i->rows;
    for (size_t k = 0; k < n; k++)
        back_into(b, 0)[k] += b->w[k * n + k];
}

static void diagof(const struct back *b)
{
    size_t n = b->i->rows;
    for (size_t k = 0; k < n; k++)
        back_into(b, 0)[k * n + k] += b->w[k];
}

static void trace(const struct back *b)
{
    size_t n = back_arg(b, 0)->rows;
    for (size_t k = 0; k < n; k++)
        back_into(b, 0)[k * n + k] += b->w[0];
}

static void kron(const struct back *b)
{
    const double *x = back_value(b, 0), *y = back_value(b, 1);
    size_t rows = back_arg(b, 1)->rows, cols = back_arg(b, 1)->cols;
    size_t width = back_arg(b, 0)->cols;
    for (size_t r = 0; r < b->i->rows; r++)
        for (size_t c = 0; c < b->i->cols; c++) {
            double w = b->w[r * b->i->cols + c];
            size_t p = r / rows * width + c / cols;
            size_t q = r % rows * cols + c % cols;
            back_into(b, 0)[p] += w * y[q];
            back_into(b, 1)[q] += w * x[p];
        }
}

static void hcat(const struct back *b)
{
    size_t at = 0;
    for (uint32_t k = 0; k < b->i->nargs; k++) {
        size_t cols = back_arg(b, k)->cols;
        for (size_t r = 0; r < b->i->rows; r++)
            for (size_t c = 0; c < cols; c++)
                back_into(b, k)[r * cols + c] += b->w[r * b->i->cols + at + c];
        at += cols;
    }
}

static void vcat(const struct back *b)
{
    const double *w = b->w;
    for (uint32_t k = 0; k < b->i->nargs; k++) {
        size_t size = (size_t)back_arg(b, k)->rows * back_arg(b, k)->cols;
        for (size_t c = 0; c < size; c++)
            back_into(b, k)[c] += w[c];
        w += size;
    }
}

/* clang-format off */
void gradient_call(const struct back *b)
{
    switch (b->i->fn) {
    case FN_DIAG: diag(b); break;
    case FN_DIAGOF: diagof(b); break;
    case FN_KRON: kron(b); break;
    case FN_HCAT: hcat(b); break;
    case FN_VCAT: vcat(b); break;
    case FN_ABS:
    case FN_EXP:
    case FN_LOG:
    case FN_SQRT:
    case FN_SIN:
    case FN_COS:
    case FN_TANH:
    case FN_ERF:
    case FN_RELU: each_entry(b); break;
    case FN_TRACE: trace(b); break;
    case FN_SUM:
    case FN_MEAN:
    case FN_MAX:
    case FN_MIN:
    case FN_NORMFRO:
    case FN_NORMMAX:
    case FN_ROWNORM2:
    case FN_ROWSUM:
    case FN_ROWMEAN:
    case FN_ROWMAX:
    case FN_ROWMIN:
    case FN_COLSUM:
    case FN_COLMEAN:
    case FN_COLMAX:
    case FN_COLMIN: gradient_lines(b); break;
    case FN_NORM1:
    case FN_NORMINF:
    case FN_NORM1INF: gradient_norms(b); break;
    case FN_NORM2:
    case FN_NORMNUC:
    case FN_EIGMIN:
    case FN_EIGMAX: gradient_spectral(b); break;
    case FN_DET: gradient_det(b); break;
    case FN_INV: gradient_inv(b); break;
    case FN_SOFTMAX: gradient_softmax(b); break;
    case FN_LOGSUMEXP: gradient_logsumexp(b); break;
    case FN_DIAMETER: gradient_diameter(b); break;
    case FN_RES: gradient_res(b); break;
    case FN_NORMALISE: gradient_normalise(b); break;
    case FN_MINRES1:
    case FN_MINRESINF:
    case FN_MINRES1INF: gradient_minres(b); break;
    case FN_MAX2: /* spread, with the arithmetic */
    case FN_MIN2:
    case FN_SIGN: /* flat almost everywhere */
    case FN_RANK:
    case FN_LAMBERTW: /* no double value */
    case FN_ONES:
    case FN_ZEROS:
    case FN_EYE:
    case FN_UNIT:
    case FN_COUNT: break;
    }
}
/* clang-format on */
