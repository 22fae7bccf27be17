/* Decisions on expanded terms: zero, common denominators, sums of squares. */
#include "logic/expansion.h"
#include "logic/semidefinite.h"

#include "base/status.h"

#include <stdlib.h>

/* ---- denominators ---- */

enum { CLEAR_ROUNDS = 8, SQUARE_MAX_BASIS = 24 };

static const struct expansion_factor *
find_factor(const struct expansion_term *t, const struct scalar *atom)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->factors[i].atom == atom)
            return &t->factors[i];
    return NULL;
}

/* The least exponent of the atom over the terms (0 where it is absent). */
static struct expansion_factor least_exponent(const struct expansion *p,
                                              const struct scalar *atom)
{
    struct expansion_factor least = {.atom = atom, .num = 0, .den = 1};
    for (size_t i = 0; i < p->count; i++) {
        const struct expansion_factor *f = find_factor(&p->terms[i], atom);
        struct expansion_factor here = {.atom = atom, .num = 0, .den = 1};
        if (f)
            here = *f;
        if (i == 0 || here.num * least.den < least.num * here.den)
            least = here;
    }
    return least;
}

/* The first atom with a least exponent that is not 0; false: none. */
static bool find_common(struct expansion_factor *out, const struct expansion *p)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->terms[i].count; k++) {
            *out = least_exponent(p, p->terms[i].factors[k].atom);
            if (out->num != 0)
                return true;
        }
    return false;
}

/* p := p * f; the result is reduced */
static bool multiply_by(struct expansion *p, struct expansion_scope *scope,
                        const struct expansion_factor *f)
{
    struct expansion single, product;
    mpq_t one;
    expansion_init(&single);
    expansion_init(&product);
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    expansion_append(&single, one, f, 1);
    bool ok = expansion_mul(&product, scope, p, &single);
    mpq_clear(one);
    expansion_clear(&single);
    expansion_clear(p);
    *p = product;
    return ok;
}

/* Positive wherever they are defined: no sign of theirs is to be kept. */
static bool is_positive(const struct scalar *atom)
{
    return atom->op == SCALAR_PI || atom->op == SCALAR_NUMBER ||
           (atom->op == SCALAR_CALL && atom->fn == FN_EXP);
}

/* Takes one common power out; *done: there is none. */
static bool clear_one(struct expansion *p, struct expansion_scope *scope,
                      bool *done, const struct scalar **divisor,
                      const struct scalar **content)
{
    struct expansion_factor f;
    *done = !find_common(&f, p);
    if (*done)
        return true;
    struct expansion_factor inverse = {
        .atom = f.atom, .num = -f.num, .den = f.den};
    if (!is_positive(f.atom)) {
        const struct scalar **side = f.num < 0 ? divisor : content;
        *side = scalar_product(
            scope->pool, *side,
            expansion_factor_scalar(scope, f.num < 0 ? &inverse : &f));
    }
    return *divisor && *content && multiply_by(p, scope, &inverse);
}

bool expansion_clear_denominators(struct expansion *p,
                                  struct expansion_scope *scope,
                                  const struct scalar **divisor,
                                  const struct scalar **content)
{
    bool done = false;
    *divisor = *content = scalar_int(scope->pool, 1);
    for (size_t i = 0; i < CLEAR_ROUNDS * SCALAR_MAX_VARIABLES && !done; i++)
        if (!clear_one(p, scope, &done, divisor, content))
            return false;
    return done;
}

bool expansion_is_zero(struct scalar_pool *pool, const struct scalar *e,
                       unsigned nonnegative)
{
    struct expansion_scope scope = {.pool = pool, .nonnegative = nonnegative};
    struct expansion p;
    const struct scalar *divisor, *content;
    expansion_init(&p);
    bool zero = expansion_of(&p, &scope, e) &&
                expansion_clear_denominators(&p, &scope, &divisor, &content) &&
                p.count == 0;
    expansion_clear(&p);
    return zero;
}

bool expansion_generators(struct expansion_generator *out, size_t *count,
                          const struct expansion *p)
{
    *count = 0;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->terms[i].count; k++) {
            const struct expansion_factor *f = &p->terms[i].factors[k];
            size_t at = 0;
            while (at < *count && out[at].atom != f->atom)
                at++;
            if (f->num < 0 || f->den > EXPANSION_MAX_REPEATED ||
                (at == *count && at == EXPANSION_MAX_GENERATORS))
                return false;
            if (at == *count)
                out[(*count)++] =
                    (struct expansion_generator){.atom = f->atom, .den = 1};
            long a = out[at].den, b = f->den, r;
            while (b) { /* the greatest common divisor */
                r = a % b;
                a = b;
                b = r;
            }
            out[at].den *= f->den / a;
            if (out[at].den > EXPANSION_MAX_REPEATED)
                return false;
        }
    return true;
}

/* ---- sums of squares ---- */

struct basis {
    struct expansion monomials; /* each with coefficient 1 */
    mpq_t gram[SQUARE_MAX_BASIS][SQUARE_MAX_BASIS];
};

/* The monomial whose square t is, if it is one: halves every exponent. */
static bool halve(struct expansion *out, const struct expansion_scope *scope,
                  const struct expansion_term *t)
{
    struct expansion_factor *factors = xcalloc(t->count + 1, sizeof *factors);
    bool ok = mpq_sgn(t->coefficient) > 0;
    mpq_t one;
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    for (size_t i = 0; i < t->count && ok; i++) {
        struct expansion_factor f = t->factors[i];
        bool even = f.num % 2 == 0;
        ok = even || f.den > 1 || expansion_atom_is_nonnegative(scope, f.atom);
        factors[i] = f;
        if (even)
            factors[i].num /= 2;
        else
            factors[i].den *= 2;
    }
    if (ok)
        expansion_append(out, one, factors, t->count);
    mpq_clear(one);
    free(factors);
    return ok;
}

static bool same_monomial(const struct expansion_term *a,
                          const struct expansion_term *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->factors[i].atom != b->factors[i].atom ||
            a->factors[i].num != b->factors[i].num ||
            a->factors[i].den != b->factors[i].den)
            return false;
    return true;
}

/* Whether t is the product of the basis monomials i and j. */
static bool is_product(struct expansion_scope *scope, const struct basis *b,
                       size_t i, size_t j, const struct expansion_term *t)
{
    struct expansion x = {.terms = &b->monomials.terms[i], .count = 1};
    struct expansion y = {.terms = &b->monomials.terms[j], .count = 1};
    struct expansion product;
    expansion_init(&product);
    bool same = expansion_mul(&product, scope, &x, &y) && product.count == 1 &&
                same_monomial(&product.terms[0], t);
    expansion_clear(&product);
    return same;
}

bool expansion_term_is_nonnegative(const struct expansion_scope *scope,
                                   const struct expansion_term *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->factors[i].num % 2 != 0 && t->factors[i].den == 1 &&
            !expansion_atom_is_nonnegative(scope, t->factors[i].atom))
            return false;
    return mpq_sgn(t->coefficient) > 0;
}

/* Puts a term that is no square of the basis into the form, evenly. */
static bool place_term(struct basis *b, struct expansion_scope *scope,
                       const struct expansion_term *t)
{
    size_t pairs[SQUARE_MAX_BASIS][2], count = 0;
    mpq_t share;
    for (size_t i = 0; i < b->monomials.count; i++)
        for (size_t j = i + 1; j < b->monomials.count; j++)
            if (count < SQUARE_MAX_BASIS && is_product(scope, b, i, j, t)) {
                pairs[count][0] = i;
                pairs[count++][1] = j;
            }
    if (count == 0)
        return expansion_term_is_nonnegative(scope, t);
    mpq_init(share);
    mpq_set_si(share, 1, 2 * count);
    mpq_canonicalize(share);
    mpq_mul(share, share, t->coefficient);
    for (size_t k = 0; k < count; k++) {
        size_t i = pairs[k][0], j = pairs[k][1];
        mpq_add(b->gram[i][j], b->gram[i][j], share);
        mpq_set(b->gram[j][i], b->gram[i][j]);
    }
    mpq_clear(share);
    return true;
}

static void clear_gram(struct basis *b)
{
    for (size_t i = 0; i < SQUARE_MAX_BASIS; i++)
        for (size_t j = 0; j < SQUARE_MAX_BASIS; j++)
            mpq_clear(b->gram[i][j]);
}

/* Squares among the terms become the basis; *rest counts the others. */
static bool build_basis(struct basis *b, bool *is_square,
                        const struct expansion *p,
                        const struct expansion_scope *scope)
{
    for (size_t i = 0; i < p->count; i++) {
        size_t n = b->monomials.count;
        is_square[i] = halve(&b->monomials, scope, &p->terms[i]);
        if (!is_square[i])
            continue;
        if (n == SQUARE_MAX_BASIS)
            return false;
        mpq_set(b->gram[n][n], p->terms[i].coefficient);
    }
    return true;
}

bool expansion_is_square_sum(const struct expansion *p,
                             struct expansion_scope *scope)
{
    if (p->count > EXPANSION_MAX_TERMS / 4)
        return false;
    struct basis *b = xcalloc(1, sizeof *b);
    bool *is_square = xcalloc(p->count + 1, sizeof *is_square);
    for (size_t i = 0; i < SQUARE_MAX_BASIS; i++)
        for (size_t j = 0; j < SQUARE_MAX_BASIS; j++)
            mpq_init(b->gram[i][j]);
    bool ok = build_basis(b, is_square, p, scope);
    for (size_t i = 0; i < p->count && ok; i++)
        ok = is_square[i] || place_term(b, scope, &p->terms[i]);
    ok = ok && semidefinite_eliminate(&b->gram[0][0], b->monomials.count,
                                      SQUARE_MAX_BASIS);
    clear_gram(b);
    expansion_clear(&b->monomials);
    free(is_square);
    free(b);
    return ok;
}
