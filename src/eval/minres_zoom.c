/*
 * A linear program in doubles sees about 33 bits of its data.  Where its
 * vertex and multipliers leave a gap, the program is solved again in the
 * neighbourhood of the vertex, enlarged by the size of the gap, as in the
 * iterative refinement of [GleixnerSteffyWolter2016].
 *
 * With x = x* + delta xi and R = A - 1x*', each |R_ij - delta xi_j| / delta is
 * |B_ij - xi_j| plus a constant, for B_ij = R_ij / delta cut to [-REACH, REACH]
 * and |xi_j| <= REACH; the constants become offsets of the limits.
 */
#include "eval/minres_problem.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_ZOOMS = 8, REACH = 1 << 16 };

slong minres_agreement(const struct minres_point *point,
                       const struct minres_line *line, slong prec)
{
    slong bits = 0;
    LOCAL_ARF(value);
    LOCAL_ARF(gap);
    arf_mul_fmpz(value, arb_midref(point->f), line->alpha, prec, ARF_RND_NEAR);
    arf_addmul_fmpz(value, arb_midref(point->g), line->beta, prec,
                    ARF_RND_NEAR);
    arf_sub(gap, value, line->c, 30, ARF_RND_UP);
    if (arf_sgn(value) > 0 && arf_sgn(gap) <= 0)
        bits = prec;
    if (arf_sgn(value) > 0 && arf_sgn(gap) > 0) {
        arf_div(gap, gap, value, 30, ARF_RND_UP);
        bits = FLINT_MAX(0, -arf_abs_bound_lt_2exp_si(gap));
    }
    return FLINT_MIN(bits, prec);
}

struct zoom {
    double *d, *row_offset, *col_offset;
    arf_t *row, *col; /* sums of |R_ij| less what B_ij keeps of them */
    fmpz_t shift;     /* log2 of 1 / delta */
};

static arf_t *new_sums(slong count)
{
    arf_t *sums = xmalloc((size_t)count * sizeof *sums);
    for (slong k = 0; k < count; k++)
        arf_init(sums[k]);
    return sums;
}

static void free_sums(arf_t *sums, slong count)
{
    for (slong k = 0; k < count; k++)
        arf_clear(sums[k]);
    free(sums);
}

static void zoom_init(struct zoom *z, const struct minres_problem *p)
{
    size_t rows = (size_t)p->rows, cols = (size_t)p->cols;
    z->d = xmalloc(rows * cols * sizeof *z->d);
    z->row_offset = xmalloc(rows * sizeof *z->row_offset);
    z->col_offset = xmalloc(cols * sizeof *z->col_offset);
    z->row = new_sums(p->rows);
    z->col = new_sums(p->cols);
    fmpz_init(z->shift);
}

static void zoom_clear(struct zoom *z, const struct minres_problem *p)
{
    fmpz_clear(z->shift);
    free_sums(z->col, p->cols);
    free_sums(z->row, p->rows);
    free(z->col_offset);
    free(z->row_offset);
    free(z->d);
}

/* sum - value / delta as a double that is not so low as to hurt */
static double offset(const arf_t sum, const arf_t value, const struct zoom *z,
                     const struct minres_problem *p)
{
    LOCAL_ARF(x);
    arf_mul_2exp_fmpz(x, value, z->shift);
    arf_sub(x, sum, x, p->prec, ARF_RND_NEAR);
    double result = arf_get_d(x, ARF_RND_NEAR);
    return fmax(result, -8.0 * REACH * (double)(p->rows + p->cols));
}

/* Enlarges by 2^bits around the point. */
static void zoom_set(struct zoom *z, const struct minres_problem *p,
                     const struct minres_point *point, slong bits)
{
    LOCAL_ARF(r);
    fmpz_sub_si(z->shift, p->exponent, bits);
    fmpz_neg(z->shift, z->shift);
    for (slong i = 0; i < p->rows; i++)
        arf_zero(z->row[i]);
    for (slong j = 0; j < p->cols; j++)
        arf_zero(z->col[j]);
    for (slong i = 0; i < p->rows; i++)
        for (slong j = 0; j < p->cols; j++) {
            arf_sub(r, arb_midref(arb_mat_entry(p->a, i, j)),
                    arb_midref(point->x + j), p->prec, ARF_RND_NEAR);
            arf_mul_2exp_fmpz(r, r, z->shift);
            double b = arf_get_d(r, ARF_RND_NEAR);
            b = fmax(-REACH, fmin(REACH, b));
            z->d[i * p->cols + j] = b;
            arf_abs(r, r);
            arf_add(z->row[i], z->row[i], r, p->prec, ARF_RND_NEAR);
            arf_add(z->col[j], z->col[j], r, p->prec, ARF_RND_NEAR);
            arf_set_d(r, fabs(b));
            arf_sub(z->row[i], z->row[i], r, p->prec, ARF_RND_NEAR);
            arf_sub(z->col[j], z->col[j], r, p->prec, ARF_RND_NEAR);
        }
    for (slong i = 0; i < p->rows; i++)
        z->row_offset[i] = offset(z->row[i], arb_midref(point->g), z, p);
    for (slong j = 0; j < p->cols; j++)
        z->col_offset[j] = offset(z->col[j], arb_midref(point->f), z, p);
}

/* Weights of the program: the larger becomes 1. */
static bool solve(struct minres_lp *lp, slong alpha, slong beta,
                  struct minres_guess *guess)
{
    double size = (double)FLINT_MAX(alpha, beta);
    return minres_lp_solve(lp, (double)alpha / size, (double)beta / size,
                           guess);
}

static void zoom_in(struct minres_point *point, struct minres_line *line,
                    const struct minres_problem *p, struct minres_lp *lp,
                    struct minres_guess *guess, slong alpha, slong beta)
{
    LOCAL(minres_point_clear) struct minres_point finer;
    struct zoom z;
    minres_point_init(&finer, p->cols);
    LOCAL_MADE(minres_line, closer);
    zoom_init(&z, p);
    slong bits = minres_agreement(point, line, p->prec);
    for (int k = 0; k < MAX_ZOOMS && bits < p->goal; k++) {
        zoom_set(&z, p, point, bits);
        minres_lp_change(lp, z.d, z.row_offset, z.col_offset);
        if (!solve(lp, alpha, beta, guess))
            break;
        minres_vertex_set(&finer, &closer, p, guess, alpha, beta);
        slong better = minres_agreement(&finer, &closer, p->prec);
        if (better <= bits)
            break;
        bits = better;
        minres_point_set(point, &finer);
        minres_line_swap(line, &closer);
    }
    minres_lp_change(lp, p->d, NULL, NULL);
    zoom_clear(&z, p);
}

bool minres_solve(struct minres_point *point, struct minres_line *line,
                  const struct minres_problem *p, struct minres_lp *lp,
                  struct minres_guess *guess, slong alpha, slong beta)
{
    if (!lp || !solve(lp, alpha, beta, guess))
        return false;
    minres_vertex_set(point, line, p, guess, alpha, beta);
    if (minres_agreement(point, line, p->prec) < p->goal)
        zoom_in(point, line, p, lp, guess, alpha, beta);
    return true;
}
