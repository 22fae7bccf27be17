#include "cli/start.h"

#include "base/status.h"
#include "eval/blas.h"
#include "eval/evaluator.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { STACK_BYTES = 8 << 20 }; /* as crew.c gives its threads */

struct start {
    int argc;
    char **argv;
    int (*work)(int argc, char **argv);
    int status;
};

static bool stack_is_small(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 &&
           limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < STACK_BYTES;
}

/*
 * A thread of OpenBLAS that does not get its 128 MB asks for them for ever, and
 * the end of the program waits for it.  The variable is read as the library is
 * loaded: the program begins once more.
 */
static void leave_blas_threads(char **argv)
{
    if (blas_memory_is_limited() && eval_has_threads() &&
        setenv("OPENBLAS_NUM_THREADS", "1", 1) == 0)
        (void)execv("/proc/self/exe", argv);
}

static void *run(void *argument)
{
    struct start *s = argument;
    s->status = s->work(s->argc, s->argv);
    return NULL;
}

static void run_in_thread(struct start *s)
{
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, STACK_BYTES) != 0 ||
        pthread_create(&thread, &attributes, run, s) != 0)
        status_out_of_memory();
    pthread_attr_destroy(&attributes);
    sigfillset(&all); /* they are for who may be waiting for a file */
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_join(thread, NULL);
}

int start_main(int argc, char **argv, int (*work)(int argc, char **argv))
{
    struct start s = {argc, argv, work, 0};
    leave_blas_threads(argv);
    if (stack_is_small())
        run_in_thread(&s);
    else
        run(&s);
    return s.status;
}
