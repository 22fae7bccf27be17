/*
 * Normal forms of relations.
 */
#include "core/relation.h"

#include "base/status.h"
#include "core/binder.h"
#include "core/ring.h"

#include <stdlib.h>

const struct form *relation_true(struct pool *pool)
{
    return pool_one(pool);
}

const struct form *relation_false(struct pool *pool)
{
    return ring_int(pool, 0);
}

const struct atom *relation_atom(const struct form *f)
{
    const struct atom *a;

    if (f == NULL || f->rows != NULL || f->count != 1 ||
        mpq_cmp_ui(f->terms[0].coefficient->value->q, 1, 1) != 0 ||
        f->terms[0].monomial->count != 1 ||
        f->terms[0].monomial->items[0].power != 1)
        return NULL;
    a = f->terms[0].monomial->items[0].atom;
    return (a->kind == ATOM_APPLY && a->function >= CORE_EQ) ||
                   (a->kind == ATOM_BINDER && a->binder == BINDER_FORALL)
               ? a
               : NULL;
}

bool is_relation(struct pool *pool, const struct form *f)
{
    return f != NULL && (f == relation_true(pool) || relation_atom(f) != NULL ||
                         (form_scalar(f) && form_is_nil(f)));
}

unsigned relation_kind(const struct form *f)
{
    const struct atom *a = relation_atom(f);

    return a == NULL                ? 0
           : a->kind == ATOM_BINDER ? RELATION_FORALL
                                    : a->function;
}

size_t relation_parts(const struct form *f, unsigned fn)
{
    if (fn == CORE_OR && form_is_nil(f))
        return 0;
    return relation_kind(f) == fn ? relation_atom(f)->count : 1;
}

const struct form *relation_part(const struct form *f, unsigned fn, size_t i)
{
    return relation_kind(f) == fn ? relation_atom(f)->args[i] : f;
}

static const struct form *truth(struct pool *pool, bool value)
{
    return value ? relation_true(pool) : relation_false(pool);
}

/* The relation as it stands. */
static const struct form *atomic(struct pool *pool, unsigned fn,
                                 const struct form **args, size_t count)
{
    return form_plain(pool, fn, NULL, NULL, args, count);
}

/* 0 (fn) a number of that sign. */
static bool sign_is(unsigned fn, int sign)
{
    return fn == CORE_EQ   ? sign == 0
           : fn == CORE_NE ? sign != 0
           : fn == CORE_LE ? sign >= 0
                           : sign > 0;
}

/* |a / b| */
static void ratio(mpq_ptr out, mpq_srcptr a, mpq_srcptr b)
{
    mpq_div(out, a, b);
    mpq_abs(out, out);
}

/* eq, ne, le, lt: the first coefficient is made 1, or a sign. */
static const struct form *comparison(struct pool *pool, unsigned fn,
                                     const struct form *f)
{
    const struct number *number = form_as_number(pool, f), *factor;
    bool is_order = fn == CORE_LE || fn == CORE_LT;

    if (number != NULL)
        return truth(pool, sign_is(fn, mpq_sgn(number->value->q)));
    if (form_is_nil(f) && fn != CORE_LT)
        return truth(pool, fn != CORE_NE);
    if (!form_is_nil(f)) {
        factor = pool_number_of(pool, is_order ? ratio : mpq_div,
                                pool_one(pool)->terms[0].coefficient,
                                f->terms[0].coefficient);
        f = factor ? ring_scale(pool, factor->value->q, f) : NULL;
    }
    return f ? atomic(pool, fn, &f, 1) : NULL;
}

static int hash_order(const void *x, const void *y)
{
    const struct form *const *a = x, *const *b = y;

    return hash_compare(&(*a)->hash, &(*b)->hash);
}

/* and, or: the parts flat, sorted, each once; 1 and 0 absorbed. */
static const struct form *joined(struct pool *pool, unsigned fn,
                                 const struct form **args, size_t count)
{
    const struct form *ends = truth(pool, fn == CORE_OR), **parts;
    const struct form *none = truth(pool, fn == CORE_AND);
    size_t n = 0, kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (!is_relation(pool, args[i]))
            return pool_fail(pool, "a part no relation");
        n += relation_parts(args[i], fn);
    }
    parts = arena_array(pool_arena(pool), n + 1, sizeof *parts);
    n = 0;
    for (size_t i = 0; i < count; i++) {
        if (args[i] == ends)
            return ends;
        for (size_t j = 0; args[i] != none && j < relation_parts(args[i], fn);
             j++)
            parts[n++] = relation_part(args[i], fn, j);
    }
    if (n > 1)
        qsort(parts, n, sizeof *parts, hash_order);
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || parts[kept - 1] != parts[i])
            parts[kept++] = parts[i];
    }
    return kept == 0   ? none
           : kept == 1 ? parts[0]
                       : atomic(pool, fn, parts, kept);
}

/* not (a and b) is not a or not b, and the other way round. */
static const struct form *not_parts(struct pool *pool, const struct atom *a)
{
    const struct form **parts =
        arena_array(pool_arena(pool), a->count, sizeof *parts);

    for (size_t i = 0; i < a->count; i++)
        parts[i] = relation_not(pool, a->args[i]);
    return form_apply(pool, a->function == CORE_AND ? CORE_OR : CORE_AND, parts,
                      a->count);
}

static const struct form *negation(struct pool *pool, const struct form *f)
{
    const struct atom *a = relation_atom(f);
    unsigned fn = relation_kind(f);

    if (a == NULL)
        return is_relation(pool, f) ? truth(pool, form_is_nil(f))
                                    : pool_fail(pool, "no relation");
    if (fn == CORE_EQ || fn == CORE_NE)
        return comparison(pool, fn == CORE_EQ ? CORE_NE : CORE_EQ, a->args[0]);
    if ((fn == CORE_LE || fn == CORE_LT) && form_scalar(a->args[0]))
        return form_apply1(pool, fn == CORE_LE ? CORE_LT : CORE_LE,
                           ring_neg(pool, a->args[0]));
    if (fn == CORE_AND || fn == CORE_OR)
        return not_parts(pool, a);
    if (fn == CORE_NOT)
        return a->args[0];
    return atomic(pool, CORE_NOT, &f, 1);
}

const struct form *relation_apply(struct pool *pool, unsigned fn,
                                  const struct form **args, size_t count)
{
    if (fn == CORE_AND || fn == CORE_OR)
        return joined(pool, fn, args, count);
    if (fn == CORE_NOT)
        return negation(pool, args[0]);
    if (fn <= CORE_LT)
        return comparison(pool, fn, args[0]);
    if (fn == CORE_INTEGER && form_is_integer(args[0]))
        return relation_true(pool);
    return atomic(pool, fn, args, 1);
}

const struct form *relation_between(struct pool *pool, unsigned fn,
                                    const struct form *a, const struct form *b)
{
    return form_apply1(pool, fn, ring_sub(pool, b, a));
}

const struct form *relation_or(struct pool *pool, const struct form *a,
                               const struct form *b)
{
    return form_apply2(pool, CORE_OR, a, b);
}

const struct form *relation_and(struct pool *pool, const struct form *a,
                                const struct form *b)
{
    return form_apply2(pool, CORE_AND, a, b);
}

const struct form *relation_not(struct pool *pool, const struct form *a)
{
    return form_apply1(pool, CORE_NOT, a);
}

/* Whether 0 (fn) f gives b, entries not transposed. */
static bool gives(struct pool *pool, unsigned fn, const struct form *f,
                  const struct form *b)
{
    const struct form *g = relation_atom(b)->args[0], *equal;
    unsigned to = relation_kind(b);

    if (!form_same_shape(f, g))
        return false;
    if (fn == CORE_EQ && to == CORE_LE) { /* f may be -g */
        equal = form_apply1(pool, CORE_EQ, f);
        return equal != NULL && equal == form_apply1(pool, CORE_EQ, g);
    }
    return (fn == to || (fn == CORE_LT && to == CORE_LE) ||
            (fn == CORE_LT && to == CORE_NE && form_scalar(f))) &&
           form_apply1(pool, to, f) == b;
}

static bool is_comparison(const struct form *f)
{
    unsigned fn = relation_kind(f);

    return fn >= CORE_EQ && fn <= CORE_LT;
}

bool relation_gives(struct pool *pool, const struct form *a,
                    const struct form *b)
{
    const struct form *f;
    unsigned fn;

    if (a == NULL || b == NULL)
        return false;
    fn = relation_kind(a);
    if (a == b || !is_comparison(a) || !is_comparison(b))
        return a == b;
    f = relation_atom(a)->args[0];
    return gives(pool, fn, f, b) || gives(pool, fn, ring_transpose(pool, f), b);
}
