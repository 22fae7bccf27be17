/*
 * Meeting assumptions that are equations, x + y + z == 1 or A*s == b: values
 * drawn one by one hardly ever do.  A given that no case fills takes what the
 * other side is, or one of its entries what solves an equation of numbers in
 * which it is linear; exactly, or else it stays.  Weighed against it: Newton's
 * method, which meets x^2 + y^2 == 1 too but seldom at rationals; searches for
 * counterexamples have it.
 */
#include "case/spec_internal.h"

#include "case/property.h"

enum {
    MEET_MAX_ENTRIES = 400, /* of all values: their products are exact */
    MEET_MAX_INDICES = 8,
    MEET_MAX_TRIES = 8 /* entries, for one equation */
};

struct meeting {
    const struct spec *spec;
    const struct env *env;
    struct instance *x;
    bool *may_change; /* by slot */
};

/* ---- values ---- */

static bool read_value(struct rmatrix *out, const struct value *v)
{
    if (v->kind != VALUE_DOUBLES && v->kind != VALUE_RATIONALS)
        return false;
    rmatrix_init(out, v->rows, v->cols);
    for (size_t i = 0; i < v->rows; i++)
        for (size_t j = 0; j < v->cols; j++)
            value_entry(rmatrix_at(out, i, j), v, i, j);
    return true;
}

static enum status read_given(struct rmatrix *out, void *context,
                              const struct expr *e, const struct env *env)
{
    const struct meeting *m = context;
    int64_t indices[MEET_MAX_INDICES];
    size_t slot;
    if (e->op != EX_GIVEN || e->count > MEET_MAX_INDICES)
        return ST_UNABLE;
    for (size_t i = 0; i < e->count; i++)
        if (closed_int(&indices[i], e->kids[i], env) != ST_OK)
            return ST_UNABLE;
    if (!layout_slot(&slot, m->x->layout, e->decl, indices))
        return ST_DOMAIN;
    return read_value(out, &m->x->values[slot]) ? ST_OK : ST_UNABLE;
}

static bool evaluate(struct rmatrix *out, struct meeting *m,
                     const struct expr *e)
{
    const struct closed_source source = {.read = read_given, .context = m};
    return closed_matrix_from(out, e, m->env, &source, NULL) == ST_OK;
}

/* The value, if it is one of those that the given may have. */
static bool is_admitted(const struct meeting *m, size_t slot,
                        const struct value *v)
{
    const struct given *g =
        &m->spec->theorem->givens[m->x->layout->slots[slot].given];
    LOCAL_MADE(range, range);
    LOCAL_BUFFER reason = buffer_new();
    return range_of_given(&range, g, m->env, &reason) == ST_OK &&
           property_check(v, g->kind, &range, g->name, &reason) == ST_OK;
}

/* ---- equations ---- */

static bool are_equal(const struct rmatrix *a, const struct rmatrix *b)
{
    bool same = a->rows == b->rows && a->cols == b->cols;
    for (size_t i = 0; same && i < a->rows * a->cols; i++)
        same = mpq_equal(a->entries[i].q, b->entries[i].q) != 0;
    return same;
}

/* Whether both sides have exact values, and they are equal. */
static bool holds(struct meeting *m, const struct expr *equation, bool *known)
{
    struct rmatrix a, b;
    bool same = false;
    *known = evaluate(&a, m, equation->kids[0]);
    if (!*known)
        return false;
    *known = evaluate(&b, m, equation->kids[1]);
    if (*known) {
        same = are_equal(&a, &b);
        rmatrix_clear(&b);
    }
    rmatrix_clear(&a);
    return same;
}

/* The value of the slot becomes v where that meets the equation; v is used up.
 */
static bool settle(struct meeting *m, const struct expr *equation, size_t slot,
                   struct rmatrix *v)
{
    struct value old, *now = &m->x->values[slot];
    bool known, fits;
    value_init(&old);
    value_copy(&old, now);
    fits = v->rows == now->rows && v->cols == now->cols;
    if (fits) {
        value_take(now, v);
        value_simplify(now);
        fits = is_admitted(m, slot, now) && holds(m, equation, &known);
        if (!fits)
            value_copy(now, &old);
    } else {
        rmatrix_clear(v);
    }
    value_clear(&old);
    m->may_change[slot] = m->may_change[slot] && !fits;
    return fits;
}

/* G == e: G takes the value of e. */
static bool by_side(struct meeting *m, const struct expr *equation,
                    const struct expr *given, const struct expr *e)
{
    struct rmatrix v;
    size_t slot;
    if (given->op != EX_GIVEN || given->count > 0 ||
        !layout_slot(&slot, m->x->layout, given->decl, NULL) ||
        !m->may_change[slot] || !evaluate(&v, m, e))
        return false;
    return settle(m, equation, slot, &v);
}

/* The left side less the right one with c for an entry; false: none. */
static bool gap_at(rational_t *out, struct meeting *m,
                   const struct expr *equation, size_t slot, size_t entry,
                   long c)
{
    struct rmatrix v, a, b;
    struct value old, *now = &m->x->values[slot];
    bool ok = read_value(&v, now);
    if (!ok)
        return false;
    value_init(&old);
    value_copy(&old, now);
    rational_set_int(&v.entries[entry], c);
    value_take(now, &v);
    ok = evaluate(&a, m, equation->kids[0]);
    if (ok && evaluate(&b, m, equation->kids[1])) {
        mpq_sub(out->q, a.entries[0].q, b.entries[0].q);
        rmatrix_clear(&b);
        rmatrix_clear(&a);
    } else if (ok) {
        ok = false;
        rmatrix_clear(&a);
    }
    value_copy(now, &old);
    value_clear(&old);
    return ok;
}

/* The root of the line through the gaps at 0 and 1; false: it has none. */
static bool root_of(rational_t *out, struct meeting *m,
                    const struct expr *equation, size_t slot, size_t entry)
{
    LOCAL_RATIONAL at0 = rational_zero(), at1 = rational_zero();
    bool ok = gap_at(&at0, m, equation, slot, entry, 0) &&
              gap_at(&at1, m, equation, slot, entry, 1) &&
              !mpq_equal(at0.q, at1.q);
    if (ok) {
        mpq_sub(at1.q, at0.q, at1.q);
        mpq_div(out->q, at0.q, at1.q);
    }
    return ok;
}

static bool by_entry(struct meeting *m, const struct expr *equation,
                     size_t slot, size_t entry)
{
    struct rmatrix v;
    LOCAL_RATIONAL root = rational_zero();
    bool ok = root_of(&root, m, equation, slot, entry) &&
              read_value(&v, &m->x->values[slot]);
    if (ok) {
        mpq_set(v.entries[entry].q, root.q);
        ok = settle(m, equation, slot, &v);
    }
    return ok;
}

/* The last entries of the last values first. */
static void by_entries(struct meeting *m, const struct expr *equation)
{
    size_t tries = 0;
    for (size_t slot = m->x->layout->nslots; slot-- > 0;) {
        const struct value *v = &m->x->values[slot];
        for (size_t k = v->rows * v->cols;
             k-- > 0 && m->may_change[slot] && tries < MEET_MAX_TRIES; tries++)
            if (by_entry(m, equation, slot, k))
                return;
    }
}

static bool is_equation(const struct expr *e)
{
    return e->op == EX_REL && e->rel == REL_EQ &&
           e->kids[0]->rows == e->kids[1]->rows &&
           e->kids[0]->cols == e->kids[1]->cols;
}

static bool is_small(const struct layout *layout)
{
    size_t entries = 0;
    for (size_t k = 0; k < layout->nslots && entries <= MEET_MAX_ENTRIES; k++)
        entries += layout->slots[k].rows * layout->slots[k].cols;
    return entries <= MEET_MAX_ENTRIES;
}

void spec_meet(const struct spec *spec, const struct env *env,
               struct instance *x, bool *may_change)
{
    struct meeting m = {spec, env, x, may_change};
    const struct theorem *t = spec->theorem;
    bool known;
    for (size_t i = 0; i < t->nassumptions && is_small(x->layout); i++) {
        const struct expr *e = t->assumptions[i].relation;
        if (!is_equation(e) || holds(&m, e, &known) || !known ||
            by_side(&m, e, e->kids[0], e->kids[1]) ||
            by_side(&m, e, e->kids[1], e->kids[0]))
            continue;
        if (expr_is_scalar(e->kids[0]))
            by_entries(&m, e);
    }
}
