#include "search/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PEAKS = 10, REFINEMENTS = 60 };

/* A point of a grid with better ones on neither side. */
struct peak {
    double left, at, right;
    struct merit merit;
};

struct scan {
    struct climb *c;
    size_t i;  /* the parameter */
    double *t; /* the climb's point, with that parameter changed */
    struct peak peaks[PEAKS];
    size_t npeaks;
};

static struct merit measure(struct scan *s, double x)
{
    s->t[s->i] = x;
    struct merit m = climb_measure(s->c, s->t);
    if (merit_is_better(&m, &s->c->merit)) {
        memcpy(s->c->t, s->t, s->c->space->size * sizeof *s->t);
        s->c->merit = m;
    }
    return m;
}

/* Keeps the best peaks, best first. */
static void note_peak(struct scan *s, struct peak p)
{
    if (s->npeaks == PEAKS &&
        !merit_is_better(&p.merit, &s->peaks[PEAKS - 1].merit))
        return;
    size_t k = s->npeaks < PEAKS ? s->npeaks++ : PEAKS - 1;
    for (; k > 0 && merit_is_better(&p.merit, &s->peaks[k - 1].merit); k--)
        s->peaks[k] = s->peaks[k - 1];
    s->peaks[k] = p;
}

typedef double grid(double lo, double hi, size_t k, size_t points);

static double even(double lo, double hi, size_t k, size_t points)
{
    return lo + (hi - lo) * ((double)k / (double)(points - 1));
}

/* Even in the logarithm of the distance to `lo`, towards hi. */
static double logarithmic(double lo, double hi, size_t k, size_t points)
{
    const double decades = 12;
    double part = (double)(points - 1 - k) / (double)(points - 1);
    return lo + (hi - lo) * pow(10, -decades * part);
}

static void sweep(struct scan *s, double lo, double hi, size_t points,
                  grid *place)
{
    double x[3] = {0};
    struct merit m[3];
    for (size_t k = 0; k < points && !climb_is_done(s->c); k++) {
        x[0] = x[1];
        m[0] = m[1];
        x[1] = x[2];
        m[1] = m[2];
        x[2] = place(lo, hi, k, points);
        m[2] = measure(s, x[2]);
        if (k >= 2 && !merit_is_better(&m[0], &m[1]) &&
            merit_is_better(&m[1], &m[2]))
            note_peak(s, (struct peak){x[0], x[1], x[2], m[1]});
    }
}

/* Golden section, taking the better half although it may not be unimodal. */
static void refine(struct scan *s, const struct peak *p)
{
    const double golden = 0.38196601125010515;
    double left = p->left, at = p->at, right = p->right;
    struct merit best = p->merit;
    for (int k = 0; k < REFINEMENTS && !climb_is_done(s->c); k++) {
        bool longer = right - at > at - left;
        double x =
            longer ? at + golden * (right - at) : at - golden * (at - left);
        if (x <= left || x >= right || x == at)
            break;
        struct merit m = measure(s, x);
        if (merit_is_better(&m, &best)) {
            *(longer ? &left : &right) = at;
            at = x;
            best = m;
        } else {
            *(longer ? &right : &left) = x;
        }
    }
}

static const struct block *block_of(const struct space *space, size_t i)
{
    size_t k = 0;
    while (k + 1 < space->nblocks && space->blocks[k + 1].first <= i)
        k++;
    return &space->blocks[k];
}

static void sweep_all(struct scan *s, size_t points)
{
    static const double widths[] = {1, 10, 1000};
    const struct block *b = block_of(s->c->space, s->i);
    bool has_lo = isfinite(b->lo), has_hi = isfinite(b->hi);
    if (has_lo && has_hi) {
        sweep(s, b->lo, b->hi, points / 2, even);
        sweep(s, b->lo, b->hi, points / 4, logarithmic);
        sweep(s, b->hi, b->lo, points / 4, logarithmic);
        return;
    }
    double origin = has_lo ? b->lo : has_hi ? b->hi : 0;
    size_t share = points / 5;
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
        sweep(s, has_lo ? origin : origin - widths[k],
              has_hi ? origin : origin + widths[k], share, even);
    if (!has_hi)
        sweep(s, origin, origin + 1e8, share, logarithmic);
    if (!has_lo)
        sweep(s, origin, origin - 1e8, share, logarithmic);
}

void scan_parameter(struct climb *c, size_t i, size_t points)
{
    enum { LEAST = 64 };
    struct scan s = {.c = c, .i = i};
    size_t n = c->space->size;
    points = points < LEAST ? LEAST : points;
    s.t = xcalloc(n + 1, sizeof *s.t);
    memcpy(s.t, c->t, n * sizeof *s.t);
    sweep_all(&s, points);
    for (size_t k = 0; k < s.npeaks; k++)
        refine(&s, &s.peaks[k]);
    free(s.t);
}
