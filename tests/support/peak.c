/*
 * Runs a command and writes the largest resident set that it had, in KiB
 * ([getrusage(2)], of the children waited for), into a file.
 *
 *     peak FILE COMMAND ARGUMENT...
 *
 * Its exit status is the command's; 127 when that did not end by itself.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    enum { NOT_RUN = 127 };
    struct rusage usage;
    int status = 0;
    FILE *out = argc > 2 ? fopen(argv[1], "w") : NULL;
    const pid_t child = out ? fork() : -1;
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(NOT_RUN);
    }
    if (child < 0 || waitpid(child, &status, 0) != child ||
        getrusage(RUSAGE_CHILDREN, &usage) != 0)
        return NOT_RUN;
    fprintf(out, "%ld\n", usage.ru_maxrss);
    return fclose(out) == 0 && WIFEXITED(status) ? WEXITSTATUS(status)
                                                 : NOT_RUN;
}
