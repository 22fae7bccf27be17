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
    } indices[MAX_INDICES];
    size_t nindices;
};

struct matrix direct_value(struct direct *d, const struct expr *e);
struct real direct_real(struct direct *d, const struct expr *e);
/*
 * A member of the family let number k of a struct direct: the first clause that
 * has the indices; 0 where none has.
 */
struct matrix direct_family(void *direct, size_t k, const struct real *indices,
                            size_t count);
/* All parts are looked at, so that what leaves its domain is counted. */
enum answer direct_answer(struct direct *d, const struct expr *e);
/* The comparison of two values, one perhaps a scalar. */
enum answer direct_compared(struct direct *d, enum relop op, struct matrix a,
                            struct matrix b);
/* The integers of the range of a binder; false: none, or too many. */
bool direct_range(struct direct *d, const struct expr *e, long *first,
                  long *last);
/* Zeros. */
struct matrix direct_blank(struct direct *d, const struct dim *rows,
                           const struct dim *cols);
void direct_push(struct direct *d, const struct symbol *symbol,
                 struct real value);
void direct_pop(struct direct *d);

#endif
