/*
 * What the filter's bounds take for granted of the arithmetic, asked of the
 * machine.  docs/error-analysis.md#filter-guard
 */
#include "eval/filter_internal.h"

#include <fenv.h>
#include <float.h>
#include <stddef.h>
#ifdef __SSE2_MATH__
#include <xmmintrin.h>
#endif

/* Whether 1 + 2^-53 and its kin round to the nearest, ties to even. */
static bool rounds_to_nearest(void)
{
    volatile double one = 1, half = 0x1p-53, more = 0x1.8p-53;
    volatile double up = one + half, down = -one - half;
    volatile double over = one + more, under = -one - more;
    return fegetround() == FE_TONEAREST && up == 1 && down == -1 &&
           over == 1 + DBL_EPSILON && under == -1 - DBL_EPSILON;
}

/* Results that small must not become 0, and as operands not be taken for 0. */
static bool keeps_subnormals(void)
{
    volatile double least = DBL_MIN;
    volatile double half = least / 2;
    volatile double twice = half * 2;
    return half > 0 && twice == least;
}

/* What -ffast-math and its parts would break. */
static bool is_strict(void)
{
#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
    return false;
#else
    volatile double zero = 0, big = DBL_MAX, small = 1;
    volatile double nan = zero / zero, infinite = big * 2;
    volatile double sum = (big + small) - big;
    return nan != nan && !(nan <= 1) && !(nan >= 1) && infinite > big &&
           sum == 0;
#endif
}

#ifdef __SSE2_MATH__

/*
 * All floating-point arithmetic heeds one register: its bits for flushing
 * results (15) and operands (6) to zero and its rounding mode (13 and 14) must
 * be 0, as filter_refusal found their effects to be.
 */
bool filter_mode_is_kept(void)
{
    return (_mm_getcsr() & 0xE040) == 0;
}

#else

bool filter_mode_is_kept(void)
{
    volatile double one = 1, half = 0x1p-53, more = 0x1.8p-53, least = DBL_MIN;
    const double up = one + half, down = -one - half, over = one + more;
    const double tiny = least * 0.5;
    return up == 1 && down == -1 && over != 1 && tiny != 0 && tiny + tiny > 0;
}

#endif

const char *filter_refusal(void)
{
    if (!rounds_to_nearest())
        return "the rounding mode is not to nearest";
    if (!keeps_subnormals())
        return "the processor flushes subnormal numbers to zero";
    if (!is_strict())
        return "floating-point arithmetic is not strict";
    return NULL;
}
