/* Traces: words up to rotation and transposition. */
#include "logic/normal_internal.h"

static const form *word_trace(struct normalizer *n, const letter *w,
                              size_t count, const struct dim *size)
{
    const letter *best = w;
    for (size_t r = 0; r < count && !n->failed; r++) {
        letter *v = arena_array(n->arena, count, sizeof *v);
        for (size_t i = 0; i < count; i++)
            v[i] = w[(r + i) % count];
        const struct dim *rows = letter_rows(v[0]);
        const form *a = word_form(n, v, count, rows, rows);
        const term *t = a->count == 1 ? &a->terms[0] : NULL;
        if (!t || word_compare(t->letters, t->nletters, v, count) != 0)
            return trace_form(n, a);
        const letter *back = word_flip(n, v, count);
        if (word_compare(v, count, best, count) < 0)
            best = v;
        if (word_compare(back, count, best, count) < 0)
            best = back;
    }
    const struct expr *e = print_word(n, best, count, size);
    return form_atom(n, print_call(n, FN_TRACE, n->one, n->one, &e, 1));
}

/* trace(A*diag(x)*B) = x'*diagof(B*A) */
static bool diagonal_trace(struct normalizer *n, const letter *w, size_t count,
                           const struct dim *size, const form **out)
{
    size_t at = 0;
    while (at < count && !expr_is_call(w[at].atom, FN_DIAG))
        at++;
    if (at == count)
        return false;
    const struct dim *inner = w[at].atom->rows;
    const form *before = word_form(n, w, at, size, inner);
    const form *after = word_form(n, w + at + 1, count - at - 1, inner, size);
    const form *x = normal_build(n, w[at].atom->kids[0]);
    *out = form_mul(n, form_flip(n, x),
                    diagof_form(n, form_mul(n, after, before)));
    return true;
}

/*
 * trace((A .* B)*C) = 1'*(A .* B .* C')*1: so products of three matrices have
 * one form, whichever of them stands apart.
 */
static bool dotted_trace(struct normalizer *n, const letter *w, size_t count,
                         const form **out)
{
    if (count != 2 ||
        (!dot_is_product(w[0].atom) && !dot_is_product(w[1].atom)))
        return false;
    const struct dim *rows = letter_rows(w[0]), *cols = letter_cols(w[0]);
    const form *first = word_form(n, w, 1, rows, cols);
    const form *second = word_form(n, w + 1, 1, cols, rows);
    const form *all = dot_product(n, first, form_flip(n, second));
    *out = form_mul(n, form_mul(n, form_flip(n, call_ones(n, rows)), all),
                    call_ones(n, cols));
    return true;
}

static const form *term_trace(struct normalizer *n, const term *t,
                              const struct dim *size)
{
    size_t cut;
    const letter *w = t->letters;
    if (t->nletters == 0)
        return form_dim(n, size);
    if (word_cut(w, t->nletters, &cut))
        return form_mul(n,
                        word_form(n, w + cut, t->nletters - cut, n->one, size),
                        word_form(n, w, cut, size, n->one));
    const struct expr *e = w[0].atom;
    const form *diagonal;
    if (diagonal_trace(n, w, t->nletters, size, &diagonal) ||
        dotted_trace(n, w, t->nletters, &diagonal) ||
        sum_trace(n, w, t->nletters, size, &diagonal))
        return diagonal;
    if (t->nletters == 1 && expr_is_call(e, FN_KRON) &&
        e->kids[0]->rows == e->kids[0]->cols)
        return form_mul(n, trace_form(n, normal_build(n, e->kids[0])),
                        trace_form(n, normal_build(n, e->kids[1])));
    return word_trace(n, w, t->nletters, size);
}

const form *trace_form(struct normalizer *n, const form *a)
{
    struct pile pile = {0};
    if (form_is_scalar(a))
        return a;
    if (++n->depth > NORMAL_MAX_DEPTH)
        n->failed = true;
    for (size_t i = 0; i < a->count && normal_spend(n); i++) {
        term t = a->terms[i], one = term_one(n);
        const form *word = term_trace(n, &t, a->rows);
        t.nletters = 0;
        pile_around(n, &pile, &t, word, &one);
    }
    n->depth--;
    return form_collect(n, &pile, n->one, n->one);
}
