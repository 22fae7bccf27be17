/*
 * Instances of a sequent: a value for each symbol, drawn by its kind, then
 * changed one symbol at a time until the hypotheses hold.
 */
#ifndef MAJORANT_TESTS_AXIOMS_DRAW_H
#define MAJORANT_TESTS_AXIOMS_DRAW_H

#include "base/buffer.h"
#include "core/read.h"
#include "evaluate.h"
#include "sample.h"

struct member; /* of a family, once it was asked for */

struct draw {
    struct work *work;
    const struct theorem *statement;
    struct reading *reading;
    const struct sequent *sequent;
    struct rng rng;
    struct instance instance;
    struct matrix *values;   /* of the instance */
    struct member **members; /* by symbol: a list */
    struct matrix turns[MAX_TURN];
    bool is_loose;       /* kinds are often not kept to */
    const char *unclear; /* of the last check of hypotheses */
};

void draw_init(struct draw *d, struct work *work, struct pool *pool,
               const struct theorem *statement, struct reading *reading,
               const struct sequent *sequent, uint64_t key);
void draw_clear(struct draw *d);
/*
 * A new instance; whether all hypotheses certainly hold.  What is drawn first
 * is asked about as it is: then `patience` symbols are drawn anew.  Without
 * patience kinds too are often not kept to, for what hypotheses exclude.
 */
bool draw_next(struct draw *d, unsigned patience);
/* Symbols and their values, a line each. */
void draw_print(struct draw *d, struct buffer *out);
void matrix_print(struct matrix m, struct buffer *out);

#endif
