/*
 * Proofs for people: the facts of a log, numbered, each with what it is from.
 */
#pragma once

#include "base/buffer.h"
#include "core/theorem.h"

typedef void theorem_source(struct buffer *out, const char *theorem);

struct account_words {
    const char *indent;
    theorem_source *source;     /* adds where it is from, or nothing */
    const char *const *granted; /* what the last hypotheses are; the others are
                                   given */
    size_t ngranted;
};

/*
 * Adds the proof of the sequent that the log is, which the core accepts; each
 * line begins with the indent, and what stands in a context of its own is
 * indented more.  Of hypotheses those are shown that the log names.
 */
void log_account(struct buffer *out, struct theory *theory,
                 const struct sequent *sequent, const char *log,
                 const struct account_words *words);
