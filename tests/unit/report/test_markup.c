#include "report/counterexample_page.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

static void assert_says(const struct buffer *out, const char *text)
{
    if (!strstr(out->text, text))
        fail_msg("no '%s' in:\n%s", text, out->text);
}

static void test_html_escapes_text(void **state)
{
    (void)state;
    struct buffer out;
    buffer_init(&out);
    const struct markup m = {&out, MARKUP_HTML};
    const char *const cells[] = {"<script>", "a & \"b\""};
    markup_begin(&m, "a < b");
    markup_code(&m, "x <= y");
    markup_table(&m, cells, 2);
    markup_table_end(&m);
    markup_end(&m);
    assert_says(&out, "<title>a &lt; b</title>");
    assert_says(&out, "<pre><code>x &lt;= y</code></pre>");
    assert_says(&out, "<th>&lt;script&gt;</th><th>a &amp; &quot;b&quot;</th>");
    assert_null(strstr(out.text, "<script"));
    assert_says(&out, "color-scheme:light dark");
    buffer_clear(&out);
}

static void test_markdown_escapes_text(void **state)
{
    (void)state;
    struct buffer out;
    buffer_init(&out);
    const struct markup m = {&out, MARKUP_MARKDOWN};
    const char *const cells[] = {"a|b", "two\nlines"};
    markup_row(&m, cells, 2);
    markup_paragraph(&m, "norm_1 <b>");
    assert_string_equal(out.text,
                        "| a\\|b | two lines |\nnorm\\_1 \\<b\\>\n\n");
    buffer_clear(&out);
}

static void test_a_fence_is_longer_than_what_it_holds(void **state)
{
    (void)state;
    struct buffer out;
    buffer_init(&out);
    const struct markup m = {&out, MARKUP_MARKDOWN};
    markup_code(&m, "a ```` b");
    assert_string_equal(out.text, "`````\na ```` b\n`````\n\n");
    buffer_clear(&out);
}

/* A certificate about X = [1/2; 1/3] and Y = [1/2] with a chain of two. */
static void set_certificate(struct certificate *c)
{
    certificate_init(c);
    c->statement = xstrdup("theorem t {}\n");
    c->theorem = xstrdup("t");
    c->claim = xstrdup("c");
    c->relation = xstrdup("X <= Y");
    c->version = xstrdup("majorant");
    c->found = xstrdup("by hand");
    c->link = 2;
    c->nvalues = 2;
    c->values = xcalloc(2, sizeof *c->values);
    c->values[0].name = xstrdup("X");
    rmatrix_init(&c->values[0].entries, 2, 1);
    mpq_set_ui(c->values[0].entries.entries[0].q, 1, 2);
    mpq_set_ui(c->values[0].entries.entries[1].q, 1, 3);
    c->values[1].name = xstrdup("Y");
    rmatrix_init(&c->values[1].entries, 1, 1);
    mpq_set_ui(c->values[1].entries.entries[0].q, 1, 2);
}

static void test_a_page_shows_fractions_and_dyadic_numbers(void **state)
{
    (void)state;
    struct buffer out;
    struct certificate c;
    char first[] = "0 <= X", second[] = "X <= Y";
    const struct page_link links[] = {{first, TRUTH_TRUE},
                                      {second, TRUTH_FALSE}};
    buffer_init(&out);
    set_certificate(&c);
    const struct markup m = {&out, MARKUP_MARKDOWN};
    const struct counterexample_page page = {
        .certificate = &c, .path = "c.json", .links = links, .nlinks = 2};
    counterexample_page(&m, &page);
    assert_says(&out, "X = [1/2; 1/3]\nY = 1/2\n  = 0x1p-1\n");
    assert_says(&out, "Link 2 is the first that fails.");
    assert_says(&out, "majorant recheck c.json");
    certificate_clear(&c);
    buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_html_escapes_text),
        cmocka_unit_test(test_markdown_escapes_text),
        cmocka_unit_test(test_a_fence_is_longer_than_what_it_holds),
        cmocka_unit_test(test_a_page_shows_fractions_and_dyadic_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
