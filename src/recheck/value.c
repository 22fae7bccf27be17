/*
 * The value of an expression: one line per operation, each from the values of
 * its parts.  An operation on a part that is undefined is undefined.
 */
#include "recheck/run.h"

bool value_kids(struct run *run, const struct expr *e,
                const struct kmatrix **args, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        args[k] = run_value(run, e->kids[k]);
        if (!args[k])
            return false;
    }
    return true;
}

static struct kmatrix *number(struct run *run, const struct expr *e)
{
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (r)
        interval_set_q(r->e, e->number);
    return r;
}

static struct kmatrix *pi(struct run *run)
{
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (r)
        interval_pi(r->e);
    return r;
}

static struct kmatrix *symbol(struct run *run, const struct expr *e)
{
    int64_t value;
    if (!run_index(run, &value, e))
        return NULL;
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (r)
        interval_set_si(r->e, (long)value);
    return r;
}

/* ---- entry by entry: x in X, y in Y |- x op y in X op Y ---- */

enum truth pair_add(interval_t *r, const interval_t *x, const interval_t *y)
{
    interval_add(r, x, y);
    return TRUTH_TRUE;
}

enum truth pair_sub(interval_t *r, const interval_t *x, const interval_t *y)
{
    interval_sub(r, x, y);
    return TRUTH_TRUE;
}

enum truth pair_mul(interval_t *r, const interval_t *x, const interval_t *y)
{
    interval_mul(r, x, y);
    return TRUTH_TRUE;
}

enum truth pair_max(interval_t *r, const interval_t *x, const interval_t *y)
{
    interval_max(r, x, y);
    return TRUTH_TRUE;
}

enum truth pair_min(interval_t *r, const interval_t *x, const interval_t *y)
{
    interval_min(r, x, y);
    return TRUTH_TRUE;
}

/* defined iff y /= 0 */
enum truth pair_div(interval_t *r, const interval_t *x, const interval_t *y)
{
    interval_div(r, x, y);
    if (interval_is_zero(y))
        return TRUTH_FALSE;
    return interval_contains_zero(y) ? TRUTH_UNKNOWN : TRUTH_TRUE;
}

struct kmatrix *value_pairs(struct run *run, const struct kmatrix *a,
                            const struct kmatrix *b, pair_rule *rule)
{
    const struct kmatrix *shape = kmatrix_is_single(a) ? b : a;
    if ((a != shape && !kmatrix_is_single(a)) ||
        (!kmatrix_is_single(b) &&
         (b->rows != shape->rows || b->cols != shape->cols)))
        return run_fail(run, "sizes do not agree");
    if (!run_spend(run, shape->rows * shape->cols))
        return NULL;
    struct kmatrix *r = kmatrix_new(run, shape->rows, shape->cols);
    enum truth defined = TRUTH_TRUE;
    for (size_t i = 0; r && i < r->rows; i++)
        for (size_t j = 0; j < r->cols; j++)
            defined = truth_and(defined, rule(kmatrix_at(r, i, j),
                                              kmatrix_spread(a, i, j),
                                              kmatrix_spread(b, i, j)));
    return kmatrix_undefine(r, defined);
}

static struct kmatrix *pairs(struct run *run, const struct expr *e,
                             pair_rule *rule)
{
    const struct kmatrix *args[2];
    if (!value_kids(run, e, args, 2))
        return NULL;
    return kmatrix_undefine(value_pairs(run, args[0], args[1], rule),
                            truth_and(args[0]->defined, args[1]->defined));
}

/* ---- matrices ---- */

static struct kmatrix *negation(struct run *run, const struct expr *e)
{
    const struct kmatrix *a = run_value(run, e->kids[0]);
    struct kmatrix *r = a ? kmatrix_copy(run, a) : NULL;
    for (size_t k = 0; r && k < r->rows * r->cols; k++)
        interval_neg(&r->e[k], &r->e[k]);
    return r;
}

static struct kmatrix *product(struct run *run, const struct expr *e)
{
    const struct kmatrix *args[2];
    if (!value_kids(run, e, args, 2))
        return NULL;
    return kmatrix_undefine(kmatrix_product(run, args[0], args[1]),
                            truth_and(args[0]->defined, args[1]->defined));
}

static struct kmatrix *transpose(struct run *run, const struct expr *e)
{
    const struct kmatrix *a = run_value(run, e->kids[0]);
    return a ? kmatrix_undefine(kmatrix_transpose(run, a), a->defined) : NULL;
}

/* A^0 = I, A^(m+n) = A^m A^n, A^-n = (A^-1)^n where A^-1 exists */
static struct kmatrix *matrix_power(struct run *run, const struct expr *e)
{
    int64_t n;
    const struct kmatrix *a = run_value(run, e->kids[0]);
    if (!a || !run_index(run, &n, e->kids[1]))
        return NULL;
    if (a->rows != a->cols)
        return run_fail(run, "sizes do not agree");
    enum truth defined = a->defined;
    uint64_t k = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    const struct kmatrix *base = n < 0 ? call_inverse(run, a) : a;
    struct kmatrix *r = kmatrix_eye(run, a->rows);
    if (base)
        defined = truth_and(defined, base->defined);
    for (; base && r && k > 0; k /= 2) {
        if (k % 2 == 1)
            r = kmatrix_product(run, r, base);
        if (k > 1)
            base = kmatrix_product(run, base, base);
    }
    return base ? kmatrix_undefine(r, defined) : NULL;
}

static struct kmatrix *literal(struct run *run, const struct expr *e)
{
    size_t rows, cols;
    enum truth defined = TRUTH_TRUE;
    if (!run_size(run, &rows, e->rows) || !run_size(run, &cols, e->cols))
        return NULL;
    if (rows * cols != e->count)
        return run_fail(run, "sizes do not agree");
    struct kmatrix *r = kmatrix_new(run, rows, cols);
    for (size_t k = 0; r && k < e->count; k++) {
        const struct kmatrix *x = run_value(run, e->kids[k]);
        if (!x)
            return NULL;
        interval_set(&r->e[k], x->e);
        defined = truth_and(defined, x->defined);
    }
    return kmatrix_undefine(r, defined);
}

static struct kmatrix *call(struct run *run, const struct expr *e)
{
    if (function_info(e->fn)->rule == SHAPE_SIZES)
        return call_sizes(run, e);
    LOCAL_FREE const struct kmatrix **args =
        xcalloc(e->count + 1, sizeof *args);
    struct kmatrix *r = NULL;
    enum truth defined = TRUTH_TRUE;
    if (value_kids(run, e, args, e->count)) {
        for (size_t k = 0; k < e->count; k++)
            defined = truth_and(defined, args[k]->defined);
        r = call_value(run, e, args);
    }
    return kmatrix_undefine(r, defined);
}

/* clang-format off */
struct kmatrix *value_dispatch(struct run *run, const struct expr *e)
{
    switch (e->op) {
    case EX_NUMBER: return number(run, e);
    case EX_PI: return pi(run);
    case EX_SYMBOL: return symbol(run, e);
    case EX_GIVEN: return value_given(run, e);
    case EX_LET: return value_let(run, e);
    case EX_ADD: return pairs(run, e, pair_add);
    case EX_SUB: return pairs(run, e, pair_sub);
    case EX_NEG: return negation(run, e);
    case EX_MATMUL: return product(run, e);
    case EX_SCALE: return pairs(run, e, pair_mul);
    case EX_DIVIDE: return pairs(run, e, pair_div);
    case EX_DOT_MUL: return pairs(run, e, pair_mul);
    case EX_DOT_DIV: return pairs(run, e, pair_div);
    case EX_POW: return pairs(run, e, power);
    case EX_DOT_POW: return pairs(run, e, power);
    case EX_MATPOW: return matrix_power(run, e);
    case EX_TRANSPOSE: return transpose(run, e);
    case EX_ENTRY: return value_entry_of(run, e);
    case EX_SLICE: return value_slice(run, e);
    case EX_LITERAL: return literal(run, e);
    case EX_CALL: return call(run, e);
    case EX_SUM: return value_binder(run, e);
    case EX_PROD: return value_binder(run, e);
    case EX_MAX: return value_binder(run, e);
    case EX_MIN: return value_binder(run, e);
    case EX_INTEGRAL: return value_integral(run, e);
    case EX_EXPECTATION: return value_integral(run, e);
    case EX_IF: return value_if(run, e);
    case EX_INFINITY:
    case EX_REL:
    case EX_PSD:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
    case EX_FORALL: return run_fail(run, "not a value");
    }
    return run_fail(run, "not a value");
}
/* clang-format on */
