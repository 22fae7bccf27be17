/* Inverses of square matrices: of words letter by letter, else atoms. */
#include "logic/normal_internal.h"

static const form *inverse_atom(struct normalizer *n, const struct expr *e)
{
    return form_atom(n, print_call(n, FN_INV, e->rows, e->cols, &e, 1));
}

/* inv(prod(i, F(i))) is the product of the inverses, run the other way. */
static const form *product_inverse(struct normalizer *n, const struct expr *e)
{
    scope_enter(n, e->symbol, index_dim(n, e->kids[0]),
                index_dim(n, e->kids[1]));
    const struct expr *body =
        print_form(n, inverse_form(n, normal_build(n, e->kids[2])));
    scope_leave(n);
    const struct expr *kids[] = {e->kids[0], e->kids[1], body};
    struct expr model = *e;
    model.kids = kids;
    model.reversed = !e->reversed;
    return normal_build(n, expr_intern(n->pool, &model));
}

static const form *letter_inverse(struct normalizer *n, letter a)
{
    const struct expr *base;
    const struct dim *power;
    const struct expr *e = a.atom;
    const form *out;
    if (letter_is_orthogonal(n, e)) {
        out = form_flip(n, form_atom(n, e));
    } else if (letter_power(n, e, &base, &power)) {
        const struct dim *zero = dim_constant(n->dims, 0);
        out = power_form(n, base, dim_sub(n->dims, zero, power));
    } else if (expr_is_call(e, FN_DIAG)) {
        out = diag_form(n, dot_inverse(n, normal_build(n, e->kids[0])));
    } else if (e->op == EX_PROD) {
        out = product_inverse(n, e);
    } else {
        out = inverse_atom(n, e);
    }
    return a.flip ? form_flip(n, out) : out;
}

/* inv(A*B) = inv(B)*inv(A) where all letters are square. */
static bool word_inverse(struct normalizer *n, const term *t,
                         const struct dim *size, const form **out)
{
    for (size_t i = 0; i < t->nletters; i++)
        if (letter_rows(t->letters[i]) != letter_cols(t->letters[i]))
            return false;
    *out = form_identity(n, size);
    for (size_t i = t->nletters; i-- > 0;)
        *out = form_mul(n, *out, letter_inverse(n, t->letters[i]));
    return true;
}

const form *inverse_form(struct normalizer *n, const form *a)
{
    term content;
    const form *rest, *word;
    bool minus, flip;
    if (form_is_scalar(a))
        return normal_scalar_inverse(n, a);
    if (a->count == 0 || n->failed)
        return inverse_atom(n, print_form(n, a));
    if (entries_inverse(n, a, &word))
        return word;
    normal_scalar_content(n, a, false, &content, &rest);
    term t = term_inverse(n, &content);
    const form *scale = form_term(n, &t, n->one, n->one);
    if (rest->count == 1 && word_inverse(n, &rest->terms[0], a->rows, &word)) {
        bool negative = mpq_sgn(rest->terms[0].coefficient->q) < 0;
        return form_mul(n, negative ? form_neg(n, scale) : scale, word);
    }
    const struct expr *kid = call_first_of_four(n, rest, &minus, &flip);
    word = inverse_atom(n, kid);
    word = flip ? form_flip(n, word) : word;
    return form_mul(n, minus ? form_neg(n, scale) : scale, word);
}

/* The letter that all words begin with, if it is orthogonal. */
static bool rotation(struct normalizer *n, const form *a, letter *out)
{
    for (size_t i = 0; i < a->count; i++) {
        const term *t = &a->terms[i];
        if (t->nletters == 0 || (i > 0 && (t->letters[0].atom != out->atom ||
                                           t->letters[0].flip != out->flip)))
            return false;
        *out = t->letters[0];
    }
    return a->count > 0 && letter_is_orthogonal(n, out->atom);
}

const form *without_rotation(struct normalizer *n, const form *a)
{
    letter q = {0};
    while (!n->failed && rotation(n, a, &q)) {
        q.flip = !q.flip;
        const form *back = form_atom(n, q.atom);
        a = form_mul(n, q.flip ? form_flip(n, back) : back, a);
    }
    return a;
}
