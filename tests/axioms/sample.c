#include "sample.h"

long sample_below(struct sampler *s, long bound)
{
    return (long)rng_below(s->rng, (uint64_t)bound);
}

static bool chance(struct sampler *s, long percent)
{
    return sample_below(s, 100) < percent;
}

static struct real integer(struct sampler *s, long lo, long hi)
{
    return real_int(s->work, lo + sample_below(s, hi - lo + 1));
}

static struct real over(struct sampler *s, struct real a, long q)
{
    return real_div(s->work, a, real_int(s->work, q));
}

/* Any of what was drawn, or NULL. */
static const struct matrix *any_earlier(struct sampler *s)
{
    const struct matrix *m;

    if (s->nearlier == 0)
        return NULL;
    m = &s->earlier[sample_below(s, (long)s->nearlier)];
    return m->rows * m->cols > 0 && matrix_is_exact(*m) ? m : NULL;
}

/* An entry of it, or a bound that is often above its norms. */
static struct real related(struct sampler *s, const struct matrix *m)
{
    struct work *w = s->work;
    struct real out = m->a[sample_below(s, (long)(m->rows * m->cols))];

    if (chance(s, 40)) {
        out = real_int(w, 0);
        for (size_t i = 0; i < m->rows * m->cols; i++)
            out = real_add(w, out, real_abs(w, m->a[i]));
    }
    if (chance(s, 30))
        out = real_neg(w, out);
    if (chance(s, 30))
        out = real_add(w, out, integer(s, -1, 1));
    return out;
}

static struct real scalar(struct sampler *s)
{
    const struct matrix *m = any_earlier(s);
    const long way = sample_below(s, 100);

    if (way < 15)
        return real_int(s->work, 0);
    if (way < 45)
        return integer(s, -3, 3);
    if (way < 65)
        return over(s, integer(s, -12, 12), 4);
    if (way < 70)
        return over(s, integer(s, -3, 3), 3);
    if (way < 78)
        return integer(s, -40, 40);
    return m != NULL ? related(s, m) : over(s, integer(s, -9, 9), 2);
}

long sample_integer(struct sampler *s)
{
    const struct matrix *m = any_earlier(s);
    long out;

    if (m != NULL && chance(s, 40) &&
        real_get_integer(s->work, related(s, m), &out) && out >= -9 && out <= 9)
        return out;
    return sample_below(s, 9) - 3;
}

static struct matrix filled(struct sampler *s, size_t rows, size_t cols,
                            long lo, long hi, long q)
{
    struct matrix out = matrix_zero(s->work, rows, cols);

    for (size_t i = 0; i < rows * cols; i++)
        out.a[i] = over(s, integer(s, lo, hi), q);
    return out;
}

static struct matrix constant(struct sampler *s, size_t rows, size_t cols)
{
    struct matrix out = matrix_zero(s->work, rows, cols);
    const struct real c = scalar(s);

    for (size_t i = 0; i < rows * cols; i++)
        out.a[i] = c;
    return out;
}

static struct matrix of_rank(struct sampler *s, size_t rank, size_t rows,
                             size_t cols)
{
    return matrix_mul(s->work, filled(s, rows, rank, -2, 2, 1),
                      filled(s, rank, cols, -2, 2, 1));
}

/* A single entry that is not 0. */
static struct matrix spike(struct sampler *s, size_t rows, size_t cols)
{
    struct matrix out = matrix_zero(s->work, rows, cols);

    if (rows * cols > 0)
        out.a[sample_below(s, (long)(rows * cols))] = integer(s, -2, 2);
    return out;
}

/* A row of weights over their sum; often a single 1, or all equal. */
static struct matrix stochastic(struct sampler *s, size_t rows, size_t cols)
{
    struct matrix out = matrix_zero(s->work, rows, cols);

    for (size_t i = 0; cols > 0 && i < rows; i++) {
        const bool equal = chance(s, 15);
        struct real sum = real_int(s->work, 0);

        for (size_t j = 0; j < cols; j++) {
            struct real *x = matrix_at(out, i, j);

            *x = equal ? real_int(s->work, 1) : integer(s, 0, 2);
            sum = real_add(s->work, sum, *x);
        }
        if (real_sign(sum) == 0)
            sum = *matrix_at(out, i, (size_t)sample_below(s, (long)cols)) =
                real_int(s->work, 1);
        for (size_t j = 0; j < cols; j++)
            *matrix_at(out, i, j) =
                real_div(s->work, *matrix_at(out, i, j), sum);
    }
    return out;
}

static struct matrix permutation(struct sampler *s, size_t n)
{
    struct matrix out = matrix_eye(s->work, n);

    for (size_t i = n; i > 1; i--) {
        const size_t k = (size_t)sample_below(s, (long)i);

        for (size_t j = 0; j < n; j++) {
            const struct real x = *matrix_at(out, i - 1, j);

            *matrix_at(out, i - 1, j) = *matrix_at(out, k, j);
            *matrix_at(out, k, j) = x;
        }
    }
    return out;
}

/* Means of two permutations. */
static struct matrix doubly_stochastic(struct sampler *s, size_t n)
{
    const struct real half = over(s, real_int(s->work, 1), 2);
    struct matrix out = permutation(s, n);

    for (long k = sample_below(s, 3); k > 0; k--)
        out = matrix_scale(s->work, half,
                           matrix_add(s->work, out, permutation(s, n)));
    return out;
}

/* Reflections eye - 2 v v' / v'v, one after the other. */
static struct matrix orthogonal(struct sampler *s, size_t n)
{
    struct matrix out = permutation(s, n);

    for (long k = sample_below(s, 3); k > 0; k--) {
        const struct matrix v = filled(s, n, 1, -2, 2, 1);
        const struct matrix t = matrix_transpose(s->work, v);
        const struct matrix length = matrix_mul(s->work, t, v);

        if (n == 0 || real_sign(length.a[0]) == 0)
            continue;
        out = matrix_mul(
            s->work, out,
            matrix_add(
                s->work, matrix_eye(s->work, n),
                matrix_scale(s->work,
                             over(s, real_recip(s->work, length.a[0]), 1),
                             matrix_scale(s->work, real_int(s->work, -2),
                                          matrix_mul(s->work, v, t)))));
    }
    return out;
}

static struct matrix part(struct sampler *s, struct matrix m, size_t rows,
                          size_t cols)
{
    struct matrix out = matrix_zero(s->work, rows, cols);

    for (size_t i = 0; i < rows && i < m.rows; i++) {
        for (size_t j = 0; j < cols && j < m.cols; j++)
            *matrix_at(out, i, j) = *matrix_at(m, i, j);
    }
    return out;
}

static struct matrix psd(struct sampler *s, size_t n)
{
    const struct matrix b =
        filled(s, (size_t)sample_below(s, (long)n + 1), n, -2, 2, 1);

    return matrix_mul(s->work, matrix_transpose(s->work, b), b);
}

static struct matrix only(struct sampler *s, size_t n, bool below)
{
    struct matrix out = filled(s, n, n, -3, 3, 1);

    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            if (j > i || (j < i && !below))
                *matrix_at(out, i, j) = real_int(s->work, 0);
        }
    }
    return out;
}

static struct matrix any_real(struct sampler *s, size_t rows, size_t cols);

/* A + A', or A - A'. */
static struct matrix folded(struct sampler *s, size_t n, long sign)
{
    const struct matrix a = any_real(s, n, n);

    return matrix_add(s->work, a,
                      matrix_scale(s->work, real_int(s->work, sign),
                                   matrix_transpose(s->work, a)));
}

/*
 * The first or last columns of one orthogonal matrix for each size, so that
 * two of them complete each other; rows if it is wide.
 */
static struct matrix of_turn(struct sampler *s, size_t rows, size_t cols)
{
    struct matrix q, out;
    size_t from;

    if (cols > rows)
        return matrix_transpose(s->work, of_turn(s, cols, rows));
    if (rows >= MAX_TURN)
        return filled(s, rows, cols, -2, 2, 1);
    if (s->turns[rows].rows != rows)
        s->turns[rows] = orthogonal(s, rows);
    q = s->turns[rows];
    from = chance(s, 50) ? 0 : rows - cols;
    out = matrix_zero(s->work, rows, cols);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < cols; j++)
            *matrix_at(out, i, j) = *matrix_at(q, i, from + j);
    }
    return out;
}

/* One of that shape that was drawn before, changed a little. */
static struct matrix varied(struct sampler *s, size_t rows, size_t cols)
{
    const struct matrix *m = any_earlier(s);
    struct matrix out;

    if (m == NULL)
        return filled(s, rows, cols, -2, 2, 1);
    out = m->rows == rows ? *m : matrix_transpose(s->work, *m);
    if (out.rows != rows || out.cols != cols)
        return filled(s, rows, cols, -2, 2, 1);
    switch (sample_below(s, 5)) {
    case 0:
        return matrix_scale(s->work, scalar(s), out);
    case 1:
        return matrix_add(s->work, out, filled(s, rows, cols, 0, 2, 1));
    case 2:
        return matrix_add(s->work, out, filled(s, rows, cols, -2, 0, 2));
    case 3:
        return matrix_scale(s->work, real_int(s->work, -1), out);
    default:
        return out;
    }
}

/* Onto the span of some columns: two of them may have the product 0. */
static struct matrix projection(struct sampler *s, size_t n)
{
    const struct matrix u = of_turn(s, n, (size_t)sample_below(s, (long)n + 1));

    return matrix_mul(s->work, u, matrix_transpose(s->work, u));
}

/* Zero on the diagonal, and above. */
static struct matrix nilpotent(struct sampler *s, size_t n)
{
    struct matrix out = only(s, n, true);

    for (size_t i = 0; i < n; i++)
        *matrix_at(out, i, i) = real_int(s->work, 0);
    return out;
}

static struct matrix square(struct sampler *s, size_t n)
{
    switch (sample_below(s, 8)) {
    case 0:
        return permutation(s, n);
    case 1:
        return only(s, n, chance(s, 50));
    case 2:
        return psd(s, n);
    case 3:
        return orthogonal(s, n);
    case 4:
        return of_rank(s, n > 0 ? n - 1 : 0, n, n);
    case 5:
        return projection(s, n);
    case 6:
        return nilpotent(s, n);
    default:
        return folded(s, n, 1);
    }
}

static struct matrix any_real(struct sampler *s, size_t rows, size_t cols)
{
    const long way = sample_below(s, 100);

    if (rows == 1 && cols == 1)
        return matrix_scalar(s->work, scalar(s));
    if (way < 6)
        return matrix_zero(s->work, rows, cols);
    if (way < 22)
        return filled(s, rows, cols, -2, 2, 1);
    if (way < 32)
        return filled(s, rows, cols, -1, 1, 1);
    if (way < 43)
        return filled(s, rows, cols, -12, 12, 4);
    if (way < 47)
        return constant(s, rows, cols);
    if (way < 55)
        return of_rank(s, 1, rows, cols);
    if (way < 61)
        return spike(s, rows, cols);
    if (way < 67)
        return filled(s, rows, cols, 0, 3, 1);
    if (way < 73)
        return filled(s, rows, cols, 0, 1, 1);
    if (way < 77)
        return stochastic(s, rows, cols);
    if (way < 90 && rows == cols)
        return square(s, rows);
    if (way < 94)
        return of_turn(s, rows, cols);
    return varied(s, rows, cols);
}

struct matrix sample_kind(struct sampler *s, enum given_kind kind, size_t rows,
                          size_t cols)
{
    struct matrix out;

    switch (kind) {
    case GIVEN_REAL:
        return any_real(s, rows, cols);
    case GIVEN_INT:
        out = matrix_zero(s->work, rows, cols);
        for (size_t i = 0; i < rows * cols; i++)
            out.a[i] = real_int(s->work, sample_integer(s));
        return out;
    case GIVEN_STOCHASTIC:
        return stochastic(s, rows, cols);
    case GIVEN_SYMMETRIC:
        return chance(s, 30) ? psd(s, rows) : folded(s, rows, 1);
    case GIVEN_PSD:
        return chance(s, 80) ? psd(s, rows) : only(s, rows, false);
    case GIVEN_ORTHOGONAL:
        return orthogonal(s, rows);
    case GIVEN_NONNEG:
        out = any_real(s, rows, cols);
        for (size_t i = 0; i < rows * cols; i++)
            out.a[i] = real_abs(s->work, out.a[i]);
        return out;
    case GIVEN_UNIT:
    case GIVEN_FRAME:
        return part(s, orthogonal(s, rows), rows, cols);
    case GIVEN_SIMPLEX:
        return matrix_transpose(s->work, stochastic(s, cols, rows));
    case GIVEN_PERMUTATION:
        return permutation(s, rows);
    case GIVEN_MASK:
        return filled(s, rows, cols, 0, 1, 1);
    case GIVEN_DOUBLY_STOCHASTIC:
        return doubly_stochastic(s, rows);
    case GIVEN_SKEW:
        return folded(s, rows, -1);
    case GIVEN_DIAGONAL:
        return chance(s, 50) ? only(s, rows, false) : folded(s, rows, 1);
    case GIVEN_LOWER:
        return chance(s, 50) ? only(s, rows, true) : any_real(s, rows, cols);
    }
    return any_real(s, rows, cols);
}

/* The ends themselves, and parts of the way; beyond one where it is alone. */
struct matrix sample_between(struct sampler *s, enum given_kind kind,
                             const struct matrix *lo, const struct matrix *hi,
                             size_t rows, size_t cols)
{
    struct matrix out = sample_kind(s, kind, rows, cols);
    struct work *w = s->work;

    if (kind == GIVEN_INT && lo != NULL && hi != NULL)
        return out; /* most are inside */
    for (size_t i = 0; i < rows * cols; i++) {
        const struct real a = lo ? lo->a[lo->rows == rows ? i : 0] : out.a[i];
        const struct real b = hi ? hi->a[hi->rows == rows ? i : 0] : out.a[i];

        if (kind == GIVEN_INT)
            out.a[i] =
                real_add(w, lo ? a : b, integer(s, lo ? 0 : -4, lo ? 4 : 0));
        else if (lo != NULL && hi != NULL)
            out.a[i] = real_add(
                w, a,
                real_mul(w, over(s, integer(s, 0, 8), 8), real_sub(w, b, a)));
        else if (lo != NULL)
            out.a[i] = real_add(w, a, real_abs(w, out.a[i]));
        else if (hi != NULL)
            out.a[i] = real_sub(w, b, real_abs(w, out.a[i]));
    }
    return out;
}
