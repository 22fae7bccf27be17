/* Lines of the entries of an arithmetic: where they are, and copies of them. */
#include "eval/walk.h"

#include "base/status.h"

#include <stdlib.h>

enum state state_join(enum state a, enum state b)
{
    if (a == STATE_UNDEFINED || b == STATE_UNDEFINED)
        return STATE_UNDEFINED;
    return a == STATE_DEFINED && b == STATE_DEFINED ? STATE_DEFINED
                                                    : STATE_UNKNOWN;
}

struct matrix walk_value(const struct walk *w, plan_id id)
{
    const struct plan_instr *in = &w->plan->instrs[id];
    return (struct matrix){w->results[id].at, in->rows, in->cols, in->facts};
}

struct matrix walk_arg(const struct walk *w, const struct plan_instr *in,
                       size_t k)
{
    return walk_value(w, in->args[k]);
}

/* ---- lines ---- */

static void *entry(const struct walk *w, void *at, size_t k)
{
    return (char *)at + k * w->arithmetic->size;
}

struct line walk_all(const struct matrix *a)
{
    return (struct line){a->at, 1, a->rows * a->cols, a->facts};
}

struct line walk_row(const struct walk *w, const struct matrix *a, size_t i)
{
    return (struct line){entry(w, a->at, i * a->cols), 1, a->cols, a->facts};
}

struct line walk_column(const struct walk *w, const struct matrix *a, size_t j)
{
    return (struct line){entry(w, a->at, j), a->cols, a->rows, a->facts};
}

struct line walk_diagonal(const struct matrix *a)
{
    return (struct line){a->at, a->cols + 1, a->rows, a->facts};
}

void walk_sides(const struct walk *w, struct line sides[2], plan_id x,
                plan_id y)
{
    const struct matrix m[2] = {walk_value(w, x), walk_value(w, y)};
    const bool one[2] = {m[0].rows == 1 && m[0].cols == 1,
                         m[1].rows == 1 && m[1].cols == 1};
    for (int k = 0; k < 2; k++) {
        sides[k] = walk_all(&m[k]);
        sides[k].step = one[k] ? 0 : 1;
        sides[k].count = m[one[0]].rows * m[one[0]].cols;
    }
}

struct line walk_part(const struct walk *w, const struct line *x, size_t k,
                      size_t count)
{
    return (struct line){entry(w, x->at, k * x->step), x->step, count,
                         x->facts};
}

/* ---- what is put there ---- */

void walk_fill(const struct walk *w, const struct line *z, int64_t x)
{
    LOCAL_RATIONAL value = rational_zero();
    rational_set_int(&value, x);
    walk_fill_rational(w, z, &value);
}

void walk_fill_rational(const struct walk *w, const struct line *z,
                        const rational_t *x)
{
    const struct line first = {z->at, 0, z->count, 0};
    if (z->count == 0)
        return;
    w->arithmetic->number(w, z->at, x);
    w->arithmetic->copy(z, &first);
}

struct line walk_take(const struct walk *w, size_t count)
{
    const struct arithmetic *a = w->arithmetic;
    void *at = a->take ? a->take(count) : xcalloc(count + 1, a->size);
    return (struct line){at, 1, count, 0};
}

void walk_give(const struct walk *w, const struct line *x)
{
    if (w->arithmetic->give)
        w->arithmetic->give(x->at, x->count);
    else
        free(x->at);
}

/* ---- entry by entry ---- */

enum state walk_pairs(const struct walk *w, enum pair op,
                      const struct plan_instr *in, const struct matrix *z)
{
    const struct line all = walk_all(z);
    struct line sides[2];
    walk_sides(w, sides, in->args[0], in->args[1]);
    return w->arithmetic->pair(w, op, &all, &sides[0], &sides[1]);
}
