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
    rational_t count;
    rational_init(&count);
    rational_set_int(&count, (int64_t)line->count);
    enum status st = line_sum(out, line);
    mpq_div(out->q, out->q, count.q);
    rational_clear(&count);
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

static enum status line_norm2(rational_t *out, const struct line *line)
{
    rational_t square, sum;
    rational_init(&square);
    rational_init(&sum);
    for (size_t k = 0; k < line->count; k++) {
        mpq_mul(square.q, at(line, k)->q, at(line, k)->q);
        mpq_add(sum.q, sum.q, square.q);
    }
    enum status st = closed_sqrt(out, &sum);
    rational_clear(&square);
    rational_clear(&sum);
    return st;
}

/* All entries -> scalar. */
static enum status whole(struct rmatrix *out, struct closing *c,
                         const struct rmatrix *a, line_op *op)
{
    enum status st = closed_alloc(out, c, 1, 1);
    if (st != ST_OK)
        return st;
    struct line line = {a->entries, a->rows * a->cols, 1};
    st = op(&out->entries[0], &line);
    if (st != ST_OK)
        rmatrix_clear(out);
    return st;
}

/* Each row -> column vector. */
static enum status by_rows(struct rmatrix *out, struct closing *c,
                           const struct rmatrix *a, line_op *op)
{
    enum status st = closed_alloc(out, c, a->rows, 1);
    if (st != ST_OK)
        return st;
    for (size_t i = 0; i < a->rows && st == ST_OK; i++) {
        struct line line = {&a->entries[i * a->cols], a->cols, 1};
        st = op(&out->entries[i], &line);
    }
    if (st != ST_OK)
        rmatrix_clear(out);
    return st;
}

/* Each column -> row vector. */
static enum status by_cols(struct rmatrix *out, struct closing *c,
                           const struct rmatrix *a, line_op *op)
{
    enum status st = closed_alloc(out, c, 1, a->cols);
    if (st != ST_OK)
        return st;
    for (size_t j = 0; j < a->cols && st == ST_OK; j++) {
        struct line line = {&a->entries[j], a->rows, a->cols};
        st = op(&out->entries[j], &line);
    }
    if (st != ST_OK)
        rmatrix_clear(out);
    return st;
}

/* The largest of the numbers that `each` makes of the lines. */
static enum status largest(struct rmatrix *out, struct closing *c,
                           const struct rmatrix *a, bool rows, line_op *each)
{
    struct rmatrix lines;
    enum status st =
        rows ? by_rows(&lines, c, a, each) : by_cols(&lines, c, a, each);
    if (st != ST_OK)
        return st;
    st = whole(out, c, &lines, line_max);
    rmatrix_clear(&lines);
    return st;
}

static enum status normmax(struct rmatrix *out, struct closing *c,
                           const struct rmatrix *a)
{
    enum status st = closed_alloc(out, c, 1, 1);
    rational_t *most = out->entries;
    for (size_t k = 0; st == ST_OK && k < a->rows * a->cols; k++) {
        if (mpq_sgn(a->entries[k].q) >= 0) {
            if (mpq_cmp(a->entries[k].q, most->q) > 0)
                mpq_set(most->q, a->entries[k].q);
        } else {
            mpq_neg(most->q, most->q);
            if (mpq_cmp(a->entries[k].q, most->q) < 0)
                mpq_set(most->q, a->entries[k].q);
            mpq_neg(most->q, most->q);
        }
    }
    return st;
}

static enum status norm1inf(struct rmatrix *out, struct closing *c,
                            const struct rmatrix *a)
{
    struct rmatrix other;
    enum status st = largest(&other, c, a, false, line_abs_sum);
    if (st != ST_OK)
        return st;
    st = largest(out, c, a, true, line_abs_sum);
    if (st == ST_OK) {
        mpq_mul(other.entries[0].q, other.entries[0].q, out->entries[0].q);
        st = closed_sqrt(&out->entries[0], &other.entries[0]);
        if (st != ST_OK)
            rmatrix_clear(out);
    }
    rmatrix_clear(&other);
    return st;
}

static enum status trace(struct rmatrix *out, struct closing *c,
                         const struct rmatrix *a)
{
    enum status st = closed_alloc(out, c, 1, 1);
    for (size_t i = 0; st == ST_OK && i < a->rows; i++)
        mpq_add(out->entries[0].q, out->entries[0].q, rmatrix_at(a, i, i)->q);
    return st;
}

static enum status residual(struct rmatrix *out, struct closing *c,
                            const struct rmatrix *a)
{
    struct rmatrix mean;
    enum status st = by_cols(&mean, c, a, line_mean);
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
    enum status st = by_rows(&sums, c, a, line_sum);
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

enum status closed_elementwise(struct rmatrix *out, struct closing *c,
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
    case FN_SIGN: return closed_elementwise(out, c, e, args);
    case FN_MAX2:
    case FN_MIN2: return closed_pair(out, c, e, args);
    case FN_SUM: return whole(out, c, args, line_sum);
    case FN_MEAN: return whole(out, c, args, line_mean);
    case FN_MAX: return whole(out, c, args, line_max);
    case FN_MIN: return whole(out, c, args, line_min);
    case FN_TRACE: return trace(out, c, args);
    case FN_DET: return closed_det(out, c, e, args);
    case FN_NORM1: return largest(out, c, args, false, line_abs_sum);
    case FN_NORMINF: return largest(out, c, args, true, line_abs_sum);
    case FN_NORM1INF: return norm1inf(out, c, args);
    case FN_NORMFRO: return whole(out, c, args, line_norm2);
    case FN_NORMMAX: return normmax(out, c, args);
    case FN_ROWNORM2: return by_rows(out, c, args, line_norm2);
    case FN_ROWSUM: return by_rows(out, c, args, line_sum);
    case FN_ROWMEAN: return by_rows(out, c, args, line_mean);
    case FN_ROWMAX: return by_rows(out, c, args, line_max);
    case FN_ROWMIN: return by_rows(out, c, args, line_min);
    case FN_COLSUM: return by_cols(out, c, args, line_sum);
    case FN_COLMEAN: return by_cols(out, c, args, line_mean);
    case FN_COLMAX: return by_cols(out, c, args, line_max);
    case FN_COLMIN: return by_cols(out, c, args, line_min);
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
