/* Inequalities and equations by a few moves, found depth first. */
#include "prove/search.h"

enum { COMBINE_MAX_SEEN = 512 };

struct combining {
    struct search *s;
    const struct expr *goal;
    enum relop op;
    struct move stack[SEARCH_MAX_DEPTH];
    size_t depth, most;
    const struct expr *seen[COMBINE_MAX_SEEN];
    size_t seen_depth[COMBINE_MAX_SEEN];
    size_t nseen;
};

size_t combine_line(struct search *s, const struct expr *conclusion,
                    const struct move *moves, size_t count,
                    const struct expr *rest)
{
    size_t premises[SEARCH_MAX_DEPTH];
    const struct expr *terms[2 * SEARCH_MAX_DEPTH + 1];
    for (size_t i = 0; i < count; i++) {
        premises[i] = moves[i].line;
        terms[2 * i] = moves[i].left;
        terms[2 * i + 1] = moves[i].right;
    }
    terms[2 * count] = rest;
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = conclusion,
                              .premises = premises,
                              .npremises = count,
                              .terms = terms,
                              .nterms = 2 * count + 1};
    return search_line(s, &line);
}

static bool is_zero(const struct expr *e, const struct normal_form *f)
{
    return e && f && f->count == 0;
}

static bool looks_nonnegative(const struct normal_form *f)
{
    for (size_t i = 0; f && i < f->count; i++)
        if (mpq_sgn(f->terms[i].coefficient->q) < 0)
            return false;
    return f != NULL;
}

/* Whether what is left needs no more moves: the line is tried. */
static size_t finish(struct combining *c, const struct expr *difference)
{
    const struct normal_form *f = normal_terms(c->s->n, difference);
    bool zero = is_zero(difference, f);
    if (zero && c->depth > 0)
        return combine_line(c->s, c->goal, c->stack, c->depth, NULL);
    if (c->op == REL_EQ || zero)
        return SEARCH_NONE;
    if (looks_nonnegative(f) || c->depth == 0)
        return combine_line(c->s, c->goal, c->stack, c->depth, difference);
    return SEARCH_NONE;
}

static bool was_seen(struct combining *c, const struct expr *e)
{
    for (size_t i = 0; i < c->nseen; i++)
        if (c->seen[i] == e) {
            bool again = c->seen_depth[i] <= c->depth;
            c->seen_depth[i] = again ? c->seen_depth[i] : c->depth;
            return again;
        }
    if (c->nseen < COMBINE_MAX_SEEN) {
        c->seen[c->nseen] = e;
        c->seen_depth[c->nseen++] = c->depth;
    }
    return false;
}

static size_t descend(struct combining *c, const struct expr *difference)
{
    struct moves moves;
    if (search_is_exhausted(c->s) || was_seen(c, difference))
        return SEARCH_NONE;
    size_t line = finish(c, difference);
    if (line != SEARCH_NONE || c->depth == c->most)
        return line;
    moves_find(&moves, c->s, difference, c->op == REL_EQ);
    for (size_t i = 0; i < moves.count && line == SEARCH_NONE; i++) {
        const struct expr *next =
            moves_apply(c->s, difference, &moves.items[i]);
        if (!next || next == difference)
            continue;
        c->stack[c->depth++] = moves.items[i];
        c->s->steps++;
        line = descend(c, next);
        c->depth--;
    }
    return line;
}

size_t combine_prove(struct search *s, const struct expr *goal)
{
    struct relation r;
    size_t line = SEARCH_NONE;
    if (!relation_read(&r, s->pool, goal) || r.op == REL_NE)
        return SEARCH_NONE;
    const struct expr *difference =
        normal_expr(s->n, make_sub(s->pool, r.rhs, r.lhs));
    for (size_t most = 0;
         difference && most < SEARCH_MAX_DEPTH && line == SEARCH_NONE &&
         !search_is_exhausted(s);
         most++) {
        struct combining c = {
            .s = s, .goal = goal, .op = r.op, .most = most};
        line = descend(&c, difference);
    }
    return line;
}
