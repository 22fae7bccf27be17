/*
 * The catalogue of order rules: the theorems of cited/, true inequalities and
 * identities between matrices, each stated in the language itself with one
 * claim.  Trusted; each cites its proof or its source, and the test suite tries
 * each on random instances.  The build writes them into the program
 * (catalogue_make.c), which so knows no others.
 *
 * A rule is used by replacing its givens by terms (RULE_INSTANCE); its
 * assumptions and the givens' kinds become side goals.
 */
#ifndef MAJORANT_LOGIC_CATALOGUE_H
#define MAJORANT_LOGIC_CATALOGUE_H

#include "base/buffer.h"
#include "logic/make.h"

struct catalogue;

/* A side of a rule's claim, and what tells at once whether a term may fit. */
struct catalogue_side {
    const struct expr *e;
    enum expr_op op; /* of e, as fn */
    enum function fn;
    bool has_given; /* else it says nothing about the terms */
};

/* A rule read once for all searches: lhs op rhs as in struct relation. */
struct catalogue_rule {
    const struct theorem *theorem;
    bool is_relation; /* else the claim has no sides */
    enum relop op;
    struct catalogue_side lhs, rhs;
};

/* The caller frees it.  Rules are read as they are asked for: one thread. */
struct catalogue *catalogue_new(void);
void catalogue_free(struct catalogue *c);
size_t catalogue_count(void);
const char *catalogue_name(size_t rule);
/* A rule to try when those that are not later led nowhere. */
bool catalogue_is_later(size_t rule);
/* The rule as a theorem with the single claim "rule". */
const struct theorem *catalogue_theorem(const struct catalogue *c, size_t rule);
/* Whether a given of the rule occurs in that part of it. */
bool catalogue_has_given(const struct expr *e);
/* The same rule, taken apart. */
const struct catalogue_rule *catalogue_rule(const struct catalogue *c,
                                            size_t rule);
/* Its number, or catalogue_count(). */
size_t catalogue_find(const char *name);
/* The text of the rule as a .bound file. */
const char *catalogue_text(size_t rule);

#endif
