#include "verify/extremes.h"

#include <stdlib.h>

enum {
    MOST_KEPT = 256,      /* trials decided again whose ratios are kept */
    MOST_RATIOS = 1 << 21 /* and all their ratios */
};

/* The ratios of all links in a trial that was decided again. */
struct kept_trial {
    uint64_t trial;
    struct enclosure *ratios; /* NULL: none yet */
};

struct extremes {
    const struct spec *spec;
    const bool *wanted;
    struct ladder_options options;
    struct link_outcome *outcomes;
    size_t nlinks;
    struct kept_trial kept[MOST_KEPT];
    size_t nkept, next; /* how many may be used; the one to be replaced */
    struct stage_cache *cache; /* NULL: no trial was drawn again so far */
};

struct extremes *extremes_new(const struct spec *spec, const bool *wanted,
                              const struct ladder_options *options,
                              size_t nlinks)
{
    struct extremes *e = xcalloc(1, sizeof *e);
    e->spec = spec;
    e->wanted = wanted;
    e->options = *options;
    e->options.every_ratio = true;
    e->options.stop = NULL; /* what was decided before is not given up */
    e->outcomes = xcalloc(nlinks, sizeof *e->outcomes);
    e->nlinks = nlinks;
    e->nkept = MOST_RATIOS / (nlinks + 1) + 1;
    if (e->nkept > MOST_KEPT)
        e->nkept = MOST_KEPT;
    return e;
}

void extremes_free(struct extremes *e)
{
    stage_cache_free(e->cache);
    for (size_t i = 0; i < MOST_KEPT; i++)
        free(e->kept[i].ratios);
    free(e->outcomes);
    free(e);
}

/* Decides a trial again, which was decided before, all links at once. */
static void decide_again(struct extremes *e, uint64_t trial)
{
    struct stage *stage = NULL;
    struct span where;
    char *reason = NULL;
    enum admission admission;
    if (!e->cache)
        e->cache = stage_cache_new(e->spec, e->wanted);
    enum status st = stage_draw(&stage, e->cache, trial, &where, &reason);
    ENSURE(st == ST_OK, "extremes: a trial cannot be drawn again");
    st = ladder_decide(&admission, e->outcomes, stage, &e->options);
    ENSURE(st == ST_OK && admission == ADMISSION_ADMITTED,
           "extremes: a trial is not admitted again");
}

/*
 * Links share their trials: of 20 000 links each would else have all the
 * others decided with it.
 */
static const struct kept_trial *again(struct extremes *e, uint64_t trial)
{
    for (size_t i = 0; i < e->nkept; i++)
        if (e->kept[i].ratios && e->kept[i].trial == trial)
            return &e->kept[i];
    struct kept_trial *k = &e->kept[e->next];
    e->next = (e->next + 1) % e->nkept;
    decide_again(e, trial);
    if (!k->ratios)
        k->ratios = xcalloc(e->nlinks, sizeof *k->ratios);
    k->trial = trial;
    for (size_t i = 0; i < e->nlinks; i++)
        k->ratios[i] = e->outcomes[i].ratio;
    return k;
}

/* The accurate ratio of a trial that was decided before. */
static struct enclosure ratio_of(struct extremes *e, size_t link,
                                 uint64_t trial)
{
    return again(e, trial)->ratios[link];
}

void extremes_settle(struct extremes *e, struct result *r, size_t link)
{
    struct tightness *t = &r->tightness;
    if (t->min_is_coarse)
        t->min = ratio_of(e, link, t->min_trial);
    if (t->max_is_coarse)
        t->max = ratio_of(e, link, t->max_trial);
    t->min_is_coarse = t->max_is_coarse = false;
}

void extremes_add(struct extremes *e, struct result *r, size_t link,
                  uint64_t trial, enum admission admission, bool is_new,
                  const struct link_outcome *outcome)
{
    struct link_outcome accurate = *outcome;
    bool ambiguous =
        admission == ADMISSION_ADMITTED && tally_is_ambiguous(r, outcome);
    if (ambiguous)
        extremes_settle(e, r, link);
    if (ambiguous && outcome->is_coarse) {
        accurate.ratio = ratio_of(e, link, trial);
        accurate.is_coarse = false;
    }
    tally_add(r, trial, admission, is_new, &accurate);
}
