#include "base/buffer.h"

#include "support/cmocka_all.h"

#include <string.h>

static void test_make_line_replaces_control_characters_alone(void **state)
{
    (void)state;
    struct buffer b;
    buffer_init(&b);
    buffer_add(&b, "a\nb\x1b[1m\x7f ~\xc3\xa9\t");
    buffer_make_line(&b);
    assert_string_equal(b.text, "a?b?[1m? ~\xc3\xa9?");
    buffer_clear(&b);
}

static void test_make_line_replaces_what_is_no_utf8(void **state)
{
    (void)state;
    struct buffer b;
    buffer_init(&b);
    buffer_add(&b, "a\xff\xc3\xa9\xe2\x89z\xc3");
    buffer_make_line(&b);
    assert_string_equal(b.text, "a?\xc3\xa9??z?");
    buffer_clear(&b);
}

static void test_make_line_replaces_what_turns_the_text(void **state)
{
    (void)state;
    struct buffer b;
    buffer_init(&b);
    buffer_add(&b, "\xc2\x9b \xc2\xa0 \xd8\x9c \xe2\x80\x8d\xe2\x80\x8e "
                   "\xe2\x80\xa8 \xe2\x80\xae \xe2\x80\xaf \xe2\x81\xa5 "
                   "\xe2\x81\xa6 \xe2\x81\xa9 \xe2\x81\xaa");
    buffer_make_line(&b);
    assert_string_equal(b.text, "? \xc2\xa0 ? \xe2\x80\x8d? "
                                "? ? \xe2\x80\xaf \xe2\x81\xa5 "
                                "? ? \xe2\x81\xaa");
    buffer_clear(&b);
}

static void test_make_text_leaves_no_command(void **state)
{
    static const struct {
        const char *text, *harmless;
    } rows[] = {
        {"::error::a", "?:error::a"},
        {"a ::error::", "a ::error::"},
        {"a\n \t::error::", "a\n \t?:error::"},
        {"\xc2\xa0::a", "\xc2\xa0?:a"}, /* a blank to the runner */
        {":\xe2\x80\x8b:a", "?\xe2\x80\x8b:a"},
        {": a", ": a"},
        {":", ":"},
        {"a ##[b] ##vso[c", "a #?[b] #?vso[c"},
        {"###[", "##?["},
        {"#\xe2\x80\x8b#[", "#\xe2\x80\x8b?["},
        {"## a #b #[ ##", "## a #b #[ ##"},
        {"\xff::", "?::"},
        {"a\r::b\033[1m", "a?::b?[1m"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct buffer b;
        buffer_init(&b);
        buffer_add(&b, rows[i].text);
        buffer_make_text(&b, false);
        assert_string_equal(b.text, rows[i].harmless);
        assert_int_equal(b.length, strlen(rows[i].harmless));
        buffer_clear(&b);
    }
}

static void test_make_text_keeps_colours_if_asked(void **state)
{
    (void)state;
    struct buffer b;
    buffer_init(&b);
    buffer_add(&b, "\033[1ma\033[0m\a\n");
    buffer_make_text(&b, true);
    assert_string_equal(b.text, "\033[1ma\033[0m?\n");
    buffer_add_line(&b, "b\n\033");
    assert_string_equal(b.text, "\033[1ma\033[0m?\nb??");
    buffer_clear(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_make_line_replaces_control_characters_alone),
        cmocka_unit_test(test_make_line_replaces_what_is_no_utf8),
        cmocka_unit_test(test_make_line_replaces_what_turns_the_text),
        cmocka_unit_test(test_make_text_leaves_no_command),
        cmocka_unit_test(test_make_text_keeps_colours_if_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
