/* Calls of functions: shapes at concrete sizes, and what folds. */
#include "eval/plan_internal.h"

#include <stdlib.h>

/* Functions that are the identity on 1 x 1 matrices. */
static bool keeps_scalars(enum function fn)
{
    return fn == FN_SUM || fn == FN_MEAN || fn == FN_MAX || fn == FN_MIN ||
           fn == FN_TRACE || fn == FN_DET || fn == FN_ROWSUM ||
           fn == FN_ROWMEAN || fn == FN_ROWMAX || fn == FN_ROWMIN ||
           fn == FN_COLSUM || fn == FN_COLMEAN || fn == FN_COLMAX ||
           fn == FN_COLMIN || fn == FN_DIAG || fn == FN_DIAGOF;
}

/* Functions that are the absolute value on 1 x 1 matrices. */
static bool is_absolute_value(enum function fn)
{
    return fn == FN_NORM1 || fn == FN_NORMINF || fn == FN_NORM1INF ||
           fn == FN_NORM2 || fn == FN_NORMFRO || fn == FN_NORMMAX ||
           fn == FN_NORMNUC || fn == FN_ROWNORM2;
}

static void blocks_shape(const struct builder *b, struct plan_instr *model,
                         bool beside)
{
    uint64_t rows = 0, cols = 0;
    for (uint32_t k = 0; k < model->nargs; k++) {
        rows += b->instrs[model->args[k]].rows;
        cols += b->instrs[model->args[k]].cols;
    }
    const struct plan_instr *x = &b->instrs[model->args[0]];
    model->rows = beside ? x->rows : (uint32_t)rows;
    model->cols = beside ? (uint32_t)cols : x->cols;
}

/* Both factors are at most 2^20; a product beyond the limit stays beyond. */
static uint32_t product(uint32_t a, uint32_t b)
{
    uint64_t n = (uint64_t)a * b;
    return n > PLAN_MAX_SIZE ? (uint32_t)PLAN_MAX_SIZE + 1 : (uint32_t)n;
}

static void call_shape(const struct builder *b, struct plan_instr *model)
{
    const struct plan_instr *x = &b->instrs[model->args[0]];
    const struct plan_instr *y = &b->instrs[model->args[model->nargs - 1]];
    model->rows = x->rows;
    model->cols = x->cols;
    switch (function_info(model->fn)->rule) {
    case SHAPE_DIAG:
        model->rows = model->cols = product(x->rows, x->cols);
        break;
    case SHAPE_DIAGOF:
    case SHAPE_COLUMN:
        model->cols = 1;
        break;
    case SHAPE_KRON:
        model->rows = product(x->rows, y->rows);
        model->cols = product(x->cols, y->cols);
        break;
    case SHAPE_HCAT:
    case SHAPE_VCAT:
        blocks_shape(b, model, model->fn == FN_HCAT);
        break;
    case SHAPE_PAIR:
        if (x->rows == 1 && x->cols == 1) {
            model->rows = y->rows;
            model->cols = y->cols;
        }
        break;
    case SHAPE_SCALAR:
    case SHAPE_SQUARE_SCALAR:
    case SHAPE_SCALARS:
        model->rows = model->cols = 1;
        break;
    case SHAPE_ROW:
        model->rows = 1;
        break;
    case SHAPE_SIZES:
    case SHAPE_SAME:
    case SHAPE_SQUARE:
    case SHAPE_MASKED:
        break;
    }
}

/* The function of one or two numbers; ST_UNABLE: not folded. */
static enum status fold(rational_t *out, enum function fn, const rational_t *x,
                        const rational_t *y)
{
    if (fn == FN_SQRT)
        return closed_sqrt(out, x);
    if (fn == FN_ABS)
        mpq_abs(out->q, x->q);
    else if (fn == FN_SIGN)
        rational_set_int(out, mpq_sgn(x->q));
    else if (fn == FN_RELU)
        mpq_set(out->q, mpq_sgn(x->q) > 0 ? x->q : out->q);
    else if (fn == FN_MAX2)
        mpq_set(out->q, mpq_cmp(x->q, y->q) > 0 ? x->q : y->q);
    else if (fn == FN_MIN2)
        mpq_set(out->q, mpq_cmp(x->q, y->q) < 0 ? x->q : y->q);
    else
        return ST_UNABLE;
    return ST_OK;
}

/* PLAN_NONE: there is nothing to fold. */
static plan_id fold_call(struct builder *b, enum function fn,
                         const plan_id *args, size_t nargs)
{
    const rational_t *x = plan_number(b, args[0]);
    const rational_t *y = plan_number(b, args[nargs - 1]);
    plan_id id = PLAN_NONE;
    if (!x || !y)
        return id;
    LOCAL_RATIONAL value = rational_zero();
    enum status st = fold(&value, fn, x, y);
    if (st == ST_OK)
        id = plan_make_number(b, &value);
    else if (st == ST_DOMAIN)
        id = plan_make_undefined(b, 1, 1, "square root of a negative number");
    return id;
}

plan_id plan_make_call(struct builder *b, enum function fn, const plan_id *args,
                       size_t nargs)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    const struct plan_instr *x = &b->instrs[args[0]];
    bool scalar = x->rows == 1 && x->cols == 1 && nargs == 1;
    if ((scalar && keeps_scalars(fn)) ||
        (nargs == 1 && (fn == FN_HCAT || fn == FN_VCAT)))
        return args[0];
    if (scalar && is_absolute_value(fn))
        fn = FN_ABS;
    plan_id id = fold_call(b, fn, args, nargs);
    if (id != PLAN_NONE || b->status != ST_OK)
        return id;
    struct plan_instr model = {
        .op = PL_CALL, .fn = fn, .args = args, .nargs = (uint32_t)nargs};
    call_shape(b, &model);
    return plan_emit(b, &model);
}
