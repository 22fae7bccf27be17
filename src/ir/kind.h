/*
 * The kinds of givens: one row each, which declarations, samplers, checks and
 * reports go by.  What a kind means is in docs/language.md, section 3.
 *
 * X(ID, word behind `:`, least and most sizes, facts, words of reports)
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum kind_facts {
    KIND_SQUARE = 1,    /* rows == cols; one size is enough */
    KIND_SYMMETRIC = 2, /* A' == A */
    KIND_NONNEG = 4,    /* no negative entry */
    KIND_ROWS_ONE = 8,  /* nonnegative rows that sum to 1 */
    KIND_TALL = 16,     /* no more columns than rows */
    /* A range is checked behind the map: no map is sure to keep both. */
    KIND_RIGID = 32,
    KIND_CONE = 64 /* positive multiples are of the kind too */
};

/* ORDER: enum values are indices of the table in kind.c. */
#define MAJORANT_KINDS(X)                                                      \
    X(REAL, "real", 0, 2, KIND_CONE, NULL)                                     \
    X(INT, "int", 0, 2, 0, NULL)                                               \
    X(STOCHASTIC, "stochastic", 2, 2,                                          \
      KIND_NONNEG | KIND_ROWS_ONE | KIND_RIGID, "row-stochastic")              \
    X(SYMMETRIC, "symmetric", 1, 2, KIND_SQUARE | KIND_SYMMETRIC | KIND_CONE,  \
      "symmetric")                                                             \
    X(PSD, "psd", 1, 2, KIND_SQUARE | KIND_SYMMETRIC | KIND_RIGID | KIND_CONE, \
      "symmetric positive semidefinite")                                       \
    X(ORTHOGONAL, "orthogonal", 1, 2, KIND_SQUARE | KIND_RIGID, "orthogonal")  \
    X(NONNEG, "nonneg", 0, 2, KIND_NONNEG | KIND_CONE, "nonnegative")          \
    X(UNIT, "unit", 1, 1, KIND_RIGID, "a unit vector")                         \
    X(FRAME, "frame", 2, 2, KIND_TALL | KIND_RIGID,                            \
      "with orthonormal columns")                                              \
    X(SIMPLEX, "simplex", 1, 1, KIND_NONNEG | KIND_RIGID,                      \
      "nonnegative with sum 1")                                                \
    X(PERMUTATION, "permutation", 1, 2,                                        \
      KIND_SQUARE | KIND_NONNEG | KIND_ROWS_ONE | KIND_RIGID,                  \
      "a permutation matrix")                                                  \
    X(MASK, "mask", 1, 2, KIND_NONNEG | KIND_RIGID, "with entries 0 and 1")    \
    X(DOUBLY_STOCHASTIC, "doubly_stochastic", 1, 2,                            \
      KIND_SQUARE | KIND_NONNEG | KIND_ROWS_ONE | KIND_RIGID,                  \
      "doubly stochastic")                                                     \
    X(SKEW, "skew", 1, 2, KIND_SQUARE | KIND_RIGID | KIND_CONE,                \
      "skew-symmetric")                                                        \
    X(DIAGONAL, "diagonal", 1, 2,                                              \
      KIND_SQUARE | KIND_SYMMETRIC | KIND_RIGID | KIND_CONE, "diagonal")       \
    X(LOWER, "lower", 1, 2, KIND_SQUARE | KIND_RIGID | KIND_CONE,              \
      "lower triangular")

enum given_kind {
#define X(id, word, least, most, facts, phrase) GIVEN_##id,
    MAJORANT_KINDS(X)
#undef X
};

struct kind_info {
    const char *word;
    size_t least, most;
    unsigned facts;     /* kind_facts */
    const char *phrase; /* or NULL: nothing to say */
};

const struct kind_info *kind_info(enum given_kind kind);
bool kind_has(enum given_kind kind, unsigned facts); /* all of them */
/* false: no kind has that word. */
bool kind_find(enum given_kind *out, const char *word);
