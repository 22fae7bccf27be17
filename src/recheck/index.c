/* Values that depend on indices: families, parts, index forms, conditions. */
#include "recheck/run.h"

/* ---- members of families ---- */

static bool read_indices(struct run *run, int64_t *indices,
                         const struct expr *e)
{
    if (e->count > RUN_MAX_INDICES) {
        run_fail(run, "a family has too many indices");
        return false;
    }
    for (size_t k = 0; k < e->count; k++)
        if (!run_index(run, &indices[k], e->kids[k]))
            return false;
    return true;
}

/* A member outside its range: certainly undefined. */
static struct kmatrix *outside(struct run *run, const struct dim *rows,
                               const struct dim *cols)
{
    size_t r, c;
    if (run->failed || !run_size(run, &r, rows) || !run_size(run, &c, cols))
        return NULL;
    return kmatrix_undefine(kmatrix_new(run, r, c), TRUTH_FALSE);
}

bool given_slot(size_t *slot, struct run *run, const struct expr *e)
{
    int64_t indices[RUN_MAX_INDICES];
    return read_indices(run, indices, e) &&
           layout_slot(slot, run->x->layout, e->decl, indices);
}

/* the instance's entries |- the least intervals around them */
static struct kmatrix *entries(struct run *run, const struct value *v)
{
    struct kmatrix *r = kmatrix_new(run, v->rows, v->cols);
    LOCAL_RATIONAL q = rational_zero();
    for (size_t i = 0; r && i < v->rows; i++)
        for (size_t j = 0; j < v->cols; j++) {
            value_entry(&q, v, i, j);
            interval_set_q(kmatrix_at(r, i, j), &q);
        }
    return r;
}

struct kmatrix *value_given(struct run *run, const struct expr *e)
{
    const struct given *given = &run->theorem->givens[e->decl];
    size_t slot;
    if (!given_slot(&slot, run, e))
        return outside(run, given->rows, given->cols);
    const struct slot *shape = &run->x->layout->slots[slot];
    const struct value *v = &run->x->values[slot];
    if (v->kind == VALUE_NONE)
        return run_fail(run, "an input has no value");
    if (v->kind != VALUE_EXPR)
        return entries(run, v);
    const struct kmatrix *a = run_value(run, v->expr);
    if (a && (a->rows != shape->rows || a->cols != shape->cols))
        return run_fail(run, "an input has the wrong size");
    return a ? kmatrix_copy(run, a) : NULL;
}

struct binding binding_save(const struct run *run, const struct symbol *s)
{
    return (struct binding){s, run->env.values[s->id], run->env.known[s->id]};
}

void binding_restore(struct run *run, const struct binding *old)
{
    if (old->known)
        env_set(&run->env, old->symbol, old->value);
    else
        env_unset(&run->env, old->symbol);
}

/* Binds the clause's symbols as far as the indices match its patterns. */
static bool match(struct run *run, const struct clause *clause, size_t count,
                  const int64_t *indices)
{
    for (size_t k = 0; k < count; k++) {
        const struct index_range *range = &clause->ranges[k];
        int64_t lo, hi;
        if (!run_index(run, &lo, range->lo))
            return false;
        hi = lo;
        if (range->symbol && !run_index(run, &hi, range->hi))
            return false;
        if (indices[k] < lo || indices[k] > hi)
            return false;
        if (range->symbol)
            env_set(&run->env, range->symbol, indices[k]);
    }
    return true;
}

static bool enter(struct clause_scope *scope, struct run *run,
                  const struct clause *clause, size_t count,
                  const int64_t *indices)
{
    scope->count = 0;
    for (size_t k = 0; k < count; k++)
        if (clause->ranges[k].symbol)
            scope->old[scope->count++] =
                binding_save(run, clause->ranges[k].symbol);
    bool matches = match(run, clause, count, indices);
    if (!matches)
        clause_leave(run, scope);
    return matches;
}

void clause_leave(struct run *run, const struct clause_scope *scope)
{
    for (size_t k = scope->count; k-- > 0;)
        binding_restore(run, &scope->old[k]);
}

const struct clause *clause_enter(struct clause_scope *scope, struct run *run,
                                  const struct expr *e)
{
    const struct let *let = &run->theorem->lets[e->decl];
    const struct clause *found = NULL;
    int64_t indices[RUN_MAX_INDICES];
    if (!read_indices(run, indices, e))
        return NULL;
    for (size_t k = 0; k < let->nclauses && !run->failed; k++) {
        if (!enter(scope, run, &let->clauses[k], e->count, indices))
            continue;
        clause_leave(run, scope);
        if (found)
            return run_fail(run, "a member is defined twice");
        found = &let->clauses[k];
    }
    if (!found || run->failed || !enter(scope, run, found, e->count, indices))
        return NULL;
    return found;
}

struct kmatrix *value_let(struct run *run, const struct expr *e)
{
    const struct let *let = &run->theorem->lets[e->decl];
    struct clause_scope scope;
    const struct clause *clause = clause_enter(&scope, run, e);
    if (!clause)
        return outside(run, let->rows, let->cols);
    const struct kmatrix *a = run_value(run, clause->body);
    clause_leave(run, &scope);
    return a ? kmatrix_copy(run, a) : NULL;
}

/* ---- parts ---- */

struct kmatrix *value_entry_of(struct run *run, const struct expr *e)
{
    int64_t i, j;
    const struct kmatrix *a = run_value(run, e->kids[0]);
    if (!a || !run_index(run, &i, e->kids[1]) ||
        !run_index(run, &j, e->kids[2]))
        return NULL;
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (i < 1 || j < 1 || (uint64_t)i > a->rows || (uint64_t)j > a->cols)
        return kmatrix_undefine(r, TRUTH_FALSE);
    if (r)
        interval_set(r->e, kmatrix_at(a, (size_t)i - 1, (size_t)j - 1));
    return kmatrix_undefine(r, a->defined);
}

static bool read_range(struct run *run, size_t *first, size_t *count,
                       const struct expr *const *ends, size_t size)
{
    int64_t lo, hi;
    if (!run_index(run, &lo, ends[0]) || !run_index(run, &hi, ends[1]))
        return false;
    if (lo < 1 || hi < lo || (uint64_t)hi > size) {
        run_fail(run, "a slice is empty or outside its matrix");
        return false;
    }
    *first = (size_t)lo - 1;
    *count = (size_t)(hi - lo) + 1;
    return true;
}

struct kmatrix *value_slice(struct run *run, const struct expr *e)
{
    size_t row, col, rows, cols;
    const struct kmatrix *a = run_value(run, e->kids[0]);
    if (!a || !read_range(run, &row, &rows, &e->kids[1], a->rows) ||
        !read_range(run, &col, &cols, &e->kids[3], a->cols))
        return NULL;
    struct kmatrix *r = kmatrix_new(run, rows, cols);
    for (size_t i = 0; r && i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            interval_set(kmatrix_at(r, i, j), kmatrix_at(a, row + i, col + j));
    return kmatrix_undefine(r, a->defined);
}

/* ---- index forms ---- */

/* sum = 0, prod = 1, max and min undefined over no index */
static struct kmatrix *empty_form(struct run *run, const struct expr *e)
{
    size_t rows, cols;
    if (!run_size(run, &rows, e->rows) || !run_size(run, &cols, e->cols))
        return NULL;
    if (e->op == EX_PROD)
        return kmatrix_eye(run, rows);
    return kmatrix_undefine(kmatrix_new(run, rows, cols),
                            e->op == EX_SUM ? TRUTH_TRUE : TRUTH_FALSE);
}

/* r = r (op) a, in place but for products */
static struct kmatrix *accumulate(struct run *run, const struct expr *e,
                                  struct kmatrix *r, const struct kmatrix *a)
{
    pair_rule *rule = e->op == EX_SUM   ? pair_add
                      : e->op == EX_MAX ? pair_max
                                        : pair_min;
    enum truth defined = truth_and(r->defined, a->defined);
    if (e->op == EX_PROD)
        return kmatrix_undefine(kmatrix_product(run, r, a), defined);
    if (r->rows != a->rows || r->cols != a->cols)
        return run_fail(run, "sizes do not agree");
    for (size_t k = 0; k < r->rows * r->cols; k++)
        (void)rule(&r->e[k], &r->e[k], &a->e[k]);
    return kmatrix_undefine(r, defined);
}

struct kmatrix *value_binder(struct run *run, const struct expr *e)
{
    int64_t lo, hi;
    if (!run_index(run, &lo, e->kids[0]) || !run_index(run, &hi, e->kids[1]))
        return NULL;
    if (lo > hi)
        return empty_form(run, e);
    if (!run_range(run, lo, hi))
        return NULL;
    struct binding old = binding_save(run, e->symbol);
    struct kmatrix *r = NULL;
    for (int64_t k = 0; k <= hi - lo && !run->failed; k++) {
        env_set(&run->env, e->symbol, e->reversed ? hi - k : lo + k);
        const struct kmatrix *a = run_value(run, e->kids[2]);
        if (a)
            r = r ? accumulate(run, e, r, a) : kmatrix_copy(run, a);
    }
    binding_restore(run, &old);
    return run->failed ? NULL : r;
}

/* ---- conditions ---- */

/* Whether a relation that is not decided is certainly defined. */
static bool is_defined(struct run *run, const struct expr *relation)
{
    bool is_atom = relation->op == EX_REL || relation->op == EX_PSD;
    if (!is_atom && relation->op == EX_FORALL)
        return false;
    for (size_t k = 0; k < relation->count; k++) {
        const struct expr *kid = relation->kids[k];
        const struct kmatrix *a = is_atom ? run_value(run, kid) : NULL;
        if (is_atom ? !a || a->defined != TRUTH_TRUE : !is_defined(run, kid))
            return false;
    }
    return true;
}

/* c is unknown, x in X, y in Y |- if(c, x, y) in hull(X, Y) */
static struct kmatrix *both(struct run *run, const struct expr *e)
{
    const struct kmatrix *x = run_value(run, e->kids[1]);
    const struct kmatrix *y = run_value(run, e->kids[2]);
    if (!x || !y)
        return NULL;
    if (x->rows != y->rows || x->cols != y->cols)
        return run_fail(run, "sizes do not agree");
    struct kmatrix *r = kmatrix_new(run, x->rows, x->cols);
    for (size_t k = 0; r && k < r->rows * r->cols; k++)
        interval_hull(&r->e[k], &x->e[k], &y->e[k]);
    bool defined = x->defined == TRUTH_TRUE && y->defined == TRUTH_TRUE &&
                   is_defined(run, e->kids[0]);
    return kmatrix_undefine(r, defined ? TRUTH_TRUE : TRUTH_UNKNOWN);
}

struct kmatrix *value_if(struct run *run, const struct expr *e)
{
    bool holds;
    enum truth truth;
    /* conditions on sizes and indices, exactly */
    if (closed_truth(&holds, e->kids[0], &run->env) == ST_OK)
        truth = holds ? TRUTH_TRUE : TRUTH_FALSE;
    else
        truth = run_truth(run, e->kids[0]);
    if (run->failed)
        return NULL;
    if (truth == TRUTH_UNDEFINED)
        return outside(run, e->rows, e->cols);
    if (truth == TRUTH_UNKNOWN)
        return both(run, e);
    const struct kmatrix *a =
        run_value(run, e->kids[truth == TRUTH_TRUE ? 1 : 2]);
    return a ? kmatrix_copy(run, a) : NULL;
}
