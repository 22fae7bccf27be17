/* Contact of both sides at a point around which the term is convex. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

enum { MAX_MATRIX = 4 };

struct contact {
    size_t n, variables[MAX_MATRIX];
    const struct scalar *at[MAX_MATRIX];
};

/* The point of the node, which lies in the box. */
static bool read_contact(struct contact *c, const struct sequent *s,
                         const struct partition_node *node,
                         const struct region *r)
{
    c->n = 0;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (!(s->goal->variables >> k & 1))
            continue;
        if (c->n == MAX_MATRIX || c->n == node->nnumbers)
            return false;
        const struct scalar *at = sequent_number(r->pool, &node->numbers[c->n]);
        const struct scalar *lo = s->box.lo[k], *hi = s->box.hi[k];
        const struct scalar *above =
            lo ? scalar_difference(r->pool, at, lo) : scalar_int(r->pool, 1);
        const struct scalar *below =
            hi ? scalar_difference(r->pool, hi, at) : scalar_int(r->pool, 1);
        if (!at || !above || !below ||
            (region_signs(r, above) & SIGN_NEGATIVE) ||
            (region_signs(r, below) & SIGN_NEGATIVE))
            return false;
        c->variables[c->n] = k;
        c->at[c->n++] = at;
    }
    return c->n == node->nnumbers && c->n > 0;
}

static const struct scalar *value_at(const struct contact *c,
                                     const struct scalar *e,
                                     struct scalar_pool *pool)
{
    for (size_t i = 0; i < c->n && e; i++)
        e = scalar_substitute(pool, e, c->variables[i], c->at[i]);
    return e;
}

/* The determinant of the leading m x m part, along the last row of cofactors
   (m is at most MAX_MATRIX). */
static const struct scalar *minor(const struct scalar *const (*h)[MAX_MATRIX],
                                  const size_t *columns, size_t m,
                                  struct scalar_pool *pool)
{
    size_t rest[MAX_MATRIX];
    const struct scalar *sum = scalar_int(pool, 0);
    if (m == 1)
        return h[0][columns[0]];
    for (size_t j = 0; j < m; j++) {
        size_t count = 0;
        for (size_t i = 0; i < m; i++)
            if (i != j)
                rest[count++] = columns[i];
        const struct scalar *kids[] = {
            scalar_int(pool, (m - 1 + j) % 2 ? -1 : 1), h[m - 1][columns[j]],
            minor(h, rest, m - 1, pool)};
        sum = scalar_sum(pool, sum, scalar_mul(pool, kids, 3));
    }
    return sum;
}

/* Leading minors > 0 on the box: the Hessian is positive definite there
   ([HornJohnson2013] Thm 7.2.5), f is convex. */
static bool push_minors(struct sequent *kids, size_t *count,
                        const struct sequent *s, const struct contact *c,
                        struct scalar_pool *pool)
{
    const struct scalar *h[MAX_MATRIX][MAX_MATRIX];
    size_t columns[MAX_MATRIX] = {0, 1, 2, 3};
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = 0; j < c->n; j++)
            h[i][j] = scalar_derivative(
                pool, scalar_derivative(pool, s->goal->term, c->variables[i]),
                c->variables[j]);
    for (size_t m = 1; m <= c->n; m++) {
        const struct scalar *const(*rows)[MAX_MATRIX] =
            (const struct scalar *const(*)[MAX_MATRIX])h;
        if (!sequent_push(
                kids, count, s,
                goal_compare(pool, GOAL_GT, minor(rows, columns, m, pool))))
            return false;
        kids[*count - 1].nfacts = 0;
        kids[*count - 1].integers = 0; /* convex on the whole box */
    }
    return true;
}

/*
 * f analytic and convex on the box, all its derivatives formally 0 at c in the
 * box, f(c) >= 0 |- f >= 0
 */
bool sequent_convex(struct sequent *kids, size_t *count,
                    const struct sequent *s, const struct partition_node *node,
                    const struct region *r)
{
    struct contact c;
    struct region closed = *r; /* the contact may be at an end */
    closed.above = closed.below = 0;
    if (!sequent_is_compare(s->goal) || s->goal->has_kink ||
        !read_contact(&c, s, node, &closed) ||
        !region_is_analytic(&closed, s->goal->term))
        return false;
    for (size_t i = 0; i < c.n; i++) {
        const struct scalar *slope = value_at(
            &c, scalar_derivative(r->pool, s->goal->term, c.variables[i]),
            r->pool);
        if (!slope || !expansion_is_zero(r->pool, slope, 0))
            return false;
    }
    const struct goal *value = goal_compare(
        r->pool, s->goal->kind, value_at(&c, s->goal->term, r->pool));
    return sequent_push(kids, count, s, value) &&
           push_minors(kids, count, s, &c, r->pool);
}
