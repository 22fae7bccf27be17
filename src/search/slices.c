#include "search/slices.h"

#include <stdlib.h>
#include <string.h>

/* Which of `was` indices the k-th of `now` was, with a gap at `at`. */
static size_t before(size_t k, size_t was, size_t now, size_t at)
{
    size_t gap = was - now;
    size_t start = at * gap < now ? at * gap : now;
    return k < start ? k : k + gap;
}

/* The slot of `from` that goes over into `slot` of `to`; false: none. */
static bool find_source(size_t *out, const struct layout *to,
                        const struct layout *from, size_t slot, size_t at)
{
    size_t given = to->slots[slot].given;
    const struct given *g = &to->theorem->givens[given];
    size_t member = slot - to->first[given], source = 0, stride = 1;
    for (size_t k = g->nindices; k-- > 0;) {
        size_t now = (size_t)to->bounds[given].count[k];
        size_t was = (size_t)from->bounds[given].count[k];
        if (was < now)
            return false;
        source += stride * before(member % now, was, now, at);
        stride *= was;
        member /= now;
    }
    *out = from->first[given] + source;
    return true;
}

static bool copy_part(struct value *to, const struct value *from, size_t rows,
                      size_t cols, size_t at)
{
    if (from->kind == VALUE_EXPR || from->kind == VALUE_NONE ||
        rows > from->rows || cols > from->cols)
        return false;
    value_set_rationals(to, rows, cols);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            value_entry(&to->rationals[i * cols + j], from,
                        before(i, from->rows, rows, at),
                        before(j, from->cols, cols, at));
    return true;
}

static bool fill(struct stage *to, const struct stage *from,
                 const struct spec *spec, size_t at)
{
    const struct theorem *t = from->layout.theorem;
    struct span where;
    char *reason = NULL;
    for (size_t g = 0; g < t->ngivens; g++)
        if (t->givens[g].symbol)
            env_set(&to->layout.env, t->givens[g].symbol,
                    from->layout.env.values[t->givens[g].symbol->id]);
    bool ok = spec_draw(spec, 0, &to->x, &where, &reason) == ST_OK;
    free(reason);
    for (size_t s = 0; s < to->layout.nslots && ok; s++) {
        size_t source;
        if (spec_is_fixed(spec, &to->layout, s))
            continue;
        ok = find_source(&source, &to->layout, &from->layout, s, at) &&
             copy_part(&to->x.values[s], &from->x.values[source],
                       to->layout.slots[s].rows, to->layout.slots[s].cols, at);
    }
    return ok;
}

struct stage *slices_drop(const struct stage *from, const struct spec *spec,
                          size_t dim, int64_t less, size_t at)
{
    const struct theorem *t = from->layout.theorem;
    int64_t *dims = xcalloc(t->ndims, sizeof *dims);
    struct stage *to = NULL;
    char *reason = NULL;
    for (size_t i = 0; i < t->ndims; i++)
        dims[i] = from->layout.env.values[t->dims[i]->id];
    dims[dim] -= less;
    if (stage_open(&to, t, dims, &reason) == ST_OK &&
        !fill(to, from, spec, at)) {
        stage_free(to);
        to = NULL;
    }
    free(reason);
    free(dims);
    return to;
}
