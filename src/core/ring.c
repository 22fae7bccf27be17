/*
 * Products of sums of terms, term by term; a product's word is cut where its
 * inner size is 1, and what lies between two cuts becomes a scalar atom.
 */
#include "core/ring.h"

#include "base/status.h"

#include <stdlib.h>

void terms_push(struct terms *terms, struct term term)
{
    if (terms->count == terms->capacity) {
        terms->capacity = terms->capacity ? 2 * terms->capacity : 8;
        terms->items = xrealloc(terms->items, terms->capacity, sizeof term);
    }
    terms->items[terms->count++] = term;
}

const struct form *terms_sum(struct pool *pool, const struct form *rows,
                             const struct form *cols, struct terms *terms)
{
    const struct form *out =
        pool_form(pool, rows, cols, terms->items, terms->count);

    free(terms->items);
    return out;
}

/* The term 1. */
static struct term unit(struct pool *pool)
{
    return pool_one(pool)->terms[0];
}

static const struct form *constant(struct pool *pool,
                                   const struct number *value)
{
    struct term term = unit(pool);

    term.coefficient = value;
    return pool_form(pool, NULL, NULL, &term, 1);
}

const struct form *ring_number(struct pool *pool, const mpq_t value)
{
    return constant(pool, pool_number(pool, value));
}

const struct form *ring_int(struct pool *pool, int64_t value)
{
    return constant(pool, pool_integer(pool, value));
}

const struct form *ring_atom(struct pool *pool, const struct atom *a)
{
    if (a != NULL && a->kind == ATOM_VARIABLE && !variable_is_value(a))
        return pool_fail(pool, "a family is no value");
    return a != NULL && pool_why(pool) == NULL ? a->form : NULL;
}

const struct form *ring_zero(struct pool *pool, const struct form *rows,
                             const struct form *cols)
{
    return rows && cols ? pool_form(pool, rows, cols, NULL, 0) : NULL;
}

const struct form *ring_eye(struct pool *pool, const struct form *size)
{
    struct term term = unit(pool);

    return size ? pool_form(pool, size, size, &term, 1) : NULL;
}

bool form_same_shape(const struct form *a, const struct form *b)
{
    return a->rows == b->rows && a->cols == b->cols;
}

/* a + c * b; c NULL: 1 */
static const struct form *combined(struct pool *pool, const struct form *a,
                                   const struct number *c, const struct form *b)
{
    struct terms sum = {NULL, 0, 0};

    if (a == NULL || b == NULL)
        return NULL;
    if (!form_same_shape(a, b))
        return pool_fail(pool, "the shapes of a sum differ");
    for (size_t i = 0; i < a->count; i++)
        terms_push(&sum, a->terms[i]);
    for (size_t i = 0; i < b->count; i++) {
        struct term term = b->terms[i];

        if (c != NULL)
            term.coefficient =
                pool_number_of(pool, mpq_mul, c, term.coefficient);
        terms_push(&sum, term);
    }
    return terms_sum(pool, a->rows, a->cols, &sum);
}

const struct form *ring_add(struct pool *pool, const struct form *a,
                            const struct form *b)
{
    return combined(pool, a, NULL, b);
}

const struct form *ring_sub(struct pool *pool, const struct form *a,
                            const struct form *b)
{
    return combined(pool, a, pool_integer(pool, -1), b);
}

const struct form *ring_neg(struct pool *pool, const struct form *a)
{
    return a == NULL
               ? NULL
               : ring_sub(pool, pool_form(pool, a->rows, a->cols, NULL, 0), a);
}

const struct form *ring_scale(struct pool *pool, const mpq_t factor,
                              const struct form *a)
{
    return ring_mul(pool, ring_number(pool, factor), a);
}

const struct form *ring_quadratic(struct pool *pool, const struct form *a,
                                  const struct form *x)
{
    return ring_mul(pool, ring_transpose(pool, x), ring_mul(pool, a, x));
}

const struct letters *monomial_multiply(struct pool *pool,
                                        const struct letters *a,
                                        const struct letters *b)
{
    struct letter *powers = pool_room(pool, a->count + b->count);
    size_t count = 0, i = 0, j = 0;

    while (i < a->count || j < b->count) {
        int order = i == a->count   ? 1
                    : j == b->count ? -1
                                    : hash_compare(&a->items[i].atom->hash,
                                                   &b->items[j].atom->hash);

        powers[count] = order <= 0 ? a->items[i] : b->items[j];
        if (order == 0 &&
            __builtin_add_overflow(powers[count].power, b->items[j].power,
                                   &powers[count].power))
            return pool_fail(pool, "an exponent is too large");
        count++;
        i += order <= 0;
        j += order >= 0;
    }
    return pool_letters(pool, count, powers);
}

bool monomial_divides(const struct letters *b, const struct letters *a)
{
    size_t j = 0;

    for (size_t i = 0; i < a->count && j < b->count; i++) {
        if (a->items[i].atom == b->items[j].atom) {
            if (a->items[i].power < b->items[j].power)
                return false;
            j++;
        }
    }
    return j == b->count;
}

const struct letters *monomial_divide(struct pool *pool,
                                      const struct letters *a,
                                      const struct letters *b)
{
    struct letter *items = pool_room(pool, a->count);
    size_t count = 0, j = 0;

    if (!monomial_divides(b, a))
        return NULL;
    for (size_t i = 0; i < a->count; i++) {
        struct letter l = a->items[i];

        if (j < b->count && b->items[j].atom == l.atom)
            l.power -= b->items[j++].power;
        if (l.power > 0)
            items[count++] = l;
    }
    return pool_letters(pool, count, items);
}

/* The scalar u' * ... * v of a word of shape 1 x 1: one of w, w'. */
static const struct atom *word_atom(struct pool *pool, const struct letters *w)
{
    const struct letters *turned = letters_transposed(pool, w);
    struct atom model = {.kind = ATOM_WORD};

    if (turned == NULL)
        return NULL;
    model.word = hash_compare(&w->hash, &turned->hash) <= 0 ? w : turned;
    return pool_atom(pool, &model);
}

const struct letters *word_part(struct pool *pool, const struct letters *w,
                                size_t from, size_t to)
{
    return pool_letters(pool, to - from, w->items + from);
}

/*
 * The next place of the word, from p on, where the size is 1: before letter p,
 * behind the last for p == count.  Greater: there is none.
 */
static size_t next_cut(struct pool *pool, const struct letters *w, size_t p)
{
    while (p < w->count &&
           form_letter_rows(pool, w->items[p]) != pool_one(pool))
        p++;
    if (p == w->count && p > 0 &&
        form_letter_cols(pool, w->items[p - 1]) == pool_one(pool))
        return p;
    return p < w->count ? p : w->count + 1;
}

static const struct letters *
word_join(struct pool *pool, const struct letters *a, const struct letters *b)
{
    struct letter *room;

    if (a->count == 0 || b->count == 0)
        return a->count == 0 ? b : a;
    room = pool_room(pool, a->count + b->count);
    for (size_t i = 0; i < a->count + b->count; i++)
        room[i] = i < a->count ? a->items[i] : b->items[i - a->count];
    return pool_letters(pool, a->count + b->count, room);
}

/*
 * Takes the parts of shape 1 x 1 out of a word: *monomial times the word that
 * is returned has the same value.
 */
static const struct letters *
cut(struct pool *pool, const struct letters **monomial, const struct letters *w)
{
    size_t first = next_cut(pool, w, 0), last = first, p;

    for (; (p = next_cut(pool, w, last + 1)) <= w->count; last = p) {
        const struct atom *scalar =
            word_atom(pool, word_part(pool, w, last, p));

        if (scalar == NULL || *monomial == NULL)
            return NULL;
        *monomial = monomial_multiply(
            pool, *monomial,
            pool_letters(pool, 1, &(struct letter){scalar, 1}));
    }
    return first == last ? w
                         : word_join(pool, word_part(pool, w, 0, first),
                                     word_part(pool, w, last, w->count));
}

static bool term_product(struct pool *pool, struct term *out,
                         const struct term *a, const struct term *b)
{
    if (!pool_burn(pool))
        return false;
    out->coefficient =
        pool_number_of(pool, mpq_mul, a->coefficient, b->coefficient);
    out->monomial = monomial_multiply(pool, a->monomial, b->monomial);
    out->word = word_join(pool, a->word, b->word);
    if (out->word != NULL)
        out->word = cut(pool, &out->monomial, out->word);
    return out->coefficient && out->monomial && out->word;
}

const struct form *ring_mul(struct pool *pool, const struct form *a,
                            const struct form *b)
{
    struct terms sum = {NULL, 0, 0};
    const struct form *rows, *cols;

    if (a == NULL || b == NULL)
        return NULL;
    if (form_scalar(a) || form_scalar(b)) {
        rows = form_scalar(a) ? b->rows : a->rows;
        cols = form_scalar(a) ? b->cols : a->cols;
    } else {
        if (a->cols != b->rows)
            return pool_fail(pool, "the shapes of a product do not fit");
        rows = a->rows;
        cols = b->cols;
    }
    for (size_t i = 0; i < a->count; i++) {
        for (size_t j = 0; j < b->count; j++) {
            struct term term;

            if (!term_product(pool, &term, &a->terms[i], &b->terms[j])) {
                free(sum.items);
                return NULL;
            }
            terms_push(&sum, term);
        }
    }
    return terms_sum(pool, rows, cols, &sum);
}

const struct form *ring_power(struct pool *pool, const struct form *a,
                              unsigned exponent)
{
    const struct form *out;

    if (a == NULL)
        return NULL;
    if (exponent > RING_MAX_POWER)
        return pool_fail(pool, "a power is too high to be multiplied out");
    if (a->rows != a->cols)
        return pool_fail(pool, "a power of what is not square");
    out = form_scalar(a) ? ring_int(pool, 1) : ring_eye(pool, a->rows);
    for (unsigned i = 0; i < exponent; i++)
        out = ring_mul(pool, out, a);
    return out;
}

const struct form *ring_transpose(struct pool *pool, const struct form *a)
{
    struct terms sum = {NULL, 0, 0};

    if (a == NULL || form_scalar(a))
        return a;
    for (size_t i = 0; i < a->count; i++) {
        struct term term = a->terms[i];

        term.word = letters_transposed(pool, term.word);
        if (term.word != NULL)
            terms_push(&sum, term);
    }
    return terms_sum(pool, a->cols, a->rows, &sum);
}

const struct form *ring_term(struct pool *pool, const struct form *rows,
                             const struct form *cols, const struct term *term)
{
    struct term copy = *term;

    copy.word = cut(pool, &copy.monomial, copy.word);
    return copy.word == NULL || copy.monomial == NULL
               ? NULL
               : pool_form(pool, rows, cols, &copy, 1);
}

const struct form *ring_word(struct pool *pool, const struct letters *w)
{
    struct term term = unit(pool);

    if (w == NULL || w->count == 0)
        return pool_fail(pool, "an empty word has no shape");
    term.word = w;
    return ring_term(pool, form_letter_rows(pool, w->items[0]),
                     form_letter_cols(pool, w->items[w->count - 1]), &term);
}

const struct form *ring_mapped_word(struct pool *pool, const struct letters *w,
                                    ring_map *map, void *context)
{
    const struct form *out = NULL;

    for (size_t i = 0; i < w->count; i++) {
        const struct form *f = map(context, w->items[i].atom);

        if (w->items[i].power)
            f = ring_transpose(pool, f);
        out = i == 0 ? f : ring_mul(pool, out, f);
    }
    return out;
}

const struct form *ring_mapped_term(struct pool *pool, const struct term *t,
                                    const struct form *size, ring_map *map,
                                    void *context)
{
    const struct form *out = ring_number(pool, t->coefficient->value->q);

    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *p = &t->monomial->items[i];

        out = ring_mul(pool, out,
                       ring_power(pool, map(context, p->atom), p->power));
    }
    if (t->word->count > 0)
        return ring_mul(pool, out,
                        ring_mapped_word(pool, t->word, map, context));
    return size == NULL ? out : ring_mul(pool, out, ring_eye(pool, size));
}

/* Whether f and g have the same letters in their terms. */
static bool are_alike(const struct form *f, const struct form *g)
{
    size_t i = 0;

    while (i < f->count && i < g->count &&
           f->terms[i].monomial == g->terms[i].monomial)
        i++;
    return i == f->count && i == g->count;
}

const struct number *ring_multiple(struct pool *pool, const struct form *f,
                                   const struct form *g)
{
    const struct number *c = NULL;

    for (size_t i = 0; are_alike(f, g) && i < f->count; i++) {
        const struct number *now = pool_number_of(
            pool, mpq_div, f->terms[i].coefficient, g->terms[i].coefficient);

        if (i > 0 && now != c)
            return NULL;
        c = now;
    }
    return c;
}
