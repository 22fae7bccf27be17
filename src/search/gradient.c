#include "search/gradient_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct gradient *gradient_new(const struct plan *plan)
{
    struct gradient *g = xcalloc(1, sizeof *g);
    g->plan = plan;
    g->adjoint = xcalloc(plan->count + 1, sizeof *g->adjoint);
    return g;
}

void gradient_free(struct gradient *g)
{
    if (!g)
        return;
    for (uint32_t id = 0; id < g->plan->count; id++)
        free(g->adjoint[id]);
    free(g->adjoint);
    free(g);
}

static size_t entries(const struct plan_instr *i)
{
    return (size_t)i->rows * i->cols;
}

void gradient_reset(struct gradient *g, const plan_id *cone, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        plan_id id = cone[k];
        size_t size = entries(&g->plan->instrs[id]);
        if (!g->adjoint[id])
            g->adjoint[id] = xcalloc(size + 1, sizeof **g->adjoint);
        memset(g->adjoint[id], 0, size * sizeof **g->adjoint);
    }
}

void gradient_seed(struct gradient *g, plan_id id, size_t k, double weight)
{
    g->adjoint[id][k] += weight;
}

const double *gradient_of(const struct gradient *g, plan_id id)
{
    return g->adjoint[id];
}

const double *back_value(const struct back *b, uint32_t k)
{
    return double_run_value(b->g->run, b->i->args[k]);
}

double *back_into(const struct back *b, uint32_t k)
{
    return b->g->adjoint[b->i->args[k]];
}

const struct plan_instr *back_arg(const struct back *b, uint32_t k)
{
    return &b->g->plan->instrs[b->i->args[k]];
}

/* ---- arithmetic ---- */

/* The partial derivatives of z = x op y. */
static void partials(const struct plan_instr *i, double x, double y, double z,
                     double *dx, double *dy)
{
    *dx = *dy = 0;
    if (i->op == PL_ADD || i->op == PL_SUB) {
        *dx = 1;
        *dy = i->op == PL_ADD ? 1 : -1;
    } else if (i->op == PL_DOT_MUL) {
        *dx = y;
        *dy = x;
    } else if (i->op == PL_DOT_DIV) {
        *dx = 1 / y;
        *dy = -z / y;
    } else if (i->op == PL_CALL) { /* max, min */
        bool first = (i->fn == FN_MAX2) == (x >= y);
        *dx = first;
        *dy = !first;
    } else { /* powers */
        *dx = y == 0 ? 0 : y * pow(x, y - 1);
        *dy = x > 0 ? z * log(x) : 0;
    }
}

static void spread(const struct back *b)
{
    const double *x = back_value(b, 0), *y = back_value(b, 1);
    double *to_x = back_into(b, 0), *to_y = back_into(b, 1);
    size_t sx = entries(back_arg(b, 0)) > 1, sy = entries(back_arg(b, 1)) > 1;
    for (size_t k = 0; k < b->count; k++) {
        double dx, dy;
        if (b->w[k] == 0)
            continue;
        partials(b->i, x[k * sx], y[k * sy], b->y[k], &dx, &dy);
        to_x[k * sx] += b->w[k] * dx;
        to_y[k * sy] += b->w[k] * dy;
    }
}

void gradient_product(double *out, const double *a, bool a_transposed,
                      const double *b, bool b_transposed, size_t r, size_t k,
                      size_t c)
{
    for (size_t i = 0; i < r; i++) {
        for (size_t p = 0; p < k; p++) {
            double x = a_transposed ? a[p * r + i] : a[i * k + p];
            for (size_t j = 0; j < c && x != 0; j++)
                out[i * c + j] +=
                    x * (b_transposed ? b[j * k + p] : b[p * c + j]);
        }
    }
}

static void matmul(const struct back *b)
{
    size_t r = b->i->rows, c = b->i->cols, k = back_arg(b, 0)->cols;
    gradient_product(back_into(b, 0), b->w, false, back_value(b, 1), true, r, c,
                     k);
    gradient_product(back_into(b, 1), back_value(b, 0), true, b->w, false, k, r,
                     c);
}

/* a^p: the sum over k of (a')^k w (a')^(p-1-k), by Horner's rule. */
void gradient_matpow(const struct back *b)
{
    enum { MOST = 64 };
    size_t n = b->i->rows, size = n * n;
    const double *a = back_value(b, 0);
    if (b->i->power < 1 || b->i->power > MOST)
        return;
    LOCAL_FREE double *memory = xcalloc(3 * size + 1, sizeof *memory);
    double *sum = memory, *right = memory + size, *next = memory + 2 * size;
    memcpy(sum, b->w, size * sizeof *sum);
    memcpy(right, b->w, size * sizeof *right);
    for (int64_t k = 1; k < b->i->power; k++) {
        memset(next, 0, size * sizeof *next);
        gradient_product(next, right, false, a, true, n, n, n);
        memcpy(right, next, size * sizeof *right);
        gradient_product(next, a, true, sum, false, n, n, n);
        memcpy(sum, next, size * sizeof *sum);
    }
    for (size_t k = 0; k < size; k++)
        back_into(b, 0)[k] += sum[k];
}

static void scale(const struct back *b)
{
    double factor = back_value(b, 0)[0], sum = 0;
    for (size_t k = 0; k < b->count; k++) {
        sum += b->w[k] * back_value(b, 1)[k];
        back_into(b, 1)[k] += factor * b->w[k];
    }
    back_into(b, 0)[0] += sum;
}

static void divide(const struct back *b)
{
    double divisor = back_value(b, 1)[0], sum = 0;
    for (size_t k = 0; k < b->count; k++) {
        sum += b->w[k] * b->y[k];
        back_into(b, 0)[k] += b->w[k] / divisor;
    }
    back_into(b, 1)[0] -= sum / divisor;
}

static void negate(const struct back *b)
{
    for (size_t k = 0; k < b->count; k++)
        back_into(b, 0)[k] -= b->w[k];
}

static void transpose(const struct back *b)
{
    for (size_t r = 0; r < b->i->rows; r++)
        for (size_t c = 0; c < b->i->cols; c++)
            back_into(b, 0)[c * b->i->rows + r] += b->w[r * b->i->cols + c];
}

static void slice(const struct back *b)
{
    size_t width = back_arg(b, 0)->cols;
    for (size_t r = 0; r < b->i->rows; r++)
        for (size_t c = 0; c < b->i->cols; c++)
            back_into(b, 0)[(b->i->row + r) * width + b->i->col + c] +=
                b->w[r * b->i->cols + c];
}

static void literal(const struct back *b)
{
    for (uint32_t k = 0; k < b->i->nargs; k++)
        back_into(b, k)[0] += b->w[k];
}

static void choose(const struct back *b)
{
    enum truth t = double_run_truth(b->g->run, b->i->args[0]);
    if (t != TRUTH_TRUE && t != TRUTH_FALSE)
        return;
    for (size_t k = 0; k < b->count; k++)
        back_into(b, t == TRUTH_TRUE ? 1 : 2)[k] += b->w[k];
}

static void pass_nothing(const struct back *b)
{
    (void)b;
}

/* clang-format off */
static back_op *op_of(const struct plan_instr *i)
{
    switch (i->op) {
    case PL_ADD:
    case PL_SUB:
    case PL_DOT_MUL:
    case PL_DOT_DIV:
    case PL_POW:
    case PL_DOT_POW: return spread;
    case PL_NEG: return negate;
    case PL_MATMUL: return matmul;
    case PL_SCALE: return scale;
    case PL_DIVIDE: return divide;
    case PL_MATPOW: return gradient_matpow;
    case PL_TRANSPOSE: return transpose;
    case PL_SLICE: return slice;
    case PL_LITERAL: return literal;
    case PL_CALL:
        return i->fn == FN_MAX2 || i->fn == FN_MIN2 ? spread : gradient_call;
    case PL_SELECT: return choose;
    case PL_NUMBER:
    case PL_PI:
    case PL_INPUT:
    case PL_VARIABLE:
    case PL_INTEGRAL:
    case PL_UNDEFINED:
    case PL_FILL:
    case PL_EYE:
    case PL_UNIT:
    case PL_SPREAD: /* in no literal form */
    case PL_REL:
    case PL_PSD:
    case PL_AND:
    case PL_OR:
    case PL_NOT:
    case PL_TRUTH: return pass_nothing;
    }
    return pass_nothing;
}
/* clang-format on */

static bool is_zero(const double *w, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (w[k] != 0)
            return false;
    return true;
}

void gradient_back(struct gradient *g, const struct double_run *run,
                   const plan_id *cone, size_t count)
{
    g->run = run;
    for (size_t k = count; k-- > 0;) {
        const struct plan_instr *i = &g->plan->instrs[cone[k]];
        struct back b = {.g = g, .i = i, .count = entries(i)};
        b.w = g->adjoint[cone[k]];
        b.y = double_run_value(run, cone[k]);
        if (!is_zero(b.w, b.count))
            op_of(i)(&b);
    }
}
