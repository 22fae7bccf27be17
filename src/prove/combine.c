/*
 * Inequalities and equations by a few moves.
 *
 * First deeper and deeper, which finds short derivations in few lines; then
 * best first: of all differences reached, the one whose negative terms have
 * the smallest atoms is worked on next.
 */
#include "prove/search.h"

#include <stdlib.h>

enum {
    COMBINE_MAX_NODES = 1500,
    COMBINE_SIZE_DEPTH = 14, /* of a term that counts for its size */
    COMBINE_MOVE_COST = 4,
    COMBINE_MAX_DESCENT = 6
};

struct node {
    const struct expr *difference;
    struct move move; /* by which it was reached */
    size_t parent, depth, score;
    bool is_open;
};

struct combining {
    struct search *s;
    const struct expr *goal;
    enum relop op;
    struct node *nodes;
    size_t count;
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

static bool looks_nonnegative(const struct normal_form *f)
{
    for (size_t i = 0; i < f->count; i++)
        if (mpq_sgn(f->terms[i].coefficient->q) < 0)
            return false;
    return true;
}

/* Denominators and roots, with which terms of both signs may be nonnegative. */
static bool may_clear(const struct normal_form *f)
{
    enum { MOST_WITH_ROOTS = 5 };
    bool found = false;
    for (size_t i = 0; f->count > 1 && i < f->count; i++)
        for (size_t k = 0; k < f->terms[i].nfactors; k++) {
            const struct normal_factor *x = &f->terms[i].factors[k];
            const bool root =
                x->power % 2 != 0 && x->atom->op == EX_CALL &&
                (x->atom->fn == FN_SQRT || x->atom->fn == FN_NORMFRO);
            found = found || (x->power < 0 && x->atom->op == EX_ADD) ||
                    (root && f->count <= MOST_WITH_ROOTS);
        }
    return found;
}

static size_t line_to(struct combining *c, size_t at, const struct expr *rest)
{
    struct move moves[SEARCH_MAX_DEPTH];
    size_t count = c->nodes[at].depth;
    for (size_t i = count; i-- > 0; at = c->nodes[at].parent)
        moves[i] = c->nodes[at].move;
    return combine_line(c->s, c->goal, moves, count, rest);
}

static bool has_binder(const struct normal_form *f)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct normal_term *t = &f->terms[i];
        for (size_t k = 0; k < t->nfactors; k++)
            if (make_is_binder(t->factors[k].atom))
                return true;
        for (size_t k = 0; k < t->nletters; k++)
            if (make_is_binder(t->letters[k].atom))
                return true;
    }
    return false;
}

/* Sums and products of other ranges may cancel once they are split. */
static bool is_zero(struct search *s, const struct normal_form *f,
                    const struct expr *difference)
{
    return f->count == 0 ||
           (has_binder(f) &&
            search_is_equal(s, difference,
                            make_mul(s->pool, make_int(s->pool, 0),
                                     make_ones(s->pool, difference->rows,
                                               difference->cols))));
}

/* Tries to end here: what is left is zero, or nonnegative. */
static size_t finish(struct combining *c, size_t at)
{
    const struct expr *difference = c->nodes[at].difference;
    const struct normal_form *f = normal_terms(c->s->n, difference);
    if (!f)
        return SEARCH_NONE;
    bool zero = is_zero(c->s, f, difference);
    if (!zero && c->op == REL_EQ)
        return SEARCH_NONE;
    if (zero)
        return c->nodes[at].depth > 0 ? line_to(c, at, NULL) : SEARCH_NONE;
    if (looks_nonnegative(f) || at == 0 || (c->s->later && may_clear(f)))
        return line_to(c, at, difference);
    return SEARCH_NONE;
}

static size_t square(const struct expr *e)
{
    size_t size = search_size(e, COMBINE_SIZE_DEPTH);
    return size * size;
}

/* Large atoms of terms that are still to be taken away count most. */
static size_t score_of(struct combining *c, const struct expr *difference)
{
    const struct normal_form *f = normal_terms(c->s->n, difference);
    size_t score = 0;
    for (size_t i = 0; f && i < f->count; i++) {
        const struct normal_term *t = &f->terms[i];
        if (c->op != REL_EQ && mpq_sgn(t->coefficient->q) > 0)
            continue;
        for (size_t k = 0; k < t->nfactors; k++)
            score += square(t->factors[k].atom);
        for (size_t k = 0; k < t->nletters; k++)
            score += square(t->letters[k].atom);
    }
    return score;
}

/* Keeps a difference not reached before. */
static bool keep(struct combining *c, const struct expr *difference,
                 size_t parent, const struct move *move)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->nodes[i].difference == difference)
            return false;
    if (c->count == COMBINE_MAX_NODES)
        return false;
    size_t depth = move ? c->nodes[parent].depth + 1 : 0;
    c->nodes[c->count++] = (struct node){
        .difference = difference,
        .move = move ? *move : (struct move){SEARCH_NONE, NULL, NULL},
        .parent = parent,
        .depth = depth,
        .score = score_of(c, difference) + COMBINE_MOVE_COST * depth,
        .is_open = depth < SEARCH_MAX_DEPTH};
    return true;
}

static size_t best_open(const struct combining *c)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < c->count; i++)
        if (c->nodes[i].is_open &&
            (best == SIZE_MAX || c->nodes[i].score < c->nodes[best].score))
            best = i;
    return best;
}

/* One more move: a node is kept for each, and ended at where it can be. */
static size_t expand_by(struct combining *c, size_t at, bool facts)
{
    struct moves moves;
    size_t line = SEARCH_NONE;
    move_find(&moves, c->s, c->nodes[at].difference, c->op == REL_EQ, facts);
    for (size_t i = 0;
         i < moves.count && line == SEARCH_NONE && !search_is_exhausted(c->s);
         i++) {
        const struct expr *next =
            move_apply(c->s, c->nodes[at].difference, &moves.items[i]);
        c->s->steps++;
        if (next && keep(c, next, at, &moves.items[i]))
            line = finish(c, c->count - 1);
    }
    return line;
}

static size_t expand(struct combining *c, size_t at)
{
    c->nodes[at].is_open = false;
    size_t line = expand_by(c, at, true);
    return line == SEARCH_NONE ? expand_by(c, at, false) : line;
}

static size_t best_first(struct search *s, const struct expr *goal,
                         enum relop op, const struct expr *difference)
{
    struct combining c = {.s = s, .goal = goal, .op = op};
    c.nodes = xcalloc(COMBINE_MAX_NODES, sizeof *c.nodes);
    (void)keep(&c, difference, 0, NULL);
    size_t line = finish(&c, 0);
    for (size_t at = best_open(&c);
         line == SEARCH_NONE && at != SIZE_MAX && !search_is_exhausted(s);
         at = best_open(&c))
        line = expand(&c, at);
    free(c.nodes);
    return line;
}

/* ---- deeper and deeper ---- */

static size_t descend(struct combining *c, size_t most);

static size_t descend_by(struct combining *c, size_t most, bool facts)
{
    struct moves moves;
    size_t at = c->count - 1, line = SEARCH_NONE;
    move_find(&moves, c->s, c->nodes[at].difference, c->op == REL_EQ, facts);
    for (size_t i = 0;
         i < moves.count && line == SEARCH_NONE && !search_is_exhausted(c->s);
         i++) {
        const struct expr *next =
            move_apply(c->s, c->nodes[at].difference, &moves.items[i]);
        c->s->steps++;
        if (!next || !keep(c, next, at, &moves.items[i]))
            continue;
        line = descend(c, most);
        c->count = at + 1;
    }
    return line;
}

/* One line of descent: nodes are a stack, not a store. */
static size_t descend(struct combining *c, size_t most)
{
    size_t at = c->count - 1;
    size_t line = finish(c, at);
    if (line != SEARCH_NONE || at == most || search_is_exhausted(c->s))
        return line;
    line = descend_by(c, most, true);
    return line == SEARCH_NONE ? descend_by(c, most, false) : line;
}

static size_t deepen(struct search *s, const struct expr *goal, enum relop op,
                     const struct expr *difference)
{
    size_t line = SEARCH_NONE;
    struct combining c = {.s = s, .goal = goal, .op = op};
    c.nodes = xcalloc(SEARCH_MAX_DEPTH + 1, sizeof *c.nodes);
    for (size_t most = 0; most < COMBINE_MAX_DESCENT && line == SEARCH_NONE &&
                          !search_is_exhausted(s);
         most++) {
        c.count = 0;
        (void)keep(&c, difference, 0, NULL);
        line = descend(&c, most);
    }
    free(c.nodes);
    return line;
}

typedef size_t strategy(struct search *s, const struct expr *goal,
                        enum relop op, const struct expr *difference);

/* Bounds of a whole side that is a sum: D <= max(D) * ones for D = a - b. */
static void add_whole(struct search *s, const struct expr *side, bool upper)
{
    if (side->op != EX_ADD && side->op != EX_SUB)
        return;
    const struct bounds *bounds = bound_term(s, side, upper);
    for (size_t i = 0; i < bounds->count && s->nfacts < SEARCH_MAX_FACTS; i++)
        s->facts[s->nfacts++] = bounds->lines[i];
}

size_t combine_prove(struct search *s, const struct expr *goal)
{
    struct relation r;
    bool wide = s->wide;
    size_t line = SEARCH_NONE, limit = s->limit, nfacts = s->nfacts;
    if (!relation_read(&r, s->pool, goal) || r.op == REL_NE)
        return SEARCH_NONE;
    const struct expr *difference =
        normal_expr(s->n, make_sub(s->pool, r.rhs, r.lhs));
    static strategy *const strategies[] = {deepen, best_first, deepen,
                                           best_first};
    enum { COUNT = sizeof strategies / sizeof *strategies };
    for (size_t i = 0; difference && i < COUNT && line == SEARCH_NONE; i++) {
        size_t left = limit > s->steps ? limit - s->steps : 0;
        s->wide = wide || i >= COUNT / 2;
        s->limit = s->steps + left / (COUNT - i);
        if (i == COUNT / 2) {
            add_whole(s, r.lhs, true);
            add_whole(s, r.rhs, false);
        }
        line = strategies[i](s, goal, r.op, difference);
    }
    s->limit = limit;
    s->wide = wide;
    s->nfacts = nfacts;
    return line;
}
