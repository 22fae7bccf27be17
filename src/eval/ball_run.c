#include "eval/ball_internal.h"
#include "eval/ball_integrand.h"

#include <stdlib.h>

const arb_mat_struct *ball_arg(const struct ball_run *run,
                               const struct plan_instr *in, size_t k)
{
    return run->values[in->args[k]].m;
}

unsigned ball_arg_facts(const struct ball_run *run, const struct plan_instr *in,
                        size_t k)
{
    return run->plan->instrs[in->args[k]].facts;
}

arb_srcptr ball_spread(const arb_mat_t m, slong i, slong j)
{
    if (arb_mat_nrows(m) == 1 && arb_mat_ncols(m) == 1)
        return arb_mat_entry(m, 0, 0);
    return arb_mat_entry(m, i, j);
}

/* ---- memory ---- */

struct ball_run *ball_run_new(const struct plan *plan)
{
    struct ball_run *run = xcalloc(1, sizeof *run);
    run->plan = plan;
    run->values = xcalloc(plan->count + 1UL, sizeof *run->values);
    if (plan->has_integrals)
        run->integrands = xcalloc(plan->count + 1UL, sizeof *run->integrands);
    return run;
}

void ball_run_free(struct ball_run *run)
{
    if (!run)
        return;
    for (plan_id id = 0; id < run->plan->count; id++) {
        if (run->values[id].ready)
            arb_mat_clear(run->values[id].m);
        if (run->integrands)
            ball_integrand_free(run->integrands[id]);
    }
    ball_pool_free(run);
    free(run->integrands);
    free(run->values);
    free(run);
}

/* ---- instructions ---- */

static enum state args_state(const struct ball_run *run,
                             const struct plan_instr *in)
{
    enum state state = STATE_DEFINED;
    for (size_t k = 0; k < in->nargs; k++)
        state = state_join(state, run->values[in->args[k]].state);
    return state;
}

static bool is_truth(enum plan_op op)
{
    return op == PL_REL || op == PL_PSD || op == PL_AND || op == PL_OR ||
           op == PL_NOT || op == PL_TRUTH;
}

static enum state constant(arb_mat_t out, const struct ball_run *run,
                           const struct plan_instr *in)
{
    arb_mat_zero(out);
    if (in->op == PL_PI)
        arb_const_pi(arb_mat_entry(out, 0, 0), run->prec);
    else if (in->op == PL_EYE)
        arb_mat_one(out);
    else
        arb_one(arb_mat_entry(out, in->row, 0)); /* PL_UNIT */
    return STATE_DEFINED;
}

/* An outer integral's variable has no value here. */
static enum state variable(arb_mat_t out, const struct ball_run *run,
                           const struct plan_instr *in)
{
    if (!run->variable || run->variable_slot != in->slot)
        return STATE_UNKNOWN;
    arb_set(arb_mat_entry(out, 0, 0), run->variable);
    return STATE_DEFINED;
}

static enum state negate(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    arb_mat_neg(out, ball_arg(run, in, 0));
    return STATE_DEFINED;
}

static enum state transpose(arb_mat_t out, const struct ball_run *run,
                            const struct plan_instr *in)
{
    arb_mat_transpose(out, ball_arg(run, in, 0));
    return STATE_DEFINED;
}

static enum state value_of(arb_mat_t out, const struct ball_run *run,
                           const struct plan_instr *in,
                           const struct instance *x)
{
    switch (in->op) {
    case PL_INPUT:
        return ball_input(out, &x->values[in->slot], run->prec);
    case PL_VARIABLE:
        return variable(out, run, in);
    case PL_UNDEFINED:
        return STATE_UNDEFINED;
    case PL_PI:
    case PL_EYE:
    case PL_UNIT:
        return constant(out, run, in);
    case PL_NUMBER:
    case PL_FILL:
        return ball_fill(out, run, in);
    case PL_ADD:
        return ball_add(out, run, in);
    case PL_SUB:
        return ball_subtract(out, run, in);
    case PL_NEG:
        return negate(out, run, in);
    case PL_MATMUL:
        return ball_multiply(out, run, in);
    case PL_SCALE:
    case PL_DOT_MUL:
        return ball_spread_pairs(out, run, in, ball_pair_multiply);
    case PL_DIVIDE:
    case PL_DOT_DIV:
        return ball_spread_pairs(out, run, in, ball_pair_divide);
    case PL_POW:
    case PL_DOT_POW:
        return ball_spread_pairs(out, run, in, ball_pair_power);
    case PL_MATPOW:
        return ball_matrix_power(out, run, in);
    case PL_TRANSPOSE:
        return transpose(out, run, in);
    case PL_SLICE:
        return ball_slice(out, run, in);
    case PL_LITERAL:
        return ball_literal(out, run, in);
    case PL_CALL:
        return ball_call(out, run, in);
    case PL_SPREAD:
        return ball_spread_rows(out, run, in);
    case PL_SELECT:
        return ball_select(out, run, in);
    case PL_INTEGRAL:
        return ball_integral(out, run, in);
    case PL_REL:
    case PL_PSD:
    case PL_AND:
    case PL_OR:
    case PL_NOT:
    case PL_TRUTH:
        break;
    }
    ENSURE(false, "a truth has no value");
    return STATE_UNKNOWN;
}

static enum truth truth_of(const struct ball_run *run,
                           const struct plan_instr *in)
{
    enum truth truth = in->op == PL_AND ? TRUTH_TRUE : TRUTH_FALSE;
    if (in->op == PL_TRUTH)
        return in->truth;
    if (in->op == PL_NOT)
        return truth_not(run->values[in->args[0]].truth);
    if (in->op == PL_AND || in->op == PL_OR) {
        for (size_t k = 0; k < in->nargs; k++) {
            enum truth t = run->values[in->args[k]].truth;
            truth = in->op == PL_AND ? truth_and(truth, t) : truth_or(truth, t);
        }
        return truth;
    }
    switch (args_state(run, in)) {
    case STATE_UNKNOWN:
        return TRUTH_UNKNOWN;
    case STATE_UNDEFINED:
        return TRUTH_UNDEFINED;
    case STATE_DEFINED:
        break;
    }
    return in->op == PL_REL ? ball_relation(run, in) : ball_psd(run, in);
}

/* The result of a truth is defined wherever it is TRUE or FALSE. */
static enum state truth_state(const struct ball_run *run,
                              const struct plan_instr *in, enum truth truth)
{
    switch (truth) {
    case TRUTH_TRUE:
    case TRUTH_FALSE:
        return STATE_DEFINED;
    case TRUTH_UNDEFINED:
        return STATE_UNDEFINED;
    case TRUTH_UNKNOWN:
        break;
    }
    if (in->op == PL_TRUTH || args_state(run, in) != STATE_DEFINED)
        return STATE_UNKNOWN;
    return STATE_DEFINED;
}

/*
 * No infinite midpoints leave an instruction: what is not finite becomes
 * (-inf, inf), which decides nothing.  Then the facts.
 */
static void tidy(arb_mat_t m, unsigned facts, slong prec)
{
    for (slong i = 0; i < arb_mat_nrows(m); i++) {
        for (slong j = 0; j < arb_mat_ncols(m); j++) {
            arb_ptr x = arb_mat_entry(m, i, j);
            if (!arf_is_finite(arb_midref(x)) || !mag_is_finite(arb_radref(x)))
                arb_zero_pm_inf(x);
            if (facts & PLAN_STOCHASTIC)
                ball_clip_unit(x, prec);
            else if (facts & PLAN_NONNEGATIVE)
                ball_clip_nonnegative(x);
        }
    }
}

static void eval_value(struct ball_run *run, plan_id id)
{
    const struct plan_instr *in = &run->plan->instrs[id];
    struct ball_value *v = &run->values[id];
    ball_pool_take(run, id);
    /* PL_SELECT looks at its branches itself. */
    enum state state =
        in->op == PL_SELECT ? STATE_DEFINED : args_state(run, in);
    if (state == STATE_DEFINED)
        state = value_of(v->m, run, in, run->x);
    if (state == STATE_DEFINED)
        tidy(v->m, in->facts, run->prec);
    v->state = state;
}

void ball_run_begin(struct ball_run *run, const struct instance *x, long prec,
                    const plan_id *cone, size_t count)
{
    run->prec = prec;
    run->x = x;
    run->stamp++;
    ball_pool_begin(run, cone, count);
}

void ball_run_step(struct ball_run *run, const plan_id *ids, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const struct plan_instr *in = &run->plan->instrs[ids[k]];
        struct ball_value *v = &run->values[ids[k]];
        v->stamp = run->stamp;
        if (is_truth(in->op)) {
            v->truth = truth_of(run, in);
            v->state = truth_state(run, in, v->truth);
        } else {
            eval_value(run, ids[k]);
        }
        ball_pool_end(run, in);
    }
}

void ball_run_eval(struct ball_run *run, const struct instance *x, long prec,
                   const plan_id *cone, size_t count)
{
    ball_run_begin(run, x, prec, cone, count);
    ball_run_step(run, cone, count);
}

/* ---- results; what the last eval did not compute is unknown ---- */

enum truth ball_run_truth(const struct ball_run *run, plan_id id)
{
    const struct ball_value *v = &run->values[id];
    return v->stamp == run->stamp ? v->truth : TRUTH_UNKNOWN;
}

enum truth ball_run_undefined(const struct ball_run *run, plan_id id)
{
    const struct ball_value *v = &run->values[id];
    if (v->stamp != run->stamp)
        return TRUTH_UNKNOWN;
    switch (v->state) {
    case STATE_DEFINED:
        return TRUTH_FALSE;
    case STATE_UNDEFINED:
        return TRUTH_TRUE;
    case STATE_UNKNOWN:
        break;
    }
    return TRUTH_UNKNOWN;
}

struct enclosure ball_run_entry(const struct ball_run *run, plan_id id,
                                size_t i, size_t j)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    if (ball_run_undefined(run, id) != TRUTH_FALSE)
        return out;
    const struct ball_operand a = {
        .x = arb_mat_entry(run->values[id].m, (slong)i, (slong)j),
        .facts = run->plan->instrs[id].facts};
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    ball_lower(lo, &a, run->prec);
    ball_upper(hi, &a, run->prec);
    out = ball_enclosure(lo, hi);
    arf_clear(lo);
    arf_clear(hi);
    return out;
}
