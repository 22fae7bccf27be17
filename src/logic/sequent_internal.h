/* What the parts of the rules share; not for other modules. */
#ifndef MAJORANT_LOGIC_SEQUENT_INTERNAL_H
#define MAJORANT_LOGIC_SEQUENT_INTERNAL_H

#include "logic/expansion.h"
#include "logic/sequent.h"
#include "logic/sequent_gap.h"

/*
 * The box of the rules and who answers for it.  The points that count are
 * those of the box with x_k > lo_k for the bits of `above`, x_k < hi_k for
 * those of `below`, at which `facts` hold, if there are any.
 */
struct region {
    struct scalar_pool *pool;
    const struct sequent_oracle *oracle;
    const struct sequent_box *box;
    unsigned above, below;
    const struct goal *const *facts;
    size_t nfacts;
};

/* Signs over the closed box, and at the points that count. */
unsigned region_signs(const struct region *r, const struct scalar *e);
unsigned region_strict(const struct region *r, const struct scalar *e);

/* What expansions at the points of the box may use. */
struct expansion_scope region_scope(const struct region *r);
/* The atom of p number `index` among those with a factor that is accepted. */
const struct scalar *
region_find_atom(const struct expansion *p,
                 bool (*accepts)(const struct expansion_factor *f),
                 size_t index);

/*
 * Whether each part of e that depends on x_k, in its turn after its own parts,
 * is accepted; not so if one of them is a kink.
 */
bool region_walk(const struct scalar *e, size_t k,
                 bool (*accepts)(void *context, const struct scalar *e),
                 void *context);
/*
 * e is defined and real analytic around every point of the closed box (as far
 * as terms without kinks go); with integrals over infinite ranges, defined with
 * two continuous derivatives, those of scalar_derivative, on the closed box.
 */
bool region_is_analytic(const struct region *r, const struct scalar *e);
/*
 * On every line in direction k within the closed box (without `everywhere`:
 * but for a set of lines of measure 0): where e is defined at a point, it is
 * defined and continuous from there to the end `toward` (0: lo, 1: hi), and
 * its derivative, but for isolated points, is what scalar_derivative gives.
 */
bool region_is_regular(const struct region *r, const struct scalar *e, size_t k,
                       int toward, bool everywhere);
/*
 * On every line in direction k within the closed box e is defined and
 * continuous, and analytic but perhaps at the ends.
 */
bool region_is_continuous(const struct region *r, const struct scalar *e,
                          size_t k);

/*
 * e is a function of x_k alone, not 0 but at isolated points of the closed box.
 */
bool region_vanishes_apart(const struct region *r, const struct scalar *e,
                           size_t k);

/*
 * The limit of e where x_k grows without end (side 1) or falls (side 0), as a
 * term in the other variables; 1 for +infinity; NULL: not seen, or -infinity.
 */
const struct scalar *region_limit(const struct region *r,
                                  const struct scalar *e, size_t k, int side);

/* e > 0 at all points that count where it is defined, and somewhere is. */
bool region_is_positive(const struct region *r, const struct scalar *e);
/*
 * e = positive * rest wherever e is defined: the factors common to its terms
 * that are positive on the box.  False: over a limit.
 */
bool region_take_content(const struct scalar **positive,
                         const struct scalar **rest, const struct scalar *e,
                         const struct region *r);

/*
 * f with broken powers and logarithms of products taken apart where these
 * depend on the mask: (p s)^q = p^q s^q, log(p s) = log p + log s for what is
 * p > 0 on the box.  NULL: over a limit, or f was.
 */
const struct scalar *region_part_all(const struct scalar *f, unsigned mask,
                                     const struct region *r);

/*
 * f with broken powers of products taken apart where the factors, as they are
 * written, are >= 0 at the points that count.  NULL: over a limit.
 */
const struct scalar *region_part_roots(const struct scalar *f,
                                       const struct region *r);

/* The rules beyond those of sequent.c. */
typedef bool sequent_rule(struct sequent *kids, size_t *count,
                          const struct sequent *s,
                          const struct partition_node *node,
                          const struct region *r);
sequent_rule sequent_zero, sequent_squares, sequent_fact, sequent_clear,
    sequent_scale, sequent_factors, sequent_exp, sequent_log, sequent_square,
    sequent_isolate, sequent_multiplier, sequent_resolve, sequent_cases,
    sequent_period, sequent_eliminate, sequent_order, sequent_half_angle,
    sequent_rising, sequent_concave, sequent_convex, sequent_quadratic,
    sequent_compare, sequent_translate, sequent_ratio, sequent_exponential,
    sequent_cut, sequent_defined, sequent_gram, sequent_gap, sequent_odds,
    sequent_tangent, sequent_parts, sequent_integrand;

/* The kid with another goal, everything else as in s; false: no goal. */
bool sequent_push(struct sequent *kids, size_t *count, const struct sequent *s,
                  const struct goal *goal);
/* Drops the facts that depend on x_k: they need not hold along its lines. */
void sequent_keep_facts(struct sequent *s, size_t k);
/*
 * The kid's facts: the range of x_k, and the facts of s but for two of them,
 * for the term in its place.
 */
void sequent_assume_for(struct sequent *kid, const struct sequent *s, size_t k,
                        const struct scalar *value, size_t first, size_t second,
                        const struct region *r);
/* Another range, closed, of reals. */
void sequent_set_range(struct sequent *s, size_t k, const struct scalar *lo,
                       const struct scalar *hi, const struct region *r);
/* Whether the fact is x_k - x_j >= 0, or > 0. */
bool sequent_says_order(const struct goal *fact, size_t k, size_t j,
                        struct scalar_pool *pool);
bool sequent_is_compare(const struct goal *goal);

/* Whether both are formally the same. */
bool sequent_expansions_agree(const struct expansion *a,
                              const struct expansion *b);

/*
 * Whether e is a + b x_k as it is written, a and b without x_k.  A slope that
 * is a number does not say so: exp(log(x^2)/2)/x has the derivative 0, and
 * jumps.
 */
bool sequent_is_affine(const struct scalar *e, size_t k);

#endif
