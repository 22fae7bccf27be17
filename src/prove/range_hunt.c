/* Minima of the margin in doubles: places of contact, and hopeless goals. */
#include "prove/range_internal.h"

#include "base/rng.h"

#include <math.h>
#include <string.h>

struct minimum {
    double x[SCALAR_MAX_VARIABLES], value;
};

struct hunt {
    struct range_search *s;
    const struct range_task *task;
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    unsigned mask; /* variables that matter */
    bool is_whole; /* the goal is that of the link itself */
    struct minimum best[RANGE_MAX_STARTS];
    size_t count;
};

/* ---- values ---- */

/* Negative where the relation fails; NaN counts as no failure. */
static double margin(struct range_search *s, const struct goal *g,
                     const double *x)
{
    if (g->term) {
        double v = range_double(s->doubles, g->term, x);
        return isnan(v) ? HUGE_VAL : v;
    }
    double a = margin(s, g->a, x), b = margin(s, g->b, x);
    return (g->kind == GOAL_AND) == (a < b) ? a : b;
}

static double value_at(struct hunt *h, const double *x)
{
    const struct sequent *q = &h->task->sequent;
    for (size_t i = 0; i < q->nfacts; i++)
        if (margin(h->s, q->facts[i], x) < 0)
            return HUGE_VAL;
    return margin(h->s, q->goal, x);
}

/* ---- starts ---- */

static double radical_inverse(size_t n, size_t base)
{
    double sum = 0, part = 1;
    for (; n; n /= base) {
        part /= (double)base;
        sum += part * (double)(n % base);
    }
    return sum;
}

/* t in [0, 1] to the range, infinite ends by t / (1 - t). */
static double stretch(double t, double lo, double hi)
{
    double far = fmax(1 / (1 - t + 1e-9) - 1, 0);
    if (isinf(lo) && isinf(hi))
        return t < 0.5 ? -(0.5 / (t + 1e-9) - 1) : 0.5 / (1 - t + 1e-9) - 1;
    if (isinf(hi))
        return lo + far;
    if (isinf(lo))
        return hi - far;
    return lo + t * (hi - lo);
}

/* Point n: the first ones are corners. */
static void start_point(double *x, const struct hunt *h, size_t n)
{
    static const size_t bases[SCALAR_MAX_VARIABLES] = {2,  3,  5,  7,
                                                       11, 13, 17, 19};
    size_t corners = 0, bit = 0;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        corners += h->mask >> k & 1;
    corners = (size_t)1 << corners;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        double t = radical_inverse(n + 1, bases[k]);
        x[k] = 0;
        if (!(h->mask >> k & 1)) {
            x[k] =
                isinf(h->lo[k]) ? range_middle(h->lo[k], h->hi[k]) : h->lo[k];
            continue;
        }
        if (n < corners)
            t = (double)(n >> bit++ & 1);
        x[k] = stretch(t, h->lo[k], h->hi[k]);
        if (h->task->sequent.integers >> k & 1)
            x[k] = ceil(x[k] - 0.5);
    }
}

static void keep(struct hunt *h, const double *x, double value)
{
    size_t at = h->count;
    if (!(value < HUGE_VAL))
        return;
    while (at > 0 && h->best[at - 1].value > value)
        at--;
    if (at == RANGE_MAX_STARTS)
        return;
    size_t last = h->count < RANGE_MAX_STARTS ? h->count++ : h->count - 1;
    memmove(&h->best[at + 1], &h->best[at], (last - at) * sizeof *h->best);
    memcpy(h->best[at].x, x, sizeof h->best[at].x);
    h->best[at].value = value;
}

/* ---- descent ---- */

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/* One step of the given length in each direction; false: nothing better. */
static bool improve(struct hunt *h, struct minimum *m, double step)
{
    bool better = false;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        bool integer = h->task->sequent.integers >> k & 1;
        double width = fmin(h->hi[k] - h->lo[k], 1 + fabs(m->x[k]));
        double length = integer ? ceil(step * width) : step * width;
        if (!(h->mask >> k & 1))
            continue;
        for (int sign = -1; sign <= 1; sign += 2) {
            double old = m->x[k];
            m->x[k] = clamp(old + sign * length, h->lo[k], h->hi[k]);
            double value = value_at(h, m->x);
            if (value < m->value) {
                m->value = value;
                better = true;
            } else {
                m->x[k] = old;
            }
        }
    }
    return better;
}

/* A step in a direction of no coordinate: along the edge of a fact. */
static bool improve_aslant(struct hunt *h, struct minimum *m, double step,
                           struct rng *rng)
{
    struct minimum next = *m;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if ((h->mask & ~h->task->sequent.integers) >> k & 1)
            next.x[k] = clamp(m->x[k] + step * (2 * rng_unit(rng) - 1) *
                                            (1 + fabs(m->x[k])),
                              h->lo[k], h->hi[k]);
    next.value = value_at(h, next.x);
    if (!(next.value < m->value))
        return false;
    *m = next;
    return true;
}

enum { DESCENT_STEPS = 160, ASLANT_STEPS = 24, ASLANT_FEW = 4 };

static void descend(struct hunt *h, struct minimum *m)
{
    struct rng rng = rng_start(rng_key(0, "range_hunt"));
    double step = 0.125;
    for (size_t i = 0; i < DESCENT_STEPS && step > 1e-13; i++) {
        bool better = improve(h, m, step);
        size_t aslant = h->is_whole ? ASLANT_STEPS : ASLANT_FEW;
        for (size_t j = 0; j < aslant && h->task->sequent.nfacts; j++)
            better |= improve_aslant(h, m, step, &rng);
        step = better ? step * 1.5 : step * 0.5;
    }
}

/* ---- the hunt ---- */

bool range_is_false_at(struct range_search *s, const struct sequent *q,
                       const double *x)
{
    struct sequent_box box = q->box;
    unsigned mask = q->goal->variables;
    for (size_t i = 0; i < q->nfacts; i++)
        mask |= q->facts[i]->variables;
    mpq_t value;
    bool ok = true;
    mpq_init(value);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && ok; k++) {
        if (!(mask >> k & 1))
            continue;
        double lo = -HUGE_VAL, hi = HUGE_VAL, ignored;
        if (q->box.lo[k])
            (void)range_values_double(&ignored, &lo, s->values, q->box.lo[k],
                                      &q->box);
        if (q->box.hi[k])
            (void)range_values_double(&hi, &ignored, s->values, q->box.hi[k],
                                      &q->box);
        ok = isfinite(x[k]) && lo <= x[k] && x[k] <= hi &&
             !(x[k] == lo && (q->box.open_lo >> k & 1)) &&
             !(x[k] == hi && (q->box.open_hi >> k & 1)) &&
             !((q->integers >> k & 1) && x[k] != floor(x[k]));
        if (ok)
            mpq_set_d(value, x[k]);
        box.lo[k] = box.hi[k] = scalar_number(s->pool, value);
        ok = ok && box.lo[k];
    }
    mpq_clear(value);
    for (size_t i = 0; i < q->nfacts && ok; i++)
        ok = sequent_holds(q->facts[i], &box, &s->oracle);
    if (!ok || !q->goal->term)
        return false;
    unsigned signs = s->oracle.signs(s->oracle.context, q->goal->term, &box);
    return signs == SIGN_NEGATIVE ||
           (q->goal->kind == GOAL_GT && signs == SIGN_ZERO);
}

/*
 * Descents stop short on the curved edge of a fact.  There the least value is
 * looked for on the edge itself, where it seems to be about 0.
 */
static void slide(struct hunt *h, struct minimum *m)
{
    const struct sequent *q = &h->task->sequent;
    double x[SCALAR_MAX_VARIABLES];
    memcpy(x, m->x, sizeof x);
    for (size_t i = 0; i < q->nfacts && m->value > 1e-9 && m->value < 1e-2;
         i++) {
        if (!range_on_edge(h->s, q, q->facts[i], x))
            continue;
        double value = range_double(h->s->doubles, q->goal->term, x);
        if (fabs(value) < fabs(m->value)) {
            memcpy(m->x, x, sizeof x);
            m->value = value;
        }
    }
}

static void follow(struct hunt *h, struct minimum *m)
{
    descend(h, m);
    slide(h, m);
    if (fabs(m->value) < 1e-6)
        range_mark_contact(h->s, h->task->sequent.goal, h->mask, h->lo, h->hi,
                           m->x);
}

enum { OTHER_SHARE = 3 };

/*
 * Whether the goal is false where the hunt ended, or a little towards a start:
 * the end may lie on the edge of a fact, which then is not certain.  x is the
 * point.
 */
static bool is_false_near(double *x, struct hunt *h,
                          const struct minimum *starts, size_t count)
{
    static const double parts[] = {0, 1e-9, 1e-6, 1e-4, 1e-2};
    enum { MOST = 3 };
    for (size_t i = 0; i < count && i < MOST; i++)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            for (size_t j = 0; j < SCALAR_MAX_VARIABLES; j++)
                x[j] = h->s->least[j] +
                       parts[k] * (starts[i].x[j] - h->s->least[j]);
            if (value_at(h, x) < 0 &&
                range_is_false_at(h->s, &h->task->sequent, x))
                return true;
        }
    return false;
}

void range_hunt(struct range_search *s, const struct range_task *task)
{
    struct hunt h = {.s = s, .task = task};
    struct minimum starts[RANGE_MAX_STARTS];
    double x[SCALAR_MAX_VARIABLES];
    h.mask = task->sequent.goal->variables;
    for (size_t i = 0; i < task->sequent.nfacts; i++)
        h.mask |= task->sequent.facts[i]->variables;
    range_double_box(h.lo, h.hi, s, &task->sequent.box);
    /* a goal on the way to another need only be known to be hopeful */
    h.is_whole = s->whole && task->sequent.goal == s->whole->goal;
    size_t share = h.is_whole ? 1 : OTHER_SHARE;
    for (size_t n = 0; n < s->limits->points / share; n++) {
        start_point(x, &h, n);
        keep(&h, x, value_at(&h, x));
    }
    s->least_value = HUGE_VAL;
    memcpy(starts, h.best, sizeof starts);
    for (size_t i = 0; i < h.count / share; i++) {
        follow(&h, &h.best[i]);
        if (h.best[i].value < s->least_value) {
            s->least_value = h.best[i].value;
            memcpy(s->least, h.best[i].x, sizeof s->least);
        }
    }
    if (s->least_value < 0 && (h.is_whole || !s->is_own))
        s->is_refuted = is_false_near(x, &h, starts, h.count);
    s->is_false = s->is_false || (s->is_refuted && h.is_whole &&
                                  range_is_false_at(s, s->whole, x));
    range_tick(s);
}

/* ---- multipliers ---- */

/* The ratio of the gradients of f and g at the point; NaN: none. */
static double gradient_ratio(struct range_search *s, const struct scalar *f,
                             const struct scalar *g)
{
    double most = 0, ratio = NAN;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        const struct scalar *a = scalar_derivative(s->pool, f, k);
        const struct scalar *b = scalar_derivative(s->pool, g, k);
        if (!a || !b)
            return NAN;
        double x = range_double(s->doubles, a, s->least);
        double y = range_double(s->doubles, b, s->least);
        if (fabs(y) > most) {
            most = fabs(y);
            ratio = x / y;
        }
    }
    return ratio;
}

/* Whether f - c g seems to be >= 0 on the box of the task. */
static bool seems_enough(struct range_search *s, const struct range_task *task,
                         const struct scalar *g,
                         const struct partition_number *c)
{
    struct range_task kid = *task;
    struct hunt h = {
        .s = s, .task = &kid, .mask = task->sequent.goal->variables};
    double x[SCALAR_MAX_VARIABLES];
    kid.sequent.nfacts = 0;
    kid.sequent.goal = goal_compare(
        s->pool, task->sequent.goal->kind,
        scalar_difference(
            s->pool, task->sequent.goal->term,
            scalar_product(s->pool, sequent_number(s->pool, c), g)));
    if (!kid.sequent.goal)
        return false;
    h.mask |= kid.sequent.goal->variables;
    range_double_box(h.lo, h.hi, s, &kid.sequent.box);
    for (size_t n = 0; n < s->limits->points; n++) {
        start_point(x, &h, n);
        if (value_at(&h, x) < -1e-9)
            return false;
    }
    struct minimum m;
    memcpy(m.x, s->least, sizeof m.x);
    m.value = value_at(&h, m.x);
    descend(&h, &m);
    return m.value > -1e-11;
}

/* The multiplier near `ratio` of the fact g as an exact number. */
static bool guess_multiplier(struct range_search *s,
                             const struct range_task *task,
                             const struct scalar *g, double ratio,
                             struct partition_number *c)
{
    double near;
    for (size_t i = 1; i < RANGE_SLACKS && ratio > 0; i++)
        for (size_t form = 0; form < RANGE_FORMS; form++)
            if (range_guess_number(c, &near, ratio, form,
                                   range_slack(i) * (1 + ratio)) &&
                near > 0 && seems_enough(s, task, g, c))
                return true;
    return false;
}

/*
 * The simplest c for which f - c g >= 0 at all points tried: at corners of the
 * box the gradients do not say it.
 */
static bool sampled_multiplier(struct range_search *s,
                               const struct range_task *task,
                               const struct scalar *g,
                               struct partition_number *c)
{
    struct hunt h = {
        .s = s, .task = task, .mask = task->sequent.goal->variables};
    double x[SCALAR_MAX_VARIABLES], lo = 0, hi = HUGE_VAL;
    h.mask |= g->variables;
    range_double_box(h.lo, h.hi, s, &task->sequent.box);
    for (size_t n = 0; n < s->limits->points; n++) {
        start_point(x, &h, n);
        double value = range_double(s->doubles, g, x);
        double ratio =
            range_double(s->doubles, task->sequent.goal->term, x) / value;
        if (value > 1e-9 && ratio < hi)
            hi = ratio;
        if (value < -1e-9 && ratio > lo)
            lo = ratio;
    }
    if (!(lo > 0 && lo <= hi)) /* else no point asks for one */
        return false;
    c->kind = CONSTANT_PLAIN;
    range_simplest(c->value.q, lo, hi);
    return seems_enough(s, task, g, c);
}

/* The same for equations, at whose points the hunt never is. */
static bool equation_multiplier(struct range_search *s,
                                const struct range_task *task, size_t *fact,
                                struct partition_number *c)
{
    const struct sequent *q = &task->sequent;
    for (size_t i = 0; i < RANGE_MAX_BARREN; i++)
        if (s->unmatched[i] == q->goal)
            return false;
    for (size_t i = 0; i < q->nfacts; i++) {
        double ratio;
        *fact = i;
        if (!range_equation_multiplier(s, task, fact, &ratio))
            continue;
        const struct scalar *g = q->facts[*fact]->term;
        /* at a corner of the box larger ones may do where the least does not */
        if (guess_multiplier(s, task, g, ratio, c) ||
            guess_multiplier(s, task, g, ceil(ratio), c))
            return true;
    }
    s->unmatched[s->nunmatched++ % RANGE_MAX_BARREN] = q->goal;
    return false;
}

bool range_multiplier(struct range_search *s, const struct range_task *task,
                      size_t *fact, struct partition_number *c)
{
    const struct sequent *q = &task->sequent;
    if (equation_multiplier(s, task, fact, c))
        return true;
    if (!(fabs(s->least_value) < 1e-6))
        return false;
    for (*fact = 0; *fact < q->nfacts; ++*fact) {
        const struct goal *g = q->facts[*fact];
        if (!g->term || g->has_kink ||
            !(fabs(range_double(s->doubles, g->term, s->least)) < 1e-6))
            continue;
        double ratio = gradient_ratio(s, q->goal->term, g->term);
        if (guess_multiplier(s, task, g->term, ratio, c) ||
            sampled_multiplier(s, task, g->term, c))
            return true;
    }
    return false;
}
