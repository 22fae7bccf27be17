/*
 * Small boxes: a term lies above lines and parabolas that bounds of its
 * derivatives give (mean value forms, [Moore1966], ch. 6).
 */
#include "scalar/calculus_internal.h"

#include "core/ring.h"

#include <math.h>

/* A number with few bits, not above the end, or not below the upper one. */
static const struct form *rounded(struct pool *pool, mpfr_srcptr end,
                                  bool is_upper)
{
    enum { BITS = 12 };

    LOCAL_MPFR(x, BITS);
    LOCAL_MPQ(q);
    mpfr_set(x, end, is_upper ? MPFR_RNDU : MPFR_RNDD);
    mpfr_get_q(q, x);
    return ring_number(pool, q);
}

static double width_of(struct enclosure *e, const struct atom *x)
{
    const struct image *r = enclosure_value(e, x->form);

    return mpfr_get_d(r->x.hi, MPFR_RNDU) - mpfr_get_d(r->x.lo, MPFR_RNDD);
}

/* An end of x, and how far f may fall from there. */
struct corner {
    struct end end;
    const struct form *tilt;
    double fall;
};

static struct corner corner_of(struct search *s, const struct node *n,
                               const struct atom *x, const struct slope *slope)
{
    const struct image *r = enclosure_value(n->e, slope->value);
    const double down = -mpfr_get_d(r->x.lo, MPFR_RNDD),
                 up = mpfr_get_d(r->x.hi, MPFR_RNDU);
    const bool is_upper = up < down;
    struct corner out = {box_end(s->pool, n->p, n->e, x, is_upper), NULL,
                         width_of(n->e, x) * fmax(is_upper ? up : down, 0)};

    if (out.end.value != NULL && isfinite(out.fall))
        out.tilt = rounded(s->pool, is_upper ? r->x.hi : r->x.lo, is_upper);
    return out;
}

/* By lines, in each variable from the better end: the first of them, if all
 * together show it. */
static const struct proof *by_lines(struct search *s, const struct node *n,
                                    const struct form *f,
                                    const struct slope *slopes)
{
    const struct form *low = f;
    struct corner first = {.tilt = NULL};
    double fall = 0;

    for (size_t i = 0; i < f->free.count; i++) {
        struct corner now;

        if (slopes[i].value == NULL)
            return NULL;
        now = corner_of(s, n, f->free.items[i], &slopes[i]);
        if (now.tilt == NULL)
            return NULL;
        first = i == 0 ? now : first;
        fall += now.fall;
        low = form_at(s->pool, low, f->free.items[i], now.end.value);
    }
    if (first.tilt == NULL || !(slope_least(n->e, low) > 1.01 * fall))
        return NULL;
    return slope_rise(s, n->p, f, f->free.items[0], &first.end, first.tilt,
                      n->depth);
}

/* By a parabola in the only variable. */
static const struct proof *by_parabola(struct search *s, const struct node *n,
                                       const struct form *f,
                                       const struct slope *slope)
{
    const struct atom *x = f->free.items[0];
    const struct end lo = box_end(s->pool, n->p, n->e, x, false),
                     hi = box_end(s->pool, n->p, n->e, x, true);
    const double w = width_of(n->e, x);
    struct slope bend;
    double least, most;

    if (slope->value == NULL || lo.value == NULL || hi.value == NULL)
        return NULL;
    bend = slope_of(s, n, slope->value, x);
    if (bend.value == NULL)
        return NULL;
    most = mpfr_get_d(enclosure_value(n->e, bend.value)->x.hi, MPFR_RNDU);
    least = fmin(slope_least(n->e, form_at(s->pool, f, x, lo.value)),
                 slope_least(n->e, form_at(s->pool, f, x, hi.value)));
    if (!(most > 0) || !isfinite(most) || !(least > 1.01 * most * w * w / 8))
        return NULL;
    const struct form *half = ring_mul(
        s->pool,
        rounded(s->pool, enclosure_value(n->e, bend.value)->x.hi, true),
        number_fraction(s->pool, 1, 2));
    return slope_bend(s, n->p, f, x, &lo, &hi, half, n->depth);
}

const struct proof *prove_bounded(struct search *s, const struct node *n,
                                  const struct form *f,
                                  const struct slope *slopes)
{
    const struct proof *out = by_lines(s, n, f, slopes);

    return out == NULL && f->free.count == 1 ? by_parabola(s, n, f, slopes)
                                             : out;
}
