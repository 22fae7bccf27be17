/* What the parts of scalar terms share; not for other modules. */
#ifndef MAJORANT_LOGIC_SCALAR_INTERNAL_H
#define MAJORANT_LOGIC_SCALAR_INTERNAL_H

#include "logic/scalar.h"

/* Terms by the id of a term: what was found for it already. */
struct term_map {
    unsigned *keys; /* 1 + id, 0: free */
    const struct scalar **values;
    size_t count, size; /* size a power of two, or 0 */
};

/* Zero-initialised is empty. */
void term_map_clear(struct term_map *map);
/* NULL: not there. */
const struct scalar *term_map_get(const struct term_map *map, unsigned id);
void term_map_put(struct term_map *map, unsigned id,
                  const struct scalar *value);

/* The derivatives by variable k found so far. */
struct term_map *scalar_slopes(struct scalar_pool *pool, size_t k);

#endif
