/* Open addressing with linear probing ([Knuth1998], 6.4, algorithm L). */
#include "base/map.h"

#include "base/status.h"

#include <stdlib.h>

struct map_slot {
    uint64_t hash; /* with the highest bit; 0: free */
    uintptr_t item;
};

enum { FIRST_ROOM = 64 }; /* a power of two, as all rooms */

static const uint64_t used = UINT64_C(1) << 63;

void map_clear(struct map *map)
{
    if (!map->arena)
        free(map->slots);
    *map = (struct map){.arena = map->arena};
}

static void place(struct map *map, struct map_slot slot)
{
    size_t at = (size_t)slot.hash & (map->room - 1);
    while (map->slots[at].hash != 0)
        at = (at + 1) & (map->room - 1);
    map->slots[at] = slot;
}

static void grow(struct map *map)
{
    const struct map old = *map;
    map->room = old.room > 0 ? 2 * old.room : FIRST_ROOM;
    map->slots = map->arena
                     ? arena_array(map->arena, map->room, sizeof *map->slots)
                     : xcalloc(map->room, sizeof *map->slots);
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].hash != 0)
            place(map, old.slots[i]);
    if (!map->arena)
        free(old.slots);
}

void map_add(struct map *map, uint64_t hash, uintptr_t item)
{
    if (2 * ++map->count > map->room)
        grow(map);
    place(map, (struct map_slot){hash | used, item});
}

bool map_next(uintptr_t *item, const struct map *map, uint64_t hash, size_t *at)
{
    while (map->room > 0) {
        const size_t k = (size_t)(hash + (*at)++) & (map->room - 1);
        if (map->slots[k].hash == 0)
            return false;
        *item = map->slots[k].item;
        if (map->slots[k].hash == (hash | used))
            return true;
    }
    return false;
}

uint64_t map_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

/* FNV-1a, whose last bits are then spread over the first. */
uint64_t map_text(const char *text)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    return hash ^ hash >> 32;
}
