/*
 * The statement itself at an instance, in the total model, by its expressions
 * as they are written: what the core's reader and ring make of it is compared
 * with this.
 */
#ifndef MAJORANT_TESTS_AXIOMS_DIRECT_H
#define MAJORANT_TESTS_AXIOMS_DIRECT_H

#include "evaluate.h"
#include "ir/theorem.h"

struct direct {
    struct instance *x; /* its values: dims, then givens */
    const struct theorem *statement;
    struct {
        const struct symbol *symbol;
        struct real value;
    } indices[MAX_SPARE];
    size_t nindices;
};

struct matrix direct_value(struct direct *d, const struct expr *e);
struct real direct_real(struct direct *d, const struct expr *e);
/* All parts are looked at, so that what leaves its domain is counted. */
enum answer direct_answer(struct direct *d, const struct expr *e);
/* The comparison of two values, one perhaps a scalar. */
enum answer direct_compared(struct direct *d, enum relop op, struct matrix a,
                            struct matrix b);
/* The integers of the range of a binder; false: none, or too many. */
bool direct_range(struct direct *d, const struct expr *e, long *first,
                  long *last);
void direct_push(struct direct *d, const struct symbol *symbol,
                 struct real value);
void direct_pop(struct direct *d);

#endif
