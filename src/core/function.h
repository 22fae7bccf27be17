/*
 * The functions of the core: those of the language (ir/function.h), but for
 * what reading expands, and a few of its own.
 *
 * X(ID, name, arguments, shape rule, arguments that are sizes)
 */
#ifndef MAJORANT_CORE_FUNCTION_H
#define MAJORANT_CORE_FUNCTION_H

#include "core/form.h"
#include "ir/function.h"

#define MAJORANT_CORE_FUNCTIONS(X)                                             \
    /* 1/x, entry by entry; 0 at 0 */                                          \
    X(RECIP, "recip", 1, SHAPE_SAME)                                           \
    /* entry by entry */                                                       \
    X(DOT, "dot", 2, SHAPE_PAIR)                                               \
    X(POW, "pow", 2, SHAPE_PAIR)                                               \
    /* A^k for an integer k */                                                 \
    X(MATPOW, "matpow", 2, SHAPE_SQUARE)                                       \
    /* sel(n, a, b): the rows a..b of eye(n), zero rows outside 1..n */        \
    X(SEL, "sel", 3, SHAPE_SIZES)                                              \
    X(PI, "pi", 0, SHAPE_SCALARS)                                              \
    /* relations, core/relation.h */                                           \
    X(EQ, "eq", 1, SHAPE_SCALAR)                                               \
    X(NE, "ne", 1, SHAPE_SCALAR)                                               \
    X(LE, "le", 1, SHAPE_SCALAR)                                               \
    X(LT, "lt", 1, SHAPE_SCALAR)                                               \
    X(INTEGER, "integer", 1, SHAPE_SCALARS)                                    \
    X(PSD, "psd", 1, SHAPE_SQUARE_SCALAR)                                      \
    X(NOT, "not", 1, SHAPE_SCALARS)                                            \
    /* of any number of relations */                                           \
    X(AND, "and", CORE_MANY, SHAPE_SCALARS)                                    \
    X(OR, "or", CORE_MANY, SHAPE_SCALARS)

enum { CORE_MANY = 1 << 20 };

enum core_function {
    CORE_BEFORE = FN_COUNT - 1,
#define X(id, name, arguments, rule) CORE_##id,
    MAJORANT_CORE_FUNCTIONS(X)
#undef X
        CORE_COUNT
};

const char *core_function_name(unsigned fn);
/* Whether reduction leaves that argument alone: the shape depends on it. */
bool core_function_is_size(unsigned fn, size_t argument);
/* The function of that name with so many arguments; false: there is none. */
bool core_function_find(unsigned *fn, const char *name, size_t count);

/*
 * fn(args...), its shape found from theirs.  A function of the language or of
 * the core, or an enum core_function.  NULL: the arguments do not fit.
 */
const struct form *form_apply(struct pool *pool, unsigned fn,
                              const struct form **args, size_t count);
const struct form *form_apply1(struct pool *pool, unsigned fn,
                               const struct form *a);
const struct form *form_apply2(struct pool *pool, unsigned fn,
                               const struct form *a, const struct form *b);
/* The rows a..b of eye(n). */
const struct form *form_sel(struct pool *pool, const struct form *n,
                            const struct form *a, const struct form *b);
/* A[i, j] as sel(rows, i, i) * A * sel(cols, j, j)'. */
const struct form *form_entry(struct pool *pool, const struct form *a,
                              const struct form *i, const struct form *j);
/*
 * A member F[indices] of a family variable, of which the shape does not depend
 * on them; or what is obtained at these arguments, of any shapes.
 */
const struct form *form_member(struct pool *pool, const struct atom *family,
                               const struct form **args, size_t count);

/*
 * The arguments of an application or member with map(context, argument) for
 * each, but for sizes where they stay; NULL: one is.
 */
typedef const struct form *form_map(void *context, const struct form *f);
const struct form **atom_args(struct pool *pool, const struct atom *a,
                              bool sizes_stay, form_map *map, void *context);

/* fn(args...) with no simplification at all, of that shape. */
const struct form *form_plain(struct pool *pool, unsigned fn,
                              const struct form *rows, const struct form *cols,
                              const struct form **args, size_t count);

/*
 * Whether the scalar is an integer by its syntax: integer coefficients of
 * products of integer variables, of abs, relu, max, min of such, of signs and
 * relations, and of sums and products over an index of such.
 */
bool form_is_integer(const struct form *f);

#endif
