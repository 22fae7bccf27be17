/* Functions: what they expand to, and what they keep. */
#include "logic/normal_internal.h"

const form *call_ones(struct normalizer *n, const struct dim *size)
{
    if (dim_is_one(size))
        return form_number(n, 1, 1);
    const struct expr *kid = print_dim(n, size);
    return form_atom(n, print_call(n, FN_ONES, size, n->one, &kid, 1));
}

static const form *ones_row(struct normalizer *n, const struct dim *size)
{
    return form_flip(n, call_ones(n, size));
}

static const form *divided(struct normalizer *n, const form *a,
                           const struct dim *by)
{
    return form_mul(n, normal_scalar_inverse(n, form_dim(n, by)), a);
}

/* ---- signs and transposes of arguments ---- */

const struct expr *call_first_of_four(struct normalizer *n, const form *a,
                                      bool *minus, bool *flip)
{
    const form *turned = form_flip(n, a);
    const struct expr *all[] = {print_form(n, a), print_form(n, form_neg(n, a)),
                                print_form(n, turned),
                                print_form(n, form_neg(n, turned))};
    size_t best = 0;
    for (size_t i = 1; i < 4; i++)
        if (all[i]->id < all[best]->id)
            best = i;
    *minus = best % 2 == 1;
    *flip = best >= 2;
    return all[best];
}

static const form *one_call(struct normalizer *n, enum function fn,
                            const struct dim *rows, const struct dim *cols,
                            const struct expr *kid)
{
    return letter_form(n, print_call(n, fn, rows, cols, &kid, 1));
}

/* ---- equal rows ---- */

bool call_rows_equal(const form *a)
{
    for (size_t i = 0; i < a->count; i++) {
        const term *t = &a->terms[i];
        if (t->nletters == 0 || t->letters[0].flip ||
            !word_is_ones(t->letters[0].atom))
            return false;
    }
    return a->count > 0;
}

const form *call_first_row(struct normalizer *n, const form *a)
{
    struct pile pile = {0};
    for (size_t i = 0; i < a->count; i++) {
        term t = a->terms[i];
        t.letters++;
        t.nletters--;
        pile_add(n, &pile, &t);
    }
    return form_collect(n, &pile, n->one, a->cols);
}

/* ---- entry by entry ---- */

bool call_is_entrywise(enum function fn)
{
    return fn == FN_ABS || fn == FN_EXP || fn == FN_LOG || fn == FN_SQRT ||
           fn == FN_SIN || fn == FN_COS || fn == FN_TANH || fn == FN_ERF ||
           fn == FN_RELU || fn == FN_SIGN;
}

static bool is_odd(enum function fn)
{
    return fn == FN_SIN || fn == FN_TANH || fn == FN_ERF || fn == FN_SIGN;
}

static bool is_even(enum function fn)
{
    return fn == FN_ABS || fn == FN_COS;
}

static bool keeps_zero(enum function fn)
{
    return is_odd(fn) || fn == FN_ABS || fn == FN_SQRT || fn == FN_RELU;
}

/* f(-A) = f(A) or -f(A); f(A') = f(A)' */
static const form *signed_call(struct normalizer *n, enum function fn,
                               const form *a)
{
    bool minus, flip;
    const struct expr *kid = call_first_of_four(n, a, &minus, &flip);
    const form *f =
        form_atom(n, print_call(n, fn, kid->rows, kid->cols, &kid, 1));
    if (flip)
        f = form_flip(n, f);
    return minus && is_odd(fn) ? form_neg(n, f) : f;
}

/* The scalar |content|. */
static const form *content_size(struct normalizer *n, const term *content)
{
    return normal_scalar_abs(n, form_term(n, content, n->one, n->one));
}

/* Whether all entries of the letter are >= 0. */
static bool has_nonnegative_entries(struct normalizer *n, const struct expr *e)
{
    if (e->op == EX_GIVEN) {
        enum given_kind kind = n->theorem->givens[e->decl].kind;
        return kind == GIVEN_STOCHASTIC || kind == GIVEN_NONNEG;
    }
    return e->op == EX_CALL &&
           (e->fn == FN_ABS || e->fn == FN_EXP || e->fn == FN_RELU ||
            e->fn == FN_SQRT || e->fn == FN_SOFTMAX || e->fn == FN_UNIT ||
            e->fn == FN_ONES || e->fn == FN_ROWNORM2);
}

/* |u*v'| = |u|*|v'|, |A| = A where A >= 0 */
static bool abs_of_word(struct normalizer *n, const form *a, const form **out)
{
    size_t cut;
    if (a->count != 1)
        return false;
    const term *t = &a->terms[0];
    if (t->nletters == 0 ||
        (t->nletters == 1 && has_nonnegative_entries(n, t->letters[0].atom))) {
        *out = t->nletters == 0 ? form_identity(n, a->rows)
                                : word_form(n, t->letters, 1, a->rows, a->cols);
        return true;
    }
    if (!word_cut(t->letters, t->nletters, &cut))
        return false;
    *out =
        form_mul(n,
                 call_entrywise(n, FN_ABS,
                                word_form(n, t->letters, cut, a->rows, n->one)),
                 call_entrywise(n, FN_ABS,
                                word_form(n, t->letters + cut,
                                          t->nletters - cut, n->one, a->cols)));
    return true;
}

static const form *abs_matrix(struct normalizer *n, const form *a)
{
    term content;
    const form *rest, *size;
    normal_scalar_content(n, a, false, &content, &rest);
    if (!abs_of_word(n, rest, &size))
        size = signed_call(n, FN_ABS, rest);
    return form_mul(n, content_size(n, &content), size);
}

/* f(c*A) = c*f(A) or sqrt(c)*f(A) for c > 0 */
static const form *homogeneous(struct normalizer *n, enum function fn,
                               const form *a)
{
    term content;
    const form *rest;
    normal_scalar_content(n, a, true, &content, &rest);
    const form *c = form_term(n, &content, n->one, n->one);
    c = fn == FN_SQRT ? normal_scalar_sqrt(n, c) : c;
    return form_mul(n, c,
                    one_call(n, fn, a->rows, a->cols, print_form(n, rest)));
}

/* f(1*r') = 1*f(r'), f(u*1') = f(u)*1' */
static bool equal_rows(struct normalizer *n, enum function fn, const form *a,
                       const form **out)
{
    const form *turned = form_flip(n, a);
    bool rows = call_rows_equal(a);
    if (!rows && !call_rows_equal(turned))
        return false;
    const form *row = call_first_row(n, rows ? a : turned);
    *out = form_mul(n, call_ones(n, rows ? a->rows : a->cols),
                    call_entrywise(n, fn, row));
    if (!rows)
        *out = form_flip(n, *out);
    return true;
}

/* f of matrices joined below or beside each other. */
static bool entries_by_pieces(struct normalizer *n, enum function fn,
                              const form *a, const form **out)
{
    bool zero = keeps_zero(fn);
    if (by_pieces(n, a, zero, call_entrywise, fn, out))
        return true;
    if (!by_pieces(n, form_flip(n, a), zero, call_entrywise, fn, out))
        return false;
    *out = form_flip(n, *out);
    return true;
}

const form *call_entrywise(struct normalizer *n, enum function fn,
                           const form *a)
{
    if (n->failed || (form_is_zero(a) && keeps_zero(fn)))
        return a;
    bool scalar = form_is_scalar(a);
    const form *rows;
    if (!scalar &&
        (equal_rows(n, fn, a, &rows) || entries_by_pieces(n, fn, a, &rows)))
        return rows;
    if (scalar && fn == FN_ABS)
        return normal_scalar_abs(n, a);
    if (scalar && fn == FN_SQRT)
        return normal_scalar_sqrt(n, a);
    if (scalar && fn == FN_EXP)
        return normal_scalar_exp(n, a);
    if (fn == FN_ABS)
        return abs_matrix(n, a);
    if (is_odd(fn) || is_even(fn))
        return signed_call(n, fn, a);
    if (fn == FN_RELU || fn == FN_SQRT)
        return homogeneous(n, fn, a);
    return one_call(n, fn, a->rows, a->cols, print_form(n, a));
}

/* ---- norms ---- */

static bool is_norm(enum function fn)
{
    return fn == FN_NORM1 || fn == FN_NORMINF || fn == FN_NORM1INF ||
           fn == FN_NORM2 || fn == FN_NORMFRO || fn == FN_NORMMAX ||
           fn == FN_NORMNUC;
}

/* norm(c*A) = |c|*norm(A); norminf(A) = norm1(A'), the others keep A'. */
static const form *norm_form(struct normalizer *n, enum function fn,
                             const form *a)
{
    term content;
    const form *rest;
    bool minus, flip;
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
    normal_scalar_content(n, a, false, &content, &rest);
    const form *left, *right; /* those of Kronecker products are products */
    if (kron_read(n, rest, &left, &right))
        return form_mul(
            n, content_size(n, &content),
            form_mul(n, norm_form(n, fn, left), norm_form(n, fn, right)));
    const struct expr *kid = call_first_of_four(n, rest, &minus, &flip);
    if (fn == FN_NORM1 && flip) {
        const struct expr *x = print_form(n, rest);
        const struct expr *y = print_form(n, form_neg(n, rest));
        kid = x->id < y->id ? x : y;
    }
    return form_mul(n, content_size(n, &content),
                    one_call(n, fn, n->one, n->one, kid));
}

/* A scalar function that takes A and A' alike. */
static const form *either_way(struct normalizer *n, enum function fn,
                              const form *a)
{
    const struct expr *x = print_form(n, a);
    const struct expr *y = print_form(n, form_flip(n, a));
    return one_call(n, fn, n->one, n->one, x->id < y->id ? x : y);
}

/* rank(kron(A, B)) = rank(A)*rank(B) */
static const form *rank_form(struct normalizer *n, const form *a)
{
    const form *x, *y;
    if (kron_read(n, a, &x, &y) && !n->failed)
        return form_mul(n, rank_form(n, x), rank_form(n, y));
    return either_way(n, FN_RANK, a);
}

/* det(kron(A, B)) = det(A)^q * det(B)^p for A of p rows, B of q, both square */
static const form *det_form(struct normalizer *n, const form *a)
{
    const form *x, *y;
    if (!kron_read(n, a, &x, &y) || x->rows != x->cols || n->failed)
        return either_way(n, FN_DET, a);
    return form_mul(
        n, normal_scalar_power(n, det_form(n, x), form_dim(n, y->rows)),
        normal_scalar_power(n, det_form(n, y), form_dim(n, x->rows)));
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
    const struct expr *x = print_form(n, rest);
    const struct expr *y = print_form(n, form_neg(n, rest));
    return form_mul(n, content_size(n, &content),
                    one_call(n, fn, n->one, n->one, x->id < y->id ? x : y));
}

/* The norms of the rows: of A*Q for orthogonal Q those of A. */
static const form *rownorm_form(struct normalizer *n, const form *a)
{
    if (dim_is_one(a->rows))
        return norm_form(n, FN_NORMFRO, a);
    a = form_flip(n, without_rotation(n, form_flip(n, a)));
    return one_call(n, FN_ROWNORM2, a->rows, n->one, print_form(n, a));
}

/* ---- dispatch ---- */

static const form *res_form(struct normalizer *n, const form *a)
{
    const form *mean =
        divided(n, form_mul(n, ones_row(n, a->rows), a), a->rows);
    return form_sub(n, a, form_mul(n, call_ones(n, a->rows), mean));
}

static const form *row_sums(struct normalizer *n, const form *a)
{
    return form_mul(n, a, call_ones(n, a->cols));
}

static const form *col_sums(struct normalizer *n, const form *a)
{
    return form_mul(n, ones_row(n, a->rows), a);
}

static const form *sizes_call(struct normalizer *n, const struct expr *e)
{
    if (e->fn == FN_EYE)
        return form_identity(n, e->rows);
    if (e->fn == FN_UNIT)
        return block_unit(n, e->rows, index_dim(n, e->kids[1]));
    if (e->fn == FN_ZEROS)
        return form_zero(n, e->rows, e->cols);
    return form_mul(n, call_ones(n, e->rows), ones_row(n, e->cols));
}

/* The larger, the smaller of two: order does not matter. */
static const form *pair_call(struct normalizer *n, const struct expr *e,
                             const struct expr *a, const struct expr *b)
{
    if (a == b)
        return normal_build(n, a);
    bool first = a->id < b->id;
    const struct expr *kids[] = {first ? a : b, first ? b : a};
    return letter_form(n, print_call(n, e->fn, e->rows, e->cols, kids, 2));
}

static const form *opaque_call(struct normalizer *n, const struct expr *e)
{
    const struct expr **kids = arena_array(n->arena, e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        kids[i] = normal_part(n, e->kids[i]);
    return form_atom(n, normal_rebuild(n, e, kids));
}

static const form *two_call(struct normalizer *n, const struct expr *e)
{
    const form *a = normal_build(n, e->kids[0]);
    const form *b = normal_build(n, e->kids[1]);
    if (e->fn == FN_KRON)
        return kron_form(n, a, b);
    if (e->fn == FN_SOFTMAX)
        return masked_softmax(n, a, b);
    if (e->fn == FN_MAX2 || e->fn == FN_MIN2)
        return pair_call(n, e, print_form(n, a), print_form(n, b));
    return opaque_call(n, e);
}

static const form *linear_call(struct normalizer *n, enum function fn,
                               const form *a)
{
    if (fn == FN_ROWSUM)
        return row_sums(n, a);
    if (fn == FN_ROWMEAN)
        return divided(n, row_sums(n, a), a->cols);
    if (fn == FN_COLSUM)
        return col_sums(n, a);
    if (fn == FN_COLMEAN)
        return divided(n, col_sums(n, a), a->rows);
    if (fn == FN_SUM)
        return row_sums(n, col_sums(n, a));
    if (fn == FN_MEAN)
        return divided(n, row_sums(n, col_sums(n, a)),
                       dim_mul(n->dims, a->rows, a->cols));
    if (fn == FN_DIAG)
        return diag_form(n, a);
    if (fn == FN_DIAGOF)
        return diagof_form(n, a);
    if (fn == FN_TRACE)
        return trace_form(n, a);
    return fn == FN_RES ? res_form(n, a) : NULL;
}

const form *build_call(struct normalizer *n, const struct expr *e)
{
    enum shape_rule rule = function_info(e->fn)->rule;
    if (rule == SHAPE_SIZES)
        return sizes_call(n, e);
    if (rule == SHAPE_HCAT || rule == SHAPE_VCAT)
        return block_join(n, e);
    if (e->count == 2)
        return two_call(n, e);
    const form *a = normal_build(n, e->kids[0]);
    const form *linear = linear_call(n, e->fn, a);
    if (linear)
        return linear;
    if (call_is_entrywise(e->fn))
        return call_entrywise(n, e->fn, a);
    if (is_norm(e->fn))
        return norm_form(n, e->fn, a);
    if (e->fn == FN_INV)
        return inverse_form(n, a);
    if (e->fn == FN_ROWNORM2)
        return rownorm_form(n, a);
    if (e->fn == FN_DIAMETER || e->fn == FN_MINRES1 || e->fn == FN_MINRESINF ||
        e->fn == FN_MINRES1INF)
        return spread_form(n, e->fn, a);
    if (e->fn == FN_SOFTMAX)
        return softmax_form(n, a);
    if (e->fn == FN_LOGSUMEXP)
        return logsumexp_form(n, a);
    if (e->fn == FN_MAX || e->fn == FN_MIN)
        return either_way(n, e->fn, a);
    if (e->fn == FN_DET)
        return det_form(n, a);
    if (e->fn == FN_RANK)
        return rank_form(n, a);
    return opaque_call(n, e);
}
