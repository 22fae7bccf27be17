/* Whole files, standard input among them; pipes and devices are refused. */
#include "base/file.h"

#include "base/ceiling.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 14, WAIT_MILLISECONDS = 100 };

static const char *system_reason(void)
{
    status_check_memory();
    return strerror(errno);
}

/* What the caller of the program has opened for it. */
static bool is_handed_over(const char *path)
{
    return strcmp(path, "/dev/stdin") == 0 ||
           strncmp(path, "/dev/fd/", strlen("/dev/fd/")) == 0;
}

static bool is_regular(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

/* Until there is something to read; false: a ceiling came first. */
static bool wait_for_more(int fd)
{
    struct pollfd in = {.fd = fd, .events = POLLIN};
    while (poll(&in, 1, WAIT_MILLISECONDS) <= 0) {
        ceiling_pass();
        if (ceiling_met() != CEILING_NONE)
            return false;
    }
    return true;
}

static const char stopped[] = "it was stopped";

enum status file_read_open(struct buffer *out, int fd, size_t most,
                           const char **reason)
{
    char piece[PIECE];
    const size_t start = out->length;
    const bool may_wait = !is_regular(fd);
    for (;;) {
        if (may_wait && !wait_for_more(fd)) {
            *reason = stopped;
            return ST_SYSTEM;
        }
        ceiling_pass();
        const ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            *reason = system_reason();
            return ST_SYSTEM;
        }
        if (n == 0)
            return ST_OK;
        buffer_add_bytes(out, piece, (size_t)n);
        if (out->length - start > most) {
            *reason = "it is too long";
            return ST_LIMIT;
        }
    }
}

/* NULL: it may be read. */
static const char *fault_of(int fd, bool is_any)
{
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0)
        return system_reason();
    if (S_ISDIR(info.st_mode))
        return strerror(EISDIR);
    if (S_ISREG(info.st_mode))
        return NULL;
    return !is_any ? FILE_NONE : wait_for_more(fd) ? NULL : stopped;
}

int file_open(const char *path, const char **reason)
{
    const bool is_any = is_handed_over(path);
    /* To open a pipe so is not to wait; for files it means nothing. */
    const int waits = is_any ? 0 : O_NONBLOCK;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | waits);
    *reason = fault_of(fd, is_any);
    if (!*reason)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

enum status file_read(struct buffer *out, const char *path, size_t most,
                      const char **reason)
{
    const int fd = file_open(path, reason);
    if (fd < 0)
        return ST_SYSTEM;
    enum status st = file_read_open(out, fd, most, reason);
    close(fd);
    return st;
}
