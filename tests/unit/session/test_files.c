#include "session/files.h"

#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const made[] = {"b.bound", "a/z.bound", "a/note.txt",
                                   "a.bound", ".hidden.bound"};
enum { MADE = sizeof made / sizeof made[0] };

static int setup(void **state)
{
    char *folder = xstrdup("/tmp/majorant-files-XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) != 0 || mkdir("a", 0777) != 0 ||
        mkdir("none", 0777) != 0)
        return -1;
    for (size_t i = 0; i < MADE; i++) {
        FILE *file = fopen(made[i], "w");
        if (!file || fclose(file) != 0)
            return -1;
    }
    *state = folder;
    return 0;
}

static int teardown(void **state)
{
    for (size_t i = 0; i < MADE; i++)
        unlink(made[i]);
    int failed = rmdir("a") | rmdir("none") | chdir("/") | rmdir(*state);
    free(*state);
    return failed;
}

static enum status collect(struct files *files, const char *const *names,
                           size_t count)
{
    const struct session session = {.files = names, .nfiles = count};
    return files_collect(files, &session);
}

static void test_folder_is_listed_by_path(void **state)
{
    (void)state;
    const char *arguments[] = {"."};
    struct files files;
    assert_int_equal(collect(&files, arguments, 1), ST_OK);
    assert_int_equal(files.count, 3);
    assert_string_equal(files.paths[0], "./a.bound");
    assert_string_equal(files.paths[1], "./a/z.bound");
    assert_string_equal(files.paths[2], "./b.bound");
    files_clear(&files);
}

static void test_named_files_keep_their_order(void **state)
{
    (void)state;
    const char *arguments[] = {"b.bound", "a", "b.bound", "a.bound"};
    struct files files;
    assert_int_equal(collect(&files, arguments, 4), ST_OK);
    assert_int_equal(files.count, 3);
    assert_string_equal(files.paths[0], "b.bound");
    assert_string_equal(files.paths[1], "a/z.bound");
    assert_string_equal(files.paths[2], "a.bound");
    files_clear(&files);
}

static void test_missing_file_is_an_error(void **state)
{
    (void)state;
    const char *arguments[] = {"no.bound"};
    struct files files;
    assert_int_equal(collect(&files, arguments, 1), ST_INPUT);
    files_clear(&files);
}

static void test_folder_without_files_is_an_error(void **state)
{
    (void)state;
    const char *arguments[] = {"none"};
    struct files files;
    assert_int_equal(collect(&files, arguments, 1), ST_INPUT);
    files_clear(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_folder_is_listed_by_path, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_named_files_keep_their_order,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_missing_file_is_an_error, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_folder_without_files_is_an_error,
                                        setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
