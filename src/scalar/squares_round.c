/*
 * Solutions in doubles become exact: free entries are rounded, the others
 * follow from the equations ([PeyrlParrilo2008]); where a block is singular its
 * range, rounded, takes the place of its rows (facial reduction).
 */
#include "scalar/squares_internal.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>

static double to_double(const fmpq *x)
{
    LOCAL_MPQ(q);
    fmpq_get_mpq(q, x);
    return mpq_get_d(q);
}

/* The program in doubles. */

/* Which entry of which block each column is. */
static struct interior_entry *columns_of(const struct program *p)
{
    struct interior_entry *out = xcalloc(program_entries(p) + 1, sizeof *out);
    size_t at = 0;

    for (size_t c = 0; c < p->nblocks; c++) {
        for (size_t i = 0; i < p->blocks[c].count; i++) {
            for (size_t j = i; j < p->blocks[c].count; j++)
                out[at++] = (struct interior_entry){.block = c, .i = i, .j = j};
        }
    }
    return out;
}

/* Adds a row, its largest coefficient made 1. */
static void add_equation(struct numbers *n,
                         const struct interior_entry *columns,
                         const fmpq_mat_t a, slong row)
{
    const slong last = fmpq_mat_ncols(a) - 1;
    const size_t first = n->interior.nentries;
    double most = 0;

    for (slong k = 0; k < last; k++) {
        struct interior_entry *e = &n->entries[n->interior.nentries];

        if (fmpq_is_zero(fmpq_mat_entry(a, row, k)))
            continue;
        *e = columns[k];
        e->equation = n->interior.equations;
        e->value = to_double(fmpq_mat_entry(a, row, k));
        most = fmax(most, fabs(e->value));
        n->interior.nentries++;
    }
    most = most > 0 ? most : 1;
    for (size_t k = first; k < n->interior.nentries; k++)
        n->entries[k].value /= most;
    n->right[n->interior.equations++] =
        to_double(fmpq_mat_entry(a, row, last)) / most;
}

static void numbers_clear(struct numbers *n)
{
    free(n->size);
    free(n->entries);
    free(n->right);
    free(n->x);
}

static void numbers_of(struct numbers *n, const struct program *p,
                       const fmpq_mat_t a)
{
    LOCAL_FREE struct interior_entry *columns = columns_of(p);
    const slong rows = fmpq_mat_nrows(a), last = fmpq_mat_ncols(a) - 1;
    size_t count = 0, whole = 0;

    for (slong i = 0; i < rows; i++) {
        for (slong k = 0; k < last; k++)
            count += !fmpq_is_zero(fmpq_mat_entry(a, i, k));
    }
    *n = (struct numbers){.scale = 0};
    n->size = xcalloc(p->nblocks + 1, sizeof *n->size);
    n->entries = xcalloc(count + 1, sizeof *n->entries);
    n->right = xcalloc((size_t)rows + 1, sizeof *n->right);
    for (size_t c = 0; c < p->nblocks; c++) {
        n->size[c] = p->blocks[c].count;
        whole += n->size[c] * n->size[c];
    }
    n->x = xcalloc(whole + 1, sizeof *n->x);
    for (slong i = 0; i < rows; i++)
        add_equation(n, columns, a, i);
    for (size_t i = 0; i < n->interior.equations; i++)
        n->scale = fmax(n->scale, fabs(n->right[i]));
    n->scale = n->scale > 0 ? n->scale : 1;
    for (size_t i = 0; i < n->interior.equations; i++)
        n->right[i] /= n->scale;
    n->interior.blocks = p->nblocks;
    n->interior.size = n->size;
    n->interior.entries = n->entries;
    n->interior.right = n->right;
}

/* Exact matrices. */

/* L D L' of a packed matrix in its place; false: it is not semidefinite. */
static bool split_block(fmpq *y, size_t n)
{
    size_t row = 0; /* where row k of the triangle begins */
    bool fine = true;

    LOCAL_FMPQ(ratio);
    for (size_t k = 0; k < n && fine; row += n - k, k++) {
        const int sign = fmpq_sgn(y + row);
        size_t below = row + (n - k);

        fine = sign >= 0;
        for (size_t j = 1; j < n - k && sign == 0; j++)
            fine = fine && fmpq_is_zero(y + row + j);
        for (size_t i = 1; i < n - k && sign > 0; i++) {
            fmpq_div(ratio, y + row + i, y + row);
            for (size_t j = i; j < n - k; j++)
                fmpq_submul(y + below++, ratio, y + row + j);
        }
        for (size_t i = 1; i < n - k && sign > 0; i++)
            fmpq_div(y + row + i, y + row + i, y + row);
    }
    return fine;
}

static bool split_all(fmpq *y, const struct program *p)
{
    for (size_t c = 0; c < p->nblocks; c++) {
        const size_t n = p->blocks[c].count;

        if (!split_block(y, n))
            return false;
        y += n * (n + 1) / 2;
    }
    return true;
}

/* The entries that the reduced equations leave free are given in y. */
static void complete(fmpq *y, const fmpq_mat_t reduced, const slong *pivots,
                     slong rank, const bool *is_pivot)
{
    const slong last = fmpq_mat_ncols(reduced) - 1;

    for (slong i = 0; i < rank; i++) {
        fmpq *v = y + pivots[i];

        fmpq_set(v, fmpq_mat_entry(reduced, i, last));
        for (slong k = pivots[i] + 1; k < last; k++) {
            if (!is_pivot[k] && !fmpq_is_zero(fmpq_mat_entry(reduced, i, k)))
                fmpq_submul(v, fmpq_mat_entry(reduced, i, k), y + k);
        }
    }
}

static void round_to(fmpq *out, double x, long denominator)
{
    const double value = round(x * (double)denominator);
    fmpz_t whole;

    LOCAL_MPQ(q);
    fmpz_init_set_si(whole, denominator);
    mpq_set_d(q, isfinite(value) ? value : 0);
    fmpq_set_mpq(out, q);
    fmpq_div_fmpz(out, out, whole);
    fmpz_clear(whole);
}

/* Entries of the solution in the order of columns. */
static double *packed(const struct numbers *n, const struct program *p)
{
    double *out = xcalloc(program_entries(p) + 1, sizeof *out);
    const double *x = n->x;
    size_t at = 0;

    for (size_t c = 0; c < p->nblocks; c++) {
        const size_t rows = n->size[c];

        for (size_t i = 0; i < rows; i++) {
            for (size_t j = i; j < rows; j++)
                out[at++] = x[i * rows + j] * n->scale;
        }
        x += rows * rows;
    }
    return out;
}

static bool round_all(fmpq *y, const struct program *p, const struct numbers *n,
                      const fmpq_mat_t reduced, slong rank)
{
    static const long denominators[] = {1,  2,        6,        12,
                                        60, 1L << 10, 1L << 16, 1L << 24};
    const slong last = fmpq_mat_ncols(reduced) - 1;
    LOCAL_FREE slong *pivots = xcalloc((size_t)rank + 1, sizeof *pivots);
    LOCAL_FREE bool *is_pivot = xcalloc((size_t)last + 1, sizeof *is_pivot);
    LOCAL_FREE double *x = packed(n, p);
    bool found = false;

    for (slong i = 0, at = 0; i < rank; i++, at++) {
        while (fmpq_is_zero(fmpq_mat_entry(reduced, i, at)))
            at++;
        pivots[i] = at;
        is_pivot[at] = true;
    }
    for (size_t d = 0; d < sizeof denominators / sizeof *denominators && !found;
         d++) {
        for (slong k = 0; k < last; k++)
            round_to(y + k, x[k], denominators[d]);
        complete(y, reduced, pivots, rank, is_pivot);
        found = split_all(y, p);
    }
    return found;
}

enum answer { NONE, FACE, FOUND };

static enum answer try_face(fmpq *y, struct program *p)
{
    enum answer out = NONE;
    LOCAL(fmpq_mat_clear_local) fmpq_mat_t a;

    if (program_equations(a, p)) {
        LOCAL(numbers_clear) struct numbers n;
        numbers_of(&n, p, a);
        if (n.interior.equations * n.interior.nentries <= ROUND_WORK &&
            interior_solve(n.x, &n.interior)) {
            const slong rank = fmpq_mat_rref(a, a);
            const slong last = fmpq_mat_ncols(a) - 1;
            bool fine = true; /* no row says 0 = 1 */

            for (slong k = 0; rank > 0 && fine && k <= last; k++) {
                if (!fmpq_is_zero(fmpq_mat_entry(a, rank - 1, k)))
                    break;
                fine = k + 1 < last;
            }
            if (fine && round_all(y, p, &n, a, rank))
                out = FOUND;
            else if (program_reduce(p, &n))
                out = FACE;
        }
    }
    return out;
}

bool program_solve(fmpq *y, struct program *p)
{
    enum answer answer = FACE;

    for (size_t i = 0; i < ROUND_FACES && answer == FACE; i++)
        answer = try_face(y, p);
    return answer == FOUND;
}
