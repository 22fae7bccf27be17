/*
 * Shared by judge*.c: what is known of terms, by their ids.
 */
#ifndef MAJORANT_LOGIC_JUDGE_INTERNAL_H
#define MAJORANT_LOGIC_JUDGE_INTERNAL_H

#include "logic/judge.h"

enum known {
    KNOWN_DEFINED = 1,
    KNOWN_NONZERO = 2, /* every entry, as for those below */
    KNOWN_NONNEGATIVE = 4,
    KNOWN_POSITIVE = 8
};

struct judge {
    struct normalizer *n;
    const struct theorem *theorem;
    struct expr_pool *pool;
    const struct scope_entry *scope;
    size_t pushed; /* ranges on the normalizer */
    unsigned char *known;
    size_t count;
    size_t depth, work, unfolded;
};

bool judge_knows(const struct judge *j, const struct expr *e, unsigned what);
void judge_learn(struct judge *j, const struct expr *e, unsigned what);
/* One level down; false: a limit was reached.  Pair with judge_leave. */
bool judge_enter(struct judge *j);
void judge_leave(struct judge *j);
/* Opens a binder: false if its range cannot be pushed. */
bool judge_open(struct judge *j, const struct expr *binder);
void judge_close(struct judge *j);
/* Whether a size, or a difference of closed integers, is certainly >= k. */
bool judge_at_least(struct judge *j, const struct dim *a, int64_t k);
bool judge_has_entries(struct judge *j, const struct expr *e);
/* Whether the binder's range certainly holds a value. */
bool judge_range_has_values(struct judge *j, const struct expr *binder);

#endif
