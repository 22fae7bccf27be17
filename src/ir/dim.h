/*
 * Symbolic dimensions: polynomials with rational coefficients in symbols.
 *
 * A symbol is a declared dim, an index variable, an `int` given used as an
 * index or size, or an opaque integer expression (2^n).  Two sizes are equal
 * when they are equal as polynomials.  All values are immutable and live in
 * the arena of the dim_pool; equal polynomials are the same pointer.
 */
#pragma once

#include "base/buffer.h"
#include "base/rational.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr;

enum symbol_kind {
    SYM_DIM,    /* a positive integer, at least `minimum` */
    SYM_INDEX,  /* bound by sum, forall, a family, ... */
    SYM_INT,    /* an int given that sizes or indices depend on */
    SYM_OPAQUE, /* a size that is no polynomial: the value of `value` */
    SYM_REAL    /* the variable of integral and expectation */
};

struct symbol {
    enum symbol_kind kind;
    unsigned id; /* dense from 0 within a pool: index into an env */
    const char *name;
    int64_t minimum;          /* SYM_DIM */
    size_t given;             /* SYM_INT: index of the given */
    const struct expr *value; /* SYM_OPAQUE */
};

/* Values of symbols, by id. */
struct env {
    int64_t *values;
    bool *known;
    size_t count;
};

void env_init(struct env *env, size_t count);
/* Room for `count` symbols at least; what it knows stays. */
void env_grow(struct env *env, size_t count);
void env_clear(struct env *env);
void env_set(struct env *env, const struct symbol *symbol, int64_t value);
void env_unset(struct env *env, const struct symbol *symbol);

struct dim;
struct dim_pool;

struct dim_pool *dim_pool_new(struct arena *arena);
/* The name is copied. */
struct symbol *dim_new_symbol(struct dim_pool *pool, enum symbol_kind kind,
                              const char *name);
size_t dim_symbols(const struct dim_pool *pool);
const struct symbol *dim_symbol_at(const struct dim_pool *pool, size_t id);
/* The symbol of kind SYM_OPAQUE with that value; NULL: there is none. */
const struct symbol *dim_opaque(const struct dim_pool *pool,
                                const struct expr *value);

const struct dim *dim_constant(struct dim_pool *pool, int64_t value);
const struct dim *dim_number(struct dim_pool *pool, const rational_t *value);
const struct dim *dim_of_symbol(struct dim_pool *pool, const struct symbol *s);
const struct dim *dim_add(struct dim_pool *, const struct dim *a,
                          const struct dim *b);
const struct dim *dim_sub(struct dim_pool *, const struct dim *a,
                          const struct dim *b);
const struct dim *dim_mul(struct dim_pool *, const struct dim *a,
                          const struct dim *b);
/*
 * Whether a product has so many terms, so long a coefficient or so high a power
 * of a factor that it is not to be multiplied again.
 */
enum { DIM_MAX_TERMS = 512, DIM_MAX_BITS = 4096, DIM_MAX_DEGREE = 4096 };
bool dim_is_too_large(const struct dim *a);
/* a^k for 0 <= k <= DIM_MAX_POWER unless it is too large, else NULL. */
enum { DIM_MAX_POWER = 64 };
const struct dim *dim_pow(struct dim_pool *, const struct dim *a, int64_t k);
/* NULL when b is not a nonzero constant. */
const struct dim *dim_div(struct dim_pool *, const struct dim *a,
                          const struct dim *b);

bool dim_is_one(const struct dim *a);
bool dim_is_constant(const struct dim *a, int64_t *value);
/* Whether `a` depends on s; within an opaque value a bound variable counts. */
bool dim_mentions(const struct dim *a, const struct symbol *s);
/* Calls visit once for every symbol of `a`. */
void dim_visit(const struct dim *a,
               void (*visit)(void *context, const struct symbol *),
               void *context);
/* `a` with `s` replaced by `by`. */
const struct dim *dim_substitute(struct dim_pool *, const struct dim *a,
                                 const struct symbol *s, const struct dim *by);

/* The terms of the polynomial: coefficient * product of factor ^ power. */
size_t dim_terms(const struct dim *a);
const rational_t *dim_coefficient(const struct dim *a, size_t term);
size_t dim_factors(const struct dim *a, size_t term);
const struct symbol *dim_factor(const struct dim *a, size_t term, size_t factor,
                                unsigned *power);

/*
 * The integer value under env.  ST_DOMAIN: not an integer, or beyond 2^62;
 * ST_UNABLE: a symbol is unknown (or opaque: evaluate its expression first).
 */
MUST_CHECK enum status dim_value(int64_t *out, const struct dim *a,
                                 const struct env *env);
void dim_print(struct buffer *out, const struct dim *a);
