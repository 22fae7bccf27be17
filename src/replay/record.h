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

enum { RECORD_MAX_BYTES = 64 << 20 }; /* of a statement, and of a log */

/* Where the text of records comes from. */
struct record_source {
    /* Appends the next line, with its end; false: there is none. */
    bool (*line)(void *context, struct buffer *out);
    void *context;
};

/* Whether a text is meant as one. */
bool record_is(const char *text);
/*
 * The record at *text, which goes behind it; its statement is read.  NULL: it
 * is none, and *reason (to be freed) says why.
 */
struct record *record_read(const char **text, char **reason);
void record_free(struct record *record);
LOCAL_POINTER(record)
/*
 * The same, of proofs alone: their statement is the module, which goes on
 * belonging to the caller, and stands in the record as `statement 0`.
 */
struct record *record_read_for(struct module *module, const char **text,
                               char **reason);
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

/*
 * Replays the proofs of a library, a record for each of its files, in a theory
 * that starts from the axioms that the program knows alone: each theorem joins
 * it behind its proofs, whether it has some or not, so that a proof leans on
 * what stands before it.  The proofs stand in the order of the theorems.  `out`
 * gets what each claim has (replay/standing.h), `refused` one for each proof
 * that does not hold, and why; a theorem with such a one is left without.
 */
struct shelf;
struct standings;
void record_replay_library(struct standings *out, struct buffer *refused,
                           const struct shelf *library,
                           struct record *const *records,
                           const struct core_oracle *oracle);

/*
 * The same of a record of any size, one log in memory at a time.  record_open
 * reads it up to its statement (NULL: *reason says why not), record_replay_from
 * replays the proofs as they are read, up to the end of the record and no
 * further.  `known` is what the library has a proof of (NULL: as the program
 * has it), and decides what a proof is said to lean on.  RECORD_MALFORMED
 * counts also where a proof before that was refused.
 */
enum record_answer { RECORD_MALFORMED = 0, RECORD_REFUSED, RECORD_ACCEPTED };
struct record *record_open(const struct record_source *from, char **reason);
struct record *record_open_for(struct module *module,
                               const struct record_source *from, char **reason);
enum record_answer record_replay_from(struct record *record,
                                      const struct record_source *from,
                                      const struct core_oracle *oracle,
                                      const struct standings *known,
                                      char **reason);

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
