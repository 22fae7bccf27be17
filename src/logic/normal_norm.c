/*
 * Norms and spreads: what they keep, and what they are of multiples, products
 * and joined matrices.
 */
#include "logic/normal_lift.h"
#include "logic/normal_power.h"

static const form *norm_form(struct normalizer *n, enum function fn,
                             const form *a);

static bool is_norm(enum function fn)
{
    return fn == FN_NORM1 || fn == FN_NORMINF || fn == FN_NORM1INF ||
           fn == FN_NORM2 || fn == FN_NORMFRO || fn == FN_NORMMAX ||
           fn == FN_NORMNUC;
}

/* The one of the two that was made first. */
static const struct expr *first_made(struct normalizer *n, const form *a,
                                     const form *b)
{
    const struct expr *x = print_form(n, a);
    const struct expr *y = print_form(n, b);
    return x->id < y->id ? x : y;
}

/* ones(n, m); other outer products keep the form that bounds are written in */
static bool is_all_ones(const form *a)
{
    const term *t = a->terms;
    return a->count == 1 && t->nletters == 2 &&
           word_is_ones(t->letters[0].atom) && word_is_ones(t->letters[1].atom);
}

/* a = x*y', x and y columns, as one word; false: it is no such. */
static bool outer_read(struct normalizer *n, const form *a, const form **x,
                       const form **y)
{
    size_t cut;
    if (a->count != 1 || n->failed ||
        !word_cut(a->terms[0].letters, a->terms[0].nletters, &cut))
        return false;
    const term *t = &a->terms[0];
    term left = *t, right = term_one(n);
    left.nletters = cut;
    right.letters = t->letters + cut;
    right.nletters = t->nletters - cut;
    *x = form_single(n, &left, a->rows, n->one);
    *y = form_single(n, &right, n->one, a->cols);
    return true;
}

/* What all norms of the identity and of ones(n) are. */
static bool norm_of_ones(struct normalizer *n, enum function fn, const form *a,
                         const form **out)
{
    if (a->count != 1 || a->terms[0].nletters > 1 || a->terms[0].nfactors > 0)
        return false;
    const letter *w = a->terms[0].letters;
    bool eye = a->terms[0].nletters == 0;
    if (!eye && !word_is_ones(w[0].atom))
        return false;
    bool sums = eye ? fn == FN_NORMNUC : fn == FN_NORM1 && !w[0].flip;
    bool roots = fn == FN_NORMFRO ||
                 (!eye && fn != FN_NORMMAX && !sums && fn != FN_NORM1);
    const struct dim *size = eye ? a->rows : w[0].atom->rows;
    *out = sums || roots ? form_dim(n, size) : form_number(n, 1, 1);
    *out = roots ? normal_scalar_sqrt(n, *out) : *out;
    return true;
}

/*
 * Of a unit vector all norms are 1, and so of k > 0 rows of an identity, but
 * for those that see how many singular values there are.
 */
static bool norm_of_unit(struct normalizer *n, enum function fn, const form *a,
                         const form **out)
{
    const term *t = a->terms;
    const struct dim *lo, *hi, *size;
    if (a->count != 1 || t->nletters != 1 || t->nfactors > 0)
        return false;
    letter rows = t->letters[0];
    rows.flip = expr_is_call(rows.atom, FN_UNIT);
    if (!block_read(n, rows, &lo, &hi, &size))
        return false;
    const struct dim *last = dim_sub(n->dims, hi, lo);
    if (!normal_certainly_nonnegative(n, last))
        return false;
    const struct dim *count = dim_add(n->dims, last, n->one);
    const bool sums = fn == FN_NORMNUC, roots = fn == FN_NORMFRO;
    *out = sums || roots ? form_dim(n, count) : form_number(n, 1, 1);
    *out = roots ? normal_scalar_sqrt(n, *out) : *out;
    return true;
}

/* The entries of diag(v) are its singular values, up to signs. */
static bool norm_of_diagonal(struct normalizer *n, enum function fn,
                             const form *a, const form **out)
{
    const term *t = a->terms;
    if (a->count != 1 || t->nletters != 1 || t->nfactors > 0 ||
        !expr_is_call(t->letters[0].atom, FN_DIAG))
        return false;
    fn = fn == FN_NORMFRO   ? FN_NORMFRO
         : fn == FN_NORMNUC ? FN_NORM1
                            : FN_NORMMAX;
    *out = norm_form(n, fn, normal_build(n, t->letters[0].atom->kids[0]));
    return true;
}

/* normfro(rownorm2(A)) = normfro(A) */
static bool norm_of_rows(struct normalizer *n, enum function fn, const form *a,
                         const form **out)
{
    if (fn != FN_NORMFRO || a->count != 1 || a->terms[0].nletters != 1 ||
        a->terms[0].nfactors > 0 ||
        !expr_is_call(a->terms[0].letters[0].atom, FN_ROWNORM2))
        return false;
    const struct expr *rows = a->terms[0].letters[0].atom->kids[0];
    *out = norm_form(n, fn, normal_build(n, rows));
    return true;
}

/* ---- joined matrices ---- */

/* The larger of two values >= 0, also where one is a multiple of the other. */
static const form *larger(struct normalizer *n, const form *a, const form *b)
{
    if (form_is_zero(a) || form_is_zero(b))
        return form_is_zero(a) ? b : a;
    if (a->count != 1 || b->count != 1 ||
        term_compare(&a->terms[0], &b->terms[0]) != 0)
        return call_pair(n, FN_MAX2, a, b);
    return mpq_cmp(a->terms[0].coefficient->q, b->terms[0].coefficient->q) < 0
               ? b
               : a;
}

/* The largest of the parts' norms. */
static const form *largest_norm(struct normalizer *n, enum function fn,
                                const form *const *parts, size_t count)
{
    const form *most = form_zero(n, n->one, n->one);
    for (size_t i = 0; i < count && !n->failed; i++)
        most = larger(n, most, norm_form(n, fn, parts[i]));
    return most;
}

/* The parts are c[i] * A, given |c[i]|, up to signs; false: they are not. */
static bool are_multiples(struct normalizer *n, const form *const *parts,
                          size_t count, const form **sizes, const form **a)
{
    const struct expr *same = NULL;
    for (size_t i = 0; i < count && !n->failed; i++) {
        term content;
        const form *rest;
        sizes[i] = form_zero(n, n->one, n->one);
        if (form_is_zero(parts[i]))
            continue;
        normal_scalar_content(n, parts[i], false, &content, &rest);
        rest = form_leads_negative(rest) ? form_neg(n, rest) : rest;
        sizes[i] = call_content_size(n, &content);
        *a = rest;
        if (same && same != print_form(n, rest))
            return false;
        same = print_form(n, rest);
    }
    return same != NULL;
}

/* N(kron(c, A)) = N(c) * N(A), c a column with entries of these sizes */
static bool multiples_norm(struct normalizer *n, enum function fn,
                           const form *const *parts, size_t count,
                           const form **out)
{
    const form *sizes[NORMAL_MAX_PIECES], *a = NULL;
    if (!are_multiples(n, parts, count, sizes, &a))
        return false;
    const form *sum = form_zero(n, n->one, n->one), *squares = sum, *most = sum;
    for (size_t i = 0; i < count; i++) {
        sum = form_add(n, sum, sizes[i]);
        squares = form_add(n, squares, form_mul(n, sizes[i], sizes[i]));
        most = larger(n, most, sizes[i]);
    }
    if (fn == FN_NORM1)
        *out = sum;
    else if (fn == FN_NORM1INF)
        *out = normal_scalar_sqrt(n, form_mul(n, sum, most));
    else
        *out = normal_scalar_sqrt(n, squares);
    *out = form_mul(n, *out, norm_form(n, fn, a));
    return true;
}

/* B where a = S'B for k > 0 rows S of an identity: B among rows of zeros. */
static const form *without_zero_rows(struct normalizer *n, const form *a)
{
    const struct dim *lo, *hi, *size;
    for (size_t i = 0; i < a->count; i++) {
        const term *t = &a->terms[i];
        if (t->nletters == 0 || !t->letters[0].flip ||
            t->letters[0].atom != a->terms[0].letters[0].atom)
            return a;
    }
    letter rows = a->count > 0 ? a->terms[0].letters[0] : (letter){0};
    rows.flip = false;
    if (!rows.atom || rows.atom->op != EX_SLICE ||
        !block_read(n, rows, &lo, &hi, &size) ||
        !normal_certainly_nonnegative(n, dim_sub(n->dims, hi, lo)))
        return a;
    return form_mul(n, form_atom(n, rows.atom), a);
}

/* Whether all words of each part end with one letter, no other part's. */
static bool end_apart(const form *const *parts, size_t count)
{
    letter last[NORMAL_MAX_PIECES];
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < parts[i]->count; k++) {
            const term *t = &parts[i]->terms[k];
            if (t->nletters == 0)
                return false;
            const letter l = t->letters[t->nletters - 1];
            if (k > 0 && (l.atom != last[i].atom || l.flip != last[i].flip))
                return false;
            last[i] = l;
            for (size_t j = 0; j < i; j++)
                if (last[j].atom == l.atom && last[j].flip == l.flip)
                    return false;
        }
    return true;
}

/*
 * Columns of hcat(A, B) are those of A and B; entries of vcat(A, B) too.  The
 * other norms of joined matrices are known where these are multiples of one,
 * norm2 where they share no column.
 */
static bool norm_of_stack(struct normalizer *n, enum function fn, const form *a,
                          const form **out)
{
    const form *below[NORMAL_MAX_PIECES], *beside[NORMAL_MAX_PIECES];
    size_t cols = pieces_read(n, form_flip(n, a), false, beside);
    size_t rows = cols && fn == FN_NORM1 ? 0 : pieces_read(n, a, false, below);
    const bool apart = rows && cols && fn == FN_NORM2 && end_apart(below, rows);
    cols = rows ? 0 : cols;
    if (n->failed || (rows == 0 && cols == 0))
        return false;
    for (size_t i = 0; i < cols; i++)
        beside[i] = form_flip(n, beside[i]);
    if (fn != FN_NORMMAX && (rows > 0 || fn != FN_NORM1) && !apart)
        return multiples_norm(n, fn, rows ? below : beside, rows ? rows : cols,
                              out);
    *out = largest_norm(n, fn, rows ? below : beside, rows ? rows : cols);
    return true;
}

/*
 * norm(c*A) = |c|*norm(A); norminf(A) = norm1(A'), the others keep A'; of a
 * row or column the singular value is its length, of a row norm1 is normmax.
 */
static const form *norm_form(struct normalizer *n, enum function fn,
                             const form *a)
{
    term content;
    const form *rest;
    bool minus, flip;
    a = without_zero_rows(n, a);
    a = form_flip(n, without_zero_rows(n, form_flip(n, a)));
    if (form_is_scalar(a))
        return normal_scalar_abs(n, a);
    if (form_is_zero(a) || n->failed)
        return form_zero(n, n->one, n->one);
    if (fn == FN_NORMINF) {
        fn = FN_NORM1;
        a = form_flip(n, a);
    }
    if (fn == FN_NORM2 || fn == FN_NORMFRO || fn == FN_NORMNUC) {
        a = form_flip(n, without_rotation(n, form_flip(n, a)));
        a = without_rotation(n, a);
    }
    if ((fn == FN_NORM2 || fn == FN_NORMNUC) &&
        (dim_is_one(a->rows) || dim_is_one(a->cols)))
        fn = FN_NORMFRO;
    if (fn == FN_NORM1 && dim_is_one(a->rows))
        fn = FN_NORMMAX;
    normal_scalar_content(n, a, false, &content, &rest);
    const form *known;
    if (norm_of_ones(n, fn, rest, &known) ||
        norm_of_unit(n, fn, rest, &known) ||
        norm_of_diagonal(n, fn, rest, &known) ||
        norm_of_rows(n, fn, rest, &known) || norm_of_stack(n, fn, rest, &known))
        return form_mul(n, call_content_size(n, &content), known);
    const form *left, *right; /* those of Kronecker products are products */
    if (kron_read(n, rest, &left, &right) ||
        (is_all_ones(rest) && outer_read(n, rest, &left, &right)))
        return form_mul(
            n, call_content_size(n, &content),
            form_mul(n, norm_form(n, fn, left), norm_form(n, fn, right)));
    const struct expr *kid = call_first_of_four(n, rest, &minus, &flip);
    if (fn == FN_NORM1 && flip)
        kid = first_made(n, rest, form_neg(n, rest));
    return form_mul(n, call_content_size(n, &content),
                    call_one(n, fn, n->one, n->one, kid));
}

/* A scalar function that takes A and A' alike. */
static const form *either_way(struct normalizer *n, enum function fn,
                              const form *a)
{
    return call_one(n, fn, n->one, n->one, first_made(n, a, form_flip(n, a)));
}

/* rank(0) = 0; rank(kron(A, B)) = rank(A)*rank(B); rotations keep the rank */
static const form *rank_form(struct normalizer *n, const form *a)
{
    const form *x, *y;
    if (form_is_zero(a))
        return form_zero(n, n->one, n->one);
    a = form_flip(n, without_rotation(n, form_flip(n, a)));
    a = without_rotation(n, a);
    if (kron_read(n, a, &x, &y) && !n->failed)
        return form_mul(n, rank_form(n, x), rank_form(n, y));
    return either_way(n, FN_RANK, a);
}

/* ---- spreads ---- */

/*
 * minres and diameter do not see 1*b' added to A, and scale with it: the
 * minimum over x of N(A + 1*b' - 1*x') is that over x - b.
 */
static const form *spread_form(struct normalizer *n, enum function fn,
                               const form *a)
{
    term content;
    const form *kept, *shift, *rest;
    if (dim_is_one(a->rows))
        return form_zero(n, n->one, n->one);
    call_take_shift(n, form_flip(n, a), &kept, &shift);
    if (form_is_zero(kept))
        return form_zero(n, n->one, n->one);
    if (fn == FN_DIAMETER)
        kept = without_rotation(n, kept);
    normal_scalar_content(n, form_flip(n, kept), false, &content, &rest);
    return form_mul(n, call_content_size(n, &content),
                    call_one(n, fn, n->one, n->one,
                             first_made(n, rest, form_neg(n, rest))));
}

/* x where a = diag(x); NULL: it is no such. */
static const struct expr *diagonal_read(const form *a)
{
    const term *t = a->terms;
    return a->count == 1 && t->nletters == 1 && t->nfactors == 0 &&
                   mpq_cmp_ui(t->coefficient->q, 1, 1) == 0 &&
                   expr_is_call(t->letters[0].atom, FN_DIAG)
               ? t->letters[0].atom->kids[0]
               : NULL;
}

/* B where a = diag(x)*B; NULL: it is no such. */
static const form *scaled_rows(struct normalizer *n, const form *a,
                               const struct expr **x)
{
    const form *rest = form_zero(n, a->rows, a->cols);
    for (size_t i = 0; i < a->count && !n->failed; i++) {
        term t = a->terms[i];
        if (t.nletters < 2 || !expr_is_call(t.letters[0].atom, FN_DIAG) ||
            (i > 0 && t.letters[0].atom->kids[0] != *x))
            return NULL;
        *x = t.letters[0].atom->kids[0];
        t.letters++;
        t.nletters--;
        rest = form_add(n, rest, form_term(n, &t, a->rows, a->cols));
    }
    return a->count > 0 ? rest : NULL;
}

/*
 * The norms of the rows: of A*Q for orthogonal Q those of A, of diag(x) they
 * are abs(x), of diag(x)*A those of A times abs(x).
 */
static const form *rownorm_form(struct normalizer *n, const form *a)
{
    if (dim_is_one(a->rows))
        return norm_form(n, FN_NORMFRO, a);
    a = form_flip(n, without_rotation(n, form_flip(n, a)));
    const struct expr *scale = NULL;
    const form *rows = scaled_rows(n, a, &scale);
    if (rows && !n->failed)
        return dot_product(n, call_entrywise(n, FN_ABS, normal_build(n, scale)),
                           rownorm_form(n, rows));
    const form *x, *y;
    if (diagonal_read(a))
        return call_entrywise(n, FN_ABS, normal_build(n, diagonal_read(a)));
    if (outer_read(n, a, &x, &y))
        return form_mul(n, norm_form(n, FN_NORMFRO, y),
                        call_entrywise(n, FN_ABS, x));
    return call_one(n, FN_ROWNORM2, a->rows, n->one, print_form(n, a));
}

const form *norm_call(struct normalizer *n, enum function fn, const form *a)
{
    if (is_norm(fn))
        return norm_form(n, fn, a);
    if (fn == FN_ROWNORM2)
        return rownorm_form(n, a);
    if (fn == FN_DIAMETER || fn == FN_MINRES1 || fn == FN_MINRESINF ||
        fn == FN_MINRES1INF)
        return spread_form(n, fn, a);
    if (fn == FN_MAX || fn == FN_MIN)
        return extreme_form(n, fn, a);
    if (fn == FN_ROWMAX || fn == FN_ROWMIN)
        return row_extremes(n, fn, a);
    if (fn == FN_COLMAX || fn == FN_COLMIN)
        return form_flip(
            n, row_extremes(n, fn == FN_COLMAX ? FN_ROWMAX : FN_ROWMIN,
                            form_flip(n, a)));
    return fn == FN_RANK ? rank_form(n, a) : NULL;
}
