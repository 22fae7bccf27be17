/* Items of the builder: found again by expression and values, and stacked. */
#include "eval/plan_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

plan_id plan_fail(struct builder *b, enum status st, const char *format, ...)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    va_list args;
    va_start(args, format);
    b->status = st;
    b->reason = buffer_vtext(format, args);
    va_end(args);
    return PLAN_NONE;
}

void plan_items_clear(struct items *items)
{
    free(items->list);
    map_clear(&items->table);
    free(items->values);
    free(items->stack);
}

plan_id *plan_scratch(struct builder *b, size_t count)
{
    if (count > b->scratch_capacity) {
        b->scratch_capacity = 2 * count;
        b->scratch =
            xrealloc(b->scratch, b->scratch_capacity, sizeof *b->scratch);
    }
    return b->scratch;
}

/* Appends the values of e's free symbols; false: one has none. */
static bool push_values(struct builder *b, const struct expr *e)
{
    struct items *t = &b->items;
    if (t->nvalues + e->nfree > t->values_capacity) {
        t->values_capacity = 2 * (t->nvalues + e->nfree);
        t->values = xrealloc(t->values, t->values_capacity, sizeof *t->values);
    }
    for (size_t k = 0; k < e->nfree; k++) {
        const struct symbol *s = e->free[k];
        if (s->kind == SYM_REAL) { /* a variable at run time */
            t->values[t->nvalues + k] = 0;
            continue;
        }
        if (s->id >= b->env.count || !b->env.known[s->id]) {
            plan_fail(b, ST_INPUT, "%s has no value here", s->name);
            return false;
        }
        t->values[t->nvalues + k] = b->env.values[s->id];
    }
    return true;
}

static uint64_t hash_key(const struct items *t, const struct expr *e)
{
    uint64_t hash = e->id;
    for (size_t k = 0; k < e->nfree; k++)
        hash = map_mix(hash, (uint64_t)t->values[t->nvalues + k]);
    return map_mix(hash, e->nfree);
}

static bool same_key(const struct items *t, const struct item *item,
                     const struct expr *e)
{
    return item->expr == e &&
           (e->nfree == 0 ||
            memcmp(&t->values[item->values], &t->values[t->nvalues],
                   e->nfree * sizeof *t->values) == 0);
}

static size_t append(struct items *t, const struct expr *e)
{
    if (t->count == t->capacity) {
        t->capacity = t->capacity ? 2 * t->capacity : 256;
        t->list = xrealloc(t->list, t->capacity, sizeof *t->list);
    }
    t->list[t->count] = (struct item){.expr = e, .values = t->nvalues};
    t->nvalues += e->nfree; /* the key pushed last becomes the item's */
    return t->count++;
}

/* The index of the item of `e` under b->env, made if there is none. */
static size_t find(struct builder *b, const struct expr *e)
{
    struct items *t = &b->items;
    const uint64_t hash = hash_key(t, e);
    uintptr_t known;
    for (size_t at = 0; map_next(&known, &t->table, hash, &at);)
        if (same_key(t, &t->list[known], e))
            return known;
    const size_t k = append(t, e);
    map_add(&t->table, hash, k);
    return k;
}

static void push(struct items *t, size_t k)
{
    if (t->depth == t->stack_capacity) {
        t->stack_capacity = t->stack_capacity ? 2 * t->stack_capacity : 256;
        t->stack = xrealloc(t->stack, t->stack_capacity, sizeof *t->stack);
    }
    t->stack[t->depth++] = k;
}

static plan_id fail_cycle(struct builder *b)
{
    const struct items *t = &b->items;
    for (size_t k = t->depth; k-- > 0;) {
        const struct item *item = &t->list[t->stack[k]];
        if (item->state == ITEM_OPEN && item->expr->op == EX_LET)
            return plan_fail(b, ST_INPUT, "the definition of %s is cyclic",
                             b->theorem->lets[item->expr->decl].name);
    }
    return plan_fail(b, ST_INPUT, "cyclic definition");
}

plan_id plan_request(struct builder *b, const struct expr *e)
{
    if (b->status != ST_OK || !push_values(b, e))
        return PLAN_NONE;
    size_t k = find(b, e);
    const struct item *item = &b->items.list[k];
    if (++b->steps > PLAN_MAX_STEPS || b->items.count > PLAN_MAX_ITEMS)
        return plan_fail(b, ST_LIMIT,
                         "unrolling the theorem takes too many steps");
    if (item->state == ITEM_DONE)
        return item->id;
    if (item->state == ITEM_OPEN)
        return fail_cycle(b);
    push(&b->items, k);
    b->missing++;
    return PLAN_NONE;
}

static void bind(struct builder *b, const struct item *item)
{
    for (size_t k = 0; k < item->expr->nfree; k++)
        if (item->expr->free[k]->kind != SYM_REAL)
            env_set(&b->env, item->expr->free[k],
                    b->items.values[item->values + k]);
}

/* What the base says of e's free symbols again. */
static void unbind(struct builder *b, const struct expr *e)
{
    for (size_t k = 0; k < e->nfree; k++) {
        const struct symbol *s = e->free[k];
        if (s->kind == SYM_REAL)
            continue;
        if (b->base->known[s->id])
            env_set(&b->env, s, b->base->values[s->id]);
        else
            env_unset(&b->env, s);
    }
}

/* One visit of the item on top; it is popped when it is done. */
static void work(struct builder *b)
{
    struct items *t = &b->items;
    size_t k = t->stack[t->depth - 1];
    const struct expr *e = t->list[k].expr;
    if (t->list[k].state == ITEM_DONE) {
        t->depth--;
        return;
    }
    if (t->list[k].state == ITEM_NEW) {
        t->list[k].state = ITEM_OPEN;
        if (++b->open > PLAN_MAX_DEPTH) {
            plan_fail(b, ST_LIMIT, "definitions nest more than %d deep",
                      (int)PLAN_MAX_DEPTH);
            return;
        }
    }
    b->missing = 0;
    b->span = e->span;
    bind(b, &t->list[k]);
    plan_id id = plan_visit(b, e);
    unbind(b, e);
    if (b->status == ST_OK && b->missing == 0) {
        t->list[k].state = ITEM_DONE;
        t->list[k].id = id;
        t->depth--;
        b->open--;
    }
}

plan_id plan_instantiate(struct builder *b, const struct expr *e)
{
    b->span = e->span;
    plan_id id = plan_request(b, e);
    while (b->status == ST_OK && b->items.depth)
        work(b);
    return id != PLAN_NONE ? id : plan_request(b, e);
}
