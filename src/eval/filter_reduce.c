/*
 * Sums, means, extremes and norms.  docs/error-analysis.md#filter-reductions
 */
#include "eval/filter_stream.h"
#include "eval/filter_vector.h"

STREAM(stream_sums, SELF)
STREAM(stream_moduli, MODULUS)

/* ---- the whole matrix: a scalar whose radius is filled in here ---- */

static size_t entries_of(const struct filter_value *a)
{
    return (size_t)a->rows * a->cols;
}

static void finish_scalar(const struct filter_step *s, const double *rad,
                          double eps)
{
    memcpy(s->out->rad, rad, W * sizeof *rad);
    settle_scalar(s->out, eps);
}

/*
 * |sum of errors| <= sum over rows of sqrt(cols) rad; the additions lose at
 * most count u times the sum of moduli, which the norms bound likewise.
 */
static void sum_bound(double *rad, const struct filter_value *a)
{
    const double root = sqrt((double)a->cols);
    const double count = (double)entries_of(a) * FILTER_U;
    double rads[W], norms[W];
    sum_over_rows(rads, a->rad, a);
    sum_over_rows(norms, a->norm, a);
    for (size_t l = 0; l < W; l++)
        rad[l] = root * (rads[l] + count * norms[l]) +
                 (norms[l] > 0 ? FILTER_ETA : 0);
}

void FILTER_OP(sum)(const struct filter_step *s)
{
    double rad[W];
    sum_bound(rad, s->a);
    line_sum(s->out->own, s->a->mid, entries_of(s->a));
    finish_scalar(s, rad, 0);
}

void FILTER_OP(mean)(const struct filter_step *s)
{
    const double count = (double)entries_of(s->a);
    double rad[W];
    sum_bound(rad, s->a);
    line_sum(s->out->own, s->a->mid, entries_of(s->a));
    for (size_t l = 0; l < W; l++) {
        s->out->own[l] /= count;
        rad[l] = rad[l] / count + (rad[l] > 0 ? FILTER_ETA : 0);
    }
    finish_scalar(s, rad, FILTER_U);
}

void FILTER_OP(trace)(const struct filter_step *s)
{
    const size_t n = s->a->rows;
    double rad[W], norms[W];
    memset(s->out->own, 0, W * sizeof(double));
    for (size_t i = 0; i < n; i++) {
        for (size_t l = 0; l < W; l++)
            s->out->own[l] += s->a->mid[i * (n + 1) * W + l];
    }
    sum_over_rows(rad, s->a->rad, s->a);
    sum_over_rows(norms, s->a->norm, s->a);
    for (size_t l = 0; l < W; l++)
        rad[l] +=
            (double)n * FILTER_U * norms[l] + (norms[l] > 0 ? FILTER_ETA : 0);
    finish_scalar(s, rad, 0);
}

void FILTER_OP(max)(const struct filter_step *s)
{
    double rad[W];
    line_max(rad, s->a->rad, s->a->parts);
    line_max(s->out->own, s->a->mid, entries_of(s->a));
    finish_scalar(s, rad, 0);
}

void FILTER_OP(min)(const struct filter_step *s)
{
    double rad[W];
    line_max(rad, s->a->rad, s->a->parts);
    line_min(s->out->own, s->a->mid, entries_of(s->a));
    finish_scalar(s, rad, 0);
}

void FILTER_OP(normmax)(const struct filter_step *s)
{
    double rad[W];
    line_max(rad, s->a->rad, s->a->parts);
    line_abs_max(s->out->own, s->a->mid, entries_of(s->a));
    finish_scalar(s, rad, 0);
}

/* ---- norms by columns and rows ---- */

/* The largest absolute column sum, as a double; work: cols. */
static void largest_column(double *out, const struct filter_step *s)
{
    const size_t n = s->a->cols * W, end = s->a->rows * n;
    const double *x = s->a->mid;
    double *sums = s->work;
    if (end >= FILTER_STREAM) {
        stream_moduli(sums, NULL, x, s->a->rows, n);
        line_max(out, sums, s->a->cols);
        return;
    }
#define ADD_COLUMN(V, S)                                                       \
    {                                                                          \
        V all = ABS##S(*(const V *)(x + k));                                   \
        for (size_t i = n + k; i < end; i += n)                                \
            all += ABS##S(*(const V *)(x + i));                                \
        *(V *)(sums + k) = all;                                                \
    }
    WALK(n, ADD_COLUMN)
#undef ADD_COLUMN
    line_max(out, sums, s->a->cols);
}

static void largest_row(double *out, const struct filter_value *a)
{
    filter_fours *const fours = FOURS(abs_sums);
    double sum[W > 4 ? W : 4];
    size_t i = 0;
    for (size_t l = 0; l < W; l++)
        out[l] = 0;
    if (fours && suits_fours(a->cols)) {
        for (; i + 4 <= a->rows; i += 4) {
            const double *x = a->mid + i * a->cols;
            fours(sum, x, x, a->cols);
            for (size_t k = 0; k < 4; k++)
                *out = larger_of(sum[k], *out);
        }
    }
    for (; i < a->rows; i++) {
        line_abs_sum(sum, a->mid + i * a->cols * W, a->cols);
        for (size_t l = 0; l < W; l++)
            out[l] = larger_of(sum[l], out[l]);
    }
}

#if FILTER_WIDTH == 1 && defined(FILTER_HAS_VECTORS) && FILTER_NATIVE > 2

/* Both of four columns by a multiple of four rows; false: it is not such. */
static inline bool largest_of_four(double *column, double *row,
                                   const struct filter_value *a)
{
    const size_t end = (size_t)a->rows * 4;
    filter_four sums = {0}, most = {0};
    double by_row[4];
    if (a->cols != 4 || a->rows % 4 != 0)
        return false;
    for (size_t k = 0; k < end; k += 16) {
        const double *x = a->mid + k;
        sums += (ABS4(AT(filter_four, x)) + ABS4(AT(filter_four, x + 4))) +
                (ABS4(AT(filter_four, x + 8)) + ABS4(AT(filter_four, x + 12)));
        four_abs_sums(by_row, x, x, 4);
        most = LARGER4(AT(filter_four, by_row), most);
    }
    *column = LARGER1(LARGER1(sums[0], sums[2]), LARGER1(sums[1], sums[3]));
    *row = LARGER1(LARGER1(most[0], most[2]), LARGER1(most[1], most[3]));
    return true;
}

#else

static inline bool largest_of_four(double *column, double *row,
                                   const struct filter_value *a)
{
    (void)column, (void)row, (void)a;
    return false;
}

#endif

static void column_radius(double *rad, const double *mid,
                          const struct filter_value *a)
{
    sum_over_rows(rad, a->rad, a);
    for (size_t l = 0; l < W; l++)
        rad[l] += (double)a->rows * FILTER_U * mid[l];
}

static void row_radius(double *rad, const double *mid,
                       const struct filter_value *a)
{
    const double root = sqrt((double)a->cols);
    line_max(rad, a->rad, a->parts);
    for (size_t l = 0; l < W; l++)
        rad[l] = root * rad[l] + (double)a->cols * FILTER_U * mid[l];
}

void FILTER_OP(norm1)(const struct filter_step *s)
{
    double rad[W];
    largest_column(s->out->own, s);
    column_radius(rad, s->out->own, s->a);
    finish_scalar(s, rad, 0);
}

void FILTER_OP(norminf)(const struct filter_step *s)
{
    double rad[W];
    largest_row(s->out->own, s->a);
    row_radius(rad, s->out->own, s->a);
    finish_scalar(s, rad, 0);
}

/*
 * A bound of |sqrt(x + p) - root| for |p| <= rad, x >= 0, x + p >= 0, root that
 * of x: |p| / (sqrt(x + p) + sqrt(x)), and at most sqrt(|p|).
 */
static inline double root_bound(double root, double x, double rad)
{
    const double bound = rad > x ? sqrt(rad) : rad / root;
    return rad > 0 ? bound : 0;
}

/* sqrt(norm1) sqrt(norminf): in range where their product is not. */
void FILTER_OP(norm1inf)(const struct filter_step *s)
{
    double column[W], row[W], rad[W], other[W];
    if (!largest_of_four(column, row, s->a)) {
        largest_column(column, s);
        largest_row(row, s->a);
    }
    column_radius(rad, column, s->a);
    row_radius(other, row, s->a);
    for (size_t l = 0; l < W; l++) {
        const double x = sqrt(column[l]), y = sqrt(row[l]);
        const double p = root_bound(x, column[l], rad[l] * FILTER_GROW);
        const double q = root_bound(y, row[l], other[l] * FILTER_GROW);
        s->out->own[l] = x * y;
        rad[l] = p * (y + q) * FILTER_GROW + x * q * FILTER_GROW +
                 eta_if(x + p, y + q);
    }
    finish_scalar(s, rad, 4 * FILTER_U);
}

/* ---- Euclidean lengths ---- */

/*
 * The length of one lane's line where squares are out of range: scaled by a
 * power of two that brings the largest entry near 1.
 */
static double length_of(const double *x, size_t count)
{
    double most = 0, sum = 0;
    int exponent;
    for (size_t k = 0; k < count; k++)
        most = larger_of(fabs(x[k * W]), most);
    if (most == 0 || !(most <= FILTER_HUGE))
        return most;
    (void)frexp(most, &exponent);
    for (size_t k = 0; k < count; k++) {
        const double t = ldexp(x[k * W], -exponent);
        sum += t * t;
    }
    return ldexp(sqrt(sum), exponent);
}

/*
 * Lengths of a line up to (count / 2 + 2) u, relatively, and up to 2^-1000:
 * the squares are in range, or scaled so that the largest is.
 */
static void lengths(double *out, const double *x, size_t count)
{
    line_squares(out, x, count);
    for (size_t l = 0; l < W; l++) {
        if (out[l] >= 0x1p-800 && out[l] <= 0x1p919)
            out[l] = sqrt(out[l]);
        else
            out[l] = length_of(x + l, count);
    }
}

void FILTER_OP(normfro)(const struct filter_step *s)
{
    const size_t count = entries_of(s->a);
    double rad[W];
    lengths(s->out->own, s->a->mid, count);
    for (size_t l = 0; l < W; l++)
        rad[l] = s->a->radf[l] + (s->out->own[l] > 0 ? FILTER_ETA : 0);
    finish_scalar(s, rad, ((double)count / 2 + 4) * FILTER_U);
}

void FILTER_OP(rownorm2)(const struct filter_step *s)
{
    const size_t cols = s->a->cols;
    for (size_t i = 0; i < s->out->rows; i++)
        lengths(s->out->own + i * W, s->a->mid + i * cols * W, cols);
    for (size_t k = 0; k < s->out->parts * W; k++)
        s->out->rad[k] = s->a->rad[k] + (s->a->norm[k] > 0 ? FILTER_ETA : 0);
    settle(s->out, ((double)cols / 2 + 4) * FILTER_U);
}

/* The largest distance of two rows; work: cols. */
void FILTER_OP(diameter)(const struct filter_step *s)
{
    const size_t cols = s->a->cols, n = cols * W;
    double rad[W], length[W];
    line_max(rad, s->a->rad, s->a->parts);
    memset(s->out->own, 0, W * sizeof(double));
    for (size_t i = 0; i < s->a->rows; i++) {
        for (size_t j = 0; j < i; j++) {
            const double *x = s->a->mid + i * n, *y = s->a->mid + j * n;
            for (size_t k = 0; k < n; k++)
                s->work[k] = x[k] - y[k];
            lengths(length, s->work, cols);
            for (size_t l = 0; l < W; l++)
                s->out->own[l] = larger_of(length[l], s->out->own[l]);
        }
    }
    for (size_t l = 0; l < W; l++)
        rad[l] = s->a->rows == 1
                     ? (rad[l] < INFINITY ? 0 : INFINITY)
                     : 2 * rad[l] + (s->out->own[l] > 0 ? FILTER_ETA : 0);
    finish_scalar(s, rad, ((double)cols / 2 + 6) * FILTER_U);
}

/* ---- by rows and columns ---- */

typedef void line_fn(double *out, const double *x, size_t count);

/* `fours` does four rows at once, where there is such a thing. */
static inline void by_rows(const struct filter_step *s, line_fn *line,
                           filter_fours *fours)
{
    const size_t cols = s->a->cols;
    const double *x = s->a->mid;
    size_t i = 0;
    if (fours && suits_fours(cols))
        for (; i + 4 <= s->out->rows; i += 4)
            fours(s->out->own + i, x + i * cols, x, cols);
    for (; i < s->out->rows; i++)
        line(s->out->own + i * W, x + i * cols * W, cols);
}

/* The additions of a row lose at most cols u sqrt(cols) norm. */
static void row_sums(const struct filter_step *s)
{
    const double cols = (double)s->a->cols, root = sqrt(cols);
    by_rows(s, line_sum, FOURS(sums));
    for (size_t k = 0; k < s->out->parts * W; k++) {
        const double n = s->a->norm[k];
        s->out->rad[k] = root * (s->a->rad[k] + cols * FILTER_U * n) +
                         (n > 0 ? FILTER_ETA : 0);
    }
}

void FILTER_OP(rowsum)(const struct filter_step *s)
{
    row_sums(s);
    settle(s->out, 0);
}

void FILTER_OP(rowmean)(const struct filter_step *s)
{
    const double cols = (double)s->a->cols;
    row_sums(s);
    for (size_t k = 0; k < s->out->rows * W; k++)
        s->out->own[k] /= cols;
    for (size_t k = 0; k < s->out->parts * W; k++) {
        const double r = s->out->rad[k];
        s->out->rad[k] = r / cols + (r > 0 ? FILTER_ETA : 0);
    }
    settle(s->out, FILTER_U);
}

void FILTER_OP(rowmax)(const struct filter_step *s)
{
    by_rows(s, line_max, FOURS(maxima));
    memcpy(s->out->rad, s->a->rad, s->out->parts * W * sizeof(double));
    settle(s->out, 0);
}

void FILTER_OP(rowmin)(const struct filter_step *s)
{
    by_rows(s, line_min, FOURS(minima));
    memcpy(s->out->rad, s->a->rad, s->out->parts * W * sizeof(double));
    settle(s->out, 0);
}

/* The row of column sums: the sum of the rows. */
static inline void add_rows(double *restrict o, const double *x, size_t rows,
                            size_t n)
{
    const size_t end = rows * n;
    if (end >= FILTER_STREAM) {
        stream_sums(o, NULL, x, rows, n);
        return;
    }
#define ADD_COLUMN(V, S)                                                       \
    {                                                                          \
        V all = *(const V *)(x + k);                                           \
        for (size_t i = n + k; i < end; i += n)                                \
            all += *(const V *)(x + i);                                        \
        *(V *)(o + k) = all;                                                   \
    }
    WALK(n, ADD_COLUMN)
#undef ADD_COLUMN
}

static void column_sums(const struct filter_step *s)
{
    const size_t rows = s->a->rows;
    double rads[W], norms[W];
    add_rows(s->out->own, s->a->mid, rows, s->a->cols * W);
    sum_over_rows(rads, s->a->rad, s->a);
    sum_over_rows(norms, s->a->norm, s->a);
    for (size_t l = 0; l < W; l++)
        s->out->rad[l] = rads[l] + (double)rows * FILTER_U * norms[l] +
                         (norms[l] > 0 ? FILTER_ETA : 0);
}

void FILTER_OP(colsum)(const struct filter_step *s)
{
    column_sums(s);
    settle(s->out, 0);
}

void FILTER_OP(colmean)(const struct filter_step *s)
{
    const double rows = (double)s->a->rows;
    column_sums(s);
    for (size_t k = 0; k < s->a->cols * W; k++)
        s->out->own[k] /= rows;
    for (size_t l = 0; l < W; l++) {
        const double r = s->out->rad[l];
        s->out->rad[l] = r / rows + (r > 0 ? FILTER_ETA : 0);
    }
    settle(s->out, FILTER_U);
}

/* No column's largest entry is off by more than its error anywhere. */
void FILTER_OP(colmax)(const struct filter_step *s)
{
    const size_t n = s->a->cols * W;
    double *restrict o = s->out->own;
    memcpy(o, s->a->mid, n * sizeof *o);
    for (size_t i = 1; i < s->a->rows; i++) {
        for (size_t k = 0; k < n; k++)
            o[k] = larger_of(s->a->mid[i * n + k], o[k]);
    }
    memcpy(s->out->rad, s->a->radf, W * sizeof(double));
    settle(s->out, 0);
}

void FILTER_OP(colmin)(const struct filter_step *s)
{
    const size_t n = s->a->cols * W;
    double *restrict o = s->out->own;
    memcpy(o, s->a->mid, n * sizeof *o);
    for (size_t i = 1; i < s->a->rows; i++) {
        for (size_t k = 0; k < n; k++)
            o[k] = smaller_of(s->a->mid[i * n + k], o[k]);
    }
    memcpy(s->out->rad, s->a->radf, W * sizeof(double));
    settle(s->out, 0);
}
