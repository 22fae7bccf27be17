/*
 * Drawing trials.  Every dim and every member of a given has a stream of its
 * own, keyed by (seed, theorem, case, trial) and its name, so that one draw
 * does not depend on the others.
 */
#include "case/spec_internal.h"

#include "case/corners.h"
#include "case/mixture.h"
#include "case/property.h"

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

bool spec_has_fixed_sizes(const struct spec *spec)
{
    for (size_t i = 0; i < spec->theorem->ndims; i++)
        if (spec->dims[i].lo != spec->dims[i].hi)
            return false;
    return true;
}

void spec_draw_dims(const struct spec *spec, uint64_t trial, int64_t *dims)
{
    if (spec_has_fixed_sizes(spec)) {
        for (size_t i = 0; i < spec->theorem->ndims; i++)
            dims[i] = spec->dims[i].lo;
        return;
    }
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

static bool matches(const struct fill *f, size_t nindices,
                    const struct env *env, const int64_t *indices)
{
    for (size_t k = 0; k < nindices; k++) {
        const struct fill_pattern *p = &f->patterns[k];
        int64_t lo, hi;
        if (p->kind == PATTERN_ANY)
            continue;
        if (closed_int(&lo, p->lo, env) != ST_OK ||
            closed_int(&hi, p->hi, env) != ST_OK || indices[k] < lo ||
            indices[k] > hi)
            return false;
    }
    return true;
}

const struct fill *spec_find_fill(const struct spec *spec,
                                  const struct env *env, size_t given,
                                  const int64_t *indices)
{
    const struct fill *best = NULL;
    size_t nindices = spec->theorem->givens[given].nindices;
    for (size_t k = 0; k < spec->nfills; k++) {
        const struct fill *f = &spec->fills[k];
        if (f->given != given || (best && best->specificity > f->specificity))
            continue;
        if (matches(f, nindices, env, indices))
            best = f;
    }
    return best;
}

static const struct fill *find_fill(const struct trial *t, size_t given)
{
    return spec_find_fill(t->spec, &t->env, given, t->indices);
}

/* The fill that fixes a slot, or NULL. */
static const struct fill *find_fixed(const struct spec *spec,
                                     const struct layout *layout, size_t slot)
{
    LOCAL(trial_clear) struct trial t;
    trial_init(&t, spec, layout, 0);
    set_indices(&t, slot);
    const struct fill *f = find_fill(&t, layout->slots[slot].given);
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
    const struct expr *e = f && f->ntensors == 0 ? f->value.expr : NULL;
    return e && e->nfree == 0 ? e : NULL;
}

/* ---- where the value of a slot comes from ---- */

/*
 * What drawing a slot needs and does not depend on the trial.  The status is
 * that of preparing it; a fault is told when the slot is to be drawn.
 */
struct origin {
    const struct fill *fill; /* or NULL: the default sampler */
    struct range range;
    struct recipe recipe; /* of a fill with a sampler */
    enum status status;
    char *reason;
};

static void origin_init(struct origin *o, struct trial *t, size_t slot)
{
    size_t given = t->layout->slots[slot].given;
    const struct given *g = &t->spec->theorem->givens[given];
    *o = (struct origin){.status = ST_OK};
    set_indices(t, slot);
    o->fill = find_fill(t, given);
    range_init(&o->range);
    if (o->fill && !o->fill->sampler)
        return;
    buffer_reset(&t->reason);
    o->status = range_of_given(&o->range, g, &t->env, &t->reason);
    if (o->status == ST_OK && o->fill)
        o->status =
            spec_recipe(&o->recipe, o->fill, &t->env, t->indices, &t->reason);
    if (o->status != ST_OK)
        o->reason = xstrdup(t->reason.text);
}

static void origin_clear(struct origin *o)
{
    spec_recipe_clear(&o->recipe);
    range_clear(&o->range);
    free(o->reason);
}

/* What the case says, the same for all trials. */
static enum status evaluate(struct trial *t, struct value *out, size_t slot,
                            const struct origin *o)
{
    const struct slot *s = &t->layout->slots[slot];
    LOCAL_BUFFER name = buffer_new();
    set_indices(t, slot);
    layout_print_slot(&name, t->layout, slot);
    return spec_evaluate(out, t->spec, o->fill,
                         &t->spec->theorem->givens[s->given], &t->env,
                         t->indices, s->rows, s->cols, name.text, &t->reason);
}

static enum status draw_default(struct trial *t, struct value *out,
                                const struct slot *slot, uint64_t number,
                                const struct origin *o, struct rng *rng)
{
    const struct given *g = &t->spec->theorem->givens[slot->given];
    struct rng whole = rng_start(trial_key(t->spec, number, ".theme"));
    enum theme theme = mixture_theme(number, &whole);
    mixture_draw(out, slot->rows, slot->cols, g->kind, &o->range, theme, rng);
    return spec_check_drawn(out, g, &o->range, &t->reason);
}

/* The number that the draw of a slot depends on. */
static uint64_t number_of(const struct trial *t, size_t slot)
{
    return t->number / t->spec->reuse[t->layout->slots[slot].given];
}

static enum status draw_slot(struct trial *t, struct value *out, size_t slot,
                             const struct origin *o)
{
    const struct slot *s = &t->layout->slots[slot];
    const struct given *g = &t->spec->theorem->givens[s->given];
    t->where = o->fill ? o->fill->value_span : g->span;
    buffer_reset(&t->reason);
    if (o->status != ST_OK) {
        buffer_add(&t->reason, o->reason);
        return o->status;
    }
    if (o->fill && !o->fill->sampler)
        return evaluate(t, out, slot, o);
    uint64_t number = number_of(t, slot);
    uint64_t key = trial_key(t->spec, number, g->name);
    size_t member = slot - t->layout->first[s->given];
    struct rng rng = rng_start(rng_key_number(key, member));
    if (!o->fill)
        return draw_default(t, out, s, number, o, &rng);
    return spec_sample(out, &o->recipe, g, &o->range, s->rows, s->cols, &rng,
                       &t->reason);
}

/* ---- trials of one layout ---- */

/* What a slot of an instance holds. */
struct holding {
    bool is_drawn;
    uint64_t number; /* that the draw depended on */
};

struct drawer {
    struct trial trial;
    struct origin *origins; /* by slot */
    struct holding *held;   /* by lane, then by slot */
    enum corner *corners;   /* by given */
    size_t nslots;
};

struct drawer *drawer_new(const struct spec *spec, const struct layout *layout,
                          size_t lanes)
{
    struct drawer *d = xcalloc(1, sizeof *d);
    trial_init(&d->trial, spec, layout, 0);
    d->nslots = layout->nslots;
    d->origins = xcalloc(d->nslots, sizeof *d->origins);
    d->held = xcalloc(lanes * d->nslots, sizeof *d->held);
    for (size_t k = 0; k < d->nslots; k++)
        origin_init(&d->origins[k], &d->trial, k);
    d->corners = xcalloc(spec->theorem->ngivens + 1, sizeof *d->corners);
    corners_find(d->corners, spec->theorem);
    return d;
}

void drawer_free(struct drawer *d)
{
    if (!d)
        return;
    for (size_t k = 0; k < d->nslots; k++)
        origin_clear(&d->origins[k]);
    trial_clear(&d->trial);
    free(d->origins);
    free(d->corners);
    free(d->held);
    free(d);
}

static enum status renew_slot(struct drawer *d, struct holding *held,
                              struct value *out, size_t slot)
{
    const struct fill *f = d->origins[slot].fill;
    bool is_fixed = f && !f->sampler;
    uint64_t number = is_fixed ? 0 : number_of(&d->trial, slot);
    if (held->is_drawn && held->number == number)
        return ST_OK;
    enum status st = draw_slot(&d->trial, out, slot, &d->origins[slot]);
    *held = (struct holding){.is_drawn = st == ST_OK, .number = number};
    return st;
}

static const struct given *given_of(const struct drawer *d, size_t slot)
{
    return &d->trial.spec->theorem->givens[d->trial.layout->slots[slot].given];
}

/* Whether a value is drawn by the default sampler, with no more than a sign. */
static bool is_free(const struct drawer *d, size_t slot)
{
    enum given_kind kind = given_of(d, slot)->kind;
    return !d->origins[slot].fill &&
           (kind == GIVEN_REAL || kind == GIVEN_NONNEG);
}

/* Whether the default sampler draws it for this trial, and no size needs it. */
static bool is_default(const struct drawer *d, size_t slot)
{
    size_t given = d->trial.layout->slots[slot].given;
    return !d->origins[slot].fill && !given_of(d, slot)->symbol &&
           d->trial.spec->reuse[given] == 1;
}

/* In every other trial scalars of powers get corner values. */
static void set_corners(struct drawer *d, struct holding *held,
                        struct instance *x)
{
    struct rng rng =
        rng_start(trial_key(d->trial.spec, d->trial.number, ".corners"));
    enum corner_way way = (enum corner_way)rng_below(&rng, CORNERS_WAYS);
    if (d->trial.number % 2 == 0 || way == CORNERS_LEAVE)
        return;
    for (size_t k = 0; k < d->nslots; k++) {
        enum corner corner = d->corners[d->trial.layout->slots[k].given];
        struct value v;
        if (corner == CORNER_NONE || !is_default(d, k))
            continue;
        LOCAL_BUFFER reason = buffer_new();
        value_init(&v);
        value_set_rationals(&v, 1, 1);
        corners_value(&v.rationals[0], corner, way, &rng);
        if (property_check(&v, given_of(d, k)->kind, &d->origins[k].range, "",
                           &reason) == ST_OK) {
            value_simplify(&v);
            value_copy(&x->values[k], &v);
            held[k].is_drawn = false;
        }
        value_clear(&v);
    }
}

/*
 * In every other trial assumptions are met that values drawn apart never meet:
 * simple equations in a campaign, then whatever is left.
 */
static void meet_assumptions(struct drawer *d, struct holding *held,
                             struct instance *x)
{
    const struct spec *spec = d->trial.spec;
    if (d->trial.number % 2 == 0 || spec->theorem->nassumptions == 0)
        return;
    LOCAL_FREE bool *simple = xcalloc(2 * d->nslots + 1, sizeof *simple);
    bool *whole = simple + d->nslots;
    for (size_t k = 0; k < d->nslots; k++) {
        simple[k] = is_free(d, k);
        whole[k] = is_default(d, k);
    }
    if (spec->is_campaign)
        spec_meet(spec, &d->trial.env, x, simple);
    (void)spec_repair(spec, &d->trial.env, x, whole,
                      trial_key(spec, d->trial.number, ".meet"), false);
    for (size_t k = 0; k < d->nslots; k++)
        if ((is_free(d, k) && !simple[k]) || (is_default(d, k) && !whole[k]))
            held[k].is_drawn = false;
}

enum status drawer_draw(struct drawer *d, size_t lane, uint64_t trial,
                        struct instance *x, struct span *where, char **reason)
{
    enum status st = ST_OK;
    struct holding *held = d->held + lane * d->nslots;
    d->trial.number = trial;
    for (size_t k = 0; k < d->nslots && st == ST_OK; k++)
        st = renew_slot(d, &held[k], &x->values[k], k);
    if (st == ST_OK) {
        set_corners(d, held, x);
        meet_assumptions(d, held, x);
    } else {
        *where = d->trial.where;
        *reason = xstrdup(d->trial.reason.text);
    }
    return st;
}

enum status spec_draw(const struct spec *spec, uint64_t trial,
                      struct instance *x, struct span *where, char **reason)
{
    struct drawer *d = drawer_new(spec, x->layout, 1);
    enum status st = drawer_draw(d, 0, trial, x, where, reason);
    drawer_free(d);
    return st;
}

void spec_draw_ints(const struct spec *spec, uint64_t trial,
                    struct layout *layout)
{
    struct trial t;
    trial_init(&t, spec, layout, trial);
    struct value v;
    value_init(&v);
    rational_t entry = rational_zero();
    for (size_t g = 0; g < spec->theorem->ngivens; g++) {
        const struct symbol *symbol = spec->theorem->givens[g].symbol;
        int64_t n;
        if (!symbol || layout->first[g] == layout->first[g + 1])
            continue;
        LOCAL(origin_clear) struct origin o;
        origin_init(&o, &t, layout->first[g]);
        enum status st = draw_slot(&t, &v, layout->first[g], &o);
        if (st != ST_OK || v.kind == VALUE_EXPR)
            continue; /* spec_draw will say so */
        value_entry(&entry, &v, 0, 0);
        if (rational_is_int(&entry, &n))
            env_set(&layout->env, symbol, n);
    }
    rational_clear(&entry);
    value_clear(&v);
    trial_clear(&t);
}
