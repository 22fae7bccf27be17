/*
 * What no change of one value alone reaches at rational numbers: vectors that
 * are orthogonal to one another, the columns of one frame; values whose
 * squares sum to 1 together, one unit vector; scalars in a long order.
 */
#include "case/meet_internal.h"

#include "case/frame.h"

#include <stdlib.h>

/* Entries of several slots as one matrix, slot by slot. */
struct stack {
    size_t slots[MEET_MAX_SLOTS], count;
    struct value v;
    bool is_columns; /* each slot a column; else all one below the other */
};

static size_t size_of(const struct meeting *m, size_t slot)
{
    const struct slot *s = &m->x->layout->slots[slot];
    return s->rows * s->cols;
}

/* The row and column of the stack for entry k of its j-th slot. */
static void place_of(size_t *row, size_t *col, const struct stack *s, size_t j,
                     size_t k, size_t before)
{
    *row = s->is_columns ? k : before + k;
    *col = s->is_columns ? j : 0;
}

static void fill(struct stack *s, struct meeting *m, size_t rows, size_t cols)
{
    struct rmatrix a;
    size_t before = 0, row, col;
    rmatrix_init(&a, rows, cols);
    for (size_t j = 0; j < s->count; j++) {
        const struct value *v = &m->x->values[s->slots[j]];
        for (size_t k = 0; k < v->rows * v->cols; k++) {
            place_of(&row, &col, s, j, k, before);
            value_entry(rmatrix_at(&a, row, col), v, k / v->cols, k % v->cols);
        }
        before += v->rows * v->cols;
    }
    value_init(&s->v);
    value_take(&s->v, &a);
}

/* The entries of the j-th slot, in its place; its value moves to `old`. */
static bool put(const struct stack *s, struct meeting *m, size_t j,
                size_t before, struct value *old)
{
    struct value *place = &m->x->values[s->slots[j]];
    struct rmatrix v;
    size_t row, col;
    rmatrix_init(&v, place->rows, place->cols);
    for (size_t k = 0; k < v.rows * v.cols; k++) {
        place_of(&row, &col, s, j, k, before);
        value_entry(&v.entries[k], &s->v, row, col);
    }
    *old = *place;
    value_init(place);
    value_take(place, &v);
    value_simplify(place);
    return meet_is_admitted(m, s->slots[j], place);
}

/* Takes the stack's entries where fewer atoms are open; clears it. */
static void offer(struct stack *s, struct meeting *m)
{
    LOCAL_FREE struct value *old = xcalloc(s->count + 1, sizeof *old);
    size_t open = meet_open_all(m), before = 0;
    bool admitted = true;
    for (size_t j = 0; j < s->count; j++) {
        admitted = put(s, m, j, before, &old[j]) && admitted;
        before += size_of(m, s->slots[j]);
    }
    bool taken = admitted && meet_open_all(m) < open;
    for (size_t j = 0; j < s->count; j++) {
        struct value *now = &m->x->values[s->slots[j]];
        value_clear(taken ? &old[j] : now);
        if (!taken)
            *now = old[j];
    }
    value_clear(&s->v);
}

/* The changeable columns of the first one's length, no more than its rows. */
static void offer_columns(struct meeting *m)
{
    struct stack s = {.is_columns = true};
    size_t rows = 0;
    for (size_t k = 0; k < m->x->layout->nslots; k++) {
        const struct slot *slot = &m->x->layout->slots[k];
        if (!m->may_change[k] || slot->cols != 1 || slot->rows < 2 ||
            (rows && slot->rows != rows) || s.count == slot->rows)
            continue;
        rows = slot->rows;
        s.slots[s.count++] = k;
    }
    if (s.count < 2)
        return;
    fill(&s, m, rows, s.count);
    frame_map(&s.v, m->reflection_bits);
    offer(&s, m);
}

static void offer_whole(struct meeting *m, const struct atom *atom)
{
    struct stack s = {.is_columns = false};
    size_t entries = 0;
    for (size_t k = 0; k < m->x->layout->nslots; k++)
        if (m->may_change[k] && meet_reads(atom, k)) {
            s.slots[s.count++] = k;
            entries += size_of(m, k);
        }
    if (s.count < 2)
        return;
    fill(&s, m, entries, 1);
    frame_map(&s.v, m->reflection_bits);
    offer(&s, m);
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Scalars in the order of their declarations, or against it, within (0, 1). */
static void offer_order(struct meeting *m, bool up)
{
    enum { PARTS = 64 };
    struct stack s = {.is_columns = false};
    for (size_t k = 0; k < m->x->layout->nslots; k++)
        if (m->may_change[k] && size_of(m, k) == 1)
            s.slots[s.count++] = k;
    if (s.count < 2)
        return;
    value_init(&s.v);
    value_set_doubles(&s.v, s.count, 1);
    for (size_t k = 0; k < s.count; k++)
        s.v.doubles[k] = (double)(1 + rng_below(&m->rng, PARTS - 1)) / PARTS;
    qsort(s.v.doubles, s.count, sizeof *s.v.doubles, ascending);
    for (size_t k = 0; k < s.count / 2 && !up; k++) {
        double t = s.v.doubles[k];
        s.v.doubles[k] = s.v.doubles[s.count - 1 - k];
        s.v.doubles[s.count - 1 - k] = t;
    }
    offer(&s, m);
}

void meet_together(struct meeting *m)
{
    offer_order(m, true);
    offer_order(m, false);
    offer_columns(m);
    for (size_t k = 0; k < m->natoms; k++)
        if (m->atoms[k].relation->op == EX_REL &&
            m->atoms[k].relation->rel == REL_EQ &&
            meet_counts(m, &m->atoms[k]) && meet_is_open(m, &m->atoms[k]))
            offer_whole(m, &m->atoms[k]);
}
