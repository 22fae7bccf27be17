/* The corpora of files that are accepted, and of files with one defect each. */
#include "lang/unparse.h"

#include "reading.h"
#include "same_tree.h"
#include "support/corpus.h"

static void read_corpus_file(struct reading *r, const char *name)
{
    struct arena *arena = arena_new();
    struct source *source = NULL;
    const char *reason = NULL;
    assert_int_equal(source_read(&source, arena, name, &reason), ST_OK);
    reading_bytes(r, name, source->text, source->length);
    arena_free(arena);
}

static void check_rejected(const char *name)
{
    struct reading r;
    read_corpus_file(&r, name);
    assert_int_equal(r.status, ST_INPUT);
    corpus_expect(name, r.messages.text);
    reading_clear(&r);
}

/* The same comments in the same order, blanks at their ends aside. */
static void check_comments(const struct ast_file *a, const struct ast_file *b)
{
    assert_int_equal(a->ncomments, b->ncomments);
    for (size_t i = 0; i < a->ncomments; i++) {
        struct span s = a->comments[i], t = b->comments[i];
        assert_true(t.end - t.begin <= s.end - s.begin);
        assert_memory_equal(s.source->text + s.begin, t.source->text + t.begin,
                            t.end - t.begin);
    }
}

static void check_accepted(const char *name)
{
    struct reading first, second;
    struct buffer once, twice;
    buffer_init(&once);
    buffer_init(&twice);
    buffer_add(&once, "");
    buffer_add(&twice, "");
    read_corpus_file(&first, name);
    assert_string_equal(first.messages.text, "");
    unparse_file(&once, first.file);
    reading_bytes(&second, name, once.text, once.length);
    assert_string_equal(second.messages.text, "");
    assert_true(same_file(first.file, second.file));
    check_comments(first.file, second.file);
    unparse_file(&twice, second.file);
    assert_string_equal(once.text, twice.text);
    reading_clear(&first);
    reading_clear(&second);
    buffer_clear(&once);
    buffer_clear(&twice);
}

static void test_defects_are_reported_as_expected(void **state)
{
    (void)state;
    corpus_each(SOURCE_DIR "/tests/corpus/syntax/reject", check_rejected);
}

static void test_printing_what_was_read_is_the_identity(void **state)
{
    (void)state;
    corpus_each(SOURCE_DIR "/tests/corpus/syntax/accept", check_accepted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defects_are_reported_as_expected),
        cmocka_unit_test(test_printing_what_was_read_is_the_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
