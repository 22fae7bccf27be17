/*
 * The largest and the smallest entries, of all and of each row or column: what
 * they are of shifted, negated and joined matrices.
 */
#include "logic/normal_lift.h"

static bool is_largest(enum function fn)
{
    return fn == FN_MAX || fn == FN_ROWMAX || fn == FN_COLMAX;
}

/* The smallest of -A is minus the largest of A. */
static enum function opposite(enum function fn)
{
    static const enum function pairs[][2] = {
        {FN_MAX, FN_MIN}, {FN_ROWMAX, FN_ROWMIN}, {FN_COLMAX, FN_COLMIN}};
    size_t i = 0;
    while (pairs[i][0] != fn && pairs[i][1] != fn)
        i++;
    return pairs[i][pairs[i][0] == fn];
}

static enum function pair_function(enum function fn)
{
    return is_largest(fn) ? FN_MAX2 : FN_MIN2;
}

/* max(A + c*ones) = max(A) + c */
static void take_constant(struct normalizer *n, const form *a,
                          const form **kept, const form **constant)
{
    struct pile keep = {0}, take = {0};
    for (size_t i = 0; i < a->count; i++) {
        term t = a->terms[i];
        bool ones = t.nletters > 0;
        for (size_t k = 0; k < t.nletters; k++)
            ones = ones && word_is_ones(t.letters[k].atom);
        if (ones)
            t.nletters = 0;
        pile_add(n, ones ? &take : &keep, &t);
    }
    *kept = form_collect(n, &keep, a->rows, a->cols);
    *constant = form_collect(n, &take, n->one, n->one);
}

/* max(rowmax(A)) = max(colmax(A)) = max(A) */
static bool of_extremes(struct normalizer *n, enum function fn, const form *a,
                        const form **out)
{
    const term *t = a->terms;
    if (a->count != 1 || t->nletters != 1 || t->nfactors > 0 ||
        mpq_cmp_ui(t->coefficient->q, 1, 1) != 0)
        return false;
    const struct expr *e = t->letters[0].atom;
    if (!expr_is_call(e, fn == FN_MAX ? FN_ROWMAX : FN_ROWMIN) &&
        !expr_is_call(e, fn == FN_MAX ? FN_COLMAX : FN_COLMIN))
        return false;
    *out = extreme_form(n, fn, normal_build(n, e->kids[0]));
    return true;
}

/*
 * a = number * rest; scalars other than numbers stay, since bounds are assumed
 * of max(A / sqrt(d)) as it is written.
 */
static const form *take_number(struct normalizer *n, const form *a,
                               const form **rest)
{
    term content;
    normal_scalar_content(n, a, true, &content, rest);
    content.nfactors = 0;
    const term inverse = term_inverse(n, &content);
    *rest = form_mul(n, form_term(n, &inverse, n->one, n->one), a);
    return form_term(n, &content, n->one, n->one);
}

/* max(c*A) = c*max(A) for c > 0, max(-A) = -min(A), max(A') = max(A) */
static const form *whole_atom(struct normalizer *n, enum function fn,
                              const form *a)
{
    const form *rest, *out;
    bool minus, flip;
    const form *number = take_number(n, a, &rest);
    const struct expr *kid = call_first_of_four(n, rest, &minus, &flip);
    out = call_one(n, minus ? opposite(fn) : fn, n->one, n->one, kid);
    return form_mul(n, number, minus ? form_neg(n, out) : out);
}

/* max(1*r') = max(r'), of equal columns likewise */
static bool of_equal_rows(struct normalizer *n, enum function fn, const form *a,
                          const form **out)
{
    for (int way = 0; way < 2 && !n->failed; way++) {
        if (!dim_is_one(a->rows) && call_rows_equal(a)) {
            *out = extreme_form(n, fn, call_first_row(n, a));
            return true;
        }
        a = form_flip(n, a);
    }
    return false;
}

const form *extreme_form(struct normalizer *n, enum function fn, const form *a)
{
    const form *parts[NORMAL_MAX_PIECES], *kept, *constant, *out;
    if (form_is_scalar(a) || n->failed)
        return form_is_scalar(a) ? a : form_zero(n, n->one, n->one);
    take_constant(n, a, &kept, &constant);
    if (form_is_zero(kept))
        return constant;
    if (of_equal_rows(n, fn, kept, &out))
        return form_add(n, out, constant);
    size_t count = pieces_read(n, kept, false, parts);
    if (count == 0)
        count = pieces_read(n, form_flip(n, kept), false, parts);
    if (count == 0)
        count = pieces_beside_zeros(n, kept, parts);
    if (count == 0)
        count = pieces_beside_zeros(n, form_flip(n, kept), parts);
    if (count == 0 || n->failed) {
        if (!of_extremes(n, fn, kept, &out))
            out = whole_atom(n, fn, kept);
    } else {
        out = extreme_form(n, fn, parts[0]);
        for (size_t i = 1; i < count; i++)
            out = call_pair(n, pair_function(fn), out,
                            extreme_form(n, fn, parts[i]));
    }
    return form_add(n, out, constant);
}

/* Of each row; of A' they are those of the columns of A. */
static const form *row_atom(struct normalizer *n, enum function fn,
                            const form *a)
{
    const form *rest, *out;
    bool minus, flip;
    const form *number = take_number(n, a, &rest);
    const struct expr *kid = call_first_of_four(n, rest, &minus, &flip);
    if (minus)
        fn = opposite(fn);
    if (flip) {
        fn = fn == FN_ROWMAX ? FN_COLMAX : FN_COLMIN;
        out = form_flip(n, call_one(n, fn, n->one, a->rows, kid));
    } else {
        out = call_one(n, fn, a->rows, n->one, kid);
    }
    return form_mul(n, number, minus ? form_neg(n, out) : out);
}

const form *row_extremes(struct normalizer *n, enum function fn, const form *a)
{
    const form *parts[NORMAL_MAX_PIECES], *kept, *shift, *out;
    if (dim_is_one(a->cols) || n->failed)
        return a;
    if (dim_is_one(a->rows))
        return extreme_form(n, fn == FN_ROWMAX ? FN_MAX : FN_MIN, a);
    call_take_shift(n, a, &kept, &shift);
    if (form_is_zero(kept))
        return shift;
    if (!n->failed && by_pieces(n, kept, false, row_extremes, fn, &out))
        return form_add(n, out, shift);
    size_t count =
        pieces_read(n, form_flip(n, kept), !dim_is_one(kept->rows), parts);
    if (count == 0)
        count = pieces_beside_zeros(n, form_flip(n, kept), parts);
    if (count == 0 || n->failed)
        return form_add(n, row_atom(n, fn, kept), shift);
    out = row_extremes(n, fn, form_flip(n, parts[0]));
    for (size_t i = 1; i < count; i++)
        out = call_pair(n, pair_function(fn), out,
                        row_extremes(n, fn, form_flip(n, parts[i])));
    return form_add(n, out, shift);
}
