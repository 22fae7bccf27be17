#include "lang/ast.h"

#include <string.h>

enum verdict_word ast_verdict_word(const char *text)
{
    for (int w = WORD_HOLDS; w <= WORD_NOT_REACHED; w++)
        if (strcmp(text, ast_verdict_name((enum verdict_word)w)) == 0)
            return (enum verdict_word)w;
    return WORD_NONE;
}

const char *ast_verdict_name(enum verdict_word word)
{
    static const char *const names[] = {
        [WORD_NONE] = "",
        [WORD_HOLDS] = "holds",
        [WORD_VIOLATED] = "violated",
        [WORD_PROVED] = "proved",
        [WORD_CONSISTENT] = "consistent",
        [WORD_UNDECIDED] = "undecided",
        [WORD_VACUOUS] = "vacuous",
        [WORD_NOT_REACHED] = "not reached",
    };
    return names[word];
}

const char *ast_relop_text(enum relop op)
{
    static const char *const texts[] = {
        [REL_EQ] = "==", [REL_NE] = "!=", [REL_LE] = "<=",
        [REL_GE] = ">=", [REL_LT] = "<",  [REL_GT] = ">",
    };
    return texts[op];
}
