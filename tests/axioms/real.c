#include "real.h"

#include "base/rational.h"
#include "base/status.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { CHUNK = 1024 };

void work_init(struct work *w)
{
    *w = (struct work){.arena = arena_new()};
}

void work_restart(struct work *w)
{
    arena_free(w->arena);
    w->arena = arena_new();
    w->used = w->outside = 0;
    w->unclear = NULL;
}

void work_clear(struct work *w)
{
    for (size_t i = 0; i < w->nchunks; i++) {
        for (size_t j = 0; j < CHUNK; j++)
            mpq_clear(w->chunks[i][j]);
        free(w->chunks[i]);
    }
    free(w->chunks);
    arena_free(w->arena);
}

void work_unclear(struct work *w, const char *why)
{
    if (w->unclear == NULL)
        w->unclear = why;
}

void work_outside(struct work *w)
{
    w->outside++;
}

static mpq_ptr take(struct work *w)
{
    const size_t i = w->used / CHUNK;

    if (i == w->nchunks) {
        w->chunks = xrealloc(w->chunks, i + 1, sizeof *w->chunks);
        w->chunks[i] = xcalloc(CHUNK, sizeof **w->chunks);
        for (size_t j = 0; j < CHUNK; j++)
            mpq_init(w->chunks[i][j]);
        w->nchunks++;
    }
    return w->chunks[i][w->used++ % CHUNK];
}

struct real real_int(struct work *w, long value)
{
    mpq_ptr q = take(w);

    mpq_set_si(q, value, 1);
    return (struct real){.q = q};
}

struct real real_rational(struct work *w, mpq_srcptr value)
{
    mpq_ptr q = take(w);

    mpq_set(q, value);
    return (struct real){.q = q};
}

struct real real_ball(struct work *w, long double x, long double err)
{
    if (!isfinite(x) || !isfinite(err))
        work_unclear(w, "a number that is too large");
    return (struct real){.x = x, .err = err};
}

enum { WORD_BITS = sizeof(unsigned long) * CHAR_BIT };

/* The first bits of z: it is 2^shift times that, up to a few of the last of
 * them. */
static long double leading(mpz_srcptr z, long *shift)
{
    const size_t bits = mpz_sizeinbase(z, 2);
    long double out;
    mpz_t top;

    *shift = bits > WORD_BITS ? (long)bits - WORD_BITS : 0;
    mpz_init(top);
    mpz_tdiv_q_2exp(top, z, (mp_bitcnt_t)*shift);
    out = (long double)mpz_get_ui(top) * mpz_sgn(z);
    mpz_clear(top);
    return out;
}

struct real real_inexact(struct real a)
{
    long up, down;
    long double p, q;

    if (a.q == NULL)
        return a;
    p = leading(mpq_numref(a.q), &up);
    q = leading(mpq_denref(a.q), &down);
    a.q = NULL;
    if (up - down > LDBL_MAX_EXP / 2 || up - down < LDBL_MIN_EXP / 2) {
        a.x = 0;
        a.err = (long double)INFINITY;
        return a;
    }
    a.x = ldexpl(p / q, (int)(up - down));
    a.err = fabsl(a.x) * (8 * LDBL_EPSILON + ldexpl(1, 3 - WORD_BITS));
    return a;
}

long double real_value(struct real a)
{
    return real_inexact(a).x;
}

/* With the error of one rounding. */
static struct real rounded(struct work *w, long double x, long double err)
{
    return real_ball(w, x, (err + fabsl(x) * LDBL_EPSILON) * 1.000001L);
}

struct real real_add(struct work *w, struct real a, struct real b)
{
    if (a.q != NULL && b.q != NULL) {
        mpq_ptr q = take(w);

        mpq_add(q, a.q, b.q);
        return (struct real){.q = q};
    }
    a = real_inexact(a);
    b = real_inexact(b);
    return rounded(w, a.x + b.x, a.err + b.err);
}

struct real real_neg(struct work *w, struct real a)
{
    if (a.q != NULL) {
        mpq_ptr q = take(w);

        mpq_neg(q, a.q);
        return (struct real){.q = q};
    }
    a.x = -a.x;
    return a;
}

struct real real_sub(struct work *w, struct real a, struct real b)
{
    return real_add(w, a, real_neg(w, b));
}

/* 0 times anything is 0, exactly. */
struct real real_mul(struct work *w, struct real a, struct real b)
{
    if (a.q != NULL && b.q != NULL) {
        mpq_ptr q = take(w);

        mpq_mul(q, a.q, b.q);
        return (struct real){.q = q};
    }
    if ((a.q != NULL && mpq_sgn(a.q) == 0) ||
        (b.q != NULL && mpq_sgn(b.q) == 0))
        return real_int(w, 0);
    a = real_inexact(a);
    b = real_inexact(b);
    return rounded(w, a.x * b.x,
                   fabsl(a.x) * b.err + fabsl(b.x) * a.err + a.err * b.err);
}

/* 1/0 = 0. */
struct real real_recip(struct work *w, struct real a)
{
    const int sign = real_sign_of(w, a);
    long double least;

    if (sign == 0) {
        work_outside(w);
        return real_int(w, 0);
    }
    if (a.q != NULL) {
        mpq_ptr q = take(w);

        mpq_inv(q, a.q);
        return (struct real){.q = q};
    }
    least = fabsl(a.x) - a.err;
    return rounded(w, 1 / a.x, a.err / (least * fabsl(a.x)));
}

struct real real_div(struct work *w, struct real a, struct real b)
{
    return real_mul(w, a, real_recip(w, b));
}

struct real real_max(struct work *w, struct real a, struct real b)
{
    const int sign = real_sign(real_sub(w, a, b));

    if (sign != SIGN_UNCLEAR)
        return sign >= 0 ? a : b;
    a = real_inexact(a);
    b = real_inexact(b);
    return real_ball(w, fmaxl(a.x, b.x), fmaxl(a.err, b.err));
}

struct real real_min(struct work *w, struct real a, struct real b)
{
    return real_neg(w, real_max(w, real_neg(w, a), real_neg(w, b)));
}

struct real real_abs(struct work *w, struct real a)
{
    return real_max(w, a, real_neg(w, a));
}

int real_sign(struct real a)
{
    if (a.q != NULL)
        return mpq_sgn(a.q);
    if (fabsl(a.x) <= a.err)
        return SIGN_UNCLEAR;
    return a.x > 0 ? 1 : -1;
}

int real_sign_of(struct work *w, struct real a)
{
    const int sign = real_sign(a);

    if (sign != SIGN_UNCLEAR)
        return sign;
    work_unclear(w, "the sign of what is nearly 0");
    return 0;
}

enum answer real_is_integer(struct real a)
{
    if (a.q != NULL)
        return mpz_cmp_ui(mpq_denref(a.q), 1) == 0 ? ANSWER_YES : ANSWER_NO;
    return floorl(a.x - a.err) == floorl(a.x + a.err) &&
                   floorl(a.x - a.err) != a.x - a.err
               ? ANSWER_NO
               : ANSWER_UNCLEAR;
}

long real_floor(struct work *w, struct real a)
{
    mpz_t z;
    long out = 0;

    if (a.q == NULL) {
        if (real_is_integer(a) == ANSWER_NO &&
            fabsl(a.x) < (long double)LONG_MAX / 2)
            return (long)floorl(a.x);
        work_unclear(w, "an inexact end of a range, or size");
        return 0;
    }
    mpz_init(z);
    mpz_fdiv_q(z, mpq_numref(a.q), mpq_denref(a.q));
    if (mpz_fits_slong_p(z))
        out = mpz_get_si(z);
    else
        work_unclear(w, "a number that is too large");
    mpz_clear(z);
    return out;
}

long real_ceil(struct work *w, struct real a)
{
    return -real_floor(w, real_neg(w, a));
}

bool real_get_integer(struct work *w, struct real a, long *value)
{
    const enum answer is = real_is_integer(a);

    if (is == ANSWER_UNCLEAR)
        work_unclear(w, "whether a number is an integer");
    *value = is == ANSWER_YES ? real_floor(w, a) : 0;
    return is == ANSWER_YES;
}
