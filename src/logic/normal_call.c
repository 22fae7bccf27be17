/* Functions: what they expand to, and what they keep. */
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

const form *call_ones(struct normalizer *n, const struct dim *size)
{
    const form *units;
    if (dim_is_one(size))
        return form_number(n, 1, 1);
    if (entries_ones(n, size, &units))
        return units;
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

const form *call_one(struct normalizer *n, enum function fn,
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

const form *call_content_size(struct normalizer *n, const term *content)
{
    return normal_scalar_abs(n, form_term(n, content, n->one, n->one));
}

/* |u*v'| = |u|*|v'|, |kron(A, B)| = kron(|A|, |B|) */
static bool abs_of_word(struct normalizer *n, const form *a, const form **out)
{
    size_t cut;
    const form *x, *y;
    if (a->count != 1)
        return false;
    const term *t = &a->terms[0];
    if (kron_read(n, a, &x, &y) && !n->failed) {
        *out = kron_form(n, call_entrywise(n, FN_ABS, x),
                         call_entrywise(n, FN_ABS, y));
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

/* Of longer words and sums the search says so, where that leads on. */
static bool is_nonnegative_letter(struct normalizer *n, const form *a)
{
    return a->count == 1 && a->terms[0].nletters <= 1 &&
           form_has_nonnegative_entries(n, a);
}

static const form *abs_matrix(struct normalizer *n, const form *a)
{
    term content;
    const form *rest, *size;
    normal_scalar_content(n, a, false, &content, &rest);
    if (is_nonnegative_letter(n, rest))
        size = rest; /* |A| = A where A >= 0 */
    else if (!abs_of_word(n, rest, &size))
        size = signed_call(n, FN_ABS, rest);
    return form_mul(n, call_content_size(n, &content), size);
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
                    call_one(n, fn, a->rows, a->cols, print_form(n, rest)));
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

/* log(exp(A)) = A */
static bool exponent_of(struct normalizer *n, const form *a, const form **out)
{
    if (a->count != 1 || mpq_cmp_ui(a->terms[0].coefficient->q, 1, 1) != 0)
        return false;
    const term *t = &a->terms[0];
    bool scalar = t->nfactors == 1 && t->nletters == 0 && form_is_scalar(a) &&
                  t->factors[0].power == 1;
    if (!scalar && (t->nfactors > 0 || t->nletters != 1))
        return false;
    const struct expr *e = scalar ? t->factors[0].atom : t->letters[0].atom;
    if (!expr_is_call(e, FN_EXP))
        return false;
    *out = normal_build(n, e->kids[0]);
    *out = !scalar && t->letters[0].flip ? form_flip(n, *out) : *out;
    return true;
}

/* exp(log(A)) = A, exp(-log(A)) = 1 ./ A */
static bool exp_of_log(struct normalizer *n, const form *a, const form **out)
{
    const term *t = a->terms;
    int64_t k;
    if (a->count != 1 || t->nletters != 1 || t->nfactors > 0 ||
        !rational_is_int(t->coefficient, &k) || (k != 1 && k != -1) ||
        !expr_is_call(t->letters[0].atom, FN_LOG))
        return false;
    *out = normal_build(n, t->letters[0].atom->kids[0]);
    *out = t->letters[0].flip ? form_flip(n, *out) : *out;
    *out = k < 0 ? dot_inverse(n, *out) : *out;
    return true;
}

/* exp(A + u*1' + 1*v') = diag(exp(u))*exp(A)*diag(exp(v)) */
static bool shifted_exp(struct normalizer *n, const form *a, const form **out)
{
    const form *left, *right, *kept;
    call_take_shift(n, a, &kept, &left);
    call_take_shift(n, form_flip(n, kept), &kept, &right);
    if (n->failed || (form_is_zero(left) && form_is_zero(right)))
        return false;
    *out = call_entrywise(n, FN_EXP, form_flip(n, kept));
    if (form_is_zero(kept)) /* exp(0) = 1 */
        *out = form_mul(n, call_ones(n, a->rows),
                        form_flip(n, call_ones(n, a->cols)));
    if (!form_is_zero(left))
        *out = form_mul(n, diag_form(n, call_entrywise(n, FN_EXP, left)), *out);
    if (!form_is_zero(right))
        *out =
            form_mul(n, *out, diag_form(n, call_entrywise(n, FN_EXP, right)));
    return true;
}

/* log(softmax(A)) = A - logsumexp(A)*1' */
static bool log_of_softmax(struct normalizer *n, const form *a,
                           const form **out)
{
    const term *t = a->terms;
    if (a->count != 1 || t->nletters != 1 || t->nfactors > 0 ||
        mpq_cmp_ui(t->coefficient->q, 1, 1) != 0 ||
        !expr_is_call(t->letters[0].atom, FN_SOFTMAX) ||
        t->letters[0].atom->count != 1)
        return false;
    const form *logits = normal_build(n, t->letters[0].atom->kids[0]);
    const form *ones = form_flip(n, call_ones(n, logits->cols));
    *out = form_sub(n, logits, form_mul(n, logsumexp_form(n, logits), ones));
    *out = t->letters[0].flip ? form_flip(n, *out) : *out;
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
    if (scalar && fn == FN_LOG && form_is_one(a))
        return form_number(n, 0, 1);
    if (fn == FN_LOG &&
        (exponent_of(n, a, &rows) || (!scalar && log_of_softmax(n, a, &rows))))
        return rows;
    if (fn == FN_LOG && scalar && n->exponentials &&
        log_of_product(n, a, &rows))
        return rows;
    if (fn == FN_EXP && (exp_of_log(n, a, &rows) || shifted_exp(n, a, &rows)))
        return rows;
    if (fn == FN_ABS)
        return abs_matrix(n, a);
    if (is_odd(fn) || is_even(fn))
        return signed_call(n, fn, a);
    if (fn == FN_RELU || fn == FN_SQRT)
        return homogeneous(n, fn, a);
    return call_one(n, fn, a->rows, a->cols, print_form(n, a));
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
const form *call_pair(struct normalizer *n, enum function fn, const form *a,
                      const form *b)
{
    const struct expr *x = print_form(n, a), *y = print_form(n, b);
    if (x == y)
        return a;
    bool first = x->id < y->id, wide = expr_is_scalar(x);
    const struct expr *kids[] = {first ? x : y, first ? y : x};
    return letter_form(n, print_call(n, fn, wide ? b->rows : a->rows,
                                     wide ? b->cols : a->cols, kids, 2));
}

static const form *opaque_call(struct normalizer *n, const struct expr *e)
{
    const struct expr **kids = arena_array(n->arena, e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        kids[i] = normal_part(n, e->kids[i]);
    return form_atom(n, normal_rebuild(n, e, kids));
}

/*
 * max(a, c) = c + max(a - c, 0) for an integer a and a number c, and max(k, 0)
 * is how many integers lie in 1..k.
 */
static bool sizes_pair(struct normalizer *n, const struct expr *e,
                       const form **out)
{
    int64_t number;
    if (!expr_is_scalar(e->kids[0]) || !expr_is_scalar(e->kids[1]))
        return false;
    const struct dim *a = index_dim(n, e->kids[0]);
    const struct dim *c = index_dim(n, e->kids[1]);
    if (dim_is_constant(a, &number)) {
        const struct dim *other = a;
        a = c;
        c = other;
    }
    if (!dim_is_constant(c, &number) || dim_is_constant(a, &number) ||
        !index_is_whole(a))
        return false;
    const form *above = sum_count(n, dim_sub(n->dims, a, c));
    *out = e->fn == FN_MAX2 ? form_add(n, form_dim(n, c), above)
                            : form_sub(n, form_dim(n, a), above);
    return true;
}

static const form *two_call(struct normalizer *n, const struct expr *e)
{
    const form *out, *a = normal_build(n, e->kids[0]);
    const form *b = normal_build(n, e->kids[1]);
    if (e->fn == FN_KRON)
        return kron_form(n, a, b);
    if (e->fn == FN_SOFTMAX)
        return masked_softmax(n, a, b);
    if (e->fn == FN_MAX2 || e->fn == FN_MIN2)
        return sizes_pair(n, e, &out) ? out : call_pair(n, e->fn, a, b);
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
    const form *root;
    if (e->fn == FN_SQRT && gram_written(n, e->kids[0], &root))
        return root;
    const form *a = normal_build(n, e->kids[0]);
    const form *linear = linear_call(n, e->fn, a);
    if (linear)
        return linear;
    if (call_is_entrywise(e->fn))
        return call_entrywise(n, e->fn, a);
    if (e->fn == FN_INV)
        return inverse_form(n, a);
    if (e->fn == FN_SOFTMAX)
        return softmax_form(n, a);
    if (e->fn == FN_LOGSUMEXP)
        return logsumexp_form(n, a);
    if (e->fn == FN_DET)
        return det_form(n, a);
    const form *norm = norm_call(n, e->fn, a);
    return norm ? norm : opaque_call(n, e);
}
