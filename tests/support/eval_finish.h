/* The teardown of a group of tests that evaluates: what libraries keep. */
#ifndef MAJORANT_TESTS_EVAL_FINISH_H
#define MAJORANT_TESTS_EVAL_FINISH_H

#include "eval/evaluator.h"

static inline int eval_finish_group(void **state)
{
    (void)state;
    eval_finish();
    return 0;
}

#endif
