/* How the integrand grows, instruction by instruction; #tails */
#include "eval/ball_growth.h"
#include "eval/ball_integrand.h"

#include <stdlib.h>

struct tail {
    const struct ball_integrand *f;
    struct growth *values; /* by place in f->dependent */
    enum truth *truths;    /* likewise */
    struct growth scratch[3];
    arb_srcptr start;
    int sign;
};

static bool is_single(const struct plan_instr *in)
{
    return in->rows == 1 && in->cols == 1;
}

/* The growth of argument k; a constant's in scratch[k]. */
static const struct growth *argument(struct tail *t,
                                     const struct plan_instr *in, uint32_t k)
{
    const plan_id id = in->args[k];
    const uint32_t place = t->f->position[id];
    const arb_srcptr value = ball_scalar(t->f->run, id);
    if (place)
        return &t->values[place - 1];
    struct growth *out = &t->scratch[k];
    if (value)
        growth_constant(out, value, t->start);
    else
        out->is_known = false;
    return out;
}

static enum truth truth_argument(const struct tail *t,
                                 const struct plan_instr *in, uint32_t k)
{
    const plan_id id = in->args[k];
    const uint32_t place = t->f->position[id];
    if (place)
        return t->truths[place - 1];
    return t->f->run->walk.results[id].state == STATE_DEFINED
               ? t->f->run->walk.results[id].truth
               : TRUTH_UNDEFINED;
}

/* ---- truths: of all t, or unknown ---- */

/* d = a - b; 1: d > 0, 0: open, ... as the relations need it */
static enum truth sign_truth(enum relop rel, const struct growth *d)
{
    const int strict = d->has_low ? d->sign : 0;
    switch (rel) {
    case REL_EQ:
        return d->has_low ? TRUTH_FALSE : TRUTH_UNKNOWN;
    case REL_NE:
        return d->has_low ? TRUTH_TRUE : TRUTH_UNKNOWN;
    case REL_LE:
        return d->sign < 0  ? TRUTH_TRUE
               : strict > 0 ? TRUTH_FALSE
                            : TRUTH_UNKNOWN;
    case REL_GE:
        return d->sign > 0  ? TRUTH_TRUE
               : strict < 0 ? TRUTH_FALSE
                            : TRUTH_UNKNOWN;
    case REL_LT:
        return strict < 0    ? TRUTH_TRUE
               : d->sign > 0 ? TRUTH_FALSE
                             : TRUTH_UNKNOWN;
    case REL_GT:
        return strict > 0    ? TRUTH_TRUE
               : d->sign < 0 ? TRUTH_FALSE
                             : TRUTH_UNKNOWN;
    }
    return TRUTH_UNKNOWN;
}

/* TRUTH_UNDEFINED stands for "may be undefined": the tail is given up. */
static enum truth relation(struct tail *t, const struct plan_instr *in)
{
    const struct growth *a = argument(t, in, 0), *b = argument(t, in, 1);
    if (!a->is_known || !b->is_known)
        return TRUTH_UNDEFINED;
    growth_sub(&t->scratch[2], a, b, t->start);
    return t->scratch[2].is_known ? sign_truth(in->rel, &t->scratch[2])
                                  : TRUTH_UNDEFINED;
}

static enum truth truth_of(struct tail *t, const struct plan_instr *in)
{
    if (in->op == PL_REL)
        return relation(t, in);
    enum truth all = in->op == PL_AND ? TRUTH_TRUE : TRUTH_FALSE;
    for (uint32_t k = 0; k < in->nargs; k++) {
        const enum truth one = truth_argument(t, in, k);
        if (one == TRUTH_UNDEFINED || in->op == PL_PSD)
            return TRUTH_UNDEFINED;
        if (in->op == PL_NOT)
            return truth_not(one);
        all = in->op == PL_AND ? truth_and(all, one) : truth_or(all, one);
    }
    return all;
}

/* ---- values ---- */

static void larger(struct tail *t, struct growth *out,
                   const struct plan_instr *in)
{
    const struct growth *a = argument(t, in, 0), *b = argument(t, in, 1);
    struct growth *d = &t->scratch[2];
    growth_sub(d, a, b, t->start);
    const int side = d->is_known ? (in->fn == FN_MAX2 ? d->sign : -d->sign) : 0;
    if (side && a->is_known && b->is_known) {
        growth_set(out, side > 0 ? a : b);
        return;
    }
    growth_either(out, a, b);
    if (in->fn == FN_MAX2 && (a->sign > 0 || b->sign > 0))
        out->sign = 1;
    if (in->fn == FN_MIN2 && (a->sign < 0 || b->sign < 0))
        out->sign = -1;
}

static void select_branch(struct tail *t, struct growth *out,
                          const struct plan_instr *in)
{
    switch (truth_argument(t, in, 0)) {
    case TRUTH_TRUE:
        growth_set(out, argument(t, in, 1));
        return;
    case TRUTH_FALSE:
        growth_set(out, argument(t, in, 2));
        return;
    case TRUTH_UNKNOWN:
        growth_either(out, argument(t, in, 1), argument(t, in, 2));
        return;
    case TRUTH_UNDEFINED:
        break;
    }
    out->is_known = false;
}

/* The exponent is a constant, or the base is a positive one. */
static void power(struct tail *t, struct growth *out,
                  const struct plan_instr *in)
{
    const struct growth *a = argument(t, in, 0), *b = argument(t, in, 1);
    struct growth p, q;
    out->is_known = false;
    if (!a->is_known || !b->is_known)
        return;
    if (!t->f->position[in->args[1]]) {
        growth_pow(out, a,
                   arb_mat_entry(t->f->run->values[in->args[1]].m, 0, 0),
                   t->start);
        return;
    }
    growth_init(&p);
    growth_init(&q);
    growth_log(&p, a, t->start);
    if (a->length == 1 && arb_is_positive(&a->poly[0])) {
        LOCAL_ARB(c);
        arb_log(c, &a->poly[0], GROWTH_BITS);
        growth_constant(&p, c, t->start);
    }
    growth_mul(&q, &p, b, t->start);
    growth_exp(out, &q, t->start);
    growth_clear(&p);
    growth_clear(&q);
}

static void call(struct tail *t, struct growth *out,
                 const struct plan_instr *in)
{
    arb_t half;
    if (in->fn == FN_MAX2 || in->fn == FN_MIN2) {
        larger(t, out, in);
        return;
    }
    out->is_known = false;
    if (in->nargs != 1)
        return;
    const struct growth *a = argument(t, in, 0);
    if (in->fn == FN_EXP) {
        growth_exp(out, a, t->start);
    } else if (in->fn == FN_LOG) {
        growth_log(out, a, t->start);
    } else if (in->fn == FN_ABS) {
        growth_abs(out, a);
    } else if (in->fn == FN_RELU) {
        growth_relu(out, a, t->start);
    } else if (in->fn == FN_SQRT) {
        arb_init(half);
        arb_set_d(half, 0.5);
        growth_pow(out, a, half, t->start);
        arb_clear(half);
    } else if (in->fn == FN_SIN || in->fn == FN_COS || in->fn == FN_TANH ||
               in->fn == FN_ERF || in->fn == FN_SIGN) {
        growth_unit(out, a, in->fn != FN_SIN && in->fn != FN_COS, t->start);
    }
}

static void value_of(struct tail *t, struct growth *out,
                     const struct plan_instr *in)
{
    out->is_known = false;
    if (!is_single(in))
        return;
    if (in->op == PL_VARIABLE)
        growth_variable(out, t->sign, t->start);
    else if (in->op == PL_ADD)
        growth_add(out, argument(t, in, 0), argument(t, in, 1), t->start);
    else if (in->op == PL_SUB)
        growth_sub(out, argument(t, in, 0), argument(t, in, 1), t->start);
    else if (in->op == PL_NEG)
        growth_neg(out, argument(t, in, 0));
    else if (in->op == PL_SCALE || in->op == PL_DOT_MUL)
        growth_mul(out, argument(t, in, 0), argument(t, in, 1), t->start);
    else if (in->op == PL_DIVIDE || in->op == PL_DOT_DIV)
        growth_div(out, argument(t, in, 0), argument(t, in, 1), t->start);
    else if (in->op == PL_POW || in->op == PL_DOT_POW)
        power(t, out, in);
    else if (in->op == PL_SELECT)
        select_branch(t, out, in);
    else if (in->op == PL_CALL)
        call(t, out, in);
}

static void run(struct tail *t)
{
    for (size_t k = 0; k < t->f->ndependent; k++) {
        const struct plan_instr *in = &t->f->body->instrs[t->f->dependent[k]];
        if (plan_is_truth(in->op))
            t->truths[k] = truth_of(t, in);
        else
            value_of(t, &t->values[k], in);
    }
}

static void tail_open(struct tail *t, const struct ball_integrand *f,
                      const arb_t start, int sign)
{
    *t = (struct tail){.f = f, .start = start, .sign = sign};
    t->values = xcalloc(f->ndependent + 1, sizeof *t->values);
    t->truths = xcalloc(f->ndependent + 1, sizeof *t->truths);
    for (size_t k = 0; k < f->ndependent; k++)
        growth_init(&t->values[k]);
    for (size_t k = 0; k < 3; k++)
        growth_init(&t->scratch[k]);
    run(t);
}

static void tail_close(struct tail *t)
{
    for (size_t k = 0; k < t->f->ndependent; k++)
        growth_clear(&t->values[k]);
    for (size_t k = 0; k < 3; k++)
        growth_clear(&t->scratch[k]);
    free(t->values);
    free(t->truths);
}

/* How the integrand grows. */
static const struct growth *whole(struct tail *t)
{
    const plan_id root = t->f->integral->root;
    const struct plan_instr in = {.args = &root, .nargs = 1};
    return argument(t, &in, 0);
}

bool ball_integrand_tail(arb_t bound, const struct ball_integrand *f,
                         const arb_t start, int sign)
{
    struct tail t;
    tail_open(&t, f, start, sign);
    const bool ok =
        growth_integral(bound, whole(&t), f->integral->is_normal, start);
    tail_close(&t);
    return ok;
}

/*
 * c t^m exp(g t + h t^2), c > 0, has no integral if h > 0; or h >= 0, g > 0; or
 * h, g >= 0 and m >= -1.
 */
static bool is_too_large(const struct growth_term *t, bool normal)
{
    LOCAL_ARB(h);
    arb_set_d(h, normal ? -0.5 : 0);
    arb_add(h, h, t->h, GROWTH_BITS);
    bool large = arb_is_positive(h);
    if (!large && arb_is_nonnegative(h))
        large = arb_is_positive(t->g);
    if (!large && arb_is_nonnegative(h) && arb_is_nonnegative(t->g)) {
        arb_add_si(h, t->m, 1, GROWTH_BITS);
        large = arb_is_nonnegative(h);
    }
    return large;
}

bool ball_integrand_diverges(const struct ball_integrand *f, const arb_t start,
                             int sign)
{
    struct tail t;
    tail_open(&t, f, start, sign);
    const struct growth *a = whole(&t);
    const bool diverges = a->is_known && a->sign != 0 && a->has_low &&
                          is_too_large(&a->low, f->integral->is_normal);
    tail_close(&t);
    return diverges;
}
