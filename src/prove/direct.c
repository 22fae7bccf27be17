/*
 * A goal that is one rule of the catalogue, as it is written: normal forms
 * multiply out what a rule may need as one factor, (P - Q) * X.
 */
#include "prove/search.h"

/* At most so many lines; with all rules no more than a share of what is left */
enum { DIRECT_MAX_LINES = 300, DIRECT_SHARE = 4 };

static bool is_bound(const struct theorem *rule, const struct binding *b)
{
    for (size_t i = 0; i < rule->ngivens; i++)
        if (!b->args[i])
            return false;
    return true;
}

static size_t try_binding(struct search *s, size_t number,
                          const struct theorem *rule, const struct binding *b,
                          const struct expr *goal)
{
    const struct line model = {.rule = RULE_INSTANCE,
                               .number = number,
                               .terms = b->args,
                               .nterms = rule->ngivens};
    return goal_instance(s, &model, rule, rule->claims[0].links[0].relation,
                         goal);
}

/* The rule's sides against those of the goal, `first` before the other. */
static size_t try_rule(struct search *s, size_t number, const struct expr *goal,
                       const struct expr *const *from,
                       const struct expr *const *to)
{
    const struct theorem *rule = catalogue_theorem(s->catalogue, number);
    const struct binding nothing = {{NULL}};
    struct matches some, all;
    size_t line = SEARCH_NONE;
    match_term(&some, s, rule, from[0], to[0], &nothing);
    for (size_t i = 0; i < some.count && line == SEARCH_NONE; i++) {
        match_term(&all, s, rule, from[1], to[1], &some.items[i]);
        if (all.count == 0 && is_bound(rule, &some.items[i]))
            line = try_binding(s, number, rule, &some.items[i], goal);
        for (size_t k = 0; k < all.count && line == SEARCH_NONE; k++)
            if (is_bound(rule, &all.items[k]))
                line = try_binding(s, number, rule, &all.items[k], goal);
    }
    return line;
}

static bool fits(enum relop known, enum relop wanted)
{
    return known == wanted || (wanted == REL_LE && known != REL_NE);
}

size_t direct_prove(struct search *s, const struct expr *goal)
{
    struct relation g, r;
    size_t line = SEARCH_NONE, limit = s->limit;
    if (!relation_read(&g, s->pool, goal))
        return SEARCH_NONE;
    size_t room = limit > s->steps ? limit - s->steps : 0;
    room = s->later ? room / DIRECT_SHARE : room;
    s->limit = s->steps + (room < DIRECT_MAX_LINES ? room : DIRECT_MAX_LINES);
    const struct expr *to[] = {g.lhs, g.rhs}, *turned[] = {g.rhs, g.lhs};
    for (size_t i = 0; i < catalogue_count() && line == SEARCH_NONE &&
                       !search_is_exhausted(s);
         i++) {
        const struct theorem *rule = catalogue_theorem(s->catalogue, i);
        if (rule->ngivens > SEARCH_MAX_ARGS ||
            !relation_read(&r, rule->pool, rule->claims[0].links[0].relation) ||
            !fits(r.op, g.op) || !search_allows(s, i, r.op == REL_EQ))
            continue;
        const struct expr *from[] = {r.lhs, r.rhs};
        if (r.lhs->op != EX_GIVEN)
            line = try_rule(s, i, goal, from, to);
        if (line == SEARCH_NONE && r.op == REL_EQ && r.lhs->op != EX_GIVEN)
            line = try_rule(s, i, goal, from, turned);
        const struct expr *back[] = {r.rhs, r.lhs};
        if (line == SEARCH_NONE && (s->later || r.lhs->op == EX_GIVEN) &&
            r.rhs->op != EX_GIVEN)
            line = try_rule(s, i, goal, back, turned);
    }
    s->limit = limit;
    return line;
}
