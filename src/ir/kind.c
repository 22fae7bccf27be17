/* The table of kinds of givens; declared in ir/kind.h. */
#include "ir/kind.h"

#include <string.h>

static const struct kind_info table[] = {
#define X(id, word, least, most, facts, phrase)                                \
    {word, least, most, facts, phrase},
    MAJORANT_KINDS(X)
#undef X
};
enum { KINDS = sizeof table / sizeof *table };

const struct kind_info *kind_info(enum given_kind kind)
{
    return &table[kind];
}

bool kind_has(enum given_kind kind, unsigned facts)
{
    return (table[kind].facts & facts) == facts;
}

bool kind_find(enum given_kind *out, const char *word)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (strcmp(table[i].word, word) == 0) {
            *out = (enum given_kind)i;
            return true;
        }
    }
    return false;
}
