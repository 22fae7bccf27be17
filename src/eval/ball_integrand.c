#include "eval/ball_integrand.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

static bool depends(const struct ball_integrand *f, const struct plan_instr *in)
{
    if (in->op == PL_VARIABLE)
        return in->slot == f->integral->variable;
    for (uint32_t k = 0; k < in->nargs; k++)
        if (f->position[in->args[k]])
            return true;
    return false;
}

static bool branches_out(const struct plan_instr *in)
{
    return in->op == PL_SELECT ||
           (in->op == PL_CALL &&
            (in->fn == FN_ABS || in->fn == FN_RELU || in->fn == FN_SIGN ||
             in->fn == FN_MAX2 || in->fn == FN_MIN2));
}

struct ball_integrand *ball_integrand_new(const struct plan_integral *integral)
{
    struct ball_integrand *f = xcalloc(1, sizeof *f);
    plan_id *cone;
    size_t count;
    f->integral = integral;
    f->body = integral->body;
    f->run = ball_run_new(f->body);
    plan_cone(&cone, &count, f->body, &integral->root, 1);
    f->constants = xcalloc(count + 1, sizeof *f->constants);
    f->dependent = xcalloc(count + 1, sizeof *f->dependent);
    f->position = xcalloc(f->body->count + 1UL, sizeof *f->position);
    for (size_t k = 0; k < count; k++) {
        const struct plan_instr *in = &f->body->instrs[cone[k]];
        if (depends(f, in)) {
            f->dependent[f->ndependent++] = cone[k];
            f->position[cone[k]] = (uint32_t)f->ndependent;
            f->has_branches = f->has_branches || branches_out(in);
        } else {
            f->constants[f->nconstants++] = cone[k];
        }
    }
    free(cone);
    f->is_constant = f->position[integral->root] == 0;
    f->complex = _acb_vec_init((slong)f->ndependent);
    return f;
}

void ball_integrand_free(struct ball_integrand *f)
{
    if (!f)
        return;
    ball_run_free(f->run);
    _acb_vec_clear(f->complex, (slong)f->ndependent);
    free(f->constants);
    free(f->dependent);
    free(f->position);
    free(f);
}

/* ---- real values ---- */

void ball_integrand_prepare(struct ball_integrand *f, const struct instance *x,
                            slong prec)
{
    f->prec = prec;
    ball_run_eval(f->run, x, prec, f->constants, f->nconstants);
}

enum state ball_integrand_real(arb_t out, struct ball_integrand *f,
                               const arb_t x)
{
    const plan_id root = f->integral->root;
    f->run->variable = x;
    f->run->variable_slot = f->integral->variable;
    ball_run_eval(f->run, f->run->walk.x, f->prec, f->dependent, f->ndependent);
    f->run->variable = NULL;
    if (ball_scalar(f->run, root))
        arb_set(out, ball_scalar(f->run, root));
    return f->run->walk.results[root].state;
}

/* ---- branches ---- */

static struct ball_operand operand(const struct ball_integrand *f, plan_id id)
{
    return (struct ball_operand){.x = arb_mat_entry(f->run->values[id].m, 0, 0),
                                 .facts = f->body->instrs[id].facts};
}

static enum branch sign_branch(enum function fn, const struct ball_operand *a)
{
    if (fn == FN_SIGN) {
        if (arb_is_zero(a->x))
            return BRANCH_ZERO;
        return arb_is_positive(a->x)   ? BRANCH_FIRST
               : arb_is_negative(a->x) ? BRANCH_SECOND
                                       : BRANCH_IDLE;
    }
    if (ball_is_nonnegative(a))
        return BRANCH_FIRST;
    if (!arb_is_nonpositive(a->x))
        return BRANCH_IDLE;
    return fn == FN_ABS ? BRANCH_SECOND : BRANCH_ZERO;
}

static enum branch larger_branch(const struct ball_integrand *f,
                                 const struct plan_instr *in)
{
    const bool is_max = in->fn == FN_MAX2;
    const struct ball_operand x = operand(f, in->args[0]);
    const struct ball_operand y = operand(f, in->args[1]);
    if (in->args[0] == in->args[1])
        return BRANCH_FIRST;
    if (arb_ge(x.x, y.x))
        return is_max ? BRANCH_FIRST : BRANCH_SECOND;
    if (arb_le(x.x, y.x))
        return is_max ? BRANCH_SECOND : BRANCH_FIRST;
    return BRANCH_IDLE;
}

/* The way that `in` goes on the interval last evaluated; IDLE: open. */
static enum branch branch_of(const struct ball_integrand *f,
                             const struct plan_instr *in)
{
    if (!branches_out(in))
        return BRANCH_FIRST;
    if (in->rows != 1 || in->cols != 1)
        return BRANCH_IDLE;
    if (in->op == PL_SELECT) {
        const enum truth t = f->run->walk.results[in->args[0]].truth;
        return t == TRUTH_TRUE    ? BRANCH_FIRST
               : t == TRUTH_FALSE ? BRANCH_SECOND
                                  : BRANCH_IDLE;
    }
    for (uint32_t k = 0; k < in->nargs; k++)
        if (f->run->walk.results[in->args[k]].state != STATE_DEFINED)
            return BRANCH_IDLE;
    if (in->fn == FN_MAX2 || in->fn == FN_MIN2)
        return larger_branch(f, in);
    const struct ball_operand a = operand(f, in->args[0]);
    return sign_branch(in->fn, &a);
}

/* Marks the arguments that the branch takes its value from. */
static void mark(unsigned char *branches, const struct ball_integrand *f,
                 const struct plan_instr *in, enum branch branch)
{
    const bool pick =
        in->op == PL_SELECT ||
        (branches_out(in) && (in->fn == FN_MAX2 || in->fn == FN_MIN2));
    if (branch == BRANCH_ZERO || (in->op == PL_CALL && in->fn == FN_SIGN))
        return;
    const uint32_t only =
        (in->op == PL_SELECT ? 1u : 0u) + (branch == BRANCH_SECOND ? 1u : 0u);
    for (uint32_t k = 0; k < in->nargs; k++) {
        const uint32_t place = f->position[in->args[k]];
        if (place && (!pick || k == only))
            branches[place - 1] = BRANCH_FIRST;
    }
}

/* Backwards from the root: what is not needed stays idle. */
bool ball_integrand_branches(unsigned char *branches,
                             const struct ball_integrand *f)
{
    memset(branches, BRANCH_IDLE, f->ndependent);
    if (f->is_constant)
        return true;
    branches[f->position[f->integral->root] - 1] = BRANCH_FIRST;
    for (size_t k = f->ndependent; k-- > 0;) {
        const struct plan_instr *in = &f->body->instrs[f->dependent[k]];
        if (branches[k] == BRANCH_IDLE)
            continue;
        const enum branch branch = branch_of(f, in);
        if (branch == BRANCH_IDLE)
            return false;
        branches[k] = (unsigned char)branch;
        mark(branches, f, in, branch);
    }
    return true;
}
