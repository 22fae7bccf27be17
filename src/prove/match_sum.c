/* Matching a sum or difference: which summands go with which side. */
#include "prove/match_internal.h"

/* The first or the last factor of a product. */
static const struct expr *end_factor(struct search *s, const struct expr *e,
                                     bool last)
{
    struct parts f;
    const struct expr *scale;
    if (!parts_of_product(&f, &scale, s, e) || f.count == 0)
        return NULL;
    return f.items[last ? f.count - 1 : 0];
}

/* Whether item `at` is the first with its end factor. */
static bool begins_group(const struct expr *const *ends, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (ends[i] == ends[at])
            return false;
    return ends[at] != NULL;
}

/* The sum as two: the items that end, or begin, with one factor, the others. */
static void match_groups(struct matches *out, struct matching *m,
                         const struct expr *const pattern[2], bool minus,
                         const struct parts *p, const struct binding *b,
                         size_t depth)
{
    struct expr_pool *pool = m->s->pool;
    const struct expr *ends[SEARCH_MAX_LETTERS];
    for (int way = 0; way < 2; way++) {
        for (size_t i = 0; i < p->count; i++)
            ends[i] = end_factor(m->s, p->items[i], way == 0);
        for (size_t i = 0; i < p->count; i++) {
            const struct expr *part[2] = {NULL, NULL};
            size_t count = 0;
            for (size_t k = 0; begins_group(ends, i) && k < p->count; k++) {
                const struct expr **sum = &part[ends[k] != ends[i]];
                *sum = *sum ? make_add(pool, *sum, p->items[k]) : p->items[k];
                count += ends[k] == ends[i];
            }
            if (count < 2 || p->count - count < 2)
                continue;
            part[1] = minus ? make_neg(pool, part[1]) : part[1];
            match_two(out, m, pattern[0], part[0], pattern[1],
                      search_normal(m->s, part[1]), b, depth);
        }
    }
}

/* a b - d e as (a - d) b + d (b - e) */
static void match_telescoped(struct matches *out, struct matching *m,
                             const struct expr *const pattern[2], bool minus,
                             const struct parts *p, const struct binding *b,
                             size_t depth)
{
    struct telescopes ways;
    if (!m->s->later || pattern[0]->op != EX_GIVEN ||
        pattern[1]->op != EX_GIVEN)
        return;
    parts_of_difference(&ways, m->s, p);
    for (size_t i = 0; i < ways.count; i++) {
        const struct expr *second = ways.items[i][1];
        match_two(out, m, pattern[0], ways.items[i][0], pattern[1],
                  minus ? search_normal(m->s, make_neg(m->s->pool, second))
                        : second,
                  b, depth);
    }
}

/* Whether the pattern is t*A + (1 - t)*B of givens. */
static bool is_mixture(const struct expr *pattern)
{
    const struct expr *a = pattern->kids[0], *b = pattern->kids[1];
    if (pattern->op != EX_ADD || a->op != EX_SCALE || b->op != EX_SCALE)
        return false;
    return a->kids[0]->op == EX_GIVEN && a->kids[1]->op == EX_GIVEN &&
           b->kids[0]->op == EX_SUB && b->kids[0]->kids[1] == a->kids[0] &&
           b->kids[1]->op == EX_GIVEN;
}

/* x with a number in place of the atom; NULL: it is not found as written. */
static const struct expr *at_number(struct search *s, const struct expr *x,
                                    const struct expr *atom, long number)
{
    const struct expr *e =
        make_replace(s->pool, x, atom, make_int(s->pool, number));
    return e && e != x ? search_normal(s, e) : NULL;
}

/* Whether no term has more than the first power of the atom, some have it. */
static bool is_linear_in(const struct normal_form *f, const struct expr *atom)
{
    bool found = false;
    for (size_t i = 0; i < f->count; i++)
        for (size_t k = 0; k < f->terms[i].nfactors; k++) {
            const struct normal_factor *x = &f->terms[i].factors[k];
            if (x->atom == atom && x->power != 1)
                return false;
            found = found || x->atom == atom;
        }
    return found;
}

/* A sum linear in a scalar t: at t = 1 it is A, at t = 0 it is B. */
static void match_mixture(struct matches *out, struct matching *m,
                          const struct expr *pattern, const struct expr *x,
                          const struct binding *b)
{
    enum { MOST_FACTORS = 4 };
    const struct normal_form *f = normal_terms(m->s->n, x);
    if (!m->s->later || !is_mixture(pattern) || !f)
        return;
    for (size_t i = 0; i < f->count; i++)
        for (size_t k = 0; k < f->terms[i].nfactors && k < MOST_FACTORS; k++) {
            const struct expr *t = f->terms[i].factors[k].atom;
            const struct expr *first = pattern->kids[0],
                              *second = pattern->kids[1];
            struct binding next = *b;
            next.args[first->kids[0]->decl] = t;
            next.args[first->kids[1]->decl] = at_number(m->s, x, t, 1);
            next.args[second->kids[1]->decl] = at_number(m->s, x, t, 0);
            if (is_linear_in(f, t) && next.args[first->kids[1]->decl] &&
                next.args[second->kids[1]->decl])
                match_add(out, &next);
        }
}

void match_sum(struct matches *out, struct matching *m,
               const struct expr *pattern, const struct expr *x,
               const struct binding *b, size_t depth)
{
    struct parts p;
    struct expr_pool *pool = m->s->pool;
    const struct expr *first = pattern->kids[0], *second = pattern->kids[1];
    bool minus = pattern->op == EX_SUB;
    const struct expr *a = first->op == EX_GIVEN ? b->args[first->decl] : NULL;
    if (a && a->rows == x->rows && a->cols == x->cols) {
        const struct expr *rest =
            minus ? make_sub(pool, a, x) : make_sub(pool, x, a);
        match(out, m, second, search_normal(m->s, rest), b, depth + 1);
        return;
    }
    if (m->s->later && x->op == pattern->op) /* as it is written */
        match_two(out, m, first, x->kids[0], second, x->kids[1], b, depth);
    if (!parts_of_sum(&p, m->s, x) || p.count < 2)
        return;
    for (size_t i = 0; i < p.count; i++) {
        const struct expr *one = p.items[i];
        const struct expr *rest = parts_but(m->s, &p, i, true);
        if (m->s->later && p.count == 2 &&
            !minus) /* as it is written: (1 - t) * B */
            match_two(out, m, first, one, second, rest, b, depth);
        match_two(out, m, first, one, second,
                  search_normal(m->s, minus ? make_neg(pool, rest) : rest), b,
                  depth);
        if (p.count > 2)
            match_two(out, m, first, rest, second,
                      search_normal(m->s, minus ? make_neg(pool, one) : one), b,
                      depth);
    }
    match_mixture(out, m, pattern, x, b);
    match_groups(out, m, pattern->kids, minus, &p, b, depth);
    match_telescoped(out, m, pattern->kids, minus, &p, b, depth);
}
