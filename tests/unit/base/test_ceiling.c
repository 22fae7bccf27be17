/* Ceilings: what is given up, what is granted, and that it is told. */
#include "base/ceiling.h"
#include "base/status.h"

#include "support/cmocka_all.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEGABYTE = 1 << 20 };
#define PLENTY (UINT64_C(1) << 50)

static double clock_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct work {
    int done;
    size_t bytes;
};

/* Takes memory in small pieces, as a computation does, and gives it back. */
static void take(void *context)
{
    struct work *w = context;
    for (size_t taken = 0; taken < w->bytes; taken += 1024)
        free(xmalloc(1024));
    w->done++;
}

static void take_at_once(void *context)
{
    struct work *w = context;
    free(xmalloc(w->bytes));
    w->done++;
}

/* A thread of its own: one that gave up a section leaves no other. */
struct run {
    uint64_t bytes;
    double seconds;
    void (*body)(void *context);
    struct work work;
    bool holds, is_nested, is_last, keeps;
    bool is_whole, is_whole_again;
};

static void inner(void *context)
{
    struct run *r = context;
    r->is_whole_again = ceiling_try(r->body, &r->work);
    r->work.done += 10;
}

static void *thread_main(void *context)
{
    struct run *r = context;
    if (!r->keeps)
        ceiling_set(r->bytes, r->seconds);
    if (r->holds)
        ceiling_hold();
    if (r->is_nested) {
        r->is_whole = ceiling_try(inner, r);
    } else {
        r->is_whole = r->is_last ? ceiling_try_last(r->body, &r->work)
                                 : ceiling_try(r->body, &r->work);
        if (r->holds)
            ceiling_release();
        r->is_whole_again = ceiling_try(r->body, &r->work);
    }
    return NULL;
}

static void run(struct run *r)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, thread_main, r), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static int reset(void **state)
{
    (void)state;
    ceiling_set(0, 0);
    return 0;
}

static void test_without_a_ceiling_all_is_done(void **state)
{
    (void)state;
    struct run r = {.body = take, .work.bytes = 4 * MEGABYTE};
    run(&r);
    assert_true(r.is_whole);
    assert_int_equal(r.work.done, 2);
    assert_int_equal(ceiling_met(), CEILING_NONE);
}

static void test_under_the_ceiling_all_is_done(void **state)
{
    (void)state;
    struct run r = {.bytes = PLENTY, .body = take, .work.bytes = 4 * MEGABYTE};
    run(&r);
    assert_true(r.is_whole);
    assert_int_equal(ceiling_met(), CEILING_NONE);
}

static void test_over_the_ceiling_the_section_is_given_up(void **state)
{
    (void)state;
    struct run r = {
        .bytes = MEGABYTE / 4, .body = take, .work.bytes = 4 * MEGABYTE};
    run(&r);
    assert_false(r.is_whole);
    assert_int_equal(ceiling_met(), CEILING_MEMORY);
    /* and the thread may take what it needs to report */
    assert_true(r.is_whole_again);
    assert_int_equal(r.work.done, 1);
}

static void test_one_large_piece_is_refused_before_it_is_taken(void **state)
{
    (void)state;
    struct run r = {.bytes = 64 * MEGABYTE,
                    .body = take_at_once,
                    .work.bytes = 128 * MEGABYTE};
    run(&r);
    assert_false(r.is_whole);
    assert_true(r.is_whole_again);
    assert_int_equal(ceiling_met(), CEILING_MEMORY);
}

static void test_small_needs_are_not_looked_at(void **state)
{
    (void)state;
    struct run r = {.bytes = 1, .body = take, .work.bytes = MEGABYTE / 16};
    run(&r);
    assert_true(r.is_whole);
    assert_int_equal(ceiling_met(), CEILING_NONE);
}

static void test_time_that_is_over_gives_up_a_section(void **state)
{
    (void)state;
    struct run r = {.seconds = clock_seconds() - 1,
                    .body = take,
                    .work.bytes = 4 * MEGABYTE};
    run(&r);
    assert_false(r.is_whole);
    assert_int_equal(ceiling_met(), CEILING_TIME);
}

static void test_time_is_seen_without_memory(void **state)
{
    (void)state;
    ceiling_set(0, clock_seconds() + 3600);
    assert_int_equal(ceiling_met(), CEILING_NONE);
    ceiling_set(0, clock_seconds() - 1);
    assert_int_equal(ceiling_met(), CEILING_TIME);
}

/* The handler's word counts after a little patience, not at once. */
static void test_a_signal_gives_up_a_section(void **state)
{
    (void)state;
    struct run r = {.body = take, .work.bytes = 4 * MEGABYTE};
    ceiling_interrupt();
    assert_int_equal(ceiling_met(), CEILING_NONE);
    const double end = clock_seconds() + CEILING_PATIENCE;
    while (clock_seconds() < end)
        continue;
    assert_int_equal(ceiling_met(), CEILING_SIGNAL);
    r.keeps = true;
    run(&r);
    assert_false(r.is_whole);
    assert_int_equal(r.work.done, 1);
}

/* Never mind that the time is over, for a while. */
static void test_what_is_told_last_is_granted(void **state)
{
    (void)state;
    struct run r = {.bytes = 1,
                    .seconds = clock_seconds() - 1,
                    .body = take,
                    .work.bytes = 4 * MEGABYTE,
                    .is_last = true};
    run(&r);
    assert_true(r.is_whole);
    assert_int_not_equal(ceiling_met(), CEILING_NONE);
    assert_false(r.is_whole_again); /* for that one alone */
}

static void pass(void *context)
{
    struct work *w = context;
    ceiling_pass();
    w->done++;
}

static void test_a_place_to_leave_needs_no_memory(void **state)
{
    (void)state;
    struct run r = {.seconds = clock_seconds() - 1, .body = pass};
    run(&r);
    assert_false(r.is_whole);
}

static void test_whoever_holds_is_granted_what_he_asks(void **state)
{
    (void)state;
    struct run r = {
        .bytes = 1, .body = take, .work.bytes = 4 * MEGABYTE, .holds = true};
    run(&r);
    assert_true(r.is_whole);
    assert_int_equal(ceiling_met(), CEILING_MEMORY); /* told all the same */
    assert_false(r.is_whole_again);
}

static void test_the_inner_section_is_given_up(void **state)
{
    (void)state;
    struct run r = {.bytes = 1,
                    .body = take,
                    .work.bytes = 4 * MEGABYTE,
                    .is_nested = true};
    run(&r);
    assert_true(r.is_whole);
    assert_false(r.is_whole_again);
    assert_int_equal(r.work.done, 10);
}

static void test_outside_of_sections_memory_is_granted(void **state)
{
    (void)state;
    struct work w = {.bytes = 4 * MEGABYTE};
    ceiling_set(1, 0);
    take(&w);
    assert_int_equal(w.done, 1);
    assert_int_equal(ceiling_met(), CEILING_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_without_a_ceiling_all_is_done, reset),
        cmocka_unit_test_setup(test_under_the_ceiling_all_is_done, reset),
        cmocka_unit_test_setup(test_over_the_ceiling_the_section_is_given_up,
                               reset),
        cmocka_unit_test_setup(
            test_one_large_piece_is_refused_before_it_is_taken, reset),
        cmocka_unit_test_setup(test_small_needs_are_not_looked_at, reset),
        cmocka_unit_test_setup(test_time_that_is_over_gives_up_a_section,
                               reset),
        cmocka_unit_test_setup(test_time_is_seen_without_memory, reset),
        cmocka_unit_test_setup(test_a_signal_gives_up_a_section, reset),
        cmocka_unit_test_setup(test_what_is_told_last_is_granted, reset),
        cmocka_unit_test_setup(test_a_place_to_leave_needs_no_memory, reset),
        cmocka_unit_test_setup(test_whoever_holds_is_granted_what_he_asks,
                               reset),
        cmocka_unit_test_setup(test_the_inner_section_is_given_up, reset),
        cmocka_unit_test_setup(test_outside_of_sections_memory_is_granted,
                               reset),
    };
    return cmocka_run_group_tests(tests, NULL, reset);
}
