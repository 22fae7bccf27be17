/*
 * Items, numbers or pointers, by the hash of what they stand for.
 *
 * The map compares hashes alone: who looks for something is offered the items
 * of its hash, one after the other, and sees which is equal.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised it is empty; its memory is the arena's, if it has one. */
struct map {
    struct arena *arena;
    struct map_slot *slots;
    size_t room, count;
};

/* Empty again; what it had on the heap is freed. */
void map_clear(struct map *map);
void map_add(struct map *map, uint64_t hash, uintptr_t item);
/*
 * The next item of that hash, of which *at, 0 at first, have been looked at;
 * false: no further one.
 */
bool map_next(uintptr_t *item, const struct map *map, uint64_t hash,
              size_t *at);

/* A hash that also depends on `word`, and that of a text. */
uint64_t map_mix(uint64_t hash, uint64_t word);
uint64_t map_text(const char *text);
