/* What is left of a search once a derivation is found. */
#include "prove/search.h"

#include <stdlib.h>

static void mark(const struct derivation *d, bool *wanted, size_t last)
{
    wanted[last] = true;
    for (size_t i = last + 1; i-- > 0;)
        for (size_t k = 0; wanted[i] && k < d->lines[i].npremises; k++)
            wanted[d->lines[i].premises[k]] = true;
}

void search_prune(struct derivation *d, size_t last)
{
    bool *wanted = xcalloc(d->count, sizeof *wanted);
    size_t *to = xcalloc(d->count, sizeof *to), count = 0;
    mark(d, wanted, last);
    for (size_t i = 0; i <= last; i++) {
        if (!wanted[i])
            continue;
        struct line line = d->lines[i];
        size_t *premises =
            arena_array(d->arena, line.npremises + 1, sizeof *premises);
        for (size_t k = 0; k < line.npremises; k++)
            premises[k] = to[line.premises[k]];
        line.premises = premises;
        to[i] = count;
        d->lines[count++] = line;
    }
    derivation_cut(d, count);
    free(wanted);
    free(to);
}
