#include "search/integers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_integer(const struct block *b)
{
    return b->kind == GIVEN_INT && isfinite(b->lo) && isfinite(b->hi);
}

/* The number of combinations; 0: none, or more than `most`. */
static uint64_t combinations(const struct space *space, uint64_t most)
{
    double count = 0;
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        double values = floor(b->hi) - ceil(b->lo) + 1;
        if (is_integer(b))
            count = fmax(count, 1) * pow(values, (double)(b->rows * b->cols));
    }
    return count > 0 && count <= (double)most ? (uint64_t)count : 0;
}

/* The next combination after t; false: that was the last. */
static bool advance(const struct space *space, double *t)
{
    for (size_t k = space->nblocks; k-- > 0;) {
        const struct block *b = &space->blocks[k];
        if (!is_integer(b))
            continue;
        for (size_t i = b->first + b->rows * b->cols; i-- > b->first;) {
            if (t[i] + 1 <= b->hi) {
                t[i] += 1;
                return true;
            }
            t[i] = ceil(b->lo);
        }
    }
    return false;
}

void integers_enumerate(struct climb *c, uint64_t most)
{
    const struct space *space = c->space;
    if (combinations(space, most) == 0)
        return;
    LOCAL_FREE double *t = xcalloc(space->size + 1, sizeof *t);
    memcpy(t, c->t, space->size * sizeof *t);
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        for (size_t i = b->first; i < b->first + b->rows * b->cols; i++)
            t[i] = is_integer(b) ? ceil(b->lo) : t[i];
    }
    do {
        struct merit m = climb_measure(c, t);
        if (merit_is_better(&m, &c->merit))
            climb_take(c, t, m);
    } while (!climb_is_done(c) && advance(space, t));
}
