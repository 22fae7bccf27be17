/* What doubles propose is rounded to exact instances, and the ladder decides.
 */
#include "search/ascent_internal.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_NEAR = 40,   /* near misses given to the ladder */
    MOST_BLIND = 200, /* draws without a double value, likewise */
    MOST_REFUSED = 60 /* clear ones that the ladder refused */
};

bool ascent_has_hole(const struct ascent *a)
{
    return a->theorem->claims[a->claim].has_hole;
}

static void note_ratio(struct ascent *a, const struct link_outcome *o)
{
    struct enclosure *best = &a->out->ratio;
    if (o->ratio.kind != ENCLOSURE_FINITE ||
        (best->kind != ENCLOSURE_NONE &&
         enclosure_compare(best, &o->ratio) >= 0))
        return;
    *best = o->ratio;
    counterexample_free(a->out->witness);
    a->out->witness = counterexample_new(a->trial, &a->w->stage->x);
}

/* Whether answers of the ladder have cost what they may. */
static bool is_answered(const struct ascent *a)
{
    return a->options->decisions_work > 0 &&
           a->decided >= a->options->decisions_work;
}

bool ascent_is_violated(struct ascent *a)
{
    if (is_answered(a))
        return false;
    enum admission admission = ADMISSION_UNKNOWN;
    a->out->decisions++;
    if (ladder_decide(&admission, a->outcomes, a->w->stage,
                      &a->options->ladder) != ST_OK) {
        a->out->stopped = true;
        return false;
    }
    if (a->options->decisions_work > 0)
        a->decided += ladder_price(a->w->stage, a->outcomes);
    a->is_admitted = admission == ADMISSION_ADMITTED;
    if (!a->is_admitted)
        return false;
    const struct link_outcome *o = &a->outcomes[a->link];
    note_ratio(a, o);
    return o->truth == TRUTH_FALSE;
}

bool ascent_win(struct ascent *a)
{
    a->out->outcome = a->outcomes[a->link];
    a->out->stage = workshops_take(a->workshops, a->w);
    a->w = NULL;
    return true;
}

static bool is_clear(const struct merit *m)
{
    return m->breach <= 0 && m->score > CLIMB_CLEAR;
}

static bool is_near(const struct merit *m)
{
    return m->breach <= 0 && fabs(m->score) <= CLIMB_CLEAR;
}

/* Each block to `bits` bits of its largest. */
static void round_point(const struct space *space, double *out, const double *t,
                        int bits)
{
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        size_t end = b->first + b->rows * b->cols;
        double most = 0;
        int exponent = 0;
        for (size_t i = b->first; i < end; i++)
            most = fmax(most, fabs(t[i]));
        frexp(most, &exponent);
        double unit = ldexp(1, exponent - bits);
        for (size_t i = b->first; i < end; i++)
            out[i] = floor(t[i] / unit + 0.5) * unit;
    }
}

/* The instance in the workshop, which solves the equations. */
static bool decide_solution(struct ascent *a)
{
    ascent_spend(a, 1 + equalities_spent(a->w->equalities));
    struct merit m = objective_eval(a->w->objective);
    return (is_clear(&m) || is_near(&m)) && ascent_is_violated(a) &&
           ascent_win(a);
}

/*
 * Near a point that solves the equations of the assumptions up to rounding:
 * exact solutions, with simple numbers first.
 */
static bool decide_exactly(struct ascent *a, const double *t)
{
    static const int bits[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17};
    struct workshop *w = a->w;
    size_t n = w->space->size;
    double *near = xcalloc(3 * n, sizeof *near), *direction = near + n;
    double *point = direction + n;
    space_settle(w->space, point, t);
    bool won = false;
    for (size_t k = 0; !won && k < sizeof bits / sizeof *bits; k++) {
        round_point(w->space, near, point, bits[k]);
        for (size_t b = 0; !won && b <= w->space->nblocks; b++)
            won =
                equalities_solve(w->equalities, near, b) && decide_solution(a);
        for (size_t s = 0; !won && s < w->nsolutions; s++) {
            const double *base = w->solutions + s * n;
            for (size_t i = 0; i < n; i++)
                direction[i] = t[i] - base[i];
            round_point(w->space, direction, direction, bits[k]);
            won = equalities_meet(w->equalities, base, direction) &&
                  decide_solution(a);
        }
    }
    free(near);
    a->refused += !won;
    return won;
}

/* The instance in the workshop, where doubles see it violated or nearly. */
static bool decide_near(struct ascent *a, int *tries)
{
    struct merit m = objective_eval(a->w->objective);
    if (!is_clear(&m) && !(is_near(&m) && a->near < MOST_NEAR))
        return false;
    a->near += is_near(&m);
    ++*tries;
    return ascent_is_violated(a) && ascent_win(a);
}

/*
 * The instance, moved a little so that the assumptions hold exactly; false:
 * nothing changed.
 */
static bool repair(struct ascent *a)
{
    struct stage *stage = a->w->stage;
    const struct space *space = a->w->space;
    LOCAL_FREE bool *may_change =
        xcalloc(stage->layout.nslots + 1, sizeof *may_change);
    for (size_t k = 0; k < space->nblocks; k++)
        may_change[space->blocks[k].slot] = true;
    return spec_repair(a->spec, &stage->layout.env, &stage->x, may_change,
                       a->trial, true);
}

/* The point `t` rounded to ever more bits, until the ladder agrees. */
static bool decide_point(struct ascent *a, const double *t)
{
    static const int bits[] = {3, 6, 10, 16, 24, 36, 52, 0};
    enum { TRIES = 3 };
    const bool has_assumptions = a->theorem->nassumptions > 0;
    int tries = 0;
    for (size_t k = 0; k < sizeof bits / sizeof *bits && tries < TRIES; k++) {
        bool admitted = space_write_exact(a->w->space, t, bits[k]);
        ascent_spend(a, 1);
        if (!admitted)
            continue;
        if (decide_near(a, &tries) || (has_assumptions && tries < TRIES &&
                                       repair(a) && decide_near(a, &tries)))
            return true;
    }
    if (equalities_are_strict(a->w->equalities))
        return decide_exactly(a, t);
    a->refused++;
    return false;
}

bool ascent_consider(struct ascent *a, const double *t, const struct merit *m)
{
    if (ascent_has_hole(a))
        return false;
    if (is_clear(m) && a->refused < MOST_REFUSED)
        return decide_point(a, t);
    return is_near(m) && a->near < MOST_NEAR && decide_point(a, t);
}

bool ascent_consider_drawn(struct ascent *a, const struct merit *m)
{
    if (m->score == -INFINITY && a->blind < MOST_BLIND)
        a->blind++;
    else if (is_near(m) && a->near < MOST_NEAR)
        a->near++;
    else if (!is_clear(m) || ascent_has_hole(a))
        return false;
    return ascent_is_violated(a) && ascent_win(a);
}

/* Whether doubles saw more where the ladder was asked last than it did. */
static bool is_overstated(const struct ascent *a, const struct merit *m)
{
    const double noise = 1e-5;
    const struct link_outcome *o = &a->outcomes[a->link];
    if (!ascent_has_hole(a) && o->truth == TRUTH_TRUE && m->score > CLIMB_CLEAR)
        return true;
    return o->ratio.kind == ENCLOSURE_FINITE && o->ratio.hi > 0 &&
           log(o->ratio.hi) + (double)o->ratio.exponent * log(2) <
               m->score - noise;
}

bool ascent_is_noise(struct ascent *a, const double *t, const struct merit *m)
{
    if (is_answered(a))
        return false;
    if (!space_write_exact(a->w->space, t, 0))
        return true;
    (void)ascent_is_violated(a);
    /* What solves equations in doubles need not do so exactly. */
    return a->is_admitted ? is_overstated(a, m) : !a->w->equalities;
}

void ascent_certify(struct ascent *a, struct workshop *w)
{
    enum { BITS = 30 };
    const double gain = 1e-6;
    enum relop rel = w->stage->links[a->link]->rel;
    bool has_sides = w->stage->links[a->link]->lhs != PLAN_NONE &&
                     rel != REL_EQ && rel != REL_NE;
    if (!has_sides || w->merit.breach > 0 ||
        !(w->merit.score > a->certified + gain))
        return;
    double before = a->certified;
    a->certified = w->merit.score;
    if (!space_write_exact(w->space, w->best, BITS))
        return;
    if (ascent_is_violated(a) && !ascent_has_hole(a)) {
        ascent_win(a);
    } else if (a->is_admitted && is_overstated(a, &w->merit)) {
        a->certified = before;
        w->merit = (struct merit){-INFINITY, INFINITY};
    }
}
