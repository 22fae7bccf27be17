/*
 * Kronecker products: bilinear, with the mixed product
 *
 *     kron(A, B) * kron(C, D) = kron(A*C, B*D).
 */
#include "logic/normal_internal.h"

static const form *kron_atom(struct normalizer *n, const form *a, const form *b)
{
    const struct dim *rows = dim_mul(n->dims, a->rows, b->rows);
    const struct dim *cols = dim_mul(n->dims, a->cols, b->cols);
    const struct expr *kids[] = {print_form(n, a), print_form(n, b)};
    if (expr_is_call(kids[0], FN_EYE) && expr_is_call(kids[1], FN_EYE))
        return form_identity(n, rows);
    if (word_is_ones(kids[0]) && word_is_ones(kids[1]))
        return call_ones(n, rows);
    return letter_form(n, print_call(n, FN_KRON, rows, cols, kids, 2));
}

static bool is_ones_word(const form *a)
{
    return a->terms[0].nletters == 1 &&
           word_is_ones(a->terms[0].letters[0].atom);
}

/*
 * With a column u or v, kron(u, B) = kron(u, I)*B and kron(A, v) =
 * kron(I, v)*A, so that B and A meet what stands beside them.
 */
static bool kron_thin(struct normalizer *n, const form *a, const form *b,
                      const form **out)
{
    if (dim_is_one(a->cols) && b->terms[0].nletters > 0 && !is_ones_word(b))
        *out = form_mul(n, kron_form(n, a, form_identity(n, b->rows)), b);
    else if (dim_is_one(b->cols) && a->terms[0].nletters > 0 &&
             !is_ones_word(a))
        *out = form_mul(n, kron_form(n, form_identity(n, a->rows), b), a);
    else
        return false;
    return true;
}

/*
 * A word that begins with the transposed rows lo..hi of an identity: the rows
 * of its Kronecker product with p rows begin with the transposed rows
 * (lo-1)*p+1..hi*p.
 */
static bool kron_placed(struct normalizer *n, const form *x, const form *y,
                        const form **out)
{
    const struct dim *lo, *hi, *size, *p = y->rows;
    const term *t = &x->terms[0];
    if (t->nletters == 0 || t->letters[0].atom->op != EX_SLICE)
        return false;
    const letter turned = {t->letters[0].atom, !t->letters[0].flip};
    if (!block_read(n, turned, &lo, &hi, &size))
        return false;
    const struct dim *before = dim_mul(n->dims, index_plus(n, lo, -1), p);
    const form *place =
        block_rows(n, index_plus(n, before, 1), dim_mul(n->dims, hi, p),
                   dim_mul(n->dims, size, p));
    const form *rest = word_form(n, t->letters + 1, t->nletters - 1,
                                 letter_cols(t->letters[0]), x->cols);
    *out = form_mul(n, form_flip(n, place), kron_form(n, rest, y));
    return true;
}

/* kron(u*v', B) = kron(u, B)*kron(v', I), kron(A, u*v') likewise */
static bool kron_cut(struct normalizer *n, const form *x, const form *y,
                     const form **out)
{
    size_t i, j;
    const term *s = &x->terms[0], *t = &y->terms[0];
    bool left = word_cut(s->letters, s->nletters, &i);
    bool right = word_cut(t->letters, t->nletters, &j);
    /* beside an identity they meet again: kron(u, I)*kron(v', I) */
    if ((!left && !right) || s->nletters == 0 || t->nletters == 0)
        return false;
    const form *u = x, *v = form_identity(n, x->cols);
    const form *w = y, *z = form_identity(n, y->cols);
    if (left) {
        u = word_form(n, s->letters, i, x->rows, n->one);
        v = word_form(n, s->letters + i, s->nletters - i, n->one, x->cols);
    }
    if (right) {
        w = word_form(n, t->letters, j, y->rows, n->one);
        z = word_form(n, t->letters + j, t->nletters - j, n->one, y->cols);
    }
    *out = form_mul(n, kron_form(n, u, w), kron_form(n, v, z));
    return true;
}

/*
 * kron(kron(A, B), C) = kron(A, kron(B, C)): the first factor is none itself,
 * but for identities, kron(I, kron(I, C)) = kron(I, C), and for columns,
 * kron(A, kron(B, v)) = kron(I, v)*kron(A, B).
 */
static bool kron_nested(struct normalizer *n, const form *x, const form *y,
                        const form **out)
{
    const form *f, *g;
    if (n->failed)
        return false;
    if (kron_read(n, x, &f, &g)) {
        *out = kron_form(n, f, kron_form(n, g, y));
        return true;
    }
    if (!kron_read(n, y, &f, &g))
        return false;
    const struct dim *size = dim_mul(n->dims, x->rows, f->rows);
    const form *eye = form_identity(n, size);
    if (form_is_identity(x) && form_is_identity(f))
        *out = kron_form(n, eye, g);
    else if (dim_is_one(g->cols) && !dim_is_one(x->cols))
        *out = form_mul(n, kron_form(n, eye, g), kron_form(n, x, f));
    else
        return false;
    return true;
}

static const form *kron_words(struct normalizer *n, const term *s,
                              const term *t, const form *a, const form *b)
{
    const form *x = word_form(n, s->letters, s->nletters, a->rows, a->cols);
    const form *y = word_form(n, t->letters, t->nletters, b->rows, b->cols);
    const form *out;
    if (x->count != 1 || y->count != 1)
        return kron_atom(n, x, y);
    if (kron_placed(n, x, y, &out) || kron_thin(n, x, y, &out) ||
        kron_nested(n, x, y, &out))
        return out;
    const form *left = form_flip(n, x), *right = form_flip(n, y);
    if (kron_placed(n, left, right, &out) || kron_thin(n, left, right, &out) ||
        kron_nested(n, left, right, &out))
        return form_flip(n, out);
    return kron_cut(n, x, y, &out) ? out : kron_atom(n, x, y);
}

const form *kron_form(struct normalizer *n, const form *a, const form *b)
{
    struct pile pile = {0};
    if (form_is_scalar(a) || form_is_scalar(b))
        return form_mul(n, a, b);
    if (++n->depth > NORMAL_MAX_DEPTH)
        n->failed = true;
    for (size_t i = 0; i < a->count && !n->failed; i++)
        for (size_t j = 0; j < b->count && normal_spend(n); j++) {
            term s = a->terms[i], t = b->terms[j], one = term_one(n);
            const form *word = kron_words(n, &s, &t, a, b);
            s.nletters = t.nletters = 0;
            s = term_times(n, &s, &t);
            pile_around(n, &pile, &s, word, &one);
        }
    n->depth--;
    return form_collect(n, &pile, dim_mul(n->dims, a->rows, b->rows),
                        dim_mul(n->dims, a->cols, b->cols));
}

/* ---- sizes that divide others ---- */

/* The power of s in a term of a. */
static unsigned power_of(const struct dim *a, size_t t, const struct symbol *s)
{
    unsigned power;
    for (size_t j = 0; j < dim_factors(a, t); j++)
        if (dim_factor(a, t, j, &power) == s)
            return power;
    return 0;
}

/* Term t of a over the only term of p; NULL: no polynomial. */
static const struct dim *divided_term(struct normalizer *n, const struct dim *a,
                                      size_t t, const struct dim *p)
{
    const struct dim *out = dim_number(n->dims, dim_coefficient(a, t));
    out = dim_mul(n->dims, out, n->one);
    for (size_t j = 0; j < dim_factors(p, 0); j++) {
        unsigned most;
        const struct symbol *s = dim_factor(p, 0, j, &most);
        if (power_of(a, t, s) < most)
            return NULL;
    }
    for (size_t j = 0; j < dim_factors(a, t); j++) {
        unsigned power;
        const struct symbol *s = dim_factor(a, t, j, &power);
        power -= power_of(p, 0, s);
        out = dim_mul(n->dims, out,
                      dim_pow(n->dims, dim_of_symbol(n->dims, s), power));
    }
    return out;
}

/*
 * a / p for a size p of one term with the coefficient 1; NULL: no polynomial,
 * or perhaps no integer, where rows begin or end within a block.
 */
static const struct dim *quotient(struct normalizer *n, const struct dim *a,
                                  const struct dim *p)
{
    const struct dim *out = dim_constant(n->dims, 0);
    if (dim_terms(p) != 1 || mpq_cmp_ui(dim_coefficient(p, 0)->q, 1, 1) != 0)
        return NULL;
    for (size_t t = 0; t < dim_terms(a); t++) {
        const struct dim *part = divided_term(n, a, t, p);
        if (!part)
            return NULL;
        out = dim_add(n->dims, out, part);
    }
    return index_is_whole(out) ? out : NULL;
}

/* ---- products of products ---- */

static const form *kron_kid(struct normalizer *n, letter a, size_t i)
{
    const form *kid = normal_build(n, a.atom->kids[i]);
    return a.flip ? form_flip(n, kid) : kid;
}

/* kron(x, kron(f, g)) = kron(kron(x, f), g) with `cols` columns first. */
static void grow(struct normalizer *n, const form **x, const form **y,
                 const struct dim *cols)
{
    const struct dim *k = quotient(n, cols, (*x)->cols), *rest = NULL;
    const form *f, *g;
    if (k && form_is_identity(*y))
        rest = quotient(n, (*y)->rows, k);
    if (rest) {
        f = form_identity(n, k);
        g = form_identity(n, rest);
    } else if (!k || !kron_read(n, *y, &f, &g) || f->cols != k) {
        return;
    }
    *x = kron_form(n, *x, f);
    *y = g;
}

/*
 * kron(A, B) * kron(C, D), where C has other rows than A has columns, with
 * factors put together until it fits.  Columns (rows) stay as kron_nested
 * takes them apart.
 */
static void regroup(struct normalizer *n, const form **a, const form **b,
                    const form **c, const form **d)
{
    const bool ones = (*a)->count == 1 && (*c)->count == 1 &&
                      is_ones_word(*a) && is_ones_word(*c);
    if ((*a)->cols == (*c)->rows ||
        (!ones && (dim_is_one((*a)->cols) || dim_is_one((*c)->rows))))
        return;
    grow(n, a, b, (*c)->rows);
    if ((*a)->cols == (*c)->rows)
        return;
    const form *x = form_flip(n, *c), *y = form_flip(n, *d);
    grow(n, &x, &y, (*a)->cols);
    *c = form_flip(n, x);
    *d = form_flip(n, y);
}

/* kron(A, B) * kron(C, D) = kron(A*C, B*D) */
bool kron_pair(struct normalizer *n, letter a, letter b, const form **out)
{
    if (!expr_is_call(a.atom, FN_KRON))
        return false;
    const form *left = kron_kid(n, a, 0), *right = kron_kid(n, a, 1);
    const form *x, *y;
    if (expr_is_call(b.atom, FN_KRON)) {
        x = kron_kid(n, b, 0);
        y = kron_kid(n, b, 1);
    } else if (!b.flip && word_is_ones(b.atom)) {
        x = call_ones(n, left->cols);
        y = call_ones(n, right->cols);
    } else if (dim_is_one(letter_cols(b)) && dim_is_one(right->cols) &&
               !is_ones_word(right)) {
        x = form_atom(n, b.atom); /* kron(I, v)*u = kron(u, v) */
        x = b.flip ? form_flip(n, x) : x;
        y = form_number(n, 1, 1);
    } else {
        return false;
    }
    regroup(n, &left, &right, &x, &y);
    if (left->cols != x->rows || right->cols != y->rows)
        return false;
    *out = kron_form(n, form_mul(n, left, x), form_mul(n, right, y));
    return true;
}

/* ---- blocks of a Kronecker product ---- */

/* Rows of kron(A, B) that are whole blocks: those of kron(S*A, B). */
static bool block_of_kron(struct normalizer *n, letter s, letter kron,
                          const form **out)
{
    const struct dim *lo, *hi, *size;
    if (s.atom->op != EX_SLICE || !expr_is_call(kron.atom, FN_KRON) ||
        !block_read(n, s, &lo, &hi, &size))
        return false;
    const form *a = kron_kid(n, kron, 0), *b = kron_kid(n, kron, 1);
    const struct dim *first = quotient(n, index_plus(n, lo, -1), b->rows);
    const struct dim *last = quotient(n, hi, b->rows);
    if (!first || !last)
        return false;
    const form *rows = block_rows(n, index_plus(n, first, 1), last, a->rows);
    *out = kron_form(n, form_mul(n, rows, a), b);
    return true;
}

bool kron_block_pair(struct normalizer *n, letter a, letter b, const form **out)
{
    const letter left = {b.atom, !b.flip}, right = {a.atom, !a.flip};
    if (block_of_kron(n, a, b, out))
        return true;
    if (!block_of_kron(n, left, right, out))
        return false;
    *out = form_flip(n, *out);
    return true;
}

/* ---- what is known of a whole product ---- */

/* A term kron(A, B), kron(u, I)*B or kron(I, v)*A without scalars. */
static bool read_left(struct normalizer *n, const form *a, const form **x,
                      const form **y)
{
    const term *t = &a->terms[0];
    if (t->nletters == 0 || !expr_is_call(t->letters[0].atom, FN_KRON))
        return false;
    *x = kron_kid(n, t->letters[0], 0);
    *y = kron_kid(n, t->letters[0], 1);
    if (t->nletters == 1)
        return true;
    bool column = dim_is_one((*x)->cols), last = dim_is_one((*y)->cols);
    const form *inner = column ? *y : *x;
    const form *rest = word_form(n, t->letters + 1, t->nletters - 1,
                                 letter_cols(t->letters[0]), a->cols);
    if (column == last || inner->count != 1 || inner->terms[0].nletters > 0)
        return false;
    *(column ? y : x) = rest;
    return true;
}

bool kron_read(struct normalizer *n, const form *a, const form **x,
               const form **y)
{
    if (a->count == 1 && mpq_cmp_si(a->terms[0].coefficient->q, -1, 1) == 0 &&
        a->terms[0].nfactors == 0 && kron_read(n, form_neg(n, a), x, y)) {
        *x = form_neg(n, *x);
        return true;
    }
    if (a->count != 1 || a->terms[0].nfactors > 0 ||
        mpq_cmp_ui(a->terms[0].coefficient->q, 1, 1) != 0)
        return false;
    if (read_left(n, a, x, y))
        return true;
    const form *turned = form_flip(n, a);
    if (turned->count != 1 || !read_left(n, turned, x, y)) /* over a limit */
        return false;
    *x = form_flip(n, *x);
    *y = form_flip(n, *y);
    return true;
}

/*
 * The word kron(I, v)*A*kron(I, w') as kron(A, v*w'), and kron(u, I)*B*
 * kron(w', I) as kron(u*w', B); false: it is no such.
 */
static bool read_between(struct normalizer *n, const form *a, const form **x,
                         const form **y)
{
    const term *t = &a->terms[0];
    if (a->count != 1 || t->nletters < 3 || t->nfactors > 0 ||
        mpq_cmp_ui(t->coefficient->q, 1, 1) != 0)
        return false;
    const letter f = t->letters[0], g = t->letters[t->nletters - 1];
    if (!expr_is_call(f.atom, FN_KRON) || !expr_is_call(g.atom, FN_KRON))
        return false;
    const form *middle = word_form(n, t->letters + 1, t->nletters - 2,
                                   letter_cols(f), letter_rows(g));
    for (size_t i = 0; i < 2; i++) {
        const form *u = kron_kid(n, f, i), *w = kron_kid(n, g, i);
        const form *left = kron_kid(n, f, 1 - i);
        const form *right = kron_kid(n, g, 1 - i);
        if (!dim_is_one(u->cols) || !dim_is_one(w->rows) ||
            left->cols != middle->rows || right->rows != middle->cols ||
            left->rows != left->cols || right->rows != right->cols)
            continue;
        *(i == 0 ? x : y) = form_mul(n, u, w);
        *(i == 0 ? y : x) = form_mul(n, left, form_mul(n, middle, right));
        return true;
    }
    return false;
}

static bool have_shapes(const form *a, const form *b)
{
    return a->rows == b->rows && a->cols == b->cols;
}

bool kron_dot(struct normalizer *n, const form *a, const form *b,
              const form **out)
{
    static bool (*const ways[])(struct normalizer *, const form *,
                                const form **,
                                const form **) = {kron_read, read_between};
    const form *w, *x, *y, *z;
    bool found = false;
    for (size_t i = 0; i < 4 && !found; i++)
        found = ways[i % 2](n, a, &w, &x) && ways[i / 2](n, b, &y, &z) &&
                have_shapes(w, y) && have_shapes(x, z);
    if (!found || n->failed)
        return false;
    *out = kron_form(n, dot_product(n, w, y), dot_product(n, x, z));
    return true;
}

/* ---- small first factors, entry by entry ---- */

enum { SPELLED_SIZE = 4 };

static bool is_spelled(const struct expr *e, int64_t *rows, int64_t *cols)
{
    return expr_is_call(e, FN_KRON) &&
           dim_is_constant(e->kids[0]->rows, rows) &&
           dim_is_constant(e->kids[0]->cols, cols) && *rows <= SPELLED_SIZE &&
           *cols <= SPELLED_SIZE;
}

/* The i-th of the blocks of p rows, transposed. */
static const form *place_of(struct normalizer *n, int64_t i, int64_t count,
                            const struct dim *p)
{
    const struct dim *hi = dim_mul(n->dims, dim_constant(n->dims, i), p);
    const struct dim *before = dim_sub(n->dims, hi, p);
    const struct dim *size = dim_mul(n->dims, dim_constant(n->dims, count), p);
    return form_flip(n, block_rows(n, index_plus(n, before, 1), hi, size));
}

static const form *spelled(struct normalizer *n, letter a, int64_t rows,
                           int64_t cols)
{
    const letter plain = {a.atom, false};
    const form *x = kron_kid(n, plain, 0), *y = kron_kid(n, plain, 1);
    const form *sum = form_zero(n, a.atom->rows, a.atom->cols);
    for (int64_t i = 1; i <= rows && !n->failed; i++)
        for (int64_t j = 1; j <= cols && !n->failed; j++) {
            const form *row = block_unit(n, x->rows, dim_constant(n->dims, i));
            const form *col = block_unit(n, x->cols, dim_constant(n->dims, j));
            const form *entry =
                form_mul(n, form_flip(n, row), form_mul(n, x, col));
            const form *right = form_flip(n, place_of(n, j, cols, y->cols));
            const form *block = form_mul(n, place_of(n, i, rows, y->rows), y);
            block = form_mul(n, block, right);
            sum = form_add(n, sum, form_mul(n, entry, block));
        }
    return a.flip ? form_flip(n, sum) : sum;
}

const form *kron_spelled(struct normalizer *n, const form *a)
{
    struct pile pile = {0};
    const term one = term_one(n);
    int64_t rows, cols;
    bool any = false;
    for (size_t i = 0; i < a->count && normal_spend(n); i++) {
        term t = a->terms[i];
        const form *word = form_identity(n, a->rows);
        for (size_t k = 0; k < t.nletters; k++) {
            const letter l = t.letters[k];
            bool now = is_spelled(l.atom, &rows, &cols);
            const form *x = now ? spelled(n, l, rows, cols)
                                : word_form(n, &t.letters[k], 1, letter_rows(l),
                                            letter_cols(l));
            any = any || now;
            word = form_mul(n, word, x);
        }
        t.nletters = 0;
        pile_around(n, &pile, &t, word, &one);
    }
    return any ? form_collect(n, &pile, a->rows, a->cols) : a;
}
