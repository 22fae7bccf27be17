#include "lang/lexer.h"

#include "support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

struct reader {
    struct arena *arena;
    struct diag *diag;
    struct lexer lexer;
};

static void start_bytes(struct reader *r, const char *text, size_t length)
{
    r->arena = arena_new();
    r->diag = diag_new();
    lexer_init(&r->lexer, r->arena,
               source_from_text(r->arena, "a.bound", text, length), r->diag);
}

static void start(struct reader *r, const char *text)
{
    start_bytes(r, text, strlen(text));
}

static void stop(struct reader *r)
{
    diag_free(r->diag);
    arena_free(r->arena);
}

/* The texts of all tokens, a blank between them. */
static void expect_tokens(const char *text, const char *expected)
{
    struct reader r;
    struct buffer out;
    buffer_init(&out);
    buffer_add(&out, "");
    start(&r, text);
    for (;;) {
        struct token token = lexer_next(&r.lexer);
        if (token.kind == TOKEN_END)
            break;
        if (out.length > 0)
            buffer_add_char(&out, ' ');
        if (token.kind == TOKEN_ERROR)
            buffer_add_char(&out, '!');
        buffer_add_bytes(&out, text + token.span.begin,
                         token.span.end - token.span.begin);
    }
    assert_string_equal(out.text, expected);
    buffer_clear(&out);
    stop(&r);
}

static void expect_kind(const char *text, enum token_kind kind)
{
    struct reader r;
    start(&r, text);
    struct token token = lexer_next(&r.lexer);
    assert_int_equal(token.kind, kind);
    assert_int_equal(token.span.begin, 0);
    assert_int_equal(token.span.end, strlen(text));
    assert_int_equal(lexer_next(&r.lexer).kind, TOKEN_END);
    assert_int_equal(diag_errors(r.diag), 0);
    stop(&r);
}

/* The first line of the first message. */
static void expect_fault(const char *text, size_t length, const char *expected)
{
    struct reader r;
    struct buffer out;
    buffer_init(&out);
    start_bytes(&r, text, length);
    assert_true(r.lexer.failed);
    diag_print(r.diag, &out);
    assert_true(out.length > strlen(expected));
    assert_memory_equal(out.text, expected, strlen(expected));
    buffer_clear(&out);
    stop(&r);
}

static void test_signs_have_their_kinds(void **state)
{
    (void)state;
    expect_kind("..", TOKEN_DOTS);
    expect_kind(".*", TOKEN_DOT_TIMES);
    expect_kind("./", TOKEN_DOT_SLASH);
    expect_kind(".^", TOKEN_DOT_POWER);
    expect_kind(".", TOKEN_DOT);
    expect_kind("=", TOKEN_ASSIGN);
    expect_kind("==", TOKEN_EQ);
    expect_kind("!=", TOKEN_NE);
    expect_kind("<=", TOKEN_LE);
    expect_kind(">=", TOKEN_GE);
    expect_kind("<", TOKEN_LT);
    expect_kind(">", TOKEN_GT);
    expect_kind("'", TOKEN_TRANSPOSE);
    expect_kind("?", TOKEN_HOLE);
    expect_kind("~", TOKEN_TILDE);
}

static void test_unicode_signs_are_those_of_ascii(void **state)
{
    (void)state;
    expect_kind("\xE2\x89\xA4", TOKEN_LE);
    expect_kind("\xE2\x89\xA5", TOKEN_GE);
    expect_kind("\xE2\x89\xA0", TOKEN_NE);
    expect_kind("\xE1\xB5\x80", TOKEN_TRANSPOSE);
    expect_kind("\xE2\x88\x88", TOKEN_IN);
}

static void test_a_point_belongs_to_a_number_only_between_digits(void **state)
{
    (void)state;
    expect_tokens("1..2", "1 .. 2");
    expect_tokens("1.5", "1.5");
    expect_tokens("1.5..2.5", "1.5 .. 2.5");
    expect_tokens("2.*A", "2 .* A");
    expect_tokens("2./A", "2 ./ A");
    expect_tokens("2.^3", "2 .^ 3");
    expect_tokens("A.^2", "A .^ 2");
    expect_tokens("a..b", "a .. b");
    expect_tokens("1.", "1 !.");
    expect_tokens(".5", "!.5");
    expect_tokens("1.5.2", "1.5 !.2");
    expect_tokens("0x1..2", "0x1 .. 2");
}

static void test_numbers_are_read_whole(void **state)
{
    (void)state;
    expect_kind("1e-3", TOKEN_NUMBER);
    expect_kind("1.25E+10", TOKEN_NUMBER);
    expect_kind("0x1.8p-3", TOKEN_NUMBER);
    expect_kind("0XfF.Ep2", TOKEN_NUMBER);
    expect_kind("0", TOKEN_NUMBER);
    expect_tokens("1e5-3", "1e5 - 3");
    expect_tokens("1-3", "1 - 3");
}

static void test_a_letter_behind_a_number_is_an_error(void **state)
{
    (void)state;
    expect_tokens("2x", "!2x");
    expect_tokens("1e", "!1e");
    expect_tokens("1e+", "!1e +");
    expect_tokens("1e5x", "!1e5x");
    expect_tokens("0x", "!0x");
    expect_tokens("0x1g", "!0x1g");
    expect_tokens("1_0", "!1_0");
    expect_tokens("1.5p3", "!1.5p3");
}

static void test_a_link_stands_between_a_name_and_a_digit(void **state)
{
    (void)state;
    expect_tokens("name#2 x", "name #2 x");
    expect_tokens("n2#2", "n2 #2");
    expect_tokens("name#x\ny", "name y");
    expect_tokens("name #2\ny", "name y");
    expect_tokens("5#2\ny", "5 y");
    expect_tokens("a;#2\ny", "a ; y");
    expect_tokens("a#1#2\ny", "a #1 y");
    expect_tokens("name#2x", "name !#2x");
}

/* A carriage return is one of the blanks at a comment's end. */
static void test_comments_are_kept_with_their_spans(void **state)
{
    (void)state;
    struct reader r;
    start(&r, "#one\na #two\r\n# three");
    while (lexer_next(&r.lexer).kind != TOKEN_END)
        continue;
    static const size_t ENDS[][2] = {{0, 4}, {7, 12}, {13, 20}};
    assert_int_equal(r.lexer.ncomments, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(r.lexer.comments[i].begin, ENDS[i][0]);
        assert_int_equal(r.lexer.comments[i].end, ENDS[i][1]);
    }
    stop(&r);
}

static void test_strings_end_on_their_line(void **state)
{
    (void)state;
    expect_kind("\"a \\\" \\\\ # b\"", TOKEN_STRING);
    expect_kind("\"\"", TOKEN_STRING);
    expect_tokens("\"ab\ncd", "!\"ab cd");
    expect_tokens("\"ab\\", "!\"ab\\");
    expect_tokens("\"a\\n\" b", "!\"a\\n\" b");
}

static void test_a_path_ends_on_its_line(void **state)
{
    (void)state;
    struct reader r;
    start(&r, "<a/b.bound> c");
    struct token path = lexer_path(&r.lexer, lexer_next(&r.lexer));
    assert_int_equal(path.kind, TOKEN_PATH);
    assert_int_equal(path.span.end, 11);
    assert_int_equal(lexer_next(&r.lexer).kind, TOKEN_NAME);
    stop(&r);
    start(&r, "<a\nb>");
    path = lexer_path(&r.lexer, lexer_next(&r.lexer));
    assert_int_equal(path.kind, TOKEN_ERROR);
    stop(&r);
}

static void test_the_end_lies_behind_the_last_character(void **state)
{
    (void)state;
    struct reader r;
    start(&r, "a  \n\n");
    lexer_next(&r.lexer);
    struct token end = lexer_next(&r.lexer);
    assert_int_equal(end.kind, TOKEN_END);
    assert_int_equal(end.span.begin, 1);
    assert_int_equal(lexer_next(&r.lexer).kind, TOKEN_END);
    stop(&r);
}

static void test_the_first_token_of_a_line_says_so(void **state)
{
    (void)state;
    struct reader r;
    start(&r, "a b # c\n  d");
    assert_true(lexer_next(&r.lexer).first_on_line);
    assert_false(lexer_next(&r.lexer).first_on_line);
    assert_true(lexer_next(&r.lexer).first_on_line);
    stop(&r);
}

static void test_invalid_utf8_has_a_place(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "ab\n # \xFF\n",             /* never in UTF-8 */
        "ab\n # \x80\n",             /* no start */
        "ab\n # \xC0\xAF\n",         /* overlong */
        "ab\n # \xE0\x80\x80\n",     /* overlong */
        "ab\n # \xED\xA0\x80\n",     /* surrogate */
        "ab\n # \xF4\x90\x80\x80\n", /* beyond U+10FFFF */
        "ab\n # \xE2\x89\n",         /* cut off by a line end */
        "ab\n # \xE2\x89",           /* cut off by the end */
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        char expected[128];
        snprintf(expected, sizeof expected,
                 "a.bound:2:4: error: expected UTF-8 text, found the invalid "
                 "byte 0x%02x\n",
                 (unsigned char)BAD[i][6]);
        expect_fault(BAD[i], strlen(BAD[i]), expected);
    }
}

static void test_valid_utf8_is_let_through(void **state)
{
    (void)state;
    struct reader r;
    start(&r, "# \xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 "
              "\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF\n");
    assert_false(r.lexer.failed);
    stop(&r);
}

static void test_control_characters_have_a_place(void **state)
{
    (void)state;
    expect_fault("dim \0n;", 7,
                 "a.bound:1:5: error: expected text, found a NUL byte\n");
    expect_fault("# \x01", 3,
                 "a.bound:1:3: error: expected text, found the control "
                 "character 0x01\n");
    expect_fault("\"\x7F\"", 3,
                 "a.bound:1:2: error: expected text, found the control "
                 "character 0x7f\n");
}

static void test_each_line_reports_its_first_bad_byte(void **state)
{
    (void)state;
    struct reader r;
    start(&r, "\x01\x02\n\x03\n# good\n\xFF\xFF\n");
    assert_int_equal(diag_errors(r.diag), 3);
    stop(&r);
}

static void test_a_byte_order_mark_is_skipped_at_the_start_only(void **state)
{
    (void)state;
    struct reader r;
    start(&r, "\xEF\xBB\xBF"
              "a \xEF\xBB\xBF");
    assert_int_equal(lexer_next(&r.lexer).kind, TOKEN_NAME);
    assert_int_equal(lexer_next(&r.lexer).kind, TOKEN_ERROR);
    stop(&r);
}

static void test_a_run_of_one_character_is_one_error(void **state)
{
    (void)state;
    expect_tokens("a && b", "a !&& b");
    expect_tokens("a $@ b", "a !$ !@ b");
    expect_tokens("\xCE\xBB\xCE\xBB x", "!\xCE\xBB\xCE\xBB x");
}

static void test_a_message_shows_whole_characters(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const char *text = "a\xE2\x88\x91\xE2\x88\x91\xE2\x88\x91\xE2\x88\x91"
                       "\xE2\x88\x91\xE2\x88\x91\xE2\x88\x91\xE2\x88\x91"
                       "\xE2\x88\x91\xE2\x88\x91\xE2\x88\x91\xE2\x88\x91"
                       "\xE2\x88\x91\xE2\x88\x91";
    struct source *s = source_from_text(arena, "a.bound", text, strlen(text));
    assert_int_equal(lexer_shown((struct span){s, 0, 4}), 4);
    assert_int_equal(lexer_shown((struct span){s, 0, 40}), 40);
    assert_int_equal(lexer_shown((struct span){s, 0, 43}), 40);
    assert_int_equal(lexer_shown((struct span){s, 1, 43}), 39);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs_have_their_kinds),
        cmocka_unit_test(test_unicode_signs_are_those_of_ascii),
        cmocka_unit_test(test_a_point_belongs_to_a_number_only_between_digits),
        cmocka_unit_test(test_numbers_are_read_whole),
        cmocka_unit_test(test_a_letter_behind_a_number_is_an_error),
        cmocka_unit_test(test_a_link_stands_between_a_name_and_a_digit),
        cmocka_unit_test(test_comments_are_kept_with_their_spans),
        cmocka_unit_test(test_strings_end_on_their_line),
        cmocka_unit_test(test_a_path_ends_on_its_line),
        cmocka_unit_test(test_the_end_lies_behind_the_last_character),
        cmocka_unit_test(test_the_first_token_of_a_line_says_so),
        cmocka_unit_test(test_invalid_utf8_has_a_place),
        cmocka_unit_test(test_valid_utf8_is_let_through),
        cmocka_unit_test(test_control_characters_have_a_place),
        cmocka_unit_test(test_each_line_reports_its_first_bad_byte),
        cmocka_unit_test(test_a_byte_order_mark_is_skipped_at_the_start_only),
        cmocka_unit_test(test_a_run_of_one_character_is_one_error),
        cmocka_unit_test(test_a_message_shows_whole_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
