/*
 * Sources of theorems, from the statements that are built into the program, as
 * it prints them: the text of `cite` behind the name.
 */
#include "draft/source.h"

#include "replay/standing.h"
#include "replay/statements.h"

#include <string.h>

/* Of the theorem that a claim `name` is of; NULL: there is none. */
static const struct statement *statement_of(const char *name)
{
    static const char word[] = "theorem ";
    const size_t stem = strcspn(name, ".");

    for (size_t i = 0; i < statements_count; i++) {
        const char *text = statements[i].text;

        if (strncmp(text, word, sizeof word - 1) == 0 &&
            strncmp(text + sizeof word - 1, name, stem) == 0 &&
            text[sizeof word - 1 + stem] == ' ')
            return &statements[i];
    }
    return NULL;
}

void library_source(struct buffer *out, const char *name)
{
    static const char word[] = "\n    cite \"";
    const struct statement *s = statement_of(name);
    const struct standing *standing = standing_find(name);
    const char *cite = s ? strstr(s->text, word) : NULL;

    if (s == NULL)
        return;
    buffer_add(out, s->is_axiom                       ? "axiom"
                    : standing && standing->is_proved ? "library"
                                                      : "cited without proof");
    if (cite == NULL)
        return;
    cite += sizeof word - 1;
    buffer_printf(out, ", %.*s", (int)strcspn(cite, "\""), cite);
}
