/*
 * The ring of forms: sums, products, transposes, and nothing else.
 *
 * Laws that are built in: those of rational matrices of fitting shapes (an
 * additive category), a part of shape 1 x 1 being a scalar that commutes and
 * equals its transpose.  Nothing is counted: ones(n)' * ones(n) stays.
 *
 * NULL in, NULL out; NULL also where shapes do not fit, or the budget is used
 * up (pool_why).
 */
#ifndef MAJORANT_CORE_RING_H
#define MAJORANT_CORE_RING_H

#include "core/form.h"

/* Scalars. */
const struct form *ring_int(struct pool *pool, int64_t value);
const struct form *ring_number(struct pool *pool, const mpq_t value);
/* A scalar or matrix atom by itself. */
const struct form *ring_atom(struct pool *pool, const struct atom *a);
/* Shapes are scalars; a shape of 1 x 1 gives a scalar. */
const struct form *ring_zero(struct pool *pool, const struct form *rows,
                             const struct form *cols);
const struct form *ring_eye(struct pool *pool, const struct form *size);
/* coefficient * monomial * word, of the shape of the word. */
const struct form *ring_term(struct pool *pool, const struct form *rows,
                             const struct form *cols, const struct term *term);

const struct form *ring_add(struct pool *pool, const struct form *a,
                            const struct form *b);
const struct form *ring_sub(struct pool *pool, const struct form *a,
                            const struct form *b);
const struct form *ring_neg(struct pool *pool, const struct form *a);
const struct form *ring_scale(struct pool *pool, const mpq_t factor,
                              const struct form *a);
/* Matrices of fitting shapes, or one side a scalar. */
const struct form *ring_mul(struct pool *pool, const struct form *a,
                            const struct form *b);
/* A scalar or a square matrix. */
enum { RING_MAX_POWER = 64 };
const struct form *ring_power(struct pool *pool, const struct form *a,
                              unsigned exponent);
const struct form *ring_transpose(struct pool *pool, const struct form *a);
/* x' * A * x */
const struct form *ring_quadratic(struct pool *pool, const struct form *a,
                                  const struct form *x);
bool form_same_shape(const struct form *a, const struct form *b);

/* Whether b divides a. */
bool monomial_divides(const struct letters *b, const struct letters *a);
/* a / b, or NULL (no failure) where b does not divide a. */
const struct letters *monomial_divide(struct pool *pool,
                                      const struct letters *a,
                                      const struct letters *b);
const struct letters *monomial_multiply(struct pool *pool,
                                        const struct letters *a,
                                        const struct letters *b);
/* The letters from..to of a word. */
const struct letters *word_part(struct pool *pool, const struct letters *w,
                                size_t from, size_t to);
/* The word by itself as a matrix, or as the scalar that it is. */
const struct form *ring_word(struct pool *pool, const struct letters *w);

/* The word, or the term, with map(context, atom) in place of its atoms; the
 * identity of an empty word has `size` rows (NULL: the term is a scalar). */
typedef const struct form *ring_map(void *context, const struct atom *a);
const struct form *ring_mapped_word(struct pool *pool, const struct letters *w,
                                    ring_map *map, void *context);
const struct form *ring_mapped_term(struct pool *pool, const struct term *t,
                                    const struct form *size, ring_map *map,
                                    void *context);

/* Terms that are being added; zero-initialised is empty. */
struct terms {
    struct term *items;
    size_t count, capacity;
};
void terms_push(struct terms *terms, struct term term);
/* Their sum, of that shape; frees them. */
const struct form *terms_sum(struct pool *pool, const struct form *rows,
                             const struct form *cols, struct terms *terms);

/* c such that f is c * g, or NULL. */
const struct number *ring_multiple(struct pool *pool, const struct form *f,
                                   const struct form *g);

#endif
