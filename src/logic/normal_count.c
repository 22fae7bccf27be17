/* Sums of powers of the index, and products of what does not depend on it. */
#include "logic/make.h"
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

enum { MAX_SUMMED_POWER = 8, MAX_SUMMED_SLOPE = 64 };

static bool has_count(struct normalizer *n, const struct dim *lo,
                      const struct dim *hi)
{
    return normal_certainly_nonnegative(
        n, index_plus(n, dim_sub(n->dims, hi, lo), 1));
}

/*
 * 1^k + ... + m^k as a polynomial S_k in m, by (m+1)^(k+1) - 1 =
 * sum over j <= k of binomial(k+1, j) * S_j(m).
 */
static const form *power_sum(struct normalizer *n, const form *m, long k)
{
    const form *sums[MAX_SUMMED_POWER + 1];
    const form *one = form_number(n, 1, 1), *next = form_add(n, m, one);
    for (long i = 0; i <= k; i++) {
        long binomial = 1;
        const form *sum = form_sub(n, form_pow(n, next, i + 1), one);
        for (long j = 0; j < i; j++) {
            const form *c = form_number(n, binomial, 1);
            sum = form_sub(n, sum, form_mul(n, c, sums[j]));
            binomial = binomial * (i + 1 - j) / (j + 1);
        }
        const form *part = form_number(n, 1, (unsigned long)i + 1);
        sums[i] = form_mul(n, part, sum);
    }
    return sums[k];
}

/*
 * S_k(m) - S_k(m-1) = m^k for all m, so lo^k + ... + hi^k is
 * S_k(hi) - S_k(lo-1) from the empty range hi = lo - 1 on.
 */
bool sum_of_powers(struct normalizer *n, const term *t, const struct symbol *s,
                   const struct dim *lo, const struct dim *hi, const form **out)
{
    if (t->nletters > 0 || t->nfactors != 1 ||
        t->factors[0].atom->op != EX_SYMBOL || t->factors[0].atom->symbol != s)
        return false;
    long k = t->factors[0].power;
    if (k < 1 || k > MAX_SUMMED_POWER || !has_count(n, lo, hi))
        return false;
    const form *first = form_dim(n, index_plus(n, lo, -1));
    *out =
        form_sub(n, power_sum(n, form_dim(n, hi), k), power_sum(n, first, k));
    return true;
}

/* e = c^(d*s + r) for an integer d other than 0; c^d, c a number. */
static bool number_ratio(struct normalizer *n, const struct expr *e,
                         const struct symbol *s, const form **ratio)
{
    int64_t d;
    if (e->op != EX_POW || e->kids[0]->op != EX_NUMBER ||
        mpq_sgn(e->kids[0]->number->q) == 0)
        return false;
    const struct dim *now = index_dim(n, e->kids[1]);
    const struct dim *at = dim_of_symbol(n->dims, s);
    const struct expr *next =
        index_substitute(n, e->kids[1], s, print_dim(n, index_plus(n, at, 1)));
    if (!dim_is_constant(dim_sub(n->dims, index_dim(n, next), now), &d) ||
        d > MAX_SUMMED_SLOPE || d < -MAX_SUMMED_SLOPE)
        return false;
    *ratio = form_pow(n, form_rational(n, e->kids[0]->number->q),
                      (long)(d < 0 ? -d : d));
    *ratio = d < 0 ? normal_scalar_inverse(n, *ratio) : *ratio;
    return true;
}

/* The product of the term's ratios; false: it has other factors. */
static bool geometric_ratio(struct normalizer *n, const term *t,
                            const struct symbol *s, const form **ratio)
{
    const form *by;
    *ratio = form_number(n, 1, 1);
    for (size_t i = 0; i < t->nfactors; i++) {
        if (t->factors[i].power != 1 ||
            !number_ratio(n, t->factors[i].atom, s, &by))
            return false;
        *ratio = form_mul(n, *ratio, by);
    }
    return t->nletters == 0 && t->nfactors > 0;
}

/*
 * f(s+1) = q*f(s) with a number q other than 1: f(lo) + ... + f(hi) is
 * (f(hi+1) - f(lo)) / (q - 1) from the empty range hi = lo - 1 on.
 */
bool sum_of_geometric(struct normalizer *n, const term *t,
                      const struct symbol *s, const struct dim *lo,
                      const struct dim *hi, const form **out)
{
    const form *ratio;
    if (!has_count(n, lo, hi) || !geometric_ratio(n, t, s, &ratio))
        return false;
    const form *divisor = form_sub(n, ratio, form_number(n, 1, 1));
    if (form_is_zero(divisor) || n->failed)
        return false;
    const struct expr *e = print_form(n, form_single(n, t, n->one, n->one));
    const struct expr *after =
        index_substitute(n, e, s, print_dim(n, index_plus(n, hi, 1)));
    const struct expr *first = index_substitute(n, e, s, print_dim(n, lo));
    *out =
        form_mul(n, normal_scalar_inverse(n, divisor),
                 form_sub(n, normal_build(n, after), normal_build(n, first)));
    return true;
}

/* ---- products ---- */

/* c times k^m, m being as large as b >= m is certain, for each factor k^b. */
static void take_least_powers(struct normalizer *n, mpq_t c, const term *t)
{
    enum { MOST = 5 };
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct expr *atom = t->factors[i].atom;
        if (t->factors[i].power != 1 || atom->op != EX_POW ||
            atom->kids[0]->op != EX_NUMBER)
            continue;
        const struct dim *b = index_dim(n, atom->kids[1]);
        for (int64_t m = 1; m <= MOST; m++)
            if (normal_certainly_nonnegative(n, index_plus(n, b, -m)))
                mpq_mul(c, c, atom->kids[0]->number->q);
    }
}

/* k^b for whole numbers k, b from 0 on */
static bool is_whole_power(struct normalizer *n, factor f)
{
    int64_t k;
    return f.power > 0 && f.atom->op == EX_POW &&
           f.atom->kids[0]->op == EX_NUMBER &&
           rational_is_int(f.atom->kids[0]->number, &k) && k >= 0 &&
           form_is_count(n, normal_build(n, f.atom->kids[1]));
}

/* c times such powers: 3^b/9 is whole too, for b from 2 on. */
static bool is_whole_term(struct normalizer *n, const term *t)
{
    mpq_t c;
    mpq_init(c);
    mpq_set(c, t->coefficient->q);
    take_least_powers(n, c, t);
    bool whole = mpq_sgn(c) >= 0 && mpz_cmp_ui(mpq_denref(c), 1) == 0;
    mpq_clear(c);
    for (size_t i = 0; i < t->nfactors && whole; i++)
        whole = is_whole_power(n, t->factors[i]);
    return whole;
}

bool form_is_count(struct normalizer *n, const form *b)
{
    const struct dim *value = make_dim(n->pool, print_form(n, b));
    if (value)
        return make_is_whole(value) && normal_certainly_nonnegative(n, value);
    bool whole = normal_spend(n);
    for (size_t i = 0; i < b->count && whole; i++)
        whole = is_whole_term(n, &b->terms[i]);
    return whole;
}

/* The sum, or product, of `body` over the range of the product e. */
static const form *over_range_of(struct normalizer *n, enum expr_op op,
                                 const struct expr *e, const struct expr *body)
{
    const struct expr *kids[] = {e->kids[0], e->kids[1], body};
    struct expr model = *e;
    model.op = op;
    model.kids = kids;
    model.reversed = op == EX_PROD && e->reversed;
    return normal_build(n, expr_intern(n->pool, &model));
}

/* x^b for a number x other than 0, or b = 0, 1, ... at each i of the range. */
static bool has_summable_power(struct normalizer *n, const struct expr *e,
                               const struct expr *atom)
{
    if (atom->op != EX_POW || expr_has_free(atom->kids[0], e->symbol))
        return false;
    const struct dim *b = index_dim(n, atom->kids[1]);
    scope_enter(n, e->symbol, index_dim(n, e->kids[0]),
                index_dim(n, e->kids[1]));
    bool is_count = index_is_whole(b) && normal_certainly_nonnegative(n, b);
    scope_leave(n);
    return is_count || (atom->kids[0]->op == EX_NUMBER &&
                        mpq_sgn(atom->kids[0]->number->q) > 0);
}

/* prod(i, exp(f)) = exp(sum(i, f)), prod(i, x^b) = x^sum(i, b); else false */
static bool summed_product(struct normalizer *n, const struct expr *e,
                           const struct expr *atom, const form **out)
{
    if (expr_is_call(atom, FN_EXP)) {
        *out = over_range_of(n, EX_SUM, e, atom->kids[0]);
        *out = normal_scalar_exp(n, *out);
        return true;
    }
    if (!has_summable_power(n, e, atom))
        return false;
    *out = over_range_of(n, EX_SUM, e, atom->kids[1]);
    *out = normal_scalar_power(n, normal_build(n, atom->kids[0]), *out);
    return true;
}

/* An integer that divides b at each instance; 0: not seen. */
static long whole_content(struct normalizer *n, const form *b)
{
    mpq_t c;
    mpq_init(c);
    if (b->count == 1) {
        mpq_set(c, b->terms[0].coefficient->q);
        take_least_powers(n, c, &b->terms[0]);
    }
    bool whole = b->count > 0 && mpz_cmp_ui(mpq_denref(c), 1) == 0;
    for (size_t i = 0; b->count > 1 && i < b->count && whole; i++) {
        const rational_t *each = b->terms[i].coefficient;
        whole = mpz_cmp_ui(mpq_denref(each->q), 1) == 0;
        mpz_gcd(mpq_numref(c), mpq_numref(c), mpq_numref(each->q));
    }
    whole = whole && mpz_cmp_si(mpq_numref(c), NORMAL_MAX_POWER) <= 0;
    long k = whole ? mpz_get_si(mpq_numref(c)) : 0;
    mpq_clear(c);
    return k;
}

/* x^(k*b) for b = 0, 1, ... at each i of the range: x^b, and k > 1; or NULL */
static const struct expr *root_power(struct normalizer *n, const struct expr *e,
                                     const struct expr *atom, long *k)
{
    const struct expr *root = NULL;
    if (atom->op != EX_POW)
        return NULL;
    scope_enter(n, e->symbol, index_dim(n, e->kids[0]),
                index_dim(n, e->kids[1]));
    const form *b = normal_build(n, atom->kids[1]);
    *k = whole_content(n, b);
    if (*k > 1) {
        b = form_mul(n, form_number(n, 1, (unsigned long)*k), b);
        if (form_is_count(n, b))
            root = print_form(
                n, form_power_atom(n, atom->kids[0], print_form(n, b)));
    }
    scope_leave(n);
    return root;
}

static bool is_summed(struct normalizer *n, const struct expr *e, factor f)
{
    long k;
    if (root_power(n, e, f.atom, &k))
        return true;
    return expr_is_call(f.atom, FN_EXP) || has_summable_power(n, e, f.atom);
}

/*
 * prod(i, x^p * y^q) = prod(i, x)^p * prod(i, y)^q, all scalars: where the
 * left side is defined, what is divided by is not 0.
 */
static const form *factor_products(struct normalizer *n, const struct expr *e,
                                   const term *t)
{
    const form *out = form_number(n, 1, 1);
    for (size_t i = 0; i < t->nfactors; i++) {
        const factor f = t->factors[i];
        const form *x;
        long k = 1;
        if (!summed_product(n, e, f.atom, &x)) {
            const struct expr *root = root_power(n, e, f.atom, &k);
            x = over_range_of(n, EX_PROD, e, root ? root : f.atom);
            x = root ? form_pow(n, x, k) : x;
        }
        x = f.power < 0 ? normal_scalar_inverse(n, x) : x;
        out =
            form_mul(n, out, form_pow(n, x, f.power < 0 ? -f.power : f.power));
    }
    return out;
}

/* a as one term c * a', the sum a' being a factor of it; false: c is 1. */
static bool with_common_factors(struct normalizer *n, const form *a, term *out)
{
    const form *rest;
    if (a->count == 0 || n->failed)
        return false;
    normal_scalar_content(n, a, false, out, &rest);
    if (out->nfactors == 0 || rest->count < 2)
        return false;
    const term sum = term_of(n, print_form(n, rest), 1);
    *out = term_times(n, out, &sum);
    normal_scalar_sort(n, out);
    return true;
}

/* prod(i, c*f(i)) = c^count * prod(i, f(i)), all scalars, c free of i */
static bool scalar_content(struct normalizer *n, const struct expr *e,
                           const form *body, const struct sum_range *r,
                           const form **out)
{
    term content, rest, all;
    if (body->count == 1)
        all = body->terms[0];
    else if (!with_common_factors(n, body, &all))
        return false;
    term_part(n, &all, r->s, sum_may_be_empty(n, r->lo, r->hi), &content,
              &rest);
    bool single = rest.nfactors == 1 && rest.factors[0].power == 1 &&
                  !is_summed(n, e, rest.factors[0]);
    if (content.nfactors == 0 && single &&
        mpq_cmp_ui(content.coefficient->q, 1, 1) == 0)
        return false;
    const struct dim *count = index_plus(n, dim_sub(n->dims, r->hi, r->lo), 1);
    *out = normal_scalar_power(n, form_term(n, &content, n->one, n->one),
                               form_dim(n, count));
    *out = form_mul(n, *out, factor_products(n, e, &rest));
    return true;
}

/* prod(i, A) = A^count; prod(i, c*F(i)) = c^count * prod(i, F(i)) */
static bool matrix_content(struct normalizer *n, const struct expr *e,
                           const form *body, const struct sum_range *r,
                           const form **out)
{
    const struct expr *all = print_form(n, body);
    const struct dim *count = index_plus(n, dim_sub(n->dims, r->hi, r->lo), 1);
    if (!expr_has_free(all, r->s)) {
        *out = power_form(n, all, count);
        return !sum_may_be_empty(n, r->lo, r->hi) || sum_is_total(n, all);
    }
    if (body->count != 1)
        return false;
    term scalars = body->terms[0], content, rest, one = term_one(n);
    scalars.nletters = 0;
    term_part(n, &scalars, r->s, sum_may_be_empty(n, r->lo, r->hi), &content,
              &rest);
    if (content.nfactors == 0 && mpq_cmp_ui(content.coefficient->q, 1, 1) == 0)
        return false;
    rest.letters = body->terms[0].letters;
    rest.nletters = body->terms[0].nletters;
    rest.coefficient = one.coefficient;
    const form *inner = form_single(n, &rest, body->rows, body->cols);
    *out = normal_scalar_power(n, form_term(n, &content, n->one, n->one),
                               form_dim(n, count));
    *out =
        form_mul(n, *out, over_range_of(n, EX_PROD, e, print_form(n, inner)));
    return true;
}

bool product_content(struct normalizer *n, const struct expr *e,
                     const form **out)
{
    const struct sum_range r = {e->symbol, index_dim(n, e->kids[0]),
                                index_dim(n, e->kids[1])};
    if (e->rows != e->cols || n->failed || !has_count(n, r.lo, r.hi))
        return false;
    scope_enter(n, r.s, r.lo, r.hi);
    const form *body = normal_build(n, e->kids[2]);
    scope_leave(n);
    if (n->failed || form_is_zero(body))
        return false;
    return expr_is_scalar(e) ? scalar_content(n, e, body, &r, out)
                             : matrix_content(n, e, body, &r, out);
}

long product_power(struct normalizer *n, const struct expr *e,
                   const struct expr *power)
{
    const struct expr *body = e->kids[2];
    const rational_t *c;
    int64_t k = 0;
    if (power == body)
        return 1;
    if (e->op != EX_PROD || !expr_is_scalar(e) || power->op != EX_POW ||
        body->op != EX_POW || power->kids[0] != body->kids[0])
        return 0;
    scope_enter(n, e->symbol, index_dim(n, e->kids[0]),
                index_dim(n, e->kids[1]));
    const form *b = normal_build(n, body->kids[1]);
    const form *ratio = form_mul(n, normal_build(n, power->kids[1]),
                                 normal_scalar_inverse(n, b));
    if (!form_is_count(n, b) || !form_is_rational(ratio, &c) ||
        !rational_is_int(c, &k) || k < 1 || k > NORMAL_MAX_POWER)
        k = 0;
    scope_leave(n);
    return (long)k;
}
