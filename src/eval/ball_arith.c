/* Balls as an arithmetic of the walk; docs/error-analysis.md#balls */
#include "eval/ball_internal.h"

static slong prec_of(const struct walk *w)
{
    return ((const struct ball_run *)w)->prec;
}

/* ---- memory ---- */

static void *first_entry(const arb_mat_t m)
{
    return arb_mat_is_empty(m) ? NULL : arb_mat_entry(m, 0, 0);
}

static void *room(struct walk *w, plan_id id)
{
    struct ball_run *run = (struct ball_run *)w;
    ball_pool_take(run, id);
    return first_entry(run->values[id].m);
}

static void after(struct walk *w, const struct plan_instr *in)
{
    ball_pool_end((struct ball_run *)w, in);
}

static void *take(size_t count)
{
    return _arb_vec_init((slong)count);
}

static void give(void *at, size_t count)
{
    _arb_vec_clear(at, (slong)count);
}

/* ---- leaves and copies; docs/error-analysis.md#inputs ---- */

static void number(const struct walk *w, void *z, const rational_t *x)
{
    ball_set_rational(z, x, prec_of(w));
}

static void pi(const struct walk *w, void *z)
{
    arb_const_pi(z, prec_of(w));
}

static enum state input(const struct walk *w, const struct matrix *z,
                        const struct value *value)
{
    if (value->kind != VALUE_DOUBLES && value->kind != VALUE_RATIONALS)
        return STATE_UNKNOWN;
    ENSURE(value->rows == z->rows && value->cols == z->cols,
           "an input has the shape of its slot");
    for (size_t k = 0; k < z->rows * z->cols; k++)
        if (value->kind == VALUE_DOUBLES)
            arb_set_d((arb_ptr)z->at + k, value->doubles[k]);
        else
            number(w, (arb_ptr)z->at + k, &value->rationals[k]);
    return STATE_DEFINED;
}

static void copy(const struct line *z, const struct line *x)
{
    for (size_t k = 0; k < z->count; k++)
        arb_set(ball_entry(z, k), ball_entry(x, k));
}

/* ---- bounds: choice and comparison ---- */

struct ends {
    arf_t lo[2], hi[2];
};

static void ends_init(struct ends *e, const struct ball_operand *x,
                      const struct ball_operand *y, slong prec)
{
    const struct ball_operand *side[2] = {x, y};
    for (int k = 0; k < 2; k++) {
        arf_init(e->lo[k]);
        arf_init(e->hi[k]);
        ball_lower(e->lo[k], side[k], prec);
        ball_upper(e->hi[k], side[k], prec);
    }
}

static void ends_clear(struct ends *e)
{
    for (int k = 0; k < 2; k++) {
        arf_clear(e->lo[k]);
        arf_clear(e->hi[k]);
    }
}

/* Ends of few bits are met exactly; docs/error-analysis.md#selection */
static void hull(arb_t z, const struct ball_operand *x,
                 const struct ball_operand *y, slong prec)
{
    if (!arb_is_finite(x->x) || !arb_is_finite(y->x)) {
        arb_zero_pm_inf(z);
        return;
    }
    LOCAL(ends_clear) struct ends e;
    ends_init(&e, x, y, prec);
    arf_min(e.lo[0], e.lo[0], e.lo[1]);
    arf_max(e.hi[0], e.hi[0], e.hi[1]);
    ball_set_ends(z, e.lo[0], e.hi[0], prec);
}

/* docs/error-analysis.md#relations; one entry differs from itself by 0. */
static unsigned order(const struct walk *w, const struct line *x,
                      const struct line *y)
{
    const struct ball_operand a = ball_operand_of(x, 0),
                              b = ball_operand_of(y, 0);
    struct ends e;
    if (a.x == b.x)
        return MAY_BE_ZERO;
    ends_init(&e, &a, &b, prec_of(w));
    const int least = arf_cmp(e.lo[0], e.hi[1]); /* signs of x - y */
    const int most = arf_cmp(e.hi[0], e.lo[1]);
    ends_clear(&e);
    return (least < 0 ? MAY_BE_NEGATIVE : 0u) |
           (least <= 0 && most >= 0 ? MAY_BE_ZERO : 0u) |
           (most > 0 ? MAY_BE_POSITIVE : 0u);
}

/* ---- entries; docs/error-analysis.md#arithmetic ---- */

static enum state divide(arb_t z, const arb_t x, const arb_t y, slong prec)
{
    if (arb_is_zero(y))
        return STATE_UNDEFINED;
    if (arb_contains_zero(y))
        return STATE_UNKNOWN;
    arb_div(z, x, y, prec);
    return STATE_DEFINED;
}

static enum state apply(enum pair op, arb_t z, const struct ball_operand *x,
                        const struct ball_operand *y, slong prec)
{
    switch (op) {
    case PAIR_ADD:
        arb_add(z, x->x, y->x, prec);
        break;
    case PAIR_SUB:
        if (x->x == y->x)
            arb_zero(z);
        else
            arb_sub(z, x->x, y->x, prec);
        break;
    case PAIR_MUL:
        arb_mul(z, x->x, y->x, prec);
        break;
    case PAIR_DIV:
        return divide(z, x->x, y->x, prec);
    case PAIR_POW:
        return ball_pair_power(z, x, y, prec);
    case PAIR_MAX:
        arb_set(z, x->x);
        ball_raise(z, y->x, prec);
        break;
    case PAIR_MIN:
        arb_set(z, x->x);
        ball_reduce(z, y->x, prec);
        break;
    case PAIR_HULL:
        hull(z, x, y, prec);
        break;
    }
    return STATE_DEFINED;
}

static enum state pair(const struct walk *w, enum pair op, const struct line *z,
                       const struct line *x, const struct line *y)
{
    enum state state = STATE_DEFINED;
    for (size_t k = 0; k < z->count; k++) {
        const struct ball_operand a = ball_operand_of(x, k),
                                  b = ball_operand_of(y, k);
        state =
            state_join(state, apply(op, ball_entry(z, k), &a, &b, prec_of(w)));
    }
    return state;
}

static void negate(const struct walk *w, const struct line *z,
                   const struct line *x)
{
    (void)w;
    for (size_t k = 0; k < z->count; k++)
        arb_neg(ball_entry(z, k), ball_entry(x, k));
}

static enum state call(const struct walk *w, enum function fn,
                       const struct line *z, const struct line *x)
{
    enum state state = STATE_DEFINED;
    for (size_t k = 0; k < z->count; k++) {
        const struct ball_operand a = ball_operand_of(x, k);
        state = state_join(state,
                           ball_function(fn, ball_entry(z, k), &a, prec_of(w)));
    }
    return state;
}

static void fold_line(const struct walk *w, enum fold fold, void *z,
                      const struct line *x)
{
    ball_fold(fold, z, x, prec_of(w));
}

static void softmax(const struct walk *w, const struct line *z)
{
    ball_softmax_entries(z->at, (slong)z->count, prec_of(w));
}

/*
 * No infinite midpoints leave an instruction: what is not finite becomes
 * (-inf, inf), which decides nothing.  Then the facts.
 */
static enum state tidy(const struct walk *w, const struct plan_instr *in,
                       const struct matrix *z)
{
    const bool is_share = (in->facts & PLAN_STOCHASTIC) ||
                          (in->op == PL_CALL && in->fn == FN_NORMALISE);
    for (size_t k = 0; k < z->rows * z->cols; k++) {
        arb_ptr x = (arb_ptr)z->at + k;
        if (!arf_is_finite(arb_midref(x)) || !mag_is_finite(arb_radref(x)))
            arb_zero_pm_inf(x);
        if (is_share)
            ball_clip_unit(x, prec_of(w));
        else if (in->facts & PLAN_NONNEGATIVE)
            ball_clip_nonnegative(x);
    }
    return STATE_DEFINED;
}

/* ---- what is its own ---- */

/* An outer integral's variable has no value here. */
static enum state variable(arb_mat_t out, const struct ball_run *run,
                           const struct plan_instr *in)
{
    if (!run->variable || run->variable_slot != in->slot)
        return STATE_UNKNOWN;
    arb_set(arb_mat_entry(out, 0, 0), run->variable);
    return STATE_DEFINED;
}

static ball_op *const functions[FN_COUNT] = {
    [FN_DET] = ball_det,
    [FN_NORM2] = ball_norm2,
    [FN_NORMNUC] = ball_normnuc,
    [FN_RES] = ball_res,
    [FN_MINRES1] = ball_minres1,
    [FN_MINRESINF] = ball_minresinf,
    [FN_MINRES1INF] = ball_minres1inf,
    [FN_INV] = ball_inverse,
    [FN_RANK] = ball_rank,
    [FN_EIGMIN] = ball_eigmin,
    [FN_EIGMAX] = ball_eigmax,
    [FN_LAMBERTW] = ball_lambertw,
};

static bool owns(enum function fn)
{
    return functions[fn];
}

static enum state own(struct walk *w, const struct plan_instr *in,
                      struct matrix *z)
{
    const struct ball_run *run = (const struct ball_run *)w;
    arb_mat_struct *out = run->values[in - w->plan->instrs].m;
    ball_op *op = in->op == PL_VARIABLE   ? variable
                  : in->op == PL_MATMUL   ? ball_multiply
                  : in->op == PL_MATPOW   ? ball_matrix_power
                  : in->op == PL_SPREAD   ? ball_spread_rows
                  : in->op == PL_INTEGRAL ? ball_integral
                                          : functions[in->fn];
    const enum state state = op(out, run, in);
    z->at = first_entry(out); /* Arb may have swapped them */
    return state;
}

static enum truth psd(struct walk *w, const struct plan_instr *in)
{
    return ball_psd((const struct ball_run *)w, in);
}

const struct arithmetic ball_arithmetic = {
    .size = sizeof(arb_struct),
    .room = room,
    .after = after,
    .take = take,
    .give = give,
    .number = number,
    .pi = pi,
    .input = input,
    .copy = copy,
    .negate = negate,
    .pair = pair,
    .call = call,
    .order = order,
    .fold = fold_line,
    .softmax = softmax,
    .tidy = tidy,
    .owns = owns,
    .own = own,
    .psd = psd,
};
