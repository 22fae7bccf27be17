#include "search/workshop.h"

#include "eval/plan_price.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct workshops {
    const struct spec *spec;
    const struct theorem *theorem;
    bool *wanted;
    size_t link, dropped;
    bool has_ints; /* sizes depend on drawn integers too */
    bool allows_large;
    struct workshop *items[WORKSHOPS_MAX];
    size_t count, next; /* the next one to give way */
};

struct workshops *workshops_new(const struct spec *spec, size_t claim,
                                size_t link, size_t dropped)
{
    struct workshops *all = xcalloc(1, sizeof *all);
    all->spec = spec;
    all->theorem = spec_theorem(spec);
    all->wanted = xcalloc(all->theorem->nclaims, sizeof *all->wanted);
    all->wanted[claim] = true;
    all->link = link;
    all->dropped = dropped;
    for (size_t g = 0; g < all->theorem->ngivens; g++)
        all->has_ints = all->has_ints || all->theorem->givens[g].symbol;
    return all;
}

static void workshop_free(struct workshop *w)
{
    if (!w)
        return;
    equalities_free(w->equalities);
    objective_free(w->objective);
    space_free(w->space);
    stage_free(w->stage);
    free(w->solutions);
    free(w->best);
    free(w->dims);
    free(w);
}

void workshops_free(struct workshops *all)
{
    if (!all)
        return;
    for (size_t k = 0; k < all->count; k++)
        workshop_free(all->items[k]);
    free(all->wanted);
    free(all);
}

void workshops_allow_large(struct workshops *all, bool large)
{
    all->allows_large = large;
}

static size_t entries_of(const struct plan *plan)
{
    size_t entries = 0;
    for (uint32_t k = 0; k < plan->count; k++)
        entries += (size_t)plan->instrs[k].rows * plan->instrs[k].cols;
    return entries;
}

static bool fits(const struct workshops *all, size_t entries)
{
    return spec_is_literal(all->spec) ||
           entries <= (size_t)(all->allows_large ? WORKSHOP_MAX_LARGE_ENTRIES
                                                 : WORKSHOP_MAX_ENTRIES);
}

/* An opened stage with the draw in it and its plan, or NULL. */
static struct stage *draw_stage(const struct workshops *all,
                                const int64_t *dims, uint64_t trial)
{
    struct stage *stage = NULL;
    struct span where = {0};
    LOCAL_FREE char *reason = NULL;
    enum status st = stage_open(&stage, all->theorem, dims, &reason);
    if (st == ST_OK) {
        spec_draw_ints(all->spec, trial, &stage->layout);
        st = spec_draw(all->spec, trial, &stage->x, &where, &reason);
        if (st == ST_OK)
            st = stage_build(stage, all->wanted, all->dropped, &where, &reason);
        if (st != ST_OK || !fits(all, entries_of(stage->plan))) {
            stage_free(stage);
            stage = NULL;
        }
    }
    return st == ST_OK ? stage : NULL;
}

static struct workshop *make(struct workshops *all, const int64_t *dims,
                             uint64_t trial)
{
    struct workshop *w = xcalloc(1, sizeof *w);
    size_t n = all->theorem->ndims;
    w->dims = xcalloc(n, sizeof *w->dims);
    memcpy(w->dims, dims, n * sizeof *dims);
    w->is_kept = !all->has_ints;
    w->is_large = all->allows_large;
    w->stage = draw_stage(all, dims, trial);
    if (!w->stage)
        return w;
    w->space = space_new(w->stage, all->spec);
    w->objective = objective_new(w->stage, all->link);
    w->best = xcalloc(w->space->size + 1, sizeof *w->best);
    w->equalities = equalities_new(w->space, w->objective);
    w->solutions =
        xcalloc(WORKSHOP_MAX_SOLUTIONS * w->space->size + 1, sizeof(double));
    w->price = plan_price(w->stage->plan);
    w->entries = entries_of(w->stage->plan);
    w->merit = (struct merit){-INFINITY, INFINITY};
    return w;
}

/* Not one that was too large once and is allowed now. */
static bool is_known(const struct workshops *all, const struct workshop *w)
{
    return w->stage || w->is_large || !all->allows_large;
}

static struct workshop *find(const struct workshops *all, const int64_t *dims)
{
    size_t size = all->theorem->ndims * sizeof *dims;
    for (size_t k = 0; k < all->count; k++)
        if (all->items[k]->is_kept && is_known(all, all->items[k]) &&
            memcmp(all->items[k]->dims, dims, size) == 0)
            return all->items[k];
    return NULL;
}

static void keep(struct workshops *all, struct workshop *w)
{
    if (all->count < WORKSHOPS_MAX) {
        all->items[all->count++] = w;
        return;
    }
    workshop_free(all->items[all->next]);
    all->items[all->next] = w;
    all->next = (all->next + 1) % WORKSHOPS_MAX;
}

struct workshop *workshops_draw(struct workshops *all, const int64_t *dims,
                                uint64_t trial)
{
    struct workshop *w = find(all, dims);
    struct span where;
    char *reason = NULL;
    if (!w) {
        w = make(all, dims, trial);
        keep(all, w);
        return w->stage ? w : NULL;
    }
    if (!w->stage || !fits(all, w->entries))
        return NULL;
    enum status st = spec_draw(all->spec, trial, &w->stage->x, &where, &reason);
    free(reason);
    return st == ST_OK ? w : NULL;
}

bool workshops_build(const struct workshops *all, struct stage *stage)
{
    struct span where;
    LOCAL_FREE char *reason = NULL;
    enum status st =
        stage_build(stage, all->wanted, all->dropped, &where, &reason);
    return st == ST_OK;
}

void workshop_note_solution(struct workshop *w, const double *t)
{
    size_t n = w->space->size;
    if (w->nsolutions < WORKSHOP_MAX_SOLUTIONS)
        memcpy(w->solutions + w->nsolutions++ * n, t, n * sizeof *t);
}

struct stage *workshops_take(struct workshops *all, struct workshop *w)
{
    struct stage *stage = w->stage;
    w->stage = NULL;
    for (size_t k = 0; k < all->count; k++) {
        if (all->items[k] != w)
            continue;
        all->items[k] = all->items[--all->count];
        break;
    }
    /* These look into the stage's plan, which the caller owns now. */
    equalities_free(w->equalities);
    objective_free(w->objective);
    space_free(w->space);
    w->equalities = NULL;
    w->objective = NULL;
    w->space = NULL;
    workshop_free(w);
    return stage;
}
