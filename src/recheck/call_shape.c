/* Functions that arrange entries. */
#include "recheck/run.h"

static bool size_argument(struct run *run, size_t *out, const struct expr *e)
{
    int64_t n;
    if (!run_index(run, &n, e))
        return false;
    if (n < 1 || n > LAYOUT_MAX_DIM) {
        run_fail(run, "a size is impossible");
        return false;
    }
    *out = (size_t)n;
    return true;
}

static struct kmatrix *unit(struct run *run, const struct expr *e, size_t n)
{
    int64_t index;
    if (!run_index(run, &index, e->kids[1]))
        return NULL;
    struct kmatrix *r = kmatrix_new(run, n, 1);
    if (index < 1 || (uint64_t)index > n)
        return kmatrix_undefine(r, TRUTH_FALSE);
    if (r)
        interval_set_si(kmatrix_at(r, (size_t)index - 1, 0), 1);
    return r;
}

struct kmatrix *call_sizes(struct run *run, const struct expr *e)
{
    size_t rows, cols = 1;
    if (!size_argument(run, &rows, e->kids[0]))
        return NULL;
    if (e->fn == FN_EYE)
        return kmatrix_eye(run, rows);
    if (e->fn == FN_UNIT)
        return unit(run, e, rows);
    if (e->count == 2 && !size_argument(run, &cols, e->kids[1]))
        return NULL;
    struct kmatrix *r = kmatrix_new(run, rows, cols);
    for (size_t k = 0; r && e->fn == FN_ONES && k < rows * cols; k++)
        interval_set_si(&r->e[k], 1);
    return r;
}

static struct kmatrix *diag(struct run *run, const struct kmatrix *a)
{
    size_t n = a->rows * a->cols;
    struct kmatrix *r = kmatrix_new(run, n, n);
    for (size_t i = 0; r && i < n; i++)
        interval_set(kmatrix_at(r, i, i), &a->e[i]);
    return r;
}

static struct kmatrix *diagof(struct run *run, const struct kmatrix *a)
{
    struct kmatrix *r = kmatrix_new(run, a->rows, 1);
    for (size_t i = 0; r && i < a->rows; i++)
        interval_set(&r->e[i], kmatrix_at(a, i, i));
    return r;
}

static struct kmatrix *kron(struct run *run, const struct kmatrix *a,
                            const struct kmatrix *b)
{
    struct kmatrix *r = kmatrix_new(run, a->rows * b->rows, a->cols * b->cols);
    if (!r || !run_spend(run, r->rows * r->cols))
        return NULL;
    for (size_t i = 0; i < r->rows; i++)
        for (size_t j = 0; j < r->cols; j++)
            interval_mul(kmatrix_at(r, i, j),
                         kmatrix_at(a, i / b->rows, j / b->cols),
                         kmatrix_at(b, i % b->rows, j % b->cols));
    return r;
}

/* Copies `part` so that its first entry is at (row, col). */
static void put(struct kmatrix *r, size_t row, size_t col,
                const struct kmatrix *part)
{
    for (size_t i = 0; i < part->rows; i++)
        for (size_t j = 0; j < part->cols; j++)
            interval_set(kmatrix_at(r, row + i, col + j),
                         kmatrix_at(part, i, j));
}

/* Side by side, or one below the other. */
static struct kmatrix *concatenate(struct run *run,
                                   const struct kmatrix *const *args,
                                   size_t count, bool side_by_side)
{
    size_t rows = args[0]->rows, cols = args[0]->cols, at = 0;
    for (size_t k = 1; k < count; k++) {
        size_t same = side_by_side ? args[k]->rows : args[k]->cols;
        if (same != (side_by_side ? rows : cols))
            return run_fail(run, "sizes do not agree");
        rows += side_by_side ? 0 : args[k]->rows;
        cols += side_by_side ? args[k]->cols : 0;
    }
    struct kmatrix *r = kmatrix_new(run, rows, cols);
    for (size_t k = 0; r && k < count; k++) {
        put(r, side_by_side ? 0 : at, side_by_side ? at : 0, args[k]);
        at += side_by_side ? args[k]->cols : args[k]->rows;
    }
    return r;
}

struct kmatrix *call_shape(struct run *run, const struct expr *e,
                           const struct kmatrix *const *args)
{
    if (e->fn == FN_DIAG)
        return diag(run, args[0]);
    if (e->fn == FN_DIAGOF)
        return diagof(run, args[0]);
    if (e->fn == FN_KRON)
        return kron(run, args[0], args[1]);
    return concatenate(run, args, e->count, e->fn == FN_HCAT);
}
