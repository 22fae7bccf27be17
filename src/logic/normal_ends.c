/*
 * Sums of numbers u'*A*v: what stands at an end of such a product and is free
 * of the index leaves the sum, sum(i, f[i]'*z) = sum(i, f[i])'*z.  A product
 * with a unit vector is an entry, which stays where it is.
 */
#include "logic/normal_internal.h"

/* Whether e, or its transpose, ends in a unit vector: an entry. */
static bool is_entry(const letter *w, size_t count)
{
    return expr_is_call(w[0].atom, FN_UNIT) ||
           expr_is_call(w[count - 1].atom, FN_UNIT);
}

/* The only product that depends on the index, entries apart, to the power 1. */
static bool product_of(struct normalizer *n, const term *t,
                       const struct symbol *s, size_t *at, const letter **word,
                       size_t *length)
{
    size_t found = 0;
    for (size_t i = 0; i < t->nfactors && t->nletters == 0; i++) {
        const letter *w;
        size_t count;
        const struct expr *atom = t->factors[i].atom;
        if (atom->op != EX_MATMUL || !expr_has_free(atom, s) ||
            !word_read(n, atom, &w, &count) || is_entry(w, count))
            continue;
        found += t->factors[i].power == 1 ? 1 : 2;
        *at = i;
        *word = w;
        *length = count;
    }
    return found == 1;
}

static term word_term(struct normalizer *n, const letter *w, size_t count)
{
    term t = term_one(n);
    t.letters = w;
    t.nletters = count;
    return t;
}

bool sum_ends(struct normalizer *n, const term *t, const struct sum_range *r,
              bool total, const form **out)
{
    const letter *w;
    size_t at, count, from = 0;
    if (!product_of(n, t, r->s, &at, &w, &count))
        return false;
    size_t to = count;
    while (from < to && sum_letter_leaves(n, w[from], r->s, total))
        from++;
    while (to > from && sum_letter_leaves(n, w[to - 1], r->s, total))
        to--;
    if (to - from == count || to == from)
        return false;
    factor *others = arena_array(n->arena, t->nfactors, sizeof *others);
    term middle = *t;
    middle.factors = others;
    middle.nfactors = 0;
    for (size_t i = 0; i < t->nfactors; i++)
        if (i != at)
            others[middle.nfactors++] = t->factors[i];
    middle.letters = w + from;
    middle.nletters = to - from;
    const form *sum = sum_over(
        n, form_term(n, &middle, letter_rows(w[from]), letter_cols(w[to - 1])),
        r->s, r->lo, r->hi);
    const term left = word_term(n, w, from);
    const term right = word_term(n, w + to, count - to);
    struct pile pile = {0};
    pile_around(n, &pile, &left, sum, &right);
    *out = form_collect(n, &pile, n->one, n->one);
    return true;
}
