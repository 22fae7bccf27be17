/*
 * Equations that are linear in one slot, by exact elimination: the value
 * changes in as few entries as there are equations, the others stay drawn.
 */
#include "case/meet_internal.h"

#include "case/rounding.h"

enum { MOST_UNKNOWNS = 64, MOST_EQUATIONS = 96 };

/* c + J d = 0: by rows, the constant behind the unknowns. */
struct system {
    struct rmatrix a; /* what is behind `rows` means nothing */
    size_t rows, unknowns;
};

static void system_init(struct system *s, size_t unknowns)
{
    *s = (struct system){.unknowns = unknowns};
    rmatrix_init(&s->a, MOST_EQUATIONS, unknowns + 1);
}

static rational_t *at(const struct system *s, size_t row, size_t col)
{
    return rmatrix_at(&s->a, row, col);
}

/* ---- unknowns: the entries that a kind leaves free ---- */

static bool is_free(enum given_kind kind, size_t i, size_t j)
{
    if (kind == GIVEN_DIAGONAL)
        return i == j;
    if (kind == GIVEN_SKEW)
        return i > j;
    if (kind_has(kind, KIND_SYMMETRIC) || kind == GIVEN_LOWER)
        return i >= j;
    return true;
}

static size_t find_unknowns(size_t *entries, const struct meeting *m,
                            size_t slot)
{
    const struct slot *s = &m->x->layout->slots[slot];
    enum given_kind kind = m->spec->theorem->givens[s->given].kind;
    size_t count = 0;
    for (size_t k = 0; k < s->rows * s->cols; k++)
        if (is_free(kind, k / s->cols, k % s->cols)) {
            if (count == MOST_UNKNOWNS)
                return 0;
            entries[count++] = k;
        }
    return count;
}

/* v += d in an entry, and in its mirror image where the kind has one. */
static void add_to(struct rmatrix *v, enum given_kind kind, size_t entry,
                   const rational_t *d)
{
    size_t i = entry / v->cols, j = entry % v->cols;
    mpq_add(v->entries[entry].q, v->entries[entry].q, d->q);
    rational_t *image =
        i != j && v->rows == v->cols ? rmatrix_at(v, j, i) : NULL;
    if (image && kind_has(kind, KIND_SYMMETRIC))
        mpq_add(image->q, image->q, d->q);
    else if (image && kind == GIVEN_SKEW)
        mpq_sub(image->q, image->q, d->q);
}

/* ---- the system, by differences ---- */

/* What is to be 0. */
struct wish {
    const struct expr *a, *b;     /* a - b; or, where b is NULL: */
    const struct rmatrix *target; /* a - target */
    const struct env *env;
};

static bool gap(struct rmatrix *out, struct meeting *m, const struct wish *w)
{
    struct rmatrix b;
    if (!meet_evaluate(out, m, w->env, w->a))
        return false;
    if (w->b && !meet_evaluate(&b, m, w->env, w->b)) {
        rmatrix_clear(out);
        return false;
    }
    const struct rmatrix *r = w->b ? &b : w->target;
    size_t no = out->rows * out->cols, nr = r->rows * r->cols;
    bool fits = (no == nr || nr == 1 || no == 1) && !m->is_rough;
    if (fits && no == 1 && nr > 1)
        fits = false;
    for (size_t k = 0; k < no && fits; k++)
        mpq_sub(out->entries[k].q, out->entries[k].q,
                r->entries[nr == 1 ? 0 : k].q);
    if (w->b)
        rmatrix_clear(&b);
    if (!fits)
        rmatrix_clear(out);
    return fits;
}

static void take_value(struct rmatrix *out, const struct value *v)
{
    rmatrix_init(out, v->rows, v->cols);
    for (size_t k = 0; k < v->rows * v->cols; k++)
        value_entry(&out->entries[k], v, k / v->cols, k % v->cols);
}

/* The gap with `base` in the slot, one unknown moved by 1 (or none). */
static bool gap_at(struct rmatrix *out, struct meeting *m, const struct wish *w,
                   size_t slot, const struct value *base, size_t entry)
{
    struct value *place = &m->x->values[slot], old = *place, moved;
    const struct slot *s = &m->x->layout->slots[slot];
    struct rmatrix v;
    LOCAL_RATIONAL one = rational_zero();
    rational_set_int(&one, 1);
    take_value(&v, base);
    if (entry != SIZE_MAX)
        add_to(&v, m->spec->theorem->givens[s->given].kind, entry, &one);
    value_init(&moved);
    value_take(&moved, &v);
    *place = moved;
    m->is_rough = false;
    bool ok = gap(out, m, w);
    moved = *place;
    *place = old;
    value_clear(&moved);
    return ok;
}

/* Adds the equations of a wish; false: they are not there, or too many. */
static bool add_rows(struct system *s, struct meeting *m, const struct wish *w,
                     size_t slot, const struct value *base,
                     const size_t *unknowns)
{
    struct rmatrix g0, g;
    if (!gap_at(&g0, m, w, slot, base, SIZE_MAX))
        return false;
    size_t n = g0.rows * g0.cols;
    bool ok = n <= MOST_EQUATIONS - s->rows;
    for (size_t k = 0; k < n && ok; k++)
        mpq_set(at(s, s->rows + k, s->unknowns)->q, g0.entries[k].q);
    for (size_t u = 0; u < s->unknowns && ok; u++) {
        ok = gap_at(&g, m, w, slot, base, unknowns[u]);
        for (size_t k = 0; k < n && ok; k++)
            mpq_sub(at(s, s->rows + k, u)->q, g.entries[k].q, g0.entries[k].q);
        if (ok)
            rmatrix_clear(&g);
    }
    s->rows += ok ? n : 0;
    rmatrix_clear(&g0);
    return ok;
}

/* ---- elimination ---- */

static void shuffle(size_t *order, size_t n, struct rng *rng)
{
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t i = n; i-- > 1;) {
        size_t j = (size_t)rng_below(rng, i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
}

/* pivot[r]: the unknown of row r, or SIZE_MAX; false: no solution. */
static bool eliminate(struct system *s, size_t *pivot, const size_t *order)
{
    for (size_t r = 0; r < s->rows; r++) {
        pivot[r] = SIZE_MAX;
        for (size_t k = 0; k < s->unknowns && pivot[r] == SIZE_MAX; k++)
            if (mpq_sgn(at(s, r, order[k])->q) != 0)
                pivot[r] = order[k];
        if (pivot[r] != SIZE_MAX)
            rmatrix_clear_column(&s->a, r, pivot[r], 0);
        else if (mpq_sgn(at(s, r, s->unknowns)->q) != 0)
            return false;
    }
    return true;
}

/* Solves what stands in the system, from the base on. */
static bool solution(struct rmatrix *v, struct system *s, struct meeting *m,
                     enum given_kind kind, const struct value *base,
                     const size_t *unknowns)
{
    size_t pivot[MOST_EQUATIONS], order[MOST_UNKNOWNS];
    shuffle(order, s->unknowns, &m->rng);
    if (!eliminate(s, pivot, order))
        return false;
    LOCAL_RATIONAL d = rational_zero();
    take_value(v, base);
    for (size_t r = 0; r < s->rows; r++)
        if (pivot[r] != SIZE_MAX) {
            mpq_div(d.q, at(s, r, s->unknowns)->q, at(s, r, pivot[r])->q);
            mpq_neg(d.q, d.q);
            add_to(v, kind, unknowns[pivot[r]], &d);
        }
    return true;
}

/* The value as drawn, or rounded, so that fractions stay short. */
static void set_base(struct value *base, const struct meeting *m, size_t slot)
{
    const struct value *v = &m->x->values[slot];
    value_init(base);
    value_copy(base, v);
    if (v->kind == VALUE_DOUBLES)
        rounding_to_bits(base, m->round_bits, 60);
}

static enum given_kind kind_of(const struct meeting *m, size_t slot)
{
    return m->spec->theorem->givens[m->x->layout->slots[slot].given].kind;
}

bool meet_solve(struct rmatrix *v, struct meeting *m, const struct env *env,
                const struct expr *e, const struct rmatrix *target, size_t slot)
{
    size_t unknowns[MOST_UNKNOWNS], count = find_unknowns(unknowns, m, slot);
    const struct wish wish = {.a = e, .target = target, .env = env};
    struct system s;
    struct value base;
    if (count == 0)
        return false;
    system_init(&s, count);
    set_base(&base, m, slot);
    bool ok = add_rows(&s, m, &wish, slot, &base, unknowns) &&
              solution(v, &s, m, kind_of(m, slot), &base, unknowns);
    value_clear(&base);
    rmatrix_clear(&s.a);
    return ok;
}

void meet_linear(struct meeting *m, size_t slot)
{
    size_t unknowns[MOST_UNKNOWNS], count = find_unknowns(unknowns, m, slot);
    struct system s;
    struct value base;
    struct rmatrix v;
    bool is_any = false;
    if (count == 0)
        return;
    system_init(&s, count);
    set_base(&base, m, slot);
    for (size_t k = 0; k < m->natoms; k++) {
        const struct atom *atom = &m->atoms[k];
        if (!meet_reads(atom, slot) || atom->relation->op != EX_REL ||
            atom->relation->rel != REL_EQ)
            continue;
        const struct wish wish = {.a = atom->relation->kids[0],
                                  .b = atom->relation->kids[1],
                                  .env = &atom->env};
        is_any = add_rows(&s, m, &wish, slot, &base, unknowns) || is_any;
    }
    if (is_any && solution(&v, &s, m, kind_of(m, slot), &base, unknowns))
        (void)meet_offer(m, slot, &v);
    value_clear(&base);
    rmatrix_clear(&s.a);
}
