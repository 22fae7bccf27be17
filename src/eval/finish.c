#include "base/ceiling.h"
#include "base/memory.h"
#include "eval/evaluator.h"
#include "eval/flint_compat.h"
#include "eval/linalg.h"

#include <stdlib.h>

void eval_guard(void)
{
    __flint_set_memory_functions(memory_new, memory_new_array, memory_resize,
                                 free);
}

void eval_forget_thread(void)
{
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
    flint_cleanup(); /* Arb's constants; what is alive stays */
}

bool eval_try(void (*work)(void *context), void *context)
{
    const bool is_whole = ceiling_try(work, context);
    if (!is_whole)
        eval_forget_thread();
    return is_whole;
}

void eval_finish_thread(void)
{
    linalg_finish_thread();
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
    flint_cleanup();
}

void eval_finish(void)
{
    linalg_finish_thread();
    mpfr_free_cache();
    flint_cleanup_master();
}
