/*
 * Statements of `ir` as sequents of the core.
 *
 * Axioms are read totally: their relations are meant in the total model.  Of
 * any other statement the claim C under assumptions H is read as the sequent
 * S(H) |- W(C): S is "certainly true", W "not false" in the language's
 * three-valued logic, built on D(t), the conditions under which the term t has
 * a value; then C is not false wherever the language admits the instance, and
 * true where it is defined (docs/core.md).  D may forget a condition: that
 * loses theorems, never adds one.
 */
#ifndef MAJORANT_CORE_READ_H
#define MAJORANT_CORE_READ_H

#include "core/theorem.h"
#include "ir/theorem.h"

struct reading;

/* The dims and givens of a statement as symbols; of its theorem's pool. */
struct reading *reading_new(struct theory *theory,
                            const struct theorem *statement);
void reading_free(struct reading *reading);
LOCAL_POINTER(reading)
/* What could not be read, or NULL; nothing is read until it is forgiven. */
const char *reading_why(const struct reading *reading);
void reading_forgive(struct reading *reading);
/* What stands for a bound index in what is read of its scope. */
const struct atom *read_index(struct reading *reading, const struct symbol *s);

enum reading_mode { READ_TOTAL, READ_CERTAIN, READ_NOT_FALSE };

/* NULL: it has a part that the core has no term for. */
const struct form *read_form(struct reading *reading, const struct expr *e);
const struct form *read_relation(struct reading *reading, const struct expr *e,
                                 enum reading_mode mode);
/* D(e). */
const struct form *read_domain(struct reading *reading, const struct expr *e);

/* W of a claim; S of one that speaks of what its statement obtains. */
const struct form *read_conclusion(struct reading *reading,
                                   const struct expr *relation);

/*
 * The sequent of one relation of the statement (a link of a claim or step)
 * under its declarations and assumptions: total, or S(H) |- W(C); S(H) |- S(C)
 * if C speaks of what the statement obtains.  It lies in
 * the theory's pool.  False: it cannot be read.
 */
bool read_sequent(struct sequent *out, struct reading *reading,
                  const struct expr *relation, bool total);

#endif
