/* Of what is in a file as rows of a table, and in theories. */
#include "replay/name.h"

#include <stdio.h>
#include <string.h>

void library_name(char name[LIBRARY_NAME], const struct theorem *t,
                  const struct claim *c)
{
    const bool is_only =
        strcmp(c->name, "equation") == 0 || strcmp(c->name, "rule") == 0;

    snprintf(name, LIBRARY_NAME, is_only ? "%s" : "%s.%s", t->name, c->name);
}

bool library_is_explicit(const char *name)
{
    const char *claim = strrchr(name, '.');

    return claim != NULL && strcmp(claim, ".explicit") == 0;
}
