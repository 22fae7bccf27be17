#include "base/arena.h"

#include "support/cmocka_all.h"

#include <string.h>

static void test_memory_is_zeroed_and_aligned(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    for (size_t size = 1; size < 200000; size = 3 * size + 1) {
        unsigned char *memory = arena_alloc(arena, size);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(memory[i], 0);
    }
    arena_free(arena);
}

static void test_push_keeps_all_items(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    int *items = NULL;
    size_t count = 0;
    for (int i = 0; i < 100; i++)
        arena_push(arena, &items, &count, sizeof i, &i);
    assert_int_equal(count, 100);
    for (int i = 0; i < 100; i++)
        assert_int_equal(items[i], i);
    arena_free(arena);
}

static void count_down(void *counter)
{
    --*(int *)counter;
}

static void test_registered_objects_are_cleared(void **state)
{
    (void)state;
    int counter = 2;
    struct arena *arena = arena_new();
    arena_register(arena, count_down, &counter);
    arena_register(arena, count_down, &counter);
    arena_free(arena);
    assert_int_equal(counter, 0);
}

static void test_going_back_frees_what_came_after(void **state)
{
    (void)state;
    int counter = 3;
    struct arena *arena = arena_new();
    int *kept = arena_alloc(arena, sizeof *kept);
    *kept = 7;
    arena_register(arena, count_down, &counter);
    const struct arena_mark mark = arena_mark(arena);
    unsigned char *first = arena_alloc(arena, 64);
    memset(first, 1, 64);
    (void)arena_alloc(arena, 300000); /* a block of its own */
    arena_register(arena, count_down, &counter);
    arena_back(arena, mark);
    assert_int_equal(counter, 2);
    assert_int_equal(*kept, 7);
    unsigned char *again = arena_alloc(arena, 64);
    assert_ptr_equal(again, first);
    assert_int_equal(again[63], 0);
    arena_free(arena);
    assert_int_equal(counter, 1);
}

static void test_going_back_to_the_beginning_is_possible(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct arena_mark mark = arena_mark(arena);
    assert_non_null(arena_alloc(arena, 10));
    arena_back(arena, mark);
    assert_non_null(arena_alloc(arena, 10));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_is_zeroed_and_aligned),
        cmocka_unit_test(test_push_keeps_all_items),
        cmocka_unit_test(test_registered_objects_are_cleared),
        cmocka_unit_test(test_going_back_frees_what_came_after),
        cmocka_unit_test(test_going_back_to_the_beginning_is_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
