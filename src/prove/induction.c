/*
 * forall(l in a..b, r(l)) by induction: r(a), and r(l) from r(l-1).  Before any
 * search an equation is taken through one step of the recurrences in it.
 */
#include "prove/search.h"

static size_t linear(struct search *s, const struct expr *goal, size_t known,
                     const struct expr *const *terms)
{
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = goal,
                              .premises = &known,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = 3};
    return search_line(s, &line);
}

/* The factor of prod(i in a..l, f) at l; NULL: e is no such product. */
static const struct expr *last_factor(struct search *s, const struct expr *e)
{
    if (e->op != EX_PROD || !expr_is_scalar(e))
        return NULL;
    return make_substitute(s->pool, e->kids[2], e->symbol, e->kids[1]);
}

/*
 * An equation of sums, or of a product, that grows by the same at both sides:
 * u(l) - v(l) = f * (u(l-1) - v(l-1)), f being 1 or the product's new factor.
 */
static size_t from_last(struct search *s, const struct expr *goal, size_t known)
{
    const struct expr *factor = last_factor(s, goal->kids[0]);
    const struct expr *terms[] = {
        factor ? factor : last_factor(s, goal->kids[1]), NULL, NULL};
    return linear(s, goal, known, terms);
}

enum { MEMBER_DEPTH = 100 };

/* A member of that family within e; NULL: none. */
static const struct expr *member_in(const struct expr *e, size_t decl,
                                    size_t depth)
{
    const struct expr *found = NULL;
    if (e->op == EX_LET && e->decl == decl)
        return e;
    for (size_t i = 0; i < e->count && !found && depth < MEMBER_DEPTH; i++)
        found = member_in(e->kids[i], decl, depth + 1);
    return found;
}

/* u R v as it is, or turned round. */
static size_t linear_either(struct search *s, const struct expr *goal,
                            size_t known)
{
    const struct expr *plain[] = {NULL, NULL, NULL};
    const struct expr *turned[] = {make_int(s->pool, -1), NULL, NULL};
    size_t line = linear(s, goal, known, plain);
    return line == SEARCH_NONE ? linear(s, goal, known, turned) : line;
}

/*
 * Where r(l-1) says w == x of a member w: `side` of the goal, its members
 * written out, is what it is with x for w.
 */
static size_t from_member(struct search *s, const struct expr *goal,
                          const struct expr *side, size_t known,
                          const struct expr *w, const struct expr *x)
{
    const struct expr *member = member_in(side, w->decl, 0);
    const struct expr *body = member ? normal_unfold(s->n, member) : NULL;
    const struct expr *now = body ? member_in(body, w->decl, 0) : NULL;
    if (!now || now->rows != x->rows || now->cols != x->cols)
        return SEARCH_NONE;
    const struct expr *from = make_replace(s->pool, side, member, body);
    const struct expr *to = from ? make_replace(s->pool, from, now, x) : NULL;
    size_t equal =
        linear_either(s, relation_make(s->pool, REL_EQ, now, x), known);
    if (!to || equal == SEARCH_NONE)
        return SEARCH_NONE;
    const struct line line = {.rule = RULE_REPLACE,
                              .conclusion =
                                  relation_make(s->pool, REL_EQ, from, to),
                              .premises = &equal,
                              .npremises = 1};
    size_t replaced = search_line(s, &line);
    size_t found =
        replaced == SEARCH_NONE ? replaced : linear_either(s, goal, replaced);
    /* other facts may lead on from there */
    if (replaced != SEARCH_NONE && found == SEARCH_NONE)
        search_fact(s, replaced);
    return found;
}

/* The equation r(l) from r(l-1), in a few lines. */
static size_t from_before(struct search *s, const struct expr *goal,
                          size_t known)
{
    if (goal->op != EX_REL || goal->rel != REL_EQ)
        return SEARCH_NONE;
    const struct expr *before = search_conclusion(s, known);
    size_t line = from_last(s, goal, known);
    for (size_t i = 0; i < 4 && line == SEARCH_NONE; i++) {
        const struct expr *w = before->kids[i % 2];
        if (w->op == EX_LET)
            line = from_member(s, goal, goal->kids[i / 2], known, w,
                               before->kids[1 - i % 2]);
    }
    const size_t solved =
        line == SEARCH_NONE ? congruence_solve(s, known, false) : SEARCH_NONE;
    const struct expr *said =
        solved == SEARCH_NONE ? before : search_conclusion(s, solved);
    for (size_t i = 0; solved != SEARCH_NONE && i < 2 && line == SEARCH_NONE;
         i++)
        if (said->kids[0]->op == EX_LET)
            line = from_member(s, goal, goal->kids[i], solved, said->kids[0],
                               said->kids[1]);
    return line;
}

/* ---- inequalities of sums and products of numbers ---- */

/* Whether it is a sum, or product, of numbers that ends at the variable. */
static bool ends_at(const struct expr *e, const struct symbol *l)
{
    return (e->op == EX_SUM || e->op == EX_PROD) && expr_is_scalar(e) &&
           e->count == 3 && !e->reversed && e->kids[1]->op == EX_SYMBOL &&
           e->kids[1]->symbol == l;
}

/* Whether such a sum or product occurs. */
static bool grows(const struct expr *e, const struct symbol *l, size_t depth)
{
    bool found = ends_at(e, l);
    for (size_t i = 0; i < e->count && !found && depth < MEMBER_DEPTH; i++)
        found = grows(e->kids[i], l, depth + 1);
    return found;
}

/* e with the last terms of such sums and products taken off; NULL: too deep. */
static const struct expr *grown(struct search *s, const struct expr *e,
                                const struct symbol *l, size_t depth)
{
    enum { DEPTH = 40 };
    if (depth > DEPTH || !expr_is_scalar(e))
        return depth > DEPTH ? NULL : e;
    if (ends_at(e, l))
        return unroll_last(s, e);
    if (make_is_binder(e) || e->count == 0)
        return e;
    const struct expr **kids = arena_array(s->d->arena, e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        if (!(kids[i] = grown(s, e->kids[i], l, depth + 1)))
            return NULL;
    return make_again(s->pool, e, kids);
}

/* The new factor of the first product that ends at l; NULL: there is none. */
static const struct expr *new_factor(struct search *s, const struct expr *e,
                                     const struct symbol *l, size_t depth)
{
    const struct expr *found = NULL;
    if (ends_at(e, l) && e->op == EX_PROD)
        return last_factor(s, e);
    for (size_t i = 0; i < e->count && !found && depth < MEMBER_DEPTH; i++)
        found = new_factor(s, e->kids[i], l, depth + 1);
    return found;
}

/*
 * u(l) <= v(l) from u(l-1) <= v(l-1), since v - u grows: for the factor f of a
 * product, or 1, v(l) - u(l) - f * (v(l-1) - u(l-1)) >= 0 over the range of l.
 */
static size_t from_growth(struct search *s, const struct expr *goal,
                          size_t known, const struct symbol *l)
{
    struct relation now, before;
    if (!grows(goal, l, 0) || !relation_read(&now, s->pool, goal) ||
        !expr_is_scalar(now.lhs) || (now.op != REL_LE && now.op != REL_LT) ||
        !relation_read(&before, s->pool, search_conclusion(s, known)))
        return SEARCH_NONE;
    const struct expr *factor = new_factor(s, goal, l, 0);
    const struct expr *gap =
        grown(s, make_sub(s->pool, now.rhs, now.lhs), l, 0);
    const struct expr *old = make_sub(s->pool, before.rhs, before.lhs);
    if (!gap)
        return SEARCH_NONE;
    old = factor ? make_mul(s->pool, factor, old) : old;
    const struct expr *growth = search_normal(s, make_sub(s->pool, gap, old));
    const struct expr *zero = make_int(s->pool, 0);
    size_t premises[] = {known, SEARCH_NONE};
    premises[1] =
        scalar_prove(s, relation_make(s->pool, REL_LE, zero, growth), true);
    const struct expr *terms[] = {factor, NULL, NULL, NULL, NULL};
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = goal,
                              .premises = premises,
                              .npremises = 2,
                              .terms = terms,
                              .nterms = 5};
    return premises[1] == SEARCH_NONE ? SEARCH_NONE : search_line(s, &line);
}

/* The goal, with what is known of its last terms and members. */
static size_t prove_unrolled(struct search *s, const struct expr *goal)
{
    const struct expr *other = s->other;
    const size_t nfacts = s->nfacts;
    s->other = unroll_members(s, unroll_calls(s, goal));
    if (s->other != goal)
        context_facts(s, s->other);
    size_t line = goal_prove(s, goal);
    s->other = other;
    s->nfacts = nfacts;
    return line;
}

/* r(l) where r(l-1) is known */
static size_t prove_next(struct search *s, const struct expr *e,
                         const struct expr *before)
{
    size_t nfacts = s->nfacts;
    s->scope = derivation_hypothesis(s->d, s->scope, before);
    const struct line line = {.rule = RULE_HYPOTHESIS, .conclusion = before};
    size_t known = search_line(s, &line);
    if (known != SEARCH_NONE)
        search_fact(s, known);
    size_t next =
        known == SEARCH_NONE ? SEARCH_NONE : from_before(s, e->kids[2], known);
    if (next == SEARCH_NONE && known != SEARCH_NONE)
        next = from_growth(s, e->kids[2], known, e->symbol);
    if (next == SEARCH_NONE && known != SEARCH_NONE)
        next = power_step(s, e->kids[2], known, e->symbol);
    if (next == SEARCH_NONE && known != SEARCH_NONE)
        next = recurrence_step(s, e->kids[2], e->symbol);
    if (next == SEARCH_NONE)
        next = prove_unrolled(s, e->kids[2]);
    s->nfacts = nfacts;
    return next;
}

static size_t prove_step(struct search *s, const struct expr *e)
{
    struct span nowhere = {0};
    const struct scope_entry *outer = s->scope;
    const struct expr *second = make_shift(s->pool, e->kids[0], 1);
    const struct expr *before = make_substitute(
        s->pool, e->kids[2], e->symbol,
        make_shift(s->pool, expr_symbol(s->pool, e->symbol, nowhere), -1));
    size_t line = SEARCH_NONE;
    if (!second || !before ||
        !normal_push_range(s->n, e->symbol, second, e->kids[1]))
        return SEARCH_NONE;
    s->scope = derivation_variable(s->d, outer, e->symbol, second, e->kids[1]);
    line = prove_next(s, e, before);
    s->scope = outer;
    normal_pop_range(s->n);
    return line;
}

/* r(a), whose sums have few terms: also as a relation of numbers. */
static size_t prove_first(struct search *s, const struct expr *goal)
{
    struct relation r;
    if (!relation_read(&r, s->pool, goal) || !expr_is_scalar(r.lhs) ||
        (r.op != REL_LE && r.op != REL_LT))
        return prove_unrolled(s, goal);
    const struct expr *plain[] = {NULL, NULL, NULL};
    const struct expr *numbers = relation_make(
        s->pool, r.op, search_normal(s, r.lhs), search_normal(s, r.rhs));
    size_t known = scalar_prove(s, numbers, false);
    size_t line = known == SEARCH_NONE ? known : linear(s, goal, known, plain);
    return line == SEARCH_NONE ? prove_unrolled(s, goal) : line;
}

static size_t prove_start(struct search *s, const struct expr *goal)
{
    size_t line = recurrence_step(s, goal, NULL);
    return line == SEARCH_NONE ? prove_unrolled(s, goal) : line;
}

size_t goal_induction(struct search *s, const struct expr *goal)
{
    if (goal->op != EX_FORALL || goal->count != 3 || goal->reversed)
        return SEARCH_NONE;
    const struct expr *first =
        make_substitute(s->pool, goal->kids[2], goal->symbol, goal->kids[0]);
    size_t parts[2] = {SEARCH_NONE, SEARCH_NONE};
    if (first)
        parts[0] = grows(goal->kids[2], goal->symbol, 0)
                       ? prove_first(s, first)
                       : prove_start(s, first);
    if (parts[0] != SEARCH_NONE)
        parts[1] = prove_step(s, goal);
    const struct line line = {.rule = RULE_INDUCTION,
                              .conclusion = goal,
                              .premises = parts,
                              .npremises = 2};
    return parts[1] == SEARCH_NONE ? SEARCH_NONE : search_line(s, &line);
}

static size_t by_induction(struct search *s, const struct expr *goal)
{
    size_t line = goal_induction(s, goal);
    return line == SEARCH_NONE ? goal_generalised(s, goal) : line;
}

size_t goal_by_induction(struct search *s, const struct expr *goal)
{
    const size_t nfacts = s->nfacts;
    size_t line = by_induction(s, goal);
    if (line == SEARCH_NONE)
        s->steps = 0; /* a search of its own */
    if (line == SEARCH_NONE && recurrence_ranges(s, goal) > 0) {
        line = goal_prove(s, goal);
        line = line == SEARCH_NONE ? by_induction(s, goal) : line;
    }
    s->nfacts = nfacts;
    return line;
}

size_t goal_brief_induction(struct search *s, const struct expr *goal)
{
    enum { LINES = 60, EFFORT = 400000 };
    const struct expr *e = goal->op == EX_FORALL ? goal->kids[2] : goal;
    size_t limit = s->limit, effort = s->effort, line;
    size_t most = normal_effort(s->n) + EFFORT;
    if (e->op != EX_REL || (e->rel != REL_EQ && !expr_is_scalar(e->kids[0])))
        return SEARCH_NONE;
    s->limit = s->steps + LINES < limit ? s->steps + LINES : limit;
    s->effort = most < effort ? most : effort;
    line = by_induction(s, goal);
    s->limit = limit;
    s->effort = effort;
    return line;
}
