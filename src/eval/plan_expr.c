/* One visit of an expression: its kids' instructions, then its own. */
#include "eval/plan_internal.h"

bool plan_kids(struct builder *b, const struct expr *e, plan_id *ids,
               size_t count)
{
    for (size_t k = 0; k < count; k++)
        ids[k] = plan_request(b, e->kids[k]);
    return b->status == ST_OK && b->missing == 0;
}

bool plan_index(struct builder *b, int64_t *out, const struct expr *e)
{
    enum status st = closed_int(out, e, &b->env);
    if (st == ST_OK)
        return true;
    b->span = e->span.source ? e->span : b->span;
    if (st == ST_LIMIT)
        plan_fail(b, st, "an index or size takes too long to compute");
    else if (st == ST_UNABLE)
        plan_fail(b, ST_INPUT, "an index or size has no known value");
    else
        plan_fail(b, ST_INPUT, "an index or size is no integer");
    return false;
}

static bool check_size(struct builder *b, uint32_t *out, int64_t n)
{
    if (n < 1 || n > PLAN_MAX_SIZE) {
        plan_fail(b, ST_INPUT, "a size is %lld, not in 1..%d", (long long)n,
                  (int)PLAN_MAX_SIZE);
        return false;
    }
    *out = (uint32_t)n;
    return true;
}

/* A size in 1..PLAN_MAX_SIZE; false: failed. */
static bool plan_size(struct builder *b, uint32_t *out, const struct expr *e)
{
    int64_t n;
    return plan_index(b, &n, e) && check_size(b, out, n);
}

bool plan_dim(struct builder *b, uint32_t *out, const struct dim *a)
{
    int64_t n;
    if (closed_dim(&n, a, &b->env) != ST_OK) {
        plan_fail(b, ST_INPUT, "a size is no known integer");
        return false;
    }
    return check_size(b, out, n);
}

static plan_id visit_symbol(struct builder *b, const struct expr *e)
{
    int64_t value;
    if (e->symbol->kind == SYM_REAL)
        return plan_emit(b, &(struct plan_instr){.op = PL_VARIABLE,
                                                 .rows = 1,
                                                 .cols = 1,
                                                 .slot = e->symbol->id});
    return plan_index(b, &value, e) ? plan_make_int(b, value)
                                    : (plan_id)PLAN_NONE;
}

static plan_id visit_unary(struct builder *b, const struct expr *e,
                           enum plan_op op)
{
    plan_id x;
    return plan_kids(b, e, &x, 1) ? plan_make_unary(b, op, x)
                                  : (plan_id)PLAN_NONE;
}

static plan_id visit_binary(struct builder *b, const struct expr *e,
                            enum plan_op op)
{
    plan_id ids[2];
    return plan_kids(b, e, ids, 2) ? plan_make_binary(b, op, ids[0], ids[1])
                                   : (plan_id)PLAN_NONE;
}

static plan_id visit_matpow(struct builder *b, const struct expr *e)
{
    plan_id x;
    int64_t power;
    if (!plan_kids(b, e, &x, 1) || !plan_index(b, &power, e->kids[1]))
        return PLAN_NONE;
    return plan_make_matpow(b, x, power);
}

static plan_id visit_entry(struct builder *b, const struct expr *e)
{
    plan_id x;
    int64_t i, j;
    if (!plan_kids(b, e, &x, 1) || !plan_index(b, &i, e->kids[1]) ||
        !plan_index(b, &j, e->kids[2]))
        return PLAN_NONE;
    if (i < 1 || i > b->instrs[x].rows || j < 1 || j > b->instrs[x].cols)
        return plan_make_undefined(b, 1, 1, "an index outside its range");
    return plan_make_slice(b, x, (uint32_t)(i - 1), (uint32_t)(j - 1), 1, 1);
}

/* Both ends of a slice of `size`; false: failed. */
static bool slice_range(struct builder *b, const struct expr *const *ends,
                        uint32_t size, uint32_t *first, uint32_t *count)
{
    int64_t lo, hi;
    if (!plan_index(b, &lo, ends[0]) || !plan_index(b, &hi, ends[1]))
        return false;
    if (lo < 1 || hi < lo || hi > size) {
        plan_fail(b, ST_INPUT, "the slice %lld..%lld of a size %u is %s",
                  (long long)lo, (long long)hi, (unsigned)size,
                  lo >= 1 && hi < lo ? "empty" : "outside it");
        return false;
    }
    *first = (uint32_t)(lo - 1);
    *count = (uint32_t)(hi - lo + 1);
    return true;
}

static plan_id visit_slice(struct builder *b, const struct expr *e)
{
    plan_id x;
    uint32_t row, col, rows, cols;
    if (!plan_kids(b, e, &x, 1) ||
        !slice_range(b, &e->kids[1], b->instrs[x].rows, &row, &rows) ||
        !slice_range(b, &e->kids[3], b->instrs[x].cols, &col, &cols))
        return PLAN_NONE;
    return plan_make_slice(b, x, row, col, rows, cols);
}

static plan_id visit_literal(struct builder *b, const struct expr *e)
{
    uint32_t rows, cols;
    plan_id *ids = plan_scratch(b, e->count);
    if (!plan_kids(b, e, ids, e->count) || !plan_dim(b, &rows, e->rows) ||
        !plan_dim(b, &cols, e->cols))
        return PLAN_NONE;
    ENSURE((uint64_t)rows * cols == e->count,
           "literal: entries do not fill its shape");
    return plan_make_literal(b, rows, cols, ids);
}

static plan_id visit_sizes(struct builder *b, const struct expr *e)
{
    uint32_t rows, cols = 1;
    int64_t index;
    if (!plan_size(b, &rows, e->kids[0]))
        return PLAN_NONE;
    if (e->fn == FN_EYE)
        return plan_make_eye(b, rows);
    if (e->fn == FN_UNIT) {
        if (!plan_index(b, &index, e->kids[1]))
            return PLAN_NONE;
        if (index < 1 || index > rows)
            return plan_make_undefined(b, rows, 1,
                                       "an index outside its range");
        return plan_make_unit(b, rows, (uint32_t)(index - 1));
    }
    if (e->count == 2 && !plan_size(b, &cols, e->kids[1]))
        return PLAN_NONE;
    return plan_make_fill(b, rows, cols, e->fn == FN_ONES);
}

static plan_id visit_call(struct builder *b, const struct expr *e)
{
    if (function_info(e->fn)->rule == SHAPE_SIZES)
        return visit_sizes(b, e);
    plan_id *ids = plan_scratch(b, e->count);
    return plan_kids(b, e, ids, e->count)
               ? plan_make_call(b, e->fn, ids, e->count)
               : (plan_id)PLAN_NONE;
}

static plan_id visit_relation(struct builder *b, const struct expr *e)
{
    plan_id ids[2];
    return plan_kids(b, e, ids, 2) ? plan_make_rel(b, e->rel, ids[0], ids[1])
                                   : (plan_id)PLAN_NONE;
}

static plan_id visit_logic(struct builder *b, const struct expr *e,
                           enum plan_op op)
{
    plan_id *ids = plan_scratch(b, e->count);
    return plan_kids(b, e, ids, e->count)
               ? plan_make_logic(b, op, ids, e->count)
               : (plan_id)PLAN_NONE;
}

static plan_id visit_psd(struct builder *b, const struct expr *e)
{
    plan_id x;
    if (!plan_kids(b, e, &x, 1))
        return PLAN_NONE;
    return plan_emit(
        b, &(struct plan_instr){.op = PL_PSD, .args = &x, .nargs = 1});
}

static plan_id visit_pi(struct builder *b)
{
    return plan_emit(b,
                     &(struct plan_instr){.op = PL_PI, .rows = 1, .cols = 1});
}

/* clang-format off */
plan_id plan_visit(struct builder *b, const struct expr *e)
{
    switch (e->op) {
    case EX_NUMBER: return plan_make_number(b, e->number);
    case EX_PI: return visit_pi(b);
    case EX_SYMBOL: return visit_symbol(b, e);
    case EX_GIVEN: return plan_visit_given(b, e);
    case EX_LET: return plan_visit_let(b, e);
    case EX_ADD: return visit_binary(b, e, PL_ADD);
    case EX_SUB: return visit_binary(b, e, PL_SUB);
    case EX_NEG: return visit_unary(b, e, PL_NEG);
    case EX_MATMUL: return visit_binary(b, e, PL_MATMUL);
    case EX_SCALE: return visit_binary(b, e, PL_SCALE);
    case EX_DIVIDE: return visit_binary(b, e, PL_DIVIDE);
    case EX_DOT_MUL: return visit_binary(b, e, PL_DOT_MUL);
    case EX_DOT_DIV: return visit_binary(b, e, PL_DOT_DIV);
    case EX_POW: return visit_binary(b, e, PL_POW);
    case EX_DOT_POW: return visit_binary(b, e, PL_DOT_POW);
    case EX_MATPOW: return visit_matpow(b, e);
    case EX_TRANSPOSE: return visit_unary(b, e, PL_TRANSPOSE);
    case EX_ENTRY: return visit_entry(b, e);
    case EX_SLICE: return visit_slice(b, e);
    case EX_LITERAL: return visit_literal(b, e);
    case EX_CALL: return visit_call(b, e);
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
    case EX_FORALL: return plan_visit_binder(b, e);
    case EX_IF: return plan_visit_if(b, e);
    case EX_REL: return visit_relation(b, e);
    case EX_PSD: return visit_psd(b, e);
    case EX_AND: return visit_logic(b, e, PL_AND);
    case EX_OR: return visit_logic(b, e, PL_OR);
    case EX_NOT: return visit_logic(b, e, PL_NOT);
    case EX_INFINITY:
        return plan_fail(b, ST_INPUT, "inf is no number");
    case EX_INTEGRAL:
    case EX_EXPECTATION:
        return plan_visit_integral(b, e);
    }
    return PLAN_NONE;
}
/* clang-format on */
