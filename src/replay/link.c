#include "replay/link.h"

#include "base/buffer.h"

/*
 * Whether it is a chain about what the statement itself obtains: that of one
 * link need not be that of another.
 */
static bool is_chain_of_obtained(const struct theorem *t, const struct claim *c)
{
    bool out = false;

    for (size_t i = 0; i < c->obtained.count && c->nlinks > 1; i++)
        out = out || !t->givens[c->obtained.givens[i]].is_of_proof;
    return out;
}

bool link_sequent(struct sequent *out, struct theory *theory,
                  struct reading *reading, const struct theorem *t,
                  size_t claim, size_t link, const size_t *from, size_t nfrom)
{
    const struct claim *c = &t->claims[claim];
    const struct form **all;

    if (c->has_hole || c->is_observation || is_chain_of_obtained(t, c) ||
        !read_sequent(out, reading, c->links[link].relation, false))
        return false;
    all = arena_array(pool_arena(theory_pool(theory)),
                      out->nhypotheses + nfrom + 1, sizeof *all);
    for (size_t i = 0; i < out->nhypotheses; i++)
        all[i] = out->hypotheses[i];
    for (size_t i = 0; i < nfrom; i++) {
        const struct form *r =
            read_conclusion(reading, t->claims[from[i]].relation);

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
    LOCAL(reading_free_local) struct reading *reading = reading_new(theory, t);
    LOCAL_FREE char *name = buffer_text("%s.%s", t->name, c->name);
    struct sequent sequent;

    if (t->nlets == 0 && !is_chain_of_obtained(t, c) &&
        read_sequent(&sequent, reading, c->relation, false))
        out = theory_assume(theory, name, THEOREM_CITED, &sequent);
    return out;
}
