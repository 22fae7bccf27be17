/* Functions of the language that map rational matrices to rational ones. */
#include "ir/closed_internal.h"

/* One line of entries: first, first + step, ... (count of them). */
struct line {
    const rational_t *first;
    size_t count, step;
};

typedef enum status line_op(rational_t *out, const struct line *line);

static const rational_t *at(const struct line *line, size_t k)
{
    return &line->first[k * line->step];
}

static enum status line_sum(rational_t *out, const struct line *line)
{
    for (size_t k = 0; k < line->count; k++)
        mpq_add(out->q, out->q, at(line, k)->q);
    return ST_OK;
}

static enum status line_abs_sum(rational_t *out, const struct line *line)
{
    for (size_t k = 0; k < line->count; k++) {
        if (mpq_sgn(at(line, k)->q) >= 0)
            mpq_add(out->q, out->q, at(line, k)->q);
        else
            mpq_sub(out->q, out->q, at(line, k)->q);
    }
    return ST_OK;
}

static enum status line_mean(rational_t *out, const struct line *line)
{
    LOCAL_RATIONAL count = rational_zero();
    rational_set_int(&count, (int64_t)line->count);
    enum status st = line_sum(out, line);
    mpq_div(out->q, out->q, count.q);
    return st;
}

static enum status line_max(rational_t *out, const struct line *line)
{
    mpq_set(out->q, at(line, 0)->q);
    for (size_t k = 1; k < line->count; k++) {
        if (mpq_cmp(at(line, k)->q, out->q) > 0)
            mpq_set(out->q, at(line, k)->q);
    }
    return ST_OK;
}

static enum status line_min(rational_t *out, const struct line *line)
{
    mpq_set(out->q, at(line, 0)->q);
    for (size_t k = 1; k < line->count; k++) {
        if (mpq_cmp(at(line, k)->q, out->q) < 0)
            mpq_set(out->q, at(line, k)->q);
    }
    return ST_OK;
}

static enum status line_abs_max(rational_t *out, const struct line *line)
{
    LOCAL_RATIONAL size = rational_zero();
    for (size_t k = 0; k < line->count; k++) {
        mpq_abs(size.q, at(line, k)->q);
        if (mpq_cmp(size.q, out->q) > 0)
            mpq_set(out->q, size.q);
    }
    return ST_OK;
}

static enum status line_norm2(rational_t *out, const struct line *line)
{
    LOCAL_RATIONAL square = rational_zero(), sum = rational_zero();
    for (size_t k = 0; k < line->count; k++) {
        mpq_mul(square.q, at(line, k)->q, at(line, k)->q);
        mpq_add(sum.q, sum.q, square.q);
    }
    return closed_sqrt(out, &sum);
}

/* Which lines of a matrix become an entry each. */
enum lines { WHOLE, DIAGONAL, ROWS, COLS };

static struct line line_of(const struct rmatrix *a, enum lines lines, size_t k)
{
    switch (lines) {
    case WHOLE:
        break;
    case DIAGONAL:
        return (struct line){a->entries, a->rows, a->cols + 1};
    case ROWS:
        return (struct line){&a->entries[k * a->cols], a->cols, 1};
    case COLS:
        return (struct line){&a->entries[k], a->rows, a->cols};
    }
    return (struct line){a->entries, a->rows * a->cols, 1};
}

/* Rows become a column, columns a row. */
static enum status fold(struct rmatrix *out, struct closing *c,
                        const struct rmatrix *a, enum lines lines, line_op *op)
{
    enum status st = closed_alloc(out, c, lines == ROWS ? a->rows : 1,
                                  lines == COLS ? a->cols : 1);
    if (st != ST_OK)
        return st;
    for (size_t k = 0; k < out->rows * out->cols && st == ST_OK; k++) {
        const struct line line = line_of(a, lines, k);
        st = op(&out->entries[k], &line);
    }
    if (st != ST_OK)
        rmatrix_clear(out);
    return st;
}

/* The largest of the numbers that `each` makes of the lines. */
static enum status largest(struct rmatrix *out, struct closing *c,
                           const struct rmatrix *a, enum lines lines,
                           line_op *each)
{
    struct rmatrix values;
    enum status st = fold(&values, c, a, lines, each);
    if (st != ST_OK)
        return st;
    st = fold(out, c, &values, WHOLE, line_max);
    rmatrix_clear(&values);
    return st;
}

static enum status norm1inf(struct rmatrix *out, struct closing *c,
                            const struct rmatrix *a)
{
    struct rmatrix other;
    enum status st = largest(&other, c, a, COLS, line_abs_sum);
    if (st != ST_OK)
        return st;
    st = largest(out, c, a, ROWS, line_abs_sum);
    if (st == ST_OK) {
        mpq_mul(other.entries[0].q, other.entries[0].q, out->entries[0].q);
        st = closed_sqrt(&out->entries[0], &other.entries[0]);
        if (st != ST_OK)
            rmatrix_clear(out);
    }
    rmatrix_clear(&other);
    return st;
}

static enum status residual(struct rmatrix *out, struct closing *c,
                            const struct rmatrix *a)
{
    struct rmatrix mean;
    enum status st = fold(&mean, c, a, COLS, line_mean);
    if (st != ST_OK)
        return st;
    st = closed_alloc(out, c, a->rows, a->cols);
    for (size_t k = 0; st == ST_OK && k < a->rows * a->cols; k++)
        mpq_sub(out->entries[k].q, a->entries[k].q,
                mean.entries[k % a->cols].q);
    rmatrix_clear(&mean);
    return st;
}

/* Rows over their sums; undefined where a sum is 0 or an entry negative. */
static enum status normalise(struct rmatrix *out, struct closing *c,
                             const struct rmatrix *a)
{
    struct rmatrix sums;
    enum status st = fold(&sums, c, a, ROWS, line_sum);
    if (st != ST_OK)
        return st;
    for (size_t i = 0; i < a->rows && st == ST_OK; i++)
        st = mpq_sgn(sums.entries[i].q) == 0 ? ST_DOMAIN : ST_OK;
    for (size_t k = 0; k < a->rows * a->cols && st == ST_OK; k++)
        st = mpq_sgn(a->entries[k].q) < 0 ? ST_DOMAIN : ST_OK;
    if (st == ST_OK)
        st = closed_alloc(out, c, a->rows, a->cols);
    for (size_t k = 0; st == ST_OK && k < a->rows * a->cols; k++)
        mpq_div(out->entries[k].q, a->entries[k].q,
                sums.entries[k / a->cols].q);
    rmatrix_clear(&sums);
    return st;
}

static enum status one_entry(rational_t *out, enum function fn,
                             const rational_t *x)
{
    if (fn == FN_SQRT)
        return closed_sqrt(out, x);
    if (fn == FN_SIGN)
        rational_set_int(out, mpq_sgn(x->q));
    else if (fn == FN_ABS)
        mpq_abs(out->q, x->q);
    else if (mpq_sgn(x->q) > 0) /* FN_RELU; out is 0 otherwise */
        mpq_set(out->q, x->q);
    return ST_OK;
}

static enum status elementwise(struct rmatrix *out, struct closing *c,
                               const struct expr *e, const struct rmatrix *args)
{
    enum status st = closed_alloc(out, c, args[0].rows, args[0].cols);
    if (st != ST_OK)
        return st;
    for (size_t k = 0; k < out->rows * out->cols && st == ST_OK; k++)
        st = one_entry(&out->entries[k], e->fn, &args[0].entries[k]);
    if (st != ST_OK)
        rmatrix_clear(out);
    return st;
}

/* clang-format off */
enum status closed_call(struct rmatrix *out, struct closing *c,
                        const struct expr *e, const struct rmatrix *args)
{
    switch (e->fn) {
    case FN_ONES:
    case FN_ZEROS:
    case FN_EYE:
    case FN_UNIT: return closed_sizes(out, c, e, args);
    case FN_DIAG: return closed_diag(out, c, e, args);
    case FN_DIAGOF: return closed_diagof(out, c, e, args);
    case FN_KRON: return closed_kron(out, c, e, args);
    case FN_HCAT: return closed_hcat(out, c, e, args);
    case FN_VCAT: return closed_vcat(out, c, e, args);
    case FN_ABS:
    case FN_SQRT:
    case FN_RELU:
    case FN_SIGN: return elementwise(out, c, e, args);
    case FN_MAX2:
    case FN_MIN2: return closed_entrywise(out, c, e, args);
    case FN_SUM: return fold(out, c, args, WHOLE, line_sum);
    case FN_MEAN: return fold(out, c, args, WHOLE, line_mean);
    case FN_MAX: return fold(out, c, args, WHOLE, line_max);
    case FN_MIN: return fold(out, c, args, WHOLE, line_min);
    case FN_TRACE: return fold(out, c, args, DIAGONAL, line_sum);
    case FN_DET: return closed_det(out, c, e, args);
    case FN_NORM1: return largest(out, c, args, COLS, line_abs_sum);
    case FN_NORMINF: return largest(out, c, args, ROWS, line_abs_sum);
    case FN_NORM1INF: return norm1inf(out, c, args);
    case FN_NORMFRO: return fold(out, c, args, WHOLE, line_norm2);
    case FN_NORMMAX: return fold(out, c, args, WHOLE, line_abs_max);
    case FN_ROWNORM2: return fold(out, c, args, ROWS, line_norm2);
    case FN_ROWSUM: return fold(out, c, args, ROWS, line_sum);
    case FN_ROWMEAN: return fold(out, c, args, ROWS, line_mean);
    case FN_ROWMAX: return fold(out, c, args, ROWS, line_max);
    case FN_ROWMIN: return fold(out, c, args, ROWS, line_min);
    case FN_COLSUM: return fold(out, c, args, COLS, line_sum);
    case FN_COLMEAN: return fold(out, c, args, COLS, line_mean);
    case FN_COLMAX: return fold(out, c, args, COLS, line_max);
    case FN_COLMIN: return fold(out, c, args, COLS, line_min);
    case FN_RES: return residual(out, c, args);
    case FN_INV: return closed_inv(out, c, e, args);
    case FN_RANK: return closed_rank(out, c, e, args);
    case FN_NORMALISE: return normalise(out, c, args);
    case FN_EXP:
    case FN_LOG:
    case FN_SIN:
    case FN_COS:
    case FN_TANH:
    case FN_ERF:
    case FN_NORM2:
    case FN_NORMNUC:
    case FN_SOFTMAX:
    case FN_LOGSUMEXP:
    case FN_DIAMETER:
    case FN_MINRES1:
    case FN_MINRESINF:
    case FN_MINRES1INF:
    case FN_EIGMIN:
    case FN_EIGMAX:
    case FN_LAMBERTW:
    case FN_COUNT: return ST_UNABLE;
    }
    return ST_UNABLE;
}
/* clang-format on */
