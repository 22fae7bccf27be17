/*
 * A goal in other words that more rules speak of: log(sum(exp(z))) as
 * logsumexp(z), logarithms of entries of softmax(A) as those of A less
 * logsumexp(A).
 */
#include "prove/spell.h"

enum {
    RESPELL_DEPTH = 24,
    RESPELL_KIDS = 4,
    RESPELL_PARTS = 80,  /* of the goal */
    RESPELL_LINES = 2400 /* for itself */
};

static const struct expr *unturned(const struct expr *e)
{
    return e->op == EX_TRANSPOSE ? e->kids[0] : e;
}

/* log(sum(exp(z))) as logsumexp(z) of a row; NULL: it is no such. */
static const struct expr *as_logsumexp(struct search *s, const struct parts *p)
{
    if (p->count != 2)
        return NULL;
    const bool column = expr_is_call(unturned(p->items[0]), FN_ONES);
    const struct expr *call = unturned(p->items[column]);
    if (!expr_is_call(unturned(p->items[!column]), FN_ONES) ||
        !expr_is_call(call, FN_EXP))
        return NULL;
    const bool turned = column != (call != p->items[column]);
    const struct expr *z = call->kids[0];
    return make_call(s->pool, FN_LOGSUMEXP,
                     turned ? make_transpose(s->pool, z) : z);
}

/* log(x'*softmax(A)*u) as x'*A*u - x'*logsumexp(A) for unit vectors. */
static const struct expr *as_difference(struct search *s, const struct parts *p)
{
    const size_t at = p->count - 2;
    const struct expr *call = at < 2 ? p->items[at] : NULL;
    if (!call || !expr_is_call(call, FN_SOFTMAX) || call->count != 1 ||
        !expr_is_call(p->items[at + 1], FN_UNIT) ||
        (at == 1 && !expr_is_call(unturned(p->items[0]), FN_UNIT)))
        return NULL;
    const struct expr *a = call->kids[0];
    const struct expr *row = make_call(s->pool, FN_LOGSUMEXP, a);
    if (at == 1) {
        a = make_mul(s->pool, p->items[0], a);
        row = make_mul(s->pool, p->items[0], row);
    }
    return make_sub(s->pool, make_mul(s->pool, a, p->items[at + 1]), row);
}

/* A logarithm as a term with logsumexp; NULL: it is no such. */
static const struct expr *logarithm(struct search *s, const struct expr *e)
{
    struct parts p;
    const struct expr *scale;
    if (!expr_is_call(e, FN_LOG) || !expr_is_scalar(e) ||
        !parts_of_product(&p, &scale, s, search_normal(s, e->kids[0])) ||
        scale || p.count < 2)
        return NULL;
    const struct expr *found = as_logsumexp(s, &p);
    return found ? found : as_difference(s, &p);
}

static const struct expr *with_logsumexp(struct search *s, const struct expr *e,
                                         size_t depth)
{
    const struct expr *kids[RESPELL_KIDS], *found = logarithm(s, e);
    if (found)
        return found;
    if (depth == RESPELL_DEPTH || make_is_binder(e) || e->count > RESPELL_KIDS)
        return e;
    for (size_t i = 0; i < e->count; i++)
        kids[i] = with_logsumexp(s, e->kids[i], depth + 1);
    return e->count > 0 ? make_again(s->pool, e, kids) : e;
}

static const struct expr *respelled(struct search *s, const struct expr *e)
{
    const struct expr *normal = search_normal(s, e);
    const struct expr *made = with_logsumexp(s, normal, 0);
    return made == normal ? e : made;
}

/* The terms of the difference on the sides where their numbers are positive. */
static const struct expr *balanced(struct search *s, const struct expr *goal)
{
    const struct expr *sides[] = {NULL, NULL};
    const struct normal_form *f =
        normal_terms(s->n, make_sub(s->pool, goal->kids[1], goal->kids[0]));
    for (size_t i = 0; f && i < f->count; i++) {
        const struct normal_term *t = &f->terms[i];
        const bool right = mpq_sgn(t->coefficient->q) > 0;
        const struct expr *x =
            spell_times(s, spell_unsigned(s, t, SIZE_MAX, 0),
                        spell_word(s, t->letters, 0, t->nletters));
        x = spell_or_one(s, x);
        sides[right] = sides[right] ? make_add(s->pool, sides[right], x) : x;
    }
    for (size_t i = 0; i < 2; i++)
        sides[i] = sides[i] ? sides[i] : make_int(s->pool, 0);
    return relation_make(s->pool, goal->rel, sides[0], sides[1]);
}

/* The goal of numbers by one rule, as it is or balanced, or by a search. */
static size_t prove_numbers(struct search *s, const struct expr *goal)
{
    size_t line = direct_prove(s, goal);
    if (line != SEARCH_NONE)
        return line;
    const struct move whole = {.line = direct_prove(s, balanced(s, goal))};
    if (whole.line != SEARCH_NONE)
        line = combine_line(s, goal, &whole, 1, NULL);
    return line == SEARCH_NONE ? combine_prove(s, goal) : line;
}

/* The goal from what was proved instead, the sides being equal. */
static size_t back(struct search *s, const struct expr *goal,
                   const struct relation *r, size_t line)
{
    struct relation made;
    if (line == SEARCH_NONE ||
        !relation_read(&made, s->pool, search_conclusion(s, line)))
        return SEARCH_NONE;
    const struct move moves[] = {
        {.line = line},
        {.line = search_algebra(
             s, relation_make(s->pool, REL_EQ, r->lhs, made.lhs))},
        {.line = search_algebra(
             s, relation_make(s->pool, REL_EQ, made.rhs, r->rhs))}};
    return moves[1].line == SEARCH_NONE || moves[2].line == SEARCH_NONE
               ? SEARCH_NONE
               : combine_line(s, goal, moves, 3, NULL);
}

size_t respell_prove(struct search *s, const struct expr *goal)
{
    struct relation r;
    if (!s->functions[FN_LOG] || !expr_is_within(goal, RESPELL_PARTS) ||
        !relation_read(&r, s->pool, goal) || r.op == REL_NE ||
        !expr_is_scalar(r.lhs) || !expr_is_scalar(r.rhs))
        return SEARCH_NONE;
    const struct expr *lhs = respelled(s, r.lhs), *rhs = respelled(s, r.rhs);
    const struct expr *made = relation_make(s->pool, r.op, lhs, rhs);
    if (made == goal)
        return SEARCH_NONE;
    const size_t steps = s->steps, limit = s->limit;
    s->limit = s->steps + RESPELL_LINES;
    search_relevant(s, made);
    const size_t line = back(s, goal, &r, prove_numbers(s, made));
    s->steps = steps;
    s->limit = limit;
    return line;
}
