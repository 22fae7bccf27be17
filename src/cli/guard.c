#include "cli/guard.h"

#include "cli/output.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/* A fault of the program is no lost machine. */
static bool is_fault(int signal_number)
{
    return signal_number == SIGABRT || signal_number == SIGSEGV ||
           signal_number == SIGBUS || signal_number == SIGFPE ||
           signal_number == SIGILL;
}

static int status_of(int waited)
{
    if (WIFEXITED(waited))
        return WEXITSTATUS(waited);
    int number = WTERMSIG(waited);
    output_error("--mpi: a rank was ended by signal %d", number);
    return is_fault(number) ? EXIT_INTERNAL : EXIT_STOPPED;
}

/*
 * Signals that ask a job to end go to all its processes: the rank has its own
 * copy and ends the run in order.
 */
static void ignore_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_IGN;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}

static void wait_for(pid_t rank)
{
    int waited = 0;
    pid_t got;
    ignore_signals();
#ifdef __linux__
    (void)prctl(PR_SET_NAME, "rank-guard"); /* whoever looks for ranks */
#endif
    do
        got = waitpid(rank, &waited, 0);
    while (got < 0 && errno == EINTR);
    int status = got == rank ? status_of(waited) : EXIT_INTERNAL;
    fflush(NULL);
    _exit(status);
}

void guard_start(void)
{
    const pid_t guard = getpid();
    fflush(NULL);
    const pid_t rank = fork();
    if (rank > 0)
        wait_for(rank);
#ifdef __linux__
    /* Nobody would end it any more. */
    if (rank == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
        getppid() != guard)
        _exit(EXIT_STOPPED);
#else
    (void)guard;
#endif
}
