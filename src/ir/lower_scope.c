/*
 * The names of a scope: a tree over hashes of which every scope has a root of
 * its own.  To add a name copies the nodes above it, so that scopes that were
 * copied before do not see it, and 50 000 lets are found as fast as five.
 */
#include "ir/lower_internal.h"

#include <string.h>

enum { KIDS = 4, KID_BITS = 2, HASH_BITS = 64 };

struct scope_node {
    uint64_t hash;
    const struct binding *binding;
    const struct scope_node *kids[KIDS];
};

/* FNV-1a, whose last bits are then spread over the first. */
static uint64_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001B3);
    return hash ^ hash >> 32;
}

/* Which kid: two bits of the hash each level, and 0 where they are used up. */
static size_t kid_of(uint64_t hash, unsigned depth)
{
    const unsigned shift = KID_BITS * depth;
    return shift < HASH_BITS ? (size_t)(hash >> shift) % KIDS : 0;
}

const struct binding *lower_find(const struct scope *scope, const char *name)
{
    const uint64_t hash = hash_of(name);
    const struct scope_node *node = scope->names;
    for (unsigned depth = 0; node; depth++) {
        if (node->hash == hash && strcmp(node->binding->name, name) == 0)
            return node->binding;
        node = node->kids[kid_of(hash, depth)];
    }
    return NULL;
}

void lower_scope_add(struct lowering *l, struct scope *scope,
                     const struct binding *binding)
{
    const uint64_t hash = hash_of(binding->name);
    const struct scope_node **place = &scope->names;
    for (unsigned depth = 0; *place; depth++) {
        struct scope_node *copy = arena_alloc(l->arena, sizeof *copy);
        *copy = **place;
        *place = copy;
        place = &copy->kids[kid_of(hash, depth)];
    }
    struct scope_node *leaf = arena_alloc(l->arena, sizeof *leaf);
    leaf->hash = hash;
    leaf->binding = binding;
    *place = leaf;
}
