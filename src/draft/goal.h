/*
 * A link of a statement as what is to be proved, with all that its proof may
 * use: earlier steps and claims as hypotheses, lemmas as instances.
 */
#ifndef MAJORANT_DRAFT_GOAL_H
#define MAJORANT_DRAFT_GOAL_H

#include "core/read.h"

/* A theorem at values; NULL: a size that follows from the shapes of others. */
struct hint {
    const struct core_theorem *theorem;
    const struct form **values;
};

struct goal {
    struct sequent sequent;
    size_t *from; /* the claims that are its last hypotheses */
    size_t nfrom;
    /* The link is forall(i, forall(j, ...)): what stands for i, j in hints. */
    const struct atom **indices;
    size_t nindices;
    struct hint *hints;
    size_t nhints;
};

/* Whether e is a step of the proof of claim c, or of that which c is in. */
bool goal_is_own_step(const struct theorem *statement, size_t c, size_t e);
/* Whether c is wanted (by claim), or a step of the proof of one that is. */
bool goal_is_needed(const struct theorem *statement, const bool *wanted,
                    size_t c);
/*
 * In which order claims are proved: each behind the steps of its own proof and
 * the claims before it.  `order` has room for all claims.
 */
void goal_order(const struct theorem *statement, size_t *order);
/*
 * Link `link` of claim `claim` of the statement that is being read; `proved`
 * says which claims and steps are, all of which it may use.  The lemmas that
 * the link names join the theory as cited.  All is of the theory's pool. False:
 * the link cannot be read (reading_why).
 */
bool goal_read(struct goal *out, struct theory *theory, struct reading *reading,
               const struct theorem *statement, size_t claim, size_t link,
               const bool *proved);

#endif
