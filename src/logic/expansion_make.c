/* From terms to expanded terms and back. */
#include "logic/expansion_internal.h"

#include "logic/expansion_memo.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

static void append_number(struct expansion *p, const mpq_t c)
{
    expansion_append(p, c, NULL, 0);
    (void)expansion_settle(p);
}

void expansion_put_number(struct expansion *p, long num, long den)
{
    mpq_t c;
    mpq_init(c);
    mpq_set_si(c, num, (unsigned long)den);
    append_number(p, c);
    mpq_clear(c);
}

/* p := atom ^ (num / den) */
bool expansion_put_atom(struct expansion *p, const struct scalar *atom,
                        long num, long den)
{
    mpq_t one;
    if (!atom)
        return false;
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    expansion_append(
        p, one,
        &(struct expansion_factor){.atom = atom, .num = num, .den = den}, 1);
    mpq_clear(one);
    return true;
}

/* Numerator and denominator as longs, if they are small. */
bool expansion_fraction(long *num, long *den, const mpq_t q)
{
    if (mpz_cmpabs_ui(mpq_numref(q), EXPANSION_MAX_EXPONENT) > 0 ||
        mpz_cmp_ui(mpq_denref(q), EXPANSION_MAX_EXPONENT) > 0)
        return false;
    *num = mpz_get_si(mpq_numref(q));
    *den = mpz_get_si(mpq_denref(q));
    return true;
}

/* ---- back to terms ---- */

bool expansion_is_exponential(const struct scalar *atom)
{
    return atom->op == SCALAR_CALL && atom->fn == FN_EXP;
}

/* exp(m) ^ (num/den) as exp(num/den * m); other atoms as powers. */
const struct scalar *
expansion_factor_scalar(const struct expansion_scope *scope,
                        const struct expansion_factor *f)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, f->num, (unsigned long)f->den);
    const struct scalar *e;
    if (expansion_is_exponential(f->atom)) {
        const struct scalar *arg = scalar_product(
            scope->pool, scalar_number(scope->pool, q), f->atom->kids[0]);
        e = arg ? scalar_call1(scope->pool, FN_EXP, arg) : NULL;
    } else {
        e = scalar_power(scope->pool, f->atom, q);
    }
    mpq_clear(q);
    return e;
}

/* The product of the exponentials of t as one. */
static const struct scalar *
joint_exponential(const struct expansion_scope *scope,
                  const struct expansion_term *t)
{
    const struct scalar *sum = scalar_int(scope->pool, 0);
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < t->count; i++) {
        const struct expansion_factor *f = &t->factors[i];
        if (!expansion_is_exponential(f->atom))
            continue;
        mpq_set_si(q, f->num, (unsigned long)f->den);
        sum = scalar_sum(scope->pool, sum,
                         scalar_product(scope->pool,
                                        scalar_number(scope->pool, q),
                                        f->atom->kids[0]));
    }
    mpq_clear(q);
    return sum ? scalar_call1(scope->pool, FN_EXP, sum) : NULL;
}

static const struct scalar *term_scalar(const struct expansion_scope *scope,
                                        const struct expansion_term *t)
{
    const struct scalar **kids = xcalloc(t->count + 2, sizeof *kids);
    size_t count = 0;
    kids[count++] = scalar_number(scope->pool, t->coefficient);
    kids[count++] = joint_exponential(scope, t);
    for (size_t i = 0; i < t->count; i++)
        if (!expansion_is_exponential(t->factors[i].atom))
            kids[count++] = expansion_factor_scalar(scope, &t->factors[i]);
    const struct scalar *e = scalar_mul(scope->pool, kids, count);
    free(kids);
    return e;
}

const struct scalar *expansion_scalar(const struct expansion_scope *scope,
                                      const struct expansion *p)
{
    const struct scalar **kids = xcalloc(p->count + 1, sizeof *kids);
    for (size_t i = 0; i < p->count; i++)
        kids[i] = term_scalar(scope, &p->terms[i]);
    const struct scalar *e = scalar_add(scope->pool, kids, p->count);
    free(kids);
    return e;
}

/* ---- functions ---- */

/* out = exp(c * monomial), as a power of the atom exp(monomial) */
static bool exp_of_term(struct expansion *out, struct expansion_scope *scope,
                        const struct expansion_term *t)
{
    struct expansion_term plain = *t;
    long num = 1, den = 1;
    bool ok = expansion_fraction(&num, &den, t->coefficient);
    mpq_init(plain.coefficient);
    mpq_set_si(plain.coefficient, 1, 1);
    const struct scalar *m = term_scalar(scope, ok ? &plain : t);
    bool is_log = ok && m && m->op == SCALAR_CALL && m->fn == FN_LOG;
    if (!m) {
        ok = false;
    } else if (is_log) { /* exp(c log z) = z^c for z > 0 */
        const struct scalar *power =
            scalar_power(scope->pool, m->kids[0], t->coefficient);
        ok = power && expansion_of(out, scope, power);
    } else {
        ok = expansion_put_atom(out, scalar_call1(scope->pool, FN_EXP, m), num,
                                den);
    }
    mpq_clear(plain.coefficient);
    return ok;
}

static bool expand_exp(struct expansion *out, struct expansion_scope *scope,
                       const struct expansion *arg)
{
    bool ok = true;
    expansion_put_number(out, 1, 1);
    for (size_t i = 0; i < arg->count && ok; i++) {
        struct expansion factor, product;
        expansion_init(&factor);
        expansion_init(&product);
        ok = exp_of_term(&factor, scope, &arg->terms[i]) &&
             expansion_mul(&product, scope, out, &factor);
        expansion_clear(&factor);
        expansion_clear(out);
        *out = product;
    }
    return ok;
}

/* out += (num/den) * log(atom), for an atom > 0 */
static bool add_log(struct expansion *out, struct expansion_scope *scope,
                    const struct expansion_factor *f)
{
    struct expansion atom;
    mpq_t q;
    expansion_init(&atom);
    mpq_init(q);
    mpq_set_si(q, f->num, (unsigned long)f->den);
    bool is_exp = expansion_is_exponential(f->atom);
    bool ok =
        is_exp ? expansion_of(&atom, scope, f->atom->kids[0])
               : expansion_put_atom(
                     &atom, scalar_call1(scope->pool, FN_LOG, f->atom), 1, 1);
    for (size_t i = 0; i < atom.count && ok; i++) {
        mpq_mul(atom.terms[i].coefficient, atom.terms[i].coefficient, q);
        expansion_append(out, atom.terms[i].coefficient, atom.terms[i].factors,
                         atom.terms[i].count);
    }
    mpq_clear(q);
    expansion_clear(&atom);
    return ok;
}

/* log of a monomial with positive parts, as a sum */
static bool expand_log_monomial(struct expansion *out,
                                struct expansion_scope *scope,
                                const struct expansion_term *t)
{
    struct expansion_factor *factors = NULL;
    size_t count = 0;
    bool ok = expansion_multiply_root(scope, &factors, &count,
                                      mpq_numref(t->coefficient), 1, 1) &&
              expansion_multiply_root(scope, &factors, &count,
                                      mpq_denref(t->coefficient), -1, 1);
    for (size_t i = 0; i < t->count && ok; i++)
        ok = expansion_factor_into(&factors, &count, &t->factors[i]);
    for (size_t i = 0; i < count && ok; i++)
        ok = add_log(out, scope, &factors[i]);
    free(factors);
    return ok && expansion_settle(out);
}

/* log(p) = log(c) + log(p / c) */
static bool expand_log_sum(struct expansion *out, struct expansion_scope *scope,
                           struct expansion *p)
{
    struct expansion number;
    mpq_t c;
    expansion_init(&number);
    mpq_init(c);
    expansion_make_primitive(c, p, false);
    expansion_append(&number, c, NULL, 0);
    const struct scalar *rest = expansion_scalar(scope, p);
    bool ok = expand_log_monomial(out, scope, &number.terms[0]);
    struct expansion atom;
    expansion_init(&atom);
    ok = ok && rest &&
         expansion_put_atom(&atom, scalar_call1(scope->pool, FN_LOG, rest), 1,
                            1);
    if (ok)
        expansion_append(out, c, atom.terms[0].factors, 1);
    if (ok) /* with coefficient 1 */
        mpq_set_si(out->terms[out->count - 1].coefficient, 1, 1);
    mpq_clear(c);
    expansion_clear(&number);
    expansion_clear(&atom);
    return ok && expansion_settle(out);
}

static bool all_nonnegative(const struct expansion_scope *scope,
                            const struct expansion_term *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (!expansion_atom_is_nonnegative(scope, t->factors[i].atom) &&
            t->factors[i].den == 1)
            return false;
    return mpq_sgn(t->coefficient) > 0;
}

static bool expand_log(struct expansion *out, struct expansion_scope *scope,
                       struct expansion *arg)
{
    if (arg->count == 0) /* never defined */
        return true;
    /* log(x) of a single variable is defined only for x > 0 */
    bool single = arg->count == 1 && arg->terms[0].count == 1 &&
                  mpq_sgn(arg->terms[0].coefficient) > 0 &&
                  arg->terms[0].factors[0].num % 2 != 0 &&
                  arg->terms[0].factors[0].den == 1;
    if (single || (arg->count == 1 && all_nonnegative(scope, &arg->terms[0])))
        return expand_log_monomial(out, scope, &arg->terms[0]);
    return expand_log_sum(out, scope, arg);
}

/* 1 - 2 / (exp(2 a) + 1) */
static bool expand_tanh(struct expansion *out, struct expansion_scope *scope,
                        const struct scalar *a)
{
    struct scalar_pool *pool = scope->pool;
    const struct scalar *twice = scalar_times(pool, 2, a);
    const struct scalar *sum =
        twice ? scalar_sum(pool, scalar_call1(pool, FN_EXP, twice),
                           scalar_int(pool, 1))
              : NULL;
    const struct scalar *e = scalar_difference(
        pool, scalar_int(pool, 1),
        scalar_times(pool, 2, scalar_power_si(pool, sum, -1)));
    return e && expansion_of(out, scope, e);
}

/* fn of a normalised argument as an atom; odd and even functions by sign */
static bool expand_atom(struct expansion *out, struct expansion_scope *scope,
                        enum function fn, struct expansion *arg)
{
    bool odd = fn == FN_SIN || fn == FN_ERF, even = fn == FN_COS;
    bool flip =
        (odd || even) && arg->count && mpq_sgn(arg->terms[0].coefficient) < 0;
    for (size_t i = 0; i < arg->count && flip; i++)
        mpq_neg(arg->terms[i].coefficient, arg->terms[i].coefficient);
    const struct scalar *a = expansion_scalar(scope, arg);
    const struct scalar *e = a ? scalar_call1(scope->pool, fn, a) : NULL;
    if (!e)
        return false;
    bool ok = true;
    if (e->op == SCALAR_CALL)
        ok = expansion_put_atom(out, e, 1, 1);
    else /* a known value */
        ok = expansion_of(out, scope, e);
    for (size_t i = 0; i < out->count && flip && odd; i++)
        mpq_neg(out->terms[i].coefficient, out->terms[i].coefficient);
    return ok;
}

static bool expand_call1(struct expansion *out, struct expansion_scope *scope,
                         const struct scalar *e)
{
    struct expansion arg;
    if (e->fn == FN_TANH)
        return expand_tanh(out, scope, e->kids[0]);
    expansion_init(&arg);
    bool ok = expansion_of(&arg, scope, e->kids[0]);
    if (ok && e->fn == FN_EXP)
        ok = expand_exp(out, scope, &arg);
    else if (ok && e->fn == FN_LOG)
        ok = expand_log(out, scope, &arg);
    else if (ok)
        ok = expand_atom(out, scope, e->fn, &arg);
    expansion_clear(&arg);
    return ok;
}

/* e by its expansion; NULL: it has none. */
static const struct scalar *normalised(struct expansion_scope *scope,
                                       const struct scalar *e)
{
    struct expansion p;
    expansion_init(&p);
    const struct scalar *made =
        expansion_of(&p, scope, e) ? expansion_scalar(scope, &p) : NULL;
    expansion_clear(&p);
    return made;
}

/* e with its parts normalised, as one atom */
static bool expand_opaque(struct expansion *out, struct expansion_scope *scope,
                          const struct scalar *e)
{
    const struct scalar *kids[2];
    if (e->count > 2 || e->op == SCALAR_IF)
        return expansion_put_atom(out, e, 1, 1);
    for (size_t i = 0; i < e->count; i++) {
        kids[i] = normalised(scope, e->kids[i]);
        if (!kids[i])
            return false;
    }
    const struct scalar *made =
        e->op == SCALAR_GENERAL
            ? scalar_general(scope->pool, kids[0], kids[1])
            : scalar_call(scope->pool, e->fn, kids, e->count);
    if (made && made->op != e->op)
        return expansion_of(out, scope, made);
    return expansion_put_atom(out, made, 1, 1);
}

/* e with body and ends normalised, as one atom if it still is one integral */
static bool expand_integral(struct expansion *out,
                            struct expansion_scope *scope,
                            const struct scalar *e)
{
    const struct scalar *kids[3];
    bool ok = true;
    for (size_t i = 0; i < e->count && ok; i++) {
        kids[i] = normalised(scope, e->kids[i]);
        ok = kids[i] != NULL;
    }
    const struct scalar *made =
        ok ? scalar_integral(scope->pool, kids[0], kids[1], kids[e->count - 1],
                             (unsigned)e->variable)
           : NULL;
    if (!made || made->op == SCALAR_INTEGRAL)
        return expansion_put_atom(out, made ? made : e, 1, 1);
    return expansion_of(out, scope, made);
}

static bool expand_sum(struct expansion *out, struct expansion_scope *scope,
                       const struct scalar *e)
{
    bool ok = true;
    for (size_t i = 0; i < e->count && ok; i++) {
        struct expansion p;
        expansion_init(&p);
        ok = expansion_of(&p, scope, e->kids[i]);
        for (size_t k = 0; k < p.count && ok; k++)
            expansion_append(out, p.terms[k].coefficient, p.terms[k].factors,
                             p.terms[k].count);
        expansion_clear(&p);
    }
    return ok && expansion_settle(out);
}

static bool expand_product(struct expansion *out, struct expansion_scope *scope,
                           const struct scalar *e)
{
    bool ok = true;
    expansion_put_number(out, 1, 1);
    for (size_t i = 0; i < e->count && ok; i++) {
        struct expansion p, product;
        expansion_init(&p);
        expansion_init(&product);
        ok = expansion_of(&p, scope, e->kids[i]) &&
             expansion_mul(&product, scope, out, &p);
        expansion_clear(&p);
        expansion_clear(out);
        *out = product;
    }
    return ok;
}

static bool expand(struct expansion *out, struct expansion_scope *scope,
                   const struct scalar *e)
{
    switch (e->op) {
    case SCALAR_NUMBER:
        append_number(out, e->number->q);
        return true;
    case SCALAR_PI:
    case SCALAR_VARIABLE:
        return expansion_put_atom(out, e, 1, 1);
    case SCALAR_INTEGRAL:
        return expand_integral(out, scope, e);
    case SCALAR_ADD:
        return expand_sum(out, scope, e);
    case SCALAR_MUL:
        return expand_product(out, scope, e);
    case SCALAR_POWER:
        return expansion_expand_power(out, scope, e);
    case SCALAR_CALL:
        return e->count == 1 && !scalar_is_kink(e)
                   ? expand_call1(out, scope, e)
                   : expand_opaque(out, scope, e);
    case SCALAR_GENERAL:
    case SCALAR_IF:
        return expand_opaque(out, scope, e);
    }
    return false;
}

bool expansion_of(struct expansion *out, struct expansion_scope *scope,
                  const struct scalar *e)
{
    bool ok = false;
    ENSURE(out->count == 0, "expansion: it begins with 0");
    if (expansion_memo_find(&ok, out, scope, e))
        return ok;
    const size_t work = scope->work, units = scalar_units(scope->pool);
    scalar_spend(scope->pool, 1);
    if (++scope->work > EXPANSION_MAX_WORK)
        return false;
    ok = expand(out, scope, e);
    if (ok)
        expansion_memo_keep(out, scope, e, scope->work - work,
                            scalar_units(scope->pool) - units);
    return ok;
}
