/*
 * An exact instance that violates a claim, kept as text for reports.
 */
#pragma once

#include "base/buffer.h"
#include "eval/enclosure.h"
#include "instance/instance.h"

/* One input matrix: its entries, or the expression that a case fixed it by. */
struct counterexample_value {
    char *name; /* "X" or "WV[2, 1]" */
    size_t rows, cols;
    char **entries;   /* by rows, exact; NULL where there is an expression */
    char *expression; /* or NULL */
};

struct counterexample_size {
    char *name;
    int64_t value;
};

/* In place of a trial's number: a search found it, or it was stored. */
#define COUNTEREXAMPLE_SEARCHED UINT64_MAX
#define COUNTEREXAMPLE_STORED (UINT64_MAX - 1)

struct counterexample {
    uint64_t trial;
    struct counterexample_size *sizes;
    size_t nsizes;
    struct counterexample_value *values;
    size_t nvalues;
    struct enclosure lhs, rhs; /* of the worst entry; NONE if no two sides */
};

/* The sizes and values of `x`; the sides are left NONE. */
struct counterexample *counterexample_new(uint64_t trial,
                                          const struct instance *x);
void counterexample_free(struct counterexample *c);

/* Whether there are sizes or values: a claim about numbers alone has none. */
bool counterexample_has_values(const struct counterexample *c);

/*
 * "n = 2, d = 1; X = [1; -1]".  Matrices of over `max_entries` are cut short,
 * and entries of over `max_chars` stand as "~0.333333".
 */
void counterexample_print(struct buffer *out, const struct counterexample *c,
                          size_t max_entries, size_t max_chars);
