#include "trace/compare.h"

#include "ir/logarithm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- groups ---- */

/* The smaller side of what a claim says first; NULL: it is no upper bound. */
static const struct expr *left_of(const struct claim *claim)
{
    const struct expr *r = claim->links[0].relation;
    if (claim->has_hole || claim->is_step || claim->is_observation ||
        r->op != EX_REL || r->rel == REL_EQ || r->rel == REL_NE)
        return NULL;
    return r->rel == REL_LE || r->rel == REL_LT ? r->kids[0] : r->kids[1];
}

static bool belongs(const struct compare_group *group,
                    const struct claim *claim)
{
    return left_of(claim) == group->left &&
           logarithm_is_compared(claim->links[0].relation) == group->has_gap;
}

/* The claims from `first` on that belong to its group. */
static void gather(struct compare_group *group, const struct theorem *t,
                   size_t first)
{
    *group = (struct compare_group){
        .left = left_of(&t->claims[first]),
        .has_gap = logarithm_is_compared(t->claims[first].links[0].relation),
        .bounds = xcalloc(t->nclaims, sizeof *group->bounds)};
    for (size_t k = first; k < t->nclaims; k++)
        if (belongs(group, &t->claims[k]))
            group->bounds[group->nbounds++].claim = t->claims[k].name;
}

static bool has_bound(const struct compare_group *group, const char *claim)
{
    for (size_t b = 0; b < group->nbounds; b++)
        if (strcmp(group->bounds[b].claim, claim) == 0)
            return true;
    return false;
}

static bool is_grouped(const struct compare *c, const struct claim *claim)
{
    for (size_t g = 0; g < c->ngroups; g++)
        if (belongs(&c->groups[g], claim))
            return true;
    return false;
}

static void make_groups(struct compare *c, const char *claim)
{
    const struct theorem *t = spec_theorem(c->spec);
    c->groups = xcalloc(t->nclaims + 1, sizeof *c->groups);
    for (size_t k = 0; k < t->nclaims; k++) {
        struct compare_group *group = &c->groups[c->ngroups];
        if (!left_of(&t->claims[k]) || is_grouped(c, &t->claims[k]))
            continue;
        gather(group, t, k);
        if (group->nbounds > 1 && (!claim || has_bound(group, claim)))
            c->ngroups++;
        else
            free(group->bounds);
    }
}

/* Flags the claims, and says where their links stand among those wanted. */
static void place_bounds(struct compare *c)
{
    const struct theorem *t = spec_theorem(c->spec);
    c->wanted = xcalloc(t->nclaims + 1, sizeof *c->wanted);
    for (size_t k = 0; k < t->nclaims; k++) {
        for (size_t g = 0; g < c->ngroups; g++)
            for (size_t b = 0; b < c->groups[g].nbounds; b++)
                if (c->groups[g].bounds[b].claim == t->claims[k].name) {
                    c->groups[g].bounds[b].place = c->nlinks;
                    c->wanted[k] = true;
                }
        c->nlinks += c->wanted[k] ? t->claims[k].nlinks : 0;
    }
}

/* ---- one trial ---- */

static bool has_all(const struct compare_group *group,
                    const struct link_outcome *outcomes)
{
    for (size_t b = 0; b < group->nbounds; b++) {
        const struct link_outcome *o = &outcomes[group->bounds[b].place];
        if (o->truth == TRUTH_UNDEFINED || o->ratio.kind != ENCLOSURE_FINITE)
            return false;
    }
    return true;
}

/* Whether no other bound of the group is certainly smaller. */
static bool is_smallest(const struct compare_group *group, size_t bound,
                        size_t sample)
{
    const struct enclosure *own = &group->bounds[bound].samples[sample].ratio;
    for (size_t b = 0; b < group->nbounds; b++) {
        const int order =
            enclosure_compare(&group->bounds[b].samples[sample].ratio, own);
        if (group->has_gap ? order < 0 : order > 0)
            return false;
    }
    return true;
}

static void take(struct compare_group *group,
                 const struct link_outcome *outcomes)
{
    const size_t at = group->nsamples;
    double best = -INFINITY;
    if (!has_all(group, outcomes))
        return;
    for (size_t b = 0; b < group->nbounds; b++) {
        struct compare_sample *s = &group->bounds[b].samples[at];
        s->ratio = outcomes[group->bounds[b].place].ratio;
        s->log10 = group->has_gap ? -enclosure_double(&s->ratio)
                                  : enclosure_log10(&s->ratio);
        best = fmax(best, s->log10);
    }
    for (size_t b = 0; b < group->nbounds; b++) {
        struct compare_sample *s = &group->bounds[b].samples[at];
        s->over = isinf(best) ? 0 : best - s->log10;
        group->bounds[b].smallest += is_smallest(group, b, at);
    }
    group->nsamples++;
}

/* ---- all trials ---- */

static bool is_told_to_stop(const struct ladder_options *options)
{
    return options->stop && options->stop(options->context);
}

/* A trial that is impossible is left out of the built-in campaign alone. */
static enum status run_trial(struct compare *c, struct stage_cache *cache,
                             struct link_outcome *outcomes, uint64_t trial,
                             const struct ladder_options *options,
                             struct diag *diag)
{
    struct stage *stage = NULL;
    struct span where = {0};
    char *reason = NULL;
    enum admission admission = ADMISSION_UNKNOWN;
    enum status st = stage_draw(&stage, cache, trial, &where, &reason);
    if (st != ST_OK && !spec_is_campaign(c->spec))
        diag_error(diag, where, "%s", reason ? reason : "impossible sizes");
    free(reason);
    if (st != ST_OK)
        return spec_is_campaign(c->spec) ? ST_OK : ST_INPUT;
    st = ladder_decide(&admission, outcomes, stage, options);
    c->is_stopped = st != ST_OK;
    for (size_t g = 0; g < c->ngroups && admission == ADMISSION_ADMITTED; g++)
        take(&c->groups[g], outcomes);
    return ST_OK;
}

static enum status run(struct compare *c, uint64_t trials,
                       const struct ladder_options *options, struct diag *diag)
{
    struct stage_cache *cache = stage_cache_new(c->spec, c->wanted);
    LOCAL_FREE struct link_outcome *outcomes =
        xcalloc(c->nlinks, sizeof *outcomes);
    enum status st = ST_OK;
    for (size_t g = 0; g < c->ngroups; g++)
        for (size_t b = 0; b < c->groups[g].nbounds; b++)
            c->groups[g].bounds[b].samples =
                xcalloc(trials + 1, sizeof *c->groups[g].bounds[b].samples);
    while (st == ST_OK && c->trials < trials && !c->is_stopped) {
        c->is_stopped = is_told_to_stop(options);
        if (!c->is_stopped)
            st = run_trial(c, cache, outcomes, c->trials, options, diag);
        c->trials += !c->is_stopped;
    }
    stage_cache_free(cache);
    return st;
}

/* ---- statistics ---- */

static int by_log10(const void *a, const void *b)
{
    const struct compare_sample *x = a, *y = b;
    return (x->log10 > y->log10) - (x->log10 < y->log10);
}

static int by_over(const void *a, const void *b)
{
    const struct compare_sample *x = a, *y = b;
    return (x->over > y->over) - (x->over < y->over);
}

/* The lower of two in the middle, and so for the other quantiles. */
static void settle(struct compare_bound *bound, size_t n)
{
    if (n == 0)
        return;
    qsort(bound->samples, n, sizeof *bound->samples, by_over);
    bound->over = bound->samples[(n - 1) / 2].over;
    qsort(bound->samples, n, sizeof *bound->samples, by_log10);
    for (size_t q = 0; q < COMPARE_QUANTILES; q++)
        bound->quantiles[q] =
            bound->samples[(n - 1) * q / (COMPARE_QUANTILES - 1)].ratio;
}

enum status compare_make(struct compare *c, const struct spec *spec,
                         uint64_t trials, const char *claim,
                         const struct ladder_options *options,
                         struct diag *diag)
{
    *c = (struct compare){.spec = spec};
    make_groups(c, claim);
    place_bounds(c);
    if (c->ngroups == 0) {
        diag_error(diag, spec_span(spec),
                   "nothing to compare: no two claims of %s, %s%sbound the "
                   "same left side from above",
                   spec_theorem(spec)->name, claim ? claim : "",
                   claim ? " among them, " : "");
        return ST_INPUT;
    }
    enum status st = run(c, trials, options, diag);
    for (size_t g = 0; g < c->ngroups; g++)
        for (size_t b = 0; b < c->groups[g].nbounds; b++)
            settle(&c->groups[g].bounds[b], c->groups[g].nsamples);
    return st;
}

void compare_clear(struct compare *c)
{
    for (size_t g = 0; g < c->ngroups; g++) {
        for (size_t b = 0; b < c->groups[g].nbounds; b++)
            free(c->groups[g].bounds[b].samples);
        free(c->groups[g].bounds);
    }
    free(c->groups);
    free(c->wanted);
    *c = (struct compare){0};
}
