/*
 * Proofs of the core as text, majorant.proof/2 (docs/certificate.md#core):
 *
 *     majorant.proof/2
 *     statement LINES
 *     ...                  theorems, as a `.bound` file has them
 *     proof THEOREM CLAIM LINK LINES [from CLAIM...]
 *     ...                  a log of core/steps.h
 *     end PROOFS
 *
 * A proof is of the link (from 1) of the claim, or of the step `claim/step`.
 * Its hypotheses are the claims behind `from` besides those of the statement;
 * these, and the theorems theorem.claim that it has instances of, stand before
 * it, each proved in all its links.
 */
#ifndef MAJORANT_REPLAY_RECORD_H
#define MAJORANT_REPLAY_RECORD_H

#include "base/buffer.h"
#include "ir/theorem.h"

struct module;

/* ---- writing ---- */

void record_begin(struct buffer *out, const char *statement);
void record_add(struct buffer *out, const struct theorem *t, size_t claim,
                size_t link, const size_t *from, size_t nfrom, const char *log);
void record_end(struct buffer *out, size_t proofs);

/* ---- reading ---- */

struct record;

/* Whether a text is meant as one. */
bool record_is(const char *text);
/*
 * The record at *text, which goes behind it; its statement is read.  NULL: it
 * is none, and *reason (to be freed) says why.
 */
struct record *record_read(const char **text, char **reason);
void record_free(struct record *record);
const char *record_statement(const struct record *record);
/* The statement as a module, of the record. */
const struct module *record_module(const struct record *record);

/*
 * Replays all its proofs in a theory of their own, which starts from the axioms
 * and the library that the program knows, and trusts the oracle (NULL: none).
 * False: *reason (to be freed) says which was refused and why.
 */
struct core_oracle;
MUST_CHECK bool record_replay(struct record *record,
                              const struct core_oracle *oracle, char **reason);

struct record_proof {
    const struct theorem *theorem;
    size_t claim, link; /* from 0 */
    char *citing;       /* theorems without a replayed proof that it leans on,
                           "a, b" by name; or NULL */
    char *trusting;     /* the oracles, likewise */
};
size_t record_count(const struct record *record);
/* Only after they were replayed, and none was refused. */
const struct record_proof *record_proof(const struct record *record, size_t i);

#endif
