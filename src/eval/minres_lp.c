/*
 * The linear programs of minimal residuals in GLPK's simplex method.
 *
 * Columns: f, g, x_j, then u_ij and v_ij >= 0 with D_ij - x_j = u_ij - v_ij.
 * Rows: these equations, then g - sum_j (u_ij + v_ij) >= 0 for each i, then
 * f - sum_i (u_ij + v_ij) >= 0 for each j.  The start is feasible: x_j is the
 * median of column j.
 */
#include "eval/minres_lp.h"

#include "eval/linalg.h"

#include "base/ceiling.h"
#include "base/status.h"

#include <glpk.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PIVOTS_PER_ROW = 100 };

/* Taken only where GLPK keeps its environment in one place for all threads. */
static pthread_mutex_t glpk_lock = PTHREAD_MUTEX_INITIALIZER;

struct minres_lp {
    glp_prob *problem;
    int rows, cols;
    int method; /* of the next solution */
    bool locked;
};

struct minres_guess *minres_guess_new(size_t rows, size_t cols)
{
    struct minres_guess *guess = xmalloc(sizeof *guess);
    guess->rows = rows;
    guess->cols = cols;
    guess->sign = xcalloc(rows * cols, sizeof *guess->sign);
    guess->tight_row = xcalloc(rows, sizeof *guess->tight_row);
    guess->tight_col = xcalloc(cols, sizeof *guess->tight_col);
    guess->pin = xcalloc(cols, sizeof *guess->pin);
    guess->x = xcalloc(cols, sizeof *guess->x);
    guess->lambda = xcalloc(rows, sizeof *guess->lambda);
    guess->mu = xcalloc(cols, sizeof *guess->mu);
    return guess;
}

void minres_guess_free(struct minres_guess *guess)
{
    if (!guess)
        return;
    free(guess->mu);
    free(guess->lambda);
    free(guess->x);
    free(guess->pin);
    free(guess->tight_col);
    free(guess->tight_row);
    free(guess->sign);
    free(guess);
}

/* GLPK counts rows and columns from 1; i and j count from 0. */
static int equation(const struct minres_lp *lp, int i, int j)
{
    return 1 + i * lp->cols + j;
}

static int row_limit(const struct minres_lp *lp, int i)
{
    return 1 + lp->rows * lp->cols + i;
}

static int col_limit(const struct minres_lp *lp, int j)
{
    return 1 + lp->rows * lp->cols + lp->rows + j;
}

enum { COLUMN_F = 1, COLUMN_G = 2, COLUMN_X = 3 };

static int column_u(const struct minres_lp *lp, int i, int j)
{
    return COLUMN_X + lp->cols + i * lp->cols + j;
}

static int column_v(const struct minres_lp *lp, int i, int j)
{
    return column_u(lp, i, j) + lp->rows * lp->cols;
}

static void add_equation(struct minres_lp *lp, int i, int j, double value)
{
    int index[4] = {0, COLUMN_X + j, column_u(lp, i, j), column_v(lp, i, j)};
    double weight[4] = {0, 1, 1, -1};
    glp_set_mat_row(lp->problem, equation(lp, i, j), 3, index, weight);
    glp_set_row_bnds(lp->problem, equation(lp, i, j), GLP_FX, value, value);
    glp_set_col_bnds(lp->problem, index[2], GLP_LO, 0, 0);
    glp_set_col_bnds(lp->problem, index[3], GLP_LO, 0, 0);
}

/* `column` (f or g) minus the sum of u and v over a row or a column, >= 0 */
static void add_limit(struct minres_lp *lp, int at, int column, int fixed,
                      bool is_row)
{
    int count = is_row ? lp->cols : lp->rows, used = 1;
    size_t space = 2 + 2 * (size_t)count;
    LOCAL_FREE int *index = xmalloc(space * sizeof *index);
    LOCAL_FREE double *weight = xmalloc(space * sizeof *weight);
    index[used] = column;
    weight[used] = 1;
    for (int k = 0; k < count; k++) {
        int i = is_row ? fixed : k, j = is_row ? k : fixed;
        index[++used] = column_u(lp, i, j);
        weight[used] = -1;
        index[++used] = column_v(lp, i, j);
        weight[used] = -1;
    }
    glp_set_mat_row(lp->problem, at, used, index, weight);
    glp_set_row_bnds(lp->problem, at, GLP_LO, 0, 0);
}

static void build(struct minres_lp *lp, const double *d)
{
    int entries = lp->rows * lp->cols;
    glp_add_rows(lp->problem, entries + lp->rows + lp->cols);
    glp_add_cols(lp->problem, 2 + lp->cols + 2 * entries);
    for (int k = 1; k < COLUMN_X + lp->cols; k++)
        glp_set_col_bnds(lp->problem, k, GLP_FR, 0, 0);
    for (int i = 0; i < lp->rows; i++)
        for (int j = 0; j < lp->cols; j++)
            add_equation(lp, i, j, d[i * lp->cols + j]);
    for (int i = 0; i < lp->rows; i++)
        add_limit(lp, row_limit(lp, i), COLUMN_G, i, true);
    for (int j = 0; j < lp->cols; j++)
        add_limit(lp, col_limit(lp, j), COLUMN_F, j, false);
}

/* The row that holds a median of column j. */
static int median_row(const double *d, int rows, int cols, int j)
{
    for (int i = 0; i < rows; i++) {
        int below = 0, above = 0;
        for (int k = 0; k < rows; k++) {
            below += d[k * cols + j] < d[i * cols + j];
            above += d[k * cols + j] > d[i * cols + j];
        }
        if (2 * below <= rows && 2 * above <= rows)
            return i;
    }
    return 0;
}

/* The feasible basis of x = medians; f and g take the largest sums. */
static void start_at_medians(struct minres_lp *lp, const double *d)
{
    glp_prob *p = lp->problem;
    LOCAL_FREE double *row = xcalloc((size_t)lp->rows, sizeof *row);
    int widest_row = 0, widest_col = 0;
    double widest = -1;
    for (int j = 0; j < lp->cols; j++) {
        int k = median_row(d, lp->rows, lp->cols, j);
        double sum = 0;
        for (int i = 0; i < lp->rows; i++) {
            double gap = d[i * lp->cols + j] - d[k * lp->cols + j];
            bool up = gap >= 0;
            row[i] += fabs(gap);
            sum += fabs(gap);
            glp_set_row_stat(p, equation(lp, i, j), GLP_NS);
            glp_set_col_stat(p, column_u(lp, i, j),
                             i != k && up ? GLP_BS : GLP_NL);
            glp_set_col_stat(p, column_v(lp, i, j),
                             i != k && !up ? GLP_BS : GLP_NL);
        }
        glp_set_col_stat(p, COLUMN_X + j, GLP_BS);
        glp_set_row_stat(p, col_limit(lp, j), GLP_BS);
        if (sum > widest) {
            widest = sum;
            widest_col = j;
        }
    }
    for (int i = 0; i < lp->rows; i++) {
        glp_set_row_stat(p, row_limit(lp, i), GLP_BS);
        if (row[i] > row[widest_row])
            widest_row = i;
    }
    glp_set_row_stat(p, row_limit(lp, widest_row), GLP_NL);
    glp_set_row_stat(p, col_limit(lp, widest_col), GLP_NL);
    glp_set_col_stat(p, COLUMN_F, GLP_BS);
    glp_set_col_stat(p, COLUMN_G, GLP_BS);
}

/*
 * GLPK says why it stops, then aborts: its last words are taken, and the end
 * is that of all failures.
 */
static int hear(void *nothing, const char *text)
{
    (void)nothing;
    if (strstr(text, "memory"))
        status_out_of_memory();
    return 1; /* nothing is printed */
}

static void stop(void *nothing)
{
    (void)nothing;
    status_broken(__FILE__, __LINE__, "GLPK stopped");
}

static void start_glpk(void)
{
    enum { NO_MEMORY = 2 };
    if (glp_init_env() == NO_MEMORY)
        status_out_of_memory();
    glp_term_hook(hear, NULL);
    glp_error_hook(stop, NULL);
    glp_term_out(GLP_OFF);
}

struct minres_lp *minres_lp_new(const double *d, size_t rows, size_t cols)
{
    if (rows == 0 || cols == 0 || rows > MINRES_LP_MAX_ENTRIES / cols)
        return NULL;
    struct minres_lp *lp = xmalloc(sizeof *lp);
    lp->rows = (int)rows;
    lp->cols = (int)cols;
    lp->method = GLP_PRIMAL;
    lp->locked = glp_config("TLS") == NULL;
    if (lp->locked) {
        ceiling_hold();
        pthread_mutex_lock(&glpk_lock);
    }
    start_glpk();
    lp->problem = glp_create_prob();
    build(lp, d);
    start_at_medians(lp, d);
    return lp;
}

void minres_lp_change(struct minres_lp *lp, const double *d,
                      const double *row_offset, const double *col_offset)
{
    glp_prob *p = lp->problem;
    for (int i = 0; i < lp->rows; i++)
        for (int j = 0; j < lp->cols; j++) {
            double value = d[i * lp->cols + j];
            glp_set_row_bnds(p, equation(lp, i, j), GLP_FX, value, value);
        }
    for (int i = 0; i < lp->rows; i++)
        glp_set_row_bnds(p, row_limit(lp, i), GLP_LO,
                         row_offset ? row_offset[i] : 0, 0);
    for (int j = 0; j < lp->cols; j++)
        glp_set_row_bnds(p, col_limit(lp, j), GLP_LO,
                         col_offset ? col_offset[j] : 0, 0);
    /* the last basis is still optimal but for feasibility */
    lp->method = GLP_DUALP;
}

void minres_lp_free(struct minres_lp *lp)
{
    if (!lp)
        return;
    glp_delete_prob(lp->problem);
    if (lp->locked) {
        pthread_mutex_unlock(&glpk_lock);
        ceiling_release();
    }
    free(lp);
}

static void read_guess(const struct minres_lp *lp, struct minres_guess *guess)
{
    glp_prob *p = lp->problem;
    for (int i = 0; i < lp->rows; i++) {
        int k = row_limit(lp, i);
        guess->tight_row[i] = glp_get_row_stat(p, k) != GLP_BS;
        guess->lambda[i] = glp_get_row_dual(p, k);
    }
    for (int j = 0; j < lp->cols; j++) {
        int k = col_limit(lp, j);
        guess->tight_col[j] = glp_get_row_stat(p, k) != GLP_BS;
        guess->mu[j] = glp_get_row_dual(p, k);
        guess->x[j] = glp_get_col_prim(p, COLUMN_X + j);
        guess->pin[j] = guess->rows;
        for (int i = 0; i < lp->rows; i++) {
            bool u = glp_get_col_stat(p, column_u(lp, i, j)) == GLP_BS;
            bool v = glp_get_col_stat(p, column_v(lp, i, j)) == GLP_BS;
            guess->sign[i * lp->cols + j] =
                u && v ? MINRES_INFLATED : (signed char)(u - v);
            if (!u && !v && glp_get_row_stat(p, equation(lp, i, j)) != GLP_BS)
                guess->pin[j] = (size_t)i;
        }
    }
}

bool minres_lp_solve(struct minres_lp *lp, double alpha, double beta,
                     struct minres_guess *guess)
{
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.meth = lp->method;
    lp->method = GLP_PRIMAL;
    options.tol_bnd = 1e-10;
    options.tol_dj = 1e-10;
    /* counted, not timed: the same input gives the same result */
    options.it_lim = PIVOTS_PER_ROW * glp_get_num_rows(lp->problem);
    glp_set_obj_coef(lp->problem, COLUMN_F, alpha);
    glp_set_obj_coef(lp->problem, COLUMN_G, beta);
    if (glp_simplex(lp->problem, &options) != 0 ||
        glp_get_status(lp->problem) != GLP_OPT)
        return false;
    read_guess(lp, guess);
    return true;
}

void linalg_finish_thread(void)
{
    bool locked = glp_config("TLS") == NULL;
    if (locked)
        pthread_mutex_lock(&glpk_lock);
    glp_free_env();
    if (locked)
        pthread_mutex_unlock(&glpk_lock);
}
