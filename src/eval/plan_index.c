/* Visits that depend on indices: families, index forms, conditions. */
#include "eval/plan_internal.h"

enum { MAX_INDICES = 16 };

/* The index values of a family reference; false: failed. */
static bool read_indices(struct builder *b, const struct expr *e,
                         int64_t *indices)
{
    if (e->count > MAX_INDICES) {
        plan_fail(b, ST_LIMIT, "a family has more than %d indices",
                  (int)MAX_INDICES);
        return false;
    }
    for (size_t k = 0; k < e->count; k++) {
        if (!plan_index(b, &indices[k], e->kids[k]))
            return false;
    }
    return true;
}

/* "Y[2, 1]" */
static void print_member(struct buffer *out, const char *name,
                         const int64_t *indices, size_t count)
{
    buffer_add(out, name);
    for (size_t k = 0; k < count; k++)
        buffer_printf(out, "%s%lld", k ? ", " : "[", (long long)indices[k]);
    if (count)
        buffer_add_char(out, ']');
}

/* An undefined matrix of a declared shape: "Y[7] is not defined". */
static plan_id undefined_member(struct builder *b, const char *name,
                                const int64_t *indices, size_t count,
                                const struct dim *rows, const struct dim *cols)
{
    uint32_t r, c;
    if (!plan_dim(b, &r, rows) || !plan_dim(b, &c, cols))
        return PLAN_NONE;
    LOCAL_BUFFER reason = buffer_new();
    print_member(&reason, name, indices, count);
    buffer_add(&reason, " is outside its index range");
    return plan_make_undefined(b, r, c, reason.text);
}

static unsigned given_facts(enum given_kind kind)
{
    if (kind == GIVEN_PSD)
        return PLAN_SEMIDEFINITE;
    if (kind_has(kind, KIND_ROWS_ONE))
        return PLAN_STOCHASTIC;
    if (kind_has(kind, KIND_SYMMETRIC))
        return PLAN_SYMMETRIC;
    return kind_has(kind, KIND_NONNEG) ? PLAN_NONNEGATIVE : 0;
}

/* An input whose case value is an expression: that expression instead. */
static plan_id fixed_value(struct builder *b, size_t slot,
                           const struct expr *value)
{
    const struct slot *s = &b->layout->slots[slot];
    plan_id id = plan_request(b, value);
    if (id != PLAN_NONE && b->status == ST_OK &&
        (b->instrs[id].rows != s->rows || b->instrs[id].cols != s->cols)) {
        LOCAL_BUFFER name = buffer_new();
        layout_print_slot(&name, b->layout, slot);
        b->span = value->span;
        plan_fail(b, ST_INPUT, "the value of %s is %u x %u, expected %zu x %zu",
                  name.text, (unsigned)b->instrs[id].rows,
                  (unsigned)b->instrs[id].cols, s->rows, s->cols);
    }
    return id;
}

plan_id plan_visit_given(struct builder *b, const struct expr *e)
{
    const struct given *given = &b->theorem->givens[e->decl];
    int64_t indices[MAX_INDICES];
    size_t slot;
    if (!read_indices(b, e, indices))
        return PLAN_NONE;
    if (!layout_slot(&slot, b->layout, e->decl, indices))
        return undefined_member(b, given->name, indices, e->count, given->rows,
                                given->cols);
    if (b->values && b->values[slot].kind == VALUE_EXPR)
        return fixed_value(b, slot, b->values[slot].expr);
    const struct slot *s = &b->layout->slots[slot];
    return plan_emit(b,
                     &(struct plan_instr){.op = PL_INPUT,
                                          .rows = (uint32_t)s->rows,
                                          .cols = (uint32_t)s->cols,
                                          .slot = slot,
                                          .facts = given_facts(given->kind)});
}

/* A symbol's value, kept while another is tried. */
struct binding {
    const struct symbol *symbol;
    int64_t value;
    bool known;
};

static struct binding save(const struct builder *b, const struct symbol *s)
{
    return (struct binding){s, b->env.values[s->id], b->env.known[s->id]};
}

static void restore(struct builder *b, const struct binding *old)
{
    if (old->known)
        env_set(&b->env, old->symbol, old->value);
    else
        env_unset(&b->env, old->symbol);
}

/*
 * Whether the indices match a clause's patterns; its symbols are bound as far
 * as they do (later ends may depend on earlier symbols).
 */
static bool match(struct builder *b, const struct clause *clause, size_t count,
                  const int64_t *indices)
{
    for (size_t k = 0; k < count; k++) {
        const struct index_range *range = &clause->ranges[k];
        int64_t lo, hi;
        if (!plan_index(b, &lo, range->lo))
            return false;
        hi = lo;
        if (range->symbol && !plan_index(b, &hi, range->hi))
            return false;
        if (indices[k] < lo || indices[k] > hi)
            return false;
        if (range->symbol)
            env_set(&b->env, range->symbol, indices[k]);
    }
    return true;
}

/* Whether the clause matches; if so *id is the request of its body. */
static bool try_clause(struct builder *b, const struct clause *clause,
                       size_t count, const int64_t *indices, bool request,
                       plan_id *id)
{
    struct binding old[MAX_INDICES];
    size_t bound = 0;
    for (size_t k = 0; k < count; k++) {
        if (clause->ranges[k].symbol)
            old[bound++] = save(b, clause->ranges[k].symbol);
    }
    bool matches = match(b, clause, count, indices);
    if (matches && request)
        *id = plan_request(b, clause->body);
    while (bound > 0)
        restore(b, &old[--bound]);
    return matches;
}

static plan_id fail_twice(struct builder *b, const struct let *let,
                          const int64_t *indices, const struct clause *first,
                          const struct clause *second)
{
    size_t lines[2] = {0, 0};
    const struct clause *clauses[2] = {first, second};
    for (int k = 0; k < 2; k++) {
        struct span span = clauses[k]->span;
        if (span.source)
            lines[k] = source_place(span.source, span.begin).line;
    }
    LOCAL_BUFFER name = buffer_new();
    print_member(&name, let->name, indices, let->nindices);
    b->span = second->span;
    plan_fail(b, ST_INPUT,
              "%s is defined twice, by the equations of lines %zu and %zu",
              name.text, lines[0], lines[1]);
    return PLAN_NONE;
}

plan_id plan_visit_let(struct builder *b, const struct expr *e)
{
    const struct let *let = &b->theorem->lets[e->decl];
    const struct clause *found = NULL;
    int64_t indices[MAX_INDICES];
    plan_id id = PLAN_NONE;
    if (!read_indices(b, e, indices))
        return PLAN_NONE;
    for (size_t k = 0; k < let->nclauses && b->status == ST_OK; k++) {
        const struct clause *clause = &let->clauses[k];
        if (!try_clause(b, clause, e->count, indices, !found, &id))
            continue;
        if (found)
            return fail_twice(b, let, indices, found, clause);
        found = clause;
    }
    if (b->status != ST_OK)
        return PLAN_NONE;
    return found ? id
                 : undefined_member(b, let->name, indices, e->count, let->rows,
                                    let->cols);
}

/* What a form over an empty range is. */
static plan_id empty_form(struct builder *b, const struct expr *e)
{
    uint32_t rows, cols;
    if (e->op == EX_FORALL)
        return plan_make_truth(b, TRUTH_TRUE);
    if (!plan_dim(b, &rows, e->rows) || !plan_dim(b, &cols, e->cols))
        return PLAN_NONE;
    if (e->op == EX_MAX || e->op == EX_MIN)
        return plan_make_undefined(
            b, rows, cols, e->op == EX_MAX ? "an empty max" : "an empty min");
    return e->op == EX_SUM ? plan_make_fill(b, rows, cols, 0)
                           : plan_make_eye(b, rows);
}

static plan_id combine(struct builder *b, const struct expr *e, plan_id x,
                       plan_id y)
{
    plan_id pair[] = {x, y};
    if (e->op == EX_SUM)
        return plan_make_binary(b, PL_ADD, x, y);
    if (e->op == EX_PROD)
        return plan_make_binary(b, expr_is_scalar(e) ? PL_SCALE : PL_MATMUL, x,
                                y);
    return plan_make_call(b, e->op == EX_MAX ? FN_MAX2 : FN_MIN2, pair, 2);
}

/* From left to right, so that forms over 1..l and 1..l+1 share their start. */
static plan_id chain(struct builder *b, const struct expr *e,
                     const plan_id *ids, size_t count)
{
    if (e->op == EX_FORALL)
        return plan_make_logic(b, PL_AND, ids, count);
    plan_id id = ids[0];
    for (size_t k = 1; k < count && b->status == ST_OK; k++)
        id = combine(b, e, id, ids[k]);
    return id;
}

plan_id plan_visit_binder(struct builder *b, const struct expr *e)
{
    int64_t lo, hi;
    if (!plan_index(b, &lo, e->kids[0]) || !plan_index(b, &hi, e->kids[1]))
        return PLAN_NONE;
    if (lo > hi)
        return empty_form(b, e);
    if (hi > INT64_MAX / 2 || lo < INT64_MIN / 2 || hi - lo >= PLAN_MAX_INSTRS)
        return plan_fail(b, ST_LIMIT, "a range has more than %d values",
                         (int)PLAN_MAX_INSTRS);
    size_t count = (size_t)(hi - lo) + 1;
    plan_id *ids = plan_scratch(b, count);
    struct binding old = save(b, e->symbol);
    for (size_t k = 0; k < count && b->status == ST_OK; k++) {
        env_set(&b->env, e->symbol,
                e->reversed ? hi - (int64_t)k : lo + (int64_t)k);
        ids[k] = plan_request(b, e->kids[2]);
    }
    restore(b, &old);
    if (b->status != ST_OK || b->missing)
        return PLAN_NONE;
    return chain(b, e, ids, count);
}

/*
 * A condition that is decided beforehand chooses its branch and the other is
 * not built: recurrences rely on it.
 */
plan_id plan_visit_if(struct builder *b, const struct expr *e)
{
    bool holds;
    if (closed_truth(&holds, e->kids[0], &b->env) == ST_OK)
        return plan_request(b, e->kids[holds ? 1 : 2]);
    plan_id condition = plan_request(b, e->kids[0]);
    if (b->status != ST_OK || b->missing)
        return PLAN_NONE;
    if (b->instrs[condition].op == PL_TRUTH)
        return plan_request(
            b, e->kids[b->instrs[condition].truth == TRUTH_TRUE ? 1 : 2]);
    plan_id x = plan_request(b, e->kids[1]);
    plan_id y = plan_request(b, e->kids[2]);
    if (b->status != ST_OK || b->missing)
        return PLAN_NONE;
    return plan_make_select(b, condition, x, y);
}
