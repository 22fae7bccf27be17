/*
 * What was computed for an expression under values of its free symbols.
 */
#pragma once

#include "base/map.h"
#include "ir/expr.h"

struct expr_memo_entry {
    const struct expr *expr;
    size_t key; /* of expr->nfree values, in memo.keys */
    bool open;  /* being computed */
    bool done;
    const void *value;
};

struct expr_memo {
    struct expr_memo_entry *entries;
    size_t count, capacity;
    struct map table;
    int64_t *keys;
    size_t nkeys, keys_capacity;
};

/* Zero-initialised is empty. */
void expr_memo_clear(struct expr_memo *memo);
/*
 * The entry of `e` under `env`, made if there is none; its number stays valid.
 * False: a free symbol has no value.
 */
bool expr_memo_find(size_t *entry, struct expr_memo *memo, const struct expr *e,
                    const struct env *env);
