/*
 * Signs of sums with terms of both signs, by the least value that each term
 * can take: 3^l - 3 for l >= 1, 1 - 1/n for n >= 2.
 */
#include "logic/judge_internal.h"

#include "logic/make.h"

enum { LEAST_MAX_POWER = 24 }; /* of a number, and of an atom */

/* The largest k <= LEAST_MAX_POWER with a >= k for certain; false: not 0. */
static bool least_of_dim(struct judge *j, long *k, const struct dim *a)
{
    long best = 0;
    if (!a || !judge_at_least(j, a, 0))
        return false;
    while (best < LEAST_MAX_POWER && judge_at_least(j, a, best + 1))
        best++;
    *k = best;
    return true;
}

/*
 * A number that the atom is never below, or false.  An atom that is not
 * negative has the number 0.
 */
static bool least_of_atom(struct judge *j, rational_t *out,
                          const struct expr *e)
{
    long k = 0;
    mpq_set_ui(out->q, 0, 1);
    if (e->op == EX_GIVEN) {
        const struct expr *lo = j->theorem->givens[e->decl].lo;
        if (lo && lo->op == EX_NUMBER && mpq_sgn(lo->number->q) > 0)
            mpq_set(out->q, lo->number->q);
    }
    if (e->op == EX_SYMBOL && e->symbol->kind != SYM_REAL &&
        least_of_dim(j, &k, dim_of_symbol(expr_dims(j->pool), e->symbol))) {
        mpq_set_ui(out->q, (unsigned long)k, 1);
        return true;
    }
    /* b^a >= b^k for a >= k and a number b >= 1, whatever a is */
    if (e->op == EX_POW && e->kids[0]->op == EX_NUMBER &&
        mpq_cmp_ui(e->kids[0]->number->q, 1, 1) >= 0 &&
        least_of_dim(j, &k, make_dim(j->pool, e->kids[1]))) {
        mpz_pow_ui(mpq_numref(out->q), mpq_numref(e->kids[0]->number->q),
                   (unsigned long)k);
        mpz_pow_ui(mpq_denref(out->q), mpq_denref(e->kids[0]->number->q),
                   (unsigned long)k);
        return true;
    }
    return judge_nonnegative(j, e);
}

/* sqrt(q) for a number q >= 0, to about 2^-20: from below, or from above. */
static bool root_end(rational_t *out, const struct expr *e, bool above)
{
    if (e->op != EX_CALL || e->fn != FN_SQRT || e->kids[0]->op != EX_NUMBER ||
        mpq_sgn(e->kids[0]->number->q) < 0)
        return false;
    mpz_t z;
    mpz_init(z); /* sqrt(p/q) = sqrt(p*q) / q */
    mpz_mul(z, mpq_numref(e->kids[0]->number->q),
            mpq_denref(e->kids[0]->number->q));
    mpz_mul_2exp(z, z, 40);
    mpz_sqrt(z, z);
    if (above)
        mpz_add_ui(z, z, 1);
    mpz_set(mpq_numref(out->q), z);
    mpz_mul_2exp(mpq_denref(out->q), mpq_denref(e->kids[0]->number->q), 20);
    mpq_canonicalize(out->q);
    mpz_clear(z);
    return true;
}

/* A number that the atom, which is not negative, never exceeds, or false. */
static bool most_of_atom(struct judge *j, rational_t *out, const struct expr *e)
{
    const struct given *g =
        e->op == EX_GIVEN ? &j->theorem->givens[e->decl] : NULL;
    if (g && g->hi && g->hi->op == EX_NUMBER)
        mpq_set(out->q, g->hi->number->q);
    else if (e->op == EX_CALL && (e->fn == FN_TANH || e->fn == FN_ERF ||
                                  e->fn == FN_SIN || e->fn == FN_COS))
        mpq_set_ui(out->q, 1, 1);
    else
        return false;
    return judge_nonnegative(j, e);
}

/*
 * x times the least value that the factor to its power has, or the largest one
 * (which is the least of the product where the term is negative).
 */
static bool multiply(struct judge *j, rational_t *x,
                     const struct normal_factor *f, bool largest)
{
    rational_t end;
    rational_init(&end);
    bool most = (f->power > 0) == largest;
    bool ok = f->power <= LEAST_MAX_POWER && f->power >= -LEAST_MAX_POWER &&
              (root_end(&end, f->atom, most) ||
               (most ? most_of_atom(j, &end, f->atom)
                     : least_of_atom(j, &end, f->atom))) &&
              (f->power > 0 || mpq_sgn(end.q) > 0);
    for (long i = 0; ok && i < f->power; i++)
        mpq_mul(x->q, x->q, end.q);
    for (long i = 0; ok && i > f->power; i--)
        mpq_div(x->q, x->q, end.q);
    rational_clear(&end);
    return ok;
}

bool judge_has_factor(const struct normal_term *t,
                      const struct normal_factor *f)
{
    for (size_t i = 0; i < t->nfactors; i++)
        if (t->factors[i].atom == f->atom && t->factors[i].power == f->power)
            return true;
    return false;
}

/* A factor of all terms that is not negative: what is left decides. */
static bool is_common(struct judge *j, const struct normal_form *form,
                      const struct normal_factor *f)
{
    for (size_t i = 0; i < form->count; i++)
        if (!judge_has_factor(&form->terms[i], f))
            return false;
    return form->count > 1 &&
           (f->power % 2 == 0 || judge_nonnegative(j, f->atom));
}

/*
 * Adds a number that the term, without what is common to all (`common`, or
 * NULL), is never below; a nonnegative term of which no other is known counts
 * as 0.
 */
static bool add_least(struct judge *j, rational_t *sum,
                      const struct normal_term *t,
                      const struct normal_form *common)
{
    int sign = mpq_sgn(t->coefficient->q);
    bool ok = t->nletters == 0, settled = ok;
    rational_t x;
    rational_init(&x);
    mpq_set(x.q, t->coefficient->q);
    for (size_t i = 0; settled && i < t->nfactors; i++)
        settled = (common && is_common(j, common, &t->factors[i])) ||
                  multiply(j, &x, &t->factors[i], sign < 0);
    for (size_t i = 0; !settled && ok && i < t->nfactors; i++)
        ok = sign > 0 && judge_nonnegative(j, t->factors[i].atom);
    if (settled)
        mpq_add(sum->q, sum->q, x.q);
    rational_clear(&x);
    return ok;
}

bool judge_exceeds(struct judge *j, const struct expr *e, bool strict)
{
    const struct normal_form *form =
        expr_is_scalar(e) ? normal_terms(j->n, e) : NULL;
    rational_t sum;
    bool ok = form != NULL;
    rational_init(&sum);
    for (size_t i = 0; ok && i < form->count; i++)
        ok = add_least(j, &sum, &form->terms[i], strict ? NULL : form);
    ok = ok && mpq_sgn(sum.q) >= (strict ? 1 : 0);
    rational_clear(&sum);
    return ok;
}
