#include "eval/evaluator.h"
#include "eval/flint_compat.h"
#include "eval/linalg.h"

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
