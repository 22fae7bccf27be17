/*
 * Brackets of exponentials and logarithms of rationals, by the exponential
 * series and its remainder (docs/error-analysis.md#range-ends); declared in
 * case/range.h.
 */
#include "case/elementary.h"
#include "case/range.h"

enum {
    SERIES_TERMS = 50,
    SERIES_HALVINGS = 7,
    SERIES_BITS = 256, /* the remainder is below 2^-SERIES_BITS */
    LOG_BITS = 90,     /* of the bracket of a logarithm */
    LOG_MAX_BITS = 900 /* of its argument */
};

/* x := x rounded to a multiple of 2^-SERIES_BITS, down or up. */
static void round_to(mpq_t x, bool up)
{
    mpz_t n;
    mpz_init(n);
    mpq_mul_2exp(x, x, SERIES_BITS);
    if (up)
        mpz_cdiv_q(n, mpq_numref(x), mpq_denref(x));
    else
        mpz_fdiv_q(n, mpq_numref(x), mpq_denref(x));
    mpq_set_z(x, n);
    mpq_div_2exp(x, x, SERIES_BITS);
    mpz_clear(n);
}

/* 1 + r (1 + r/2 (1 + r/3 (...))), |r| <= 1/2 */
static void series(mpq_t sum, const mpq_t r)
{
    mpq_t step;
    mpq_init(step);
    mpq_set_ui(sum, 1, 1);
    for (unsigned long i = SERIES_TERMS; i >= 1; i--) {
        mpq_set_ui(step, 1, i);
        mpq_mul(step, step, r);
        mpq_mul(sum, sum, step);
        mpq_set_ui(step, 1, 1);
        mpq_add(sum, sum, step);
    }
    mpq_clear(step);
}

/* |r| <= 1/2 */
static bool is_small(const mpq_t r)
{
    mpz_t twice;
    mpz_init(twice);
    mpz_mul_2exp(twice, mpq_numref(r), 1);
    const bool small = mpz_cmpabs(twice, mpq_denref(r)) <= 0;
    mpz_clear(twice);
    return small;
}

/* A bracket of exp(r). */
static void set_series(struct bracket *out, const mpq_t r)
{
    mpq_t remainder;
    mpq_init(remainder);
    mpq_set_ui(remainder, 1, 1);
    mpq_div_2exp(remainder, remainder, SERIES_BITS);
    series(out->lo.q, r);
    mpq_add(out->hi.q, out->lo.q, remainder);
    mpq_sub(out->lo.q, out->lo.q, remainder);
    mpq_clear(remainder);
}

static void round_outward(struct bracket *b)
{
    round_to(b->lo.q, false);
    round_to(b->hi.q, true);
}

enum status bracket_exp_of(struct bracket *out, const mpq_t x)
{
    mpq_t r;
    mpq_init(r);
    mpq_div_2exp(r, x, SERIES_HALVINGS);
    const bool small = is_small(r);
    if (small) {
        set_series(out, r);
        round_outward(out);
        for (int i = 0; i < SERIES_HALVINGS; i++) {
            mpq_mul(out->lo.q, out->lo.q, out->lo.q);
            mpq_mul(out->hi.q, out->hi.q, out->hi.q);
        }
        round_outward(out);
    }
    mpq_clear(r);
    return small ? ST_OK : ST_LIMIT;
}

/* One step of Halley's method for exp(y) = x, from a double. */
static void near_log(mpq_t y, const mpq_t x)
{
    struct bracket e;
    mpq_t sum;
    bracket_init(&e);
    mpq_init(sum);
    mpq_set_d(y, elementary_log(mpq_get_d(x)));
    if (bracket_exp_of(&e, y) == ST_OK) {
        mpq_add(sum, x, e.lo.q);
        mpq_sub(e.lo.q, x, e.lo.q);
        mpq_div(e.lo.q, e.lo.q, sum);
        mpq_mul_2exp(e.lo.q, e.lo.q, 1);
        mpq_add(y, y, e.lo.q);
        round_to(y, false);
    }
    mpq_clear(sum);
    bracket_clear(&e);
}

enum status bracket_log_of(struct bracket *out, const mpq_t x)
{
    struct bracket below, above;
    mpq_t step;
    if (mpq_sgn(x) <= 0)
        return ST_DOMAIN;
    if (mpz_sizeinbase(mpq_numref(x), 2) > LOG_MAX_BITS ||
        mpz_sizeinbase(mpq_denref(x), 2) > LOG_MAX_BITS)
        return ST_LIMIT;
    bracket_init(&below);
    bracket_init(&above);
    mpq_init(step);
    mpq_set_ui(step, 1, 1);
    mpq_div_2exp(step, step, LOG_BITS);
    near_log(out->lo.q, x);
    mpq_add(out->hi.q, out->lo.q, step);
    mpq_sub(out->lo.q, out->lo.q, step);
    const bool ok = bracket_exp_of(&below, out->lo.q) == ST_OK &&
                    bracket_exp_of(&above, out->hi.q) == ST_OK &&
                    mpq_cmp(below.hi.q, x) <= 0 && mpq_cmp(x, above.lo.q) <= 0;
    mpq_clear(step);
    bracket_clear(&below);
    bracket_clear(&above);
    return ok ? ST_OK : ST_LIMIT;
}
