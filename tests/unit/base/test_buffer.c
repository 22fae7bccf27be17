#include "base/buffer.h"

#include "support/cmocka_all.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_make_line_replaces_control_characters_alone),
        cmocka_unit_test(test_make_line_replaces_what_is_no_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
