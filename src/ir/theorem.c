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

/* FNV-1a. */
static uint64_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001B3);
    return hash ^ hash >> 32;
}

/* Where the first claim of that name stands in the table, or would stand. */
static size_t *claim_place(const struct theorem *t, const char *name)
{
    const size_t mask = t->claims_by_name_size - 1;
    size_t at = (size_t)hash_of(name) & mask;
    while (t->claims_by_name[at] > 0 &&
           strcmp(t->claims[t->claims_by_name[at] - 1].name, name) != 0)
        at = (at + 1) & mask;
    return &t->claims_by_name[at];
}

const struct claim *theorem_claim(const struct theorem *t, const char *name)
{
    if (t->claims_by_name_size == 0)
        return NULL;
    const size_t number = *claim_place(t, name);
    return number > 0 ? &t->claims[number - 1] : NULL;
}

static void note_claim(struct theorem *t, size_t claim)
{
    size_t *place = claim_place(t, t->claims[claim].name);
    if (*place == 0)
        *place = claim + 1;
}

void theorem_add_claim(struct theorem *t, struct arena *arena,
                       const struct claim *claim)
{
    const size_t before = t->nclaims;
    arena_push(arena, &t->claims, &t->nclaims, sizeof *claim, claim);
    if (2 * t->nclaims <= t->claims_by_name_size) {
        note_claim(t, before);
        return;
    }
    t->claims_by_name_size = 4 * t->nclaims;
    while ((t->claims_by_name_size & (t->claims_by_name_size - 1)) != 0)
        t->claims_by_name_size &= t->claims_by_name_size - 1;
    t->claims_by_name =
        arena_array(arena, t->claims_by_name_size, sizeof *t->claims_by_name);
    for (size_t i = 0; i < t->nclaims; i++)
        note_claim(t, i);
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
