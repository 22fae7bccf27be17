#include "quadrature.h"

#include <float.h>
#include <math.h>

enum { POINTS = 10, PANELS = 6 };

struct rule {
    long double node[POINTS], weight[POINTS];
};

/* Zeros of the Legendre polynomial, by Newton's method and its recursion. */
static void rule_init(struct rule *r)
{
    const long double pi = acosl(-1.0L);

    for (int i = 0; i < POINTS; i++) {
        long double x = cosl(pi * (i + 0.75L) / (POINTS + 0.5L)), slope = 1;

        for (int k = 0; k < 30; k++) {
            long double p = 1, before = 0;

            for (int j = 0; j < POINTS; j++) {
                const long double next =
                    ((2 * j + 1) * x * p - j * before) / (j + 1);

                before = p;
                p = next;
            }
            slope = POINTS * (x * p - before) / (x * x - 1);
            x -= p / slope;
        }
        r->node[i] = x;
        r->weight[i] = 2 / ((1 - x * x) * slope * slope);
    }
}

/* By so many panels from a to b. */
static struct real composite(struct work *w, const struct rule *r,
                             long double a, long double b, int panels,
                             struct real (*f)(void *, struct real),
                             void *context)
{
    const long double half = (b - a) / (2 * panels);
    struct real sum = real_ball(w, 0, 0);

    for (int k = 0; k < panels * POINTS; k++) {
        const long double x =
            a + half * (2 * (k / POINTS) + 1 + r->node[k % POINTS]);
        const struct real weight = real_ball(w, half * r->weight[k % POINTS],
                                             16 * fabsl(half) * LDBL_EPSILON);
        const struct real at =
            real_ball(w, x, 16 * (fabsl(a) + fabsl(b)) * LDBL_EPSILON);

        if (w->unclear == NULL)
            sum = real_add(w, sum, real_mul(w, weight, f(context, at)));
    }
    return sum;
}

struct real quadrature(struct work *w, struct real lo, struct real hi,
                       struct real (*f)(void *context, struct real x),
                       void *context)
{
    const long double a = real_value(lo), b = real_value(hi);
    /* no symmetry of the body hides what it does between the nodes */
    const long double cut = a + 0.41421356L * (b - a);
    struct real rough, fine;
    long double gap;
    struct rule r;

    if (real_sign(real_sub(w, lo, hi)) == 0)
        return real_int(w, 0);
    if (lo.q == NULL || hi.q == NULL)
        work_unclear(w, "an inexact end of an integral");
    rule_init(&r);
    rough = real_add(w, composite(w, &r, a, cut, PANELS, f, context),
                     composite(w, &r, cut, b, PANELS, f, context));
    fine = real_add(w, composite(w, &r, a, cut, 2 * PANELS, f, context),
                    composite(w, &r, cut, b, 2 * PANELS, f, context));
    gap = fabsl(fine.x - rough.x);
    if (gap > 1e-9L * (1 + fabsl(fine.x)))
        work_unclear(w, "an integral of what is not smooth");
    fine.err += gap + 16 * LDBL_EPSILON * (fabsl(fine.x) + fabsl(a) + fabsl(b));
    return fine;
}
