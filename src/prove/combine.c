/*
 * Inequalities and equations by a few moves.
 *
 * First deeper and deeper, which finds short derivations in few lines; then
 * best first: of all differences reached, the one whose negative terms have
 * the smallest atoms is worked on next.
 */
#include "prove/spell.h"

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

/* ---- signs that facts know ---- */

/* Whether t is e or a part of it. */
static bool has_part(const struct expr *e, const struct expr *t, size_t depth)
{
    enum { DEPTH = 12 };
    bool found = e == t;
    for (size_t i = 0; e && i < e->count && !found && depth < DEPTH; i++)
        found = has_part(e->kids[i], t, depth + 1);
    return found;
}

/* x of a fact 0 <= x or 0 < x about numbers; NULL: it is none. */
static const struct expr *signed_term(struct search *s, size_t fact)
{
    struct relation r;
    if (!search_in_scope(s, fact) ||
        s->d->lines[fact].rule == RULE_ASSUMPTION ||
        !relation_read(&r, s->pool, search_conclusion(s, fact)) ||
        (r.op != REL_LE && r.op != REL_LT) || r.lhs->op != EX_NUMBER ||
        mpq_sgn(r.lhs->number->q) < 0 || !expr_is_scalar(r.rhs))
        return NULL;
    return r.rhs;
}

/* Whether x stands in a factor, in the rest or in what a premise says. */
static bool concerns(struct search *s, const struct line *line,
                     const struct expr *x)
{
    const struct expr *normal = search_normal(s, x);
    bool found = false;
    for (size_t i = 0; i < line->nterms && !found; i++)
        found = line->terms[i] && has_part(line->terms[i], normal, 0);
    for (size_t i = 0; i < line->npremises && !found; i++)
        found = has_part(search_conclusion(s, line->premises[i]), x, 0);
    return found;
}

/*
 * The line with facts, taken 0 times, that say the signs of what stands in it:
 * a line knows what its premises say, and assumptions, but not other facts.
 */
static size_t line_with_signs(struct search *s, const struct line *without)
{
    enum { MOST = 6 };
    size_t premises[SEARCH_MAX_DEPTH + MOST], count = without->npremises;
    const struct expr *terms[2 * (SEARCH_MAX_DEPTH + MOST) + 1];
    const struct expr *end = without->conclusion->kids[0];
    const struct expr *none =
        make_mul(s->pool, make_int(s->pool, 0),
                 make_ones(s->pool, end->rows, end->cols));
    const size_t most = count + MOST;
    for (size_t i = 0; i < count; i++)
        premises[i] = without->premises[i];
    for (size_t i = 0; i < 2 * count; i++)
        terms[i] = without->terms[i];
    for (size_t i = 0; i < s->nfacts && count < most; i++) {
        const struct expr *x = signed_term(s, s->facts[i]);
        if (!x || !concerns(s, without, x))
            continue;
        terms[2 * count] = none;
        terms[2 * count + 1] = NULL;
        premises[count++] = s->facts[i];
    }
    if (count == without->npremises)
        return SEARCH_NONE;
    terms[2 * count] = without->terms[without->nterms - 1];
    struct line line = *without;
    line.premises = premises;
    line.npremises = count;
    line.terms = terms;
    line.nterms = 2 * count + 1;
    return search_line(s, &line);
}

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
    size_t at = search_line(s, &line);
    const size_t steps = s->steps;
    at = at == SEARCH_NONE ? line_with_signs(s, &line) : at;
    s->steps = steps; /* the same line again does not count as tried */
    return at;
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

/* The moves to the node, each `times` (NULL: once), and what is left. */
static size_t line_to(struct combining *c, size_t at, const struct expr *times,
                      const struct expr *rest)
{
    struct move moves[SEARCH_MAX_DEPTH];
    size_t count = c->nodes[at].depth;
    for (size_t i = count; i-- > 0; at = c->nodes[at].parent) {
        moves[i] = c->nodes[at].move;
        moves[i].left = spell_times(c->s, times, moves[i].left);
    }
    return combine_line(c->s, c->goal, moves, count, rest);
}

/*
 * Sums, products, powers of sums and logarithms, of products perhaps: they may
 * cancel once written alike.
 */
static bool is_of_terms(const struct expr *e)
{
    return make_is_binder(e) || expr_is_call(e, FN_LOG) ||
           (e->op == EX_POW && e->kids[0]->op == EX_ADD);
}

bool combine_may_cancel(const struct normal_form *f)
{
    bool found = false;
    for (size_t i = 0; i < f->count; i++) {
        const struct normal_term *t = &f->terms[i];
        for (size_t k = 0; k < t->nfactors; k++)
            found = found || is_of_terms(t->factors[k].atom);
        for (size_t k = 0; k < t->nletters; k++)
            found = found || is_of_terms(t->letters[k].atom);
    }
    return found;
}

/* Divisors that are sums, which are cleared: t - t/(1 + t) - t^2/(1 + t). */
static bool has_divisor(const struct normal_form *f)
{
    bool found = false;
    for (size_t i = 0; i < f->count; i++)
        for (size_t k = 0; k < f->terms[i].nfactors; k++)
            found = found || (f->terms[i].factors[k].power < 0 &&
                              f->terms[i].factors[k].atom->op == EX_ADD);
    return found;
}

static bool is_zero(const struct combining *c, const struct normal_form *f,
                    const struct expr *difference)
{
    struct search *s = c->s;
    return f->count == 0 ||
           ((combine_may_cancel(f) || (c->op == REL_EQ && has_divisor(f))) &&
            search_is_equal(s, difference,
                            make_mul(s->pool, make_int(s->pool, 0),
                                     make_ones(s->pool, difference->rows,
                                               difference->cols))));
}

/*
 * d = m + r*d for the moves m from d to here and a number r other than 1: then
 * d = m/(1 - r).
 */
static size_t finish_again(struct combining *c, size_t at,
                           const struct normal_form *now)
{
    struct search *s = c->s;
    const struct expr *first = c->nodes[0].difference;
    const struct normal_form *d = normal_terms(s->n, first);
    if (at == 0 || !d || d->count != now->count)
        return SEARCH_NONE;
    rational_t r, times;
    rational_init(&r);
    rational_init(&times);
    mpq_div(r.q, now->terms[0].coefficient->q, d->terms[0].coefficient->q);
    mpq_set_si(times.q, 1, 1);
    mpq_sub(times.q, times.q, r.q);
    const struct expr *by = expr_number(s->pool, &r, (struct span){0});
    const struct expr *rest = make_sub(s->pool, c->nodes[at].difference,
                                       make_mul(s->pool, by, first));
    const struct normal_form *left = normal_terms(s->n, rest);
    const struct expr *share = NULL;
    if (left && left->count == 0 && mpq_sgn(times.q) != 0) {
        mpq_inv(times.q, times.q);
        share = expr_number(s->pool, &times, (struct span){0});
    }
    rational_clear(&r);
    rational_clear(&times);
    return share ? line_to(c, at, share, NULL) : SEARCH_NONE;
}

/* Tries to end here: what is left is zero, or nonnegative. */
static size_t finish(struct combining *c, size_t at)
{
    const struct expr *difference = c->nodes[at].difference;
    const struct normal_form *f = normal_terms(c->s->n, difference);
    if (!f)
        return SEARCH_NONE;
    bool zero = is_zero(c, f, difference);
    if (!zero && c->op == REL_EQ)
        return finish_again(c, at, f);
    if (zero)
        return c->nodes[at].depth > 0 ? line_to(c, at, NULL, NULL)
                                      : SEARCH_NONE;
    if (looks_nonnegative(f) || at == 0 || (c->s->later && may_clear(f)))
        return line_to(c, at, NULL, difference);
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
