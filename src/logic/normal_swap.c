/*
 * Double sums over rectangles and triangles, in either order.
 *
 * sum(s in a..b, sum(t in lo..s + c, f)) with a <= lo - c: for s < lo - c the
 * inner sum is empty, so s starts there.  The pairs are lo <= t <= s + c, s <=
 * b, or lo <= t <= b + c, t - c <= s <= b.  A sum with t in s + c..hi, and
 * hi - c <= b, is the same from its other end.
 */
#include "logic/normal_internal.h"

enum shape { RECTANGLE, BELOW, ABOVE, NEITHER };

/* lo..hi of the inner sum; BELOW: hi is s + c; ABOVE: lo is. */
struct double_sum {
    enum shape shape;
    const struct dim *lo, *hi;
    int64_t c;
};

static struct double_sum read_double(struct normalizer *n,
                                     const struct expr *body,
                                     const struct sum_range *r)
{
    struct double_sum d = {NEITHER, NULL, NULL, 0};
    if (body->op != EX_SUM || n->failed)
        return d;
    d.lo = index_dim(n, body->kids[0]);
    d.hi = index_dim(n, body->kids[1]);
    const struct dim *s = dim_of_symbol(n->dims, r->s);
    bool low = expr_has_free(body->kids[0], r->s);
    bool high = expr_has_free(body->kids[1], r->s);
    if (!low && !high)
        d.shape = RECTANGLE;
    else if (high && !low && dim_is_constant(dim_sub(n->dims, d.hi, s), &d.c) &&
             normal_certainly_nonnegative(
                 n, index_plus(n, dim_sub(n->dims, d.lo, r->lo), -d.c)))
        d.shape = BELOW;
    else if (low && !high && dim_is_constant(dim_sub(n->dims, d.lo, s), &d.c) &&
             normal_certainly_nonnegative(
                 n, index_plus(n, dim_sub(n->dims, r->hi, d.hi), d.c)))
        d.shape = ABOVE;
    return d;
}

struct sum_range sum_trimmed(struct normalizer *n, const struct expr *body,
                             const struct sum_range *r)
{
    const struct double_sum d = read_double(n, body, r);
    struct sum_range out = *r;
    if (d.shape == BELOW)
        out.lo = index_plus(n, d.lo, -d.c);
    if (d.shape == ABOVE)
        out.hi = index_plus(n, d.hi, -d.c);
    return out;
}

/* e with s and t in each other's place. */
static const struct expr *exchanged(struct normalizer *n, const struct expr *e,
                                    const struct symbol *s,
                                    const struct symbol *t)
{
    const struct span span = {0};
    const struct symbol *fresh = dim_new_symbol(n->dims, SYM_INDEX, "i");
    const struct expr *at = expr_symbol(n->pool, fresh, span);
    e = index_substitute(n, e, s, at);
    e = index_substitute(n, e, t, expr_symbol(n->pool, s, span));
    return index_substitute(n, e, fresh, expr_symbol(n->pool, t, span));
}

/* After it s and t have changed places. */
static bool other_order(struct normalizer *n, const struct expr *body,
                        const struct sum_range *r, struct sum_range *outer,
                        struct sum_range *inner)
{
    const struct double_sum d = read_double(n, body, r);
    const struct dim *s = dim_of_symbol(n->dims, r->s);
    *outer = (struct sum_range){r->s, d.lo, d.hi};
    *inner = (struct sum_range){body->symbol, r->lo, r->hi};
    if (d.shape == BELOW) {
        outer->hi = index_plus(n, r->hi, d.c);
        inner->lo = index_plus(n, s, -d.c);
    } else if (d.shape == ABOVE) {
        outer->lo = index_plus(n, r->lo, d.c);
        inner->hi = index_plus(n, s, -d.c);
    }
    return d.shape != NEITHER;
}

const struct expr *sum_swapped(struct normalizer *n, const struct expr *body,
                               const struct sum_range *r)
{
    struct sum_range outer, inner;
    if (n->failed || !other_order(n, body, r, &outer, &inner))
        return NULL;
    const struct expr *e = exchanged(n, body->kids[2], r->s, body->symbol);
    scope_enter(n, outer.s, outer.lo, outer.hi);
    scope_enter(n, inner.s, inner.lo, inner.hi);
    e = normal_part(n, e);
    scope_leave(n);
    scope_leave(n);
    return sum_expr(n, sum_expr(n, e, &inner), &outer);
}
