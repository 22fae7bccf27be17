/*
 * Memory of a long campaign: runs `majorant check` twice, with few trials and
 * with many, and compares the largest resident sets.  The statement is one that
 * no proof is tried of, which may take more.
 *
 *     bench_memory MAJORANT [TRIALS]
 */
#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_KILOBYTES = 200 * 1024, /* of any campaign */
    MOST_GROWTH = 2 * 1024,      /* from few trials to many, beside */
    PRINTS = 1 << 20,            /* fingerprints of instances that are kept */
    PRINT_BYTES = 48             /* in a table, and one twice as large */
};

static const char STATEMENT[] =
    "theorem layer {\n"
    "    dim n, d, dk;\n"
    "    given X : real[n, d];\n"
    "    given WQK, WV : real[d, d];\n"
    "    let P = softmax(X * WQK * X' / sqrt(dk));\n"
    "    observe step: norm1inf(res(P * X)) <= 4 * normmax(X) * n * d;\n"
    "}\n"
    "case small for layer {\n"
    "    n = 4;  d = 4;  dk = 2;  X, WQK, WV ~ uniform(-1, 1);\n"
    "}\n";

static void write_statement(const char *path)
{
    FILE *f = fopen(path, "w");
    ENSURE(f && fputs(STATEMENT, f) >= 0 && fclose(f) == 0,
           "memory: the statement cannot be written");
}

/* The largest resident set of a run, in KiB. */
static long run(const char *majorant, const char *path, const char *trials)
{
    struct rusage usage;
    int status = 0;
    pid_t child = fork();
    ENSURE(child >= 0, "memory: no process");
    if (child == 0) {
        ENSURE(freopen("/dev/null", "w", stdout), "memory: no /dev/null");
        execl(majorant, majorant, "check", path, "--jobs", "2", "--trials",
              trials, (char *)NULL);
        _exit(127);
    }
    ENSURE(wait4(child, &status, 0, &usage) == child, "memory: no child");
    ENSURE(WIFEXITED(status) && WEXITSTATUS(status) == 0,
           "memory: the campaign failed");
    return usage.ru_maxrss;
}

int main(int argc, char **argv)
{
    ENSURE(argc >= 2, "memory: which program?");
    const char *trials = argc > 2 ? argv[2] : "1000000";
    char path[] = "bench_memory.bound";
    write_statement(path);
    const long few = run(argv[1], path, "10000");
    const long many = run(argv[1], path, trials);
    printf("%ld KiB with 10000 trials, %ld KiB with %s\n", few, many, trials);
    const long prints = atol(trials) < PRINTS ? atol(trials) : PRINTS;
    ENSURE(many < MOST_KILOBYTES, "memory: too much");
    ENSURE(many - few < MOST_GROWTH + prints * PRINT_BYTES / 1024,
           "memory: it grows with the trials");
    return remove(path);
}
