/*
 * Integrands far out, for fixed values of the other inputs: a product is at
 * most C |t|^m exp(c |t| + sum p_k t^k), and what it is at most has an
 * integral, or not.  docs/error-analysis.md#existence
 */
#include "kernel/existence_internal.h"
#include "logic/make.h"

enum {
    UNIT = 1000,        /* m is in thousandths, rounded up */
    MOST = UNIT * UNIT, /* beyond it nothing is said */
    LEAST_BITS = 10     /* what is at least 2^-LEAST_BITS is bounded below */
};

/* |e| <= C |t|^(m / 1000) exp(c |t|) for some c, 0 unless is_exponential. */
struct growth {
    bool known, is_exponential;
    long m;
};

static const struct growth bounded = {.known = true};

/* Of a product; the exponent has a term for each power of t. */
struct decay {
    const struct integrand_of *f;
    int side;
    struct growth rest;
    struct existence_poly exponent;
};

static struct growth growth_of(const struct integrand_of *f,
                               const struct expr *e);

static long scaled_up(long m, const rational_t *q)
{
    mpz_t a;
    mpz_init(a);
    mpz_mul_si(a, mpq_numref(q->q), m);
    mpz_cdiv_q(a, a, mpq_denref(q->q));
    long result = mpz_cmpabs_ui(a, MOST) < 0 ? mpz_get_si(a) : MOST;
    mpz_clear(a);
    return result;
}

static struct growth larger(struct growth a, struct growth b)
{
    return (struct growth){a.known && b.known,
                           a.is_exponential || b.is_exponential,
                           a.m > b.m ? a.m : b.m};
}

static struct growth together(struct growth a, struct growth b)
{
    return (struct growth){a.known && b.known && a.m + b.m < MOST,
                           a.is_exponential || b.is_exponential, a.m + b.m};
}

/* e >= 2^-LEAST_BITS wherever it has a value */
static bool is_away_from_0(const struct integrand_of *f, const struct expr *e)
{
    struct expr_pool *pool = f->x->pool;
    const struct expr *least =
        expr_binary(pool, EX_POW, make_int(pool, 2),
                    make_int(pool, -LEAST_BITS), (struct span){0});
    return existence_sign(f->x, make_sub(pool, e, least), false);
}

/* ---- upper bounds ---- */

static struct growth growth_of_power(const struct integrand_of *f,
                                     const struct expr *base,
                                     const rational_t *q)
{
    struct existence_poly p;
    struct growth g = {0};
    if (mpq_sgn(q->q) > 0) {
        g = growth_of(f, base);
        g.m = scaled_up(g.m, q);
    } else if (existence_poly_read(&p, f, base) && p.degree > 0 &&
               existence_nonzero(f->x, p.c[p.degree])) {
        g = bounded;
        g.m = scaled_up(UNIT * (long)p.degree, q);
    } else if (is_away_from_0(f, base)) {
        g = bounded;
    }
    g.known = g.known && g.m < MOST;
    return g;
}

/* exp(u): u <= 0, or |u| <= C |t| */
static struct growth growth_of_exp(const struct integrand_of *f,
                                   const struct expr *u)
{
    struct growth g;
    if (existence_sign(f->x, make_neg(f->x->pool, u), false))
        return bounded;
    g = growth_of(f, u);
    return (struct growth){g.known && !g.is_exponential && g.m <= UNIT, true,
                           0};
}

/* 2^-LEAST_BITS <= u <= C |t|^m exp(c |t|) */
static struct growth growth_of_log(const struct integrand_of *f,
                                   const struct expr *u)
{
    struct growth g = growth_of(f, u);
    g.known = g.known && is_away_from_0(f, u);
    g.m = g.is_exponential ? UNIT : 1;
    g.is_exponential = false;
    return g;
}

static struct growth growth_of_call(const struct integrand_of *f,
                                    const struct expr *e)
{
    switch ((int)e->fn) {
    case FN_SIN:
    case FN_COS:
    case FN_TANH:
    case FN_ERF:
    case FN_SIGN:
        return bounded;
    case FN_ABS:
    case FN_RELU:
        return growth_of(f, e->kids[0]);
    case FN_MAX2:
    case FN_MIN2:
        return larger(growth_of(f, e->kids[0]), growth_of(f, e->kids[1]));
    case FN_EXP:
        return growth_of_exp(f, e->kids[0]);
    case FN_LOG:
        return growth_of_log(f, e->kids[0]);
    }
    return (struct growth){0};
}

static struct growth growth_of_other(const struct integrand_of *f,
                                     const struct expr *e)
{
    const struct expr *base;
    struct growth g = {0};
    rational_t q;
    rational_init(&q);
    if (existence_power(&base, &q, f, e))
        g = growth_of_power(f, base, &q);
    else if (e->op == EX_CALL)
        g = growth_of_call(f, e);
    rational_clear(&q);
    return g;
}

static struct growth inverse_growth(const struct integrand_of *f,
                                    const struct expr *e)
{
    rational_t q;
    rational_init(&q);
    mpq_set_si(q.q, -1, 1);
    struct growth g = growth_of_power(f, e, &q);
    rational_clear(&q);
    return g;
}

static struct growth dispatch(const struct integrand_of *f,
                              const struct expr *e)
{
    switch ((int)e->op) {
    case EX_SYMBOL:
        return (struct growth){.known = true, .m = UNIT};
    case EX_NEG:
        return growth_of(f, e->kids[0]);
    case EX_ADD:
    case EX_SUB:
        return larger(growth_of(f, e->kids[0]), growth_of(f, e->kids[1]));
    case EX_IF:
        return larger(growth_of(f, e->kids[1]), growth_of(f, e->kids[2]));
    case EX_SCALE:
    case EX_DOT_MUL:
        return together(growth_of(f, e->kids[0]), growth_of(f, e->kids[1]));
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return together(growth_of(f, e->kids[0]),
                        inverse_growth(f, e->kids[1]));
    case EX_SUM: /* of so many terms */
        return growth_of(f, e->kids[2]);
    }
    return growth_of_other(f, e);
}

static struct growth growth_of(const struct integrand_of *f,
                               const struct expr *e)
{
    struct growth g = {0};
    if (!expr_has_free(e, f->t))
        return bounded;
    if (!expr_is_scalar(e) || f->x->depth >= EXISTENCE_MAX_DEPTH)
        return g;
    f->x->depth++;
    g = dispatch(f, e);
    f->x->depth--;
    return g;
}

/* ---- products ---- */

/* The exponent gains q u; false: u is no polynomial. */
static bool add_exponent(struct decay *d, const struct expr *u,
                         const rational_t *q)
{
    struct existence_poly p;
    struct expr_pool *pool = d->f->x->pool;
    const struct expr *factor = expr_number(pool, q, (struct span){0});
    if (!existence_poly_read(&p, d->f, u))
        return false;
    for (size_t k = 1; k <= p.degree; k++) {
        const struct expr *old = d->exponent.c[k];
        if (!p.c[k])
            continue;
        const struct expr *more = make_mul(pool, factor, p.c[k]);
        d->exponent.c[k] = old ? make_add(pool, old, more) : more;
    }
    if (d->exponent.degree < p.degree)
        d->exponent.degree = p.degree;
    return true;
}

/* One more factor e^q. */
static void multiply(struct decay *d, const struct expr *e, const rational_t *q)
{
    const struct expr *base;
    rational_t inner;
    if (!expr_has_free(e, d->f->t))
        return;
    if (e->op == EX_NEG) {
        multiply(d, e->kids[0], q);
        return;
    }
    rational_init(&inner);
    if (e->op == EX_SCALE || e->op == EX_DOT_MUL || e->op == EX_DIVIDE ||
        e->op == EX_DOT_DIV) {
        mpq_set(inner.q, q->q);
        multiply(d, e->kids[0], q);
        if (e->op == EX_DIVIDE || e->op == EX_DOT_DIV)
            mpq_neg(inner.q, inner.q);
        multiply(d, e->kids[1], &inner);
    } else if (existence_power(&base, &inner, d->f, e)) {
        mpq_mul(inner.q, inner.q, q->q);
        multiply(d, base, &inner);
    } else if (!expr_is_call(e, FN_EXP) || !add_exponent(d, e->kids[0], q)) {
        d->rest = together(d->rest, growth_of_power(d->f, e, q));
    }
    rational_clear(&inner);
}

/* exp(-t^2/2) */
static void add_density(struct decay *d)
{
    struct expr_pool *pool = d->f->x->pool;
    d->exponent.c[2] = expr_binary(pool, EX_DIVIDE, make_int(pool, -1),
                                   make_int(pool, 2), (struct span){0});
    d->exponent.degree = 2;
}

/*
 * The exponent from the top: a term that goes to -inf settles it if it beats
 * the rest; one that is never positive may be left out.
 */
static bool has_integral(const struct decay *d)
{
    struct existence *x = d->f->x;
    for (size_t k = d->exponent.degree; k > 0; k--) {
        const struct expr *c = d->exponent.c[k];
        if (!c)
            continue;
        if (d->side == 1 || k % 2 == 0)
            c = make_neg(x->pool, c);
        if ((k > 1 || !d->rest.is_exponential) && existence_sign(x, c, true))
            return true;
        if (!existence_sign(x, c, false))
            return false;
    }
    return !d->rest.is_exponential && d->rest.m < -UNIT;
}

static bool is_product_far(const struct integrand_of *f, const struct expr *e,
                           int side)
{
    struct decay d = {.f = f, .side = side, .rest = bounded};
    rational_t one;
    rational_init(&one);
    mpq_set_si(one.q, 1, 1);
    if (f->is_normal)
        add_density(&d);
    multiply(&d, e, &one);
    rational_clear(&one);
    return d.rest.known && has_integral(&d);
}

static bool is_far(const struct integrand_of *f, const struct expr *e, int side)
{
    const bool two = e->op == EX_ADD || e->op == EX_SUB;
    if (f->x->depth >= EXISTENCE_MAX_DEPTH)
        return false;
    f->x->depth++;
    bool ok;
    if (two || e->op == EX_IF)
        ok = is_far(f, e->kids[!two], side) &&
             is_far(f, e->kids[two ? 1 : 2], side);
    else
        ok = is_product_far(f, e, side);
    f->x->depth--;
    return ok;
}

bool existence_far(const struct integrand_of *f, int side)
{
    struct integrand_of far = *f;
    far.far = side == 0 ? -1 : 1;
    return is_far(&far, f->body, side);
}
