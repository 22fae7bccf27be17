#include "logic/scalar_internal.h"

#include "base/status.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct scalar_pool {
    struct arena *arena;
    const struct scalar **nodes;
    size_t count, capacity;
    size_t *table; /* 1 + id, 0: free */
    size_t table_size;
    struct term_map slopes[SCALAR_MAX_VARIABLES];
    struct scalar_notes notes;
    struct expansion_memo *expansions; /* of the arena */
    size_t spent;
};

enum { FIRST_TABLE = 1024 };

struct scalar_pool *scalar_pool_new(void)
{
    struct scalar_pool *pool = xcalloc(1, sizeof *pool);
    pool->arena = arena_new();
    pool->table_size = FIRST_TABLE;
    pool->table = xcalloc(FIRST_TABLE, sizeof *pool->table);
    return pool;
}

void scalar_pool_free(struct scalar_pool *pool)
{
    if (!pool)
        return;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        term_map_clear(&pool->slopes[k]);
    arena_free(pool->arena);
    free(pool->nodes);
    free(pool->table);
    free(pool);
}

struct arena *scalar_arena(struct scalar_pool *pool)
{
    return pool->arena;
}

void scalar_spend(struct scalar_pool *pool, size_t units)
{
    pool->spent += units;
}

size_t scalar_units(const struct scalar_pool *pool)
{
    return pool->spent;
}

struct expansion_memo **scalar_expansions(struct scalar_pool *pool)
{
    return &pool->expansions;
}

size_t scalar_spent(const struct scalar_pool *pool)
{
    return pool->spent + pool->count; /* each new node counts too */
}

size_t scalar_count(const struct scalar_pool *pool)
{
    return pool->count;
}

struct scalar_notes *scalar_notes(struct scalar_pool *pool)
{
    return &pool->notes;
}

bool scalar_integral_note(const struct scalar **raw,
                          const struct scalar **value,
                          const struct scalar_pool *pool, size_t i)
{
    if (i >= pool->notes.count)
        return false;
    *raw = pool->notes.raw[i];
    *value = pool->notes.value[i];
    return true;
}

struct term_map *scalar_slopes(struct scalar_pool *pool, size_t k)
{
    return &pool->slopes[k];
}

/* ---- order ---- */

static int compare_numbers(const rational_t *a, const rational_t *b)
{
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    return mpq_cmp(a->q, b->q);
}

static int compare_goals(const struct goal *a, const struct goal *b)
{
    if (a == b || !a || !b)
        return (a != b && a != NULL) - (a != b && b != NULL);
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->term)
        return scalar_compare(a->term, b->term);
    int first = compare_goals(a->a, b->a);
    return first ? first : compare_goals(a->b, b->b);
}

static int compare_size_t(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

int scalar_compare(const struct scalar *a, const struct scalar *b)
{
    int order = 0;
    if (a == b)
        return 0;
    if (a->op != b->op)
        return compare_size_t(a->op, b->op);
    if (a->fn != b->fn)
        return compare_size_t(a->fn, b->fn);
    if (a->variable != b->variable)
        return compare_size_t(a->variable, b->variable);
    if (a->count != b->count)
        return compare_size_t(a->count, b->count);
    for (size_t i = 0; i < a->count && !order; i++)
        order = scalar_compare(a->kids[i], b->kids[i]);
    order = order ? order : compare_numbers(a->number, b->number);
    return order ? order : compare_goals(a->condition, b->condition);
}

/* ---- hash consing ---- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    return (h ^ x) * 0x9E3779B97F4A7C15u ^ (h >> 29);
}

static uint64_t hash(const struct scalar *e)
{
    uint64_t h = mix(mix(e->op, e->fn), e->variable);
    for (size_t i = 0; i < e->count; i++)
        h = mix(h, e->kids[i]->id + 1);
    if (e->number) {
        h = mix(h, mpz_get_ui(mpq_numref(e->number->q)));
        h = mix(h, (uint64_t)(mpq_sgn(e->number->q) + 1));
        h = mix(h, mpz_get_ui(mpq_denref(e->number->q)));
    }
    return mix(h, h >> 31);
}

static bool same_numbers(const rational_t *a, const rational_t *b)
{
    return a == b || (a && b && mpq_equal(a->q, b->q));
}

static bool same(const struct scalar *a, const struct scalar *b)
{
    if (a->op != b->op || a->fn != b->fn || a->variable != b->variable ||
        a->count != b->count || a->condition != b->condition ||
        !same_numbers(a->number, b->number))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->kids[i] != b->kids[i])
            return false;
    return true;
}

static size_t *find_cell(const struct scalar_pool *pool, const struct scalar *e)
{
    size_t mask = pool->table_size - 1;
    size_t i = hash(e) & mask;
    while (pool->table[i] && !same(pool->nodes[pool->table[i] - 1], e))
        i = (i + 1) & mask;
    return &pool->table[i];
}

static void grow_table(struct scalar_pool *pool)
{
    free(pool->table);
    pool->table_size *= 2;
    pool->table = xcalloc(pool->table_size, sizeof *pool->table);
    for (size_t i = 0; i < pool->count; i++)
        *find_cell(pool, pool->nodes[i]) = i + 1;
}

bool scalar_is_kink(const struct scalar *e)
{
    return e->op == SCALAR_IF || e->op == SCALAR_GENERAL ||
           (e->op == SCALAR_CALL &&
            (e->fn == FN_ABS || e->fn == FN_SIGN || e->fn == FN_RELU ||
             e->fn == FN_MAX2 || e->fn == FN_MIN2));
}

/* What is seen of an integral from outside. */
static void hide_bound(struct scalar *e)
{
    e->variables = e->kids[0]->variables & ~(1u << SCALAR_BOUND);
    e->has_kink = scalar_find_kink(e->kids[0], false) != NULL;
    for (size_t i = 1; i < e->count; i++) {
        e->variables |= e->kids[i]->variables;
        e->has_kink |= e->kids[i]->has_kink;
    }
}

static void summarise(struct scalar *e)
{
    e->has_kink = scalar_is_kink(e);
    e->has_integral = e->op == SCALAR_INTEGRAL;
    e->weight = 1;
    for (size_t i = 0; i < e->count; i++) {
        const struct scalar *kid = e->kids[i];
        e->variables |= kid->variables;
        e->has_kink |= kid->has_kink;
        e->has_integral |= kid->has_integral;
        e->weight += kid->weight;
        if (e->weight > SCALAR_MAX_WEIGHT)
            e->weight = SCALAR_MAX_WEIGHT;
        if (kid->depth >= e->depth)
            e->depth = kid->depth + 1;
    }
    if (e->op == SCALAR_VARIABLE)
        e->variables = 1u << e->variable;
    if (e->op == SCALAR_INTEGRAL)
        hide_bound(e);
    if (e->condition) {
        e->variables |= e->condition->variables;
        if (e->condition->depth >= e->depth)
            e->depth = e->condition->depth + 1;
    }
}

static const rational_t *copy_number(struct scalar_pool *pool,
                                     const rational_t *number)
{
    rational_t *copy = rational_new(pool->arena);
    mpq_set(copy->q, number->q);
    return copy;
}

static const struct scalar *add_node(struct scalar_pool *pool,
                                     const struct scalar *model, size_t *cell)
{
    struct scalar *e = arena_alloc(pool->arena, sizeof *e);
    *e = *model;
    summarise(e);
    if (e->depth > SCALAR_MAX_DEPTH || pool->count >= SCALAR_MAX_NODES)
        return NULL;
    const struct scalar **kids =
        arena_array(pool->arena, e->count + 1, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        kids[i] = model->kids[i];
    e->kids = kids;
    if (e->number)
        e->number = copy_number(pool, model->number);
    if (pool->count == pool->capacity) {
        pool->capacity = pool->capacity ? 2 * pool->capacity : 256;
        pool->nodes =
            xrealloc(pool->nodes, pool->capacity, sizeof *pool->nodes);
    }
    e->id = (unsigned)pool->count;
    pool->nodes[pool->count++] = e;
    *cell = pool->count;
    if (2 * pool->count > pool->table_size)
        grow_table(pool);
    return e;
}

const struct scalar *scalar_intern(struct scalar_pool *pool,
                                   const struct scalar *model)
{
    size_t *cell = find_cell(pool, model);
    return *cell ? pool->nodes[*cell - 1] : add_node(pool, model, cell);
}

/* ---- leaves ---- */

bool scalar_number_is_long(mpq_srcptr q)
{
    return mpz_sizeinbase(mpq_numref(q), 2) > SCALAR_MAX_BITS ||
           mpz_sizeinbase(mpq_denref(q), 2) > SCALAR_MAX_BITS;
}

const struct scalar *scalar_number(struct scalar_pool *pool, mpq_srcptr value)
{
    if (scalar_number_is_long(value))
        return NULL;
    rational_t q;
    mpq_init(q.q);
    mpq_set(q.q, value);
    const struct scalar *e = scalar_intern(
        pool, &(struct scalar){.op = SCALAR_NUMBER, .number = &q});
    mpq_clear(q.q);
    return e;
}

const struct scalar *scalar_ratio(struct scalar_pool *pool, long num, long den)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, num, (unsigned long)den);
    mpq_canonicalize(q);
    const struct scalar *e = scalar_number(pool, q);
    mpq_clear(q);
    return e;
}

const struct scalar *scalar_int(struct scalar_pool *pool, long value)
{
    return scalar_ratio(pool, value, 1);
}

const struct scalar *scalar_pi(struct scalar_pool *pool)
{
    return scalar_intern(pool, &(struct scalar){.op = SCALAR_PI});
}

const struct scalar *scalar_variable(struct scalar_pool *pool, size_t k)
{
    return scalar_intern(
        pool, &(struct scalar){.op = SCALAR_VARIABLE, .variable = k});
}

bool scalar_is_number(const struct scalar *e, int *sign)
{
    if (e->op != SCALAR_NUMBER)
        return false;
    *sign = mpq_sgn(e->number->q);
    return true;
}

bool scalar_is_zero_node(const struct scalar *e)
{
    int sign;
    return e && scalar_is_number(e, &sign) && sign == 0;
}

void scalar_coefficient(mpq_t out, const struct scalar *e)
{
    if (e->op == SCALAR_NUMBER)
        mpq_set(out, e->number->q);
    else if (e->op == SCALAR_MUL && e->kids[0]->op == SCALAR_NUMBER)
        mpq_set(out, e->kids[0]->number->q);
    else
        mpq_set_si(out, 1, 1);
}

bool scalar_any_null(const struct scalar *const *kids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!kids[i])
            return true;
    return false;
}
