/*
 * Facts for the scope at hand: what is known of all members of a family, said
 * of those that a goal names; terms of the maxima that stand in it.
 *
 * Nothing is searched for.  Members are named by the variables in scope and by
 * the indices that occur in the goal; rules reject those out of range.
 */
#include "prove/search.h"

#include <stdlib.h>

enum {
    CONTEXT_MAX_INDICES = 12,
    CONTEXT_MAX_NESTING = 4 /* forall in forall, a maximum of maxima */
};

struct context {
    struct search *s;
    const struct expr *indices[CONTEXT_MAX_INDICES];
    size_t nindices;
    bool *seen; /* by id */
    size_t count;
};

static bool is_in_scope(const struct search *s, const struct symbol *symbol)
{
    for (const struct scope_entry *e = s->scope; e; e = e->outer)
        if (e->symbol == symbol)
            return true;
    return false;
}

static bool is_closed(const struct search *s, const struct expr *e)
{
    for (size_t i = 0; i < e->nfree; i++)
        if (!is_in_scope(s, e->free[i]))
            return false;
    return true;
}

/* ---- indices ---- */

static void add_index(struct context *c, const struct expr *e)
{
    struct span nowhere = {0};
    const struct dim *a =
        is_closed(c->s, e) && !e->is_relation ? make_dim(c->s->pool, e) : NULL;
    if (!a || c->nindices == CONTEXT_MAX_INDICES)
        return;
    const struct expr *index = expr_of_dim(c->s->pool, a, nowhere);
    for (size_t i = 0; i < c->nindices; i++)
        if (c->indices[i] == index)
            return;
    c->indices[c->nindices++] = index;
}

static bool is_indexed(const struct expr *e)
{
    return e->op == EX_LET || e->op == EX_GIVEN || e->op == EX_ENTRY;
}

/* false: e was seen, or there is no more room. */
static bool enter(struct context *c, const struct expr *e, size_t depth)
{
    if (depth > MAKE_MAX_DEPTH || e->id >= c->count || c->seen[e->id])
        return false;
    c->seen[e->id] = true;
    return true;
}

static void find_indices(struct context *c, const struct expr *e, size_t depth)
{
    if (!enter(c, e, depth))
        return;
    for (size_t i = 0; i < e->count; i++) {
        if (is_indexed(e) && expr_is_scalar(e->kids[i]) &&
            (e->op != EX_ENTRY || i > 0))
            add_index(c, e->kids[i]);
        find_indices(c, e->kids[i], depth + 1);
    }
}

static void start(struct context *c, struct search *s)
{
    *c = (struct context){.s = s, .count = expr_count(s->pool)};
    c->seen = xcalloc(c->count + 1, sizeof *c->seen);
}

static void look_again(struct context *c)
{
    free(c->seen);
    c->count = expr_count(c->s->pool);
    c->seen = xcalloc(c->count + 1, sizeof *c->seen);
}

/* ---- facts ---- */

static bool is_known(const struct search *s, const struct expr *conclusion)
{
    for (size_t i = 0; i < s->nfacts; i++)
        if (search_conclusion(s, s->facts[i]) == conclusion &&
            search_in_scope(s, s->facts[i]))
            return true;
    return false;
}

/* The line as a fact; its index, or SEARCH_NONE. */
static size_t add_line(struct context *c, const struct line *line)
{
    if (!line->conclusion || is_known(c->s, line->conclusion))
        return SEARCH_NONE;
    size_t at = search_line(c->s, line);
    if (at != SEARCH_NONE)
        search_fact(c->s, at);
    return at;
}

static void take_apart(struct context *c, size_t fact, size_t nesting);

static void specialise(struct context *c, size_t fact, size_t nesting)
{
    for (size_t i = 0; i < c->nindices; i++) {
        const struct expr *e = search_conclusion(c->s, fact);
        const struct line line = {.rule = RULE_SPECIALISE,
                                  .conclusion =
                                      make_substitute(c->s->pool, e->kids[2],
                                                      e->symbol, c->indices[i]),
                                  .premises = &fact,
                                  .npremises = 1,
                                  .terms = &c->indices[i],
                                  .nterms = 1};
        size_t at = add_line(c, &line);
        if (at != SEARCH_NONE)
            take_apart(c, at, nesting + 1);
    }
}

static void take_apart(struct context *c, size_t fact, size_t nesting)
{
    const struct expr *e = search_conclusion(c->s, fact);
    if (nesting > CONTEXT_MAX_NESTING)
        return;
    if (e->op == EX_FORALL && e->count == 3)
        specialise(c, fact, nesting);
    for (size_t i = 0; e->op == EX_AND && i < 2; i++) {
        const struct line line = {.rule = RULE_CONJUNCTION,
                                  .conclusion = e->kids[i],
                                  .premises = &fact,
                                  .npremises = 1};
        size_t at = add_line(c, &line);
        if (at != SEARCH_NONE)
            take_apart(c, at, nesting + 1);
    }
}

/* The ends of the members of families of givens in e. */
static void find_members(struct context *c, const struct expr *e, size_t depth)
{
    if (!enter(c, e, depth))
        return;
    if (e->op == EX_GIVEN && e->count > 0 && is_closed(c->s, e))
        for (size_t i = 0; i < 2; i++) {
            const struct line line = facts_end(c->s, e, i == 1);
            (void)add_line(c, &line);
        }
    for (size_t i = 0; i < e->count; i++)
        find_members(c, e->kids[i], depth + 1);
}

/* a, b <= max(a, b) and min(a, b) <= a, b */
static void add_pair(struct context *c, const struct expr *e)
{
    const char *const names[] = {
        e->fn == FN_MAX2 ? "first_below_max" : "first_above_min",
        e->fn == FN_MAX2 ? "second_below_max" : "second_above_min"};
    for (size_t i = 0; i < 2 && is_closed(c->s, e); i++) {
        const struct expr *kid = e->kids[i];
        const struct line line = {.rule = RULE_INSTANCE,
                                  .number = catalogue_find(names[i]),
                                  .conclusion =
                                      relation_make(c->s->pool, REL_LE,
                                                    e->fn == FN_MAX2 ? kid : e,
                                                    e->fn == FN_MAX2 ? e : kid),
                                  .terms = e->kids,
                                  .nterms = 2};
        (void)add_line(c, &line);
    }
}

/* f(t) <= max(i in r, f(i)) and the like, for the maxima in e */
static void find_maxima(struct context *c, const struct expr *e, size_t depth)
{
    if (!enter(c, e, depth))
        return;
    bool is_max = e->op == EX_MAX || e->op == EX_MIN;
    if (e->op == EX_CALL && (e->fn == FN_MAX2 || e->fn == FN_MIN2) &&
        method_is_free(c->s->method))
        add_pair(c, e);
    for (size_t i = 0; is_max && e->count == 3 && is_closed(c->s, e) &&
                       i < c->nindices && depth < MAKE_MAX_DEPTH;
         i++) {
        const struct expr *term =
            make_substitute(c->s->pool, e->kids[2], e->symbol, c->indices[i]);
        bool upper = e->op == EX_MAX;
        if (!term)
            continue;
        const struct line line = {
            .rule = RULE_TERM_OF_MAX,
            .conclusion = relation_make(c->s->pool, REL_LE, upper ? term : e,
                                        upper ? e : term),
            .terms = &c->indices[i],
            .nterms = 1};
        if (add_line(c, &line) != SEARCH_NONE && term->id >= c->count)
            look_again(c);
        find_maxima(c, term, depth + MAKE_MAX_DEPTH / CONTEXT_MAX_NESTING);
    }
    for (size_t i = 0; i < e->count; i++)
        find_maxima(c, e->kids[i], depth + 1);
}

void context_facts(struct search *s, const struct expr *goal)
{
    struct context c;
    struct span nowhere = {0};
    size_t steps = s->steps, nfacts = s->nfacts;
    start(&c, s);
    for (const struct scope_entry *e = s->scope; e; e = e->outer)
        if (e->symbol)
            add_index(&c, expr_symbol(s->pool, e->symbol, nowhere));
    find_indices(&c, goal, 0);
    for (size_t i = 0; i < nfacts; i++)
        if (search_in_scope(s, s->facts[i]))
            take_apart(&c, s->facts[i], 0);
    look_again(&c);
    find_members(&c, goal, 0);
    look_again(&c);
    find_maxima(&c, goal, 0);
    if (s->other && s->other != goal)
        find_maxima(&c, s->other, 0);
    free(c.seen);
    /* facts do not count as tried */
    s->steps = steps;
}
