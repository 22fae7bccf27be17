#include "base/ceiling.h"
#include "base/status.h"
#include "store/store.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/*
 * [SQLite, sqlite3_mem_methods]: an allocator that knows the size of each
 * block, here kept in front of it.
 */
enum { FRONT = sizeof(max_align_t) };

static void *place(void *block, int size)
{
    memcpy(block, &size, sizeof size);
    return (char *)block + FRONT;
}

static void *front(void *memory)
{
    return (char *)memory - FRONT;
}

static void *take(int size)
{
    const size_t bytes = (size_t)size + FRONT;
    ceiling_tell(bytes);
    void *block = malloc(bytes);
    if (!block)
        status_out_of_memory();
    return place(block, size);
}

static void release(void *memory)
{
    if (memory)
        free(front(memory));
}

static void *resize(void *memory, int size)
{
    const size_t bytes = (size_t)size + FRONT;
    ceiling_tell(bytes);
    void *block = realloc(front(memory), bytes);
    if (!block)
        status_out_of_memory();
    return place(block, size);
}

static int size_of(void *memory)
{
    int size = 0;
    if (memory)
        memcpy(&size, front(memory), sizeof size);
    return size;
}

static int round_up(int size)
{
    return (size + 7) & ~7;
}

static int start(void *nothing)
{
    (void)nothing;
    return SQLITE_OK;
}

static void end(void *nothing)
{
    (void)nothing;
}

void store_guard(void)
{
    static const sqlite3_mem_methods methods = {
        take, release, resize, size_of, round_up, start, end, NULL};
    ENSURE(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK,
           "store: SQLite was used too early");
}
