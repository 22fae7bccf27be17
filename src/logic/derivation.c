#include "logic/derivation.h"

#include <string.h>

const char *rule_name(enum rule rule)
{
    static const char *const names[] = {
#define X(id, name) name,
        MAJORANT_RULES(X)
#undef X
    };
    return rule < RULE_COUNT ? names[rule] : "no rule";
}

bool scope_extends(const struct scope_entry *inner,
                   const struct scope_entry *outer)
{
    for (; inner && inner != outer; inner = inner->outer) {
    }
    return inner == outer;
}

struct derivation *derivation_new(const struct theorem *theorem)
{
    struct arena *arena = arena_new();
    struct derivation *d = arena_alloc(arena, sizeof *d);
    d->arena = arena;
    d->theorem = theorem;
    return d;
}

void derivation_free(struct derivation *d)
{
    if (d)
        arena_free(d->arena);
}

static const void *copy(struct arena *arena, const void *items, size_t count,
                        size_t size)
{
    if (count == 0)
        return NULL;
    void *made = arena_array(arena, count, size);
    memcpy(made, items, count * size);
    return made;
}

size_t derivation_add(struct derivation *d, const struct line *line)
{
    struct line made = *line;
    made.premises =
        copy(d->arena, line->premises, line->npremises, sizeof *line->premises);
    made.terms = copy(d->arena, line->terms, line->nterms, sizeof *line->terms);
    arena_push(d->arena, &d->lines, &d->count, sizeof made, &made);
    return d->count - 1;
}

void derivation_cut(struct derivation *d, size_t count)
{
    if (count < d->count)
        d->count = count;
}

static const struct scope_entry *enter(struct derivation *d,
                                       struct scope_entry entry)
{
    struct scope_entry *made = arena_alloc(d->arena, sizeof *made);
    *made = entry;
    return made;
}

const struct scope_entry *derivation_variable(struct derivation *d,
                                              const struct scope_entry *outer,
                                              const struct symbol *symbol,
                                              const struct expr *lo,
                                              const struct expr *hi)
{
    return enter(d, (struct scope_entry){
                        .outer = outer, .symbol = symbol, .lo = lo, .hi = hi});
}

const struct scope_entry *derivation_hypothesis(struct derivation *d,
                                                const struct scope_entry *outer,
                                                const struct expr *relation)
{
    return enter(d,
                 (struct scope_entry){.outer = outer, .hypothesis = relation});
}
