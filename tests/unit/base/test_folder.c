/* Folders: what lies in them, and what leads out. */
#include "base/folder.h"

#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* top/in/a  top/in/below/b  top/in2/c  top/in/out -> ../in2/c */
static char top[64];

static const char *at(const char *name)
{
    static char paths[4][192];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s%s%s", top, name[0] ? "/" : "", name);
    return path;
}

static void touch(const char *name)
{
    FILE *file = fopen(at(name), "w");
    assert_non_null(file);
    fclose(file);
}

static int setup(void **state)
{
    (void)state;
    strcpy(top, "/tmp/majorant-folder-XXXXXX");
    if (!mkdtemp(top) || mkdir(at("in"), 0700) != 0 ||
        mkdir(at("in/below"), 0700) != 0 || mkdir(at("in2"), 0700) != 0)
        return -1;
    touch("in/a");
    touch("in/below/b");
    touch("in2/c");
    return symlink("../in2/c", at("in/out")) == 0 &&
                   symlink("below/b", at("in/near")) == 0 &&
                   symlink("in", at("alias")) == 0
               ? 0
               : -1;
}

static int teardown(void **state)
{
    static const char *const names[] = {"in/out", "in/near",    "alias",
                                        "in/a",   "in/below/b", "in2/c"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(at(names[i]));
    rmdir(at("in/below"));
    rmdir(at("in"));
    rmdir(at("in2"));
    return rmdir(top);
}

static void test_what_lies_in_it_or_below_is_inside(void **state)
{
    (void)state;
    assert_false(folder_is_left(at("in"), at("in/a")));
    assert_false(folder_is_left(at("in"), at("in/below/b")));
    assert_false(folder_is_left(at("in"), at("in/below/../a")));
    assert_false(folder_is_left("/", at("in/a")));
}

static void test_dots_lead_out(void **state)
{
    (void)state;
    assert_true(folder_is_left(at("in"), at("in/../in2/c")));
    assert_true(folder_is_left(at("in/below"), at("in/a")));
}

static void test_a_folder_whose_name_begins_alike_is_another(void **state)
{
    (void)state;
    assert_true(folder_is_left(at("in"), at("in2/c")));
}

static void test_links_are_followed(void **state)
{
    (void)state;
    assert_true(folder_is_left(at("in"), at("in/out")));
    assert_false(folder_is_left(at("in"), at("in/near")));
    assert_false(folder_is_left(at("alias"), at("in/a")));
    assert_false(folder_is_left(at("in"), at("alias/a")));
}

static void test_what_is_not_there_leads_nowhere(void **state)
{
    (void)state;
    assert_false(folder_is_left(at("in"), at("in/none")));
    assert_false(folder_is_left(at("none"), at("in/none")));
    assert_true(folder_is_left(at("none"), at("in/a")));
}

static void test_folder_of_a_path(void **state)
{
    static const char *const cases[][2] = {
        {"a", "."}, {"x/a", "x"}, {"/a", "/"}, {"../x/a", "../x"}, {"x/", "x"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *folder = folder_of(cases[i][0]);
        assert_string_equal(folder, cases[i][1]);
        free(folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_lies_in_it_or_below_is_inside),
        cmocka_unit_test(test_dots_lead_out),
        cmocka_unit_test(test_a_folder_whose_name_begins_alike_is_another),
        cmocka_unit_test(test_links_are_followed),
        cmocka_unit_test(test_what_is_not_there_leads_nowhere),
        cmocka_unit_test(test_folder_of_a_path),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
