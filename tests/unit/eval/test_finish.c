/* Caches of a thread can be dropped at any time: what is alive stays. */
#include "eval/evaluator.h"
#include "eval/flint_compat.h"

#include "support/cmocka_all.h"
#include "support/eval_finish.h"

#include <pthread.h>

enum { BITS = 1000, BIG = 4000 };

/* pi and a long integer before, pi again after; true if they are the same. */
static bool survives(void (*drop)(void))
{
    arb_t before, after;
    fmpz_t big, same;
    arb_init(before);
    arb_init(after);
    fmpz_init(big);
    fmpz_init(same);
    arb_const_pi(before, BITS);
    fmpz_ui_pow_ui(big, 3, BIG);
    drop();
    fmpz_ui_pow_ui(same, 3, BIG);
    arb_const_pi(after, BITS);
    const bool ok = arb_equal(before, after) && fmpz_equal(big, same);
    fmpz_clear(same);
    fmpz_clear(big);
    arb_clear(after);
    arb_clear(before);
    return ok;
}

static void test_forgetting_changes_no_value(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(survives(eval_forget_thread));
}

static void *thread_main(void *context)
{
    bool *ok = context;
    *ok = survives(eval_forget_thread) && survives(eval_finish_thread);
    eval_finish_thread();
    return NULL;
}

/* Under valgrind and ASan: nothing of it is left. */
static void test_threads_forget_their_own(void **state)
{
    (void)state;
    enum { COUNT = 4 };
    pthread_t threads[COUNT];
    bool ok[COUNT] = {false};
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, thread_main, &ok[i]),
                         0);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (size_t i = 0; i < COUNT; i++)
        assert_true(ok[i]);
    assert_true(survives(eval_forget_thread));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forgetting_changes_no_value),
        cmocka_unit_test(test_threads_forget_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, eval_finish_group);
}
