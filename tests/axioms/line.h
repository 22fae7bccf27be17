/*
 * Rows, columns and whole matrices as lists of numbers, and what is made of
 * one: sums, extremes (0 of nothing), norms.
 */
#ifndef MAJORANT_TESTS_AXIOMS_LINE_H
#define MAJORANT_TESTS_AXIOMS_LINE_H

#include "matrix.h"

struct line {
    const struct real *a;
    size_t count, step;
};

struct line line_row(struct matrix m, size_t i);
struct line line_column(struct matrix m, size_t j);
struct line line_whole(struct matrix m);

struct real line_sum(struct work *w, struct line l);
struct real line_mean(struct work *w, struct line l);
struct real line_max(struct work *w, struct line l);
struct real line_min(struct work *w, struct line l);
struct real line_norm1(struct work *w, struct line l);
struct real line_norm2(struct work *w, struct line l);
struct real line_normmax(struct work *w, struct line l);
struct real line_logsumexp(struct work *w, struct line l);

#endif
