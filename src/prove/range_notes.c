#include "prove/range_notes.h"

#include "base/buffer.h"
#include "base/status.h"

#include <stdlib.h>

void range_notes_clear(struct range_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->items[i].boxes);
    free(notes->items);
    *notes = (struct range_notes){0};
}

static void add(struct range_notes *notes, const struct range_note *note)
{
    notes->items =
        xrealloc(notes->items, notes->count + 1, sizeof *notes->items);
    notes->items[notes->count++] = *note;
}

/* False: there is no open box. */
static bool write_boxes(struct range_note *note, const struct partition *p)
{
    struct domain domain;
    struct buffer text;
    if (!domain_of_link(&domain, note->theorem, note->claim, note->link))
        return false;
    buffer_init(&text);
    note->more = range_print_open(&text, p, &domain, RANGE_NOTES_BOXES);
    note->boxes = text.text;
    return note->boxes != NULL;
}

void range_notes_take(struct range_notes *notes, const struct range_note *link,
                      enum range_answer answer, const struct partition *left)
{
    struct range_note note = *link;
    note.is_false = answer == RANGE_FALSE;
    if (note.is_false ||
        (answer == RANGE_UNDECIDED && left &&
         !range_notes_find(notes, note.theorem, note.claim, note.link) &&
         write_boxes(&note, left)))
        add(notes, &note);
}

const struct range_note *range_notes_find(const struct range_notes *notes,
                                          const struct theorem *t, size_t claim,
                                          size_t link)
{
    for (size_t i = 0; i < notes->count; i++)
        if (notes->items[i].theorem == t && notes->items[i].claim == claim &&
            notes->items[i].link == link)
            return &notes->items[i];
    return NULL;
}
