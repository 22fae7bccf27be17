/* What is known of terms, and definedness. */
#include "logic/judge_internal.h"

#include "logic/make.h"

#include <stdlib.h>
#include <string.h>

struct judge *judge_new(struct normalizer *n, const struct theorem *t,
                        const struct scope_entry *scope)
{
    struct judge *j = xcalloc(1, sizeof *j);
    const struct scope_entry *ranges[NORMAL_MAX_RANGES];
    size_t count = 0;
    *j = (struct judge){.n = n, .theorem = t, .pool = t->pool, .scope = scope};
    for (const struct scope_entry *s = scope; s; s = s->outer)
        if (s->symbol && count < NORMAL_MAX_RANGES)
            ranges[count++] = s;
    while (count-- > 0)
        if (normal_push_range(n, ranges[count]->symbol, ranges[count]->lo,
                              ranges[count]->hi))
            j->pushed++;
    return j;
}

void judge_free(struct judge *j)
{
    if (!j)
        return;
    for (; j->pushed > 0; j->pushed--)
        normal_pop_range(j->n);
    free(j->known);
    free(j);
}

bool judge_knows(const struct judge *j, const struct expr *e, unsigned what)
{
    return e->id < j->count && (j->known[e->id] & what) == what;
}

void judge_learn(struct judge *j, const struct expr *e, unsigned what)
{
    if (e->id >= j->count) {
        size_t count = 2 * (size_t)e->id + 64;
        j->known = xrealloc(j->known, count, 1);
        memset(j->known + j->count, 0, count - j->count);
        j->count = count;
    }
    j->known[e->id] |= (unsigned char)what;
    if (what & KNOWN_POSITIVE)
        j->known[e->id] |= KNOWN_NONZERO | KNOWN_NONNEGATIVE;
}

bool judge_enter(struct judge *j)
{
    if (j->depth == 0)
        j->work = 0; /* each question has its own limit */
    j->depth++;
    j->work++;
    return j->depth <= JUDGE_MAX_DEPTH && j->work <= JUDGE_MAX_WORK;
}

void judge_leave(struct judge *j)
{
    j->depth--;
}

bool judge_open(struct judge *j, const struct expr *binder)
{
    /* what is known of the scope's variable is known of that one value */
    for (const struct scope_entry *s = j->scope; s; s = s->outer)
        if (s->symbol && s->symbol == binder->symbol)
            return false;
    return binder->count == 3 &&
           normal_push_range(j->n, binder->symbol, binder->kids[0],
                             binder->kids[1]);
}

void judge_close(struct judge *j)
{
    normal_pop_range(j->n);
}

bool judge_at_least(struct judge *j, const struct dim *a, int64_t k)
{
    struct dim_pool *dims = expr_dims(j->pool);
    return a && normal_certainly_nonnegative(
                    j->n, dim_sub(dims, a, dim_constant(dims, k)));
}

/*
 * Whether matrices of that size exist: an instance has the givens that the
 * theorem names, so their sizes are sizes; of others it must be certain.
 */
static bool is_size(struct judge *j, const struct dim *a)
{
    for (size_t i = 0; i < j->theorem->ngivens; i++) {
        const struct given *g = &j->theorem->givens[i];
        if (g->nindices == 0 && (g->rows == a || g->cols == a))
            return true;
    }
    return a && make_is_whole(a) && judge_at_least(j, a, 1);
}

bool judge_has_entries(struct judge *j, const struct expr *e)
{
    return is_size(j, e->rows) && is_size(j, e->cols);
}

static bool at_most(struct judge *j, const struct expr *a, const struct expr *b)
{
    const struct dim *x = make_dim(j->pool, a), *y = make_dim(j->pool, b);
    return x && y && judge_at_least(j, dim_sub(expr_dims(j->pool), y, x), 0);
}

bool judge_between(struct judge *j, const struct expr *lo, const struct expr *e,
                   const struct expr *hi)
{
    return at_most(j, lo, e) && at_most(j, e, hi);
}

bool judge_range_has_values(struct judge *j, const struct expr *binder)
{
    return binder->count == 3 && at_most(j, binder->kids[0], binder->kids[1]);
}

/* ---- roots ---- */

/* What a defined term says of the arguments of its partial operations. */
static void learn_arguments(struct judge *j, const struct expr *e)
{
    unsigned what = 0;
    const struct expr *argument = e->count ? e->kids[e->count - 1] : e;
    if (e->op == EX_DIVIDE || e->op == EX_DOT_DIV)
        what = KNOWN_NONZERO;
    if (e->op == EX_CALL && e->fn == FN_SQRT)
        what = KNOWN_NONNEGATIVE;
    if (e->op == EX_CALL && e->fn == FN_LOG)
        what = KNOWN_POSITIVE;
    if (!what)
        return;
    const struct expr *normal = normal_expr(j->n, argument);
    judge_learn(j, argument, what);
    if (normal)
        judge_learn(j, normal, what);
}

/* Whether the binder runs over exactly a variable of the scope. */
static bool is_in_scope(const struct judge *j, const struct expr *binder)
{
    for (const struct scope_entry *s = j->scope; s; s = s->outer)
        if (s->symbol && s->symbol == binder->symbol &&
            s->lo == binder->kids[0] && s->hi == binder->kids[1])
            return true;
    return false;
}

/*
 * Of a condition only a single relation: `a and b` may be false by a alone,
 * whatever b is, while an assumption is true by both.
 */
static bool is_evaluated(const struct judge *j, const struct expr *e,
                         size_t kid)
{
    if (e->op == EX_IF)
        return kid == 0 && e->kids[0]->op == EX_REL;
    if (e->op == EX_OR || e->op == EX_NOT)
        return false;
    if (!make_is_binder(e) || kid + 1 < e->count)
        return true;
    return e->count == 3 && is_in_scope(j, e);
}

static void add_root(struct judge *j, const struct expr *e);

/* A binder is evaluated at each value that a variable of its range has. */
static void add_bodies(struct judge *j, const struct expr *e)
{
    struct span nowhere = {0};
    if (!make_is_binder(e) || e->count != 3)
        return;
    for (const struct scope_entry *s = j->scope; s; s = s->outer) {
        if (!s->symbol || s->symbol == e->symbol || s->lo != e->kids[0] ||
            s->hi != e->kids[1])
            continue;
        const struct expr *body =
            make_substitute(j->pool, e->kids[2], e->symbol,
                            expr_symbol(j->pool, s->symbol, nowhere));
        if (body)
            add_root(j, body);
    }
}

static void add_root(struct judge *j, const struct expr *e)
{
    if (judge_knows(j, e, KNOWN_DEFINED))
        return;
    if (!judge_enter(j)) {
        judge_leave(j);
        return;
    }
    judge_learn(j, e, KNOWN_DEFINED);
    learn_arguments(j, e);
    for (size_t i = 0; i < e->count; i++)
        if (is_evaluated(j, e, i))
            add_root(j, e->kids[i]);
    add_bodies(j, e);
    if (e->op == EX_LET && j->unfolded < JUDGE_MAX_UNFOLD) {
        const struct expr *body = normal_unfold(j->n, e);
        j->unfolded++;
        if (body)
            add_root(j, body);
        j->unfolded--;
    }
    judge_leave(j);
}

void judge_root(struct judge *j, const struct expr *e)
{
    j->work = 0;
    add_root(j, e);
}

static void learn_sign(struct judge *j, const struct expr *e, unsigned what)
{
    const struct expr *normal = normal_expr(j->n, e);
    if (normal)
        judge_learn(j, normal, what);
    judge_learn(j, e, what);
}

void judge_fact(struct judge *j, const struct expr *relation)
{
    struct relation r;
    if (relation->op == EX_AND) {
        judge_fact(j, relation->kids[0]);
        judge_fact(j, relation->kids[1]);
        return;
    }
    if (!relation_read(&r, j->pool, relation) || !judge_defined(j, r.lhs) ||
        !judge_defined(j, r.rhs))
        return;
    const struct expr *difference = make_sub(j->pool, r.rhs, r.lhs);
    if (r.op == REL_LE)
        learn_sign(j, difference, KNOWN_NONNEGATIVE);
    if (r.op == REL_LT)
        learn_sign(j, difference, KNOWN_POSITIVE);
    if (r.op == REL_NE && expr_is_scalar(difference))
        learn_sign(j, difference, KNOWN_NONZERO);
    /* 0 < a <= b gives 0 < b */
    if (r.op != REL_NE && judge_positive(j, r.lhs))
        learn_sign(j, r.rhs, KNOWN_POSITIVE);
    else if (r.op != REL_NE && judge_nonnegative(j, r.lhs))
        learn_sign(j, r.rhs, KNOWN_NONNEGATIVE);
}

/* ---- definedness ---- */

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
        return e->count == 1 && judge_has_entries(j, a);
    case FN_LOG:
        return judge_positive(j, a);
    case FN_SQRT:
        return judge_nonnegative(j, a);
    case FN_UNIT:
        return judge_between(j, make_int(j->pool, 1), e->kids[1], e->kids[0]);
    case FN_INV:
    case FN_RANK:
    case FN_EIGMIN:
    case FN_EIGMAX:
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

/* An integer, certainly from 0 on: a^e is a product, or 1. */
static bool is_count(struct judge *j, const struct expr *e)
{
    return is_whole(e, 0) || at_most(j, make_int(j->pool, 0), e);
}

static bool power_is_defined(struct judge *j, const struct expr *e)
{
    const struct expr *base = e->kids[0], *exponent = e->kids[1];
    if (is_count(j, exponent) || judge_positive(j, base))
        return true;
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
    for (size_t i = 0; i < e->count; i++)
        if (!judge_between(j, g->indices[i].lo, e->kids[i], g->indices[i].hi))
            return false;
    return true;
}

static bool kids_are_defined(struct judge *j, const struct expr *e)
{
    for (size_t i = 0; i < e->count; i++)
        if (!judge_defined(j, e->kids[i]))
            return false;
    return true;
}

/* The ends are integers: there is no sum over 1..n/2 at n = 1. */
static bool binder_is_defined(struct judge *j, const struct expr *e)
{
    if (!make_dim(j->pool, e->kids[0]) || !make_dim(j->pool, e->kids[1]) ||
        ((e->op == EX_MAX || e->op == EX_MIN) && !judge_range_has_values(j, e)))
        return false;
    if (!judge_open(j, e))
        return false;
    bool ok = judge_defined(j, e->kids[2]);
    judge_close(j);
    return ok;
}

static bool let_is_defined(struct judge *j, const struct expr *e)
{
    const struct expr *body = NULL;
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
        return judge_defined(j, e->kids[0]) && is_count(j, e->kids[1]);
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
    bool ok = judge_enter(j) && op_is_defined(j, e);
    judge_leave(j);
    /* what holds under an opened binder, or of earlier members of a family,
       may not hold elsewhere */
    if (ok && e->nfree == 0 && !j->families)
        judge_learn(j, e, KNOWN_DEFINED);
    return ok;
}
