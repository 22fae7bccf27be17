/*
 * Expressions of a theorem with names resolved and symbolic shapes: a
 * hash-consed DAG, so equal expressions are the same pointer.
 *
 * A value has a shape (rows, cols); it is a scalar when both are the
 * polynomial 1.  A relation (is_relation) has no shape and a truth.
 *
 * Funcs are expanded and plain `let`s are inlined (a shared pointer).  Families
 * stay references: EX_LET with its index expressions.  `rows`/`cols` sizes,
 * index expressions and range ends are expressions too; they are closed (made
 * of numbers, symbols and rational operations) and have integer values.
 *
 * rank, mean and max over an index etc. are calls or binders as the enum says.
 */
#pragma once

#include "base/source.h"
#include "ir/dim.h"
#include "ir/function.h"
#include "lang/ast.h"

enum expr_op {
    /* leaves */
    EX_NUMBER, /* number */
    EX_PI,
    EX_INFINITY, /* only as an end of integral or of a given's range */
    EX_SYMBOL,   /* symbol: its integer value (real for SYM_REAL) as a scalar */
    EX_GIVEN,    /* given `decl`, kids are the indices of a family member */
    EX_LET,      /* family let `decl`, kids are the indices */
    /* arithmetic; kids[0], kids[1] */
    EX_ADD, /* equal shapes */
    EX_SUB, /* equal shapes */
    EX_NEG,
    EX_MATMUL,  /* (r x k)(k x c), neither a scalar */
    EX_SCALE,   /* scalar kids[0] times kids[1] of any shape */
    EX_DIVIDE,  /* kids[0] of any shape by scalar kids[1] */
    EX_DOT_MUL, /* entry by entry: equal shapes, or one side a scalar */
    EX_DOT_DIV,
    EX_POW,     /* scalar ^ scalar */
    EX_DOT_POW, /* entry by entry, as DOT_MUL */
    EX_MATPOW,  /* square matrix ^ closed integer expression kids[1] */
    EX_TRANSPOSE,
    /* shapes */
    EX_ENTRY,   /* kids[0][kids[1], kids[2]]: scalar */
    EX_SLICE,   /* kids[0][kids[1]..kids[2], kids[3]..kids[4]]: both ends in */
    EX_LITERAL, /* rows * cols scalar kids, by rows */
    EX_CALL,    /* fn(kids...); SHAPE_SIZES: kids are closed integer exprs */
    /* binders: symbol in kids[0]..kids[1] (reversed), body kids[2] */
    EX_SUM,
    EX_PROD, /* scalars, or square matrices multiplied from left to right */
    EX_MAX,
    EX_MIN,
    EX_INTEGRAL,    /* symbol is SYM_REAL */
    EX_EXPECTATION, /* no ends: body kids[0]; symbol is SYM_REAL */
    EX_IF, /* relation kids[0], then kids[1] or kids[2] (equal shapes) */
    /* relations */
    EX_REL, /* kids[0] relop kids[1]: equal shapes, or one side a scalar */
    EX_PSD, /* kids[0] square */
    EX_AND, /* two kids */
    EX_OR,
    EX_NOT,
    EX_FORALL /* symbol in kids[0]..kids[1], body kids[2] */
};

struct expr {
    enum expr_op op;
    enum function fn; /* EX_CALL */
    enum relop rel;   /* EX_REL */
    bool is_relation;
    bool reversed;    /* binders over a range */
    unsigned id;      /* dense within a pool */
    struct span span; /* where it was first written */
    const struct dim *rows, *cols;
    const rational_t *number;    /* EX_NUMBER */
    const struct symbol *symbol; /* EX_SYMBOL and binders */
    size_t decl;                 /* EX_GIVEN, EX_LET */
    const struct expr *const *kids;
    size_t count;
    const char *name; /* EX_GIVEN, EX_LET: for printing */
    /* free index and integration variables, sorted by id (not dims) */
    const struct symbol *const *free;
    size_t nfree;
};

struct expr_pool;

struct expr_pool *expr_pool_new(struct arena *arena);
struct dim_pool *expr_dims(struct expr_pool *pool);
size_t expr_count(const struct expr_pool *pool);

/*
 * The node equal to `model` (op, fn, rel, reversed, shape, number, symbol,
 * decl, kids), made if there is none.  `model->free` and `id` are ignored.
 */
const struct expr *expr_intern(struct expr_pool *pool,
                               const struct expr *model);

bool expr_is_scalar(const struct expr *e);
/* Whether the index or integration variable is free in `e`. */
bool expr_has_free(const struct expr *e, const struct symbol *symbol);
/* Whether `e` is a call of that function. */
bool expr_is_call(const struct expr *e, enum function fn);

/*
 * Whether `e`, written out as a tree, has at most `most` parts; found in so
 * many steps, although a DAG of few nodes may stand for a tree of any size.
 * What walks an expression without remembering where it was asks this first.
 */
bool expr_is_within(const struct expr *e, size_t most);

/* Shorthands; shapes are the caller's duty only where a parameter says so. */
const struct expr *expr_number(struct expr_pool *, const rational_t *value,
                               struct span span);
const struct expr *expr_int(struct expr_pool *, int64_t value,
                            struct span span);
const struct expr *expr_symbol(struct expr_pool *, const struct symbol *s,
                               struct span span);
/* Scalars a op b, for EX_ADD EX_SUB EX_SCALE EX_DIVIDE EX_POW. */
const struct expr *expr_binary(struct expr_pool *, enum expr_op op,
                               const struct expr *a, const struct expr *b,
                               struct span span);
/* A closed expression with the value of a size. */
const struct expr *expr_of_dim(struct expr_pool *, const struct dim *a,
                               struct span span);

/* Source-like text, for messages and reports; "..." stands for what is too
 * much. */
void expr_print(struct buffer *out, const struct expr *e);
