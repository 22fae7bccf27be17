/* Rules for relations that are quadratic in a term, or compare two calls. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include "base/status.h"

#include <stdlib.h>

/* ---- quadratics ---- */

enum { DEGREE = 2 };

/* A square of a call or variable. */
static bool is_square(const struct expansion_factor *f)
{
    return f->den == 1 && f->num == DEGREE && f->atom->variables != 0;
}

/* The monomial without the atom goes to the part of the atom's exponent. */
static bool add_to_part(struct expansion *parts, const struct expansion_term *t,
                        const struct scalar *atom)
{
    struct expansion_factor *factors = NULL;
    size_t count = 0;
    long degree = 0;
    bool ok = true;
    for (size_t k = 0; k < t->count && ok; k++) {
        const struct expansion_factor *f = &t->factors[k];
        if (f->atom != atom) {
            ok = expansion_factor_into(&factors, &count, f);
            continue;
        }
        degree = f->num;
        ok = f->den == 1 && degree >= 0 && degree <= DEGREE;
    }
    if (ok)
        expansion_append(&parts[degree], t->coefficient, factors, count);
    free(factors);
    return ok;
}

/* f = sum c[i] * atom^i; false: the atom has other powers in it. */
static bool read_quadratic(const struct scalar *c[DEGREE + 1],
                           const struct scalar **atom, const struct scalar *f,
                           size_t index, const struct region *r)
{
    struct expansion p, parts[DEGREE + 1];
    struct expansion_scope scope = region_scope(r);
    expansion_init(&p);
    for (size_t i = 0; i <= DEGREE; i++)
        expansion_init(&parts[i]);
    *atom = expansion_of(&p, &scope, f) ? region_find_atom(&p, is_square, index)
                                        : NULL;
    bool ok = *atom != NULL;
    for (size_t i = 0; i < p.count && ok; i++)
        ok = add_to_part(parts, &p.terms[i], *atom);
    for (size_t i = 0; i <= DEGREE && ok; i++) {
        c[i] = expansion_settle(&parts[i]) ? expansion_scalar(&scope, &parts[i])
                                           : NULL;
        ok = c[i] != NULL;
    }
    for (size_t i = 0; i <= DEGREE; i++)
        expansion_clear(&parts[i]);
    expansion_clear(&p);
    return ok;
}

/* b^2 - 4 a c */
static const struct scalar *discriminant(const struct scalar *const *c,
                                         struct scalar_pool *pool)
{
    const struct scalar *product =
        scalar_times(pool, 4, scalar_product(pool, c[2], c[0]));
    return scalar_difference(pool, scalar_power_si(pool, c[1], 2), product);
}

/* a > 0, -D >= 0 |- 4 a f = (2 a g + b)^2 - D >= 0; strictly with -D > 0 */
static bool push_definite(struct sequent *kids, size_t *count,
                          const struct sequent *s,
                          const struct scalar *const *c,
                          struct scalar_pool *pool)
{
    const struct scalar *minus = scalar_times(pool, -1, discriminant(c, pool));
    return sequent_push(kids, count, s, goal_compare(pool, GOAL_GT, c[2])) &&
           sequent_push(kids, count, s,
                        goal_compare(pool, s->goal->kind, minus));
}

/* p^(1/2) */
static const struct scalar *root_of(const struct scalar *p,
                                    struct scalar_pool *pool)
{
    mpq_t half;
    mpq_init(half);
    mpq_set_si(half, 1, 2);
    const struct scalar *root = scalar_power(pool, p, half);
    mpq_clear(half);
    return root;
}

/*
 * A = -2 a > 0, D = p R with p > 0, R >= 0, w = sqrt(p) sqrt(R),
 * g + (w - b) / A >= 0, (w + b) / A - g >= 0
 * |- 2 A f = D - (b - A g)^2 = (w - b + A g) (w + b - A g) >= 0; > likewise
 */
static bool push_between(struct sequent *kids, size_t *count,
                         const struct sequent *s, const struct scalar *const *c,
                         const struct scalar *g, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *positive, *rest;
    if (!region_take_content(&positive, &rest, discriminant(c, pool), r))
        return false;
    const struct scalar *leading = scalar_times(pool, -2, c[2]);
    const struct scalar *inverse = scalar_power_si(pool, leading, -1);
    const struct scalar *w =
        scalar_product(pool, root_of(positive, pool), root_of(rest, pool));
    const struct scalar *low =
        scalar_product(pool, scalar_difference(pool, w, c[1]), inverse);
    const struct scalar *high =
        scalar_product(pool, scalar_sum(pool, w, c[1]), inverse);
    enum goal_kind kind = s->goal->kind;
    return sequent_push(kids, count, s, goal_compare(pool, GOAL_GT, leading)) &&
           sequent_push(kids, count, s, goal_compare(pool, GOAL_GE, rest)) &&
           sequent_push(kids, count, s,
                        goal_compare(pool, kind, scalar_sum(pool, g, low))) &&
           sequent_push(
               kids, count, s,
               goal_compare(pool, kind, scalar_difference(pool, high, g)));
}

/* f = a g^2 + b g + c: by its discriminant (even), between its roots (odd) */
bool sequent_quadratic(struct sequent *kids, size_t *count,
                       const struct sequent *s,
                       const struct partition_node *node,
                       const struct region *r)
{
    const struct scalar *c[DEGREE + 1], *g;
    if (!sequent_is_compare(s->goal) || s->goal->has_kink ||
        !read_quadratic(c, &g, s->goal->term, node->index / 2, r))
        return false;
    return node->index % 2 ? push_between(kids, count, s, c, g, r)
                           : push_definite(kids, count, s, c, r->pool);
}

/* ---- two calls of a function ---- */

/* The factor of t that is a call of fn, alone and once; NULL: none. */
static const struct scalar *find_call(const struct expansion_term *t)
{
    const struct scalar *found = NULL;
    for (size_t k = 0; k < t->count; k++) {
        const struct expansion_factor *f = &t->factors[k];
        bool suits = f->atom->op == SCALAR_CALL && f->atom->count == 1 &&
                     f->num == 1 && f->den == 1 && f->atom->variables;
        if (suits && found)
            return NULL;
        found = suits ? f->atom : found;
    }
    return found;
}

/* The monomial without one of its factors. */
static const struct scalar *without(const struct expansion_term *t,
                                    const struct scalar *atom, int sign,
                                    struct expansion_scope *scope)
{
    const struct scalar *m = scalar_number(scope->pool, t->coefficient);
    m = scalar_times(scope->pool, sign, m);
    for (size_t k = 0; k < t->count; k++)
        if (t->factors[k].atom != atom)
            m = scalar_product(scope->pool, m,
                               expansion_factor_scalar(scope, &t->factors[k]));
    return m;
}

/* f = m (phi(u) - phi(v)) */
struct comparison {
    enum function fn;
    const struct scalar *m, *u, *v;
};

static bool read_comparison(struct comparison *c, const struct scalar *f,
                            const struct region *r)
{
    struct expansion p;
    struct expansion_scope scope = region_scope(r);
    const struct scalar *a = NULL, *b = NULL;
    bool ok;
    expansion_init(&p);
    ok = expansion_of(&p, &scope, f) && p.count == 2;
    size_t plus = ok && mpq_sgn(p.terms[0].coefficient) < 0;
    a = ok ? find_call(&p.terms[plus]) : NULL;
    b = ok ? find_call(&p.terms[1 - plus]) : NULL;
    ok = a && b && a->fn == b->fn;
    if (ok) {
        c->fn = a->fn;
        c->u = a->kids[0];
        c->v = b->kids[0];
        c->m = without(&p.terms[plus], a, 1, &scope);
        ok = c->m && c->m == without(&p.terms[1 - plus], b, -1, &scope);
    }
    expansion_clear(&p);
    return ok;
}

/* lo <= e <= hi as goals, multiples of pi over 2 */
static bool push_range(struct sequent *kids, size_t *count,
                       const struct sequent *s, const struct scalar *e, long lo,
                       long hi, struct scalar_pool *pool)
{
    mpq_t half;
    mpq_init(half);
    mpq_set_si(half, 1, 2);
    const struct scalar *right =
        scalar_product(pool, scalar_number(pool, half), scalar_pi(pool));
    mpq_clear(half);
    const struct scalar *above =
        scalar_difference(pool, e, scalar_times(pool, lo, right));
    const struct scalar *below =
        scalar_difference(pool, scalar_times(pool, hi, right), e);
    return sequent_push(kids, count, s, goal_compare(pool, GOAL_GE, above)) &&
           sequent_push(kids, count, s, goal_compare(pool, GOAL_GE, below));
}

/*
 * m >= 0, u - v >= 0, phi increasing |- m (phi(u) - phi(v)) >= 0; strictly all
 * three.  sin increases on [-pi/2, pi/2], -cos on [0, pi], in which u and v
 * are shown to lie.
 */
bool sequent_compare(struct sequent *kids, size_t *count,
                     const struct sequent *s, const struct partition_node *node,
                     const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    struct comparison c;
    (void)node;
    if (!sequent_is_compare(s->goal) || s->goal->has_kink ||
        !read_comparison(&c, s->goal->term, r))
        return false;
    bool sine = c.fn == FN_SIN, cosine = c.fn == FN_COS;
    if (!sine && !cosine && c.fn != FN_EXP && c.fn != FN_LOG &&
        c.fn != FN_TANH && c.fn != FN_ERF)
        return false;
    const struct scalar *rise = scalar_difference(pool, c.u, c.v);
    rise = cosine ? scalar_times(pool, -1, rise) : rise;
    long lo = sine ? -1 : 0, hi = sine ? 1 : 2;
    enum goal_kind kind = s->goal->kind;
    return sequent_push(kids, count, s, goal_compare(pool, kind, c.m)) &&
           sequent_push(kids, count, s, goal_compare(pool, kind, rise)) &&
           (!(sine || cosine) ||
            (push_range(kids, count, s, c.u, lo, hi, pool) &&
             push_range(kids, count, s, c.v, lo, hi, pool)));
}
