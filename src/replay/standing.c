/* Lines about the library's claims, and the table of them. */
#include "replay/standing.h"

#include "replay/statements.h"

#include <string.h>

const struct standing *standing_find(const char *name)
{
    for (size_t i = 0; i < standings_count; i++) {
        if (strcmp(standings[i].name, name) == 0)
            return &standings[i];
    }
    return NULL;
}

void standing_write(struct buffer *out, const struct standing *s)
{
    buffer_printf(out, "%s: %s", s->name, s->is_proved ? "proved" : "cited");
    if (s->is_proved && s->citing)
        buffer_printf(out, " citing %s", s->citing);
    if (s->is_proved && s->trusting)
        buffer_printf(out, " trusting %s", s->trusting);
    buffer_add_char(out, '\n');
}
