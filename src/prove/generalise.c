/*
 * A claim about the last member of a family, or a sum that ends at a size,
 * r(L), as the last case of forall(l in lo..L, r(l)), which may be had by
 * induction.
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
        if ((e->op == EX_LET || e->op == EX_GIVEN) &&
            e->kids[i]->op == EX_SYMBOL &&
            e->kids[i]->symbol->kind == SYM_DIM) {
            *index = i;
            found = e;
        } else {
            found = last_member(e->kids[i], depth + 1, index);
        }
    return found;
}

/* Whether the shape of e depends on the symbol. */
static bool is_sized_by(const struct expr *e, const struct symbol *symbol)
{
    return (e->rows && dim_mentions(e->rows, symbol)) ||
           (e->cols && dim_mentions(e->cols, symbol));
}

/*
 * e with `by` for the symbol `old`, where it is no size of what is changed;
 * NULL: it is, or too deep.
 */
static const struct expr *renamed(struct search *s, const struct expr *e,
                                  const struct symbol *old,
                                  const struct expr *by, size_t depth)
{
    if (e->op == EX_SYMBOL)
        return e->symbol == old ? by : e;
    if (depth > MAX_DEPTH)
        return NULL;
    const struct expr **kids = arena_array(s->d->arena, e->count, sizeof *kids);
    bool changed = false;
    for (size_t i = 0; i < e->count; i++) {
        kids[i] = renamed(s, e->kids[i], old, by, depth + 1);
        if (!kids[i])
            return NULL;
        changed = changed || kids[i] != e->kids[i];
    }
    if (changed && is_sized_by(e, old))
        return NULL;
    return changed ? make_again(s->pool, e, kids) : e;
}

/* forall(l in lo..last, goal with l for the size `last`), by induction. */
static size_t by_induction(struct search *s, const struct expr *goal,
                           const struct expr *lo, const struct expr *last)
{
    const struct span nowhere = {0};
    const struct symbol *l = dim_new_symbol(expr_dims(s->pool), SYM_INDEX, "l");
    const struct expr *body =
        renamed(s, goal, last->symbol, expr_symbol(s->pool, l, nowhere), 0);
    if (!body)
        return SEARCH_NONE;
    const struct expr *kids[] = {lo, last, body};
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

/* A size that occurs in e; NULL: there is none. */
static const struct expr *size_in(const struct expr *e, size_t depth)
{
    const struct expr *found = NULL;
    if (e->op == EX_SYMBOL && e->symbol->kind == SYM_DIM)
        return e;
    for (size_t i = 0; i < e->count && !found && depth < MAX_DEPTH; i++)
        found = size_in(e->kids[i], depth + 1);
    return found;
}

/*
 * A size by which a sum, a product or the exponent of a matrix ends, n or
 * 2*n + 1; NULL: there is none.
 */
static const struct expr *last_size(const struct expr *e, size_t depth)
{
    const struct expr *found = NULL;
    if (e->op == EX_SUM || e->op == EX_PROD || e->op == EX_MATPOW)
        found = size_in(e->kids[1], depth);
    for (size_t i = 0; i < e->count && !found && depth < MAX_DEPTH; i++)
        found = last_size(e->kids[i], depth + 1);
    return found;
}

/* From the first member on, or from the next where there always is one. */
static size_t from_member(struct search *s, const struct expr *goal,
                          const struct expr *lo, const struct expr *last)
{
    const struct expr *least = make_int(s->pool, last->symbol->minimum);
    size_t line = by_induction(s, goal, lo, last);
    return line != SEARCH_NONE || make_shift(s->pool, lo, 1) != least
               ? line
               : by_induction(s, goal, least, last);
}

/* The least index of the member's family; NULL: it has no members. */
static const struct expr *first_index(const struct theorem *t,
                                      const struct expr *member, size_t index)
{
    if (member->op == EX_GIVEN)
        return t->givens[member->decl].indices[index].lo;
    const struct let *let = &t->lets[member->decl];
    return let->nclauses > 0 ? let->clauses[0].ranges[index].lo : NULL;
}

size_t goal_generalised(struct search *s, const struct expr *goal)
{
    size_t index = 0;
    const struct expr *member = last_member(goal, 0, &index);
    const struct expr *size = member ? NULL : last_size(goal, 0);
    if (goal->op != EX_REL || (!member && !size))
        return SEARCH_NONE;
    if (size)
        return by_induction(s, goal, make_int(s->pool, size->symbol->minimum),
                            size);
    const struct expr *lo = first_index(s->theorem, member, index);
    return lo ? from_member(s, goal, lo, member->kids[index]) : SEARCH_NONE;
}
