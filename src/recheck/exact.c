/*
 * Values in closed form: where intervals cannot decide (a trace that is 0, rows
 * that sum to 1, sqrt(2) * sqrt(8) < 4).
 *
 * Each part is evaluated once.  A rational one becomes a literal, by the
 * rational interpreter (ir/closed.h), one operation at a time; another stays
 * the operation on the closed forms of its parts.  Two sides of one form are
 * equal, if both are defined; of others the run may ask an algebra.
 */
#include "recheck/run.h"

#include "instance/property.h"

#include <stdlib.h>

/* A rational matrix as a literal (or number) of the theorem's pool. */
static const struct expr *as_literal(struct run *run, const struct expr *like,
                                     const struct rmatrix *m)
{
    struct expr_pool *pool = run->theorem->pool;
    size_t count = m->rows * m->cols;
    if (count > RUN_MAX_EXACT || !run_spend(run, count))
        return NULL;
    LOCAL_FREE const struct expr **kids = xcalloc(count + 1, sizeof *kids);
    for (size_t k = 0; k < count; k++)
        kids[k] = expr_number(pool, &m->entries[k], like->span);
    const struct expr *literal = kids[0];
    if (count > 1) {
        struct expr model = {
            .op = EX_LITERAL,
            .span = like->span,
            .rows = dim_constant(expr_dims(pool), (int64_t)m->rows),
            .cols = dim_constant(expr_dims(pool), (int64_t)m->cols),
            .kids = kids,
            .count = count};
        literal = expr_intern(pool, &model);
    }
    return literal;
}

static bool is_rational(const struct expr *form)
{
    bool numbers = form->op == EX_LITERAL;
    for (size_t k = 0; k < form->count && numbers; k++)
        numbers = form->kids[k]->op == EX_NUMBER;
    return numbers || form->op == EX_NUMBER;
}

/*
 * The form of an operation on forms: a literal if it is rational, the operation
 * itself if it is not, NULL if it is undefined or too large.
 */
static const struct expr *evaluated(struct run *run, const struct expr *e)
{
    struct rmatrix m;
    for (size_t k = 0; k < e->count; k++)
        if (!is_rational(e->kids[k]))
            return e;
    enum status st = closed_matrix(&m, e, &run->env, NULL);
    if (st == ST_UNABLE)
        return e;
    if (st != ST_OK)
        return NULL;
    const struct expr *literal = as_literal(run, e, &m);
    rmatrix_clear(&m);
    return literal;
}

static const struct expr *integer(struct run *run, const struct expr *e)
{
    int64_t n;
    return closed_int(&n, e, &run->env) == ST_OK
               ? expr_int(run->theorem->pool, n, e->span)
               : NULL;
}

/* Sizes, indices and ends are integers, not values. */
static size_t first_integer(const struct expr *e)
{
    if (e->op == EX_CALL && function_info(e->fn)->rule == SHAPE_SIZES)
        return 0;
    bool has = e->op == EX_MATPOW || e->op == EX_ENTRY || e->op == EX_SLICE;
    return has ? 1 : e->count;
}

static const struct expr *closed_form(struct run *run, const struct expr *e);

/*
 * A size under the indices that are bound now: a form outlives them.  NULL:
 * it has no value.
 */
static const struct dim *known_size(struct run *run, const struct dim *size)
{
    int64_t n;
    return closed_dim(&n, size, &run->env) == ST_OK
               ? dim_constant(expr_dims(run->theorem->pool), n)
               : NULL;
}

/* The operation on the closed forms of its parts. */
static const struct expr *operation(struct run *run, const struct expr *e)
{
    LOCAL_FREE const struct expr **kids = xcalloc(e->count + 1, sizeof *kids);
    bool known = true;
    for (size_t k = 0; k < e->count && known; k++) {
        kids[k] = k < first_integer(e) ? closed_form(run, e->kids[k])
                                       : integer(run, e->kids[k]);
        known = kids[k] != NULL;
    }
    const struct expr *literal = NULL;
    struct expr model = *e;
    model.kids = kids;
    model.rows = known_size(run, e->rows);
    model.cols = known_size(run, e->cols);
    if (known && model.rows && model.cols)
        literal = evaluated(run, expr_intern(run->theorem->pool, &model));
    return literal;
}

static const struct expr *pair(struct run *run, enum expr_op op,
                               enum function fn, const struct expr *a,
                               const struct expr *b)
{
    const struct expr *kids[] = {a, b};
    struct expr model = {.op = op,
                         .fn = fn,
                         .span = a->span,
                         .rows = a->rows,
                         .cols = a->cols,
                         .kids = kids,
                         .count = 2};
    return evaluated(run, expr_intern(run->theorem->pool, &model));
}

static const struct expr *fold(struct run *run, const struct expr *e,
                               const struct expr *sum, const struct expr *next)
{
    if (e->op == EX_SUM)
        return pair(run, EX_ADD, FN_ONES, sum, next);
    if (e->op == EX_PROD)
        return pair(run, expr_is_scalar(e) ? EX_SCALE : EX_MATMUL, FN_ONES, sum,
                    next);
    return pair(run, EX_CALL, e->op == EX_MAX ? FN_MAX2 : FN_MIN2, sum, next);
}

static const struct expr *binder(struct run *run, const struct expr *e)
{
    int64_t lo, hi;
    if (closed_int(&lo, e->kids[0], &run->env) != ST_OK ||
        closed_int(&hi, e->kids[1], &run->env) != ST_OK)
        return NULL;
    if (lo > hi)
        return evaluated(run, e);
    if (!run_range(run, lo, hi))
        return NULL;
    struct binding old = binding_save(run, e->symbol);
    const struct expr *sum = NULL;
    for (int64_t k = 0; k <= hi - lo; k++) {
        env_set(&run->env, e->symbol, e->reversed ? hi - k : lo + k);
        const struct expr *next = closed_form(run, e->kids[2]);
        sum = next && k > 0 ? fold(run, e, sum, next) : next;
        if (!sum)
            break;
    }
    binding_restore(run, &old);
    return sum;
}

static const struct expr *given(struct run *run, const struct expr *e)
{
    size_t slot;
    if (!given_slot(&slot, run, e))
        return NULL;
    const struct value *v = &run->x->values[slot];
    if (v->kind == VALUE_EXPR)
        return closed_form(run, v->expr);
    if (v->kind == VALUE_NONE || v->rows * v->cols > RUN_MAX_EXACT)
        return NULL;
    LOCAL_MADE_OF(rmatrix, m, v->rows, v->cols);
    for (size_t k = 0; k < v->rows * v->cols; k++)
        value_entry(&m.entries[k], v, k / v->cols, k % v->cols);
    return as_literal(run, e, &m);
}

static const struct expr *member(struct run *run, const struct expr *e)
{
    struct clause_scope scope;
    const struct clause *clause = clause_enter(&scope, run, e);
    if (!clause)
        return NULL;
    const struct expr *literal = closed_form(run, clause->body);
    clause_leave(run, &scope);
    return literal;
}

/* Whether it depends on the variable of an integral around it. */
static bool is_in_integral(const struct expr *e)
{
    for (size_t k = 0; k < e->nfree; k++)
        if (e->free[k]->kind == SYM_REAL)
            return true;
    return false;
}

static const struct expr *condition(struct run *run, const struct expr *e)
{
    bool holds;
    enum truth truth;
    if (is_in_integral(e->kids[0]))
        return NULL;
    if (closed_truth(&holds, e->kids[0], &run->env) == ST_OK)
        truth = holds ? TRUTH_TRUE : TRUTH_FALSE;
    else
        truth = run_truth(run, e->kids[0]);
    if (truth != TRUTH_TRUE && truth != TRUTH_FALSE)
        return NULL;
    return closed_form(run, e->kids[truth == TRUTH_TRUE ? 1 : 2]);
}

static bool is_infinite(const struct expr *e)
{
    while (e->op == EX_NEG)
        e = e->kids[0];
    return e->op == EX_INFINITY;
}

/*
 * An integral or expectation whose ends and body are forms in its variable
 * alone, which stays what it is: two that are written alike have one value.
 */
static const struct expr *integral(struct run *run, const struct expr *e)
{
    const struct expr *kids[3];
    for (size_t k = 0; k < e->count; k++) {
        kids[k] = k + 1 < e->count && is_infinite(e->kids[k])
                      ? e->kids[k]
                      : closed_form(run, e->kids[k]);
        if (!kids[k])
            return NULL;
    }
    struct expr model = *e;
    model.kids = kids;
    return expr_intern(run->theorem->pool, &model);
}

static const struct expr *compute(struct run *run, const struct expr *e)
{
    if (e->op == EX_GIVEN)
        return given(run, e);
    if (e->op == EX_LET)
        return member(run, e);
    if (e->op == EX_IF)
        return condition(run, e);
    if (e->op == EX_SUM || e->op == EX_PROD || e->op == EX_MAX ||
        e->op == EX_MIN)
        return binder(run, e);
    if (e->op == EX_PI || (e->op == EX_SYMBOL && e->symbol->kind == SYM_REAL))
        return e;
    if (e->op == EX_INTEGRAL || e->op == EX_EXPECTATION)
        return integral(run, e);
    if (e->op == EX_INFINITY || e->is_relation)
        return NULL;
    return e->count == 0 ? evaluated(run, e) : operation(run, e);
}

/* Where the variable of an integral has no value nothing is remembered. */
static const struct expr *form_in_integral(struct run *run,
                                           const struct expr *e)
{
    const struct expr *form = NULL;
    run->depth++;
    if (run_spend(run, 1))
        form = compute(run, e);
    run->depth--;
    return form;
}

static const struct expr *closed_form(struct run *run, const struct expr *e)
{
    size_t entry;
    if (run->may_intern && !run->failed && run->depth < RUN_MAX_DEPTH &&
        is_in_integral(e))
        return form_in_integral(run, e);
    if (!run->may_intern || run->failed || run->depth >= RUN_MAX_DEPTH ||
        !expr_memo_find(&entry, &run->rationals, e, &run->env))
        return NULL;
    if (run->rationals.entries[entry].done ||
        run->rationals.entries[entry].open)
        return run->rationals.entries[entry].value;
    run->rationals.entries[entry].open = true;
    run->depth++;
    const struct expr *literal = compute(run, e);
    run->depth--;
    struct expr_memo_entry *kept = &run->rationals.entries[entry];
    kept->open = false;
    kept->done = true;
    kept->value = literal;
    return literal;
}

const struct expr *exact_value(struct run *run, const struct expr *e)
{
    const struct expr *form = closed_form(run, e);
    return form && is_rational(form) ? form : NULL;
}

/*
 * 0 < e by its form, e known to have a value: where its intervals reach 0 only
 * because they are rounded (exp(-10^300)).
 */
static bool is_positive(const struct expr *e)
{
    switch ((int)e->op) {
    case EX_NUMBER:
        return mpq_sgn(e->number->q) > 0;
    case EX_PI:
        return true;
    case EX_CALL:
        return e->fn == FN_EXP || (e->fn == FN_SQRT && is_positive(e->kids[0]));
    case EX_ADD:
    case EX_SCALE:
    case EX_DIVIDE:
        return is_positive(e->kids[0]) && is_positive(e->kids[1]);
    case EX_POW:
        return is_positive(e->kids[0]);
    }
    return false;
}

/* Both have values |- the algebra that the run may ask knows: a rel b. */
static bool is_known(const struct run *run, enum relop rel,
                     const struct expr *a, const struct expr *b)
{
    return run->algebra &&
           run->algebra->relates(run->theorem, rel, a, b, (long)run->bits);
}

/* docs/error-analysis.md#ranges, "closed values" */
bool exact_is_tie(struct run *run, const struct expr *a, const struct expr *b)
{
    const struct expr *forms[] = {closed_form(run, a), closed_form(run, b)};
    return forms[0] && forms[1] &&
           (forms[0] == forms[1] || is_known(run, REL_EQ, forms[0], forms[1]));
}

/* Whether a > 0 by its form, and b is exactly 0. */
static bool is_above_zero(const struct expr *a, const struct expr *b)
{
    return b->op == EX_NUMBER && mpq_sgn(b->number->q) == 0 &&
           expr_is_scalar(a) && is_positive(a);
}

int exact_sign_by_form(struct run *run, const struct expr *a,
                       const struct expr *b)
{
    const struct expr *forms[] = {closed_form(run, a), closed_form(run, b)};
    if (!forms[0] || !forms[1])
        return 0;
    if (is_above_zero(forms[0], forms[1]) ||
        is_known(run, REL_GT, forms[0], forms[1]))
        return 1;
    return is_above_zero(forms[1], forms[0]) ||
                   is_known(run, REL_LT, forms[0], forms[1])
               ? -1
               : 0;
}

static enum truth relation(struct run *run, const struct expr *e)
{
    bool holds;
    const struct expr *kids[] = {exact_value(run, e->kids[0]), NULL};
    kids[1] = kids[0] ? exact_value(run, e->kids[1]) : NULL;
    if (!kids[1])
        return TRUTH_UNKNOWN;
    struct expr model = *e;
    model.kids = kids;
    const struct expr *closed = expr_intern(run->theorem->pool, &model);
    if (closed_truth(&holds, closed, &run->env) != ST_OK)
        return TRUTH_UNKNOWN;
    return holds ? TRUTH_TRUE : TRUTH_FALSE;
}

static enum truth psd(struct run *run, const struct expr *e)
{
    struct rmatrix m;
    const struct expr *a = exact_value(run, e->kids[0]);
    if (!a || closed_matrix(&m, a, &run->env, NULL) != ST_OK)
        return TRUTH_UNKNOWN;
    if (m.rows > PROPERTY_MAX_SIZE) {
        rmatrix_clear(&m);
        return TRUTH_UNKNOWN;
    }
    LOCAL_MADE(value, v);
    value_take(&v, &m);
    LOCAL_MADE(range, range);
    LOCAL_BUFFER reason = buffer_new();
    enum status st = property_check(&v, GIVEN_PSD, &range, "", &reason);
    return st == ST_OK ? TRUTH_TRUE : TRUTH_FALSE;
}

enum truth exact_truth(struct run *run, const struct expr *e)
{
    if (!run->may_intern || run->failed)
        return TRUTH_UNKNOWN;
    return e->op == EX_PSD ? psd(run, e) : relation(run, e);
}
