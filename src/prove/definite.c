/*
 * Claims psd(A): by the structure of A, with what else is known to be so, or as
 * an equation A == C with such a C, W'W for -W W where W' == -W is assumed.
 */
#include "prove/spell.h"

enum { DEFINITE_LINES = 150 }; /* tried for one equation */

/* The letters from `begin` to `end`; none: the identity. */
static const struct expr *word(struct search *s, const struct normal_term *t,
                               size_t begin, size_t end, const struct dim *size)
{
    const struct expr *e = spell_word(s, t->letters, begin, end);
    return e ? e : make_eye(s->pool, size);
}

static const struct expr *plus(struct search *s, const struct expr *a,
                               const struct expr *b)
{
    return a ? make_add(s->pool, a, b) : b;
}

/* Each term c U as |c| W'W, or |c| W'MW, W being the end of the word U. */
static const struct expr *as_squares(struct search *s,
                                     const struct normal_form *f)
{
    const struct expr *sum = NULL;
    for (size_t i = 0; i < f->count; i++) {
        const struct normal_term *t = &f->terms[i];
        const size_t half = t->nletters / 2, middle = t->nletters - half;
        const struct expr *w = word(s, t, middle, t->nletters, f->rows);
        const struct expr *left = make_transpose(s->pool, w);
        if (middle > half)
            left = make_mul(s->pool, left, spell_letter(s, t->letters[half]));
        if (left->cols != w->rows)
            return NULL;
        sum = plus(s, sum,
                   spell_times(s, spell_unsigned(s, t, SIZE_MAX, 0),
                               make_mul(s->pool, left, w)));
    }
    return sum;
}

/* All terms as A (sum of what stands between) B, where all are A ... B. */
static const struct expr *as_congruence(struct search *s,
                                        const struct normal_form *f)
{
    const struct expr *sum = NULL, *first = NULL, *last = NULL;
    for (size_t i = 0; i < f->count; i++) {
        const struct normal_term *t = &f->terms[i];
        if (t->nletters < 2)
            return NULL;
        const struct expr *ends[] = {
            spell_letter(s, t->letters[0]),
            spell_letter(s, t->letters[t->nletters - 1])};
        if (ends[0]->cols != ends[1]->rows ||
            (i > 0 && (ends[0] != first || ends[1] != last)))
            return NULL;
        first = ends[0];
        last = ends[1];
        sum = plus(s, sum,
                   spell_times(s,
                               spell_scalars(s, t->coefficient, t, SIZE_MAX, 0),
                               word(s, t, 1, t->nletters - 1, first->cols)));
    }
    return sum ? make_mul(s->pool, make_mul(s->pool, first, sum), last) : NULL;
}

static size_t from(struct search *s, const struct expr *goal,
                   const size_t *premises, size_t count)
{
    const struct line line = {.rule = RULE_DEFINITE,
                              .conclusion = goal,
                              .premises = premises,
                              .npremises = count};
    return search_line(s, &line);
}

/* psd(A) by A == C. */
static size_t by_equation(struct search *s, const struct expr *goal,
                          const struct expr *c)
{
    const size_t limit = s->limit;
    if (!c)
        return SEARCH_NONE;
    if (limit > s->steps + DEFINITE_LINES)
        s->limit = s->steps + DEFINITE_LINES;
    const size_t line =
        goal_prove(s, relation_make(s->pool, REL_EQ, goal->kids[0], c));
    s->limit = limit;
    return line == SEARCH_NONE ? line : from(s, goal, &line, 1);
}

/* Something semidefinite, or what the goal's matrix is equal to. */
static bool is_premise(const struct search *s, const struct expr *goal,
                       size_t fact)
{
    const struct expr *e = search_conclusion(s, fact);
    return search_in_scope(s, fact) &&
           (e->op == EX_PSD || (e->op == EX_REL && e->rel == REL_EQ &&
                                e->kids[0] == goal->kids[0]));
}

static size_t by_facts(struct search *s, const struct expr *goal)
{
    size_t premises[SEARCH_MAX_ARGS], count = 0;
    for (size_t i = 0; i < s->nfacts && count < SEARCH_MAX_ARGS; i++)
        if (is_premise(s, goal, s->facts[i]))
            premises[count++] = s->facts[i];
    return count > 0 ? from(s, goal, premises, count) : SEARCH_NONE;
}

/* The multiple of the identity in the form; NULL: none. */
static const struct expr *part_of_eye(struct search *s,
                                      const struct normal_form *f)
{
    const struct expr *sum = NULL;
    for (size_t i = 0; i < f->count; i++) {
        const struct normal_term *t = &f->terms[i];
        if (t->nletters > 0)
            continue;
        const struct expr *e = spell_scalars(s, t->coefficient, t, SIZE_MAX, 0);
        sum = plus(s, sum, spell_or_one(s, e));
    }
    return sum;
}

/* psd(c*I - S) from norm2(S) <= c. */
static size_t by_size(struct search *s, const struct expr *goal,
                      const struct normal_form *f)
{
    const struct expr *a = goal->kids[0], *c = part_of_eye(s, f);
    size_t lines[] = {SEARCH_NONE, SEARCH_NONE};
    if (!c)
        return SEARCH_NONE;
    const struct expr *eye = make_mul(s->pool, c, make_eye(s->pool, a->rows));
    const struct expr *rest = search_normal(s, make_sub(s->pool, eye, a));
    const struct expr *made = make_sub(s->pool, eye, rest);
    const struct expr *size = make_call(s->pool, FN_NORM2, rest);
    lines[0] = goal_prove(s, relation_make(s->pool, REL_LE, size, c));
    if (lines[0] != SEARCH_NONE)
        lines[1] = goal_prove(s, relation_make(s->pool, REL_EQ, a, made));
    return lines[1] == SEARCH_NONE ? lines[1] : from(s, goal, lines, 2);
}

/* What t is of w, words alike: the quotient of their scalars; else NULL. */
static const struct expr *quotient(struct search *s,
                                   const struct normal_term *t,
                                   const struct normal_term *w)
{
    if (t->nletters != w->nletters ||
        !spell_same(t->letters, w->letters, t->nletters))
        return NULL;
    const struct expr *a = spell_scalars(s, t->coefficient, t, SIZE_MAX, 0);
    const struct expr *b = spell_scalars(s, w->coefficient, w, SIZE_MAX, 0);
    a = spell_or_one(s, a);
    return b ? search_normal(
                   s, expr_binary(s->pool, EX_DIVIDE, a, b, (struct span){0}))
             : a;
}

/* What is left of A without c*F, a multiple of the identity as one. */
static const struct expr *remainder_of(struct search *s, const struct expr *a,
                                       const struct expr *part)
{
    const struct expr *rest = search_normal(s, make_sub(s->pool, a, part));
    const struct normal_form *f = normal_terms(s->n, rest);
    for (size_t i = 0; f && i < f->count; i++)
        if (f->terms[i].nletters > 0)
            return rest;
    return f && f->count > 0 ? make_mul(s->pool, part_of_eye(s, f),
                                        make_eye(s->pool, a->rows))
                             : rest;
}

/* psd(A) as c*F and a rest, for psd(F) among the facts. */
static size_t by_multiples(struct search *s, const struct expr *goal,
                           const struct normal_form *f)
{
    const struct expr *a = goal->kids[0];
    size_t line = SEARCH_NONE;
    for (size_t i = 0; i < s->nfacts && line == SEARCH_NONE; i++) {
        const struct expr *e = search_conclusion(s, s->facts[i]);
        if (e->op != EX_PSD || e->kids[0]->rows != a->rows ||
            !search_in_scope(s, s->facts[i]))
            continue;
        const struct normal_form *g = normal_terms(s->n, e->kids[0]);
        for (size_t k = 0; g && k < g->count * f->count; k++) {
            const struct normal_term *t = &f->terms[k % f->count];
            const struct expr *c = quotient(s, t, &g->terms[k / f->count]);
            if (!c || t->nletters == 0 || line != SEARCH_NONE)
                continue;
            const struct expr *part = make_mul(s->pool, c, e->kids[0]);
            line =
                by_equation(s, goal, plus(s, part, remainder_of(s, a, part)));
        }
    }
    return line;
}

size_t definite_prove(struct search *s, const struct expr *goal)
{
    const struct expr *a = goal->kids[0];
    size_t line = from(s, goal, NULL, 0);
    if (line == SEARCH_NONE)
        line = by_facts(s, goal);
    const struct normal_form *f =
        line == SEARCH_NONE ? normal_terms(s->n, a) : NULL;
    if (!f || f->count == 0 || a->rows != a->cols)
        return line;
    line = by_equation(s, goal, as_congruence(s, f));
    if (line == SEARCH_NONE && s->nfacts > 0)
        line = by_equation(s, goal, as_squares(s, f));
    if (line == SEARCH_NONE && s->nfacts > 0) /* a projection */
        line = by_equation(s, goal,
                           make_mul(s->pool, make_transpose(s->pool, a), a));
    if (line == SEARCH_NONE)
        line = by_size(s, goal, f);
    if (line == SEARCH_NONE)
        line = by_multiples(s, goal, f);
    return line;
}
