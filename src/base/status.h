/*
 * What a function that can fail says.
 *
 * ST_DOMAIN and ST_UNABLE are kept apart on purpose: the first is a fact of
 * mathematics (log 0), the second only says that this precision, or this
 * limit, did not suffice; only the second may be tried again.
 */
#pragma once

#include "base/attribute.h"

enum status {
    ST_OK = 0,
    ST_DOMAIN, /* mathematically undefined */
    ST_UNABLE, /* not decided, or not supported by this method */
    ST_INPUT,  /* the user's text or data is wrong; a diagnostic was given */
    ST_LIMIT,  /* a named limit was reached */
    ST_SYSTEM  /* the operating system refused (open, read, write) */
};

/*
 * Stops the program with exit status 4 and one line that names the broken
 * invariant.  Always compiled, never used for a user's mistake.
 */
NORETURN void status_broken(const char *file, int line, const char *reason);

#define ENSURE(condition, reason)                                              \
    do {                                                                       \
        if (!(condition))                                                      \
            status_broken(__FILE__, __LINE__, (reason));                       \
    } while (0)

/* Stops the program with exit status 4 and one line. */
NORETURN void status_out_of_memory(void);
/* The same where a call of the C library has just failed for that reason. */
void status_check_memory(void);

/* Memory or a clean stop (exit status 4, a message); never NULL. */
void *xmalloc(unsigned long size);
void *xcalloc(unsigned long count, unsigned long size);
void *xrealloc(void *old, unsigned long count, unsigned long size);
char *xstrdup(const char *text);
/* Room for one more behind `count` items of an array of its own, counted. */
#define APPEND(items, count)                                                   \
    (*((items) = xrealloc((items), (count) + 1, sizeof *(items)),              \
       &(items)[(count)++]))

/* Frees what the pointer at that address points to. */
void xfree_local(void *pointer);
/* A local pointer to memory that is freed where its block ends. */
#define LOCAL_FREE LOCAL(xfree_local)
