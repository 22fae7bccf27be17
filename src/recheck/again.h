/*
 * One record or certificate of a file, checked again and spoken of: the work
 * of `majorant recheck` and of majorant-recheck.
 */
#ifndef MAJORANT_RECHECK_AGAIN_H
#define MAJORANT_RECHECK_AGAIN_H

#include "recheck/against.h"
#include "recheck/violation.h"
#include "replay/record.h"
#include "replay/standing.h"

/* Zeroed: nothing is asked of anybody. */
struct again {
    const char *name; /* of the file, in each line */
    const struct against *against;
    const struct core_oracle *oracle;
    const struct algebra *algebra;
    const struct standings *known; /* of the library; NULL: the program's */
};

/* The worst of several counts; the first is the worst. */
enum again_answer {
    AGAIN_UNREAD = 0, /* no record or certificate, or of something else */
    AGAIN_REJECTED,
    AGAIN_ACCEPTED
};

/*
 * The record that stands next.  What is said of it is appended to `out`, of one
 * that is accepted a line for each proof; AGAIN_UNREAD: nothing is, and *reason
 * (to be freed) is one line that begins with the name.
 */
enum again_answer again_record(struct buffer *out,
                               const struct record_source *from,
                               const struct again *how, char **reason);
/*
 * A certificate that was read.  `ties` (which may be NULL) is what exact
 * arithmetic decided of it; it is only spoken of there.
 */
enum again_answer again_violation(struct buffer *out,
                                  const struct certificate *c,
                                  const struct again *how,
                                  struct violation_ties *ties, char **reason);

#endif
