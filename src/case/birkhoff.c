/* Permutations and their combinations; declared in case/birkhoff.h. */
#include "case/birkhoff.h"

#include "case/property.h"
#include "case/rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void birkhoff_permutation(struct value *v)
{
    size_t n = v->rows;
    rounding_to_doubles(v);
    LOCAL_FREE bool *taken = xcalloc(n, sizeof *taken);
    for (size_t i = 0; i < n; i++) {
        double *row = v->doubles + i * n;
        size_t best = n;
        for (size_t j = 0; j < n; j++)
            if (!taken[j] && (best == n || row[j] > row[best]))
                best = j;
        memset(row, 0, n * sizeof *row);
        row[best] = 1;
        taken[best] = true;
    }
}

/* ---- balancing ---- */

/* Every line of n entries, `step` apart, over its sum; empty ones uniform. */
static void scale_lines(double *x, size_t n, size_t line, size_t step)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += x[i * line + j * step];
        for (size_t j = 0; j < n; j++)
            x[i * line + j * step] =
                sum > 0 ? x[i * line + j * step] / sum : 1 / (double)n;
    }
}

void birkhoff_balance(double *x, size_t n)
{
    enum { ROUNDS = 40 };
    double largest = 0;
    for (size_t k = 0; k < n * n; k++)
        largest = fmax(largest, fabs(x[k]));
    for (size_t k = 0; k < n * n; k++)
        x[k] = largest > 0 ? fabs(x[k]) / largest : 1;
    for (int round = 0; round < ROUNDS; round++) {
        scale_lines(x, n, 1, n);
        scale_lines(x, n, n, 1);
    }
}

/* ---- taking apart ---- */

enum { MOST_BITS = 10, MOST_PERMUTATIONS = 64, BLOCK = BIRKHOFF_BLOCK };

/* Entries and weights below it count as 0. */
static const double LEAST = 0x1p-20;

/* A matching of rows with columns along positive entries. */
struct matching {
    const double *x;
    size_t n;
    size_t *row_of; /* by column, n: none */
    bool *seen;     /* columns, in one search */
};

static bool find_column(struct matching *m, size_t row)
{
    for (size_t j = 0; j < m->n; j++) {
        if (m->seen[j] || m->x[row * m->n + j] <= 0)
            continue;
        m->seen[j] = true;
        if (m->row_of[j] == m->n || find_column(m, m->row_of[j])) {
            m->row_of[j] = row;
            return true;
        }
    }
    return false;
}

static bool match_all(struct matching *m)
{
    for (size_t j = 0; j < m->n; j++)
        m->row_of[j] = m->n;
    for (size_t i = 0; i < m->n; i++) {
        memset(m->seen, 0, m->n * sizeof *m->seen);
        if (!find_column(m, i))
            return false;
    }
    return true;
}

/* Takes the least entry of the matching off it; returns that entry. */
static double take_off(double *x, const struct matching *m)
{
    double least = INFINITY;
    for (size_t j = 0; j < m->n; j++)
        least = fmin(least, x[m->row_of[j] * m->n + j]);
    for (size_t j = 0; j < m->n; j++)
        x[m->row_of[j] * m->n + j] -= least;
    return least;
}

/*
 * Permutations (the row of each column) and weights, integers of few bits in
 * proportion; returns how many.
 */
static size_t take_apart(size_t *rows, struct value *weights, double *x,
                         size_t n)
{
    size_t row_of[BLOCK];
    bool seen[BLOCK];
    struct matching m = {x, n, row_of, seen};
    size_t count = 0;
    value_set_doubles(weights, 1, MOST_PERMUTATIONS);
    while (count < MOST_PERMUTATIONS && match_all(&m)) {
        memcpy(rows + count * n, row_of, n * sizeof *rows);
        weights->doubles[count++] = take_off(x, &m);
    }
    return count;
}

/* Small whole numbers in proportion to the weights, where there are such. */
static void simplify_weights(struct value *weights)
{
    double least = INFINITY;
    bool are_whole = true;
    for (size_t k = 0; k < weights->cols; k++)
        if (weights->doubles[k] > LEAST)
            least = fmin(least, weights->doubles[k]);
    for (size_t k = 0; k < weights->cols && are_whole; k++) {
        double times = weights->doubles[k] / least;
        are_whole = fabs(times - rounding_nearest(times)) < 0x1p-16 &&
                    times < (1 << MOST_BITS);
    }
    if (!are_whole) {
        rounding_to_integers(weights, MOST_BITS, MOST_BITS);
        return;
    }
    for (size_t k = 0; k < weights->cols; k++)
        weights->doubles[k] = rounding_nearest(weights->doubles[k] / least);
}

/* out += w * P for each permutation, the columns and rows from `first` on. */
static void add_up(struct value *out, const size_t *rows,
                   const struct value *weights, size_t first, size_t n)
{
    LOCAL_RATIONAL w = rational_zero();
    for (size_t k = 0; k < weights->cols; k++) {
        value_entry(&w, weights, 0, k);
        for (size_t j = 0; j < n; j++) {
            size_t row = first + rows[k * n + j];
            mpq_t *sum = &out->rationals[row * out->cols + first + j].q;
            mpq_add(*sum, *sum, w.q);
        }
    }
}

/* The block of `out` from that of v, both n x n from `first` on. */
static void map_block(struct value *out, const struct value *v, size_t first,
                      size_t n)
{
    double x[BLOCK * BLOCK];
    size_t rows[MOST_PERMUTATIONS * BLOCK];
    LOCAL_MADE(value, weights);
    for (size_t i = 0; i < n; i++)
        memcpy(x + i * n, v->doubles + (first + i) * v->cols + first,
               n * sizeof *x);
    birkhoff_balance(x, n);
    for (size_t k = 0; k < n * n; k++)
        x[k] = x[k] < LEAST ? 0 : x[k];
    size_t count = take_apart(rows, &weights, x, n);
    if (count == 0) {
        for (size_t j = 0; j < n; j++)
            rows[j] = j;
        weights.doubles[count++] = 1;
    }
    weights.cols = count;
    simplify_weights(&weights);
    property_make_stochastic(&weights);
    add_up(out, rows, &weights, first, n);
}

void birkhoff_doubly_stochastic(struct value *v)
{
    LOCAL_MADE(value, x);
    value_copy(&x, v);
    rounding_to_doubles(&x);
    value_set_rationals(v, x.rows, x.cols);
    for (size_t k = 0; k < x.rows; k += BLOCK)
        map_block(v, &x, k, x.rows - k < BLOCK ? x.rows - k : BLOCK);
    value_simplify(v);
}
