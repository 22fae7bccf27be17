/*
 * Factors of sums: the number, monomial, prefix and suffix of all terms.
 */
#include "draft/factor.h"

#include "base/rational.h"
#include "core/ring.h"

struct common {
    const struct letters *monomial;
    size_t before, behind; /* letters that words begin and end with */
};

static const struct letters *common_monomial(struct pool *pool,
                                             const struct letters *a,
                                             const struct letters *b)
{
    struct letter *items =
        arena_array(pool_arena(pool), a->count + 1, sizeof *items);
    size_t count = 0;

    for (size_t i = 0; i < a->count; i++) {
        for (size_t j = 0; j < b->count; j++) {
            const unsigned x = a->items[i].power, y = b->items[j].power;

            if (a->items[i].atom == b->items[j].atom)
                items[count++] =
                    (struct letter){a->items[i].atom, x < y ? x : y};
        }
    }
    return pool_letters(pool, count, items);
}

/* How many letters, at most that, both words begin or (is_end) end with. */
static size_t common_letters(const struct letters *a, const struct letters *b,
                             bool is_end, size_t most)
{
    size_t k = 0;

    for (; k < most && k < a->count && k < b->count; k++) {
        const struct letter x = a->items[is_end ? a->count - 1 - k : k];
        const struct letter y = b->items[is_end ? b->count - 1 - k : k];

        if (x.atom != y.atom || x.power != y.power)
            break;
    }
    return k;
}

/* Either all words are the same, or something of each is left. */
static struct common common_of(struct pool *pool, const struct form *f)
{
    const struct letters *word = f->terms[0].word;
    struct common out = {f->terms[0].monomial, word->count, 0};
    size_t shortest = word->count, most;
    bool is_same = true;

    for (size_t i = 1; i < f->count; i++) {
        const struct letters *w = f->terms[i].word;

        out.monomial =
            common_monomial(pool, out.monomial, f->terms[i].monomial);
        shortest = w->count < shortest ? w->count : shortest;
        out.before = common_letters(word, w, false, out.before);
        is_same = is_same && w == word;
    }
    if (is_same || shortest == 0)
        return out;
    most = shortest - 1;
    out.before = out.before < most ? out.before : most;
    out.behind = most - out.before;
    for (size_t i = 1; i < f->count; i++)
        out.behind = common_letters(word, f->terms[i].word, true, out.behind);
    return out;
}

/* The number that all terms have, but for their signs; or 1. */
static void common_number(mpq_t out, const struct form *f)
{
    mpq_abs(out, f->terms[0].coefficient->value->q);
    for (size_t i = 1; i < f->count; i++) {
        if (mpz_cmpabs(mpq_numref(f->terms[i].coefficient->value->q),
                       mpq_numref(out)) != 0 ||
            mpz_cmp(mpq_denref(f->terms[i].coefficient->value->q),
                    mpq_denref(out)) != 0)
            mpq_set_ui(out, 1, 1);
    }
}

/* The sum of the terms without what they have in common. */
static const struct form *rest_of(struct pool *pool, const struct form *f,
                                  const struct common *c)
{
    const struct form *out = NULL;

    for (size_t i = 0; i < f->count; i++) {
        struct term scalar = f->terms[i];
        const struct letters *word = scalar.word;
        const size_t end = word->count - c->behind;
        const struct form *one;

        scalar.monomial = monomial_divide(pool, scalar.monomial, c->monomial);
        scalar.word = pool_letters(pool, 0, NULL);
        one = ring_term(pool, NULL, NULL, &scalar);
        if (c->before < end)
            one = ring_mul(
                pool, one,
                ring_word(pool, word_part(pool, word, c->before, end)));
        out = out ? ring_add(pool, out, one) : one;
    }
    return out;
}

static const struct form *letter_at(struct pool *pool,
                                    const struct letters *word, size_t i)
{
    return ring_word(pool, word_part(pool, word, i, i + 1));
}

/* The sum as a number, which is returned, times what is left of it. */
static const struct form *take_number(struct pool *pool,
                                      const struct form **sum)
{
    const struct form *number;
    LOCAL_MPQ(q);

    common_number(q, *sum);
    number = ring_number(pool, q);
    mpq_inv(q, q);
    *sum = ring_scale(pool, q, *sum);
    return number;
}

bool factors_of(struct factors *out, struct pool *pool, const struct form *sum)
{
    const struct form *number = take_number(pool, &sum), *rest;
    const struct common c = common_of(pool, sum);
    const struct letters *word = sum->terms[0].word;
    struct term scalar = {pool_one(pool)->terms[0].coefficient, c.monomial,
                          pool_letters(pool, 0, NULL)};

    if (c.monomial->count + c.before + c.behind == 0 &&
        number == pool_one(pool))
        return false;
    rest = rest_of(pool, sum, &c);
    *out = (struct factors){
        .common = ring_mul(pool, number, ring_term(pool, NULL, NULL, &scalar)),
        .rest = rest,
        .items =
            arena_array(pool_arena(pool), word->count + 1, sizeof *out->items)};
    out->scalar = out->common;
    for (size_t i = 0; i < c.before; i++)
        out->items[out->count++] = letter_at(pool, word, i);
    if (rest != NULL && !form_scalar(rest))
        out->items[out->count++] = rest;
    else if (rest != NULL)
        out->scalar = ring_mul(pool, out->scalar, rest);
    for (size_t i = word->count - c.behind; i < word->count; i++)
        out->items[out->count++] = letter_at(pool, word, i);
    return rest != NULL && out->scalar != NULL;
}

void number_square(mpq_t root, mpq_t rest, mpq_srcptr x)
{
    enum { PRIMES_BELOW = 100 };
    LOCAL_MPZ(square);

    mpq_set_ui(root, 1, 1);
    mpz_set(mpq_denref(root), mpq_denref(x));
    mpz_mul(mpq_numref(rest), mpq_numref(x), mpq_denref(x));
    mpz_set_ui(mpq_denref(rest), 1);
    for (unsigned long p = 2; p < PRIMES_BELOW && mpq_sgn(rest) != 0; p++) {
        mpz_set_ui(square, p * p);
        while (mpz_divisible_p(mpq_numref(rest), square)) {
            mpz_divexact(mpq_numref(rest), mpq_numref(rest), square);
            mpz_mul_ui(mpq_numref(root), mpq_numref(root), p);
        }
    }
    mpq_canonicalize(root);
}

/* The letters with half of their powers, or with what these leave. */
static const struct letters *halved(struct pool *pool, const struct letters *m,
                                    bool is_rest)
{
    struct letter *items =
        arena_array(pool_arena(pool), m->count + 1, sizeof *items);
    size_t count = 0;

    for (size_t i = 0; i < m->count; i++) {
        items[count] = m->items[i];
        items[count].power =
            is_rest ? m->items[i].power % 2 : m->items[i].power / 2;
        count += items[count].power > 0;
    }
    return pool_letters(pool, count, items);
}

void square_of(struct pool *pool, const struct term *t,
               const struct form **root, const struct form **rest)
{
    struct term own = {pool_one(pool)->terms[0].coefficient,
                       halved(pool, t->monomial, false),
                       pool_letters(pool, 0, NULL)};
    LOCAL_MPQ(x);
    LOCAL_MPQ(y);

    number_square(x, y, t->coefficient->value->q);
    *root = ring_scale(pool, x, ring_term(pool, NULL, NULL, &own));
    own.monomial = halved(pool, t->monomial, true);
    *rest = ring_scale(pool, y, ring_term(pool, NULL, NULL, &own));
}
