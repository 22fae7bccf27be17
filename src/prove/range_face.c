/* Singular Gram matrices: the polynomials that squares are made of. */
#include "prove/range_gram.h"

#include "base/status.h"
#include "prove/range_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Full pivoting; the rank, pivots first in `order`, and a becomes l. */
static size_t pivoted_rank(double *a, size_t *order, size_t n)
{
    static const double small = 1e-5;
    double first = 0;
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k; i < n; i++)
            if (a[order[i] * n + order[i]] > a[order[best] * n + order[best]])
                best = i;
        size_t p = order[best];
        order[best] = order[k];
        order[k] = p;
        double d = a[p * n + p];
        first = k == 0 ? fabs(d) : first;
        if (d <= small * (first > 1 ? first : 1))
            return k;
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = k + 1; j < n; j++)
                a[order[i] * n + order[j]] -=
                    a[order[i] * n + p] * a[order[j] * n + p] / d;
    }
    return n;
}

/* x := the solution of a (its pivots first) x = column q of a */
static void express(double *x, const double *a, const size_t *order,
                    size_t rank, size_t q, size_t n)
{
    double m[BARRIER_MAX_SIZE][BARRIER_MAX_SIZE + 1];
    for (size_t i = 0; i < rank; i++) {
        for (size_t j = 0; j < rank; j++)
            m[i][j] = a[order[i] * n + order[j]];
        m[i][rank] = a[order[i] * n + q];
    }
    for (size_t k = 0; k < rank; k++)
        for (size_t i = k + 1; i < rank; i++) {
            double r = m[i][k] / m[k][k];
            for (size_t j = k; j <= rank; j++)
                m[i][j] -= r * m[k][j];
        }
    for (size_t i = rank; i-- > 0;) {
        x[i] = m[i][rank];
        for (size_t j = i + 1; j < rank; j++)
            x[i] -= m[i][j] * x[j];
        x[i] /= m[i][i];
    }
}

/* The rows [I | X] that a (rank `rank`) spans, X rounded. */
static void span_rows(fmpq_mat_t out, const double *a, const size_t *order,
                      size_t rank, size_t n)
{
    static const double slack = 2e-4;
    double x[BARRIER_MAX_SIZE];
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < rank; i++)
        fmpq_set_si(fmpq_mat_entry(out, (slong)i, (slong)order[i]), 1, 1);
    for (size_t j = rank; j < n; j++) {
        express(x, a, order, rank, order[j], n);
        for (size_t i = 0; i < rank; i++) {
            range_simplest(q, x[i] - slack, x[i] + slack);
            fmpq_set_mpq(fmpq_mat_entry(out, (slong)i, (slong)order[j]), q);
        }
    }
    mpq_clear(q);
}

/*
 * Where a block of y (doubles, packed) is singular, squares are sums of fewer
 * polynomials.  False: no block is.
 */
static bool reduce_class(struct gram_class *c, const double *y)
{
    size_t n = gram_rows(c), order[BARRIER_MAX_SIZE], rank;
    double *a = xcalloc(2 * n * n, sizeof *a), *kept = a + n * n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            a[i * n + j] = a[j * n + i] = *y++;
    memcpy(kept, a, n * n * sizeof *a);
    rank = pivoted_rank(a, order, n);
    if (rank < n) {
        fmpq_mat_t span, basis;
        fmpq_mat_init(span, (slong)rank, (slong)n);
        fmpq_mat_init(basis, (slong)rank, (slong)c->count);
        span_rows(span, kept, order, rank, n);
        fmpq_mat_mul(basis, span, c->basis);
        fmpq_mat_swap(basis, c->basis);
        fmpq_mat_clear(span);
        fmpq_mat_clear(basis);
    }
    free(a);
    return rank < n;
}

bool gram_reduce(struct gram *g, const double *y)
{
    bool any = false;
    for (size_t c = 0; c < g->classes; c++) {
        size_t n = gram_rows(&g->class[c]);
        any |= reduce_class(&g->class[c], y);
        y += n * (n + 1) / 2;
    }
    return any;
}
