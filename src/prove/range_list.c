/* What may be tried first on a goal, in the order in which it is tried. */
#include "prove/range_list.h"

#include "prove/range_gap.h"
#include "prove/range_internal.h"

#include <math.h>

enum { CUTS = 2 };

static void add_opening(struct range_openings *o, enum partition_rule rule,
                        size_t variable, size_t index)
{
    if (o->count < RANGE_OPENINGS)
        o->items[o->count++] =
            (struct range_opening){rule, variable, index, NULL, false};
}

/* Indices of the rules that choose among terms. */
static void list_term_rules(struct range_openings *o)
{
    static const struct {
        enum partition_rule rule;
        size_t count;
    } rules[] = {{PARTITION_CLEAR, 3},   {PARTITION_SQUARE, 6},
                 {PARTITION_ISOLATE, 8}, {PARTITION_EXP, 1},
                 {PARTITION_SCALE, 4},   {PARTITION_QUADRATIC, 6}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (size_t k = 0; k < rules[i].count; k++)
            add_opening(o, rules[i].rule, 0, k);
}

/* The sides of a goal in variable k alone meet at t, as doubles see it. */
static bool is_contact(struct range_search *s, const struct sequent *q,
                       size_t k, double t)
{
    double x[SCALAR_MAX_VARIABLES] = {0};
    x[k] = t;
    return !(fabs(range_double(s->doubles, q->goal->term, x)) > 1e-6);
}

/* On both sides of a place where the sides may touch. */
static void list_cuts(struct range_openings *o, struct range_search *s,
                      const struct sequent *q, size_t k)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    range_double_box(lo, hi, s, &q->box);
    bool single = q->goal->variables == 1u << k;
    for (size_t i = 0; i < s->marks.count[k] && i < CUTS && single; i++)
        if (s->marks.near[k][i] > lo[k] && s->marks.near[k][i] < hi[k] &&
            is_contact(s, q, k, s->marks.near[k][i]) &&
            o->count < RANGE_OPENINGS)
            o->items[o->count++] = (struct range_opening){
                PARTITION_SPLIT, k, 1, &s->marks.at[k][i], false};
    if (lo[k] < 0 && hi[k] > 0 && o->count < RANGE_OPENINGS &&
        !(q->integers >> k & 1))
        o->items[o->count++] =
            (struct range_opening){PARTITION_SPLIT, k, single, &s->zero, false};
}

/* Pairs of variables: their order, ratio, and one cut by the other. */
static void list_pair_rules(struct range_openings *o, unsigned variables,
                            size_t k)
{
    for (size_t j = 0; j < SCALAR_MAX_VARIABLES; j++) {
        if (j == k || !(variables >> j & 1))
            continue;
        add_opening(o, PARTITION_CUT, k, j);
        if (j < k)
            add_opening(o, PARTITION_ORDER, k, j);
    }
    if (variables & ~(1u << k))
        add_opening(o, PARTITION_CUT, k, SCALAR_MAX_VARIABLES);
    add_opening(o, PARTITION_EXPONENTIAL, k, 0);
}

static void list_variable_rules(struct range_openings *o,
                                struct range_search *s, const struct sequent *q)
{
    unsigned variables = q->goal->variables;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (!(variables >> k & 1))
            continue;
        for (size_t i = 0; i < q->nfacts; i++)
            if (q->facts[i]->variables >> k & 1)
                add_opening(o, PARTITION_RISING, k, 2 + i);
        int end = range_falling_end(s, q, k);
        if (end >= 0) {
            add_opening(o, PARTITION_RISING, k, (size_t)end);
            add_opening(o, PARTITION_RISING, k,
                        PARTITION_OBLIGED + (size_t)end);
        }
    }
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if (variables >> k & 1)
            list_cuts(o, s, q, k);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (!(variables >> k & 1))
            continue;
        add_opening(o, PARTITION_HALF_ANGLE, k, 0);
        list_pair_rules(o, variables, k);
    }
}

/* All variables of finite ranges by their odds: 1 - x has a root then. */
static void list_odds(struct range_openings *o, const struct sequent *q)
{
    unsigned mask = q->goal->variables & ~q->integers;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if (!q->box.lo[k] || !q->box.hi[k])
            mask &= ~(1u << k);
    if (mask && range_has_plain_root(q->goal->term) &&
        !range_has_logarithm(q->goal->term))
        add_opening(o, PARTITION_ODDS, 0, mask);
}

/* Kinks by their sign or by cases; equations among the facts; ratios. */
static void list_structure_rules(struct range_openings *o,
                                 const struct sequent *q)
{
    unsigned variables = q->goal->variables;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && !q->goal->has_kink; k++)
        for (size_t j = 0; j < SCALAR_MAX_VARIABLES; j++)
            if (j != k && (variables >> k & 1) && (variables >> j & 1))
                add_opening(o, PARTITION_RATIO, k, j);
    for (size_t i = 0; i < RESOLVE_WAYS && q->goal->has_kink; i++)
        add_opening(o, PARTITION_RESOLVE, 0, i);
    const struct scalar *kink = goal_kink(q->goal);
    bool has_corner = kink && kink->op == SCALAR_CALL;
    unsigned others = variables & (variables - 1);
    bool pair = others && !(others & (others - 1));
    if (has_corner && kink->fn == FN_ABS && pair) {
        add_opening(o, PARTITION_CASES, 0, 1);
        o->items[o->count - 1].is_likely = true;
    }
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && has_corner; k++)
        for (size_t j = 0; j < k; j++)
            if ((variables >> k & 1) && (variables >> j & 1))
                add_opening(o, PARTITION_ORDER, k, j);
    for (size_t i = 0; i < 4 && has_corner && kink->fn == FN_ABS; i++)
        add_opening(o, PARTITION_SQUARE, 0, SQUARE_ABSOLUTE + i);
    if (q->goal->has_kink)
        add_opening(o, PARTITION_CASES, 0, 0);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        for (size_t i = 0; i < q->nfacts; i++)
            if ((q->goal->variables & q->facts[i]->variables) >> k & 1) {
                add_opening(o, PARTITION_ELIMINATE, k, i);
                add_opening(o, PARTITION_ELIMINATE, k, ELIMINATE_ROOTS + i);
            }
}

/* Variables of equations with factors that may be 0. */
static void list_cases_of_equations(struct range_openings *o,
                                    struct range_search *s,
                                    const struct sequent *q)
{
    size_t other;
    for (size_t i = 0; i < q->nfacts; i++)
        for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
            if ((q->goal->variables & q->facts[i]->variables) >> k & 1 &&
                range_find_opposite(&other, s, q, i))
                add_opening(o, PARTITION_ELIMINATE, k, ELIMINATE_CASES + i);
}

/* An exponential is a factor of e. */
static bool has_exponential(const struct scalar *e)
{
    bool found = e->op == SCALAR_CALL && e->fn == FN_EXP && e->variables;
    for (size_t i = 0; e->op == SCALAR_MUL && i < e->count && !found; i++)
        found = has_exponential(e->kids[i]);
    return found;
}

bool range_compares_exponentials(const struct goal *goal)
{
    const struct scalar *f = goal->term;
    return f && !f->has_kink && f->op == SCALAR_ADD && f->count == 2 &&
           has_exponential(f->kids[0]) && has_exponential(f->kids[1]);
}

/* Logarithms of both sides; of an exponential alone on a side. */
static void list_logarithms(struct range_openings *o, const struct scalar *f)
{
    add_opening(o, PARTITION_LOG, 0, 0);
    for (size_t i = 0; f->op == SCALAR_ADD && f->count > 2 && i < f->count; i++)
        if (has_exponential(f->kids[i]))
            add_opening(o, PARTITION_LOG, 0, 1 + i);
}

/* The slope is a function of one combination of the variables. */
static bool has_translated_slope(struct range_search *s,
                                 const struct sequent *q, size_t k)
{
    struct partition_number c = {.kind = CONSTANT_PLAIN};
    struct sequent slope = *q;
    size_t i, j;
    slope.goal = goal_compare(s->pool, GOAL_GE,
                              scalar_derivative(s->pool, q->goal->term, k));
    rational_init(&c.value);
    rational_init(&c.argument);
    bool found = slope.goal && range_find_translation(s, &slope, &i, &j, &c);
    rational_clear(&c.value);
    rational_clear(&c.argument);
    return found;
}

/* Ends from which the slope leads to a goal with a variable less. */
static void list_likely_ends(struct range_openings *o, struct range_search *s,
                             const struct sequent *q)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        int end = q->goal->variables >> k & 1 ? range_falling_end(s, q, k) : -1;
        if (end < 0 || !has_translated_slope(s, q, k))
            continue;
        add_opening(o, PARTITION_RISING, k, (size_t)end);
        o->items[o->count - 1].is_likely = true;
    }
}

/* The fact is one of two that say e = 0. */
static bool is_of_equation(struct range_search *s, const struct sequent *q,
                           const struct goal *fact)
{
    const struct scalar *minus = scalar_times(s->pool, -1, fact->term);
    bool found = false;
    for (size_t i = 0; i < q->nfacts && !found; i++)
        found = q->facts[i]->term && q->facts[i]->term == minus;
    return found;
}

/* Facts that say more than the goal: x + exp(x) <= y + exp(y) of x <= y. */
static void list_facts(struct range_openings *o, struct range_search *s,
                       const struct sequent *q, bool equations)
{
    for (size_t i = 0; i < q->nfacts; i++)
        if (q->facts[i]->term && q->goal->term &&
            q->facts[i]->term->weight > q->goal->term->weight &&
            !(q->goal->variables & ~q->facts[i]->variables) &&
            is_of_equation(s, q, q->facts[i]) == equations)
            add_opening(o, PARTITION_CONTRAPOSE, 0, i);
}

void range_list_openings(struct range_openings *o, struct range_search *s,
                         const struct sequent *q)
{
    list_facts(o, s, q, false);
    list_structure_rules(o, q);
    list_cases_of_equations(o, s, q);
    list_facts(o, s, q, true); /* rather, they take a variable away */
    if (!q->goal->has_kink) {
        list_likely_ends(o, s, q);
        for (size_t i = 0; i < 3 && range_has_odd_root(q->goal->term); i++)
            add_opening(o, PARTITION_SQUARE, 0, SQUARE_ODD + i);
        for (size_t i = 1; i < 6 && range_has_root(q->goal->term); i += 2)
            add_opening(o, PARTITION_SQUARE, 0, i);
        for (size_t i = 0; i < RANGE_GAP_POWERS; i++)
            if (range_has_logarithm(q->goal->term))
                add_opening(o, PARTITION_GAP, 0, i);
        list_odds(o, q);
        add_opening(o, PARTITION_COMPARE, 0, 0);
        list_logarithms(o, q->goal->term);
        list_variable_rules(o, s, q);
        list_term_rules(o);
    }
}
