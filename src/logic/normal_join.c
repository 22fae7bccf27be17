/*
 * Sums that are parts of one: over neighbouring ranges, and over the even and
 * the odd members of a range.  The whole may be what is known otherwise: the
 * sum over 1..2n of the entries of a vector of that size is ones' * v.
 */
#include "logic/normal_internal.h"

enum { MAX_JOINED = 8 };

/* Whether f has a value at every s of lo..hi. */
static bool is_total_over(struct normalizer *n, const struct expr *f,
                          const struct symbol *s, const struct dim *lo,
                          const struct dim *hi)
{
    scope_enter(n, s, lo, hi);
    bool total = sum_is_total(n, f);
    scope_leave(n);
    return total;
}

static bool certainly_whole(struct normalizer *n, const struct dim *lo,
                            const struct dim *hi)
{
    const struct dim *count = index_plus(n, dim_sub(n->dims, hi, lo), 1);
    return index_is_whole(lo) && index_is_whole(hi) &&
           normal_certainly_nonnegative(n, count);
}

/* The sum over a..c, where the two are over a..b and b + 1..c; NULL: not so. */
static const struct expr *neighbours(struct normalizer *n, const struct expr *a,
                                     const struct expr *b)
{
    const struct dim *lo = index_dim(n, a->kids[0]);
    const struct dim *end = index_dim(n, a->kids[1]);
    const struct dim *next = index_dim(n, b->kids[0]);
    const struct dim *hi = index_dim(n, b->kids[1]);
    if (a->kids[2] != b->kids[2] || a->symbol != b->symbol ||
        index_plus(n, end, 1) != next || !certainly_whole(n, lo, end) ||
        !certainly_whole(n, next, hi) ||
        !is_total_over(n, a->kids[2], a->symbol, lo, hi))
        return NULL;
    return sum_over_range(n, a, a->kids[0], b->kids[1]);
}

/* f at 2*s + by, where s is in 1..hi, in normal form */
static const struct expr *strided(struct normalizer *n, const struct expr *f,
                                  const struct symbol *s, int64_t by,
                                  const struct dim *hi)
{
    const struct dim *at = dim_of_symbol(n->dims, s);
    at = index_plus(n, dim_add(n->dims, at, at), by);
    scope_enter(n, s, n->one, hi);
    const struct expr *e =
        normal_part(n, index_substitute(n, f, s, print_dim(n, at)));
    scope_leave(n);
    return e;
}

/*
 * The sum of f over 1..2k, where the two are over 1..k of f(2*i) and of
 * f(2*i - 1); NULL: not so.
 */
static const struct expr *
even_and_odd(struct normalizer *n, const struct expr *a, const struct expr *b)
{
    const struct symbol *s = a->symbol;
    const struct dim *hi = index_dim(n, a->kids[1]);
    if (a->symbol != b->symbol || a->kids[0] != b->kids[0] ||
        a->kids[1] != b->kids[1] || index_dim(n, a->kids[0]) != n->one ||
        !certainly_whole(n, n->one, hi))
        return NULL;
    const struct dim *half =
        dim_div(n->dims, dim_of_symbol(n->dims, s), dim_constant(n->dims, 2));
    const struct dim *end = dim_add(n->dims, hi, hi);
    const struct expr *f =
        half ? index_substitute(n, a->kids[2], s, print_dim(n, half)) : NULL;
    if (!f || !is_total_over(n, f, s, n->one, end) ||
        strided(n, f, s, 0, hi) != a->kids[2] ||
        strided(n, f, s, -1, hi) != b->kids[2])
        return NULL;
    const struct sum_range all = {s, n->one, end};
    return sum_expr(n, f, &all);
}

/* a + b is `whole`, so a gives way to whole - b. */
static bool join_once(struct normalizer *n, const form **all,
                      const struct expr *a, const struct expr *b)
{
    if (a->op != EX_SUM || b->op != EX_SUM || n->failed)
        return false;
    const struct expr *whole = neighbours(n, a, b);
    whole = whole ? whole : even_and_odd(n, a, b);
    if (!whole)
        return false;
    const form *by = form_sub(n, normal_build(n, whole), form_atom(n, b));
    *all = sum_replace(n, *all, a, by);
    return true;
}

const form *sum_join(struct normalizer *n, const form *a)
{
    return sum_rewrite(n, a, MAX_JOINED, join_once);
}

const form *sum_widen(struct normalizer *n, const form *a)
{
    const struct expr **list = NULL;
    size_t count = 0;
    const form *by;
    sum_collect(n, a, &list, &count);
    for (size_t i = 0; i < count && !n->failed; i++)
        if (sum_closed(n, list[i], &by))
            a = sum_replace(n, a, list[i], by);
    return a;
}
