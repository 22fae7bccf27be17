/*
 * Poles: near a point inside the range the integrand is a quotient whose
 * divisor has a zero there, so that it has no integral.
 * docs/error-analysis.md#integrals, "Undefined"
 */
#include "eval/ball_integrand.h"

#include <stdlib.h>

enum {
    CELLS = 64,      /* between whose ends a sign may change */
    MOST_PARTS = 32, /* factors and terms beside the pole */
    MAX_NESTED = 64
};

/* |integrand| >= c |nonzero parts| / |zero * bounded parts| - bounded parts */
struct pole {
    struct ball_integrand *f;
    unsigned char *branches;
    plan_id zero; /* a divisor's factor */
    plan_id nonzero[MOST_PARTS], bounded[MOST_PARTS];
    size_t nnonzero, nbounded;
    size_t depth;
};

/* ---- values on the cell last evaluated ---- */

static arb_srcptr value_of(const struct pole *p, plan_id id)
{
    return ball_scalar(p->f->run, id);
}

static bool parts_fit(const struct pole *p)
{
    for (size_t i = 0; i < p->nnonzero; i++) {
        const arb_struct *x = value_of(p, p->nonzero[i]);
        if (!x || arb_contains_zero(x))
            return false;
    }
    for (size_t i = 0; i < p->nbounded; i++) {
        const arb_struct *x = value_of(p, p->bounded[i]);
        if (!x || !arb_is_finite(x))
            return false;
    }
    return true;
}

/* Analytic on the cell: it has few zeros and changes at most like t. */
static bool is_analytic(struct pole *p, plan_id id, const arb_t x)
{
    const uint32_t place = p->f->position[id];
    bool ok = ball_integrand_branches(p->branches, p->f) && place > 0 &&
              p->branches[place - 1] != BRANCH_IDLE;
    if (!ok)
        return false;
    LOCAL_ACB(z);
    LOCAL_ACB(y);
    acb_set_arb(z, x);
    ball_integrand_complex(y, p->f, p->branches, z);
    ok = acb_is_finite(&p->f->complex[place - 1]);
    return ok;
}

/* -1, 1: the certain sign at the point; 2: exactly 0; 0: not known. */
static int sign_at(struct pole *p, const arf_t at)
{
    int sign = 0;
    LOCAL_ARB(x);
    LOCAL_ARB(y);
    arb_set_arf(x, at);
    (void)ball_integrand_real(y, p->f, x);
    const arb_struct *v = value_of(p, p->zero);
    if (v && arb_is_zero(v))
        sign = 2;
    else if (v && !arb_contains_zero(v))
        sign = arb_is_positive(v) ? 1 : -1;
    return sign;
}

static bool is_pole_between(struct pole *p, const arf_t lo, const arf_t hi)
{
    LOCAL_ARB(x);
    LOCAL_ARB(y);
    ball_set_ends(x, lo, hi, p->f->prec);
    (void)ball_integrand_real(y, p->f, x);
    return parts_fit(p) && is_analytic(p, p->zero, x);
}

/* lo + (hi - lo) k / CELLS, rounded but for k = 0. */
static void grid_point(arf_t out, const arf_t lo, const arf_t hi, int k,
                       slong prec)
{
    arf_sub(out, hi, lo, prec, ARF_RND_DOWN);
    arf_mul_si(out, out, k, prec, ARF_RND_DOWN);
    arf_mul_2exp_si(out, out, -6);
    arf_add(out, out, lo, prec, ARF_RND_DOWN);
}
_Static_assert(CELLS == 1 << 6, "grid_point divides by CELLS");

/*
 * A zero in the cell [lo, hi], or exactly at one of its ends: the integrand
 * has one sign on a side of it, within the cell, and is at least c/|t - zero|.
 */
static bool has_zero(struct pole *p, const arf_t lo, const arf_t hi)
{
    bool found = false;
    LOCAL_ARF(u);
    LOCAL_ARF(v);
    arf_set(u, lo);
    int before = sign_at(p, u);
    for (int k = 1; k <= CELLS && !found; k++) {
        grid_point(v, lo, hi, k, p->f->prec);
        const int after = sign_at(p, v);
        if (before && after && (before != after || before == 2) &&
            arf_cmp(u, v) < 0 && arf_cmp(v, hi) <= 0)
            found = is_pole_between(p, u, v);
        before = after;
        arf_swap(u, v);
    }
    return found;
}

/* ---- which divisors there are ---- */

static bool follow(struct pole *p, plan_id id, bool is_divisor, const arf_t lo,
                   const arf_t hi);

static bool beside(struct pole *p, plan_id part, bool nonzero, plan_id next,
                   bool is_divisor, const arf_t lo, const arf_t hi)
{
    size_t *count = nonzero ? &p->nnonzero : &p->nbounded;
    if (*count == MOST_PARTS)
        return false;
    (nonzero ? p->nonzero : p->bounded)[(*count)++] = part;
    const bool found = follow(p, next, is_divisor, lo, hi);
    --*count;
    return found;
}

/* One of both leads to the pole; the other is nonzero, or bounded. */
static bool either(struct pole *p, const struct plan_instr *in, bool nonzero,
                   bool is_divisor, const arf_t lo, const arf_t hi)
{
    return beside(p, in->args[1], nonzero, in->args[0], is_divisor, lo, hi) ||
           beside(p, in->args[0], nonzero, in->args[1], is_divisor, lo, hi);
}

/* An integer exponent free of the variable, with its sign; 0: none. */
static int exponent_sign(const struct pole *p, const struct plan_instr *in)
{
    const plan_id id = in->args[1];
    const arb_struct *y = p->f->position[id] ? NULL : value_of(p, id);
    return y && arb_is_int(y) ? arf_sgn(arb_midref(y)) : 0;
}

static bool dispatch(struct pole *p, plan_id id, bool is_divisor,
                     const arf_t lo, const arf_t hi)
{
    const struct plan_instr *in = &p->f->body->instrs[id];
    const bool is_power = in->op == PL_POW || in->op == PL_DOT_POW;
    const int sign = is_power ? exponent_sign(p, in) : 0;
    if (in->op == PL_NEG || sign > 0)
        return follow(p, in->args[0], is_divisor, lo, hi);
    if (in->op == PL_SCALE || in->op == PL_DOT_MUL)
        return either(p, in, !is_divisor, is_divisor, lo, hi);
    if (is_divisor)
        return false;
    if (in->op == PL_ADD || in->op == PL_SUB)
        return either(p, in, false, false, lo, hi);
    if (in->op == PL_DIVIDE || in->op == PL_DOT_DIV)
        return beside(p, in->args[0], true, in->args[1], true, lo, hi) ||
               beside(p, in->args[1], false, in->args[0], false, lo, hi);
    return sign < 0 && follow(p, in->args[0], true, lo, hi);
}

static bool follow(struct pole *p, plan_id id, bool is_divisor, const arf_t lo,
                   const arf_t hi)
{
    const struct plan_instr *in = &p->f->body->instrs[id];
    if (!p->f->position[id] || in->rows != 1 || in->cols != 1 ||
        p->depth == MAX_NESTED)
        return false;
    p->depth++;
    bool found = dispatch(p, id, is_divisor, lo, hi);
    p->depth--;
    if (!found && is_divisor) {
        p->zero = id;
        found = has_zero(p, lo, hi);
    }
    return found;
}

bool ball_integrand_has_pole(struct ball_integrand *f, const arf_t lo,
                             const arf_t hi)
{
    struct pole p = {.f = f};
    p.branches = xmalloc(f->ndependent + 1);
    const bool found = follow(&p, f->integral->root, false, lo, hi);
    free(p.branches);
    return found;
}
