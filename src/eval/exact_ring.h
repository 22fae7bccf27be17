/*
 * The inside of a ring of exact numbers (exact_number.h): interned numbers,
 * monomials, atoms and classes of radicands, and polynomials not yet interned.
 * For the exact_*.c files that make numbers; evaluators use exact_number.h.
 */
#pragma once

#include "base/map.h"
#include "base/status.h"
#include "base/truth.h"
#include "eval/exact_number.h"

enum exact_kind {
    ATOM_OPAQUE,
    ATOM_PI,
    ATOM_INVERSE,
    ATOM_SQRT,
    ATOM_ABS,
    ATOM_LOG,
    ATOM_SIN,
    ATOM_COS,
    ATOM_TANH,
    ATOM_ERF,
    ATOM_LAMBERT0,
    ATOM_LAMBERT1,
    ATOM_SUM,     /* x + y, too long to be written out */
    ATOM_PRODUCT, /* x * y */
    ATOM_MATRIX   /* fn of a matrix */
};

struct exact_cache {
    arb_t ball;
    slong prec; /* 0: the ball is not initialised */
};

struct exact_atom {
    enum exact_kind kind;
    exact_id x, y; /* EXACT_NONE where there is none */
    enum function fn;
    uint32_t rows, cols;
    const exact_id *entries;
    exact_id square; /* the atom's square, whose atoms are older; or NONE.
                        Such an atom has the power 1 in a monomial */
    uint32_t depth;
    struct exact_cache cache;
};

struct exact_factor {
    uint32_t atom;
    int32_t power; /* not 0; ATOM_INVERSE: positive */
};

struct exact_mono {
    uint32_t root;     /* class of the radicand; 0: no square root */
    exact_id exponent; /* EXACT_ZERO: no exponential */
    const struct exact_factor *factors; /* by atom */
    uint32_t count;
    uint32_t depth;
    struct exact_cache cache;
};

enum { EXACT_MONO_ONE = 1 };

struct exact_term {
    fmpq coeff;
    uint32_t mono;
};

/* Sorted by mono, no coefficient 0, once poly_normalise has run. */
struct exact_poly {
    struct exact_term *terms;
    size_t count, capacity;
};

struct exact_number {
    struct exact_term *terms; /* of the arena */
    uint32_t count;
    uint32_t depth;
    exact_id product; /* exact_set_product, or NONE */
    bool sign_tried;
    enum exact_sign sign;
};

/* A product of monomials, c * mono * squares, that was worked out before. */
struct exact_product {
    uint32_t x, y, mono; /* x 0: none */
    exact_id squares;
    fmpq c;
    uint64_t work; /* what it took, and is charged again */
};
enum { EXACT_PRODUCTS = 1 << 10 }; /* kept, each in a place of its own */

struct exact_ring {
    struct arena *arena;
    struct exact_product *products; /* by mono pairs; NULL: none yet */
    struct exact_number *numbers;
    struct exact_mono *monos;
    struct exact_atom *atoms;
    fmpz *roots; /* representatives; roots[0] = 1 */
    size_t nnumbers, nmonos, natoms, nroots;
    size_t numbers_room, monos_room, atoms_room;
    struct map number_table, mono_table, atom_table;
    uint64_t work;
    unsigned nesting; /* of products that replace squares of atoms */
    bool exhausted;
};

/* ---- interning (exact_intern.c) ---- */

/* The number of a normalised polynomial within the limits of a number. */
exact_id number_intern(struct exact_ring *ring, const struct exact_poly *p);
/* A monomial; model->factors is copied. 0 when the ring is exhausted. */
uint32_t mono_intern(struct exact_ring *ring, const struct exact_mono *model);
/* The monomial as a number. */
exact_id number_of_model(struct exact_ring *ring,
                         const struct exact_mono *model);
/* c * monomial as a number. */
exact_id number_of_mono(struct exact_ring *ring, const fmpq_t c, uint32_t mono);
/*
 * The number of an atom (kind, x, y, fn, rows, cols, entries, square);
 * an opaque one where the atom would be nested too deeply.
 */
exact_id atom_number(struct exact_ring *ring, const struct exact_atom *model);
/* Shorthand: kind(x) with the given square (or EXACT_NONE). */
exact_id atom_of(struct exact_ring *ring, enum exact_kind kind, exact_id x,
                 exact_id square);

/* ---- polynomials and monomials (exact_poly.c) ---- */

void poly_clear(struct exact_poly *p);
void poly_push(struct exact_poly *p, const fmpq_t c, uint32_t mono);
void poly_normalise(struct exact_poly *p);
/* The terms of a number, not owned: never clear or change it. */
struct exact_poly poly_view(const struct exact_ring *ring, exact_id x);
/* out = a + c * b, these normalised, out 0 before; it aliases neither. */
void poly_add(struct exact_poly *out, const struct exact_poly *a,
              const fmpq_t c, const struct exact_poly *b);
/* out = a * b; false: more than `limit` terms, or another limit. */
bool poly_mul(struct exact_ring *ring, struct exact_poly *out,
              const struct exact_poly *a, const struct exact_poly *b,
              size_t limit);
/* Within the limits of a number. */
bool poly_fits(const struct exact_poly *p);
/* The power of an atom in a monomial, and the monomial without it. */
int32_t mono_power(const struct exact_ring *ring, uint32_t mono, uint32_t atom);
uint32_t mono_without(struct exact_ring *ring, uint32_t mono, uint32_t atom);

/* ---- square roots of integers (exact_root.c) ---- */

/*
 * sqrt(n) = c * sqrt(roots[*root]) for n > 0, making a new class if needed;
 * false: too many classes, or too many bits.
 */
bool root_class(struct exact_ring *ring, fmpq_t c, uint32_t *root,
                const fmpz_t n);
/* sqrt(roots[a]) * sqrt(roots[b]) in the same way. */
bool root_product(struct exact_ring *ring, fmpq_t c, uint32_t *root, uint32_t a,
                  uint32_t b);
/* 1/x of an algebraic x != 0 by linear algebra; NONE: field too large. */
exact_id root_inverse(struct exact_ring *ring, exact_id x);

/* ---- shared by exact_number.c, exact_power.c, exact_elementary.c ---- */

/* exp(x) as a monomial, without looking for logarithms in x. */
exact_id exponential(struct exact_ring *ring, exact_id x);
/*
 * x = c * exp(*exponent) * *rest for x != 0 that is not formally 0, with c the
 * coefficient of the term of x with the largest exponential: equal for x and
 * all its multiples by exponentials, where comparisons succeed.
 */
void number_split(struct exact_ring *ring, fmpq_t c, exact_id *exponent,
                  exact_id *rest, exact_id x);
/* x, or the product it is known to equal. */
exact_id number_product(const struct exact_ring *ring, exact_id x);
/* Its only term, or NULL. */
const struct exact_term *number_single(const struct exact_ring *ring,
                                       exact_id x);

/* ---- enclosures (exact_ball.c) ---- */

void poly_ball(arb_t out, struct exact_ring *ring, const struct exact_poly *p,
               slong prec);
