/* The characters of RFC 3629, and what only looks like one. */
#include "base/utf8.h"

#include "support/cmocka_all.h"

#include <string.h>

static size_t length_of(const char *text)
{
    return utf8_length(text, strlen(text));
}

static void test_characters_have_one_to_four_bytes(void **state)
{
    (void)state;
    assert_int_equal(utf8_length("", 1), 1);
    assert_int_equal(length_of("a"), 1);
    assert_int_equal(length_of("\x7F"), 1);
    assert_int_equal(length_of("\xC2\x80"), 2);
    assert_int_equal(length_of("\xDF\xBF"), 2);
    assert_int_equal(length_of("\xE0\xA0\x80"), 3);
    assert_int_equal(length_of("\xED\x9F\xBF"), 3);
    assert_int_equal(length_of("\xEF\xBF\xBF"), 3);
    assert_int_equal(length_of("\xF0\x90\x80\x80"), 4);
    assert_int_equal(length_of("\xF4\x8F\xBF\xBF"), 4);
}

static void test_other_bytes_are_none(void **state)
{
    static const char *const none[] = {
        "\x80",             /* a continuation alone */
        "\xC1\xBF",         /* overlong */
        "\xE0\x9F\xBF",     /* overlong */
        "\xF0\x8F\xBF\xBF", /* overlong */
        "\xED\xA0\x80",     /* a surrogate */
        "\xF4\x90\x80\x80", /* beyond U+10FFFF */
        "\xF5\x80\x80\x80",
        "\xFF",
        "\xC2"
        "a",
        "\xE2\x89"
        "a",
    };
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(length_of(none[i]), 0);
}

static void test_a_character_that_is_cut_is_none(void **state)
{
    (void)state;
    for (size_t left = 1; left < 4; left++) {
        assert_int_equal(utf8_length("\xF0\x90\x80\x80", left), 0);
        char cut[5] = "\xF0\x90\x80\x80";
        cut[left] = '\0';
        assert_int_equal(utf8_length(cut, 4), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_characters_have_one_to_four_bytes),
        cmocka_unit_test(test_other_bytes_are_none),
        cmocka_unit_test(test_a_character_that_is_cut_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
