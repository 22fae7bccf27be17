/* Evidence for minimal residuals: points and lines, in ball arithmetic. */
#include "eval/minres_problem.h"

#include "eval/linalg_internal.h"

#include "base/status.h"

#include <stdlib.h>

enum { SPARE_BITS = 16 /* of the working precision, lost in sums */ };

static void sort_column(slong *order, const arb_mat_t a, slong j)
{
    for (slong k = 0; k < arb_mat_nrows(a); k++) {
        slong at = k;
        arf_srcptr x = arb_midref(arb_mat_entry(a, k, j));
        for (; at > 0; at--) {
            slong other = order[at - 1];
            if (arf_cmp(arb_midref(arb_mat_entry(a, other, j)), x) <= 0)
                break;
            order[at] = other;
        }
        order[at] = k;
    }
}

/* Bits below the largest entry at which the radii begin to count. */
static void set_goal(struct minres_problem *p)
{
    LOCAL_FMPZ(bits);
    LOCAL_MAG(radii);
    for (slong k = 0; k < p->rows * p->cols; k++)
        mag_add(radii, radii,
                arb_radref(arb_mat_entry(p->a, k / p->cols, k % p->cols)));
    p->goal = p->prec - SPARE_BITS;
    if (!mag_is_zero(radii)) {
        fmpz_sub(bits, p->exponent, MAG_EXPREF(radii));
        if (fmpz_cmp_si(bits, p->goal) < 0)
            p->goal = fmpz_sgn(bits) < 0 ? 0 : fmpz_get_si(bits);
    }
}

void minres_problem_init(struct minres_problem *p, const arb_mat_t a,
                         slong prec)
{
    p->rows = arb_mat_nrows(a);
    p->cols = arb_mat_ncols(a);
    p->prec = prec;
    size_t entries = (size_t)(p->rows * p->cols);
    p->d = xmalloc(entries * sizeof *p->d);
    p->order = xmalloc(entries * sizeof *p->order);
    arb_mat_init(p->a, p->rows, p->cols);
    fmpz_init(p->exponent);
    LOCAL_ARB(shift);
    for (slong j = 0; j < p->cols; j++) {
        arb_get_mid_arb(shift, arb_mat_entry(a, 0, j));
        for (slong i = 0; i < p->rows; i++)
            arb_sub(arb_mat_entry(p->a, i, j), arb_mat_entry(a, i, j), shift,
                    prec);
        sort_column(p->order + j * p->rows, p->a, j);
    }
    linalg_scaled_doubles(p->d, p->exponent, p->a);
    set_goal(p);
}

void minres_problem_clear(struct minres_problem *p)
{
    fmpz_clear(p->exponent);
    arb_mat_clear(p->a);
    free(p->order);
    free(p->d);
}

void minres_point_init(struct minres_point *point, slong cols)
{
    point->cols = cols;
    point->x = _arb_vec_init(cols);
    arb_init(point->f);
    arb_init(point->g);
}

void minres_point_clear(struct minres_point *point)
{
    arb_clear(point->g);
    arb_clear(point->f);
    _arb_vec_clear(point->x, point->cols);
}

void minres_point_set(struct minres_point *out, const struct minres_point *in)
{
    _arb_vec_set(out->x, in->x, in->cols);
    arb_set(out->f, in->f);
    arb_set(out->g, in->g);
}

void minres_point_evaluate(struct minres_point *point,
                           const struct minres_problem *p)
{
    arb_ptr sums = _arb_vec_init(p->cols);
    LOCAL_ARB(row);
    LOCAL_ARB(gap);
    for (slong j = 0; j < p->cols; j++)
        mag_zero(arb_radref(point->x + j));
    for (slong i = 0; i < p->rows; i++) {
        arb_zero(row);
        for (slong j = 0; j < p->cols; j++) {
            arb_sub(gap, arb_mat_entry(p->a, i, j), point->x + j, p->prec);
            arb_abs(gap, gap);
            arb_add(row, row, gap, p->prec);
            arb_add(sums + j, sums + j, gap, p->prec);
        }
        if (i == 0)
            arb_set(point->g, row);
        else
            arb_max(point->g, point->g, row, p->prec);
    }
    arb_set(point->f, sums);
    for (slong j = 1; j < p->cols; j++)
        arb_max(point->f, point->f, sums + j, p->prec);
    _arb_vec_clear(sums, p->cols);
}

void minres_point_set_median(struct minres_point *point,
                             const struct minres_problem *p)
{
    for (slong j = 0; j < p->cols; j++) {
        slong i = p->order[j * p->rows + p->rows / 2];
        arb_set(point->x + j, arb_mat_entry(p->a, i, j));
    }
    minres_point_evaluate(point, p);
}

void minres_point_set_midrange(struct minres_point *point,
                               const struct minres_problem *p)
{
    for (slong j = 0; j < p->cols; j++) {
        const slong *order = p->order + j * p->rows;
        arb_add(point->x + j, arb_mat_entry(p->a, order[0], j),
                arb_mat_entry(p->a, order[p->rows - 1], j), p->prec);
        arb_mul_2exp_si(point->x + j, point->x + j, -1);
    }
    minres_point_evaluate(point, p);
}

void minres_point_set_mean(struct minres_point *point,
                           const struct minres_problem *p)
{
    for (slong j = 0; j < p->cols; j++) {
        arb_zero(point->x + j);
        for (slong i = 0; i < p->rows; i++)
            arb_add(point->x + j, point->x + j, arb_mat_entry(p->a, i, j),
                    p->prec);
        arb_div_si(point->x + j, point->x + j, p->rows, p->prec);
    }
    minres_point_evaluate(point, p);
}

void minres_line_init(struct minres_line *line)
{
    fmpz_init(line->alpha);
    fmpz_init(line->beta);
    arf_init(line->c);
}

void minres_line_clear(struct minres_line *line)
{
    arf_clear(line->c);
    fmpz_clear(line->beta);
    fmpz_clear(line->alpha);
}

void minres_line_swap(struct minres_line *x, struct minres_line *y)
{
    struct minres_line z = *x;
    *x = *y;
    *y = z;
}

/*
 * Adds the weighted median's bound of column j: sum y_i A_ij where y_i is the
 * weight above the median and minus it below, and what is left at the median
 * makes the sum of the y_i vanish; that rest is at most the weight there.
 */
static void add_column(arb_t sum, const struct minres_problem *p, slong j,
                       const fmpz *lambda, const fmpz_t mu)
{
    const slong *order = p->order + j * p->rows;
    LOCAL_FMPZ(below);
    LOCAL_FMPZ(above);
    LOCAL_FMPZ(weight);
    LOCAL_FMPZ(next);
    for (slong k = 0; k < p->rows; k++) {
        fmpz_add(above, above, lambda + k);
        fmpz_add(above, above, mu);
    }
    bool is_past = false;
    for (slong k = 0; k < p->rows; k++) {
        arb_srcptr x = arb_mat_entry(p->a, order[k], j);
        fmpz_add(weight, lambda + order[k], mu);
        fmpz_sub(above, above, weight);
        fmpz_add(next, below, weight);
        if (is_past) {
            arb_addmul_fmpz(sum, x, weight, p->prec);
        } else if (fmpz_cmp(next, above) < 0) {
            fmpz_neg(weight, weight);
            arb_addmul_fmpz(sum, x, weight, p->prec);
        } else {
            fmpz_sub(weight, below, above);
            arb_addmul_fmpz(sum, x, weight, p->prec);
            is_past = true;
        }
        fmpz_set(below, next);
    }
}

void minres_line_set(struct minres_line *line, const struct minres_problem *p,
                     const fmpz *lambda, const fmpz *mu)
{
    LOCAL_ARB(sum);
    fmpz_zero(line->alpha);
    fmpz_zero(line->beta);
    for (slong i = 0; i < p->rows; i++) {
        ENSURE(fmpz_sgn(lambda + i) >= 0, "a multiplier is negative");
        fmpz_add(line->beta, line->beta, lambda + i);
    }
    for (slong j = 0; j < p->cols; j++) {
        ENSURE(fmpz_sgn(mu + j) >= 0, "a multiplier is negative");
        fmpz_add(line->alpha, line->alpha, mu + j);
        add_column(sum, p, j, lambda, mu + j);
    }
    arb_get_lbound_arf(line->c, sum, p->prec);
}
