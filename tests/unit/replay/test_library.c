/*
 * What the program knows of axioms/ and library/: every theorem of the files,
 * and nothing else.
 */
#include "replay/library.h"

#include "support/cmocka_all.h"

#include <glob.h>
#include <stdio.h>

static void add_folder(struct theory *theory, const char *folder,
                       enum theorem_origin origin)
{
    char pattern[4096];
    size_t read = 0, left_out = 0;
    struct diag *diag = diag_new();
    glob_t files;

    snprintf(pattern, sizeof pattern, SOURCE_DIR "/%s/*.bound", folder);
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        assert_int_equal(library_add(theory, files.gl_pathv[i], origin, NULL,
                                     &read, &left_out, diag),
                         ST_OK);
    assert_true(read > 0);
    globfree(&files);
    diag_free(diag);
}

static void test_known(void **state)
{
    struct theory *known = theory_new(), *files = theory_new();
    (void)state;

    library_add_known(known, NULL);
    add_folder(files, "axioms", THEOREM_AXIOM);
    add_folder(files, "library", THEOREM_CITED);
    assert_int_equal(theory_theorems(known), theory_theorems(files));
    for (size_t i = 0; i < theory_theorems(files); i++) {
        const struct core_theorem *a = theory_theorem(known, i);
        const struct core_theorem *b = theory_theorem(files, i);

        assert_string_equal(theorem_name(a), theorem_name(b));
        assert_int_equal(theorem_origin(a), theorem_origin(b));
        /* hashes of contents, the same in every pool */
        assert_memory_equal(&theorem_sequent(a)->conclusion->hash,
                            &theorem_sequent(b)->conclusion->hash,
                            sizeof(struct hash));
    }
    theory_free(known);
    theory_free(files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_known)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
