/*
 * Whether an integrand is defined over its range, and bounded: partial
 * operations are asked for one after the other, their arguments first.
 */
#include "kernel/existence_internal.h"
#include "logic/make.h"

static bool is_defined(struct integrand_of *f, const struct expr *e);

static bool are_defined(struct integrand_of *f, const struct expr *e)
{
    for (size_t i = 0; i < e->count; i++)
        if (!is_defined(f, e->kids[i]))
            return false;
    return true;
}

/* ---- arguments of partial operations ---- */

/*
 * May jump where t passes: what is not 0 at any t may still come near 0
 * there, so nothing is divided by it.
 */
static bool may_jump(const struct integrand_of *f, const struct expr *e)
{
    if (!expr_has_free(e, f->t))
        return false;
    if (e->op == EX_IF || e->is_relation || expr_is_call(e, FN_SIGN))
        return true;
    for (size_t i = 0; i < e->count; i++)
        if (may_jump(f, e->kids[i]))
            return true;
    return false;
}

/* 0 < e but perhaps at an end, where it is 0 and changes like t. */
static bool is_positive(struct integrand_of *f, const struct expr *e)
{
    if (!expr_has_free(e, f->t) || expr_is_call(e, FN_EXP))
        return true;
    if (!expr_is_scalar(e) || may_jump(f, e))
        return false;
    if (existence_sign(f->x, e, true))
        return true;
    if ((!existence_vanishes(f, e, 0) && !existence_vanishes(f, e, 1)) ||
        !existence_sign(f->x, e, false))
        return false;
    f->is_singular = true;
    return true;
}

/* What is free of t has a value that fits, or the integral has none. */
static bool is_nonzero(struct integrand_of *f, const struct expr *e)
{
    const struct expr *base;
    rational_t q;
    if (!expr_has_free(e, f->t))
        return true;
    if (e->op == EX_SCALE || e->op == EX_DOT_MUL)
        return is_nonzero(f, e->kids[0]) && is_nonzero(f, e->kids[1]);
    if (e->op == EX_NEG || e->op == EX_DIVIDE || e->op == EX_DOT_DIV)
        return is_nonzero(f, e->kids[0]);
    rational_init(&q);
    bool is_power = existence_power(&base, &q, f, e);
    rational_clear(&q);
    if (is_power)
        return is_nonzero(f, base);
    return is_positive(f, e) || is_positive(f, make_neg(f->x->pool, e));
}

/* ---- operations ---- */

/* base^y with base >= 0 and y >= 0 free of t: bounded where the base is */
bool existence_is_root(const struct integrand_of *f, const struct expr *e)
{
    return !expr_has_free(e->kids[1], f->t) &&
           existence_sign(f->x, e->kids[1], false) &&
           existence_sign(f->x, e->kids[0], false);
}

static bool is_power_defined(struct integrand_of *f, const struct expr *e)
{
    const struct expr *base = e->kids[0];
    const struct expr *exponent = existence_number(f, e->kids[1]);
    int64_t k;
    if (!expr_is_scalar(base) || !are_defined(f, e))
        return false;
    if (!exponent)
        return existence_is_root(f, e) || is_positive(f, base);
    if (rational_is_int(exponent->number, &k))
        return k >= 0 || is_nonzero(f, base);
    return mpq_sgn(exponent->number->q) > 0 ? existence_sign(f->x, base, false)
                                            : is_positive(f, base);
}

static bool has_entries(const struct expr *e)
{
    int64_t rows, cols;
    return dim_is_constant(e->rows, &rows) && rows >= 1 &&
           dim_is_constant(e->cols, &cols) && cols >= 1;
}

/* Functions that are continuous wherever their arguments have entries. */
static bool is_continuous(const struct expr *e)
{
    switch ((int)e->fn) {
    case FN_ABS:
    case FN_EXP:
    case FN_SIN:
    case FN_COS:
    case FN_TANH:
    case FN_ERF:
    case FN_RELU:
    case FN_SIGN: /* but here: bounded */
    case FN_MAX2:
    case FN_MIN2:
    case FN_DIAG:
    case FN_DIAGOF:
    case FN_KRON:
    case FN_HCAT:
    case FN_VCAT:
    case FN_SUM:
    case FN_MEAN:
    case FN_MAX:
    case FN_MIN:
    case FN_TRACE:
    case FN_DET:
    case FN_NORM1:
    case FN_NORMINF:
    case FN_NORM1INF:
    case FN_NORM2:
    case FN_NORMFRO:
    case FN_NORMMAX:
    case FN_NORMNUC:
    case FN_ROWNORM2:
    case FN_ROWSUM:
    case FN_ROWMEAN:
    case FN_ROWMAX:
    case FN_ROWMIN:
    case FN_COLSUM:
    case FN_COLMEAN:
    case FN_COLMAX:
    case FN_COLMIN:
    case FN_LOGSUMEXP:
    case FN_DIAMETER:
    case FN_RES:
        return has_entries(e->kids[0]);
    case FN_SOFTMAX:
        return e->count == 1 && has_entries(e->kids[0]);
    }
    return false;
}

static bool is_call_defined(struct integrand_of *f, const struct expr *e)
{
    if (!are_defined(f, e))
        return false;
    if (e->fn == FN_LOG)
        return is_positive(f, e->kids[0]);
    if (e->fn == FN_SQRT)
        return expr_is_scalar(e) && existence_sign(f->x, e->kids[0], false);
    return is_continuous(e);
}

static bool is_inside(const struct expr *index, const struct dim *size)
{
    int64_t i, n;
    return index->op == EX_NUMBER && rational_is_int(index->number, &i) &&
           dim_is_constant(size, &n) && i >= 1 && i <= n;
}

/* An integral over an inner variable is continuous in t if its body is. */
static bool is_inner_defined(struct integrand_of *f, const struct expr *e)
{
    struct integrand_of inner = *f;
    struct existence *x = f->x;
    if (e->op != EX_INTEGRAL || may_jump(f, e->kids[2]) ||
        e->kids[0]->op == EX_INFINITY || e->kids[0]->op == EX_NEG ||
        e->kids[1]->op == EX_INFINITY || e->kids[1]->op == EX_NEG ||
        !is_defined(f, e->kids[0]) || !is_defined(f, e->kids[1]) ||
        !existence_bind(x, e->symbol, e->kids[0], e->kids[1]))
        return false;
    inner.body = e->kids[2];
    bool ok =
        is_defined(&inner, e->kids[2]) && inner.is_singular == f->is_singular;
    x->nbound--;
    return ok;
}

static bool is_sum_defined(struct integrand_of *f, const struct expr *e)
{
    struct existence *x = f->x;
    if (expr_has_free(e->kids[0], f->t) || expr_has_free(e->kids[1], f->t) ||
        !existence_bind(x, e->symbol, e->kids[0], e->kids[1]))
        return false;
    bool ok = is_defined(f, e->kids[2]);
    x->nbound--;
    return ok;
}

static bool dispatch(struct integrand_of *f, const struct expr *e)
{
    switch ((int)e->op) {
    case EX_SYMBOL:
        return true;
    case EX_ADD:
    case EX_SUB:
    case EX_NEG:
    case EX_MATMUL:
    case EX_SCALE:
    case EX_DOT_MUL:
    case EX_TRANSPOSE:
    case EX_LITERAL:
    case EX_IF:
    case EX_REL:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
        return are_defined(f, e);
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return are_defined(f, e) && is_nonzero(f, e->kids[1]);
    case EX_POW:
    case EX_DOT_POW:
        return is_power_defined(f, e);
    case EX_CALL:
        return is_call_defined(f, e);
    case EX_ENTRY:
        return is_defined(f, e->kids[0]) &&
               is_inside(e->kids[1], e->kids[0]->rows) &&
               is_inside(e->kids[2], e->kids[0]->cols);
    case EX_SUM:
    case EX_PROD:
        return is_sum_defined(f, e);
    case EX_INTEGRAL:
        return is_inner_defined(f, e);
    }
    return false;
}

static bool is_defined(struct integrand_of *f, const struct expr *e)
{
    if (!expr_has_free(e, f->t))
        return true;
    if (f->x->depth >= EXISTENCE_MAX_DEPTH)
        return false;
    f->x->depth++;
    bool ok = dispatch(f, e);
    f->x->depth--;
    return ok;
}

bool existence_defined(struct integrand_of *f)
{
    return is_defined(f, f->body);
}
