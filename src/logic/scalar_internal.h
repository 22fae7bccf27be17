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
/*
 * The first kink of e whose parts have none, SCALAR_BOUND not occurring in it
 * (`bound`: occurring in it); NULL: there is none.
 */
const struct scalar *scalar_find_kink(const struct scalar *e, bool bound);
/* Polynomials in SCALAR_BOUND, with terms free of it as coefficients. */
enum { SCALAR_MAX_DEGREE = 24 };
struct scalar_poly {
    const struct scalar *c[SCALAR_MAX_DEGREE + 1]; /* c[0] .. c[degree] */
    size_t degree;
};
/* False: e is none as it is written, or over a limit. */
bool scalar_poly_read(struct scalar_poly *p, struct scalar_pool *,
                      const struct scalar *e);
/* p = e, p += q, p *= q; false: over a limit. */
bool scalar_poly_constant(struct scalar_poly *p, const struct scalar *e);
bool scalar_poly_add(struct scalar_poly *p, struct scalar_pool *,
                     const struct scalar_poly *q);
bool scalar_poly_mul(struct scalar_poly *p, struct scalar_pool *,
                     const struct scalar_poly *q);

/* The integral e with other kids. */
const struct scalar *scalar_integral_rebuild(struct scalar_pool *,
                                             const struct scalar *e,
                                             const struct scalar *const *kids);
/* The derivative of an integral by variable k: under the sign, and the ends. */
const struct scalar *scalar_integral_slope(struct scalar_pool *,
                                           const struct scalar *e, size_t k);
/*
 * The integral in closed form; NULL: none is known.  `whole`: also forms that
 * may have a value where the integral has none.
 */
const struct scalar *scalar_antiderivative(struct scalar_pool *,
                                           const struct scalar *body,
                                           const struct scalar *lo,
                                           const struct scalar *hi,
                                           unsigned infinite, bool whole);
enum { SCALAR_MAX_NOTES = 32 };
struct scalar_notes {
    const struct scalar *raw[SCALAR_MAX_NOTES], *value[SCALAR_MAX_NOTES];
    size_t count;
};
struct scalar_notes *scalar_notes(struct scalar_pool *);
/* Over SCALAR_MAX_BITS. */
bool scalar_number_is_long(mpq_srcptr q);
bool scalar_any_null(const struct scalar *const *kids, size_t count);

/* The derivatives by variable k found so far. */
struct term_map *scalar_slopes(struct scalar_pool *pool, size_t k);

#endif
