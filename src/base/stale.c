#include "base/stale.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MARK = 10, DRAWN = 6 }; /* ".majorant-", and what mkstemp puts */

int stale_hold(int fd)
{
    const int kept = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (kept >= 0)
        (void)flock(kept, LOCK_EX | LOCK_NB);
    return kept;
}

/* Whether `name` is `base` with such an ending; letters and digits are drawn.
 */
static bool is_of(const char *name, const char *base)
{
    const size_t length = strlen(base);
    if (strncmp(name, base, length) != 0 ||
        strncmp(name + length, STALE_ENDING, MARK) != 0)
        return false;
    const char *drawn = name + length + MARK;
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz0123456789";
    return strlen(drawn) == DRAWN && strspn(drawn, letters) == DRAWN;
}

/* Whether nobody has it any more; its lock is then held by `fd`. */
static bool is_left(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
           info.st_uid == geteuid() && info.st_nlink == 1 &&
           difftime(time(NULL), info.st_mtime) > STALE_SECONDS &&
           flock(fd, LOCK_EX | LOCK_NB) == 0;
}

static void remove_one(int folder, const char *name)
{
    static const char *const beside[] = {"", "-wal", "-journal"};
    char text[NAME_MAX + 16];
    const int fd =
        openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    const bool removes = is_left(fd);
    for (size_t i = 0; removes && i < sizeof beside / sizeof *beside; i++) {
        snprintf(text, sizeof text, "%s%s", name, beside[i]);
        (void)unlinkat(folder, text, 0);
    }
    close(fd);
}

static void remove_all(DIR *folder, const char *base)
{
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL)
        if (is_of(entry->d_name, base))
            remove_one(dirfd(folder), entry->d_name);
}

void stale_remove(const char *path)
{
    const int error = errno;
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    char text[PATH_MAX];
    if (length < sizeof text) {
        memcpy(text, path, length);
        memcpy(text + length, "", 1);
        DIR *folder = opendir(length > 0 ? text : ".");
        if (folder) {
            remove_all(folder, path + length);
            closedir(folder);
        }
    }
    errno = error;
}
