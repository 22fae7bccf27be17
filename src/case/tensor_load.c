/* Values of tensors that depend on no draw, read before the first trial. */
#include "case/tensor.h"

#include "case/property.h"

#include <stdlib.h>

/* A fill being loaded. */
struct loading {
    struct spec_reader *r;
    struct fill *fill;
    const struct given *given;
    struct env *env;
    struct loaded *loaded;
    int64_t *indices; /* of the member at hand */
    struct buffer reason;
};

/* The members of the given; false: their number is not known. */
static bool count_members(struct loading *l)
{
    struct arena *arena = l->r->spec->arena;
    size_t n = l->given->nindices;
    struct loaded *to = l->loaded;
    to->nindices = n;
    to->lo = arena_array(arena, n + 1, sizeof *to->lo);
    to->count = arena_array(arena, n + 1, sizeof *to->count);
    to->nvalues = 1;
    for (size_t k = 0; k < n; k++) {
        int64_t lo, hi;
        if (closed_int(&lo, l->given->indices[k].lo, l->env) != ST_OK ||
            closed_int(&hi, l->given->indices[k].hi, l->env) != ST_OK ||
            lo < -LAYOUT_MAX_SLOTS || hi > LAYOUT_MAX_SLOTS)
            return false;
        to->lo[k] = lo;
        to->count[k] = hi < lo ? 0 : hi - lo + 1;
        if (to->nvalues &&
            (size_t)to->count[k] > LAYOUT_MAX_SLOTS / to->nvalues)
            return false; /* the layout says so */
        to->nvalues *= (size_t)to->count[k];
    }
    return true;
}

static void set_indices(struct loading *l, size_t member)
{
    const struct loaded *to = l->loaded;
    for (size_t k = to->nindices; k-- > 0;) {
        size_t count = (size_t)to->count[k];
        l->indices[k] = to->lo[k] + (int64_t)(member % count);
        member /= count;
    }
}

static bool is_known_place(const struct loaded *to, const int64_t *indices,
                           size_t *member)
{
    *member = 0;
    for (size_t k = 0; k < to->nindices; k++) {
        int64_t at = indices[k] - to->lo[k];
        if (at < 0 || at >= to->count[k])
            return false;
        *member = *member * (size_t)to->count[k] + (size_t)at;
    }
    return *member < to->nvalues;
}

const struct value *tensor_loaded(const struct loaded *loaded,
                                  const int64_t *indices)
{
    static const struct value none = {.kind = VALUE_NONE};
    size_t member;
    return is_known_place(loaded, indices, &member) ? &loaded->values[member]
                                                    : &none;
}

/* The properties; a range that is not known yet is looked at in a trial. */
static enum status check(struct loading *l, const struct value *v)
{
    LOCAL_MADE(range, range);
    enum status st = range_of_given(&range, l->given, l->env, &l->reason);
    l->loaded->is_checked = st == ST_OK;
    buffer_reset(&l->reason);
    bool wants_square = kind_has(l->given->kind, KIND_SQUARE);
    if (wants_square && v->rows != v->cols)
        st = ST_OK; /* its shape is rejected when it is drawn */
    else if (st == ST_OK)
        st = property_check(v, l->given->kind, &range, l->given->name,
                            &l->reason);
    else
        st = ST_OK;
    return st;
}

/* One member, if it is this fill's; false: an error was added. */
static bool load_member(struct loading *l, size_t member, size_t *entries)
{
    struct spec *spec = l->r->spec;
    struct value *v = &l->loaded->values[member];
    set_indices(l, member);
    if (spec_find_fill(spec, l->env, l->fill->given, l->indices) != l->fill)
        return true;
    buffer_reset(&l->reason);
    enum status st =
        tensor_evaluate(v, spec, l->fill, l->env, l->indices, &l->reason);
    bool is_open = st == ST_UNABLE && !spec_has_fixed_sizes(spec);
    if (is_open) {
        value_clear(v); /* it depends on a size: read in each trial */
        buffer_reset(&l->reason);
    }
    if (st == ST_OK || is_open)
        st = tensor_scan(spec, l->fill, l->env, l->indices, &l->reason);
    if (st == ST_OK && !is_open) {
        *entries += v->rows * v->cols;
        st = check(l, v);
    }
    if (st == ST_OK && *entries > LAYOUT_MAX_ENTRIES) {
        buffer_printf(&l->reason, "the tensors have more than %d entries",
                      (int)LAYOUT_MAX_ENTRIES);
        st = ST_LIMIT;
    }
    if (st != ST_OK)
        diag_error(l->r->diag, l->fill->value_span, "%s", l->reason.text);
    return st == ST_OK;
}

static bool load_all(struct loading *l)
{
    size_t entries = 0;
    if (!count_members(l))
        return true;
    l->loaded->values =
        xcalloc(l->loaded->nvalues + 1, sizeof *l->loaded->values);
    l->fill->loaded = l->loaded;
    for (size_t m = 0; m < l->loaded->nvalues; m++)
        if (!load_member(l, m, &entries))
            return false;
    return true;
}

bool tensor_load(struct spec_reader *r, struct fill *fill, struct env *env)
{
    struct arena *arena = r->spec->arena;
    const struct given *g = &r->spec->theorem->givens[fill->given];
    struct loading l = {
        .r = r,
        .fill = fill,
        .given = g,
        .env = env,
        .loaded = arena_alloc(arena, sizeof *l.loaded),
        .indices = arena_array(arena, g->nindices + 1, sizeof *l.indices)};
    buffer_init(&l.reason);
    bool ok = load_all(&l);
    buffer_clear(&l.reason);
    return ok;
}

void tensor_free(struct spec *spec)
{
    for (size_t k = 0; k < spec->nfills; k++) {
        struct loaded *loaded = spec->fills[k].loaded;
        for (size_t m = 0; loaded && loaded->values && m < loaded->nvalues; m++)
            value_clear(&loaded->values[m]);
        if (loaded)
            free(loaded->values);
    }
    for (size_t k = 0; k < spec->ncheckpoints; k++)
        safetensors_close(spec->checkpoints[k].file);
}
