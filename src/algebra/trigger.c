/*
 * Where theorems may be used: the terms of their conclusions that have all of
 * their givens (triggers, [Detlefs2005]).
 */
#include "algebra/find_internal.h"

#include "base/status.h"

#include <stdlib.h>

static bool has_givens(const struct sequent *s, const struct variables *free)
{
    for (size_t i = 0; i < s->nsymbols; i++) {
        const struct atom *a = s->symbols[i];
        bool is_size = a->is_integer && a->rows == NULL;

        if (!is_size && !variables_have(free, a))
            return false;
    }
    return true;
}

static void add_trigger(struct finder *f, const struct core_theorem *t,
                        const struct atom *a)
{
    for (size_t i = 0; i < f->ntriggers; i++) {
        if (f->triggers[i].theorem == t && f->triggers[i].atom == a)
            return;
    }
    if (f->ntriggers == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 64;
        f->triggers = xrealloc(f->triggers, f->capacity, sizeof *f->triggers);
    }
    f->triggers[f->ntriggers++] = (struct trigger){t, a};
}

static void trigger_atom(struct finder *f, const struct core_theorem *t,
                         const struct atom *a);

static void trigger_form(struct finder *f, const struct core_theorem *t,
                         const struct form *form)
{
    for (size_t i = 0; i < form->count; i++) {
        const struct letters *parts[] = {form->terms[i].monomial,
                                         form->terms[i].word};

        for (size_t k = 0; k < 2; k++) {
            for (size_t j = 0; j < parts[k]->count; j++)
                trigger_atom(f, t, parts[k]->items[j].atom);
        }
    }
}

/* The outermost terms that have all givens: functions, and scalar words. */
static void trigger_atom(struct finder *f, const struct core_theorem *t,
                         const struct atom *a)
{
    bool is_function = a->kind == ATOM_APPLY && a->function != CORE_SEL &&
                       a->function != FN_ONES && a->function < CORE_EQ;

    if (!has_givens(theorem_sequent(t), &a->free))
        return;
    if (is_function || a->kind == ATOM_WORD) {
        add_trigger(f, t, a);
        return;
    }
    for (size_t i = 0; i < a->count; i++)
        trigger_form(f, t, a->args[i]);
}

struct finder *finder_new(struct theory *theory)
{
    struct finder *f = xcalloc(1, sizeof *f);

    f->theory = theory;
    f->pool = theory_pool(theory);
    for (size_t i = 0; i < theory_theorems(theory); i++) {
        const struct core_theorem *t = theory_theorem(theory, i);

        trigger_form(f, t, theorem_sequent(t)->conclusion);
    }
    return f;
}

void finder_free(struct finder *f)
{
    if (f == NULL)
        return;
    free(f->triggers);
    free(f);
}