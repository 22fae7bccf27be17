/* Which group a function belongs to; one line each. */
#include "recheck/run.h"

/* clang-format off */
struct kmatrix *call_value(struct run *run, const struct expr *e,
                           const struct kmatrix *const *args)
{
    const struct kmatrix *a = args[0];
    switch (e->fn) {
    case FN_DIAG:
    case FN_DIAGOF:
    case FN_KRON:
    case FN_HCAT:
    case FN_VCAT: return call_shape(run, e, args);
    case FN_ABS:
    case FN_EXP:
    case FN_LOG:
    case FN_SQRT:
    case FN_SIN:
    case FN_COS:
    case FN_TANH:
    case FN_ERF:
    case FN_RELU:
    case FN_SIGN: return call_elementwise(run, e->fn, a);
    case FN_MAX2: return value_pairs(run, a, args[1], pair_max);
    case FN_MIN2: return value_pairs(run, a, args[1], pair_min);
    case FN_SUM:
    case FN_MEAN:
    case FN_MAX:
    case FN_MIN:
    case FN_TRACE:
    case FN_NORM1:
    case FN_NORMINF:
    case FN_NORM1INF:
    case FN_NORM2:
    case FN_NORMFRO:
    case FN_NORMMAX:
    case FN_NORMNUC:
    case FN_ROWNORM2:
    case FN_ROWSUM:
    case FN_ROWMEAN:
    case FN_ROWMAX:
    case FN_ROWMIN:
    case FN_COLSUM:
    case FN_COLMEAN:
    case FN_COLMAX:
    case FN_COLMIN: return call_reduce(run, e->fn, a);
    case FN_SOFTMAX:
    case FN_LOGSUMEXP:
    case FN_DIAMETER:
    case FN_RES:
    case FN_NORMALISE:
        return call_attention(run, e->fn, a, e->count > 1 ? args[1] : NULL);
    case FN_DET:
    case FN_MINRES1:
    case FN_MINRESINF:
    case FN_MINRES1INF:
    case FN_INV:
    case FN_RANK:
    case FN_EIGMIN:
    case FN_EIGMAX: return call_linear(run, e, a);
    case FN_LAMBERTW: return value_pairs(run, a, args[1], pair_lambertw);
    case FN_ONES:
    case FN_ZEROS:
    case FN_EYE:
    case FN_UNIT:
    case FN_COUNT: break;
    }
    return run_fail(run, "not a function of values");
}
/* clang-format on */
