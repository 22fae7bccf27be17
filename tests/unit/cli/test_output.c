#include "cli/output.h"

#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int setup(void **state)
{
    char *folder = xstrdup("/tmp/majorant-output-XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    *state = folder;
    return 0;
}

static int teardown(void **state)
{
    unlink("out");
    unlink("link");
    int failed = chdir("/") | rmdir(*state);
    free(*state);
    return failed;
}

static bool write_text(const char *path, const char *text)
{
    struct buffer b;
    buffer_init(&b);
    buffer_add(&b, text);
    bool ok = output_file(path, &b);
    buffer_clear(&b);
    return ok;
}

static void expect_text(const char *path, const char *expected)
{
    char text[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    assert_int_equal(length, strlen(expected));
    assert_string_equal(text, expected);
}

/* teardown's rmdir fails if a temporary file is left behind. */
static void test_file_is_replaced(void **state)
{
    (void)state;
    assert_true(write_text("out", "first, the longer one\n"));
    assert_int_equal(chmod("out", 0640), 0);
    assert_true(write_text("out", "second\n"));
    expect_text("out", "second\n");
    struct stat info;
    assert_int_equal(stat("out", &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
}

static void test_link_stays_a_link(void **state)
{
    (void)state;
    struct stat info;
    assert_true(write_text("out", "first\n"));
    assert_int_equal(symlink("out", "link"), 0);
    assert_true(write_text("link", "second\n"));
    expect_text("out", "second\n");
    assert_int_equal(lstat("link", &info), 0);
    assert_true(S_ISLNK(info.st_mode));
}

static void test_unwritable_path_is_told(void **state)
{
    (void)state;
    assert_false(write_text("no/such/folder/out", "text\n"));
    assert_false(output_is_writable("no/such/folder/out"));
    assert_false(output_is_writable("."));
    assert_true(output_is_writable("out"));
}

static void test_device_is_written_as_it_is(void **state)
{
    (void)state;
    assert_true(write_text("/dev/null", "text\n"));
    assert_false(write_text("/dev/full", "text\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_file_is_replaced, setup, teardown),
        cmocka_unit_test_setup_teardown(test_link_stays_a_link, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_unwritable_path_is_told, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_device_is_written_as_it_is, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
