/*
 * Places where the sides of a claim about few numbers only meet: Newton's
 * method on the gradient of lhs - rhs finds them to the last bits, closed forms
 * are guessed for the coordinates, and the ladder and the checker decide.
 */
#include "search/ascent_internal.h"
#include "search/closed_form.h"
#include "search/eliminate.h"
#include "search/slices.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEWTON_STEPS = 30,
    TIE_BITS = 256,   /* that the ladder spends on one */
    MOST_TIES = 160,  /* places whose closed form is looked for */
    MOST_FORMS = 600, /* instances given to the ladder, */
    MOST_ASKED = 24,  /* and of these to the checker */
    NARROW = 3        /* forms of a coordinate where many are free */
};

/* Differences of the sides that look like none, at closed forms too. */
static const double touching = 1e-7, equal = 1e-11;
/* How far off coordinates may be, after Newton's method and before. */
static const double exact = 1e-10, loose = 1e-5;

struct tie {
    struct ascent *a;
    struct space *space;
    size_t n;
    plan_id relation; /* at the point looked at last */
    bool jumps;       /* what doubles see there may be wrong */
    struct closed_forms forms[ASCENT_MOST_NUMBERS];
    const struct expr *at[ASCENT_MOST_NUMBERS];
};

/* ---- lhs - rhs ---- */

/* Whether doubles see the sides meet where the assumptions hold. */
static bool is_touching(struct tie *tie, const double *t, double slack)
{
    const struct objective *o = tie->a->w->objective;
    double size;
    struct merit m = ascent_look(tie->a, t);
    tie->relation = objective_relation(o);
    return m.breach <= touching && tie->relation != PLAN_NONE &&
           fabs(objective_term_value(o, tie->relation, &size)) <= slack * size;
}

static void differentiate(struct ascent *a, plan_id term, const double *t,
                          double *g)
{
    ascent_look(a, t);
    objective_differentiate_term(a->w->objective, term);
    space_pull(a->w->space, t, a->w->objective, g);
}

static double clamp(const struct space *space, size_t k, double x)
{
    return fmin(fmax(x, space->blocks[k].lo), space->blocks[k].hi);
}

bool ascent_zero(struct ascent *a, plan_id term, double *t, size_t k)
{
    double g[ASCENT_MOST_NUMBERS], size, value = INFINITY;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        differentiate(a, term, t, g);
        value = objective_term_value(a->w->objective, term, &size);
        double step = value / g[k];
        if (!isfinite(step) || fabs(value) <= 1e-15 * size)
            break;
        t[k] = clamp(a->w->space, k, t[k] - step);
    }
    return fabs(value) <= 1e-9 * size;
}

/* ---- where the gradient of lhs - rhs is 0 ---- */

static bool is_free(const struct tie *tie, size_t k, double x)
{
    const struct block *b = &tie->space->blocks[k];
    return b->kind != GIVEN_INT && x > b->lo && x < b->hi;
}

/* The Newton step for the free coordinates, as large as its largest. */
static double newton_step(struct tie *tie, double *t, double *step)
{
    enum { N = ASCENT_MOST_NUMBERS };
    double system[N * (N + 1)], g[N], above[N], below[N], most = 0;
    size_t free[N], m = 0;
    for (size_t k = 0; k < tie->n; k++)
        if (is_free(tie, k, t[k]))
            free[m++] = k;
    differentiate(tie->a, tie->relation, t, g);
    for (size_t j = 0; j < m; j++) {
        double old = t[free[j]], h = 1e-6 * (1 + fabs(old));
        t[free[j]] = old + h;
        differentiate(tie->a, tie->relation, t, above);
        t[free[j]] = old - h;
        differentiate(tie->a, tie->relation, t, below);
        t[free[j]] = old;
        for (size_t i = 0; i < m; i++)
            system[i * (m + 1) + j] =
                (above[free[i]] - below[free[i]]) / (2 * h);
    }
    for (size_t i = 0; i < m; i++)
        system[i * (m + 1) + m] = -g[free[i]];
    eliminate(system, m, g);
    memset(step, 0, tie->n * sizeof *step);
    for (size_t i = 0; i < m; i++) {
        step[free[i]] = g[i];
        most = fmax(most, fabs(g[i]) / (1 + fabs(t[free[i]])));
    }
    return most;
}

/* Moves t to a stationary point nearby; false: it is not reached. */
static bool make_stationary(struct tie *tie, double *t)
{
    const double far = 0.5, near = 1e-13;
    double step[ASCENT_MOST_NUMBERS], size = INFINITY;
    for (int i = 0; i < NEWTON_STEPS && size > near; i++) {
        size = newton_step(tie, t, step);
        if (!(size < far))
            return false;
        for (size_t k = 0; k < tie->n; k++)
            t[k] = clamp(tie->space, k, t[k] + step[k]);
    }
    return size < exact;
}

/* ---- closed forms ---- */

/* Whether the claim fails where its sides are equal. */
static bool is_strict(const struct tie *tie)
{
    const struct plan_instr *i = &tie->a->w->stage->plan->instrs[tie->relation];
    return i->rel == REL_LT || i->rel == REL_GT || i->rel == REL_NE;
}

/*
 * What the checker says of the stage: that sides are equal is more than the
 * ladder may tell.
 */
static bool is_confirmed(struct tie *tie, const struct stage *stage)
{
    struct ascent *a = tie->a;
    const enum truth truth = a->outcomes[a->link].truth;
    const struct checker *checker = a->options->checker;
    const struct checker_question q = {.spec = a->spec,
                                       .claim = a->claim,
                                       .link = a->link,
                                       .x = &stage->x,
                                       .trial = a->trial,
                                       .truth = TRUTH_FALSE};
    char *evidence = NULL;
    if ((truth != TRUTH_FALSE && !(truth == TRUTH_UNKNOWN && is_strict(tie))) ||
        a->asked++ >= MOST_ASKED)
        return false;
    bool agrees =
        checker->ask(checker->context, &q, &evidence) == CHECKER_AGREES;
    free(evidence);
    return agrees;
}

/* The numbers tie->at, exactly. */
static bool decide(struct tie *tie)
{
    struct ascent *a = tie->a;
    size_t slots[ASCENT_MOST_NUMBERS];
    struct ladder_options ladder = a->options->ladder;
    enum admission admission = ADMISSION_UNKNOWN;
    for (size_t k = 0; k < tie->n; k++)
        slots[k] = tie->space->blocks[k].slot;
    struct stage *stage =
        slices_numbers(a->w->stage, a->spec, slots, tie->at, tie->n);
    a->forms++;
    a->out->decisions++;
    if (ladder.prec_max > TIE_BITS)
        ladder.prec_max = TIE_BITS;
    bool won =
        stage && workshops_build(a->workshops, stage) &&
        ladder_decide(&admission, a->outcomes, stage, &ladder) == ST_OK &&
        admission != ADMISSION_REJECTED && is_confirmed(tie, stage);
    if (won) {
        a->out->outcome = a->outcomes[a->link];
        if (a->out->outcome.truth == TRUTH_UNKNOWN)
            a->out->outcome.bits = 0; /* no ball has told it */
        a->out->stage = stage;
    } else {
        stage_free(stage);
    }
    return won;
}

/* All combinations of the guesses for coordinates k, k + 1, ... */
static bool try_forms(struct tie *tie, size_t k, double *t)
{
    const struct closed_forms *forms = &tie->forms[k];
    const double old = t[k];
    if (k == tie->n)
        return (tie->jumps || is_touching(tie, t, equal)) && decide(tie);
    bool won = false;
    for (size_t i = 0; i < forms->count && !won && tie->a->forms < MOST_FORMS;
         i++) {
        tie->at[k] = forms->items[i].expr;
        t[k] = forms->items[i].value;
        won = try_forms(tie, k + 1, t);
    }
    t[k] = old;
    return won;
}

static bool try_near(struct tie *tie, const double *t, double slack)
{
    double y[ASCENT_MOST_NUMBERS + 1];
    size_t free = 0;
    for (size_t k = 0; k < tie->n; k++)
        free += is_free(tie, k, t[k]);
    for (size_t k = 0; k < tie->n; k++) {
        bool known = tie->space->blocks[k].kind == GIVEN_INT;
        size_t most = known ? 1 : free > 2 ? NARROW : CLOSED_FORMS;
        y[k] = known ? rint(t[k]) : t[k];
        closed_forms_guess(&tie->forms[k], tie->a->theorem->pool, y[k],
                           (known ? DBL_EPSILON : slack) * (1 + fabs(t[k])));
        if (tie->forms[k].count > most)
            tie->forms[k].count = most;
    }
    return try_forms(tie, 0, y);
}

/* ---- a place ---- */

static bool try_point(struct tie *tie, const double *t)
{
    double y[ASCENT_MOST_NUMBERS];
    if (tie->a->ties >= MOST_TIES)
        return false;
    bool near = is_touching(tie, t, touching);
    if (tie->relation == PLAN_NONE)
        return false;
    memcpy(y, t, tie->n * sizeof *y);
    bool nearer = make_stationary(tie, y) && is_touching(tie, y, touching);
    tie->a->ties += near || nearer || tie->jumps;
    return (nearer && try_near(tie, y, exact)) ||
           ((near || tie->jumps) &&
            (try_near(tie, t, touching) || try_near(tie, t, loose)));
}

/* Whether a place was looked at before; else it is remembered. */
static bool is_known(struct ascent *a, const double *t)
{
    const double near = 1e-9;
    const size_t n = a->w->space->size;
    for (size_t i = 0; i < a->nplaces && i < ASCENT_PLACES; i++) {
        bool same = true;
        for (size_t k = 0; k < n; k++)
            same =
                same && fabs(a->places[i][k] - t[k]) <= near * (1 + fabs(t[k]));
        if (same)
            return true;
    }
    memcpy(a->places[a->nplaces++ % ASCENT_PLACES], t, n * sizeof *t);
    return false;
}

bool ascent_tie(struct ascent *a, const double *t, bool jumps)
{
    struct tie tie = {.a = a,
                      .space = a->w->space,
                      .n = a->w->space->size,
                      .relation = PLAN_NONE,
                      .jumps = jumps};
    return a->options->checker && a->options->dropped == STAGE_DROP_NONE &&
           !ascent_has_hole(a) && !is_known(a, t) && try_point(&tie, t);
}
