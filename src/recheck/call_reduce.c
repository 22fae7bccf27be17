/*
 * Sums, means, extremes and norms: folds of a term of every entry along lines
 * (rows or columns), and of the lines.
 */
#include "recheck/run.h"

typedef void term_rule(interval_t *r, const interval_t *x);
typedef void fold_rule(interval_t *r, const interval_t *x, const interval_t *y);

struct fold {
    term_rule *term;
    fold_rule *along, *across; /* a line; the lines */
    bool by_columns;
};

static const struct fold folds[] = {
    {interval_set, interval_add, interval_add, false},
    {interval_set, interval_add, interval_add, true},
    {interval_set, interval_max, interval_max, false},
    {interval_set, interval_max, interval_max, true},
    {interval_set, interval_min, interval_min, false},
    {interval_set, interval_min, interval_min, true},
    {interval_abs, interval_add, interval_max, false},
    {interval_abs, interval_add, interval_max, true},
    {interval_abs, interval_max, interval_max, false},
    {interval_sqr, interval_add, interval_add, false},
};

/* ORDER: folds */
enum {
    ROW_SUMS,
    COLUMN_SUMS,
    ROW_MAXIMA,
    COLUMN_MAXIMA,
    ROW_MINIMA,
    COLUMN_MINIMA,
    LARGEST_ROW,
    LARGEST_COLUMN,
    LARGEST_ENTRY,
    SQUARES
};

/* a in A |- the fold of line k of a is in R; there is at least one entry */
static void fold_line(interval_t *r, const struct kmatrix *a, size_t k,
                      const struct fold *f)
{
    size_t count = f->by_columns ? a->rows : a->cols;
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo));
    for (size_t l = 0; l < count; l++) {
        f->term(l == 0 ? r : &t,
                f->by_columns ? kmatrix_at(a, l, k) : kmatrix_at(a, k, l));
        if (l > 0)
            f->along(r, r, &t);
    }
}

static void fold_all(interval_t *r, const struct kmatrix *a, int which)
{
    const struct fold *f = &folds[which];
    size_t lines = f->by_columns ? a->cols : a->rows;
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo));
    for (size_t k = 0; k < lines; k++) {
        fold_line(k == 0 ? r : &t, a, k, f);
        if (k > 0)
            f->across(r, r, &t);
    }
}

static struct kmatrix *lines(struct run *run, const struct kmatrix *a,
                             int which)
{
    const struct fold *f = &folds[which];
    struct kmatrix *r = f->by_columns ? kmatrix_new(run, 1, a->cols)
                                      : kmatrix_new(run, a->rows, 1);
    for (size_t k = 0; r && k < r->rows * r->cols; k++)
        fold_line(&r->e[k], a, k, f);
    return r;
}

static struct kmatrix *whole(struct run *run, const struct kmatrix *a,
                             int which)
{
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (r)
        fold_all(r->e, a, which);
    return r;
}

static struct kmatrix *divided(struct kmatrix *r, size_t n)
{
    for (size_t k = 0; r && k < r->rows * r->cols; k++)
        interval_div_si(&r->e[k], &r->e[k], (long)n);
    return r;
}

static struct kmatrix *rooted(struct kmatrix *r)
{
    for (size_t k = 0; r && k < r->rows * r->cols; k++)
        interval_sqrt(&r->e[k], &r->e[k]);
    return r;
}

static struct kmatrix *row_norms(struct run *run, const struct kmatrix *a)
{
    return rooted(lines(run, a, SQUARES));
}

static struct kmatrix *composite(struct run *run, const struct kmatrix *a)
{
    struct kmatrix *r = whole(run, a, LARGEST_ROW);
    struct kmatrix *t = whole(run, a, LARGEST_COLUMN);
    if (!r || !t)
        return NULL;
    interval_mul(r->e, r->e, t->e);
    return rooted(r);
}

static struct kmatrix *trace(struct run *run, const struct kmatrix *a)
{
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    for (size_t i = 0; r && i < a->rows; i++)
        interval_add(r->e, r->e, kmatrix_at(a, i, i));
    return r;
}

/* A row or column has one singular value, its Euclidean norm. */
static struct kmatrix *spectral(struct run *run, enum function fn,
                                const struct kmatrix *a)
{
    if (a->rows == 1 || a->cols == 1)
        return rooted(whole(run, a, SQUARES));
    uint64_t n = fn == FN_NORM2 ? (a->rows < a->cols ? a->rows : a->cols)
                                : a->rows + a->cols;
    if (!run_spend(run, a->rows * a->cols * n + eigen_work((size_t)n)))
        return NULL;
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (r && fn == FN_NORM2)
        eigen_norm2(r->e, a, run_bits(run));
    else if (r)
        eigen_norm_nuclear(r->e, a, run_bits(run));
    return r;
}

/* The functions of one matrix that are folds, or NULL of another one. */
struct kmatrix *call_reduce(struct run *run, enum function fn,
                            const struct kmatrix *a)
{
    /* ORDER: ir/function.h; 1 + fold, of the whole or of lines */
    static const int wholes[FN_COUNT] = {
        [FN_SUM] = 1 + ROW_SUMS,        [FN_MAX] = 1 + ROW_MAXIMA,
        [FN_MIN] = 1 + ROW_MINIMA,      [FN_NORM1] = 1 + LARGEST_COLUMN,
        [FN_NORMINF] = 1 + LARGEST_ROW, [FN_NORMMAX] = 1 + LARGEST_ENTRY,
    };
    static const int parts[FN_COUNT] = {
        [FN_ROWSUM] = 1 + ROW_SUMS,   [FN_COLSUM] = 1 + COLUMN_SUMS,
        [FN_ROWMAX] = 1 + ROW_MAXIMA, [FN_COLMAX] = 1 + COLUMN_MAXIMA,
        [FN_ROWMIN] = 1 + ROW_MINIMA, [FN_COLMIN] = 1 + COLUMN_MINIMA,
    };
    if (wholes[fn])
        return whole(run, a, wholes[fn] - 1);
    if (parts[fn])
        return lines(run, a, parts[fn] - 1);
    if (fn == FN_MEAN)
        return divided(whole(run, a, ROW_SUMS), a->rows * a->cols);
    if (fn == FN_ROWMEAN)
        return divided(lines(run, a, ROW_SUMS), a->cols);
    if (fn == FN_COLMEAN)
        return divided(lines(run, a, COLUMN_SUMS), a->rows);
    if (fn == FN_NORMFRO)
        return rooted(whole(run, a, SQUARES));
    if (fn == FN_ROWNORM2)
        return row_norms(run, a);
    if (fn == FN_NORM1INF)
        return composite(run, a);
    return fn == FN_TRACE ? trace(run, a) : spectral(run, fn, a);
}
