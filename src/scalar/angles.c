/*
 * Sines and cosines of sums by the addition theorems, those of multiples of an
 * angle as polynomials in the sine and cosine of the least one that occurs.
 */
#include "scalar/expand_internal.h"

#include "core/ring.h"

/* Of one angle. */
struct turn {
    const struct form *sine, *cosine;
};

static struct turn turn_of(struct expansion *x, const struct form *u)
{
    return (struct turn){form_apply1(x->s->pool, FN_SIN, u),
                         form_apply1(x->s->pool, FN_COS, u)};
}

/* What both are of u == v + w; of -v, where w is NULL. */
static struct turn turn_by(struct expansion *x, const struct form *u,
                           const char *const theorems[2], const struct form *v,
                           const struct form *w, struct turn by)
{
    const struct turn head = turn_of(x, u);

    expand_by(x, (struct equation){.theorem = theorems[0],
                                   .values = {v, w},
                                   .head = head.sine,
                                   .by = by.sine});
    expand_by(x, (struct equation){.theorem = theorems[1],
                                   .values = {v, w},
                                   .head = head.cosine,
                                   .by = by.cosine});
    return by;
}

static struct turn turned(struct expansion *x, const struct form *u);

static struct turn sum_of(struct expansion *x, const struct form *v,
                          const struct form *w)
{
    static const char *const theorems[] = {"sin_sum", "cos_sum"};
    struct pool *pool = x->s->pool;
    const struct turn a = turned(x, v), b = turned(x, w);
    const struct turn by = {ring_add(pool, ring_mul(pool, a.sine, b.cosine),
                                     ring_mul(pool, a.cosine, b.sine)),
                            ring_sub(pool, ring_mul(pool, a.cosine, b.cosine),
                                     ring_mul(pool, a.sine, b.sine))};

    return turn_by(x, ring_add(pool, v, w), theorems, v, w, by);
}

static struct turn negative_of(struct expansion *x, const struct form *v)
{
    static const char *const theorems[] = {"sin_odd", "cos_even"};
    struct pool *pool = x->s->pool;
    const struct turn a = turned(x, v);
    const struct turn by = {ring_neg(pool, a.sine), a.cosine};

    return turn_by(x, ring_neg(pool, v), theorems, v, NULL, by);
}

static struct turn turned(struct expansion *x, const struct form *u)
{
    struct pool *pool = x->s->pool;

    if (u == NULL || u->count == 0 || x->failed)
        return u ? turn_of(x, u) : (struct turn){NULL, NULL};
    const struct form *first = ring_term(pool, NULL, NULL, &u->terms[0]);
    if (u->count > 1)
        return sum_of(x, first, ring_sub(pool, u, first));
    int k = expand_multiple(x, u, &first);
    if (k == 0)
        return (struct turn){NULL, NULL};
    if (k < 0)
        return negative_of(x, ring_neg(pool, u));
    return k == 1 ? turn_of(x, u) : sum_of(x, first, ring_sub(pool, u, first));
}

void expand_angle(struct expansion *x, const struct atom *a)
{
    if (a->function == FN_SIN || a->function == FN_COS)
        turned(x, a->args[0]);
}
