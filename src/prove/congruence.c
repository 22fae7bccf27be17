/*
 * What equations say within calls: trace(A) == trace(-A') from A == -A'.
 * Moves multiply equations alone.
 */
#include "prove/search.h"

enum { CONGRUENCE_MAX_CALLS = 6, CONGRUENCE_DEPTH = 40 };

struct congruence {
    struct search *s;
    const struct expr *calls[CONGRUENCE_MAX_CALLS];
    size_t count;
};

/* Functions of a matrix whose normal forms are sums of such calls. */
static bool is_linear(const struct expr *e)
{
    return e->op == EX_CALL && (e->fn == FN_TRACE || e->fn == FN_DIAGOF);
}

static void find_calls(struct congruence *c, const struct expr *e, size_t depth)
{
    if (depth > CONGRUENCE_DEPTH || c->count == CONGRUENCE_MAX_CALLS ||
        make_is_binder(e))
        return;
    for (size_t i = 0; i < c->count; i++)
        if (c->calls[i] == e)
            return;
    if (is_linear(e))
        c->calls[c->count++] = e;
    for (size_t i = 0; i < e->count; i++)
        find_calls(c, e->kids[i], depth + 1);
}

/* The line G == e where the fact says c*G == c*e for a given G; else none. */
static size_t solved(struct search *s, size_t fact)
{
    struct relation r;
    size_t line = SEARCH_NONE;
    if (!scope_extends(s->scope, s->d->lines[fact].scope) ||
        !relation_read(&r, s->pool, search_conclusion(s, fact)) ||
        r.op != REL_EQ || expr_is_scalar(r.lhs))
        return SEARCH_NONE;
    const struct expr *d = make_sub(s->pool, r.rhs, r.lhs);
    const struct normal_form *f = normal_terms(s->n, d);
    for (size_t i = 0; f && i < f->count && line == SEARCH_NONE; i++) {
        const struct normal_term *t = &f->terms[i];
        if (t->nfactors > 0 || t->nletters != 1 || t->letters[0].flip ||
            t->letters[0].atom->op != EX_GIVEN)
            continue;
        rational_t c;
        rational_init(&c);
        mpq_inv(c.q, t->coefficient->q);
        mpq_neg(c.q, c.q);
        const struct expr *by = expr_number(s->pool, &c, (struct span){0});
        rational_clear(&c);
        const struct expr *g = t->letters[0].atom;
        const struct expr *e =
            search_normal(s, make_add(s->pool, g, make_mul(s->pool, by, d)));
        const struct move move = {.line = fact, .left = by};
        line = combine_line(s, relation_make(s->pool, REL_EQ, g, e), &move, 1,
                            NULL);
    }
    return line;
}

void congruence_facts(struct search *s, const struct expr *goal)
{
    struct congruence c = {.s = s};
    const size_t steps = s->steps, nfacts = s->nfacts;
    find_calls(&c, goal, 0);
    for (size_t k = 0; c.count > 0 && k < nfacts; k++) {
        const size_t equation = solved(s, s->facts[k]);
        if (equation == SEARCH_NONE)
            continue;
        const struct expr *e = search_conclusion(s, equation);
        for (size_t i = 0; i < c.count; i++) {
            const struct expr *to =
                make_replace(s->pool, c.calls[i], e->kids[0], e->kids[1]);
            if (!to || to == c.calls[i])
                continue;
            const struct line line = {
                .rule = RULE_REPLACE,
                .conclusion = relation_make(s->pool, REL_EQ, c.calls[i], to),
                .premises = &equation,
                .npremises = 1};
            const size_t at = search_line(s, &line);
            if (at != SEARCH_NONE)
                search_fact(s, at);
        }
    }
    s->steps = steps; /* facts do not count as tried */
}
