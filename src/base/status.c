#include "base/status.h"

#include "base/ceiling.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INTERNAL = 4 };

/*
 * Several threads may meet the end at once, but one alone may speak and call
 * exit: the others wait for it.
 */
static void be_the_last(void)
{
    static atomic_flag is_ending = ATOMIC_FLAG_INIT;
    static _Thread_local bool is_mine;
    if (is_mine)
        _exit(INTERNAL); /* exit itself has led here */
    while (atomic_flag_test_and_set(&is_ending))
        (void)pause();
    is_mine = true;
}

void status_broken(const char *file, int line, const char *reason)
{
    be_the_last();
    fprintf(stderr, "majorant: internal error: %s (%s:%d)\n", reason, file,
            line);
    exit(INTERNAL);
}

void status_out_of_memory(void)
{
    be_the_last();
    fputs("majorant: error: out of memory\n", stderr);
    exit(INTERNAL);
}

void status_check_memory(void)
{
    if (errno == ENOMEM)
        status_out_of_memory();
}

void *xmalloc(unsigned long size)
{
    ceiling_ask(size);
    void *memory = malloc(size ? size : 1);
    if (!memory)
        status_out_of_memory();
    return memory;
}

void *xcalloc(unsigned long count, unsigned long size)
{
    ceiling_ask(count > SIZE_MAX / (size ? size : 1) ? SIZE_MAX : count * size);
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        status_out_of_memory();
    return memory;
}

void *xrealloc(void *old, unsigned long count, unsigned long size)
{
    if (size && count > SIZE_MAX / size)
        status_out_of_memory();
    size_t bytes = count * size;
    ceiling_ask(bytes);
    void *memory = realloc(old, bytes ? bytes : 1);
    if (!memory)
        status_out_of_memory();
    return memory;
}

char *xstrdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}

void xfree_local(void *pointer)
{
    free(*(void **)pointer);
}
