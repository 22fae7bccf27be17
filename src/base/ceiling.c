#include "base/ceiling.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#if ATOMIC_LLONG_LOCK_FREE != 2 || ATOMIC_BOOL_LOCK_FREE != 2
#error "a signal handler may not wait for a lock"
#endif

/*
 * An allocator is handed no context, so these stand here: the two limits are
 * written once, before there are threads; the moment of a signal (on the clock,
 * in nanoseconds; 0: there was none) by its handler.
 */
static uint64_t most_bytes;
static double last_second;
static atomic_llong interrupted;
static atomic_bool is_set;
static atomic_int met;

/* Where the innermost section of this thread is left; NULL: there is none. */
static _Thread_local jmp_buf *way_out;
static _Thread_local size_t asked; /* bytes since the last look */
static _Thread_local unsigned holds;
/* Until when (nanoseconds) this thread is not late; 0: as all others. */
static _Thread_local long long spared;

void ceiling_set(uint64_t bytes, double seconds)
{
    most_bytes = bytes;
    last_second = seconds;
    atomic_store(&met, CEILING_NONE);
    atomic_store(&interrupted, 0);
    atomic_store(&is_set, bytes > 0 || seconds > 0);
}

static long long nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

void ceiling_interrupt(void)
{
    atomic_store(&interrupted, nanoseconds());
    atomic_store(&is_set, true);
}

/* The second number of statm: pages that are resident; 0: not known. */
static uint64_t resident_bytes(void)
{
    unsigned long long all = 0, resident = 0;
    char text[128];
    const int error = errno;
    const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const ssize_t length = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
    if (fd >= 0)
        close(fd);
    errno = error;
    text[length > 0 ? length : 0] = '\0';
    if (sscanf(text, "%llu %llu", &all, &resident) != 2)
        return 0;
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* CEILING_TIME, CEILING_SIGNAL, or CEILING_NONE while there is time. */
static enum ceiling_kind lateness(void)
{
    const long long told = atomic_load(&interrupted);
    if (last_second <= 0 && told == 0)
        return CEILING_NONE;
    const double now = (double)nanoseconds() * 1e-9;
    if (last_second > 0 && now >= last_second)
        return CEILING_TIME;
    return told != 0 && now >= (double)told * 1e-9 + CEILING_PATIENCE
               ? CEILING_SIGNAL
               : CEILING_NONE;
}

static void note(enum ceiling_kind kind)
{
    int none = CEILING_NONE;
    atomic_compare_exchange_strong(&met, &none, (int)kind);
}

enum ceiling_kind ceiling_met(void)
{
    if (atomic_load(&met) == CEILING_NONE)
        note(lateness());
    return (enum ceiling_kind)atomic_load(&met);
}

/* Whether `bytes` more would be too much, or it is too late for any. */
static bool looks_met(size_t bytes)
{
    const uint64_t now = most_bytes > 0 ? resident_bytes() : 0;
    const enum ceiling_kind kind =
        most_bytes > 0 && (now >= most_bytes || bytes > most_bytes - now)
            ? CEILING_MEMORY
            : lateness();
    note(kind);
    return kind != CEILING_NONE && (spared == 0 || nanoseconds() >= spared);
}

/* Whether it is time to look, and what is seen then speaks against it. */
static bool is_refused(size_t bytes)
{
    if (!atomic_load_explicit(&is_set, memory_order_relaxed))
        return false;
    asked += bytes < CEILING_STEP ? bytes : CEILING_STEP;
    if (asked < CEILING_STEP)
        return false;
    asked = 0;
    return looks_met(bytes);
}

void ceiling_ask(size_t bytes)
{
    if (is_refused(bytes) && way_out && holds == 0)
        longjmp(*way_out, 1);
}

void ceiling_tell(size_t bytes)
{
    (void)is_refused(bytes);
}

void ceiling_pass(void)
{
    ceiling_ask(CEILING_STEP);
}

void ceiling_hold(void)
{
    holds++;
}

void ceiling_release(void)
{
    holds--;
}

bool ceiling_try_last(void (*work)(void *context), void *context)
{
    const long long outer = spared;
    spared = nanoseconds() + (long long)(CEILING_LAST * 1e9);
    const bool is_whole = ceiling_try(work, context);
    spared = outer;
    return is_whole;
}

bool ceiling_try(void (*work)(void *context), void *context)
{
    jmp_buf here;
    jmp_buf *const outer = way_out;
    way_out = &here;
    if (setjmp(here) == 0) {
        work(context);
        way_out = outer;
        return true;
    }
    way_out = outer;
    ceiling_hold();
    return false;
}
