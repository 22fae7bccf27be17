/*
 * The simplex method on the auxiliary problem (phase 1), with Bland's rule
 * against cycles ([Bland1977]), on a full tableau of rationals.
 */
#include "algebra/linear.h"

#include "base/status.h"

#include <stdlib.h>

struct tableau {
    mpq_t *a, *b;  /* basic columns are those of the identity */
    mpq_t *cost;   /* of what is not in the basis: minus the sum of the rows */
    size_t *basis; /* of a row: its column, or cols + row: an auxiliary one */
    size_t rows, cols;
};

static mpq_t *at(const struct tableau *t, size_t i, size_t j)
{
    return &t->a[i * t->cols + j];
}

/* Row i times a number taken from row k. */
static void clear_entry(struct tableau *t, mpq_t *row, mpq_t rhs, size_t i,
                        size_t j, mpq_t factor, mpq_t product)
{
    mpq_set(factor, row[j]);
    if (mpq_sgn(factor) == 0)
        return;
    for (size_t k = 0; k < t->cols; k++) {
        if (mpq_sgn(*at(t, i, k)) == 0)
            continue;
        mpq_mul(product, factor, *at(t, i, k));
        mpq_sub(row[k], row[k], product);
    }
    mpq_mul(product, factor, t->b[i]);
    mpq_sub(rhs, rhs, product);
}

static void pivot(struct tableau *t, size_t i, size_t j, mpq_t total)
{
    mpq_t factor, product;

    mpq_inits(factor, product, NULL);
    mpq_inv(factor, *at(t, i, j));
    for (size_t k = 0; k < t->cols; k++)
        mpq_mul(*at(t, i, k), *at(t, i, k), factor);
    mpq_mul(t->b[i], t->b[i], factor);
    for (size_t r = 0; r < t->rows; r++) {
        if (r != i)
            clear_entry(t, at(t, r, 0), t->b[r], i, j, factor, product);
    }
    clear_entry(t, t->cost, total, i, j, factor, product);
    mpq_clears(factor, product, NULL);
    t->basis[i] = j;
}

/* The row that leaves: least ratio, then least column of the basis. */
static size_t leaving(const struct tableau *t, size_t j)
{
    size_t best = t->rows;
    mpq_t ratio, least;

    mpq_inits(ratio, least, NULL);
    for (size_t i = 0; i < t->rows; i++) {
        int order;

        if (mpq_sgn(*at(t, i, j)) <= 0)
            continue;
        mpq_div(ratio, t->b[i], *at(t, i, j));
        order = best == t->rows ? -1 : mpq_cmp(ratio, least);
        if (order < 0 || (order == 0 && t->basis[i] < t->basis[best])) {
            best = i;
            mpq_set(least, ratio);
        }
    }
    mpq_clears(ratio, least, NULL);
    return best;
}

/* Minimises the sum of the auxiliary variables; whether it becomes 0. */
static bool minimise(struct tableau *t, mpq_t total)
{
    for (size_t pivots = 0; pivots < LINEAR_MAX_PIVOTS; pivots++) {
        size_t j = 0, i;

        while (j < t->cols && mpq_sgn(t->cost[j]) >= 0)
            j++;
        if (j == t->cols)
            return mpq_sgn(total) == 0;
        i = leaving(t, j);
        if (i == t->rows)
            return false;
        pivot(t, i, j, total);
    }
    return false;
}

bool linear_solve(mpq_t *x, mpq_t *a, mpq_t *b, size_t rows, size_t cols)
{
    struct tableau t = {a, b, NULL, NULL, rows, cols};
    bool found;
    mpq_t total;

    mpq_init(total);
    t.cost = xcalloc(cols + 1, sizeof *t.cost);
    t.basis = xcalloc(rows + 1, sizeof *t.basis);
    for (size_t j = 0; j < cols; j++)
        mpq_init(t.cost[j]);
    for (size_t i = 0; i < rows; i++) {
        bool turn = mpq_sgn(b[i]) < 0;

        t.basis[i] = cols + i;
        if (turn)
            mpq_neg(b[i], b[i]);
        mpq_sub(total, total, b[i]);
        for (size_t j = 0; j < cols; j++) {
            if (turn)
                mpq_neg(*at(&t, i, j), *at(&t, i, j));
            mpq_sub(t.cost[j], t.cost[j], *at(&t, i, j));
        }
    }
    found = minimise(&t, total);
    for (size_t j = 0; j < cols; j++) {
        mpq_set_ui(x[j], 0, 1);
        mpq_clear(t.cost[j]);
    }
    for (size_t i = 0; i < rows; i++) {
        if (t.basis[i] < cols)
            mpq_set(x[t.basis[i]], b[i]);
    }
    free(t.cost);
    free(t.basis);
    mpq_clear(total);
    return found;
}
