/* Polynomials in the variable of an integral. */
#include "logic/scalar_internal.h"

bool scalar_poly_constant(struct scalar_poly *p, const struct scalar *e)
{
    *p = (struct scalar_poly){.degree = 0};
    p->c[0] = e;
    return e != NULL;
}

static void drop_zeros(struct scalar_poly *p)
{
    while (p->degree > 0 && scalar_is_zero_node(p->c[p->degree]))
        p->degree--;
}

bool scalar_poly_add(struct scalar_poly *p, struct scalar_pool *pool,
                     const struct scalar_poly *q)
{
    for (size_t i = 0; i <= q->degree; i++) {
        p->c[i] = i <= p->degree ? scalar_sum(pool, p->c[i], q->c[i]) : q->c[i];
        if (!p->c[i])
            return false;
    }
    p->degree = p->degree < q->degree ? q->degree : p->degree;
    drop_zeros(p);
    return true;
}

bool scalar_poly_mul(struct scalar_poly *p, struct scalar_pool *pool,
                     const struct scalar_poly *q)
{
    struct scalar_poly r = {.degree = p->degree + q->degree};
    if (r.degree > SCALAR_MAX_DEGREE)
        return false;
    for (size_t n = 0; n <= r.degree; n++) {
        r.c[n] = scalar_int(pool, 0);
        for (size_t i = 0; i <= p->degree; i++)
            if (i <= n && n - i <= q->degree)
                r.c[n] = scalar_sum(pool, r.c[n],
                                    scalar_product(pool, p->c[i], q->c[n - i]));
        if (!r.c[n])
            return false;
    }
    *p = r;
    drop_zeros(p);
    return true;
}

static bool poly_power(struct scalar_poly *p, struct scalar_pool *pool,
                       const struct scalar *e)
{
    struct scalar_poly base;
    const rational_t *q = e->number;
    if (mpz_cmp_ui(mpq_denref(q->q), 1) != 0 || mpq_sgn(q->q) < 0 ||
        mpz_cmp_ui(mpq_numref(q->q), SCALAR_MAX_DEGREE) > 0 ||
        !scalar_poly_read(&base, pool, e->kids[0]) ||
        !scalar_poly_constant(p, scalar_int(pool, 1)))
        return false;
    for (long n = mpz_get_si(mpq_numref(q->q)); n > 0; n--)
        if (!scalar_poly_mul(p, pool, &base))
            return false;
    return true;
}

static bool poly_fold(struct scalar_poly *p, struct scalar_pool *pool,
                      const struct scalar *e)
{
    struct scalar_poly q;
    if (!scalar_poly_read(p, pool, e->kids[0]))
        return false;
    for (size_t i = 1; i < e->count; i++)
        if (!scalar_poly_read(&q, pool, e->kids[i]) ||
            !(e->op == SCALAR_ADD ? scalar_poly_add : scalar_poly_mul)(p, pool,
                                                                       &q))
            return false;
    return true;
}

bool scalar_poly_read(struct scalar_poly *p, struct scalar_pool *pool,
                      const struct scalar *e)
{
    if (!scalar_is_in_integral(e))
        return scalar_poly_constant(p, e);
    if (e->op == SCALAR_VARIABLE) {
        *p = (struct scalar_poly){.degree = 1};
        p->c[0] = scalar_int(pool, 0);
        p->c[1] = scalar_int(pool, 1);
        return p->c[0] && p->c[1];
    }
    if (e->op == SCALAR_ADD || e->op == SCALAR_MUL)
        return poly_fold(p, pool, e);
    return e->op == SCALAR_POWER && poly_power(p, pool, e);
}
