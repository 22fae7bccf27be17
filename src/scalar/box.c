/*
 * Ranges of variables as an enclosure has them, with exact ends where facts
 * say them, and simple numbers inside.  Doubles choose, nothing else.
 */
#include "scalar/box.h"

#include "core/ring.h"

#include <math.h>

static const struct form *exactly(struct pool *pool, mpfr_srcptr x)
{
    LOCAL_MPQ(q);
    mpfr_get_q(q, x);
    return ring_number(pool, q);
}

/* Ends. */

/* r where f is c * (x - r) for a number c, which is *scale; or NULL. */
static const struct form *root_of(struct pool *pool, const struct form *f,
                                  const struct atom *x,
                                  const struct number **scale)
{
    const struct number *c = NULL;

    for (size_t i = 0; form_scalar(f) && i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        if (m->count == 1 && m->items[0].power == 1 && m->items[0].atom == x)
            c = f->terms[i].coefficient;
    }
    if (c == NULL)
        return NULL;
    *scale = c;
    const struct form *rest =
        ring_sub(pool, ring_atom(pool, x),
                 ring_scale(pool, pool_inverse(pool, c)->value->q, f));
    return rest == NULL || variables_have(&rest->free, x) ? NULL : rest;
}

const struct form *box_bound(struct pool *pool, const struct form *fact,
                             const struct atom *x, bool is_upper)
{
    unsigned fn = relation_kind(fact);
    const struct number *c = NULL;

    if (fn != CORE_LE && fn != CORE_LT && fn != CORE_EQ)
        return NULL;
    const struct form *root =
        root_of(pool, relation_atom(fact)->args[0], x, &c);
    return root != NULL &&
                   (fn == CORE_EQ || (mpq_sgn(c->value->q) < 0) == is_upper)
               ? root
               : NULL;
}

/* Whether all facts that have z bound it from that side. */
static bool is_bounded_once(struct pool *pool, const struct problem *p,
                            const struct atom *z, bool is_upper)
{
    for (size_t i = 0; i < p->nfacts; i++) {
        if (variables_have(&p->facts[i]->free, z) &&
            box_bound(pool, p->facts[i], z, is_upper) == NULL)
            return false;
    }
    return true;
}

/* Whether the fact has a variable that the goal has not and that all facts
 * bound from the same side. */
static bool is_idle(struct pool *pool, const struct problem *p,
                    const struct form *fact)
{
    bool out = false;

    for (size_t k = 0; k < fact->free.count && !out; k++) {
        const struct atom *z = fact->free.items[k];

        out = !variables_have(&p->goal->free, z) &&
              (is_bounded_once(pool, p, z, false) ||
               is_bounded_once(pool, p, z, true));
    }
    return out;
}

struct problem box_projected(struct pool *pool, const struct problem *p)
{
    struct problem out = *p;
    size_t i = 0;

    while (i < out.nfacts) {
        if (is_idle(pool, &out, out.facts[i])) {
            out = problem_without(pool, &out, out.facts[i]);
            i = 0; /* others may have become such */
        } else {
            i++;
        }
    }
    return out;
}

/* Whether a fact's number is an end that says no less than the enclosure's. */
static bool is_tight(const struct number *q, mpfr_srcptr end, bool is_upper)
{
    const int order = mpfr_cmp_q(end, q->value->q);

    return is_upper ? order >= 0 : order <= 0;
}

/* Whether the closed term has that end. */
static bool is_value_of(struct enclosure *e, const struct form *bound,
                        mpfr_srcptr end, bool is_upper)
{
    const struct image *r = enclosure_value(e, bound);

    return bound->free.count == 0 &&
           mpfr_equal_p(is_upper ? r->x.hi : r->x.lo, end);
}

struct end box_end(struct pool *pool, const struct problem *p,
                   struct enclosure *e, const struct atom *x, bool is_upper)
{
    const struct image *r = enclosure_value(e, x->form);
    mpfr_srcptr at = is_upper ? r->x.hi : r->x.lo;
    struct end out = {NULL, is_upper};

    pool_forgive(pool); /* integrals may have taken the budget of a step */
    for (size_t i = 0; i < p->nfacts; i++) {
        const struct form *bound = box_bound(pool, p->facts[i], x, is_upper);
        const struct number *q = bound ? form_as_number(pool, bound) : NULL;

        if (q != NULL ? is_tight(q, at, is_upper)
                      : bound != NULL && is_value_of(e, bound, at, is_upper)) {
            out.value = bound;
            return out;
        }
        if (bound != NULL && q == NULL)
            out.value = bound;
    }
    if (mpfr_number_p(at))
        out.value = exactly(pool, at);
    return out;
}

/* Cuts. */

/* A number with few digits near the middle of the finite interval. */
static double between(double lo, double hi)
{
    double step = exp2(floor(log2((hi - lo) / 4)));
    double middle = step * rint((lo + hi) / 2 / step);

    return middle > lo && middle < hi ? middle : (lo + hi) / 2;
}

/* The same where an end may be infinite. */
static double inner(double lo, double hi)
{
    if (isinf(lo) && isinf(hi))
        return 0;
    if (isinf(hi))
        return lo < 1 ? (lo < 0 ? 0 : 1) : 2 * exp2(ceil(log2(lo)));
    if (isinf(lo))
        return -inner(-hi, INFINITY);
    return between(lo, hi);
}

/* The largest of it, as far as a double says. */
static double magnitude(struct enclosure *e, const struct form *f)
{
    const struct image *r = f ? enclosure_value(e, f) : NULL;

    if (r == NULL || !interval_is_finite(&r->x))
        return 1e9;
    return fmax(fabs(mpfr_get_d(r->x.lo, MPFR_RNDD)),
                fabs(mpfr_get_d(r->x.hi, MPFR_RNDU)));
}

const struct form *box_cut(struct pool *pool, struct enclosure *e,
                           const struct atom *x, const struct form *slope,
                           double *weight)
{
    const struct image *r = enclosure_value(e, x->form);
    double lo = mpfr_get_d(r->x.lo, MPFR_RNDU);
    double hi = mpfr_get_d(r->x.hi, MPFR_RNDD);

    if (!(lo < hi))
        return NULL;
    double at = inner(lo, hi);
    if (!(lo < at && at < hi) || (isinf(hi - lo) && fabs(at) > BOX_FAR))
        return NULL;
    *weight =
        isinf(hi - lo) ? 1e30 : (hi - lo) * fmax(magnitude(e, slope), 1e-9);
    return number_exactly(pool, at);
}

const struct form *box_kink(struct pool *pool, struct enclosure *e,
                            const struct atom *x, const struct form *condition)
{
    unsigned fn = condition ? relation_kind(condition) : 0;
    const struct number *c, *at;

    if (fn < CORE_EQ || fn > CORE_LT)
        return NULL;
    const struct form *root =
        root_of(pool, relation_atom(condition)->args[0], x, &c);
    at = root ? form_as_number(pool, root) : NULL;
    const struct image *r = enclosure_value(e, x->form);
    return at != NULL && mpfr_cmp_q(r->x.lo, at->value->q) < 0 &&
                   mpfr_cmp_q(r->x.hi, at->value->q) > 0
               ? root
               : NULL;
}
