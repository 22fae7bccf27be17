#include "replay/link.h"

#include "base/buffer.h"

#include <stdlib.h>

bool link_sequent(struct sequent *out, struct theory *theory,
                  struct reading *reading, const struct theorem *t,
                  size_t claim, size_t link, const size_t *from, size_t nfrom)
{
    const struct claim *c = &t->claims[claim];
    const struct form **all;

    if (c->has_hole || c->is_observation ||
        !read_sequent(out, reading, c->links[link].relation, false))
        return false;
    all = arena_array(pool_arena(theory_pool(theory)),
                      out->nhypotheses + nfrom + 1, sizeof *all);
    for (size_t i = 0; i < out->nhypotheses; i++)
        all[i] = out->hypotheses[i];
    for (size_t i = 0; i < nfrom; i++) {
        const struct form *r =
            read_relation(reading, t->claims[from[i]].relation, READ_NOT_FALSE);

        if (r == NULL)
            return false;
        all[out->nhypotheses++] = r;
    }
    out->hypotheses = all;
    return true;
}

const struct core_theorem *link_lemma(struct theory *theory,
                                      const struct theorem *t,
                                      const struct claim *c)
{
    const struct core_theorem *out = NULL;
    struct reading *reading = reading_new(theory, t);
    char *name = buffer_text("%s.%s", t->name, c->name);
    struct sequent sequent;

    if (t->nlets == 0 && read_sequent(&sequent, reading, c->relation, false))
        out = theory_assume(theory, name, THEOREM_CITED, &sequent);
    free(name);
    reading_free(reading);
    return out;
}
