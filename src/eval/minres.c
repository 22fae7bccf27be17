/*
 * Certified minimal residuals: min over x of a norm of A - 1x'.
 *
 * Upper bounds are norms at points, lower bounds come from multipliers
 * (linear programming duality); docs/error-analysis.md#minimal-residuals.
 */
#include "eval/linalg.h"

#include "eval/minres_frontier.h"
#include "eval/minres_problem.h"

#include "base/status.h"

#include <stdbool.h>

enum { GUARD_BITS = 20 };

/* Handles what has no value, and what is 0 without looking. */
static bool enclose_simply(arb_t out, const arb_mat_t a)
{
    slong rows = arb_mat_nrows(a), cols = arb_mat_ncols(a);
    if (!arb_mat_is_finite(a)) {
        arb_indeterminate(out);
        return true;
    }
    for (slong i = 1; i < rows; i++)
        for (slong j = 0; j < cols; j++) {
            arb_srcptr x = arb_mat_entry(a, i, j);
            if (!arb_is_exact(x) || !arb_equal(x, arb_mat_entry(a, 0, j)))
                return false;
        }
    arb_zero(out);
    return true;
}

static slong working_precision(const arb_mat_t a, slong prec)
{
    ulong size = (ulong)(arb_mat_nrows(a) + arb_mat_ncols(a));
    return prec + GUARD_BITS + 2 * (slong)FLINT_BIT_COUNT(size);
}

static void set_interval(arb_t out, const arf_t low, const arf_t high,
                         slong prec)
{
    ENSURE(arf_cmp(low, high) <= 0, "bounds of a minimal residual cross");
    arb_set_interval_arf(out, low, high, prec);
}

static void raise_to(arf_t low, const arf_t x)
{
    if (arf_cmp(x, low) > 0)
        arf_set(low, x);
}

/* The upper end of x, if it is smaller. */
static void lower_to(arf_t high, const arb_t x, slong prec)
{
    LOCAL_ARF(u);
    arb_get_ubound_arf(u, x, prec);
    if (arf_cmp(u, high) < 0)
        arf_set(high, u);
}

/*
 * min over x of sum |a_i - x| for one column: at most the sum at a median, at
 * least the sum of |a_i - a_k| over disjoint pairs.
 */
static void enclose_column(arb_t out, const struct minres_problem *p, slong j)
{
    const slong *order = p->order + j * p->rows;
    LOCAL_ARB(high);
    LOCAL_ARB(low);
    LOCAL_ARB(x);
    LOCAL_ARB(term);
    LOCAL_ARF(l);
    LOCAL_ARF(h);
    arb_get_mid_arb(x, arb_mat_entry(p->a, order[p->rows / 2], j));
    for (slong k = 0; k < p->rows; k++) {
        arb_sub(term, arb_mat_entry(p->a, order[k], j), x, p->prec);
        arb_abs(term, term);
        arb_add(high, high, term, p->prec);
    }
    for (slong k = 0; k < p->rows / 2; k++) {
        arb_sub(term, arb_mat_entry(p->a, order[p->rows - 1 - k], j),
                arb_mat_entry(p->a, order[k], j), p->prec);
        arb_abs(term, term);
        arb_add(low, low, term, p->prec);
    }
    arb_get_lbound_arf(l, low, p->prec);
    arb_get_ubound_arf(h, high, p->prec);
    set_interval(out, l, h, p->prec);
}

static void enclose_minres1(arb_t out, const struct minres_problem *p)
{
    LOCAL_ARB(column);
    enclose_column(out, p, 0);
    for (slong j = 1; j < p->cols; j++) {
        enclose_column(column, p, j);
        arb_max(out, out, column, p->prec);
    }
}

void linalg_minres1(arb_t out, const arb_mat_t a, slong prec)
{
    if (enclose_simply(out, a))
        return;
    LOCAL(minres_problem_clear) struct minres_problem p;
    minres_problem_init(&p, a, working_precision(a, prec));
    enclose_minres1(out, &p);
    arb_set_round(out, out, prec);
}

/* Half the largest distance of two rows in the sum norm. */
static void enclose_half_diameter(arb_t out, const struct minres_problem *p)
{
    LOCAL_ARB(sum);
    LOCAL_ARB(term);
    arb_zero(out);
    for (slong i = 0; i < p->rows; i++)
        for (slong k = 0; k < i; k++) {
            arb_zero(sum);
            for (slong j = 0; j < p->cols; j++) {
                arb_sub(term, arb_mat_entry(p->a, i, j),
                        arb_mat_entry(p->a, k, j), p->prec);
                arb_abs(term, term);
                arb_add(sum, sum, term, p->prec);
            }
            arb_max(out, out, sum, p->prec);
        }
    arb_mul_2exp_si(out, out, -1);
}

/* The lower bound of g alone that a line with alpha = 0 gives. */
static void raise_by_line(arf_t low, const struct minres_line *line, slong prec)
{
    LOCAL_ARF(bound);
    if (fmpz_sgn(line->beta) > 0 && fmpz_is_zero(line->alpha)) {
        arf_div_fmpz(bound, line->c, line->beta, prec, ARF_RND_FLOOR);
        raise_to(low, bound);
    }
}

/*
 * min g by the linear program, if there is one; for two rows, or one column,
 * the half diameter is the minimum already.
 */
static void enclose_minresinf(arb_t out, const struct minres_problem *p,
                              struct minres_lp *lp)
{
    struct minres_point point;
    struct minres_line line;
    enclose_half_diameter(out, p);
    if (p->rows <= 2 || p->cols == 1)
        return;
    minres_point_init(&point, p->cols);
    minres_line_init(&line);
    LOCAL_ARF(low);
    LOCAL_ARF(high);
    arb_get_lbound_arf(low, out, p->prec);
    arf_pos_inf(high);
    minres_point_set_mean(&point, p);
    lower_to(high, point.g, p->prec);
    minres_point_set_midrange(&point, p);
    lower_to(high, point.g, p->prec);
    struct minres_guess *guess =
        minres_guess_new((size_t)p->rows, (size_t)p->cols);
    if (minres_solve(&point, &line, p, lp, guess, 0, 1)) {
        lower_to(high, point.g, p->prec);
        raise_by_line(low, &line, p->prec);
    }
    set_interval(out, low, high, p->prec);
    minres_guess_free(guess);
    minres_line_clear(&line);
    minres_point_clear(&point);
}

static struct minres_lp *new_lp(const struct minres_problem *p)
{
    return minres_lp_new(p->d, (size_t)p->rows, (size_t)p->cols);
}

void linalg_minresinf(arb_t out, const arb_mat_t a, slong prec)
{
    if (enclose_simply(out, a))
        return;
    LOCAL(minres_problem_clear) struct minres_problem p;
    minres_problem_init(&p, a, working_precision(a, prec));
    bool needs_lp = p.rows > 2 && p.cols > 1;
    struct minres_lp *lp = needs_lp ? new_lp(&p) : NULL;
    enclose_minresinf(out, &p, lp);
    arb_set_round(out, out, prec);
    minres_lp_free(lp);
}

/* sqrt(norminf(z) norm1(z) / 2) for the difference z of two rows */
static void enclose_two_rows(arb_t out, const struct minres_problem *p)
{
    LOCAL_ARB(sum);
    LOCAL_ARB(term);
    arb_zero(out);
    for (slong j = 0; j < p->cols; j++) {
        arb_sub(term, arb_mat_entry(p->a, 0, j), arb_mat_entry(p->a, 1, j),
                p->prec);
        arb_abs(term, term);
        arb_add(sum, sum, term, p->prec);
        arb_max(out, out, term, p->prec);
    }
    arb_mul(out, out, sum, p->prec);
    arb_mul_2exp_si(out, out, -1);
    arb_sqrtpos(out, out, p->prec);
}

static void try_point(arf_t high, struct minres_point *best,
                      const struct minres_point *point, slong prec)
{
    LOCAL_ARB(product);
    LOCAL_ARF(old);
    arf_set(old, high);
    arb_mul(product, point->f, point->g, prec);
    lower_to(high, product, prec);
    if (arf_cmp(high, old) < 0)
        minres_point_set(best, point);
}

/* The product's lower bound from the separate minima of f and g. */
static void bound_separately(arf_t low, const arf_t f_low, const arf_t g_low,
                             slong prec)
{
    if (arf_sgn(f_low) > 0 && arf_sgn(g_low) > 0)
        arf_mul(low, f_low, g_low, prec, ARF_RND_FLOOR);
    else
        arf_zero(low);
}

static void enclose_minres1inf(arb_t out, const struct minres_problem *p,
                               slong prec)
{
    LOCAL(minres_point_clear) struct minres_point best, point;
    struct minres_lp *lp = new_lp(p);
    minres_point_init(&best, p->cols);
    minres_point_init(&point, p->cols);
    LOCAL_ARF(low);
    LOCAL_ARF(high);
    LOCAL_ARF(f_low);
    LOCAL_ARF(g_low);
    enclose_minres1(out, p);
    arb_get_lbound_arf(f_low, out, p->prec);
    enclose_minresinf(out, p, lp);
    arb_get_lbound_arf(g_low, out, p->prec);
    bound_separately(low, f_low, g_low, p->prec);
    arf_pos_inf(high);
    minres_point_set_median(&point, p);
    try_point(high, &best, &point, p->prec);
    minres_point_set_midrange(&point, p);
    try_point(high, &best, &point, p->prec);
    minres_point_set_mean(&point, p);
    try_point(high, &best, &point, p->prec);
    if (lp && arf_sgn(low) > 0) {
        minres_frontier(low, &best, p, f_low, g_low, lp, prec);
        try_point(high, &point, &best, p->prec);
    }
    set_interval(out, low, high, p->prec);
    arb_sqrtpos(out, out, p->prec);
    minres_lp_free(lp);
}

void linalg_minres1inf(arb_t out, const arb_mat_t a, slong prec)
{
    if (enclose_simply(out, a))
        return;
    LOCAL(minres_problem_clear) struct minres_problem p;
    minres_problem_init(&p, a, working_precision(a, prec));
    if (p.rows == 2)
        enclose_two_rows(out, &p);
    else
        enclose_minres1inf(out, &p, prec);
    arb_set_round(out, out, prec);
}
