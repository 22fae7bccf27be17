/* Rational frames by reflections; declared in case/frame.h. */
#include "case/frame.h"

#include "case/rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_BITS = 20, EXPONENT = 400 };

/* ---- one column that has a rational length ---- */

static void set_square(rational_t *sum, const struct value *v)
{
    LOCAL_RATIONAL x = rational_zero();
    rational_set_int(sum, 0);
    for (size_t i = 0; i < v->rows * v->cols; i++) {
        value_entry(&x, v, i / v->cols, i % v->cols);
        mpq_mul(x.q, x.q, x.q);
        mpq_add(sum->q, sum->q, x.q);
    }
}

/* v / |v|; false: the length is not rational, or 0. */
static bool divide_by_length(struct value *v)
{
    struct rmatrix out;
    LOCAL_MADE(value, short_one);
    value_copy(&short_one, v);
    rounding_to_bits(&short_one, SHORT_BITS, EXPONENT);
    LOCAL_RATIONAL square = rational_zero(), length = rational_zero();
    set_square(&square, &short_one);
    bool ok = mpq_sgn(square.q) > 0 && closed_sqrt(&length, &square) == ST_OK;
    if (ok) {
        rmatrix_init(&out, v->rows, v->cols);
        for (size_t i = 0; i < v->rows * v->cols; i++) {
            value_entry(&out.entries[i], &short_one, i / v->cols, i % v->cols);
            mpq_div(out.entries[i].q, out.entries[i].q, length.q);
        }
        value_take(v, &out);
        value_simplify(v);
    }
    return ok;
}

/* ---- reflections ---- */

/* Some columns of a matrix, on rows of their own. */
struct block {
    size_t row, rows, col, cols;
};

/* The reflections of a block: w of column j at j * rows, 0: none. */
struct reflections {
    double *w;     /* integers */
    double *signs; /* by column */
};

/* w with (I - 2ww'/w'w) x = ∓|x| e, rounded to integers; false: x is 0. */
static bool reflection(double *w, double *sign, const double *x, size_t n,
                       int bits)
{
    double largest = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(x[i]));
    *sign = 1;
    if (largest < 0x1p-30)
        return false;
    for (size_t i = 0; i < n; i++)
        sum += x[i] / largest * (x[i] / largest);
    *sign = x[0] < 0 ? -1 : 1;
    for (size_t i = 0; i < n; i++) {
        double u = x[i] / largest / sqrt(sum) + (i == 0 ? *sign : 0);
        w[i] = rounding_nearest(ldexp(u, bits));
    }
    *sign = -*sign;
    return true;
}

/* Column j of the n x k matrix a, in doubles: minus 2 w (w'a) / w'w. */
static void reflect(double *a, const double *w, size_t n, size_t stride)
{
    double product = 0, square = 0;
    for (size_t i = 0; i < n; i++) {
        product += w[i] * a[i * stride];
        square += w[i] * w[i];
    }
    for (size_t i = 0; i < n; i++)
        a[i * stride] -= 2 * product / square * w[i];
}

/* Reflects the columns of the block of `a` until it is triangular. */
static void find_reflections(struct reflections *r, double *a, size_t n,
                             size_t k, int bits)
{
    double *x = xcalloc(n, sizeof *x);
    for (size_t j = 0; j < k; j++) {
        double *w = r->w + j * n + j;
        for (size_t i = j; i < n; i++)
            x[i] = a[i * k + j];
        if (!reflection(w, &r->signs[j], x + j, n - j, bits))
            continue;
        for (size_t c = j; c < k; c++)
            reflect(a + j * k + c, w, n - j, k);
    }
    free(x);
}

/* out (rationals, n x k of a matrix with `stride`) minus 2 w (w'out) / w'w. */
static void reflect_exactly(rational_t *out, const double *w, size_t n,
                            size_t k, size_t stride)
{
    LOCAL_RATIONAL t = rational_zero(), product = rational_zero();
    LOCAL_RATIONAL square = rational_zero();
    for (size_t i = 0; i < n; i++) {
        rational_set_double(&t, w[i] * w[i]);
        mpq_add(square.q, square.q, t.q);
    }
    for (size_t c = 0; c < k && mpq_sgn(square.q) != 0; c++) {
        rational_set_int(&product, 0);
        for (size_t i = 0; i < n; i++) {
            rational_set_double(&t, 2 * w[i]);
            mpq_mul(t.q, t.q, out[i * stride + c].q);
            mpq_add(product.q, product.q, t.q);
        }
        mpq_div(product.q, product.q, square.q);
        for (size_t i = 0; i < n; i++) {
            rational_set_double(&t, w[i]);
            mpq_mul(t.q, t.q, product.q);
            mpq_sub(out[i * stride + c].q, out[i * stride + c].q, t.q);
        }
    }
}

/* H_1 .. H_k applied to the signed first columns of the identity. */
static void map_block(struct value *out, const double *x, const struct block *b,
                      int bits)
{
    size_t n = b->rows, k = b->cols, stride = out->cols;
    LOCAL_FREE double *memory = xcalloc(2 * n * k + k, sizeof *memory);
    double *a = memory + n * k;
    struct reflections r = {.w = memory, .signs = memory + 2 * n * k};
    for (size_t i = 0; i < n; i++)
        memcpy(a + i * k, x + (b->row + i) * stride + b->col, k * sizeof *a);
    find_reflections(&r, a, n, k, bits);
    rational_t *corner = out->rationals + b->row * stride + b->col;
    for (size_t j = 0; j < k; j++)
        rational_set_int(&corner[j * stride + j], (int64_t)r.signs[j]);
    for (size_t j = k; j-- > 0;)
        reflect_exactly(corner + j * stride, r.w + j * n + j, n - j, k, stride);
}

/* Doubles, each column over its largest entry. */
static void scale_columns(struct value *x)
{
    rounding_to_integers(x, 2 * FRAME_MOST_BITS, EXPONENT);
    for (size_t j = 0; j < x->cols; j++) {
        double largest = 0;
        for (size_t i = 0; i < x->rows; i++)
            largest = fmax(largest, fabs(x->doubles[i * x->cols + j]));
        for (size_t i = 0; i < x->rows && largest > 0; i++)
            x->doubles[i * x->cols + j] /= largest;
    }
}

void frame_map(struct value *v, int bits)
{
    ENSURE(v->cols <= v->rows, "frame_map: tall");
    if (v->cols == 1 && divide_by_length(v))
        return;
    size_t n = v->rows, k = v->cols;
    size_t blocks = (k + FRAME_BLOCK - 1) / FRAME_BLOCK;
    LOCAL_MADE(value, x);
    value_copy(&x, v);
    scale_columns(&x);
    value_set_rationals(v, n, k);
    for (size_t b = 0, row = 0; b < blocks; b++) {
        size_t col = b * FRAME_BLOCK;
        size_t cols = k - col < FRAME_BLOCK ? k - col : FRAME_BLOCK;
        size_t spare = (n - k) * (b + 1) / blocks - (n - k) * b / blocks;
        struct block block = {row, cols + spare, col, cols};
        map_block(v, x.doubles, &block, bits);
        row += block.rows;
    }
    value_simplify(v);
}

/* ---- rows ---- */

void frame_map_rows(struct value *v, int bits)
{
    value_transpose(v);
    frame_map(v, bits);
    value_transpose(v);
    value_simplify(v);
}

void frame_unit_rows(struct value *v, int bits)
{
    struct rmatrix out;
    rmatrix_init(&out, v->rows, v->cols);
    for (size_t i = 0; i < v->rows; i++) {
        struct rmatrix row;
        LOCAL_MADE(value, x);
        rmatrix_init(&row, v->cols, 1);
        for (size_t j = 0; j < v->cols; j++)
            value_entry(rmatrix_at(&row, j, 0), v, i, j);
        value_take(&x, &row);
        frame_map(&x, bits);
        for (size_t j = 0; j < v->cols; j++)
            value_entry(rmatrix_at(&out, i, j), &x, j, 0);
    }
    value_take(v, &out);
    value_simplify(v);
}
