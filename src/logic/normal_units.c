/* Unit vectors under a sum over their index. */
#include "logic/normal_internal.h"

bool units_end(struct normalizer *n, const letter *w, size_t count,
               const struct sum_range *r)
{
    const letter last = w[count - 1];
    if (last.flip || !expr_is_call(last.atom, FN_UNIT) || r->lo != n->one ||
        r->hi != last.atom->rows ||
        index_dim(n, last.atom->kids[1]) != dim_of_symbol(n->dims, r->s))
        return false;
    for (size_t i = 0; i + 1 < count; i++)
        if (expr_has_free(w[i].atom, r->s))
            return false;
    return !expr_has_free(last.atom->kids[0], r->s);
}

/* Turns a scalar word so that the unit stands at its right. */
static bool unit_word(struct normalizer *n, const struct expr *atom,
                      const struct sum_range *r, const letter **w,
                      size_t *count)
{
    if (atom->op != EX_MATMUL || !word_read(n, atom, w, count))
        return false;
    if (units_end(n, *w, *count, r))
        return true;
    *w = word_flip(n, *w, *count);
    return units_end(n, *w, *count, r);
}

/*
 * ones'*(x .* y .* W*unit(s)), s nowhere else, is (x .* y)'*W*unit(s): the row
 * is (x .* y)'*W.
 */
static bool dot_row(struct normalizer *n, const struct expr *atom,
                    const struct sum_range *r, const form **row)
{
    const letter *w;
    size_t count;
    const form *rest = NULL, *last = NULL;
    if (atom->op != EX_MATMUL || !word_read(n, atom, &w, &count) ||
        count != 2 || !w[0].flip || !word_is_ones(w[0].atom) || w[1].flip ||
        !dot_is_product(w[1].atom) || expr_has_free(w[0].atom, r->s))
        return false;
    const struct expr *e = w[1].atom;
    for (bool more = true; more; e = more ? e->kids[0] : e) {
        more = dot_is_product(e);
        const struct expr *part = more ? e->kids[1] : e;
        const letter *v;
        if (!expr_has_free(part, r->s)) {
            const form *x = normal_build(n, part);
            rest = rest ? dot_product(n, rest, x) : x;
        } else if (last || !word_read(n, part, &v, &count) || count < 2 ||
                   !units_end(n, v, count, r)) {
            return false;
        } else {
            last = word_form(n, v, count - 1, part->rows,
                             letter_rows(v[count - 1]));
        }
    }
    if (!rest || !last || n->failed)
        return false;
    *row = form_mul(n, form_flip(n, rest), last);
    return true;
}

bool unit_row(struct normalizer *n, factor f, const struct sum_range *r,
              const form **row)
{
    const letter *w;
    size_t count;
    if (f.power < 1 || f.power > NORMAL_MAX_POWER)
        return false;
    if (!unit_word(n, f.atom, r, &w, &count))
        return dot_row(n, f.atom, r, row);
    *row = word_form(n, w, count - 1, n->one, letter_rows(w[count - 1]));
    return true;
}

/* sum over s of f(s)*unit(s) where unit(s) is the word: f as a column. */
static bool unit_column(struct normalizer *n, const term *t,
                        const struct sum_range *r, const form **column,
                        bool *flip)
{
    if (t->nletters != 1 || !expr_is_call(t->letters[0].atom, FN_UNIT))
        return false;
    letter a = t->letters[0];
    *flip = a.flip;
    a.flip = false;
    if (!units_end(n, &a, 1, r))
        return false;
    *column = call_ones(n, a.atom->rows);
    return true;
}

/* The word unit(s) * unit(s)': f(s) times it sums up to a diagonal matrix. */
static bool unit_square(struct normalizer *n, const term *t,
                        const struct sum_range *r)
{
    if (t->nletters != 2)
        return false;
    const letter a = t->letters[0], b = t->letters[1];
    return a.atom == b.atom && !a.flip && b.flip && units_end(n, &a, 1, r);
}

/* A square unit(s)'*A*unit(s): its sum is trace(A). */
static bool unit_trace(struct normalizer *n, const term *t,
                       const struct sum_range *r, const form **out)
{
    const letter *w;
    size_t count;
    if (t->nletters > 0 || t->nfactors != 1 || t->factors[0].power != 1 ||
        t->factors[0].atom->op != EX_MATMUL ||
        !word_read(n, t->factors[0].atom, &w, &count) || count < 3)
        return false;
    const letter first = w[0], last = w[count - 1];
    if (first.atom != last.atom || !first.flip ||
        !units_end(n, w + 1, count - 1, r))
        return false;
    const struct dim *size = last.atom->rows;
    *out = trace_form(n, word_form(n, w + 1, count - 2, size, size));
    return true;
}

/*
 * Sums over a whole range 1..n of products of x_k'*unit(n, s): they are
 * ones' * (x_1 .* x_2 .* ...), x_1 .* x_2 .* ... beside a unit(n, s), and
 * diag(x_1 .* x_2 .* ...) beside unit(n, s)*unit(n, s)'.
 */
bool sum_units(struct normalizer *n, const term *t, const struct sum_range *r,
               const form **out)
{
    const form *column = NULL, *row;
    bool flip = false;
    if (unit_trace(n, t, r, out))
        return true;
    const bool square = unit_square(n, t, r);
    bool beside = unit_column(n, t, r, &column, &flip);
    if (square)
        column = call_ones(n, letter_rows(t->letters[0]));
    if (!square && !beside && t->nletters > 0)
        return false;
    for (size_t i = 0; i < t->nfactors; i++) {
        if (!unit_row(n, t->factors[i], r, &row))
            return false;
        const form *x = form_flip(n, row);
        for (long k = 0; k < t->factors[i].power; k++)
            column = column ? dot_product(n, column, x) : x;
    }
    if (!column)
        return false;
    if (square)
        *out = diag_form(n, column);
    else if (beside)
        *out = flip ? form_flip(n, column) : column;
    else
        *out = form_mul(n, form_flip(n, call_ones(n, column->rows)), column);
    return true;
}

/* unit(n, s)'*unit(n, j) over s in 1..n leaves the term at s = j alone. */
bool sum_delta(struct normalizer *n, const term *t, const struct sum_range *r,
               const form *shape, const form **out)
{
    const letter *w;
    size_t count;
    for (size_t i = 0; i < t->nfactors; i++) {
        const factor f = t->factors[i];
        if (f.power != 1 || !unit_word(n, f.atom, r, &w, &count) ||
            count != 2 || !w[0].flip || !expr_is_call(w[0].atom, FN_UNIT))
            continue;
        term rest = *t;
        factor *g = arena_array(n->arena, t->nfactors, sizeof *g);
        rest.nfactors = 0;
        for (size_t j = 0; j < t->nfactors; j++)
            if (j != i)
                g[rest.nfactors++] = t->factors[j];
        rest.factors = g;
        const struct expr *e =
            print_form(n, form_single(n, &rest, shape->rows, shape->cols));
        *out =
            normal_build(n, index_substitute(n, e, r->s, w[0].atom->kids[1]));
        return true;
    }
    return false;
}
