#include "verify/extremes.h"

#include <stdlib.h>

struct extremes {
    const struct spec *spec;
    const bool *wanted;
    struct ladder_options options;
    struct link_outcome *outcomes;
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
    return e;
}

void extremes_free(struct extremes *e)
{
    stage_cache_free(e->cache);
    free(e->outcomes);
    free(e);
}

/* The accurate ratio of a trial that was decided before. */
static struct enclosure ratio_of(struct extremes *e, size_t link,
                                 uint64_t trial)
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
    return e->outcomes[link].ratio;
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
