/*
 * Linear programs over terms (combine.c): what rows and columns are.
 */
#ifndef MAJORANT_ALGEBRA_COMBINE_INTERNAL_H
#define MAJORANT_ALGEBRA_COMBINE_INTERNAL_H

#include "algebra/find_internal.h"

enum {
    COMBINE_FACTS = 400,
    COMBINE_COLUMNS = 900,
    COMBINE_ROWS = 400,
    COMBINE_FACTORS = 24,
    COMBINE_TERMS = 24,
    COMBINE_SMALL = 8,  /* terms of a product of facts that no row asks for */
    COMBINE_POWERS = 2, /* of a letter, above those that the goal has */
    COMBINE_UNDER = 24, /* columns under a sum */
    COMBINE_DEEP = 2    /* sums within each other */
};

/*
 * fact * ... * square * ..., in this order.  A sum over an index of what is
 * such a product there is a fact as well, that is made when it is needed.
 */
struct column {
    const struct form *form;
    fact_t facts[COMBINE_FACTORS];
    size_t nfacts;
    const struct form *squares[COMBINE_FACTORS];
    size_t nsquares;
    bool is_strict;
    /* 0 <= sum(index, *inner) is facts[place]; NULL: there is none. */
    const struct column *inner;
    const struct atom *index;
    const struct form *sum;
    size_t place;
};

struct inequality {
    const struct form *form;
    fact_t fact;
    bool is_strict, is_transposed; /* what the fact says, transposed */
};

/*
 * Columns that a row needs: those that have its term above 0, or below.  What
 * the goal or another column has there, they are to make or to cancel.
 */
enum { NEEDS_MORE = 1, NEEDS_LESS = 2 };

struct program {
    struct find *find;
    const struct form *goal;
    struct column *columns;
    size_t ncolumns;
    struct term *rows;
    unsigned *needs, *met; /* of each row; met: they were looked for */
    size_t nrows;
    struct inequality *sources;
    size_t nsources;
    struct memo known; /* forms of columns */
    struct memo said;  /* forms of sources */
    size_t most;       /* columns */
    unsigned power;    /* the highest of a letter in them */
    unsigned deep;     /* how many sums it is under */
    struct memo under; /* of sums, the columns under them */
};

/* The row of the term's monomial and word; nrows: there is none. */
size_t program_find_row(const struct program *p, const struct term *t);
/* The same, made if there is room; COMBINE_ROWS: there is not. */
size_t program_row(struct program *p, const struct term *t);
/* The rows of the form's terms need such columns as have these (or cancel). */
void program_need(struct program *p, const struct form *f, bool is_turned);
/* Joins if its terms have rows, or get such. */
void program_add(struct program *p, const struct column *c);
/* The facts in sight, the last ones first; that speak of an index, if there is
 * one. */
void program_sources(struct program *p, const struct atom *index);
/* Columns that have the term of row i with such a sign. */
void program_meet(struct program *p, size_t i, unsigned signs);
/* The same by what is under its sums, at an index (under.c). */
void program_meet_sums(struct program *p, const struct term *row);
/*
 * The source, or the sum that c has, if there is one, in the place of `length`
 * letters of the word of t, times the rest of t.
 */
void program_product(struct program *p, struct column c,
                     struct inequality *source, const struct term *t, size_t at,
                     size_t length);
/* Room for columns, rows and sources; program_free frees it. */
void program_start(struct program *p, struct find *s, const struct form *goal,
                   size_t most);
void program_free(struct program *p);
/* The monomial as squares and signs; is_strict stays where it is above 0. */
bool column_push(struct program *p, struct column *c, const struct letters *m);
/* The product of what the column has, computed. */
const struct form *column_form(struct program *p, const struct column *c);
/* Makes the fact of what it has under a sum; false: it was refused. */
bool column_make(struct find *s, struct column *c);

#endif
