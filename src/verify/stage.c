#include "verify/stage.h"

#include "instance/property.h"

#include <stdlib.h>
#include <string.h>

struct kept {
    int64_t *key; /* the dims, then the ints that sizes depend on */
    struct stage *stage;
    size_t entries;
    uint64_t used; /* when it was used last */
};

struct stage_cache {
    const struct spec *spec;
    const struct theorem *theorem;
    const bool *wanted;
    size_t nkey, nints;
    int64_t *key;               /* of the trial being drawn */
    struct ratio_range *ranges; /* made with the first stage */
    struct kept kept[STAGE_MAX_KEPT];
    size_t count, entries;
    uint64_t clock;
};

struct stage_cache *stage_cache_new(const struct spec *spec, const bool *wanted)
{
    struct stage_cache *cache = xcalloc(1, sizeof *cache);
    cache->spec = spec;
    cache->theorem = spec_theorem(spec);
    cache->wanted = wanted;
    for (size_t i = 0; i < cache->theorem->ngivens; i++)
        cache->nints += cache->theorem->givens[i].symbol != NULL;
    cache->nkey = cache->theorem->ndims + cache->nints;
    cache->key = xcalloc(cache->nkey, sizeof *cache->key);
    return cache;
}

static void clear_instances(struct stage *stage)
{
    if (!stage->lanes)
        instance_clear(&stage->x);
    for (size_t k = 0; stage->lanes && k < FILTER_LANES; k++)
        instance_clear(&stage->lanes[k]);
    free(stage->lanes);
}

void stage_free(struct stage *stage)
{
    if (!stage)
        return;
    if (stage->plan) {
        filter_run_free(stage->filter);
        filter_run_free(stage->batch);
        ball_run_free(stage->ball);
        exact_run_free(stage->exact);
        double_run_free(stage->forward);
        plan_free(stage->plan);
    }
    free(stage->assumptions.ids);
    free(stage->whole.ids);
    free(stage->fast.ids);
    free(stage->links);
    free(stage->shows_only);
    drawer_free(stage->drawer);
    free(stage->truths);
    free(stage->flags);
    clear_instances(stage);
    layout_clear(&stage->layout);
    free(stage);
}

static void drop(struct stage_cache *cache, size_t i)
{
    cache->entries -= cache->kept[i].entries;
    stage_free(cache->kept[i].stage);
    free(cache->kept[i].key);
    cache->kept[i] = cache->kept[--cache->count];
}

void stage_cache_free(struct stage_cache *cache)
{
    if (!cache)
        return;
    while (cache->count > 0)
        drop(cache, cache->count - 1);
    free(cache->key);
    free(cache->ranges);
    free(cache);
}

/* Makes room for one more stage of that size by dropping the least used. */
static void make_room(struct stage_cache *cache, size_t entries)
{
    while (cache->count > 0 && (cache->count == STAGE_MAX_KEPT ||
                                cache->entries + entries > STAGE_MAX_ENTRIES)) {
        size_t oldest = 0;
        for (size_t i = 1; i < cache->count; i++)
            if (cache->kept[i].used < cache->kept[oldest].used)
                oldest = i;
        drop(cache, oldest);
    }
}

void stage_cone(struct cone *out, const struct stage *stage,
                enum cone_form form, const bool *assumptions, const bool *links)
{
    size_t count = 0;
    const bool fast = form == CONE_FAST;
    const plan_id *truths =
        fast ? stage->plan->fast_assumptions : stage->plan->assumptions;
    plan_id *roots =
        xcalloc(stage->nassumptions + 3 * stage->nlinks, sizeof *roots);
    for (size_t i = 0; assumptions && i < stage->nassumptions; i++)
        if (assumptions[i])
            roots[count++] = truths[i];
    for (size_t i = 0; links && i < stage->nlinks; i++) {
        const struct plan_link *link = stage->links[i];
        if (!links[i])
            continue;
        roots[count++] = fast ? link->fast_truth : link->truth;
        if (link->lhs != PLAN_NONE && link->rhs != PLAN_NONE) {
            roots[count++] = fast ? link->fast_lhs : link->lhs;
            roots[count++] = fast ? link->fast_rhs : link->rhs;
        }
    }
    plan_cone(&out->ids, &out->count, stage->plan, roots, count);
    free(roots);
}

static void collect_links(struct stage *stage, const bool *wanted)
{
    const struct theorem *t = stage->layout.theorem;
    size_t count = 0;
    for (size_t i = 0; i < t->nclaims; i++)
        count += wanted[i] ? t->claims[i].nlinks : 0;
    stage->links = xcalloc(count, sizeof *stage->links);
    stage->shows_only = xcalloc(count, sizeof *stage->shows_only);
    for (size_t i = 0; i < t->nclaims; i++) {
        const struct plan_claim *claim = &stage->plan->claims[i];
        if (!wanted[i])
            continue;
        ENSURE(claim->nlinks == t->claims[i].nlinks, "plan: links are missing");
        for (size_t k = 0; k < claim->nlinks; k++) {
            stage->shows_only[stage->nlinks] = t->claims[i].obtained.count > 0;
            stage->links[stage->nlinks++] = &claim->links[k];
        }
    }
}

/* What is read of the balls: the sides of the links, in both forms. */
static void keep_sides(struct stage *stage)
{
    for (size_t i = 0; i < stage->nlinks; i++) {
        const struct plan_link *l = stage->links[i];
        const plan_id ids[] = {l->lhs, l->rhs, l->fast_lhs, l->fast_rhs};
        ball_run_keep(stage->ball, ids, sizeof ids / sizeof *ids);
    }
}

static void prepare_cones(struct stage *stage)
{
    size_t most = stage->nassumptions + stage->nlinks;
    LOCAL_FREE bool *all = xcalloc(most, sizeof *all);
    memset(all, 1, most * sizeof *all);
    stage_cone(&stage->assumptions, stage, CONE_FAST, all, NULL);
    stage_cone(&stage->whole, stage, CONE_LITERAL, all, all);
    stage_cone(&stage->fast, stage, CONE_FAST, all, all);
}

/* The plan's lists without the dropped one. */
static void drop_assumption(struct stage *stage, size_t dropped)
{
    struct plan *plan = stage->plan;
    if (dropped >= stage->nassumptions)
        return;
    for (size_t i = dropped; i + 1 < stage->nassumptions; i++) {
        plan->assumptions[i] = plan->assumptions[i + 1];
        plan->fast_assumptions[i] = plan->fast_assumptions[i + 1];
    }
    stage->nassumptions--;
}

static size_t input_entries(const struct stage *stage)
{
    size_t entries = 0;
    for (size_t k = 0; k < stage->layout.nslots; k++)
        entries += stage->layout.slots[k].rows * stage->layout.slots[k].cols;
    return entries;
}

/* The runs, links and cones of a stage that has its plan. */
static void furnish(struct stage *stage, const bool *wanted, size_t dropped)
{
    stage->nassumptions = stage->layout.theorem->nassumptions;
    stage->is_refutable = theorem_is_refutable(stage->layout.theorem, dropped);
    drop_assumption(stage, dropped);
    stage->filter = filter_run_new(stage->plan, 1);
    stage->filtered = stage->filter;
    stage->ball = ball_run_new(stage->plan);
    stage->exact = exact_run_new(stage->plan);
    stage->forward = double_run_new(stage->plan);
    collect_links(stage, wanted);
    keep_sides(stage);
    for (size_t i = 0; i < stage->nlinks; i++)
        if (filter_run_can_decide(stage->filter, stage->links[i]->fast_truth))
            stage->filter_helps = true;
    prepare_cones(stage);
    stage->is_large = input_entries(stage) > STAGE_LARGE;
    stage->truths = xcalloc(stage->nassumptions, sizeof *stage->truths);
    stage->flags =
        xcalloc(stage->nassumptions + STAGE_LINK_FLAGS * stage->nlinks,
                sizeof *stage->flags);
}

enum status stage_build(struct stage *stage, const bool *wanted, size_t dropped,
                        struct span *where, char **reason)
{
    enum status st = plan_build(&stage->plan, &stage->layout, wanted,
                                stage->x.values, where, reason);
    if (st == ST_OK)
        furnish(stage, wanted, dropped);
    return st;
}

/* In the campaign sizes that are impossible for one claim do for others. */
static enum status build_for(struct stage *stage,
                             const struct stage_cache *cache,
                             struct span *where, char **reason)
{
    if (!spec_is_campaign(cache->spec))
        return stage_build(stage, cache->wanted, STAGE_DROP_NONE, where,
                           reason);
    enum status st =
        plan_build_possible(&stage->plan, &stage->layout, cache->wanted,
                            stage->x.values, where, reason);
    if (st == ST_OK)
        furnish(stage, cache->wanted, STAGE_DROP_NONE);
    return st;
}

static size_t plan_entries(const struct plan *plan)
{
    size_t entries = plan->count;
    for (uint32_t i = 0; i < plan->count; i++)
        entries += (size_t)plan->instrs[i].rows * plan->instrs[i].cols;
    return entries;
}

static struct kept *find(struct stage_cache *cache, const int64_t *key)
{
    for (size_t i = 0; i < cache->count; i++)
        if (memcmp(cache->kept[i].key, key, cache->nkey * sizeof *key) == 0)
            return &cache->kept[i];
    return NULL;
}

static struct stage *keep(struct stage_cache *cache, const int64_t *key,
                          struct stage *stage)
{
    size_t entries = plan_entries(stage->plan);
    make_room(cache, entries);
    struct kept *kept = &cache->kept[cache->count++];
    kept->key = xcalloc(cache->nkey, sizeof *key);
    memcpy(kept->key, key, cache->nkey * sizeof *key);
    kept->stage = stage;
    if (!cache->ranges)
        cache->ranges = xcalloc(stage->nlinks + 1, sizeof *cache->ranges);
    stage->ranges = cache->ranges;
    kept->entries = entries;
    kept->used = ++cache->clock;
    cache->entries += entries;
    return stage;
}

/* The ints that sizes depend on, as they are set in the layout. */
static void read_ints(int64_t *ints, const struct layout *layout)
{
    const struct theorem *t = layout->theorem;
    for (size_t i = 0; i < t->ngivens; i++)
        if (t->givens[i].symbol)
            *ints++ = layout->env.values[t->givens[i].symbol->id];
}

enum status stage_open(struct stage **out, const struct theorem *theorem,
                       const int64_t *dims, char **reason)
{
    struct stage *stage = xcalloc(1, sizeof *stage);
    enum status st = layout_init(&stage->layout, theorem, dims, reason);
    if (st != ST_OK) {
        free(stage);
        return st;
    }
    instance_init(&stage->x, &stage->layout);
    *out = stage;
    return ST_OK;
}

bool stage_fits(const struct stage *stage, size_t slot, const char *name,
                struct buffer *why)
{
    const struct layout *layout = &stage->layout;
    const struct given *g = &layout->theorem->givens[layout->slots[slot].given];
    LOCAL_MADE(range, range);
    return range_of_given(&range, g, &layout->env, why) == ST_OK &&
           property_check(&stage->x.values[slot], g->kind, &range, name, why) ==
               ST_OK;
}

/* A stage with layout and empty instance, without a plan. */
static enum status lay_out(struct stage **out, struct stage_cache *cache,
                           uint64_t trial, int64_t *key, struct span *where,
                           char **reason)
{
    *where = spec_span(cache->spec);
    enum status st = stage_open(out, cache->theorem, key, reason);
    if (st != ST_OK)
        return st;
    spec_draw_ints(cache->spec, trial, &(*out)->layout);
    read_ints(key + cache->theorem->ndims, &(*out)->layout);
    return ST_OK;
}

static enum status draw_new(struct stage **out, struct stage_cache *cache,
                            uint64_t trial, const int64_t *key,
                            struct stage *stage, struct span *where,
                            char **reason)
{
    stage->drawer = drawer_new(cache->spec, &stage->layout, FILTER_LANES);
    stage->trial = trial;
    enum status st =
        drawer_draw(stage->drawer, 0, trial, &stage->x, where, reason);
    if (st == ST_OK)
        st = build_for(stage, cache, where, reason);
    if (st != ST_OK) {
        stage_free(stage);
        return st;
    }
    *out = keep(cache, key, stage);
    return ST_OK;
}

/* On a stage that is kept, into its first lane. */
static enum status draw_again(struct stage *stage, uint64_t trial,
                              struct span *where, char **reason)
{
    if (stage->lanes)
        stage->x = stage->lanes[0];
    stage->trial = trial;
    stage->filtered = stage->filter;
    stage->lane = 0;
    return drawer_draw(stage->drawer, 0, trial, &stage->x, where, reason);
}

enum status stage_draw(struct stage **out, struct stage_cache *cache,
                       uint64_t trial, struct span *where, char **reason)
{
    struct stage *fresh = NULL;
    int64_t *key = cache->key;
    enum status st = ST_OK;
    spec_draw_dims(cache->spec, trial, key);
    if (cache->nints > 0)
        st = lay_out(&fresh, cache, trial, key, where, reason);
    struct kept *known = st == ST_OK ? find(cache, key) : NULL;
    if (known) {
        known->used = ++cache->clock;
        *out = known->stage;
        stage_free(fresh);
        st = draw_again(known->stage, trial, where, reason);
    } else if (st == ST_OK) {
        if (!fresh)
            st = lay_out(&fresh, cache, trial, key, where, reason);
        if (st == ST_OK)
            st = draw_new(out, cache, trial, key, fresh, where, reason);
    }
    return st;
}

/* The stage of a spec with fixed sizes; NULL: it cannot be made. */
static struct stage *only_stage(struct stage_cache *cache, uint64_t trial)
{
    struct stage *stage = NULL;
    struct span where;
    char *reason = NULL;
    if (cache->nints > 0)
        return NULL;
    if (cache->count == 1)
        return cache->kept[0].stage;
    enum status st = stage_draw(&stage, cache, trial, &where, &reason);
    free(reason);
    return st == ST_OK ? stage : NULL;
}

static void make_lanes(struct stage *stage)
{
    stage->lanes = xcalloc(FILTER_LANES, sizeof *stage->lanes);
    stage->lanes[0] = stage->x;
    for (size_t k = 1; k < FILTER_LANES; k++)
        instance_init(&stage->lanes[k], &stage->layout);
    stage->batch = filter_run_new(stage->plan, FILTER_LANES);
}

enum status stage_draw_batch(struct stage **out, struct stage_cache *cache,
                             uint64_t trial, size_t count)
{
    const struct instance *x[FILTER_LANES];
    struct stage *stage = only_stage(cache, trial);
    if (!stage || !stage->filter_helps || !filter_suits_batches(stage->plan))
        return ST_UNABLE;
    if (!stage->lanes)
        make_lanes(stage);
    for (size_t k = 0; k < count; k++) {
        struct span where;
        char *reason = NULL;
        if (drawer_draw(stage->drawer, k, trial + k, &stage->lanes[k], &where,
                        &reason) != ST_OK) {
            free(reason);
            return ST_UNABLE;
        }
        x[k] = &stage->lanes[k];
    }
    filter_run_eval(stage->batch, x, count, stage->fast.ids, stage->fast.count);
    *out = stage;
    return ST_OK;
}

void stage_select(struct stage *stage, uint64_t trial, size_t lane)
{
    stage->x = stage->lanes[lane];
    stage->trial = trial;
    stage->filtered = stage->batch;
    stage->lane = lane;
}
