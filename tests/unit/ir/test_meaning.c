/*
 * The corpus of meaning: files that parse and whose names and shapes are
 * right (accept) or wrong (reject, with the expected messages beside them).
 */
#include "ir/lower.h"

#include "support/cmocka_all.h"
#include "support/corpus.h"

static void load(struct buffer *messages, const char *name, bool accept)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    enum status st = module_load(&module, name, NULL, false, diag);
    diag_print(diag, messages);
    assert_int_equal(st, accept ? ST_OK : ST_INPUT);
    module_free(module);
    diag_free(diag);
}

static void check_accept(const char *name)
{
    struct buffer messages;
    buffer_init(&messages);
    load(&messages, name, true);
    assert_string_equal(messages.text, "");
    buffer_clear(&messages);
}

static void check_reject(const char *name)
{
    struct buffer messages;
    buffer_init(&messages);
    load(&messages, name, false);
    corpus_expect(name, messages.text);
    buffer_clear(&messages);
}

static void test_accept(void **state)
{
    (void)state;
    corpus_each(SOURCE_DIR "/tests/corpus/meaning/accept", check_accept);
}

static void test_reject(void **state)
{
    (void)state;
    corpus_each(SOURCE_DIR "/tests/corpus/meaning/reject", check_reject);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accept),
        cmocka_unit_test(test_reject),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
