/* What the files that write proofs share. */
#ifndef MAJORANT_SCALAR_WRITE_INTERNAL_H
#define MAJORANT_SCALAR_WRITE_INTERNAL_H

#include "draft/draft.h"
#include "scalar/problem.h"

struct named {
    struct substitution *items; /* name := what it stands for */
    size_t count;
};

struct writer {
    struct draft *draft;
    struct pool *pool;
    struct named names;
    /* Facts in sight: as problems have them, and as the draft does. */
    const struct form **relations;
    fact_t *facts;
    size_t count;
};

/* ---- write.c ---- */

/* What stood there before names were given. */
const struct form *writer_unnamed(struct writer *w, const struct form *f);
void writer_push(struct writer *w, const struct form *relation, fact_t fact);
const struct form *writer_said(const struct writer *w, fact_t fact);
/* FACT_NONE: a line was refused. */
fact_t writer_write(struct writer *w, const struct proof *p);
/* The kids from `first` on, their facts at the same places; false: one was
 * refused. */
bool writer_kids(struct writer *w, const struct proof *p, size_t first,
                 fact_t *facts);
/* The relation, as the draft has it, by enclosures with the facts in sight. */
fact_t writer_enclose(struct writer *w, const struct form *relation);
/* A or B, not A or C |- B or C: the part of the first fact that is r. */
fact_t writer_resolve(struct writer *w, fact_t first, const struct form *r,
                      fact_t second);

/*
 * The lines of a kind of proof; facts: room for those of the kids, the first of
 * which may be there.
 */
typedef fact_t proof_writer(struct writer *w, const struct proof *p,
                            fact_t *facts);

/* ---- write_terms.c ---- */

/* A form by a fact about a multiple of it, or a number above 0. */
struct summand {
    const struct form *form;
    fact_t fact;
};
/* 0 (fn) first + second + c * root^2, of a number c; NULL: there is none. */
fact_t write_sum(struct writer *w, bool strict, const struct summand *first,
                 const struct summand *second, const struct form *c,
                 const struct form *root);
/* What a goal compares with 0, scaled as in the search. */
const struct form *writer_compared(struct writer *w, const struct proof *p);
proof_writer write_product;

/* ---- write_slopes.c ---- */

proof_writer write_area, write_rise, write_bend;

/* ---- write_equations.c ---- */

/* What an instance of a claim says where its terms have values: without the
 * parts of other kinds that facts in sight deny. */
fact_t writer_settled(struct writer *w, fact_t fact, unsigned kind);
proof_writer write_theorem, write_rewrite;

/* ---- write_squares.c ---- */

proof_writer write_squares;

#endif
