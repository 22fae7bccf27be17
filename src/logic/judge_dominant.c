/*
 * Diagonally dominant matrices: diag(v) + R is positive semidefinite for a
 * symmetric R with rowsum(abs(R)) <= v, since
 *
 *     |x'Rx| <= sum_ij |r_ij| (x_i^2 + x_j^2) / 2 = sum_i x_i^2 sum_j |r_ij|.
 *
 * It suffices that the row sums of the summands of R add up to at most v.
 */
#include "logic/judge_internal.h"

#include "logic/make.h"

struct dominant {
    const struct expr *v, *rest, *sizes; /* NULL: nothing was added */
};

static void add(struct judge *j, const struct expr **sum, const struct expr *e,
                bool minus)
{
    if (!*sum)
        *sum = minus ? make_mul(j->pool, make_int(j->pool, -1), e) : e;
    else
        *sum = minus ? make_sub(j->pool, *sum, e) : make_add(j->pool, *sum, e);
}

/* rowsum(|e|), without the absolute value where the sign of e is known */
static const struct expr *row_sizes(struct judge *j, const struct expr *e)
{
    const struct expr *minus = make_mul(j->pool, make_int(j->pool, -1), e);
    const struct expr *size = judge_nonnegative(j, e) ? e
                              : judge_nonnegative(j, minus)
                                  ? minus
                                  : make_call(j->pool, FN_ABS, e);
    return make_call(j->pool, FN_ROWSUM, size);
}

/* The summands diag(v), and the others. */
static void take(struct judge *j, struct dominant *d, const struct expr *e,
                 bool minus)
{
    const bool fine = judge_enter(j);
    if (fine && (e->op == EX_ADD || e->op == EX_SUB)) {
        take(j, d, e->kids[0], minus);
        take(j, d, e->kids[1], minus != (e->op == EX_SUB));
    } else if (fine && expr_is_call(e, FN_DIAG)) {
        add(j, &d->v, e->kids[0], minus);
    } else {
        add(j, &d->rest, e, minus);
        add(j, &d->sizes, row_sizes(j, e), false);
    }
    judge_leave(j);
}

bool judge_is_dominant(struct judge *j, const struct expr *e)
{
    struct dominant d = {NULL, NULL, NULL};
    if (e->op != EX_ADD && e->op != EX_SUB)
        return false;
    take(j, &d, e, false);
    if (!d.v || !d.rest || !dim_is_one(d.v->cols) ||
        !judge_is_symmetric(j, d.rest))
        return false;
    const struct expr *sizes = row_sizes(j, d.rest);
    return judge_nonnegative(j, make_sub(j->pool, d.v, sizes)) ||
           judge_nonnegative(j, make_sub(j->pool, d.v, d.sizes));
}
