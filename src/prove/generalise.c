/*
 * A claim about the last member of a family, r(L), as the last case of
 * forall(l in lo..L, r(l)), which may be had by induction.
 */
#include "prove/search.h"

enum { MAX_DEPTH = 200 };

/* A member indexed by a size alone, such as Y[L]; NULL: there is none. */
static const struct expr *last_member(const struct expr *e, size_t depth,
                                      size_t *index)
{
    const struct expr *found = NULL;
    if (depth > MAX_DEPTH)
        return NULL;
    for (size_t i = 0; i < e->count && !found; i++)
        if (e->op == EX_LET && e->kids[i]->op == EX_SYMBOL &&
            e->kids[i]->symbol->kind == SYM_DIM) {
            *index = i;
            found = e;
        } else {
            found = last_member(e->kids[i], depth + 1, index);
        }
    return found;
}

/* e with `by` for the symbol s; NULL: too deep. */
static const struct expr *renamed(struct search *s, const struct expr *e,
                                  const struct symbol *old,
                                  const struct expr *by, size_t depth)
{
    if (e->op == EX_SYMBOL)
        return e->symbol == old ? by : e;
    if (depth > MAX_DEPTH)
        return NULL;
    const struct expr **kids = arena_array(s->d->arena, e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++) {
        kids[i] = renamed(s, e->kids[i], old, by, depth + 1);
        if (!kids[i])
            return NULL;
    }
    return make_again(s->pool, e, kids);
}

size_t goal_generalised(struct search *s, const struct expr *goal)
{
    const struct span nowhere = {0};
    size_t index = 0;
    const struct expr *member = last_member(goal, 0, &index);
    if (goal->op != EX_REL || !member)
        return SEARCH_NONE;
    const struct let *let = &s->theorem->lets[member->decl];
    const struct expr *last = member->kids[index];
    const struct symbol *l = dim_new_symbol(expr_dims(s->pool), SYM_INDEX, "l");
    const struct expr *body =
        renamed(s, goal, last->symbol, expr_symbol(s->pool, l, nowhere), 0);
    if (!body || let->nclauses == 0)
        return SEARCH_NONE;
    const struct expr *kids[] = {let->clauses[0].ranges[index].lo, last, body};
    const struct expr model = {.op = EX_FORALL,
                               .symbol = l,
                               .is_relation = true,
                               .kids = kids,
                               .count = 3};
    size_t all = goal_induction(s, expr_intern(s->pool, &model));
    const struct line line = {.rule = RULE_SPECIALISE,
                              .conclusion = goal,
                              .premises = &all,
                              .npremises = 1,
                              .terms = &last,
                              .nterms = 1};
    return all == SEARCH_NONE ? SEARCH_NONE : search_line(s, &line);
}
