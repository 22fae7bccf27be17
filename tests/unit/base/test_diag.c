#include "base/diag.h"

#include "support/cmocka_all.h"

#include <string.h>

static struct source *make_source(struct arena *arena, const char *text)
{
    return source_from_text(arena, "a.bound", text, strlen(text));
}

static void expect_text(const struct diag *diag, const char *expected)
{
    struct buffer out;
    buffer_init(&out);
    diag_print(diag, &out);
    assert_string_equal(out.text, expected);
    buffer_clear(&out);
}

static void test_error_shows_place_line_and_caret(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct diag *diag = diag_new();
    struct source *s = make_source(arena, "one\ntwo = X * Y;\n");
    diag_error(diag, (struct span){s, 10, 15}, "no %s", "good");
    expect_text(diag, "a.bound:2:7: error: no good\n"
                      "    two = X * Y;\n"
                      "          ^~~~~\n");
    assert_int_equal(diag_errors(diag), 1);
    diag_free(diag);
    arena_free(arena);
}

static void test_columns_count_characters(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct diag *diag = diag_new();
    struct source *s = make_source(arena, "a \xE2\x89\xA4 b");
    diag_error(diag, (struct span){s, 6, 7}, "here");
    expect_text(diag, "a.bound:1:5: error: here\n"
                      "    a \xE2\x89\xA4 b\n"
                      "        ^\n");
    diag_free(diag);
    arena_free(arena);
}

static void test_an_empty_source_is_placed_at_its_start(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct diag *diag = diag_new();
    diag_error(diag, (struct span){make_source(arena, ""), 0, 0}, "empty");
    expect_text(diag, "a.bound:1:1: error: empty\n    \n    ^\n");
    diag_free(diag);
    arena_free(arena);
}

static void test_at_most_twenty_errors_are_kept(void **state)
{
    (void)state;
    struct diag *diag = diag_new();
    for (int i = 0; i < DIAG_MAX_ERRORS - 1; i++)
        diag_error(diag, (struct span){0}, "one");
    assert_false(diag_is_full(diag));
    diag_error(diag, (struct span){0}, "one");
    assert_true(diag_is_full(diag));
    diag_error(diag, (struct span){0}, "lost");
    diag_note(diag, (struct span){0}, "lost too");
    assert_int_equal(diag_errors(diag), DIAG_MAX_ERRORS);
    struct buffer out;
    buffer_init(&out);
    diag_print(diag, &out);
    assert_null(strstr(out.text, "lost"));
    buffer_clear(&out);
    diag_free(diag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_error_shows_place_line_and_caret),
        cmocka_unit_test(test_columns_count_characters),
        cmocka_unit_test(test_an_empty_source_is_placed_at_its_start),
        cmocka_unit_test(test_at_most_twenty_errors_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
