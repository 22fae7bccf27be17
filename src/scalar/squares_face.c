/*
 * Facial reduction ([PeyrlParrilo2008], section 4): the range of a singular
 * solution, rounded, takes the place of its rows.  Contacts that depend on an
 * irrational number give null vectors a + b * root: both parts are null
 * vectors of rational solutions.
 */
#include "scalar/squares_internal.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double small = 1e-3, tiny = 1e-6, least = 1e-12, fall = 30,
                    near = 2e-4, finest = 1e-6, widest = 1e-2;

/* Cholesky with the largest pivots first, over the largest entry: pivots,
 * and their order; a is changed. */
static void pivot(double *a, size_t *order, double *pivots, size_t n)
{
    double first = 1;

    for (size_t i = 0; i < n; i++) {
        order[i] = i;
        first = fmax(first, a[i * n + i]);
    }
    for (size_t k = 0; k < n; k++) {
        size_t best = k, p;

        for (size_t i = k; i < n; i++) {
            if (a[order[i] * n + order[i]] > a[order[best] * n + order[best]])
                best = i;
        }
        p = order[best];
        order[best] = order[k];
        order[k] = p;
        pivots[k] = fmax(a[p * n + p] / first, least);
        for (size_t i = k + 1; i < n && pivots[k] > least; i++) {
            for (size_t j = k + 1; j < n; j++)
                a[order[i] * n + order[j]] -=
                    a[order[i] * n + p] * a[order[j] * n + p] / a[p * n + p];
        }
    }
}

static int descending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;

    return a > b ? -1 : a < b;
}

/* Where sorted pivots fall most to below a bound; 0: they do not. */
static double fall_below(const double *pivots, size_t n, double bound)
{
    double deepest = fall, out = 0;

    for (size_t k = 0; k < n; k++) {
        const double before = k > 0 ? pivots[k - 1] : 1;

        if (pivots[k] < bound && before / pivots[k] > deepest) {
            deepest = before / pivots[k];
            out = sqrt(before * pivots[k]);
        }
    }
    return out;
}

/* Between pivots that are numbers and what is nothing; 0: all are numbers.
 * What is least goes first, the others are clearer then. */
static double threshold(double *pivots, size_t n)
{
    qsort(pivots, n, sizeof *pivots, descending);
    double out = fall_below(pivots, n, tiny);
    return out > 0 ? out : fall_below(pivots, n, small);
}

/* x := the solution of (a at its pivots) x = column q of a. */
static void express(double *x, const double *a, const size_t *order,
                    size_t rank, size_t q, size_t n)
{
    double m[SQUARES_ROWS][SQUARES_ROWS + 1];

    for (size_t i = 0; i < rank; i++) {
        for (size_t j = 0; j < rank; j++)
            m[i][j] = a[order[i] * n + order[j]];
        m[i][rank] = a[order[i] * n + q];
    }
    for (size_t k = 0; k < rank; k++) {
        for (size_t i = k + 1; i < rank; i++) {
            const double r = m[i][k] / m[k][k];

            for (size_t j = k; j <= rank; j++)
                m[i][j] -= r * m[k][j];
        }
    }
    for (size_t i = rank; i-- > 0;) {
        x[i] = m[i][rank];
        for (size_t j = i + 1; j < rank; j++)
            x[i] -= m[i][j] * x[j];
        x[i] /= m[i][i];
    }
}

/* The simplest fraction so near x, by continued fractions; false: it has more
 * than so large a denominator. */
static bool simplest(fmpq_t out, double x, double slack, double largest)
{
    double p = floor(x + slack), q;

    fmpq_zero(out);
    if (!(fabs(x) < 1e9))
        return false;
    number_convergent(x, slack, &p, &q);
    if (!(fabs(p) < 1e15 && q <= largest))
        return false;
    fmpq_set_si(out, (slong)p, (ulong)q);
    return true;
}

/* x as p + q * root with small p and q; false: it is none. */
static bool in_field(fmpq_t p, fmpq_t q, double x, double root, double slack)
{
    for (long d = 1; d <= FACE_DENOMINATOR; d++) {
        for (long n = 0; n <= 2 * FACE_DENOMINATOR; n++) {
            for (int sign = 1; sign >= -1; sign -= 2) {
                const double rest = x - root * (double)(sign * n) / (double)d;

                if (simplest(p, rest, slack, FACE_DENOMINATOR)) {
                    fmpq_set_si(q, sign * n, (ulong)d);
                    return true;
                }
            }
        }
    }
    return false;
}

/* What of the range of a block is known: rows of `null` are 0 on it. */
struct face {
    const struct reading *reading;
    struct block *block;
    double root; /* a number that contacts may have, or 0 */
    fmpq_mat_t null;
    slong count;
};

/* x as the entry of a null vector, its second part below. */
static void set_entry(struct face *f, slong row, size_t column, double x,
                      double nothing)
{
    const double slack = fmin(widest, fmax(near, 4 * nothing)),
                 finer = fmax(finest, 10 * nothing * nothing);
    fmpq *first = fmpq_mat_entry(f->null, row, (slong)column);
    fmpq *second = fmpq_mat_entry(f->null, row + 1, (slong)column);

    /* entries of what is nothing are at most as large as its root, those for
     * contacts in the open as it */
    if (f->root != 0 && finer < near &&
        in_field(first, second, x, f->root, finer))
        return;
    fmpq_zero(second);
    simplest(first, x, slack, 1e15);
}

/* Rows of the block for what the null vectors leave. */
static void replace_rows(struct face *f)
{
    const struct reading *r = f->reading;
    struct block *b = f->block;
    const slong n = (slong)b->count;
    const slong rank = fmpq_mat_rref(f->null, f->null);
    fmpq_mpoly_struct *rows = xcalloc(SQUARES_ROWS, sizeof *rows);
    size_t count = 0;
    slong pivot = 0;

    LOCAL_FMPQ(c);
    LOCAL_MPOLY(t, r->ring);
    for (slong k = 0, row = 0; k < n; k++) {
        if (row < rank && !fmpq_is_zero(fmpq_mat_entry(f->null, row, k))) {
            row++;
            continue;
        }
        /* column k is free: its vector has the other entries of it, negated */
        fmpq_mpoly_init(&rows[count], r->ring);
        fmpq_mpoly_set(&rows[count], &b->rows[k], r->ring);
        pivot = 0;
        for (slong i = 0; i < row; i++, pivot++) {
            while (fmpq_is_zero(fmpq_mat_entry(f->null, i, pivot)))
                pivot++;
            fmpq_neg(c, fmpq_mat_entry(f->null, i, k));
            fmpq_mpoly_scalar_mul_fmpq(t, &b->rows[pivot], c, r->ring);
            fmpq_mpoly_add(&rows[count], &rows[count], t, r->ring);
        }
        count++;
    }
    for (slong i = 0; i < n; i++)
        fmpq_mpoly_clear(&b->rows[i], r->ring);
    free(b->rows);
    b->rows = rows;
    b->count = count;
}

/* The block on the range of a, its first `rank` in that order. */
static void reduce_block(struct face *f, const double *a, const size_t *order,
                         const double *pivots, size_t rank, double nothing)
{
    const size_t n = f->block->count;
    double x[SQUARES_ROWS];

    fmpq_mat_init(f->null, 2 * (slong)(n - rank), (slong)n);
    for (size_t j = rank; j < n; j++) {
        const slong row = 2 * (slong)(j - rank);

        express(x, a, order, rank, order[j], n);
        for (size_t i = 0; i < rank; i++)
            set_entry(f, row, order[i], -x[i], sqrt(nothing / pivots[i]));
        fmpq_one(fmpq_mat_entry(f->null, row, (slong)order[j]));
    }
    replace_rows(f);
    fmpq_mat_clear(f->null);
}

/* An irrational number among the letters, or 0. */
static double root_of(const struct reading *r)
{
    for (size_t k = 0; k < r->nletters; k++) {
        if (r->letters[k]->free.count > 0)
            continue;
        const struct image *at =
            enclosure_value(r->enclosure, r->letters[k]->form);
        if (mpfr_number_p(at->x.lo) && mpfr_number_p(at->x.hi))
            return mpfr_get_d(at->x.lo, MPFR_RNDN);
    }
    return 0;
}

bool program_reduce(struct program *p, const struct numbers *n)
{
    size_t rows = 0, at = 0, whole = 0;
    double nothing = 0;
    bool any = false;

    for (size_t c = 0; c < p->nblocks; c++) {
        rows += n->size[c];
        whole += n->size[c] * n->size[c];
    }
    LOCAL_FREE size_t *order = xcalloc(rows + 1, sizeof *order);
    LOCAL_FREE double *pivots = xcalloc(rows + 1, sizeof *pivots);
    LOCAL_FREE double *sorted = xcalloc(rows + 1, sizeof *sorted);
    LOCAL_FREE double *a = xcalloc(whole + 1, sizeof *a);
    memcpy(a, n->x, whole * sizeof *a);
    whole = 0;
    for (size_t c = 0; c < p->nblocks; c++) {
        pivot(a + whole, order + at, pivots + at, n->size[c]);
        at += n->size[c];
        whole += n->size[c] * n->size[c];
    }
    memcpy(sorted, pivots, rows * sizeof *sorted);
    const double limit = threshold(sorted, rows);
    for (size_t i = 0; i < rows; i++)
        nothing = fmax(nothing, pivots[i] > limit ? 0 : pivots[i]);
    at = whole = 0;
    for (size_t c = 0; c < p->nblocks; c++) {
        const size_t count = n->size[c];
        size_t rank = 0;

        while (rank < count && pivots[at + rank] > limit)
            rank++;
        if (rank < count) {
            struct face f = {.reading = p->reading,
                             .block = &p->blocks[c],
                             .root = root_of(p->reading)};

            reduce_block(&f, n->x + whole, order + at, pivots + at, rank,
                         nothing);
        }
        any = any || rank < count;
        at += count;
        whole += count * count;
    }
    return any;
}
