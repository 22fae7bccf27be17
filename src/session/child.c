#include "session/child.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The text in a file without a name, so that no pipe can fill up. */
static FILE *file_of(const struct buffer *text)
{
    FILE *file = tmpfile();
    if (!file)
        status_check_memory();
    if (file && (fwrite(text->text, 1, text->length, file) != text->length ||
                 fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0)) {
        fclose(file);
        file = NULL;
    }
    return file;
}

static int start(pid_t *pid, char *const arguments[], int input, int output)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (error == 0)
        error =
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (error == 0)
        error =
            posix_spawnp(pid, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* All that comes until the other end is closed; 0 or an error. */
static int read_all(struct buffer *out, int fd)
{
    char chunk[65536];
    for (;;) {
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : 0;
        buffer_add_bytes(out, chunk, (size_t)n);
    }
}

/* The exit status; -1: it ended otherwise. */
static int wait_for(pid_t pid)
{
    int how = 0;
    while (waitpid(pid, &how, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

static int run(struct buffer *out, int *status, char *const arguments[],
               int input, const int ends[2])
{
    pid_t pid = 0;
    int error = start(&pid, arguments, input, ends[1]);
    close(ends[1]);
    if (error != 0)
        return error;
    error = read_all(out, ends[0]);
    *status = wait_for(pid);
    return error;
}

int child_run(struct buffer *out, int *status, char *const arguments[],
              const struct buffer *input)
{
    int ends[2];
    FILE *file = file_of(input);
    int error = file ? 0 : errno;
    if (error == 0 && pipe(ends) != 0)
        error = errno;
    else if (error == 0) {
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
        fcntl(ends[1], F_SETFD, FD_CLOEXEC);
        error = run(out, status, arguments, fileno(file), ends);
        close(ends[0]);
    }
    if (file)
        fclose(file);
    return error;
}
