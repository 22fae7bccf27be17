/*
 * Levels of functions: what an equation of the library replaces wherever it
 * stands is above all that is put in its place (a precedence, as of path
 * orders [Dershowitz1982]), so that no other equation brings it back.
 */
#include "algebra/find_internal.h"

enum { FIND_MAX_LEVELS = 6 };

static unsigned form_level(const struct finder *f, const struct form *form);

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned atom_level(const struct finder *f, const struct atom *a)
{
    unsigned out = a->kind == ATOM_APPLY ? f->levels[a->function] : 0;

    for (size_t i = 0; i < a->count; i++)
        out = larger(out, form_level(f, a->args[i]));
    if (a->body != NULL)
        out = larger(out, form_level(f, a->body));
    return a->word ? larger(out, letters_level(f, a->word)) : out;
}

unsigned letters_level(const struct finder *f, const struct letters *l)
{
    unsigned out = 0;

    for (size_t i = 0; i < l->count; i++)
        out = larger(out, atom_level(f, l->items[i].atom));
    return out;
}

static unsigned form_level(const struct finder *f, const struct form *form)
{
    unsigned out = 0;

    for (size_t i = 0; i < form->count; i++)
        out = larger(out, larger(letters_level(f, form->terms[i].monomial),
                                 letters_level(f, form->terms[i].word)));
    return out;
}

/* Whether it is a given of any size. */
static bool is_any(const struct form *x)
{
    const struct letters *word = x->count == 1 ? x->terms[0].word : NULL;

    return word != NULL && word->count == 1 &&
           word->items[0].atom->kind == ATOM_VARIABLE &&
           x->rows->free.count == 1 && x->cols->free.count == 1 &&
           x->rows != x->cols;
}

static bool is_of_sizes(const struct variables *free)
{
    for (size_t i = 0; i < free->count; i++) {
        if (!free->items[i]->is_integer)
            return false;
    }
    return true;
}

/* f where it replaces f(X, ...) of any X, ...; or NULL. */
static const struct atom *defined_by(const struct rewriter *w)
{
    const struct sequent *s = theorem_sequent(w->theorem);
    const struct term *t = &w->left->terms[0];
    const struct atom *a = w->trigger;

    if (a == NULL || a->kind != ATOM_APPLY || a->count == 0 ||
        find_letter(t) != a)
        return NULL;
    for (size_t i = 0; i < a->count; i++) {
        if (!is_any(a->args[i]))
            return NULL;
    }
    for (size_t i = 0; i < s->nhypotheses; i++) {
        if (!is_of_sizes(&s->hypotheses[i]->free))
            return NULL;
    }
    return a;
}

/* The highest level in 0 == e but for the term that is replaced. */
static unsigned other_level(const struct finder *f, const struct rewriter *w)
{
    const struct form *e =
        find_equation(theorem_sequent(w->theorem)->conclusion);
    unsigned out = 0;

    for (size_t k = 0; k < e->count; k++) {
        const struct term *t = &e->terms[k];

        if (t->monomial != w->left->terms[0].monomial ||
            t->word != w->left->terms[0].word)
            out = larger(out, larger(letters_level(f, t->monomial),
                                     letters_level(f, t->word)));
    }
    return out;
}

void find_levels(struct finder *f)
{
    for (unsigned pass = 0; pass < FIND_MAX_LEVELS; pass++) {
        for (size_t i = 0; i < f->nrewriters; i++) {
            const struct rewriter *w = &f->rewriters[i];
            const struct atom *a = defined_by(w);
            struct finder alone = {.levels = {0}};

            if (a == NULL || w->is_explicit)
                continue;
            alone.levels[a->function] = 1;
            if (other_level(&alone, w) == 0 && other_level(f, w) < pass + 1)
                f->levels[a->function] =
                    larger(f->levels[a->function], other_level(f, w) + 1);
        }
    }
}
