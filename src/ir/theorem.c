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
    for (size_t i = 0; i < t->nclaims; i++)
        if (strcmp(t->claims[i].name, name) == 0)
            return &t->claims[i];
    return NULL;
}
