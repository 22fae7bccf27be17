/*
 * Sets of variables as sorted arrays, shared where one contains the other.
 */
#include "core/form.h"

bool variable_is_value(const struct atom *variable)
{
    return variable->variable != VARIABLE_FAMILY &&
           variable->variable != VARIABLE_OBTAINED;
}

bool variables_have(const struct variables *set, const struct atom *variable)
{
    size_t lo = 0, hi = set->count;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int order = hash_compare(&set->items[mid]->hash, &variable->hash);

        if (order == 0)
            return true;
        lo = order < 0 ? mid + 1 : lo;
        hi = order < 0 ? hi : mid;
    }
    return false;
}

bool variables_within(const struct variables *part,
                      const struct variables *whole)
{
    for (size_t i = 0; i < part->count; i++) {
        if (!variables_have(whole, part->items[i]))
            return false;
    }
    return true;
}

struct variables variables_of(struct pool *pool, const struct atom *variable)
{
    struct variables out = {
        1, arena_array(pool_arena(pool), 1, sizeof *out.items)};

    out.items[0] = variable;
    return out;
}

struct variables variables_join(struct pool *pool, struct variables a,
                                struct variables b)
{
    struct variables out = {0, NULL};
    size_t i = 0, j = 0;

    if (variables_within(&b, &a))
        return a;
    if (variables_within(&a, &b))
        return b;
    out.items =
        arena_array(pool_arena(pool), a.count + b.count, sizeof *out.items);
    while (i < a.count || j < b.count) {
        int order = i == a.count ? 1
                    : j == b.count
                        ? -1
                        : hash_compare(&a.items[i]->hash, &b.items[j]->hash);

        out.items[out.count++] = order <= 0 ? a.items[i] : b.items[j];
        i += order <= 0;
        j += order >= 0;
    }
    return out;
}

struct variables variables_without(struct pool *pool, struct variables set,
                                   const struct atom *variable)
{
    struct variables out = {0, NULL};

    if (!variables_have(&set, variable))
        return set;
    out.items = arena_array(pool_arena(pool), set.count, sizeof *out.items);
    for (size_t i = 0; i < set.count; i++) {
        if (set.items[i] != variable)
            out.items[out.count++] = set.items[i];
    }
    return out;
}

bool variables_stray(const struct variables *set, const struct variables *scope)
{
    for (size_t i = 0; i < set->count; i++) {
        const struct atom *v = set->items[i];

        if (v->variable == VARIABLE_BOUND || v->variable == VARIABLE_SPARE ||
            (v->variable == VARIABLE_GENERIC && !variables_have(scope, v)))
            return true;
    }
    return false;
}
