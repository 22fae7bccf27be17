/* Derivatives and replacement in scalar terms. */
#include "logic/scalar_internal.h"

#include "base/status.h"

#include <stdlib.h>

/* ---- derivatives ---- */

struct differentiation {
    struct scalar_pool *pool;
    size_t k;
    struct term_map *memo;
};

static const struct scalar *derive(struct differentiation *d,
                                   const struct scalar *e);

/* q * b ^ (q - 1) * b' */
static const struct scalar *derive_power(struct differentiation *d,
                                         const struct scalar *e)
{
    struct scalar_pool *pool = d->pool;
    mpq_t q, one;
    mpq_init(q);
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    mpq_sub(q, e->number->q, one);
    const struct scalar *kids[] = {scalar_number(pool, e->number->q),
                                   scalar_power(pool, e->kids[0], q),
                                   derive(d, e->kids[0])};
    mpq_clear(q);
    mpq_clear(one);
    return scalar_mul(pool, kids, 3);
}

/* 2 / sqrt(pi) * exp(-a^2) */
static const struct scalar *erf_slope(struct scalar_pool *pool,
                                      const struct scalar *a)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, -1, 2);
    const struct scalar *square =
        scalar_times(pool, -1, scalar_power_si(pool, a, 2));
    const struct scalar *kids[] = {
        scalar_int(pool, 2), scalar_power(pool, scalar_pi(pool), q),
        square ? scalar_call1(pool, FN_EXP, square) : NULL};
    mpq_clear(q);
    return scalar_mul(pool, kids, 3);
}

/* 1 / a, factor by factor */
static const struct scalar *inverse(struct scalar_pool *pool,
                                    const struct scalar *a)
{
    if (a->op != SCALAR_MUL)
        return scalar_power_si(pool, a, -1);
    const struct scalar **kids = xcalloc(a->count, sizeof *kids);
    for (size_t i = 0; i < a->count; i++)
        kids[i] = scalar_power_si(pool, a->kids[i], -1);
    const struct scalar *product = scalar_mul(pool, kids, a->count);
    free(kids);
    return product;
}

/* The derivative of an analytic function of one argument; NULL for others. */
static const struct scalar *outer_slope(struct scalar_pool *pool,
                                        const struct scalar *e)
{
    const struct scalar *a = e->kids[0];
    if (e->fn == FN_EXP)
        return e;
    if (e->fn == FN_LOG)
        return inverse(pool, a);
    if (e->fn == FN_SIN)
        return scalar_call1(pool, FN_COS, a);
    if (e->fn == FN_COS)
        return scalar_times(pool, -1, scalar_call1(pool, FN_SIN, a));
    if (e->fn == FN_TANH)
        return scalar_difference(pool, scalar_int(pool, 1),
                                 scalar_power_si(pool, e, 2));
    if (e->fn == FN_ERF)
        return erf_slope(pool, a);
    return NULL;
}

static const struct scalar *derive_sum(struct differentiation *d,
                                       const struct scalar *e)
{
    const struct scalar **kids = xcalloc(e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        kids[i] = derive(d, e->kids[i]);
    const struct scalar *sum = scalar_add(d->pool, kids, e->count);
    free(kids);
    return sum;
}

static const struct scalar *derive_product(struct differentiation *d,
                                           const struct scalar *e)
{
    const struct scalar **terms = xcalloc(e->count, sizeof *terms);
    const struct scalar **kids = xcalloc(e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++) {
        for (size_t j = 0; j < e->count; j++)
            kids[j] = e->kids[j];
        kids[i] = derive(d, e->kids[i]);
        terms[i] = scalar_mul(d->pool, kids, e->count);
    }
    const struct scalar *sum = scalar_add(d->pool, terms, e->count);
    free(kids);
    free(terms);
    return sum;
}

static const struct scalar *derive_node(struct differentiation *d,
                                        const struct scalar *e)
{
    switch (e->op) {
    case SCALAR_NUMBER:
    case SCALAR_PI:
        return scalar_int(d->pool, 0);
    case SCALAR_VARIABLE:
        return scalar_int(d->pool, 1);
    case SCALAR_ADD:
        return derive_sum(d, e);
    case SCALAR_MUL:
        return derive_product(d, e);
    case SCALAR_POWER:
        return derive_power(d, e);
    case SCALAR_CALL:
        return scalar_product(d->pool, outer_slope(d->pool, e),
                              derive(d, e->kids[0]));
    case SCALAR_INTEGRAL:
        return scalar_integral_slope(d->pool, e, d->k);
    case SCALAR_GENERAL:
    case SCALAR_IF:
        return NULL;
    }
    return NULL;
}

static const struct scalar *derive(struct differentiation *d,
                                   const struct scalar *e)
{
    if (!(e->variables >> d->k & 1))
        return scalar_int(d->pool, 0);
    const struct scalar *slope = term_map_get(d->memo, e->id);
    if (slope)
        return slope;
    slope = derive_node(d, e);
    if (slope)
        term_map_put(d->memo, e->id, slope);
    return slope;
}

const struct scalar *scalar_derivative(struct scalar_pool *pool,
                                       const struct scalar *e, size_t k)
{
    if (!e || e->has_kink)
        return NULL;
    struct differentiation d = {
        .pool = pool, .k = k, .memo = scalar_slopes(pool, k)};
    return derive(&d, e);
}

/* ---- replacement ---- */

struct replacement {
    struct scalar_pool *pool;
    const struct scalar *what, *value;
    struct term_map memo;
};

static const struct scalar *replace(struct replacement *r,
                                    const struct scalar *e);

static const struct goal *replace_goal(struct replacement *r,
                                       const struct goal *g)
{
    if (g->kind == GOAL_GE || g->kind == GOAL_GT) {
        const struct scalar *term = replace(r, g->term);
        return term == g->term ? g : goal_compare(r->pool, g->kind, term);
    }
    const struct goal *a = replace_goal(r, g->a), *b = replace_goal(r, g->b);
    return a == g->a && b == g->b ? g : goal_join(r->pool, g->kind, a, b);
}

static const struct scalar *rebuild(struct replacement *r,
                                    const struct scalar *e,
                                    const struct scalar *const *kids)
{
    switch (e->op) {
    case SCALAR_NUMBER:
    case SCALAR_PI:
    case SCALAR_VARIABLE:
        return e;
    case SCALAR_ADD:
        return scalar_add(r->pool, kids, e->count);
    case SCALAR_MUL:
        return scalar_mul(r->pool, kids, e->count);
    case SCALAR_POWER:
        return scalar_power(r->pool, kids[0], e->number->q);
    case SCALAR_GENERAL:
        return scalar_general(r->pool, kids[0], kids[1]);
    case SCALAR_CALL:
        return scalar_call(r->pool, e->fn, kids, e->count);
    case SCALAR_IF:
        return scalar_if(r->pool, replace_goal(r, e->condition), kids[0],
                         kids[1]);
    case SCALAR_INTEGRAL:
        return scalar_integral_rebuild(r->pool, e, kids);
    }
    return NULL;
}

static const struct scalar *replace_kids(struct replacement *r,
                                         const struct scalar *e)
{
    const struct scalar **kids = xcalloc(e->count + 1, sizeof *kids);
    bool failed = false;
    for (size_t i = 0; i < e->count; i++) {
        kids[i] = replace(r, e->kids[i]);
        failed |= !kids[i];
    }
    const struct scalar *result = failed ? NULL : rebuild(r, e, kids);
    free(kids);
    return result;
}

static const struct scalar *replace(struct replacement *r,
                                    const struct scalar *e)
{
    if (e == r->what)
        return r->value;
    if ((r->what->variables & ~e->variables) != 0 || e->depth < r->what->depth)
        return e;
    const struct scalar *result = term_map_get(&r->memo, e->id);
    if (result)
        return result;
    result = replace_kids(r, e);
    if (result)
        term_map_put(&r->memo, e->id, result);
    return result;
}

const struct scalar *scalar_replace(struct scalar_pool *pool,
                                    const struct scalar *e,
                                    const struct scalar *what,
                                    const struct scalar *value)
{
    if (!e || !what || !value)
        return NULL;
    struct replacement r = {.pool = pool, .what = what, .value = value};
    const struct scalar *result = replace(&r, e);
    term_map_clear(&r.memo);
    return result;
}

const struct goal *goal_replace(struct scalar_pool *pool, const struct goal *g,
                                const struct scalar *what,
                                const struct scalar *value)
{
    if (!g || !what || !value)
        return NULL;
    struct replacement r = {.pool = pool, .what = what, .value = value};
    const struct goal *result = replace_goal(&r, g);
    term_map_clear(&r.memo);
    return result;
}

const struct scalar *scalar_substitute(struct scalar_pool *pool,
                                       const struct scalar *e, size_t k,
                                       const struct scalar *value)
{
    return scalar_replace(pool, e, scalar_variable(pool, k), value);
}

const struct goal *goal_substitute(struct scalar_pool *pool,
                                   const struct goal *goal, size_t k,
                                   const struct scalar *value)
{
    return goal_replace(pool, goal, scalar_variable(pool, k), value);
}

/* ---- goals ---- */

static const struct goal *new_goal(struct scalar_pool *pool,
                                   const struct goal *model)
{
    if (model->depth > SCALAR_MAX_DEPTH)
        return NULL;
    struct goal *g = arena_alloc(scalar_arena(pool), sizeof *g);
    *g = *model;
    return g;
}

const struct goal *goal_compare(struct scalar_pool *pool, enum goal_kind kind,
                                const struct scalar *term)
{
    if (!term)
        return NULL;
    return new_goal(pool, &(struct goal){.kind = kind,
                                         .term = term,
                                         .variables = term->variables,
                                         .depth = term->depth + 1,
                                         .has_kink = term->has_kink});
}

const struct goal *goal_join(struct scalar_pool *pool, enum goal_kind kind,
                             const struct goal *a, const struct goal *b)
{
    if (!a || !b)
        return NULL;
    unsigned depth = 1 + (a->depth > b->depth ? a->depth : b->depth);
    return new_goal(pool,
                    &(struct goal){.kind = kind,
                                   .a = a,
                                   .b = b,
                                   .variables = a->variables | b->variables,
                                   .depth = depth,
                                   .has_kink = a->has_kink || b->has_kink});
}

const struct goal *goal_relation(struct scalar_pool *pool, enum relop rel,
                                 const struct scalar *a, const struct scalar *b)
{
    const struct scalar *above = scalar_difference(pool, a, b);
    const struct scalar *below = scalar_difference(pool, b, a);
    switch (rel) {
    case REL_GE:
        return goal_compare(pool, GOAL_GE, above);
    case REL_GT:
        return goal_compare(pool, GOAL_GT, above);
    case REL_LE:
        return goal_compare(pool, GOAL_GE, below);
    case REL_LT:
        return goal_compare(pool, GOAL_GT, below);
    case REL_EQ:
        return goal_join(pool, GOAL_AND, goal_compare(pool, GOAL_GE, above),
                         goal_compare(pool, GOAL_GE, below));
    case REL_NE:
        return goal_join(pool, GOAL_OR, goal_compare(pool, GOAL_GT, above),
                         goal_compare(pool, GOAL_GT, below));
    }
    return NULL;
}

const struct goal *goal_negate(struct scalar_pool *pool,
                               const struct goal *goal)
{
    if (!goal)
        return NULL;
    switch (goal->kind) {
    case GOAL_GE:
        return goal_compare(pool, GOAL_GT, scalar_times(pool, -1, goal->term));
    case GOAL_GT:
        return goal_compare(pool, GOAL_GE, scalar_times(pool, -1, goal->term));
    case GOAL_AND:
        return goal_join(pool, GOAL_OR, goal_negate(pool, goal->a),
                         goal_negate(pool, goal->b));
    case GOAL_OR:
        return goal_join(pool, GOAL_AND, goal_negate(pool, goal->a),
                         goal_negate(pool, goal->b));
    }
    return NULL;
}

/* ---- kinks ---- */

static const struct scalar *find_in_goal(const struct goal *goal, bool bound)
{
    if (!goal->has_kink)
        return NULL;
    if (goal->term)
        return scalar_find_kink(goal->term, bound);
    const struct scalar *found = find_in_goal(goal->a, bound);
    return found ? found : find_in_goal(goal->b, bound);
}

const struct scalar *scalar_find_kink(const struct scalar *e, bool bound)
{
    const struct scalar *found = NULL;
    if (!e->has_kink)
        return NULL;
    if (e->condition)
        found = find_in_goal(e->condition, bound);
    for (size_t i = 0; i < e->count && !found; i++)
        if (!bound || e->op != SCALAR_INTEGRAL)
            found = scalar_find_kink(e->kids[i], bound);
    return found                                                    ? found
           : scalar_is_kink(e) && scalar_is_in_integral(e) == bound ? e
                                                                    : NULL;
}

const struct scalar *goal_kink(const struct goal *goal)
{
    return find_in_goal(goal, false);
}
