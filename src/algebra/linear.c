/*
 * The columns that matter are those of a solution in doubles (GLPK); on them
 * the simplex method on the auxiliary problem (phase 1), with Bland's rule
 * against cycles ([Bland1977]), on a full tableau of rationals.
 */
#include "algebra/linear.h"

#include "base/rational.h"

#include <glpk.h>
#include <stdlib.h>

struct entry {
    size_t row, col;
    mpq_t value;
};

struct linear {
    size_t rows, cols, count, capacity;
    struct entry *entries;
    mpq_t *right;
    double *cost;
};

mpq_t *numbers_new(size_t count)
{
    mpq_t *out = xcalloc(count + 1, sizeof *out);

    for (size_t i = 0; i < count; i++)
        mpq_init(out[i]);
    return out;
}

void numbers_free(mpq_t *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpq_clear(x[i]);
    free(x);
}

struct linear *linear_new(size_t rows, size_t cols)
{
    struct linear *lp = xcalloc(1, sizeof *lp);

    lp->rows = rows;
    lp->cols = cols;
    lp->right = numbers_new(rows);
    lp->cost = xcalloc(cols + 1, sizeof *lp->cost);
    return lp;
}

void linear_free(struct linear *lp)
{
    numbers_free(lp->right, lp->rows);
    for (size_t k = 0; k < lp->count; k++)
        mpq_clear(lp->entries[k].value);
    free(lp->cost);
    free(lp->entries);
    free(lp);
}

void linear_set(struct linear *lp, size_t row, size_t col, mpq_srcptr value)
{
    struct entry *e;

    if (lp->count == lp->capacity) {
        lp->capacity = lp->capacity ? 2 * lp->capacity : 64;
        lp->entries = xrealloc(lp->entries, lp->capacity, sizeof *lp->entries);
    }
    e = &lp->entries[lp->count++];
    e->row = row;
    e->col = col;
    mpq_init(e->value);
    mpq_set(e->value, value);
}

void linear_right(struct linear *lp, size_t row, mpq_srcptr value)
{
    mpq_set(lp->right[row], value);
}

void linear_cost(struct linear *lp, size_t col, double cost)
{
    lp->cost[col] = cost;
}

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
    LOCAL_MPQ(factor);
    LOCAL_MPQ(product);

    mpq_inv(factor, *at(t, i, j));
    for (size_t k = 0; k < t->cols; k++)
        mpq_mul(*at(t, i, k), *at(t, i, k), factor);
    mpq_mul(t->b[i], t->b[i], factor);
    for (size_t r = 0; r < t->rows; r++) {
        if (r != i)
            clear_entry(t, at(t, r, 0), t->b[r], i, j, factor, product);
    }
    clear_entry(t, t->cost, total, i, j, factor, product);
    t->basis[i] = j;
}

/* The row that leaves: least ratio, then least column of the basis. */
static size_t leaving(const struct tableau *t, size_t j)
{
    size_t best = t->rows;
    LOCAL_MPQ(ratio);
    LOCAL_MPQ(least);

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

/* The dense problem: a by rows, b; both changed. */
static bool solve_exactly(mpq_t *x, mpq_t *a, mpq_t *b, size_t rows,
                          size_t cols)
{
    struct tableau t = {a, b, NULL, NULL, rows, cols};
    bool found;
    LOCAL_MPQ(total);

    t.cost = numbers_new(cols);
    t.basis = xcalloc(rows + 1, sizeof *t.basis);
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
    for (size_t j = 0; j < cols; j++)
        mpq_set_ui(x[j], 0, 1);
    for (size_t i = 0; i < rows; i++) {
        if (t.basis[i] < cols)
            mpq_set(x[t.basis[i]], b[i]);
    }
    numbers_free(t.cost, cols);
    free(t.basis);
    return found;
}

/* What GLPK takes: the entries from 1 on. */
static void fill_problem(const struct linear *lp, glp_prob *p)
{
    LOCAL_FREE int *rows = xcalloc(lp->count + 1, sizeof *rows);
    LOCAL_FREE int *cols = xcalloc(lp->count + 1, sizeof *cols);
    LOCAL_FREE double *values = xcalloc(lp->count + 1, sizeof *values);

    glp_add_rows(p, (int)lp->rows);
    glp_add_cols(p, (int)lp->cols);
    for (size_t i = 0; i < lp->rows; i++) {
        double b = mpq_get_d(lp->right[i]);

        glp_set_row_bnds(p, (int)i + 1, GLP_FX, b, b);
    }
    for (size_t j = 0; j < lp->cols; j++) {
        glp_set_col_bnds(p, (int)j + 1, GLP_LO, 0, 0);
        glp_set_obj_coef(p, (int)j + 1, lp->cost[j]);
    }
    for (size_t k = 0; k < lp->count; k++) {
        rows[k + 1] = (int)lp->entries[k].row + 1;
        cols[k + 1] = (int)lp->entries[k].col + 1;
        values[k + 1] = mpq_get_d(lp->entries[k].value);
    }
    glp_load_matrix(p, (int)lp->count, rows, cols, values);
}

/* place[j]: 1 + the number of column j among those above 0, or 0. */
static size_t support(const struct linear *lp, size_t *place)
{
    size_t count = 0;
    glp_prob *p;
    glp_smcp how;

    glp_term_out(GLP_OFF);
    p = glp_create_prob();
    fill_problem(lp, p);
    glp_init_smcp(&how);
    how.it_lim = LINEAR_MAX_PIVOTS;
    how.presolve = GLP_ON;
    if (glp_simplex(p, &how) == 0 &&
        (glp_get_status(p) == GLP_OPT || glp_get_status(p) == GLP_FEAS)) {
        for (size_t j = 0; j < lp->cols; j++) {
            if (glp_get_col_prim(p, (int)j + 1) > 1e-9)
                place[j] = ++count;
        }
    }
    glp_delete_prob(p);
    return count;
}

static bool solve_on(const struct linear *lp, const size_t *place, size_t count,
                     mpq_t *x)
{
    mpq_t *a = numbers_new(lp->rows * count), *b = numbers_new(lp->rows);
    mpq_t *y = numbers_new(count);
    bool found;

    for (size_t i = 0; i < lp->rows; i++)
        mpq_set(b[i], lp->right[i]);
    for (size_t k = 0; k < lp->count; k++) {
        const struct entry *e = &lp->entries[k];

        if (place[e->col] > 0)
            mpq_set(a[e->row * count + place[e->col] - 1], e->value);
    }
    found = solve_exactly(y, a, b, lp->rows, count);
    for (size_t j = 0; j < lp->cols; j++) {
        if (place[j] > 0)
            mpq_set(x[j], y[place[j] - 1]);
        else
            mpq_set_ui(x[j], 0, 1);
    }
    numbers_free(a, lp->rows * count);
    numbers_free(b, lp->rows);
    numbers_free(y, count);
    return found;
}

bool linear_solve(struct linear *lp, mpq_t *x)
{
    LOCAL_FREE size_t *place = xcalloc(lp->cols + 1, sizeof *place);
    size_t count = lp->rows > 0 && lp->cols > 0 ? support(lp, place) : 0;

    return solve_on(lp, place, count, x);
}
