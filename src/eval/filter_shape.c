/*
 * Rearrangement: no arithmetic, only which row an entry comes from.
 * docs/error-analysis.md#filter-rearrangement
 */
#include "eval/filter_vector.h"

static struct filter_value *argument(const struct filter_step *s, uint32_t k)
{
    return s->all[s->in->args[k]].out;
}

/* A row is the same as a column, and all of it has one bound. */
static bool turn_line(const struct filter_step *s)
{
    if (s->a->parts != 1 || s->out->parts != 1 ||
        (s->a->rows != 1 && s->a->cols != 1))
        return false;
    s->out->mid = s->a->mid;
    memcpy(s->out->rad, s->a->rad, W * sizeof(double));
    memcpy(s->out->norm, s->a->norm, W * sizeof(double));
    return true;
}

/*
 * A column of A is no longer than all of A.  Only the bound of the whole is
 * kept well; products with a transposed matrix read its source instead.
 */
void FILTER_OP(transpose)(const struct filter_step *s)
{
    const size_t rows = s->out->rows, cols = s->out->cols;
    if (turn_line(s))
        return;
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < cols; j++) {
            for (size_t l = 0; l < W; l++)
                s->out->own[(i * cols + j) * W + l] =
                    s->a->mid[(j * rows + i) * W + l];
        }
        memcpy(s->out->rad + bound_at(s->out, i, 0), s->a->radf,
               W * sizeof(double));
    }
    settle(s->out, 0);
    memcpy(s->out->radf, s->a->radf, W * sizeof(double));
    memcpy(s->out->normf, s->a->normf, W * sizeof(double));
}

void FILTER_OP(diag)(const struct filter_step *s)
{
    const size_t n = s->out->rows;
    memset(s->out->own, 0, n * n * W * sizeof(double));
    for (size_t i = 0; i < n; i++) {
        memcpy(s->out->own + i * (n + 1) * W, s->a->mid + i * W,
               W * sizeof(double));
        memcpy(s->out->rad + bound_at(s->out, i, 0),
               s->a->rad + bound_at(s->a, i, 0), W * sizeof(double));
    }
    settle(s->out, 0);
}

void FILTER_OP(diagof)(const struct filter_step *s)
{
    const size_t n = s->out->rows;
    for (size_t i = 0; i < n; i++)
        memcpy(s->out->own + i * W, s->a->mid + i * (n + 1) * W,
               W * sizeof(double));
    memcpy(s->out->rad, s->a->rad, s->out->parts * W * sizeof(double));
    settle(s->out, 0);
}

void FILTER_OP(slice)(const struct filter_step *s)
{
    const size_t cols = s->out->cols, width = s->a->cols;
    for (size_t i = 0; i < s->out->rows; i++)
        memcpy(s->out->own + i * cols * W,
               s->a->mid + ((s->in->row + i) * width + s->in->col) * W,
               cols * W * sizeof(double));
    memcpy(s->out->rad, s->a->rad + bound_at(s->a, s->in->row, 0),
           s->out->parts * W * sizeof(double));
    settle(s->out, 0);
}

static void add_bounds(double *rad, const double *more)
{
    for (size_t l = 0; l < W; l++)
        rad[l] += more[l];
}

void FILTER_OP(literal)(const struct filter_step *s)
{
    const size_t cols = s->out->cols;
    memset(s->out->rad, 0, s->out->parts * W * sizeof(double));
    for (uint32_t k = 0; k < s->in->nargs; k++) {
        const struct filter_value *a = argument(s, k);
        memcpy(s->out->own + k * W, a->mid, W * sizeof(double));
        add_bounds(s->out->rad + bound_at(s->out, k / cols, 0), a->rad);
    }
    settle(s->out, 0);
}

void FILTER_OP(hcat)(const struct filter_step *s)
{
    const size_t cols = s->out->cols;
    size_t at = 0;
    memset(s->out->rad, 0, s->out->parts * W * sizeof(double));
    for (uint32_t k = 0; k < s->in->nargs; k++) {
        const struct filter_value *a = argument(s, k);
        for (size_t i = 0; i < s->out->rows; i++) {
            memcpy(s->out->own + (i * cols + at) * W, a->mid + i * a->cols * W,
                   a->cols * W * sizeof(double));
        }
        for (size_t i = 0; i < s->out->parts; i++)
            add_bounds(s->out->rad + i * W, a->rad + i * W);
        at += a->cols;
    }
    settle(s->out, 0);
}

void FILTER_OP(vcat)(const struct filter_step *s)
{
    size_t at = 0;
    memset(s->out->rad, 0, s->out->parts * W * sizeof(double));
    for (uint32_t k = 0; k < s->in->nargs; k++) {
        const struct filter_value *a = argument(s, k);
        memcpy(s->out->own + at * s->out->cols * W, a->mid,
               (size_t)a->rows * a->cols * W * sizeof(double));
        for (size_t i = 0; i < a->parts; i++)
            add_bounds(s->out->rad + bound_at(s->out, at + i, 0),
                       a->rad + i * W);
        at += a->rows;
    }
    settle(s->out, 0);
}

void FILTER_OP(kron)(const struct filter_step *s)
{
    const struct filter_value *a = s->a, *b = s->b;
    const size_t cols = s->out->cols;
    for (size_t i = 0; i < s->out->rows; i++) {
        const size_t ia = i / b->rows, ib = i % b->rows;
        for (size_t j = 0; j < cols; j++) {
            const double *x = a->mid + (ia * a->cols + j / b->cols) * W;
            const double *y = b->mid + (ib * b->cols + j % b->cols) * W;
            for (size_t l = 0; l < W; l++)
                s->out->own[(i * cols + j) * W + l] = x[l] * y[l];
        }
    }
    for (size_t i = 0; i < s->out->parts; i++) {
        const size_t ia = bound_at(a, i / b->rows, 0);
        const size_t ib = bound_at(b, i % b->rows, 0);
        for (size_t l = 0; l < W; l++) {
            const double ra = a->rad[ia + l], na = a->norm[ia + l];
            const double rb = b->rad[ib + l], nb = b->norm[ib + l];
            s->out->rad[i * W + l] =
                ra * (nb + rb) + na * rb + eta_if(na + ra, nb + rb);
        }
    }
    settle(s->out, FILTER_U);
}

/*
 * if(c, a, b) in one lane.  Where c certainly has a truth but it is not known,
 * the value is a or b: the middle of both, as far away as either.
 */
static void select_lane(const struct filter_step *s, size_t l)
{
    const struct filter_value *b = s->b, *c = s->c;
    const enum truth t = s->truth->truth[l];
    const bool open = t != TRUTH_TRUE && t != TRUTH_FALSE;
    const double half = t == TRUTH_TRUE ? 1 : t == TRUTH_FALSE ? 0 : 0.5;
    const size_t cols = part_size(s->out);
    for (size_t i = 0; i < s->out->parts; i++) {
        double apart = 0;
        for (size_t k = i * cols * W + l; k < (i + 1) * cols * W; k += W) {
            const double x = b->mid[k], y = c->mid[k];
            s->out->own[k] = half == 1 ? x : half == 0 ? y : x / 2 + y / 2;
            apart += open ? fabs(x / 2 - y / 2) : 0;
        }
        const double rb = b->rad[i * W + l], rc = c->rad[i * W + l];
        const double size = b->norm[i * W + l] + c->norm[i * W + l];
        double r = half == 1 ? rb : rc;
        if (open)
            r = s->truth->defined[l] ? apart + rb + rc + 4 * FILTER_U * size +
                                           (size > 0 ? FILTER_ETA : 0)
                                     : INFINITY;
        s->out->rad[i * W + l] = r;
    }
}

void FILTER_OP(select)(const struct filter_step *s)
{
    for (size_t l = 0; l < W; l++)
        select_lane(s, l);
    settle(s->out, 0);
}

/* Bounds of an input or a constant, whose radii are in place. */
void FILTER_OP(settle)(const struct filter_step *s)
{
    settle(s->out, 0);
}
