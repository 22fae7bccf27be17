/* Factors of expanded terms, by FLINT; the kernel multiplies them again. */
#include "prove/range_internal.h"

#include "base/status.h"
#include "eval/flint_compat.h"
#include "logic/expansion.h"

#include <flint/fmpq_mpoly.h>
#include <flint/fmpq_mpoly_factor.h>

#include <math.h>
#include <stdlib.h>

enum { MAX_TERMS = 60, MAX_DEGREE = 60 };

/* The polynomial in its generators, exponents whole. */
static bool to_flint(fmpq_mpoly_t out, const struct expansion *p,
                     const struct expansion_generator *generators, size_t width,
                     const fmpq_mpoly_ctx_t ctx)
{
    ulong exponents[EXPANSION_MAX_GENERATORS];
    fmpq_t c;
    bool ok = true;
    fmpq_init(c);
    for (size_t i = 0; i < p->count && ok; i++) {
        for (size_t k = 0; k < width; k++)
            exponents[k] = 0;
        for (size_t j = 0; j < p->terms[i].count; j++) {
            const struct expansion_factor *f = &p->terms[i].factors[j];
            size_t k = 0;
            while (generators[k].atom != f->atom)
                k++;
            long e = f->num * (generators[k].den / f->den);
            ok &= e <= MAX_DEGREE;
            exponents[k] = (ulong)e;
        }
        fmpq_set_mpq(c, p->terms[i].coefficient);
        fmpq_mpoly_set_coeff_fmpq_ui(out, c, exponents, ctx);
    }
    fmpq_clear(c);
    return ok;
}

static void from_flint(struct partition_factor *f, const fmpq_mpoly_t p,
                       size_t width, const fmpq_mpoly_ctx_t ctx)
{
    ulong exponents[EXPANSION_MAX_GENERATORS];
    fmpq_t c;
    size_t terms = (size_t)fmpq_mpoly_length(p, ctx);
    fmpq_init(c);
    partition_factor_init(f, terms, width);
    for (size_t i = 0; i < terms; i++) {
        fmpq_mpoly_get_term_coeff_fmpq(c, p, (slong)i, ctx);
        fmpq_get_mpq(f->coefficients[i].q, c);
        fmpq_mpoly_get_term_exp_ui(exponents, p, (slong)i, ctx);
        for (size_t k = 0; k < width; k++)
            f->exponents[i * width + k] = (long)exponents[k];
    }
    fmpq_clear(c);
}

/* The value of a factor at x. */
static double factor_value(struct range_search *s,
                           const struct partition_factor *f,
                           const struct expansion_generator *generators,
                           const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < f->terms; i++) {
        double t = rational_to_double(&f->coefficients[i]);
        for (size_t k = 0; k < f->width; k++) {
            double e = (double)f->exponents[i * f->width + k] /
                       (double)generators[k].den;
            if (e != 0)
                t *= pow(range_double(s->doubles, generators[k].atom, x), e);
        }
        sum += t;
    }
    return sum;
}

/* The number in front as a factor of its own. */
static void set_constant(struct partition_factor *f, const fmpq_t c,
                         size_t width)
{
    partition_factor_init(f, 1, width);
    fmpq_get_mpq(f->coefficients[0].q, c);
    f->sign = mpq_sgn(f->coefficients[0].q);
}

static bool is_worth_it(const fmpq_mpoly_factor_t factors)
{
    return factors->num > 1 ||
           (factors->num == 1 && fmpz_cmp_ui(factors->exp, 1) > 0);
}

/* The sign of a factor at all points; 0: it changes, or is not known. */
static int steady_sign(struct range_search *s, const struct partition_factor *f,
                       const struct expansion_generator *generators,
                       double (*x)[SCALAR_MAX_VARIABLES], size_t points)
{
    int sign = 0;
    for (size_t i = 0; i < points; i++) {
        double value = factor_value(s, f, generators, x[i]);
        if (fabs(value) < 1e-9)
            continue;
        if (isnan(value) || (value < 0 ? -1 : 1) == -sign)
            return 0;
        sign = value < 0 ? -1 : 1;
    }
    return sign;
}

/*
 * The sign of the one factor that has none yet, as the product asks for it;
 * false: there are more of these, or its power is even.
 */
static bool settle_sign(struct partition_node *node)
{
    struct partition_factor *open = NULL;
    int product = 1;
    for (size_t i = 0; i < node->nfactors; i++) {
        struct partition_factor *f = &node->factors[i];
        bool odd = f->exponent % 2 != 0;
        if (odd && f->sign == 0 && open)
            return false;
        if (odd && f->sign == 0)
            open = f;
        else if (odd)
            product *= f->sign;
    }
    if (open)
        open->sign = product;
    return open != NULL;
}

static bool store(struct range_search *s, struct partition_node *node,
                  const fmpq_mpoly_factor_t factors,
                  const struct expansion_generator *generators, size_t width,
                  const struct range_samples *samples,
                  const fmpq_mpoly_ctx_t ctx)
{
    size_t count = (size_t)factors->num;
    if (count + 1 > SEQUENT_MAX_KIDS || !is_worth_it(factors))
        return false;
    bool steady = true;
    partition_drop_factors(node);
    node->factors = xcalloc(count + 1, sizeof *node->factors);
    node->nfactors = count + 1;
    set_constant(&node->factors[count], factors->constant, width);
    for (size_t i = 0; i < count; i++) {
        struct partition_factor *f = &node->factors[i];
        from_flint(f, &factors->poly[i], width, ctx);
        f->exponent = (long)fmpz_get_si(&factors->exp[i]);
        if (f->exponent % 2 == 0 && !samples->strict)
            continue;
        f->sign = steady_sign(s, f, generators, samples->x, samples->count);
        steady &= f->sign != 0;
    }
    return steady || (!samples->admitted && settle_sign(node));
}

static bool factor_poly(struct range_search *s, struct partition_node *node,
                        const struct expansion *p,
                        const struct expansion_generator *generators,
                        size_t width, const struct range_samples *samples)
{
    fmpq_mpoly_ctx_t ctx;
    fmpq_mpoly_t a;
    fmpq_mpoly_factor_t factors;
    fmpq_mpoly_ctx_init(ctx, (slong)width, ORD_LEX);
    fmpq_mpoly_init(a, ctx);
    fmpq_mpoly_factor_init(factors, ctx);
    bool ok = to_flint(a, p, generators, width, ctx) &&
              fmpq_mpoly_factor(factors, a, ctx) &&
              store(s, node, factors, generators, width, samples, ctx);
    fmpq_mpoly_factor_clear(factors, ctx);
    fmpq_mpoly_clear(a, ctx);
    fmpq_mpoly_ctx_clear(ctx);
    return ok;
}

bool range_factor(struct range_search *s, size_t node, const struct sequent *q,
                  const struct range_samples *samples)
{
    struct expansion_generator generators[EXPANSION_MAX_GENERATORS];
    struct expansion_scope scope = {.pool = s->pool,
                                    .nonnegative = q->box.nonnegative};
    struct expansion p;
    size_t width;
    expansion_init(&p);
    bool ok =
        expansion_of(&p, &scope, q->goal->term) && p.count > 1 &&
        p.count <= MAX_TERMS && expansion_generators(generators, &width, &p) &&
        width > 0 &&
        factor_poly(s, &s->out->nodes[node], &p, generators, width, samples);
    expansion_clear(&p);
    return ok;
}
