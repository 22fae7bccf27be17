/*
 * Blocks: joined and sliced matrices by rows of the identity,
 *
 *     hcat(A, B) = A*S + B*T,   A[i, j] = unit(i)' * A * unit(j).
 *
 * A row block S(lo, hi; n) is written eye(n)[lo..hi, 1..n], or the transpose
 * of unit(n, lo) where it is one row.
 */
#include "logic/normal_internal.h"

const form *block_rows(struct normalizer *n, const struct dim *lo,
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
    if (a.flip && expr_is_call(e, FN_UNIT)) {
        *lo = *hi = index_dim(n, e->kids[1]);
        *size = e->rows;
        return true;
    }
    if (a.flip || e->op != EX_SLICE || !expr_is_call(e->kids[0], FN_EYE))
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
    return block_rows(n, dim_sub(n->dims, s->lo, shift),
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

/* S * f(A) = f(S * A) row by row, S * colmax(A)' = colmax(A * S')' */
static bool block_of_rows(struct normalizer *n, letter s, letter b,
                          const form **out)
{
    const struct expr *e = b.atom;
    bool cols = expr_is_call(e, FN_COLMAX) || expr_is_call(e, FN_COLMIN);
    bool rows = expr_is_call(e, FN_ROWMAX) || expr_is_call(e, FN_ROWMIN) ||
                expr_is_call(e, FN_ROWNORM2) || expr_is_call(e, FN_LOGSUMEXP);
    if ((!rows && !cols) || b.flip != cols)
        return false;
    const form *a = normal_build(n, e->kids[0]);
    const form *some = form_atom(n, s.atom);
    some = s.flip ? form_flip(n, some) : some;
    a = rows ? form_mul(n, some, a) : form_mul(n, a, form_flip(n, some));
    if (e->fn == FN_LOGSUMEXP)
        *out = logsumexp_form(n, a);
    else
        *out = norm_call(n, e->fn, a);
    *out = cols ? form_flip(n, *out) : *out;
    return true;
}

/* S * diagof(A) = diagof(S * A * S') */
static bool block_of_diagonal(struct normalizer *n, letter s, letter b,
                              const form **out)
{
    if (!expr_is_call(b.atom, FN_DIAGOF) || b.flip)
        return false;
    const form *some = form_atom(n, s.atom);
    some = s.flip ? form_flip(n, some) : some;
    const form *a = form_mul(n, some, normal_build(n, b.atom->kids[0]));
    *out = diagof_form(n, form_mul(n, a, form_flip(n, some)));
    return true;
}

/* S * f(A) = f(S * A) entry by entry. */
static bool block_of_atom(struct normalizer *n, letter s, letter b,
                          const form **out)
{
    const struct expr *e = b.atom;
    bool dot = dot_is_product(e), inverse = dot_is_inverse(e);
    if (!dot && !inverse && (e->op != EX_CALL || !call_is_entrywise(e->fn)))
        return false;
    const form *part[2] = {NULL, NULL};
    const form *row = form_atom(n, s.atom);
    row = s.flip ? form_flip(n, row) : row;
    for (size_t i = inverse; i < (dot || inverse ? 2u : 1u); i++) {
        part[i] = normal_build(n, e->kids[i]);
        part[i] = form_mul(n, row, b.flip ? form_flip(n, part[i]) : part[i]);
    }
    if (inverse)
        *out = dot_inverse(n, part[1]);
    else
        *out = dot ? dot_product(n, part[0], part[1])
                   : call_entrywise(n, e->fn, part[0]);
    return true;
}

bool block_pair(struct normalizer *n, letter a, letter b, const form **out)
{
    struct block s, t;
    if (kron_pair(n, a, b, out) || kron_block_pair(n, a, b, out))
        return true;
    if (!read_block(n, a, &s))
        return false;
    letter turned = {b.atom, !b.flip};
    if (read_block(n, turned, &t))
        return meet(n, &s, &t, out);
    if (read_block(n, b, &t)) {
        const struct dim *shift = index_plus(n, t.lo, -1);
        *out = block_rows(n, dim_add(n->dims, s.lo, shift),
                          dim_add(n->dims, s.hi, shift), t.size);
        return true;
    }
    if (!b.flip && word_is_ones(b.atom)) {
        *out = call_ones(n, letter_rows(a));
        return true;
    }
    return block_of_rows(n, a, b, out) || block_of_diagonal(n, a, b, out) ||
           block_of_atom(n, a, b, out);
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
        const form *s = block_rows(n, lo, end, size);
        a = wide ? form_mul(n, a, s) : form_mul(n, form_flip(n, s), a);
        sum = form_add(n, sum, a);
    }
    return sum;
}

const form *block_slice(struct normalizer *n, const form *a,
                        const struct dim *const ends[4])
{
    if (!dim_is_one(a->rows))
        a = form_mul(n, block_rows(n, ends[0], ends[1], a->rows), a);
    if (!dim_is_one(a->cols))
        a = form_mul(n, a,
                     form_flip(n, block_rows(n, ends[2], ends[3], a->cols)));
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
        const form *block = block_rows(n, b.lo, b.hi, b.size);
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
