/* What is known of terms. */
#include "logic/judge_internal.h"

#include "logic/make.h"

#include <stdlib.h>

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
    free(j->passing);
    free(j);
}

bool judge_enter(struct judge *j)
{
    if (j->depth == 0) {
        j->work = 0; /* each question has its own limit */
        judge_forget_refusals(j);
    }
    j->depth++;
    j->work++;
    return j->depth <= JUDGE_MAX_DEPTH && j->work <= JUDGE_MAX_WORK;
}

void judge_leave(struct judge *j)
{
    j->depth--;
}

bool judge_at_least(struct judge *j, const struct dim *a, int64_t k)
{
    struct dim_pool *dims = expr_dims(j->pool);
    if (a && k != 0)
        a = dim_sub(dims, a, dim_constant(dims, k));
    return a && normal_certainly_nonnegative(j->n, a);
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

/* A product of scalars that is not 0 has no factor 0, nor a root of 0. */
static void learn_factors(struct judge *j, const struct expr *e)
{
    const struct normal_form *form =
        expr_is_scalar(e) ? normal_terms(j->n, e) : NULL;
    if (!form || form->count != 1)
        return;
    for (size_t i = 0; i < form->terms[0].nfactors; i++) {
        const struct expr *atom = form->terms[0].factors[i].atom;
        judge_learn(j, atom, KNOWN_NONZERO);
        if (expr_is_call(atom, FN_SQRT))
            judge_learn(j, atom->kids[0], KNOWN_POSITIVE);
    }
}

/* The same of the inverse, by whose factors normal forms write quotients. */
static void learn_divisor(struct judge *j, const struct expr *e)
{
    if (expr_is_scalar(e))
        learn_factors(j, expr_binary(j->pool, EX_DIVIDE, make_int(j->pool, 1),
                                     e, (struct span){0}));
}

/* A square matrix with an inverse, and the square factors it is made of. */
static void learn_invertible(struct judge *j, const struct expr *e,
                             size_t depth)
{
    enum { MOST = 16 };
    const struct expr *normal = normal_expr(j->n, e);
    judge_learn(j, e, KNOWN_INVERTIBLE);
    if (normal)
        judge_learn(j, normal, KNOWN_INVERTIBLE);
    if (depth == MOST)
        return;
    const bool is_product =
        e->op == EX_MATMUL && e->kids[0]->rows == e->kids[0]->cols;
    if (is_product || e->op == EX_TRANSPOSE || e->op == EX_NEG)
        for (size_t i = 0; i < e->count; i++)
            learn_invertible(j, e->kids[i], depth + 1);
}

/* What a defined term says of the arguments of its partial operations. */
static void learn_arguments(struct judge *j, const struct expr *e)
{
    unsigned what = 0;
    const struct expr *argument = e->count ? e->kids[e->count - 1] : e;
    if (e->op == EX_DIVIDE || e->op == EX_DOT_DIV)
        what = KNOWN_NONZERO;
    if (expr_is_call(e, FN_SQRT))
        what = KNOWN_NONNEGATIVE;
    if (expr_is_call(e, FN_LOG))
        what = KNOWN_POSITIVE;
    if (expr_is_call(e, FN_SOFTMAX) && e->count == 2)
        what = KNOWN_MASK;
    if (expr_is_call(e, FN_INV))
        learn_invertible(j, argument, 0);
    if (!what)
        return;
    const struct expr *normal = normal_expr(j->n, argument);
    judge_learn(j, argument, what);
    if (normal)
        judge_learn(j, normal, what);
    if (what == KNOWN_NONZERO)
        learn_divisor(j, argument);
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

const struct expr *judge_body_at(struct judge *j, const struct expr *binder,
                                 const struct symbol *variable)
{
    const struct expr *x = expr_symbol(j->pool, variable, (struct span){0});
    if (!judge_between(j, binder->kids[0], x, binder->kids[1]))
        return NULL;
    if (variable == binder->symbol)
        return binder->kids[2];
    return make_substitute(j->pool, binder->kids[2], binder->symbol, x);
}

/* A binder is evaluated at each value that a variable of the scope has. */
static void add_bodies(struct judge *j, const struct expr *e)
{
    for (const struct scope_entry *s = j->scope; s; s = s->outer) {
        const struct expr *body = NULL;
        if (s->symbol && s->symbol != e->symbol)
            body = judge_body_at(j, e, s->symbol);
        if (body)
            add_root(j, body);
    }
    judge_keep_binder(j, e);
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
    if (judge_is_range_binder(e))
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

/* The question under way goes on with what it had left. */
void judge_root_within(struct judge *j, const struct expr *e)
{
    const size_t depth = j->depth, work = j->work;
    j->depth = j->work = 0;
    add_root(j, e);
    j->depth = depth;
    j->work = work;
}

static void learn_sign(struct judge *j, const struct expr *e, unsigned what)
{
    const struct expr *normal = normal_expr(j->n, e);
    if (normal)
        judge_learn(j, normal, what);
    judge_learn(j, e, what);
}

/* A number that a row or column sums to. */
static bool is_total(const struct expr *e)
{
    return e->op == EX_MATMUL ||
           (e->op == EX_CALL &&
            (e->fn == FN_SUM || e->fn == FN_ROWSUM || e->fn == FN_COLSUM));
}

void judge_fact(struct judge *j, const struct expr *relation)
{
    struct relation r;
    if (relation->op == EX_AND) {
        judge_fact(j, relation->kids[0]);
        judge_fact(j, relation->kids[1]);
        return;
    }
    if (relation->op == EX_PSD)
        judge_learn_definite(j, relation->kids[0]);
    if (!relation_read(&r, j->pool, relation) || !judge_defined(j, r.lhs) ||
        !judge_defined(j, r.rhs))
        return;
    const struct expr *difference = make_sub(j->pool, r.rhs, r.lhs);
    if (r.op == REL_EQ && (!expr_is_scalar(difference) || is_total(r.lhs)) &&
        j->nequations < JUDGE_MAX_EQUATIONS)
        j->equations[j->nequations++] = difference;
    if (r.op == REL_LE)
        learn_sign(j, difference, KNOWN_NONNEGATIVE);
    if (r.op == REL_LT)
        learn_sign(j, difference, KNOWN_POSITIVE);
    if (r.op == REL_NE && expr_is_scalar(difference)) {
        learn_sign(j, difference, KNOWN_NONZERO);
        learn_sign(j, make_sub(j->pool, r.lhs, r.rhs), KNOWN_NONZERO);
        learn_factors(j, difference);
    }
    /* 0 < a <= b gives 0 < b */
    if (r.op != REL_NE && judge_positive(j, r.lhs))
        learn_sign(j, r.rhs, KNOWN_POSITIVE);
    else if (r.op != REL_NE && judge_nonnegative(j, r.lhs))
        learn_sign(j, r.rhs, KNOWN_NONNEGATIVE);
}

void judge_assume(struct judge *j)
{
    const struct theorem *t = j->theorem;
    for (size_t i = 0; i < t->nassumptions; i++)
        judge_root(j, t->assumptions[i].relation);
    for (size_t i = 0; i < t->nassumptions; i++)
        judge_fact(j, t->assumptions[i].relation);
}

bool judge_equal(struct judge *j, const struct expr *a, const struct expr *b)
{
    if (normal_equal(j->n, a, b) == TRUTH_TRUE)
        return true;
    const struct expr *d = make_sub(j->pool, a, b);
    for (size_t i = 0; i < j->nequations; i++) {
        const struct expr *e = j->equations[i];
        if (e->rows == d->rows && e->cols == d->cols &&
            (normal_equal(j->n, d, e) == TRUTH_TRUE ||
             normal_equal(j->n, make_neg(j->pool, d), e) == TRUTH_TRUE))
            return true;
    }
    return false;
}
