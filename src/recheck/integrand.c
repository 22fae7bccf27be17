/* Taylor coefficients of an expression, from those of its parts. */
#include "recheck/quadrature.h"

enum { MAX_DEPTH = 400 };

struct scope {
    const struct integrand *f;
    const interval_t *x;
    int depth;
};

static void part(struct jet *r, struct scope *s, const struct expr *e);

bool integrand_depends(const struct integrand *f, const struct expr *e)
{
    for (size_t k = 0; k < e->nfree; k++)
        if (e->free[k] == f->variable)
            return true;
    return false;
}

static void unknown(struct jet *r)
{
    r->defined = TRUTH_UNKNOWN;
    r->smooth = false;
    for (int k = 0; k <= r->order; k++)
        interval_set_whole(&r->c[k]);
}

static void constant(struct jet *r, struct scope *s, const struct expr *e)
{
    const struct kmatrix *a =
        expr_is_scalar(e) ? run_value(s->f->run, e) : NULL;
    if (!a || a->rows != 1 || a->cols != 1) {
        unknown(r);
        return;
    }
    jet_constant(r, a->e);
    r->defined = a->defined;
}

/* ---- conditions ---- */

/* TRUTH_UNDEFINED stands for: not certain to be defined. */
static enum truth truth_of(struct scope *s, const struct expr *e);

static enum truth relation(struct scope *s, const struct expr *e)
{
    LOCAL_MADE_OF(jet, a, 0, run_bits(s->f->run));
    LOCAL_MADE_OF(jet, b, 0, run_bits(s->f->run));
    part(&a, s, e->kids[0]);
    part(&b, s, e->kids[1]);
    return a.defined == TRUTH_TRUE && b.defined == TRUTH_TRUE
               ? interval_relation(e->rel, &a.c[0], &b.c[0])
               : TRUTH_UNDEFINED;
}

static enum truth truth_of(struct scope *s, const struct expr *e)
{
    enum truth all = e->op == EX_AND ? TRUTH_TRUE : TRUTH_FALSE;
    if (e->op == EX_REL && expr_is_scalar(e->kids[0]) &&
        expr_is_scalar(e->kids[1]))
        return relation(s, e);
    if ((e->op != EX_AND && e->op != EX_OR && e->op != EX_NOT) ||
        ++s->depth > MAX_DEPTH)
        return TRUTH_UNDEFINED;
    for (size_t k = 0; k < e->count; k++) {
        enum truth one = truth_of(s, e->kids[k]);
        if (one == TRUTH_UNDEFINED || e->op == EX_NOT) {
            s->depth--;
            return truth_not(one);
        }
        all = e->op == EX_AND ? truth_and(all, one) : truth_or(all, one);
    }
    s->depth--;
    return all;
}

static void choose(struct jet *r, struct scope *s, const struct expr *e)
{
    enum truth truth = truth_of(s, e->kids[0]);
    if (truth == TRUTH_UNDEFINED) {
        unknown(r);
    } else if (truth == TRUTH_UNKNOWN) {
        LOCAL_MADE_OF(jet, a, r->order, run_bits(s->f->run));
        LOCAL_MADE_OF(jet, b, r->order, run_bits(s->f->run));
        part(&a, s, e->kids[1]);
        part(&b, s, e->kids[2]);
        jet_either(r, &a, &b);
    } else {
        part(r, s, e->kids[truth == TRUTH_TRUE ? 1 : 2]);
    }
}

/* ---- operations ---- */

static void binary(struct jet *r, struct scope *s, const struct expr *e,
                   jet_binary *rule)
{
    LOCAL_MADE_OF(jet, a, r->order, run_bits(s->f->run));
    LOCAL_MADE_OF(jet, b, r->order, run_bits(s->f->run));
    part(&a, s, e->kids[0]);
    if (e->kids[0] == e->kids[1]) {
        rule(r, &a, &a);
    } else {
        part(&b, s, e->kids[1]);
        rule(r, &a, &b);
    }
}

static void unary(struct jet *r, struct scope *s, const struct expr *e,
                  jet_unary *rule)
{
    LOCAL_MADE_OF(jet, a, r->order, run_bits(s->f->run));
    part(&a, s, e->kids[0]);
    rule(r, &a);
}

static void call(struct jet *r, struct scope *s, const struct expr *e)
{
    /* ORDER: ir/function.h */
    static jet_unary *const table[FN_COUNT] = {
        [FN_ABS] = jet_abs,   [FN_EXP] = jet_exp, [FN_LOG] = jet_log,
        [FN_SQRT] = jet_sqrt, [FN_SIN] = jet_sin, [FN_COS] = jet_cos,
        [FN_TANH] = jet_tanh, [FN_ERF] = jet_erf, [FN_RELU] = jet_relu,
        [FN_SIGN] = jet_sign,
    };
    if (e->fn == FN_MAX2 && e->count == 2)
        binary(r, s, e, jet_max);
    else if (e->fn == FN_MIN2 && e->count == 2)
        binary(r, s, e, jet_min);
    else if (table[e->fn] && e->count == 1)
        unary(r, s, e, table[e->fn]);
    else
        unknown(r);
}

/* sum and prod of numbers over an index */
static void binder(struct jet *r, struct scope *s, const struct expr *e)
{
    struct run *run = s->f->run;
    int64_t lo, hi;
    if (!run_index(run, &lo, e->kids[0]) || !run_index(run, &hi, e->kids[1]) ||
        lo > hi || !run_range(run, lo, hi)) {
        unknown(r);
        return;
    }
    LOCAL_MADE_OF(jet, a, r->order, run_bits(run));
    LOCAL_MADE_OF(jet, t, r->order, run_bits(run));
    struct binding old = binding_save(run, e->symbol);
    for (int64_t k = lo; k <= hi && !run->failed; k++) {
        env_set(&run->env, e->symbol, k);
        part(&a, s, e->kids[2]);
        if (k == lo) {
            jet_set(r, &a);
            continue;
        }
        (e->op == EX_SUM ? jet_add : jet_mul)(&t, r, &a);
        jet_set(r, &t);
    }
    binding_restore(run, &old);
}

static void dispatch(struct jet *r, struct scope *s, const struct expr *e)
{
    if (e->op == EX_SYMBOL)
        jet_variable(r, s->x);
    else if (e->op == EX_ADD)
        binary(r, s, e, jet_add);
    else if (e->op == EX_SUB)
        binary(r, s, e, jet_sub);
    else if (e->op == EX_NEG)
        unary(r, s, e, jet_neg);
    else if (e->op == EX_SCALE || e->op == EX_DOT_MUL)
        binary(r, s, e, jet_mul);
    else if (e->op == EX_DIVIDE || e->op == EX_DOT_DIV)
        binary(r, s, e, jet_div);
    else if (e->op == EX_POW || e->op == EX_DOT_POW)
        binary(r, s, e, jet_power);
    else if (e->op == EX_CALL)
        call(r, s, e);
    else if (e->op == EX_IF)
        choose(r, s, e);
    else if (e->op == EX_SUM || e->op == EX_PROD)
        binder(r, s, e);
    else
        unknown(r);
}

/* Not kept: the value changes with x. */
static void part(struct jet *r, struct scope *s, const struct expr *e)
{
    if (!integrand_depends(s->f, e)) {
        constant(r, s, e);
    } else if (s->depth >= MAX_DEPTH || !expr_is_scalar(e) ||
               !run_spend(s->f->run, (uint64_t)(r->order + 1) *
                                         (uint64_t)(r->order + 1))) {
        unknown(r);
    } else {
        s->depth++;
        dispatch(r, s, e);
        s->depth--;
    }
}

void integrand_part(struct jet *r, const struct integrand *f,
                    const struct expr *e, const interval_t *x)
{
    struct scope s = {.f = f, .x = x};
    part(r, &s, e);
}

void integrand_jet(struct jet *r, const struct integrand *f,
                   const interval_t *x)
{
    if (!f->is_normal) {
        integrand_part(r, f, f->body, x);
        return;
    }
    LOCAL_MADE_OF(jet, z, r->order, run_bits(f->run));
    LOCAL_MADE_OF(jet, w, r->order, run_bits(f->run));
    jet_variable(&z, x);
    jet_mul(&w, &z, &z);
    for (int k = 0; k <= w.order; k++) {
        interval_div_si(&w.c[k], &w.c[k], 2);
        interval_neg(&w.c[k], &w.c[k]);
    }
    jet_exp(&z, &w);
    integrand_part(&w, f, f->body, x);
    jet_mul(r, &w, &z);
}
