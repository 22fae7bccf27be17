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
    switch (word) {
    case WORD_NONE:
        return "";
    case WORD_HOLDS:
        return "holds";
    case WORD_VIOLATED:
        return "violated";
    case WORD_PROVED:
        return "proved";
    case WORD_CONSISTENT:
        return "consistent";
    case WORD_UNDECIDED:
        return "undecided";
    case WORD_VACUOUS:
        return "vacuous";
    case WORD_NOT_REACHED:
        return "not reached";
    }
    return "";
}

const char *ast_relop_text(enum relop op)
{
    switch (op) {
    case REL_EQ:
        return "==";
    case REL_NE:
        return "!=";
    case REL_LE:
        return "<=";
    case REL_GE:
        return ">=";
    case REL_LT:
        return "<";
    case REL_GT:
        return ">";
    }
    return "";
}
