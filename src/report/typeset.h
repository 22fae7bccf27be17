/*
 * Expressions of theorems as mathematics: MathML Core, from the IR.
 *
 * Where a plain let has a value, its name stands for that value, as in the
 * statement.  All texts of users are escaped.
 */
#pragma once

#include "ir/theorem.h"

/* Nesting and nodes that are shown; "…" stands for what is beyond. */
enum { TYPESET_MAX_DEPTH = 200, TYPESET_MAX_NODES = 20000 };

/*
 * A row of <math> elements that may be broken between them: before relations
 * and before the terms of a sum.
 */
/* "for all x, y", if there are any. */
void typeset_variables(struct buffer *out, const struct theorem *t,
                       const struct quantified *variables);
void typeset_relation(struct buffer *out, const struct theorem *t,
                      const struct expr *relation);
/* Link `link` of a claim (from 0), or all links where it is a chain. */
enum { TYPESET_ALL_LINKS = -1 };
void typeset_claim(struct buffer *out, const struct theorem *t,
                   const struct claim *claim, long link);
/* HTML: what is given, the lets and the assumptions, as lists. */
void typeset_hypotheses(struct buffer *out, const struct theorem *t);
/* A matrix of texts, by rows, as <math>. */
void typeset_matrix(struct buffer *out, const char *name,
                    const char *const *entries, size_t rows, size_t cols);
