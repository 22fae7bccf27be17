#include "case/orthogonal.h"

#include "case/rounding.h"

enum { MOST_BITS = 5, MOST_EXPONENT = 20 };

/* [I + A | I - A], A the skew part below the diagonal of x. */
static void set_system(struct rmatrix *m, const double *x, size_t stride)
{
    for (size_t i = 0; i < m->rows; i++) {
        for (size_t j = 0; j < m->rows; j++) {
            double a = i > j   ? x[i * stride + j]
                       : i < j ? -x[j * stride + i]
                               : 0;
            double one = i == j;
            rational_set_double(rmatrix_at(m, i, j), one + a);
            rational_set_double(rmatrix_at(m, i, m->rows + j), one - a);
        }
    }
}

/*
 * The block of `out` at `first` from that of x; both n-square in `stride`.  By
 * Gauss and Jordan without a search for pivots: every leading block of I + A is
 * of the same kind, hence regular.
 */
static void transform_block(rational_t *out, const double *x, size_t stride,
                            size_t n)
{
    LOCAL(rmatrix_clear) struct rmatrix m;
    rmatrix_init(&m, n, 2 * n);
    set_system(&m, x, stride);
    for (size_t k = 0; k < n; k++)
        rmatrix_clear_column(&m, k, k, 0);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            mpq_div(out[i * stride + j].q, rmatrix_at(&m, i, n + j)->q,
                    rmatrix_at(&m, i, i)->q);
}

void orthogonal_map(struct value *v)
{
    orthogonal_map_bits(v, MOST_BITS);
}

void orthogonal_map_bits(struct value *v, int bits)
{
    ENSURE(v->rows == v->cols, "orthogonal_map: square");
    size_t n = v->rows;
    LOCAL_MADE(value, x);
    value_copy(&x, v);
    rounding_to_bits(&x, bits, MOST_EXPONENT);
    value_set_rationals(v, n, n);
    for (size_t k = 0; k < n; k += ORTHOGONAL_BLOCK) {
        size_t size = n - k < ORTHOGONAL_BLOCK ? n - k : ORTHOGONAL_BLOCK;
        transform_block(v->rationals + k * n + k, x.doubles + k * n + k, n,
                        size);
    }
    value_simplify(v);
}

static void swap_rows(struct value *v, size_t i, size_t j)
{
    for (size_t k = 0; k < v->cols && i != j; k++) {
        if (v->kind == VALUE_DOUBLES) {
            double *x = v->doubles, t = x[i * v->cols + k];
            x[i * v->cols + k] = x[j * v->cols + k];
            x[j * v->cols + k] = t;
        } else {
            mpq_swap(v->rationals[i * v->cols + k].q,
                     v->rationals[j * v->cols + k].q);
        }
    }
}

void orthogonal_permute(struct value *v, struct rng *rng)
{
    for (size_t i = v->rows; i-- > 0;)
        swap_rows(v, i, (size_t)rng_below(rng, i + 1));
}

void orthogonal_shuffle(struct value *v, struct rng *rng)
{
    for (size_t i = v->rows; i-- > 0;) {
        swap_rows(v, i, (size_t)rng_below(rng, i + 1));
        if (rng_word(rng) >> 63)
            continue;
        for (size_t k = i * v->cols; k < (i + 1) * v->cols; k++) {
            if (v->kind == VALUE_DOUBLES)
                v->doubles[k] = -v->doubles[k] + 0.0;
            else
                mpq_neg(v->rationals[k].q, v->rationals[k].q);
        }
    }
}
