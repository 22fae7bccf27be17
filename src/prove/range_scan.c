/*
 * Violations where a hunt in doubles does not get: ever closer to some places,
 * ever farther out, and at the zeros of what signs and conditions stand on.
 */
#include "prove/range_internal.h"

#include <math.h>
#include <string.h>

enum { CENTRES = 4, MOST_VARIABLES = 4, SAMPLES = 96, REFINEMENTS = 80 };

struct scan {
    struct range_search *s;
    const struct range_task *task;
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    const struct scalar *centre[SCALAR_MAX_VARIABLES];
    double near[SCALAR_MAX_VARIABLES]; /* the centre */
    unsigned mask;                     /* variables that matter */
    size_t integrals;                  /* looked at */
};

/* ---- one point ---- */

static bool has_integral(const struct scan *c)
{
    const struct scalar *term = c->task->sequent.goal->term;
    return term && term->has_integral;
}

/* Integrals cost much, and doubles tell little of them: a few of them. */
static bool try_integrals(struct scan *c, const double *x)
{
    enum { MOST_INTEGRALS = 12 };
    const double nearly = 0.05;
    return range_double(c->s->doubles, c->task->sequent.goal->term, x) <
               nearly &&
           c->integrals++ < MOST_INTEGRALS && range_certify(c->s, c->task, x);
}

static bool is_false(const struct scan *c, const struct scalar *const *at)
{
    const struct sequent *q = &c->task->sequent;
    struct sequent_box box = q->box;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if (at[k])
            box.lo[k] = box.hi[k] = at[k];
    box.open_lo = box.open_hi = 0;
    for (size_t i = 0; i < q->nfacts; i++)
        if (!sequent_holds(q->facts[i], &box, &c->s->oracle))
            return false;
    return sequent_refutes(q->goal, &box, &c->s->oracle);
}

/* The centre moved by signs[k] 2^exponent in each variable. */
static bool try_step(struct scan *c, const int *signs, int exponent)
{
    struct scalar_pool *pool = c->s->pool;
    const struct scalar *at[SCALAR_MAX_VARIABLES] = {0}, *step;
    double x[SCALAR_MAX_VARIABLES];
    mpq_t length;
    mpq_init(length);
    mpq_set_ui(length, 1, 1);
    if (exponent < 0)
        mpq_div_2exp(length, length, (mp_bitcnt_t)-exponent);
    else
        mpq_mul_2exp(length, length, (mp_bitcnt_t)exponent);
    step = scalar_number(pool, length);
    mpq_clear(length);
    bool ok = step != NULL;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && ok; k++) {
        x[k] = c->near[k] + ldexp((double)signs[k], exponent);
        at[k] =
            scalar_sum(pool, c->centre[k], scalar_times(pool, signs[k], step));
        ok = !(c->mask >> k & 1) ||
             (at[k] && c->lo[k] <= x[k] && x[k] <= c->hi[k]);
    }
    if (ok && has_integral(c))
        return try_integrals(c, x);
    return ok && is_false(c, at) && range_take(c->s, c->task, at);
}

/* ---- lines through a place ---- */

/* The next exponent: by small steps, then ever faster. */
static int next_exponent(int exponent, int step)
{
    return exponent < 48 ? exponent + step : exponent * 3 / 2;
}

static bool try_line(struct scan *c, const int *signs)
{
    enum { LARGEST = 4000 };
    bool single = !(c->mask & (c->mask - 1)), whole = false;
    int step = has_integral(c) ? 4 : single ? 1 : 3;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        whole |= signs[k] && (c->task->sequent.integers >> k & 1);
    for (int e = 0; e < LARGEST; e = next_exponent(e, step))
        if (try_step(c, signs, e) || (!whole && try_step(c, signs, -e)))
            return true;
    return false;
}

/* Along each variable, and along all of them together. */
static bool try_lines(struct scan *c)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        int all[SCALAR_MAX_VARIABLES] = {0}, turn[SCALAR_MAX_VARIABLES] = {0};
        int side = sign;
        for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
            int one[SCALAR_MAX_VARIABLES] = {0};
            if (!(c->mask >> k & 1))
                continue;
            one[k] = all[k] = sign;
            turn[k] = side;
            side = -side;
            if (try_line(c, one))
                return true;
        }
        if ((c->mask & (c->mask - 1)) &&
            (try_line(c, all) || try_line(c, turn)))
            return true;
    }
    return false;
}

/* ---- places ---- */

static void set_centre(struct scan *c, size_t k, double x)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, isfinite(x) ? x : 0);
    c->centre[k] = scalar_number(c->s->pool, q);
    c->near[k] = mpq_get_d(q);
    mpq_clear(q);
}

/* Variable k of place n: an end, 0 or the middle. */
static void choose_centre(struct scan *c, size_t k, size_t n)
{
    const struct sequent_box *box = &c->task->sequent.box;
    const struct scalar *end = n == 0 ? box->lo[k] : box->hi[k];
    double lo = c->lo[k], hi = c->hi[k];
    if (n < 2 && end && (c->mask >> k & 1)) {
        c->centre[k] = end;
        c->near[k] = n == 0 ? lo : hi;
    } else if (n == 3 || !(lo <= 0 && hi >= 0)) {
        double middle = range_middle(lo, hi);
        bool integer = c->task->sequent.integers >> k & 1;
        set_centre(c, k, integer ? floor(middle) : middle);
    } else {
        set_centre(c, k, 0);
    }
}

static bool start(struct scan *c, struct range_search *s,
                  const struct range_task *task)
{
    *c = (struct scan){.s = s, .task = task};
    c->mask = task->sequent.goal->variables;
    for (size_t i = 0; i < task->sequent.nfacts; i++)
        c->mask |= task->sequent.facts[i]->variables;
    range_double_box(c->lo, c->hi, s, &task->sequent.box);
    size_t count = 0;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        count += c->mask >> k & 1;
    return count > 0 && count <= MOST_VARIABLES;
}

/* ---- zeros of arguments ---- */

/* |e| with variable k at t. */
static double size_at(const struct scan *c, const struct scalar *e, double *x,
                      size_t k, double t)
{
    x[k] = t;
    double value = fabs(range_double(c->s->doubles, e, x));
    return isnan(value) ? HUGE_VAL : value;
}

/* Sample i of variable k, the ends included; infinite ranges are cut. */
static double sample(const struct scan *c, size_t k, int i)
{
    enum { REACH = 16 };
    double lo = isinf(c->lo[k]) ? fmin(c->hi[k], 0) - REACH : c->lo[k];
    double hi = isinf(c->hi[k]) ? fmax(c->lo[k], 0) + REACH : c->hi[k];
    double t = (double)i / SAMPLES;
    return lo + t * (hi - lo);
}

/* The least |e| for variable k in [lo, hi]; false: it is not about 0. */
static bool refine(const struct scan *c, const struct scalar *e, double *x,
                   size_t k, double lo, double hi)
{
    for (int i = 0; i < REFINEMENTS; i++) {
        double a = lo + (hi - lo) * 0.382, b = lo + (hi - lo) * 0.618;
        if (size_at(c, e, x, k, a) <= size_at(c, e, x, k, b))
            hi = b;
        else
            lo = a;
    }
    return size_at(c, e, x, k, lo + (hi - lo) / 2) < 1e-7;
}

/* Zeros of e in variable k, the others being at the centre. */
static void visit_zeros(const struct scan *c, const struct scalar *e, size_t k)
{
    double x[SCALAR_MAX_VARIABLES], size[SAMPLES + 1];
    memcpy(x, c->near, sizeof x);
    for (int i = 0; i <= SAMPLES; i++)
        size[i] = size_at(c, e, x, k, sample(c, k, i));
    for (int i = 0; i <= SAMPLES && !c->s->violated; i++) {
        int before = i > 0 ? i - 1 : i, after = i < SAMPLES ? i + 1 : i;
        if (size[i] <= size[before] && size[i] <= size[after] &&
            refine(c, e, x, k, sample(c, k, before), sample(c, k, after)))
            (void)range_certify(c->s, c->task, x);
    }
}

static void visit_goal(const struct scan *c, const struct goal *g);

static void visit_argument(const struct scan *c, const struct scalar *e)
{
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && !c->s->violated; k++)
        if (e->variables >> k & 1)
            visit_zeros(c, e, k);
}

/* Arguments of signs, and sides of conditions, within e. */
static void visit_term(const struct scan *c, const struct scalar *e)
{
    if (!e->has_kink || !e->variables || c->s->violated)
        return;
    if (e->op == SCALAR_CALL && e->fn == FN_SIGN)
        visit_argument(c, e->kids[0]);
    if (e->op == SCALAR_IF)
        visit_goal(c, e->condition);
    for (size_t i = 0; i < e->count; i++)
        visit_term(c, e->kids[i]);
}

/* The sides of conditions, and what stands in them. */
static void visit_goal(const struct scan *c, const struct goal *g)
{
    if (!g->term) {
        visit_goal(c, g->a);
        visit_goal(c, g->b);
        return;
    }
    if (c->task->sequent.goal != g)
        visit_argument(c, g->term);
    visit_term(c, g->term);
}

/* ---- all of it ---- */

/* Bounded by itself: takes nothing from proofs. */
static bool scan_places(struct scan *c)
{
    for (size_t n = 0; n < CENTRES && !c->s->violated; n++) {
        for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
            choose_centre(c, k, n);
        if (c->task->sequent.goal->has_kink)
            visit_goal(c, c->task->sequent.goal);
        c->s->violated = c->s->violated || try_lines(c);
    }
    return c->s->violated;
}

bool range_scan(struct range_search *s, const struct range_task *task)
{
    struct scan c;
    size_t spent = scalar_spent(s->pool), before = s->spent;
    if (!s->violation || s->violated || !start(&c, s, task))
        return s->violated;
    (void)scan_places(&c);
    s->spent = before + scalar_spent(s->pool) - spent;
    return s->violated;
}
