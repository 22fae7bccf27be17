/* Brackets of closed scalars; declared in case/range.h. */
#include "case/range.h"

#include "ir/closed.h"

void bracket_init(struct bracket *b)
{
    rational_init(&b->lo);
    rational_init(&b->hi);
}

void bracket_clear(struct bracket *b)
{
    rational_clear(&b->lo);
    rational_clear(&b->hi);
}

static void bracket_swap(struct bracket *a, struct bracket *b)
{
    mpq_swap(a->lo.q, b->lo.q);
    mpq_swap(a->hi.q, b->hi.q);
}

/* The first 50 decimals of pi, and one unit of the last more. */
static void set_pi(struct bracket *out)
{
    mpz_set_str(mpq_numref(out->lo.q),
                "314159265358979323846264338327950288419716939937510", 10);
    mpz_add_ui(mpq_numref(out->hi.q), mpq_numref(out->lo.q), 1);
    mpz_ui_pow_ui(mpq_denref(out->lo.q), 10, 50);
    mpz_set(mpq_denref(out->hi.q), mpq_denref(out->lo.q));
    mpq_canonicalize(out->lo.q);
    mpq_canonicalize(out->hi.q);
}

static void negate(struct bracket *b)
{
    mpq_swap(b->lo.q, b->hi.q);
    mpq_neg(b->lo.q, b->lo.q);
    mpq_neg(b->hi.q, b->hi.q);
}

/* The hull of the four products of ends. */
static void multiply(struct bracket *out, const struct bracket *a,
                     const struct bracket *b)
{
    mpq_t product;
    mpq_init(product);
    struct bracket hull;
    bracket_init(&hull);
    const rational_t *left[] = {&a->lo, &a->hi}, *right[] = {&b->lo, &b->hi};
    for (size_t k = 0; k < 4; k++) {
        mpq_mul(product, left[k / 2]->q, right[k % 2]->q);
        if (k == 0 || mpq_cmp(product, hull.lo.q) < 0)
            mpq_set(hull.lo.q, product);
        if (k == 0 || mpq_cmp(product, hull.hi.q) > 0)
            mpq_set(hull.hi.q, product);
    }
    mpq_clear(product);
    bracket_swap(out, &hull);
    bracket_clear(&hull);
}

/* b := 1/b; ST_DOMAIN where it holds 0. */
static enum status invert(struct bracket *b)
{
    if (mpq_sgn(b->lo.q) * mpq_sgn(b->hi.q) <= 0)
        return ST_DOMAIN;
    mpq_swap(b->lo.q, b->hi.q);
    mpq_inv(b->lo.q, b->lo.q);
    mpq_inv(b->hi.q, b->hi.q);
    return ST_OK;
}

/* Square root of p/q from floor(sqrt(p q 4^k)) / (q 2^k), one unit more for
 * the upper end. */
static void root(mpq_t x, bool is_upper)
{
    enum { BITS = 160 };
    mpz_t n;
    mpz_init(n);
    mpz_mul(n, mpq_numref(x), mpq_denref(x));
    mpz_mul_2exp(n, n, 2 * BITS);
    bool exact = mpz_perfect_square_p(n) != 0;
    mpz_sqrt(n, n);
    if (is_upper && !exact)
        mpz_add_ui(n, n, 1);
    mpz_set(mpq_numref(x), n);
    mpz_mul_2exp(mpq_denref(x), mpq_denref(x), BITS);
    mpq_canonicalize(x);
    mpz_clear(n);
}

static enum status square_root(struct bracket *b)
{
    if (mpq_sgn(b->lo.q) < 0)
        return ST_DOMAIN;
    root(b->lo.q, false);
    root(b->hi.q, true);
    return ST_OK;
}

static enum status power(struct bracket *b, const struct expr *exponent,
                         const struct env *env)
{
    int64_t k;
    enum status st = closed_int(&k, exponent, env);
    if (st != ST_OK)
        return st == ST_DOMAIN ? ST_UNABLE : st;
    if (k > BRACKET_MAX_POWER || k < -BRACKET_MAX_POWER)
        return ST_LIMIT;
    struct bracket result;
    bracket_init(&result);
    rational_set_int(&result.lo, 1);
    rational_set_int(&result.hi, 1);
    for (int64_t i = 0; i < k || i < -k; i++)
        multiply(&result, &result, b);
    st = k < 0 ? invert(&result) : ST_OK;
    bracket_swap(b, &result);
    bracket_clear(&result);
    return st;
}

/* b := f(b) for an increasing f. */
static enum status increase(struct bracket *b,
                            enum status (*f)(struct bracket *, const mpq_t))
{
    struct bracket lo, hi;
    bracket_init(&lo);
    bracket_init(&hi);
    enum status st = f(&lo, b->lo.q);
    if (st == ST_OK)
        st = f(&hi, b->hi.q);
    mpq_swap(b->lo.q, lo.lo.q);
    mpq_swap(b->hi.q, hi.hi.q);
    bracket_clear(&lo);
    bracket_clear(&hi);
    return st;
}

/* b := p*b + q */
static void map_line(struct bracket *b, long p, long q)
{
    struct bracket c;
    bracket_init(&c);
    rational_set_int(&c.lo, p);
    rational_set_int(&c.hi, p);
    multiply(b, b, &c);
    rational_set_int(&c.lo, q);
    mpq_add(b->lo.q, b->lo.q, c.lo.q);
    mpq_add(b->hi.q, b->hi.q, c.lo.q);
    bracket_clear(&c);
}

/* tanh(x) = 1 - 2/(exp(2*x) + 1) */
static enum status tangent(struct bracket *b)
{
    map_line(b, 2, 0);
    enum status st = increase(b, bracket_exp_of);
    if (st != ST_OK)
        return st;
    map_line(b, 1, 1);
    st = invert(b);
    map_line(b, -2, 1);
    return st;
}

static enum status call(struct bracket *b, enum function fn)
{
    if (fn == FN_SQRT)
        return square_root(b);
    if (fn == FN_EXP)
        return increase(b, bracket_exp_of);
    if (fn == FN_LOG)
        return increase(b, bracket_log_of);
    return fn == FN_TANH ? tangent(b) : ST_UNABLE;
}

static enum status eval(struct bracket *out, const struct expr *e,
                        const struct env *env, size_t depth);

/* b^y = exp(y*log(b)) for b > 0 */
static enum status real_power(struct bracket *b, const struct expr *exponent,
                              const struct env *env, size_t depth)
{
    struct bracket y;
    bracket_init(&y);
    enum status st = eval(&y, exponent, env, depth);
    if (st == ST_OK)
        st = increase(b, bracket_log_of);
    if (st == ST_OK) {
        multiply(b, b, &y);
        st = increase(b, bracket_exp_of);
    }
    bracket_clear(&y);
    return st;
}

static enum status combine(struct bracket *a, const struct expr *e,
                           const struct env *env, size_t depth)
{
    struct bracket b;
    bracket_init(&b);
    enum status st = eval(&b, e->kids[1], env, depth);
    if (st == ST_OK && e->op == EX_DIVIDE)
        st = invert(&b);
    if (st == ST_OK && e->op == EX_SUB)
        negate(&b);
    if (st == ST_OK && (e->op == EX_SUB || e->op == EX_ADD)) {
        mpq_add(a->lo.q, a->lo.q, b.lo.q);
        mpq_add(a->hi.q, a->hi.q, b.hi.q);
    } else if (st == ST_OK) {
        multiply(a, a, &b);
    }
    bracket_clear(&b);
    return st;
}

/* A scalar that closed_matrix could not settle. */
static enum status eval_irrational(struct bracket *out, const struct expr *e,
                                   const struct env *env, size_t depth)
{
    if (e->op == EX_PI) {
        set_pi(out);
        return ST_OK;
    }
    bool is_pair = e->op == EX_ADD || e->op == EX_SUB || e->op == EX_SCALE ||
                   e->op == EX_DIVIDE || e->op == EX_DOT_MUL ||
                   e->op == EX_DOT_DIV;
    bool is_call = e->op == EX_CALL && e->count == 1;
    if (!is_pair && !is_call && e->op != EX_NEG && e->op != EX_POW)
        return ST_UNABLE;
    enum status st = eval(out, e->kids[0], env, depth);
    if (st != ST_OK)
        return st;
    if (is_pair)
        return combine(out, e, env, depth);
    if (is_call)
        return call(out, e->fn);
    if (e->op == EX_POW) {
        st = power(out, e->kids[1], env);
        return st == ST_UNABLE ? real_power(out, e->kids[1], env, depth) : st;
    }
    negate(out);
    return ST_OK;
}

static enum status eval(struct bracket *out, const struct expr *e,
                        const struct env *env, size_t depth)
{
    if (depth == 0)
        return ST_LIMIT;
    struct rmatrix m;
    enum status st = closed_matrix(&m, e, env, NULL);
    if (st == ST_UNABLE && expr_is_scalar(e))
        return eval_irrational(out, e, env, depth - 1);
    if (st != ST_OK)
        return st;
    bool is_scalar = m.rows == 1 && m.cols == 1;
    if (is_scalar) {
        mpq_set(out->lo.q, m.entries[0].q);
        mpq_set(out->hi.q, m.entries[0].q);
    }
    rmatrix_clear(&m);
    return is_scalar ? ST_OK : ST_UNABLE;
}

enum status bracket_expr(struct bracket *out, const struct expr *e,
                         const struct env *env)
{
    return eval(out, e, env, BRACKET_MAX_DEPTH);
}
