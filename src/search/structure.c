#include "search/structure.h"

#include <stdlib.h>
#include <string.h>

void structure_init(struct structure *s, const struct theorem *theorem)
{
    *s = (struct structure){.ndims = theorem->ndims,
                            .nparts = theorem->ngivens * STRUCTURE_MEMBERS};
    s->dims = xcalloc(s->ndims + 1, sizeof *s->dims);
    s->parts = xcalloc(s->nparts + 1, sizeof *s->parts);
}

void structure_clear(struct structure *s)
{
    free(s->dims);
    free(s->parts);
    *s = (struct structure){0};
}

void structure_copy(struct structure *to, const struct structure *from)
{
    memcpy(to->dims, from->dims, from->ndims * sizeof *to->dims);
    memcpy(to->parts, from->parts, from->nparts * sizeof *to->parts);
}

static size_t member_of(const struct space *space, const struct block *b)
{
    const struct layout *layout = &space->stage->layout;
    return b->slot - layout->first[layout->slots[b->slot].given];
}

size_t structure_part(const struct space *space, const struct block *b)
{
    size_t given = space->stage->layout.slots[b->slot].given;
    return given * STRUCTURE_MEMBERS + member_of(space, b) % STRUCTURE_MEMBERS;
}

bool structure_repeats(const struct space *space, const struct block *b)
{
    return member_of(space, b) >= STRUCTURE_MEMBERS;
}

void structure_write(const struct structure *s, const struct space *space,
                     double *t)
{
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        bool is_scaled = b->kind != GIVEN_INT && b->kind != GIVEN_MASK;
        atom_write(t + b->first, b->rows, b->cols,
                   &s->parts[structure_part(space, b)], is_scaled);
    }
}
