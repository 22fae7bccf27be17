/*
 * A minimal residual problem in balls, and the two kinds of evidence for its
 * value: points x (upper bounds) and multipliers (lower bounds).  Both are
 * valid whatever they are; docs/error-analysis.md#minimal-residuals.
 *
 * f(x) = norm1(A - 1x') and g(x) = norminf(A - 1x').
 */
#pragma once

#include "eval/flint_compat.h"
#include "eval/minres_lp.h"

/* A - 1c' for a c near its rows, so that no digits are lost later. */
struct minres_problem {
    slong rows, cols, prec;
    arb_mat_t a;
    double *d; /* the same in doubles, by rows, times 2^-exponent */
    fmpz_t exponent;
    slong *order; /* by columns: the rows by ascending midpoint */
    slong goal;   /* bits that the radii of `a` and prec leave to be won */
};

/* `a` is finite with at least one row and one column. */
void minres_problem_init(struct minres_problem *p, const arb_mat_t a,
                         slong prec);
void minres_problem_clear(struct minres_problem *p);

/* A point with enclosures of f and g there. */
struct minres_point {
    slong cols;
    arb_ptr x; /* exact */
    arb_t f, g;
};

void minres_point_init(struct minres_point *point, slong cols);
void minres_point_clear(struct minres_point *point);
void minres_point_set(struct minres_point *out, const struct minres_point *in);
/* Sets f and g from x, whose balls are cut to their midpoints. */
void minres_point_evaluate(struct minres_point *point,
                           const struct minres_problem *p);
void minres_point_set_median(struct minres_point *point,
                             const struct minres_problem *p);
void minres_point_set_midrange(struct minres_point *point,
                               const struct minres_problem *p);
void minres_point_set_mean(struct minres_point *point,
                           const struct minres_problem *p);

/*
 * alpha f(x) + beta g(x) >= c for all x, with exact integers alpha and beta,
 * not both 0 in a line that bounds anything.
 */
struct minres_line {
    fmpz_t alpha, beta;
    arf_t c;
};

void minres_line_init(struct minres_line *line);
void minres_line_clear(struct minres_line *line);
void minres_line_swap(struct minres_line *x, struct minres_line *y);

/*
 * The line of nonnegative multipliers lambda (by rows) and mu (by columns):
 * alpha = sum of mu, beta = sum of lambda, c from weighted medians.
 */
void minres_line_set(struct minres_line *line, const struct minres_problem *p,
                     const fmpz *lambda, const fmpz *mu);

/*
 * The vertex that the guess stands for, computed to the problem's precision:
 * the point and the line through it for the weights alpha, beta (nonnegative
 * integers, not both 0).  Falls back on the guess's own doubles where its
 * basis is unusable.
 */
void minres_vertex_set(struct minres_point *point, struct minres_line *line,
                       const struct minres_problem *p,
                       const struct minres_guess *guess, slong alpha,
                       slong beta);

/* The bits to which the line meets the point, at most prec; no bound. */
slong minres_agreement(const struct minres_point *point,
                       const struct minres_line *line, slong prec);

/*
 * A minimiser of alpha f + beta g and the line that shows it, by the linear
 * program and as many refinements as the precision asks for.  False if there
 * is no program (NULL) or GLPK gives up.
 */
bool minres_solve(struct minres_point *point, struct minres_line *line,
                  const struct minres_problem *p, struct minres_lp *lp,
                  struct minres_guess *guess, slong alpha, slong beta);
