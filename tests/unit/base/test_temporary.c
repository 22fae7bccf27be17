/* A file takes its name when it is complete, or leaves nothing. */
#include "base/temporary.h"

#include "base/stale.h"

#include "support/cmocka_all.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[64], goal[128];

static int setup(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/majorant-temporary-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(goal, sizeof goal, "%s/x", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(goal);
    return rmdir(folder); /* fails where something was left */
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static void test_rename_replaces_the_goal(void **state)
{
    (void)state;
    char name[PATH_MAX], text[8] = "";
    for (int i = 0; i < 2; i++) {
        int fd = temporary_open(name, sizeof name, goal);
        assert_true(fd >= 0);
        assert_int_equal(write(fd, i ? "new" : "old", 3), 3);
        close(fd);
        assert_true(temporary_rename(goal));
        assert_false(exists(name));
    }
    FILE *file = fopen(goal, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "new");
}

static void test_remove_leaves_nothing(void **state)
{
    (void)state;
    char name[PATH_MAX];
    int fd = temporary_open(name, sizeof name, goal);
    assert_true(fd >= 0 && exists(name));
    close(fd);
    temporary_remove();
    temporary_remove();
    assert_false(exists(name));
}

static void test_a_failed_rename_leaves_nothing(void **state)
{
    (void)state;
    char name[PATH_MAX];
    int fd = temporary_open(name, sizeof name, goal);
    assert_true(fd >= 0);
    close(fd);
    assert_false(temporary_rename("/nowhere/x"));
    assert_false(exists(name));
}

static void test_only_one_at_a_time(void **state)
{
    (void)state;
    char name[PATH_MAX], other[PATH_MAX];
    int fd = temporary_open(name, sizeof name, goal);
    assert_true(fd >= 0);
    assert_int_equal(temporary_open(other, sizeof other, goal), -1);
    close(fd);
    temporary_remove();
}

static void test_a_name_without_room_is_refused(void **state)
{
    (void)state;
    char name[PATH_MAX];
    assert_int_equal(
        temporary_open(name, strlen(goal) + strlen(STALE_ENDING), goal), -1);
    int fd =
        temporary_open(name, strlen(goal) + strlen(STALE_ENDING) + 1, goal);
    assert_true(fd >= 0);
    close(fd);
    temporary_remove();
}

/* A file beside the goal, last written `age` seconds ago. */
static void leave(char *name, size_t size, const char *ending, long age)
{
    const struct timespec then = {.tv_sec = time(NULL) - age};
    const struct timespec times[2] = {then, then};
    snprintf(name, size, "%s%s", goal, ending);
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(utimensat(AT_FDCWD, name, times, 0), 0);
}

static void write_goal(void)
{
    char name[PATH_MAX];
    int fd = temporary_open(name, sizeof name, goal);
    assert_true(fd >= 0);
    close(fd);
    temporary_remove();
}

static void test_what_was_left_long_ago_is_removed(void **state)
{
    (void)state;
    char left[PATH_MAX], log[PATH_MAX];
    leave(left, sizeof left, ".majorant-aB3xY9", 10 * STALE_SECONDS);
    leave(log, sizeof log, ".majorant-aB3xY9-wal", 10 * STALE_SECONDS);
    write_goal();
    assert_false(exists(left));
    assert_false(exists(log));
}

static void test_what_is_not_left_stays(void **state)
{
    (void)state;
    static const char *const others[] = {".majorant-aB3xY", ".majorant-aB3xY.z",
                                         ".majorant-aB3xY9z", ".other-aB3xY9",
                                         "-majorant-aB3xY9"};
    char name[PATH_MAX];
    leave(name, sizeof name, ".majorant-aB3xY9", 0); /* being made, perhaps */
    write_goal();
    assert_true(exists(name));
    unlink(name);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        leave(name, sizeof name, others[i], 10 * STALE_SECONDS);
        write_goal();
        assert_true(exists(name));
        unlink(name);
    }
}

static void test_what_is_held_stays(void **state)
{
    (void)state;
    char name[PATH_MAX];
    leave(name, sizeof name, ".majorant-aB3xY9", 10 * STALE_SECONDS);
    int fd = open(name, O_RDWR);
    int kept = stale_hold(fd);
    close(fd);
    assert_true(kept >= 0);
    stale_remove(goal);
    assert_true(exists(name));
    close(kept);
    stale_remove(goal);
    assert_false(exists(name));
}

/* A link to a file of that age is not what mkstemp makes. */
static void test_links_stay(void **state)
{
    (void)state;
    char target[PATH_MAX], name[PATH_MAX];
    leave(target, sizeof target, ".target", 10 * STALE_SECONDS);
    snprintf(name, sizeof name, "%s.majorant-aB3xY9", goal);
    assert_int_equal(symlink(target, name), 0);
    stale_remove(goal);
    assert_true(exists(target) && exists(name));
    unlink(name);
    assert_int_equal(link(target, name), 0);
    stale_remove(goal);
    assert_true(exists(target) && exists(name));
    unlink(name);
    unlink(target);
}

static void test_exit_leaves_nothing(void **state)
{
    (void)state;
    int ends[2];
    char name[PATH_MAX] = "";
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        (void)temporary_open(name, sizeof name, goal);
        ssize_t n = write(ends[1], name, sizeof name);
        exit(n == (ssize_t)sizeof name && exists(name) ? 4 : 1);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 4);
    assert_int_equal(read(ends[0], name, sizeof name), sizeof name);
    close(ends[0]);
    close(ends[1]);
    assert_true(strlen(name) > 0);
    assert_false(exists(name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rename_replaces_the_goal),
        cmocka_unit_test(test_remove_leaves_nothing),
        cmocka_unit_test(test_a_failed_rename_leaves_nothing),
        cmocka_unit_test(test_only_one_at_a_time),
        cmocka_unit_test(test_a_name_without_room_is_refused),
        cmocka_unit_test(test_what_was_left_long_ago_is_removed),
        cmocka_unit_test(test_what_is_not_left_stays),
        cmocka_unit_test(test_what_is_held_stays),
        cmocka_unit_test(test_links_stay),
        cmocka_unit_test(test_exit_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
