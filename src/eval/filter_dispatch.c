/*
 * Which variant this machine runs: the one place that asks the compiler's
 * extension about the processor.
 */
#include "eval/filter_internal.h"

#ifdef MAJORANT_AVX512
static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

#ifdef MAJORANT_AVX2
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

/* Each kind of processor has two: for one lane and for FILTER_LANES. */
const struct filter_operations *filter_operations_at(size_t k)
{
    const struct filter_operations *all[6] = {&filter_operations_l1,
                                              &filter_operations_l8};
    size_t count = 2;
#ifdef MAJORANT_AVX2
    if (has_avx2()) {
        all[count++] = &filter_operations_l1_avx2;
        all[count++] = &filter_operations_l8_avx2;
    }
#endif
#ifdef MAJORANT_AVX512
    if (has_avx512()) {
        all[count++] = &filter_operations_l1_avx512;
        all[count++] = &filter_operations_l8_avx512;
    }
#endif
    return k < count ? all[k] : NULL;
}

const struct filter_operations *filter_operations_of(size_t lanes)
{
    const struct filter_operations *best = NULL;
    for (size_t k = 0; filter_operations_at(k); k++)
        if (filter_operations_at(k)->lanes == lanes)
            best = filter_operations_at(k);
    return best;
}
