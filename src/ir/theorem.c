#include "ir/theorem.h"

#include <string.h>

const struct symbol *theorem_dim(const struct theorem *t, const char *name)
{
    for (size_t i = 0; i < t->ndims; i++)
        if (strcmp(t->dims[i]->name, name) == 0)
            return t->dims[i];
    return NULL;
}

const struct given *theorem_given(const struct theorem *t, const char *name)
{
    for (size_t i = 0; i < t->ngivens; i++)
        if (strcmp(t->givens[i].name, name) == 0)
            return &t->givens[i];
    return NULL;
}

const struct claim *theorem_claim(const struct theorem *t, const char *name)
{
    const uint64_t hash = map_text(name);
    uintptr_t k;
    for (size_t at = 0; map_next(&k, &t->claims_by_name, hash, &at);)
        if (strcmp(t->claims[k].name, name) == 0)
            return &t->claims[k];
    return NULL;
}

void theorem_add_claim(struct theorem *t, struct arena *arena,
                       const struct claim *claim)
{
    t->claims_by_name.arena = arena;
    if (!theorem_claim(t, claim->name))
        map_add(&t->claims_by_name, map_text(claim->name), t->nclaims);
    arena_push(arena, &t->claims, &t->nclaims, sizeof *claim, claim);
}

bool method_is_of_core(const struct ast_method *method)
{
    return method && method->name &&
           (strcmp(method->name, "entries") == 0 ||
            strcmp(method->name, "linear") == 0);
}

bool theorem_is_refutable(const struct theorem *t, size_t dropped)
{
    for (size_t i = 0; i < t->nassumptions; i++)
        if (i != dropped && t->assumptions[i].variables.count > 0)
            return false;
    return true;
}

void theorem_print_quantified(struct buffer *out, const struct theorem *t,
                              const char *before,
                              const struct quantified *variables,
                              const char *behind)
{
    for (size_t i = 0; i < variables->count; i++)
        buffer_printf(out, "%s%s", i > 0 ? ", " : before,
                      t->givens[variables->givens[i]].name);
    if (variables->count > 0)
        buffer_add(out, behind);
}

static bool follows(const struct theorem *t, const struct symbol *symbol)
{
    const struct dim *size = dim_of_symbol(expr_dims(t->pool), symbol);
    for (size_t i = 0; i < t->ngivens; i++) {
        const struct given *g = &t->givens[i];
        if (g->rows == size || g->cols == size)
            return true;
        for (size_t k = 0; k < g->nindices; k++)
            if (g->indices[k].hi->op == EX_SYMBOL &&
                g->indices[k].hi->symbol == symbol)
                return true;
    }
    return false;
}

bool theorem_dim_is_open(const struct theorem *t, size_t i)
{
    return !follows(t, t->dims[i]);
}

size_t theorem_declared(const struct theorem *t)
{
    size_t count = 0;
    for (size_t i = 0; i < t->ngivens; i++)
        count += t->givens[i].role == GIVEN_DECLARED;
    return count;
}

size_t theorem_open_dims(const struct theorem *t)
{
    size_t count = 0;
    for (size_t i = 0; i < t->ndims; i++)
        count += theorem_dim_is_open(t, i);
    return count;
}
