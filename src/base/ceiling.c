#include "base/ceiling.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/*
 * An allocator is handed no context, so these stand here: the two limits are
 * written once, before there are threads.
 */
static uint64_t most_bytes;
static double last_second;
static atomic_bool is_set;
static atomic_int met;

/* Where the innermost section of this thread is left; NULL: there is none. */
static _Thread_local jmp_buf *way_out;
static _Thread_local size_t asked; /* bytes since the last look */
static _Thread_local unsigned holds;

void ceiling_set(uint64_t bytes, double seconds)
{
    most_bytes = bytes;
    last_second = seconds;
    atomic_store(&met, CEILING_NONE);
    atomic_store(&is_set, bytes > 0 || seconds > 0);
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

static bool is_late(void)
{
    struct timespec t;
    if (last_second <= 0)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9 >= last_second;
}

static void note(enum ceiling_kind kind)
{
    int none = CEILING_NONE;
    atomic_compare_exchange_strong(&met, &none, (int)kind);
}

enum ceiling_kind ceiling_met(void)
{
    if (atomic_load(&met) == CEILING_NONE && is_late())
        note(CEILING_TIME);
    return (enum ceiling_kind)atomic_load(&met);
}

/* Whether `bytes` more would be too much, or it is too late for any. */
static bool looks_met(size_t bytes)
{
    const uint64_t now = most_bytes > 0 ? resident_bytes() : 0;
    if (most_bytes > 0 && (now >= most_bytes || bytes > most_bytes - now))
        note(CEILING_MEMORY);
    else if (is_late())
        note(CEILING_TIME);
    else
        return false;
    return true;
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

bool ceiling_try(void (*work)(void *context), void *context)
{
    if (!atomic_load_explicit(&is_set, memory_order_relaxed)) {
        work(context);
        return true;
    }
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
