/*
 * Hash-consing: values with a 128-bit hash of what they are made of, each kept
 * once, so that equal values are the same pointer.
 *
 * The hash comes from contents alone, never from an address or a counter: it
 * is also the order of values, which is then the same in every pool.
 */
#ifndef MAJORANT_CORE_TABLE_H
#define MAJORANT_CORE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash {
    uint64_t hi, lo;
};

struct hash hash_start(unsigned tag);
struct hash hash_add(struct hash h, uint64_t word);
struct hash hash_join(struct hash h, struct hash part);
struct hash hash_text(struct hash h, const char *text);
/* Below, equal or above 0. */
int hash_compare(const struct hash *a, const struct hash *b);

/* Items begin with their struct hash; zero-initialised is empty. */
struct table {
    struct slot *slots; /* capacity, a power of two, of which count are used */
    size_t count, capacity;
};

/* The item of that hash, or NULL. */
const void *table_find(const struct table *table, struct hash hash);
void table_add(struct table *table, const void *item);
void table_clear(struct table *table);

/* A value, not NULL, for each item, by its hash. */
struct memo {
    struct table table;
};
const void *memo_get(const struct memo *memo, const void *key); /* or NULL */
void memo_set(struct memo *memo, const void *key, const void *value);
void memo_clear(struct memo *memo);

#endif
