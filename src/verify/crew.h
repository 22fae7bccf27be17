/*
 * Threads that work together on one range of numbers at a time.
 *
 * Each thread keeps state of its own from range to range.  Numbers are handed
 * out in order and a number handed out is always worked on, so what is done
 * when a range was cut short is a prefix of it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CREW_MAX_THREADS = 256 };

struct crew;

struct crew_work {
    void *(*enter)(void *context);             /* a thread's own state */
    void (*leave)(void *context, void *state); /* in the same thread */
    /* Works on number .. number + count - 1. */
    void (*item)(void *context, void *state, uint64_t number, size_t count);
    bool (*stop)(void *context); /* asked before each item */
    /* Called by crew_wait's thread now and then while others work. */
    void (*tick)(void *context, uint64_t done);
    void *context;
    size_t batch; /* numbers handed out together, at least 1 */
};

/* Starts the threads (at least one, at most CREW_MAX_THREADS). */
struct crew *crew_new(const struct crew_work *work, size_t threads);
/* Lets the threads work through begin..end-1; each begin has its wait. */
void crew_begin(struct crew *crew, uint64_t begin, uint64_t end);
/* Until they have; the numbers below the one returned were done. */
uint64_t crew_wait(struct crew *crew);
/* Both. */
uint64_t crew_run(struct crew *crew, uint64_t begin, uint64_t end);
/* Ends the threads; the processor seconds of the busiest one. */
double crew_free(struct crew *crew);
