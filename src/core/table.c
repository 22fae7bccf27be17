/*
 * Open addressing with linear probes; the mixing of words is the finaliser of
 * splitmix64 (Steele, Lea, Flood 2014).
 */
#include "core/table.h"

#include "base/status.h"

#include <stdlib.h>

static uint64_t mixed(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

struct hash hash_join(struct hash h, struct hash part)
{
    struct hash out;

    out.lo = mixed(h.lo + part.lo * UINT64_C(0x9e3779b97f4a7c15));
    out.hi = (h.hi ^ out.lo ^ part.hi) * UINT64_C(0xd1b54a32d192ed03);
    out.hi ^= out.hi >> 29;
    return out;
}

struct hash hash_add(struct hash h, uint64_t word)
{
    return hash_join(h, (struct hash){word, word});
}

struct hash hash_start(unsigned tag)
{
    return hash_add((struct hash){UINT64_C(0x6a09e667f3bcc908), 0}, tag);
}

struct hash hash_text(struct hash h, const char *text)
{
    for (; *text != '\0'; text++)
        h = hash_add(h, (unsigned char)*text);
    return hash_add(h, 256);
}

int hash_compare(const struct hash *a, const struct hash *b)
{
    if (a->hi != b->hi)
        return a->hi < b->hi ? -1 : 1;
    return (a->lo > b->lo) - (a->lo < b->lo);
}

/* Hashes lie beside the items: a probe reads no other memory. */
struct slot {
    struct hash hash;
    const void *item; /* NULL: free */
};

/* Where that hash is, or belongs. */
static struct slot *slot_of(const struct table *table, struct hash hash)
{
    size_t place = (size_t)hash.lo & (table->capacity - 1);

    while (table->slots[place].item != NULL &&
           hash_compare(&table->slots[place].hash, &hash) != 0)
        place = (place + 1) & (table->capacity - 1);
    return &table->slots[place];
}

const void *table_find(const struct table *table, struct hash hash)
{
    return table->capacity == 0 ? NULL : slot_of(table, hash)->item;
}

static void table_grow(struct table *table)
{
    struct table larger = {NULL, 0, table->capacity ? 2 * table->capacity : 16};

    larger.slots = xcalloc(larger.capacity, sizeof *larger.slots);
    for (size_t i = 0; i < table->capacity; i++) {
        if (table->slots[i].item != NULL)
            *slot_of(&larger, table->slots[i].hash) = table->slots[i];
    }
    free(table->slots);
    larger.count = table->count;
    *table = larger;
}

static void put(struct table *table, struct hash hash, const void *item)
{
    struct slot *slot;

    if (2 * (table->count + 1) > table->capacity)
        table_grow(table);
    slot = slot_of(table, hash);
    ENSURE(slot->item == NULL, "table_add: there already");
    *slot = (struct slot){hash, item};
    table->count++;
}

void table_add(struct table *table, const void *item)
{
    put(table, *(const struct hash *)item, item);
}

void table_clear(struct table *table)
{
    free(table->slots);
    *table = (struct table){NULL, 0, 0};
}

const void *memo_get(const struct memo *memo, const void *key)
{
    return table_find(&memo->table, *(const struct hash *)key);
}

void memo_set(struct memo *memo, const void *key, const void *value)
{
    if (memo_get(memo, key) == NULL)
        put(&memo->table, *(const struct hash *)key, value);
}

void memo_clear(struct memo *memo)
{
    table_clear(&memo->table);
}
