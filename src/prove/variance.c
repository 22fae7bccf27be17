/*
 * Convexity of the square over a range: what is left of
 *
 *     c * |sum(i, b)|^2 <= c*n * sum(i, |b|^2),
 *     c * |sum(i, p*v)|^2 <= c * sum(i, p*|v|^2) where the p sum up to 1,
 *
 * is c*n * sum(i, |b - m|^2) for the mean m = sum(i, b)/n, and
 * c * sum(i, p*|v - m|^2) for m = sum(i, p*v).
 */
#include "prove/spell.h"

/* The square of a sum in a difference, taken c times away. */
struct square {
    const struct expr *sum, *c; /* c NULL: once */
};

/* The sum of which the factor is the square; NULL: it is none. */
static const struct expr *squared_sum(struct search *s,
                                      const struct normal_factor *f)
{
    const struct expr *e = f->atom;
    if (e->op == EX_SUM && f->power == 2)
        return e;
    if (e->op != EX_MATMUL || f->power != 1 || e->kids[1]->op != EX_SUM ||
        e->kids[0] != make_transpose(s->pool, e->kids[1]))
        return NULL;
    return e->kids[1];
}

static bool read_square(struct square *out, struct search *s,
                        const struct normal_term *t)
{
    for (size_t i = 0; i < t->nfactors && t->nletters == 0; i++) {
        out->sum = squared_sum(s, &t->factors[i]);
        out->c = spell_unsigned(s, t, i, t->factors[i].power);
        if (out->sum)
            return mpq_sgn(t->coefficient->q) < 0;
    }
    return false;
}

static const struct expr *length_squared(struct search *s, const struct expr *e)
{
    if (!expr_is_scalar(e))
        e = make_call(s->pool, FN_NORMFRO, e);
    return spell_power(s, e, 2);
}

/* The sum of p * |v - m|^2 over the range of the square's, c times. */
static const struct expr *deviation(struct search *s, const struct square *q,
                                    const struct expr *p, const struct expr *v,
                                    const struct expr *m)
{
    const struct expr *body = length_squared(s, make_sub(s->pool, v, m));
    const struct expr *kids[] = {q->sum->kids[0], q->sum->kids[1],
                                 spell_times(s, p, body)};
    struct expr model = *q->sum;
    model.rows = kids[2]->rows;
    model.cols = kids[2]->cols;
    model.kids = kids;
    return spell_times(s, q->c, expr_intern(s->pool, &model));
}

static size_t by_mean(struct search *s, const struct expr *goal,
                      const struct square *q)
{
    const struct expr *count =
        make_add(s->pool, make_sub(s->pool, q->sum->kids[1], q->sum->kids[0]),
                 make_int(s->pool, 1));
    const struct expr *mean =
        make_mul(s->pool, spell_power(s, count, -1), q->sum);
    const struct expr *rest =
        make_mul(s->pool, count, deviation(s, q, NULL, q->sum->kids[2], mean));
    return combine_line(s, goal, NULL, 0, rest);
}

/* With the scalars of the sum's only term for weights, one or all of them. */
static size_t by_weights(struct search *s, const struct expr *goal,
                         const struct square *q)
{
    const struct normal_form *f = normal_terms(s->n, q->sum->kids[2]);
    size_t line = SEARCH_NONE;
    if (!f || f->count != 1)
        return line;
    const struct normal_term *t = &f->terms[0];
    const struct expr *word = spell_word(s, t->letters, 0, t->nletters);
    if (word)
        return combine_line(
            s, goal, NULL, 0,
            deviation(s, q, spell_scalars(s, t->coefficient, t, SIZE_MAX, 0),
                      word, q->sum));
    for (size_t i = 0; i < t->nfactors && line == SEARCH_NONE; i++) {
        const struct expr *weight = spell_power(s, t->factors[i].atom, 1);
        const struct expr *rest =
            spell_or_one(s, spell_scalars(s, t->coefficient, t, i, 1));
        line = combine_line(s, goal, NULL, 0,
                            deviation(s, q, weight, rest, q->sum));
    }
    return line;
}

size_t variance_prove(struct search *s, const struct expr *goal)
{
    struct relation r;
    size_t line = SEARCH_NONE;
    if (!relation_read(&r, s->pool, goal) || r.op != REL_LE ||
        !expr_is_scalar(r.lhs) || !method_is_free(s->method))
        return SEARCH_NONE;
    const struct normal_form *f =
        normal_terms(s->n, make_sub(s->pool, r.rhs, r.lhs));
    for (size_t i = 0; f && i < f->count && line == SEARCH_NONE; i++) {
        struct square q;
        if (!read_square(&q, s, &f->terms[i]))
            continue;
        line = by_mean(s, goal, &q);
        if (line == SEARCH_NONE)
            line = by_weights(s, goal, &q);
    }
    return line;
}
