/*
 * Pairs: M = ones(n)*x + r.  Each rule is an identity for all matrices of its
 * shape, with P*ones = ones for a P whose rows sum to 1.
 * docs/error-analysis.md#pairs
 */
#include "eval/plan_fast.h"

#include <stdlib.h>

/* ---- arithmetic in which PLAN_NONE is zero ---- */

plan_id fast_combine(struct fast *f, enum plan_op op, plan_id x, plan_id y)
{
    if (op == PL_MATMUL && (x == PLAN_NONE || y == PLAN_NONE))
        return PLAN_NONE;
    if (y == PLAN_NONE)
        return x;
    if (x == PLAN_NONE)
        return op == PL_SUB ? plan_make_unary(f->b, PL_NEG, y) : y;
    if (op == PL_SUB && x == y)
        return PLAN_NONE;
    return op == PL_MATMUL ? fast_multiply(f, x, y)
                           : plan_make_binary(f->b, op, x, y);
}

plan_id fast_scale(struct fast *f, enum plan_op op, plan_id scalar, plan_id m)
{
    if (m == PLAN_NONE)
        return m;
    if (op == PL_NEG)
        return plan_make_unary(f->b, PL_NEG, m);
    return op == PL_SCALE ? plan_make_binary(f->b, op, scalar, m)
                          : plan_make_binary(f->b, op, m, scalar);
}

plan_id fast_transpose(struct fast *f, plan_id m)
{
    return m == PLAN_NONE ? m : plan_make_unary(f->b, PL_TRANSPOSE, m);
}

plan_id fast_fill(struct fast *f, plan_id m, uint32_t rows, uint32_t cols)
{
    return m == PLAN_NONE ? plan_make_fill(f->b, rows, cols, 0) : m;
}

static bool is_scalar(const struct builder *b, plan_id id)
{
    return b->instrs[id].rows == 1 && b->instrs[id].cols == 1;
}

bool fast_is_scaled(const struct builder *b, plan_id id, enum plan_op *op,
                    plan_id *matrix, plan_id *scalar)
{
    const struct plan_instr *i = &b->instrs[id];
    bool left = false; /* the scalar is the left argument */
    *scalar = PLAN_NONE;
    if (i->op == PL_NEG) {
        *op = PL_NEG;
        *matrix = i->args[0];
        return true;
    }
    if (i->op == PL_SCALE || i->op == PL_DOT_MUL) {
        *op = PL_SCALE;
        left = is_scalar(b, i->args[0]);
    } else if (i->op == PL_DIVIDE || i->op == PL_DOT_DIV) {
        *op = PL_DIVIDE;
    } else {
        return false;
    }
    *scalar = i->args[left ? 0 : 1];
    *matrix = i->args[left ? 1 : 0];
    return is_scalar(b, *scalar);
}

/* ---- rules ---- */

enum pair_rule {
    PAIR_BASE,    /* x = colmean, r = res */
    PAIR_ROW,     /* one row: x is all */
    PAIR_FILL,    /* equal rows of a constant */
    PAIR_RES,     /* x = 0 */
    PAIR_SUM,     /* ADD, SUB */
    PAIR_SCALED,  /* by or over a scalar, or negated */
    PAIR_SOFTMAX, /* ones*p + SPREAD */
    PAIR_ATTEND,  /* softmax times Y */
    PAIR_MIX,     /* stochastic P times Y */
    PAIR_RIGHT,   /* Y times W */
    PAIR_BESIDE,  /* hcat */
    PAIR_SLICE
};

static bool is_softmax(const struct plan_instr *i)
{
    return i->op == PL_CALL && i->fn == FN_SOFTMAX && i->nargs == 1;
}

static enum pair_rule product_rule(const struct builder *b,
                                   const struct plan_instr *i)
{
    const struct plan_instr *left = &b->instrs[i->args[0]];
    if (left->op == PL_FILL)
        return PAIR_RIGHT;
    if (is_softmax(left))
        return PAIR_ATTEND;
    return left->facts & PLAN_STOCHASTIC ? PAIR_MIX : PAIR_RIGHT;
}

static enum pair_rule call_rule(const struct plan_instr *i)
{
    if (i->fn == FN_RES)
        return PAIR_RES;
    if (i->fn == FN_HCAT)
        return PAIR_BESIDE;
    return is_softmax(i) ? PAIR_SOFTMAX : PAIR_BASE;
}

static enum pair_rule rule_of(const struct builder *b, plan_id id)
{
    const struct plan_instr *i = &b->instrs[id];
    enum plan_op op;
    plan_id matrix, scalar;
    if (i->rows == 1)
        return PAIR_ROW;
    if (i->op == PL_FILL)
        return PAIR_FILL;
    if (i->op == PL_ADD || i->op == PL_SUB)
        return PAIR_SUM;
    if (fast_is_scaled(b, id, &op, &matrix, &scalar))
        return PAIR_SCALED;
    if (i->op == PL_MATMUL)
        return product_rule(b, i);
    if (i->op == PL_SLICE)
        return PAIR_SLICE;
    return i->op == PL_CALL ? call_rule(i) : PAIR_BASE;
}

bool fast_has_pair(const struct fast *f, plan_id id)
{
    const struct plan_instr *i = &f->b->instrs[id];
    return (i->facts & PLAN_TOTAL) && rule_of(f->b, id) != PAIR_BASE;
}

void fast_want_pair(struct fast *f, plan_id id)
{
    const struct plan_instr *i = &f->b->instrs[id];
    enum plan_op op;
    plan_id matrix, scalar;
    switch (rule_of(f->b, id)) {
    case PAIR_BASE:
    case PAIR_ROW:
    case PAIR_RES:
        f->wanted[id] |= WANT_FORM;
        break;
    case PAIR_FILL:
        break;
    case PAIR_SUM:
    case PAIR_BESIDE:
    case PAIR_SLICE:
        for (uint32_t k = 0; k < i->nargs; k++)
            f->wanted[i->args[k]] |= WANT_PAIR;
        break;
    case PAIR_SCALED:
        fast_is_scaled(f->b, id, &op, &matrix, &scalar);
        f->wanted[matrix] |= WANT_PAIR;
        if (scalar != PLAN_NONE)
            f->wanted[scalar] |= WANT_FORM;
        break;
    case PAIR_SOFTMAX:
        f->wanted[i->args[0]] |= WANT_SCORE;
        break;
    case PAIR_ATTEND:
        f->wanted[f->b->instrs[i->args[0]].args[0]] |= WANT_SCORE;
        f->wanted[i->args[1]] |= WANT_PAIR;
        break;
    case PAIR_MIX:
        f->wanted[i->args[0]] |= WANT_FORM;
        f->wanted[i->args[1]] |= WANT_PAIR;
        break;
    case PAIR_RIGHT:
        f->wanted[i->args[0]] |= WANT_PAIR;
        f->wanted[i->args[1]] |= WANT_FORM;
        break;
    }
}

/* ---- making them ---- */

static plan_id call(struct fast *f, enum function fn, plan_id x)
{
    return x == PLAN_NONE ? x : plan_make_call(f->b, fn, &x, 1);
}

/* Moves the mean of r's rows into x: what follows may then count on it. */
static struct pair centre(struct fast *f, plan_id x, plan_id r)
{
    struct pair p = {x, r, true};
    if (r != PLAN_NONE) {
        p.x = fast_combine(f, PL_ADD, x, call(f, FN_COLMEAN, r));
        p.r = call(f, FN_RES, r);
    }
    return p;
}

/* softmax(S) = ones*p + spread, from S = ones*x + r + u*ones'. */
static struct pair attention(struct fast *f, plan_id s)
{
    const struct pair score = f->score[s];
    const uint32_t cols = f->b->instrs[s].cols;
    plan_id args[] = {score.r, fast_fill(f, score.x, 1, cols)};
    struct pair p = {call(f, FN_SOFTMAX, args[1]), PLAN_NONE, false};
    if (score.r != PLAN_NONE && f->b->status == ST_OK)
        p.r = plan_emit(f->b, &(struct plan_instr){.op = PL_SPREAD,
                                                   .rows = f->b->instrs[s].rows,
                                                   .cols = cols,
                                                   .args = args,
                                                   .nargs = 2});
    return p;
}

/* (ones*p + D)(ones*y + R) = ones*(y + p*R) + D*R, as p*ones = 1, D*ones = 0 */
static struct pair attend(struct fast *f, plan_id s, struct pair y)
{
    const struct pair p = attention(f, s);
    plan_id x =
        fast_combine(f, PL_ADD, y.x, fast_combine(f, PL_MATMUL, p.x, y.r));
    return centre(f, x, fast_combine(f, PL_MATMUL, p.r, y.r));
}

static struct pair add(struct fast *f, enum plan_op op, struct pair a,
                       struct pair b)
{
    return (struct pair){fast_combine(f, op, a.x, b.x),
                         fast_combine(f, op, a.r, b.r),
                         a.is_centred && b.is_centred};
}

static struct pair scaled(struct fast *f, plan_id id)
{
    enum plan_op op;
    plan_id matrix, scalar;
    fast_is_scaled(f->b, id, &op, &matrix, &scalar);
    const struct pair p = f->pair[matrix];
    if (scalar != PLAN_NONE)
        scalar = f->form[scalar];
    return (struct pair){fast_scale(f, op, scalar, p.x),
                         fast_scale(f, op, scalar, p.r), p.is_centred};
}

/* hcat of the parts, or zero where all are. */
static plan_id beside(struct fast *f, const struct plan_instr *i, bool of_r)
{
    plan_id *ids = xcalloc(i->nargs, sizeof *ids), id = PLAN_NONE;
    bool all_zero = true;
    for (uint32_t k = 0; k < i->nargs; k++) {
        const struct pair *p = &f->pair[i->args[k]];
        ids[k] = of_r ? p->r : p->x;
        all_zero = all_zero && ids[k] == PLAN_NONE;
    }
    for (uint32_t k = 0; k < i->nargs && !all_zero; k++)
        ids[k] = fast_fill(f, ids[k], of_r ? i->rows : 1,
                           f->b->instrs[i->args[k]].cols);
    if (!all_zero)
        id = plan_make_call(f->b, FN_HCAT, ids, i->nargs);
    free(ids);
    return id;
}

static struct pair blocks(struct fast *f, plan_id id)
{
    const struct plan_instr i = f->b->instrs[id];
    struct pair p = {beside(f, &i, false), beside(f, &i, true), true};
    for (uint32_t k = 0; k < i.nargs; k++)
        p.is_centred = p.is_centred && f->pair[i.args[k]].is_centred;
    return p;
}

static struct pair slice(struct fast *f, plan_id id)
{
    const struct plan_instr i = f->b->instrs[id];
    struct pair p = f->pair[i.args[0]];
    p.is_centred = p.is_centred && i.rows == f->b->instrs[i.args[0]].rows;
    if (p.x != PLAN_NONE)
        p.x = plan_make_slice(f->b, p.x, 0, i.col, 1, i.cols);
    if (p.r != PLAN_NONE)
        p.r = plan_make_slice(f->b, p.r, i.row, i.col, i.rows, i.cols);
    return p;
}

static struct pair base(struct fast *f, plan_id id)
{
    plan_id m = f->form[id];
    return (struct pair){call(f, FN_COLMEAN, m), call(f, FN_RES, m), true};
}

static struct pair constant_rows(struct fast *f, plan_id id)
{
    const struct plan_instr i = f->b->instrs[id];
    return (struct pair){plan_make_slice(f->b, id, 0, 0, 1, i.cols), PLAN_NONE,
                         true};
}

/* A product of the row and of the rest with W on the right. */
static struct pair right(struct fast *f, struct pair p, plan_id w)
{
    return (struct pair){fast_combine(f, PL_MATMUL, p.x, w),
                         fast_combine(f, PL_MATMUL, p.r, w), p.is_centred};
}

struct pair fast_make_pair(struct fast *f, plan_id id)
{
    const struct plan_instr i = f->b->instrs[id]; /* the list may move */
    struct pair y;
    switch (rule_of(f->b, id)) {
    case PAIR_BASE:
        return base(f, id);
    case PAIR_ROW:
        return (struct pair){f->form[id], PLAN_NONE, true};
    case PAIR_FILL:
        return constant_rows(f, id);
    case PAIR_RES:
        return (struct pair){PLAN_NONE, f->form[id], true};
    case PAIR_SUM:
        return add(f, i.op, f->pair[i.args[0]], f->pair[i.args[1]]);
    case PAIR_SCALED:
        return scaled(f, id);
    case PAIR_SOFTMAX:
        return attention(f, i.args[0]);
    case PAIR_ATTEND:
        return attend(f, f->b->instrs[i.args[0]].args[0], f->pair[i.args[1]]);
    case PAIR_MIX: /* P*(ones*y + R) = ones*y + P*R */
        y = f->pair[i.args[1]];
        return centre(f, y.x,
                      fast_combine(f, PL_MATMUL, f->form[i.args[0]], y.r));
    case PAIR_RIGHT:
        return right(f, f->pair[i.args[0]], f->form[i.args[1]]);
    case PAIR_BESIDE:
        return blocks(f, id);
    case PAIR_SLICE:
        return slice(f, id);
    }
    return (struct pair){PLAN_NONE, PLAN_NONE, false};
}
