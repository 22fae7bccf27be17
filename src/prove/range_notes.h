/*
 * What the range prover says of links that it does not prove: that one is
 * false, or the boxes that are left of it.
 */
#ifndef MAJORANT_PROVE_RANGE_NOTES_H
#define MAJORANT_PROVE_RANGE_NOTES_H

#include "prove/range.h"

enum { RANGE_NOTES_BOXES = 4 }; /* written out */

struct range_note {
    const struct theorem *theorem;
    size_t claim, link;
    bool is_false;
    char *boxes; /* unless it is: lines of range_print_open */
    size_t more; /* boxes beyond these */
};

struct range_notes {
    struct range_note *items;
    size_t count;
};

void range_notes_clear(struct range_notes *notes);
/*
 * What an answer says of the link, once; `left` (or NULL) is the partition of
 * an undecided search, whose open boxes are written down.
 */
void range_notes_take(struct range_notes *notes, const struct range_note *link,
                      enum range_answer answer, const struct partition *left);
/* NULL: nothing is known of the link. */
const struct range_note *range_notes_find(const struct range_notes *notes,
                                          const struct theorem *t, size_t claim,
                                          size_t link);

#endif
