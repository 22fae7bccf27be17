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

/* The node equal to `model`, made if there is none; NULL: over a limit. */
const struct scalar *scalar_intern(struct scalar_pool *pool,
                                   const struct scalar *model);
/* Over SCALAR_MAX_BITS. */
bool scalar_number_is_long(mpq_srcptr q);
bool scalar_any_null(const struct scalar *const *kids, size_t count);

/* The derivatives by variable k found so far. */
struct term_map *scalar_slopes(struct scalar_pool *pool, size_t k);

#endif
