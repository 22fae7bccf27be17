/* Goals taken apart, and instances with their side goals. */
#include "prove/search.h"

#include "logic/instance.h"

#include <stdlib.h>

/* A line that already says it, in this scope. */
size_t goal_known(const struct search *s, const struct expr *goal)
{
    for (size_t i = 0; i < s->nfacts; i++)
        if (search_conclusion(s, s->facts[i]) == goal &&
            search_in_scope(s, s->facts[i]))
            return s->facts[i];
    return SEARCH_NONE;
}

size_t goal_both(struct search *s, const struct expr *goal,
                 const size_t parts[2])
{
    const struct line line = {.rule = RULE_CONJUNCTION,
                              .conclusion = goal,
                              .premises = parts,
                              .npremises = 2};
    return search_line(s, &line);
}

/* Each part is searched for as a goal of its own would be. */
static size_t prove_conjunction(struct search *s, const struct expr *goal)
{
    size_t parts[2] = {SEARCH_NONE, SEARCH_NONE};
    s->nesting--;
    for (size_t i = 0; i < 2 && (i == 0 || parts[0] != SEARCH_NONE); i++)
        parts[i] = goal_prove(s, goal->kids[i]);
    s->nesting++;
    return parts[1] == SEARCH_NONE ? SEARCH_NONE : goal_both(s, goal, parts);
}

static size_t under(struct search *s, const struct expr *binder,
                    const struct expr *goal, goal_prover *prove, void *context)
{
    const struct scope_entry *outer = s->scope;
    size_t line = SEARCH_NONE, nfacts = s->nfacts;
    s->scope = derivation_variable(s->d, outer, binder->symbol, binder->kids[0],
                                   binder->kids[1]);
    if (normal_push_range(s->n, binder->symbol, binder->kids[0],
                          binder->kids[1])) {
        line = prove(s, goal, context);
        normal_pop_range(s->n);
    }
    s->nfacts = nfacts;
    s->scope = outer;
    return line;
}

static size_t prove_any(struct search *s, const struct expr *goal,
                        void *context)
{
    (void)context;
    size_t line =
        scalar_is_of_numbers(goal) ? scalar_prove(s, goal, true) : SEARCH_NONE;
    return line == SEARCH_NONE ? goal_prove(s, goal) : line;
}

static size_t prove_under(struct search *s, const struct expr *binder,
                          const struct expr *goal)
{
    return under(s, binder, goal, prove_any, NULL);
}

size_t goal_forall(struct search *s, const struct expr *goal,
                   goal_prover *prove, void *context)
{
    if (goal->count != 3)
        return SEARCH_NONE;
    size_t body = under(s, goal, goal->kids[2], prove, context);
    const struct line line = {.rule = RULE_FORALL,
                              .conclusion = goal,
                              .premises = &body,
                              .npremises = 1};
    return body == SEARCH_NONE ? body : search_line(s, &line);
}

/* max(i in r, f) <= c, c <= min(i in r, f): the binder; else NULL. */
static const struct expr *extreme_of(struct search *s, const struct expr *goal,
                                     struct relation *r)
{
    if (!relation_read(r, s->pool, goal) ||
        (r->op != REL_LE && r->op != REL_LT))
        return NULL;
    if (r->lhs->op == EX_MAX)
        return r->lhs;
    return r->rhs->op == EX_MIN ? r->rhs : NULL;
}

static bool bounds_extreme(struct search *s, const struct expr *goal)
{
    struct relation r;
    return extreme_of(s, goal, &r) != NULL;
}

/* Such a goal for each i. */
static size_t prove_largest(struct search *s, const struct expr *goal)
{
    struct relation r;
    const struct expr *binder = extreme_of(s, goal, &r);
    if (!binder)
        return SEARCH_NONE;
    const struct expr *inner =
        binder == r.lhs ? relation_make(s->pool, r.op, binder->kids[2], r.rhs)
                        : relation_make(s->pool, r.op, r.lhs, binder->kids[2]);
    size_t body = prove_under(s, binder, inner);
    const struct line line = {.rule = RULE_LEAST_UPPER,
                              .conclusion = goal,
                              .premises = &body,
                              .npremises = 1};
    return body == SEARCH_NONE ? body : search_line(s, &line);
}

/* a == b where b is a with one side of a known equation for the other. */
static size_t prove_replaced(struct search *s, const struct expr *goal)
{
    struct relation r;
    size_t line = SEARCH_NONE;
    if (!relation_read(&r, s->pool, goal) || r.op != REL_EQ)
        return SEARCH_NONE;
    for (size_t i = 0; i < s->nfacts && line == SEARCH_NONE; i++) {
        const struct line replaced = {.rule = RULE_REPLACE,
                                      .conclusion = goal,
                                      .premises = &s->facts[i],
                                      .npremises = 1};
        line = search_line(s, &replaced);
    }
    return line;
}

/* A short search with facts about the calls as they are written. */
static size_t prove_as_written(struct search *s, const struct expr *goal)
{
    enum { SHARE = 6 };
    size_t nfacts = s->nfacts, limit = s->limit, line = SEARCH_NONE;
    written_facts(s, goal);
    if (s->nfacts > nfacts && limit > s->steps) {
        s->limit = s->steps + (limit - s->steps) / SHARE;
        line = combine_prove(s, goal);
    }
    s->limit = limit;
    s->nfacts = nfacts;
    return line;
}

/*
 * One of the rules that are left to the second search may be all it takes.
 * In large goals, and those with families, it would cost more than it finds.
 */
static size_t prove_by_later_rule(struct search *s, const struct expr *goal)
{
    enum { LINES = 2400, PARTS = 80 }; /* for itself; of the goal */
    if (s->theorem->nlets > 0 || !expr_is_within(goal, PARTS))
        return SEARCH_NONE;
    const size_t steps = s->steps, limit = s->limit;
    s->later = true;
    s->limit = s->steps + LINES;
    size_t line = direct_prove(s, goal);
    s->later = false;
    s->steps = steps;
    s->limit = limit;
    return line;
}

/* -x as x, x as -x */
static const struct expr *negated(struct search *s, const struct expr *e)
{
    return e->op == EX_NEG ? e->kids[0] : make_neg(s->pool, e);
}

/* -v <= -u for a goal u <= v, a side of which is a negative as written. */
static size_t prove_turned(struct search *s, const struct expr *goal)
{
    struct relation r;
    if (!relation_read(&r, s->pool, goal) || r.op == REL_NE ||
        (r.lhs->op != EX_NEG && r.rhs->op != EX_NEG))
        return SEARCH_NONE;
    const struct expr *turned =
        relation_make(s->pool, r.op, negated(s, r.rhs), negated(s, r.lhs));
    struct move move = {.line = direct_prove(s, turned)};
    return move.line == SEARCH_NONE ? move.line
                                    : combine_line(s, goal, &move, 1, NULL);
}

static size_t prove_relation(struct search *s, const struct expr *goal)
{
    const struct scope_entry *context = s->context;
    size_t nfacts = s->nfacts;
    size_t line = search_algebra(s, goal);
    bool is_main = s->nesting == 1 || s->scope != context;
    if (line == SEARCH_NONE && is_main && s->later && bounds_extreme(s, goal))
        line = direct_prove(s, goal);
    if (line == SEARCH_NONE)
        line = prove_largest(s, goal);
    if (line == SEARCH_NONE && is_main) {
        s->context = s->scope;
        context_facts(s, goal);
        power_facts(s, goal);
        congruence_facts(s, goal);
        if (s->last && s->nesting == 1)
            largest_facts(s);
        line = goal_known(s, goal);
    }
    if (line == SEARCH_NONE && is_main)
        line = prove_replaced(s, goal);
    if (line == SEARCH_NONE && is_main)
        line = settle_prove(s, goal);
    if (line == SEARCH_NONE && is_main)
        line = direct_prove(s, goal);
    if (line == SEARCH_NONE && is_main)
        line = prove_turned(s, goal);
    if (line == SEARCH_NONE && is_main)
        line = invert_prove(s, goal);
    if (line == SEARCH_NONE && is_main && !s->later)
        line = prove_by_later_rule(s, goal);
    if (line == SEARCH_NONE && is_main && s->later)
        line = prove_as_written(s, goal);
    if (line == SEARCH_NONE && is_main && s->later)
        line = respell_prove(s, goal);
    if (line == SEARCH_NONE && is_main && s->later)
        line = estimate_prove(s, goal);
    if (line == SEARCH_NONE && is_main && s->later)
        line = cleared_prove(s, goal);
    if (line == SEARCH_NONE && is_main && s->later)
        line = variance_prove(s, goal);
    if (line == SEARCH_NONE && is_main && s->later)
        line = lengths_prove(s, goal);
    if (line == SEARCH_NONE)
        line = combine_prove(s, goal);
    if (line == SEARCH_NONE && is_main && s->later)
        line = rows_prove(s, goal); /* last: it takes effort from the others */
    s->nfacts = nfacts;
    s->context = context;
    return line;
}

size_t goal_prove(struct search *s, const struct expr *goal)
{
    size_t line = goal_known(s, goal);
    if (line != SEARCH_NONE || s->nesting >= SEARCH_MAX_NESTING)
        return line;
    s->nesting++;
    if (goal->op == EX_AND)
        line = prove_conjunction(s, goal);
    else if (goal->op == EX_FORALL)
        line = goal_forall(s, goal, prove_any, NULL);
    else if (goal->op == EX_REL)
        line = prove_relation(s, goal);
    else if (goal->op == EX_PSD)
        line = definite_prove(s, goal);
    s->nesting--;
    return line;
}

/* ---- instances ---- */

static bool is_matrix_equation(const struct expr *e)
{
    return e->op == EX_REL && e->rel == REL_EQ &&
           !(expr_is_scalar(e->kids[0]) && expr_is_scalar(e->kids[1]));
}

/* Whether a fact is an equation of matrices: from those others follow. */
static bool knows_equation(const struct search *s)
{
    for (size_t i = 0; i < s->nfacts; i++)
        if (is_matrix_equation(search_conclusion(s, s->facts[i])))
            return true;
    return false;
}

/* The lines tried for a side goal: an equation is algebra, or by another. */
static size_t side_limit(const struct search *s, const struct expr *goal)
{
    enum { ALGEBRA = 4 };
    if (goal && is_matrix_equation(goal) && !knows_equation(s))
        return ALGEBRA;
    return s->brief ? SEARCH_BRIEF_SIDE_GOAL : SEARCH_SIDE_GOAL;
}

/* Whether two relations of numbers have equal sides. */
static bool is_same(struct search *s, const struct expr *a,
                    const struct expr *b)
{
    struct relation x, y;
    return relation_read(&x, s->pool, a) && relation_read(&y, s->pool, b) &&
           x.op == y.op && expr_is_scalar(x.lhs) && expr_is_scalar(y.lhs) &&
           search_is_equal(s, x.lhs, y.lhs) && search_is_equal(s, x.rhs, y.rhs);
}

/*
 * Lines for the assumptions, as far as they are found; their number.  What the
 * instance says being defined may cover the others: log(x) needs x > 0.  None
 * where the instance assumes what it says, as numbers transposed.
 */
static size_t side_goals(struct search *s, struct substitution *image,
                         const struct theorem *from,
                         const struct expr *conclusion, size_t *premises)
{
    size_t limit = s->limit, count = 0;
    for (size_t i = 0; i < from->nassumptions; i++) {
        const struct expr *goal =
            substitution_apply(image, from->assumptions[i].relation);
        if (goal && from->nassumptions == 1 && is_same(s, goal, conclusion))
            return 0;
        const size_t most = side_limit(s, goal);
        if (limit > s->steps + most)
            s->limit = s->steps + most;
        size_t line = goal ? goal_prove(s, goal) : SEARCH_NONE;
        if (line != SEARCH_NONE)
            premises[count++] = line;
        s->limit = limit;
    }
    return count;
}

size_t goal_instance(struct search *s, const struct line *model,
                     const struct theorem *from, const struct expr *relation,
                     const struct expr *goal)
{
    struct line line = *model;
    struct substitution *image =
        substitution_new(s->n, s->pool, from, model->terms, model->nterms);
    if (!image)
        return SEARCH_NONE;
    line.conclusion = goal ? goal : substitution_apply(image, relation);
    size_t *premises = xcalloc(from->nassumptions + 1, sizeof *premises);
    size_t at = SEARCH_NONE;
    if (line.conclusion)
        at = search_line(s, &line); /* side goals may be plain by signs */
    if (line.conclusion && at == SEARCH_NONE && from->nassumptions > 0) {
        line.premises = premises;
        line.npremises = side_goals(s, image, from, line.conclusion, premises);
        at = line.npremises > 0 ? search_line(s, &line) : SEARCH_NONE;
    }
    free(premises);
    substitution_free(image);
    return at;
}

size_t goal_named(struct search *s, const char *name, const struct expr *goal,
                  const struct expr *x, const struct expr *y)
{
    const size_t rule = catalogue_find(name);
    const struct theorem *t = catalogue_theorem(s->catalogue, rule);
    const struct expr *terms[] = {x, y};
    const struct line model = {.rule = RULE_INSTANCE,
                               .number = rule,
                               .terms = terms,
                               .nterms = y ? 2 : 1};
    return goal_instance(s, &model, t, t->claims[0].links[0].relation, goal);
}
