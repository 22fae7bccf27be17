/*
 * Semidefinite matrices by their forms: a vector is fixed, and what is known to
 * be semidefinite is looked at there, and where the words of the goal lead it.
 */
#include "algebra/find_internal.h"

#include "core/function.h"
#include "core/ring.h"

/* Forms that are made for a goal. */
enum { DEFINITE_FORMS = 40 };

const struct form *find_vector(struct find *s, const struct form *size)
{
    const struct form *x = draft_next(s->draft, false, size);

    return draft_rule(s->draft, "vector", "t", size) == FACT_NONE ? NULL : x;
}

/* The forms of a fact psd(G) at x, and at V' * x for words V * ... of f. */
static void forms_of(struct find *s, fact_t fact, const struct form *g,
                     const struct form *f, const struct form *x, size_t *left)
{
    if (form_rows(s->pool, g) == form_rows(s->pool, f)) {
        find_rule(s, "form", "ft", fact, x);
        --*left;
        return;
    }
    for (size_t i = 0; i < f->count; i++) {
        const struct letters *word = f->terms[i].word;
        const size_t count = word->count;

        for (size_t k = 1; *left > 0 && k < count; k++) {
            const struct form *v =
                ring_word(s->pool, pool_letters(s->pool, k, word->items));

            if (v == NULL || form_cols(s->pool, v) != form_rows(s->pool, g))
                continue;
            v = ring_mul(s->pool, ring_transpose(s->pool, v), x);
            if (v != NULL)
                find_rule(s, "form", "ft", fact, v);
            --*left;
        }
    }
}

void find_forms(struct find *s, const struct form *f, const struct form *x)
{
    const fact_t n = deduction_facts(s->deduction);
    size_t left = DEFINITE_FORMS;

    for (fact_t k = 0; k < n && left > 0; k++) {
        const struct form *r = find_seen(s, k);

        if (r != NULL && relation_kind(r) == CORE_PSD)
            forms_of(s, k, relation_atom(r)->args[0], f, x, &left);
    }
    pool_forgive(s->pool);
}

/* (u'x)^2 is one of u * u', whatever u is: here ones. */
void find_leave_vector(struct find *s, const struct form *x)
{
    const struct form *u = form_apply1(s->pool, FN_ONES, form_rows(s->pool, x));
    const struct form *square =
        ring_mul(s->pool, ring_transpose(s->pool, u), x);
    const struct form *whole = ring_mul(s->pool, u, ring_transpose(s->pool, u));
    const struct product product = {pool_one(s->pool), NULL, 0, &square, 1};
    fact_t fact = draft_positive(s->draft, ring_quadratic(s->pool, whole, x),
                                 false, &product, 1);

    draft_rule(s->draft, "definite", "fft", fact, (fact_t)FACT_NONE, whole);
}
