/*
 * Terms of the core, which are their own normal forms.
 *
 * A form is a finite sum of terms, each a rational times a monomial of scalar
 * atoms times a word of matrix atoms, perhaps transposed, together with a
 * shape (rows, columns) of scalar forms; the empty word of a square shape is
 * the identity.  Equal forms of a pool are one pointer, and so are atoms,
 * monomials and words.  A word has no part of shape 1 x 1: such a part is a
 * scalar atom (ATOM_WORD), equal to its transpose.  Exponents are positive:
 * 1/x is the atom recip(x).
 *
 * Values are those of the total model of docs/core.md: every term denotes.
 *
 * Everything lives in the arena of its pool.  NULL stands for "no such form":
 * functions that take a form take NULL and then give NULL; the first reason is
 * kept (pool_why).  The order of terms is that of hashes of contents, so that
 * nothing depends on what was made before.
 */
#ifndef MAJORANT_CORE_FORM_H
#define MAJORANT_CORE_FORM_H

#include "base/arena.h"
#include "base/rational.h"
#include "core/table.h"

struct form;
struct atom;

enum variable_kind {
    VARIABLE_SYMBOL, /* a dim or given of a statement, by name */
    VARIABLE_FAMILY, /* a function of indices, never a value by itself */
    /* stands for all values of its range; in no hypothesis */
    VARIABLE_GENERIC,
    VARIABLE_FIXED, /* of a context: an arbitrary value, or one that exists */
    VARIABLE_BOUND, /* inside a binder alone, by its height */
    VARIABLE_SPARE, /* in the place of a bound one while a term is rebuilt */
    /*
     * A function of all dims and givens of a statement, which obtains its
     * values; its shape is in the spare_parameters (core/binder.h).  It is a
     * constant of a theory, in no list of symbols.
     */
    VARIABLE_OBTAINED
};

enum atom_kind {
    ATOM_VARIABLE,
    ATOM_APPLY,
    ATOM_MEMBER,
    ATOM_BINDER,
    ATOM_WORD
};

enum binder_kind {
    BINDER_SUM,
    BINDER_PROD,  /* lo first */
    BINDER_PRODR, /* hi first */
    BINDER_MAX,
    BINDER_MIN,
    BINDER_FORALL, /* of relations (core/relation.h) */
    BINDER_INTEGRAL,
    BINDER_RAY /* an integral from lo to infinity; hi is 0, and means nothing */
};

/* Variables of a term, sorted by hash. */
struct variables {
    size_t count;
    const struct atom **items;
};

/* An atom of a monomial with its exponent, or of a word, 1: transposed. */
struct letter {
    const struct atom *atom;
    unsigned power;
};

/* A monomial (by hash of the atoms), or a word. */
struct letters {
    struct hash hash;
    size_t count;
    const struct letter *items;
    unsigned height; /* the greatest of the binders in it, or 0 */
    unsigned depth;  /* the greatest of its atoms, or 0 */
    struct variables free;
};

struct number {
    struct hash hash;
    rational_t *value;
};

struct term {
    const struct number *coefficient; /* not 0 */
    const struct letters *monomial;
    const struct letters *word;
};

struct form {
    struct hash hash;
    const struct form *rows, *cols; /* NULL: a scalar */
    const struct term *terms;       /* by hashes of word, then monomial */
    size_t count;
    unsigned height; /* the greatest of its binders, or 0 */
    unsigned depth;  /* the greatest of its atoms, or 0 */
    struct variables free;
};

struct atom {
    struct hash hash;
    enum atom_kind kind;
    const struct form *rows, *cols; /* NULL: a scalar */
    unsigned height;
    unsigned depth; /* 1 + the greatest of its parts, at most POOL_MAX_DEPTH */
    struct variables free; /* itself where it is a variable */
    /* ATOM_VARIABLE: equal if all of this is */
    enum variable_kind variable;
    bool is_integer;
    unsigned serial;  /* ATOM_BINDER: the number of its bound variable */
    const char *name; /* or "" */
    const struct form *lo, *hi; /* VARIABLE_GENERIC, ATOM_BINDER; or NULL */
    unsigned function;          /* ATOM_APPLY (core/function.h) */
    const struct atom *head;    /* ATOM_MEMBER: a family, or what is obtained */
    const struct form **args;   /* ATOM_APPLY, ATOM_MEMBER */
    size_t count;
    enum binder_kind binder; /* ATOM_BINDER */
    const struct form *body;
    const struct letters *word; /* ATOM_WORD */
    const struct form *form;    /* by itself */
};

struct pool;

struct pool *pool_new(void);
void pool_free(struct pool *pool);
struct arena *pool_arena(struct pool *pool);
/* In the arena; NULL: there are none. */
void *pool_copy(struct pool *pool, const void *items, size_t count,
                size_t size);
/* The reason of the first NULL since the last pool_forgive, or NULL. */
const char *pool_why(const struct pool *pool);
void pool_forgive(struct pool *pool);
/* Remembers the reason; NULL. */
const void *pool_fail(struct pool *pool, const char *why);
/* How deep atoms are nested: whatever walks a term comes to an end. */
enum { POOL_MAX_DEPTH = 400 };
/* Takes one unit of the budget of POOL_MAX_FUEL; false: it is used up. */
enum { POOL_MAX_FUEL = 400000 };
bool pool_burn(struct pool *pool);
/* How many units were taken since the pool was made. */
size_t pool_burnt(const struct pool *pool);

/*
 * How many binders are open while a term is rebuilt: numbers their spare
 * variables, so that none is taken twice.
 */
unsigned pool_enter(struct pool *pool);
void pool_leave(struct pool *pool);

/* Interning.  Models may live on the stack; what they point to is interned. */
const struct number *pool_number(struct pool *pool, const mpq_t value);
const struct number *pool_integer(struct pool *pool, int64_t value);
typedef void number_op(mpq_ptr out, mpq_srcptr a, mpq_srcptr b);
/* a op b, of GMP's mpq_add, mpq_mul, ... */
const struct number *pool_number_of(struct pool *pool, number_op *op,
                                    const struct number *a,
                                    const struct number *b);
/* 1/a of what is not 0. */
const struct number *pool_inverse(struct pool *pool, const struct number *a);
const struct letters *pool_letters(struct pool *pool, size_t count,
                                   const struct letter *items);
/* Whether the letters have those of the part at that place. */
bool letters_have(const struct letters *whole, size_t place,
                  const struct letters *part);
/* Room for so many letters, until it is asked for again. */
struct letter *pool_room(struct pool *pool, size_t count);
const struct letters *letters_transposed(struct pool *pool,
                                         const struct letters *word);
/*
 * Of kind, shape (1 x 1 is a scalar's), and what the kind has; hash, height
 * and free are found.
 */
const struct atom *pool_atom(struct pool *pool, const struct atom *model);
/*
 * The sum of the terms in any order, equal ones added; rows NULL: a scalar.
 * The array is changed.
 */
const struct form *pool_form(struct pool *pool, const struct form *rows,
                             const struct form *cols, struct term *terms,
                             size_t count);

const struct form *pool_one(const struct pool *pool);
const struct form *form_rows(struct pool *pool, const struct form *f);
const struct form *form_cols(struct pool *pool, const struct form *f);
/* Of a letter, its transposition counted. */
const struct form *form_letter_rows(struct pool *pool, struct letter l);
const struct form *form_letter_cols(struct pool *pool, struct letter l);
bool form_scalar(const struct form *f);
/* The number that it is, or NULL, of NULL, too. */
const struct number *form_as_number(struct pool *pool, const struct form *f);
/* Whether it is 0, of any shape. */
bool form_is_nil(const struct form *f);

/* Whether it is a value by itself, without indices. */
bool variable_is_value(const struct atom *variable);
bool variables_have(const struct variables *set, const struct atom *variable);
/* Whether all of `part` are in `whole`. */
bool variables_within(const struct variables *part,
                      const struct variables *whole);
struct variables variables_of(struct pool *pool, const struct atom *variable);
struct variables variables_join(struct pool *pool, struct variables a,
                                struct variables b);
struct variables variables_without(struct pool *pool, struct variables set,
                                   const struct atom *variable);
/* Whether one is bound or spare, or generic and not in the scope. */
bool variables_stray(const struct variables *set,
                     const struct variables *scope);

#endif
