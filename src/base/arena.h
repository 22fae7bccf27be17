/*
 * Memory that is freed all at once.
 *
 * AST and IR nodes, tokens and diagnostics of one file live in one arena and
 * are never freed singly.  An object that owns memory outside the arena (a GMP
 * number) registers a clear function, which arena_free calls in reverse order.
 */
#pragma once

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena); /* NULL is allowed */

/* Zeroed memory, aligned for any type; never NULL. */
void *arena_alloc(struct arena *arena, size_t size);
void *arena_array(struct arena *arena, size_t count, size_t size);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);

/*
 * A copy of `items` (count of size bytes) with `item` appended, for lists that
 * are built rarely and read often; amortised by doubling: `*items` is replaced
 * when count is 0 or a power of two.
 */
void arena_push(struct arena *arena, void *items, size_t *count, size_t size,
                const void *item);

void arena_register(struct arena *arena, void (*clear)(void *), void *object);

/*
 * Where the arena stands.  Going back frees what was taken since: only for
 * what nothing else points to yet.
 */
struct arena_mark {
    void *block, *cleanup;
    size_t used;
};
struct arena_mark arena_mark(const struct arena *arena);
void arena_back(struct arena *arena, struct arena_mark mark);
