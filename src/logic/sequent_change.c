/* Rules that put another relation, or other variables, in place. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include "base/status.h"

#include <stdlib.h>

static struct expansion_scope scope_of(const struct region *r)
{
    return (struct expansion_scope){.pool = r->pool,
                                    .nonnegative = r->box->nonnegative};
}

/* exp(f) - 1 has the sign |- f has it */
bool sequent_exp(struct sequent *kids, size_t *count, const struct sequent *s,
                 const struct partition_node *node, const struct region *r)
{
    (void)node;
    if (!sequent_is_compare(s->goal))
        return false;
    struct expansion p;
    struct expansion_scope scope = scope_of(r);
    const struct scalar *e = scalar_call1(r->pool, FN_EXP, s->goal->term);
    e = scalar_difference(r->pool, e, scalar_int(r->pool, 1));
    expansion_init(&p);
    const struct scalar *term = e && expansion_of(&p, &scope, e)
                                    ? expansion_scalar(&scope, &p)
                                    : NULL;
    expansion_clear(&p);
    return sequent_push(kids, count, s,
                        goal_compare(r->pool, s->goal->kind, term));
}

/* sum += sign * log(|c| * monomial); false: a factor is perhaps not > 0 */
static bool add_logarithm(const struct scalar **sum,
                          const struct expansion_term *t, int sign,
                          const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    mpq_t q;
    bool ok = true;
    mpq_init(q);
    mpq_abs(q, t->coefficient);
    const struct scalar *c = scalar_number(pool, q);
    *sum = scalar_sum(
        pool, *sum,
        scalar_times(pool, sign, c ? scalar_call1(pool, FN_LOG, c) : NULL));
    for (size_t i = 0; i < t->count && ok; i++) {
        const struct expansion_factor *f = &t->factors[i];
        ok = region_signs(r, f->atom) == SIGN_POSITIVE;
        mpq_set_si(q, sign * f->num, (unsigned long)f->den);
        *sum = scalar_sum(
            pool, *sum,
            scalar_product(pool, scalar_number(pool, q),
                           scalar_call1(pool, FN_LOG, f->atom)));
    }
    mpq_clear(q);
    return ok && *sum;
}

/* f = a - b, a and b > 0, log a - log b has the sign |- f has it */
bool sequent_log(struct sequent *kids, size_t *count, const struct sequent *s,
                 const struct partition_node *node, const struct region *r)
{
    (void)node;
    if (!sequent_is_compare(s->goal))
        return false;
    struct expansion p;
    struct expansion_scope scope = scope_of(r);
    const struct scalar *sum = scalar_int(r->pool, 0);
    expansion_init(&p);
    bool ok = expansion_of(&p, &scope, s->goal->term) && p.count == 2;
    int sign = ok ? mpq_sgn(p.terms[0].coefficient) : 0;
    ok = ok && mpq_sgn(p.terms[1].coefficient) == -sign &&
         add_logarithm(&sum, &p.terms[0], sign, r) &&
         add_logarithm(&sum, &p.terms[1], -sign, r);
    expansion_clear(&p);
    return ok && sequent_push(kids, count, s,
                              goal_compare(r->pool, s->goal->kind, sum));
}

/* ---- roots ---- */

/* The atom number `index` that has a half as an exponent; NULL: none. */
static const struct scalar *find_root(const struct expansion *p, size_t index)
{
    const struct scalar *seen[EXPANSION_MAX_GENERATORS];
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->terms[i].count; k++) {
            const struct expansion_factor *f = &p->terms[i].factors[k];
            size_t at = 0;
            while (at < count && seen[at] != f->atom)
                at++;
            if (f->den != 2 || at < count || f->atom->variables == 0)
                continue;
            if (count == index)
                return f->atom;
            if (count == EXPANSION_MAX_GENERATORS)
                return NULL;
            seen[count++] = f->atom;
        }
    return NULL;
}

/* p = plain + root * sqrt(atom); false: the atom has other exponents too */
static bool part_root(struct expansion *plain, struct expansion *root,
                      const struct expansion *p, const struct scalar *atom)
{
    struct expansion_factor less = {.atom = atom, .num = -1, .den = 2};
    bool ok = true;
    for (size_t i = 0; i < p->count && ok; i++) {
        const struct expansion_term *t = &p->terms[i];
        const struct expansion_factor *f = NULL;
        for (size_t k = 0; k < t->count; k++)
            if (t->factors[k].atom == atom)
                f = &t->factors[k];
        struct expansion_factor *factors = NULL;
        size_t count = 0;
        for (size_t k = 0; k < t->count && ok; k++)
            ok = expansion_factor_into(&factors, &count, &t->factors[k]);
        bool half = f && f->den == 2;
        ok = ok && (!f || f->den <= 2) && (!f || f->num > 0);
        if (half)
            ok = ok && expansion_factor_into(&factors, &count, &less);
        if (ok)
            expansion_append(half ? root : plain, t->coefficient, factors,
                             count);
        free(factors);
    }
    return ok && expansion_settle(plain) && expansion_settle(root);
}

/*
 * f = a + b sqrt(R).  a >= 0, a^2 - b^2 R >= 0 |- f >= 0 (variant 0);
 * b >= 0, b^2 R - a^2 >= 0 |- f >= 0 (variant 1).  For > likewise.
 */
bool sequent_square(struct sequent *kids, size_t *count,
                    const struct sequent *s, const struct partition_node *node,
                    const struct region *r)
{
    if (!sequent_is_compare(s->goal))
        return false;
    struct scalar_pool *pool = r->pool;
    struct expansion p, plain, root;
    struct expansion_scope scope = scope_of(r);
    const struct scalar *a = NULL, *b = NULL, *atom = NULL;
    expansion_init(&p);
    expansion_init(&plain);
    expansion_init(&root);
    if (expansion_of(&p, &scope, s->goal->term))
        atom = find_root(&p, node->index / 2);
    if (atom && part_root(&plain, &root, &p, atom)) {
        a = expansion_scalar(&scope, &plain);
        b = expansion_scalar(&scope, &root);
    }
    expansion_clear(&p);
    expansion_clear(&plain);
    expansion_clear(&root);
    if (!a || !b)
        return false;
    const struct scalar *squares = scalar_difference(
        pool, scalar_power_si(pool, a, 2),
        scalar_product(pool, scalar_power_si(pool, b, 2), atom));
    bool variant = node->index % 2 == 1;
    return sequent_push(kids, count, s,
                        goal_compare(pool, GOAL_GE, variant ? b : a)) &&
           sequent_push(kids, count, s,
                        goal_compare(pool, s->goal->kind,
                                     variant ? scalar_times(pool, -1, squares)
                                             : squares));
}

/* ---- variables ---- */

/*
 * The common denominator of the frequencies of x_k: it occurs only within
 * sin(q x_k + ...) and cos, q rational.  False: it occurs otherwise.
 */
static bool collect_frequencies(mpz_t den, const struct scalar *e, size_t k,
                                struct scalar_pool *pool)
{
    if (!(e->variables >> k & 1))
        return true;
    if (e->op == SCALAR_CALL && (e->fn == FN_SIN || e->fn == FN_COS)) {
        const struct scalar *slope = scalar_derivative(pool, e->kids[0], k);
        if (!slope || slope->op != SCALAR_NUMBER)
            return false;
        mpz_lcm(den, den, mpq_denref(slope->number->q));
        return true;
    }
    if (e->op == SCALAR_VARIABLE || e->op == SCALAR_IF)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!collect_frequencies(den, e->kids[i], k, pool))
            return false;
    return true;
}

/* f has period p in x_k, f >= 0 for x_k in [0, p] |- f >= 0 */
bool sequent_period(struct sequent *kids, size_t *count,
                    const struct sequent *s, const struct partition_node *node,
                    const struct region *r)
{
    size_t k = node->variable;
    mpq_t q;
    if (k >= SCALAR_MAX_VARIABLES || !sequent_is_compare(s->goal))
        return false;
    mpq_init(q);
    mpq_set_si(q, 1, 1);
    bool periodic =
        collect_frequencies(mpq_numref(q), s->goal->term, k, r->pool);
    mpz_mul_ui(mpq_numref(q), mpq_numref(q), 2);
    const struct scalar *period = scalar_product(
        r->pool, scalar_number(r->pool, q), scalar_pi(r->pool));
    mpq_clear(q);
    if (!periodic || !period || !sequent_push(kids, count, s, s->goal))
        return false;
    struct sequent *kid = &kids[*count - 1];
    sequent_keep_facts(kid, k);
    sequent_set_range(kid, k, scalar_int(r->pool, 0), period, r);
    return true;
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

/* x_k as the equation g = 0, linear in it, says; NULL: it is not linear. */
static const struct scalar *solve(const struct scalar *g, size_t k,
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

/* The range of x_k, and the other facts, for the term in its place. */
static void assume_for(struct sequent *kid, const struct sequent *s, size_t k,
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

/* x_k = t by the facts, f with t for x_k >= 0 |- f >= 0 */
bool sequent_eliminate(struct sequent *kids, size_t *count,
                       const struct sequent *s,
                       const struct partition_node *node,
                       const struct region *r)
{
    size_t k = node->variable, other;
    if (k >= SCALAR_MAX_VARIABLES || (s->integers >> k & 1) ||
        !find_opposite(&other, s, node->index, r->pool))
        return false;
    const struct scalar *value =
        solve(s->facts[node->index]->term, k, r->pool);
    if (!value ||
        !sequent_push(kids, count, s,
                      goal_substitute(r->pool, s->goal, k, value)))
        return false;
    assume_for(&kids[*count - 1], s, k, value, node->index, other, r);
    return true;
}

/* g >= 0, f - c g >= 0 for a number c >= 0 |- f >= 0 */
bool sequent_multiplier(struct sequent *kids, size_t *count,
                        const struct sequent *s,
                        const struct partition_node *node,
                        const struct region *r)
{
    if (!sequent_is_compare(s->goal) || node->index >= s->nfacts ||
        !sequent_is_compare(s->facts[node->index]) || node->nnumbers != 1)
        return false;
    const struct scalar *c = sequent_number(r->pool, &node->numbers[0]);
    if (!c || (region_signs(r, c) & SIGN_NEGATIVE))
        return false;
    const struct scalar *term = scalar_difference(
        r->pool, s->goal->term,
        scalar_product(r->pool, c, s->facts[node->index]->term));
    if (!sequent_push(kids, count, s,
                      goal_compare(r->pool, s->goal->kind, term)))
        return false;
    kids[*count - 1].nfacts = 0;
    return true;
}

/* ---- contact at a point ---- */

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
        const struct scalar *at =
            sequent_number(r->pool, &node->numbers[c->n]);
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
static const struct scalar *
minor(const struct scalar *const (*h)[MAX_MATRIX], const size_t *columns,
      size_t m, struct scalar_pool *pool)
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
                pool,
                scalar_derivative(pool, s->goal->term, c->variables[i]),
                c->variables[j]);
    for (size_t m = 1; m <= c->n; m++) {
        const struct scalar *const(*rows)[MAX_MATRIX] =
            (const struct scalar *const(*)[MAX_MATRIX])h;
        if (!sequent_push(kids, count, s,
                          goal_compare(pool, GOAL_GT,
                                       minor(rows, columns, m, pool))))
            return false;
        kids[*count - 1].nfacts = 0;
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
    if (!sequent_is_compare(s->goal) || s->goal->has_kink ||
        !read_contact(&c, s, node, r) ||
        !region_is_analytic(r, s->goal->term))
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
