/*
 * What the core has of each claim of the library: a proof, or none.
 *
 * src/replay/proved says it, and becomes a table of the program; a line for
 * each claim, in the order of the library:
 *
 *     NAME: cited
 *     NAME: proved [citing a, b] [trusting range]
 *
 * Behind `proved` are the claims without a proof, and the oracles, that the
 * proof leans on, through other claims too.  Nothing here checks that; the test
 * core/library replays the proofs and compares.
 */
#ifndef MAJORANT_REPLAY_STANDING_H
#define MAJORANT_REPLAY_STANDING_H

#include "base/buffer.h"

struct standing {
    const char *name;
    bool is_proved;
    const char *citing, *trusting; /* "a, b", or NULL */
};

/* Of the library that the program knows, or NULL. */
const struct standing *standing_find(const char *name);

/* Those that a replay found; zeroed is empty. */
struct standings {
    struct standing *items;
    size_t count;
};
/* Copies the texts. */
void standings_add(struct standings *list, const struct standing *standing);
/* In the list, or NULL. */
const struct standing *standings_find(const struct standings *list,
                                      const char *name);
void standings_clear(struct standings *list);
/* Its line. */
void standing_write(struct buffer *out, const struct standing *standing);

#endif
