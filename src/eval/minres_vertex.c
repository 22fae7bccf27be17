/*
 * From a simplex basis in doubles to its vertex and multipliers at full
 * precision.
 *
 * All coefficients of the linear program are 0 and +-1; so the multipliers of
 * a basis are found exactly, whatever the entries of A are.  Equations, for
 * the free columns x_j (those without a pin x_j = A_ij) and s = sign:
 *
 *     g + sum_free s_ij x_j = sum_j s_ij A_ij - sum_pinned s_ij x_j  (row i)
 *     f + (sum_i s_ij) x_j = sum_i s_ij A_ij                      (column j)
 *
 * An inflated |A_ij - x_j| is an unknown of its own, with coefficient -1 in
 * both.  The multipliers solve the transposed system for (alpha, beta, 0, ...).
 */
#include "eval/minres_problem.h"

#include "base/status.h"

#include <stdlib.h>

struct basis {
    const struct minres_problem *p;
    const struct minres_guess *guess;
    slong size;       /* of the square system */
    slong *unknown;   /* by column: the place of x_j among them, or -1 */
    slong *inflated;  /* by entry: the place of its inflation, or -1 */
    slong *equations; /* row i as i, column j as rows + j */
};

/* False if there are not as many equations as unknowns. */
static bool basis_init(struct basis *b, const struct minres_problem *p,
                       const struct minres_guess *guess)
{
    slong unknowns = 2, equations = 0;
    b->p = p;
    b->guess = guess;
    b->unknown = xcalloc((size_t)p->cols, sizeof *b->unknown);
    b->inflated = xcalloc((size_t)(p->rows * p->cols), sizeof *b->inflated);
    b->equations = xcalloc((size_t)(p->rows + p->cols), sizeof *b->equations);
    for (slong i = 0; i < p->rows; i++)
        if (guess->tight_row[i])
            b->equations[equations++] = i;
    for (slong j = 0; j < p->cols; j++) {
        if (guess->tight_col[j])
            b->equations[equations++] = p->rows + j;
        b->unknown[j] = guess->pin[j] == guess->rows ? unknowns++ : -1;
    }
    for (slong k = 0; k < p->rows * p->cols; k++)
        b->inflated[k] = guess->sign[k] == MINRES_INFLATED ? unknowns++ : -1;
    b->size = unknowns;
    return equations == unknowns;
}

static void basis_clear(struct basis *b)
{
    free(b->equations);
    free(b->inflated);
    free(b->unknown);
}

/* Adds |A_ij - x_j| to equation e, on the side where each part is known. */
static void add_term(fmpz_mat_t k, arb_t rhs, const struct basis *b, slong e,
                     slong i, slong j)
{
    slong at = i * b->p->cols + j, u = b->unknown[j];
    if (b->inflated[at] >= 0) {
        fmpz_set_si(fmpz_mat_entry(k, e, b->inflated[at]), -1);
        return;
    }
    slong s = b->guess->sign[at];
    arb_addmul_si(rhs, arb_mat_entry(b->p->a, i, j), s, b->p->prec);
    if (u >= 0) {
        fmpz *entry = fmpz_mat_entry(k, e, u);
        fmpz_add_si(entry, entry, s);
    } else {
        slong pin = (slong)b->guess->pin[j];
        arb_submul_si(rhs, arb_mat_entry(b->p->a, pin, j), s, b->p->prec);
    }
}

static void build_system(fmpz_mat_t k, arb_mat_t rhs, const struct basis *b)
{
    slong rows = b->p->rows;
    for (slong e = 0; e < b->size; e++) {
        slong which = b->equations[e];
        arb_ptr side = arb_mat_entry(rhs, e, 0);
        if (which < rows) {
            fmpz_one(fmpz_mat_entry(k, e, 1));
            for (slong j = 0; j < b->p->cols; j++)
                add_term(k, side, b, e, which, j);
        } else {
            fmpz_one(fmpz_mat_entry(k, e, 0));
            for (slong i = 0; i < rows; i++)
                add_term(k, side, b, e, i, which - rows);
        }
    }
}

static bool solve_point(struct minres_point *point, const struct basis *b,
                        const fmpz_mat_t k, const arb_mat_t rhs)
{
    LOCAL_ARB_MAT(matrix, b->size, b->size);
    LOCAL_ARB_MAT(solution, b->size, 1);
    arb_mat_set_fmpz_mat(matrix, k);
    bool solved = arb_mat_approx_solve(solution, matrix, rhs, b->p->prec) != 0;
    for (slong j = 0; solved && j < b->p->cols; j++) {
        slong u = b->unknown[j], pin = (slong)b->guess->pin[j];
        arb_set(point->x + j, u >= 0 ? arb_mat_entry(solution, u, 0)
                                     : arb_mat_entry(b->p->a, pin, j));
    }
    return solved;
}

static bool solve_multipliers(fmpz *lambda, fmpz *mu, const struct basis *b,
                              const fmpz_mat_t k, slong alpha, slong beta)
{
    LOCAL_FMPZ(den);
    LOCAL_FMPZ_MAT(transpose, b->size, b->size);
    LOCAL_FMPZ_MAT(weights, b->size, 1);
    LOCAL_FMPZ_MAT(solution, b->size, 1);
    fmpz_mat_transpose(transpose, k);
    fmpz_set_si(fmpz_mat_entry(weights, 0, 0), alpha);
    fmpz_set_si(fmpz_mat_entry(weights, 1, 0), beta);
    bool solved = fmpz_mat_solve(solution, den, transpose, weights) != 0;
    for (slong e = 0; solved && e < b->size; e++) {
        slong which = b->equations[e];
        fmpz *out =
            which < b->p->rows ? lambda + which : mu + (which - b->p->rows);
        fmpz_mul_si(out, fmpz_mat_entry(solution, e, 0), fmpz_sgn(den));
        if (fmpz_sgn(out) < 0)
            fmpz_zero(out); /* any nonnegative multipliers give a bound */
    }
    return solved;
}

/* A multiplier of GLPK on the grid 2^-40; it is at most about alpha + beta. */
static void set_rounded(fmpz_t out, double multiplier)
{
    if (multiplier > 0 && multiplier < 0x1p60)
        fmpz_set_d(out, multiplier * 0x1p40);
    else
        fmpz_zero(out);
}

static void use_doubles(struct minres_point *point, fmpz *lambda, fmpz *mu,
                        const struct minres_problem *p,
                        const struct minres_guess *guess)
{
    for (slong i = 0; i < p->rows; i++)
        set_rounded(lambda + i, guess->lambda[i]);
    for (slong j = 0; j < p->cols; j++) {
        set_rounded(mu + j, guess->mu[j]);
        arb_set_d(point->x + j, guess->x[j]);
        arb_mul_2exp_fmpz(point->x + j, point->x + j, p->exponent);
    }
}

void minres_vertex_set(struct minres_point *point, struct minres_line *line,
                       const struct minres_problem *p,
                       const struct minres_guess *guess, slong alpha,
                       slong beta)
{
    LOCAL(basis_clear) struct basis b;
    fmpz *lambda = _fmpz_vec_init(p->rows), *mu = _fmpz_vec_init(p->cols);
    bool solved = false;
    if (basis_init(&b, p, guess)) {
        LOCAL_FMPZ_MAT(k, b.size, b.size);
        LOCAL_ARB_MAT(rhs, b.size, 1);
        build_system(k, rhs, &b);
        solved = solve_point(point, &b, k, rhs) &&
                 solve_multipliers(lambda, mu, &b, k, alpha, beta);
    }
    if (!solved)
        use_doubles(point, lambda, mu, p, guess);
    if (alpha == 0)
        _fmpz_vec_zero(mu, p->cols);
    minres_point_evaluate(point, p);
    minres_line_set(line, p, lambda, mu);
    _fmpz_vec_clear(mu, p->cols);
    _fmpz_vec_clear(lambda, p->rows);
}
