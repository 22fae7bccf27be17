/*
 * Sums of squares: sum over a, b of g_ab L_a' L_b with products L of letters
 * and a positive semidefinite matrix g of rationals; matrices, and numbers and
 * traces that are such sums.
 */
#include "logic/judge_internal.h"

#include "logic/semidefinite.h"

enum {
    MAX_HALVES = 8,
    MAX_LETTERS = 8, /* of a half */
    MAX_WORDS = MAX_HALVES * MAX_HALVES,
    MAX_OTHERS = 8 /* factors beside a word */
};

/*
 * A product of letters, and in how many ways it may be written: a matrix in
 * one, a number transposed too, a trace also turned round.
 */
struct word {
    struct normal_letter letters[2 * MAX_LETTERS];
    size_t count, ways;
};

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

/* The word in its way number k: turned k/2 times, transposed for an odd k. */
static struct word written(const struct word *w, size_t k)
{
    struct word out = *w;
    for (size_t i = 0; i < w->count; i++) {
        struct normal_letter l = w->letters[(k / 2 + i) % w->count];
        l.flip = l.flip != (k % 2 != 0);
        out.letters[k % 2 != 0 ? w->count - 1 - i : i] = l;
    }
    return out;
}

/* L and R where the word is L' R, L' its first letters; false: too long. */
static bool split(struct half *left, struct half *right, const struct word *w,
                  size_t first)
{
    left->count = first;
    right->count = w->count - first;
    if (left->count > MAX_LETTERS || right->count > MAX_LETTERS)
        return false;
    for (size_t i = 0; i < left->count; i++) {
        left->letters[i] = w->letters[first - 1 - i];
        left->letters[i].flip = !left->letters[i].flip;
    }
    for (size_t i = 0; i < right->count; i++)
        right->letters[i] = w->letters[first + i];
    return true;
}

/* share L' R is added at the numbers of L and R. */
static bool add_split(struct gram *g, const struct word *w, size_t first,
                      const mpq_t share)
{
    struct half left, right;
    if (!split(&left, &right, w, first))
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

/* Whether the word is L' R there for two of the first `count` halves. */
static bool splits_at(const struct gram *g, size_t count, const struct word *w,
                      size_t first)
{
    struct half left, right;
    return split(&left, &right, w, first) && has_half(g, count, &left) &&
           has_half(g, count, &right);
}

/* The halves of the squares L' L. */
static bool add_square(struct gram *g, const struct word *w)
{
    struct half left, right;
    bool ok = true;
    for (size_t k = 0; w->count % 2 == 0 && k < w->ways && ok; k += 2) {
        const struct word v = written(w, k);
        if (split(&left, &right, &v, v.count / 2) &&
            are_same(g->j, &left, &right))
            ok = number_of(g, &left) < MAX_HALVES;
    }
    return ok;
}

/* The share at each of its splits into such halves, if any; their number. */
static size_t share_out(struct gram *g, size_t squares, const struct word *w,
                        const mpq_t share)
{
    size_t found = 0;
    for (size_t k = 0; k < w->ways; k++) {
        const struct word v = written(w, k);
        for (size_t first = 0; first <= v.count; first++)
            if (splits_at(g, squares, &v, first)) {
                found++;
                if (share)
                    (void)add_split(g, &v, first, share);
            }
    }
    return found;
}

/* An odd number of letters is split in both ways, half of the share each. */
static bool halve(struct gram *g, const struct word *w, const mpq_t share)
{
    bool ok = true;
    for (size_t k = 0; ok && k < w->ways; k++) {
        const struct word v = written(w, k);
        ok = add_split(g, &v, v.count / 2, share) &&
             add_split(g, &v, (v.count + 1) / 2, share);
    }
    return ok;
}

/*
 * Equal shares wherever both halves are those of squares; else in the middle.
 * So the transposed word has the transposed shares.
 */
static bool add_word(struct gram *g, size_t squares, const struct word *w,
                     const rational_t *coefficient)
{
    const size_t found = share_out(g, squares, w, NULL);
    bool ok = true;
    mpq_t share;
    mpq_init(share);
    mpq_set_ui(share, 1, found > 0 ? found : 2 * w->ways);
    mpq_mul(share, share, coefficient->q);
    if (found > 0)
        (void)share_out(g, squares, w, share);
    else
        ok = halve(g, w, share);
    mpq_clear(share);
    return ok;
}

/* Whether coefficients[i] * words[i] sum up to a sum of squares. */
static bool is_sum_of_squares(struct judge *j, const struct word *words,
                              const rational_t *const *coefficients,
                              size_t count)
{
    struct gram g = {.j = j};
    bool ok = true;
    for (size_t i = 0; i < MAX_HALVES; i++)
        for (size_t k = 0; k < MAX_HALVES; k++)
            mpq_init(g.entries[i][k]);
    for (size_t i = 0; ok && i < count; i++)
        ok = add_square(&g, &words[i]);
    const size_t squares = g.count;
    for (size_t i = 0; ok && i < count; i++)
        ok = add_word(&g, squares, &words[i], coefficients[i]);
    ok = ok && semidefinite_eliminate(&g.entries[0][0], g.count, MAX_HALVES);
    for (size_t i = 0; i < MAX_HALVES; i++)
        for (size_t k = 0; k < MAX_HALVES; k++)
            mpq_clear(g.entries[i][k]);
    return ok;
}

bool judge_is_square_sum(struct judge *j, const struct expr *e)
{
    struct word words[MAX_WORDS];
    const rational_t *coefficients[MAX_WORDS];
    const struct normal_form *form = normal_terms(j->n, e);
    bool ok = form && form->count <= MAX_WORDS;
    for (size_t i = 0; ok && i < form->count; i++) {
        const struct normal_term *t = &form->terms[i];
        ok = t->nfactors == 0 && t->nletters <= 2 * MAX_LETTERS;
        words[i].count = ok ? t->nletters : 0;
        words[i].ways = 1;
        for (size_t k = 0; k < words[i].count; k++)
            words[i].letters[k] = t->letters[k];
        coefficients[i] = t->coefficient;
    }
    return ok && is_sum_of_squares(j, words, coefficients, form->count);
}

/* ---- numbers ---- */

/* The letters of u'*v, or of such a product within a trace. */
static bool read_word(struct word *w, const struct expr *atom)
{
    const bool trace = expr_is_call(atom, FN_TRACE);
    const struct expr *e = trace ? atom->kids[0] : atom;
    size_t count = 1;
    for (const struct expr *p = e; p->op == EX_MATMUL; p = p->kids[0])
        count++;
    if (count < 2 || count > 2 * MAX_LETTERS)
        return false;
    w->count = count;
    w->ways = trace ? 2 * count : 2;
    for (size_t i = count; i-- > 0;) {
        const struct expr *l = i > 0 ? e->kids[1] : e;
        const bool flip = l->op == EX_TRANSPOSE;
        w->letters[i] = (struct normal_letter){flip ? l->kids[0] : l, flip};
        e = i > 0 ? e->kids[0] : e;
    }
    return true;
}

/* Which factor of the term is a word, to the power 1; nfactors: none. */
static size_t word_of(struct word *w, const struct normal_term *t)
{
    size_t at = 0;
    while (at < t->nfactors &&
           (t->factors[at].power != 1 || !read_word(w, t->factors[at].atom)))
        at++;
    return at;
}

/* Whether the two terms have the same factors but for those, both words. */
static bool same_others(const struct normal_term *t, size_t at,
                        const struct normal_term *u, size_t but)
{
    bool same = t->nfactors == u->nfactors;
    for (size_t i = 0; same && i + 1 < t->nfactors; i++) {
        const struct normal_factor *a = &t->factors[i < at ? i : i + 1];
        const struct normal_factor *b = &u->factors[i < but ? i : i + 1];
        same = a->atom == b->atom && a->power == b->power;
    }
    return same && expr_is_call(t->factors[at].atom, FN_TRACE) ==
                       expr_is_call(u->factors[but].atom, FN_TRACE);
}

/* Whether the factors of the term but for that one are >= 0. */
static bool others_are_nonnegative(struct judge *j, const struct normal_term *t,
                                   size_t at)
{
    struct normal_factor others[MAX_OTHERS];
    size_t count = 0;
    if (t->nfactors > MAX_OTHERS)
        return false;
    for (size_t i = 0; i < t->nfactors; i++)
        if (i != at)
            others[count++] = t->factors[i];
    return judge_product_is_nonnegative(j, others, count);
}

/* Terms with words and the same others: their words are a sum of squares. */
static bool group_is_nonnegative(struct judge *j,
                                 const struct normal_form *form, size_t first,
                                 bool *seen)
{
    struct word words[MAX_WORDS];
    const rational_t *coefficients[MAX_WORDS];
    size_t count = 0;
    const size_t at = word_of(&words[0], &form->terms[first]);
    for (size_t i = first; i < form->count; i++) {
        const struct normal_term *t = &form->terms[i];
        const size_t but = word_of(&words[count], t);
        if (seen[i] || but == t->nfactors ||
            !same_others(&form->terms[first], at, t, but))
            continue;
        seen[i] = true;
        coefficients[count++] = t->coefficient;
    }
    return is_sum_of_squares(j, words, coefficients, count) &&
           others_are_nonnegative(j, &form->terms[first], at);
}

bool judge_by_gram(struct judge *j, const struct normal_form *form, bool strict)
{
    bool seen[MAX_WORDS] = {false}, positive = !strict;
    bool ok = form->count < MAX_WORDS;
    for (size_t i = 0; ok && i < form->count; i++) {
        const struct normal_term *t = &form->terms[i];
        struct word w;
        if (t->nletters > 0)
            return false;
        const bool is_word = word_of(&w, t) < t->nfactors;
        if (is_word && !seen[i])
            ok = group_is_nonnegative(j, form, i, seen);
        if (is_word)
            continue;
        ok = judge_term_is_nonnegative(j, t);
        positive = positive || judge_term_is_positive(j, t);
    }
    return ok && positive;
}
