/*
 * Products of lines of four entries by a 4 x 4 matrix, where to find out what
 * to do takes as long as doing it.  docs/error-analysis.md#filter-products
 */
#include "eval/filter_vector.h"

#if FILTER_WIDTH == 1

#include "eval/filter_transpose.h"

/* The lines and the sum of their squares. */
#if defined(FILTER_HAS_VECTORS) && FILTER_NATIVE > 2

static inline double multiply_lines(const struct filter_step *s, size_t end)
{
    double turned[16];
    const double *y = s->b->mid;
    filter_four squares = {0};
    if (s->right) {
        transpose_block(turned, 4, y, 4);
        y = turned;
    }
    const filter_four p = AT(filter_four, y), q = AT(filter_four, y + 4);
    const filter_four r = AT(filter_four, y + 8), t = AT(filter_four, y + 12);
    for (size_t k = 0; k < end; k += 4) {
        const double *x = s->a->mid + k;
        const filter_four z = (x[0] * p + x[1] * q) + (x[2] * r + x[3] * t);
        const filter_four o = z * s->scale;
        *(filter_four *)(s->out->own + k) = o;
        squares += o * o;
    }
    return (squares[0] + squares[2]) + (squares[1] + squares[3]);
}

#else

static double multiply_lines(const struct filter_step *s, size_t end)
{
    const size_t row = s->right ? 1 : 4, col = s->right ? 4 : 1;
    double squares = 0;
    for (size_t k = 0; k < end; k++) {
        const double *x = s->a->mid + k / 4 * 4;
        const double *y = s->b->mid + k % 4 * col;
        const double z = (x[0] * y[0] + x[1] * y[row]) +
                         (x[2] * y[2 * row] + x[3] * y[3 * row]);
        s->out->own[k] = z * s->scale;
        squares += s->out->own[k] * s->out->own[k];
    }
    return squares;
}

#endif

/*
 * The same of lines of four entries by a 4 x 4 matrix, with one bound for the
 * whole: what takes longest at that size is to find out what to do.
 */
void FILTER_OP(product_four)(const struct filter_step *s)
{
    const struct filter_value *a = s->a, *b = s->b, *out = s->out;
    const size_t end = (size_t)out->rows * out->cols;
    const double eps = 5 * FILTER_U, scale = fabs(s->scale);
    const double squares = multiply_lines(s, end);
    const double ra = a->rad[0], na = a->norm[0];
    const double size = b->norm[0] + b->rad[0];
    const double off = b->rad[0] + eps * b->norm[0];
    roots_of_squares(out->norm, &squares, out->mid, end);
    out->rad[0] = raised(scale * (ra * size + na * off) + eta_if(na + ra, size),
                         s->scale_error, out->norm[0]);
}

#else

/* Lanes gain nothing by it; it is never chosen for them. */
void FILTER_OP(product_four)(const struct filter_step *s)
{
    FILTER_OP(product)(s);
}

#endif
