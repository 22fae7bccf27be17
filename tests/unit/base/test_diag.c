#include "base/diag.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
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

/* `count` times `unit`, with one error at the byte `at`. */
static char *shown_of_long_line(const char *unit, size_t count, size_t at)
{
    struct buffer text, out;
    struct arena *arena = arena_new();
    struct diag *diag = diag_new();
    buffer_init(&text);
    buffer_init(&out);
    for (size_t i = 0; i < count; i++)
        buffer_add(&text, unit);
    struct source *s = make_source(arena, text.text);
    diag_error(diag, (struct span){s, at, text.length}, "here");
    diag_print(diag, &out);
    diag_free(diag);
    arena_free(arena);
    buffer_clear(&text);
    return out.text;
}

static void test_a_long_line_is_shown_near_the_caret(void **state)
{
    (void)state;
    char *text = shown_of_long_line("x", 100000, 50000);
    assert_true(strlen(text) < 1000);
    assert_non_null(strstr(text, "a.bound:1:50001: error: here\n    …xxx"));
    assert_non_null(strstr(text, "xxx…\n     "));
    /* the caret stands under its character, whatever was left out */
    const char *line = strstr(text, "…");
    const char *caret = strchr(text, '^');
    const char *below = strrchr(text, ' ') + 1;
    assert_ptr_equal(caret, below);
    size_t column = (size_t)(caret - strchr(strstr(text, "…\n"), '\n')) - 1;
    assert_int_equal(column, 4 + 1 + 200);
    assert_memory_equal(line + strlen("…"), "xxxx", 4);
    free(text);
}

static void test_a_long_line_is_cut_between_characters(void **state)
{
    (void)state;
    for (size_t at = 30000; at < 30006; at += 3) {
        char *text = shown_of_long_line("\xE2\x89\xA4", 20000, at);
        assert_null(strchr(text, '?'));
        assert_true(strlen(text) < 1500);
        free(text);
    }
}

static void test_what_is_no_character_is_shown_as_a_question_mark(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct diag *diag = diag_new();
    struct source *s = make_source(arena, "a\xFF\t\x1B[b\xE2\x89");
    diag_error(diag, (struct span){s, 5, 6}, "here");
    expect_text(diag, "a.bound:1:6: error: here\n"
                      "    a?\t?[b??\n"
                      "      \t  ^\n");
    diag_free(diag);
    arena_free(arena);
}

static void test_a_message_is_one_line_of_limited_length(void **state)
{
    (void)state;
    struct buffer name, out;
    struct diag *diag = diag_new();
    buffer_init(&name);
    buffer_init(&out);
    buffer_add(&name, "two\nlines ");
    for (int i = 0; i < 2000; i++)
        buffer_add(&name, "\xE2\x89\xA4");
    diag_error(diag, (struct span){0}, "unknown name %s", name.text);
    diag_print(diag, &out);
    static const char start[] = "majorant: error: unknown name two?lines ";
    assert_memory_equal(out.text, start, sizeof start - 1);
    assert_ptr_equal(strchr(out.text, '\n'), out.text + out.length - 1);
    assert_true(out.length > 1900 && out.length < 2100);
    static const char cut[] = "\xE2\x89\xA4…\n";
    assert_string_equal(out.text + out.length - (sizeof cut - 1), cut);
    buffer_clear(&name);
    buffer_clear(&out);
    diag_free(diag);
}

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    return count;
}

static void test_each_error_has_at_most_twenty_notes(void **state)
{
    (void)state;
    struct buffer out;
    struct diag *diag = diag_new();
    buffer_init(&out);
    for (int error = 0; error < 2; error++) {
        diag_error(diag, (struct span){0}, "one");
        for (int i = 0; i < (error ? 20 : 5000); i++)
            diag_note(diag, (struct span){0}, "because");
    }
    diag_print(diag, &out);
    assert_int_equal(count_of(out.text, "note: because"), 40);
    assert_int_equal(count_of(out.text, "further notes are left out"), 1);
    buffer_clear(&out);
    diag_free(diag);
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
        cmocka_unit_test(test_a_long_line_is_shown_near_the_caret),
        cmocka_unit_test(test_a_long_line_is_cut_between_characters),
        cmocka_unit_test(test_what_is_no_character_is_shown_as_a_question_mark),
        cmocka_unit_test(test_a_message_is_one_line_of_limited_length),
        cmocka_unit_test(test_each_error_has_at_most_twenty_notes),
        cmocka_unit_test(test_at_most_twenty_errors_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
