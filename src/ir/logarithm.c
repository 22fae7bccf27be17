#include "ir/logarithm.h"

static bool is_logarithm(const struct expr *e, unsigned *steps)
{
    if (*steps == 0)
        return false;
    --*steps;
    if (expr_is_call(e, FN_LOG))
        return expr_is_scalar(e);
    if (e->op == EX_NEG)
        return is_logarithm(e->kids[0], steps);
    if (e->op == EX_ADD || e->op == EX_SUB)
        return is_logarithm(e->kids[0], steps) &&
               is_logarithm(e->kids[1], steps);
    if (e->op == EX_SUM)
        return is_logarithm(e->kids[2], steps);
    if (e->op == EX_DIVIDE)
        return is_logarithm(e->kids[0], steps) &&
               !is_logarithm(e->kids[1], steps);
    if (e->op == EX_SCALE)
        return is_logarithm(e->kids[0], steps) !=
               is_logarithm(e->kids[1], steps);
    return false;
}

bool logarithm_is_compared(const struct expr *relation)
{
    unsigned steps = 256; /* a DAG of few nodes may be a tree of any size */
    return relation->op == EX_REL && relation->rel != REL_EQ &&
           relation->rel != REL_NE && is_logarithm(relation->kids[0], &steps) &&
           is_logarithm(relation->kids[1], &steps);
}
