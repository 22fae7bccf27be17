#include "lang/reserved.h"

#include "lang/parser.h"

#include <string.h>

static const struct {
    enum reserved class;
    const char *words; /* each between blanks */
} TABLE[] = {
    {RESERVED_QUANTITY, " pi inf "},
    {RESERVED_KEYWORD,
     " import func theorem proof case of for cite dim given let assume claim "
     "drop expect step chain by trials seed in reversed and or not real int "},
    {RESERVED_FUNCTION,
     " if forall sum prod max min integral expectation psd file tensor rows "
     "cols normalise ones zeros eye diag diagof unit kron hcat vcat abs exp "
     "log sqrt sin cos tanh erf relu sign mean trace det norm1 norminf "
     "norm1inf norm2 normfro normmax normnuc rownorm2 rowsum rowmean rowmax "
     "rowmin colsum colmean colmax colmin softmax logsumexp diameter res "
     "minres1 minresinf minres1inf inv rank lambertw eigmin eigmax "},
};

/* Whether `list` has `word` between blanks. */
static bool list_has(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(list, word); at; at = strstr(at + 1, word))
        if (at > list && at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

enum reserved reserved_class(const char *word)
{
    if (*word == '\0' || strchr(word, ' '))
        return RESERVED_NOT;
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++)
        if (list_has(TABLE[i].words, word))
            return TABLE[i].class;
    return RESERVED_NOT;
}

bool parser_is_reserved(const char *word)
{
    return reserved_class(word) != RESERVED_NOT;
}
