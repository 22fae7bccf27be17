#include "support/cmocka_all.h"

#include "base/memory.h"
#include "trace/words.h"

#include <stdlib.h>
#include <string.h>

static const int64_t *word(const struct words *w, size_t i)
{
    return w->heads + i * w->nlayers;
}

/* Each has the length it says, heads in lo..hi, and differs from the next. */
static void expect_words(const struct words *w, int64_t lo, int64_t hi)
{
    for (size_t i = 0; i < w->count; i++) {
        size_t taken = 0;
        for (size_t k = 0; k < w->nlayers; k++) {
            int64_t head = word(w, i)[k];
            taken += head != WORDS_NONE;
            assert_true(head == WORDS_NONE || (head >= lo && head <= hi));
        }
        assert_int_equal(taken, w->lengths[i]);
        if (i > 0)
            assert_int_not_equal(memcmp(word(w, i - 1), word(w, i),
                                        w->nlayers * sizeof *w->heads),
                                 0);
    }
}

static size_t of_length(const struct words *w, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < w->count; i++)
        n += w->lengths[i] == length;
    return n;
}

/* Sorted and different, so their number shows that none is missing. */
static void test_all_words_are_there_once(void **state)
{
    struct words w;
    (void)state;
    assert_true(words_choose(&w, 4, -1, 3, 4096, 1));
    assert_int_equal(w.count, 256); /* (3 + 1)^4 */
    expect_words(&w, -1, 1);
    for (size_t k = 0; k <= 4; k++)
        assert_int_equal(of_length(&w, k), words_count(4, 3, k));
    words_clear(&w);
}

static void test_a_sample_has_different_words(void **state)
{
    struct words w;
    (void)state;
    assert_true(words_choose(&w, 5, 1, 2, 30, 1));
    expect_words(&w, 1, 2);
    assert_int_equal(of_length(&w, 0), 1);
    assert_int_equal(of_length(&w, 1), 10);
    assert_int_equal(of_length(&w, 3), 30); /* of 80 */
    assert_int_equal(of_length(&w, 5), 30); /* of 32 */
    words_clear(&w);
}

static void test_the_seed_makes_the_sample(void **state)
{
    struct words a, b, c;
    (void)state;
    assert_true(words_choose(&a, 12, 1, 12, 10, 7));
    assert_true(words_choose(&b, 12, 1, 12, 10, 7));
    assert_true(words_choose(&c, 12, 1, 12, 10, 8));
    assert_int_equal(a.count, c.count);
    size_t bytes = a.count * a.nlayers * sizeof *a.heads;
    assert_memory_equal(a.heads, b.heads, bytes);
    assert_int_not_equal(memcmp(a.heads, c.heads, bytes), 0);
    words_clear(&a);
    words_clear(&b);
    words_clear(&c);
}

/* Of length 1 of 4 layers with 2 heads: each of the 8 comes up. */
static void test_draws_are_even(void **state)
{
    size_t seen[8] = {0};
    (void)state;
    for (uint64_t seed = 0; seed < 800; seed++) {
        struct words w;
        assert_true(words_choose(&w, 4, 0, 2, 1, seed));
        for (size_t i = 0; i < w.count; i++)
            for (size_t k = 0; k < 4 && w.lengths[i] == 1; k++)
                if (word(&w, i)[k] != WORDS_NONE)
                    seen[2 * k + (size_t)word(&w, i)[k]]++;
        words_clear(&w);
    }
    for (size_t i = 0; i < 8; i++)
        assert_in_range(seen[i], 60, 140);
}

static void expect_count(size_t nlayers, uint64_t nheads, size_t length,
                         const char *expected)
{
    struct buffer text;
    buffer_init(&text);
    words_print_count(&text, nlayers, nheads, length);
    assert_string_equal(text.text, expected);
    buffer_clear(&text);
}

static void test_counts_are_exact(void **state)
{
    (void)state;
    expect_count(6, 2, 0, "1");
    expect_count(6, 2, 4, "240");
    expect_count(12, 12, 12, "8916100448256");
    expect_count(12, 12, 6, "2759049216");
    expect_count(64, 1, 32, "1832624140942590534");
    expect_count(20, 10, 20, "100000000000000000000");
    assert_int_equal(words_count(12, 12, 12), 8916100448256);
    assert_true(words_count(20, 10, 20) == UINT64_MAX);
}

static void test_limits_are_kept(void **state)
{
    struct words w;
    (void)state;
    assert_true(words_choose(&w, WORDS_MAX_LAYERS, 0, 1, 1, 1));
    words_clear(&w);
    assert_false(words_choose(&w, WORDS_MAX_LAYERS + 1, 0, 1, 1, 1));
    assert_true(words_choose(&w, 1, 0, WORDS_MAX_HEADS, 1, 1));
    words_clear(&w);
    assert_false(words_choose(&w, 1, 0, WORDS_MAX_HEADS + 1, 1, 1));
    assert_true(words_choose(&w, 1, 0, WORDS_MAX_HEADS, WORDS_MAX_EACH, 1));
    words_clear(&w);
    assert_false(words_choose(&w, 1, 0, 2, WORDS_MAX_EACH + 1, 1));
    /* 1 + 7 * 4096 is too much, 1 + 40 + 10 * 1995 is not */
    assert_false(words_choose(&w, 8, 0, 4096, 4096, 1));
    assert_true(words_choose(&w, 10, 0, 4, 1995, 1));
    assert_true(w.count <= WORDS_MAX);
    words_clear(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_words_are_there_once),
        cmocka_unit_test(test_a_sample_has_different_words),
        cmocka_unit_test(test_the_seed_makes_the_sample),
        cmocka_unit_test(test_draws_are_even),
        cmocka_unit_test(test_counts_are_exact),
        cmocka_unit_test(test_limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
