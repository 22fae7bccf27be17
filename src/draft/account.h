/*
 * Proofs for people: the facts of a log, numbered, each with what it is from.
 */
#pragma once

#include "base/buffer.h"
#include "core/theorem.h"

typedef void theorem_source(struct buffer *out, const char *theorem);

/*
 * Adds the proof of the sequent that the log is, which the core accepts; each
 * line begins with the indent, and what stands in a context of its own is
 * indented more.  Of hypotheses those are shown that the log names.  `source`
 * adds where a theorem is from, or nothing; NULL: it is not asked.
 */
void log_account(struct buffer *out, struct theory *theory,
                 const struct sequent *sequent, const char *log,
                 const char *indent, theorem_source *source);
