/*
 * Instructions, simplified where that changes neither value nor definedness.
 * Rational constants are folded exactly.
 */
#include "eval/plan_internal.h"

#include <stdlib.h>

const rational_t *plan_number(const struct builder *b, plan_id id)
{
    return id != PLAN_NONE && b->instrs[id].op == PL_NUMBER
               ? b->instrs[id].number
               : NULL;
}

static bool is_one(const struct builder *b, plan_id id)
{
    const rational_t *x = plan_number(b, id);
    return x && mpq_cmp_ui(x->q, 1, 1) == 0;
}

static bool is_zero(const struct builder *b, plan_id id)
{
    const rational_t *x = plan_number(b, id);
    return x && mpq_sgn(x->q) == 0;
}

static bool is_scalar(const struct builder *b, plan_id id)
{
    return b->instrs[id].rows == 1 && b->instrs[id].cols == 1;
}

plan_id plan_make_number(struct builder *b, const rational_t *value)
{
    return plan_emit(
        b, &(struct plan_instr){
               .op = PL_NUMBER, .rows = 1, .cols = 1, .number = value});
}

plan_id plan_make_int(struct builder *b, int64_t value)
{
    LOCAL_RATIONAL number = rational_zero();
    rational_set_int(&number, value);
    return plan_make_number(b, &number);
}

static plan_id fill_with(struct builder *b, uint32_t rows, uint32_t cols,
                         const rational_t *value)
{
    if (rows == 1 && cols == 1)
        return plan_make_number(b, value);
    return plan_emit(
        b, &(struct plan_instr){
               .op = PL_FILL, .rows = rows, .cols = cols, .number = value});
}

plan_id plan_make_fill(struct builder *b, uint32_t rows, uint32_t cols,
                       int value)
{
    LOCAL_RATIONAL number = rational_zero();
    rational_set_int(&number, value);
    return fill_with(b, rows, cols, &number);
}

plan_id plan_make_eye(struct builder *b, uint32_t n)
{
    if (n == 1)
        return plan_make_int(b, 1);
    return plan_emit(b,
                     &(struct plan_instr){.op = PL_EYE, .rows = n, .cols = n});
}

plan_id plan_make_unit(struct builder *b, uint32_t n, uint32_t row)
{
    if (n == 1)
        return plan_make_int(b, 1);
    return plan_emit(b, &(struct plan_instr){
                            .op = PL_UNIT, .rows = n, .cols = 1, .row = row});
}

plan_id plan_make_undefined(struct builder *b, uint32_t rows, uint32_t cols,
                            const char *reason)
{
    return plan_emit(b, &(struct plan_instr){.op = PL_UNDEFINED,
                                             .rows = rows,
                                             .cols = cols,
                                             .reason = reason});
}

plan_id plan_make_truth(struct builder *b, enum truth truth)
{
    return plan_emit(b, &(struct plan_instr){.op = PL_TRUTH, .truth = truth});
}

static plan_id negate(struct builder *b, const rational_t *x)
{
    LOCAL_RATIONAL value = rational_zero();
    mpq_neg(value.q, x->q);
    return plan_make_number(b, &value);
}

static plan_id make_neg(struct builder *b, plan_id x)
{
    const struct plan_instr *i = &b->instrs[x];
    if (i->op == PL_NUMBER)
        return negate(b, i->number);
    if (i->op == PL_NEG)
        return i->args[0];
    return plan_emit(b, &(struct plan_instr){.op = PL_NEG,
                                             .rows = i->rows,
                                             .cols = i->cols,
                                             .args = &x,
                                             .nargs = 1});
}

static plan_id make_transpose(struct builder *b, plan_id x)
{
    const struct plan_instr *i = &b->instrs[x];
    if (i->op == PL_TRANSPOSE)
        return i->args[0];
    if (i->facts & PLAN_SYMMETRIC) /* 1 x 1 among them */
        return x;
    if (i->op == PL_FILL)
        return fill_with(b, i->cols, i->rows, i->number);
    return plan_emit(b, &(struct plan_instr){.op = PL_TRANSPOSE,
                                             .rows = i->cols,
                                             .cols = i->rows,
                                             .args = &x,
                                             .nargs = 1});
}

plan_id plan_make_unary(struct builder *b, enum plan_op op, plan_id x)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    ENSURE(op == PL_NEG || op == PL_TRANSPOSE, "plan: no unary operation");
    return op == PL_NEG ? make_neg(b, x) : make_transpose(b, x);
}

/* The two scalars' result; ST_UNABLE: not folded. */
static enum status fold(rational_t *out, enum plan_op op, const rational_t *x,
                        const rational_t *y, const char **reason)
{
    enum status st = ST_OK;
    if (op == PL_ADD) {
        mpq_add(out->q, x->q, y->q);
    } else if (op == PL_SUB) {
        mpq_sub(out->q, x->q, y->q);
    } else if (op == PL_SCALE || op == PL_DOT_MUL || op == PL_MATMUL) {
        mpq_mul(out->q, x->q, y->q);
    } else if (op == PL_DIVIDE || op == PL_DOT_DIV) {
        *reason = "division by zero";
        if (mpq_sgn(y->q) == 0)
            return ST_DOMAIN;
        mpq_div(out->q, x->q, y->q);
    } else {
        *reason = mpq_sgn(x->q) == 0 ? "zero to a negative power"
                                     : "a negative number to a power that is "
                                       "no integer";
        st = closed_power(out, x, y);
    }
    size_t bits = mpz_sizeinbase(mpq_numref(out->q), 2) +
                  mpz_sizeinbase(mpq_denref(out->q), 2);
    return st == ST_OK && bits > PLAN_MAX_BITS ? ST_UNABLE : st;
}

/* PLAN_NONE: there is nothing to fold. */
static plan_id fold_binary(struct builder *b, enum plan_op op, plan_id x,
                           plan_id y)
{
    const rational_t *p = plan_number(b, x), *q = plan_number(b, y);
    const char *reason = NULL;
    plan_id id = PLAN_NONE;
    if (!p || !q)
        return id;
    LOCAL_RATIONAL value = rational_zero();
    enum status st = fold(&value, op, p, q, &reason);
    if (st == ST_OK)
        id = plan_make_number(b, &value);
    else if (st == ST_DOMAIN)
        id = plan_make_undefined(b, 1, 1, reason);
    return id;
}

/* An operand that the operation leaves as it is, or PLAN_NONE. */
static plan_id neutral(const struct builder *b, enum plan_op op, plan_id x,
                       plan_id y)
{
    switch (op) {
    case PL_ADD:
        return is_zero(b, y) ? x : is_zero(b, x) ? y : (plan_id)PLAN_NONE;
    case PL_SUB:
        return is_zero(b, y) ? x : (plan_id)PLAN_NONE;
    case PL_MATMUL:
        if (b->instrs[x].op == PL_EYE || is_one(b, x))
            return y;
        return b->instrs[y].op == PL_EYE || is_one(b, y) ? x
                                                         : (plan_id)PLAN_NONE;
    case PL_SCALE:
    case PL_DOT_MUL:
        if (is_one(b, x))
            return y;
        return is_one(b, y) && (op == PL_DOT_MUL || is_scalar(b, x))
                   ? x
                   : (plan_id)PLAN_NONE;
    case PL_DIVIDE:
    case PL_DOT_DIV:
    case PL_POW:
    case PL_DOT_POW:
        return is_one(b, y) ? x : (plan_id)PLAN_NONE;
    case PL_NUMBER:
    case PL_PI:
    case PL_INPUT:
    case PL_VARIABLE:
    case PL_INTEGRAL:
    case PL_UNDEFINED:
    case PL_NEG:
    case PL_MATPOW:
    case PL_TRANSPOSE:
    case PL_SLICE:
    case PL_LITERAL:
    case PL_FILL:
    case PL_EYE:
    case PL_UNIT:
    case PL_CALL:
    case PL_SPREAD:
    case PL_SELECT:
    case PL_REL:
    case PL_PSD:
    case PL_AND:
    case PL_OR:
    case PL_NOT:
    case PL_TRUTH:
        break;
    }
    return PLAN_NONE;
}

/* The shape of a binary operation's result. */
static void result_shape(const struct builder *b, struct plan_instr *model)
{
    const struct plan_instr *x = &b->instrs[model->args[0]];
    const struct plan_instr *y = &b->instrs[model->args[1]];
    bool spread = model->op == PL_SCALE ||
                  ((model->op == PL_DOT_MUL || model->op == PL_DOT_DIV ||
                    model->op == PL_DOT_POW) &&
                   is_scalar(b, model->args[0]));
    model->rows = spread ? y->rows : x->rows;
    model->cols = spread || model->op == PL_MATMUL ? y->cols : x->cols;
}

static bool shapes_agree(const struct builder *b, enum plan_op op, plan_id x,
                         plan_id y)
{
    const struct plan_instr *p = &b->instrs[x], *q = &b->instrs[y];
    bool same = p->rows == q->rows && p->cols == q->cols;
    if (op == PL_ADD || op == PL_SUB)
        return same;
    if (op == PL_MATMUL)
        return p->cols == q->rows;
    if (op == PL_SCALE)
        return is_scalar(b, x);
    if (op == PL_DIVIDE)
        return is_scalar(b, y);
    return same || is_scalar(b, x) || is_scalar(b, y);
}

plan_id plan_make_binary(struct builder *b, enum plan_op op, plan_id x,
                         plan_id y)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    ENSURE(shapes_agree(b, op, x, y), "plan: shapes do not agree");
    plan_id id = fold_binary(b, op, x, y);
    if (id == PLAN_NONE && b->status == ST_OK)
        id = neutral(b, op, x, y);
    if (id != PLAN_NONE || b->status != ST_OK)
        return id;
    plan_id args[] = {x, y};
    struct plan_instr model = {.op = op, .args = args, .nargs = 2};
    result_shape(b, &model);
    if ((op == PL_DIVIDE || op == PL_DOT_DIV) && is_zero(b, y))
        return plan_make_undefined(b, model.rows, model.cols,
                                   "division by zero");
    return plan_emit(b, &model);
}

/* A negative power is one of the inverse; the power 0 keeps definedness. */
plan_id plan_make_matpow(struct builder *b, plan_id x, int64_t power)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    if (power < -INT64_MAX)
        return plan_fail(b, ST_LIMIT, "the power is too large");
    if (power < 0) {
        x = plan_make_call(b, FN_INV, &x, 1);
        return plan_make_matpow(b, x, -power);
    }
    uint32_t n = b->instrs[x].rows;
    if (power == 1)
        return x;
    if (power == 0 && b->instrs[x].op == PL_INPUT)
        return plan_make_eye(b, n);
    return plan_emit(b, &(struct plan_instr){.op = PL_MATPOW,
                                             .rows = n,
                                             .cols = n,
                                             .power = power,
                                             .args = &x,
                                             .nargs = 1});
}

plan_id plan_make_slice(struct builder *b, plan_id x, uint32_t row,
                        uint32_t col, uint32_t rows, uint32_t cols)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    const struct plan_instr *i = &b->instrs[x];
    if (i->rows == rows && i->cols == cols)
        return x;
    if (i->op == PL_FILL)
        return fill_with(b, rows, cols, i->number);
    if (i->op == PL_EYE && rows == 1 && cols == 1)
        return plan_make_int(b, row == col);
    if (i->op == PL_UNIT && rows == 1)
        return plan_make_int(b, row == i->row);
    if (i->op == PL_SLICE)
        return plan_make_slice(b, i->args[0], i->row + row, i->col + col, rows,
                               cols);
    return plan_emit(b, &(struct plan_instr){.op = PL_SLICE,
                                             .rows = rows,
                                             .cols = cols,
                                             .row = row,
                                             .col = col,
                                             .args = &x,
                                             .nargs = 1});
}

plan_id plan_make_literal(struct builder *b, uint32_t rows, uint32_t cols,
                          const plan_id *args)
{
    if (b->status != ST_OK || (rows == 1 && cols == 1))
        return b->status == ST_OK ? args[0] : (plan_id)PLAN_NONE;
    return plan_emit(b, &(struct plan_instr){.op = PL_LITERAL,
                                             .rows = rows,
                                             .cols = cols,
                                             .args = args,
                                             .nargs = rows * cols});
}

plan_id plan_make_select(struct builder *b, plan_id truth, plan_id x, plan_id y)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    plan_id args[] = {truth, x, y};
    return plan_emit(b, &(struct plan_instr){.op = PL_SELECT,
                                             .rows = b->instrs[x].rows,
                                             .cols = b->instrs[x].cols,
                                             .args = args,
                                             .nargs = 3});
}

static bool holds(enum relop rel, int sign)
{
    switch (rel) {
    case REL_EQ:
        return sign == 0;
    case REL_NE:
        return sign != 0;
    case REL_LE:
        return sign <= 0;
    case REL_GE:
        return sign >= 0;
    case REL_LT:
        return sign < 0;
    case REL_GT:
        return sign > 0;
    }
    return false;
}

plan_id plan_make_rel(struct builder *b, enum relop rel, plan_id x, plan_id y)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    ENSURE(shapes_agree(b, PL_REL, x, y), "plan: sides do not agree");
    const rational_t *p = plan_number(b, x), *q = plan_number(b, y);
    if (p && q)
        return plan_make_truth(
            b, holds(rel, mpq_cmp(p->q, q->q)) ? TRUTH_TRUE : TRUTH_FALSE);
    plan_id args[] = {x, y};
    return plan_emit(b,
                     &(struct plan_instr){
                         .op = PL_REL, .rel = rel, .args = args, .nargs = 2});
}

static bool is_constant(const struct builder *b, plan_id id, enum truth truth)
{
    return b->instrs[id].op == PL_TRUTH && b->instrs[id].truth == truth;
}

/*
 * Kleene: one FALSE makes an AND false, whatever the others are, and a TRUE
 * in it changes nothing; an OR the other way round.
 */
static plan_id make_connective(struct builder *b, enum plan_op op,
                               const plan_id *args, size_t nargs)
{
    enum truth strong = op == PL_AND ? TRUTH_FALSE : TRUTH_TRUE;
    enum truth weak = op == PL_AND ? TRUTH_TRUE : TRUTH_FALSE;
    plan_id *kept = xcalloc(nargs + 1, sizeof *kept), id;
    size_t n = 0;
    bool decided = false;
    for (size_t k = 0; k < nargs; k++) {
        decided |= is_constant(b, args[k], strong);
        if (!is_constant(b, args[k], weak))
            kept[n++] = args[k];
    }
    if (decided || n == 0)
        id = plan_make_truth(b, decided ? strong : weak);
    else if (n == 1)
        id = kept[0];
    else
        id = plan_emit(b, &(struct plan_instr){
                              .op = op, .args = kept, .nargs = (uint32_t)n});
    free(kept);
    return id;
}

plan_id plan_make_logic(struct builder *b, enum plan_op op, const plan_id *args,
                        size_t nargs)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    if (op != PL_NOT)
        return make_connective(b, op, args, nargs);
    const struct plan_instr *x = &b->instrs[args[0]];
    if (x->op == PL_TRUTH)
        return plan_make_truth(b, truth_not(x->truth));
    if (x->op == PL_NOT)
        return x->args[0];
    return plan_emit(
        b, &(struct plan_instr){.op = PL_NOT, .args = args, .nargs = 1});
}
