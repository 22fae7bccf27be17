/* Lines of the entries of an arithmetic: where they are, and copies of them. */
#include "eval/walk.h"

enum state state_join(enum state a, enum state b)
{
    if (a == STATE_UNDEFINED || b == STATE_UNDEFINED)
        return STATE_UNDEFINED;
    return a == STATE_DEFINED && b == STATE_DEFINED ? STATE_DEFINED
                                                    : STATE_UNKNOWN;
}

struct matrix walk_arg(const struct walk *w, const struct plan_instr *in,
                       size_t k)
{
    const struct plan_instr *arg = &w->plan->instrs[in->args[k]];
    return (struct matrix){w->results[in->args[k]].at, arg->rows, arg->cols,
                           arg->facts};
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

struct line walk_spread(const struct matrix *a, size_t count)
{
    return (struct line){a->at, a->rows != 1 || a->cols != 1, count, a->facts};
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
    rational_t value;
    rational_init(&value);
    rational_set_int(&value, x);
    walk_fill_rational(w, z, &value);
    rational_clear(&value);
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
    return (struct line){w->arithmetic->take(count), 1, count, 0};
}

void walk_give(const struct walk *w, const struct line *x)
{
    w->arithmetic->give(x->at, x->count);
}

/* ---- entry by entry ---- */

enum state walk_pairs(const struct walk *w, enum pair op,
                      const struct plan_instr *in, const struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0), b = walk_arg(w, in, 1);
    const struct line all = walk_all(z);
    const struct line x = walk_spread(&a, all.count);
    const struct line y = walk_spread(&b, all.count);
    return w->arithmetic->pair(w, op, &all, &x, &y);
}
