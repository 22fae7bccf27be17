/* A set of fingerprints: open addressing with linear probing. */
#include "verify/instance_set.h"

#include "base/status.h"

#include <stdlib.h>

enum { FIRST_ROOM = 256 };

struct instance_set {
    uint64_t *slots; /* 0: free */
    size_t room;     /* a power of 2, more than twice the count */
    size_t count;
    bool has_zero; /* the fingerprint that marks free slots */
};

struct instance_set *instance_set_new(void)
{
    struct instance_set *set = xcalloc(1, sizeof *set);
    set->room = FIRST_ROOM;
    set->slots = xcalloc(set->room, sizeof *set->slots);
    return set;
}

void instance_set_free(struct instance_set *set)
{
    if (set)
        free(set->slots);
    free(set);
}

size_t instance_set_count(const struct instance_set *set)
{
    return set->count + set->has_zero;
}

/* Its slot, or the free one where it belongs. */
static uint64_t *find(const struct instance_set *set, uint64_t fingerprint)
{
    size_t at = (size_t)fingerprint & (set->room - 1);
    while (set->slots[at] != 0 && set->slots[at] != fingerprint)
        at = (at + 1) & (set->room - 1);
    return &set->slots[at];
}

static void grow(struct instance_set *set)
{
    struct instance_set larger = {.room = 2 * set->room, .count = set->count};
    larger.has_zero = set->has_zero;
    larger.slots = xcalloc(larger.room, sizeof *larger.slots);
    for (size_t i = 0; i < set->room; i++)
        if (set->slots[i] != 0)
            *find(&larger, set->slots[i]) = set->slots[i];
    free(set->slots);
    *set = larger;
}

bool instance_set_add(struct instance_set *set, uint64_t fingerprint)
{
    if (fingerprint == 0) {
        const bool is_new = !set->has_zero;
        set->has_zero = true;
        return is_new;
    }
    uint64_t *slot = find(set, fingerprint);
    if (*slot != 0 || set->count >= INSTANCE_SET_MAX)
        return false;
    *slot = fingerprint;
    if (2 * ++set->count >= set->room)
        grow(set);
    return true;
}
