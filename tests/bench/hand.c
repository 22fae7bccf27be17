#include "bench/hand.h"

#include "base/status.h"
#include "eval/flint_compat.h"

#include <stdlib.h>

/* One shape; all memory is made once and used again. */
struct hand {
    slong n, d, dk, prec;
    arb_mat_t X, WQK, WV;   /* the inputs */
    arb_mat_t XT, XW, P;    /* X', X * WQK, logits and then softmax */
    arb_mat_t R, RT, RW, E; /* the residual and its logits */
    arb_mat_t PX, Y;        /* P * X, and res(P * X * WV) */
    arb_ptr sums;           /* of columns: d */
    arf_t top;              /* the largest midpoint of a row */
    arb_t scale, s, t, u;   /* 1 / sqrt(dk); scratch */
    arb_t lhs, rhs, ratio;
};

static void init_matrices(struct hand *h, slong n, slong d)
{
    arb_mat_init(h->X, n, d);
    arb_mat_init(h->WQK, d, d);
    arb_mat_init(h->WV, d, d);
    arb_mat_init(h->XT, d, n);
    arb_mat_init(h->XW, n, d);
    arb_mat_init(h->P, n, n);
    arb_mat_init(h->R, n, d);
    arb_mat_init(h->RT, d, n);
    arb_mat_init(h->RW, n, d);
    arb_mat_init(h->E, n, n);
    arb_mat_init(h->PX, n, d);
    arb_mat_init(h->Y, n, d);
}

struct hand *hand_new(size_t n, size_t d, size_t dk, long bits)
{
    struct hand *h = xcalloc(1, sizeof *h);
    h->n = (slong)n;
    h->d = (slong)d;
    h->dk = (slong)dk;
    h->prec = bits;
    init_matrices(h, h->n, h->d);
    h->sums = _arb_vec_init(h->d);
    arf_init(h->top);
    arb_init(h->scale);
    arb_init(h->s);
    arb_init(h->t);
    arb_init(h->u);
    arb_init(h->lhs);
    arb_init(h->rhs);
    arb_init(h->ratio);
    return h;
}

void hand_free(struct hand *h)
{
    if (!h)
        return;
    arb_mat_clear(h->X);
    arb_mat_clear(h->WQK);
    arb_mat_clear(h->WV);
    arb_mat_clear(h->XT);
    arb_mat_clear(h->XW);
    arb_mat_clear(h->P);
    arb_mat_clear(h->R);
    arb_mat_clear(h->RT);
    arb_mat_clear(h->RW);
    arb_mat_clear(h->E);
    arb_mat_clear(h->PX);
    arb_mat_clear(h->Y);
    _arb_vec_clear(h->sums, h->d);
    arf_clear(h->top);
    arb_clear(h->scale);
    arb_clear(h->s);
    arb_clear(h->t);
    arb_clear(h->u);
    arb_clear(h->lhs);
    arb_clear(h->rhs);
    arb_clear(h->ratio);
    free(h);
}

static void read_doubles(arb_mat_t m, const double *x)
{
    for (slong i = 0; i < arb_mat_nrows(m); i++) {
        for (slong j = 0; j < arb_mat_ncols(m); j++)
            arb_set_d(arb_mat_entry(m, i, j), *x++);
    }
}

/* Y = X - ones * colmean(X), perhaps in place. */
static void residual(struct hand *h, arb_mat_t Y, const arb_mat_t X)
{
    _arb_vec_zero(h->sums, h->d);
    for (slong i = 0; i < h->n; i++)
        _arb_vec_add(h->sums, h->sums, arb_mat_entry(X, i, 0), h->d, h->prec);
    for (slong j = 0; j < h->d; j++)
        arb_div_ui(h->sums + j, h->sums + j, (ulong)h->n, h->prec);
    for (slong i = 0; i < h->n; i++)
        _arb_vec_sub(arb_mat_entry(Y, i, 0), arb_mat_entry(X, i, 0), h->sums,
                     h->d, h->prec);
}

/* x' A x / sqrt(dk), with room for x A */
static void logits(struct hand *h, arb_mat_t out, arb_mat_t xA,
                   const arb_mat_t x, const arb_mat_t xT)
{
    arb_mat_mul(xA, x, h->WQK, h->prec);
    arb_mat_mul(out, xA, xT, h->prec);
    arb_mat_scalar_mul_arb(out, out, h->scale, h->prec);
}

static void softmax(struct hand *h, arb_ptr row)
{
    arf_set(h->top, arb_midref(row));
    for (slong j = 1; j < h->n; j++)
        arf_max(h->top, h->top, arb_midref(row + j));
    arb_zero(h->s);
    for (slong j = 0; j < h->n; j++) {
        arb_sub_arf(row + j, row + j, h->top, h->prec);
        arb_exp(row + j, row + j, h->prec);
        arb_add(h->s, h->s, row + j, h->prec);
    }
    arb_inv(h->s, h->s, h->prec);
    _arb_vec_scalar_mul(row, row, h->n, h->s, h->prec);
}

/* out = sqrt(sum(D) / max(D)) with D the spread of the rows of E */
static void gamma_of(struct hand *h, arb_t out)
{
    arb_zero(out);
    arb_zero(h->u);
    for (slong i = 0; i < h->n; i++) {
        arb_srcptr row = arb_mat_entry(h->E, i, 0);
        arb_set(h->s, row);
        arb_set(h->t, row);
        for (slong j = 1; j < h->n; j++) {
            arb_max(h->s, h->s, row + j, h->prec);
            arb_min(h->t, h->t, row + j, h->prec);
        }
        arb_sub(h->s, h->s, h->t, h->prec);
        arb_add(out, out, h->s, h->prec);
        arb_max(h->u, h->u, h->s, h->prec);
    }
    arb_div(out, out, h->u, h->prec);
    arb_sqrt(out, out, h->prec);
}

static void norm1(struct hand *h, arb_t out, const arb_mat_t A)
{
    _arb_vec_zero(h->sums, h->d);
    for (slong i = 0; i < arb_mat_nrows(A); i++) {
        for (slong j = 0; j < h->d; j++) {
            arb_abs(h->t, arb_mat_entry(A, i, j));
            arb_add(h->sums + j, h->sums + j, h->t, h->prec);
        }
    }
    arb_set(out, h->sums);
    for (slong j = 1; j < h->d; j++)
        arb_max(out, out, h->sums + j, h->prec);
}

static void norminf(struct hand *h, arb_t out, const arb_mat_t A)
{
    for (slong i = 0; i < arb_mat_nrows(A); i++) {
        arb_zero(h->s);
        for (slong j = 0; j < h->d; j++) {
            arb_abs(h->t, arb_mat_entry(A, i, j));
            arb_add(h->s, h->s, h->t, h->prec);
        }
        if (i == 0)
            arb_set(out, h->s);
        else
            arb_max(out, out, h->s, h->prec);
    }
}

static void norm1inf(struct hand *h, arb_t out, const arb_mat_t A)
{
    norm1(h, out, A);
    norminf(h, h->u, A);
    arb_mul(out, out, h->u, h->prec);
    arb_sqrt(out, out, h->prec);
}

static void left(struct hand *h)
{
    logits(h, h->P, h->XW, h->X, h->XT);
    for (slong i = 0; i < h->n; i++)
        softmax(h, arb_mat_entry(h->P, i, 0));
    arb_mat_mul(h->PX, h->P, h->X, h->prec);
    arb_mat_mul(h->Y, h->PX, h->WV, h->prec);
    residual(h, h->Y, h->Y);
    norm1inf(h, h->lhs, h->Y);
}

static void right(struct hand *h)
{
    residual(h, h->R, h->X);
    arb_mat_transpose(h->RT, h->R);
    logits(h, h->E, h->RW, h->R, h->RT);
    gamma_of(h, h->rhs);
    arb_mul_ui(h->rhs, h->rhs, 4, h->prec);
    norm1(h, h->ratio, h->WQK);
    arb_mul(h->rhs, h->rhs, h->ratio, h->prec);
    norm1inf(h, h->ratio, h->WV);
    arb_mul(h->rhs, h->rhs, h->ratio, h->prec);
    norm1inf(h, h->ratio, h->R);
    arb_pow_ui(h->ratio, h->ratio, 3, h->prec);
    arb_mul(h->rhs, h->rhs, h->ratio, h->prec);
    arb_mul(h->rhs, h->rhs, h->scale, h->prec);
}

bool hand_run(double *ratio, struct hand *h, const double *X, const double *WQK,
              const double *WV)
{
    read_doubles(h->X, X);
    read_doubles(h->WQK, WQK);
    read_doubles(h->WV, WV);
    arb_mat_transpose(h->XT, h->X);
    arb_sqrt_ui(h->scale, (ulong)h->dk, h->prec);
    arb_inv(h->scale, h->scale, h->prec);
    left(h);
    right(h);
    arb_div(h->ratio, h->lhs, h->rhs, h->prec);
    *ratio = arf_get_d(arb_midref(h->ratio), ARF_RND_NEAR);
    return arb_le(h->lhs, h->rhs);
}
