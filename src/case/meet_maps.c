/*
 * Maps of a matrix to where papers assume it: a table, tried in order on the
 * slot or on what the atom speaks of (the argument of a norm), alone and
 * scaled so that both sides agree.
 */
#include "case/meet_internal.h"

#include "case/frame.h"
#include "case/orthogonal.h"
#include "case/property.h"
#include "case/rounding.h"

#include <math.h>
#include <stdlib.h>

static struct range open_range(void)
{
    struct range r;
    range_init(&r);
    return r;
}

/* ---- the maps; false: not of this shape ---- */

typedef bool map(struct value *v, struct meeting *m);

static bool keep(struct value *v, struct meeting *m)
{
    (void)m;
    return v->rows > 0;
}

static bool unit_whole(struct value *v, struct meeting *m)
{
    (void)m;
    size_t rows = v->rows, cols = v->cols;
    value_reshape(v, rows * cols, 1);
    frame_map(v, m->reflection_bits);
    value_reshape(v, rows, cols);
    return true;
}

static bool unit_rows(struct value *v, struct meeting *m)
{
    (void)m;
    frame_unit_rows(v, m->reflection_bits);
    return true;
}

static bool unit_columns(struct value *v, struct meeting *m)
{
    value_transpose(v);
    unit_rows(v, m);
    value_transpose(v);
    return true;
}

static bool frame(struct value *v, struct meeting *m)
{
    (void)m;
    if (v->cols > v->rows)
        return false;
    frame_map(v, m->reflection_bits);
    return true;
}

static bool frame_rows(struct value *v, struct meeting *m)
{
    (void)m;
    if (v->rows > v->cols)
        return false;
    frame_map_rows(v, m->reflection_bits);
    return true;
}

/* Q v with a random rational orthogonal Q, in one draw of two. */
static void rotate_rows(struct value *v, struct meeting *m)
{
    struct value q;
    struct rmatrix out;
    size_t n = v->rows;
    if (rng_below(&m->rng, 2))
        return;
    value_init(&q);
    value_set_doubles(&q, n, n);
    for (size_t k = 0; k < n * n; k++)
        q.doubles[k] = (double)rng_below(&m->rng, 5) / 2 - 1;
    orthogonal_map(&q);
    LOCAL_RATIONAL x = rational_zero(), y = rational_zero();
    rmatrix_init(&out, n, v->cols);
    for (size_t k = 0; k < n * v->cols * n; k++) {
        size_t i = k / n / v->cols, j = k / n % v->cols;
        value_entry(&x, &q, i, k % n);
        value_entry(&y, v, k % n, j);
        mpq_mul(x.q, x.q, y.q);
        mpq_add(rmatrix_at(&out, i, j)->q, rmatrix_at(&out, i, j)->q, x.q);
    }
    value_take(v, &out);
    value_clear(&q);
}

/* Orthonormal columns times 1, and eighths: the largest singular value is 1. */
static bool contraction(struct value *v, struct meeting *m)
{
    struct rmatrix out;
    bool wide = v->rows < v->cols;
    if (wide)
        value_transpose(v);
    frame_map(v, m->reflection_bits);
    rmatrix_init(&out, v->rows, v->cols);
    for (size_t j = 0; j < v->cols; j++) {
        unsigned long eighths =
            j == 0 ? 8 : (unsigned long)rng_below(&m->rng, 9);
        for (size_t i = 0; i < v->rows; i++) {
            value_entry(rmatrix_at(&out, i, j), v, i, j);
            LOCAL_MPQ(factor);
            mpq_set_ui(factor, eighths, 8);
            mpq_canonicalize(factor);
            mpq_mul(rmatrix_at(&out, i, j)->q, rmatrix_at(&out, i, j)->q,
                    factor);
        }
    }
    value_take(v, &out);
    value_transpose(v);
    rotate_rows(v, m);
    if (!wide)
        value_transpose(v);
    return true;
}

static bool sum_whole(struct value *v, struct meeting *m)
{
    (void)m;
    size_t rows = v->rows, cols = v->cols;
    value_reshape(v, 1, rows * cols);
    property_make_stochastic(v);
    value_reshape(v, rows, cols);
    return true;
}

static bool sum_rows(struct value *v, struct meeting *m)
{
    (void)m;
    property_make_stochastic(v);
    return true;
}

static bool sum_columns(struct value *v, struct meeting *m)
{
    value_transpose(v);
    sum_rows(v, m);
    value_transpose(v);
    return true;
}

static bool as_kind(struct value *v, enum given_kind kind)
{
    LOCAL(range_clear) struct range open = open_range();
    bool may = v->rows == v->cols;
    if (may)
        property_map(v, kind, 0, &open);
    return may;
}

static bool doubly(struct value *v, struct meeting *m)
{
    (void)m;
    return as_kind(v, GIVEN_DOUBLY_STOCHASTIC);
}

static bool symmetric(struct value *v, struct meeting *m)
{
    (void)m;
    return as_kind(v, GIVEN_SYMMETRIC);
}

static bool skew(struct value *v, struct meeting *m)
{
    (void)m;
    return as_kind(v, GIVEN_SKEW);
}

static bool gram(struct value *v, struct meeting *m)
{
    (void)m;
    return as_kind(v, GIVEN_PSD);
}

static int ascending(const void *a, const void *b)
{
    const rational_t *x = a, *y = b;
    return mpq_cmp(x->q, y->q);
}

/* All entries in order; now and then moved apart, so that none are equal. */
static void sort(struct value *v, struct meeting *m, bool up)
{
    struct rmatrix out;
    size_t n = v->rows * v->cols;
    bool spread = rng_below(&m->rng, 2);
    LOCAL_RATIONAL step = rational_zero();
    rmatrix_init(&out, v->rows, v->cols);
    for (size_t k = 0; k < n; k++)
        value_entry(&out.entries[k], v, k / v->cols, k % v->cols);
    qsort(out.entries, n, sizeof *out.entries, ascending);
    for (size_t k = 0; k < n && spread; k++) {
        mpq_set_ui(step.q, k, 4);
        mpq_canonicalize(step.q);
        mpq_add(out.entries[k].q, out.entries[k].q, step.q);
    }
    for (size_t k = 0; k < n / 2 && !up; k++)
        mpq_swap(out.entries[k].q, out.entries[n - 1 - k].q);
    value_take(v, &out);
}

static bool sort_up(struct value *v, struct meeting *m)
{
    sort(v, m, true);
    return true;
}

static bool sort_down(struct value *v, struct meeting *m)
{
    sort(v, m, false);
    return true;
}

static bool sort_size(struct value *v, struct meeting *m, bool up)
{
    LOCAL(range_clear) struct range open = open_range();
    property_map(v, GIVEN_NONNEG, 0, &open);
    sort(v, m, up);
    return true;
}

static bool sort_size_up(struct value *v, struct meeting *m)
{
    return sort_size(v, m, true);
}

static bool sort_size_down(struct value *v, struct meeting *m)
{
    return sort_size(v, m, false);
}

/* Absolute values; zeros become a random part of 1 in one draw of two. */
static bool absolute(struct value *v, struct meeting *m)
{
    LOCAL(range_clear) struct range open = open_range();
    property_map(v, GIVEN_NONNEG, 0, &open);
    bool fill = rng_below(&m->rng, 2);
    for (size_t k = 0; k < v->rows * v->cols && fill; k++)
        if (v->kind == VALUE_DOUBLES && v->doubles[k] == 0)
            v->doubles[k] = (double)(1 + rng_below(&m->rng, 16)) / 16;
    return true;
}

static bool negative(struct value *v, struct meeting *m)
{
    struct rmatrix out;
    absolute(v, m);
    rmatrix_init(&out, v->rows, v->cols);
    for (size_t k = 0; k < v->rows * v->cols; k++) {
        value_entry(&out.entries[k], v, k / v->cols, k % v->cols);
        mpq_neg(out.entries[k].q, out.entries[k].q);
    }
    value_take(v, &out);
    return true;
}

/* The size of the largest entry becomes a random part of 1. */
static bool small(struct value *v, struct meeting *m)
{
    rounding_to_integers(v, m->round_bits, 300);
    double unit = (double)(1 + rng_below(&m->rng, 32)) / 32 / 1024;
    for (size_t k = 0; k < v->rows * v->cols; k++)
        v->doubles[k] *= unit;
    return true;
}

static map *const maps[] = {
    keep,      unit_whole, unit_rows, unit_columns, contraction,
    frame,     frame_rows, sum_whole, sum_rows,     sum_columns,
    doubly,    symmetric,  skew,      gram,         sort_up,
    sort_down, absolute,   negative,  sort_size_up, sort_size_down,
    small};

/* ---- proposals ---- */

/* The value with which `arg` becomes t in the slot, offered. */
static bool offer(struct meeting *m, const struct atom *atom,
                  const struct expr *arg, const struct rmatrix *t, size_t slot)
{
    struct rmatrix v;
    size_t found;
    if (meet_slot(&found, m, &atom->env, arg) && found == slot) {
        rmatrix_init(&v, t->rows, t->cols);
        rmatrix_copy(&v, t);
    } else if (!meet_solve(&v, m, &atom->env, arg, t, slot)) {
        return false;
    }
    return meet_offer(m, slot, &v);
}

/* A norm of what a map made is 1, although it was computed in doubles. */
static bool snap_to_one(rational_t *x)
{
    bool is_near = fabs(rational_to_double(x) - 1) < 1e-12;
    if (is_near)
        rational_set_int(x, 1);
    return is_near;
}

/* rhs / lhs, or lhs / rhs, of an atom with t in place of its slot's value. */
static bool ratio_with(rational_t *out, struct meeting *m,
                       const struct atom *atom, const struct rmatrix *t,
                       size_t slot, bool inverse)
{
    struct value *place = &m->x->values[slot], old = *place, now;
    struct rmatrix a, b, copy;
    const struct expr *e = atom->relation;
    if (e->op != EX_REL || t->rows != old.rows || t->cols != old.cols)
        return false;
    rmatrix_init(&copy, t->rows, t->cols);
    rmatrix_copy(&copy, t);
    value_init(&now);
    value_take(&now, &copy);
    *place = now;
    m->is_rough = false;
    bool ok = meet_evaluate(&a, m, &atom->env, e->kids[0]), both = false;
    bool rough =
        ok && m->is_rough && !(e->rel == REL_EQ && snap_to_one(&a.entries[0]));
    m->is_rough = false;
    if (ok && meet_evaluate(&b, m, &atom->env, e->kids[1])) {
        rational_t *x = &a.entries[0], *y = &b.entries[0];
        m->is_rough =
            rough || (m->is_rough && !(e->rel == REL_EQ && snap_to_one(y)));
        both = mpq_sgn(x->q) != 0 && mpq_sgn(y->q) != 0;
        if (both)
            mpq_div(out->q, inverse ? x->q : y->q, inverse ? y->q : x->q);
        rmatrix_clear(&b);
    }
    if (ok)
        rmatrix_clear(&a);
    now = *place;
    *place = old;
    value_clear(&now);
    return both;
}

static bool offer_multiple(struct meeting *m, const struct atom *atom,
                           const struct expr *arg, const struct rmatrix *t,
                           size_t slot, const rational_t *factor)
{
    LOCAL(rmatrix_clear) struct rmatrix scaled;
    rmatrix_init(&scaled, t->rows, t->cols);
    for (size_t k = 0; k < t->rows * t->cols; k++)
        mpq_mul(scaled.entries[k].q, t->entries[k].q, factor->q);
    return offer(m, atom, arg, &scaled, slot);
}

/* A part of the factor, of few bits: for inequalities. */
static void take_part(rational_t *factor, struct rng *rng)
{
    double part = (double)(1 + rng_below(rng, 15)) / 16;
    LOCAL_MADE(value, v);
    value_set_doubles(&v, 1, 1);
    v.doubles[0] = rational_to_double(factor) * part;
    rounding_to_bits(&v, MEET_ROUND_BITS, 300);
    rational_set_double(factor, v.doubles[0]);
}

/* t as it is; then times what makes both sides agree, for degrees 1 and 2. */
static bool offer_scaled(struct meeting *m, const struct atom *atom,
                         const struct expr *arg, const struct rmatrix *t,
                         size_t slot)
{
    bool taken = offer(m, atom, arg, t, slot);
    bool is_equation =
        atom->relation->op == EX_REL && atom->relation->rel == REL_EQ;
    rational_t factor = rational_zero(), square = rational_zero();
    for (int inverse = 0; inverse < 2 && !taken; inverse++) {
        if (!ratio_with(&factor, m, atom, t, slot, inverse))
            continue;
        bool exact = !m->is_rough;
        if (exact)
            taken = offer_multiple(m, atom, arg, t, slot, &factor);
        if (exact && !taken && closed_sqrt(&square, &factor) == ST_OK)
            taken = offer_multiple(m, atom, arg, t, slot, &square);
        if (!taken && !is_equation) {
            take_part(&factor, &m->rng);
            taken = offer_multiple(m, atom, arg, t, slot, &factor);
        }
    }
    rational_clear(&square);
    rational_clear(&factor);
    return taken;
}

static bool try_maps(struct meeting *m, const struct atom *atom,
                     const struct expr *arg, size_t slot)
{
    bool taken = false;
    for (size_t k = 0; k < sizeof maps / sizeof *maps && !taken; k++) {
        struct rmatrix t;
        struct value v;
        if (m->offers >= MEET_MAX_OFFERS ||
            !meet_evaluate(&t, m, &atom->env, arg))
            return false;
        value_init(&v);
        value_take(&v, &t);
        if (maps[k] != keep)
            rounding_to_bits(&v, m->round_bits, 300);
        if (maps[k](&v, m)) {
            rmatrix_init(&t, v.rows, v.cols);
            for (size_t i = 0; i < v.rows * v.cols; i++)
                value_entry(&t.entries[i], &v, i / v.cols, i % v.cols);
            taken = offer_scaled(m, atom, arg, &t, slot);
            rmatrix_clear(&t);
        }
        value_clear(&v);
    }
    return taken;
}

static bool is_argument_taker(const struct expr *e)
{
    return e->op == EX_CALL &&
           (e->fn == FN_NORM1 || e->fn == FN_NORMINF || e->fn == FN_NORM2 ||
            e->fn == FN_NORMFRO || e->fn == FN_NORMMAX ||
            e->fn == FN_ROWNORM2 || e->fn == FN_SUM || e->fn == FN_ABS ||
            e->fn == FN_EIGMIN || e->fn == FN_EIGMAX);
}

/* The arguments of norms and of v'v in e that are no bare givens. */
static bool try_arguments(struct meeting *m, const struct atom *atom,
                          const struct expr *e, size_t slot, int depth)
{
    enum { MOST_DEPTH = 6 };
    const struct expr *arg = NULL;
    if (depth == MOST_DEPTH)
        return false;
    if (e->op == EX_PSD || is_argument_taker(e))
        arg = e->kids[0];
    else if (e->op == EX_MATMUL && e->kids[0]->op == EX_TRANSPOSE &&
             e->kids[0]->kids[0] == e->kids[1])
        arg = e->kids[1];
    if (arg && arg->op != EX_GIVEN && try_maps(m, atom, arg, slot))
        return true;
    for (size_t k = 0; k < e->count && k < 2; k++)
        if (try_arguments(m, atom, e->kids[k], slot, depth + 1))
            return true;
    return false;
}

/* Any given of the atom that is the slot, to map it as it is. */
static const struct expr *given_of(struct meeting *m, const struct atom *atom,
                                   const struct expr *e, size_t slot, int depth)
{
    enum { MOST_DEPTH = 24 };
    size_t found;
    if (depth == MOST_DEPTH)
        return NULL;
    if (e->op == EX_GIVEN)
        return meet_slot(&found, m, &atom->env, e) && found == slot ? e : NULL;
    for (size_t k = 0; k < e->count; k++) {
        const struct expr *g = given_of(m, atom, e->kids[k], slot, depth + 1);
        if (g)
            return g;
    }
    return NULL;
}

void meet_maps(struct meeting *m, const struct atom *atom, size_t slot)
{
    const struct expr *e = atom->relation;
    const struct expr *g = given_of(m, atom, e, slot, 0);
    if (g && try_maps(m, atom, g, slot))
        return;
    (void)try_arguments(m, atom, e, slot, 0);
}
