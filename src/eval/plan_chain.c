/*
 * Products of several matrices in the order that costs least.  The product of
 * matrices is associative, so the value stays; docs/decisions/fast-form.md.
 */
#include "eval/plan_fast.h"

enum { MAX_FACTORS = 12 }; /* more are taken in groups */

/* Factors k and on are ids[k], of size[k] x size[k + 1]. */
struct chain {
    plan_id ids[MAX_FACTORS];
    uint64_t size[MAX_FACTORS + 1];
    size_t count;
    /* of the factors i..j: least cost, and where the last product is */
    uint64_t cost[MAX_FACTORS][MAX_FACTORS];
    size_t cut[MAX_FACTORS][MAX_FACTORS];
};

/*
 * A product that may be bracketed anew: one that nothing else needs, or (where
 * shared ones are looked through) whatever others need.
 */
static bool is_inner(const struct fast *f, plan_id id, bool through_shared)
{
    const struct plan_instr *i = &f->b->instrs[id];
    const struct plan_instr *made = &f->b->instrs[f->form[id]];
    return i->op == PL_MATMUL && (f->wanted[id] & WANT_FORM) &&
           made->op == PL_MATMUL &&
           (through_shared || (f->uses[id] == 1 && f->wanted[id] == WANT_FORM));
}

/* The factors of a product, from left to right. */
static void flatten(struct chain *c, const struct fast *f, plan_id id,
                    bool through_shared)
{
    plan_id stack[MAX_FACTORS];
    size_t depth = 1;
    stack[0] = id;
    c->count = 0;
    while (depth > 0) {
        const plan_id top = stack[--depth];
        const struct plan_instr *i = &f->b->instrs[top];
        const bool fits = c->count + depth + 2 <= MAX_FACTORS;
        if (top == id || (fits && is_inner(f, top, through_shared))) {
            stack[depth++] = i->args[1];
            stack[depth++] = i->args[0];
            continue;
        }
        c->size[c->count] = i->rows;
        c->size[c->count + 1] = i->cols;
        c->ids[c->count++] = f->form[top];
    }
}

static void best_cut(struct chain *c, size_t i, size_t j)
{
    c->cost[i][j] = UINT64_MAX;
    for (size_t k = i; k < j; k++) {
        const uint64_t own = c->size[i] * c->size[k + 1] * c->size[j + 1];
        const uint64_t cost = c->cost[i][k] + c->cost[k + 1][j] + own;
        if (cost <= c->cost[i][j]) { /* of equals the one from the left */
            c->cost[i][j] = cost;
            c->cut[i][j] = k;
        }
    }
}

/* By dynamic programming over the lengths; sizes are at most 2^20. */
static void solve(struct chain *c)
{
    for (size_t i = 0; i < c->count; i++)
        c->cost[i][i] = 0;
    for (size_t length = 1; length < c->count; length++)
        for (size_t i = 0; i + length < c->count; i++)
            best_cut(c, i, i + length);
}

/* The product of the factors i..j; depth at most MAX_FACTORS. */
static plan_id multiply(struct fast *f, const struct chain *c, size_t i,
                        size_t j)
{
    if (i == j)
        return c->ids[i];
    plan_id x = multiply(f, c, i, c->cut[i][j]);
    plan_id y = multiply(f, c, c->cut[i][j] + 1, j);
    return f->b->status == ST_OK ? plan_make_binary(f->b, PL_MATMUL, x, y)
                                 : (plan_id)PLAN_NONE;
}

plan_id fast_make_chain(struct fast *f, plan_id id)
{
    struct chain own, all;
    if (f->b->instrs[id].op != PL_MATMUL)
        return PLAN_NONE;
    flatten(&own, f, id, false);
    flatten(&all, f, id, true);
    solve(&own);
    solve(&all);
    const struct chain *c =
        all.cost[0][all.count - 1] < own.cost[0][own.count - 1] ? &all : &own;
    return c->count < 3 ? (plan_id)PLAN_NONE : multiply(f, c, 0, c->count - 1);
}

static bool is_private(const struct fast *f, plan_id id)
{
    return id >= f->count || f->uses[id] == 1;
}

static uint64_t cost_of(const struct plan_instr *x, const struct plan_instr *y)
{
    return (uint64_t)x->rows * x->cols * y->cols;
}

plan_id fast_multiply(struct fast *f, plan_id x, plan_id y)
{
    const struct plan_instr *const all = f->b->instrs;
    if (all[y].op != PL_MATMUL || !is_private(f, y))
        return plan_make_binary(f->b, PL_MATMUL, x, y);
    const plan_id b = all[y].args[0], c = all[y].args[1];
    const uint64_t left = cost_of(&all[x], &all[b]) +
                          (uint64_t)all[x].rows * all[c].rows * all[c].cols;
    const uint64_t right =
        cost_of(&all[b], &all[c]) + cost_of(&all[x], &all[y]);
    if (left > right)
        return plan_make_binary(f->b, PL_MATMUL, x, y);
    const plan_id first = plan_make_binary(f->b, PL_MATMUL, x, b);
    return f->b->status == ST_OK ? plan_make_binary(f->b, PL_MATMUL, first, c)
                                 : (plan_id)PLAN_NONE;
}
