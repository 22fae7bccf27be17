/*
 * The sequent that a proof of one link is to prove.
 */
#ifndef MAJORANT_REPLAY_LINK_H
#define MAJORANT_REPLAY_LINK_H

#include "core/read.h"

/*
 * Link `link` of claim `claim` of the statement that is being read: S(H) |-
 * W(C), with W of the claims `from` of the same statement, which are proved, as
 * hypotheses behind S(H) in that order.  It is of the theory's pool.  False:
 * it cannot be read (reading_why, unless it has a `?` or is an observation).
 */
bool link_sequent(struct sequent *out, struct theory *theory,
                  struct reading *reading, const struct theorem *statement,
                  size_t claim, size_t link, const size_t *from, size_t nfrom);

/*
 * The claim of another theorem as a lemma, named theorem.claim, cited, or NULL.
 * Whoever asks sees to it that it is proved.
 */
const struct core_theorem *link_lemma(struct theory *theory,
                                      const struct theorem *statement,
                                      const struct claim *claim);

#endif
