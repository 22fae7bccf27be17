/*
 * Equations of inverses that hold since others are assumed: D == 0 from
 * N D == 0, D M == 0 or N D M == 0, where words of D begin with inv(N), or end
 * with inv(M).  So (I - A) inv(I + A) is orthogonal for A' == -A.
 */
#include "prove/spell.h"

enum {
    CLEARED_MAX_INVERSES = 3, /* told apart at either end */
    CLEARED_MAX_DEPTH = 3,    /* equations one after another */
    CLEARED_LINES = 60        /* tried for one of them */
};

/* Inverses at one end of words; [0] is none. */
struct inverses {
    const struct expr *items[CLEARED_MAX_INVERSES + 1];
    size_t count;
};

static size_t cleared(struct search *s, const struct expr *goal, size_t depth);

static void add(struct inverses *out, struct search *s, struct normal_letter l)
{
    const struct expr *e = spell_letter(s, l);
    if (!expr_is_call(l.atom, FN_INV) || out->count > CLEARED_MAX_INVERSES)
        return;
    for (size_t i = 0; i < out->count; i++)
        if (out->items[i] == e)
            return;
    out->items[out->count++] = e;
}

/* N for inv(N), N' for inv(N)'. */
static const struct expr *inverted(struct search *s, const struct expr *e)
{
    return e->op == EX_TRANSPOSE ? make_transpose(s->pool, e->kids[0]->kids[0])
                                 : e->kids[0];
}

static const struct expr *between(struct search *s, const struct expr *left,
                                  const struct expr *e,
                                  const struct expr *right)
{
    e = left ? make_mul(s->pool, inverted(s, left), e) : e;
    return right ? make_mul(s->pool, e, inverted(s, right)) : e;
}

/* The goal from the one without these inverses. */
static size_t without(struct search *s, const struct expr *goal,
                      const struct relation *r, const struct expr *left,
                      const struct expr *right, size_t depth)
{
    const struct expr *clear =
        relation_make(s->pool, REL_EQ, between(s, left, r->lhs, right),
                      between(s, left, r->rhs, right));
    const size_t limit = s->limit;
    if (limit > s->steps + CLEARED_LINES)
        s->limit = s->steps + CLEARED_LINES;
    size_t line = combine_prove(s, clear);
    s->limit = limit;
    if (line == SEARCH_NONE)
        line = cleared(s, clear, depth + 1);
    const struct move move = {line, left, right};
    return line == SEARCH_NONE ? line : combine_line(s, goal, &move, 1, NULL);
}

static size_t cleared(struct search *s, const struct expr *goal, size_t depth)
{
    struct relation r;
    struct inverses first = {.count = 1}, last = {.count = 1};
    size_t line = SEARCH_NONE;
    if (depth == CLEARED_MAX_DEPTH || !relation_read(&r, s->pool, goal) ||
        r.op != REL_EQ)
        return SEARCH_NONE;
    const struct normal_form *f =
        normal_terms(s->n, make_sub(s->pool, r.rhs, r.lhs));
    for (size_t i = 0; f && i < f->count; i++) {
        const struct normal_term *t = &f->terms[i];
        if (t->nletters == 0)
            continue;
        add(&first, s, t->letters[0]);
        add(&last, s, t->letters[t->nletters - 1]);
    }
    /* both ends first */
    for (size_t i = first.count; i-- > 0;)
        for (size_t k = last.count; k-- > 0;)
            if (line == SEARCH_NONE && i + k > 0 && !search_is_exhausted(s))
                line =
                    without(s, goal, &r, first.items[i], last.items[k], depth);
    return line;
}

size_t cleared_prove(struct search *s, const struct expr *goal)
{
    return s->nfacts > 0 ? cleared(s, goal, 0) : SEARCH_NONE;
}
