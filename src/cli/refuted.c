#include "cli/refuted.h"

#include <stdlib.h>

static void hunt(struct refuted *refuted, const struct spec *spec, size_t claim,
                 const struct ladder_options *ladder)
{
    const struct hunt_options options = {.search = {.evals = ASCENT_BRIEF_EVALS,
                                                    .dropped = STAGE_DROP_NONE,
                                                    .ladder = *ladder},
                                         .shrink = true,
                                         .only_link = HUNT_ALL_LINKS};
    struct hunt h;
    hunt_run(&h, spec, claim, &options);
    if (h.search.stage && h.answer == CERTIFY_DISAGREES) {
        certify_tell_disagreement(h.reason);
        refuted->disagreed = true;
    }
    if (!hunt_has_fallen(&h)) {
        hunt_clear(&h);
        return;
    }
    APPEND(refuted->hunts, refuted->count) = h;
}

void refuted_find(struct refuted *refuted, const struct tasks *tasks,
                  const struct ladder_options *ladder)
{
    for (size_t i = 0; i < tasks->count; i++) {
        const struct task *task = &tasks->items[i];
        const struct theorem *t = spec_theorem(task->spec);
        for (size_t c = 0; c < t->nclaims && spec_is_campaign(task->spec); c++)
            if (task->wanted[c] && t->claims[c].nlinks == 1 &&
                t->claims[c].expect == WORD_VIOLATED && hunt_is_cheap(t, c) &&
                !ladder->stop(ladder->context))
                hunt(refuted, task->spec, c, ladder);
    }
}

void refuted_clear(struct refuted *refuted)
{
    for (size_t i = 0; i < refuted->count; i++)
        hunt_clear(&refuted->hunts[i]);
    free(refuted->hunts);
    *refuted = (struct refuted){0};
}

struct hunt *refuted_hunt(const struct refuted *refuted,
                          const struct theorem *theorem, size_t claim)
{
    for (size_t i = 0; i < refuted->count; i++)
        if (spec_theorem(refuted->hunts[i].spec) == theorem &&
            refuted->hunts[i].claim == claim)
            return &refuted->hunts[i];
    return NULL;
}
