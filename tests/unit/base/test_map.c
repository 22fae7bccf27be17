#include "base/map.h"

#include "support/cmocka_all.h"

enum { COUNT = 5000, HASHES = 700 };

/* Few hashes, some at the end of every table and some with the highest bit. */
static uint64_t hash_of(uintptr_t item)
{
    const uint64_t word = item % HASHES;
    return word % 2 == 0 ? ~word : map_mix(1, word);
}

/* How often the map offers it for its hash; all offers are of that hash. */
static size_t times_offered(const struct map *map, uintptr_t item)
{
    size_t times = 0;
    uintptr_t found;
    for (size_t at = 0; map_next(&found, map, hash_of(item), &at);) {
        assert_int_equal(hash_of(found), hash_of(item));
        times += found == item;
    }
    return times;
}

static void check_all(struct map *map)
{
    for (uintptr_t item = 0; item < COUNT; item++) {
        assert_int_equal(times_offered(map, item), 0);
        map_add(map, hash_of(item), item);
    }
    assert_int_equal(map->count, COUNT);
    for (uintptr_t item = 0; item < COUNT; item++)
        assert_int_equal(times_offered(map, item), 1);
}

static void test_each_item_is_offered_once(void **state)
{
    (void)state;
    struct map map = {0};
    check_all(&map);
    map_clear(&map);
    assert_int_equal(map.count, 0);
    assert_int_equal(times_offered(&map, 1), 0);
    check_all(&map);
    map_clear(&map);
}

static void test_memory_may_be_an_arenas(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct map map = {.arena = arena};
    check_all(&map);
    map_clear(&map);
    check_all(&map);
    arena_free(arena);
}

/* A hash of 0, which could be taken for a free slot. */
static void test_zero_is_a_hash(void **state)
{
    (void)state;
    struct map map = {0};
    uintptr_t found = 1;
    size_t at = 0;
    map_add(&map, 0, 0);
    assert_true(map_next(&found, &map, 0, &at));
    assert_int_equal(found, 0);
    assert_false(map_next(&found, &map, 0, &at));
    map_clear(&map);
}

/*
 * Half of the slots at least stay free, so that what is not there ends soon,
 * and not more than three quarters.
 */
static void test_there_is_room(void **state)
{
    (void)state;
    struct map map = {0};
    for (uintptr_t item = 0; item < COUNT; item++) {
        map_add(&map, map_mix(0, item), item);
        assert_true(map.room >= 2 * map.count);
        assert_true(map.room <= 64 || map.room <= 4 * map.count);
    }
    map_clear(&map);
}

static void test_hashes_depend_on_all(void **state)
{
    (void)state;
    assert_int_not_equal(map_text("ab"), map_text("ba"));
    assert_int_not_equal(map_text("a"), map_text(""));
    assert_int_not_equal(map_mix(1, 2), map_mix(2, 2));
    assert_int_not_equal(map_mix(1, 2), map_mix(1, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_item_is_offered_once),
        cmocka_unit_test(test_memory_may_be_an_arenas),
        cmocka_unit_test(test_zero_is_a_hash),
        cmocka_unit_test(test_there_is_room),
        cmocka_unit_test(test_hashes_depend_on_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
