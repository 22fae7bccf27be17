/*
 * Forms and relations of the core at one instance, in the total model.
 *
 * Written from docs/core.md and docs/language.md alone: nothing of src/eval.
 * Integrals are numerical, of what is smooth (quadrature.h).
 */
#ifndef MAJORANT_TESTS_AXIOMS_EVALUATE_H
#define MAJORANT_TESTS_AXIOMS_EVALUATE_H

#include "core/relation.h"
#include "core/theorem.h"
#include "matrix.h"

/* Heights of binders, indices in scope, terms of a range, sizes, at most. */
enum { MAX_BOUND = 64, MAX_INDICES = 128, MAX_RANGE = 64, MAX_SIZE = 300 };

struct memory; /* values of closed terms */

struct instance {
    struct work *work;
    struct pool *pool; /* of the forms */
    const struct sequent *sequent;
    struct matrix *values; /* by symbol; of families nothing */
    /* a member of the family that is symbol k */
    struct matrix (*member)(void *context, size_t k, const struct real *indices,
                            size_t count);
    void *context;
    /* a member of the family that clauses define, by number */
    struct matrix (*defined)(void *definer, size_t k,
                             const struct real *indices, size_t count);
    void *definer;
    struct memory *memory;
    struct real bound[MAX_BOUND]; /* by number */
};

/* After work_restart, or when a value has changed. */
void instance_forget(struct instance *x);
struct matrix form_value(struct instance *x, const struct form *f);
struct real form_real(struct instance *x, const struct form *f);
/* max(0, floor(size)). */
size_t form_size(struct instance *x, const struct form *f);
/* The integers of a range; false: none, or too many. */
bool instance_range(struct instance *x, const struct form *lo,
                    const struct form *hi, long *first, long *last);
/* Three-valued: unclear where numbers are equal up to their error. */
enum answer relation_answer(struct instance *x, const struct form *r);

#endif
