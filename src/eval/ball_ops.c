#include "eval/ball_internal.h"

/* ---- leaves; docs/error-analysis.md#inputs ---- */

static void set_input(arb_t out, const struct value *value, size_t k,
                      slong prec)
{
    if (value->kind == VALUE_DOUBLES)
        arb_set_d(out, value->doubles[k]);
    else
        ball_set_rational(out, &value->rationals[k], prec);
}

enum state ball_input(arb_mat_t out, const struct value *value, slong prec)
{
    if (value->kind != VALUE_DOUBLES && value->kind != VALUE_RATIONALS)
        return STATE_UNKNOWN;
    ENSURE((slong)value->rows == arb_mat_nrows(out) &&
               (slong)value->cols == arb_mat_ncols(out),
           "an input has the shape of its slot");
    size_t k = 0;
    for (slong i = 0; i < arb_mat_nrows(out); i++) {
        for (slong j = 0; j < arb_mat_ncols(out); j++)
            set_input(arb_mat_entry(out, i, j), value, k++, prec);
    }
    return STATE_DEFINED;
}

enum state ball_fill(arb_mat_t out, const struct ball_run *run,
                     const struct plan_instr *in)
{
    if (arb_mat_is_empty(out))
        return STATE_DEFINED;
    arb_ptr first = arb_mat_entry(out, 0, 0);
    ball_set_rational(first, in->number, run->prec);
    for (slong i = 0; i < arb_mat_nrows(out); i++) {
        for (slong j = 0; j < arb_mat_ncols(out); j++)
            arb_set(arb_mat_entry(out, i, j), first);
    }
    return STATE_DEFINED;
}

/* ---- arithmetic; docs/error-analysis.md#arithmetic ---- */

enum state ball_add(arb_mat_t out, const struct ball_run *run,
                    const struct plan_instr *in)
{
    arb_mat_add(out, ball_arg(run, in, 0), ball_arg(run, in, 1), run->prec);
    return STATE_DEFINED;
}

enum state ball_subtract(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    if (in->args[0] == in->args[1])
        arb_mat_zero(out);
    else
        arb_mat_sub(out, ball_arg(run, in, 0), ball_arg(run, in, 1), run->prec);
    return STATE_DEFINED;
}

enum state ball_multiply(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    arb_mat_mul(out, ball_arg(run, in, 0), ball_arg(run, in, 1), run->prec);
    return STATE_DEFINED;
}

enum state ball_spread_pairs(arb_mat_t out, const struct ball_run *run,
                             const struct plan_instr *in, ball_pair *fn)
{
    const arb_mat_struct *a = ball_arg(run, in, 0), *b = ball_arg(run, in, 1);
    struct ball_operand x = {.facts = ball_arg_facts(run, in, 0)};
    struct ball_operand y = {.facts = ball_arg_facts(run, in, 1)};
    enum state state = STATE_DEFINED;
    for (slong i = 0; i < arb_mat_nrows(out); i++) {
        for (slong j = 0; j < arb_mat_ncols(out); j++) {
            x.x = ball_spread(a, i, j);
            y.x = ball_spread(b, i, j);
            arb_ptr z = arb_mat_entry(out, i, j);
            state = state_join(state, fn(z, &x, &y, run->prec));
        }
    }
    return state;
}

enum state ball_pair_multiply(arb_t z, const struct ball_operand *x,
                              const struct ball_operand *y, slong prec)
{
    arb_mul(z, x->x, y->x, prec);
    return STATE_DEFINED;
}

enum state ball_pair_divide(arb_t z, const struct ball_operand *x,
                            const struct ball_operand *y, slong prec)
{
    if (arb_is_zero(y->x))
        return STATE_UNDEFINED;
    if (arb_contains_zero(y->x))
        return STATE_UNKNOWN;
    arb_div(z, x->x, y->x, prec);
    return STATE_DEFINED;
}

enum state ball_pair_max(arb_t z, const struct ball_operand *x,
                         const struct ball_operand *y, slong prec)
{
    arb_set(z, x->x);
    ball_raise(z, y->x, prec);
    return STATE_DEFINED;
}

enum state ball_pair_min(arb_t z, const struct ball_operand *x,
                         const struct ball_operand *y, slong prec)
{
    arb_set(z, x->x);
    ball_reduce(z, y->x, prec);
    return STATE_DEFINED;
}

enum state ball_matrix_power(arb_mat_t out, const struct ball_run *run,
                             const struct plan_instr *in)
{
    const uint64_t k =
        in->power < 0 ? 0 - (uint64_t)in->power : (uint64_t)in->power;
    if (in->power >= 0) {
        arb_mat_pow_ui(out, ball_arg(run, in, 0), k, run->prec);
        return STATE_DEFINED;
    }
    const enum state state = ball_inverse(out, run, in);
    if (state == STATE_DEFINED)
        arb_mat_pow_ui(out, out, k, run->prec);
    return state;
}

/* ---- shapes ---- */

enum state ball_slice(arb_mat_t out, const struct ball_run *run,
                      const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    for (slong i = 0; i < arb_mat_nrows(out); i++) {
        for (slong j = 0; j < arb_mat_ncols(out); j++)
            arb_set(arb_mat_entry(out, i, j),
                    arb_mat_entry(a, i + in->row, j + in->col));
    }
    return STATE_DEFINED;
}

enum state ball_literal(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    const slong cols = arb_mat_ncols(out);
    for (slong i = 0; i < arb_mat_nrows(out); i++) {
        for (slong j = 0; j < cols; j++) {
            const arb_mat_struct *entry =
                ball_arg(run, in, (size_t)(i * cols + j));
            arb_set(arb_mat_entry(out, i, j), arb_mat_entry(entry, 0, 0));
        }
    }
    return STATE_DEFINED;
}

/* ---- choice; docs/error-analysis.md#selection ---- */

/* Ends of few bits are met exactly. */
static void hull(arb_t out, const struct ball_operand *x,
                 const struct ball_operand *y, slong prec)
{
    if (!arb_is_finite(x->x) || !arb_is_finite(y->x)) {
        arb_zero_pm_inf(out);
        return;
    }
    arf_t lo, hi, t;
    arf_init(lo);
    arf_init(hi);
    arf_init(t);
    ball_lower(lo, x, prec);
    ball_lower(t, y, prec);
    arf_min(lo, lo, t);
    ball_upper(hi, x, prec);
    ball_upper(t, y, prec);
    arf_max(hi, hi, t);
    ball_set_ends(out, lo, hi, prec);
    arf_clear(lo);
    arf_clear(hi);
    arf_clear(t);
}

static enum state select_hull(arb_mat_t out, const struct ball_run *run,
                              const struct plan_instr *in)
{
    const enum state condition = run->values[in->args[0]].state;
    const enum state b = run->values[in->args[1]].state;
    const enum state c = run->values[in->args[2]].state;
    if (b == STATE_UNDEFINED && c == STATE_UNDEFINED)
        return STATE_UNDEFINED;
    /* Which branch is taken is open, and perhaps whether one is at all. */
    if (condition != STATE_DEFINED || b != STATE_DEFINED || c != STATE_DEFINED)
        return STATE_UNKNOWN;
    for (slong i = 0; i < arb_mat_nrows(out); i++) {
        for (slong j = 0; j < arb_mat_ncols(out); j++) {
            const struct ball_operand y = {
                .x = arb_mat_entry(ball_arg(run, in, 1), i, j),
                .facts = ball_arg_facts(run, in, 1)};
            const struct ball_operand z = {
                .x = arb_mat_entry(ball_arg(run, in, 2), i, j),
                .facts = ball_arg_facts(run, in, 2)};
            hull(arb_mat_entry(out, i, j), &y, &z, run->prec);
        }
    }
    return STATE_DEFINED;
}

enum state ball_select(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    size_t branch = 0;
    switch (run->values[in->args[0]].truth) {
    case TRUTH_UNKNOWN:
        return select_hull(out, run, in);
    case TRUTH_UNDEFINED:
        return STATE_UNDEFINED;
    case TRUTH_TRUE:
        branch = 1;
        break;
    case TRUTH_FALSE:
        branch = 2;
        break;
    }
    const enum state state = run->values[in->args[branch]].state;
    if (state == STATE_DEFINED)
        arb_mat_set(out, ball_arg(run, in, branch));
    return state;
}
