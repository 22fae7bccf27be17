/*
 * Logs without what nothing needs: shorter records, and hypotheses only where
 * the proof leans on them.
 */
#ifndef MAJORANT_DRAFT_PRUNE_H
#define MAJORANT_DRAFT_PRUNE_H

#include "core/theorem.h"

/* What is to be proved, and which claims its last hypotheses are. */
struct granted {
    struct sequent sequent;
    size_t *from;
    size_t nfrom;
};

/*
 * The log of a proof of the goal, which is freed, without lines that are not
 * needed; of the claims that the goal starts from those stay that the log
 * names.  To be freed.  The theory has all theorems that the log names.
 */
char *log_pruned(struct theory *theory, struct granted *goal, char *log);

#endif
