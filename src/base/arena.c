#include "base/arena.h"

#include "base/status.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Blocks double in size: many arenas hold little. */
enum { FIRST_BYTES = 1 << 12, BLOCK_BYTES = 1 << 16 };

struct block {
    struct block *next;
    size_t used, size;
    max_align_t memory[];
};

struct cleanup {
    struct cleanup *next;
    void (*clear)(void *);
    void *object;
};

struct arena {
    struct block *blocks;
    struct cleanup *cleanups;
};

struct arena *arena_new(void)
{
    return xcalloc(1, sizeof(struct arena));
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct cleanup *c = arena->cleanups; c; c = c->next)
        c->clear(c->object);
    for (struct block *b = arena->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(arena);
}

static void add_block(struct arena *arena, size_t bytes)
{
    size_t size = !arena->blocks ? FIRST_BYTES : 2 * arena->blocks->size;
    size = size > BLOCK_BYTES ? BLOCK_BYTES : size;
    size = size < bytes ? bytes : size;
    struct block *block = xmalloc(sizeof *block + size);
    block->next = arena->blocks;
    block->used = 0;
    block->size = size;
    arena->blocks = block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    size_t unit = sizeof(max_align_t);
    ENSURE(size < SIZE_MAX / 4, "arena: absurd size");
    size_t bytes = (size + unit - 1) / unit * unit;
    if (!arena->blocks || arena->blocks->size - arena->blocks->used < bytes)
        add_block(arena, bytes);
    struct block *block = arena->blocks;
    void *memory = (char *)block->memory + block->used;
    block->used += bytes;
    return memset(memory, 0, bytes);
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    ENSURE(!size || count < SIZE_MAX / 4 / size, "arena: absurd array");
    return arena_alloc(arena, count * size);
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

void arena_push(struct arena *arena, void *items, size_t *count, size_t size,
                const void *item)
{
    void *list;
    memcpy(&list, items, sizeof list);
    size_t n = *count;
    if ((n & (n - 1)) == 0) {
        void *grown = arena_array(arena, n ? 2 * n : 1, size);
        if (n)
            memcpy(grown, list, n * size);
        list = grown;
        memcpy(items, &list, sizeof list);
    }
    memcpy((char *)list + n * size, item, size);
    *count = n + 1;
}

void arena_register(struct arena *arena, void (*clear)(void *), void *object)
{
    struct cleanup *c = arena_alloc(arena, sizeof *c);
    c->clear = clear;
    c->object = object;
    c->next = arena->cleanups;
    arena->cleanups = c;
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){.block = arena->blocks,
                               .cleanup = arena->cleanups,
                               .used = arena->blocks ? arena->blocks->used : 0};
}

void arena_back(struct arena *arena, struct arena_mark mark)
{
    for (; arena->cleanups != mark.cleanup;
         arena->cleanups = arena->cleanups->next)
        arena->cleanups->clear(arena->cleanups->object);
    while (arena->blocks != mark.block) {
        struct block *newest = arena->blocks;
        arena->blocks = newest->next;
        free(newest);
    }
    if (arena->blocks)
        arena->blocks->used = mark.used;
}
