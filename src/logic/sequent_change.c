/* Rules that put another relation, or other variables, in place. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include "base/status.h"

#include <stdlib.h>

/* exp(f) - 1 has the sign |- f has it */
bool sequent_exp(struct sequent *kids, size_t *count, const struct sequent *s,
                 const struct partition_node *node, const struct region *r)
{
    (void)node;
    if (!sequent_is_compare(s->goal))
        return false;
    struct expansion p;
    struct expansion_scope scope = region_scope(r);
    const struct scalar *e = scalar_call1(r->pool, FN_EXP, s->goal->term);
    e = scalar_difference(r->pool, e, scalar_int(r->pool, 1));
    expansion_init(&p);
    const struct scalar *term =
        e && expansion_of(&p, &scope, e) ? expansion_scalar(&scope, &p) : NULL;
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
        ok = region_is_positive(r, f->atom);
        mpq_set_si(q, sign * f->num, (unsigned long)f->den);
        *sum = scalar_sum(pool, *sum,
                          scalar_product(pool, scalar_number(pool, q),
                                         scalar_call1(pool, FN_LOG, f->atom)));
    }
    mpq_clear(q);
    return ok && *sum;
}

/*
 * sum += sign * q * log(base) for the factor base^q, which is > 0, or else, if
 * `may_vanish`, 0 where the base is; false: perhaps not.
 */
static bool add_factor(const struct scalar **sum, const struct scalar *factor,
                       int sign, bool may_vanish, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *base = factor, *log;
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, 1, 1);
    if (factor->op == SCALAR_POWER) {
        base = factor->kids[0];
        mpq_set(q, factor->number->q);
    }
    bool ok = region_is_positive(r, base) ||
              (may_vanish && mpq_sgn(q) > 0 &&
               !(region_signs(r, base) & SIGN_NEGATIVE));
    if (sign < 0)
        mpq_neg(q, q);
    log = ok ? scalar_call1(pool, FN_LOG, base) : NULL;
    *sum = scalar_sum(pool, *sum,
                      scalar_product(pool, scalar_number(pool, q), log));
    mpq_clear(q);
    return *sum != NULL;
}

/* -e, an odd power of the other sign's base if it is one */
static const struct scalar *negated(const struct scalar *e,
                                    struct scalar_pool *pool)
{
    bool odd = e->op == SCALAR_POWER && mpz_odd_p(mpq_numref(e->number->q)) &&
               mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0;
    const struct scalar *base = odd ? scalar_times(pool, -1, e->kids[0]) : NULL;
    return base ? scalar_power(pool, base, e->number->q)
                : scalar_times(pool, -1, e);
}

/* The same for |e|, a product, number and all; *is_negative: e is. */
static bool add_product(const struct scalar **sum, bool *is_negative,
                        const struct scalar *e, int sign, bool may_vanish,
                        const struct region *r)
{
    const struct scalar *const *factors = e->op == SCALAR_MUL ? e->kids : &e;
    size_t count = e->op == SCALAR_MUL ? e->count : 1;
    *is_negative = false;
    for (size_t i = 0; i < count; i++) {
        const struct scalar *factor = factors[i];
        if (region_strict(r, factor) == SIGN_NEGATIVE) {
            *is_negative = !*is_negative;
            factor = negated(factor, r->pool);
        }
        if (!factor || !add_factor(sum, factor, sign, may_vanish, r))
            return false;
    }
    return true;
}

/* log a - log b for the sum a - b of two products as they are written */
static const struct scalar *log_of_products(const struct scalar *f,
                                            const struct region *r)
{
    bool first = false, second = false;
    for (int sign = 1; sign >= -1 && f->op == SCALAR_ADD && f->count == 2;
         sign -= 2) {
        const struct scalar *sum = scalar_int(r->pool, 0);
        if (add_product(&sum, &first, f->kids[0], sign, sign < 0, r) &&
            add_product(&sum, &second, f->kids[1], -sign, sign > 0, r) &&
            first == (sign < 0) && second == (sign > 0))
            return sum;
    }
    return NULL;
}

/* The same with its terms multiplied out. */
static const struct scalar *log_of_terms(const struct scalar *f,
                                         const struct region *r)
{
    struct expansion p;
    struct expansion_scope scope = region_scope(r);
    const struct scalar *sum = scalar_int(r->pool, 0);
    expansion_init(&p);
    bool ok = expansion_of(&p, &scope, f) && p.count == 2;
    int sign = ok ? mpq_sgn(p.terms[0].coefficient) : 0;
    ok = ok && mpq_sgn(p.terms[1].coefficient) == -sign &&
         add_logarithm(&sum, &p.terms[0], sign, r) &&
         add_logarithm(&sum, &p.terms[1], -sign, r);
    expansion_clear(&p);
    return ok ? sum : NULL;
}

/*
 * f = a - b with the product b > 0: a > 0, log a - log b has the sign |- f has
 * it.  Likewise log b - log a for f = b - a: where a <= 0, f > 0.
 */
static bool log_of_one(struct sequent *kids, size_t *count,
                       const struct sequent *s, size_t i,
                       const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *f = s->goal->term, *sum = scalar_int(pool, 0);
    bool is_negative;
    if (f->op != SCALAR_ADD || i >= f->count ||
        !add_product(&sum, &is_negative, f->kids[i], 1, false, r))
        return false;
    const struct scalar *rest = scalar_difference(pool, f, f->kids[i]);
    rest = scalar_times(pool, is_negative ? 1 : -1, rest);
    const struct scalar *log = rest ? scalar_call1(pool, FN_LOG, rest) : NULL;
    const struct scalar *more = scalar_times(pool, is_negative ? 1 : -1,
                                             scalar_difference(pool, log, sum));
    return (!is_negative ||
            sequent_push(kids, count, s, goal_compare(pool, GOAL_GT, rest))) &&
           sequent_push(kids, count, s,
                        goal_compare(pool, s->goal->kind, more));
}

/*
 * f = a - b, a > 0, b > 0, log a - log b has the sign |- f has it.  A product b
 * of powers may be 0: f = a there.  Index 1 + i: term i against the others.
 */
bool sequent_log(struct sequent *kids, size_t *count, const struct sequent *s,
                 const struct partition_node *node, const struct region *r)
{
    if (!sequent_is_compare(s->goal))
        return false;
    if (node->index > 0)
        return log_of_one(kids, count, s, node->index - 1, r);
    const struct scalar *sum = log_of_products(s->goal->term, r);
    if (!sum)
        sum = log_of_terms(s->goal->term, r);
    return sum && sequent_push(kids, count, s,
                               goal_compare(r->pool, s->goal->kind, sum));
}

/* ---- roots ---- */

/* An odd power of a square root. */
static bool is_root(const struct expansion_factor *f)
{
    return f->den == 2 && f->atom->variables != 0;
}

/* The same of a number, as in sqrt(3). */
static bool is_constant_root(const struct expansion_factor *f)
{
    return f->den == 2 && f->atom->variables == 0;
}

/*
 * p = plain + root * atom^(num/den); false: the atom has other fractions as
 * exponents, or none above 0
 */
static bool part_power(struct expansion *plain, struct expansion *root,
                       const struct expansion *p, const struct scalar *atom,
                       long num, long den)
{
    struct expansion_factor less = {.atom = atom, .num = -num, .den = den};
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
        bool broken = f && f->den == den;
        ok = ok && (!f || ((f->den == 1 || broken) && f->num > 0 &&
                           (!broken || (f->num - num) % den == 0) &&
                           (den > 1 || f->num == 1)));
        if (broken)
            ok = ok && expansion_factor_into(&factors, &count, &less);
        if (ok)
            expansion_append(broken ? root : plain, t->coefficient, factors,
                             count);
        free(factors);
    }
    return ok && expansion_settle(plain) && expansion_settle(root);
}

/* The two parts as terms; false: there are none. */
static bool split_power(const struct scalar **a, const struct scalar **b,
                        const struct expansion *p, const struct region *r,
                        const struct scalar *atom, long num, long den)
{
    struct expansion plain, root;
    struct expansion_scope scope = region_scope(r);
    *a = *b = NULL;
    expansion_init(&plain);
    expansion_init(&root);
    if (part_power(&plain, &root, p, atom, num, den)) {
        *a = expansion_scalar(&scope, &plain);
        *b = expansion_scalar(&scope, &root);
    }
    expansion_clear(&plain);
    expansion_clear(&root);
    return *a && *b;
}

enum { MAX_DEGREE = 7 };

/* A root of odd degree. */
static bool is_odd_root(const struct expansion_factor *f)
{
    return f->den % 2 == 1 && f->den > 1 && f->den <= MAX_DEGREE &&
           f->num > 0 && f->atom->variables != 0;
}

/* The atom's exponent with an odd denominator, less whole ones. */
static struct expansion_factor broken_power(const struct expansion *p,
                                            const struct scalar *atom)
{
    struct expansion_factor found = {.atom = atom, .num = 1, .den = 1};
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->terms[i].count; k++) {
            const struct expansion_factor *f = &p->terms[i].factors[k];
            if (f->atom == atom && is_odd_root(f) && found.den == 1)
                found = *f;
        }
    found.num %= found.den;
    return found;
}

/*
 * f = a + b R^(m/q), q odd.  a^q + b^q R^m has the sign |- f has it: t^q grows
 * with t on the whole line, and where f has a value R >= 0 and R^m is the power
 * q of R^(m/q).
 */
static bool push_odd_power(struct sequent *kids, size_t *count,
                           const struct sequent *s, const struct expansion *p,
                           size_t index, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *a, *b;
    const struct scalar *atom = region_find_atom(p, is_odd_root, index);
    if (!atom)
        return false;
    struct expansion_factor power = broken_power(p, atom);
    if (!split_power(&a, &b, p, r, atom, power.num, power.den))
        return false;
    const struct scalar *term =
        scalar_sum(pool, scalar_power_si(pool, a, power.den),
                   scalar_product(pool, scalar_power_si(pool, b, power.den),
                                  scalar_power_si(pool, atom, power.num)));
    return sequent_push(kids, count, s,
                        goal_compare(pool, s->goal->kind, term));
}

/* An absolute value. */
static bool is_absolute(const struct expansion_factor *f)
{
    return f->atom->op == SCALAR_CALL && f->atom->fn == FN_ABS &&
           f->atom->variables != 0;
}

/* R for number `index` of the roots sqrt(R) of p, and f = a + b sqrt(R). */
static const struct scalar *find_radicand(const struct scalar **a,
                                          const struct scalar **b,
                                          const struct expansion *p,
                                          size_t index, const struct region *r)
{
    bool is_constant = index >= SQUARE_CONSTANTS;
    const struct scalar *atom =
        region_find_atom(p, is_constant ? is_constant_root : is_root,
                         (index - (is_constant ? SQUARE_CONSTANTS : 0)) / 2);
    return atom && split_power(a, b, p, r, atom, 1, 2) ? atom : NULL;
}

/* u^2 for number `index` of the |u| of p, and f = a + b |u|. */
static const struct scalar *find_absolute(const struct scalar **a,
                                          const struct scalar **b,
                                          const struct expansion *p,
                                          size_t index, const struct region *r)
{
    const struct scalar *atom =
        region_find_atom(p, is_absolute, (index - SQUARE_ABSOLUTE) / 2);
    return atom && split_power(a, b, p, r, atom, 1, 1)
               ? scalar_power_si(r->pool, atom->kids[0], 2)
               : NULL;
}

/*
 * f = a + b sqrt(R).  a >= 0, a^2 - b^2 R >= 0 |- f >= 0 (variant 0);
 * b >= 0, b^2 R - a^2 >= 0 |- f >= 0 (variant 1).  For > likewise.  Roots of
 * numbers, as sqrt(3), have an index from SQUARE_CONSTANTS on, and
 * |u| = sqrt(u^2) one from SQUARE_ABSOLUTE on.
 */
static bool push_square(struct sequent *kids, size_t *count,
                        const struct sequent *s, const struct expansion *p,
                        size_t index, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *a = NULL, *b = NULL;
    const struct scalar *radicand = index >= SQUARE_ABSOLUTE
                                        ? find_absolute(&a, &b, p, index, r)
                                        : find_radicand(&a, &b, p, index, r);
    if (!radicand)
        return false;
    const struct scalar *squares = scalar_difference(
        pool, scalar_power_si(pool, a, 2),
        scalar_product(pool, scalar_power_si(pool, b, 2), radicand));
    bool variant = index % 2 == 1;
    return sequent_push(kids, count, s,
                        goal_compare(pool, GOAL_GE, variant ? b : a)) &&
           sequent_push(kids, count, s,
                        goal_compare(pool, s->goal->kind,
                                     variant ? scalar_times(pool, -1, squares)
                                             : squares));
}

bool sequent_square(struct sequent *kids, size_t *count,
                    const struct sequent *s, const struct partition_node *node,
                    const struct region *r)
{
    struct expansion p;
    struct expansion_scope scope = region_scope(r);
    expansion_init(&p);
    bool ok =
        sequent_is_compare(s->goal) &&
        expansion_of(&p, &scope, s->goal->term) &&
        (node->index >= SQUARE_ODD && node->index < SQUARE_ABSOLUTE
             ? push_odd_power(kids, count, s, &p, node->index - SQUARE_ODD, r)
             : push_square(kids, count, s, &p, node->index, r));
    expansion_clear(&p);
    return ok;
}

/* ---- one term alone ---- */

/* The call or power number `index` that p is linear in; NULL: none. */
static const struct scalar *find_alone(const struct expansion *p, size_t index)
{
    const struct scalar *seen[EXPANSION_MAX_GENERATORS];
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->terms[i].count; k++) {
            const struct scalar *atom = p->terms[i].factors[k].atom;
            size_t at = 0;
            while (at < count && seen[at] != atom)
                at++;
            if (at < count || atom->variables == 0 || atom->op != SCALAR_CALL)
                continue;
            if (count == index)
                return atom;
            if (count == EXPANSION_MAX_GENERATORS)
                return NULL;
            seen[count++] = atom;
        }
    return NULL;
}

/*
 * f = a + b g, g a function.  b > 0, a/b + g >= 0 |- f >= 0 (even `index`);
 * -b > 0, -a/b - g >= 0 |- f >= 0 (odd).  For > likewise.
 */
bool sequent_isolate(struct sequent *kids, size_t *count,
                     const struct sequent *s, const struct partition_node *node,
                     const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    struct expansion p, plain, factor;
    struct expansion_scope scope = region_scope(r);
    const struct scalar *a = NULL, *b = NULL, *alone = NULL;
    if (!sequent_is_compare(s->goal))
        return false;
    expansion_init(&p);
    expansion_init(&plain);
    expansion_init(&factor);
    if (expansion_of(&p, &scope, s->goal->term))
        alone = find_alone(&p, node->index / 2);
    if (alone && part_power(&plain, &factor, &p, alone, 1, 1)) {
        a = expansion_scalar(&scope, &plain);
        b = expansion_scalar(&scope, &factor);
    }
    expansion_clear(&p);
    expansion_clear(&plain);
    expansion_clear(&factor);
    int sign = node->index % 2 ? -1 : 1;
    b = scalar_times(pool, sign, b);
    const struct scalar *term = scalar_sum(
        pool, scalar_product(pool, a, b ? scalar_power_si(pool, b, -1) : NULL),
        scalar_times(pool, sign, alone));
    return sequent_push(kids, count, s, goal_compare(pool, GOAL_GT, b)) &&
           sequent_push(kids, count, s,
                        goal_compare(pool, s->goal->kind, term));
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

/* ---- parts ---- */

/*
 * f = e_i + rest, a = e_i + c + d x_k.  a >= 0, f - a >= 0 (or > 0) |- f has
 * the sign.  Facts about x_k are let go.
 */
bool sequent_parts(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *f = s->goal->term;
    if (!sequent_is_compare(s->goal) || f->op != SCALAR_ADD ||
        node->index >= f->count || node->nnumbers != 2 ||
        node->variable >= SCALAR_MAX_VARIABLES)
        return false;
    const struct scalar *e = f->kids[node->index];
    const struct scalar *line =
        scalar_sum(pool, sequent_number(pool, &node->numbers[0]),
                   scalar_product(pool, sequent_number(pool, &node->numbers[1]),
                                  scalar_variable(pool, node->variable)));
    const struct scalar *a = scalar_sum(pool, e, line);
    const struct scalar *b =
        scalar_difference(pool, scalar_difference(pool, f, e), line);
    if (!sequent_push(kids, count, s, goal_compare(pool, GOAL_GE, a)) ||
        !sequent_push(kids, count, s, goal_compare(pool, s->goal->kind, b)))
        return false;
    for (size_t i = 1; i <= 2; i++)
        sequent_keep_facts(&kids[*count - i], node->variable);
    return true;
}
