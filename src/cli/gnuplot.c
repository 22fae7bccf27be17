#include "cli/gnuplot.h"

#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool fail(int *status, const char *what, int error)
{
    output_error("%s: %s", what, strerror(error));
    *status = EXIT_USAGE;
    return false;
}

/* The script in a file without a name, so that no pipe can fill up. */
static FILE *file_of(const struct buffer *script)
{
    FILE *file = tmpfile();
    if (!file)
        status_check_memory();
    if (file &&
        (fwrite(script->text, 1, script->length, file) != script->length ||
         fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0)) {
        fclose(file);
        file = NULL;
    }
    return file;
}

static int start(pid_t *pid, int input, int output)
{
    char *arguments[] = {(char[]){"gnuplot"}, (char[]){"-d"}, (char[]){"-"},
                         NULL};
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
            posix_spawnp(pid, "gnuplot", &actions, NULL, arguments, environ);
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

static bool refuse(int *status, int error)
{
    if (error != ENOENT)
        return fail(status, "gnuplot cannot be started", error);
    output_error("gnuplot is needed to draw and was not found on the PATH; "
                 "-o curve.csv writes the numbers without it");
    *status = EXIT_USAGE;
    return false;
}

/* A shell's status for a program that is not there, from some systems. */
enum { NOT_FOUND = 127 };

static bool run(struct buffer *picture, int input, const int ends[2],
                int *status)
{
    pid_t pid = 0;
    int error = start(&pid, input, ends[1]);
    close(ends[1]);
    if (error != 0)
        return refuse(status, error);
    int failed = read_all(picture, ends[0]);
    int code = wait_for(pid);
    if (failed != 0)
        return fail(status, "gnuplot cannot be read", failed);
    if (code == NOT_FOUND)
        return refuse(status, ENOENT);
    if (code == 0 && picture->length > 0)
        return true;
    output_error("gnuplot failed with exit status %d", code);
    *status = EXIT_USAGE;
    return false;
}

bool gnuplot_run(struct buffer *picture, const struct buffer *script,
                 int *status)
{
    int ends[2];
    FILE *input = file_of(script);
    if (!input)
        return fail(status, "a temporary file cannot be written", errno);
    bool ok = pipe(ends) == 0;
    if (!ok) {
        fail(status, "no pipe", errno);
    } else {
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
        fcntl(ends[1], F_SETFD, FD_CLOEXEC);
        ok = run(picture, fileno(input), ends, status);
        close(ends[0]);
    }
    fclose(input);
    return ok;
}
