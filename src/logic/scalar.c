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

size_t scalar_count(const struct scalar_pool *pool)
{
    return pool->count;
}

const struct scalar *scalar_at(const struct scalar_pool *pool, size_t id)
{
    return pool->nodes[id];
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

static size_t *find_cell(const struct scalar_pool *pool,
                         const struct scalar *e)
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

static void summarise(struct scalar *e)
{
    e->has_kink = scalar_is_kink(e);
    e->weight = 1;
    for (size_t i = 0; i < e->count; i++) {
        const struct scalar *kid = e->kids[i];
        e->variables |= kid->variables;
        e->has_kink |= kid->has_kink;
        e->weight += kid->weight;
        if (e->weight > SCALAR_MAX_WEIGHT)
            e->weight = SCALAR_MAX_WEIGHT;
        if (kid->depth >= e->depth)
            e->depth = kid->depth + 1;
    }
    if (e->op == SCALAR_VARIABLE)
        e->variables = 1u << e->variable;
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

static const struct scalar *intern(struct scalar_pool *pool,
                                   const struct scalar *model)
{
    size_t *cell = find_cell(pool, model);
    return *cell ? pool->nodes[*cell - 1] : add_node(pool, model, cell);
}

/* ---- leaves ---- */

static bool is_long(const mpq_t q)
{
    return mpz_sizeinbase(mpq_numref(q), 2) > SCALAR_MAX_BITS ||
           mpz_sizeinbase(mpq_denref(q), 2) > SCALAR_MAX_BITS;
}

const struct scalar *scalar_number(struct scalar_pool *pool, const mpq_t value)
{
    if (is_long(value))
        return NULL;
    rational_t q;
    mpq_init(q.q);
    mpq_set(q.q, value);
    const struct scalar *e =
        intern(pool, &(struct scalar){.op = SCALAR_NUMBER, .number = &q});
    mpq_clear(q.q);
    return e;
}

const struct scalar *scalar_int(struct scalar_pool *pool, long value)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, value, 1);
    const struct scalar *e = scalar_number(pool, q);
    mpq_clear(q);
    return e;
}

const struct scalar *scalar_pi(struct scalar_pool *pool)
{
    return intern(pool, &(struct scalar){.op = SCALAR_PI});
}

const struct scalar *scalar_variable(struct scalar_pool *pool, size_t k)
{
    return intern(pool,
                  &(struct scalar){.op = SCALAR_VARIABLE, .variable = k});
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

/* ---- lists of terms with coefficients or exponents ---- */

struct item {
    const struct scalar *e;
    mpq_t q;
};

/* sum of q * e, or product of e ^ q, with `constant` beside it */
struct items {
    struct item *items;
    size_t count, capacity;
    mpq_t constant;
    bool failed;
};

static void items_init(struct items *list, long constant)
{
    *list = (struct items){0};
    mpq_init(list->constant);
    mpq_set_si(list->constant, constant, 1);
}

static void items_clear(struct items *list)
{
    for (size_t i = 0; i < list->count; i++)
        mpq_clear(list->items[i].q);
    free(list->items);
    mpq_clear(list->constant);
}

static void items_add(struct items *list, const struct scalar *e,
                      const mpq_t q)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].e == e) {
            mpq_add(list->items[i].q, list->items[i].q, q);
            return;
        }
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 8;
        list->items =
            xrealloc(list->items, list->capacity, sizeof *list->items);
    }
    list->failed |= list->count >= SCALAR_MAX_KIDS;
    if (list->failed)
        return;
    struct item *item = &list->items[list->count++];
    item->e = e;
    mpq_init(item->q);
    mpq_set(item->q, q);
}

static int by_form(const void *x, const void *y)
{
    const struct item *a = x, *b = y;
    return scalar_compare(a->e, b->e);
}

static void items_sort(struct items *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (mpq_sgn(list->items[i].q) == 0)
            mpq_clear(list->items[i].q);
        else
            list->items[kept++] = list->items[i];
    list->count = kept;
    if (kept)
        qsort(list->items, kept, sizeof *list->items, by_form);
}

/* ---- sums ---- */

/* A product without its number. */
static const struct scalar *core_of(struct scalar_pool *pool,
                                    const struct scalar *e)
{
    if (e->op != SCALAR_MUL || e->kids[0]->op != SCALAR_NUMBER)
        return e;
    if (e->count == 2)
        return e->kids[1];
    return intern(pool, &(struct scalar){.op = SCALAR_MUL,
                                         .kids = e->kids + 1,
                                         .count = e->count - 1});
}

/* list += q * e; depth of recursion is that of the term */
static void collect_sum(struct items *list, struct scalar_pool *pool,
                        const struct scalar *e, const mpq_t q)
{
    mpq_t c;
    mpq_init(c);
    scalar_coefficient(c, e);
    mpq_mul(c, c, q);
    const struct scalar *core = core_of(pool, e);
    list->failed |= !core;
    if (e->op == SCALAR_NUMBER) {
        mpq_add(list->constant, list->constant, c);
    } else if (core && core->op == SCALAR_ADD) {
        for (size_t i = 0; i < core->count; i++)
            collect_sum(list, pool, core->kids[i], c);
    } else if (core) {
        items_add(list, core, c);
    }
    mpq_clear(c);
}

/* q * core */
static const struct scalar *with_coefficient(struct scalar_pool *pool,
                                             const mpq_t q,
                                             const struct scalar *core)
{
    if (mpq_cmp_si(q, 1, 1) == 0)
        return core;
    const struct scalar *kids[] = {scalar_number(pool, q), core};
    return scalar_mul(pool, kids, 2);
}

static const struct scalar *finish_sum(struct scalar_pool *pool,
                                       struct items *list)
{
    items_sort(list);
    const struct scalar **kids = xcalloc(list->count + 1, sizeof *kids);
    size_t count = 0;
    bool failed = list->failed;
    for (size_t i = 0; i < list->count; i++)
        kids[count++] =
            with_coefficient(pool, list->items[i].q, list->items[i].e);
    if (mpq_sgn(list->constant) != 0 || count == 0)
        kids[count++] = scalar_number(pool, list->constant);
    for (size_t i = 0; i < count; i++)
        failed |= !kids[i];
    const struct scalar *e =
        failed       ? NULL
        : count == 1 ? kids[0]
                     : intern(pool, &(struct scalar){.op = SCALAR_ADD,
                                                     .kids = kids,
                                                     .count = count});
    free(kids);
    return e;
}

static bool any_null(const struct scalar *const *kids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!kids[i])
            return true;
    return false;
}

const struct scalar *scalar_add(struct scalar_pool *pool,
                                const struct scalar *const *kids, size_t count)
{
    if (any_null(kids, count))
        return NULL;
    struct items list;
    mpq_t one;
    items_init(&list, 0);
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    for (size_t i = 0; i < count; i++)
        collect_sum(&list, pool, kids[i], one);
    const struct scalar *e = finish_sum(pool, &list);
    mpq_clear(one);
    items_clear(&list);
    return e;
}

/* ---- products ---- */

static bool is_integer(const mpq_t q)
{
    return mpz_cmp_ui(mpq_denref(q), 1) == 0;
}

/* list *= e ^ 1; (b ^ p) counts as base b, exponent p */
static void collect_product(struct items *list, const struct scalar *e)
{
    mpq_t one;
    if (e->op == SCALAR_NUMBER) {
        mpq_mul(list->constant, list->constant, e->number->q);
        list->failed |= is_long(list->constant);
    } else if (e->op == SCALAR_MUL) {
        for (size_t i = 0; i < e->count; i++)
            collect_product(list, e->kids[i]);
    } else if (e->op == SCALAR_POWER) {
        items_add(list, e->kids[0], e->number->q);
    } else {
        mpq_init(one);
        mpq_set_si(one, 1, 1);
        items_add(list, e, one);
        mpq_clear(one);
    }
}

/* The factors; a number base to an integer power folds into the constant. */
static size_t product_factors(const struct scalar **kids,
                              struct scalar_pool *pool, struct items *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct scalar *kid =
            scalar_power(pool, list->items[i].e, list->items[i].q);
        if (kid && kid->op == SCALAR_NUMBER)
            mpq_mul(list->constant, list->constant, kid->number->q);
        else
            kids[count++] = kid;
    }
    return count;
}

static const struct scalar *scale_sum(struct scalar_pool *pool, const mpq_t q,
                                      const struct scalar *sum)
{
    struct items list;
    items_init(&list, 0);
    collect_sum(&list, pool, sum, q);
    const struct scalar *e = finish_sum(pool, &list);
    items_clear(&list);
    return e;
}

static const struct scalar *finish_product(struct scalar_pool *pool,
                                           struct items *list)
{
    items_sort(list);
    if (mpq_sgn(list->constant) == 0)
        return scalar_int(pool, 0);
    const struct scalar **kids = xcalloc(list->count + 2, sizeof *kids);
    size_t count = product_factors(kids + 1, pool, list);
    bool plain = mpq_cmp_si(list->constant, 1, 1) == 0 && count > 0;
    kids[0] = scalar_number(pool, list->constant);
    bool failed = list->failed || any_null(kids, count + 1);
    if (!failed && !plain && count == 1 && kids[1]->op == SCALAR_ADD) {
        /* a number times a sum is a sum */
        const struct scalar *sum = scale_sum(pool, list->constant, kids[1]);
        free(kids);
        return sum;
    }
    const struct scalar **from = plain ? kids + 1 : kids;
    size_t total = plain ? count : count + 1;
    const struct scalar *e =
        failed       ? NULL
        : total == 1 ? from[0]
                     : intern(pool, &(struct scalar){.op = SCALAR_MUL,
                                                     .kids = from,
                                                     .count = total});
    free(kids);
    return e;
}

const struct scalar *scalar_mul(struct scalar_pool *pool,
                                const struct scalar *const *kids, size_t count)
{
    if (any_null(kids, count))
        return NULL;
    struct items list;
    items_init(&list, 1);
    for (size_t i = 0; i < count; i++)
        collect_product(&list, kids[i]);
    const struct scalar *e = finish_product(pool, &list);
    items_clear(&list);
    return e;
}

/* ---- powers ---- */

enum { MAX_FOLDED_POWER = 4096, MAX_FOLDED_ROOT = 64 };

/* out = q ^ k, k not 0; false: too long, or 0 to a negative power */
static bool fold_integer_power(mpq_t out, const mpq_t q, const mpq_t exponent)
{
    if (!mpz_fits_slong_p(mpq_numref(exponent)))
        return false;
    long k = mpz_get_si(mpq_numref(exponent));
    unsigned long n = k < 0 ? 0ul - (unsigned long)k : (unsigned long)k;
    size_t bits = mpz_sizeinbase(mpq_numref(q), 2) +
                  mpz_sizeinbase(mpq_denref(q), 2);
    if (n > MAX_FOLDED_POWER || n * bits > SCALAR_MAX_BITS ||
        (k < 0 && mpq_sgn(q) == 0))
        return false;
    mpz_pow_ui(mpq_numref(out), mpq_numref(q), n);
    mpz_pow_ui(mpq_denref(out), mpq_denref(q), n);
    if (k < 0)
        mpq_inv(out, out);
    return true;
}

/* out = q ^ exponent where that is rational and seen to be. */
static bool fold_power(mpq_t out, const mpq_t q, const mpq_t exponent)
{
    if (is_integer(exponent))
        return fold_integer_power(out, q, exponent);
    if (mpq_sgn(q) < 0 || mpz_cmp_ui(mpq_denref(exponent), MAX_FOLDED_ROOT) > 0)
        return false;
    unsigned long r = mpz_get_ui(mpq_denref(exponent));
    mpq_t root, p;
    mpq_init(root);
    mpq_init(p);
    mpq_set_z(p, mpq_numref(exponent));
    bool exact = mpz_root(mpq_numref(root), mpq_numref(q), r) != 0;
    exact &= mpz_root(mpq_denref(root), mpq_denref(q), r) != 0;
    exact = exact && fold_integer_power(out, root, p);
    mpq_clear(root);
    mpq_clear(p);
    return exact;
}

static const struct scalar *power_node(struct scalar_pool *pool,
                                       const struct scalar *base,
                                       const mpq_t exponent)
{
    rational_t q;
    mpq_init(q.q);
    mpq_set(q.q, exponent);
    const struct scalar *e = intern(pool, &(struct scalar){.op = SCALAR_POWER,
                                                           .number = &q,
                                                           .kids = &base,
                                                           .count = 1});
    mpq_clear(q.q);
    return e;
}

/* (b ^ p) ^ k = b ^ (p k) for an integer k, where the left has a value. */
static const struct scalar *power_of_power(struct scalar_pool *pool,
                                           const struct scalar *base,
                                           const mpq_t exponent)
{
    mpq_t q;
    mpq_init(q);
    mpq_mul(q, base->number->q, exponent);
    const struct scalar *e = scalar_power(pool, base->kids[0], q);
    mpq_clear(q);
    return e;
}

const struct scalar *scalar_power(struct scalar_pool *pool,
                                  const struct scalar *base,
                                  const mpq_t exponent)
{
    if (!base || is_long(exponent))
        return NULL;
    if (mpq_sgn(exponent) == 0)
        return scalar_int(pool, 1);
    if (mpq_cmp_si(exponent, 1, 1) == 0)
        return base;
    if (base->op == SCALAR_POWER && is_integer(exponent))
        return power_of_power(pool, base, exponent);
    if (base->op != SCALAR_NUMBER)
        return power_node(pool, base, exponent);
    mpq_t q;
    mpq_init(q);
    const struct scalar *e = fold_power(q, base->number->q, exponent)
                                 ? scalar_number(pool, q)
                                 : power_node(pool, base, exponent);
    mpq_clear(q);
    return e;
}

const struct scalar *scalar_general(struct scalar_pool *pool,
                                    const struct scalar *base,
                                    const struct scalar *exponent)
{
    if (!base || !exponent)
        return NULL;
    if (exponent->op == SCALAR_NUMBER)
        return scalar_power(pool, base, exponent->number->q);
    if (scalar_is_positive_form(base))
        return scalar_exponential(pool, base, exponent);
    const struct scalar *kids[] = {base, exponent};
    return intern(pool, &(struct scalar){.op = SCALAR_GENERAL,
                                         .kids = kids,
                                         .count = 2});
}

bool scalar_is_positive_form(const struct scalar *e)
{
    return e->op == SCALAR_PI ||
           (e->op == SCALAR_NUMBER && mpq_sgn(e->number->q) > 0) ||
           (e->op == SCALAR_CALL && e->fn == FN_EXP);
}

const struct scalar *scalar_exponential(struct scalar_pool *pool,
                                        const struct scalar *base,
                                        const struct scalar *exponent)
{
    const struct scalar *a = base ? scalar_call1(pool, FN_LOG, base) : NULL;
    return a ? scalar_call1(pool, FN_EXP, scalar_product(pool, exponent, a))
             : NULL;
}

/* ---- calls ---- */

/* sin(pi * q) * 2 = sign * sqrt(out), for q in twelfths; false: not listed */
static bool known_sine(int *sign, long *square, const mpq_t q)
{
    /* of 4 sin^2 at 0, 2, 3, 4, 6 twelfths of pi; -1: none listed */
    static const long quarter[] = {0, -1, 1, 2, 3, -1, 4};
    mpq_t t;
    mpz_t r;
    mpq_init(t);
    mpz_init(r);
    mpq_set_si(t, 12, 1);
    mpq_mul(t, t, q);
    bool whole = is_integer(t);
    mpz_fdiv_r_ui(r, mpq_numref(t), 24);
    long k = mpz_get_si(r);
    mpq_clear(t);
    mpz_clear(r);
    *sign = k > 12 ? -1 : 1;
    k = k > 12 ? k - 12 : k;
    k = k > 6 ? 12 - k : k;
    *square = quarter[k];
    return whole && *square >= 0;
}

/* The rational q with e = q * pi. */
static bool is_multiple_of_pi(mpq_t q, const struct scalar *e)
{
    scalar_coefficient(q, e);
    return e->op == SCALAR_PI ||
           (e->op == SCALAR_MUL && e->count == 2 &&
            e->kids[0]->op == SCALAR_NUMBER && e->kids[1]->op == SCALAR_PI);
}

/* sin and cos of listed multiples of pi; NULL: not one of them */
static const struct scalar *fold_circular(struct scalar_pool *pool,
                                          enum function fn,
                                          const struct scalar *a)
{
    const struct scalar *e = NULL;
    int sign;
    long square;
    mpq_t q, half;
    mpq_init(q);
    mpq_init(half);
    mpq_set_si(half, 1, 2);
    bool listed = is_multiple_of_pi(q, a);
    if (fn == FN_COS) /* cos x = sin(x + pi/2) */
        mpq_add(q, q, half);
    if (listed && known_sine(&sign, &square, q)) {
        const struct scalar *root =
            scalar_power(pool, scalar_int(pool, square), half);
        mpq_set_si(q, sign, 2);
        mpq_canonicalize(q);
        e = scalar_product(pool, scalar_number(pool, q), root);
    }
    mpq_clear(q);
    mpq_clear(half);
    return e;
}

/* Values at numbers that are numbers; NULL: none known. */
static const struct scalar *fold_call(struct scalar_pool *pool,
                                      enum function fn, const struct scalar *a)
{
    int sign;
    if (!scalar_is_number(a, &sign))
        return NULL;
    bool zero = sign == 0;
    if (fn == FN_ABS)
        return scalar_times(pool, sign < 0 ? -1 : 1, a);
    if (fn == FN_SIGN)
        return scalar_int(pool, sign);
    if (fn == FN_RELU)
        return sign > 0 ? a : scalar_int(pool, 0);
    if (zero && (fn == FN_EXP || fn == FN_COS))
        return scalar_int(pool, 1);
    if (zero && (fn == FN_SIN || fn == FN_TANH || fn == FN_ERF))
        return a;
    if (fn == FN_LOG && mpq_cmp_si(a->number->q, 1, 1) == 0)
        return scalar_int(pool, 0);
    return NULL;
}

/* max and min of numbers */
static const struct scalar *fold_pair(enum function fn,
                                      const struct scalar *a,
                                      const struct scalar *b)
{
    if (a == b)
        return a;
    if (a->op != SCALAR_NUMBER || b->op != SCALAR_NUMBER)
        return NULL;
    bool less = mpq_cmp(a->number->q, b->number->q) < 0;
    return less == (fn == FN_MIN2) ? a : b;
}

const struct scalar *scalar_call(struct scalar_pool *pool, enum function fn,
                                 const struct scalar *const *kids,
                                 size_t count)
{
    if (any_null(kids, count))
        return NULL;
    const struct scalar *e = NULL;
    if (count == 2)
        e = fold_pair(fn, kids[0], kids[1]);
    else if (count == 1)
        e = fold_call(pool, fn, kids[0]);
    if (fn == FN_LOG && kids[0]->op == SCALAR_CALL && kids[0]->fn == FN_EXP)
        e = kids[0]->kids[0];
    if (!e && (fn == FN_SIN || fn == FN_COS))
        e = fold_circular(pool, fn, kids[0]);
    return e ? e
             : intern(pool, &(struct scalar){.op = SCALAR_CALL,
                                             .fn = fn,
                                             .kids = kids,
                                             .count = count});
}

const struct scalar *scalar_if(struct scalar_pool *pool,
                               const struct goal *condition,
                               const struct scalar *a, const struct scalar *b)
{
    if (!condition || !a || !b)
        return NULL;
    const struct scalar *kids[] = {a, b};
    return intern(pool, &(struct scalar){.op = SCALAR_IF,
                                         .condition = condition,
                                         .kids = kids,
                                         .count = 2});
}

/* ---- shorthands ---- */

const struct scalar *scalar_sum(struct scalar_pool *pool,
                                const struct scalar *a, const struct scalar *b)
{
    const struct scalar *kids[] = {a, b};
    return scalar_add(pool, kids, 2);
}

const struct scalar *scalar_product(struct scalar_pool *pool,
                                    const struct scalar *a,
                                    const struct scalar *b)
{
    const struct scalar *kids[] = {a, b};
    return scalar_mul(pool, kids, 2);
}

const struct scalar *scalar_times(struct scalar_pool *pool, long factor,
                                  const struct scalar *a)
{
    return scalar_product(pool, scalar_int(pool, factor), a);
}

const struct scalar *scalar_difference(struct scalar_pool *pool,
                                       const struct scalar *a,
                                       const struct scalar *b)
{
    return scalar_sum(pool, a, scalar_times(pool, -1, b));
}

const struct scalar *scalar_power_si(struct scalar_pool *pool,
                                     const struct scalar *base, long exponent)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, exponent, 1);
    const struct scalar *e = scalar_power(pool, base, q);
    mpq_clear(q);
    return e;
}

const struct scalar *scalar_call1(struct scalar_pool *pool, enum function fn,
                                  const struct scalar *a)
{
    return scalar_call(pool, fn, &a, 1);
}
