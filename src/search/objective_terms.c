/* Terms of the plan that a search looks at by themselves: values, gradients. */
#include "search/objective_internal.h"

#include <math.h>

static const struct plan_instr *instr(const struct objective *o, plan_id id)
{
    return &o->stage->plan->instrs[id];
}

static bool is_number(const struct objective *o, plan_id id)
{
    return instr(o, id)->rows == 1 && instr(o, id)->cols == 1;
}

static bool is_term(const struct objective *o, plan_id id)
{
    const struct plan_instr *i = instr(o, id);
    if (i->op == PL_REL)
        return is_number(o, i->args[0]) && is_number(o, i->args[1]);
    return (i->op == PL_ADD || i->op == PL_SUB) && is_number(o, id);
}

plan_id objective_term(const struct objective *o, size_t k)
{
    for (size_t i = 0; i < o->cone.count; i++)
        if (is_term(o, o->cone.ids[i]) && k-- == 0)
            return o->cone.ids[i];
    return PLAN_NONE;
}

plan_id objective_relation(const struct objective *o)
{
    double sign = 1;
    plan_id id = objective_settling(o, o->link->truth, &sign);
    return id != PLAN_NONE && is_term(o, id) ? id : PLAN_NONE;
}

double objective_term_value(const struct objective *o, plan_id id, double *size)
{
    const struct double_run *run = o->stage->forward;
    const struct plan_instr *i = instr(o, id);
    double x = double_run_value(run, i->args[0])[0];
    double y = double_run_value(run, i->args[1])[0];
    *size = fmax(1, fmax(fabs(x), fabs(y)));
    return i->op == PL_ADD ? x + y : x - y;
}

void objective_differentiate_term(struct objective *o, plan_id id)
{
    const struct plan_instr *i = instr(o, id);
    gradient_reset(o->gradient, o->cone.ids, o->cone.count);
    gradient_seed(o->gradient, i->args[0], 0, 1);
    gradient_seed(o->gradient, i->args[1], 0, i->op == PL_ADD ? 1 : -1);
    gradient_back(o->gradient, o->stage->forward, o->cone.ids, o->cone.count);
}
