/*
 * The search for the least product f g over the lower left frontier of the
 * reachable (f, g), a convex polygon.
 *
 * A list of supporting lines, from f >= f_low to g >= g_low, is refined at the
 * corner with the least product until that corner is reached by a point.  The
 * bound needs no more than consecutive lines that cross in the quadrant.
 */
#include "eval/minres_frontier.h"

#include "base/status.h"

#include <math.h>

enum {
    MAX_LINES = 64,
    WEIGHT_BITS = 40 /* weights of a linear program are integers of this size */
};

/* Vertices nearer than this (relatively) count as one. */
static const double SAME = 0x1p-44;
/* A corner nearer than this to a vertex is taken to be meant for it. */
static const double NEAR = 0x1p-20;

/* A supporting line and the vertex it was found at, also in doubles. */
struct facet {
    struct minres_line line;
    double alpha, beta; /* in 0..1 */
    double f, g;        /* times 2^-exponent */
    bool meets;         /* the line passes through the vertex to the goal */
};

struct frontier {
    const struct minres_problem *p;
    struct minres_lp *lp;
    struct minres_guess *guess;
    struct minres_point point;
    struct minres_point *best;
    struct facet facets[MAX_LINES];
    size_t count;
};

static double scaled(const arb_t x, const fmpz_t exponent)
{
    LOCAL_ARF(y);
    LOCAL_FMPZ(e);
    fmpz_neg(e, exponent);
    arf_mul_2exp_fmpz(y, arb_midref(x), e);
    return arf_get_d(y, ARF_RND_NEAR);
}

/* Keeps the point with the smaller product. */
static void offer(struct minres_point *best, const struct minres_point *point,
                  slong prec)
{
    LOCAL_ARB(old);
    LOCAL_ARB(new);
    arb_mul(old, best->f, best->g, prec);
    arb_mul(new, point->f, point->g, prec);
    if (arf_cmp(arb_midref(new), arb_midref(old)) < 0)
        minres_point_set(best, point);
}

/*
 * Solves for the weights alpha : beta (positive) and fills the facet, whose
 * line is initialised.  False if there is no usable line.
 */
static bool find_facet(struct facet *facet, struct frontier *s, double alpha,
                       double beta)
{
    double size = fmax(alpha, beta);
    slong a = lround(ldexp(alpha / size, WEIGHT_BITS));
    slong b = lround(ldexp(beta / size, WEIGHT_BITS));
    facet->alpha = ldexp((double)a, -WEIGHT_BITS);
    facet->beta = ldexp((double)b, -WEIGHT_BITS);
    if (a <= 0 || b <= 0 ||
        !minres_solve(&s->point, &facet->line, s->p, s->lp, s->guess, a, b))
        return false;
    offer(s->best, &s->point, s->p->prec);
    facet->f = scaled(s->point.f, s->p->exponent);
    facet->g = scaled(s->point.g, s->p->exponent);
    facet->meets =
        minres_agreement(&s->point, &facet->line, s->p->prec) >= s->p->goal;
    return fmpz_sgn(facet->line.alpha) > 0 && fmpz_sgn(facet->line.beta) > 0;
}

/* alpha1 beta2 - alpha2 beta1: positive when the first line is the steeper */
static void determinant(fmpz_t out, const struct minres_line *first,
                        const struct minres_line *second)
{
    fmpz_mul(out, first->alpha, second->beta);
    fmpz_submul(out, second->alpha, first->beta);
}

static bool is_steeper(const struct facet *first, const struct facet *second)
{
    LOCAL_FMPZ(det);
    determinant(det, &first->line, &second->line);
    return fmpz_sgn(det) > 0;
}

/* Inserts after facet k if the slope fits; swaps the facet for a spare. */
static bool insert(struct frontier *s, size_t k, struct facet *facet)
{
    if (s->count == MAX_LINES || !is_steeper(&s->facets[k], facet) ||
        !is_steeper(facet, &s->facets[k + 1]))
        return false;
    struct facet spare = s->facets[s->count];
    for (size_t i = s->count; i > k + 1; i--)
        s->facets[i] = s->facets[i - 1];
    s->facets[k + 1] = *facet;
    *facet = spare;
    s->count++;
    return true;
}

static void cross(arb_t f, arb_t g, const struct facet *first,
                  const struct facet *second, slong prec)
{
    const struct minres_line *l = &first->line, *m = &second->line;
    LOCAL_FMPZ(det);
    LOCAL_ARB(c);
    determinant(det, l, m);
    arb_set_arf(c, l->c);
    arb_mul_fmpz(f, c, m->beta, prec);
    arb_mul_fmpz(g, c, m->alpha, prec);
    arb_neg(g, g);
    arb_set_arf(c, m->c);
    arb_submul_fmpz(f, c, l->beta, prec);
    arb_addmul_fmpz(g, c, l->alpha, prec);
    arb_div_fmpz(f, f, det, prec);
    arb_div_fmpz(g, g, det, prec);
}

/*
 * The corner with the least product after facet *at, that product's lower
 * bound, and the corner in doubles.  False if some corner may lie outside the
 * quadrant: then the lines give no bound.
 */
static bool find_lowest(arf_t low, size_t *at, double corner[2],
                        const struct frontier *s)
{
    bool inside = true;
    LOCAL_ARB(f);
    LOCAL_ARB(g);
    LOCAL_ARB(product);
    LOCAL_ARF(bound);
    arf_pos_inf(low);
    for (size_t k = 0; k + 1 < s->count; k++) {
        cross(f, g, &s->facets[k], &s->facets[k + 1], s->p->prec);
        inside = inside && arb_is_nonnegative(f) && arb_is_nonnegative(g);
        arb_mul(product, f, g, s->p->prec);
        arb_get_lbound_arf(bound, product, s->p->prec);
        if (arf_cmp(bound, low) < 0) {
            arf_set(low, bound);
            *at = k;
            corner[0] = scaled(f, s->p->exponent);
            corner[1] = scaled(g, s->p->exponent);
        }
    }
    return inside;
}

static double distance(double f1, double g1, double f2, double g2)
{
    return fmax(fabs(f1 - f2) / fmax(f1, f2), fabs(g1 - g2) / fmax(g1, g2));
}

/*
 * Weights between a line and the tangent of the hyperbola at a vertex: a line
 * through the vertex on which the product grows towards that line.
 */
static void mix(double weights[2], const struct facet *line,
                const struct facet *vertex)
{
    double f = vertex->f, g = vertex->g;
    double size = line->alpha * f + line->beta * g;
    weights[0] = line->alpha / size + 1 / (2 * f);
    weights[1] = line->beta / size + 1 / (2 * g);
}

/* Which line to add at the corner of two; false if none would help. */
static bool choose_weights(double weights[2], const struct facet *first,
                           const struct facet *second, const double corner[2])
{
    double f = corner[0], g = corner[1];
    if (distance(first->f, first->g, second->f, second->g) < SAME) {
        /* a line that misses, from weights on the edge of the vertex's cone,
           gets a neighbour from inside the cone */
        if (first->meets && second->meets)
            return false;
        if (first->meets)
            mix(weights, second, first);
        else
            mix(weights, first, second);
    } else if (distance(first->f, first->g, f, g) < NEAR) {
        mix(weights, second, first);
    } else if (distance(second->f, second->g, f, g) < NEAR) {
        mix(weights, first, second);
    } else {
        weights[0] = first->g - second->g;
        weights[1] = second->f - first->f;
    }
    return weights[0] > 0 && weights[1] > 0;
}

/* Whether the bound is as near to the best point as `prec` bits ask. */
static bool is_reached(const struct frontier *s, const arf_t low, slong prec)
{
    LOCAL_ARB(product);
    LOCAL_ARF(gap);
    arb_mul(product, s->best->f, s->best->g, s->p->prec);
    arf_sub(gap, arb_midref(product), low, 30, ARF_RND_UP);
    arf_mul_2exp_si(gap, gap, prec);
    return arf_cmp(gap, arb_midref(product)) <= 0;
}

/* The lines f >= f_low and g >= g_low, and one beside each for its vertex. */
static bool start(struct frontier *s, const arf_t f_low, const arf_t g_low)
{
    struct facet *facets = s->facets;
    fmpz_one(facets[0].line.alpha);
    arf_set(facets[0].line.c, f_low);
    facets[0].alpha = 1;
    facets[0].beta = 0;
    fmpz_one(facets[3].line.beta);
    arf_set(facets[3].line.c, g_low);
    facets[3].alpha = 0;
    facets[3].beta = 1;
    s->count = 4;
    if (!find_facet(&facets[1], s, 1, 0x1p-20) ||
        !find_facet(&facets[2], s, 0x1p-20, 1))
        return false;
    for (size_t k = 0; k < 4; k += 3) {
        size_t beside = k == 0 ? 1 : 2;
        facets[k].f = facets[beside].f;
        facets[k].g = facets[beside].g;
        facets[k].meets = true;
    }
    return is_steeper(&facets[1], &facets[2]);
}

static void refine(arf_t low, struct frontier *s, slong prec)
{
    struct facet facet;
    double corner[2] = {0, 0}, weights[2];
    size_t k = 0;
    LOCAL_ARF(bound);
    minres_line_init(&facet.line);
    while (find_lowest(bound, &k, corner, s)) {
        if (arf_cmp(bound, low) > 0)
            arf_set(low, bound);
        if (is_reached(s, low, prec) ||
            !choose_weights(weights, &s->facets[k], &s->facets[k + 1],
                            corner) ||
            !find_facet(&facet, s, weights[0], weights[1]) ||
            !insert(s, k, &facet))
            break;
    }
    minres_line_clear(&facet.line);
}

void minres_frontier(arf_t low, struct minres_point *best,
                     const struct minres_problem *p, const arf_t f_low,
                     const arf_t g_low, struct minres_lp *lp, slong prec)
{
    struct frontier s = {.p = p, .lp = lp, .best = best};
    s.guess = minres_guess_new((size_t)p->rows, (size_t)p->cols);
    minres_point_init(&s.point, p->cols);
    for (size_t k = 0; k < MAX_LINES; k++)
        minres_line_init(&s.facets[k].line);
    if (start(&s, f_low, g_low))
        refine(low, &s, prec);
    for (size_t k = 0; k < MAX_LINES; k++)
        minres_line_clear(&s.facets[k].line);
    minres_point_clear(&s.point);
    minres_guess_free(s.guess);
}
