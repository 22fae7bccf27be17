#include "search/magnitude.h"

#include <math.h>

/* Factors may be shared: a few instructions can be a product of very many. */
enum { MOST_DEPTH = 40, MOST_PARTS = 256 };

enum form { FORM_PLAIN, FORM_EXP, FORM_PRODUCT, FORM_QUOTIENT, FORM_POWER };

static bool is_one(const struct plan *plan, plan_id id)
{
    return plan->instrs[id].rows == 1 && plan->instrs[id].cols == 1;
}

static enum form form_of(const struct plan *plan, plan_id id, int depth,
                         unsigned *left)
{
    const struct plan_instr *i = &plan->instrs[id];
    if (depth >= MOST_DEPTH || *left == 0)
        return FORM_PLAIN;
    --*left;
    for (uint32_t k = 0; k < i->nargs; k++)
        if (!is_one(plan, i->args[k]))
            return FORM_PLAIN;
    if (i->op == PL_CALL && i->fn == FN_EXP)
        return FORM_EXP;
    if (i->op == PL_MATMUL || i->op == PL_SCALE || i->op == PL_DOT_MUL)
        return FORM_PRODUCT;
    if (i->op == PL_DIVIDE || i->op == PL_DOT_DIV)
        return FORM_QUOTIENT;
    if (i->op == PL_POW || i->op == PL_DOT_POW)
        return FORM_POWER;
    return FORM_PLAIN;
}

static struct magnitude plain(double x)
{
    return (struct magnitude){log(fabs(x)), (x > 0) - (x < 0)};
}

static struct magnitude look(const struct plan *plan,
                             const struct double_run *run, plan_id id,
                             int depth, unsigned *left)
{
    const struct plan_instr *i = &plan->instrs[id];
    double value = double_run_value(run, id)[0];
    enum form form = form_of(plan, id, depth, left);
    if (form == FORM_PLAIN)
        return plain(value);
    if (form == FORM_EXP)
        return (struct magnitude){double_run_value(run, i->args[0])[0], 1};
    struct magnitude a = look(plan, run, i->args[0], depth + 1, left);
    if (form == FORM_POWER) {
        double power = double_run_value(run, i->args[1])[0];
        if (a.sign < 0)
            return plain(value);
        return (struct magnitude){a.log * power, a.sign};
    }
    struct magnitude b = look(plan, run, i->args[1], depth + 1, left);
    return (struct magnitude){
        form == FORM_PRODUCT ? a.log + b.log : a.log - b.log, a.sign * b.sign};
}

struct magnitude magnitude_of(const struct plan *plan,
                              const struct double_run *run, plan_id id)
{
    unsigned left = MOST_PARTS;
    return look(plan, run, id, 0, &left);
}

static void seed(struct gradient *g, const struct plan *plan,
                 const struct double_run *run, plan_id id, double weight,
                 int depth, unsigned *left)
{
    const struct plan_instr *i = &plan->instrs[id];
    enum form form = form_of(plan, id, depth, left);
    double value = double_run_value(run, id)[0];
    switch (form) {
    case FORM_PLAIN:
        if (value != 0)
            gradient_seed(g, id, 0, weight / value);
        break;
    case FORM_EXP:
        gradient_seed(g, i->args[0], 0, weight);
        break;
    case FORM_POWER: /* as if the exponent were constant */
        seed(g, plan, run, i->args[0],
             weight * double_run_value(run, i->args[1])[0], depth + 1, left);
        break;
    case FORM_PRODUCT:
    case FORM_QUOTIENT:
        seed(g, plan, run, i->args[0], weight, depth + 1, left);
        seed(g, plan, run, i->args[1], form == FORM_PRODUCT ? weight : -weight,
             depth + 1, left);
        break;
    }
}

void magnitude_seed(struct gradient *g, const struct plan *plan,
                    const struct double_run *run, plan_id id, double weight)
{
    unsigned left = MOST_PARTS;
    seed(g, plan, run, id, weight, 0, &left);
}
