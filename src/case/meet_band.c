/*
 * Symmetric matrices whose eigenvalues lie in a band: Q diag(l) Q' with a
 * rational orthogonal Q, so that the ends of the band are attained exactly.
 * The band is read off psd(s*A + t*eye(n)), eigmin, eigmax and norm2 of A.
 */
#include "case/meet_internal.h"

#include "case/orthogonal.h"

#include <stdlib.h>

struct band {
    bool has_lo, has_hi;
    rational_t lo, hi;
};

static void raise_lo(struct band *b, const rational_t *x)
{
    if (!b->has_lo || mpq_cmp(x->q, b->lo.q) > 0)
        mpq_set(b->lo.q, x->q);
    b->has_lo = true;
}

static void lower_hi(struct band *b, const rational_t *x)
{
    if (!b->has_hi || mpq_cmp(x->q, b->hi.q) < 0)
        mpq_set(b->hi.q, x->q);
    b->has_hi = true;
}

/* ---- reading the band ---- */

/* The value of e with t * eye in the slot, where that is a multiple of eye. */
static bool multiple_at(rational_t *out, struct meeting *m,
                        const struct atom *atom, const struct expr *e,
                        size_t slot, long t)
{
    struct value *place = &m->x->values[slot], old = *place, now;
    struct rmatrix a;
    value_init(&now);
    value_set_doubles(&now, old.rows, old.cols);
    for (size_t k = 0; k < old.rows; k++)
        now.doubles[k * old.cols + k] = (double)t;
    *place = now;
    m->is_rough = false;
    bool ok = meet_evaluate(&a, m, &atom->env, e);
    now = *place;
    *place = old;
    value_clear(&now);
    if (!ok)
        return false;
    ok = !m->is_rough && a.rows == a.cols;
    for (size_t i = 0; i < a.rows && ok; i++)
        for (size_t j = 0; j < a.cols && ok; j++)
            ok = i == j
                     ? mpq_equal(rmatrix_at(&a, i, j)->q, a.entries[0].q) != 0
                     : mpq_sgn(rmatrix_at(&a, i, j)->q) == 0;
    if (ok)
        mpq_set(out->q, a.entries[0].q);
    rmatrix_clear(&a);
    return ok;
}

/* psd(s * A + t * eye): A is at least -t / s, or at most. */
static void read_psd(struct band *b, struct meeting *m, const struct atom *atom,
                     size_t slot)
{
    const struct expr *e = atom->relation->kids[0];
    LOCAL_RATIONAL at0 = rational_zero(), at1 = rational_zero();
    if (multiple_at(&at0, m, atom, e, slot, 0) &&
        multiple_at(&at1, m, atom, e, slot, 1)) {
        mpq_sub(at1.q, at1.q, at0.q);
        int sign = mpq_sgn(at1.q);
        if (sign != 0) {
            mpq_div(at0.q, at0.q, at1.q);
            mpq_neg(at0.q, at0.q);
            if (sign > 0)
                raise_lo(b, &at0);
            else
                lower_hi(b, &at0);
        }
    }
}

static bool is_of_slot(struct meeting *m, const struct atom *atom,
                       const struct expr *e, size_t slot)
{
    size_t found;
    return e->op == EX_CALL &&
           (e->fn == FN_EIGMIN || e->fn == FN_EIGMAX || e->fn == FN_NORM2) &&
           meet_slot(&found, m, &atom->env, e->kids[0]) && found == slot;
}

/*
 * By 2^-12 of its size: whether an eigenvalue is at most itself is decided by
 * no precision.
 */
static void move_inside(rational_t *x, bool down)
{
    LOCAL_RATIONAL step = rational_zero();
    mpq_set(step.q, x->q);
    mpq_abs(step.q, step.q);
    if (mpq_sgn(step.q) == 0)
        rational_set_int(&step, 1);
    mpq_div_2exp(step.q, step.q, 12);
    if (down)
        mpq_sub(x->q, x->q, step.q);
    else
        mpq_add(x->q, x->q, step.q);
}

/* f(A) rel c, with f the extreme eigenvalues or the largest in size. */
static void read_call(struct band *b, struct meeting *m,
                      const struct atom *atom, size_t slot)
{
    const struct expr *e = atom->relation;
    bool first = is_of_slot(m, atom, e->kids[0], slot);
    const struct expr *f = e->kids[first ? 0 : 1], *side = e->kids[first];
    struct rmatrix c;
    if ((!first && !is_of_slot(m, atom, f, slot)) ||
        !meet_evaluate(&c, m, &atom->env, side))
        return;
    bool is_tie = e->rel == REL_EQ;
    if (!is_tie)
        move_inside(&c.entries[0], e->rel == (first ? REL_LE : REL_GE) ||
                                       e->rel == (first ? REL_LT : REL_GT));
    bool small = e->rel == (first ? REL_LE : REL_GE) ||
                 e->rel == (first ? REL_LT : REL_GT);
    bool equal = is_tie, large = !small && !equal;
    if (f->fn == FN_EIGMIN && (large || equal))
        raise_lo(b, &c.entries[0]);
    if (f->fn != FN_EIGMIN && (small || equal))
        lower_hi(b, &c.entries[0]);
    if (f->fn == FN_NORM2 && (small || equal)) {
        mpq_neg(c.entries[0].q, c.entries[0].q);
        raise_lo(b, &c.entries[0]);
    }
    rmatrix_clear(&c);
}

static void read_band(struct band *b, struct meeting *m, size_t slot,
                      enum given_kind kind)
{
    rational_t zero = rational_zero();
    for (size_t k = 0; k < m->natoms; k++) {
        const struct atom *atom = &m->atoms[k];
        if (!meet_reads(atom, slot))
            continue;
        if (atom->relation->op == EX_PSD)
            read_psd(b, m, atom, slot);
        else
            read_call(b, m, atom, slot);
    }
    if ((b->has_lo || b->has_hi) && kind == GIVEN_PSD)
        raise_lo(b, &zero);
    rational_clear(&zero);
}

/* ---- filling it ---- */

/* An eigenvalue: the ends first and often, then sixteenths between. */
static void eigenvalue(rational_t *out, const struct band *b, size_t k,
                       struct rng *rng)
{
    unsigned part = k < 2 && rng_below(rng, 3) ? (unsigned)(16 * k)
                                               : (unsigned)rng_below(rng, 17);
    mpq_set_ui(out->q, part, b->has_lo && b->has_hi ? 16 : 4);
    mpq_canonicalize(out->q);
    if (b->has_lo && b->has_hi) {
        LOCAL_RATIONAL width = rational_zero();
        mpq_sub(width.q, b->hi.q, b->lo.q);
        mpq_mul(out->q, out->q, width.q);
    } else if (!b->has_lo) {
        mpq_neg(out->q, out->q);
    }
    mpq_add(out->q, out->q, b->has_lo ? b->lo.q : b->hi.q);
}

/* Q diag(l) Q' into out. */
static void compose(struct rmatrix *out, const struct value *q,
                    const rational_t *l)
{
    size_t n = q->rows;
    LOCAL_RATIONAL x = rational_zero(), y = rational_zero();
    rmatrix_init(out, n, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++) {
                value_entry(&x, q, i, k);
                value_entry(&y, q, j, k);
                mpq_mul(x.q, x.q, y.q);
                mpq_mul(x.q, x.q, l[k].q);
                mpq_add(rmatrix_at(out, i, j)->q, rmatrix_at(out, i, j)->q,
                        x.q);
            }
}

static void fill(struct meeting *m, const struct band *b, size_t slot,
                 enum given_kind kind)
{
    const struct value *v = &m->x->values[slot];
    size_t n = v->rows;
    struct rmatrix a;
    LOCAL_FREE rational_t *l = xcalloc(n, sizeof *l);
    LOCAL_MADE(value, q);
    value_copy(&q, v);
    if (kind == GIVEN_DIAGONAL)
        value_set_doubles(&q, n, n);
    orthogonal_map_bits(&q, 3);
    if (kind != GIVEN_DIAGONAL)
        orthogonal_shuffle(&q, &m->rng);
    for (size_t k = 0; k < n; k++) {
        rational_init(&l[k]);
        eigenvalue(&l[k], b, k, &m->rng);
    }
    compose(&a, &q, l);
    (void)meet_offer(m, slot, &a);
    for (size_t k = 0; k < n; k++)
        rational_clear(&l[k]);
}

void meet_band(struct meeting *m, size_t slot)
{
    const struct slot *s = &m->x->layout->slots[slot];
    enum given_kind kind = m->spec->theorem->givens[s->given].kind;
    struct band b = {0};
    bool may = kind == GIVEN_REAL || kind == GIVEN_SYMMETRIC ||
               kind == GIVEN_PSD || kind == GIVEN_DIAGONAL;
    if (!may || s->rows != s->cols || meet_open(m, slot) == 0)
        return;
    rational_init(&b.lo);
    rational_init(&b.hi);
    read_band(&b, m, slot, kind);
    bool is_empty = b.has_lo && b.has_hi && mpq_cmp(b.lo.q, b.hi.q) > 0;
    if ((b.has_lo || b.has_hi) && !is_empty)
        fill(m, &b, slot, kind);
    rational_clear(&b.hi);
    rational_clear(&b.lo);
}
