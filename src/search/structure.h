/*
 * Structured instances: sizes, and an atom for each member of a given.  Other
 * sizes are other instances of the same structure.
 */
#pragma once

#include "search/atom.h"
#include "search/space.h"

enum { STRUCTURE_MEMBERS = 4 /* told apart; later ones repeat these */ };

struct structure {
    size_t ndims, nparts;
    int64_t *dims;
    struct atom *parts;
};

void structure_init(struct structure *s, const struct theorem *theorem);
void structure_clear(struct structure *s);
void structure_copy(struct structure *to, const struct structure *from);
/* The part that says what a free input is. */
size_t structure_part(const struct space *space, const struct block *b);
/* Whether that is an earlier member's part. */
bool structure_repeats(const struct space *space, const struct block *b);
/* The parameters of the instance in a space of its sizes. */
void structure_write(const struct structure *s, const struct space *space,
                     double *t);
