/*
 * The linear program of minimal residuals over rationals.
 *
 * With f and g the largest absolute column and row sum of A - ones * x',
 * min_x (alpha f + beta g) is, by duality, the maximum of sum_ij s_ij a_ij over
 * |s_ij| <= l_i + m_j, sum_i s_ij = 0, l, m >= 0, sum_i l_i = beta and
 * sum_j m_j = alpha.  With s = p - q and slacks w that is
 *
 *     maximise  sum_ij a_ij (p_ij - q_ij)
 *     p_ij + q_ij - l_i - m_j + w_ij = 0,   sum_i (p_ij - q_ij) = 0,
 *     sum_i l_i = beta,   sum_j m_j = alpha.
 *
 * The data stand in the objective alone, so the table holds small numbers.
 * At the end the reduced costs give x.  A vertex is feasible whether it is
 * optimal or not: nothing here needs to be trusted for soundness.
 */
#include "recheck/run.h"

#include <stdlib.h>

struct table {
    size_t n, d; /* of a */
    size_t rows,
        cols;      /* constraints; columns p, q, w, l, m and the right side */
    mpq_t *e;      /* (rows + 1) * cols; the last row is the objective */
    size_t *basis; /* the column of each row's basic variable */
    mpq_t t, factor;
};

static mpq_t *at(const struct table *t, size_t row, size_t col)
{
    return &t->e[row * t->cols + col];
}

static size_t column_p(const struct table *t, size_t i, size_t j)
{
    return i * t->d + j;
}

static size_t column_q(const struct table *t, size_t i, size_t j)
{
    return t->n * t->d + i * t->d + j;
}

static size_t column_w(const struct table *t, size_t i, size_t j)
{
    return 2 * t->n * t->d + i * t->d + j;
}

static size_t column_l(const struct table *t, size_t i)
{
    return 3 * t->n * t->d + i;
}

static size_t column_m(const struct table *t, size_t j)
{
    return 3 * t->n * t->d + t->n + j;
}

/* The rows: (i, j), then the sums of columns, then those of l and m. */
static size_t row_sum(const struct table *t, size_t j)
{
    return t->n * t->d + j;
}

/* Makes `col` the basic variable of `row`; the pivot is not 0. */
static void pivot(struct table *t, size_t row, size_t col)
{
    mpq_set(t->factor, *at(t, row, col));
    for (size_t k = 0; k < t->cols; k++)
        mpq_div(*at(t, row, k), *at(t, row, k), t->factor);
    for (size_t i = 0; i <= t->rows; i++) {
        if (i == row || mpq_sgn(*at(t, i, col)) == 0)
            continue;
        mpq_set(t->factor, *at(t, i, col));
        for (size_t k = 0; k < t->cols; k++) {
            if (mpq_sgn(*at(t, row, k)) == 0)
                continue;
            mpq_mul(t->t, t->factor, *at(t, row, k));
            mpq_sub(*at(t, i, k), *at(t, i, k), t->t);
        }
    }
    t->basis[row] = col;
}

static void fill_entry(struct table *t, size_t i, size_t j, const rational_t *x)
{
    size_t row = column_p(t, i, j);
    mpq_set_si(*at(t, row, column_p(t, i, j)), 1, 1);
    mpq_set_si(*at(t, row, column_q(t, i, j)), 1, 1);
    mpq_set_si(*at(t, row, column_l(t, i)), -1, 1);
    mpq_set_si(*at(t, row, column_m(t, j)), -1, 1);
    mpq_set_si(*at(t, row, column_w(t, i, j)), 1, 1);
    t->basis[row] = column_w(t, i, j);
    mpq_set_si(*at(t, row_sum(t, j), column_p(t, i, j)), 1, 1);
    mpq_set_si(*at(t, row_sum(t, j), column_q(t, i, j)), -1, 1);
    mpq_set(*at(t, t->rows, column_p(t, i, j)), x->q);
    mpq_neg(*at(t, t->rows, column_q(t, i, j)), x->q);
}

static void fill(struct table *t, const struct rmatrix *a,
                 const rational_t *alpha, const rational_t *beta)
{
    size_t right = t->cols - 1, last = t->rows - 1;
    for (size_t i = 0; i < t->n; i++)
        for (size_t j = 0; j < t->d; j++)
            fill_entry(t, i, j, rmatrix_at(a, i, j));
    for (size_t i = 0; i < t->n; i++)
        mpq_set_si(*at(t, last - 1, column_l(t, i)), 1, 1);
    for (size_t j = 0; j < t->d; j++)
        mpq_set_si(*at(t, last, column_m(t, j)), 1, 1);
    mpq_set(*at(t, last - 1, right), beta->q);
    mpq_set(*at(t, last, right), alpha->q);
}

/* The vertex s = 0, l_1 = beta, m_1 = alpha. */
static void start(struct table *t)
{
    for (size_t j = 0; j < t->d; j++)
        pivot(t, row_sum(t, j), column_p(t, 0, j));
    pivot(t, t->rows - 2, column_l(t, 0));
    pivot(t, t->rows - 1, column_m(t, 0));
}

/* The column to enter: the largest cost, or (Bland) the first positive. */
static size_t entering(const struct table *t, bool first)
{
    size_t best = t->cols;
    for (size_t k = 0; k + 1 < t->cols; k++) {
        if (mpq_sgn(*at(t, t->rows, k)) <= 0)
            continue;
        if (best == t->cols ||
            mpq_cmp(*at(t, t->rows, k), *at(t, t->rows, best)) > 0)
            best = k;
        if (first)
            break;
    }
    return best;
}

/* The row to leave: the least ratio, of those the first variable (Bland). */
static size_t leaving(struct table *t, size_t col)
{
    size_t best = t->rows, right = t->cols - 1;
    for (size_t i = 0; i < t->rows; i++) {
        if (mpq_sgn(*at(t, i, col)) <= 0)
            continue;
        mpq_div(t->t, *at(t, i, right), *at(t, i, col));
        int order = best == t->rows ? -1 : mpq_cmp(t->t, t->factor);
        if (order > 0 || (order == 0 && t->basis[i] > t->basis[best]))
            continue;
        best = i;
        mpq_set(t->factor, t->t);
    }
    return best;
}

static void maximise(struct table *t)
{
    enum { GREEDY = 200, MOST_PIVOTS = 2000 };
    for (int k = 0; k < MOST_PIVOTS; k++) {
        size_t col = entering(t, k >= GREEDY);
        size_t row = col == t->cols ? t->rows : leaving(t, col);
        if (row == t->rows)
            return;
        pivot(t, row, col);
    }
}

/*
 * The objective row is c - y'M for multipliers y of the constraints; at
 * column w_ij it is -u_ij with u_ij the multiplier of the row (i, j), and at
 * column p_ij it is a_ij - u_ij - x_j: so x_j = a_ij - u_ij - (cost of p_ij).
 */
static void read_solution(rational_t *x, struct rmatrix *s,
                          const struct table *t, const struct rmatrix *a)
{
    size_t right = t->cols - 1;
    LOCAL_FREE mpq_t *value = xcalloc(t->cols, sizeof *value);
    for (size_t k = 0; k < t->cols; k++)
        mpq_init(value[k]);
    for (size_t i = 0; i < t->rows; i++)
        mpq_set(value[t->basis[i]], *at(t, i, right));
    for (size_t i = 0; i < t->n; i++)
        for (size_t j = 0; j < t->d; j++)
            mpq_sub(rmatrix_at(s, i, j)->q, value[column_p(t, i, j)],
                    value[column_q(t, i, j)]);
    for (size_t j = 0; j < t->d; j++) {
        mpq_add(x[j].q, rmatrix_at(a, 0, j)->q,
                *at(t, t->rows, column_w(t, 0, j)));
        mpq_sub(x[j].q, x[j].q, *at(t, t->rows, column_p(t, 0, j)));
    }
    for (size_t k = 0; k < t->cols; k++)
        mpq_clear(value[k]);
}

void simplex_residual(rational_t *x, struct rmatrix *s, const struct rmatrix *a,
                      const rational_t *alpha, const rational_t *beta)
{
    struct table t = {.n = a->rows, .d = a->cols};
    t.rows = t.n * t.d + t.d + 2;
    t.cols = 3 * t.n * t.d + t.n + t.d + 1;
    t.e = xcalloc((t.rows + 1) * t.cols, sizeof *t.e);
    t.basis = xcalloc(t.rows, sizeof *t.basis);
    for (size_t k = 0; k < (t.rows + 1) * t.cols; k++)
        mpq_init(t.e[k]);
    mpq_inits(t.t, t.factor, NULL);
    fill(&t, a, alpha, beta);
    start(&t);
    maximise(&t);
    read_solution(x, s, &t, a);
    mpq_clears(t.t, t.factor, NULL);
    for (size_t k = 0; k < (t.rows + 1) * t.cols; k++)
        mpq_clear(t.e[k]);
    free(t.e);
    free(t.basis);
}
