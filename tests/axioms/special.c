#include "special.h"

#include <float.h>
#include <math.h>

/* Of the C library's functions, in units of the last place, generously. */
#define SLACK (16 * LDBL_EPSILON)

static bool is_exactly(struct real a, long value)
{
    return a.q != NULL && mpq_cmp_si(a.q, value, 1) == 0;
}

/* f rises or falls: its values at both ends of the ball enclose it. */
static struct real monotone(struct work *w, long double (*f)(long double),
                            struct real a)
{
    long double lo, hi;

    a = real_inexact(a);
    lo = f(a.x - a.err);
    hi = f(a.x + a.err);
    return real_ball(w, lo / 2 + hi / 2,
                     fabsl(hi - lo) / 2 + SLACK * fmaxl(fabsl(lo), fabsl(hi)));
}

struct real real_pi(struct work *w)
{
    const long double pi = acosl(-1.0L);

    return real_ball(w, pi, SLACK);
}

struct real real_exp(struct work *w, struct real a)
{
    return is_exactly(a, 0) ? real_int(w, 1) : monotone(w, expl, a);
}

struct real real_log(struct work *w, struct real a)
{
    const int sign = real_sign_of(w, a);

    if (sign <= 0)
        work_outside(w);
    if (sign == 0 || is_exactly(a, 1) || is_exactly(a, -1))
        return real_int(w, 0);
    return monotone(w, logl, sign < 0 ? real_neg(w, a) : a);
}

/* Of rationals that are squares: exact. */
static bool exact_root(struct work *w, struct real *out, struct real a)
{
    mpq_t q;

    if (a.q == NULL || !mpz_perfect_square_p(mpq_numref(a.q)) ||
        !mpz_perfect_square_p(mpq_denref(a.q)))
        return false;
    mpq_init(q);
    mpz_sqrt(mpq_numref(q), mpq_numref(a.q));
    mpz_sqrt(mpq_denref(q), mpq_denref(a.q));
    *out = real_rational(w, q);
    mpq_clear(q);
    return true;
}

static long double clipped_root(long double x)
{
    return x > 0 ? sqrtl(x) : 0;
}

/* Continuous, so a sign that is unclear does not matter. */
struct real real_sqrt(struct work *w, struct real a)
{
    const int sign = real_sign(a);
    struct real out;

    if (sign == -1)
        work_outside(w);
    if (sign == -1 || sign == 0)
        return real_int(w, 0);
    return exact_root(w, &out, a) ? out : monotone(w, clipped_root, a);
}

static struct real wave(struct work *w, long double (*f)(long double),
                        struct real a)
{
    a = real_inexact(a);
    return real_ball(w, f(a.x), a.err + SLACK);
}

struct real real_sin(struct work *w, struct real a)
{
    return is_exactly(a, 0) ? a : wave(w, sinl, a);
}

struct real real_cos(struct work *w, struct real a)
{
    return is_exactly(a, 0) ? real_int(w, 1) : wave(w, cosl, a);
}

struct real real_tanh(struct work *w, struct real a)
{
    return is_exactly(a, 0) ? a : monotone(w, tanhl, a);
}

struct real real_erf(struct work *w, struct real a)
{
    return is_exactly(a, 0) ? a : monotone(w, erfl, a);
}

static struct real integer_power(struct work *w, struct real x, long k)
{
    struct real out = real_int(w, 1);

    if (k < 0)
        x = real_recip(w, x);
    if (k > 64 || k < -64) {
        work_unclear(w, "a power that is too high");
        return out;
    }
    for (long i = k < 0 ? -k : k; i > 0; i--)
        out = real_mul(w, out, x);
    return out;
}

struct real real_pow(struct work *w, struct real x, struct real y)
{
    const int sign = real_sign_of(w, x);
    struct real root;

    if (y.q != NULL && real_is_integer(y) == ANSWER_YES)
        return integer_power(w, x, real_floor(w, y));
    if (sign > 0) {
        if (y.q != NULL && mpq_cmp_si(y.q, 1, 2) == 0 &&
            exact_root(w, &root, x))
            return root;
        return real_exp(w, real_mul(w, y, real_log(w, x)));
    }
    if (y.q == NULL && real_is_integer(y) != ANSWER_NO)
        work_unclear(w, "whether an exponent is an integer");
    if (sign < 0 || real_sign_of(w, y) < 0)
        work_outside(w);
    return real_int(w, 0);
}

/* w with w exp(w) = x by Newton's method, each branch from its own side. */
static long double lambert(long double x, bool lower)
{
    const long double edge = 1 + x * expl(1.0L);
    const long double root = sqrtl(edge > 0 ? 2 * edge : 0);
    long double v =
        lower ? (x > -0.25L ? logl(-x) - logl(-logl(-x)) - 1 : -1 - root)
              : (x > 1 ? logl(x) : -1 + root);

    for (int i = 0; i < 200; i++) {
        const long double e = expl(v), slope = e * (1 + v);

        if (fabsl(slope) < LDBL_EPSILON)
            break;
        v -= (v * e - x) / slope;
        v = lower ? fminl(v, -1) : fmaxl(v, -1);
    }
    return v;
}

static long double lambert_upper(long double x)
{
    return lambert(x, false);
}

static long double lambert_lower(long double x)
{
    return lambert(x, true);
}

struct real real_lambertw(struct work *w, struct real k, struct real x)
{
    const struct real least = real_neg(w, real_exp(w, real_int(w, -1)));
    const bool upper = is_exactly(k, 0), lower = is_exactly(k, -1);
    struct real out;

    if (k.q == NULL)
        work_unclear(w, "an inexact branch");
    if ((!upper && !lower) || real_sign_of(w, real_sub(w, x, least)) < 0 ||
        (lower && real_sign_of(w, x) >= 0)) {
        work_outside(w);
        return real_int(w, 0);
    }
    if (is_exactly(x, 0))
        return x;
    /* near the branch point the slope is infinite: what is left is the error */
    out = monotone(w, upper ? lambert_upper : lambert_lower, x);
    out.err += SLACK / fmaxl(fabsl(1 + out.x), 1e-8L);
    return out;
}
