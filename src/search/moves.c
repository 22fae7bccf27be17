#include "search/moves.h"

#include <math.h>

/* A block under a move. */
struct piece {
    const struct block *b;
    double *t; /* its parameters */
    size_t rows, cols, size;
    struct rng *rng;
};

typedef void move(const struct piece *p);

static size_t below(struct rng *rng, size_t bound)
{
    return (size_t)rng_below(rng, bound);
}

static double largest(const struct piece *p)
{
    double most = 0;
    for (size_t k = 0; k < p->size; k++)
        most = fmax(most, fabs(p->t[k]));
    return most;
}

static double *any_entry(const struct piece *p)
{
    return p->t + below(p->rng, p->size);
}

/* ---- single entries ---- */

static void flip_entry(const struct piece *p)
{
    double *x = any_entry(p);
    *x = -*x;
}

static void clear_entry(const struct piece *p)
{
    *any_entry(p) = 0;
}

static void set_entry(const struct piece *p)
{
    static const double values[] = {1, -1, 0.5, 2, -0.5, -2, 3, 0.25};
    double unit = rng_below(p->rng, 2) ? largest(p) : 1;
    *any_entry(p) =
        values[below(p->rng, sizeof values / sizeof *values)] * unit;
}

/* By a random part of its own size or of the block's, over many decades. */
static void step_entry(const struct piece *p)
{
    double *x = any_entry(p);
    double scale = rng_below(p->rng, 2) ? fabs(*x) : largest(p);
    double part = ldexp(1, -(int)rng_below(p->rng, 34));
    *x += rng_normal(p->rng) * part * (scale > 0 ? scale : 1);
}

static void copy_entry(const struct piece *p)
{
    double x = *any_entry(p);
    *any_entry(p) = x;
}

/* Anywhere in its range, or over some decades. */
static void redraw_entry(const struct piece *p)
{
    double *x = any_entry(p);
    double u = rng_unit(p->rng);
    if (isfinite(p->b->lo) && isfinite(p->b->hi))
        *x = p->b->lo + u * (p->b->hi - p->b->lo);
    else
        *x = rng_normal(p->rng) * ldexp(1, (int)rng_below(p->rng, 14) - 6);
}

/* ---- rows and columns ---- */

static void clear_line(const struct piece *p)
{
    bool row = rng_below(p->rng, 2);
    size_t at = below(p->rng, row ? p->rows : p->cols);
    for (size_t k = 0; k < p->size; k++)
        if ((row ? k / p->cols : k % p->cols) == at)
            p->t[k] = 0;
}

static void flip_line(const struct piece *p)
{
    bool row = rng_below(p->rng, 2);
    size_t at = below(p->rng, row ? p->rows : p->cols);
    for (size_t k = 0; k < p->size; k++)
        if ((row ? k / p->cols : k % p->cols) == at)
            p->t[k] = -p->t[k];
}

/* One row becomes another, or (one time in four) all do. */
static void copy_row(const struct piece *p)
{
    size_t from = below(p->rng, p->rows), to = below(p->rng, p->rows);
    bool all = rng_below(p->rng, 4) == 0;
    for (size_t r = 0; r < p->rows; r++)
        for (size_t c = 0; c < p->cols && (all || r == to); c++)
            p->t[r * p->cols + c] = p->t[from * p->cols + c];
}

static void onehot_rows(const struct piece *p)
{
    bool all = rng_below(p->rng, 2);
    size_t row = below(p->rng, p->rows);
    for (size_t r = 0; r < p->rows; r++) {
        double *x = p->t + r * p->cols;
        size_t best = 0;
        for (size_t c = 1; c < p->cols; c++)
            best = fabs(x[c]) > fabs(x[best]) ? c : best;
        for (size_t c = 0; c < p->cols && (all || r == row); c++)
            x[c] = c == best ? (x[best] < 0 ? -1 : 1) : 0;
    }
}

/* ---- whole inputs ---- */

static void scale_block(const struct piece *p)
{
    static const int exponents[] = {1, -1, 2, -2, 4, -4, 8, -8, 16, -16};
    int e = exponents[below(p->rng, sizeof exponents / sizeof *exponents)];
    for (size_t k = 0; k < p->size; k++)
        p->t[k] = ldexp(p->t[k], e);
}

static void flip_block(const struct piece *p)
{
    for (size_t k = 0; k < p->size; k++)
        p->t[k] = -p->t[k];
}

/* To multiples of a power of two near the size of the largest. */
static void round_block(const struct piece *p)
{
    int e = 0;
    frexp(largest(p), &e);
    double unit = ldexp(1, e - 1 - (int)rng_below(p->rng, 4));
    for (size_t k = 0; k < p->size; k++)
        p->t[k] = floor(p->t[k] / unit + 0.5) * unit;
}

static void signs_block(const struct piece *p)
{
    double unit = rng_below(p->rng, 2) ? 1 : largest(p);
    for (size_t k = 0; k < p->size; k++)
        p->t[k] = p->t[k] < 0 ? -unit : unit;
}

/* a*I + b*J, with the means of the diagonal and of the rest. */
static void symmetric_block(const struct piece *p)
{
    double on = 0, off = 0, nearby = (double)p->rows;
    for (size_t k = 0; k < p->size; k++) {
        if (k / p->cols == k % p->cols)
            on += p->t[k];
        else
            off += p->t[k];
    }
    nearby = fmin(nearby, (double)p->cols);
    double others = (double)p->size - nearby;
    on /= nearby;
    off = others > 0 ? off / others : 0;
    for (size_t k = 0; k < p->size; k++)
        p->t[k] = k / p->cols == k % p->cols ? on : off;
}

/* The same numbers for a and b from a small table. */
static void family_block(const struct piece *p)
{
    double n = (double)p->cols;
    const double table[] = {0, 1, -1, 0.5, 1 / n, -1 / n, 2, n};
    size_t count = sizeof table / sizeof *table;
    double a = table[below(p->rng, count)], b = table[below(p->rng, count)];
    for (size_t k = 0; k < p->size; k++)
        p->t[k] = (k / p->cols == k % p->cols ? a : 0) + b;
}

/* All on one line through the origin. */
static void rank_one_block(const struct piece *p)
{
    size_t row = below(p->rng, p->rows);
    const double *x = p->t + row * p->cols;
    for (size_t r = 0; r < p->rows; r++) {
        double factor = (double)rng_below(p->rng, 5) - 2;
        for (size_t c = 0; c < p->cols && r != row; c++)
            p->t[r * p->cols + c] = factor * x[c];
    }
}

static void redraw_block(const struct piece *p)
{
    double scale = ldexp(1, (int)rng_below(p->rng, 9) - 4);
    for (size_t k = 0; k < p->size; k++)
        p->t[k] = rng_normal(p->rng) * scale;
}

static void jitter_block(const struct piece *p)
{
    double most = largest(p);
    double scale = ldexp(most > 0 ? most : 1, -(int)rng_below(p->rng, 24));
    for (size_t k = 0; k < p->size; k++)
        p->t[k] += rng_normal(p->rng) * scale;
}

static const struct {
    unsigned weight;
    bool needs_matrix;
    move *apply;
} table[] = {
    {16, false, step_entry},    {4, false, flip_entry},
    {5, false, clear_entry},    {5, false, set_entry},
    {3, true, copy_entry},      {4, false, redraw_entry},
    {3, true, clear_line},      {3, true, flip_line},
    {3, true, copy_row},        {2, true, onehot_rows},
    {6, false, scale_block},    {1, false, flip_block},
    {2, false, round_block},    {1, true, signs_block},
    {2, true, symmetric_block}, {2, true, family_block},
    {2, true, rank_one_block},  {1, false, redraw_block},
    {4, false, jitter_block},
};

enum { MOVES = sizeof table / sizeof *table };

static void apply_one(const struct piece *p)
{
    uint64_t total = 0;
    for (size_t k = 0; k < MOVES; k++)
        total += p->size > 1 || !table[k].needs_matrix ? table[k].weight : 0;
    uint64_t at = rng_below(p->rng, total);
    for (size_t k = 0; k < MOVES; k++) {
        if (p->size == 1 && table[k].needs_matrix)
            continue;
        if (at < table[k].weight) {
            table[k].apply(p);
            return;
        }
        at -= table[k].weight;
    }
}

/* Everything up or down at once: what homogeneity leaves open. */
static void scale_all(const struct space *space, double *t, struct rng *rng)
{
    int e = (int)rng_below(rng, 9) - 4;
    for (size_t k = 0; k < space->size; k++)
        t[k] = ldexp(t[k], e);
}

/* One input up and another down: what keeps their product. */
static void scale_pair(const struct space *space, double *t, struct rng *rng)
{
    size_t up = below(rng, space->nblocks), down = below(rng, space->nblocks);
    int e = 1 + (int)rng_below(rng, 8);
    for (size_t k = 0; k < space->nblocks && up != down; k++) {
        const struct block *b = &space->blocks[k];
        int by = k == up ? e : k == down ? -e : 0;
        for (size_t i = b->first; i < b->first + b->rows * b->cols; i++)
            t[i] = ldexp(t[i], by);
    }
}

void moves_apply(const struct space *space, double *t, struct rng *rng)
{
    uint64_t which = rng_below(rng, 24);
    if (which == 0) {
        scale_all(space, t, rng);
    } else if (which == 1) {
        scale_pair(space, t, rng);
    } else {
        const struct block *b = &space->blocks[below(rng, space->nblocks)];
        apply_one(&(struct piece){.b = b,
                                  .t = t + b->first,
                                  .rows = b->rows,
                                  .cols = b->cols,
                                  .size = b->rows * b->cols,
                                  .rng = rng});
    }
    space_fit(space, t);
}
