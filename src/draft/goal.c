/*
 * Links with what stands before them, and instances of lemmas by their
 * arguments.
 */
#include "draft/goal.h"

#include "base/buffer.h"
#include "core/binder.h"
#include "core/ring.h"
#include "replay/link.h"

#include <stdlib.h>
#include <string.h>

bool goal_is_own_step(const struct theorem *t, size_t c, size_t e)
{
    const char *name = t->claims[c].name, *other = t->claims[e].name;
    size_t stem = strcspn(name, "/");

    return strcspn(other, "/") == stem && other[stem] == '/' &&
           strncmp(name, other, stem) == 0;
}

bool goal_is_needed(const struct theorem *t, const bool *wanted, size_t c)
{
    bool out = wanted[c];

    for (size_t k = 0; k < t->nclaims && t->claims[c].is_step; k++)
        out = out ||
              (wanted[k] && !t->claims[k].is_step && goal_is_own_step(t, k, c));
    return out;
}

void goal_order(const struct theorem *t, size_t *order)
{
    size_t count = 0;

    for (size_t c = 0; c < t->nclaims; c++) {
        if (t->claims[c].is_step)
            continue;
        for (size_t e = 0; e < t->nclaims; e++) {
            if (t->claims[e].is_step && goal_is_own_step(t, c, e))
                order[count++] = e;
        }
        order[count++] = c;
    }
}

/* Claims and steps that were proved before it. */
static void find_earlier(struct goal *g, struct pool *pool,
                         const struct theorem *t, size_t c, const bool *proved)
{
    g->from = arena_array(pool_arena(pool), t->nclaims + 1, sizeof *g->from);
    for (size_t e = 0; e < t->nclaims; e++) {
        if (proved[e] && e != c && !t->claims[e].is_observation)
            g->from[g->nfrom++] = e;
    }
}

/* The claim of the lemma as a theorem that is taken for granted, or NULL. */
static const struct core_theorem *lemma_theorem(struct theory *theory,
                                                const struct theorem *t,
                                                const struct claim *c)
{
    LOCAL_FREE char *name = buffer_text("%s.%s", t->name, c->name);
    const struct core_theorem *out = theory_find(theory, name);

    return out ? out : link_lemma(theory, t, c);
}

/* sum(i in a..b, F[i]) stands for the family F: F[i] in the parameters. */
static const struct form *
family_value(struct pool *pool, struct reading *reading, const struct expr *e)
{
    struct substitution by[8];
    const struct form *out;
    size_t count = 0;

    for (; e->op == EX_SUM && count < 8; e = e->kids[2]) {
        by[count] = (struct substitution){
            .variable = read_index(reading, e->symbol),
            .value =
                ring_atom(pool, spare_parameter(pool, (unsigned)count, true))};
        count++;
    }
    out = read_form(reading, e);
    return out ? form_substitute(pool, out, by, count) : NULL;
}

/* Dims that are the last indices of the family, as those of its value are. */
static void add_dims(struct hint *hint, struct reading *reading,
                     const struct theorem *t, const struct given *g,
                     const struct expr *e)
{
    for (size_t k = 0; k < g->nindices && e->op == EX_SUM; k++) {
        const struct expr *hi = g->indices[k].hi;

        for (size_t d = 0; d < t->ndims; d++) {
            if (hint->values[d] == NULL && hi->op == EX_SYMBOL &&
                hi->symbol == t->dims[d])
                hint->values[d] = read_form(reading, e->kids[1]);
        }
        e = e->kids[2];
    }
}

static void add_hint(struct goal *g, struct pool *pool, struct reading *reading,
                     const struct lemma_use *use,
                     const struct core_theorem *theorem)
{
    const struct theorem *t = use->theorem;
    const size_t givens = theorem_declared(t);
    struct hint hint = {theorem, NULL};
    bool fine = theorem != NULL && use->nargs >= givens;
    size_t n = t->ndims + t->ngivens, next = givens, given = 0;

    hint.values = arena_array(pool_arena(pool), n + 1, sizeof *hint.values);
    for (size_t i = 0; i < n; i++)
        hint.values[i] = NULL;
    for (size_t i = 0; fine && i < t->ndims && next < use->nargs; i++) {
        if (theorem_dim_is_open(t, i)) {
            hint.values[i] = read_form(reading, use->args[next++]);
            fine = hint.values[i] != NULL;
        }
    }
    for (size_t i = 0; fine && i < t->ngivens; i++) {
        const struct expr *e;

        if (t->givens[i].role != GIVEN_DECLARED)
            continue;
        e = use->args[given];
        add_dims(&hint, reading, t, &t->givens[i], e);
        hint.values[t->ndims + given] = t->givens[i].nindices > 0
                                            ? family_value(pool, reading, e)
                                            : read_form(reading, e);
        fine = hint.values[t->ndims + given++] != NULL;
    }
    if (fine)
        arena_push(pool_arena(pool), &g->hints, &g->nhints, sizeof hint, &hint);
}

static void add_lemma(struct goal *g, struct theory *theory,
                      struct reading *reading, const struct lemma_use *use)
{
    for (size_t i = 0; i < use->theorem->nclaims; i++) {
        const struct claim *c = &use->theorem->claims[i];

        if (c->is_step || c->is_observation ||
            (use->claim != NULL && strcmp(use->claim, c->name) != 0))
            continue;
        add_hint(g, theory_pool(theory), reading, use,
                 lemma_theorem(theory, use->theorem, c));
    }
    reading_forgive(reading);
}

bool goal_read(struct goal *out, struct theory *theory, struct reading *reading,
               const struct theorem *t, size_t claim, size_t link,
               const bool *proved)
{
    const struct link *l = &t->claims[claim].links[link];
    struct pool *pool = theory_pool(theory);

    *out = (struct goal){.nhints = 0};
    find_earlier(out, pool, t, claim, proved);
    if (!link_sequent(&out->sequent, theory, reading, t, claim, link, out->from,
                      out->nfrom))
        return false;
    for (const struct expr *e = l->relation; e->op == EX_FORALL;
         e = e->kids[2]) {
        const struct atom *index = read_index(reading, e->symbol);

        arena_push(pool_arena(pool), &out->indices, &out->nindices,
                   sizeof index, &index);
    }
    if (l->lemma != NULL)
        add_lemma(out, theory, reading, l->lemma);
    for (size_t i = 0; i < t->ngivens; i++) {
        if (t->givens[i].from != NULL)
            add_lemma(out, theory, reading, t->givens[i].from);
    }
    reading_forgive(reading);
    return true;
}
