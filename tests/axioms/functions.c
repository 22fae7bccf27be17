#include "functions.h"

#include "base/status.h"
#include "core/function.h"
#include "line.h"
#include "residual.h"
#include "special.h"

/* Entry by entry. */

static struct real relu(struct work *w, struct real a)
{
    return real_max(w, a, real_int(w, 0));
}

static struct real sign(struct work *w, struct real a)
{
    return real_int(w, real_sign_of(w, a));
}

/* Of a whole matrix. */

static struct real norm1(struct work *w, struct matrix a)
{
    struct real out = real_int(w, 0);

    for (size_t j = 0; j < a.cols; j++)
        out = real_max(w, out, line_norm1(w, line_column(a, j)));
    return out;
}

static struct real norminf(struct work *w, struct matrix a)
{
    struct real out = real_int(w, 0);

    for (size_t i = 0; i < a.rows; i++)
        out = real_max(w, out, line_norm1(w, line_row(a, i)));
    return out;
}

static struct real norm1inf(struct work *w, struct matrix a)
{
    return real_sqrt(w, real_mul(w, norm1(w, a), norminf(w, a)));
}

static size_t lesser(struct matrix a)
{
    return a.rows < a.cols ? a.rows : a.cols;
}

static struct real norm2(struct work *w, struct matrix a)
{
    struct real out = real_int(w, 0), *s = matrix_singular_values(w, a);

    for (size_t i = 0; i < lesser(a); i++)
        out = real_max(w, out, s[i]);
    return out;
}

static struct real normnuc(struct work *w, struct matrix a)
{
    struct real out = real_int(w, 0), *s = matrix_singular_values(w, a);

    for (size_t i = 0; i < lesser(a); i++)
        out = real_add(w, out, s[i]);
    return out;
}

static struct real trace(struct work *w, struct matrix a)
{
    struct real out = real_int(w, 0);

    for (size_t i = 0; i < a.rows; i++)
        out = real_add(w, out, *matrix_at(a, i, i));
    return out;
}

static struct real rank(struct work *w, struct matrix a)
{
    return real_int(w, (long)matrix_rank(w, a));
}

static struct real eigenvalue(struct work *w, struct matrix a, bool last)
{
    if (matrix_is_symmetric(a, w) == ANSWER_NO)
        work_outside(w);
    if (a.rows == 0)
        return real_int(w, 0);
    return matrix_eigenvalues(w, a)[last ? a.rows - 1 : 0];
}

static struct real eigmin(struct work *w, struct matrix a)
{
    return eigenvalue(w, a, false);
}

static struct real eigmax(struct work *w, struct matrix a)
{
    return eigenvalue(w, a, true);
}

static struct real diameter(struct work *w, struct matrix a)
{
    struct matrix gap = matrix_zero(w, 1, a.cols);
    struct real out = real_int(w, 0);

    for (size_t i = 0; i < a.rows; i++) {
        for (size_t k = 0; k < i; k++) {
            for (size_t j = 0; j < a.cols; j++)
                gap.a[j] =
                    real_sub(w, *matrix_at(a, i, j), *matrix_at(a, k, j));
            out = real_max(w, out, line_norm2(w, line_row(gap, 0)));
        }
    }
    return out;
}

static struct real minres1inf(struct work *w, struct matrix a)
{
    return real_sqrt(w, residual_product(w, a));
}

/* Matrix to matrix. */

static void diag(struct work *w, struct matrix out, const struct matrix *a)
{
    (void)w;
    for (size_t i = 0; i < out.rows; i++)
        *matrix_at(out, i, i) = a->a[i];
}

static void diagof(struct work *w, struct matrix out, const struct matrix *a)
{
    (void)w;
    for (size_t i = 0; i < out.rows; i++)
        out.a[i] = *matrix_at(*a, i, i);
}

static void kron(struct work *w, struct matrix out, const struct matrix *a)
{
    const struct matrix b = a[1];

    for (size_t i = 0; i < out.rows; i++) {
        for (size_t j = 0; j < out.cols; j++)
            *matrix_at(out, i, j) =
                real_mul(w, *matrix_at(a[0], i / b.rows, j / b.cols),
                         *matrix_at(b, i % b.rows, j % b.cols));
    }
}

static void inv(struct work *w, struct matrix out, const struct matrix *a)
{
    const struct matrix inverse = matrix_inverse(w, *a);

    for (size_t i = 0; i < out.rows * out.cols; i++)
        out.a[i] = inverse.a[i];
}

static void res(struct work *w, struct matrix out, const struct matrix *a)
{
    for (size_t j = 0; j < out.cols; j++) {
        const struct real mean = line_mean(w, line_column(*a, j));

        for (size_t i = 0; i < out.rows; i++)
            *matrix_at(out, i, j) = real_sub(w, *matrix_at(*a, i, j), mean);
    }
}

/* Rows over their sums. */
static void over_rows(struct work *w, struct matrix out)
{
    for (size_t i = 0; i < out.rows; i++) {
        const struct real r = real_recip(w, line_sum(w, line_row(out, i)));

        for (size_t j = 0; j < out.cols; j++)
            *matrix_at(out, i, j) = real_mul(w, r, *matrix_at(out, i, j));
    }
}

static void softmax(struct work *w, struct matrix out, const struct matrix *a)
{
    for (size_t i = 0; i < out.rows * out.cols; i++)
        out.a[i] = real_exp(w, a->a[i]);
    over_rows(w, out);
}

static void masked(struct work *w, struct matrix out, const struct matrix *a)
{
    for (size_t i = 0; i < out.rows * out.cols; i++) {
        const struct real m = a[1].a[i];

        if (m.q == NULL || (mpq_sgn(m.q) != 0 && mpq_cmp_si(m.q, 1, 1) != 0))
            work_outside(w);
        out.a[i] = real_mul(w, m, real_exp(w, a->a[i]));
    }
    over_rows(w, out);
}

static void normalise(struct work *w, struct matrix out, const struct matrix *a)
{
    for (size_t i = 0; i < out.rows * out.cols; i++) {
        if (real_sign(a->a[i]) == -1)
            work_outside(w);
        out.a[i] = a->a[i];
    }
    over_rows(w, out);
}

static void ones(struct work *w, struct matrix out, const struct matrix *a)
{
    (void)a;
    for (size_t i = 0; i < out.rows * out.cols; i++)
        out.a[i] = real_int(w, 1);
}

/* inv(A)^-k for k < 0; 0 where k is no integer. */
static void matpow(struct work *w, struct matrix out, const struct matrix *a)
{
    struct matrix base = a[0], power = matrix_eye(w, out.rows);
    long k;

    if (!real_get_integer(w, a[1].a[0], &k)) {
        work_outside(w);
        return;
    }
    if (k < 0)
        base = matrix_inverse(w, base);
    k = k < 0 ? -k : k;
    if (k > 32)
        work_unclear(w, "a power that is too high");
    for (; k > 0 && k <= 32; k--)
        power = matrix_mul(w, power, base);
    for (size_t i = 0; i < out.rows * out.cols; i++)
        out.a[i] = power.a[i];
}

/* Row k is row a + k - 1 of eye(n), where that is one. */
static void sel(struct work *w, struct matrix out, const struct matrix *a)
{
    long n, first, last;

    if (!real_get_integer(w, a[0].a[0], &n) ||
        !real_get_integer(w, a[1].a[0], &first) ||
        !real_get_integer(w, a[2].a[0], &last)) {
        work_outside(w);
        return;
    }
    if (first < 1 || last > n || first > last)
        work_outside(w);
    for (size_t k = 0; k < out.rows; k++) {
        const long row = first + (long)k;

        if (row >= 1 && row <= (long)out.cols)
            *matrix_at(out, k, (size_t)row - 1) = real_int(w, 1);
    }
}

/* Blocks beside each other, or below. */
static void place(struct matrix out, struct matrix a, size_t top, size_t left)
{
    for (size_t i = 0; i < a.rows; i++) {
        for (size_t j = 0; j < a.cols; j++)
            *matrix_at(out, top + i, left + j) = *matrix_at(a, i, j);
    }
}

/* The table: how each function is made of these. */

enum manner {
    MANNER_NONE,
    MANNER_EACH,   /* every entry */
    MANNER_PAIRS,  /* entries of two */
    MANNER_ROWS,   /* a number of each row */
    MANNER_COLS,   /* of each column */
    MANNER_ALL,    /* of all entries as one line */
    MANNER_NUMBER, /* of the matrix */
    MANNER_MATRIX,
    MANNER_HCAT,
    MANNER_VCAT
};

struct definition {
    enum manner manner;
    struct real (*each)(struct work *, struct real);
    struct real (*pairs)(struct work *, struct real, struct real);
    struct real (*line)(struct work *, struct line);
    struct real (*number)(struct work *, struct matrix);
    void (*matrix)(struct work *, struct matrix, const struct matrix *);
};

#define EACH(f)                                                                \
    {                                                                          \
        .manner = MANNER_EACH, .each = f                                       \
    }
#define PAIRS(f)                                                               \
    {                                                                          \
        .manner = MANNER_PAIRS, .pairs = f                                     \
    }
#define LINE(m, f)                                                             \
    {                                                                          \
        .manner = m, .line = f                                                 \
    }
#define NUMBER(f)                                                              \
    {                                                                          \
        .manner = MANNER_NUMBER, .number = f                                   \
    }
#define MATRIX(f)                                                              \
    {                                                                          \
        .manner = MANNER_MATRIX, .matrix = f                                   \
    }

static const struct definition definitions[CORE_EQ] = {
    [FN_ONES] = MATRIX(ones),
    [FN_DIAG] = MATRIX(diag),
    [FN_DIAGOF] = MATRIX(diagof),
    [FN_KRON] = MATRIX(kron),
    [FN_HCAT] = {.manner = MANNER_HCAT},
    [FN_VCAT] = {.manner = MANNER_VCAT},
    [FN_ABS] = EACH(real_abs),
    [FN_EXP] = EACH(real_exp),
    [FN_LOG] = EACH(real_log),
    [FN_SQRT] = EACH(real_sqrt),
    [FN_SIN] = EACH(real_sin),
    [FN_COS] = EACH(real_cos),
    [FN_TANH] = EACH(real_tanh),
    [FN_ERF] = EACH(real_erf),
    [FN_RELU] = EACH(relu),
    [FN_SIGN] = EACH(sign),
    [FN_MAX2] = PAIRS(real_max),
    [FN_MIN2] = PAIRS(real_min),
    [FN_SUM] = LINE(MANNER_ALL, line_sum),
    [FN_MEAN] = LINE(MANNER_ALL, line_mean),
    [FN_MAX] = LINE(MANNER_ALL, line_max),
    [FN_MIN] = LINE(MANNER_ALL, line_min),
    [FN_TRACE] = NUMBER(trace),
    [FN_DET] = NUMBER(matrix_det),
    [FN_NORM1] = NUMBER(norm1),
    [FN_NORMINF] = NUMBER(norminf),
    [FN_NORM1INF] = NUMBER(norm1inf),
    [FN_NORM2] = NUMBER(norm2),
    [FN_NORMFRO] = LINE(MANNER_ALL, line_norm2),
    [FN_NORMMAX] = LINE(MANNER_ALL, line_normmax),
    [FN_NORMNUC] = NUMBER(normnuc),
    [FN_ROWNORM2] = LINE(MANNER_ROWS, line_norm2),
    [FN_ROWSUM] = LINE(MANNER_ROWS, line_sum),
    [FN_ROWMEAN] = LINE(MANNER_ROWS, line_mean),
    [FN_ROWMAX] = LINE(MANNER_ROWS, line_max),
    [FN_ROWMIN] = LINE(MANNER_ROWS, line_min),
    [FN_COLSUM] = LINE(MANNER_COLS, line_sum),
    [FN_COLMEAN] = LINE(MANNER_COLS, line_mean),
    [FN_COLMAX] = LINE(MANNER_COLS, line_max),
    [FN_COLMIN] = LINE(MANNER_COLS, line_min),
    [FN_SOFTMAX] = MATRIX(softmax),
    [FN_LOGSUMEXP] = LINE(MANNER_ROWS, line_logsumexp),
    [FN_DIAMETER] = NUMBER(diameter),
    [FN_RES] = MATRIX(res),
    [FN_MINRES1] = NUMBER(residual_norm1),
    [FN_MINRESINF] = NUMBER(residual_norminf),
    [FN_MINRES1INF] = NUMBER(minres1inf),
    [FN_INV] = MATRIX(inv),
    [FN_RANK] = NUMBER(rank),
    [FN_EIGMIN] = NUMBER(eigmin),
    [FN_EIGMAX] = NUMBER(eigmax),
    [FN_LAMBERTW] = PAIRS(real_lambertw),
    [FN_NORMALISE] = MATRIX(normalise),
    [CORE_RECIP] = EACH(real_recip),
    [CORE_DOT] = PAIRS(real_mul),
    [CORE_POW] = PAIRS(real_pow),
    [CORE_MATPOW] = MATRIX(matpow),
    [CORE_SEL] = MATRIX(sel),
};

static void join(struct matrix out, const struct matrix *args, size_t count,
                 bool side_by_side)
{
    size_t at = 0;

    for (size_t i = 0; i < count; i++) {
        place(out, args[i], side_by_side ? 0 : at, side_by_side ? at : 0);
        at += side_by_side ? args[i].cols : args[i].rows;
    }
}

bool function_value(struct work *w, unsigned fn, struct matrix out,
                    const struct matrix *args, size_t count)
{
    const struct definition *d = &definitions[fn];
    const size_t n = out.rows * out.cols;

    ENSURE(fn < CORE_EQ, "a relation in the place of a function");
    if (fn == CORE_PI)
        out.a[0] = real_pi(w);
    if (fn == FN_SOFTMAX && count == 2) {
        masked(w, out, args);
        return true;
    }
    for (size_t i = 0; i < n && d->manner == MANNER_EACH; i++)
        out.a[i] = d->each(w, args[0].a[i]);
    for (size_t i = 0; i < n && d->manner == MANNER_PAIRS; i++)
        out.a[i] = d->pairs(w, args[0].a[i], args[1].a[i]);
    for (size_t i = 0; i < n && d->manner == MANNER_ROWS; i++)
        out.a[i] = d->line(w, line_row(args[0], i));
    for (size_t i = 0; i < n && d->manner == MANNER_COLS; i++)
        out.a[i] = d->line(w, line_column(args[0], i));
    if (d->manner == MANNER_ALL)
        out.a[0] = d->line(w, line_whole(args[0]));
    if (d->manner == MANNER_NUMBER)
        out.a[0] = d->number(w, args[0]);
    if (d->manner == MANNER_MATRIX)
        d->matrix(w, out, args);
    if (d->manner == MANNER_HCAT || d->manner == MANNER_VCAT)
        join(out, args, count, d->manner == MANNER_HCAT);
    return d->manner != MANNER_NONE || fn == CORE_PI;
}
