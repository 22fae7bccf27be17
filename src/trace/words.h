/*
 * Words: which of the terms of an expanded network are looked at.  A word takes
 * one of `nheads` indices, or none, in each of `nlayers` layers; its length is
 * the number of indices that it takes.
 */
#pragma once

#include "base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    WORDS_MAX_LAYERS = 64,
    WORDS_MAX_HEADS = 4096,
    WORDS_MAX_EACH = 4096, /* of one length */
    WORDS_MAX = 20000      /* of all lengths */
};
#define WORDS_NONE INT64_MIN /* no index in that layer */

struct words {
    size_t nlayers, count;
    int64_t *heads;  /* count * nlayers, by words */
    size_t *lengths; /* of each word */
};

/*
 * All words of a length if they are at most `each`, else that many different
 * ones, drawn evenly; in lexical order, so that words with a common beginning
 * stand together.  False: over a limit above.
 */
bool words_choose(struct words *words, size_t nlayers, int64_t lo,
                  uint64_t nheads, uint64_t each, uint64_t seed);
void words_clear(struct words *words);
/* binomial(nlayers, length) * nheads^length, all digits. */
void words_print_count(struct buffer *out, size_t nlayers, uint64_t nheads,
                       size_t length);
/* The same where it is at most UINT64_MAX, else UINT64_MAX. */
uint64_t words_count(size_t nlayers, uint64_t nheads, size_t length);
