/*
 * Records: a proof written by hand is accepted; cut off, edited or extended it
 * is not, and neither is one that starts from what stands behind it.
 */
#include "replay/record.h"

#include "core/oracle.h"
#include "ir/lower.h"
#include "replay/standing.h"
#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

static const char statement[] = "theorem t {\n"
                                "    given x : real;\n"
                                "    assume above: 1 <= x;\n"
                                "    claim first: -1 <= x;\n"
                                "    claim second: -2 <= x;\n"
                                "}\n";
static const char tail[] = "theorem u {\n"
                           "    given y : real;\n"
                           "    assume above: 1 <= y;\n"
                           "    claim third: 0 <= y;\n"
                           "}\n";

/* 0 <= x - 1 is fact 0: x + 1 is 1 times it and 2 times the square of 1. */
static const char first[] = "symbol 0\nnumber 1\nadd 0 1\nnumber 2\n"
                            "positive 2 0 1 1 0 0 3 0 1 1\n";
/* 0 <= x + 1 is fact 1, of the first claim. */
static const char second[] = "symbol 0\nnumber 2\nadd 0 1\nnumber 1\n"
                             "positive 2 0 3 1 1 0 3 0 1 3\n";

static void proof(struct buffer *out, const char *words, const char *log)
{
    size_t lines = 0;

    for (const char *c = log; *c; c++)
        lines += *c == '\n';
    buffer_printf(out, "proof %.*s %zu%s\n", (int)strcspn(words, "|"), words,
                  lines, words + strcspn(words, "|") + 1);
    buffer_add(out, log);
}

static char *text_of(const char *one, const char *one_log, const char *two,
                     const char *two_log)
{
    struct buffer out;

    buffer_init(&out);
    buffer_add(&out, "majorant.proof/2\nstatement 11\n");
    buffer_add(&out, statement);
    buffer_add(&out, tail);
    proof(&out, one, one_log);
    proof(&out, two, two_log);
    buffer_add(&out, "end 2\n");
    return out.text;
}

static char *good(void)
{
    return text_of("t first 1|", first, "t second 1| from first", second);
}

static bool next_line(void *context, struct buffer *out)
{
    const char **text = context;
    const size_t length = strcspn(*text, "\n");

    if ((*text)[length] == '\0')
        return false;
    buffer_add_bytes(out, *text, length + 1);
    *text += length + 1;
    return true;
}

/* The answer of a replay that reads line by line; *reason (to be freed). */
static enum record_answer answer(const char *text, char **reason)
{
    const struct record_source from = {next_line, &text};
    struct record *record = record_open(&from, reason);
    enum record_answer out = RECORD_MALFORMED;

    if (record != NULL)
        out = record_replay_from(record, &from, NULL, NULL, reason);
    if (out == RECORD_ACCEPTED && *text != '\0')
        out = RECORD_MALFORMED;
    record_free(record);
    return out;
}

static void assert_answers_as(const char *text, bool fine, const char *reason)
{
    char *other = NULL;

    assert_int_equal(answer(text, &other) == RECORD_ACCEPTED, fine);
    assert_string_equal(other ? other : "", reason ? reason : "");
    free(other);
}

/* Whether all records of the text are accepted; *reason (to be freed). */
static bool accepts(const char *text, char **reason)
{
    struct record *record;
    bool fine;

    *reason = NULL;
    record = record_read(&text, reason);
    fine =
        record != NULL && *text == '\0' && record_replay(record, NULL, reason);
    record_free(record);
    return fine;
}

static void assert_refused(char *text, const char *word)
{
    char *reason = NULL;

    assert_false(accepts(text, &reason));
    if (word != NULL && (reason == NULL || strstr(reason, word) == NULL))
        fail_msg("'%s' does not say '%s'", reason ? reason : "", word);
    if (word != NULL)
        assert_answers_as(text, false, reason);
    free(reason);
    free(text);
}

static void test_accepted(void **state)
{
    char *text = good(), *reason = NULL;
    const char *at = text;
    struct record *record = record_read(&at, &reason);
    (void)state;

    assert_non_null(record);
    assert_string_equal(at, "");
    if (!record_replay(record, NULL, &reason))
        fail_msg("%s", reason);
    assert_int_equal(record_count(record), 2);
    assert_string_equal(record_proof(record, 1)->theorem->name, "t");
    assert_int_equal(record_proof(record, 1)->claim, 1);
    assert_null(record_proof(record, 1)->citing);
    assert_null(record_proof(record, 1)->trusting);
    assert_answers_as(text, true, NULL);
    record_free(record);
    free(text);
}

/* What is cut off is no record, also behind a proof that is refused. */
static void test_malformed_counts_more(void **state)
{
    char *bad = text_of("t first 1|", second, "t second 1| from first", first);
    char *reason = NULL;
    (void)state;

    assert_int_equal(answer(bad, &reason), RECORD_REFUSED);
    assert_non_null(strstr(reason, "t.first#1: line "));
    free(reason);
    bad[strlen(bad) - 2] = '3'; /* of `end 2` */
    assert_int_equal(answer(bad, &reason), RECORD_MALFORMED);
    assert_non_null(strstr(reason, "cut off"));
    free(reason);
    free(bad);
}

static void assert_same(const char *a, const char *b)
{
    assert_string_equal(a ? a : "nothing", b ? b : "nothing");
}

/* A theorem of the library, or what its own proof leans on. */
static void assert_leans(const char *name, const char *values)
{
    const struct standing *standing = standing_find(name);
    char *log = buffer_text("symbol 0\ninstance %s%s\nnumber 1\nadd 0 1\n"
                            "number 2\npositive 2 0 1 1 0 0 3 0 1 1\n",
                            name, values);
    char *text = text_of("t first 1|", log, "t second 1| from first", second);
    const char *at = text;
    char *reason = NULL;
    struct record *record = record_read(&at, &reason);

    assert_non_null(record);
    assert_non_null(standing);
    if (!record_replay(record, NULL, &reason))
        fail_msg("%s", reason);
    for (size_t k = 0; k < 2; k++) {
        assert_same(record_proof(record, k)->citing,
                    standing->is_proved ? standing->citing : name);
        assert_same(record_proof(record, k)->trusting, standing->trusting);
    }
    record_free(record);
    free(log);
    free(text);
}

static void test_library(void **state)
{
    (void)state;

    assert_leans("trace_of_scalar", " 0");
    assert_leans("tanh_under_one", " 0");
    assert_leans("abs_of_square", " 0");
    assert_leans("exp_of_number_sum", " 0 0");
    assert_null(standing_find("no_such_theorem"));
}

static bool believe(void *context, const char *question)
{
    (void)question;
    ++*(size_t *)context;
    return true;
}

/* It is asked on replay, and named through claims, and through lemmas. */
static void test_trusting(void **state)
{
    static const char trusted[] = "symbol 0\nnumber 1\nadd 0 1\napply le 2\n"
                                  "oracle range 3 0\n";
    static const char third[] = "symbol 0\nnumber 1\ninstance t.first 0 0\n"
                                "positive 0 0 1 1 0 0 1 0 0\n";
    size_t asked = 0;
    const struct core_oracle oracle = {"range", believe, &asked};
    struct record *record;
    char *reason = NULL;
    (void)state;

    for (size_t k = 0; k < 2; k++) {
        char *text = k == 0
                         ? text_of("t first 1|", trusted,
                                   "t second 1| from first", second)
                         : text_of("t first 1|", trusted, "u third 1|", third);
        const char *at = text;

        record = record_read(&at, &reason);
        assert_non_null(record);
        if (!record_replay(record, &oracle, &reason))
            fail_msg("%s", reason);
        assert_string_equal(record_proof(record, 0)->trusting, "range");
        assert_string_equal(record_proof(record, 1)->trusting, "range");
        assert_null(record_proof(record, 1)->citing);
        assert_int_equal(asked, k + 1);
        record_free(record);
        assert_refused(text, "no such oracle");
    }
}

/* Wherever it is cut off. */
static void test_cut_off(void **state)
{
    char *text = good();
    const size_t length = strlen(text);
    (void)state;

    for (size_t i = 0; i < length; i++) {
        char *part = strdup(text), *reason = NULL;

        part[i] = '\0';
        if (accepts(part, &reason))
            fail_msg("accepted after %zu bytes", i);
        free(reason);
        free(part);
    }
    free(text);
}

static void test_extended(void **state)
{
    const char *more[] = {"x\n", "\n", "end 2\n", "proof t first 1 0\n"};
    (void)state;

    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        char *text = good();
        char *longer = buffer_text("%s%s", text, more[i]);

        free(text);
        assert_refused(longer, NULL);
    }
}

static void test_order(void **state)
{
    (void)state;
    assert_refused(
        text_of("t second 1| from first", second, "t first 1|", first),
        "does not stand before");
    assert_refused(
        text_of("t first 1| from first", first, "t second 1|", second),
        "does not stand before");
    assert_refused(text_of("t first 1|", first, "t first 1|", first),
                   "proved before");
    assert_refused(
        text_of("t first 1|", first, "u third 1| from first", second),
        "does not stand before");
}

static void test_edited(void **state)
{
    (void)state;
    /* without the claim that it starts from, there is no fact 1 */
    assert_refused(text_of("t first 1|", first, "t second 1|", second),
                   "t.second#1: line 5");
    /* of another claim, link or theorem */
    assert_refused(text_of("t second 1|", first, "t first 1|", first), NULL);
    assert_refused(text_of("t first 2|", first, "t second 1|", second),
                   "no such link");
    assert_refused(text_of("t first 0|", first, "t second 1|", second),
                   "no such link");
    assert_refused(text_of("t fifth 1|", first, "t second 1|", second),
                   "no such link");
    /* a log with nothing in it, and one that proves less */
    assert_refused(text_of("t first 1|", "", "t second 1| from first", second),
                   NULL);
    assert_refused(text_of("t first 1|", "symbol 0\nnumber 1\n",
                           "t second 1| from first", second),
                   NULL);
}

/* The statement is read from the text, and holds nothing but theorems. */
static void test_statement(void **state)
{
    char *text = good();
    char *at = strstr(text, "1 <= x");
    (void)state;

    *at = '0';
    assert_refused(text, "t.first#1");
    assert_refused(
        buffer_text("majorant.proof/2\nstatement 1\nimport \"x.bound\";\n"
                    "end 0\n"),
        "statement");
    assert_refused(buffer_text("majorant.proof/1\nstatement 0\nend 0\n"),
                   "majorant.proof/2");
}

/* ---- what is obtained: each of these proved a false theorem once ---- */

static void test_a_link_is_not_the_chain(void **state)
{
    (void)state;
    /* not (a - a != 0) or ... of one link, D of it in the lemma */
    assert_refused(
        xstrdup("majorant.proof/2\nstatement 9\n"
                "theorem t {\n    given a : real;\n    obtain x : real;\n"
                "    claim c: x == a == 1 / (a - a);\n}\n\n"
                "theorem bad {\n    claim c: 0 == 1;\n}\n"
                "proof t c 1 11\nobtained t.x\nsymbol 0\nwitness 0 1\n"
                "member 0 1\nrule 0 2\nnumber -1\nmul 3 1\nadd 2 4\n"
                "apply eq 5\nrestated - 6\nrestated 1 6\n"
                "proof t c 2 3\nnumber 1\nenclose 0 64\nrestated 0 0\n"
                "proof bad c 1 2\nnumber 5\ninstance t.c 0\nend 3\n"),
        "it claims nothing");
}

/* x of (b, a) is a; of (a, b) it would be b. */
static void test_a_witness_keeps_the_order_of_givens(void **state)
{
    (void)state;
    char *reason;
    static const char start[] =
        "majorant.proof/2\nstatement 12\n"
        "theorem t {\n    given b : real;\n    given a : real;\n"
        "    obtain x : real;\n    claim c: x == a;\n}\n\n"
        "theorem bad {\n    given a : real;\n    given b : real;\n"
        "    claim c: a == b;\n}\n"
        "proof t c 1 3\nobtained t.x\nsymbol 1\nwitness 0 1\n";
    static const char rest[] =
        "proof bad c 1 12\nsymbol 0\nsymbol 1\nobtained t.x\n"
        "witness 2 0\ninstance t.c#1 0 1\nmember 2 0 1\nrule 1 3\n"
        "number -1\nmul 4 1\nadd 0 5\napply eq 6\nrestated 0 7\nend 2\n";
    char *text = xstrdup(start), *bad = malloc(sizeof start + sizeof rest);

    text = realloc(text, sizeof start + 8);
    strcat(text, "end 1\n");
    assert_true(accepts(text, &reason));
    assert_null(reason);
    free(text);
    strcpy(bad, start);
    strcat(bad, rest);
    assert_refused(bad, "another witness");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_trusting),
        cmocka_unit_test(test_malformed_counts_more),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_extended),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_edited),
        cmocka_unit_test(test_statement),
        cmocka_unit_test(test_library),
        cmocka_unit_test(test_a_link_is_not_the_chain),
        cmocka_unit_test(test_a_witness_keeps_the_order_of_givens)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
