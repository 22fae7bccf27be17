/*
 * What attempts at proofs came to, remembered between runs in the user's cache
 * (docs/language.md): a set of theorems that was attempted is not attempted
 * again until its text, the claims that are wanted or the program change.
 *
 * Nothing of it is believed: proofs that were found are replayed.  An entry
 * that cannot be read, or is of anything else, is none; one that cannot be
 * written is not there.
 */
#pragma once

#include "session/proved.h"

/* An attempt that is to be made. */
struct attempt_key {
    char *path;         /* of its entry; NULL: nothing is remembered */
    struct buffer text; /* all that decides what is found */
};

/*
 * `wanted` says in a word what is wanted of the set.  A set without theorems,
 * or a system without a cache, has no entry.
 */
void attempt_key_init(struct attempt_key *key, struct proved *proved,
                      const char *wanted);
void attempt_key_clear(struct attempt_key *key);

/*
 * Replays what the attempt found before; false: it is to be made.  From
 * several threads.
 */
bool attempt_recall(const struct attempt_key *key, struct proved *proved);
/* After the attempt; from one thread alone. */
void attempt_remember(const struct attempt_key *key,
                      const struct proved *proved);
