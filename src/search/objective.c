#include "search/objective_internal.h"

#include "search/degree.h"
#include "search/magnitude.h"

#include "eval/linalg_double.h"

#include <math.h>
#include <stdlib.h>

static void find_inputs(struct objective *o)
{
    o->inputs = xcalloc(o->stage->layout.nslots, sizeof *o->inputs);
    for (size_t s = 0; s < o->stage->layout.nslots; s++)
        o->inputs[s] = PLAN_NONE;
    for (size_t k = 0; k < o->cone.count; k++) {
        const struct plan_instr *i = &o->stage->plan->instrs[o->cone.ids[k]];
        if (i->op == PL_INPUT)
            o->inputs[i->slot] = o->cone.ids[k];
    }
}

static bool is_junction(const struct plan_instr *i)
{
    return i->op == PL_SELECT ||
           (i->op == PL_CALL && (i->fn == FN_MAX2 || i->fn == FN_MIN2 ||
                                 i->fn == FN_RELU || i->fn == FN_SIGN));
}

static void find_junctions(struct objective *o)
{
    for (size_t k = 0; k < o->cone.count; k++) {
        const struct plan_instr *i = &o->stage->plan->instrs[o->cone.ids[k]];
        size_t size = i->op == PL_SELECT ? 1 : (size_t)i->rows * i->cols;
        for (size_t e = 0; is_junction(i) && e < size && e < MOST_ENTRIES &&
                           o->njunctions < MOST_JUNCTIONS;
             e++)
            o->junctions[o->njunctions++] =
                (struct junction){o->cone.ids[k], e};
    }
}

struct pair {
    const struct plan_instr *lhs, *rhs;
    const double *x, *y;
    size_t sx, sy, count; /* steps: 0 for a side that is one number */
};

static size_t entries(const struct plan_instr *i)
{
    return (size_t)i->rows * i->cols;
}

static struct pair pair_of(const struct objective *o,
                           const struct plan_instr *i)
{
    const struct plan *plan = o->stage->plan;
    struct pair p = {.lhs = &plan->instrs[i->args[0]],
                     .rhs = &plan->instrs[i->args[1]],
                     .x = double_run_value(o->stage->forward, i->args[0]),
                     .y = double_run_value(o->stage->forward, i->args[1])};
    size_t nx = entries(p.lhs), ny = entries(p.rhs);
    p.sx = nx > 1;
    p.sy = ny > 1;
    p.count = nx > ny ? nx : ny;
    return p;
}

struct objective *objective_new(struct stage *stage, size_t link)
{
    struct objective *o = xcalloc(1, sizeof *o);
    LOCAL_FREE bool *links = xcalloc(stage->nlinks, sizeof *links);
    LOCAL_FREE bool *all = xcalloc(stage->nassumptions, sizeof *all);
    for (size_t i = 0; i < stage->nassumptions; i++)
        all[i] = true;
    links[link] = true;
    o->stage = stage;
    o->link = stage->links[link];
    o->gradient = gradient_new(stage->plan);
    o->degrees = xcalloc(stage->plan->count + 1, sizeof *o->degrees);
    o->breached = PLAN_NONE;
    stage_cone(&o->cone, stage, CONE_LITERAL, all, links);
    find_inputs(o);
    find_junctions(o);
    objective_find_equations(o);
    return o;
}

void objective_free(struct objective *o)
{
    if (!o)
        return;
    gradient_free(o->gradient);
    free(o->cone.ids);
    free(o->degrees);
    free(o->inputs);
    free(o);
}

/* ---- degrees of relations ---- */

static double scale_of(const struct pair *p)
{
    double most = 0;
    for (size_t k = 0; k < p->count; k++)
        most = fmax(most, fmax(fabs(p->x[k * p->sx]), fabs(p->y[k * p->sy])));
    return most;
}

/*
 * Of a relation between two numbers of which one overflows or vanishes in
 * doubles: by their logarithms, in which the derivatives are meant then.
 */
static bool hidden_degree(struct degree *d, const struct objective *o,
                          const struct plan_instr *i)
{
    const double least = 1e-290;
    struct pair p = pair_of(o, i);
    bool is_order = i->rel != REL_EQ && i->rel != REL_NE;
    if (!is_order || p.count != 1 || isnan(p.x[0]) || isnan(p.y[0]) ||
        (fabs(p.x[0]) >= least && fabs(p.y[0]) >= least && isfinite(p.x[0]) &&
         isfinite(p.y[0])))
        return false;
    const struct plan *plan = o->stage->plan;
    struct magnitude x = magnitude_of(plan, o->stage->forward, i->args[0]);
    struct magnitude y = magnitude_of(plan, o->stage->forward, i->args[1]);
    double gap = x.log - y.log, slope;
    if (x.sign == 0 || x.sign != y.sign || !isfinite(gap))
        return false;
    double sign = i->rel == REL_LE || i->rel == REL_LT ? x.sign : -x.sign;
    d->value = degree_compress(sign * gap, &slope);
    d->dx = sign * slope;
    d->dy = -d->dx;
    return true;
}

static struct degree negative(struct degree d)
{
    return (struct degree){-d.value, -d.dx, -d.dy};
}

/* The worst entry of a relation; *at is where. */
static struct degree worst_entry(const struct objective *o,
                                 const struct plan_instr *i, size_t *at)
{
    struct pair p = pair_of(o, i);
    double scale = scale_of(&p);
    struct degree worst = {-INFINITY, 0, 0};
    *at = 0;
    if (hidden_degree(&worst, o, i))
        return worst;
    for (size_t k = 0; k < p.count; k++) {
        struct degree d =
            degree_of_pair(i->rel, p.x[k * p.sx], p.y[k * p.sy], scale);
        if (isnan(d.value))
            return d;
        if (d.value > worst.value) {
            worst = d;
            *at = k;
        }
    }
    return i->rel == REL_NE ? negative(worst) : worst;
}

/* How far from symmetric, or the least eigenvalue below 0. */
static double psd_degree(const struct objective *o, const struct plan_instr *i)
{
    const double *a = double_run_value(o->stage->forward, i->args[0]);
    size_t n = o->stage->plan->instrs[i->args[0]].rows;
    double most = 0, skew = 0;
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++) {
            most = fmax(most, fabs(a[r * n + c]));
            skew = fmax(skew, fabs(a[r * n + c] - a[c * n + r]));
        }
    if (most == 0)
        return -1;
    if (skew > 64 * DEGREE_NOISE * most)
        return skew / most;
    return -linalg_double_eigmin(a, n) / most;
}

/* ---- degrees of all truths ---- */

/* The argument that settles an `and` or `or`. */
static plan_id deciding(const struct objective *o, const struct plan_instr *i)
{
    plan_id best = PLAN_NONE;
    for (uint32_t k = 0; k < i->nargs; k++) {
        double d = o->degrees[i->args[k]];
        if (isnan(d))
            return i->args[k];
        if (best == PLAN_NONE ||
            (i->op == PL_AND ? d > o->degrees[best] : d < o->degrees[best]))
            best = i->args[k];
    }
    return best;
}

static double constant_degree(enum truth t)
{
    if (t == TRUTH_TRUE)
        return -2 * DEGREE_BEYOND;
    return t == TRUTH_FALSE ? 2 * DEGREE_BEYOND : NAN;
}

static double connective_degree(const struct objective *o,
                                const struct plan_instr *i)
{
    plan_id best = deciding(o, i);
    if (best == PLAN_NONE)
        return constant_degree(i->op == PL_AND ? TRUTH_TRUE : TRUTH_FALSE);
    return o->degrees[best];
}

static double truth_degree(const struct objective *o, plan_id id)
{
    const struct plan_instr *i = &o->stage->plan->instrs[id];
    size_t at;
    if (i->op == PL_REL)
        return worst_entry(o, i, &at).value;
    if (i->op == PL_PSD)
        return psd_degree(o, i);
    if (i->op == PL_NOT)
        return -o->degrees[i->args[0]];
    if (i->op == PL_TRUTH)
        return constant_degree(i->truth);
    return connective_degree(o, i);
}

/* Doubles that see an assumption hold are believed here, and only here. */
static double breach_of(const struct objective *o, plan_id id)
{
    const double touching = 1e-9;
    double degree = o->degrees[id];
    enum truth t = double_run_truth(o->stage->forward, id);
    if (isnan(degree))
        return INFINITY;
    if (degree < 0 || t == TRUTH_TRUE)
        return 0;
    return fmax(degree, touching);
}

/* ---- junctions ---- */

/* The two numbers that an entry of max, min, relu or sign compares. */
static void compared(const struct objective *o, const struct junction *j,
                     double *x, double *y)
{
    const struct plan_instr *i = &o->stage->plan->instrs[j->id];
    *x = *y = 0;
    for (uint32_t k = 0; k < i->nargs; k++) {
        bool one = entries(&o->stage->plan->instrs[i->args[k]]) == 1;
        const double *v = double_run_value(o->stage->forward, i->args[k]);
        *(k == 0 ? x : y) = v[one ? 0 : j->entry];
    }
}

/* Above 0 on one way, below on the other. */
static double heading(const struct objective *o, const struct junction *j)
{
    const struct plan_instr *i = &o->stage->plan->instrs[j->id];
    double x, y;
    if (i->op == PL_SELECT)
        return o->degrees[i->args[0]];
    compared(o, j, &x, &y);
    return copysign(log1p(fabs(x - y)), x - y);
}

static void seed_heading(struct objective *o, const struct junction *j)
{
    const struct plan_instr *i = &o->stage->plan->instrs[j->id];
    double x, y;
    compared(o, j, &x, &y);
    for (uint32_t k = 0; k < i->nargs && isfinite(x - y); k++) {
        bool one = entries(&o->stage->plan->instrs[i->args[k]]) == 1;
        gradient_seed(o->gradient, i->args[k], one ? 0 : j->entry,
                      (k == 0 ? o->way : -o->way) / (1 + fabs(x - y)));
    }
}

struct merit objective_eval(struct objective *o)
{
    struct stage *s = o->stage;
    struct merit m = {-INFINITY, 0};
    double_run_eval(s->forward, &s->x, o->cone.ids, o->cone.count);
    for (size_t k = 0; k < o->cone.count; k++)
        if (plan_is_truth(s->plan->instrs[o->cone.ids[k]].op))
            o->degrees[o->cone.ids[k]] = truth_degree(o, o->cone.ids[k]);
    o->breached = PLAN_NONE;
    for (size_t i = 0; i < s->nassumptions; i++) {
        double breach = breach_of(o, s->plan->assumptions[i]);
        if (breach > m.breach) {
            m.breach = breach;
            o->breached = s->plan->assumptions[i];
        }
    }
    double score =
        o->focus ? o->way * heading(o, o->focus) : o->degrees[o->link->truth];
    if (!isnan(score))
        m.score = score;
    return m;
}

size_t objective_junctions(const struct objective *o)
{
    return o->njunctions;
}

plan_id objective_breached(const struct objective *o)
{
    plan_id id = o->breached;
    while (id != PLAN_NONE) {
        const struct plan_instr *i = &o->stage->plan->instrs[id];
        if (i->op != PL_AND && i->op != PL_OR)
            break;
        plan_id next = deciding(o, i);
        if (next == PLAN_NONE)
            break;
        id = next;
    }
    return id;
}

double objective_shortfall(const struct objective *o)
{
    if (o->breached == PLAN_NONE)
        return 0;
    double degree = o->degrees[o->breached];
    if (!isfinite(degree) || degree <= 0)
        return 0;
    return degree < DEGREE_BEYOND - 100 ? 1 - exp(-degree)
                                        : degree - DEGREE_BEYOND;
}

void objective_focus(struct objective *o, size_t k)
{
    o->focus = k < o->njunctions ? &o->junctions[k] : NULL;
    if (o->focus)
        o->way = heading(o, o->focus) > 0 ? -1 : 1;
}

bool merit_is_better(const struct merit *a, const struct merit *b)
{
    if (a->breach > 0 || b->breach > 0)
        return a->breach < b->breach;
    return a->score > b->score;
}

/* ---- gradients ---- */

static void seed_relation(struct objective *o, const struct plan_instr *i,
                          double sign)
{
    size_t at;
    struct degree d;
    struct pair p = pair_of(o, i);
    if (hidden_degree(&d, o, i)) {
        const struct stage *s = o->stage;
        magnitude_seed(o->gradient, s->plan, s->forward, i->args[0],
                       sign * d.dx);
        magnitude_seed(o->gradient, s->plan, s->forward, i->args[1],
                       sign * d.dy);
        return;
    }
    d = worst_entry(o, i, &at);
    if (!isfinite(d.dx) || !isfinite(d.dy))
        return;
    gradient_seed(o->gradient, i->args[0], at * p.sx, sign * d.dx);
    gradient_seed(o->gradient, i->args[1], at * p.sy, sign * d.dy);
}

static void seed_psd(struct objective *o, const struct plan_instr *i,
                     double sign)
{
    const double *a = double_run_value(o->stage->forward, i->args[0]);
    size_t n = o->stage->plan->instrs[i->args[0]].rows;
    double most = 0;
    for (size_t k = 0; k < n * n; k++)
        most = fmax(most, fabs(a[k]));
    if (n == 0 || !isfinite(most) || most == 0)
        return;
    LOCAL_FREE double *memory = xcalloc(n * n + n, sizeof *memory);
    double *q = memory, *values = memory + n * n;
    linalg_double_eigen(values, q, a, n);
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            gradient_seed(o->gradient, i->args[0], r * n + c,
                          -sign * q[r] * q[c] / most);
}

plan_id objective_settling(const struct objective *o, plan_id id, double *sign)
{
    while (id != PLAN_NONE) { /* ids only fall */
        const struct plan_instr *i = &o->stage->plan->instrs[id];
        if (i->op == PL_REL || i->op == PL_PSD)
            return id;
        *sign = i->op == PL_NOT ? -*sign : *sign;
        id = i->op == PL_NOT                     ? i->args[0]
             : i->op == PL_AND || i->op == PL_OR ? deciding(o, i)
                                                 : PLAN_NONE;
    }
    return PLAN_NONE;
}

void objective_differentiate(struct objective *o, bool of_breach)
{
    plan_id id = of_breach ? o->breached : o->link->truth;
    double sign = 1;
    gradient_reset(o->gradient, o->cone.ids, o->cone.count);
    if (o->focus && !of_breach) {
        const struct plan_instr *i = &o->stage->plan->instrs[o->focus->id];
        bool is_condition = i->op == PL_SELECT;
        sign = o->way;
        id = is_condition ? i->args[0] : PLAN_NONE;
        if (!is_condition)
            seed_heading(o, o->focus);
    }
    if (id != PLAN_NONE)
        id = objective_settling(o, id, &sign);
    if (id != PLAN_NONE && o->stage->plan->instrs[id].op == PL_REL)
        seed_relation(o, &o->stage->plan->instrs[id], sign);
    else if (id != PLAN_NONE)
        seed_psd(o, &o->stage->plan->instrs[id], sign);
    gradient_back(o->gradient, o->stage->forward, o->cone.ids, o->cone.count);
}

const double *objective_gradient(const struct objective *o, size_t slot)
{
    plan_id id = o->inputs[slot];
    return id == PLAN_NONE ? NULL : gradient_of(o->gradient, id);
}
