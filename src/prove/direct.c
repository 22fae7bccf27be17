/*
 * A goal that is one rule of the catalogue, as it is written: normal forms
 * multiply out what a rule may need as one factor, (P - Q) * X.
 */
#include "prove/search.h"

/* At most so many lines; with all rules no more than a share of what is left */
enum { DIRECT_MAX_LINES = 300, DIRECT_SHARE = 4, DIRECT_RULE_LINES = 40 };

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

/* The binding, or those that facts make of it where givens are open. */
static size_t try_bindings(struct search *s, size_t number,
                           const struct theorem *rule, const struct binding *b,
                           const struct expr *goal)
{
    struct matches found = {.count = 0};
    size_t line = SEARCH_NONE;
    if (is_bound(rule, b))
        return try_binding(s, number, rule, b, goal);
    if (s->later)
        open_by_facts(&found, s, rule, b);
    for (size_t i = 0; i < found.count && line == SEARCH_NONE; i++)
        line = try_binding(s, number, rule, &found.items[i], goal);
    return line;
}

/* false: match_term would find nothing, as the functions tell at once. */
static bool may_match(const struct catalogue_side *pattern,
                      const struct expr *x)
{
    if (pattern->op != EX_CALL || !pattern->has_given ||
        pattern->fn == FN_RES || pattern->fn == FN_SUM ||
        pattern->fn == FN_ROWSUM || pattern->fn == FN_COLSUM ||
        (pattern->fn == FN_SOFTMAX && x->op == EX_MATMUL))
        return true;
    return x->op == EX_CALL &&
           (x->fn == pattern->fn ||
            (pattern->fn == FN_NORMINF && x->fn == FN_NORM1));
}

/* The rule's sides against those of the goal, `first` before the other. */
static size_t try_rule(struct search *s, size_t number, const struct expr *goal,
                       const struct catalogue_side *const *from,
                       const struct expr *const *to)
{
    const struct theorem *rule = catalogue_theorem(s->catalogue, number);
    const struct binding nothing = {{NULL}};
    struct matches some, all;
    size_t line = SEARCH_NONE;
    if (!may_match(from[0], to[0]))
        return SEARCH_NONE;
    match_term(&some, s, rule, from[0]->e, to[0], &nothing);
    for (size_t i = 0; i < some.count && line == SEARCH_NONE; i++) {
        match_term(&all, s, rule, from[1]->e, to[1], &some.items[i]);
        if (all.count == 0)
            line = try_bindings(s, number, rule, &some.items[i], goal);
        for (size_t k = 0; k < all.count && line == SEARCH_NONE; k++)
            line = try_bindings(s, number, rule, &all.items[k], goal);
    }
    return line;
}

static bool fits(enum relop known, enum relop wanted)
{
    return known == wanted || (wanted == REL_LE && known != REL_NE);
}

/* One rule, in all directions that its relation allows. */
static size_t try_directions(struct search *s, size_t number,
                             const struct expr *goal, enum relop op,
                             const struct expr *lhs, const struct expr *rhs)
{
    const struct catalogue_rule *rule = catalogue_rule(s->catalogue, number);
    const struct catalogue_side *l = &rule->lhs, *r = &rule->rhs;
    if (!rule->is_relation || rule->theorem->ngivens > SEARCH_MAX_ARGS ||
        !fits(rule->op, op) || !search_allows(s, number, rule->op == REL_EQ))
        return SEARCH_NONE;
    const struct expr *to[] = {lhs, rhs}, *turned[] = {rhs, lhs};
    const struct catalogue_side *from[] = {l, r}, *back[] = {r, l};
    size_t line = SEARCH_NONE;
    if (l->op != EX_GIVEN)
        line = try_rule(s, number, goal, from, to);
    if (line == SEARCH_NONE && rule->op == REL_EQ && l->op != EX_GIVEN)
        line = try_rule(s, number, goal, from, turned);
    if (line == SEARCH_NONE && (s->later || l->op == EX_GIVEN) &&
        r->op != EX_GIVEN)
        line = try_rule(s, number, goal, back, turned);
    return line;
}

/*
 * All rules against a goal with these sides, as written or in normal form; the
 * second search begins with those that the first has not tried.
 */
static size_t try_rules(struct search *s, const struct expr *goal,
                        enum relop op, const struct expr *lhs,
                        const struct expr *rhs)
{
    size_t line = SEARCH_NONE;
    const size_t limit = s->limit, count = catalogue_count();
    for (size_t pass = s->later ? 0 : 1; pass < 2; pass++)
        for (size_t i = 0; i < count && line == SEARCH_NONE; i++) {
            if (catalogue_is_later(i) != (pass == 0))
                continue;
            s->limit = limit < s->steps + DIRECT_RULE_LINES
                           ? limit
                           : s->steps + DIRECT_RULE_LINES;
            if (!search_is_exhausted(s))
                line = try_directions(s, i, goal, op, lhs, rhs);
        }
    s->limit = limit;
    return line;
}

size_t direct_prove(struct search *s, const struct expr *goal)
{
    struct relation g;
    size_t limit = s->limit;
    if (!relation_read(&g, s->pool, goal))
        return SEARCH_NONE;
    size_t room = limit > s->steps ? limit - s->steps : 0;
    room = s->later ? room / DIRECT_SHARE : room;
    const size_t most = DIRECT_MAX_LINES * (s->later ? 2 : 1);
    s->limit = s->steps + (room < most ? room : most);
    size_t line = try_rules(s, goal, g.op, g.lhs, g.rhs);
    const struct expr *lhs = search_normal(s, g.lhs);
    const struct expr *rhs = search_normal(s, g.rhs);
    if (line == SEARCH_NONE && s->later && s->theorem->nlets == 0 &&
        (lhs != g.lhs || rhs != g.rhs))
        line = try_rules(s, goal, g.op, lhs, rhs);
    s->limit = limit;
    return line;
}
