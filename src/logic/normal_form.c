/* Sums of terms: collecting, products, the test for zero. */
#include "logic/normal_internal.h"

#include <stdlib.h>
#include <string.h>

/* Terms put in order cost as much memory as one that is rewritten. */
enum { MERGED_AT_ONCE = 8 };

/* ---- terms ---- */

term term_one(struct normalizer *n)
{
    return (term){.coefficient = n->unit};
}

term term_of(struct normalizer *n, const struct expr *atom, long power)
{
    term t = term_one(n);
    factor *f = arena_alloc(n->arena, sizeof *f);
    *f = (factor){atom, power};
    t.factors = f;
    t.nfactors = power != 0;
    return t;
}

term term_scaled(struct normalizer *n, const term *t, const mpq_t c)
{
    if (mpq_cmp_ui(c, 1, 1) == 0)
        return *t;
    rational_t *product = rational_new(n->arena);
    mpq_mul(product->q, t->coefficient->q, c);
    term scaled = *t;
    scaled.coefficient = product;
    return scaled;
}

static bool is_plain_one(const struct normalizer *n, const term *t)
{
    return t->coefficient == n->unit && t->nfactors == 0 && t->nletters == 0;
}

/* Factors are not sorted, letters not reduced. */
term term_times(struct normalizer *n, const term *a, const term *b)
{
    if (is_plain_one(n, a) || is_plain_one(n, b))
        return is_plain_one(n, a) ? *b : *a;
    term t = term_scaled(n, a, b->coefficient->q);
    factor *f = arena_array(n->arena, a->nfactors + b->nfactors + 1, sizeof *f);
    for (size_t i = 0; i < a->nfactors; i++)
        f[i] = a->factors[i];
    for (size_t i = 0; i < b->nfactors; i++)
        f[a->nfactors + i] = b->factors[i];
    t.factors = f;
    t.nfactors = a->nfactors + b->nfactors;
    letter *w = arena_array(n->arena, a->nletters + b->nletters + 1, sizeof *w);
    for (size_t i = 0; i < a->nletters; i++)
        w[i] = a->letters[i];
    for (size_t i = 0; i < b->nletters; i++)
        w[a->nletters + i] = b->letters[i];
    t.letters = w;
    t.nletters = a->nletters + b->nletters;
    if (t.nletters > NORMAL_MAX_LETTERS || t.nfactors > NORMAL_MAX_LETTERS)
        n->failed = true;
    return t;
}

static int letter_compare(letter a, letter b)
{
    if (a.atom != b.atom)
        return a.atom->id < b.atom->id ? -1 : 1;
    return (int)a.flip - (int)b.flip;
}

/* By length, then by letters: an order that products respect. */
int word_compare(const letter *a, size_t na, const letter *b, size_t nb)
{
    if (na != nb)
        return na < nb ? -1 : 1;
    for (size_t i = 0; i < na; i++) {
        int order = letter_compare(a[i], b[i]);
        if (order != 0)
            return order;
    }
    return 0;
}

int term_compare(const term *a, const term *b)
{
    int order = word_compare(a->letters, a->nletters, b->letters, b->nletters);
    if (order != 0)
        return order;
    if (a->nfactors != b->nfactors)
        return a->nfactors < b->nfactors ? -1 : 1;
    for (size_t i = 0; i < a->nfactors; i++) {
        const factor *f = &a->factors[i], *g = &b->factors[i];
        if (f->atom != g->atom)
            return f->atom->id < g->atom->id ? -1 : 1;
        if (f->power != g->power)
            return f->power < g->power ? -1 : 1;
    }
    return 0;
}

/* ---- collecting ---- */

void pile_add(struct normalizer *n, struct pile *pile, const term *t)
{
    if (pile->count >= 8 * NORMAL_MAX_TERMS)
        n->failed = true;
    if (!n->failed)
        arena_push(n->arena, &pile->terms, &pile->count, sizeof *t, t);
}

void pile_around(struct normalizer *n, struct pile *pile, const term *left,
                 const form *middle, const term *right)
{
    for (size_t i = 0; i < middle->count && normal_spend(n); i++) {
        term t = term_times(n, left, &middle->terms[i]);
        t = term_times(n, &t, right);
        pile_add(n, pile, &t);
    }
}

static int compare_for_sort(const void *a, const void *b)
{
    return term_compare(a, b);
}

/* The coefficients of the terms like the one at `from`; *end is behind them. */
static const rational_t *added_up(struct normalizer *n, const struct pile *done,
                                  size_t from, size_t *end)
{
    const term *first = &done->terms[from];
    size_t to = from + 1;
    while (to < done->count && term_compare(first, &done->terms[to]) == 0)
        to++;
    *end = to;
    if (to == from + 1)
        return first->coefficient;
    rational_t *sum = rational_new(n->arena);
    for (size_t i = from; i < to; i++)
        mpq_add(sum->q, sum->q, done->terms[i].coefficient->q);
    return sum;
}

static const form *merge(struct normalizer *n, struct pile *done,
                         const struct dim *rows, const struct dim *cols)
{
    form *a = arena_alloc(n->arena, sizeof *a);
    *a = (form){.rows = rows, .cols = cols};
    if (done->count == 0 || n->failed)
        return a;
    n->effort += done->count / MERGED_AT_ONCE;
    qsort(done->terms, done->count, sizeof *done->terms, compare_for_sort);
    term *out = arena_array(n->arena, done->count, sizeof *out);
    size_t count = 0;
    for (size_t i = 0, end; i < done->count; i = end) {
        out[count] = done->terms[i];
        out[count].coefficient = added_up(n, done, i, &end);
        if (mpq_sgn(out[count].coefficient->q) != 0)
            count++;
    }
    if (count > NORMAL_MAX_TERMS)
        n->failed = true;
    a->terms = out;
    a->count = count;
    return a;
}

const form *form_collect(struct normalizer *n, struct pile *pile,
                         const struct dim *rows, const struct dim *cols)
{
    struct pile done = {0};
    while (pile->count > 0 && normal_spend(n)) {
        term t = pile->terms[--pile->count];
        if (mpq_sgn(t.coefficient->q) == 0)
            continue;
        normal_scalar_sort(n, &t);
        if (!normal_scalar_step(n, pile, &t) && !word_step(n, pile, &t))
            pile_add(n, &done, &t);
    }
    return merge(n, &done, rows, cols);
}

/* ---- constants ---- */

const form *form_zero(struct normalizer *n, const struct dim *rows,
                      const struct dim *cols)
{
    form *a = arena_alloc(n->arena, sizeof *a);
    *a = (form){.rows = rows, .cols = cols};
    return a;
}

const form *form_term(struct normalizer *n, const term *t,
                      const struct dim *rows, const struct dim *cols)
{
    struct pile pile = {0};
    pile_add(n, &pile, t);
    return form_collect(n, &pile, rows, cols);
}

const form *form_single(struct normalizer *n, const term *t,
                        const struct dim *rows, const struct dim *cols)
{
    form *a = arena_alloc(n->arena, sizeof *a);
    term *copy = arena_alloc(n->arena, sizeof *copy);
    *copy = *t;
    *a = (form){rows, cols, copy, 1};
    return a;
}

const form *form_rational(struct normalizer *n, const mpq_t c)
{
    term one = term_one(n);
    term t = term_scaled(n, &one, c);
    return form_term(n, &t, n->one, n->one);
}

const form *form_number(struct normalizer *n, long p, unsigned long q)
{
    mpq_t c;
    mpq_init(c);
    mpq_set_si(c, p, q);
    mpq_canonicalize(c);
    const form *a = form_rational(n, c);
    mpq_clear(c);
    return a;
}

const form *form_identity(struct normalizer *n, const struct dim *size)
{
    term one = term_one(n);
    return form_term(n, &one, size, size);
}

const form *form_atom(struct normalizer *n, const struct expr *atom)
{
    term t = term_one(n);
    if (expr_is_scalar(atom)) {
        t = term_of(n, atom, 1);
    } else {
        letter *w = arena_alloc(n->arena, sizeof *w);
        *w = (letter){atom, false};
        t.letters = w;
        t.nletters = 1;
    }
    return form_term(n, &t, atom->rows, atom->cols);
}

const form *form_dim(struct normalizer *n, const struct dim *a)
{
    return normal_build(n, print_dim(n, a));
}

/* ---- questions ---- */

bool form_is_scalar(const form *a)
{
    return dim_is_one(a->rows) && dim_is_one(a->cols);
}

bool form_is_zero(const form *a)
{
    return a->count == 0;
}

bool term_is_one(const term *t)
{
    return t->nletters == 0 && t->nfactors == 0 &&
           mpq_cmp_ui(t->coefficient->q, 1, 1) == 0;
}

bool form_is_identity(const form *a)
{
    return a->count == 1 && a->rows == a->cols && term_is_one(&a->terms[0]);
}

bool form_is_rational(const form *a, const rational_t **c)
{
    if (a->count != 1 || a->terms[0].nfactors > 0 || a->terms[0].nletters > 0)
        return false;
    *c = a->terms[0].coefficient;
    return form_is_scalar(a);
}

bool form_is_one(const form *a)
{
    const rational_t *c;
    return form_is_rational(a, &c) && mpq_cmp_ui(c->q, 1, 1) == 0;
}

/* ---- operations ---- */

static const form *combine(struct normalizer *n, const form *a, const form *b,
                           long sign)
{
    struct pile done = {0};
    mpq_t c;
    mpq_init(c);
    mpq_set_si(c, sign, 1);
    for (size_t i = 0; i < a->count; i++)
        pile_add(n, &done, &a->terms[i]);
    for (size_t i = 0; i < b->count; i++) {
        term t = term_scaled(n, &b->terms[i], c);
        pile_add(n, &done, &t);
    }
    mpq_clear(c);
    return merge(n, &done, a->rows, a->cols);
}

const form *form_add(struct normalizer *n, const form *a, const form *b)
{
    return combine(n, a, b, 1);
}

const form *form_sub(struct normalizer *n, const form *a, const form *b)
{
    return combine(n, a, b, -1);
}

const form *form_neg(struct normalizer *n, const form *a)
{
    return combine(n, form_zero(n, a->rows, a->cols), a, -1);
}

const form *form_mul(struct normalizer *n, const form *a, const form *b)
{
    struct pile pile = {0};
    term one = term_one(n);
    for (size_t i = 0; i < a->count && normal_spend(n); i++)
        pile_around(n, &pile, &a->terms[i], b, &one);
    if (form_is_scalar(a))
        return form_collect(n, &pile, b->rows, b->cols);
    if (form_is_scalar(b))
        return form_collect(n, &pile, a->rows, a->cols);
    return form_collect(n, &pile, a->rows, b->cols);
}

const form *form_flip(struct normalizer *n, const form *a)
{
    struct pile pile = {0};
    if (form_is_scalar(a))
        return a;
    for (size_t i = 0; i < a->count; i++) {
        term t = a->terms[i];
        t.letters = word_flip(n, t.letters, t.nletters);
        pile_add(n, &pile, &t);
    }
    return form_collect(n, &pile, a->cols, a->rows);
}

const form *form_pow(struct normalizer *n, const form *a, long k)
{
    const form *power = form_identity(n, a->rows);
    for (long i = 0; i < k && !n->failed; i++)
        power = form_mul(n, power, a);
    return power;
}
