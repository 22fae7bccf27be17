/*
 * Relations decided by enclosures: interval arithmetic on terms ([Moore1966],
 * ch. 3), with what facts say of them.
 *
 * A letter is any scalar atom: a fact 0 <= c * a + r, for a number c and an r
 * that was enclosed, bounds a, whatever a is; and it bounds multiples of
 * c * a + r.  What is no integral (core/integral.h) and no function that
 * interval/image.h knows has no other bounds than those.  MPFR's erf asserts
 * what fails with 1021 bits and more.
 */
#ifndef MAJORANT_CORE_ENCLOSE_H
#define MAJORANT_CORE_ENCLOSE_H

#include "core/relation.h"
#include "interval/image.h"

enum { ENCLOSE_MIN_BITS = 24, ENCLOSE_MAX_BITS = 512 };

struct enclosure;

/* What is known from the facts, each a relation, in this order. */
struct enclosure *enclosure_new(struct pool *pool,
                                const struct form *const *facts, size_t count,
                                unsigned bits);
void enclosure_free(struct enclosure *e);
LOCAL_POINTER(enclosure)
#define LOCAL_ENCLOSURE LOCAL(enclosure_free_local) struct enclosure *
/* Whether the facts are certainly false together. */
bool enclosure_is_empty(const struct enclosure *e);
/* Whether the facts give the relation, or contradict each other. */
bool enclosure_gives(struct pool *pool, const struct form *const *facts,
                     size_t count, unsigned bits, const struct form *relation);
struct pool *enclosure_pool(const struct enclosure *e);
mpfr_prec_t enclosure_bits(const struct enclosure *e);
/* One that also knows in what interval that variable is, once it was moved
 * there; the outer one knows nothing of it, and is to live as long. */
struct enclosure *enclosure_inside(struct enclosure *outer,
                                   const struct atom *variable);
/* Values that were found before are gone; open: the ends are excluded. */
void enclosure_move(struct enclosure *e, const interval_t *x, bool open);
/* All values that the scalar has; of the enclosure. */
const struct image *enclosure_value(struct enclosure *e, const struct form *f);
/* Above 0: the relation certainly holds; below: it certainly fails; 0 of NULL.
 */
int enclosure_sign(struct enclosure *e, const struct form *relation);

#endif
