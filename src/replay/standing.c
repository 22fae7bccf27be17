/* Lines about the library's claims, and the table of them. */
#include "replay/standing.h"

#include "replay/statements.h"

#include <stdlib.h>
#include <string.h>

const struct standing *standing_find(const char *name)
{
    for (size_t i = 0; i < standings_count; i++) {
        if (strcmp(standings[i].name, name) == 0)
            return &standings[i];
    }
    return NULL;
}

static char *copy_of(const char *text)
{
    return text != NULL ? xstrdup(text) : NULL;
}

void standings_add(struct standings *list, const struct standing *s)
{
    list->items = xrealloc(list->items, list->count + 1, sizeof *list->items);
    list->items[list->count++] =
        (struct standing){copy_of(s->name), s->is_proved, copy_of(s->citing),
                          copy_of(s->trusting)};
}

const struct standing *standings_find(const struct standings *list,
                                      const char *name)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    }
    return NULL;
}

void standings_clear(struct standings *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free((char *)list->items[i].name);
        free((char *)list->items[i].citing);
        free((char *)list->items[i].trusting);
    }
    free(list->items);
    *list = (struct standings){NULL, 0};
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
