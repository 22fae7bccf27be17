#include "search/space.h"

#include "case/orthogonal.h"
#include "case/property.h"
#include "case/rounding.h"
#include "search/cayley.h"
#include "search/simple.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The ends of a declared range as doubles, infinite where open. */
static void set_range(struct block *b, const struct stage *stage,
                      const struct given *given)
{
    struct buffer reason;
    buffer_init(&reason);
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
    buffer_clear(&reason);
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

static void read_doubles(double *t, const struct value *v)
{
    for (size_t k = 0; k < v->rows * v->cols; k++)
        t[k] = v->kind == VALUE_DOUBLES ? v->doubles[k]
                                        : rational_to_double(&v->rationals[k]);
}

static void read_block(struct block *b, const struct value *v, double *t)
{
    size_t size = b->rows * b->cols;
    if (b->kind == GIVEN_ORTHOGONAL) {
        value_copy(&b->base, v);
        memset(t, 0, size * sizeof *t);
        return;
    }
    read_doubles(t, v);
    if (b->kind == GIVEN_PSD) {
        double *a = xmalloc(size * sizeof *a);
        memcpy(a, t, size * sizeof *a);
        factor(t, a, b->rows);
        free(a);
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
            if (b->kind != GIVEN_PSD && b->kind != GIVEN_STOCHASTIC &&
                b->kind != GIVEN_ORTHOGONAL)
                t[i] = fmin(fmax(t[i], b->lo), b->hi);
        }
    }
}

/* ---- writing in doubles ---- */

static void write_stochastic(double *x, const double *t, size_t rows,
                             size_t cols)
{
    for (size_t r = 0; r < rows; r++) {
        double sum = 0;
        for (size_t c = 0; c < cols; c++)
            sum += fabs(t[r * cols + c]);
        for (size_t c = 0; c < cols; c++)
            x[r * cols + c] =
                sum > 0 ? fabs(t[r * cols + c]) / sum : 1 / (double)cols;
    }
}

static void write_symmetric(double *x, const double *t, size_t n)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            x[r * n + c] = r >= c ? t[r * n + c] : t[c * n + r];
}

static void write_gram(double *x, const double *t, size_t n)
{
    memset(x, 0, n * n * sizeof *x);
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            for (size_t k = 0; k < n; k++)
                x[r * n + c] += t[r * n + k] * t[c * n + k];
}

static void write_rotated(double *x, const struct block *b, const double *t)
{
    size_t n = b->rows, size = n * n;
    double *memory = xcalloc(2 * size, sizeof *memory);
    double *q = memory, *c = memory + size;
    read_doubles(q, &b->base);
    cayley_transform(c, t, n);
    cayley_multiply(x, q, c, n);
    free(memory);
}

static void write_block(const struct block *b, const double *t, double *x)
{
    size_t size = b->rows * b->cols;
    switch (b->kind) {
    case GIVEN_REAL:
        memcpy(x, t, size * sizeof *x);
        break;
    case GIVEN_NONNEG:
        for (size_t k = 0; k < size; k++)
            x[k] = fabs(t[k]);
        break;
    case GIVEN_INT:
        for (size_t k = 0; k < size; k++)
            x[k] = floor(t[k] + 0.5);
        break;
    case GIVEN_SYMMETRIC:
        write_symmetric(x, t, b->rows);
        break;
    case GIVEN_STOCHASTIC:
        write_stochastic(x, t, b->rows, b->cols);
        break;
    case GIVEN_PSD:
        write_gram(x, t, b->rows);
        break;
    case GIVEN_ORTHOGONAL:
        write_rotated(x, b, t);
        break;
    }
}

void space_settle(const struct space *space, double *out, const double *t)
{
    memcpy(out, t, space->size * sizeof *t);
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        if (b->kind == GIVEN_STOCHASTIC)
            write_stochastic(out + b->first, t + b->first, b->rows, b->cols);
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
            write_block(b, t + b->first, v->doubles);
    }
}

/* ---- writing exactly ---- */

enum { EXPONENT = 900 };

/* v = base * v */
static void rotate(struct value *v, const struct value *base)
{
    size_t n = v->rows;
    struct value out;
    rational_t x, y;
    rational_init(&x);
    rational_init(&y);
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
    rational_clear(&x);
    rational_clear(&y);
    value_clear(v);
    *v = out;
    value_simplify(v);
}

/* Whether the range holds too, of the kinds that no map fits into one. */
static bool is_in_range(const struct block *b, const struct value *v)
{
    struct buffer reason;
    bool no_map_keeps_both = b->kind == GIVEN_STOCHASTIC ||
                             b->kind == GIVEN_PSD ||
                             b->kind == GIVEN_ORTHOGONAL;
    if (!no_map_keeps_both || (!b->range.has_lo && !b->range.has_hi))
        return true;
    buffer_init(&reason);
    enum status st = property_check(v, b->kind, &b->range, "it", &reason);
    buffer_clear(&reason);
    return st == ST_OK;
}

bool space_write_exact(struct space *space, const double *t, int bits)
{
    enum { ROTATION_BITS = 12 };
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
    size_t n = b->cols;
    switch (b->kind) {
    case GIVEN_REAL:
    case GIVEN_INT:
        return true;
    case GIVEN_NONNEG:
        for (size_t k = 0; k < b->rows * n; k++)
            mpq_abs(v->rationals[k].q, v->rationals[k].q);
        return true;
    case GIVEN_SYMMETRIC:
        for (size_t r = 0; r < n; r++)
            for (size_t c = r + 1; c < n; c++)
                mpq_set(v->rationals[r * n + c].q, v->rationals[c * n + r].q);
        return true;
    case GIVEN_STOCHASTIC:
        for (size_t k = 0; k < b->rows * n; k++)
            if (mpq_sgn(v->rationals[k].q) < 0)
                return false;
        return simple_normalise(v);
    case GIVEN_PSD:
    case GIVEN_ORTHOGONAL:
        return false;
    }
    return false;
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

static void pull_stochastic(double *g, const double *w, const double *t,
                            size_t rows, size_t cols)
{
    for (size_t r = 0; r < rows; r++) {
        double sum = 0, mean = 0;
        for (size_t c = 0; c < cols; c++)
            sum += fabs(t[r * cols + c]);
        for (size_t c = 0; c < cols && sum > 0; c++)
            mean += w[r * cols + c] * fabs(t[r * cols + c]) / sum;
        for (size_t c = 0; c < cols && sum > 0; c++)
            g[r * cols + c] = (w[r * cols + c] - mean) / sum *
                              (t[r * cols + c] >= 0 ? 1 : -1);
    }
}

static void pull_symmetric(double *g, const double *w, size_t n)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c <= r; c++)
            g[r * n + c] = r == c ? w[r * n + r] : w[r * n + c] + w[c * n + r];
}

/* (w + w') B */
static void pull_gram(double *g, const double *w, const double *t, size_t n)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            for (size_t k = 0; k < n; k++)
                g[r * n + c] += (w[r * n + k] + w[k * n + r]) * t[k * n + c];
}

static void pull_rotated(double *g, const double *w, const struct block *b,
                         const double *t)
{
    double *q = xcalloc(b->rows * b->cols, sizeof *q);
    read_doubles(q, &b->base);
    cayley_pull(g, w, q, t, b->rows);
    free(q);
}

static void pull_block(const struct block *b, const double *t, const double *w,
                       double *g)
{
    size_t size = b->rows * b->cols;
    switch (b->kind) {
    case GIVEN_REAL:
    case GIVEN_INT:
        memcpy(g, w, size * sizeof *g);
        break;
    case GIVEN_NONNEG:
        for (size_t k = 0; k < size; k++)
            g[k] = t[k] >= 0 ? w[k] : -w[k];
        break;
    case GIVEN_SYMMETRIC:
        pull_symmetric(g, w, b->rows);
        break;
    case GIVEN_STOCHASTIC:
        pull_stochastic(g, w, t, b->rows, b->cols);
        break;
    case GIVEN_PSD:
        pull_gram(g, w, t, b->rows);
        break;
    case GIVEN_ORTHOGONAL:
        pull_rotated(g, w, b, t);
        break;
    }
}

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
            pull_block(b, t + b->first, w, g + b->first);
    }
    for (size_t i = 0; i < space->size; i++)
        if (!isfinite(g[i]))
            g[i] = 0;
}
