/* Instances of log t <= t - 1 that the finder has chosen. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include "base/status.h"

#include <stdlib.h>

enum { MAX_EXPONENT = 64 };

/* The terms of p that have a logarithm among their factors. */
static bool take_logarithms(struct expansion *out, const struct expansion *p)
{
    bool ok = true;
    for (size_t i = 0; i < p->count && ok; i++) {
        const struct expansion_term *t = &p->terms[i];
        struct expansion_factor *factors = NULL;
        size_t count = 0;
        bool has_log = false;
        for (size_t k = 0; k < t->count && ok; k++) {
            has_log |= sequent_is_logarithm(t->factors[k].atom);
            ok = expansion_factor_into(&factors, &count, &t->factors[k]);
        }
        if (ok && has_log)
            expansion_append(out, t->coefficient, factors, count);
        free(factors);
    }
    return ok && expansion_settle(out);
}

bool sequent_is_logarithm(const struct scalar *atom)
{
    return atom->op == SCALAR_CALL && atom->fn == FN_LOG;
}

bool sequent_log_generators(struct expansion_generator *out, size_t *width,
                            struct expansion *logs, const struct expansion *p)
{
    return take_logarithms(logs, p) && expansion_generators(out, width, logs);
}

/*
 * t and log t for the term c prod a_k^(e_k / d), the a_k being what generator
 * k is the logarithm of; c > 0, d the exponent of the factor.  False: some
 * other generator occurs.
 */
static bool read_ratio(const struct scalar **t, const struct scalar **log,
                       const struct partition_factor *f,
                       const struct expansion_generator *generators,
                       size_t width, struct scalar_pool *pool)
{
    if (f->terms != 1 || f->width != width || f->exponent < 1 ||
        f->exponent > MAX_EXPONENT || mpq_sgn(f->coefficients[0].q) <= 0)
        return false;
    *t = scalar_number(pool, f->coefficients[0].q);
    *log = *t ? scalar_call1(pool, FN_LOG, *t) : NULL;
    mpq_t q;
    bool ok = true;
    mpq_init(q);
    for (size_t k = 0; k < width && ok; k++) {
        long e = f->exponents[k];
        const struct scalar *atom = generators[k].atom;
        if (e == 0)
            continue;
        ok = sequent_is_logarithm(atom) && labs(e) <= MAX_EXPONENT;
        mpq_set_si(q, e, (unsigned long)f->exponent);
        mpq_canonicalize(q);
        *t = scalar_product(pool, *t,
                            ok ? scalar_power(pool, atom->kids[0], q) : NULL);
        *log = scalar_sum(pool, *log,
                          scalar_product(pool, scalar_number(pool, q), atom));
    }
    mpq_clear(q);
    return ok && *t && *log;
}

/* The part with the logarithms multiplied out, so that they go away. */
static const struct scalar *multiplied_out(const struct scalar *e,
                                           struct expansion_scope *scope)
{
    struct expansion p;
    expansion_init(&p);
    const struct scalar *made =
        e && expansion_of(&p, scope, e) ? expansion_scalar(scope, &p) : NULL;
    expansion_clear(&p);
    return made;
}

/* The weight of an instance, w; a kid shows that it is >= 0. */
static const struct scalar *
push_weight(struct sequent *kids, size_t *count, const struct sequent *s,
            const struct partition_factor *f,
            const struct expansion_generator *generators, size_t width,
            struct expansion_scope *scope)
{
    struct expansion p;
    expansion_init(&p);
    const struct scalar *w =
        sequent_factor_poly(&p, f, generators, width) && f->exponent == 1
            ? expansion_scalar(scope, &p)
            : NULL;
    expansion_clear(&p);
    return sequent_push(kids, count, s,
                        w ? goal_compare(scope->pool, GOAL_GE, w) : NULL)
               ? w
               : NULL;
}

/*
 * w_i >= 0, f - sum w_i (t_i - 1 - log t_i) >= 0 |- f >= 0.  For > likewise.
 * log t <= t - 1 for t > 0, and the t_i are made of arguments of logarithms of
 * f, so > 0 wherever f is defined.  The factors are w_1, t_1, w_2, t_2, ... in
 * the generators of f's terms with logarithms; those of a t_i that are
 * logarithms stand for their arguments.
 */
bool sequent_gap(struct sequent *kids, size_t *count, const struct sequent *s,
                 const struct partition_node *node, const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    struct expansion_generator generators[EXPANSION_MAX_GENERATORS];
    struct expansion p, logs;
    struct expansion_scope scope = region_scope(r);
    const struct scalar *plain = scalar_int(pool, 0);
    size_t width;
    if (!sequent_is_compare(s->goal) || s->goal->has_kink ||
        node->nfactors % 2 != 0)
        return false;
    const struct scalar *rest = s->goal->term;
    expansion_init(&p);
    expansion_init(&logs);
    bool ok = expansion_of(&p, &scope, s->goal->term) &&
              sequent_log_generators(generators, &width, &logs, &p);
    for (size_t i = 0; ok && i < node->nfactors; i += 2) {
        const struct scalar *t = NULL, *log = NULL;
        const struct scalar *w = push_weight(kids, count, s, &node->factors[i],
                                             generators, width, &scope);
        ok = w && read_ratio(&t, &log, &node->factors[i + 1], generators, width,
                             pool);
        rest = scalar_sum(pool, rest, scalar_product(pool, w, log));
        plain = scalar_sum(
            pool, plain,
            scalar_product(pool, w,
                           scalar_difference(pool, scalar_int(pool, 1), t)));
    }
    expansion_clear(&p);
    expansion_clear(&logs);
    rest = ok ? multiplied_out(rest, &scope) : NULL;
    return sequent_push(
        kids, count, s,
        goal_compare(pool, s->goal->kind, scalar_sum(pool, rest, plain)));
}
