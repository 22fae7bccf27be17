#include "instance/instance.h"

#include <stdarg.h>
#include <stdlib.h>

static enum status fail(char **reason, enum status st, const char *format, ...)
    PRINTF_LIKE(3, 4);

static enum status fail(char **reason, enum status st, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *reason = buffer_vtext(format, args);
    va_end(args);
    return st;
}

static enum status set_dims(struct layout *layout, const int64_t *dims,
                            char **reason)
{
    const struct theorem *t = layout->theorem;
    for (size_t i = 0; i < t->ndims; i++) {
        const struct symbol *s = t->dims[i];
        if (dims[i] < 1 || dims[i] < s->minimum || dims[i] > LAYOUT_MAX_DIM)
            return fail(reason, ST_INPUT,
                        "%s = %lld is outside its range %lld..%lld", s->name,
                        (long long)dims[i],
                        (long long)(s->minimum > 1 ? s->minimum : 1),
                        (long long)LAYOUT_MAX_DIM);
        env_set(&layout->env, s, dims[i]);
    }
    return ST_OK;
}

/*
 * Opaque sizes (2^n) that the dims determine.  The others depend on an index;
 * whoever needs them evaluates them there.
 */
static void set_opaques(struct layout *layout)
{
    const struct dim_pool *pool = expr_dims(layout->theorem->pool);
    for (size_t i = 0; i < dim_symbols(pool); i++) {
        const struct symbol *s = dim_symbol_at(pool, i);
        int64_t value;
        if (s->kind == SYM_OPAQUE && s->value &&
            closed_int(&value, s->value, &layout->env) == ST_OK)
            env_set(&layout->env, s, value);
    }
}

/* The number of members of given g, its bounds filled in. */
static enum status set_bounds(struct layout *layout, size_t g, size_t *members,
                              char **reason)
{
    const struct given *given = &layout->theorem->givens[g];
    struct bounds *bounds = &layout->bounds[g];
    bounds->lo = xcalloc(given->nindices + 1, sizeof *bounds->lo);
    bounds->count = xcalloc(given->nindices + 1, sizeof *bounds->count);
    *members = 1;
    for (size_t k = 0; k < given->nindices; k++) {
        int64_t hi;
        const struct index_range *range = &given->indices[k];
        if (closed_int(&bounds->lo[k], range->lo, &layout->env) != ST_OK ||
            closed_int(&hi, range->hi, &layout->env) != ST_OK ||
            hi > LAYOUT_MAX_SLOTS || bounds->lo[k] < -LAYOUT_MAX_SLOTS)
            return fail(reason, ST_INPUT,
                        "the index range of %s is impossible at these sizes",
                        given->name);
        bounds->count[k] = hi < bounds->lo[k] ? 0 : hi - bounds->lo[k] + 1;
        if (*members && (size_t)bounds->count[k] > LAYOUT_MAX_SLOTS / *members)
            return fail(reason, ST_INPUT, "%s has more than %d members",
                        given->name, (int)LAYOUT_MAX_SLOTS);
        *members *= (size_t)bounds->count[k];
    }
    return ST_OK;
}

static enum status set_size(size_t *out, const struct layout *layout,
                            const struct given *given, const struct dim *dim,
                            char **reason)
{
    int64_t value;
    enum status st = closed_dim(&value, dim, &layout->env);
    if (st == ST_OK && value >= 1 && value <= LAYOUT_MAX_DIM) {
        *out = (size_t)value;
        return ST_OK;
    }
    LOCAL_BUFFER text = buffer_new();
    dim_print(&text, dim);
    if (st == ST_OK)
        st = fail(reason, ST_INPUT,
                  "the size %s of %s is %lld at these sizes, not in 1..%lld",
                  text.text, given->name, (long long)value,
                  (long long)LAYOUT_MAX_DIM);
    else
        st = fail(reason, ST_INPUT, "the size %s of %s %s at these sizes",
                  text.text, given->name,
                  st == ST_UNABLE ? "is not known" : "is no integer");
    return st;
}

/* Appends the members of given g; `entries` counts those of all slots. */
static enum status add_slots(struct layout *layout, size_t g, size_t *entries,
                             char **reason)
{
    const struct given *given = &layout->theorem->givens[g];
    size_t members, rows = 0, cols = 0;
    enum status st = set_bounds(layout, g, &members, reason);
    if (st == ST_OK && members)
        st = set_size(&rows, layout, given, given->rows, reason);
    if (st == ST_OK && members)
        st = set_size(&cols, layout, given, given->cols, reason);
    if (st != ST_OK)
        return st;
    if (members && kind_has(given->kind, KIND_TALL) && cols > rows)
        return fail(reason, ST_INPUT,
                    "%s is %zu x %zu at these sizes; a %s has no more columns "
                    "than rows",
                    given->name, rows, cols, kind_info(given->kind)->word);
    if (members > LAYOUT_MAX_SLOTS - layout->nslots)
        return fail(reason, ST_INPUT, "the givens have more than %d members",
                    (int)LAYOUT_MAX_SLOTS);
    if (members && rows * cols > (LAYOUT_MAX_ENTRIES - *entries) / members)
        return fail(reason, ST_INPUT, "the givens have more than %d entries",
                    (int)LAYOUT_MAX_ENTRIES);
    *entries += rows * cols * members;
    layout->slots = xrealloc(layout->slots, layout->nslots + members + 1,
                             sizeof *layout->slots);
    for (size_t k = 0; k < members; k++)
        layout->slots[layout->nslots++] = (struct slot){g, rows, cols};
    return ST_OK;
}

static enum status fill(struct layout *layout, const int64_t *dims,
                        char **reason)
{
    const struct theorem *t = layout->theorem;
    size_t entries = 0;
    enum status st = set_dims(layout, dims, reason);
    if (st == ST_OK)
        set_opaques(layout);
    for (size_t g = 0; g < t->ngivens && st == ST_OK; g++) {
        layout->first[g] = layout->nslots;
        st = add_slots(layout, g, &entries, reason);
    }
    layout->first[t->ngivens] = layout->nslots;
    return st;
}

enum status layout_init(struct layout *layout, const struct theorem *theorem,
                        const int64_t *dims, char **reason)
{
    *layout = (struct layout){.theorem = theorem};
    *reason = NULL;
    env_init(&layout->env, dim_symbols(expr_dims(theorem->pool)));
    layout->first = xcalloc(theorem->ngivens + 1, sizeof *layout->first);
    layout->bounds = xcalloc(theorem->ngivens + 1, sizeof *layout->bounds);
    enum status st = fill(layout, dims, reason);
    if (st != ST_OK)
        layout_clear(layout);
    return st;
}

void layout_clear(struct layout *layout)
{
    for (size_t g = 0; layout->bounds && g < layout->theorem->ngivens; g++) {
        free(layout->bounds[g].lo);
        free(layout->bounds[g].count);
    }
    free(layout->bounds);
    free(layout->first);
    free(layout->slots);
    env_clear(&layout->env);
    *layout = (struct layout){0};
}

bool layout_slot(size_t *slot, const struct layout *layout, size_t given,
                 const int64_t *indices)
{
    const struct bounds *bounds = &layout->bounds[given];
    size_t member = 0;
    for (size_t k = 0; k < layout->theorem->givens[given].nindices; k++) {
        int64_t lo = bounds->lo[k], count = bounds->count[k];
        if (indices[k] < lo || indices[k] > lo + count - 1)
            return false;
        member = member * (size_t)count + (size_t)(indices[k] - lo);
    }
    *slot = layout->first[given] + member;
    return true;
}

void layout_print_slot(struct buffer *out, const struct layout *layout,
                       size_t slot)
{
    size_t g = layout->slots[slot].given;
    const struct given *given = &layout->theorem->givens[g];
    const struct bounds *bounds = &layout->bounds[g];
    size_t member = slot - layout->first[g];
    size_t members = layout->first[g + 1] - layout->first[g];
    buffer_add(out, given->name);
    for (size_t k = 0; k < given->nindices; k++) {
        members /= (size_t)bounds->count[k];
        int64_t index = bounds->lo[k] + (int64_t)(member / members);
        buffer_printf(out, "%s%lld", k ? ", " : "[", (long long)index);
        member %= members;
    }
    if (given->nindices)
        buffer_add_char(out, ']');
}

void instance_init(struct instance *x, const struct layout *layout)
{
    x->layout = layout;
    x->values = xcalloc(layout->nslots + 1, sizeof *x->values);
}

void instance_clear(struct instance *x)
{
    for (size_t k = 0; x->values && k < x->layout->nslots; k++)
        value_clear(&x->values[k]);
    free(x->values);
    *x = (struct instance){0};
}
