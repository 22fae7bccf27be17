/* Definedness by structure. */
#include "logic/judge_internal.h"

#include "logic/make.h"

/*
 * A polynomial in givens, which a rank is known of whatever they are; means
 * divide by sizes.
 */
static bool is_polynomial(const struct expr *e, size_t depth)
{
    enum { MOST = 32 };
    bool plain = e->op == EX_NUMBER || e->op == EX_SYMBOL ||
                 e->op == EX_GIVEN || e->op == EX_ADD || e->op == EX_SUB ||
                 e->op == EX_NEG || e->op == EX_MATMUL || e->op == EX_SCALE ||
                 e->op == EX_DOT_MUL || e->op == EX_TRANSPOSE ||
                 e->op == EX_ENTRY || e->op == EX_SLICE ||
                 e->op == EX_LITERAL || e->op == EX_SUM || e->op == EX_PROD;
    if (e->op == EX_CALL)
        plain = e->fn == FN_ONES || e->fn == FN_ZEROS || e->fn == FN_EYE ||
                e->fn == FN_UNIT || e->fn == FN_DIAG || e->fn == FN_HCAT ||
                e->fn == FN_VCAT || e->fn == FN_KRON || e->fn == FN_RES ||
                e->fn == FN_SUM || e->fn == FN_ROWSUM || e->fn == FN_COLSUM ||
                e->fn == FN_MEAN || e->fn == FN_ROWMEAN || e->fn == FN_COLMEAN;
    for (size_t i = 0; plain && i < e->count; i++)
        plain = depth < MOST && is_polynomial(e->kids[i], depth + 1);
    return plain;
}

/*
 * Known to be so, perhaps written otherwise: a defined term equals its normal
 * form.
 */
static bool is_known(struct judge *j, const struct expr *a, unsigned what)
{
    const struct expr *normal = normal_expr(j->n, a);
    return judge_knows(j, a, what) || (normal && judge_knows(j, normal, what));
}

static bool is_invertible(struct judge *j, const struct expr *a)
{
    return is_known(j, a, KNOWN_INVERTIBLE) || judge_positive_definite(j, a);
}

static bool call_is_defined(struct judge *j, const struct expr *e)
{
    const struct expr *a = e->kids[0];
    switch (e->fn) {
    case FN_ONES:
    case FN_ZEROS:
    case FN_EYE:
        return judge_has_entries(j, e);
    case FN_DIAG:
    case FN_DIAGOF:
    case FN_KRON:
    case FN_HCAT:
    case FN_VCAT:
    case FN_ABS:
    case FN_EXP:
    case FN_SIN:
    case FN_COS:
    case FN_TANH:
    case FN_ERF:
    case FN_RELU:
    case FN_SIGN:
    case FN_MAX2:
    case FN_MIN2:
    case FN_SUM:
    case FN_TRACE:
    case FN_DET:
    case FN_ROWSUM:
    case FN_COLSUM:
        return true;
    case FN_MEAN:
    case FN_MAX:
    case FN_MIN:
    case FN_NORM1:
    case FN_NORMINF:
    case FN_NORM1INF:
    case FN_NORM2:
    case FN_NORMFRO:
    case FN_NORMMAX:
    case FN_NORMNUC:
    case FN_ROWNORM2:
    case FN_ROWMEAN:
    case FN_ROWMAX:
    case FN_ROWMIN:
    case FN_COLMEAN:
    case FN_COLMAX:
    case FN_COLMIN:
    case FN_LOGSUMEXP:
    case FN_DIAMETER:
    case FN_RES:
    case FN_MINRES1:
    case FN_MINRESINF:
    case FN_MINRES1INF:
        return judge_has_entries(j, a);
    case FN_SOFTMAX:
        return e->count == 1 ? judge_has_entries(j, a)
                             : is_known(j, e->kids[1], KNOWN_MASK);
    case FN_LOG:
        return judge_positive(j, a);
    case FN_SQRT:
        return judge_nonnegative(j, a);
    case FN_UNIT:
        return judge_between(j, make_int(j->pool, 1), e->kids[1], e->kids[0]);
    case FN_EIGMIN:
    case FN_EIGMAX:
        return judge_has_entries(j, a) && judge_is_symmetric(j, a);
    case FN_INV:
        return is_invertible(j, a);
    case FN_RANK:
        return is_polynomial(a, 0) && judge_has_entries(j, a);
    case FN_LAMBERTW:
    case FN_NORMALISE:
    case FN_COUNT:
        return false;
    }
    return false;
}

static bool is_whole(const struct expr *e, int64_t least)
{
    int64_t k;
    return e->op == EX_NUMBER && rational_is_int(e->number, &k) && k >= least;
}

/*
 * An integer, certainly from 0 on: a^e is a product, or 1.  2^l is one for
 * such an l.
 */
bool judge_is_count(struct judge *j, const struct expr *e)
{
    while (e->op == EX_POW && is_whole(e->kids[0], 0))
        e = e->kids[1];
    return is_whole(e, 0) || judge_between(j, make_int(j->pool, 0), e, e);
}

static bool power_is_defined(struct judge *j, const struct expr *e)
{
    const struct expr *base = e->kids[0], *exponent = e->kids[1];
    int64_t power;
    if (judge_is_count(j, exponent) || judge_positive(j, base))
        return true;
    if (exponent->op == EX_NUMBER && rational_is_int(exponent->number, &power))
        return judge_nonzero(j, base);
    return judge_nonnegative(j, base) && judge_nonnegative(j, exponent);
}

static bool index_is_inside(struct judge *j, const struct expr *lo,
                            const struct expr *hi, const struct dim *size)
{
    const struct dim *a = make_dim(j->pool, lo), *b = make_dim(j->pool, hi);
    return a && b && judge_at_least(j, a, 1) &&
           judge_at_least(j, dim_sub(expr_dims(j->pool), size, b), 0);
}

static bool entry_is_defined(struct judge *j, const struct expr *e)
{
    const struct expr *const *k = e->kids;
    return index_is_inside(j, k[1], k[1], k[0]->rows) &&
           index_is_inside(j, k[2], k[2], k[0]->cols);
}

/* Both ends inside and a nonempty range; more is not asked of a slice. */
static bool slice_is_defined(struct judge *j, const struct expr *e)
{
    const struct expr *const *k = e->kids;
    return index_is_inside(j, k[1], k[2], k[0]->rows) &&
           index_is_inside(j, k[3], k[4], k[0]->cols) &&
           judge_between(j, k[1], k[2], k[2]) &&
           judge_between(j, k[3], k[4], k[4]);
}

static bool member_is_defined(struct judge *j, const struct expr *e)
{
    const struct given *g = &j->theorem->givens[e->decl];
    struct normal_answer inside = {.yes = true};
    if (normal_recall(j->n, NORMAL_IS_INSIDE, e, &inside))
        return inside.yes;
    for (size_t i = 0; inside.yes && i < e->count; i++)
        inside.yes =
            judge_between(j, g->indices[i].lo, e->kids[i], g->indices[i].hi);
    normal_retain(j->n, NORMAL_IS_INSIDE, e, inside);
    return inside.yes;
}

static bool kids_are_defined(struct judge *j, const struct expr *e)
{
    for (size_t i = 0; i < e->count; i++)
        if (!judge_defined(j, e->kids[i]))
            return false;
    return true;
}

/*
 * Integers that all values of a range with this end are from (`fn` FN_MAX2) or
 * up to (FN_MIN2), their number; 0: the end is not seen to be an integer.
 * There is no sum over 1..n/2 at n = 1.
 */
static size_t read_end(struct judge *j, const struct expr *end,
                       enum function fn, const struct expr *choices[2])
{
    choices[0] = end;
    if (make_dim(j->pool, end))
        return 1;
    if (end->op != EX_CALL || end->fn != fn || !make_dim(j->pool, end->kids[0]))
        return 0;
    choices[0] = end->kids[0];
    choices[1] = end->kids[1];
    return make_dim(j->pool, choices[1]) ? 2 : 0;
}

/* j from max(a, b) on is from a on, and from b on: one of these is enough. */
static bool body_is_defined(struct judge *j, const struct expr *e)
{
    const struct expr *lo[2], *hi[2];
    const size_t nlo = read_end(j, e->kids[0], FN_MAX2, lo);
    const size_t nhi = read_end(j, e->kids[1], FN_MIN2, hi);
    bool ok = false;
    for (size_t k = 0; k < nlo * nhi && !ok; k++) {
        if (!judge_enter_range(j, e->symbol, lo[k / nhi], hi[k % nhi]))
            return false;
        ok = judge_defined(j, e->kids[2]);
        judge_leave_range(j);
    }
    return ok;
}

static bool binder_is_defined(struct judge *j, const struct expr *e)
{
    return ((e->op != EX_MAX && e->op != EX_MIN) ||
            judge_range_has_values(j, e)) &&
           body_is_defined(j, e);
}

static bool let_is_defined(struct judge *j, const struct expr *e)
{
    const struct expr *body = NULL;
    if (judge_always(j, e, KNOWN_DEFINED))
        return true;
    if (j->unfolded < JUDGE_MAX_UNFOLD &&
        !judge_is_under_way(j, e, KNOWN_DEFINED))
        body = normal_unfold(j->n, e);
    if (!body)
        return judge_family(j, e, KNOWN_DEFINED);
    j->unfolded++;
    bool ok = judge_defined(j, body);
    j->unfolded--;
    return ok;
}

static bool op_is_defined(struct judge *j, const struct expr *e)
{
    switch (e->op) {
    case EX_NUMBER:
    case EX_PI:
    case EX_SYMBOL:
        return true;
    case EX_INFINITY:
    case EX_INTEGRAL:
    case EX_EXPECTATION:
        return false;
    case EX_GIVEN:
        return member_is_defined(j, e);
    case EX_LET:
        return let_is_defined(j, e);
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
        return kids_are_defined(j, e);
    case EX_PSD:
        return false;
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return kids_are_defined(j, e) && judge_nonzero(j, e->kids[1]);
    case EX_POW:
    case EX_DOT_POW:
        return kids_are_defined(j, e) && power_is_defined(j, e);
    case EX_MATPOW:
        return judge_defined(j, e->kids[0]) && judge_is_count(j, e->kids[1]);
    case EX_ENTRY:
        return judge_defined(j, e->kids[0]) && entry_is_defined(j, e);
    case EX_SLICE:
        return judge_defined(j, e->kids[0]) && slice_is_defined(j, e);
    case EX_CALL:
        return kids_are_defined(j, e) && call_is_defined(j, e);
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
    case EX_FORALL:
        return binder_is_defined(j, e);
    }
    return false;
}

bool judge_defined(struct judge *j, const struct expr *e)
{
    if (judge_knows(j, e, KNOWN_DEFINED))
        return true;
    const size_t level = j->level;
    bool ok = judge_enter(j);
    j->level = j->depth; /* signs of divisors and radicands are asked anew */
    ok = ok && op_is_defined(j, e);
    j->level = level;
    judge_leave(j);
    /* what holds of earlier members of a family may not hold of all */
    if (ok && !j->families)
        judge_learn(j, e, KNOWN_DEFINED);
    return ok;
}
