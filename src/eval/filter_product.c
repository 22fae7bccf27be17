/*
 * Matrix products.  |fl(AB) - AB| <= ((1 + u)^k - 1) |A||B| whatever the order
 * of the additions, with or without fused operations; then the error of row i
 * is no longer than k u |A_i| |B|, by Cauchy-Schwarz.
 * docs/error-analysis.md#filter-products
 */
#include "eval/filter_vector.h"

#if FILTER_WIDTH == 1
#include "eval/blas.h"
#include "eval/filter_stream.h"
#include "eval/filter_transpose.h"

#endif

/*
 * out (rows x cols) = a (rows x inner) times b (inner x cols); a factor that is
 * transposed lies there as it was.
 */
struct factors {
    double *restrict out;
    const double *restrict a, *restrict b;
    size_t rows, inner, cols;
    bool left, right; /* that factor is transposed */
    double scale;     /* of the result */
};

#if FILTER_WIDTH == 1

/*
 * A line is the same as a row and as a column, so a product with one needs no
 * transpose: x B' is (B x')', and A' y is (y' A)'.
 */
static void turn_lines(struct factors *f)
{
    const struct factors g = *f;
    f->left = g.left && g.rows != 1;
    f->right = g.right && g.cols != 1;
    if ((g.rows == 1 && f->right) || (g.cols == 1 && f->left)) {
        f->a = g.b;
        f->b = g.a;
        f->rows = g.cols;
        f->cols = g.rows;
        f->left = f->right = false;
    }
}

#ifdef FILTER_HAS_VECTORS

/*
 * BLOCKS(name, V): rows of the result in blocks as wide as the vector type V,
 * four rows at a time, in registers while the factors are walked.
 */
#define BLOCKS(name, V)                                                        \
    static inline void name##_four(const struct factors *f, size_t i,          \
                                   size_t j)                                   \
    {                                                                          \
        const size_t inner = f->inner, cols = f->cols;                         \
        const double *x = f->a + i * inner, *y = x + inner;                    \
        const double *z = y + inner, *t = z + inner, *b = f->b + j;            \
        double *o = f->out + i * cols + j;                                     \
        V p = {0}, q = {0}, r = {0}, s = {0};                                  \
        for (size_t k = 0; k < inner; k++, b += cols) {                        \
            const V c = *(const V *)b;                                         \
            p += x[k] * c;                                                     \
            q += y[k] * c;                                                     \
            r += z[k] * c;                                                     \
            s += t[k] * c;                                                     \
        }                                                                      \
        *(V *)o = p * f->scale;                                                \
        *(V *)(o + cols) = q * f->scale;                                       \
        *(V *)(o + 2 * cols) = r * f->scale;                                   \
        *(V *)(o + 3 * cols) = s * f->scale;                                   \
    }                                                                          \
    static inline void name##_one(const struct factors *f, size_t i, size_t j) \
    {                                                                          \
        const double *x = f->a + i * f->inner, *b = f->b + j;                  \
        V p = {0}, q = {0};                                                    \
        size_t k = 0;                                                          \
        for (; k + 2 <= f->inner; k += 2, b += 2 * f->cols) {                  \
            p += x[k] * *(const V *)b;                                         \
            q += x[k + 1] * *(const V *)(b + f->cols);                         \
        }                                                                      \
        if (k < f->inner)                                                      \
            p += x[k] * *(const V *)b;                                         \
        *(V *)(f->out + i * f->cols + j) = (p + q) * f->scale;                 \
    }                                                                          \
    static void name(const struct factors *f, size_t j)                        \
    {                                                                          \
        size_t i = 0;                                                          \
        for (; i + 4 <= f->rows; i += 4)                                       \
            name##_four(f, i, j);                                              \
        for (; i < f->rows; i++)                                               \
            name##_one(f, i, j);                                               \
    }

BLOCKS(by_vector, filter_vec)
#if FILTER_NATIVE > 4
BLOCKS(by_four, filter_four)
#endif

#endif

static void by_one(const struct factors *f, size_t j)
{
    for (size_t i = 0; i < f->rows; i++) {
        const double *x = f->a + i * f->inner;
        double sum = 0;
        for (size_t k = 0; k < f->inner; k++)
            sum += x[k] * f->b[k * f->cols + j];
        f->out[i * f->cols + j] = sum * f->scale;
    }
}

STREAM(stream_products, TIMES)

/* A row by a large matrix. */
static void multiply_row(const struct factors *f)
{
    stream_products(f->out, f->a, f->b, f->inner, f->cols);
    for (size_t j = 0; f->scale != 1 && j < f->cols; j++)
        f->out[j] *= f->scale;
}

static void multiply(const struct factors *f)
{
    size_t j = 0;
    if (f->rows == 1 && f->inner * f->cols >= FILTER_STREAM) {
        multiply_row(f);
        return;
    }
#ifdef FILTER_HAS_VECTORS
    for (; j + FILTER_VECTOR <= f->cols; j += FILTER_VECTOR)
        by_vector(f, j);
#if FILTER_NATIVE > 4
    if (j + 4 <= f->cols) {
        by_four(f, j);
        j += 4;
    }
#endif
#endif
    for (; j < f->cols; j++)
        by_one(f, j);
}

/* By a column: the dot products of the rows with it. */
static void multiply_column(const struct factors *f)
{
    filter_fours *const fours = FOURS(products);
    size_t i = 0;
    if (fours && suits_fours(f->inner))
        for (; i + 4 <= f->rows; i += 4)
            fours(f->out + i, f->a + i * f->inner, f->b, f->inner);
    for (; i < f->rows; i++) {
        const double *x = f->a + i * f->inner;
#define PRODUCT(V, S, k) (AT(V, x + (k)) * AT(V, f->b + (k)))
        GATHER(f->out + i, f->inner, 0, PLUS, PRODUCT)
#undef PRODUCT
    }
    for (i = 0; f->scale != 1 && i < f->rows; i++)
        f->out[i] *= f->scale;
}

static bool is_large(const struct factors *f)
{
    return f->rows > 1 && f->cols > 1 &&
           f->rows * f->inner * f->cols > FILTER_SMALL_PRODUCT;
}

static void multiply_large(const struct factors *f)
{
    blas_product(f->out, f->scale, (struct blas_factor){f->a, f->left},
                 (struct blas_factor){f->b, f->right}, f->rows, f->inner,
                 f->cols);
}

static void product_of(struct factors f, double *work)
{
    turn_lines(&f);
    if (is_large(&f)) {
        multiply_large(&f);
        return;
    }
    if (f.left) {
        transpose_into(work, f.a, f.rows, f.inner);
        f.a = work;
        work += f.rows * f.inner;
    }
    if (f.right) {
        transpose_into(work, f.b, f.inner, f.cols);
        f.b = work;
    }
    if (f.cols == 1)
        multiply_column(&f);
    else
        multiply(&f);
}

#else

/* Where the entries of the factors are: a transposed one is read as it lies. */
struct walk {
    double *restrict out;
    const double *restrict a, *restrict b;
    size_t inner, cols;
    size_t ai, ak, bk, bj; /* from a row or column to the next, in doubles */
    double scale;
};

static inline void store_four(double *o, const struct walk *w, filter_vec p,
                              filter_vec q, filter_vec r, filter_vec s)
{
    *(filter_vec *)o = p * w->scale;
    *(filter_vec *)(o + W) = q * w->scale;
    *(filter_vec *)(o + 2 * W) = r * w->scale;
    *(filter_vec *)(o + 3 * W) = s * w->scale;
}

#if defined(__AVX512F__) && defined(FILTER_HAS_VECTORS)

/* As many registers as that has AVX-512 alone. */
static void block_4x4(const struct walk *w, size_t i, size_t j)
{
    const size_t ai = w->ai, bj = w->bj;
    const double *a = w->a + i * ai, *b = w->b + j * bj;
    double *out = w->out + (i * w->cols + j) * W;
    filter_vec p0 = {0}, q0 = {0}, r0 = {0}, s0 = {0};
    filter_vec p1 = {0}, q1 = {0}, r1 = {0}, s1 = {0};
    filter_vec p2 = {0}, q2 = {0}, r2 = {0}, s2 = {0};
    filter_vec p3 = {0}, q3 = {0}, r3 = {0}, s3 = {0};
    for (size_t k = 0; k < w->inner; k++, a += w->ak, b += w->bk) {
        const filter_vec x = LOAD(b), y = LOAD(b + bj);
        const filter_vec z = LOAD(b + 2 * bj), t = LOAD(b + 3 * bj);
        filter_vec c = LOAD(a);
        p0 += c * x, q0 += c * y, r0 += c * z, s0 += c * t;
        c = LOAD(a + ai);
        p1 += c * x, q1 += c * y, r1 += c * z, s1 += c * t;
        c = LOAD(a + 2 * ai);
        p2 += c * x, q2 += c * y, r2 += c * z, s2 += c * t;
        c = LOAD(a + 3 * ai);
        p3 += c * x, q3 += c * y, r3 += c * z, s3 += c * t;
    }
    store_four(out, w, p0, q0, r0, s0);
    store_four(out + w->cols * W, w, p1, q1, r1, s1);
    store_four(out + 2 * w->cols * W, w, p2, q2, r2, s2);
    store_four(out + 3 * w->cols * W, w, p3, q3, r3, s3);
}

#else

/* The 2 x 4 block of the result at (i, j), in registers. */
static void block_2x4(const struct walk *w, size_t i, size_t j)
{
    const size_t ak = w->ak, bk = w->bk;
    for (size_t l = 0; l < W; l += FILTER_VECTOR) {
        const double *a = w->a + i * w->ai + l, *c = a + w->ai;
        const double *x = w->b + j * w->bj + l, *y = x + w->bj;
        const double *z = y + w->bj, *t = z + w->bj;
        filter_vec p = {0}, q = {0}, r = {0}, s = {0};
        filter_vec e = {0}, f = {0}, g = {0}, h = {0};
        for (size_t k = 0; k < w->inner; k++) {
            const filter_vec d = LOAD(a + k * ak), v = LOAD(c + k * ak);
            p += d * LOAD(x + k * bk);
            q += d * LOAD(y + k * bk);
            r += d * LOAD(z + k * bk);
            s += d * LOAD(t + k * bk);
            e += v * LOAD(x + k * bk);
            f += v * LOAD(y + k * bk);
            g += v * LOAD(z + k * bk);
            h += v * LOAD(t + k * bk);
        }
        double *m = w->out + (i * w->cols + j) * W + l, *n = m + w->cols * W;
        store_four(m, w, p, q, r, s);
        store_four(n, w, e, f, g, h);
    }
}

static void block_4x4(const struct walk *w, size_t i, size_t j)
{
    block_2x4(w, i, j);
    block_2x4(w, i + 2, j);
}

#endif

static void block_1x4(const struct walk *w, size_t i, size_t j)
{
    for (size_t l = 0; l < W; l += FILTER_VECTOR) {
        const double *a = w->a + i * w->ai + l;
        const double *x = w->b + j * w->bj + l, *y = x + w->bj;
        const double *z = y + w->bj, *t = z + w->bj;
        filter_vec p = {0}, q = {0}, r = {0}, s = {0};
        for (size_t k = 0; k < w->inner; k++) {
            const filter_vec d = LOAD(a + k * w->ak);
            p += d * LOAD(x + k * w->bk);
            q += d * LOAD(y + k * w->bk);
            r += d * LOAD(z + k * w->bk);
            s += d * LOAD(t + k * w->bk);
        }
        store_four(w->out + (i * w->cols + j) * W + l, w, p, q, r, s);
    }
}

static void entry_of(const struct walk *w, size_t i, size_t j)
{
    for (size_t l = 0; l < W; l += FILTER_VECTOR) {
        const double *a = w->a + i * w->ai + l, *x = w->b + j * w->bj + l;
        filter_vec p = {0};
        for (size_t k = 0; k < w->inner; k++)
            p += LOAD(a + k * w->ak) * LOAD(x + k * w->bk);
        *(filter_vec *)(w->out + (i * w->cols + j) * W + l) = p * w->scale;
    }
}

typedef void block_fn(const struct walk *w, size_t i, size_t j);

/* `rows` rows of the result, four columns at a time. */
static inline void rows_of(const struct walk *w, size_t i, block_fn *block,
                           size_t rows)
{
    size_t j = 0;
    for (; j + 4 <= w->cols; j += 4)
        block(w, i, j);
    for (; j < w->cols; j++)
        for (size_t r = 0; r < rows; r++)
            entry_of(w, i + r, j);
}

static void product_of(struct factors f, double *work)
{
    const struct walk w = {.out = f.out,
                           .a = f.a,
                           .b = f.b,
                           .inner = f.inner,
                           .cols = f.cols,
                           .scale = f.scale,
                           .ai = f.left ? W : f.inner * W,
                           .ak = f.left ? f.rows * W : W,
                           .bk = f.right ? W : f.cols * W,
                           .bj = f.right ? f.inner * W : W};
    (void)work;
    size_t i = 0;
    for (; i + 4 <= f.rows; i += 4)
        rows_of(&w, i, block_4x4, 4);
    for (; i < f.rows; i++)
        rows_of(&w, i, block_1x4, 1);
}

#endif

/*
 * (A + p)(B + q) - AB = p(B + q) + Aq, by rows; rounding is in the bound of
 * the product, underflow in FILTER_ETA.  Times a scale, all this is as much
 * larger; the scale's own error and one more rounding are relative to the
 * result.
 */
void FILTER_OP(product)(const struct filter_step *s)
{
    const struct filter_value *a = s->a, *b = s->b;
    const size_t inner = s->left ? a->rows : a->cols;
    const double eps = (double)(inner + 1) * FILTER_U, scale = fabs(s->scale);
    double size[W], off[W];
    product_of((struct factors){.out = s->out->own,
                                .a = a->mid,
                                .b = b->mid,
                                .rows = s->out->rows,
                                .inner = inner,
                                .cols = s->out->cols,
                                .left = s->left,
                                .right = s->right,
                                .scale = s->scale},
               s->work);
    for (size_t l = 0; l < W; l++) {
        size[l] = b->normf[l] + b->radf[l];
        off[l] = b->radf[l] + eps * b->normf[l];
    }
    /* a column of A is no longer than all of A */
    const double *rad = s->left ? a->radf : a->rad;
    const double *norm = s->left ? a->normf : a->norm;
    for (size_t i = 0; i < s->out->parts; i++) {
        const size_t at = s->left ? 0 : bound_at(a, i, 0);
        for (size_t l = 0; l < W; l++) {
            const double r = rad[at + l], n = norm[at + l];
            s->out->rad[i * W + l] =
                scale * (r * size[l] + n * off[l]) + eta_if(n + r, size[l]);
        }
    }
    settle(s->out, s->scale_error);
}
