/*
 * Scalars in ranges that depend on one another: a value between the ends that
 * the atoms set, as each end is found where both sides meet on a line through
 * two points, or is the value of another scalar.
 */
#include "case/meet_internal.h"

#include <stdlib.h>

enum { MOST_ENDS = 24, MOST_VALUES = 96 };

struct ends {
    rational_t at[MOST_VALUES];
    size_t count;
};

static void ends_add(struct ends *e, const rational_t *x)
{
    if (e->count < MOST_VALUES)
        mpq_set(e->at[e->count++].q, x->q);
}

static void ends_add_ratio(struct ends *e, long p, unsigned long q)
{
    if (e->count < MOST_VALUES) {
        mpq_set_si(e->at[e->count].q, p, q);
        mpq_canonicalize(e->at[e->count++].q);
    }
}

/* lhs - rhs of the atom with x in the slot, both scalars. */
static bool gap_at(rational_t *out, struct meeting *m, const struct atom *atom,
                   size_t slot, const rational_t *x)
{
    struct value *place = &m->x->values[slot], old = *place, now;
    struct rmatrix a, b;
    value_init(&now);
    value_set_rationals(&now, 1, 1);
    mpq_set(now.rationals[0].q, x->q);
    *place = now;
    const struct expr *e = atom->relation;
    bool ok = meet_evaluate(&a, m, &atom->env, e->kids[0]), both = false;
    if (ok && meet_evaluate(&b, m, &atom->env, e->kids[1])) {
        both = a.rows * a.cols == 1 && b.rows * b.cols == 1;
        if (both)
            mpq_sub(out->q, a.entries[0].q, b.entries[0].q);
        rmatrix_clear(&b);
    }
    if (ok)
        rmatrix_clear(&a);
    now = *place;
    *place = old;
    value_clear(&now);
    return both;
}

/* Where the line through the gaps at x and at 2x (or 1 and 2) is 0. */
static void add_root(struct ends *ends, struct meeting *m,
                     const struct atom *atom, size_t slot)
{
    LOCAL_RATIONAL x = rational_zero(), y = rational_zero();
    LOCAL_RATIONAL gx = rational_zero(), gy = rational_zero();
    LOCAL_RATIONAL t = rational_zero();
    rational_set_int(&x, 1);
    rational_set_int(&y, 2);
    if (gap_at(&gx, m, atom, slot, &x) && gap_at(&gy, m, atom, slot, &y)) {
        mpq_sub(t.q, gx.q, gy.q);
        if (mpq_sgn(t.q) != 0) {
            mpq_div(t.q, gx.q, t.q);
            mpq_add(t.q, t.q, x.q);
            ends_add(ends, &t);
            /* c / z instead: its gap is linear in 1 / z. */
            mpq_sub(y.q, gy.q, gx.q);
            mpq_mul_2exp(y.q, y.q, 1);
            mpq_add(t.q, gx.q, y.q);
            if (mpq_sgn(t.q) != 0) {
                mpq_div(t.q, y.q, t.q);
                ends_add(ends, &t);
            }
        }
    }
}

static int compare(const void *a, const void *b)
{
    const rational_t *x = a, *y = b;
    return mpq_cmp(x->q, y->q);
}

/* Points between neighbours, and beyond the first and last. */
static void fill_gaps(struct ends *e, struct rng *rng)
{
    size_t n = e->count < MOST_ENDS ? e->count : MOST_ENDS;
    LOCAL_RATIONAL t = rational_zero(), part = rational_zero();
    qsort(e->at, n, sizeof *e->at, compare);
    for (size_t k = 0; k + 1 < n; k++)
        for (int twice = 0; twice < 2; twice++) {
            mpq_set_ui(part.q, 1 + rng_below(rng, 15), 16);
            mpq_canonicalize(part.q);
            mpq_sub(t.q, e->at[k + 1].q, e->at[k].q);
            mpq_mul(t.q, t.q, part.q);
            mpq_add(t.q, t.q, e->at[k].q);
            ends_add(e, &t);
        }
    for (int side = 0; side < 2 && n > 0; side++) {
        mpq_set_ui(part.q, 1 + rng_below(rng, 40), 8);
        mpq_canonicalize(part.q);
        if (side)
            mpq_add(t.q, e->at[n - 1].q, part.q);
        else
            mpq_sub(t.q, e->at[0].q, part.q);
        ends_add(e, &t);
    }
}

static void collect(struct ends *ends, struct meeting *m, size_t slot)
{
    rational_t x = rational_zero();
    for (size_t k = 0; k < m->natoms; k++)
        if (meet_reads(&m->atoms[k], slot) &&
            m->atoms[k].relation->op == EX_REL)
            add_root(ends, m, &m->atoms[k], slot);
    for (size_t k = 0; k < m->x->layout->nslots; k++) {
        const struct value *v = &m->x->values[k];
        if (v->rows != 1 || v->cols != 1 || v->kind == VALUE_EXPR)
            continue;
        value_entry(&x, v, 0, 0);
        ends_add(ends, &x);
    }
    ends_add_ratio(ends, 0, 1);
    ends_add_ratio(ends, 1, 1);
    rational_clear(&x);
}

/* How many atoms are open with x in the slot; SIZE_MAX: not admitted. */
static size_t open_with(struct meeting *m, size_t slot, const rational_t *x)
{
    struct value *place = &m->x->values[slot], old = *place, now;
    value_init(&now);
    value_set_rationals(&now, 1, 1);
    mpq_set(now.rationals[0].q, x->q);
    size_t open = SIZE_MAX;
    if (meet_is_admitted(m, slot, &now)) {
        *place = now;
        open = meet_open(m, slot);
        now = *place;
        *place = old;
    }
    m->offers += m->price;
    value_clear(&now);
    return open;
}

void meet_scalar(struct meeting *m, size_t slot)
{
    struct ends *ends = xcalloc(1, sizeof *ends);
    size_t best = meet_open(m, slot), chosen = SIZE_MAX, ties = 0;
    for (size_t k = 0; k < MOST_VALUES; k++)
        rational_init(&ends->at[k]);
    if (best > 0) {
        collect(ends, m, slot);
        fill_gaps(ends, &m->rng);
    }
    for (size_t k = 0; k < ends->count && m->offers < MEET_MAX_OFFERS; k++) {
        size_t open = open_with(m, slot, &ends->at[k]);
        if (open > best || (open == best && chosen == SIZE_MAX))
            continue;
        ties = open < best ? 1 : ties + 1;
        if (rng_below(&m->rng, ties) == 0)
            chosen = k;
        best = open;
    }
    if (chosen != SIZE_MAX) {
        struct rmatrix v;
        rmatrix_init(&v, 1, 1);
        mpq_set(v.entries[0].q, ends->at[chosen].q);
        (void)meet_offer(m, slot, &v);
    }
    for (size_t k = 0; k < MOST_VALUES; k++)
        rational_clear(&ends->at[k]);
    free(ends);
}
