#include "search/space.h"

#include "case/frame.h"
#include "case/orthogonal.h"
#include "case/property.h"
#include "case/rounding.h"
#include "search/simple.h"
#include "search/space_block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The ends of a declared range as doubles, infinite where open. */
static void set_range(struct block *b, const struct stage *stage,
                      const struct given *given)
{
    LOCAL_BUFFER reason = buffer_new();
    range_init(&b->range);
    b->lo = -INFINITY;
    b->hi = INFINITY;
    if (range_of_given(&b->range, given, &stage->layout.env, &reason) ==
        ST_OK) {
        if (b->range.has_lo)
            b->lo = rational_to_double(&b->range.lo.hi);
        if (b->range.has_hi)
            b->hi = rational_to_double(&b->range.hi.lo);
    }
}

/* Q0 is the identity until an instance is read. */
static void set_identity(struct value *v, size_t n)
{
    value_set_doubles(v, n, n);
    for (size_t k = 0; k < n; k++)
        v->doubles[k * n + k] = 1;
}

struct space *space_new(struct stage *stage, const struct spec *spec)
{
    struct space *space = xcalloc(1, sizeof *space);
    const struct layout *layout = &stage->layout;
    space->stage = stage;
    space->blocks = xcalloc(layout->nslots + 1, sizeof *space->blocks);
    for (size_t s = 0; s < layout->nslots; s++) {
        const struct slot *slot = &layout->slots[s];
        const struct given *given = &layout->theorem->givens[slot->given];
        if (given->symbol || spec_is_fixed(spec, layout, s) ||
            slot->rows * slot->cols == 0)
            continue;
        struct block *b = &space->blocks[space->nblocks++];
        *b = (struct block){.slot = s,
                            .first = space->size,
                            .rows = slot->rows,
                            .cols = slot->cols,
                            .kind = given->kind};
        value_init(&b->base);
        if (b->kind == GIVEN_ORTHOGONAL)
            set_identity(&b->base, b->rows);
        set_range(b, stage, given);
        space->size += b->rows * b->cols;
    }
    return space;
}

void space_free(struct space *space)
{
    if (!space)
        return;
    for (size_t k = 0; k < space->nblocks; k++) {
        range_clear(&space->blocks[k].range);
        value_clear(&space->blocks[k].base);
    }
    free(space->blocks);
    free(space);
}

/* ---- reading ---- */

/* B with B*B' nearly `a` (n x n): Cholesky, tiny pivots taken as 0. */
static void factor(double *b, const double *a, size_t n)
{
    memset(b, 0, n * n * sizeof *b);
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++) {
            double rest = a[i * n + j];
            for (size_t k = 0; k < j; k++)
                rest -= b[i * n + k] * b[j * n + k];
            if (i == j)
                b[j * n + j] = rest > 1e-14 * a[j * n + j] ? sqrt(rest) : 0;
            else
                b[i * n + j] = b[j * n + j] > 0 ? rest / b[j * n + j] : 0;
        }
    }
}

static void read_block(struct block *b, const struct value *v, double *t)
{
    size_t size = b->rows * b->cols;
    if (b->kind == GIVEN_ORTHOGONAL) {
        value_copy(&b->base, v);
        memset(t, 0, size * sizeof *t);
        return;
    }
    space_block_read(t, v);
    if (b->kind == GIVEN_PSD) {
        LOCAL_FREE double *a = xmalloc(size * sizeof *a);
        memcpy(a, t, size * sizeof *a);
        factor(t, a, b->rows);
    }
}

void space_read(struct space *space, double *t)
{
    for (size_t k = 0; k < space->nblocks; k++) {
        struct block *b = &space->blocks[k];
        read_block(b, &space->stage->x.values[b->slot], t + b->first);
    }
}

void space_fit(const struct space *space, double *t)
{
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        for (size_t i = b->first; i < b->first + b->rows * b->cols; i++) {
            t[i] = isnan(t[i]) ? 0 : fmin(fmax(t[i], -1e150), 1e150);
            if (b->kind == GIVEN_NONNEG || b->kind == GIVEN_STOCHASTIC)
                t[i] = fabs(t[i]);
            if (!kind_has(b->kind, KIND_RIGID))
                t[i] = fmin(fmax(t[i], b->lo), b->hi);
        }
    }
}

/* ---- writing ---- */

void space_settle(const struct space *space, double *out, const double *t)
{
    memcpy(out, t, space->size * sizeof *t);
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        if (space_block_is_normalised(b->kind))
            space_block_write(b, t + b->first, out + b->first);
    }
}

void space_write(struct space *space, const double *t)
{
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        struct value *v = &space->stage->x.values[b->slot];
        value_set_doubles(v, b->rows, b->cols);
        if (space->is_raw && b->kind == GIVEN_STOCHASTIC)
            memcpy(v->doubles, t + b->first,
                   b->rows * b->cols * sizeof *v->doubles);
        else
            space_block_write(b, t + b->first, v->doubles);
    }
}

/* ---- writing exactly ---- */

enum { EXPONENT = 900 };

/* v = base * v */
static void rotate(struct value *v, const struct value *base)
{
    size_t n = v->rows;
    struct value out;
    LOCAL_RATIONAL x = rational_zero(), y = rational_zero();
    value_init(&out);
    value_set_rationals(&out, n, n);
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            for (size_t k = 0; k < n; k++) {
                value_entry(&x, base, r, k);
                value_entry(&y, v, k, c);
                mpq_mul(x.q, x.q, y.q);
                mpq_t *sum = &out.rationals[r * n + c].q;
                mpq_add(*sum, *sum, x.q);
            }
    value_clear(v);
    *v = out;
    value_simplify(v);
}

/* Whether the range holds too, of the kinds that no map fits into one. */
static bool is_in_range(const struct block *b, const struct value *v)
{
    if (!kind_has(b->kind, KIND_RIGID) ||
        (!b->range.has_lo && !b->range.has_hi))
        return true;
    LOCAL_BUFFER reason = buffer_new();
    enum status st = property_check(v, b->kind, &b->range, "it", &reason);
    return st == ST_OK;
}

bool space_write_exact(struct space *space, const double *t, int bits)
{
    enum { ROTATION_BITS = 12, REFLECTION_BITS = 20 };
    bool admitted = true;
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        struct value *v = &space->stage->x.values[b->slot];
        value_set_doubles(v, b->rows, b->cols);
        memcpy(v->doubles, t + b->first,
               b->rows * b->cols * sizeof *v->doubles);
        if (b->kind == GIVEN_ORTHOGONAL) {
            orthogonal_map_bits(
                v, bits > 0 && bits < ROTATION_BITS ? bits : ROTATION_BITS);
            rotate(v, &b->base);
        } else if (b->kind == GIVEN_UNIT || b->kind == GIVEN_FRAME) {
            frame_map(v, bits > 0 && bits < REFLECTION_BITS ? bits
                                                            : REFLECTION_BITS);
        } else {
            if (bits > 0)
                rounding_to_bits(v, bits, EXPONENT);
            property_map(v, b->kind, 0, &b->range);
        }
        admitted = admitted && is_in_range(b, v);
    }
    return admitted;
}

static bool write_rationals(const struct block *b, struct value *v)
{
    struct range open;
    switch (b->kind) {
    case GIVEN_REAL:
    case GIVEN_INT:
        return true;
    case GIVEN_NONNEG:
    case GIVEN_SYMMETRIC:
    case GIVEN_SKEW:
    case GIVEN_DIAGONAL:
    case GIVEN_LOWER:
        range_init(&open);
        property_map(v, b->kind, 0, &open);
        range_clear(&open);
        return true;
    case GIVEN_STOCHASTIC:
        for (size_t k = 0; k < b->rows * b->cols; k++)
            if (mpq_sgn(v->rationals[k].q) < 0)
                return false;
        return simple_normalise(v);
    case GIVEN_PSD:
    case GIVEN_ORTHOGONAL:
        return false;
    case GIVEN_UNIT:
    case GIVEN_FRAME:
    case GIVEN_SIMPLEX:
    case GIVEN_PERMUTATION:
    case GIVEN_MASK:
    case GIVEN_DOUBLY_STOCHASTIC:
        break;
    }
    LOCAL_BUFFER reason = buffer_new();
    enum status st = property_check(v, b->kind, &b->range, "it", &reason);
    return st == ST_OK;
}

bool space_write_rationals(struct space *space, const rational_t *t)
{
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        struct value *v = &space->stage->x.values[b->slot];
        value_clear(v);
        value_init(v);
        value_set_rationals(v, b->rows, b->cols);
        for (size_t i = 0; i < b->rows * b->cols; i++)
            mpq_set(v->rationals[i].q, t[b->first + i].q);
        if (!write_rationals(b, v))
            return false;
        value_simplify(v);
    }
    return true;
}

/* ---- gradients ---- */

void space_pull(const struct space *space, const double *t,
                const struct objective *o, double *g)
{
    memset(g, 0, space->size * sizeof *g);
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        const double *w = objective_gradient(o, b->slot);
        if (w && space->is_raw && b->kind == GIVEN_STOCHASTIC)
            memcpy(g + b->first, w, b->rows * b->cols * sizeof *g);
        else if (w)
            space_block_pull(b, t + b->first, w, g + b->first);
    }
    for (size_t i = 0; i < space->size; i++)
        if (!isfinite(g[i]))
            g[i] = 0;
}
