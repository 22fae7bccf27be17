/* Exact numbers as an arithmetic of the walk. */
#include "eval/exact_internal.h"

static struct exact_ring *ring_of(const struct walk *w)
{
    return ((const struct exact_run *)w)->ring;
}

static exact_id *at(const struct line *x, size_t k)
{
    return (exact_id *)x->at + k * x->step;
}

/* ---- memory ---- */

static void *room(struct walk *w, plan_id id)
{
    struct exact_run *run = (struct exact_run *)w;
    const struct plan_instr *in = &w->plan->instrs[id];
    run->values[id] = exact_matrix_new(run, in->rows, in->cols);
    return run->values[id].at;
}

/* ---- leaves and copies ---- */

static void number(const struct walk *w, void *z, const rational_t *x)
{
    LOCAL_FMPQ(q);
    fmpq_set_mpq(q, x->q);
    *(exact_id *)z = exact_rational(ring_of(w), q);
}

static void pi(const struct walk *w, void *z)
{
    *(exact_id *)z = exact_pi(ring_of(w));
}

static enum state input(const struct walk *w, const struct matrix *z,
                        const struct value *value)
{
    exact_id *out = z->at;
    if (value->kind != VALUE_DOUBLES && value->kind != VALUE_RATIONALS)
        return STATE_UNKNOWN;
    ENSURE(value->rows == z->rows && value->cols == z->cols,
           "an input has the shape of its slot");
    LOCAL_RATIONAL x = rational_zero();
    for (size_t k = 0; k < z->rows * z->cols; k++) {
        value_entry(&x, value, k / z->cols, k % z->cols);
        number(w, &out[k], &x);
    }
    return STATE_DEFINED;
}

static void copy(const struct line *z, const struct line *x)
{
    for (size_t k = 0; k < z->count; k++)
        *at(z, k) = *at(x, k);
}

/* ---- entries and lines ---- */

static enum state apply(enum pair op, exact_id *z, struct exact_ring *ring,
                        exact_id x, exact_id y)
{
    switch (op) {
    case PAIR_ADD:
        *z = exact_add(ring, x, y);
        break;
    case PAIR_SUB:
        *z = exact_sub(ring, x, y);
        break;
    case PAIR_MUL:
        *z = exact_mul(ring, x, y);
        break;
    case PAIR_MAX:
        *z = exact_max(ring, x, y);
        break;
    case PAIR_MIN:
        *z = exact_min(ring, x, y);
        break;
    case PAIR_DIV:
        return exact_divide(z, ring, x, y);
    case PAIR_POW:
        return exact_pair_power(z, ring, x, y);
    case PAIR_HULL: /* a number is one of the two */
        return STATE_UNKNOWN;
    }
    return STATE_DEFINED;
}

static enum state pair(const struct walk *w, enum pair op, const struct line *z,
                       const struct line *x, const struct line *y)
{
    enum state state = STATE_DEFINED;
    for (size_t k = 0; k < z->count; k++)
        state = state_join(
            state, apply(op, at(z, k), ring_of(w), *at(x, k), *at(y, k)));
    return state;
}

static void negate(const struct walk *w, const struct line *z,
                   const struct line *x)
{
    for (size_t k = 0; k < z->count; k++)
        *at(z, k) = exact_neg(ring_of(w), *at(x, k));
}

static enum state call(const struct walk *w, enum function fn,
                       const struct line *z, const struct line *x)
{
    enum state state = STATE_DEFINED;
    for (size_t k = 0; k < z->count; k++)
        state = state_join(state, exact_function(fn, at(z, k), ring_of(w),
                                                 *at(x, k), x->facts));
    return state;
}

static unsigned order(const struct walk *w, const struct line *x,
                      const struct line *y)
{
    static const unsigned signs[] = {
        [EXACT_SIGN_UNKNOWN] = MAY_BE_NEGATIVE | MAY_BE_ZERO | MAY_BE_POSITIVE,
        [EXACT_NEGATIVE] = MAY_BE_NEGATIVE,
        [EXACT_IS_ZERO] = MAY_BE_ZERO,
        [EXACT_POSITIVE] = MAY_BE_POSITIVE};
    return signs[exact_compare(ring_of(w), *at(x, 0), *at(y, 0))];
}

static void fold_line(const struct walk *w, enum fold fold, void *z,
                      const struct line *x)
{
    *(exact_id *)z = exact_fold(fold, ring_of(w), x);
}

static void softmax(const struct walk *w, const struct line *z)
{
    exact_softmax(ring_of(w), z->at, z->count);
}

/* An entry that is not represented may have no value. */
static enum state tidy(const struct walk *w, const struct plan_instr *in,
                       const struct matrix *z)
{
    const exact_id *entries = z->at;
    (void)w, (void)in;
    for (size_t k = 0; k < z->rows * z->cols; k++)
        if (!entries[k])
            return STATE_UNKNOWN;
    return STATE_DEFINED;
}

/* ---- what is its own ---- */

static exact_op *const functions[FN_COUNT] = {
    [FN_DET] = exact_det,
    [FN_NORM2] = exact_norm2,
    [FN_NORMNUC] = exact_normnuc,
    [FN_RES] = exact_res,
    [FN_MINRES1] = exact_minres1,
    [FN_MINRESINF] = exact_minresinf,
    [FN_MINRES1INF] = exact_minres1inf,
    [FN_INV] = exact_inv,
    [FN_RANK] = exact_rank,
    [FN_EIGMIN] = exact_eigmin,
    [FN_EIGMAX] = exact_eigmax,
    [FN_LAMBERTW] = exact_lambert,
};

static bool owns(enum function fn)
{
    return functions[fn];
}

/* Integrals are for balls; PL_SPREAD is in no literal form. */
static enum state own(struct walk *w, const struct plan_instr *in,
                      struct matrix *z)
{
    struct exact_run *run = (struct exact_run *)w;
    struct exact_matrix *out = &run->values[in - w->plan->instrs];
    exact_op *op = in->op == PL_MATMUL   ? exact_matmul
                   : in->op == PL_MATPOW ? exact_matrix_power
                   : in->op == PL_CALL   ? functions[in->fn]
                                         : NULL;
    const enum state state = op ? op(out, run, in) : STATE_UNKNOWN;
    z->at = out->at;
    return state;
}

static enum truth psd(struct walk *w, const struct plan_instr *in)
{
    return exact_psd((struct exact_run *)w, in);
}

const struct arithmetic exact_arithmetic = {
    .size = sizeof(exact_id),
    .room = room,
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
