/*
 * Violations at numbers that need not be rational: where a side only touches
 * the other, the closed form of the place is guessed, and algebra tells that
 * the sides are equal there.
 */
#include "prove/range_internal.h"

#include "prove/range_form.h"

#include <math.h>
#include <string.h>

enum { TIE_SHARE = 8, MAX_TIES = 48, MAX_POINTS = 300, NARROW = 3, SLACKS = 2 };

struct tie {
    struct range_search *s;
    const struct range_task *task;
    struct form_list forms[SCALAR_MAX_VARIABLES];
    const struct scalar *at[SCALAR_MAX_VARIABLES]; /* NULL: not known */
    size_t points;
};

/* ---- the goal at a point ---- */

static const struct goal *goal_at(const struct tie *t, const struct goal *goal)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && goal; k++)
        if (goal->variables >> k & 1)
            goal = t->at[k] ? goal_substitute(t->s->pool, goal, k, t->at[k])
                            : NULL;
    return goal;
}

static bool holds(const struct tie *t, const struct goal *goal)
{
    return goal && sequent_closed_holds(goal, t->s->pool, &t->s->oracle);
}

static bool is_within(const struct tie *t, const struct sequent_box *box,
                      size_t k)
{
    struct scalar_pool *pool = t->s->pool;
    bool open_lo = box->open_lo >> k & 1, open_hi = box->open_hi >> k & 1;
    return (!box->lo[k] ||
            holds(t, goal_relation(pool, open_lo ? REL_GT : REL_GE, t->at[k],
                                   box->lo[k]))) &&
           (!box->hi[k] ||
            holds(t, goal_relation(pool, open_hi ? REL_LT : REL_LE, t->at[k],
                                   box->hi[k])));
}

static bool is_integer(const struct scalar *e)
{
    return e->op == SCALAR_NUMBER &&
           mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0;
}

/* The point counts, and the link's goal is false there. */
static bool is_violated(const struct tie *t)
{
    const struct sequent *q = t->s->whole;
    const struct goal *goal = goal_at(t, q->goal);
    if (!goal || !holds(t, goal_negate(t->s->pool, goal)))
        return false;
    for (size_t k = 0; k < t->s->domain->count; k++)
        if (!t->s->domain->variables[k].is_listed &&
            (!is_within(t, &q->box, k) ||
             ((q->integers >> k & 1) && !is_integer(t->at[k]))))
            return false;
    for (size_t i = 0; i < q->nfacts; i++)
        if (!holds(t, goal_at(t, q->facts[i])))
            return false;
    return true;
}

/* ---- points ---- */

/* Listed integers, and what variables were replaced by. */
static bool complete(struct tie *t)
{
    const struct domain *d = t->s->domain;
    for (size_t pass = 0; pass <= d->count; pass++)
        for (size_t k = 0; k < d->count; k++) {
            const struct scalar *e = t->task->fixed[k];
            if (d->variables[k].is_listed)
                e = scalar_int(t->s->pool,
                               (long)domain_listed(d, t->s->choice, k));
            else if (!e)
                continue;
            for (size_t j = 0; j < d->count && e; j++)
                if (e->variables >> j & 1)
                    e = t->at[j] ? scalar_substitute(t->s->pool, e, j, t->at[j])
                                 : NULL;
            t->at[k] = e;
        }
    for (size_t k = 0; k < d->count; k++)
        if (!t->at[k])
            return false;
    return true;
}

/* Whether doubles see about 0 there. */
static bool seems_tied(const struct tie *t, const double *x)
{
    const struct goal *goal = t->task->sequent.goal;
    if (!goal->term || goal->has_kink)
        return true;
    double value = range_double(t->s->doubles, goal->term, x);
    return !(fabs(value) > 1e-6);
}

/* All combinations of the guesses for variables k, k + 1, ... */
static bool try_forms(struct tie *t, size_t k, double *x)
{
    struct range_search *s = t->s;
    while (k < s->domain->count &&
           (t->task->fixed[k] || s->domain->variables[k].is_listed))
        k++;
    if (k == s->domain->count) {
        t->points++;
        return seems_tied(t, x) && complete(t) && is_violated(t) &&
               range_accept(s, t->at);
    }
    for (size_t i = 0; i < t->forms[k].count && t->points < MAX_POINTS; i++) {
        t->at[k] = t->forms[k].value[i];
        x[k] = t->forms[k].near[i];
        if (try_forms(t, k + 1, x))
            return true;
    }
    t->at[k] = NULL;
    return false;
}

bool range_take(struct range_search *s, const struct range_task *task,
                const struct scalar *const *at)
{
    struct tie t = {.s = s, .task = task};
    memcpy(t.at, at, sizeof t.at);
    return complete(&t) && is_violated(&t) && range_accept(s, t.at);
}

static bool try_near(struct range_search *s, const struct range_task *task,
                     const double *x, double slack)
{
    struct tie t = {.s = s, .task = task};
    double y[SCALAR_MAX_VARIABLES];
    size_t free = 0;
    memcpy(y, x, sizeof y);
    for (size_t k = 0; k < s->domain->count; k++) {
        if (task->fixed[k] || s->domain->variables[k].is_listed)
            continue;
        if (!isfinite(x[k]))
            return false;
        form_guess(&t.forms[k], s->pool, x[k], slack * (1 + fabs(x[k])));
        free++;
    }
    for (size_t k = 0; k < s->domain->count && free > 2; k++)
        if (t.forms[k].count > NARROW)
            t.forms[k].count = NARROW;
    return try_forms(&t, 0, y);
}

/* Simple numbers for all variables. */
static bool try_simple(struct range_search *s, const struct range_task *task,
                       const double *x, double slack)
{
    const struct scalar *at[SCALAR_MAX_VARIABLES] = {0};
    bool ok = true;
    mpq_t q;
    mpq_init(q);
    for (size_t k = 0; k < s->domain->count && ok; k++) {
        if (task->fixed[k])
            continue;
        ok = range_simple_value(q, s, task, k, x[k], slack);
        at[k] = scalar_number(s->pool, q);
    }
    mpq_clear(q);
    return ok && range_take(s, task, at);
}

/* ---- on the edge of a fact ---- */

/* A number for x_k at which g, linear or quadratic in x_k alone, is 0. */
static const struct scalar *root_of(struct scalar_pool *pool,
                                    const struct scalar *g, size_t k, int sign)
{
    const struct scalar *value = g ? sequent_solve(g, k, pool) : NULL;
    const struct scalar *zero = scalar_int(pool, 0);
    const struct scalar *slope = scalar_derivative(pool, g, k);
    const struct scalar *bend = scalar_derivative(pool, slope, k);
    int bent;
    if (value || !bend || !scalar_is_number(bend, &bent) || bent == 0)
        return value;
    const struct scalar *b = scalar_substitute(pool, slope, k, zero);
    const struct scalar *c = scalar_substitute(pool, g, k, zero);
    const struct scalar *root = scalar_root(
        pool,
        scalar_difference(pool, scalar_power_si(pool, b, 2),
                          scalar_times(pool, 2, scalar_product(pool, bend, c))),
        2);
    return scalar_product(
        pool, scalar_difference(pool, scalar_times(pool, sign, root), b),
        scalar_power_si(pool, bend, -1));
}

static bool is_free(const struct tie *t, size_t k)
{
    return k < t->s->domain->count && !t->task->fixed[k] &&
           !t->s->domain->variables[k].is_listed;
}

/* Simple numbers for all variables but x_k, which g = 0 gives. */
static bool try_solved(struct range_search *s, const struct range_task *task,
                       const struct scalar *g, size_t k, const double *x,
                       double slack)
{
    struct tie t = {.s = s, .task = task};
    const struct scalar *rest = g;
    mpq_t q;
    bool ok = is_free(&t, k);
    mpq_init(q);
    for (size_t j = 0; j < s->domain->count && ok; j++) {
        if (j == k || !is_free(&t, j))
            continue;
        ok = range_simple_value(q, s, task, j, x[j], slack);
        t.at[j] = scalar_number(s->pool, q);
        rest = scalar_substitute(s->pool, rest, j, t.at[j]);
        ok = ok && rest;
    }
    mpq_clear(q);
    for (int sign = -1; sign <= 1 && ok; sign += 2) {
        t.at[k] = root_of(s->pool, rest, k, sign);
        if (t.at[k] && !t.at[k]->variables && range_take(s, task, t.at))
            return true;
    }
    return false;
}

bool range_certify_edge(struct range_search *s, const struct range_task *task,
                        const struct scalar *g, const double *x)
{
    static const double slacks[] = {1e-1, 1e-3, 1e-5, 1e-7, 1e-9};
    size_t spent = scalar_spent(s->pool), before = s->spent;
    if (!s->violation || s->violated || s->ties >= MAX_TIES)
        return s->violated;
    s->ties++;
    s->violated = try_near(s, task, x, 1e-7);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        for (size_t i = 0; i < sizeof slacks / sizeof *slacks; i++)
            if (!s->violated && (g->variables >> k & 1))
                s->violated = try_solved(s, task, g, k, x, slacks[i]);
    s->spent = before + scalar_spent(s->pool) - spent;
    return s->violated;
}

/* ---- along curves ---- */

/* The task on the plane where variable k is q. */
static bool on_plane(struct range_task *out, struct range_search *s,
                     const struct range_task *task, size_t k, const mpq_t q)
{
    const struct scalar *value = scalar_number(s->pool, q);
    *out = *task;
    out->sequent.goal = goal_substitute(s->pool, task->sequent.goal, k, value);
    for (size_t i = 0; i < task->sequent.nfacts && out->sequent.goal; i++) {
        out->sequent.facts[i] =
            goal_substitute(s->pool, task->sequent.facts[i], k, value);
        if (!out->sequent.facts[i])
            return false;
    }
    out->fixed[k] = value;
    return out->sequent.goal && out->sequent.goal->variables;
}

/* Work for ties: a share of what one search may cost. */
static size_t allowance(const struct range_search *s)
{
    return s->limits->boxes * RANGE_STEPS * RANGE_STEP_WORK / TIE_SHARE;
}

/* A variable at a simple number; the others are looked for again. */
static bool try_planes(struct range_search *s, const struct range_task *task,
                       const double *x)
{
    static const double slacks[SLACKS] = {0.5, 0.05};
    unsigned variables = task->sequent.goal->variables;
    struct range_task plane;
    mpq_t q;
    if (!(variables & (variables - 1)))
        return false;
    mpq_init(q);
    for (size_t k = 0; k < s->domain->count && !s->violated; k++)
        for (size_t i = 0; i < SLACKS && !s->violated; i++)
            if ((variables >> k & 1) && !task->fixed[k] &&
                !s->domain->variables[k].is_listed &&
                range_simple_value(q, s, task, k, x[k], slacks[i]) &&
                s->ties < MAX_TIES && s->tied <= allowance(s) &&
                on_plane(&plane, s, task, k, q))
                range_hunt(s, &plane);
    mpq_clear(q);
    return s->violated;
}

/* What is done here is bounded by itself, and takes nothing from proofs. */
bool range_certify_tie(struct range_search *s, const struct range_task *task,
                       const double *x)
{
    static const double slacks[] = {1e-7, 3e-10}, simple[] = {0.1, 1e-3};
    size_t spent = scalar_spent(s->pool), before = s->spent;
    size_t tied = s->tied;
    /* false on an open set if so, but for jumps */
    if ((task->sequent.goal->kind == GOAL_GE &&
         !task->sequent.goal->has_kink) ||
        tied > allowance(s))
        return s->violated;
    for (size_t i = 0; i < sizeof slacks / sizeof *slacks; i++)
        if (!s->violated && s->ties < MAX_TIES) {
            s->ties++;
            s->violated = try_simple(s, task, x, simple[i]) ||
                          try_near(s, task, x, slacks[i]);
        }
    bool on_plane = s->is_plane;
    s->is_plane = true;
    (void)(s->violated || try_planes(s, task, x));
    s->is_plane = on_plane;
    spent = scalar_spent(s->pool) - spent;
    s->spent = before + spent;
    s->tied = tied + spent;
    return s->violated;
}
