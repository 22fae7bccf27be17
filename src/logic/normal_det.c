/*
 * Determinants: of words letter by letter, of powers and products of matrices,
 * of diagonal matrices, and of the identity with one outer product added.
 */
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

/* (-1)^size */
static const form *sign_of_size(struct normalizer *n, const struct dim *size)
{
    return normal_scalar_power(n, form_number(n, -1, 1), form_dim(n, size));
}

/* det(A') = det(A), det(-A) = (-1)^size * det(A) */
static const form *det_atom(struct normalizer *n, const form *a)
{
    bool minus, flip;
    const struct expr *kid = call_first_of_four(n, a, &minus, &flip);
    const form *det =
        form_atom(n, print_call(n, FN_DET, n->one, n->one, &kid, 1));
    return minus ? form_mul(n, sign_of_size(n, a->rows), det) : det;
}

/* det(diag(u)) = prod(i in 1..size, u[i]) */
static const form *diagonal_det(struct normalizer *n, const struct expr *u)
{
    const struct symbol *s = sum_variable(n, u, NULL);
    scope_enter(n, s, n->one, u->rows);
    const form *unit = block_unit(n, u->rows, dim_of_symbol(n->dims, s));
    const struct expr *entry =
        print_form(n, form_mul(n, form_flip(n, unit), normal_build(n, u)));
    scope_leave(n);
    const struct expr *kids[] = {print_dim(n, n->one), print_dim(n, u->rows),
                                 entry};
    struct expr model = {.op = EX_PROD,
                         .symbol = s,
                         .rows = n->one,
                         .cols = n->one,
                         .kids = kids,
                         .count = 3};
    return normal_build(n, expr_intern(n->pool, &model));
}

/* det(prod(i, F(i))) = prod(i, det(F(i))), empty or not */
static const form *product_det(struct normalizer *n, const struct expr *e)
{
    scope_enter(n, e->symbol, index_dim(n, e->kids[0]),
                index_dim(n, e->kids[1]));
    const struct expr *body =
        print_form(n, det_form(n, normal_build(n, e->kids[2])));
    scope_leave(n);
    const struct expr *kids[] = {e->kids[0], e->kids[1], body};
    struct expr model = *e;
    model.kids = kids;
    model.rows = model.cols = n->one;
    model.reversed = false;
    return normal_build(n, expr_intern(n->pool, &model));
}

/* det(A^k) = det(A)^k wherever A^k is defined. */
static const form *letter_det(struct normalizer *n, letter a)
{
    const struct expr *base;
    const struct dim *power;
    if (letter_power(n, a.atom, &base, &power))
        return normal_scalar_power(n, det_form(n, normal_build(n, base)),
                                   form_dim(n, power));
    if (expr_is_call(a.atom, FN_DIAG))
        return diagonal_det(n, a.atom->kids[0]);
    if (a.atom->op == EX_PROD)
        return product_det(n, a.atom);
    return det_atom(n, form_atom(n, a.atom));
}

/* det(A*B) = det(A)*det(B) where all letters are of the word's size. */
static bool word_det(struct normalizer *n, const form *a, const form **out)
{
    const term *t = &a->terms[0];
    for (size_t i = 0; i < t->nletters; i++)
        if (letter_rows(t->letters[i]) != a->rows ||
            letter_cols(t->letters[i]) != a->rows)
            return false;
    *out = form_number(n, 1, 1);
    for (size_t i = 0; i < t->nletters; i++)
        *out = form_mul(n, *out, letter_det(n, t->letters[i]));
    return true;
}

/* det(I + c*u*v') = 1 + c*v'*u */
static bool update_det(struct normalizer *n, const form *a, const form **out)
{
    size_t cut;
    if (a->count != 2)
        return false;
    bool first = term_is_one(&a->terms[0]);
    const term *t = &a->terms[first];
    if ((!first && !term_is_one(&a->terms[1])) ||
        !word_cut(t->letters, t->nletters, &cut))
        return false;
    const form *u = word_form(n, t->letters, cut, a->rows, n->one);
    const form *v =
        word_form(n, t->letters + cut, t->nletters - cut, n->one, a->cols);
    term scale = *t;
    scale.nletters = 0;
    const form *c = form_term(n, &scale, n->one, n->one);
    *out = form_add(n, form_number(n, 1, 1), form_mul(n, c, form_mul(n, v, u)));
    return true;
}

/* det(kron(A, B)) = det(A)^q * det(B)^p for A of p rows, B of q, both square */
static bool kron_det(struct normalizer *n, const form *a, const form **out)
{
    const form *x, *y;
    if (!kron_read(n, a, &x, &y) || x->rows != x->cols || n->failed)
        return false;
    *out = form_mul(
        n, normal_scalar_power(n, det_form(n, x), form_dim(n, y->rows)),
        normal_scalar_power(n, det_form(n, y), form_dim(n, x->rows)));
    return true;
}

/*
 * Blocks on the diagonal with nothing above (below) them, of the same rows as
 * columns: the product of their determinants.
 */
static bool triangular_det(struct normalizer *n, const form *a, bool below,
                           const form **out)
{
    const form *rows[NORMAL_MAX_PIECES], *cols[NORMAL_MAX_PIECES];
    size_t count = n->failed ? 0 : pieces_rows(n, a, rows);
    if (count == 0 || pieces_rows(n, form_flip(n, a), cols) != count)
        return false;
    *out = form_number(n, 1, 1);
    for (size_t i = 0; i < count && !n->failed; i++) {
        if (rows[i]->rows != cols[i]->rows)
            return false;
        for (size_t j = 0; j < count; j++) {
            const form *block =
                form_mul(n, form_mul(n, rows[i], a), form_flip(n, cols[j]));
            if ((below ? j < i : j > i) && !form_is_zero(block))
                return false;
            if (i == j)
                *out = form_mul(n, *out, det_form(n, block));
        }
    }
    return !n->failed;
}

/* det(c*A) = c^size * det(A) */
const form *det_form(struct normalizer *n, const form *a)
{
    term content;
    const form *rest, *det;
    if (form_is_scalar(a) || n->failed)
        return a;
    if (form_is_zero(a))
        return form_zero(n, n->one, n->one);
    if (entries_det(n, a, &det))
        return det;
    if (++n->depth > NORMAL_MAX_DEPTH)
        n->failed = true;
    normal_scalar_content(n, a, false, &content, &rest);
    const form *scale = normal_scalar_power(
        n, form_term(n, &content, n->one, n->one), form_dim(n, a->rows));
    if (rest->count == 1 && form_leads_negative(rest)) {
        rest = form_neg(n, rest);
        scale = form_mul(n, scale, sign_of_size(n, a->rows));
    }
    if (!kron_det(n, rest, &det) && !triangular_det(n, rest, true, &det) &&
        !triangular_det(n, rest, false, &det) && !update_det(n, rest, &det) &&
        (rest->count != 1 || !word_det(n, rest, &det)))
        det = det_atom(n, rest);
    n->depth--;
    return form_mul(n, scale, det);
}
