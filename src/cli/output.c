#include "cli/output.h"

#include "base/folder.h"
#include "base/temporary.h"
#include "cli/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void say(void *context, enum session_tone tone, const char *message)
{
    LOCAL_BUFFER text = buffer_new();
    (void)context;
    buffer_printf(&text, "majorant: %s: %s",
                  tone == SESSION_ERROR ? "error" : "note", message);
    buffer_make_line(&text);
    buffer_add_char(&text, '\n');
    fputs(text.text, stderr);
}

static void say_message(enum session_tone tone, const char *format,
                        va_list args)
{
    LOCAL_FREE char *text = buffer_vtext(format, args);
    say(NULL, tone, text);
}

bool output_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_message(SESSION_ERROR, format, args);
    va_end(args);
    return false;
}

void output_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_message(SESSION_NOTE, format, args);
    va_end(args);
}

static void show(void *context, const char *text)
{
    (void)context;
    fputs(text, stderr);
}

static bool write_path(void *context, const char *path,
                       const struct buffer *text)
{
    (void)context;
    return output_file(path, text);
}

void output_listen(struct session_client *client)
{
    client->say = say;
    client->show = show;
    client->write = write_path;
}

void output_diag(const struct diag *diag)
{
    LOCAL_BUFFER text = buffer_new();
    diag_print(diag, &text);
    fputs(text.text, stderr);
}

bool output_stdout(const struct buffer *text)
{
    size_t written = fwrite(text->text, 1, text->length, stdout);
    if (written == text->length && fflush(stdout) == 0)
        return true;
    if (errno == EPIPE) /* the reader has what it wanted */
        return true;
    return output_error("standard output cannot be written: %s",
                        strerror(errno));
}

bool output_text(struct buffer *text)
{
    buffer_make_text(text, false);
    return output_stdout(text);
}

enum { WAIT_MILLISECONDS = 50 };

/*
 * Waits a little for a reader; false, with errno: the program is told to stop
 * (or was before: then a second signal ends it, and a report is due).
 */
static bool wait_for(int fd)
{
    struct pollfd reader = {.fd = fd, .events = POLLOUT};
    const bool was_told = signals_told();
    (void)poll(&reader, 1, WAIT_MILLISECONDS);
    errno = EINTR;
    return was_told || !signals_told();
}

static bool write_all(int fd, const struct buffer *text)
{
    for (size_t done = 0; done < text->length;) {
        ssize_t n = write(fd, text->text + done, text->length - done);
        if (n < 0 && (errno == EINTR || (errno == EAGAIN && wait_for(fd))))
            continue;
        if (n < 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

/* mkstemp gives 0600: use those of the file replaced, or the usual ones. */
static mode_t wanted_mode(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0)
        return info.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Devices and pipes (/dev/null, /dev/stdout) are written as they are. */
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

static bool fail(const char *path, int error)
{
    return output_error("%s cannot be written: %s", path, strerror(error));
}

/* A pipe is waited for, but not deaf to signals. */
static int open_special(const char *path)
{
    struct stat info;
    const bool is_pipe = stat(path, &info) == 0 && S_ISFIFO(info.st_mode);
    int fd;
    do
        fd = open(path, O_WRONLY | O_NONBLOCK);
    while (fd < 0 && errno == ENXIO && is_pipe && wait_for(-1));
    return fd;
}

static bool write_special(const char *path, const struct buffer *text)
{
    int fd = open_special(path);
    if (fd < 0)
        return fail(path, errno);
    bool ok = write_all(fd, text);
    int error = errno;
    ok = close(fd) == 0 && ok;
    return ok || fail(path, error);
}

/* Complete and on the disk before it is renamed. */
static bool fill_and_close(int fd, const struct buffer *text, mode_t mode)
{
    bool ok = write_all(fd, text) && fchmod(fd, mode) == 0 &&
              (fsync(fd) == 0 || errno == EINVAL);
    int error = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        error = errno;
    }
    errno = error;
    return ok;
}

bool output_file(const char *path, const struct buffer *text)
{
    char name[PATH_MAX];
    if (is_special(path))
        return write_special(path, text);
    /* A link stays one: what it points to is replaced. */
    LOCAL_FREE char *goal = folder_target(path);
    int fd = goal ? temporary_open(name, sizeof name, goal) : -1;
    bool ok = fd >= 0 && fill_and_close(fd, text, wanted_mode(goal)) &&
              temporary_rename(goal);
    int error = errno;
    temporary_remove();
    return ok || fail(path, error);
}

bool output_is_writable(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return fail(path, EISDIR);
    if (is_special(path))
        return access(path, W_OK) == 0 || fail(path, errno);
    LOCAL_FREE char *goal = folder_target(path);
    LOCAL_FREE char *folder = goal ? folder_of(goal) : NULL;
    bool ok = folder && access(folder, W_OK | X_OK) == 0;
    int error = errno;
    return ok || fail(path, error);
}
