/*
 * The table of functions of the language: one row each, read by lowering, the
 * evaluators and the documentation test.
 *
 * X(ID, name, least arguments, most arguments, shape rule)
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum shape_rule {
    SHAPE_SIZES,  /* arguments are sizes: ones zeros eye unit */
    SHAPE_DIAG,   /* column (or row) -> square */
    SHAPE_DIAGOF, /* square -> column */
    SHAPE_KRON,
    SHAPE_HCAT,
    SHAPE_VCAT,
    SHAPE_SAME,          /* of the argument, any shape */
    SHAPE_PAIR,          /* two arguments of one shape, or one scalar */
    SHAPE_SCALAR,        /* any matrix -> scalar */
    SHAPE_SQUARE_SCALAR, /* square -> scalar */
    SHAPE_SQUARE,        /* square -> same */
    SHAPE_COLUMN,        /* r x c -> r x 1 */
    SHAPE_ROW,           /* r x c -> 1 x c */
    SHAPE_MASKED,        /* one argument, or two of equal shape -> same */
    SHAPE_SCALARS        /* scalars only -> scalar */
};

#define MAJORANT_FUNCTIONS(X)                                                  \
    X(ONES, "ones", 1, 2, SHAPE_SIZES)                                         \
    X(ZEROS, "zeros", 1, 2, SHAPE_SIZES)                                       \
    X(EYE, "eye", 1, 1, SHAPE_SIZES)                                           \
    X(UNIT, "unit", 2, 2, SHAPE_SIZES)                                         \
    X(DIAG, "diag", 1, 1, SHAPE_DIAG)                                          \
    X(DIAGOF, "diagof", 1, 1, SHAPE_DIAGOF)                                    \
    X(KRON, "kron", 2, 2, SHAPE_KRON)                                          \
    X(HCAT, "hcat", 1, 64, SHAPE_HCAT)                                         \
    X(VCAT, "vcat", 1, 64, SHAPE_VCAT)                                         \
    X(ABS, "abs", 1, 1, SHAPE_SAME)                                            \
    X(EXP, "exp", 1, 1, SHAPE_SAME)                                            \
    X(LOG, "log", 1, 1, SHAPE_SAME)                                            \
    X(SQRT, "sqrt", 1, 1, SHAPE_SAME)                                          \
    X(SIN, "sin", 1, 1, SHAPE_SAME)                                            \
    X(COS, "cos", 1, 1, SHAPE_SAME)                                            \
    X(TANH, "tanh", 1, 1, SHAPE_SAME)                                          \
    X(ERF, "erf", 1, 1, SHAPE_SAME)                                            \
    X(RELU, "relu", 1, 1, SHAPE_SAME)                                          \
    X(SIGN, "sign", 1, 1, SHAPE_SAME)                                          \
    X(MAX2, "max", 2, 2, SHAPE_PAIR)                                           \
    X(MIN2, "min", 2, 2, SHAPE_PAIR)                                           \
    X(SUM, "sum", 1, 1, SHAPE_SCALAR)                                          \
    X(MEAN, "mean", 1, 1, SHAPE_SCALAR)                                        \
    X(MAX, "max", 1, 1, SHAPE_SCALAR)                                          \
    X(MIN, "min", 1, 1, SHAPE_SCALAR)                                          \
    X(TRACE, "trace", 1, 1, SHAPE_SQUARE_SCALAR)                               \
    X(DET, "det", 1, 1, SHAPE_SQUARE_SCALAR)                                   \
    X(NORM1, "norm1", 1, 1, SHAPE_SCALAR)                                      \
    X(NORMINF, "norminf", 1, 1, SHAPE_SCALAR)                                  \
    X(NORM1INF, "norm1inf", 1, 1, SHAPE_SCALAR)                                \
    X(NORM2, "norm2", 1, 1, SHAPE_SCALAR)                                      \
    X(NORMFRO, "normfro", 1, 1, SHAPE_SCALAR)                                  \
    X(NORMMAX, "normmax", 1, 1, SHAPE_SCALAR)                                  \
    X(NORMNUC, "normnuc", 1, 1, SHAPE_SCALAR)                                  \
    X(ROWNORM2, "rownorm2", 1, 1, SHAPE_COLUMN)                                \
    X(ROWSUM, "rowsum", 1, 1, SHAPE_COLUMN)                                    \
    X(ROWMEAN, "rowmean", 1, 1, SHAPE_COLUMN)                                  \
    X(ROWMAX, "rowmax", 1, 1, SHAPE_COLUMN)                                    \
    X(ROWMIN, "rowmin", 1, 1, SHAPE_COLUMN)                                    \
    X(COLSUM, "colsum", 1, 1, SHAPE_ROW)                                       \
    X(COLMEAN, "colmean", 1, 1, SHAPE_ROW)                                     \
    X(COLMAX, "colmax", 1, 1, SHAPE_ROW)                                       \
    X(COLMIN, "colmin", 1, 1, SHAPE_ROW)                                       \
    X(SOFTMAX, "softmax", 1, 2, SHAPE_MASKED)                                  \
    X(LOGSUMEXP, "logsumexp", 1, 1, SHAPE_COLUMN)                              \
    X(DIAMETER, "diameter", 1, 1, SHAPE_SCALAR)                                \
    X(RES, "res", 1, 1, SHAPE_SAME)                                            \
    X(MINRES1, "minres1", 1, 1, SHAPE_SCALAR)                                  \
    X(MINRESINF, "minresinf", 1, 1, SHAPE_SCALAR)                              \
    X(MINRES1INF, "minres1inf", 1, 1, SHAPE_SCALAR)                            \
    X(INV, "inv", 1, 1, SHAPE_SQUARE)                                          \
    X(RANK, "rank", 1, 1, SHAPE_SCALAR)                                        \
    X(EIGMIN, "eigmin", 1, 1, SHAPE_SQUARE_SCALAR)                             \
    X(EIGMAX, "eigmax", 1, 1, SHAPE_SQUARE_SCALAR)                             \
    X(LAMBERTW, "lambertw", 2, 2, SHAPE_SCALARS)                               \
    X(NORMALISE, "normalise", 1, 1, SHAPE_SAME)

enum function {
#define X(id, name, least, most, rule) FN_##id,
    MAJORANT_FUNCTIONS(X)
#undef X
        FN_COUNT
};

struct function_info {
    const char *name;
    size_t least, most;
    enum shape_rule rule;
};

const struct function_info *function_info(enum function fn);
/* The function of that name that takes `arguments`; false: none does. */
bool function_find(enum function *out, const char *name, size_t arguments);
/* Whether any function has that name (whatever its arguments). */
bool function_exists(const char *name);
