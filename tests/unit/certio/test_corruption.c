/*
 * Corruption: a good certificate with any one thing changed is rejected, with
 * a reason, by the reader or by the kernel.  Each edit is tried twice: as it
 * is, and with a digest that fits it (so that the kernel must notice).
 */
#include "certio/json.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include <stdlib.h>
#include <string.h>

static const char statement[] =
    "func twice(x) = 2 * x;\n"
    "theorem t { dim n, m; given A : real[n, m]; given P : stochastic[2, 2]; "
    "given s : real in [0, 1]; assume pos: s > 0; assume twice(s) < 2; claim "
    "c: norm1(A * A') <= normfro(A) + s <= 1000; claim d: s <= 1; }";

static char *good; /* the text of the certificate; set once by setup */

static int setup(void **state)
{
    (void)state;
    struct kernel_case k;
    struct certificate c;
    struct buffer text;
    char *reason = NULL;
    kernel_case_open(&k, statement, (int64_t[]){2, 3});
    kernel_case_fill(&k, 0, "1 2 3 4/3 5 -6");
    kernel_case_fill(&k, 1, "1/3 2/3 0 1");
    kernel_case_fill(&k, 2, "1/2");
    kernel_case_certificate(&c, &k);
    assert_int_equal(violation_certify(&c, NULL, &reason), RECHECK_ACCEPTED);
    buffer_init(&text);
    certio_write(&text, &c);
    good = xstrdup(text.text);
    buffer_clear(&text);
    certificate_clear(&c);
    kernel_case_close(&k);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free(good);
    violation_finish();
    return 0;
}

/* Whether reader and kernel accept; the reason of the first that does not. */
static bool accepts(const char *text, size_t length, char **reason)
{
    struct certificate *list;
    size_t count;
    if (certio_read_text(&list, &count, text, length, "x.json", reason) !=
        ST_OK)
        return false;
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        ok =
            ok && violation_recheck(&list[i], NULL, reason) == RECHECK_ACCEPTED;
        certificate_clear(&list[i]);
    }
    free(list);
    return ok;
}

static void assert_rejected(const char *text, size_t length, const char *what)
{
    char *reason = NULL;
    if (accepts(text, length, &reason))
        assert_string_equal(what, "rejected");
    assert_non_null(reason);
    assert_true(strlen(reason) > 0);
    free(reason);
}

static void assert_json_rejected(const json_t *object, const char *what)
{
    char *text = json_dumps(object, 0);
    assert_rejected(text, strlen(text), what);
    free(text);
}

/* As it is, and with a digest that fits. */
static void assert_edit_rejected(json_t *object, const char *what,
                                 bool kernel_must_notice)
{
    char digest[CERTIO_DIGEST_CHARS + 1];
    assert_json_rejected(object, what);
    if (!kernel_must_notice)
        return;
    certio_digest(digest, object);
    json_object_set_new(object, "digest", json_string(digest));
    assert_json_rejected(object, what);
}

static json_t *load(void)
{
    json_t *object = json_loads(good, 0, NULL);
    assert_non_null(object);
    return object;
}

static void test_good_certificate_is_accepted(void **state)
{
    (void)state;
    char *reason = NULL;
    bool ok = accepts(good, strlen(good), &reason);
    if (!ok)
        assert_string_equal(reason, "");
    assert_true(ok);
}

/* Fields that no mathematics depends on: only the digest guards them. */
static bool is_guarded_by_digest(const char *field)
{
    return strcmp(field, "version") == 0 || strcmp(field, "seed") == 0 ||
           strcmp(field, "found") == 0;
}

static void test_missing_fields_are_rejected(void **state)
{
    (void)state;
    const char *key;
    json_t *value, *all = load();
    json_object_foreach(all, key, value)
    {
        json_t *object = load();
        json_object_del(object, key);
        assert_edit_rejected(object, key, strcmp(key, "digest") != 0);
        json_decref(object);
    }
    json_decref(all);
}

static void test_mistyped_fields_are_rejected(void **state)
{
    (void)state;
    const char *key;
    json_t *value, *all = load();
    json_object_foreach(all, key, value)
    {
        json_t *others[] = {json_true(),     json_integer(-3), json_real(1.5),
                            json_array(),    json_object(),    json_null(),
                            json_string(""), json_string("x")};
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            json_t *object = load();
            bool is_same = json_equal(value, others[i]);
            bool is_text = json_is_string(others[i]);
            json_object_set_new(object, key, others[i]);
            if (!is_same)
                assert_edit_rejected(
                    object, key,
                    strcmp(key, "digest") != 0 &&
                        !(is_text && is_guarded_by_digest(key)));
            json_decref(object);
        }
    }
    json_decref(all);
}

static void test_extra_fields_are_rejected(void **state)
{
    (void)state;
    static const char *const inside[] = {"sizes", "values", "sides"};
    json_t *object = load();
    json_object_set_new(object, "comment", json_string("hello"));
    assert_edit_rejected(object, "comment", true);
    json_decref(object);
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        object = load();
        json_object_set_new(json_object_get(object, inside[i]), "extra",
                            json_integer(1));
        assert_edit_rejected(object, inside[i], true);
        json_decref(object);
    }
    object = load();
    json_array_append_new(json_object_get(object, "hypotheses"),
                          json_string("s > 0"));
    assert_edit_rejected(object, "hypotheses", true);
    json_decref(object);
}

static void test_duplicate_keys_are_rejected(void **state)
{
    (void)state;
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "{\"link\": 1,");
    buffer_add(&text, good + 1);
    assert_rejected(text.text, text.length, "duplicate link");
    buffer_clear(&text);
}

/* Sizes and values belong to their names. */
static void test_other_names_are_rejected(void **state)
{
    (void)state;
    static const char *const fields[] = {"sizes", "values"};
    static const char *const names[] = {"m", "s"};
    for (size_t i = 0; i < 2; i++) {
        json_t *object = load();
        json_t *all = json_object_get(object, fields[i]);
        json_t *value = json_incref(json_object_get(all, names[i]));
        assert_non_null(value);
        json_object_del(all, names[i]);
        json_object_set_new(all, "other", value);
        assert_edit_rejected(object, fields[i], true);
        json_decref(object);
    }
}

/* The same number, written otherwise. */
static void test_other_forms_of_a_number_are_rejected(void **state)
{
    (void)state;
    static const char *const forms[] = {"2/2", "+1", "01", "1/1",
                                        "1.0", " 1", "1e0"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        json_t *object = load();
        json_t *rows = json_object_get(json_object_get(object, "values"), "A");
        json_t *row = json_array_get(rows, 0);
        assert_string_equal(json_string_value(json_array_get(row, 0)), "1");
        json_array_set_new(row, 0, json_string(forms[i]));
        assert_edit_rejected(object, forms[i], true);
        json_decref(object);
    }
}

/* ---- every leaf: strings changed by a character, numbers by one ---- */

static json_t *changed(const json_t *leaf)
{
    if (json_is_integer(leaf))
        return json_integer(json_integer_value(leaf) + 1);
    if (json_is_null(leaf))
        return json_string("pos");
    char *text = xstrdup(json_string_value(leaf));
    size_t n = strlen(text);
    if (n > 0)
        text[n / 2] = text[n / 2] == '1' ? '2' : '1';
    json_t *value = json_string(n > 0 ? text : "1");
    free(text);
    return value;
}

/* Changes the leaf with that number; false: there are fewer. */
static bool change_leaf(json_t *parent, size_t *number)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_object(parent)) {
        json_object_foreach(parent, key, value)
        {
            if (json_is_object(value) || json_is_array(value)) {
                if (change_leaf(value, number))
                    return true;
            } else if ((*number)-- == 0) {
                return json_object_set_new(parent, key, changed(value)) == 0;
            }
        }
        return false;
    }
    json_array_foreach(parent, i, value)
    {
        if (json_is_object(value) || json_is_array(value)) {
            if (change_leaf(value, number))
                return true;
        } else if ((*number)-- == 0) {
            return json_array_set_new(parent, i, changed(value)) == 0;
        }
    }
    return false;
}

static void test_every_changed_leaf_is_rejected(void **state)
{
    (void)state;
    size_t leaves = 0;
    for (;; leaves++) {
        size_t number = leaves;
        json_t *object = load(), *old = load();
        bool some = change_leaf(object, &number);
        const char *key, *where = "";
        json_t *value;
        json_object_foreach(
            old, key,
            value) if (!json_equal(value, json_object_get(object, key))) where =
            key;
        if (some)
            assert_edit_rejected(object, where,
                                 strcmp(where, "digest") != 0 &&
                                     !is_guarded_by_digest(where));
        json_decref(object);
        json_decref(old);
        if (!some)
            break;
    }
    assert_true(leaves > 30);
}

/* ---- the statement ---- */

static void test_changed_statements_are_rejected(void **state)
{
    (void)state;
    static const char *const edits[][2] = {
        {"norm1(A * A') <=", "norm1(A * A') >="},
        {"norm1(A * A') <=", "norm1(A * A') <"},
        {"norm1(A * A') <=", "norm1(A * A') =="},
        {"normfro(A) + s", "normfro(A) - s"},
        {"normfro(A) + s", "normfro(A) + 2 * s"},
        {"norm1(A * A')", "norminf(A * A')"},
        {"s > 0", "s >= 0"},
        {"twice(s) < 2", "twice(s) < 3"},
        {"in [0, 1]", "in [0, 1/3]"},
        {"given A : real[n, m]", "given A : real[m, n]"},
        {"given A : real[n, m]", "given A : nonneg[n, m]"},
        {"claim c", "claim e"},
        {"theorem t", "theorem u"},
        {"dim n, m", "dim m, n"},
        {"dim n, m", "dim n, m >= 3"},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        json_t *object = load();
        const char *text =
            json_string_value(json_object_get(object, "statement"));
        const char *at = strstr(text, edits[i][0]);
        if (!at)
            assert_string_equal(text, edits[i][0]);
        struct buffer other;
        buffer_init(&other);
        buffer_add_bytes(&other, text, (size_t)(at - text));
        buffer_add(&other, edits[i][1]);
        buffer_add(&other, at + strlen(edits[i][0]));
        json_object_set_new(object, "statement", json_string(other.text));
        /* norminf(A A') is norm1(A A'), yet the record says otherwise */
        assert_edit_rejected(object, edits[i][1], true);
        buffer_clear(&other);
        json_decref(object);
    }
}

/* ---- bytes ---- */

static void test_truncated_files_are_rejected(void **state)
{
    (void)state;
    size_t length = strlen(good);
    for (size_t n = 0; n + 1 < length; n += 37)
        assert_rejected(good, n, "a truncated file");
    assert_rejected(good, length - 2, "a file without its last brace");
}

static void test_flipped_bytes_are_rejected(void **state)
{
    (void)state;
    char *text = xstrdup(good);
    size_t length = strlen(text);
    bool in_string = false;
    for (size_t n = 0; n + 1 < length; n++) {
        char old = text[n];
        in_string =
            in_string != (old == '"' && (n == 0 || text[n - 1] != '\\'));
        if (n % 7 != 0 || (!in_string && strchr(" \n", old)))
            continue; /* blanks between fields mean nothing */
        text[n] = (char)(old ^ 1);
        assert_rejected(text, length, "a flipped bit");
        text[n] = old;
    }
    free(text);
}

static void test_trailing_text_is_rejected(void **state)
{
    (void)state;
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, good);
    buffer_add(&text, "{}");
    assert_rejected(text.text, text.length, "two objects");
    buffer_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_certificate_is_accepted),
        cmocka_unit_test(test_missing_fields_are_rejected),
        cmocka_unit_test(test_mistyped_fields_are_rejected),
        cmocka_unit_test(test_extra_fields_are_rejected),
        cmocka_unit_test(test_duplicate_keys_are_rejected),
        cmocka_unit_test(test_other_names_are_rejected),
        cmocka_unit_test(test_other_forms_of_a_number_are_rejected),
        cmocka_unit_test(test_every_changed_leaf_is_rejected),
        cmocka_unit_test(test_changed_statements_are_rejected),
        cmocka_unit_test(test_truncated_files_are_rejected),
        cmocka_unit_test(test_flipped_bytes_are_rejected),
        cmocka_unit_test(test_trailing_text_is_rejected),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
