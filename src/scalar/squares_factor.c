/* Factors of polynomials over the rationals, by FLINT. */
#include "scalar/squares_internal.h"

#include <flint/fmpq_mpoly_factor.h>

/* The square part, the root of what is nothing else, or else a factor: as a
 * polynomial that divides f. */
static bool part_of(fmpq_mpoly_t out, const struct reading *r,
                    const fmpq_mpoly_t f)
{
    fmpq_mpoly_factor_t factors;

    fmpq_mpoly_factor_init(factors, r->ring);
    LOCAL_MPOLY(t, r->ring);
    bool fine = fmpq_mpoly_factor(factors, f, r->ring) != 0;
    fmpq_mpoly_one(out, r->ring);
    for (slong i = 0; fine && i < factors->num; i++) {
        const slong e = fmpz_get_si(&factors->exp[i]);

        fmpq_mpoly_pow_ui(t, &factors->poly[i], (ulong)(e / 2), r->ring);
        fmpq_mpoly_mul(out, out, t, r->ring);
    }
    if (fine && 2 * fmpq_mpoly_total_degree_si(out, r->ring) <
                    fmpq_mpoly_total_degree_si(f, r->ring))
        fmpq_mpoly_mul(out, out, out, r->ring);
    if (fine && fmpq_mpoly_is_one(out, r->ring) && factors->num > 1)
        fmpq_mpoly_set(out, &factors->poly[0], r->ring);
    fine = fine && !fmpq_mpoly_is_one(out, r->ring);
    fmpq_mpoly_factor_clear(factors, r->ring);
    return fine;
}

/* Of arguments, too, where there is room. */
static bool add_letters(struct reading *r, const struct form *f)
{
    if (squares_add_letters(r, f, true))
        return true;
    r->nletters = 0;
    return squares_add_letters(r, f, false);
}

bool squares_factor(struct pool *pool, const struct form *f,
                    const struct form **first, const struct form **rest)
{
    struct reading r = {.pool = pool};
    fmpq_mpoly_t whole, part, quotient;
    bool out = false;

    if (f->count < 2 || f->count > FACTOR_TERMS || !add_letters(&r, f))
        return false;
    fmpq_mpoly_ctx_init(r.ring, (slong)r.nletters, ORD_DEGREVLEX);
    fmpq_mpoly_init(whole, r.ring);
    fmpq_mpoly_init(part, r.ring);
    fmpq_mpoly_init(quotient, r.ring);
    if (squares_polynomial(whole, &r, f) &&
        fmpq_mpoly_total_degree_si(whole, r.ring) <= FACTOR_DEGREE &&
        part_of(part, &r, whole) &&
        fmpq_mpoly_divides(quotient, whole, part, r.ring)) {
        *first = squares_form(&r, part);
        *rest = squares_form(&r, quotient);
        out = *first != NULL && *rest != NULL;
    }
    fmpq_mpoly_clear(whole, r.ring);
    fmpq_mpoly_clear(part, r.ring);
    fmpq_mpoly_clear(quotient, r.ring);
    fmpq_mpoly_ctx_clear(r.ring);
    return out;
}
