#include "logic/scalar_internal.h"

#include "base/status.h"

#include <stdlib.h>

enum { FIRST_SIZE = 64 };

void term_map_clear(struct term_map *map)
{
    free(map->keys);
    free(map->values);
    *map = (struct term_map){0};
}

static size_t cell_of(const struct term_map *map, unsigned id)
{
    size_t i = id * 2654435761u & (map->size - 1);
    while (map->keys[i] && map->keys[i] != id + 1)
        i = (i + 1) & (map->size - 1);
    return i;
}

const struct scalar *term_map_get(const struct term_map *map, unsigned id)
{
    if (!map->size)
        return NULL;
    size_t i = cell_of(map, id);
    return map->keys[i] ? map->values[i] : NULL;
}

static void grow(struct term_map *map)
{
    struct term_map old = *map;
    map->size = old.size ? 2 * old.size : FIRST_SIZE;
    map->keys = xcalloc(map->size, sizeof *map->keys);
    map->values = xcalloc(map->size, sizeof *map->values);
    for (size_t i = 0; i < old.size; i++)
        if (old.keys[i]) {
            size_t at = cell_of(map, old.keys[i] - 1);
            map->keys[at] = old.keys[i];
            map->values[at] = old.values[i];
        }
    free(old.keys);
    free(old.values);
}

void term_map_put(struct term_map *map, unsigned id,
                  const struct scalar *value)
{
    if (2 * (map->count + 1) > map->size)
        grow(map);
    size_t i = cell_of(map, id);
    map->count += map->keys[i] == 0;
    map->keys[i] = id + 1;
    map->values[i] = value;
}
