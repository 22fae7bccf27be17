/* Hash-consing of instructions. */
#include "eval/plan_internal.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_integer(uint64_t hash, const mpz_t z)
{
    hash = map_mix(hash, (uint64_t)mpz_sgn(z) + mpz_size(z));
    return mpz_sgn(z) ? map_mix(map_mix(hash, mpz_getlimbn(z, 0)),
                                mpz_getlimbn(z, (mp_size_t)mpz_size(z) - 1))
                      : hash;
}

static uint64_t hash_instr(const struct plan_instr *i)
{
    uint64_t hash = map_mix((uint64_t)i->op, (uint64_t)i->fn * 64 + i->rel);
    hash = map_mix(hash, (uint64_t)i->truth);
    hash = map_mix(hash, (uint64_t)i->rows << 32 | i->cols);
    hash = map_mix(hash, (uint64_t)i->row << 32 | i->col);
    hash = map_mix(map_mix(hash, (uint64_t)i->power), i->slot);
    hash = map_mix(hash, (uint64_t)(uintptr_t)i->integral);
    if (i->number) {
        hash = hash_integer(hash, mpq_numref(i->number->q));
        hash = hash_integer(hash, mpq_denref(i->number->q));
    }
    if (i->reason)
        hash = map_mix(hash, map_text(i->reason));
    for (uint32_t k = 0; k < i->nargs; k++)
        hash = map_mix(hash, i->args[k]);
    return hash;
}

static bool same_number(const rational_t *a, const rational_t *b)
{
    return a == b || (a && b && mpq_equal(a->q, b->q) != 0);
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_instr(const struct plan_instr *a, const struct plan_instr *b)
{
    return a->op == b->op && a->fn == b->fn && a->rel == b->rel &&
           a->truth == b->truth && a->rows == b->rows && a->cols == b->cols &&
           a->row == b->row && a->col == b->col && a->power == b->power &&
           a->slot == b->slot && a->integral == b->integral &&
           a->nargs == b->nargs && same_number(a->number, b->number) &&
           same_text(a->reason, b->reason) &&
           (a->nargs == 0 ||
            memcmp(a->args, b->args, a->nargs * sizeof *a->args) == 0);
}

void plan_forget(struct builder *b, uint32_t count)
{
    for (uint32_t id = count; id < b->count; id++)
        b->entries -= (uint64_t)b->instrs[id].rows * b->instrs[id].cols;
    b->count = count;
    map_clear(&b->table);
    for (uint32_t id = 0; id < count; id++)
        map_add(&b->table, hash_instr(&b->instrs[id]), id);
}

/* Limits of one more instruction. */
static bool admit(struct builder *b, const struct plan_instr *model)
{
    if (model->rows > PLAN_MAX_SIZE || model->cols > PLAN_MAX_SIZE)
        plan_fail(b, ST_INPUT, "a matrix of %u x %u is beyond the limit of %d",
                  (unsigned)model->rows, (unsigned)model->cols,
                  (int)PLAN_MAX_SIZE);
    else if (b->count >= PLAN_MAX_INSTRS)
        plan_fail(b, ST_LIMIT, "the theorem needs more than %d operations",
                  (int)PLAN_MAX_INSTRS);
    else if (!b->in_passes && (uint64_t)model->rows * model->cols >
                                  PLAN_MAX_ENTRIES - b->entries)
        plan_fail(b, ST_LIMIT,
                  "the matrices have more than %d entries together",
                  (int)PLAN_MAX_ENTRIES);
    return b->status == ST_OK;
}

static plan_id append(struct builder *b, const struct plan_instr *model)
{
    if (b->count == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 256;
        b->instrs = xrealloc(b->instrs, b->capacity, sizeof *b->instrs);
    }
    struct plan_instr *i = &b->instrs[b->count];
    *i = *model;
    i->span = b->span;
    if (model->nargs) {
        plan_id *args = arena_array(b->arena, model->nargs, sizeof *args);
        memcpy(args, model->args, model->nargs * sizeof *args);
        i->args = args;
    }
    if (model->number) {
        rational_t *number = rational_new(b->arena);
        mpq_set(number->q, model->number->q);
        i->number = number;
    }
    if (model->reason)
        i->reason = arena_strdup(b->arena, model->reason);
    i->facts = model->facts | plan_derive_facts(b->instrs, i);
    b->entries += (uint64_t)i->rows * i->cols;
    return b->count++;
}

plan_id plan_emit(struct builder *b, const struct plan_instr *model)
{
    if (b->status != ST_OK)
        return PLAN_NONE;
    const uint64_t hash = hash_instr(model);
    uintptr_t known;
    for (size_t at = 0; map_next(&known, &b->table, hash, &at);)
        if (same_instr(&b->instrs[known], model))
            return (plan_id)known;
    if (!admit(b, model))
        return PLAN_NONE;
    plan_id id = append(b, model);
    map_add(&b->table, hash, id);
    return id;
}
