/* The equations among the assumptions of an objective. */
#include "search/objective_internal.h"

#include <math.h>

static size_t entries(const struct plan_instr *i)
{
    return (size_t)i->rows * i->cols;
}

/* A number written as one, or as a quotient of two; NaN: none. */
static double constant(const struct plan *plan, plan_id id)
{
    const struct plan_instr *i = &plan->instrs[id];
    if (i->op == PL_NUMBER)
        return rational_to_double(i->number);
    return i->op == PL_DIVIDE
               ? constant(plan, i->args[0]) / constant(plan, i->args[1])
               : NAN;
}

/* What must be about 0 where a norm or an absolute value is. */
static plan_id without_norm(const struct plan *plan, plan_id id)
{
    for (;;) {
        const struct plan_instr *i = &plan->instrs[id];
        bool is_norm =
            i->op == PL_CALL &&
            (i->fn == FN_ABS || i->fn == FN_NORM1 || i->fn == FN_NORMINF ||
             i->fn == FN_NORM2 || i->fn == FN_NORMFRO || i->fn == FN_NORMMAX);
        bool is_largest = i->op == PL_CALL && i->fn == FN_MAX &&
                          plan->instrs[i->args[0]].op == PL_CALL &&
                          plan->instrs[i->args[0]].fn == FN_ABS;
        if (!is_norm && !is_largest)
            return id;
        id = i->args[0];
    }
}

/* Equations (strict ones), or norms that are at most a tiny number. */
static void find_equations(struct objective *o, plan_id id, bool strict,
                           int depth)
{
    enum { MOST_DEPTH = 8 };
    const double tiny = 1e-3;
    const struct plan *plan = o->stage->plan;
    const struct plan_instr *i = &plan->instrs[id];
    for (uint32_t k = 0; i->op == PL_AND && depth < MOST_DEPTH && k < i->nargs;
         k++)
        find_equations(o, i->args[k], strict, depth + 1);
    if (i->op != PL_REL || (i->rel == REL_EQ) != strict)
        return;
    struct equation q = {i->args[0], i->args[1], 0};
    if (!strict) {
        q.lhs = without_norm(plan, i->args[0]);
        q.rhs = PLAN_NONE;
        if ((i->rel != REL_LE && i->rel != REL_LT) || q.lhs == i->args[0] ||
            !(constant(plan, i->args[1]) <= tiny))
            return;
    }
    size_t count = entries(&plan->instrs[q.lhs]);
    if (strict && entries(&plan->instrs[q.rhs]) > count)
        count = entries(&plan->instrs[q.rhs]);
    for (; q.entry < count && o->nequations < MOST_EQUATIONS; q.entry++)
        o->equations[o->nequations++] = q;
}

void objective_find_equations(struct objective *o)
{
    const struct stage *s = o->stage;
    for (size_t i = 0; i < s->nassumptions; i++)
        find_equations(o, s->plan->assumptions[i], true, 0);
    o->nstrict = o->nequations;
    for (size_t i = 0; i < s->nassumptions; i++)
        find_equations(o, s->plan->assumptions[i], false, 0);
}

size_t objective_equations(const struct objective *o, size_t *strict)
{
    *strict = o->nstrict;
    return o->nequations;
}

/* The place of an equation's entry in a side, which may be one number. */
static size_t place(const struct objective *o, plan_id side, size_t entry)
{
    return entries(&o->stage->plan->instrs[side]) > 1 ? entry : 0;
}

void objective_residuals(const struct objective *o, double *residuals)
{
    const struct double_run *run = o->stage->forward;
    for (size_t k = 0; k < o->nequations; k++) {
        const struct equation *q = &o->equations[k];
        residuals[k] =
            double_run_value(run, q->lhs)[place(o, q->lhs, q->entry)];
        if (q->rhs != PLAN_NONE)
            residuals[k] -=
                double_run_value(run, q->rhs)[place(o, q->rhs, q->entry)];
    }
}

void objective_differentiate_equation(struct objective *o, size_t k)
{
    const struct equation *q = &o->equations[k];
    gradient_reset(o->gradient, o->cone.ids, o->cone.count);
    gradient_seed(o->gradient, q->lhs, place(o, q->lhs, q->entry), 1);
    if (q->rhs != PLAN_NONE)
        gradient_seed(o->gradient, q->rhs, place(o, q->rhs, q->entry), -1);
    gradient_back(o->gradient, o->stage->forward, o->cone.ids, o->cone.count);
}
