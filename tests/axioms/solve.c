#include "solve.h"

/* The variable that is all of the term but its number, or NULL. */
static const struct atom *alone(const struct form *f, const struct term *t,
                                bool *transposed)
{
    *transposed = false;
    if (t->word->count == 1 && t->monomial->count == 0) {
        *transposed = t->word->items[0].power;
        return t->word->items[0].atom;
    }
    if (f->rows == NULL && t->word->count == 0 && t->monomial->count == 1 &&
        t->monomial->items[0].power == 1)
        return t->monomial->items[0].atom;
    return NULL;
}

static bool mentions(const struct term *t, const struct atom *a)
{
    for (size_t i = 0; i < t->monomial->count; i++) {
        if (variables_have(&t->monomial->items[i].atom->free, a))
            return true;
    }
    for (size_t i = 0; i < t->word->count; i++) {
        if (variables_have(&t->word->items[i].atom->free, a))
            return true;
    }
    return false;
}

static bool is_only_there(const struct form *f, size_t term,
                          const struct atom *a)
{
    for (size_t i = 0; i < f->count; i++) {
        if (i != term && mentions(&f->terms[i], a))
            return false;
    }
    return true;
}

/* value of the form - c x, over -c */
static void solve_for(struct instance *x, const struct form *f, size_t term,
                      size_t k, bool transposed)
{
    struct work *w = x->work;
    const struct real c =
        real_rational(w, f->terms[term].coefficient->value->q);
    struct matrix whole, own = x->values[k];

    whole = form_value(x, f);
    if (w->unclear != NULL || !matrix_is_exact(whole))
        return;
    if (transposed)
        whole = matrix_transpose(w, whole);
    x->values[k] = matrix_add(
        w, own, matrix_scale(w, real_neg(w, real_recip(w, c)), whole));
    instance_forget(x);
}

void solve_equation(struct instance *x, const struct form *r, size_t first)
{
    const struct sequent *s = x->sequent;

    const struct form *f;

    if (relation_kind(r) != CORE_EQ)
        return;
    f = relation_atom(r)->args[0];
    for (size_t i = 0; i < f->count; i++) {
        bool transposed;
        const struct atom *a = alone(f, &f->terms[i], &transposed);

        if (a == NULL || a->kind != ATOM_VARIABLE || a->is_integer ||
            !is_only_there(f, i, a))
            continue;
        for (size_t k = first; k < s->nsymbols; k++) {
            if (s->symbols[k] == a && a->variable == VARIABLE_SYMBOL) {
                solve_for(x, f, i, k, transposed);
                return;
            }
        }
    }
}
