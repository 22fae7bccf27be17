/*
 * Minimal residuals in plain doubles, for the forward pass that a user would
 * run: medians, and the linear programs' solutions taken at their word.
 */
#include "eval/linalg.h"

#include "eval/minres_lp.h"

#include "base/status.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MAX_PROGRAMS = 24 };

/* A - 1a' over `scale`, for a the first row; false where there is no value. */
static bool prepare(double **out, double *scale, const double *a, size_t rows,
                    size_t cols)
{
    double *d = xmalloc(rows * cols * sizeof *d + 1);
    double most = 0;
    bool finite = true;
    for (size_t k = 0; k < rows * cols; k++) {
        d[k] = a[k] - a[k % cols];
        finite = finite && isfinite(d[k]);
        most = fmax(most, fabs(d[k]));
    }
    for (size_t k = 0; k < rows * cols && most > 0; k++)
        d[k] /= most;
    *out = d;
    *scale = finite ? most : NAN;
    return finite && most > 0;
}

static int compare(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* Sorted values of a column; the caller frees. */
static double *sorted_column(const double *d, size_t rows, size_t cols,
                             size_t j)
{
    double *column = xmalloc(rows * sizeof *column);
    for (size_t i = 0; i < rows; i++)
        column[i] = d[i * cols + j];
    qsort(column, rows, sizeof *column, compare);
    return column;
}

static void set_median(double *x, const double *d, size_t rows, size_t cols)
{
    for (size_t j = 0; j < cols; j++) {
        LOCAL_FREE double *column = sorted_column(d, rows, cols, j);
        x[j] = column[rows / 2];
    }
}

static void set_midrange(double *x, const double *d, size_t rows, size_t cols)
{
    for (size_t j = 0; j < cols; j++) {
        LOCAL_FREE double *column = sorted_column(d, rows, cols, j);
        x[j] = (column[0] + column[rows - 1]) / 2;
    }
}

struct value {
    double f, g;
};

static struct value evaluate(const double *d, size_t rows, size_t cols,
                             const double *x)
{
    struct value v = {0, 0};
    for (size_t j = 0; j < cols; j++) {
        double sum = 0;
        for (size_t i = 0; i < rows; i++)
            sum += fabs(d[i * cols + j] - x[j]);
        v.f = fmax(v.f, sum);
    }
    for (size_t i = 0; i < rows; i++) {
        double sum = 0;
        for (size_t j = 0; j < cols; j++)
            sum += fabs(d[i * cols + j] - x[j]);
        v.g = fmax(v.g, sum);
    }
    return v;
}

double linalg_double_minres1(const double *a, size_t rows, size_t cols)
{
    double *d, scale, result = 0;
    if (prepare(&d, &scale, a, rows, cols)) {
        LOCAL_FREE double *x = xmalloc(cols * sizeof *x);
        set_median(x, d, rows, cols);
        result = evaluate(d, rows, cols, x).f;
    }
    free(d);
    return scale * result;
}

struct search {
    const double *d;
    size_t rows, cols;
    struct minres_lp *lp;
    struct minres_guess *guess;
    double best;             /* product f g */
    struct value best_value; /* where a program attained it */
    int programs;
};

/* The vertex for the weights; NaN where the program fails. */
static struct value vertex(struct search *s, double alpha, double beta)
{
    struct value v = {NAN, NAN};
    double size = fmax(alpha, beta);
    s->programs++;
    if (!s->lp || !minres_lp_solve(s->lp, alpha / size, beta / size, s->guess))
        return v;
    v = evaluate(s->d, s->rows, s->cols, s->guess->x);
    if (v.f * v.g <= s->best) {
        s->best = v.f * v.g;
        s->best_value = v;
    }
    return v;
}

/*
 * Splits the segment between two vertices where the frontier bends most, until
 * no corner can be better; segments wait in a list.
 */
static void split_segments(struct search *s, struct value left,
                           struct value right)
{
    struct value ends[2 * MAX_PROGRAMS + 2][2] = {{left, right}};
    for (size_t next = 0, count = 1; next < count && s->programs < MAX_PROGRAMS;
         next++) {
        struct value l = ends[next][0], r = ends[next][1];
        double alpha = l.g - r.g, beta = r.f - l.f;
        if (!(alpha > 0 && beta > 0) || l.f * r.g >= s->best)
            continue;
        struct value v = vertex(s, alpha, beta);
        double chord = alpha * l.f + beta * l.g;
        if (!(alpha * v.f + beta * v.g < chord * (1 - 1e-12)))
            continue;
        ends[count][0] = l;
        ends[count++][1] = v;
        ends[count][0] = v;
        ends[count++][1] = r;
    }
}

static void search_init(struct search *s, const double *d, size_t rows,
                        size_t cols)
{
    *s = (struct search){.d = d, .rows = rows, .cols = cols};
    s->lp = minres_lp_new(d, rows, cols);
    s->guess = minres_guess_new(rows, cols);
    s->best = INFINITY;
}

static void search_clear(struct search *s)
{
    minres_guess_free(s->guess);
    minres_lp_free(s->lp);
}

double linalg_double_minresinf(const double *a, size_t rows, size_t cols)
{
    double *d, scale, result = 0;
    if (prepare(&d, &scale, a, rows, cols)) {
        LOCAL_FREE double *x = xmalloc(cols * sizeof *x);
        set_midrange(x, d, rows, cols);
        result = evaluate(d, rows, cols, x).g;
        if (rows > 2 && cols > 1) {
            LOCAL(search_clear) struct search s;
            search_init(&s, d, rows, cols);
            result = fmin(result, vertex(&s, 0, 1).g);
        }
    }
    free(d);
    return scale * result;
}

/* The best of the medians, the midranges and the frontier's vertices. */
static double least_product(const double *d, size_t rows, size_t cols)
{
    struct search s;
    LOCAL_FREE double *x = xmalloc(cols * sizeof *x);
    search_init(&s, d, rows, cols);
    set_median(x, d, rows, cols);
    struct value v = evaluate(d, rows, cols, x);
    s.best = fmin(s.best, v.f * v.g);
    set_midrange(x, d, rows, cols);
    v = evaluate(d, rows, cols, x);
    s.best = fmin(s.best, v.f * v.g);
    if (rows > 2)
        split_segments(&s, vertex(&s, 1, 0x1p-20), vertex(&s, 0x1p-20, 1));
    search_clear(&s);
    return s.best;
}

double linalg_double_minres1inf(const double *a, size_t rows, size_t cols)
{
    double *d, scale, result = 0;
    if (prepare(&d, &scale, a, rows, cols))
        result = sqrt(least_product(d, rows, cols));
    free(d);
    return scale * result;
}

/* ---- gradients ---- */

/*
 * weight_ij sign(D_ij - x_j), weight_ij = lambda_i + mu_j; where the sign is
 * open it is such that every column sums to 0 (x is a minimiser).
 */
static void weigh_signs(double *out, const double *d, size_t rows, size_t cols,
                        const double *x, const double *lambda, const double *mu)
{
    const double pinned = 1e-9;
    for (size_t j = 0; j < cols; j++) {
        double sum = 0, open = 0;
        for (size_t i = 0; i < rows; i++) {
            double r = d[i * cols + j] - x[j], w = lambda[i] + mu[j];
            double s = fabs(r) <= pinned ? 0 : r > 0 ? w : -w;
            out[i * cols + j] = s;
            sum += s;
            open += fabs(r) <= pinned ? w : 0;
        }
        for (size_t i = 0; i < rows && open > 0; i++)
            if (fabs(d[i * cols + j] - x[j]) <= pinned)
                out[i * cols + j] = -sum / open * (lambda[i] + mu[j]);
    }
}

/* The worst column alone counts, at its median. */
static void gradient_one(double *out, const double *d, size_t rows, size_t cols)
{
    double *x = xmalloc(cols * sizeof *x), most = -1;
    LOCAL_FREE double *none = xcalloc(rows + cols, sizeof *none);
    size_t worst = 0;
    set_median(x, d, rows, cols);
    for (size_t j = 0; j < cols; j++) {
        double sum = 0;
        for (size_t i = 0; i < rows; i++)
            sum += fabs(d[i * cols + j] - x[j]);
        worst = sum > most ? j : worst;
        most = fmax(most, sum);
    }
    none[rows + worst] = 1;
    weigh_signs(out, d, rows, cols, x, none, none + rows);
    free(x);
}

/* The vertex for the weights f: alpha, g: beta, and its multipliers. */
static void gradient_at_vertex(double *out, struct search *s, double alpha,
                               double beta)
{
    struct value v = vertex(s, alpha, beta);
    double f = 0, g = 0;
    if (isnan(v.f))
        return;
    for (size_t j = 0; j < s->cols; j++)
        f += s->guess->mu[j];
    for (size_t i = 0; i < s->rows; i++)
        g += s->guess->lambda[i];
    double size = alpha > 0 && f > 0 ? alpha / f : g > 0 ? beta / g : 0;
    weigh_signs(out, s->d, s->rows, s->cols, s->guess->x, s->guess->lambda,
                s->guess->mu);
    for (size_t k = 0; k < s->rows * s->cols; k++)
        out[k] *= size;
}

/* sqrt(fg): its gradient is that of (g f + f g) / (2 sqrt(fg)). */
static void gradient_one_inf(double *out, struct search *s)
{
    split_segments(s, vertex(s, 1, 0x1p-20), vertex(s, 0x1p-20, 1));
    struct value v = s->best_value;
    double root = 2 * sqrt(v.f * v.g);
    if (root > 0)
        gradient_at_vertex(out, s, v.g / root, v.f / root);
}

void linalg_double_minres_gradient(double *out, const double *a, size_t rows,
                                   size_t cols, enum minres_kind kind)
{
    double *d, scale;
    struct search s;
    for (size_t k = 0; k < rows * cols; k++)
        out[k] = 0;
    if (prepare(&d, &scale, a, rows, cols)) {
        if (kind == MINRES_ONE) {
            gradient_one(out, d, rows, cols);
        } else {
            search_init(&s, d, rows, cols);
            if (kind == MINRES_INF)
                gradient_at_vertex(out, &s, 0, 1);
            else
                gradient_one_inf(out, &s);
            search_clear(&s);
        }
    }
    free(d);
}
