/* Polynomials in an integral's variable, and powers of numbers. */
#include "kernel/existence_internal.h"
#include "logic/make.h"

static const struct expr *combine(struct existence *x, enum expr_op op,
                                  const struct expr *a, const struct expr *b)
{
    return expr_binary(x->pool, op, a, b, (struct span){0});
}

static const struct expr *sum(struct existence *x, const struct expr *a,
                              const struct expr *b)
{
    return !a ? b : !b ? a : combine(x, EX_ADD, a, b);
}

static void drop_zeros(struct existence_poly *p)
{
    while (p->degree > 0 && !p->c[p->degree])
        p->degree--;
}

static void negate(struct existence_poly *p, struct existence *x)
{
    for (size_t k = 0; k <= p->degree; k++)
        if (p->c[k])
            p->c[k] = make_neg(x->pool, p->c[k]);
}

static bool multiply(struct existence_poly *p, struct existence *x,
                     const struct existence_poly *q)
{
    struct existence_poly r = {.degree = p->degree + q->degree};
    if (r.degree > EXISTENCE_MAX_DEGREE)
        return false;
    for (size_t i = 0; i <= p->degree; i++)
        for (size_t k = 0; k <= q->degree; k++)
            if (p->c[i] && q->c[k])
                r.c[i + k] =
                    sum(x, r.c[i + k], combine(x, EX_SCALE, p->c[i], q->c[k]));
    *p = r;
    drop_zeros(p);
    return true;
}

static bool read_pair(struct existence_poly *p, const struct integrand_of *f,
                      const struct expr *e)
{
    struct existence_poly q;
    if (!existence_poly_read(p, f, e->kids[0]) ||
        !existence_poly_read(&q, f, e->kids[1]))
        return false;
    if (e->op == EX_SCALE || e->op == EX_DOT_MUL)
        return multiply(p, f->x, &q);
    if (e->op == EX_SUB)
        negate(&q, f->x);
    p->degree = p->degree < q.degree ? q.degree : p->degree;
    for (size_t k = 0; k <= q.degree; k++)
        p->c[k] = sum(f->x, p->c[k], q.c[k]);
    drop_zeros(p);
    return true;
}

static bool read_power(struct existence_poly *p, const struct integrand_of *f,
                       const struct expr *e)
{
    struct existence_poly base;
    const struct expr *number = existence_number(f, e->kids[1]);
    int64_t k;
    if (!number || !rational_is_int(number->number, &k) || k < 1 ||
        k > EXISTENCE_MAX_DEGREE || !existence_poly_read(&base, f, e->kids[0]))
        return false;
    *p = base;
    for (; k > 1; k--)
        if (!multiply(p, f->x, &base))
            return false;
    return true;
}

static bool read_quotient(struct existence_poly *p,
                          const struct integrand_of *f, const struct expr *e)
{
    if (expr_has_free(e->kids[1], f->t) ||
        !existence_poly_read(p, f, e->kids[0]))
        return false;
    for (size_t k = 0; k <= p->degree; k++)
        if (p->c[k])
            p->c[k] = combine(f->x, EX_DIVIDE, p->c[k], e->kids[1]);
    return true;
}

/* Far out a polynomial has the sign of its first term. */
static bool read_modulus(struct existence_poly *p, const struct integrand_of *f,
                         const struct expr *e)
{
    if (f->far == 0 || !existence_poly_read(p, f, e->kids[0]) || p->degree < 1)
        return false;
    const struct expr *c = p->c[p->degree];
    const bool turns = f->far < 0 && p->degree % 2 == 1;
    if (existence_sign(f->x, turns ? make_neg(f->x->pool, c) : c, true))
        return true;
    negate(p, f->x);
    c = p->c[p->degree];
    return existence_sign(f->x, turns ? make_neg(f->x->pool, c) : c, true);
}

static bool read(struct existence_poly *p, const struct integrand_of *f,
                 const struct expr *e)
{
    switch ((int)e->op) {
    case EX_SYMBOL:
        p->degree = 1;
        p->c[1] = make_int(f->x->pool, 1);
        return true;
    case EX_NEG: {
        bool ok = existence_poly_read(p, f, e->kids[0]);
        negate(p, f->x);
        return ok;
    }
    case EX_ADD:
    case EX_SUB:
    case EX_SCALE:
    case EX_DOT_MUL:
        return read_pair(p, f, e);
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return read_quotient(p, f, e);
    case EX_POW:
    case EX_DOT_POW:
        return read_power(p, f, e);
    }
    return expr_is_call(e, FN_ABS) && read_modulus(p, f, e);
}

bool existence_poly_read(struct existence_poly *p, const struct integrand_of *f,
                         const struct expr *e)
{
    *p = (struct existence_poly){.degree = 0};
    if (!expr_is_scalar(e) || f->x->depth >= EXISTENCE_MAX_DEPTH)
        return false;
    if (!expr_has_free(e, f->t)) {
        p->c[0] = e;
        return true;
    }
    f->x->depth++;
    bool ok = read(p, f, e);
    f->x->depth--;
    return ok;
}

const struct expr *existence_number(const struct integrand_of *f,
                                    const struct expr *e)
{
    if (e->op != EX_NUMBER && e->nfree == 0)
        e = normal_expr(f->x->n, e);
    return e && e->op == EX_NUMBER ? e : NULL;
}

bool existence_power(const struct expr **base, rational_t *exponent,
                     const struct integrand_of *f, const struct expr *e)
{
    const struct expr *number = NULL;
    *base = e->count ? e->kids[0] : NULL;
    if (expr_is_call(e, FN_SQRT)) {
        mpq_set_si(exponent->q, 1, 2);
        return true;
    }
    if (e->op == EX_POW || e->op == EX_DOT_POW)
        number = existence_number(f, e->kids[1]);
    if (number)
        mpq_set(exponent->q, number->number->q);
    return number != NULL;
}

bool existence_vanishes(const struct integrand_of *f, const struct expr *e,
                        int side)
{
    struct existence_poly p;
    const struct expr *end = f->ends[side];
    if (!end || !existence_poly_read(&p, f, e) || p.degree != 1)
        return false;
    const struct expr *at = combine(f->x, EX_SCALE, p.c[1], end);
    return normal_equal(f->x->n, sum(f->x, p.c[0], at),
                        make_int(f->x->pool, 0)) == TRUTH_TRUE &&
           existence_nonzero(f->x, p.c[1]);
}
