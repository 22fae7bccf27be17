/*
 * Forms: an instruction anew from the forms of its arguments, and the places
 * where a pair does better.  docs/error-analysis.md#pairs
 */
#include "eval/plan_fast.h"

#include <stdlib.h>

/* f(ones*x + r) = f(r) for every x. */
static bool ignores_common_row(const struct plan_instr *i)
{
    return i->op == PL_CALL &&
           (i->fn == FN_RES || i->fn == FN_DIAMETER || i->fn == FN_MINRES1 ||
            i->fn == FN_MINRESINF || i->fn == FN_MINRES1INF);
}

/* The difference of two rows, or row ranges, of one matrix. */
static bool is_row_difference(const struct builder *b,
                              const struct plan_instr *i)
{
    if (i->op != PL_SUB)
        return false;
    const struct plan_instr *x = &b->instrs[i->args[0]];
    const struct plan_instr *y = &b->instrs[i->args[1]];
    return x->op == PL_SLICE && y->op == PL_SLICE && x->args[0] == y->args[0] &&
           x->col == y->col;
}

/* The matrix whose pair the form uses, or PLAN_NONE. */
static plan_id paired(const struct fast *f, const struct plan_instr *i)
{
    plan_id m = PLAN_NONE;
    if (ignores_common_row(i))
        m = i->args[0];
    else if (is_row_difference(f->b, i))
        m = f->b->instrs[i->args[0]].args[0];
    if (m == PLAN_NONE || !(f->b->instrs[m].facts & PLAN_TOTAL) ||
        f->b->instrs[m].rows == 1)
        return PLAN_NONE;
    return fast_has_pair(f, m) ? m : (plan_id)PLAN_NONE;
}

void fast_want_form(struct fast *f, plan_id id)
{
    const struct plan_instr *i = &f->b->instrs[id];
    plan_id m = paired(f, i);
    if (m != PLAN_NONE) {
        f->wanted[m] |= WANT_PAIR;
        return;
    }
    for (uint32_t k = 0; k < i->nargs; k++)
        f->wanted[i->args[k]] |= WANT_FORM;
}

/* ---- making them ---- */

static plan_id residual(struct fast *f, const struct plan_instr *i,
                        const struct pair *p)
{
    plan_id r = fast_fill(f, p->r, i->rows, i->cols);
    return p->is_centred ? r : plan_make_call(f->b, FN_RES, &r, 1);
}

static plan_id row_difference(struct fast *f, const struct plan_instr *i,
                              const struct pair *p)
{
    const struct plan_instr x = f->b->instrs[i->args[0]];
    const struct plan_instr y = f->b->instrs[i->args[1]];
    if (p->r == PLAN_NONE)
        return plan_make_fill(f->b, i->rows, i->cols, 0);
    plan_id a = plan_make_slice(f->b, p->r, x.row, x.col, x.rows, x.cols);
    plan_id b = plan_make_slice(f->b, p->r, y.row, y.col, y.rows, y.cols);
    return plan_make_binary(f->b, PL_SUB, a, b);
}

static plan_id from_pair(struct fast *f, const struct plan_instr *i, plan_id m)
{
    const struct pair p = f->pair[m];
    if (is_row_difference(f->b, i))
        return row_difference(f, i, &p);
    if (i->fn == FN_RES)
        return residual(f, i, &p);
    if (p.r == PLAN_NONE) /* equal rows have no distance */
        return plan_make_int(f->b, 0);
    return plan_make_call(f->b, i->fn, &p.r, 1);
}

plan_id fast_remake(struct fast *f, plan_id id, const plan_id *ids)
{
    struct plan_instr i = f->b->instrs[id]; /* the list may move */
    LOCAL_FREE plan_id *args = xcalloc(i.nargs + 1UL, sizeof *args);
    bool changed = false;
    for (uint32_t k = 0; k < i.nargs; k++) {
        args[k] = ids[i.args[k]];
        changed = changed || args[k] != i.args[k];
    }
    i.args = args;
    if (changed)
        id = plan_emit(f->b, &i);
    return id;
}

static plan_id made(struct fast *f, plan_id id)
{
    const struct plan_instr i = f->b->instrs[id]; /* the list may move */
    plan_id m = paired(f, &i);
    if (m != PLAN_NONE)
        return from_pair(f, &i, m);
    plan_id norm = fast_make_norm(f, &i);
    if (norm != PLAN_NONE)
        return norm;
    plan_id product = fast_make_chain(f, id);
    return product != PLAN_NONE ? product : fast_remake(f, id, f->form);
}

void fast_keep_facts(struct fast *f, plan_id to, plan_id from)
{
    const unsigned of_values = PLAN_SYMMETRIC | PLAN_SEMIDEFINITE |
                               PLAN_NONNEGATIVE | PLAN_STOCHASTIC | PLAN_TOTAL |
                               PLAN_NONZERO;
    f->b->instrs[to].facts |= f->b->instrs[from].facts & of_values;
}

plan_id fast_make_form(struct fast *f, plan_id id)
{
    plan_id form = made(f, id);
    if (f->b->status == ST_OK)
        fast_keep_facts(f, form, id);
    return form;
}
