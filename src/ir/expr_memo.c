#include "ir/expr_memo.h"

#include <stdlib.h>

void expr_memo_clear(struct expr_memo *memo)
{
    free(memo->entries);
    map_clear(&memo->table);
    free(memo->keys);
    *memo = (struct expr_memo){0};
}

/* The values of e's free symbols, behind the keys that are kept. */
static bool push_key(struct expr_memo *memo, const struct expr *e,
                     const struct env *env)
{
    if (memo->nkeys + e->nfree > memo->keys_capacity) {
        memo->keys_capacity = 2 * (memo->nkeys + e->nfree);
        memo->keys =
            xrealloc(memo->keys, memo->keys_capacity, sizeof *memo->keys);
    }
    for (size_t k = 0; k < e->nfree; k++) {
        unsigned id = e->free[k]->id;
        if (id >= env->count || !env->known[id])
            return false;
        memo->keys[memo->nkeys + k] = env->values[id];
    }
    return true;
}

static uint64_t hash_of(const struct expr_memo *memo, const struct expr *e)
{
    uint64_t hash = e->id;
    for (size_t k = 0; k < e->nfree; k++)
        hash = map_mix(hash, (uint64_t)memo->keys[memo->nkeys + k]);
    return map_mix(hash, e->nfree);
}

static bool is_same(const struct expr_memo *memo,
                    const struct expr_memo_entry *entry, const struct expr *e)
{
    if (entry->expr != e)
        return false;
    for (size_t k = 0; k < e->nfree; k++)
        if (memo->keys[entry->key + k] != memo->keys[memo->nkeys + k])
            return false;
    return true;
}

bool expr_memo_find(size_t *entry, struct expr_memo *memo, const struct expr *e,
                    const struct env *env)
{
    if (!push_key(memo, e, env))
        return false;
    const uint64_t hash = hash_of(memo, e);
    uintptr_t known;
    for (size_t at = 0; map_next(&known, &memo->table, hash, &at);)
        if (is_same(memo, &memo->entries[known], e)) {
            *entry = known;
            return true;
        }
    if (memo->count == memo->capacity) {
        memo->capacity = memo->capacity ? 2 * memo->capacity : 256;
        memo->entries =
            xrealloc(memo->entries, memo->capacity, sizeof *memo->entries);
    }
    *entry = memo->count++;
    memo->entries[*entry] =
        (struct expr_memo_entry){.expr = e, .key = memo->nkeys};
    memo->nkeys += e->nfree;
    map_add(&memo->table, hash, *entry);
    return true;
}
