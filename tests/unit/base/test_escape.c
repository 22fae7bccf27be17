#include "base/escape.h"

#include "support/cmocka_all.h"

static void expect(void (*escape)(struct buffer *, const char *),
                   const char *text, const char *expected)
{
    struct buffer out;
    buffer_init(&out);
    escape(&out, text);
    assert_string_equal(out.text ? out.text : "", expected);
    buffer_clear(&out);
}

static void test_utf8_stays_and_other_bytes_are_named(void **state)
{
    (void)state;
    expect(escape_utf8, "a≤𝟏é", "a≤𝟏é");
    expect(escape_utf8, "a\xff", "a\\xff");
    expect(escape_utf8, "\xc0\xaf", "\\xc0\\xaf");          /* overlong */
    expect(escape_utf8, "\xed\xa0\x80", "\\xed\\xa0\\x80"); /* surrogate */
    expect(escape_utf8, "\xe2\x89", "\\xe2\\x89");          /* cut */
    expect(escape_utf8, "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
}

static void test_markup_is_inert(void **state)
{
    (void)state;
    expect(escape_markup, "<script>\"&'", "&lt;script&gt;&quot;&amp;&#39;");
    expect(escape_markup, "a\x01\x7f", "a\\x01\\x7f");
    expect(escape_markup, "a\n\tb", "a\n\tb");
    expect(escape_markup, "\xef\xbf\xbf", "\\xef\\xbf\\xbf");
    expect(escape_markup, "# ##[x] #é#", "# #&#35;[x] #é&#35;");
    expect(escape_attribute, "##vso[x]\n", "#&#35;vso[x]&#10;");
}

static void test_github_commands_cannot_be_forged(void **state)
{
    (void)state;
    expect(escape_github_message, "50%\r\n::error::x", "50%25%0D%0A::error::x");
    expect(escape_github_property, "a:b,c%", "a%3Ab%2Cc%25");
}

static void test_paths_become_references(void **state)
{
    (void)state;
    expect(escape_uri, "./bounds/a b.bound", "bounds/a%20b.bound");
    expect(escape_uri, "a:b#c?d%", "a%3Ab%23c%3Fd%25");
    expect(escape_uri, "/x/ü", "file:///x/%C3%BC");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf8_stays_and_other_bytes_are_named),
        cmocka_unit_test(test_markup_is_inert),
        cmocka_unit_test(test_github_commands_cannot_be_forged),
        cmocka_unit_test(test_paths_become_references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
