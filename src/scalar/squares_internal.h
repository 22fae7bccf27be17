/* Parts of the search for sums of squares (scalar/squares.h). */
#ifndef MAJORANT_SCALAR_SQUARES_INTERNAL_H
#define MAJORANT_SCALAR_SQUARES_INTERNAL_H

#include "scalar/flint.h"
#include "scalar/interior.h"
#include "scalar/squares.h"

/* The polynomials of a problem. */
struct reading {
    const struct theory *theory;
    struct pool *pool;
    const struct problem *problem;
    struct enclosure *enclosure;
    fmpq_mpoly_ctx_t ring;
    size_t nletters;
    const struct atom *letters[SQUARES_LETTERS];
    /* 1 + the fact that the letter is not below 0, or 0 */
    size_t sign[SQUARES_LETTERS];
    struct squares_fact facts[SQUARES_FACTS_MOST];
    fmpq_mpoly_t sides[SQUARES_FACTS_MOST]; /* compared with 0 */
    size_t nfacts;
    fmpq_mpoly_t goal;
    slong weights[SQUARES_LETTERS]; /* so that equations of roots have one
                                       degree: x has 2 where sqrt(x) is */
    bool counts_numbers; /* degrees count letters without variables */
    size_t denied;       /* 1 + the fact that the goal fails, or 0 */
};

/* ---- squares_read.c ---- */

/* False: too much, or no polynomial. */
bool squares_read(struct reading *r, const struct theory *theory,
                  struct pool *pool, const struct problem *problem,
                  enum squares_effort effort, unsigned depth);
void squares_forget(struct reading *r);
bool squares_is_strict(const struct reading *r, size_t fact);
bool squares_is_equation(const struct reading *r, size_t fact);
/* False: its degree is too large. */
bool squares_polynomial(fmpq_mpoly_t out, const struct reading *r,
                        const struct form *f);
/* Whether the letter is a number that degrees do not count. */
bool squares_is_constant(const struct reading *r, size_t letter);
/* How much the letter counts for degrees. */
slong squares_weight(const struct reading *r, size_t letter);
slong squares_degree(const struct reading *r, const fmpq_mpoly_struct *f);
const struct form *squares_form(const struct reading *r, const fmpq_mpoly_t f);
/* What a relation 0 == f, 0 <= f, 0 < f of scalars compares with 0; or NULL. */
const struct form *squares_side(const struct form *relation);
size_t squares_letter(const struct reading *r, const struct atom *a);
/* Whether all letters of f are there, or any of them. */
bool squares_has_letter(const struct reading *r, const struct form *f,
                        bool all);
/* The letters of f and, if those that can be lifted are, of the arguments of
 * these; false: too many. */
bool squares_add_letters(struct reading *r, const struct form *f,
                         bool is_lifting);
/* 1 + the fact, or 0: it was known, or is none about these letters. */
size_t squares_add_fact(struct reading *r, const struct squares_fact *fact);
/* squares_proof with the depth of proofs within it. */
const struct proof *squares_within(const struct theory *theory,
                                   struct pool *pool, const struct problem *p,
                                   enum squares_effort effort, unsigned depth);

/* ---- squares_lift.c ---- */

/* Whether there are equations for it in its arguments. */
bool squares_is_lifted(const struct atom *a);
/* Letters for roots of factors, and roots that powers are powers of. */
void squares_add_roots(struct reading *r, enum squares_effort effort);
/* The weights of letters, which are sorted. */
void squares_weigh(struct reading *r);
void squares_add_lifts(struct reading *r, enum squares_effort effort,
                       unsigned depth);

/* ---- squares_ideal.c ---- */

/* A Groebner basis of the equations, and what it is of them. */
struct ideal {
    const struct reading *reading;
    size_t ngiven, count;
    size_t given[SQUARES_EQUATIONS]; /* facts */
    fmpq_mpoly_struct basis[SQUARES_BASIS];
    fmpq_mpoly_struct cofactors[SQUARES_BASIS][SQUARES_EQUATIONS];
};

void ideal_init(struct ideal *ideal, const struct reading *r);
void ideal_clear(struct ideal *ideal);
/* rest := the normal form of f, f the sum of by[k] * given k and it; by may be
 * NULL. */
void ideal_reduce(fmpq_mpoly_t rest, fmpq_mpoly_struct *by,
                  const struct ideal *ideal, const fmpq_mpoly_t f);

/* ---- squares_program.c ---- */

/* Squares of sums of the rows, times facts. */
struct block {
    size_t facts[SQUARES_FACTORS];
    size_t nfacts, count;
    bool is_strict; /* a number times facts that are strict */
    fmpq_mpoly_t weight;
    fmpq_mpoly_struct *rows;
};

/* The sum of all blocks is to be `target`, modulo the ideal. */
struct program {
    const struct reading *reading;
    const struct ideal *ideal;
    fmpq_mpoly_t target;
    bool is_normed; /* strict blocks add up to 1 */
    struct block *blocks;
    size_t nblocks;
};

void program_init(struct program *p, const struct reading *r,
                  const struct ideal *ideal);
void program_clear(struct program *p);
/*
 * The blocks for that degree, or for what comes so many after it in the order
 * of what is tried; false: too much, or none.
 */
bool program_blocks(struct program *p, enum squares_effort effort,
                    unsigned degree, unsigned further);
/* Entries i <= j of all blocks, one block after the other, row by row. */
size_t program_entries(const struct program *p);
/*
 * Equations for the entries, their right sides in the last column; false: too
 * much.  To be cleared in any case.
 */
bool program_equations(fmpq_mat_t out, const struct program *p);

/* ---- squares_face.c ---- */

/* A program in doubles. */
struct numbers {
    struct interior interior;
    size_t *size;
    struct interior_entry *entries;
    double *right;
    double *x; /* a solution, blocks in full, over `scale` */
    double scale;
};

/* Where the solution is singular, squares are those of fewer rows; false: it
 * is nowhere. */
bool program_reduce(struct program *p, const struct numbers *n);

/* ---- squares_round.c ---- */

/*
 * Exact matrices near a solution, or on a face of them: y has L and D of each
 * block, D on the diagonals.  False: there is none, or it was not found.
 */
bool program_solve(fmpq *y, struct program *p);

#endif
