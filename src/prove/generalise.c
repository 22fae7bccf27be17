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

/* An int given is a symbol in sizes and indices, else a given. */
static bool is_written(const struct expr *e, const struct symbol *symbol)
{
    return e->op == EX_SYMBOL
               ? e->symbol == symbol
               : e->op == EX_GIVEN && e->count == 0 &&
                     symbol->kind == SYM_INT && e->decl == symbol->given;
}

/*
 * e with `by` for the symbol `old`, where it is no size of what is changed;
 * NULL: it is, or too deep.
 */
static const struct expr *renamed(struct search *s, const struct expr *e,
                                  const struct symbol *old,
                                  const struct expr *by, size_t depth)
{
    if (is_written(e, old))
        return by;
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
                              .conclusion =
                                  make_substitute(s->pool, body, l, last),
                              .premises = &all,
                              .npremises = 1,
                              .terms = &last,
                              .nterms = 1};
    struct move move = {.line = SEARCH_NONE};
    if (all != SEARCH_NONE && line.conclusion)
        move.line = search_line(s, &line);
    return move.line == SEARCH_NONE || line.conclusion == goal
               ? move.line
               : combine_line(s, goal, &move, 1, NULL);
}

/* A size, or an int given, that occurs in e; NULL: there is none. */
static const struct expr *size_in(const struct expr *e, size_t depth)
{
    const struct expr *found = NULL;
    if (e->op == EX_SYMBOL &&
        (e->symbol->kind == SYM_DIM || e->symbol->kind == SYM_INT))
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

/*
 * The least value that the size, or int given, is seen to have, 0 or more;
 * NULL: none is seen.
 */
static const struct expr *least_value(struct search *s,
                                      const struct symbol *size)
{
    struct dim_pool *dims = expr_dims(s->pool);
    const struct dim *x = dim_of_symbol(dims, size), *lo = NULL;
    int64_t least = size->minimum;
    if (size->kind == SYM_DIM)
        return make_int(s->pool, least);
    const struct given *g = &s->theorem->givens[size->given];
    if (g->lo)
        lo = make_dim(s->pool, g->lo);
    least = lo && dim_is_constant(lo, &least) && least > 1 ? least : 1;
    while (least >= 0 && !normal_certainly_nonnegative(
                             s->n, dim_sub(dims, x, dim_constant(dims, least))))
        least--;
    return least < 0 ? NULL : make_int(s->pool, least);
}

/* From the first member on, or from the next where there always is one. */
static size_t from_member(struct search *s, const struct expr *goal,
                          const struct expr *lo, const struct expr *last)
{
    struct expr_pool *pool = s->pool;
    const struct expr *next = make_shift(pool, lo, 1);
    const struct expr *more = next ? make_sub(pool, last, next) : NULL;
    const struct dim *left = more ? make_dim(pool, more) : NULL;
    size_t line = by_induction(s, goal, lo, last);
    return line != SEARCH_NONE || !left ||
                   !normal_certainly_nonnegative(s->n, left)
               ? line
               : by_induction(s, goal, next, last);
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
    const struct expr *lo = size ? least_value(s, size->symbol)
                                 : first_index(s->theorem, member, index);
    if (!lo)
        return SEARCH_NONE;
    return size ? by_induction(s, goal, lo, size)
                : from_member(s, goal, lo, member->kids[index]);
}
