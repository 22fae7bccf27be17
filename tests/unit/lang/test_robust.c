/* Limits at n - 1, n, n + 1, and input that is long or broken. */
#include "lang/parser.h"

#include "reading.h"

#include "base/rng.h"

enum { MANY = 100000 };

static void add_times(struct buffer *out, const char *text, size_t times)
{
    for (size_t i = 0; i < times; i++)
        buffer_add(out, text);
}

/* head, `times` pieces, middle, `times` tails */
static enum status read_nested(const char *piece, const char *middle,
                               const char *tail, size_t times,
                               const char *message)
{
    struct buffer text;
    buffer_init(&text);
    add_times(&text, piece, times);
    buffer_add(&text, middle);
    add_times(&text, tail, times);
    struct reading r;
    reading_expr(&r, text.text);
    enum status status = r.status;
    assert_int_equal(diag_errors(r.diag), status == ST_OK ? 0 : 1);
    if (status != ST_OK)
        assert_non_null(strstr(r.messages.text, message));
    reading_clear(&r);
    buffer_clear(&text);
    return status;
}

static void expect_limit(const char *piece, const char *middle,
                         const char *tail, size_t limit, const char *message)
{
    for (size_t n = limit - 1; n <= limit + 1; n++)
        assert_int_equal(read_nested(piece, middle, tail, n, message),
                         n <= limit ? ST_OK : ST_INPUT);
    assert_int_equal(read_nested(piece, middle, tail, MANY, message), ST_INPUT);
}

static void test_nesting_is_limited(void **state)
{
    (void)state;
    const size_t limit = PARSER_MAX_NESTING;
    const char *message = "(PARSER_MAX_NESTING)";
    expect_limit("(", "a", ")", limit, message);
    expect_limit("[", "1", "]", limit, message);
    expect_limit("a[", "1", "]", limit, message);
    expect_limit("f(", "a", ")", limit, message);
    expect_limit("-", "a", "", limit, message);
    expect_limit("not ", "a", "", limit, message);
    expect_limit("2^", "a", "", limit, message);
    expect_limit("2.^", "a", "", limit, message);
    expect_limit("sum(i in 1..2, ", "a", ")", limit, message);
}

static void test_depth_is_limited(void **state)
{
    (void)state;
    const size_t limit = PARSER_MAX_DEPTH - 1; /* the innermost leaf is one */
    const char *message = "(PARSER_MAX_DEPTH)";
    expect_limit("", "a", " + a", limit, message);
    expect_limit("", "a", " * a", limit, message);
    expect_limit("", "a", "'", limit, message);
    expect_limit("", "a", "[1]", limit, message);
    expect_limit("", "a", " and a", limit, message);
    expect_limit("", "a", " or a", limit, message);
}

static void test_lists_are_not_limited(void **state)
{
    (void)state;
    assert_int_equal(read_nested("", "0", " <= 0", MANY, ""), ST_OK);
    assert_int_equal(read_nested("f(0, 0", "", ")", 1, ""), ST_OK);
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "[0");
    add_times(&text, ", 0", MANY);
    buffer_add(&text, "]");
    struct reading r;
    reading_expr(&r, text.text);
    assert_int_equal(r.status, ST_OK);
    assert_int_equal(r.expr->cols, MANY + 1);
    reading_clear(&r);
    buffer_clear(&text);
}

static void test_a_run_of_operators_is_an_error(void **state)
{
    (void)state;
    static const char *const PIECES[] = {
        "(", ")", "[", "]",    "-",        "^",     "'",  "{",  "}",
        ";", ",", "?", "not ", "theorem ", "case ", "\"", "#1", "$"};
    for (size_t i = 0; i < sizeof PIECES / sizeof PIECES[0]; i++) {
        struct buffer text;
        buffer_init(&text);
        buffer_add(&text, "theorem t { claim c: ");
        add_times(&text, PIECES[i], MANY);
        struct reading r;
        reading_file(&r, text.text);
        assert_int_equal(r.status, ST_INPUT);
        reading_clear(&r);
        buffer_clear(&text);
    }
}

static void test_a_line_of_the_greatest_length_is_an_error(void **state)
{
    (void)state;
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "theorem t { claim c: 1");
    while (text.length + 4 <= SOURCE_MAX_BYTES)
        buffer_add(&text, " + 1");
    struct reading r;
    reading_file(&r, text.text);
    assert_int_equal(r.status, ST_INPUT);
    assert_non_null(strstr(r.messages.text, "(PARSER_MAX_DEPTH)"));
    reading_clear(&r);
    buffer_clear(&text);
}

static enum status read_digits(size_t count, const char *exponent)
{
    struct buffer text;
    buffer_init(&text);
    add_times(&text, "7", count);
    buffer_add(&text, exponent);
    struct reading r;
    reading_expr(&r, text.text);
    enum status status = r.status;
    if (status != ST_OK)
        assert_non_null(
            strstr(r.messages.text, count > 1 ? "(RATIONAL_MAX_DIGITS)"
                                              : "(RATIONAL_MAX_EXPONENT)"));
    reading_clear(&r);
    buffer_clear(&text);
    return status;
}

static void test_numbers_over_a_limit_name_it(void **state)
{
    (void)state;
    assert_int_equal(read_digits(RATIONAL_MAX_DIGITS - 1, ""), ST_OK);
    assert_int_equal(read_digits(RATIONAL_MAX_DIGITS, ""), ST_OK);
    assert_int_equal(read_digits(RATIONAL_MAX_DIGITS + 1, ""), ST_INPUT);
    assert_int_equal(read_digits(1, "e999999"), ST_OK);
    assert_int_equal(read_digits(1, "e1000000"), ST_OK);
    assert_int_equal(read_digits(1, "e1000001"), ST_INPUT);
    assert_int_equal(read_digits(1, "e-1000001"), ST_INPUT);
    assert_int_equal(read_digits(1, "e99999999999999999999999"), ST_INPUT);
}

static const char SAMPLE[] =
    "import <a.bound>; # c\n"
    "func f(A) = norm1(A') / 2.5e-3;\n"
    "theorem t \"T\" {\n"
    "    cite \"x\\\"y\";\n"
    "    dim n, m >= 2;\n"
    "    given W[l in 1..L] : real[n + 1, m] in [-1, inf];\n"
    "    let Y[0] = W[1][1..n, :] .^ -2;\n"
    "    assume a: not (psd(W[1]) and 1 <= 2 != 3) or f(1) > 0;\n"
    "    claim c [expect violated]: sum(i in reversed(1..n), [1, 2; 3, i])\n"
    "        \xE2\x89\xA4 ? * expectation(z, z^2); # c\n"
    "    drop a expect c violated;\n"
    "}\n"
    "proof of t.c {\n"
    "    chain k: 1 <= 2 by lemma t.c(A) <= 3 by range;\n"
    "}\n"
    "case s for t {\n"
    "    n in 2..3; W[1] ~ sparse(0.5, normal(0, 1)); reuse W 3;\n"
    "    expect c#1 violated; trials 3;\n"
    "}\n";

static void test_every_beginning_is_read_safely(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof SAMPLE; length++) {
        struct reading r;
        reading_bytes(&r, "a.bound", SAMPLE, length);
        reading_clear(&r);
    }
}

/* reading_bytes checks that the status agrees with the diagnostics. */
static void test_damaged_text_is_read_safely(void **state)
{
    (void)state;
    static const char PIECES[] = "()[]{},;:.=~?+-*/^'#\"<>! \n\x80"
                                 "0ain";
    struct rng rng = rng_start(7);
    for (int trial = 0; trial < 2000; trial++) {
        char text[sizeof SAMPLE];
        memcpy(text, SAMPLE, sizeof SAMPLE);
        uint64_t damages = 1 + rng_below(&rng, 4);
        for (uint64_t i = 0; i < damages; i++)
            text[rng_below(&rng, sizeof SAMPLE - 1)] =
                PIECES[rng_below(&rng, sizeof PIECES - 1)];
        struct reading r;
        reading_bytes(&r, "a.bound", text, sizeof SAMPLE - 1);
        reading_clear(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nesting_is_limited),
        cmocka_unit_test(test_depth_is_limited),
        cmocka_unit_test(test_lists_are_not_limited),
        cmocka_unit_test(test_a_run_of_operators_is_an_error),
        cmocka_unit_test(test_a_line_of_the_greatest_length_is_an_error),
        cmocka_unit_test(test_numbers_over_a_limit_name_it),
        cmocka_unit_test(test_every_beginning_is_read_safely),
        cmocka_unit_test(test_damaged_text_is_read_safely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
