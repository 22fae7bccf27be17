#include "logic/sequent_internal.h"

#include "base/status.h"

#include <string.h>

void sequent_init(struct sequent *s, const struct goal *goal)
{
    *s = (struct sequent){.goal = goal};
}

bool sequent_is_compare(const struct goal *goal)
{
    return goal->kind == GOAL_GE || goal->kind == GOAL_GT;
}

bool sequent_push(struct sequent *kids, size_t *count, const struct sequent *s,
                  const struct goal *goal)
{
    if (!goal || *count == SEQUENT_MAX_KIDS)
        return false;
    kids[*count] = *s;
    kids[*count].goal = goal;
    ++*count;
    return true;
}

/* ---- what signs say about relations ---- */

bool sequent_refutes(const struct goal *fact, const struct sequent_box *box,
                     const struct sequent_oracle *oracle)
{
    switch (fact->kind) {
    case GOAL_GE:
        return !(oracle->signs(oracle->context, fact->term, box) &
                 (SIGN_ZERO | SIGN_POSITIVE));
    case GOAL_GT:
        return !(oracle->signs(oracle->context, fact->term, box) &
                 SIGN_POSITIVE);
    case GOAL_AND:
        return sequent_refutes(fact->a, box, oracle) ||
               sequent_refutes(fact->b, box, oracle);
    case GOAL_OR:
        return sequent_refutes(fact->a, box, oracle) &&
               sequent_refutes(fact->b, box, oracle);
    }
    return false;
}

/* Signs that contradict the relation. */
static unsigned against(const struct goal *goal)
{
    return goal->kind == GOAL_GE ? SIGN_NEGATIVE : SIGN_NEGATIVE | SIGN_ZERO;
}

bool sequent_holds(const struct goal *goal, const struct sequent_box *box,
                   const struct sequent_oracle *oracle)
{
    switch (goal->kind) {
    case GOAL_GE:
    case GOAL_GT:
        return !(oracle->signs(oracle->context, goal->term, box) &
                 against(goal));
    case GOAL_AND:
        return sequent_holds(goal->a, box, oracle) &&
               sequent_holds(goal->b, box, oracle);
    case GOAL_OR:
        return sequent_holds(goal->a, box, oracle) ||
               sequent_holds(goal->b, box, oracle);
    }
    return false;
}

/* ---- boxes ---- */

static void note_sign(struct sequent_box *box, size_t k,
                      const struct sequent_oracle *oracle)
{
    const struct scalar *lo = box->lo[k];
    bool known =
        lo && !(oracle->signs(oracle->context, lo, box) & SIGN_NEGATIVE);
    box->nonnegative &= ~(1u << k);
    if (known)
        box->nonnegative |= 1u << k;
}

/* Whether a new end is certainly at least as tight as the old one. */
static bool is_tighter(const struct scalar *end, const struct scalar *old,
                       int side, unsigned *difference, struct scalar_pool *pool,
                       const struct sequent_box *box,
                       const struct sequent_oracle *oracle)
{
    if (!old) {
        *difference = side ? SIGN_NEGATIVE : SIGN_POSITIVE;
        return true;
    }
    const struct scalar *d = side ? scalar_difference(pool, old, end)
                                  : scalar_difference(pool, end, old);
    *difference = d ? oracle->signs(oracle->context, d, box) : SIGN_ANY;
    return !(*difference & SIGN_NEGATIVE);
}

/*
 * x_k >= end (side 0) or x_k <= end (side 1).  False: it is not known which of
 * the old and the new end is the tighter, and nothing was done.
 */
static bool cut(struct sequent *s, size_t k, int side, const struct scalar *end,
                bool open, struct scalar_pool *pool,
                const struct sequent_oracle *oracle)
{
    const struct scalar **old = side ? &s->box.hi[k] : &s->box.lo[k];
    unsigned *flags = side ? &s->box.open_hi : &s->box.open_lo;
    unsigned difference;
    if (!is_tighter(end, *old, side, &difference, pool, &s->box, oracle))
        return difference == SIGN_NEGATIVE; /* the box says more */
    if (difference != SIGN_ZERO) {          /* not the same end */
        *old = end;
        *flags &= ~(1u << k);
    }
    if (open)
        *flags |= 1u << k;
    note_sign(&s->box, k, oracle);
    return true;
}

/* The only variable of a mask; false: none or several. */
static bool only_variable(size_t *k, unsigned mask)
{
    for (*k = 0; *k < SCALAR_MAX_VARIABLES; ++*k)
        if (mask == 1u << *k)
            return true;
    return false;
}

/*
 * A linear fact about one variable moves an end of the box; true: the box
 * says all of it then.
 */
static bool cut_by(struct sequent *s, const struct goal *fact,
                   struct scalar_pool *pool,
                   const struct sequent_oracle *oracle)
{
    size_t k;
    if (!only_variable(&k, fact->term->variables))
        return false;
    const struct scalar *slope = scalar_derivative(pool, fact->term, k);
    int sign;
    if (!slope || !scalar_is_number(slope, &sign) || sign == 0)
        return false;
    const struct scalar *x = scalar_variable(pool, k);
    const struct scalar *ratio =
        scalar_product(pool, fact->term, scalar_power_si(pool, slope, -1));
    const struct scalar *end = scalar_difference(pool, x, ratio);
    return end && end->variables == 0 &&
           cut(s, k, sign < 0, end, fact->kind == GOAL_GT, pool, oracle);
}

void sequent_assume(struct sequent *s, const struct goal *fact,
                    struct scalar_pool *pool,
                    const struct sequent_oracle *oracle)
{
    if (!fact)
        return;
    if (fact->kind == GOAL_AND && fact->depth < SCALAR_MAX_DEPTH) {
        sequent_assume(s, fact->a, pool, oracle);
        sequent_assume(s, fact->b, pool, oracle);
        return;
    }
    if (sequent_is_compare(fact) && cut_by(s, fact, pool, oracle))
        return;
    if (s->nfacts < SEQUENT_MAX_FACTS)
        s->facts[s->nfacts++] = fact;
}

/* ---- leaves ---- */

static sequent_rule direct, mean, excluded;

/* f(box) has the sign |- f has it */
static bool direct(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, const struct region *r)
{
    (void)kids;
    (void)count;
    (void)node;
    return sequent_holds(s->goal, r->box, r->oracle) ||
           (sequent_is_compare(s->goal) &&
            !(region_strict(r, s->goal->term) & against(s->goal)));
}

/* f analytic, f(c) + sum f_k(box) (box_k - c_k) has the sign |- f has it */
static bool mean(struct sequent *kids, size_t *count, const struct sequent *s,
                 const struct partition_node *node, const struct region *r)
{
    (void)kids;
    (void)count;
    (void)node;
    if (!sequent_is_compare(s->goal) || s->goal->has_kink)
        return false;
    const struct scalar *f = s->goal->term;
    const struct scalar *slopes[SCALAR_MAX_VARIABLES] = {NULL};
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (!(f->variables >> k & 1))
            continue;
        slopes[k] = scalar_derivative(r->pool, f, k);
        if (!slopes[k] || !r->box->lo[k] || !r->box->hi[k])
            return false;
    }
    struct region closed = *r; /* the middle may be an end */
    closed.above = closed.below = 0;
    return !(r->oracle->mean(r->oracle->context, f, slopes, r->box) &
             against(s->goal)) &&
           region_is_analytic(&closed, f);
}

/* a fact is false on the box |- anything */
static bool excluded(struct sequent *kids, size_t *count,
                     const struct sequent *s, const struct partition_node *node,
                     const struct region *r)
{
    (void)kids;
    (void)count;
    return node->index < s->nfacts &&
           sequent_refutes(s->facts[node->index], r->box, r->oracle);
}

/* ---- connectives ---- */

static sequent_rule both, either, contrapose, split;

static bool both(struct sequent *kids, size_t *count, const struct sequent *s,
                 const struct partition_node *node, const struct region *r)
{
    (void)node;
    (void)r;
    return s->goal->kind == GOAL_AND &&
           sequent_push(kids, count, s, s->goal->a) &&
           sequent_push(kids, count, s, s->goal->b);
}

/* not a |- b, or not b |- a, gives |- a or b */
static bool either(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, const struct region *r)
{
    const struct goal *a = s->goal->a, *b = s->goal->b;
    bool second = node->index == 1;
    if (s->goal->kind != GOAL_OR || node->index > 1 ||
        !sequent_push(kids, count, s, second ? b : a))
        return false;
    sequent_assume(&kids[*count - 1], goal_negate(r->pool, second ? a : b),
                   r->pool, r->oracle);
    return true;
}

/* not f |- not g, for comparisons f and g, gives g |- f */
static bool contrapose(struct sequent *kids, size_t *count,
                       const struct sequent *s,
                       const struct partition_node *node,
                       const struct region *r)
{
    size_t i = node->index;
    if (i >= s->nfacts || !sequent_is_compare(s->goal) ||
        !sequent_is_compare(s->facts[i]) ||
        !sequent_push(kids, count, s, goal_negate(r->pool, s->facts[i])))
        return false;
    struct sequent *kid = &kids[*count - 1];
    kid->facts[i] = kid->facts[--kid->nfacts];
    sequent_assume(kid, goal_negate(r->pool, s->goal), r->pool, r->oracle);
    return true;
}

/* ---- boxes ---- */

const struct scalar *sequent_number(struct scalar_pool *pool,
                                    const struct partition_number *number)
{
    const struct scalar *value = scalar_number(pool, number->value.q);
    const struct scalar *argument = scalar_number(pool, number->argument.q);
    mpq_t half;
    mpq_init(half);
    mpq_set_si(half, 1, 2);
    mpq_t third;
    mpq_init(third);
    mpq_set_si(third, 1, 3);
    const struct scalar *factor = NULL;
    switch (number->kind) {
    case CONSTANT_PLAIN:
        factor = scalar_int(pool, 1);
        break;
    case CONSTANT_PI:
        factor = scalar_pi(pool);
        break;
    case CONSTANT_EXP:
        factor = argument ? scalar_call1(pool, FN_EXP, argument) : NULL;
        break;
    case CONSTANT_LOG: /* a number only for a positive argument */
        if (argument && mpq_sgn(number->argument.q) > 0)
            factor = scalar_call1(pool, FN_LOG, argument);
        break;
    case CONSTANT_SQRT:
        if (argument && mpq_sgn(number->argument.q) >= 0)
            factor = scalar_power(pool, argument, half);
        break;
    case CONSTANT_CBRT:
        if (argument && mpq_sgn(number->argument.q) >= 0)
            factor = scalar_power(pool, argument, third);
        break;
    }
    mpq_clear(half);
    mpq_clear(third);
    return scalar_product(pool, value, factor);
}

/* x_k < a, x_k = a, x_k > a |- any, for reals */
static bool split_three(struct sequent *kids, size_t *count,
                        const struct sequent *s, size_t k,
                        const struct scalar *at, const struct region *r)
{
    if ((s->integers >> k & 1) || !sequent_push(kids, count, s, s->goal) ||
        !sequent_push(kids, count, s, s->goal) ||
        !sequent_push(kids, count, s, goal_substitute(r->pool, s->goal, k, at)))
        return false;
    struct sequent *below = &kids[*count - 3], *above = &kids[*count - 2];
    below->box.hi[k] = above->box.lo[k] = at;
    below->box.open_hi |= 1u << k;
    above->box.open_lo |= 1u << k;
    note_sign(&above->box, k, r->oracle);
    sequent_keep_facts(&kids[*count - 1], k);
    return true;
}

/*
 * x_k <= a or x_k >= a |- any; for integers x_k <= a or x_k >= a + 1.  True
 * wherever a lies.
 */
static bool split(struct sequent *kids, size_t *count, const struct sequent *s,
                  const struct partition_node *node, const struct region *r)
{
    size_t k = node->variable;
    const struct scalar *at =
        node->nnumbers == 1 ? sequent_number(r->pool, &node->numbers[0]) : NULL;
    if (k >= SCALAR_MAX_VARIABLES || !at)
        return false;
    if (node->index == 1)
        return split_three(kids, count, s, k, at, r);
    const struct scalar *next = at;
    if (s->integers >> k & 1) {
        if (at->op != SCALAR_NUMBER ||
            mpz_cmp_ui(mpq_denref(at->number->q), 1) != 0)
            return false;
        next = scalar_sum(r->pool, at, scalar_int(r->pool, 1));
    }
    if (!next || !sequent_push(kids, count, s, s->goal) ||
        !sequent_push(kids, count, s, s->goal))
        return false;
    struct sequent_box *left = &kids[*count - 2].box;
    struct sequent_box *right = &kids[*count - 1].box;
    left->hi[k] = at;
    left->open_hi &= ~(1u << k);
    right->lo[k] = next;
    right->open_lo &= ~(1u << k);
    note_sign(right, k, r->oracle);
    return true;
}

void sequent_set_range(struct sequent *s, size_t k, const struct scalar *lo,
                       const struct scalar *hi, const struct region *r)
{
    s->box.lo[k] = lo;
    s->box.hi[k] = hi;
    s->box.open_lo &= ~(1u << k);
    s->box.open_hi &= ~(1u << k);
    s->integers &= ~(1u << k);
    note_sign(&s->box, k, r->oracle);
}

void sequent_keep_facts(struct sequent *s, size_t k)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->nfacts; i++)
        if (!(s->facts[i]->variables >> k & 1))
            s->facts[kept++] = s->facts[i];
    s->nfacts = kept;
}

/* The rule asks for signs at points where the facts hold, and nowhere else. */
static bool heeds_facts(enum partition_rule rule)
{
    return rule == PARTITION_DIRECT || rule == PARTITION_CLEAR ||
           rule == PARTITION_SCALE || rule == PARTITION_LOG ||
           rule == PARTITION_RESOLVE;
}

bool sequent_apply(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, struct scalar_pool *pool,
                   const struct sequent_oracle *oracle)
{
    static sequent_rule *const rules[] = {
        [PARTITION_DIRECT] = direct,
        [PARTITION_MEAN] = mean,
        [PARTITION_EXCLUDED] = excluded,
        [PARTITION_ZERO] = sequent_zero,
        [PARTITION_SQUARES] = sequent_squares,
        [PARTITION_FACT] = sequent_fact,
        [PARTITION_AND] = both,
        [PARTITION_OR] = either,
        [PARTITION_SPLIT] = split,
        [PARTITION_RISING] = sequent_rising,
        [PARTITION_CONVEX] = sequent_convex,
        [PARTITION_CONCAVE] = sequent_concave,
        [PARTITION_RESOLVE] = sequent_resolve,
        [PARTITION_CASES] = sequent_cases,
        [PARTITION_CLEAR] = sequent_clear,
        [PARTITION_SCALE] = sequent_scale,
        [PARTITION_EXP] = sequent_exp,
        [PARTITION_LOG] = sequent_log,
        [PARTITION_SQUARE] = sequent_square,
        [PARTITION_PERIOD] = sequent_period,
        [PARTITION_ELIMINATE] = sequent_eliminate,
        [PARTITION_MULTIPLIER] = sequent_multiplier,
        [PARTITION_FACTORS] = sequent_factors,
        [PARTITION_ISOLATE] = sequent_isolate,
        [PARTITION_ORDER] = sequent_order,
        [PARTITION_HALF_ANGLE] = sequent_half_angle,
        [PARTITION_QUADRATIC] = sequent_quadratic,
        [PARTITION_COMPARE] = sequent_compare,
        [PARTITION_TRANSLATE] = sequent_translate,
        [PARTITION_RATIO] = sequent_ratio,
        [PARTITION_EXPONENTIAL] = sequent_exponential,
        [PARTITION_CUT] = sequent_cut,
        [PARTITION_DEFINED] = sequent_defined,
        [PARTITION_GRAM] = sequent_gram,
        [PARTITION_GAP] = sequent_gap,
        [PARTITION_ODDS] = sequent_odds,
        [PARTITION_TANGENT] = sequent_tangent,
        [PARTITION_PARTS] = sequent_parts,
        [PARTITION_INTEGRAND] = sequent_integrand,
        [PARTITION_CONTRAPOSE] = contrapose,
    };
    const struct region r = {.pool = pool,
                             .oracle = oracle,
                             .box = &s->box,
                             .above = s->box.open_lo,
                             .below = s->box.open_hi,
                             .facts = s->facts,
                             .nfacts = heeds_facts(node->rule) ? s->nfacts : 0};
    *count = 0;
    return (unsigned)node->rule < PARTITION_RULES && rules[node->rule] &&
           rules[node->rule](kids, count, s, node, &r);
}
