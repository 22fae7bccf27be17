/* Sums and products in order: equal parts are counted, numbers folded. */
#include "logic/scalar_internal.h"

#include "base/status.h"

#include <stdlib.h>

/* ---- lists of terms with coefficients or exponents ---- */

struct item {
    const struct scalar *e;
    mpq_t q;
};

/* sum of q * e, or product of e ^ q, with `constant` beside it */
struct items {
    mpq_t constant;
    struct item *items;
    size_t count, capacity;
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
                      mpq_srcptr q)
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
    return scalar_intern(pool, &(struct scalar){.op = SCALAR_MUL,
                                         .kids = e->kids + 1,
                                         .count = e->count - 1});
}

/* list += q * e; depth of recursion is that of the term */
static void collect_sum(struct items *list, struct scalar_pool *pool,
                        const struct scalar *e, mpq_srcptr q)
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
                                             mpq_srcptr q,
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
                     : scalar_intern(pool, &(struct scalar){.op = SCALAR_ADD,
                                                     .kids = kids,
                                                     .count = count});
    free(kids);
    return e;
}

const struct scalar *scalar_add(struct scalar_pool *pool,
                                const struct scalar *const *kids, size_t count)
{
    if (scalar_any_null(kids, count))
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

/* list *= e ^ 1; (b ^ p) counts as base b, exponent p */
static void collect_product(struct items *list, const struct scalar *e)
{
    mpq_t one;
    if (e->op == SCALAR_NUMBER) {
        mpq_mul(list->constant, list->constant, e->number->q);
        list->failed |= scalar_number_is_long(list->constant);
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

static const struct scalar *scale_sum(struct scalar_pool *pool, mpq_srcptr q,
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
    bool failed = list->failed || scalar_any_null(kids, count + 1);
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
                     : scalar_intern(pool, &(struct scalar){.op = SCALAR_MUL,
                                                     .kids = from,
                                                     .count = total});
    free(kids);
    return e;
}

const struct scalar *scalar_mul(struct scalar_pool *pool,
                                const struct scalar *const *kids, size_t count)
{
    if (scalar_any_null(kids, count))
        return NULL;
    struct items list;
    items_init(&list, 1);
    for (size_t i = 0; i < count; i++)
        collect_product(&list, kids[i]);
    const struct scalar *e = finish_product(pool, &list);
    items_clear(&list);
    return e;
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

const struct scalar *scalar_root(struct scalar_pool *pool,
                                 const struct scalar *base, long degree)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, 1, (unsigned long)degree);
    const struct scalar *e = scalar_power(pool, base, q);
    mpq_clear(q);
    return e;
}

const struct scalar *scalar_call1(struct scalar_pool *pool, enum function fn,
                                  const struct scalar *a)
{
    return scalar_call(pool, fn, &a, 1);
}
