/* Rules along lines in one variable: towards an end, or to both. */
#include "logic/sequent_internal.h"

/* The goal for the end of lines in x_k, where the term is `value`. */
static bool push_face(struct sequent *kids, size_t *count,
                      const struct sequent *s, size_t k,
                      const struct scalar *value, enum goal_kind kind,
                      const struct region *r)
{
    const struct goal *face = goal_compare(r->pool, kind, value);
    if (!sequent_push(kids, count, s, face))
        return false;
    sequent_keep_facts(&kids[*count - 1], k);
    return true;
}

static bool is_open(const struct sequent *s, size_t k, int side)
{
    return (side ? s->box.open_hi : s->box.open_lo) >> k & 1;
}

/*
 * Whether only some lines in x_k count, by facts or as integers: these may be
 * a set of measure 0.
 */
static bool is_selective(const struct sequent *s, const struct scalar *f,
                         size_t k)
{
    unsigned others = f->variables & ~(1u << k);
    for (size_t i = 0; i < s->nfacts; i++)
        if (s->facts[i]->variables & others)
            return true;
    return s->integers & others;
}

/* Where a line in x_k ends, and from which side. */
struct line_end {
    const struct scalar *at; /* NULL: at infinity */
    int side;                /* 0: x_k >= at, 1: x_k <= at */
    bool open;               /* x_k = at is not admitted */
};

/* +1 or -1 where the term certainly has that sign on the box, else 0. */
static int strict_sign(const struct region *r, const struct scalar *e)
{
    unsigned signs = region_signs(r, e);
    return signs == SIGN_POSITIVE ? 1 : signs == SIGN_NEGATIVE ? -1 : 0;
}

/*
 * A fact c x_k + d >= 0, c and d free of x_k and c of one sign, whose end
 * -d/c lies within the box for all other variables.
 */
static bool fact_end(struct line_end *end, const struct goal *fact, size_t k,
                     const struct region *r)
{
    const struct scalar *slope = sequent_is_compare(fact)
                                     ? scalar_derivative(r->pool, fact->term, k)
                                     : NULL;
    if (!slope || (slope->variables >> k & 1))
        return false;
    int sign = strict_sign(r, slope);
    bool solved = sequent_solve(fact->term, k, r->pool) != NULL;
    const struct scalar *rest =
        scalar_substitute(r->pool, fact->term, k, scalar_int(r->pool, 0));
    end->side = sign < 0;
    end->open = fact->kind == GOAL_GT;
    end->at = scalar_times(
        r->pool, -1,
        scalar_product(r->pool, rest, scalar_power_si(r->pool, slope, -1)));
    if (sign == 0 || !end->at || end->at->has_kink)
        return false;
    const struct scalar *limit = end->side ? r->box->hi[k] : r->box->lo[k];
    const struct scalar *inside =
        limit ? scalar_times(r->pool, end->side ? -1 : 1,
                             scalar_difference(r->pool, end->at, limit))
              : NULL;
    /* a part of the fact is defined where that holds; slopes that are free of
       x_k do not make it affine where it may jump */
    return (!limit ||
            (inside && !(region_strict(r, inside) & SIGN_NEGATIVE))) &&
           (solved || (sequent_is_affine(fact->term, k) &&
                       region_is_analytic(r, end->at)));
}

/*
 * Whether the fact holds from a point at which it does up to the end of its
 * line in x_k: it is linear with a slope toward that end, or is the end's own.
 */
static bool is_kept_toward(const struct goal *fact, size_t k, int side,
                           bool own, struct scalar_pool *pool)
{
    int sign;
    return sequent_is_compare(fact) && sequent_solve(fact->term, k, pool) &&
           scalar_is_number(scalar_derivative(pool, fact->term, k), &sign) &&
           (own || (side ? sign > 0 : sign < 0));
}

/* The facts for the slope: what holds all the way between point and end. */
static void keep_facts_toward(struct sequent *kid, const struct sequent *s,
                              size_t k, int side, size_t index,
                              struct scalar_pool *pool)
{
    kid->nfacts = 0;
    for (size_t i = 0; i < s->nfacts; i++)
        if (!(s->facts[i]->variables >> k & 1) ||
            is_kept_toward(s->facts[i], k, side, index == i + 2, pool))
            kid->facts[kid->nfacts++] = s->facts[i];
}

/* Ends 0 and 1 are the box's, 2 + i is that of fact i. */
static bool find_end(struct line_end *end, const struct sequent *s, size_t k,
                     size_t index, const struct region *r)
{
    if (index > 1)
        return index - 2 < s->nfacts &&
               fact_end(end, s->facts[index - 2], k, r);
    end->side = index == 1;
    end->at = end->side ? s->box.hi[k] : s->box.lo[k];
    end->open = !end->at || is_open(s, k, end->side);
    return true;
}

/*
 * The points that count between those of r and the end of their line in x_k:
 * those beyond an end of the box unless it is what they lead to.
 */
static struct region stretch(const struct region *r, size_t k,
                             const struct line_end *end, size_t index)
{
    struct region s = *r;
    unsigned *flags = end->side ? &s.below : &s.above;
    const struct scalar *limit = end->side ? r->box->hi[k] : r->box->lo[k];
    bool inside =
        index > 1 && limit && end->at &&
        region_is_positive(
            r, scalar_times(r->pool, end->side ? -1 : 1,
                            scalar_difference(r->pool, end->at, limit)));
    if (!inside)
        *flags &= ~(1u << k);
    return s;
}

/* ---- obligations ---- */

struct obligations {
    const struct scalar *terms[SEQUENT_MAX_KIDS];
    size_t count;
};

static bool oblige(struct obligations *o, const struct scalar *e)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->terms[i] == e)
            return true;
    if (o->count + 2 >= SEQUENT_MAX_KIDS) /* beside end and slope */
        return false;
    o->terms[o->count++] = e;
    return true;
}

/*
 * What is to be > 0 for e to be analytic where its parts are: the argument of a
 * logarithm, and the base of a power that is no whole one >= 0.
 */
static bool oblige_step(void *obligations, const struct scalar *e)
{
    bool partial = e->op == SCALAR_CALL && e->fn == FN_LOG;
    if (e->op == SCALAR_POWER)
        partial = mpq_sgn(e->number->q) < 0 ||
                  mpz_cmp_ui(mpq_denref(e->number->q), 1) != 0;
    if (e->op == SCALAR_INTEGRAL) /* its body needs more than these say */
        return false;
    return !partial || oblige(obligations, e->kids[0]);
}

/* They are shown on the whole closed box, so on all lines in it. */
static bool push_obligations(struct sequent *kids, size_t *count,
                             const struct sequent *s, size_t k,
                             const struct region *r)
{
    struct obligations o = {.count = 0};
    if (!region_walk(s->goal->term, k, oblige_step, &o) || o.count == 0)
        return false;
    for (size_t i = 0; i < o.count; i++) {
        if (!sequent_push(kids, count, s,
                          goal_compare(r->pool, GOAL_GT, o.terms[i])))
            return false;
        struct sequent *kid = &kids[*count - 1];
        kid->nfacts = 0;
        kid->integers = 0;
        kid->box.open_lo = kid->box.open_hi = 0;
    }
    return true;
}

/* What f becomes at the end of its lines: its value there, or its limit. */
static const struct scalar *face_of(const struct scalar *f, size_t k,
                                    const struct line_end *end,
                                    const struct region *r)
{
    return end->at ? scalar_substitute(r->pool, f, k, end->at)
                   : region_limit(r, f, k, end->side);
}

/*
 * f >= 0 at the end e of x_k (in the limit, for an infinite one), f' (away
 * from e) >= 0 |- f >= 0, for f regular along lines: seen, or shown (obliged,
 * then e lies within the closed box).  Strictly:
 * f > 0 at e and f' >= 0; or f >= 0 at an end that is not admitted, f' > 0, or
 * f' >= 0 where it is 0 at isolated points alone.
 */
bool sequent_rising(struct sequent *kids, size_t *count,
                    const struct sequent *s, const struct partition_node *node,
                    const struct region *r)
{
    size_t k = node->variable;
    struct line_end end;
    bool obliged = node->index >= PARTITION_OBLIGED;
    size_t index = obliged ? node->index - PARTITION_OBLIGED : node->index;
    if (k >= SCALAR_MAX_VARIABLES || !sequent_is_compare(s->goal) ||
        s->goal->has_kink || !find_end(&end, s, k, index, r))
        return false;
    const struct scalar *f = s->goal->term;
    const struct scalar *slope = scalar_derivative(r->pool, f, k);
    slope = end.side ? scalar_times(r->pool, -1, slope) : slope;
    bool gt = s->goal->kind == GOAL_GT, strict = gt && end.open;
    struct sequent kept; /* a strict fact fails at its own end */
    keep_facts_toward(&kept, s, k, end.side, end.open ? 0 : index, r->pool);
    struct region way = stretch(r, k, &end, index);
    way.facts = kept.facts;
    way.nfacts = kept.nfacts;
    if (!slope ||
        (!obliged && !region_is_regular(&way, f, k, end.side,
                                        strict || is_selective(s, f, k))))
        return false;
    bool grows = strict && !region_vanishes_apart(r, slope, k);
    if (!push_face(kids, count, s, k, face_of(f, k, &end, r),
                   gt && !strict ? GOAL_GT : GOAL_GE, r) ||
        !sequent_push(kids, count, s,
                      goal_compare(r->pool, grows ? GOAL_GT : GOAL_GE, slope)))
        return false;
    keep_facts_toward(&kids[*count - 1], s, k, end.side, index, r->pool);
    kids[*count - 1].integers &= ~(1u << k); /* all the way, not at integers */
    return !obliged || push_obligations(kids, count, s, k, r);
}

/*
 * The ends of the lines in x_k: the box's (index 0), or one that fact
 * index - 2 says and the box's other one.  False: there are no such.
 */
static bool find_both_ends(struct line_end *ends, const struct sequent *s,
                           size_t k, size_t index, const struct region *r)
{
    struct line_end said;
    bool found = index != 1 && find_end(&ends[0], s, k, 0, r) &&
                 find_end(&ends[1], s, k, 1, r);
    if (!found || index == 0)
        return found && ends[0].at && ends[1].at;
    if (!find_end(&said, s, k, index, r))
        return false;
    ends[said.side] = said;
    return ends[0].at && ends[1].at;
}

/*
 * f_kk <= 0 on the box, f >= 0 at both ends of x_k |- f >= 0.  Strictly: one
 * end may have f >= 0 if it is not admitted.  The end that a fact says lies in
 * the box, and the points at which the fact holds lie between it and the other
 * (docs/error-analysis.md#ranges).
 */
bool sequent_concave(struct sequent *kids, size_t *count,
                     const struct sequent *s, const struct partition_node *node,
                     const struct region *r)
{
    size_t k = node->variable;
    struct line_end ends[2];
    if (k >= SCALAR_MAX_VARIABLES || !sequent_is_compare(s->goal) ||
        s->goal->has_kink || !find_both_ends(ends, s, k, node->index, r) ||
        !s->box.lo[k] || !s->box.hi[k])
        return false;
    const struct scalar *f = s->goal->term;
    const struct scalar *bend =
        scalar_derivative(r->pool, scalar_derivative(r->pool, f, k), k);
    struct region closed = *r; /* f has values at both ends, admitted or not */
    closed.above &= ~(1u << k);
    closed.below &= ~(1u << k);
    if (!bend || (region_signs(r, bend) & SIGN_POSITIVE) ||
        !region_is_continuous(&closed, f, k))
        return false;
    bool gt = s->goal->kind == GOAL_GT;
    bool weak_lo = gt && ends[0].open, weak_hi = gt && !weak_lo && ends[1].open;
    return push_face(kids, count, s, k, face_of(f, k, &ends[0], r),
                     gt && !weak_lo ? GOAL_GT : GOAL_GE, r) &&
           push_face(kids, count, s, k, face_of(f, k, &ends[1], r),
                     gt && !weak_hi ? GOAL_GT : GOAL_GE, r);
}
