/*
 * Matrices that are sums of squares: sum over a, b of g_ab L_a' L_b with
 * products L of letters and a positive semidefinite matrix g of rationals.
 */
#include "logic/judge_internal.h"

#include "logic/semidefinite.h"

enum { MAX_HALVES = 8, MAX_LETTERS = 8 };

struct half {
    struct normal_letter letters[MAX_LETTERS];
    size_t count;
};

struct gram {
    struct judge *j;
    struct half halves[MAX_HALVES];
    size_t count;
    mpq_t entries[MAX_HALVES][MAX_HALVES];
};

static bool is_same(struct judge *j, struct normal_letter a,
                    struct normal_letter b)
{
    return a.atom == b.atom &&
           (a.flip == b.flip || judge_is_symmetric(j, a.atom));
}

static bool are_same(struct judge *j, const struct half *a,
                     const struct half *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = is_same(j, a->letters[i], b->letters[i]);
    return same;
}

/* Its number; MAX_HALVES: there are too many. */
static size_t number_of(struct gram *g, const struct half *h)
{
    size_t at = 0;
    while (at < g->count && !are_same(g->j, &g->halves[at], h))
        at++;
    if (at == g->count && at < MAX_HALVES)
        g->halves[g->count++] = *h;
    return at;
}

/* L and R where the term is L' R, L' its first letters; false: too long. */
static bool split(struct half *left, struct half *right,
                  const struct normal_term *t, size_t first)
{
    left->count = first;
    right->count = t->nletters - first;
    if (left->count > MAX_LETTERS || right->count > MAX_LETTERS)
        return false;
    for (size_t i = 0; i < left->count; i++) {
        left->letters[i] = t->letters[first - 1 - i];
        left->letters[i].flip = !left->letters[i].flip;
    }
    for (size_t i = 0; i < right->count; i++)
        right->letters[i] = t->letters[first + i];
    return true;
}

/* share L' R is added at the numbers of L and R. */
static bool add_split(struct gram *g, const struct normal_term *t, size_t first,
                      const mpq_t share)
{
    struct half left, right;
    if (!split(&left, &right, t, first))
        return false;
    size_t a = number_of(g, &left), b = number_of(g, &right);
    if (a == MAX_HALVES || b == MAX_HALVES)
        return false;
    mpq_add(g->entries[a][b], g->entries[a][b], share);
    return true;
}

/* It is one of the first `count`. */
static bool has_half(const struct gram *g, size_t count, const struct half *h)
{
    for (size_t i = 0; i < count; i++)
        if (are_same(g->j, &g->halves[i], h))
            return true;
    return false;
}

/* Whether the term is L' R there for two of the first `count` halves. */
static bool splits_at(const struct gram *g, size_t count,
                      const struct normal_term *t, size_t first)
{
    struct half left, right;
    return split(&left, &right, t, first) && has_half(g, count, &left) &&
           has_half(g, count, &right);
}

/* The halves of the squares L' L. */
static bool add_square(struct gram *g, const struct normal_term *t)
{
    struct half left, right;
    if (t->nletters % 2 != 0 || !split(&left, &right, t, t->nletters / 2) ||
        !are_same(g->j, &left, &right))
        return true;
    return number_of(g, &left) < MAX_HALVES;
}

/*
 * Equal shares wherever both halves are those of squares; else an odd number
 * of letters is split in both ways, half of it each.  So the transposed term
 * has the transposed shares.
 */
static bool add_term(struct gram *g, size_t squares,
                     const struct normal_term *t)
{
    size_t ways = 0;
    bool ok = t->nfactors == 0;
    for (size_t first = 0; first <= t->nletters; first++)
        ways += splits_at(g, squares, t, first);
    mpq_t share;
    mpq_init(share);
    mpq_set_ui(share, 1, ways > 0 ? ways : 2);
    mpq_mul(share, share, t->coefficient->q);
    if (ways == 0)
        ok = ok && add_split(g, t, t->nletters / 2, share) &&
             add_split(g, t, (t->nletters + 1) / 2, share);
    for (size_t first = 0; ok && ways > 0 && first <= t->nletters; first++)
        if (splits_at(g, squares, t, first))
            ok = add_split(g, t, first, share);
    mpq_clear(share);
    return ok;
}

bool judge_is_square_sum(struct judge *j, const struct expr *e)
{
    struct gram g = {.j = j};
    const struct normal_form *form = normal_terms(j->n, e);
    bool ok = form && form->count <= MAX_HALVES * MAX_HALVES;
    for (size_t i = 0; i < MAX_HALVES; i++)
        for (size_t k = 0; k < MAX_HALVES; k++)
            mpq_init(g.entries[i][k]);
    for (size_t i = 0; ok && i < form->count; i++)
        ok = add_square(&g, &form->terms[i]);
    const size_t squares = g.count;
    for (size_t i = 0; ok && i < form->count; i++)
        ok = add_term(&g, squares, &form->terms[i]);
    ok = ok && semidefinite_eliminate(&g.entries[0][0], g.count, MAX_HALVES);
    for (size_t i = 0; i < MAX_HALVES; i++)
        for (size_t k = 0; k < MAX_HALVES; k++)
            mpq_clear(g.entries[i][k]);
    return ok;
}
