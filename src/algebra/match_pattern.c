/*
 * Patterns: what their symbols stand for, as far as a match knows it, and what
 * their words have.
 */
#include "algebra/match_internal.h"

#include "base/status.h"
#include "core/ring.h"

#include <stdlib.h>

size_t match_open(const struct match *m, const struct atom *a)
{
    const struct sequent *s = m->sequent;

    for (size_t i = 0; i < s->nsymbols; i++) {
        if (s->symbols[i] == a && m->values[i] == NULL)
            return i;
    }
    return s->nsymbols;
}

bool match_is_open(const struct match *m, const struct atom *a)
{
    return a != NULL && match_open(m, a) < m->sequent->nsymbols;
}

static struct substitution substitution_of(const struct atom *symbol,
                                           const struct form *value)
{
    return (struct substitution){
        .variable = symbol,
        .value = value,
        .nindices = symbol->variable == VARIABLE_FAMILY ? symbol->serial : 0};
}

struct substitution *match_substitution(const struct match *m)
{
    const struct sequent *s = m->sequent;
    struct substitution *out =
        arena_array(pool_arena(m->pool), s->nsymbols + 1, sizeof *out);

    for (size_t i = 0; i < s->nsymbols; i++) {
        if (m->values[i] == NULL)
            return NULL;
        out[i] = substitution_of(s->symbols[i], m->values[i]);
    }
    return out;
}

const struct atom *match_single(const struct form *f)
{
    const struct term *t = f->count == 1 ? &f->terms[0] : NULL;

    if (t == NULL || mpq_cmp_ui(t->coefficient->value->q, 1, 1) != 0)
        return NULL;
    if (t->monomial->count == 1 && t->word->count == 0)
        return t->monomial->items[0].power == 1 ? t->monomial->items[0].atom
                                                : NULL;
    return t->monomial->count == 0 && t->word->count == 1 &&
                   !t->word->items[0].power
               ? t->word->items[0].atom
               : NULL;
}

/* Of a symbol that is no family, whatever its range is; or NULL. */
static const struct form *symbol_value(const struct match *m,
                                       const struct atom *a)
{
    const struct sequent *s = m->sequent;

    for (size_t i = 0; a != NULL && i < s->nsymbols; i++) {
        if (s->symbols[i] == a && a->variable != VARIABLE_FAMILY)
            return m->values[i];
    }
    return NULL;
}

const struct form *match_value_at(const struct match *m, const struct form *p)
{
    const struct sequent *s = m->sequent;
    const struct form *out = symbol_value(m, match_single(p));
    LOCAL_FREE struct substitution *by = NULL;
    size_t count = 0;

    if (out != NULL)
        return out;
    out = p;
    by = xcalloc(s->nsymbols + 1, sizeof *by);
    for (size_t i = 0; i < s->nsymbols; i++) {
        if (m->values[i] != NULL)
            by[count++] = substitution_of(s->symbols[i], m->values[i]);
        else if (variables_have(&p->free, s->symbols[i]))
            out = NULL;
    }
    if (out != NULL) {
        out = form_substitute(m->pool, p, by, count);
        if (out == NULL)
            pool_forgive(m->pool);
    }
    return out;
}

const struct form *match_member_value(const struct match *m,
                                      const struct atom *a)
{
    const struct sequent *s = m->sequent;
    struct pool *pool = m->pool;
    const struct form *out;

    for (size_t i = 0; a->kind == ATOM_MEMBER && i < s->nsymbols; i++) {
        const struct substitution by = substitution_of(a->head, m->values[i]);

        if (s->symbols[i] != a->head || by.value == NULL ||
            variables_have(&by.value->free, a->head))
            continue;
        out = form_substitute(pool, ring_atom(pool, a), &by, 1);
        if (out == NULL)
            pool_forgive(pool);
        return out;
    }
    return NULL;
}

bool match_is_vague(const struct match *m, const struct form *p)
{
    const struct sequent *s = m->sequent;
    size_t count = 0;

    for (size_t i = 0; p != NULL && p->count > 1 && i < s->nsymbols; i++)
        count +=
            m->values[i] == NULL && variables_have(&p->free, s->symbols[i]);
    return count > 1;
}

bool match_is_unit(const struct letters *p, size_t pi)
{
    const struct atom *a = p->items[pi].atom;

    return p->count > 1 && (pi == 0 || pi + 1 == p->count) &&
           a->kind == ATOM_APPLY &&
           (a->function == FN_ONES ||
            (a->function == CORE_SEL && a->args[1] == a->args[2]));
}

bool match_has_function(const struct letters *p)
{
    size_t i = 0;

    while (i < p->count && p->items[i].atom->kind != ATOM_APPLY)
        i++;
    return i < p->count;
}

size_t match_least_letters(const struct letters *p, size_t pi)
{
    return p->count - pi - (pi < p->count && match_is_unit(p, p->count - 1));
}
