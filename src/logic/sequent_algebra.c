/* Rules that rest on expanded terms. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include "base/status.h"

#include <stdlib.h>

struct expansion_scope region_scope(const struct region *r)
{
    return (struct expansion_scope){.pool = r->pool,
                                    .nonnegative = r->box->nonnegative};
}

const struct scalar *
region_find_atom(const struct expansion *p,
                 bool (*accepts)(const struct expansion_factor *f),
                 size_t index)
{
    const struct scalar *seen[EXPANSION_MAX_GENERATORS];
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->terms[i].count; k++) {
            const struct expansion_factor *f = &p->terms[i].factors[k];
            size_t at = 0;
            while (at < count && seen[at] != f->atom)
                at++;
            if (at < count || !accepts(f))
                continue;
            if (count == index)
                return f->atom;
            if (count == EXPANSION_MAX_GENERATORS)
                return NULL;
            seen[count++] = f->atom;
        }
    return NULL;
}

/* f formally 0 |- f >= 0 */
bool sequent_zero(struct sequent *kids, size_t *count, const struct sequent *s,
                  const struct partition_node *node, const struct region *r)
{
    (void)kids;
    (void)count;
    (void)node;
    return s->goal->kind == GOAL_GE &&
           expansion_is_zero(r->pool, s->goal->term, r->box->nonnegative);
}

/* f a sum of squares and of products of nonnegative atoms |- f >= 0 */
bool sequent_squares(struct sequent *kids, size_t *count,
                     const struct sequent *s, const struct partition_node *node,
                     const struct region *r)
{
    (void)kids;
    (void)count;
    (void)node;
    struct expansion p;
    struct expansion_scope scope = region_scope(r);
    expansion_init(&p);
    bool ok = s->goal->kind == GOAL_GE &&
              expansion_of(&p, &scope, s->goal->term) &&
              expansion_is_square_sum(&p, &scope);
    expansion_clear(&p);
    return ok;
}

/* a = c * b formally, for a positive rational c */
static bool is_positive_multiple(const struct expansion *a,
                                 const struct expansion *b)
{
    if (a->count == 0 || a->count != b->count)
        return false;
    struct expansion difference;
    mpq_t c;
    expansion_init(&difference);
    mpq_init(c);
    mpq_div(c, a->terms[0].coefficient, b->terms[0].coefficient);
    bool positive = mpq_sgn(c) > 0;
    mpq_neg(c, c);
    expansion_add(&difference, a, b, c);
    bool same = expansion_settle(&difference) && difference.count == 0;
    mpq_clear(c);
    expansion_clear(&difference);
    return positive && same;
}

/* g >= 0 |- c g >= 0; g > 0 |- c g > 0, c g >= 0 */
bool sequent_fact(struct sequent *kids, size_t *count, const struct sequent *s,
                  const struct partition_node *node, const struct region *r)
{
    (void)kids;
    (void)count;
    if (node->index >= s->nfacts || !sequent_is_compare(s->goal))
        return false;
    const struct goal *fact = s->facts[node->index];
    if (!sequent_is_compare(fact) ||
        (s->goal->kind == GOAL_GT && fact->kind == GOAL_GE))
        return false;
    struct expansion f, g;
    struct expansion_scope scope = region_scope(r);
    expansion_init(&f);
    expansion_init(&g);
    bool ok = expansion_of(&f, &scope, s->goal->term) &&
              expansion_of(&g, &scope, fact->term) &&
              is_positive_multiple(&f, &g);
    expansion_clear(&f);
    expansion_clear(&g);
    return ok;
}

/* Whether e certainly has sign +1 or -1 (0 allowed unless strict); else 0. */
static int certain_sign(const struct region *r, const struct scalar *e,
                        bool strict)
{
    unsigned signs = region_strict(r, e);
    if (strict && (signs & SIGN_ZERO))
        return 0;
    if (!(signs & SIGN_NEGATIVE))
        return 1;
    return signs & SIGN_POSITIVE ? 0 : -1;
}

/* f with roots of products as products of roots |- f */
static bool part_roots(struct sequent *kids, size_t *count,
                       const struct sequent *s, const struct region *r)
{
    const struct scalar *f = region_part_roots(s->goal->term, r);
    return f != s->goal->term &&
           sequent_push(kids, count, s,
                        goal_compare(r->pool, s->goal->kind, f));
}

/*
 * f = N * content / divisor, divisor not 0 where f is defined, N of the right
 * sign |- f has the sign.  The divisor's sign is certain (index 0), or shown
 * to be + (index 1) or - (index 2) by a kid.  CLEAR_ROOTS: roots of products in
 * parts.
 */
bool sequent_clear(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, const struct region *r)
{
    if (!sequent_is_compare(s->goal) || node->index > CLEAR_ROOTS)
        return false;
    if (node->index == CLEAR_ROOTS)
        return part_roots(kids, count, s, r);
    struct expansion p;
    struct expansion_scope scope = region_scope(r);
    const struct scalar *divisor, *content;
    expansion_init(&p);
    bool ok = expansion_of(&p, &scope, s->goal->term) &&
              expansion_clear_denominators(&p, &scope, &divisor, &content);
    const struct scalar *n = ok ? expansion_scalar(&scope, &p) : NULL;
    expansion_clear(&p);
    if (!n)
        return false;
    int shown = node->index == 0   ? certain_sign(r, divisor, false)
                : node->index == 1 ? 1
                                   : -1;
    int sign = shown * certain_sign(r, content, s->goal->kind == GOAL_GT);
    n = scalar_times(r->pool, sign, n);
    if (sign == 0 ||
        !sequent_push(kids, count, s, goal_compare(r->pool, s->goal->kind, n)))
        return false;
    return node->index == 0 ||
           sequent_push(kids, count, s,
                        goal_compare(r->pool, GOAL_GE,
                                     scalar_times(r->pool, shown, divisor)));
}

/* out = p / the certainly positive factors of t */
static bool divide_by_positive(struct expansion *out,
                               struct expansion_scope *scope,
                               const struct expansion *p,
                               const struct expansion_term *t,
                               const struct region *r)
{
    struct expansion inverse;
    struct expansion_factor *factors = NULL;
    size_t count = 0;
    mpq_t one;
    bool ok = true;
    expansion_init(&inverse);
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    for (size_t i = 0; i < t->count && ok; i++) {
        struct expansion_factor f = t->factors[i];
        f.num = -f.num;
        if (region_is_positive(r, f.atom))
            ok = expansion_factor_into(&factors, &count, &f);
    }
    expansion_append(&inverse, one, factors, count);
    ok = ok && expansion_mul(out, scope, p, &inverse);
    mpq_clear(one);
    free(factors);
    expansion_clear(&inverse);
    return ok;
}

/* f / e has the sign, e a product of positive factors |- f has it */
bool sequent_scale(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, const struct region *r)
{
    if (!sequent_is_compare(s->goal))
        return false;
    struct expansion p, scaled;
    struct expansion_scope scope = region_scope(r);
    expansion_init(&p);
    expansion_init(&scaled);
    const struct scalar *term = NULL;
    if (expansion_of(&p, &scope, s->goal->term) && node->index < p.count &&
        divide_by_positive(&scaled, &scope, &p, &p.terms[node->index], r))
        term = expansion_scalar(&scope, &scaled);
    expansion_clear(&p);
    expansion_clear(&scaled);
    return sequent_push(kids, count, s,
                        goal_compare(r->pool, s->goal->kind, term));
}

/* ---- factors ---- */

static bool append_monomial(struct expansion *out,
                            const struct partition_factor *f, size_t i,
                            const struct expansion_generator *generators)
{
    struct expansion_factor *factors = NULL;
    size_t count = 0;
    bool ok = true;
    for (size_t k = 0; k < f->width && ok; k++) {
        long e = f->exponents[i * f->width + k];
        long den = generators[k].den;
        ok = e >= 0 && e <= EXPANSION_MAX_EXPONENT;
        if (!ok || e == 0)
            continue;
        mpq_t q;
        mpq_init(q);
        mpq_set_si(q, e, (unsigned long)den);
        mpq_canonicalize(q);
        struct expansion_factor one = {.atom = generators[k].atom,
                                       .num = mpz_get_si(mpq_numref(q)),
                                       .den = mpz_get_si(mpq_denref(q))};
        mpq_clear(q);
        ok = expansion_factor_into(&factors, &count, &one);
    }
    if (ok)
        expansion_append(out, f->coefficients[i].q, factors, count);
    free(factors);
    return ok;
}

bool sequent_factor_poly(struct expansion *out,
                         const struct partition_factor *f,
                         const struct expansion_generator *generators,
                         size_t width)
{
    bool ok = f->width == width && f->exponent > 0 &&
              f->exponent <= EXPANSION_MAX_POWER &&
              f->terms <= EXPANSION_MAX_TERMS;
    for (size_t i = 0; ok && i < f->terms; i++)
        ok = append_monomial(out, f, i, generators);
    return ok && expansion_settle(out);
}

/* out *= factor ^ exponent; *e becomes the factor as a term */
static bool multiply_factor(struct expansion *out, const struct scalar **e,
                            const struct partition_factor *f,
                            const struct expansion_generator *generators,
                            size_t width, struct expansion_scope *scope)
{
    struct expansion base, power, product;
    expansion_init(&base);
    expansion_init(&power);
    expansion_init(&product);
    bool ok = sequent_factor_poly(&base, f, generators, width) &&
              expansion_power(&power, scope, &base, f->exponent) &&
              expansion_mul(&product, scope, out, &power);
    *e = ok ? expansion_scalar(scope, &base) : NULL;
    expansion_clear(&base);
    expansion_clear(&power);
    expansion_clear(out);
    *out = product;
    return *e != NULL;
}

bool sequent_expansions_agree(const struct expansion *a,
                              const struct expansion *b)
{
    struct expansion difference;
    mpq_t minus;
    expansion_init(&difference);
    mpq_init(minus);
    mpq_set_si(minus, -1, 1);
    expansion_add(&difference, a, b, minus);
    bool same = expansion_settle(&difference) && difference.count == 0;
    mpq_clear(minus);
    expansion_clear(&difference);
    return same;
}

/* The kids of a product: the sign of each factor that needs one. */
static bool push_factors(struct sequent *kids, size_t *count,
                         const struct sequent *s,
                         const struct partition_node *node,
                         const struct scalar *const *terms,
                         const struct region *r)
{
    int product = 1;
    for (size_t i = 0; i < node->nfactors; i++) {
        const struct partition_factor *f = &node->factors[i];
        bool even = f->exponent % 2 == 0;
        if (f->sign == 0 && even && s->goal->kind == GOAL_GE)
            continue;
        if (f->sign != 1 && f->sign != -1)
            return false;
        product *= even ? 1 : f->sign;
        if (!sequent_push(
                kids, count, s,
                goal_compare(r->pool, s->goal->kind,
                             scalar_times(r->pool, f->sign, terms[i]))))
            return false;
    }
    return product == 1;
}

/* f = prod f_i^e_i formally, the signs of the f_i multiply to + |- f >= 0 */
bool sequent_factors(struct sequent *kids, size_t *count,
                     const struct sequent *s, const struct partition_node *node,
                     const struct region *r)
{
    struct expansion_generator generators[EXPANSION_MAX_GENERATORS];
    const struct scalar *terms[SEQUENT_MAX_KIDS];
    struct expansion p, product;
    struct expansion_scope scope = region_scope(r);
    size_t width;
    mpq_t unit;
    if (!sequent_is_compare(s->goal) || node->nfactors > SEQUENT_MAX_KIDS)
        return false;
    expansion_init(&p);
    expansion_init(&product);
    mpq_init(unit);
    mpq_set_si(unit, 1, 1);
    expansion_append(&product, unit, NULL, 0);
    bool ok = expansion_of(&p, &scope, s->goal->term) &&
              expansion_generators(generators, &width, &p);
    for (size_t i = 0; ok && i < node->nfactors; i++)
        ok = multiply_factor(&product, &terms[i], &node->factors[i], generators,
                             width, &scope);
    ok = ok && sequent_expansions_agree(&p, &product) &&
         push_factors(kids, count, s, node, terms, r);
    mpq_clear(unit);
    expansion_clear(&p);
    expansion_clear(&product);
    return ok;
}
