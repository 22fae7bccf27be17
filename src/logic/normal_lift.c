/*
 * Index forms over all rows at once: max(i in 1..n, |u[i]|) is max(abs(u)).
 *
 * A scalar that depends on i by unit(n, i) alone is entry i of a column that
 * is free of i; the form over i in 1..n is one of that column.
 */
#include "logic/normal_lift.h"

/* The whole range 1..n of unit vectors unit(n, s). */
static bool lift_form(struct normalizer *n, const form *a,
                      const struct sum_range *r, const form **column);

/* A with e = unit(s)'*A, or e = A'*unit(s) (`turned`); false: it is no such. */
static bool row_of(struct normalizer *n, const struct expr *e,
                   const struct sum_range *r, const form **a, bool *turned)
{
    const letter *w;
    size_t count;
    if (!word_read(n, e, &w, &count) || count < 2)
        return false;
    *turned = units_end(n, w, count, r);
    if (!*turned) {
        w = word_flip(n, w, count);
        if (!units_end(n, w, count, r))
            return false;
    }
    *a = form_flip(n, word_form(n, w, count - 1, *turned ? e->rows : e->cols,
                                letter_rows(w[count - 1])));
    return true;
}

/* N(unit(s)'*A), N(A'*unit(s)) for functions of one row. */
static bool lift_of_row(struct normalizer *n, const struct expr *e,
                        const struct sum_range *r, const form **column)
{
    bool turned;
    const form *a;
    if (e->count != 1 || !row_of(n, e->kids[0], r, &a, &turned))
        return false;
    if (e->fn == FN_MAX || e->fn == FN_MIN)
        *column = row_extremes(n, e->fn == FN_MAX ? FN_ROWMAX : FN_ROWMIN, a);
    else if (e->fn == FN_NORMFRO)
        *column = norm_call(n, FN_ROWNORM2, a);
    else if (e->fn == FN_NORMMAX || (e->fn == FN_NORM1 && !turned))
        *column = row_extremes(n, FN_ROWMAX, call_entrywise(n, FN_ABS, a));
    else if (e->fn == FN_NORM1)
        *column =
            form_mul(n, call_entrywise(n, FN_ABS, a), call_ones(n, a->cols));
    else
        return false;
    return true;
}

/* unit(s)'*A*unit(s), A free of s: the diagonal of A. */
static bool diagonal_of(struct normalizer *n, const struct expr *e,
                        const struct sum_range *r, const form **column)
{
    const letter *w;
    size_t count;
    if (!word_read(n, e, &w, &count) || count < 3 || !w[0].flip ||
        w[0].atom != w[count - 1].atom || !units_end(n, w + 1, count - 1, r))
        return false;
    *column = diagof_form(n, word_form(n, w + 1, count - 2, letter_rows(w[1]),
                                       letter_cols(w[count - 2])));
    return true;
}

/* x'*f(A'*unit(s)), x free of s: entry s of f(A)*x. */
static bool weighted_row(struct normalizer *n, const struct expr *e,
                         const struct sum_range *r, const form **column)
{
    const letter *w;
    const form *a;
    size_t count;
    bool turned;
    if (e->op != EX_MATMUL || !word_read(n, e, &w, &count))
        return false;
    for (int way = 0; way < 2; way++) {
        const letter f = w[count - 1];
        bool fits = f.atom->op == EX_CALL && f.atom->count == 1 &&
                    call_is_entrywise(f.atom->fn) &&
                    row_of(n, f.atom->kids[0], r, &a, &turned) &&
                    turned != f.flip;
        for (size_t i = 0; i + 1 < count; i++)
            fits = fits && !expr_has_free(w[i].atom, r->s);
        if (fits) {
            const form *x = word_form(n, w, count - 1, n->one, a->cols);
            *column =
                form_mul(n, call_entrywise(n, f.atom->fn, a), form_flip(n, x));
            return true;
        }
        w = word_flip(n, w, count);
    }
    return false;
}

static bool lift_atom(struct normalizer *n, const struct expr *e,
                      const struct sum_range *r, const form **column)
{
    const form *row;
    if (!normal_spend(n))
        return false;
    if (!expr_has_free(e, r->s)) {
        *column = form_mul(n, normal_build(n, e), call_ones(n, r->hi));
        return true;
    }
    if (unit_row(n, (factor){e, 1}, r, &row)) {
        *column = form_flip(n, row);
        return true;
    }
    if (diagonal_of(n, e, r, column) || weighted_row(n, e, r, column))
        return true;
    if (e->op != EX_CALL)
        return false;
    if (!call_is_entrywise(e->fn))
        return lift_of_row(n, e, r, column);
    if (e->count != 1 || !expr_is_scalar(e->kids[0]) ||
        !lift_form(n, normal_build(n, e->kids[0]), r, column))
        return false;
    *column = call_entrywise(n, e->fn, *column);
    return true;
}

static bool lift_term(struct normalizer *n, const term *t,
                      const struct sum_range *r, const form **column)
{
    const form *one;
    *column =
        form_mul(n, form_rational(n, t->coefficient->q), call_ones(n, r->hi));
    for (size_t i = 0; i < t->nfactors; i++) {
        long power = t->factors[i].power;
        if (power > NORMAL_MAX_POWER || power < -NORMAL_MAX_POWER ||
            !lift_atom(n, t->factors[i].atom, r, &one))
            return false;
        if (power < 0)
            one = dot_inverse(n, one);
        for (long k = power < 0 ? -power : power; k > 0; k--)
            *column = dot_product(n, *column, one);
    }
    return t->nletters == 0;
}

static bool lift_form(struct normalizer *n, const form *a,
                      const struct sum_range *r, const form **column)
{
    const form *part;
    if (!form_is_scalar(a) || n->failed)
        return false;
    *column = form_zero(n, r->hi, n->one);
    for (size_t i = 0; i < a->count; i++) {
        if (!lift_term(n, &a->terms[i], r, &part))
            return false;
        *column = form_add(n, *column, part);
    }
    return !n->failed;
}

/* The range is all of 1..n for a size n, so that it has a value. */
static bool is_whole_range(struct normalizer *n, const struct sum_range *r)
{
    return r->lo == n->one && !dim_is_one(r->hi) && index_is_whole(r->hi) &&
           !sum_may_be_empty(n, r->lo, r->hi);
}

bool lift_extreme(struct normalizer *n, enum expr_op op, const form *body,
                  const struct sum_range *r, const form **out)
{
    const form *column;
    if ((op != EX_MAX && op != EX_MIN) || !is_whole_range(n, r) ||
        !lift_form(n, body, r, &column))
        return false;
    *out = extreme_form(n, op == EX_MAX ? FN_MAX : FN_MIN, column);
    return true;
}

bool lift_sum(struct normalizer *n, const term *t, const struct sum_range *r,
              const form **out)
{
    const form *column;
    if (!is_whole_range(n, r) || !lift_term(n, t, r, &column) || n->failed)
        return false;
    *out = form_mul(n, form_flip(n, call_ones(n, r->hi)), column);
    return true;
}
