#include "cli/signals.h"

#include "base/ceiling.h"
#include "session/session.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#if ATOMIC_INT_LOCK_FREE != 2
#error "a signal handler may not wait for a lock"
#endif

/*
 * The only way a handler can speak; written nowhere else.  Atomic, since all
 * threads of a campaign read it while it is written in one of them.
 */
static atomic_int interrupted = 0;

static void handle(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
    ceiling_interrupt();
}

void signals_install(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    action.sa_handler = SIG_IGN;
    action.sa_flags = 0;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
}

#define LOOK_NANOSECONDS 100000000LL

static atomic_bool watches_reader;
static atomic_llong next_look; /* on the clock, in nanoseconds */

void signals_watch_reader(void)
{
    atomic_store(&watches_reader, true);
}

/* Whether standard output is a pipe that nobody reads any more. */
static bool has_no_reader(void)
{
    if (!atomic_load_explicit(&watches_reader, memory_order_relaxed))
        return false;
    const long long now = (long long)(session_clock() * 1e9);
    if (now < atomic_load_explicit(&next_look, memory_order_relaxed))
        return false;
    atomic_store(&next_look, now + LOOK_NANOSECONDS);
    struct pollfd out = {.fd = STDOUT_FILENO, .events = 0};
    if (poll(&out, 1, 0) != 1 || !(out.revents & POLLERR))
        return false;
    interrupted = 1;
    return true;
}

bool signals_told(void)
{
    return interrupted;
}

bool signals_stop(void *context)
{
    (void)context;
    return interrupted || has_no_reader() || ceiling_met() != CEILING_NONE;
}
