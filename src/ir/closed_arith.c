/* Arithmetic of rational matrices, and entry-by-entry operations. */
#include "ir/closed_internal.h"

enum status closed_neg(struct rmatrix *out, struct closing *c,
                       const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    enum status st = closed_alloc(out, c, args[0].rows, args[0].cols);
    for (size_t k = 0; st == ST_OK && k < out->rows * out->cols; k++)
        mpq_neg(out->entries[k].q, args[0].entries[k].q);
    return st;
}

static void add_product(rational_t *sum, const rational_t *x,
                        const rational_t *y, rational_t *work)
{
    mpq_mul(work->q, x->q, y->q);
    mpq_add(sum->q, sum->q, work->q);
}

/* a times b, of fitting sizes. */
static enum status multiply(struct rmatrix *out, struct closing *c,
                            const struct rmatrix *a, const struct rmatrix *b)
{
    enum status st = closed_alloc(out, c, a->rows, b->cols);
    if (st != ST_OK)
        return st;
    LOCAL_RATIONAL work = rational_zero();
    for (size_t i = 0; i < a->rows && st == ST_OK; i++) {
        st = closed_spend(c, (uint64_t)a->cols * b->cols);
        for (size_t k = 0; k < a->cols && st == ST_OK; k++) {
            for (size_t j = 0; j < b->cols; j++)
                add_product(rmatrix_at(out, i, j), rmatrix_at(a, i, k),
                            rmatrix_at(b, k, j), &work);
        }
    }
    if (st != ST_OK)
        rmatrix_clear(out);
    return st;
}

enum status closed_matmul(struct rmatrix *out, struct closing *c,
                          const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    return multiply(out, c, &args[0], &args[1]);
}

enum status closed_transpose(struct rmatrix *out, struct closing *c,
                             const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    enum status st = closed_alloc(out, c, args[0].cols, args[0].rows);
    for (size_t i = 0; st == ST_OK && i < out->rows; i++) {
        for (size_t j = 0; j < out->cols; j++)
            mpq_set(rmatrix_at(out, i, j)->q, rmatrix_at(&args[0], j, i)->q);
    }
    return st;
}

/* out := x^n for n >= 0; ST_LIMIT when the result would be too long. */
static enum status natural_power(rational_t *out, const rational_t *x,
                                 uint64_t n)
{
    if (mpz_cmpabs_ui(mpq_numref(x->q), 1) <= 0 &&
        mpz_cmp_ui(mpq_denref(x->q), 1) == 0) { /* 0, 1, -1 */
        if (n == 0 || mpq_sgn(x->q) > 0 || (mpq_sgn(x->q) < 0 && n % 2 == 0))
            mpq_set_ui(out->q, 1, 1);
        else
            mpq_set(out->q, x->q);
        return ST_OK;
    }
    size_t bits = mpz_sizeinbase(mpq_numref(x->q), 2) +
                  mpz_sizeinbase(mpq_denref(x->q), 2);
    if (n > CLOSED_MAX_BITS / bits)
        return ST_LIMIT;
    mpz_pow_ui(mpq_numref(out->q), mpq_numref(x->q), (unsigned long)n);
    mpz_pow_ui(mpq_denref(out->q), mpq_denref(x->q), (unsigned long)n);
    return ST_OK;
}

/* x^y where y is no integer: rational only in the plainest cases. */
static enum status fractional_power(rational_t *out, const rational_t *x,
                                    const rational_t *y)
{
    if (mpq_sgn(x->q) < 0 || (mpq_sgn(x->q) == 0 && mpq_sgn(y->q) < 0))
        return ST_DOMAIN;
    if (mpq_sgn(x->q) == 0 || mpq_cmp_ui(x->q, 1, 1) == 0) {
        mpq_set(out->q, x->q);
        return ST_OK;
    }
    return mpq_cmp_ui(y->q, 1, 2) == 0 ? closed_sqrt(out, x) : ST_UNABLE;
}

enum status closed_power(rational_t *out, const rational_t *x,
                         const rational_t *y)
{
    int64_t n;
    if (mpz_cmp_ui(mpq_denref(y->q), 1) != 0)
        return fractional_power(out, x, y);
    if (mpq_sgn(x->q) == 0 && mpq_sgn(y->q) < 0)
        return ST_DOMAIN;
    if (!rational_is_int(y, &n) || n == INT64_MIN)
        return ST_LIMIT;
    enum status st = natural_power(out, x, (uint64_t)(n < 0 ? -n : n));
    if (st == ST_OK && n < 0)
        mpq_inv(out->q, out->q);
    return st;
}

enum status closed_sqrt(rational_t *out, const rational_t *x)
{
    if (mpq_sgn(x->q) < 0)
        return ST_DOMAIN;
    /* In lowest terms the root is rational when both parts are squares. */
    if (!mpz_perfect_square_p(mpq_numref(x->q)) ||
        !mpz_perfect_square_p(mpq_denref(x->q)))
        return ST_UNABLE;
    mpz_sqrt(mpq_numref(out->q), mpq_numref(x->q));
    mpz_sqrt(mpq_denref(out->q), mpq_denref(x->q));
    return ST_OK;
}

static enum status identity(struct rmatrix *out, struct closing *c, size_t n)
{
    enum status st = closed_alloc(out, c, n, n);
    for (size_t i = 0; st == ST_OK && i < n; i++)
        rational_set_int(rmatrix_at(out, i, i), 1);
    return st;
}

/* to := to * by, or by * by when both are one. */
static enum status multiply_into(struct rmatrix *to, struct closing *c,
                                 const struct rmatrix *by)
{
    struct rmatrix product;
    enum status st = multiply(&product, c, to, by);
    if (st != ST_OK)
        return st;
    rmatrix_clear(to);
    *to = product;
    return closed_check(to);
}

/* out := base^n by squaring; `base` is used up. */
static enum status square_and_multiply(struct rmatrix *out, struct closing *c,
                                       struct rmatrix *base, uint64_t n)
{
    enum status st = identity(out, c, base->rows);
    if (st != ST_OK)
        return st;
    for (; n && st == ST_OK; n /= 2) {
        if (n % 2)
            st = multiply_into(out, c, base);
        if (n > 1 && st == ST_OK)
            st = multiply_into(base, c, base);
    }
    if (st != ST_OK)
        rmatrix_clear(out);
    return st;
}

enum status closed_matpow(struct rmatrix *out, struct closing *c,
                          const struct expr *e, const struct rmatrix *args)
{
    int64_t n;
    enum status st = closed_integer(&n, &args[1]);
    if (st != ST_OK || n == INT64_MIN)
        return st != ST_OK ? st : ST_LIMIT;
    struct rmatrix base;
    if (n < 0) {
        st = closed_inv(&base, c, e, args);
    } else {
        st = closed_alloc(&base, c, args[0].rows, args[0].cols);
        if (st == ST_OK)
            rmatrix_copy(&base, &args[0]);
    }
    if (st != ST_OK)
        return st;
    st = square_and_multiply(out, c, &base, (uint64_t)(n < 0 ? -n : n));
    rmatrix_clear(&base);
    return st;
}

typedef enum status scalar_op(rational_t *out, const rational_t *x,
                              const rational_t *y);

static enum status plus(rational_t *out, const rational_t *x,
                        const rational_t *y)
{
    mpq_add(out->q, x->q, y->q);
    return ST_OK;
}

static enum status minus(rational_t *out, const rational_t *x,
                         const rational_t *y)
{
    mpq_sub(out->q, x->q, y->q);
    return ST_OK;
}

static enum status times(rational_t *out, const rational_t *x,
                         const rational_t *y)
{
    mpq_mul(out->q, x->q, y->q);
    return ST_OK;
}

static enum status over(rational_t *out, const rational_t *x,
                        const rational_t *y)
{
    if (mpq_sgn(y->q) == 0)
        return ST_DOMAIN;
    mpq_div(out->q, x->q, y->q);
    return ST_OK;
}

static enum status larger(rational_t *out, const rational_t *x,
                          const rational_t *y)
{
    mpq_set(out->q, mpq_cmp(x->q, y->q) >= 0 ? x->q : y->q);
    return ST_OK;
}

static enum status smaller(rational_t *out, const rational_t *x,
                           const rational_t *y)
{
    mpq_set(out->q, mpq_cmp(x->q, y->q) <= 0 ? x->q : y->q);
    return ST_OK;
}

static scalar_op *operation(const struct expr *e)
{
    switch ((int)e->op) {
    case EX_ADD:
    case EX_SUM:
        return plus;
    case EX_SUB:
        return minus;
    case EX_SCALE:
    case EX_DOT_MUL:
        return times;
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return over;
    case EX_MAX:
        return larger;
    case EX_MIN:
        return smaller;
    case EX_CALL:
        return e->fn == FN_MAX2 ? larger : smaller;
    default: /* EX_POW, EX_DOT_POW */
        return closed_power;
    }
}

/* A 1 x 1 side is spread over the other. */
enum status closed_entrywise(struct rmatrix *out, struct closing *c,
                             const struct expr *e, const struct rmatrix *args)
{
    scalar_op *op = operation(e);
    size_t na = args[0].rows * args[0].cols, nb = args[1].rows * args[1].cols;
    const struct rmatrix *shape = na == 1 ? &args[1] : &args[0];
    enum status st = closed_alloc(out, c, shape->rows, shape->cols);
    if (st != ST_OK)
        return st;
    for (size_t k = 0; k < out->rows * out->cols && st == ST_OK; k++)
        st = op(&out->entries[k], &args[0].entries[na == 1 ? 0 : k],
                &args[1].entries[nb == 1 ? 0 : k]);
    if (st != ST_OK)
        rmatrix_clear(out);
    return st;
}
