/*
 * The integrand on complex balls.  A result that is not finite says that the
 * function may not be analytic there; docs/error-analysis.md#integrals
 */
#include "eval/ball_integrand.h"

struct view {
    struct ball_integrand *f;
    const unsigned char *branches;
    slong prec;
};

/* Argument k; what does not depend on the variable comes from its run. */
static void argument(acb_t out, const struct view *v,
                     const struct plan_instr *in, uint32_t k)
{
    const plan_id id = in->args[k];
    const arb_srcptr value = ball_scalar(v->f->run, id);
    const uint32_t place = v->f->position[id];
    if (place)
        acb_set(out, &v->f->complex[place - 1]);
    else if (value)
        acb_set_arb(out, value);
    else
        acb_indeterminate(out);
}

static void power(acb_t out, const acb_t x, const acb_t y, slong prec)
{
    if (acb_is_int(y) && arf_cmpabs_2exp_si(arb_midref(acb_realref(y)),
                                            BALL_MAX_POWER_BITS) < 0) {
        LOCAL_FMPZ(k);
        arf_get_fmpz(k, arb_midref(acb_realref(y)), ARF_RND_DOWN); /* exact */
        acb_pow_fmpz(out, x, k, prec);
    } else if (acb_is_real(y) && arb_is_exact(acb_realref(y))) {
        acb_pow_analytic(out, x, y, 1, prec);
    } else { /* exp(y log x): the exponent may depend on the variable */
        LOCAL_ACB(t);
        acb_log_analytic(t, x, 1, prec);
        acb_mul(t, t, y, prec);
        acb_exp(out, t, prec);
    }
}

static void take(acb_t out, const acb_t x, enum branch branch)
{
    if (branch == BRANCH_ZERO)
        acb_zero(out);
    else if (branch == BRANCH_SECOND)
        acb_neg(out, x);
    else
        acb_set(out, x);
}

static void call(acb_t out, const struct plan_instr *in, const acb_t x,
                 enum branch branch, slong prec)
{
    if (in->fn == FN_EXP)
        acb_exp(out, x, prec);
    else if (in->fn == FN_LOG)
        acb_log_analytic(out, x, 1, prec);
    else if (in->fn == FN_SQRT)
        acb_sqrt_analytic(out, x, 1, prec);
    else if (in->fn == FN_SIN)
        acb_sin(out, x, prec);
    else if (in->fn == FN_COS)
        acb_cos(out, x, prec);
    else if (in->fn == FN_TANH)
        acb_tanh(out, x, prec);
    else if (in->fn == FN_ERF)
        acb_hypgeom_erf(out, x, prec);
    else if (in->fn == FN_ABS || in->fn == FN_RELU)
        take(out, x, branch);
    else if (in->fn == FN_SIGN)
        acb_set_si(out, branch == BRANCH_FIRST    ? 1
                        : branch == BRANCH_SECOND ? -1
                                                  : 0);
    else
        acb_indeterminate(out);
}

static void combine(acb_t out, const struct plan_instr *in, const acb_t x,
                    const acb_t y, slong prec)
{
    if (in->op == PL_ADD)
        acb_add(out, x, y, prec);
    else if (in->op == PL_SUB)
        acb_sub(out, x, y, prec);
    else if (in->op == PL_DIVIDE || in->op == PL_DOT_DIV)
        acb_div(out, x, y, prec);
    else if (in->op == PL_POW || in->op == PL_DOT_POW)
        power(out, x, y, prec);
    else if (in->op == PL_SCALE || in->op == PL_DOT_MUL)
        acb_mul(out, x, y, prec);
    else
        acb_indeterminate(out);
}

static bool is_pick(const struct plan_instr *in)
{
    return in->op == PL_SELECT ||
           (in->op == PL_CALL && (in->fn == FN_MAX2 || in->fn == FN_MIN2));
}

/* Every dependent value is a number and of an operation known here. */
static void step(acb_t out, const struct view *v, const struct plan_instr *in,
                 enum branch branch, const acb_t z)
{
    LOCAL_ACB(x);
    LOCAL_ACB(y);
    if (in->rows != 1 || in->cols != 1) {
        acb_indeterminate(out);
    } else if (in->op == PL_VARIABLE) {
        acb_set(out, z);
    } else if (is_pick(in)) {
        argument(out, v, in,
                 (in->op == PL_SELECT ? 1u : 0u) +
                     (branch == BRANCH_SECOND ? 1u : 0u));
    } else if (in->nargs == 1) {
        argument(x, v, in, 0);
        if (in->op == PL_NEG)
            acb_neg(out, x);
        else if (in->op == PL_CALL)
            call(out, in, x, branch, v->prec);
        else
            acb_indeterminate(out);
    } else if (in->nargs == 2) {
        argument(x, v, in, 0);
        argument(y, v, in, 1);
        combine(out, in, x, y, v->prec);
    } else {
        acb_indeterminate(out);
    }
}

static bool has_complex_form(const struct plan_instr *in)
{
    switch (in->op) {
    case PL_VARIABLE:
    case PL_ADD:
    case PL_SUB:
    case PL_NEG:
    case PL_SCALE:
    case PL_DIVIDE:
    case PL_DOT_MUL:
    case PL_DOT_DIV:
    case PL_POW:
    case PL_DOT_POW:
    case PL_SELECT:
        return in->rows == 1 && in->cols == 1;
    case PL_CALL:
        return in->rows == 1 && in->cols == 1 &&
               (is_pick(in) || in->fn == FN_ABS || in->fn == FN_EXP ||
                in->fn == FN_LOG || in->fn == FN_SQRT || in->fn == FN_SIN ||
                in->fn == FN_COS || in->fn == FN_TANH || in->fn == FN_ERF ||
                in->fn == FN_RELU || in->fn == FN_SIGN);
    case PL_NUMBER:
    case PL_PI:
    case PL_INPUT:
    case PL_UNDEFINED:
    case PL_MATMUL:
    case PL_MATPOW:
    case PL_TRANSPOSE:
    case PL_SLICE:
    case PL_LITERAL:
    case PL_FILL:
    case PL_EYE:
    case PL_UNIT:
    case PL_SPREAD:
    case PL_INTEGRAL:
    case PL_REL:
    case PL_PSD:
    case PL_AND:
    case PL_OR:
    case PL_NOT:
    case PL_TRUTH:
        break;
    }
    return false;
}

/* The constants that are used must have values, too. */
bool ball_integrand_is_analytic(const struct ball_integrand *f,
                                const unsigned char *branches)
{
    for (size_t k = 0; k < f->ndependent; k++) {
        const struct plan_instr *in = &f->body->instrs[f->dependent[k]];
        if (branches[k] == BRANCH_IDLE)
            continue;
        if (!has_complex_form(in))
            return false;
        for (uint32_t i = 0; i < in->nargs && !is_pick(in); i++)
            if (!f->position[in->args[i]] &&
                f->run->walk.results[in->args[i]].state != STATE_DEFINED)
                return false;
    }
    return !f->is_constant ||
           f->run->walk.results[f->integral->root].state == STATE_DEFINED;
}

void ball_integrand_complex(acb_t out, struct ball_integrand *f,
                            const unsigned char *branches, const acb_t z)
{
    const struct view v = {f, branches, f->prec};
    for (size_t k = 0; k < f->ndependent; k++) {
        if (branches[k] != BRANCH_IDLE)
            step(&f->complex[k], &v, &f->body->instrs[f->dependent[k]],
                 (enum branch)branches[k], z);
    }
    const arb_srcptr root = ball_scalar(f->run, f->integral->root);
    if (!f->is_constant)
        acb_set(out, &f->complex[f->position[f->integral->root] - 1]);
    else if (root)
        acb_set_arb(out, root);
    else
        acb_indeterminate(out);
}
