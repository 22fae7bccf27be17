/*
 * Expressions made from expressions, with the shapes that lowering would give
 * them; and relations read in one direction.
 */
#ifndef MAJORANT_LOGIC_MAKE_H
#define MAJORANT_LOGIC_MAKE_H

#include "ir/expr.h"

/* `op` with those kids and that shape; everything else of it is 0. */
const struct expr *make_op(struct expr_pool *pool, enum expr_op op,
                           const struct dim *rows, const struct dim *cols,
                           const struct expr *const *kids, size_t count);
const struct expr *make_int(struct expr_pool *pool, int64_t value);
const struct expr *make_add(struct expr_pool *pool, const struct expr *a,
                            const struct expr *b); /* equal shapes */
const struct expr *make_sub(struct expr_pool *pool, const struct expr *a,
                            const struct expr *b); /* equal shapes */
const struct expr *make_neg(struct expr_pool *pool, const struct expr *a);
/* Scaling where a side is scalar, else the matrix product. */
const struct expr *make_mul(struct expr_pool *pool, const struct expr *a,
                            const struct expr *b);
const struct expr *make_transpose(struct expr_pool *pool, const struct expr *a);
const struct expr *make_ones(struct expr_pool *pool, const struct dim *rows,
                             const struct dim *cols);
const struct expr *make_eye(struct expr_pool *pool, const struct dim *size);
/* A function of one argument with the shape that its table row says. */
const struct expr *make_call(struct expr_pool *pool, enum function fn,
                             const struct expr *a);
/* The model with other kids, of equal number and shapes, interned. */
const struct expr *make_again(struct expr_pool *pool, const struct expr *model,
                              const struct expr *const *kids);
/* The polynomial of a closed expression whose coefficients are integers (so
   that its values are), or NULL if it is none. */
const struct dim *make_dim(struct expr_pool *pool, const struct expr *e);
/* Whether all coefficients are integers, so that its values are: not n/2. */
bool make_is_whole(const struct dim *a);

/* e + by for a closed integer expression e; NULL where make_dim has none. */
const struct expr *make_shift(struct expr_pool *pool, const struct expr *e,
                              int64_t by);

/* lhs op rhs of equal shapes; > and >= are turned round. */
struct relation {
    enum relop op; /* REL_EQ, REL_NE, REL_LE or REL_LT */
    const struct expr *lhs, *rhs;
};

/*
 * Reads an EX_REL; a scalar beside a matrix is written out as a matrix.
 * false: another kind of relation.
 */
bool relation_read(struct relation *out, struct expr_pool *pool,
                   const struct expr *e);
const struct expr *relation_make(struct expr_pool *pool, enum relop op,
                                 const struct expr *lhs,
                                 const struct expr *rhs);

/*
 * `e` with the index variable `s` replaced; NULL where a binder inside binds
 * a variable that is free in `by`, or too deep.
 */
const struct expr *make_substitute(struct expr_pool *pool, const struct expr *e,
                                   const struct symbol *s,
                                   const struct expr *by);
/* `e` with every occurrence of the subterm `from` replaced; NULL as above. */
const struct expr *make_replace(struct expr_pool *pool, const struct expr *e,
                                const struct expr *from, const struct expr *by);

/* Whether e's symbol is bound in its last kid. */
bool make_is_binder(const struct expr *e);

enum { MAKE_MAX_DEPTH = 400 };

#endif
