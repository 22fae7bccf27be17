#include "ir/expr_memo.h"

#include <stdlib.h>
#include <string.h>

void expr_memo_clear(struct expr_memo *memo)
{
    free(memo->entries);
    free(memo->table);
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

static size_t hash(const struct expr_memo *memo, const struct expr *e,
                   size_t key)
{
    uint64_t h = (e->id + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    for (size_t k = 0; k < e->nfree; k++) {
        h ^= (uint64_t)memo->keys[key + k];
        h *= UINT64_C(0xBF58476D1CE4E5B9);
        h ^= h >> 31;
    }
    return (size_t)(h ^ (h >> 32));
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

static void grow(struct expr_memo *memo)
{
    enum { FIRST_SIZE = 256 };
    free(memo->table);
    memo->table_size = memo->table_size ? 2 * memo->table_size : FIRST_SIZE;
    memo->table = xcalloc(memo->table_size, sizeof *memo->table);
    for (size_t i = 0; i < memo->count; i++) {
        const struct expr_memo_entry *entry = &memo->entries[i];
        size_t at = hash(memo, entry->expr, entry->key);
        while (memo->table[at & (memo->table_size - 1)])
            at++;
        memo->table[at & (memo->table_size - 1)] = i + 1;
    }
}

bool expr_memo_find(size_t *entry, struct expr_memo *memo, const struct expr *e,
                    const struct env *env)
{
    if (!push_key(memo, e, env))
        return false;
    if (2 * memo->count >= memo->table_size)
        grow(memo);
    size_t at = hash(memo, e, memo->nkeys), *slot;
    for (;; at++) {
        slot = &memo->table[at & (memo->table_size - 1)];
        if (!*slot)
            break;
        *entry = *slot - 1;
        if (is_same(memo, &memo->entries[*entry], e))
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
    *slot = memo->count;
    return true;
}
