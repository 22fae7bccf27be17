/* The reverse pass through sums, extremes and norms of lines of entries. */
#include "search/gradient_internal.h"

#include <math.h>

/* A line of entries `step` apart: its values, adjoints, and where it goes. */
struct line {
    const double *x;
    double *to;
    size_t count, step;
    double y, w; /* value and adjoint of the result */
};

typedef void line_op(const struct line *l);

static void line_sum(const struct line *l)
{
    for (size_t k = 0; k < l->count; k++)
        l->to[k * l->step] += l->w;
}

static void line_mean(const struct line *l)
{
    for (size_t k = 0; k < l->count; k++)
        l->to[k * l->step] += l->w / (double)l->count;
}

/* max and min: the first entry that attains it. */
static void line_extreme(const struct line *l)
{
    for (size_t k = 0; k < l->count; k++) {
        if (l->x[k * l->step] != l->y)
            continue;
        l->to[k * l->step] += l->w;
        return;
    }
}

static void line_abs_max(const struct line *l)
{
    for (size_t k = 0; k < l->count; k++) {
        double x = l->x[k * l->step];
        if (fabs(x) != l->y)
            continue;
        l->to[k * l->step] += x >= 0 ? l->w : -l->w;
        return;
    }
}

static void line_norm2(const struct line *l)
{
    for (size_t k = 0; k < l->count && l->y > 0; k++)
        l->to[k * l->step] += l->w * (l->x[k * l->step] / l->y);
}

static void line_abs_sum(const struct line *l)
{
    for (size_t k = 0; k < l->count; k++)
        l->to[k * l->step] += l->x[k * l->step] >= 0 ? l->w : -l->w;
}

enum direction { WHOLE, BY_ROWS, BY_COLS };

static void lines(const struct back *b, enum direction way, line_op *op)
{
    const struct plan_instr *a = back_arg(b, 0);
    size_t rows = a->rows, cols = a->cols;
    for (size_t k = 0; k < b->count; k++) {
        size_t first = way == BY_ROWS ? k * cols : k;
        op(&(struct line){.x = back_value(b, 0) + first,
                          .to = back_into(b, 0) + first,
                          .count = way == WHOLE     ? rows * cols
                                   : way == BY_ROWS ? cols
                                                    : rows,
                          .step = way == BY_COLS ? cols : 1,
                          .y = b->y[k],
                          .w = b->w[k]});
    }
}

void gradient_lines(const struct back *b)
{
    static const struct {
        enum function fn;
        enum direction way;
        line_op *op;
    } rules[] = {
        {FN_SUM, WHOLE, line_sum},          {FN_MEAN, WHOLE, line_mean},
        {FN_MAX, WHOLE, line_extreme},      {FN_MIN, WHOLE, line_extreme},
        {FN_NORMFRO, WHOLE, line_norm2},    {FN_NORMMAX, WHOLE, line_abs_max},
        {FN_ROWNORM2, BY_ROWS, line_norm2}, {FN_ROWSUM, BY_ROWS, line_sum},
        {FN_ROWMEAN, BY_ROWS, line_mean},   {FN_ROWMAX, BY_ROWS, line_extreme},
        {FN_ROWMIN, BY_ROWS, line_extreme}, {FN_COLSUM, BY_COLS, line_sum},
        {FN_COLMEAN, BY_COLS, line_mean},   {FN_COLMAX, BY_COLS, line_extreme},
        {FN_COLMIN, BY_COLS, line_extreme},
    };
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        if (rules[k].fn == b->i->fn)
            lines(b, rules[k].way, rules[k].op);
}

/* The line of largest absolute sum, which it returns, gets the weight. */
static double largest_line(const struct back *b, enum direction way,
                           double weight)
{
    const struct plan_instr *a = back_arg(b, 0);
    size_t count = way == BY_ROWS ? a->rows : a->cols, best = 0;
    size_t length = way == BY_ROWS ? a->cols : a->rows;
    size_t step = way == BY_ROWS ? 1 : a->cols;
    size_t stride = way == BY_ROWS ? a->cols : 1;
    double most = -1;
    for (size_t k = 0; k < count; k++) {
        double sum = 0;
        for (size_t j = 0; j < length; j++)
            sum += fabs(back_value(b, 0)[k * stride + j * step]);
        best = sum > most ? k : best;
        most = fmax(most, sum);
    }
    if (weight != 0 && count > 0)
        line_abs_sum(&(struct line){.x = back_value(b, 0) + best * stride,
                                    .to = back_into(b, 0) + best * stride,
                                    .count = length,
                                    .step = step,
                                    .w = weight});
    return most;
}

void gradient_norms(const struct back *b)
{
    if (b->i->fn == FN_NORM1) {
        largest_line(b, BY_COLS, b->w[0]);
    } else if (b->i->fn == FN_NORMINF) {
        largest_line(b, BY_ROWS, b->w[0]);
    } else if (b->y[0] > 0) { /* the square root of their product */
        double one = largest_line(b, BY_COLS, 0);
        double inf = largest_line(b, BY_ROWS, 0);
        largest_line(b, BY_COLS, b->w[0] * sqrt(inf / one) / 2);
        largest_line(b, BY_ROWS, b->w[0] * sqrt(one / inf) / 2);
    }
}
