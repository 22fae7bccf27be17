/* Buchberger's algorithm with cofactors ([CoxLittleOShea2015], ch. 2). */
#include "scalar/squares_internal.h"

static fmpq_mpoly_ctx_struct *ring_of(const struct ideal *ideal)
{
    return (fmpq_mpoly_ctx_struct *)ideal->reading->ring;
}

static fmpq_mpoly_struct *added(struct ideal *ideal)
{
    fmpq_mpoly_ctx_struct *ring = ring_of(ideal);
    const size_t at = ideal->count++;

    fmpq_mpoly_init(&ideal->basis[at], ring);
    for (size_t k = 0; k < ideal->ngiven; k++)
        fmpq_mpoly_init(&ideal->cofactors[at][k], ring);
    return &ideal->basis[at];
}

/* f as a combination of the basis: quotients by it, as combinations of what
 * was given. */
static void divide(fmpq_mpoly_t rest, fmpq_mpoly_struct *by,
                   const struct ideal *ideal, const fmpq_mpoly_t f)
{
    fmpq_mpoly_ctx_struct *ring = ring_of(ideal);
    fmpq_mpoly_struct quotients[SQUARES_BASIS], *q[SQUARES_BASIS];
    fmpq_mpoly_struct *basis[SQUARES_BASIS];

    LOCAL_MPOLY(t, ring);
    for (size_t i = 0; i < ideal->count; i++) {
        fmpq_mpoly_init(&quotients[i], ring);
        q[i] = &quotients[i];
        basis[i] = (fmpq_mpoly_struct *)&ideal->basis[i];
    }
    fmpq_mpoly_divrem_ideal(q, rest, f, basis, (slong)ideal->count, ring);
    for (size_t i = 0; i < ideal->count; i++) {
        for (size_t k = 0; k < ideal->ngiven && by != NULL; k++) {
            fmpq_mpoly_mul(t, q[i], &ideal->cofactors[i][k], ring);
            fmpq_mpoly_add(&by[k], &by[k], t, ring);
        }
        fmpq_mpoly_clear(&quotients[i], ring);
    }
}

void ideal_reduce(fmpq_mpoly_t rest, fmpq_mpoly_struct *by,
                  const struct ideal *ideal, const fmpq_mpoly_t f)
{
    if (ideal->count > 0)
        divide(rest, by, ideal, f);
    else
        fmpq_mpoly_set(rest, f, ring_of(ideal));
}

/* What the leading term of i lacks of the least common multiple with that of j,
 * over its coefficient; false: they have no letter in common. */
static bool missing(fmpq_mpoly_t out, const struct ideal *ideal, size_t i,
                    size_t j)
{
    fmpq_mpoly_ctx_struct *ring = ring_of(ideal);
    ulong a[SQUARES_LETTERS], b[SQUARES_LETTERS];
    bool meet = false;

    fmpq_mpoly_get_term_exp_ui(a, &ideal->basis[i], 0, ring);
    fmpq_mpoly_get_term_exp_ui(b, &ideal->basis[j], 0, ring);
    for (size_t k = 0; k < ideal->reading->nletters; k++) {
        meet = meet || (a[k] > 0 && b[k] > 0);
        b[k] = b[k] > a[k] ? b[k] - a[k] : 0;
    }
    LOCAL_FMPQ(c);
    fmpq_mpoly_get_term_coeff_fmpq(c, &ideal->basis[i], 0, ring);
    fmpq_inv(c, c);
    fmpq_mpoly_zero(out, ring);
    fmpq_mpoly_set_coeff_fmpq_ui(out, c, b, ring);
    return meet;
}

/* What i and j leave joins the basis, unless it is 0 or too large. */
static void pair(struct ideal *ideal, size_t i, size_t j)
{
    fmpq_mpoly_ctx_struct *ring = ring_of(ideal);
    fmpq_mpoly_struct by[SQUARES_EQUATIONS];

    LOCAL_MPOLY(u, ring);
    LOCAL_MPOLY(v, ring);
    LOCAL_MPOLY(f, ring);
    LOCAL_MPOLY(t, ring);
    for (size_t k = 0; k < ideal->ngiven; k++)
        fmpq_mpoly_init(&by[k], ring);
    if (missing(u, ideal, i, j) && missing(v, ideal, j, i)) {
        fmpq_mpoly_mul(f, u, &ideal->basis[i], ring);
        fmpq_mpoly_mul(t, v, &ideal->basis[j], ring);
        fmpq_mpoly_sub(f, f, t, ring);
        divide(t, by, ideal, f);
        if (!fmpq_mpoly_is_zero(t, ring) &&
            fmpq_mpoly_total_degree_si(t, ring) <= IDEAL_DEGREE &&
            fmpq_mpoly_length(t, ring) <= IDEAL_TERMS) {
            const size_t at = ideal->count;

            fmpq_mpoly_set(added(ideal), t, ring);
            for (size_t k = 0; k < ideal->ngiven; k++) {
                fmpq_mpoly_struct *out = &ideal->cofactors[at][k];

                fmpq_mpoly_mul(out, u, &ideal->cofactors[i][k], ring);
                fmpq_mpoly_mul(t, v, &ideal->cofactors[j][k], ring);
                fmpq_mpoly_sub(out, out, t, ring);
                fmpq_mpoly_sub(out, out, &by[k], ring);
            }
        }
    }
    for (size_t k = 0; k < ideal->ngiven; k++)
        fmpq_mpoly_clear(&by[k], ring);
}

void ideal_init(struct ideal *ideal, const struct reading *r)
{
    size_t pairs = 0;

    *ideal = (struct ideal){.reading = r};
    for (size_t i = 0; i < r->nfacts; i++) {
        if (squares_is_equation(r, i) && ideal->ngiven < SQUARES_EQUATIONS)
            ideal->given[ideal->ngiven++] = i;
    }
    for (size_t k = 0; k < ideal->ngiven; k++) {
        fmpq_mpoly_set(added(ideal), r->sides[ideal->given[k]], ring_of(ideal));
        fmpq_mpoly_one(&ideal->cofactors[k][k], ring_of(ideal));
    }
    for (size_t j = 1; j < ideal->count; j++) {
        for (size_t i = 0; i < j && pairs < IDEAL_PAIRS; i++, pairs++) {
            if (ideal->count < SQUARES_BASIS)
                pair(ideal, i, j);
        }
    }
}

void ideal_clear(struct ideal *ideal)
{
    for (size_t i = 0; i < ideal->count; i++) {
        fmpq_mpoly_clear(&ideal->basis[i], ring_of(ideal));
        for (size_t k = 0; k < ideal->ngiven; k++)
            fmpq_mpoly_clear(&ideal->cofactors[i][k], ring_of(ideal));
    }
}
