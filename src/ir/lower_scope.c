/*
 * The names of a scope: a tree over hashes of which every scope has a root of
 * its own.  To add a name copies the nodes above it, so that scopes that were
 * copied before do not see it, and 50 000 lets are found as fast as five.
 */
#include "ir/lower_internal.h"

#include "base/map.h"

#include <string.h>

enum { KIDS = 4, KID_BITS = 2, HASH_BITS = 64 };

struct scope_node {
    uint64_t hash;
    const struct binding *binding;
    const struct scope_node *kids[KIDS];
};

/* Which kid: two bits of the hash each level, and 0 where they are used up. */
static size_t kid_of(uint64_t hash, unsigned depth)
{
    const unsigned shift = KID_BITS * depth;
    return shift < HASH_BITS ? (size_t)(hash >> shift) % KIDS : 0;
}

const struct binding *lower_find(const struct scope *scope, const char *name)
{
    const uint64_t hash = map_text(name);
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
    const uint64_t hash = map_text(binding->name);
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
