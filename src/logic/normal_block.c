/*
 * Blocks: joined and sliced matrices by rows of the identity,
 *
 *     hcat(A, B) = A*S + B*T,   A[i, j] = unit(i)' * A * unit(j).
 *
 * A row block S(lo, hi; n) is written eye(n)[lo..hi, 1..n], or the transpose
 * of unit(n, lo) where it is one row.
 */
#include "logic/normal_internal.h"

static const form *row_block(struct normalizer *n, const struct dim *lo,
                             const struct dim *hi, const struct dim *size)
{
    if (lo == n->one && hi == size)
        return form_identity(n, size);
    if (lo == hi)
        return form_flip(n, block_unit(n, size, lo));
    const struct dim *rows = index_plus(n, dim_sub(n->dims, hi, lo), 1);
    const struct expr *eye = print_form(n, form_identity(n, size));
    const struct expr *kids[] = {eye, print_dim(n, lo), print_dim(n, hi),
                                 print_dim(n, n->one), print_dim(n, size)};
    return form_atom(n, print_op(n, EX_SLICE, rows, size, kids, 5));
}

const form *block_unit(struct normalizer *n, const struct dim *size,
                       const struct dim *at)
{
    if (dim_is_one(size))
        return form_number(n, 1, 1);
    const struct expr *kids[] = {print_dim(n, size), print_dim(n, at)};
    return form_atom(n, print_call(n, FN_UNIT, size, n->one, kids, 2));
}

bool block_read(struct normalizer *n, letter a, const struct dim **lo,
                const struct dim **hi, const struct dim **size)
{
    const struct expr *e = a.atom;
    if (a.flip && word_is_call(e, FN_UNIT)) {
        *lo = *hi = index_dim(n, e->kids[1]);
        *size = e->rows;
        return true;
    }
    if (a.flip || e->op != EX_SLICE || !word_is_call(e->kids[0], FN_EYE))
        return false;
    *lo = index_dim(n, e->kids[1]);
    *hi = index_dim(n, e->kids[2]);
    *size = e->cols;
    return true;
}

/* ---- products ---- */

static bool at_most(struct normalizer *n, const struct dim *a,
                    const struct dim *b)
{
    return normal_certainly_nonnegative(n, dim_sub(n->dims, b, a));
}

static bool below(struct normalizer *n, const struct dim *a,
                  const struct dim *b)
{
    return at_most(n, index_plus(n, a, 1), b);
}

struct block {
    const struct dim *lo, *hi, *size;
};

static bool read_block(struct normalizer *n, letter a, struct block *out)
{
    return block_read(n, a, &out->lo, &out->hi, &out->size);
}

/* lo..hi of s counted within t */
static const form *inside(struct normalizer *n, const struct block *s,
                          const struct block *t)
{
    const struct dim *shift = index_plus(n, t->lo, -1);
    return row_block(n, dim_sub(n->dims, s->lo, shift),
                     dim_sub(n->dims, s->hi, shift),
                     dim_sub(n->dims, t->hi, shift));
}

/* S * T' by how their rows lie to each other. */
static bool meet(struct normalizer *n, const struct block *s,
                 const struct block *t, const form **out)
{
    if (s->size != t->size)
        return false;
    if (at_most(n, t->lo, s->lo) && at_most(n, s->hi, t->hi))
        *out = inside(n, s, t);
    else if (at_most(n, s->lo, t->lo) && at_most(n, t->hi, s->hi))
        *out = form_flip(n, inside(n, t, s));
    else if (below(n, s->hi, t->lo) || below(n, t->hi, s->lo))
        *out = form_zero(n, index_plus(n, dim_sub(n->dims, s->hi, s->lo), 1),
                         index_plus(n, dim_sub(n->dims, t->hi, t->lo), 1));
    else
        return false;
    return true;
}

/* S * f(A) = f(S * A) entry by entry. */
static bool block_of_atom(struct normalizer *n, letter s, letter b,
                          const form **out)
{
    const struct expr *e = b.atom;
    bool dot = dot_is_product(e);
    if (!dot && (e->op != EX_CALL || !call_is_entrywise(e->fn)))
        return false;
    const form *part[2] = {NULL, NULL};
    const form *row = form_atom(n, s.atom);
    row = s.flip ? form_flip(n, row) : row;
    for (size_t i = 0; i < (dot ? 2u : 1u); i++) {
        part[i] = normal_build(n, e->kids[i]);
        part[i] = form_mul(n, row, b.flip ? form_flip(n, part[i]) : part[i]);
    }
    *out = dot ? dot_product(n, part[0], part[1])
               : call_entrywise(n, e->fn, part[0]);
    return true;
}

static bool kron_pair(struct normalizer *n, letter a, letter b,
                      const form **out);

bool block_pair(struct normalizer *n, letter a, letter b, const form **out)
{
    struct block s, t;
    if (kron_pair(n, a, b, out))
        return true;
    if (!read_block(n, a, &s))
        return false;
    letter turned = {b.atom, !b.flip};
    if (read_block(n, turned, &t))
        return meet(n, &s, &t, out);
    if (read_block(n, b, &t)) {
        const struct dim *shift = index_plus(n, t.lo, -1);
        *out = row_block(n, dim_add(n->dims, s.lo, shift),
                         dim_add(n->dims, s.hi, shift), t.size);
        return true;
    }
    if (!b.flip && word_is_ones(b.atom)) {
        *out = call_ones(n, letter_rows(a));
        return true;
    }
    return block_of_atom(n, a, b, out);
}

/* ---- joining and slicing ---- */

const form *block_join(struct normalizer *n, const struct expr *e)
{
    bool wide = e->fn == FN_HCAT;
    const struct dim *size = wide ? e->cols : e->rows;
    const struct dim *end = dim_constant(n->dims, 0);
    const form *sum = form_zero(n, e->rows, e->cols);
    for (size_t i = 0; i < e->count && !n->failed; i++) {
        const form *a = normal_build(n, e->kids[i]);
        const struct dim *lo = index_plus(n, end, 1);
        end = dim_add(n->dims, end, wide ? a->cols : a->rows);
        const form *s = row_block(n, lo, end, size);
        a = wide ? form_mul(n, a, s) : form_mul(n, form_flip(n, s), a);
        sum = form_add(n, sum, a);
    }
    return sum;
}

const form *block_slice(struct normalizer *n, const form *a,
                        const struct dim *const ends[4])
{
    if (!dim_is_one(a->rows))
        a = form_mul(n, row_block(n, ends[0], ends[1], a->rows), a);
    if (!dim_is_one(a->cols))
        a = form_mul(n, a,
                     form_flip(n, row_block(n, ends[2], ends[3], a->cols)));
    return a;
}

const form *block_literal(struct normalizer *n, const struct expr *e)
{
    int64_t cols = 1;
    (void)dim_is_constant(e->cols, &cols);
    const form *sum = form_zero(n, e->rows, e->cols);
    for (size_t k = 0; k < e->count && !n->failed; k++) {
        int64_t i = (int64_t)k / cols, j = (int64_t)k % cols;
        const form *row = block_unit(n, e->rows, dim_constant(n->dims, i + 1));
        const form *col = block_unit(n, e->cols, dim_constant(n->dims, j + 1));
        const form *place = form_mul(n, row, form_flip(n, col));
        sum = form_add(n, sum, form_mul(n, normal_build(n, e->kids[k]), place));
    }
    return sum;
}

/* ---- neighbouring blocks ---- */

static bool same_scalars(const term *a, const term *b)
{
    term s = *a, t = *b;
    s.nletters = t.nletters = 0;
    return term_compare(&s, &t) == 0 &&
           mpq_equal(a->coefficient->q, b->coefficient->q);
}

/* S'*S at letters at, at + 1 */
static bool projection_at(struct normalizer *n, const term *t, size_t at,
                          struct block *out)
{
    const letter a = t->letters[at], b = t->letters[at + 1];
    return a.atom == b.atom && a.flip != b.flip && read_block(n, b, out);
}

static bool join_terms(struct normalizer *n, const term *s, const term *t,
                       const form *a, const form **out)
{
    struct block b, c;
    if (s->nletters != t->nletters || !same_scalars(s, t))
        return false;
    for (size_t i = 0; i + 1 < s->nletters; i++) {
        size_t rest = s->nletters - i - 2;
        if (word_compare(s->letters, i, t->letters, i) != 0 ||
            word_compare(s->letters + i + 2, rest, t->letters + i + 2, rest) ||
            !projection_at(n, s, i, &b) || !projection_at(n, t, i, &c) ||
            b.size != c.size)
            continue;
        if (index_plus(n, c.hi, 1) == b.lo)
            b.lo = c.lo;
        else if (index_plus(n, b.hi, 1) == c.lo)
            b.hi = c.hi;
        else
            continue;
        const form *block = row_block(n, b.lo, b.hi, b.size);
        struct pile pile = {0};
        term left = *s, right = term_one(n);
        left.nletters = i;
        right.letters = s->letters + i + 2;
        right.nletters = rest;
        block = form_mul(n, form_flip(n, block), block);
        pile_around(n, &pile, &left, block, &right);
        *out = form_collect(n, &pile, a->rows, a->cols);
        return true;
    }
    return false;
}

const form *block_merge(struct normalizer *n, const form *a)
{
    const form *joined;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = i + 1; j < a->count && normal_spend(n); j++) {
            if (!join_terms(n, &a->terms[i], &a->terms[j], a, &joined))
                continue;
            struct pile pile = {0};
            for (size_t k = 0; k < a->count; k++)
                if (k != i && k != j)
                    pile_add(n, &pile, &a->terms[k]);
            for (size_t k = 0; k < joined->count; k++)
                pile_add(n, &pile, &joined->terms[k]);
            a = form_collect(n, &pile, a->rows, a->cols);
            i = (size_t)-1; /* from the start; there is a term less */
            break;
        }
    return a;
}

/* ---- Kronecker products ---- */

static const form *kron_atom(struct normalizer *n, const form *a, const form *b)
{
    const struct dim *rows = dim_mul(n->dims, a->rows, b->rows);
    const struct dim *cols = dim_mul(n->dims, a->cols, b->cols);
    const struct expr *kids[] = {print_form(n, a), print_form(n, b)};
    if (word_is_call(kids[0], FN_EYE) && word_is_call(kids[1], FN_EYE))
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

static const form *kron_words(struct normalizer *n, const term *s,
                              const term *t, const form *a, const form *b)
{
    size_t i, j;
    const letter *v = s->letters, *w = t->letters;
    size_t nv = s->nletters, nw = t->nletters;
    const form *x = word_form(n, v, nv, a->rows, a->cols), *thin;
    const form *y = word_form(n, w, nw, b->rows, b->cols);
    if (x->count == 1 && y->count == 1) {
        if (kron_thin(n, x, y, &thin))
            return thin;
        if (kron_thin(n, form_flip(n, x), form_flip(n, y), &thin))
            return form_flip(n, thin);
    }
    if (!word_cut(v, nv, &i) || !word_cut(w, nw, &j))
        return kron_atom(n, word_form(n, v, nv, a->rows, a->cols),
                         word_form(n, w, nw, b->rows, b->cols));
    const form *left = kron_form(n, word_form(n, v, i, a->rows, n->one),
                                 word_form(n, w, j, b->rows, n->one));
    const form *right =
        kron_form(n, word_form(n, v + i, nv - i, n->one, a->cols),
                  word_form(n, w + j, nw - j, n->one, b->cols));
    return form_mul(n, left, right);
}

const form *kron_form(struct normalizer *n, const form *a, const form *b)
{
    struct pile pile = {0};
    if (form_is_scalar(a) || form_is_scalar(b))
        return form_mul(n, a, b);
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count && normal_spend(n); j++) {
            term s = a->terms[i], t = b->terms[j], one = term_one(n);
            const form *word = kron_words(n, &s, &t, a, b);
            s.nletters = t.nletters = 0;
            s = term_times(n, &s, &t);
            pile_around(n, &pile, &s, word, &one);
        }
    return form_collect(n, &pile, dim_mul(n->dims, a->rows, b->rows),
                        dim_mul(n->dims, a->cols, b->cols));
}

static const form *kron_kid(struct normalizer *n, letter a, size_t i)
{
    const form *kid = normal_build(n, a.atom->kids[i]);
    return a.flip ? form_flip(n, kid) : kid;
}

/* kron(A, B) * kron(C, D) = kron(A*C, B*D) */
static bool kron_pair(struct normalizer *n, letter a, letter b,
                      const form **out)
{
    if (!word_is_call(a.atom, FN_KRON))
        return false;
    const form *left = kron_kid(n, a, 0), *right = kron_kid(n, a, 1);
    const form *x, *y;
    if (word_is_call(b.atom, FN_KRON)) {
        x = kron_kid(n, b, 0);
        y = kron_kid(n, b, 1);
    } else if (!b.flip && word_is_ones(b.atom)) {
        x = call_ones(n, left->cols);
        y = call_ones(n, right->cols);
    } else if (dim_is_one(letter_cols(b)) && dim_is_one(right->cols)) {
        x = form_atom(n, b.atom); /* kron(I, v)*u = kron(u, v) */
        x = b.flip ? form_flip(n, x) : x;
        y = form_number(n, 1, 1);
    } else {
        return false;
    }
    if (left->cols != x->rows || right->cols != y->rows)
        return false;
    *out = kron_form(n, form_mul(n, left, x), form_mul(n, right, y));
    return true;
}
