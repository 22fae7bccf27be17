#include "base/status.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void status_broken(const char *file, int line, const char *reason)
{
    fprintf(stderr, "majorant: internal error: %s (%s:%d)\n", reason, file,
            line);
    exit(4);
}

NORETURN static void out_of_memory(void)
{
    fputs("majorant: error: out of memory\n", stderr);
    exit(4);
}

void *xmalloc(unsigned long size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory)
        out_of_memory();
    return memory;
}

void *xcalloc(unsigned long count, unsigned long size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        out_of_memory();
    return memory;
}

void *xrealloc(void *old, unsigned long count, unsigned long size)
{
    if (size && count > SIZE_MAX / size)
        out_of_memory();
    size_t bytes = count * size;
    void *memory = realloc(old, bytes ? bytes : 1);
    if (!memory)
        out_of_memory();
    return memory;
}

char *xstrdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}
