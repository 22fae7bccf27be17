/* Exponentials of logarithms and of sums of them; logarithms of products. */
#include "logic/make.h"
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

/* A sum whose terms are all multiples of logarithms. */
static bool is_of_logs(const form *a)
{
    bool all = a->count > 0;
    for (size_t i = 0; i < a->count && all; i++) {
        const term *t = &a->terms[i];
        size_t logs = 0;
        for (size_t j = 0; j < t->nfactors; j++)
            logs += expr_is_call(t->factors[j].atom, FN_LOG) &&
                    t->factors[j].power == 1;
        all = logs == 1 && t->nletters == 0;
    }
    return all;
}

/* exp(c * sum(i, f)) = prod(i, exp(c * f)), only where f is of logarithms */
static bool sum_power(struct normalizer *n, const struct expr *e, const form *c,
                      const form **out)
{
    if (e->op != EX_SUM || !expr_is_scalar(e) || e->count != 3 ||
        expr_has_free(print_form(n, c), e->symbol))
        return false;
    scope_enter(n, e->symbol, index_dim(n, e->kids[0]),
                index_dim(n, e->kids[1]));
    const form *body = normal_build(n, e->kids[2]);
    bool fine = is_of_logs(body) && !n->failed;
    const struct expr *kids[] = {e->kids[0], e->kids[1], NULL};
    if (fine)
        kids[2] = print_form(n, normal_scalar_exp(n, form_mul(n, c, body)));
    scope_leave(n);
    if (!fine)
        return false;
    struct expr model = *e;
    model.op = EX_PROD;
    model.kids = kids;
    *out = normal_build(n, expr_intern(n->pool, &model));
    return true;
}

bool log_power(struct normalizer *n, const term *t, const form **out)
{
    if (t->nletters > 0)
        return false;
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct expr *e = t->factors[i].atom;
        if (t->factors[i].power != 1)
            continue;
        const form *c =
            form_mul(n, form_term(n, t, n->one, n->one), form_factor(n, e, -1));
        if (expr_is_call(e, FN_LOG)) {
            *out = normal_scalar_power(n, normal_build(n, e->kids[0]), c);
            return true;
        }
        if (sum_power(n, e, c, out))
            return true;
    }
    return false;
}

/* ---- logarithms of products ---- */

static const form *log_atom(struct normalizer *n, const form *x)
{
    return call_one(n, FN_LOG, n->one, n->one, print_form(n, x));
}

static const form *times(struct normalizer *n, long k, const form *x)
{
    return form_mul(n, form_number(n, k, 1), x);
}

/* The logarithm of c > 0, by its primes, the small ones. */
static const form *log_of_integer(struct normalizer *n, const mpz_t c)
{
    enum { LARGEST = 1000 };
    const form *out = form_number(n, 0, 1);
    mpq_t rest;
    mpz_t p;
    mpq_init(rest);
    mpz_init(p);
    mpz_set(mpq_numref(rest), c);
    for (unsigned long i = 2; i < LARGEST; i++) {
        mpz_set_ui(p, i);
        long k = (long)mpz_remove(mpq_numref(rest), mpq_numref(rest), p);
        if (k > 0)
            out = form_add(
                n, out, times(n, k, log_atom(n, form_number(n, (long)i, 1))));
    }
    if (mpz_cmp_ui(mpq_numref(rest), 1) > 0)
        out = form_add(n, out, log_atom(n, form_rational(n, rest)));
    mpz_clear(p);
    mpq_clear(rest);
    return out;
}

/* Positive by its structure, or an integer that is certainly at least 1. */
static bool is_positive(struct normalizer *n, const struct expr *x)
{
    const struct dim *value = make_dim(n->pool, x);
    return normal_is_positive(n, x) ||
           (value && normal_certainly_nonnegative(n, index_plus(n, value, -1)));
}

/* The one factor that a is, to a power 1 or -1; NULL: another form. */
static const factor *only_factor(const form *a)
{
    const term *t = a->terms;
    return a->count == 1 && t->nfactors == 1 &&
                   (t->factors[0].power == 1 || t->factors[0].power == -1) &&
                   mpq_cmp_ui(t->coefficient->q, 1, 1) == 0
               ? &t->factors[0]
               : NULL;
}

/* What is left when positive factors are gone */
static const form *log_of_rest(struct normalizer *n, const form *rest)
{
    const factor *f = only_factor(rest);
    if (form_is_one(rest))
        return form_number(n, 0, 1);
    return f && f->power < 0
               ? form_neg(n, log_atom(n, form_factor(n, f->atom, 1)))
               : log_atom(n, rest);
}

bool log_of_product(struct normalizer *n, const form *a, const form **out)
{
    term content;
    const form *rest;
    const factor *only = only_factor(a);
    if (form_is_zero(a) || (only && only->power > 0))
        return false;
    normal_scalar_content(n, a, false, &content, &rest);
    rest = normal_build(n, print_form(n, rest)); /* sums are multiplied out */
    *out = form_sub(n, log_of_integer(n, mpq_numref(content.coefficient->q)),
                    log_of_integer(n, mpq_denref(content.coefficient->q)));
    for (size_t i = 0; i < content.nfactors && !n->failed; i++) {
        const factor f = content.factors[i];
        const form *x = form_factor(n, f.atom, 1);
        if (is_positive(n, f.atom))
            *out = form_add(n, *out,
                            times(n, f.power, call_entrywise(n, FN_LOG, x)));
        else
            rest = form_mul(n, rest, form_factor(n, f.atom, f.power));
    }
    *out = form_add(n, *out, log_of_rest(n, rest));
    return !n->failed;
}
