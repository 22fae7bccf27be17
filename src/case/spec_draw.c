/*
 * Drawing trials.  Every dim and every member of a given has a stream of its
 * own, keyed by (seed, theorem, case, trial) and its name, so that one draw
 * does not depend on the others.
 */
#include "case/spec_internal.h"

#include "case/mixture.h"

#include <stdlib.h>
#include <string.h>

static uint64_t trial_key(const struct spec *spec, uint64_t trial,
                          const char *part)
{
    return rng_key(rng_key_number(spec->key, trial), part);
}

/* ---- sizes ---- */

static int64_t clamp(int64_t n, const struct dim_choice *c)
{
    return n < c->lo ? c->lo : n > c->hi ? c->hi : n;
}

static int64_t uniform_size(const struct dim_choice *c, struct rng *rng)
{
    return c->lo + (int64_t)rng_below(rng, (uint64_t)(c->hi - c->lo) + 1);
}

/* One trial in four: small sizes; one in four: all equal. */
enum size_way { WAY_SMALL, WAY_EQUAL, WAY_FREE, WAY_FREE_TOO, WAY_COUNT };

void spec_draw_dims(const struct spec *spec, uint64_t trial, int64_t *dims)
{
    /* The first trials of a campaign are its simplest; trial 0 the least. */
    static const int64_t first[] = {1, 2, 2, 2, 3, 3};
    bool is_first = spec->is_campaign && trial < sizeof first / sizeof *first;
    struct rng whole = rng_start(trial_key(spec, trial, ".sizes"));
    enum size_way way = (enum size_way)rng_below(&whole, WAY_COUNT);
    for (size_t i = 0; i < spec->theorem->ndims; i++) {
        const struct dim_choice *c = &spec->dims[i];
        uint64_t key = trial_key(spec, trial, ".dim");
        struct rng own = rng_start(rng_key(key, spec->theorem->dims[i]->name));
        if (trial == 0)
            dims[i] = c->lo;
        else if (is_first)
            dims[i] = clamp(first[trial], c);
        else if (way == WAY_SMALL)
            dims[i] = clamp(c->lo + (int64_t)rng_below(&own, 3), c);
        else if (way == WAY_EQUAL && i > 0)
            dims[i] = clamp(dims[0], c);
        else
            dims[i] = uniform_size(c, &own);
    }
}

/* ---- members ---- */

/* One trial being drawn. */
struct trial {
    const struct spec *spec;
    const struct layout *layout;
    uint64_t number;
    struct env env; /* the layout's, with room for the names of case lines */
    int64_t *indices;
    struct span where;
    struct buffer reason;
};

static void trial_init(struct trial *t, const struct spec *spec,
                       const struct layout *layout, uint64_t number)
{
    *t = (struct trial){.spec = spec, .layout = layout, .number = number};
    size_t known = layout->env.count;
    size_t symbols = dim_symbols(expr_dims(spec->theorem->pool));
    env_init(&t->env, symbols > known ? symbols : known);
    memcpy(t->env.values, layout->env.values, known * sizeof *t->env.values);
    memcpy(t->env.known, layout->env.known, known * sizeof *t->env.known);
    size_t most = 0;
    for (size_t g = 0; g < spec->theorem->ngivens; g++)
        if (spec->theorem->givens[g].nindices > most)
            most = spec->theorem->givens[g].nindices;
    t->indices = xcalloc(most, sizeof *t->indices);
    buffer_init(&t->reason);
}

static void trial_clear(struct trial *t)
{
    env_clear(&t->env);
    free(t->indices);
    buffer_clear(&t->reason);
}

/* The indices of the member in a slot, into t->indices. */
static void set_indices(struct trial *t, size_t slot)
{
    size_t g = t->layout->slots[slot].given;
    const struct bounds *bounds = &t->layout->bounds[g];
    size_t member = slot - t->layout->first[g];
    for (size_t k = t->layout->theorem->givens[g].nindices; k-- > 0;) {
        size_t count = (size_t)bounds->count[k];
        t->indices[k] = bounds->lo[k] + (int64_t)(member % count);
        member /= count;
    }
}

static bool matches(const struct trial *t, const struct fill *f)
{
    const struct given *g = &t->spec->theorem->givens[f->given];
    for (size_t k = 0; k < g->nindices; k++) {
        const struct fill_pattern *p = &f->patterns[k];
        int64_t lo, hi;
        if (p->kind == PATTERN_ANY)
            continue;
        if (closed_int(&lo, p->lo, &t->env) != ST_OK ||
            closed_int(&hi, p->hi, &t->env) != ST_OK || t->indices[k] < lo ||
            t->indices[k] > hi)
            return false;
    }
    return true;
}

/* The fill of a member, or NULL: the default sampler. */
static const struct fill *find_fill(const struct trial *t, size_t given)
{
    const struct fill *best = NULL;
    for (size_t k = 0; k < t->spec->nfills; k++) {
        const struct fill *f = &t->spec->fills[k];
        if (f->given != given || (best && best->specificity > f->specificity))
            continue;
        if (matches(t, f))
            best = f;
    }
    return best;
}

/* The fill that fixes a slot, or NULL. */
static const struct fill *find_fixed(const struct spec *spec,
                                     const struct layout *layout, size_t slot)
{
    struct trial t;
    trial_init(&t, spec, layout, 0);
    set_indices(&t, slot);
    const struct fill *f = find_fill(&t, layout->slots[slot].given);
    trial_clear(&t);
    return f && !f->sampler ? f : NULL;
}

bool spec_is_fixed(const struct spec *spec, const struct layout *layout,
                   size_t slot)
{
    return find_fixed(spec, layout, slot) != NULL;
}

const struct expr *spec_expression(const struct spec *spec,
                                   const struct layout *layout, size_t slot)
{
    const struct fill *f = find_fixed(spec, layout, slot);
    const struct expr *e = f ? f->value.expr : NULL;
    return e && e->nfree == 0 ? e : NULL;
}

static enum status draw_default(struct trial *t, struct value *out,
                                const struct slot *slot, uint64_t number,
                                struct rng *rng)
{
    const struct given *g = &t->spec->theorem->givens[slot->given];
    struct rng whole = rng_start(trial_key(t->spec, number, ".theme"));
    enum theme theme = mixture_theme(number, &whole);
    struct range range;
    range_init(&range);
    t->where = g->span;
    enum status st = range_of_given(&range, g, &t->env, &t->reason);
    if (st == ST_OK) {
        mixture_draw(out, slot->rows, slot->cols, g->kind, &range, theme, rng);
        st = spec_check_drawn(out, g, &range, &t->reason);
    }
    range_clear(&range);
    return st;
}

static enum status draw_slot(struct trial *t, struct value *out, size_t slot)
{
    const struct slot *s = &t->layout->slots[slot];
    const struct given *g = &t->spec->theorem->givens[s->given];
    uint64_t number = t->number / t->spec->reuse[s->given];
    uint64_t key = trial_key(t->spec, number, g->name);
    size_t member = slot - t->layout->first[s->given];
    struct rng rng = rng_start(rng_key_number(key, member));
    set_indices(t, slot);
    const struct fill *f = find_fill(t, s->given);
    if (!f)
        return draw_default(t, out, s, number, &rng);
    t->where = f->value_span;
    if (f->sampler)
        return spec_sample(out, f, g, &t->env, t->indices, s->rows, s->cols,
                           &rng, &t->reason);
    struct buffer name;
    buffer_init(&name);
    layout_print_slot(&name, t->layout, slot);
    enum status st = spec_evaluate(out, f, g, &t->env, t->indices, s->rows,
                                   s->cols, name.text, &t->reason);
    buffer_clear(&name);
    return st;
}

enum status spec_draw(const struct spec *spec, uint64_t trial,
                      struct instance *x, struct span *where, char **reason)
{
    struct trial t;
    trial_init(&t, spec, x->layout, trial);
    enum status st = ST_OK;
    for (size_t k = 0; k < x->layout->nslots && st == ST_OK; k++)
        st = draw_slot(&t, &x->values[k], k);
    if (st != ST_OK) {
        *where = t.where;
        *reason = xstrdup(t.reason.text);
    }
    trial_clear(&t);
    return st;
}

void spec_draw_ints(const struct spec *spec, uint64_t trial,
                    struct layout *layout)
{
    struct trial t;
    trial_init(&t, spec, layout, trial);
    struct value v;
    rational_t entry;
    value_init(&v);
    rational_init(&entry);
    for (size_t g = 0; g < spec->theorem->ngivens; g++) {
        const struct symbol *symbol = spec->theorem->givens[g].symbol;
        int64_t n;
        if (!symbol || layout->first[g] == layout->first[g + 1])
            continue;
        buffer_reset(&t.reason);
        if (draw_slot(&t, &v, layout->first[g]) != ST_OK ||
            v.kind == VALUE_EXPR)
            continue; /* spec_draw will say so */
        value_entry(&entry, &v, 0, 0);
        if (rational_is_int(&entry, &n))
            env_set(&layout->env, symbol, n);
    }
    rational_clear(&entry);
    value_clear(&v);
    trial_clear(&t);
}
