#include "eval/plan_price.h"

#include <math.h>

static bool is_decomposition(enum function fn)
{
    return fn == FN_NORM2 || fn == FN_NORMNUC || fn == FN_DET || fn == FN_INV ||
           fn == FN_RANK || fn == FN_EIGMIN || fn == FN_EIGMAX;
}

static bool is_program(enum function fn)
{
    return fn == FN_MINRES1 || fn == FN_MINRESINF || fn == FN_MINRES1INF;
}

static double price_of_instr(const struct plan *plan,
                             const struct plan_instr *i)
{
    const double decomposition = 10, program = 1000, integral = 250000;
    const double product = 0.2;
    double size = fmax((double)i->rows * i->cols, 1);
    if (i->op == PL_INTEGRAL)
        return integral;
    if (i->nargs == 0)
        return size;
    const struct plan_instr *a = &plan->instrs[i->args[0]];
    double rows = a->rows, cols = a->cols;
    if (i->op == PL_MATMUL)
        return 1 + product * size * cols;
    if (i->op == PL_MATPOW)
        return 1 +
               product * rows * rows * rows * log2(fabs((double)i->power) + 2);
    if (i->op == PL_CALL && is_decomposition(i->fn))
        return decomposition * rows * cols * fmax(rows, cols);
    if (i->op == PL_CALL && is_program(i->fn))
        return program * rows * cols;
    return fmax(size, rows * cols);
}

double plan_price(const struct plan *plan)
{
    const double call = 20;
    double sum = call;
    for (uint32_t k = 0; k < plan->nliteral; k++)
        sum += price_of_instr(plan, &plan->instrs[k]);
    return sum;
}
