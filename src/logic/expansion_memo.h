/*
 * Expansions that were made before, kept with the pool of their terms: a search
 * asks for the same ones hundreds of times.
 *
 * What is kept is what would be found again, and the work that it took is
 * counted as if it were done again: no answer and no budget depends on it.
 */
#ifndef MAJORANT_LOGIC_EXPANSION_MEMO_H
#define MAJORANT_LOGIC_EXPANSION_MEMO_H

#include "logic/expansion.h"

enum {
    EXPANSION_MEMO_PLACES = 4096, /* each term has one, with others */
    EXPANSION_MEMO_TERMS = 50000, /* in all; then all are forgotten */
    EXPANSION_MEMO_WORK = 4       /* what took less is not worth keeping */
};

/* false: not kept.  Else *ok is what expansion_of answers, `out` filled. */
bool expansion_memo_find(bool *ok, struct expansion *out,
                         struct expansion_scope *scope, const struct scalar *e);
/*
 * Keeps the expansion p of e, which took `work` of the scope's and `spent` of
 * the pool's (scalar_spend).
 */
void expansion_memo_keep(const struct expansion *p,
                         const struct expansion_scope *scope,
                         const struct scalar *e, size_t work, size_t spent);

#endif
