/* Which expressions can be indices: see closed.h. */
#include "ir/closed.h"

static bool is_index_call(enum function fn)
{
    return fn == FN_ABS || fn == FN_MAX2 || fn == FN_MIN2 || fn == FN_SIGN ||
           fn == FN_RELU;
}

static bool is_index_op(const struct expr *e)
{
    switch (e->op) {
    case EX_NUMBER:
    case EX_ADD:
    case EX_SUB:
    case EX_NEG:
    case EX_SCALE:
    case EX_DIVIDE:
    case EX_POW:
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
    case EX_IF:
    case EX_REL:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
    case EX_FORALL:
        return true;
    case EX_SYMBOL:
        return e->symbol->kind != SYM_REAL;
    case EX_CALL:
        return is_index_call(e->fn);
    case EX_PI:
    case EX_INFINITY:
    case EX_GIVEN:
    case EX_LET:
    case EX_MATMUL:
    case EX_DOT_MUL:
    case EX_DOT_DIV:
    case EX_DOT_POW:
    case EX_MATPOW:
    case EX_TRANSPOSE:
    case EX_ENTRY:
    case EX_SLICE:
    case EX_LITERAL:
    case EX_INTEGRAL:
    case EX_EXPECTATION:
    case EX_PSD:
        return false;
    }
    return false;
}

/* *left: how many subexpressions may still be seen. */
static enum status look(const struct expr *e, size_t depth, size_t *left)
{
    if (!is_index_op(e))
        return ST_UNABLE;
    if (depth == 0 || *left == 0)
        return ST_LIMIT;
    --*left;
    for (size_t i = 0; i < e->count; i++) {
        enum status st = look(e->kids[i], depth - 1, left);
        if (st != ST_OK)
            return st;
    }
    return ST_OK;
}

enum status closed_check_index(const struct expr *e, size_t depth)
{
    size_t left = CLOSED_MAX_INDEX;
    return expr_is_scalar(e) ? look(e, depth, &left) : ST_UNABLE;
}
