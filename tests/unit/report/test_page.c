#include "report/page.h"

#include "report/typeset.h"
#include "run_fixture.h"
#include "support/balance.h"

#include <stdio.h>

static int setup(void **state)
{
    *state = fixture_new(fixture_text);
    return 0;
}

static int teardown(void **state)
{
    fixture_free(*state);
    return 0;
}

static struct page *page_of(const struct fixture *f)
{
    struct page *page = page_of_run(&f->run);
    for (size_t i = 0; i < f->run.count; i++) {
        const struct result *r = &f->run.results[i];
        const struct page_more more = {.theorem = r->theorem,
                                       .claim = &r->theorem->claims[r->claim],
                                       .link = TYPESET_ALL_LINKS,
                                       .statement = fixture_text,
                                       .histogram = &r->tightness.histogram};
        page_attach(page, i, &more);
    }
    page_add_fact(page, "<name>", "<value>");
    page_add_block(page, "block", "</pre><script>");
    return page;
}

static void test_html_is_balanced_and_inert(void **state)
{
    struct buffer out;
    struct page *page = page_of(*state);
    buffer_init(&out);
    page_html(&out, page);
    assert_true(balance_is_sound(out.text));
    assert_null(strstr(out.text, "<script"));
    assert_null(strstr(out.text, "<img"));
    assert_null(strstr(out.text, "<b>"));
    assert_null(strstr(out.text, "\xff"));
    assert_non_null(strstr(out.text, "&lt;script&gt;alert(1)"));
    assert_non_null(strstr(out.text, "<html lang=\"en\">"));
    assert_non_null(strstr(out.text, "<title>"));
    assert_null(strstr(out.text, "http:"));
    assert_null(strstr(out.text, "https:"));
    page_free(page);
    buffer_clear(&out);
}

/* The counts of the bars, and of the rows of the table. */
static void test_histogram_has_the_counts_of_the_run(void **state)
{
    struct buffer out;
    unsigned long long sum = 0;
    struct page *page = page_of(*state);
    buffer_init(&out);
    page_html(&out, page);
    const char *at = out.text;
    while ((at = strstr(at, "data-count=\""))) {
        at += strlen("data-count=\"");
        sum += strtoull(at, NULL, 10);
    }
    assert_int_equal(sum, 10);
    assert_non_null(strstr(out.text, "data-count=\"7\""));
    assert_non_null(strstr(out.text, "data-count=\"3\""));
    assert_non_null(strstr(out.text, "<td>7</td></tr>"));
    assert_non_null(strstr(out.text, ">all</th><td>10</td>"));
    page_free(page);
    buffer_clear(&out);
}

static void test_markdown_keeps_its_tables(void **state)
{
    struct buffer out;
    struct page *page = page_of(*state);
    buffer_init(&out);
    page_markdown(&out, page);
    assert_non_null(strstr(out.text, "| t | bad | campaign | violated |"));
    assert_non_null(strstr(out.text, "A \\<script\\>"));
    assert_non_null(strstr(out.text, "least 0.0625"));
    page_free(page);
    buffer_clear(&out);
}

static void expect_fault(const char *text, const char *expected)
{
    struct page *page = NULL;
    char *reason = NULL;
    assert_int_equal(page_open(&page, text, strlen(text), &reason), ST_INPUT);
    assert_non_null(reason);
    if (!strstr(reason, expected))
        assert_string_equal(reason, expected);
    assert_null(strchr(reason, '\n'));
    free(reason);
}

#define CLAIM_HEAD                                                             \
    "{\"schema\": \"majorant.run/1\", \"claims\": [{\"file\": \"f\", "         \
    "\"theorem\": \"t\", \"claim\": \"c\", \"case\": \"k\", "
#define CLAIM_COUNTS                                                           \
    "\"true\": 1, \"false\": 0, \"unresolved\": 0, \"rejected\": 0, "          \
    "\"undefined\": 0"

static void test_faulty_objects_are_refused(void **state)
{
    (void)state;
    expect_fault("", "1:0");
    expect_fault("{\"schema\": 1}", "schema");
    expect_fault("{\"schema\": \"majorant.run/1\"}", "'claims'");
    expect_fault("{\"schema\": \"majorant.run/1\", \"claims\": [3]}",
                 "claims[0]: it is to be an object");
    expect_fault("{\"schema\": \"majorant.run/1\", \"claims\": [{}]}",
                 "claims[0]: 'file'");
    expect_fault(CLAIM_HEAD "\"verdict\": \"fine\", \"expected\": \"holds\", "
                            "\"ok\": true, \"trials\": 1, " CLAIM_COUNTS "}]}",
                 "'fine' is no verdict");
    expect_fault(CLAIM_HEAD "\"verdict\": \"holds\", \"expected\": \"holds\", "
                            "\"ok\": true, \"trials\": 2, " CLAIM_COUNTS "}]}",
                 "sum");
    expect_fault(CLAIM_HEAD "\"verdict\": \"holds\", \"expected\": \"holds\", "
                            "\"ok\": 1, \"trials\": 1, " CLAIM_COUNTS "}]}",
                 "'ok'");
}

/* Nothing but the object is known: the page says so. */
static void test_an_object_alone_is_shown(void **state)
{
    (void)state;
    static const char text[] = CLAIM_HEAD
        "\"verdict\": \"violated\", \"expected\": \"holds\", \"ok\": false, "
        "\"trials\": 1, " CLAIM_COUNTS
        ", \"tightness\": {\"min\": 0.5, \"median\": 0.5, \"p95\": 0.5, "
        "\"max\": \"1.25e-400\"}, \"counterexample\": {\"trial\": null, "
        "\"sizes\": {\"n\": 2}, \"values\": {\"X<\": [[\"1\", \"-1/3\"], "
        "[\"0.1234567890123456789\", 5]], \"Y\": \"eye(n)\", \"Z\": null, "
        "\"V\": [], \"U\": [[]]}, \"lhs\": null, \"rhs\": 4}}]}";
    struct page *page = NULL;
    struct buffer out;
    char *reason = NULL;
    assert_int_equal(page_open(&page, text, strlen(text), &reason), ST_OK);
    buffer_init(&out);
    page_html(&out, page);
    assert_true(balance_is_sound(out.text));
    assert_non_null(strstr(out.text, "1.25e-400"));
    assert_non_null(strstr(out.text, "0.1234567890123456789"));
    assert_non_null(strstr(out.text, "holds no histogram"));
    assert_non_null(strstr(out.text, "could not be read again"));
    buffer_reset(&out);
    page_markdown(&out, page);
    assert_non_null(strstr(out.text, "0.1234567890123456789"));
    page_free(page);
    buffer_clear(&out);
}

static void test_curves_have_what_was_added(void **state)
{
    (void)state;
    struct curves c = {0};
    struct enclosure half = {
        .kind = ENCLOSURE_FINITE, .lo = 0.5, .hi = 0.5, .exponent = 0};
    struct enclosure zero = {.kind = ENCLOSURE_FINITE};
    curves_add(&c, "n=3 d=1", &half);
    curves_add(&c, "n=2 d=1", &half);
    curves_add(&c, "n=3 d=1", &zero);
    assert_int_equal(c.count, 2);
    assert_string_equal(c.items[0].dim, "n");
    assert_int_equal(c.items[0].count, 2);
    assert_int_equal(c.items[0].points[0].size, 2);
    assert_int_equal(c.items[0].points[1].histogram.total, 2);
    assert_true(isinf(c.items[0].points[1].least));
    assert_true(c.items[0].points[1].most == -1);
    assert_int_equal(c.items[1].count, 1);
    for (int64_t n = 0; n < CURVES_MAX_SIZES + 1; n++) {
        char sizes[32];
        snprintf(sizes, sizeof sizes, "k=%lld", (long long)n);
        curves_add(&c, sizes, &half);
    }
    assert_int_equal(c.items[2].count, CURVES_MAX_SIZES);
    assert_int_equal(c.items[2].left_out, 1);
    curves_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_html_is_balanced_and_inert, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            test_histogram_has_the_counts_of_the_run, setup, teardown),
        cmocka_unit_test_setup_teardown(test_markdown_keeps_its_tables, setup,
                                        teardown),
        cmocka_unit_test(test_faulty_objects_are_refused),
        cmocka_unit_test(test_an_object_alone_is_shown),
        cmocka_unit_test(test_curves_have_what_was_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
