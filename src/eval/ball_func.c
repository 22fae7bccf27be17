/* Functions of single entries; docs/error-analysis.md#elementwise */
#include "eval/ball_internal.h"

/* ---- with a value everywhere ---- */

static void modulus(arb_t z, const arb_t x, slong prec)
{
    (void)prec;
    arb_abs(z, x);
}

struct total {
    void (*fn)(arb_t z, const arb_t x, slong prec);
    bool is_unit; /* values in [-1, 1]; else they are >= 0 */
};

static const struct total totals[FN_COUNT] = {
    [FN_ABS] = {modulus, false},  [FN_EXP] = {arb_exp, false},
    [FN_SIN] = {arb_sin, true},   [FN_COS] = {arb_cos, true},
    [FN_TANH] = {arb_tanh, true}, [FN_ERF] = {arb_hypgeom_erf, true},
};

/* ---- of the sign of their argument ---- */

static enum state entry_log(arb_t z, const struct ball_operand *a, slong prec)
{
    if (arb_is_nonpositive(a->x))
        return STATE_UNDEFINED;
    if (!arb_is_positive(a->x))
        return STATE_UNKNOWN;
    arb_log(z, a->x, prec);
    return STATE_DEFINED;
}

/* docs/error-analysis.md#square-roots */
static enum state entry_sqrt(arb_t z, const struct ball_operand *a, slong prec)
{
    if (!ball_is_nonnegative(a))
        return arb_is_negative(a->x) ? STATE_UNDEFINED : STATE_UNKNOWN;
    arb_sqrtpos(z, a->x, prec);
    return STATE_DEFINED;
}

static enum state entry_relu(arb_t z, const struct ball_operand *a, slong prec)
{
    if (ball_is_nonnegative(a)) {
        arb_set(z, a->x);
    } else {
        arb_zero(z);
        ball_raise(z, a->x, prec);
        ball_clip_nonnegative(z);
    }
    return STATE_DEFINED;
}

static enum state entry_sign(arb_t z, const struct ball_operand *a, slong prec)
{
    (void)prec;
    if (ball_is_nonnegative(a) && !arb_is_zero(a->x) && !arb_is_positive(a->x))
        arb_unit_interval(z);
    else
        arb_sgn(z, a->x); /* [-1, 1] where the sign is open */
    return STATE_DEFINED;
}

enum state ball_function(enum function fn, arb_t z,
                         const struct ball_operand *x, slong prec)
{
    typedef enum state by_sign(arb_t, const struct ball_operand *, slong);
    static by_sign *const table[FN_COUNT] = {[FN_LOG] = entry_log,
                                             [FN_SQRT] = entry_sqrt,
                                             [FN_RELU] = entry_relu,
                                             [FN_SIGN] = entry_sign};
    if (table[fn])
        return table[fn](z, x, prec);
    ENSURE(totals[fn].fn, "balls know every function of entries");
    totals[fn].fn(z, x->x, prec);
    if (totals[fn].is_unit)
        ball_clip_symmetric_unit(z, prec);
    else
        ball_clip_nonnegative(z);
    return STATE_DEFINED;
}
