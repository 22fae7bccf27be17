/* Problems with a fact more, and names for numbers. */
#include "scalar/problem.h"

#include "core/ring.h"

struct problem problem_with(struct pool *pool, const struct problem *p,
                            const struct form *fact)
{
    const struct form **facts =
        arena_array(pool_arena(pool), p->nfacts + 1, sizeof *facts);

    for (size_t i = 0; i < p->nfacts; i++)
        facts[i] = p->facts[i];
    facts[p->nfacts] = fact;
    return (struct problem){facts, p->nfacts + 1, p->goal};
}

const struct atom *problem_name(struct pool *pool, unsigned n, bool is_integer)
{
    enum { FIRST = 1 << 24 };
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_FIXED,
                         .is_integer = is_integer,
                         .serial = FIRST + n};

    return pool_atom(pool, &model);
}

const struct atom *form_letter(const struct form *f)
{
    const struct letters *m = f->count == 1 ? f->terms[0].monomial : NULL;

    return m != NULL && m->count == 1 && m->items[0].atom->form == f
               ? m->items[0].atom
               : NULL;
}
