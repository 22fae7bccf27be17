/*
 * Threads that work together on one range of numbers at a time.
 *
 * Each thread keeps state of its own from range to range.  Numbers are handed
 * out in order and a number handed out is always worked on, so what is done
 * when a range was cut short is a prefix of it.
 */
#ifndef MAJORANT_VERIFY_CREW_H
#define MAJORANT_VERIFY_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CREW_MAX_THREADS = 256 };

struct crew;

struct crew_work {
    void *(*enter)(void *context);             /* a thread's own state */
    void (*leave)(void *context, void *state); /* in the same thread */
    void (*item)(void *context, void *state, uint64_t number);
    bool (*stop)(void *context); /* asked before each number */
    /* Called by crew_run's thread now and then while others work. */
    void (*tick)(void *context, uint64_t done);
    void *context;
};

/* Starts the threads (at least one, at most CREW_MAX_THREADS). */
struct crew *crew_new(const struct crew_work *work, size_t threads);
/* Works through begin..end-1; the numbers below the one returned were done. */
uint64_t crew_run(struct crew *crew, uint64_t begin, uint64_t end);
void crew_free(struct crew *crew);

#endif
