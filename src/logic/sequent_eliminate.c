/* Rules that put what an equation says of a variable in its place. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include <stdlib.h>

/* The range of x_k, and the other facts, for the term in its place. */
void sequent_assume_for(struct sequent *kid, const struct sequent *s, size_t k,
                        const struct scalar *value, size_t first, size_t second,
                        const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *lo = s->box.lo[k], *hi = s->box.hi[k];
    kid->nfacts = 0;
    for (size_t i = 0; i < s->nfacts; i++)
        if (i != first && i != second)
            sequent_assume(kid, goal_substitute(pool, s->facts[i], k, value),
                           pool, r->oracle);
    if (lo)
        sequent_assume(kid, goal_relation(pool, REL_GE, value, lo), pool,
                       r->oracle);
    if (hi)
        sequent_assume(kid, goal_relation(pool, REL_LE, value, hi), pool,
                       r->oracle);
}

/* Whether facts i and some other say g >= 0 and -g >= 0; the other's number. */
static bool find_opposite(size_t *other, const struct sequent *s, size_t i,
                          struct scalar_pool *pool)
{
    if (i >= s->nfacts || s->facts[i]->kind != GOAL_GE)
        return false;
    const struct scalar *minus = scalar_times(pool, -1, s->facts[i]->term);
    for (*other = 0; *other < s->nfacts; ++*other)
        if (s->facts[*other]->kind == GOAL_GE &&
            s->facts[*other]->term == minus)
            return true;
    return false;
}

const struct scalar *sequent_solve(const struct scalar *g, size_t k,
                                   struct scalar_pool *pool)
{
    const struct scalar *slope = scalar_derivative(pool, g, k);
    int sign;
    if (!slope || !scalar_is_number(slope, &sign) || sign == 0)
        return NULL;
    const struct scalar *value = scalar_difference(
        pool, scalar_variable(pool, k),
        scalar_product(pool, g, scalar_power_si(pool, slope, -1)));
    return value && !(value->variables >> k & 1) ? value : NULL;
}

/* parts[d] += c rest for a term c rest x_k^d, d at most `most` */
static bool part_term(struct expansion *parts, long most,
                      const struct expansion_term *t, size_t k)
{
    struct expansion_factor *factors = NULL;
    size_t count = 0;
    long degree = 0;
    bool ok = true;
    for (size_t i = 0; i < t->count && ok; i++) {
        const struct expansion_factor *f = &t->factors[i];
        if (!(f->atom->variables >> k & 1)) {
            ok = expansion_factor_into(&factors, &count, f);
            continue;
        }
        ok = f->atom->op == SCALAR_VARIABLE && f->den == 1 && f->num > 0 &&
             f->num <= most;
        degree = f->num;
    }
    if (ok)
        expansion_append(&parts[degree], t->coefficient, factors, count);
    free(factors);
    return ok;
}

enum { MAX_PARTS = 3 };

/*
 * g = content / divisor * sum of parts[d] x_k^d, d at most `most`, the parts
 * free of x_k; content is certainly not 0.
 */
static bool part_equation(const struct scalar **parts, long most,
                          const struct scalar *g, size_t k,
                          const struct region *r)
{
    struct expansion p, e[MAX_PARTS];
    struct expansion_scope scope = region_scope(r);
    const struct scalar *divisor, *content;
    expansion_init(&p);
    for (size_t d = 0; d < MAX_PARTS; d++)
        expansion_init(&e[d]);
    bool ok = expansion_of(&p, &scope, g) &&
              expansion_clear_denominators(&p, &scope, &divisor, &content) &&
              !(region_strict(r, content) & SIGN_ZERO);
    for (size_t i = 0; i < p.count && ok; i++)
        ok = part_term(e, most, &p.terms[i], k);
    for (long d = 0; d <= most && ok; d++) {
        parts[d] =
            expansion_settle(&e[d]) ? expansion_scalar(&scope, &e[d]) : NULL;
        ok = parts[d] != NULL;
    }
    expansion_clear(&p);
    for (size_t d = 0; d < MAX_PARTS; d++)
        expansion_clear(&e[d]);
    return ok;
}

/* parts[0] + parts[1] x_k = 0 solved */
static const struct scalar *solve_parts(const struct scalar *const *parts,
                                        struct scalar_pool *pool)
{
    return scalar_times(
        pool, -1,
        scalar_product(pool, parts[0], scalar_power_si(pool, parts[1], -1)));
}

/* x_k where g = 0, and g is linear in x_k but for its denominators; or NULL */
static const struct scalar *solve_cleared(const struct scalar *g, size_t k,
                                          const struct region *r)
{
    const struct scalar *parts[MAX_PARTS];
    if (!part_equation(parts, 1, g, k, r) ||
        (region_strict(r, parts[1]) & SIGN_ZERO))
        return NULL;
    return solve_parts(parts, r->pool);
}

/* The only kid of e, a sum or product, that has x_k in it; NULL: none or more.
 */
static const struct scalar *only_kid(const struct scalar *e, size_t k)
{
    const struct scalar *found = NULL;
    for (size_t i = 0; i < e->count; i++) {
        if (!(e->kids[i]->variables >> k & 1))
            continue;
        if (found)
            return NULL;
        found = e->kids[i];
    }
    return found;
}

/* The product of e's kids but one; e is that one: 1. */
static const struct scalar *other_factors(const struct scalar *e,
                                          const struct scalar *one,
                                          struct scalar_pool *pool)
{
    const struct scalar *rest = scalar_int(pool, 1);
    for (size_t i = 0; e != one && i < e->count; i++)
        if (e->kids[i] != one)
            rest = scalar_product(pool, rest, e->kids[i]);
    return rest;
}

/*
 * x_k where g = a + b exp(c x_k + d) = 0, as it is written, c a number and b
 * certainly not 0: (log(-a / b) - d) / c, -a / b being exp of something there.
 * NULL: g is no such term.
 */
static const struct scalar *solve_exponential(const struct scalar *g, size_t k,
                                              const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *part = g->op == SCALAR_ADD ? only_kid(g, k) : NULL;
    const struct scalar *power =
        part && part->op == SCALAR_MUL ? only_kid(part, k) : part;
    if (!power || power->op != SCALAR_CALL || power->fn != FN_EXP)
        return NULL;
    const struct scalar *b = other_factors(part, power, pool);
    const struct scalar *a = scalar_difference(pool, g, part);
    const struct scalar *slope = scalar_derivative(pool, power->kids[0], k);
    int sign;
    if (!a || !b || !slope || !scalar_is_number(slope, &sign) || sign == 0 ||
        (region_strict(r, b) & SIGN_ZERO))
        return NULL;
    const struct scalar *ratio = scalar_times(
        pool, -1, scalar_product(pool, a, scalar_power_si(pool, b, -1)));
    const struct scalar *log = ratio ? scalar_call1(pool, FN_LOG, ratio) : NULL;
    const struct scalar *more =
        scalar_product(pool, scalar_difference(pool, log, power->kids[0]),
                       scalar_power_si(pool, slope, -1));
    const struct scalar *value =
        more ? scalar_sum(pool, scalar_variable(pool, k), more) : NULL;
    return value && !(value->variables >> k & 1) ? value : NULL;
}

/* The same term multiplied out, or as it is. */
static const struct scalar *multiplied_out(const struct scalar *e,
                                           const struct region *r)
{
    struct expansion p;
    struct expansion_scope scope = region_scope(r);
    const struct scalar *out = NULL;
    expansion_init(&p);
    if (e && expansion_of(&p, &scope, e))
        out = expansion_scalar(&scope, &p);
    expansion_clear(&p);
    return out ? out : e;
}

/* The goal at x_k = value, multiplied out where the root goes away then. */
static const struct goal *goal_at_root(const struct goal *goal, size_t k,
                                       const struct scalar *value,
                                       const struct scalar *root,
                                       const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct goal *at = goal_substitute(pool, goal, k, value);
    if (!at || !sequent_is_compare(at) || at->has_kink)
        return at;
    const struct scalar *plain = multiplied_out(at->term, r);
    bool gone = scalar_replace(pool, plain, root, scalar_int(pool, 0)) == plain;
    return gone ? goal_compare(pool, at->kind, plain) : at;
}

/*
 * a x_k^2 + b x_k + c = 0 by the facts, a not 0: D = b^2 - 4 a c >= 0, and x_k
 * is (-b + sqrt D) / 2a or (-b - sqrt D) / 2a.
 */
static bool push_roots(struct sequent *kids, size_t *count,
                       const struct sequent *s, size_t k, size_t first,
                       size_t second, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *p[MAX_PARTS];
    if (!part_equation(p, 2, s->facts[first]->term, k, r) ||
        (region_strict(r, p[2]) & SIGN_ZERO))
        return false;
    const struct scalar *d = multiplied_out(
        scalar_difference(
            pool, scalar_power_si(pool, p[1], 2),
            scalar_times(pool, 4, scalar_product(pool, p[0], p[2]))),
        r);
    const struct scalar *root = d ? scalar_root(pool, d, 2) : NULL;
    for (int sign = 1; sign >= -1; sign -= 2) {
        const struct scalar *value = scalar_product(
            pool, scalar_difference(pool, scalar_times(pool, sign, root), p[1]),
            scalar_power_si(pool, scalar_times(pool, 2, p[2]), -1));
        if (!value || !sequent_push(kids, count, s,
                                    goal_at_root(s->goal, k, value, root, r)))
            return false;
        struct sequent *kid = &kids[*count - 1];
        sequent_assume_for(kid, s, k, value, first, second, r);
        sequent_assume(kid, goal_compare(pool, GOAL_GE, d), pool, r->oracle);
        sequent_tighten(kid, pool, r->oracle);
    }
    return true;
}

/* The goal at x_k = value, logarithms of products taken apart. */
static const struct goal *goal_at(const struct goal *goal, size_t k,
                                  const struct scalar *value,
                                  const struct region *r)
{
    const struct goal *at = goal_substitute(r->pool, goal, k, value);
    if (!at || !sequent_is_compare(at))
        return at;
    const struct scalar *f = region_part_all(at->term, value->variables, r);
    return f ? goal_compare(r->pool, at->kind, f) : at;
}

/*
 * a x_k + b = 0 by the facts: a is not 0 and x_k = -b / a, or a and b are 0.
 */
static bool push_cases(struct sequent *kids, size_t *count,
                       const struct sequent *s, size_t k, size_t first,
                       size_t second, const struct region *r)
{
    const struct scalar *p[MAX_PARTS], *value, *zero = scalar_int(r->pool, 0);
    if (!part_equation(p, 1, s->facts[first]->term, k, r) ||
        p[1]->variables == 0)
        return false;
    value = solve_parts(p, r->pool);
    if (!value || !sequent_push(kids, count, s, goal_at(s->goal, k, value, r)))
        return false;
    sequent_assume_for(&kids[*count - 1], s, k, value, first, second, r);
    if (!sequent_push(kids, count, s, s->goal))
        return false;
    for (size_t d = 0; d < 2; d++)
        sequent_assume(&kids[*count - 1],
                       goal_relation(r->pool, REL_EQ, p[d], zero), r->pool,
                       r->oracle);
    return true;
}

/*
 * x_k = t by the facts, f with t for x_k >= 0 |- f >= 0; from ELIMINATE_ROOTS
 * on: x_k = t or x_k = u, f with t and f with u; from ELIMINATE_CASES on: x_k
 * has a factor that may be 0.
 */
bool sequent_eliminate(struct sequent *kids, size_t *count,
                       const struct sequent *s,
                       const struct partition_node *node,
                       const struct region *r)
{
    bool cases = node->index >= ELIMINATE_CASES;
    bool roots = !cases && node->index >= ELIMINATE_ROOTS;
    size_t k = node->variable, other;
    size_t index = node->index - (cases   ? ELIMINATE_CASES
                                  : roots ? ELIMINATE_ROOTS
                                          : 0);
    if (k >= SCALAR_MAX_VARIABLES || (s->integers >> k & 1) ||
        !find_opposite(&other, s, index, r->pool))
        return false;
    if (roots)
        return push_roots(kids, count, s, k, index, other, r);
    if (cases)
        return push_cases(kids, count, s, k, index, other, r);
    const struct scalar *value =
        sequent_solve(s->facts[index]->term, k, r->pool);
    if (!value)
        value = solve_cleared(s->facts[index]->term, k, r);
    if (!value)
        value = solve_exponential(s->facts[index]->term, k, r);
    if (!value || !sequent_push(kids, count, s, goal_at(s->goal, k, value, r)))
        return false;
    sequent_assume_for(&kids[*count - 1], s, k, value, index, other, r);
    return true;
}
