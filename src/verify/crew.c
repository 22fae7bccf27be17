#include "verify/crew.h"

#include "base/status.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum {
    TICK_NANOSECONDS = 200 * 1000 * 1000,
    STACK_BYTES = 8 << 20 /* at least: as the first thread of a program has */
};

struct crew {
    struct crew_work work;
    pthread_t threads[CREW_MAX_THREADS];
    size_t count;
    pthread_mutex_t mutex;
    pthread_cond_t begin, done;
    /* under the mutex: */
    uint64_t range; /* counts the ranges given out */
    size_t active;
    bool quit;
    double busiest; /* processor seconds of a thread, once it has ended */
    /* during a range: */
    atomic_uint_fast64_t next;
    uint64_t end;
};

/* The next numbers of the range; 0: none left, or told to stop. */
static size_t take(struct crew *crew, uint64_t *number)
{
    if (crew->work.stop(crew->work.context))
        return 0;
    uint64_t next = atomic_load(&crew->next);
    while (next < crew->end) {
        uint64_t left = crew->end - next;
        size_t count = left < crew->work.batch ? left : crew->work.batch;
        if (atomic_compare_exchange_weak(&crew->next, &next, next + count)) {
            *number = next;
            return count;
        }
    }
    return 0;
}

/* Waits for a range after number `*seen`; false: the crew is dismissed. */
static bool wait_for_range(struct crew *crew, uint64_t *seen)
{
    pthread_mutex_lock(&crew->mutex);
    while (!crew->quit && crew->range == *seen)
        pthread_cond_wait(&crew->begin, &crew->mutex);
    bool work = !crew->quit;
    *seen = crew->range;
    pthread_mutex_unlock(&crew->mutex);
    return work;
}

static double thread_seconds(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *thread_main(void *argument)
{
    struct crew *crew = argument;
    const struct crew_work *work = &crew->work;
    void *state = work->enter(work->context);
    uint64_t seen = 0, number = 0;
    size_t count;
    while (wait_for_range(crew, &seen)) {
        while ((count = take(crew, &number)) > 0)
            work->item(work->context, state, number, count);
        pthread_mutex_lock(&crew->mutex);
        if (--crew->active == 0)
            pthread_cond_signal(&crew->done);
        pthread_mutex_unlock(&crew->mutex);
    }
    work->leave(work->context, state);
    double seconds = thread_seconds();
    pthread_mutex_lock(&crew->mutex);
    crew->busiest = seconds > crew->busiest ? seconds : crew->busiest;
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

static void attributes_init(pthread_attr_t *a)
{
    size_t bytes = 0;
    pthread_attr_init(a);
    if (pthread_attr_getstacksize(a, &bytes) == 0 && bytes < STACK_BYTES)
        pthread_attr_setstacksize(a, STACK_BYTES);
}

struct crew *crew_new(const struct crew_work *work, size_t threads)
{
    struct crew *crew = xcalloc(1, sizeof *crew);
    ENSURE(work->batch > 0, "crew: nothing to hand out at a time");
    crew->work = *work;
    pthread_attr_t attributes;
    attributes_init(&attributes);
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->begin, NULL);
    pthread_cond_init(&crew->done, NULL);
    if (threads > CREW_MAX_THREADS)
        threads = CREW_MAX_THREADS;
    while (crew->count < threads || crew->count == 0) {
        /* Fewer threads than asked for do the same work. */
        if (pthread_create(&crew->threads[crew->count], &attributes,
                           thread_main, crew) != 0)
            break;
        crew->count++;
    }
    pthread_attr_destroy(&attributes);
    if (crew->count == 0) /* no memory for its stack or its variables */
        status_out_of_memory();
    return crew;
}

static void wait_a_tick(struct crew *crew)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK_NANOSECONDS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    int error = pthread_cond_timedwait(&crew->done, &crew->mutex, &until);
    ENSURE(error == 0 || error == ETIMEDOUT, "crew: waiting failed");
}

void crew_begin(struct crew *crew, uint64_t begin, uint64_t end)
{
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->next, begin);
    crew->end = end;
    crew->active = crew->count;
    crew->range++;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->mutex);
}

uint64_t crew_wait(struct crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    while (crew->active > 0) {
        wait_a_tick(crew);
        crew->work.tick(crew->work.context, atomic_load(&crew->next));
    }
    pthread_mutex_unlock(&crew->mutex);
    return atomic_load(&crew->next);
}

uint64_t crew_run(struct crew *crew, uint64_t begin, uint64_t end)
{
    crew_begin(crew, begin, end);
    return crew_wait(crew);
}

double crew_free(struct crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    crew->quit = true;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->mutex);
    for (size_t i = 0; i < crew->count; i++)
        pthread_join(crew->threads[i], NULL);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->begin);
    pthread_mutex_destroy(&crew->mutex);
    double busiest = crew->busiest;
    free(crew);
    return busiest;
}
