/* Arithmetic of expanded terms. */
#include "logic/expansion.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

void expansion_init(struct expansion *p)
{
    *p = (struct expansion){0};
}

static void clear_term(struct expansion_term *t)
{
    mpq_clear(t->coefficient);
    free(t->factors);
}

void expansion_clear(struct expansion *p)
{
    for (size_t i = 0; i < p->count; i++)
        clear_term(&p->terms[i]);
    free(p->terms);
    *p = (struct expansion){0};
}

void expansion_append(struct expansion *p, const mpq_t c,
                      const struct expansion_factor *factors, size_t count)
{
    if (p->count == p->capacity) {
        p->capacity = p->capacity ? 2 * p->capacity : 8;
        p->terms = xrealloc(p->terms, p->capacity, sizeof *p->terms);
    }
    struct expansion_term *t = &p->terms[p->count++];
    mpq_init(t->coefficient);
    mpq_set(t->coefficient, c);
    t->count = count;
    t->factors = xcalloc(count + 1, sizeof *t->factors);
    for (size_t i = 0; i < count; i++)
        t->factors[i] = factors[i];
}

void expansion_copy(struct expansion *out, const struct expansion *p)
{
    for (size_t i = 0; i < p->count; i++)
        expansion_append(out, p->terms[i].coefficient, p->terms[i].factors,
                         p->terms[i].count);
}

static int compare_factors(const struct expansion_factor *a,
                           const struct expansion_factor *b)
{
    int order = scalar_compare(a->atom, b->atom);
    if (order)
        return order;
    long x = a->num * b->den, y = b->num * a->den;
    return (x > y) - (x < y);
}

static int compare_terms(const void *x, const void *y)
{
    const struct expansion_term *a = x, *b = y;
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        int order = compare_factors(&a->factors[i], &b->factors[i]);
        if (order)
            return order;
    }
    return (a->count > b->count) - (a->count < b->count);
}

bool expansion_settle(struct expansion *p)
{
    size_t kept = 0;
    if (p->count)
        qsort(p->terms, p->count, sizeof *p->terms, compare_terms);
    for (size_t i = 0; i < p->count; i++) {
        struct expansion_term *last = kept ? &p->terms[kept - 1] : NULL;
        if (last && compare_terms(last, &p->terms[i]) == 0) {
            mpq_add(last->coefficient, last->coefficient,
                    p->terms[i].coefficient);
            clear_term(&p->terms[i]);
        } else {
            if (last && mpq_sgn(last->coefficient) == 0) {
                clear_term(last);
                kept--;
            }
            p->terms[kept++] = p->terms[i];
        }
    }
    p->count = kept;
    if (kept && mpq_sgn(p->terms[kept - 1].coefficient) == 0)
        clear_term(&p->terms[--p->count]);
    return p->count <= EXPANSION_MAX_TERMS;
}

/* ---- exponents ---- */

static long gcd(long a, long b)
{
    while (b) {
        long r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

static bool add_exponents(struct expansion_factor *x,
                          const struct expansion_factor *y)
{
    long num = x->num * y->den + y->num * x->den, den = x->den * y->den;
    long g = gcd(num, den);
    x->num = num / g;
    x->den = den / g;
    return labs(x->num) <= EXPANSION_MAX_EXPONENT &&
           x->den <= EXPANSION_MAX_EXPONENT;
}

bool expansion_factor_into(struct expansion_factor **factors, size_t *count,
                           const struct expansion_factor *more)
{
    size_t at = 0;
    while (at < *count && scalar_compare((*factors)[at].atom, more->atom) < 0)
        at++;
    if (at < *count && (*factors)[at].atom == more->atom) {
        struct expansion_factor *f = &(*factors)[at];
        if (!add_exponents(f, more))
            return false;
        if (f->num == 0) {
            memmove(f, f + 1, (*count - at - 1) * sizeof *f);
            --*count;
        }
        return true;
    }
    *factors = xrealloc(*factors, *count + 1, sizeof **factors);
    memmove(*factors + at + 1, *factors + at, (*count - at) * sizeof **factors);
    (*factors)[at] = *more;
    ++*count;
    return true;
}

bool expansion_atom_is_nonnegative(const struct expansion_scope *scope,
                                   const struct scalar *atom)
{
    if (atom->op == SCALAR_VARIABLE)
        return scope->nonnegative >> atom->variable & 1;
    return atom->op == SCALAR_PI ||
           (atom->op == SCALAR_NUMBER && mpq_sgn(atom->number->q) > 0) ||
           (atom->op == SCALAR_CALL && atom->fn == FN_EXP);
}

/* ---- sums and products ---- */

void expansion_add(struct expansion *out, const struct expansion *a,
                   const struct expansion *b, const mpq_t factor)
{
    mpq_t c;
    mpq_init(c);
    expansion_copy(out, a);
    for (size_t i = 0; i < b->count; i++) {
        mpq_mul(c, b->terms[i].coefficient, factor);
        expansion_append(out, c, b->terms[i].factors, b->terms[i].count);
    }
    mpq_clear(c);
}

/*
 * What a factor becomes where its exponent holds a whole part: numbers,
 * sums to positive integers, sin^2 = 1 - cos^2.
 */
static long whole_part(const struct expansion_factor *f)
{
    long floor = f->num / f->den - (f->num % f->den < 0);
    switch (f->atom->op) {
    case SCALAR_NUMBER:
        return floor;
    case SCALAR_ADD:
    case SCALAR_MUL:
    case SCALAR_POWER:
        return floor > 0 ? floor : 0;
    case SCALAR_CALL:
        return f->atom->fn == FN_SIN && f->den == 1 && floor >= 2
                   ? floor - floor % 2
                   : 0;
    case SCALAR_PI:
    case SCALAR_VARIABLE:
    case SCALAR_GENERAL:
    case SCALAR_IF:
    case SCALAR_INTEGRAL:
        return 0;
    }
    return 0;
}

/* out = 1 - cos(x)^2, for the atom sin(x) */
static void cosine_form(struct expansion *out, struct scalar_pool *pool,
                        const struct scalar *sine)
{
    struct expansion_factor cosine = {
        .atom = scalar_call1(pool, FN_COS, sine->kids[0]), .num = 2, .den = 1};
    mpq_t c;
    mpq_init(c);
    mpq_set_si(c, 1, 1);
    expansion_append(out, c, NULL, 0);
    mpq_set_si(c, -1, 1);
    if (cosine.atom)
        expansion_append(out, c, &cosine, 1);
    mpq_clear(c);
    (void)expansion_settle(out);
}

/* out = atom ^ whole */
static bool replacement(struct expansion *out, struct expansion_scope *scope,
                        const struct scalar *atom, long whole)
{
    struct expansion base;
    expansion_init(&base);
    bool ok = true;
    if (atom->op == SCALAR_CALL) {
        cosine_form(&base, scope->pool, atom);
        whole /= 2;
        ok = base.count == 2;
    } else if (atom->op == SCALAR_NUMBER) {
        mpq_t c;
        mpq_init(c);
        mpq_set(c, atom->number->q);
        if (whole < 0)
            mpq_inv(c, c);
        whole = labs(whole);
        expansion_append(&base, c, NULL, 0);
        mpq_clear(c);
    } else {
        ok = expansion_of(&base, scope, atom);
    }
    ok = ok && expansion_power(out, scope, &base, whole);
    expansion_clear(&base);
    return ok;
}

/* out += t, reduced at its factor i. */
static bool add_reduced(struct expansion *out, struct expansion_scope *scope,
                        const struct expansion_term *t, size_t i, long whole)
{
    struct expansion rest, part, product;
    struct expansion_factor less = {
        .atom = t->factors[i].atom, .num = -whole, .den = 1};
    struct expansion_factor *factors =
        xrealloc(NULL, t->count + 1, sizeof *factors);
    memcpy(factors, t->factors, t->count * sizeof *factors);
    size_t count = t->count;
    expansion_init(&rest);
    expansion_init(&part);
    expansion_init(&product);
    bool ok = expansion_factor_into(&factors, &count, &less);
    expansion_append(&rest, t->coefficient, factors, count);
    ok = ok && replacement(&part, scope, less.atom, whole) &&
         expansion_mul(&product, scope, &rest, &part);
    expansion_copy(out, &product);
    free(factors);
    expansion_clear(&rest);
    expansion_clear(&part);
    expansion_clear(&product);
    return ok;
}

/* The first factor with a whole part to be taken out; t->count: none. */
static size_t reducible(const struct expansion_term *t, long *whole)
{
    for (size_t i = 0; i < t->count; i++) {
        *whole = whole_part(&t->factors[i]);
        if (*whole)
            return i;
    }
    return t->count;
}

/* p with every reducible term reduced; terms made here are reduced already. */
static bool reduce(struct expansion *p, struct expansion_scope *scope)
{
    struct expansion out;
    bool ok = true;
    long whole = 0;
    expansion_init(&out);
    for (size_t i = 0; i < p->count && ok; i++) {
        struct expansion_term *t = &p->terms[i];
        size_t at = reducible(t, &whole);
        if (at == t->count)
            expansion_append(&out, t->coefficient, t->factors, t->count);
        else
            ok = add_reduced(&out, scope, t, at, whole);
    }
    ok = ok && expansion_settle(&out);
    expansion_clear(p);
    *p = out;
    return ok;
}

static bool append_product(struct expansion *out,
                           const struct expansion_term *a,
                           const struct expansion_term *b)
{
    struct expansion_factor *factors =
        xrealloc(NULL, a->count + 1, sizeof *factors);
    size_t count = a->count;
    memcpy(factors, a->factors, count * sizeof *factors);
    bool ok = true;
    for (size_t k = 0; k < b->count && ok; k++)
        ok = expansion_factor_into(&factors, &count, &b->factors[k]);
    mpq_t c;
    mpq_init(c);
    mpq_mul(c, a->coefficient, b->coefficient);
    ok = ok && mpz_sizeinbase(mpq_numref(c), 2) <= SCALAR_MAX_BITS &&
         mpz_sizeinbase(mpq_denref(c), 2) <= SCALAR_MAX_BITS;
    if (ok)
        expansion_append(out, c, factors, count);
    mpq_clear(c);
    free(factors);
    return ok;
}

bool expansion_mul(struct expansion *out, struct expansion_scope *scope,
                   const struct expansion *a, const struct expansion *b)
{
    scope->work += a->count * b->count + 1;
    scalar_spend(scope->pool, a->count * b->count + 1);
    if (scope->work > EXPANSION_MAX_WORK)
        return false;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            if (!append_product(out, &a->terms[i], &b->terms[j]))
                return false;
    return expansion_settle(out) && reduce(out, scope);
}

bool expansion_power(struct expansion *out, struct expansion_scope *scope,
                     const struct expansion *a, long exponent)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    expansion_append(out, one, NULL, 0);
    mpq_clear(one);
    if (exponent > EXPANSION_MAX_POWER && a->count > 1)
        return false;
    bool ok = exponent <= EXPANSION_MAX_REPEATED;
    for (long i = 0; i < exponent && ok; i++) {
        struct expansion next;
        expansion_init(&next);
        ok = expansion_mul(&next, scope, out, a);
        expansion_clear(out);
        *out = next;
    }
    return ok;
}
