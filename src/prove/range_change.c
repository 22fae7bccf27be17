/* Other forms of a relation: algebra, logarithms, squares, factors. */
#include "prove/range_gap.h"
#include "prove/range_internal.h"

#include <math.h>

/* ---- nodes on trial ---- */

void range_reopen(struct range_search *s, size_t node, size_t kept)
{
    partition_truncate(s->out, kept);
    partition_set_rule(s->out, node, PARTITION_OPEN, 0, 0);
    s->out->nodes[node].first = s->out->nodes[node].count = 0;
}

/* A rule whose kids are attempted in their turn. */
static bool change(struct range_search *s, size_t node, const struct sequent *q,
                   enum partition_rule rule, size_t index, unsigned changes)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, kept = s->out->count;
    if (!range_try(s, node, q, rule, 0, index, kids, &count))
        return false;
    (void)range_add_kids(s, node, count);
    for (size_t i = 0; i < count; i++)
        if (!range_attempt(s, s->out->nodes[node].first + i, &kids[i],
                           changes - 1)) {
            range_reopen(s, node, kept);
            return false;
        }
    return true;
}

/* ---- algebra ---- */

static bool try_leaf(struct range_search *s, size_t node,
                     const struct sequent *q, enum partition_rule rule,
                     size_t index)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    return range_try(s, node, q, rule, 0, index, kids, &count);
}

static bool algebraic_leaf(struct range_search *s, size_t node,
                           const struct sequent *q)
{
    for (size_t i = 0; i < q->nfacts; i++)
        if (try_leaf(s, node, q, PARTITION_FACT, i))
            return true;
    return q->goal->kind == GOAL_GE &&
           (try_leaf(s, node, q, PARTITION_ZERO, 0) ||
            try_leaf(s, node, q, PARTITION_SQUARES, 0));
}

bool range_cleared(struct range_search *s, size_t node, const struct sequent *q,
                   struct sequent *kid, size_t *kid_node)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    if (!range_try(s, node, q, PARTITION_CLEAR, 0, 0, kids, &count))
        return false;
    (void)range_add_kids(s, node, 1);
    *kid = kids[0];
    *kid_node = s->out->nodes[node].first;
    return true;
}

enum { SIGN_POINTS = 24 };

/* Points of the box where the facts hold, on a lattice. */
static size_t inner_points(struct range_search *s,
                           double (*x)[SCALAR_MAX_VARIABLES],
                           const struct sequent *q)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    size_t count = 0;
    range_double_box(lo, hi, s, &q->box);
    for (size_t i = 0; i < 4 * SIGN_POINTS && count < SIGN_POINTS; i++) {
        bool admitted = true;
        for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
            double part = fmod(((double)i + 0.5) / (7 + 2 * (double)k), 1);
            bool infinite = isinf(hi[k] - lo[k]);
            double middle = range_middle(lo[k], hi[k]);
            double a = infinite && isinf(lo[k]) ? middle - 3 : lo[k];
            double b = infinite && isinf(hi[k]) ? middle + 3 : hi[k];
            x[count][k] = a + part * (b - a);
        }
        for (size_t j = 0; j < q->nfacts && admitted; j++)
            admitted =
                !q->facts[j]->term ||
                range_double(s->doubles, q->facts[j]->term, x[count]) >= 0;
        count += admitted;
    }
    return count;
}

bool range_is_hopeful(struct range_search *s, const struct sequent *q)
{
    double x[SIGN_POINTS][SCALAR_MAX_VARIABLES];
    if (!q->goal->term || q->integers)
        return true;
    size_t points = inner_points(s, x, q);
    for (size_t i = 0; i < points; i++)
        if (range_double(s->doubles, q->goal->term, x[i]) < -1e-7 &&
            range_is_false_at(s, q, x[i]))
            return false;
    return true;
}

bool range_split_factors(struct range_search *s, size_t node,
                         const struct sequent *q, struct sequent *kids,
                         size_t *count)
{
    double x[SIGN_POINTS][SCALAR_MAX_VARIABLES];
    struct range_samples samples = {.x = x,
                                    .count = inner_points(s, x, q),
                                    .admitted = true,
                                    .strict = q->goal->kind == GOAL_GT};
    if (samples.count == 0) { /* at the points of an equation there are none */
        struct sequent bare = *q;
        bare.nfacts = 0;
        samples.count = inner_points(s, x, &bare);
        samples.admitted = false;
    }
    if (!range_factor(s, node, q, &samples) ||
        !range_try(s, node, q, PARTITION_FACTORS, 0, 0, kids, count))
        return false;
    (void)range_add_kids(s, node, *count);
    return true;
}

/* ---- changes of the relation ---- */

static bool attempt_factors(struct range_search *s, size_t node,
                            const struct sequent *q, unsigned changes)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, kept = s->out->count;
    if (!range_split_factors(s, node, q, kids, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!range_attempt(s, s->out->nodes[node].first + i, &kids[i],
                           changes - 1)) {
            range_reopen(s, node, kept);
            return false;
        }
    return true;
}

/* Cleared of denominators, where algebra did not do. */
static bool attempt_cleared(struct range_search *s, size_t node,
                            const struct sequent *q, unsigned changes)
{
    struct sequent kid;
    size_t inner, kept = s->out->count;
    if (!range_cleared(s, node, q, &kid, &inner))
        return false;
    if (kid.goal->term != q->goal->term &&
        range_attempt(s, inner, &kid, changes - 1))
        return true;
    range_reopen(s, node, kept);
    return false;
}

enum { ROOTS_TRIED = 6 };

static bool attempt_square(struct range_search *s, size_t node,
                           const struct sequent *q, unsigned changes)
{
    for (size_t i = 0; i < 2 * ROOTS_TRIED; i++)
        if (change(s, node, q, PARTITION_SQUARE, i, changes))
            return true;
    return false;
}

/* The same with roots of odd degree, of which nothing else is to be shown. */
static bool attempt_odd_power(struct range_search *s, size_t node,
                              const struct sequent *q, unsigned changes)
{
    for (size_t i = 0; i < ROOTS_TRIED; i++)
        if (change(s, node, q, PARTITION_SQUARE, SQUARE_ODD + i, changes))
            return true;
    return false;
}

/* Over a term, where that leaves something simpler at infinity. */
static bool attempt_scale(struct range_search *s, size_t node,
                          const struct sequent *q, unsigned changes)
{
    for (size_t i = 0; i < 3; i++)
        if (change(s, node, q, PARTITION_SCALE, i, changes))
            return true;
    return false;
}

/* A sum of squares is looked for once; those without one are remembered. */
static bool attempt_gram(struct range_search *s, size_t node,
                         const struct sequent *q)
{
    if (q->goal->has_kink)
        return false;
    for (size_t i = 0; i < RANGE_MAX_BARREN; i++)
        if (s->barren[i] == q->goal)
            return false;
    if (range_is_hopeful(s, q) && range_gram(s, node, q) &&
        try_leaf(s, node, q, PARTITION_GRAM, s->out->nodes[node].index))
        return true;
    partition_drop_factors(&s->out->nodes[node]);
    s->barren[s->nbarren++ % RANGE_MAX_BARREN] = q->goal;
    return false;
}

/* One way of replacing logarithms: what is left first, then the weights. */
static bool attempt_gap_way(struct range_search *s, size_t node,
                            const struct sequent *q, unsigned changes)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, kept = s->out->count;
    if (!range_try(s, node, q, PARTITION_GAP, 0, 0, kids, &count))
        return false;
    (void)range_add_kids(s, node, count);
    size_t first = s->out->nodes[node].first;
    bool proved = range_is_hopeful(s, &kids[count - 1]);
    for (size_t i = count; i-- > 0 && proved;)
        proved = range_attempt(s, first + i, &kids[i], changes);
    if (!proved)
        range_reopen(s, node, kept);
    return proved;
}

/* Logarithms of ratios replaced by powers of these. */
static bool attempt_gap(struct range_search *s, size_t node,
                        const struct sequent *q, unsigned changes)
{
    for (size_t i = 0; i < RANGE_GAP_POWERS; i++)
        if (!range_gap_fill(s, node, q, i))
            return false;
        else if (attempt_gap_way(s, node, q, changes))
            return true;
    partition_drop_factors(&s->out->nodes[node]);
    return false;
}

/* The numerator alone: by algebra, or factor by factor. */
static bool attempt_algebra(struct range_search *s, size_t node,
                            const struct sequent *q, unsigned changes)
{
    struct sequent kid;
    size_t inner, kept = s->out->count;
    if (algebraic_leaf(s, node, q))
        return true;
    if (changes == 0 || !range_cleared(s, node, q, &kid, &inner))
        return false;
    if (algebraic_leaf(s, inner, &kid) ||
        attempt_factors(s, inner, &kid, changes) ||
        attempt_gram(s, inner, &kid))
        return true;
    range_reopen(s, node, kept);
    return false;
}

/* Polynomials and fractions in variables, exp and tanh; roots of numbers. */
static bool is_nearly_rational(const struct scalar *e)
{
    if (e->variables == 0)
        return e->op != SCALAR_PI && e->op != SCALAR_CALL;
    if (e->op == SCALAR_CALL)
        return e->fn == FN_EXP || e->fn == FN_TANH;
    for (size_t i = 0; i < e->count; i++)
        if (!is_nearly_rational(e->kids[i]))
            return false;
    return e->op != SCALAR_POWER ||
           mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0;
}

/* A root of a number squared away, where algebra does the rest. */
static bool attempt_number_root(struct range_search *s, size_t node,
                                const struct sequent *q, unsigned changes)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, kept = s->out->count;
    for (size_t side = 0; side < 2 && is_nearly_rational(q->goal->term);
         side++) {
        if (!range_try(s, node, q, PARTITION_SQUARE, 0, SQUARE_CONSTANTS + side,
                       kids, &count))
            return false;
        (void)range_add_kids(s, node, count);
        size_t first = s->out->nodes[node].first;
        bool proved = true;
        for (size_t i = 0; i < count && proved; i++)
            proved = range_leaf(s, first + i, &kids[i]) ||
                     attempt_algebra(s, first + i, &kids[i], changes);
        if (proved)
            return true;
        range_reopen(s, node, kept);
    }
    return false;
}

/* A high power of a sum is a factor of e. */
static bool has_high_power(const struct scalar *e)
{
    enum { HIGH = 3 };
    if (e->op == SCALAR_POWER)
        return e->kids[0]->op == SCALAR_ADD &&
               mpq_cmp_si(e->number->q, HIGH, 1) > 0;
    for (size_t i = 0; e->op == SCALAR_MUL && i < e->count; i++)
        if (e->kids[i]->op == SCALAR_POWER && has_high_power(e->kids[i]))
            return true;
    return false;
}

/* Such a product against another one: their logarithms are simpler. */
static bool is_power_difference(const struct scalar *e)
{
    return e->op == SCALAR_ADD && e->count == 2 &&
           (has_high_power(e->kids[0]) || has_high_power(e->kids[1]));
}

/* Within a part of what is left for the attempt. */
static bool settle_briefly(struct range_search *s, size_t node,
                           const struct sequent *q)
{
    size_t until = s->until, most = s->limits->settle;
    if (most > s->attempt / 2)
        most = s->attempt / 2;
    if (s->steps + most < until)
        s->until = s->steps + most;
    bool settled = range_settle(s, node, q, s->limits->order);
    s->until = until;
    return settled;
}

/* ---- orders of the variables ---- */

/* All variables of the goal are >= 0, and at most ORDERED of them. */
static bool is_in_orthant(const struct sequent *q)
{
    enum { ORDERED = 4 };
    size_t count = 0;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        count += q->goal->variables >> k & 1;
    return count >= 2 && count <= ORDERED &&
           !(q->goal->variables & ~q->box.nonnegative);
}

/*
 * Algebra after the variables are put in order: pair after pair from number
 * `pair` on.
 */
static bool attempt_orders(struct range_search *s, size_t node,
                           const struct sequent *q, size_t pair)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, kept = s->out->count, pairs = 0;
    if (algebraic_leaf(s, node, q))
        return true;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        for (size_t j = 0; j < k; j++) {
            if (!(q->goal->variables >> k & 1) ||
                !(q->goal->variables >> j & 1) || pairs++ < pair)
                continue;
            if (!range_try(s, node, q, PARTITION_ORDER, k, j, kids, &count))
                return false;
            (void)range_add_kids(s, node, count);
            size_t first = s->out->nodes[node].first;
            bool proved = true;
            for (size_t i = 0; i < count && proved; i++)
                proved = attempt_orders(s, first + i, &kids[i], pairs);
            if (proved)
                return true;
            range_reopen(s, node, kept);
            return false;
        }
    return false;
}

/* A fact about several variables takes the place of one of `mask`. */
static bool step_to_fact(struct range_search *s, size_t *node,
                         struct sequent *q, unsigned *mask)
{
    for (size_t i = 0; i < q->nfacts; i++)
        for (size_t k = SCALAR_MAX_VARIABLES; k-- > 0;) {
            unsigned variables = q->facts[i]->variables;
            if (!(variables & *mask & 1u << k) ||
                !(variables & (variables - 1)) ||
                !range_step_into(s, node, q, PARTITION_ORDER, k,
                                 ORDER_FACTS + i))
                continue;
            *mask &= ~(1u << k);
            return true;
        }
    return false;
}

/*
 * The numerator by its form alone, where facts are variables: the sides of a
 * triangle are sums of numbers > 0.
 */
static bool attempt_facts(struct range_search *s, size_t node,
                          const struct sequent *q)
{
    struct sequent kid = *q;
    size_t inner = node, kept = s->out->count;
    unsigned mask = q->goal->variables;
    bool found = q->nfacts > 0 && !q->goal->has_kink &&
                 range_step_into(s, &inner, &kid, PARTITION_CLEAR, 0, 0) &&
                 step_to_fact(s, &inner, &kid, &mask);
    while (found && step_to_fact(s, &inner, &kid, &mask)) {
    }
    found = found && range_step_into(s, &inner, &kid, PARTITION_CLEAR, 0, 0) &&
            (range_leaf(s, inner, &kid) || algebraic_leaf(s, inner, &kid));
    if (!found)
        range_reopen(s, node, kept);
    return found;
}

bool range_attempt(struct range_search *s, size_t node, const struct sequent *q,
                   unsigned changes)
{
    if (range_leaf(s, node, q))
        return true;
    if (!q->goal->term || q->goal->has_kink || q->goal->variables == 0 ||
        q->goal->term->weight > RANGE_MAX_WEIGHT || s->steps > s->until)
        return false;
    if (attempt_algebra(s, node, q, changes) ||
        (changes > 0 && range_has_logarithm(q->goal->term) &&
         attempt_gap(s, node, q, changes)) ||
        (changes > 0 && range_has_variable_power(q->goal->term) &&
         range_tangent(s, node, q, changes)) ||
        (changes > 0 && is_power_difference(q->goal->term) &&
         change(s, node, q, PARTITION_LOG, 0, changes)) ||
        settle_briefly(s, node, q))
        return true;
    if (q->goal->kind == GOAL_GE && is_in_orthant(q) &&
        attempt_orders(s, node, q, 0))
        return true;
    if (is_nearly_rational(q->goal->term) && attempt_facts(s, node, q))
        return true;
    if (changes == 0)
        return false;
    return attempt_cleared(s, node, q, changes) ||
           (range_has_logarithm(q->goal->term) &&
            change(s, node, q, PARTITION_EXP, 0, changes)) ||
           change(s, node, q, PARTITION_LOG, 0, changes) ||
           attempt_number_root(s, node, q, changes) ||
           (range_has_odd_root(q->goal->term) &&
            attempt_odd_power(s, node, q, changes)) ||
           (range_has_root(q->goal->term) &&
            attempt_square(s, node, q, changes)) ||
           attempt_scale(s, node, q, changes);
}

/* ---- contact ---- */

static bool contains(const double *lo, const double *hi,
                     const struct range_contact *c)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if ((c->variables >> k & 1) &&
            (c->near[k] < lo[k] || c->near[k] > hi[k]))
            return false;
    return true;
}

static void set_contact(struct range_search *s, size_t node,
                        const struct range_contact *c)
{
    size_t count = 0;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        count += c->variables >> k & 1;
    partition_set_numbers(s->out, node, count);
    for (size_t i = 0; i < count; i++) {
        struct partition_number *x = &s->out->nodes[node].numbers[i];
        x->kind = c->at[i].kind;
        mpq_set(x->value.q, c->at[i].value.q);
        mpq_set(x->argument.q, c->at[i].argument.q);
    }
}

bool range_contact_settle(struct range_search *s, size_t node,
                          const struct sequent *q)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    range_double_box(lo, hi, s, &q->box);
    for (size_t i = 0; i < s->ncontacts; i++) {
        if (s->contacts[i].variables != q->goal->variables ||
            !contains(lo, hi, &s->contacts[i]))
            continue;
        set_contact(s, node, &s->contacts[i]);
        if (range_reduce(s, node, q, PARTITION_CONVEX, 0, 0, 3))
            return true;
        partition_set_numbers(s->out, node, 0);
    }
    return false;
}
