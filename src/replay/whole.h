/*
 * The proofs of the library, replayed from the axioms on.
 */
#ifndef MAJORANT_REPLAY_WHOLE_H
#define MAJORANT_REPLAY_WHOLE_H

#include "base/buffer.h"
#include "replay/standing.h"

struct core_oracle;

/*
 * Replays what `folder` has: the files of the library, as its sources have
 * them, and a record of the same name for each in `folder`/proofs; it must
 * state nothing that the program does not know.  `found` gets what each claim
 * has a proof of, `refused` a line for each proof that is refused; a theorem
 * with such a one counts as without.  False: *reason (to be freed) is one line
 * that says why the folder cannot be read.
 */
bool whole_replay(struct standings *found, struct buffer *refused,
                  const char *folder, const struct core_oracle *oracle,
                  char **reason);

/*
 * A claim that the program counts as proved without any oracle, and of which
 * that is not what was found; NULL: there is none.
 */
const char *whole_lacks(const struct standings *found);

#endif
