/*
 * Claims about few numbers: what draws and gradients miss.  Zeros of the terms
 * of the plan, by Newton's method, and steps of all magnitudes from them, for
 * what is narrow; and exact steps 2^e, e up to thousands, from the ends of the
 * ranges, for what is closer to them or farther out than doubles reach.
 */
#include "search/ascent_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_TERMS = 24,
    HALVINGS = 52,       /* of the steps from a zero */
    CENTRES = 4,         /* of lines */
    LARGEST = 4000,      /* exponent of a step */
    SINGLE_STEPS = 48,   /* exponents up to there one by one, then faster */
    MOST_EXACT = 240,    /* points of lines given to the ladder, */
    MOST_INTEGRALS = 12, /* where integrals make that slow */
    MOST_UNRESOLVED = 3  /* of these */
};

bool ascent_is_of_numbers(const struct workshop *w)
{
    const struct space *space = w->space;
    for (size_t k = 0; k < space->nblocks; k++) {
        const struct block *b = &space->blocks[k];
        if (b->rows * b->cols != 1 ||
            (b->kind != GIVEN_REAL && b->kind != GIVEN_INT &&
             b->kind != GIVEN_NONNEG))
            return false;
    }
    return space->size > 0 && space->size <= ASCENT_MOST_NUMBERS;
}

static bool is_clear(const struct merit *m)
{
    return m->breach <= 0 && m->score > CLIMB_CLEAR;
}

/* ---- zeros ---- */

/* t, of which doubles see a clear violation perhaps. */
static bool try_seen(struct ascent *a, const double *t)
{
    struct merit m = ascent_look(a, t);
    return is_clear(&m) && ascent_consider(a, t, &m);
}

/* t itself, and steps from it in coordinate k. */
static bool try_around(struct ascent *a, double *t, size_t k)
{
    const struct block *b = &a->w->space->blocks[k];
    const double at = t[k];
    bool jumps = objective_junctions(a->w->objective) > 0;
    if (try_seen(a, t) || ascent_tie(a, t, jumps))
        return true;
    for (int e = 0; e < 2 * HALVINGS && !ascent_is_over(a); e++) {
        double step = ldexp(1 + fabs(at), -e / 2);
        t[k] = e % 2 ? at - step : at + step;
        if (t[k] >= b->lo && t[k] <= b->hi && try_seen(a, t))
            return true;
    }
    t[k] = at;
    return false;
}

/* Coordinates of t at zeros of terms drawn at random, all of them at once. */
static bool try_several(struct ascent *a, const double *t)
{
    enum { TRIES = 6 };
    const size_t n = a->w->space->size;
    double y[ASCENT_MOST_NUMBERS];
    size_t terms = 0;
    while (terms < MOST_TERMS &&
           objective_term(a->w->objective, terms) != PLAN_NONE)
        terms++;
    for (int i = 0; i < TRIES && terms > 0 && !ascent_is_over(a); i++) {
        memcpy(y, t, n * sizeof *y);
        for (size_t k = 0; k < n; k++)
            (void)ascent_zero(
                a, objective_term(a->w->objective, rng_below(&a->rng, terms)),
                y, k);
        if (try_seen(a, y))
            return true;
    }
    return false;
}

bool ascent_zeros(struct ascent *a, const double *t)
{
    const size_t n = a->w->space->size;
    double y[ASCENT_MOST_NUMBERS];
    for (size_t i = 0; i < MOST_TERMS * n && !ascent_is_over(a); i++) {
        plan_id term = objective_term(a->w->objective, i / n);
        if (term == PLAN_NONE)
            break;
        memcpy(y, t, n * sizeof *y);
        if (ascent_zero(a, term, y, i % n) && y[i % n] != t[i % n] &&
            try_around(a, y, i % n))
            return true;
    }
    return n > 1 && try_several(a, t);
}

/* ---- lines ---- */

struct line {
    struct ascent *a;
    size_t n;
    double near[ASCENT_MOST_NUMBERS]; /* the centre */
    rational_t centre[ASCENT_MOST_NUMBERS], at[ASCENT_MOST_NUMBERS];
    int signs[ASCENT_MOST_NUMBERS];
    size_t exact, most; /* points given to the ladder */
    size_t unresolved;  /* of these */
};

/* Coordinate k of a centre: an end, 0, or a number in the range. */
static void choose_centre(struct line *line, size_t k, size_t which)
{
    const struct block *b = &line->a->w->space->blocks[k];
    rational_t *x = &line->centre[k];
    if (which == 0 && b->range.has_lo)
        mpq_set(x->q, b->range.lo.hi.q);
    else if (which == 1 && b->range.has_hi)
        mpq_set(x->q, b->range.hi.lo.q);
    else if (which < 3 || !isfinite(b->hi - b->lo))
        mpq_set_ui(x->q, 0, 1);
    else
        mpq_set_d(x->q, b->kind == GIVEN_INT ? floor((b->lo + b->hi) / 2)
                                             : (b->lo + b->hi) / 2);
    line->near[k] = rational_to_double(x);
}

static bool is_inside(const struct block *b, const rational_t *x)
{
    return (!b->range.has_lo || mpq_cmp(x->q, b->range.lo.hi.q) >= 0) &&
           (!b->range.has_hi || mpq_cmp(x->q, b->range.hi.lo.q) <= 0) &&
           (b->kind != GIVEN_NONNEG || mpq_sgn(x->q) >= 0) &&
           (b->kind != GIVEN_INT || mpz_cmp_ui(mpq_denref(x->q), 1) == 0);
}

/* line->at = the centre, moved by signs 2^exponent; false: outside. */
static bool step(struct line *line, int exponent)
{
    bool inside = true;
    for (size_t k = 0; k < line->n; k++) {
        rational_t *x = &line->at[k];
        rational_set_int(x, line->signs[k]);
        if (exponent < 0)
            mpq_div_2exp(x->q, x->q, (mp_bitcnt_t)-exponent);
        else
            mpq_mul_2exp(x->q, x->q, (mp_bitcnt_t)exponent);
        mpq_add(x->q, x->q, line->centre[k].q);
        inside = inside && is_inside(&line->a->w->space->blocks[k], x);
    }
    return inside;
}

/* Whether doubles can tell that the claim holds at line->at. */
static bool is_plain(const struct line *line)
{
    const double noise = 1e-9;
    const struct objective *o = line->a->w->objective;
    double t[ASCENT_MOST_NUMBERS], size;
    for (size_t k = 0; k < line->n; k++)
        t[k] = rational_to_double(&line->at[k]);
    struct merit m = ascent_look(line->a, t);
    plan_id id = objective_relation(o);
    return m.breach > 0 ||
           (m.score < 0 && id != PLAN_NONE &&
            fabs(objective_term_value(o, id, &size)) > noise * size);
}

static bool try_step(struct line *line, int exponent)
{
    struct ascent *a = line->a;
    if (!step(line, exponent) ||
        (abs(exponent) <= SINGLE_STEPS && is_plain(line)) ||
        line->exact >= line->most ||
        !space_write_rationals(a->w->space, line->at))
        return false;
    line->exact++;
    if (ascent_is_violated(a))
        return ascent_win(a);
    /* where no precision decides, it would not on the next points either */
    if (a->outcomes[a->link].truth == TRUTH_UNKNOWN &&
        ++line->unresolved == MOST_UNRESOLVED)
        line->most = line->exact;
    return false;
}

static bool try_line(struct line *line)
{
    const bool slow = line->a->w->stage->plan->has_integrals;
    const int by = slow ? 4 : line->n == 1 ? 1 : 3;
    for (int e = 0;
         e < LARGEST && line->exact < line->most && !ascent_is_over(line->a);
         e = e < SINGLE_STEPS ? e + by : e * 3 / 2)
        if (try_step(line, e) || try_step(line, -e))
            return true;
    return false;
}

/*
 * Along each coordinate, then along all of them together, and in turn the one
 * way and the other.
 */
static bool try_lines(struct line *line)
{
    const size_t n = line->n, ways = n > 1 ? n + 2 : n;
    for (size_t i = 0; i < 2 * ways; i++) {
        const int sign = i % 2 ? 1 : -1;
        for (size_t k = 0; k < n; k++)
            line->signs[k] = i / 2 == k   ? sign
                             : i / 2 < n  ? 0
                             : i / 2 == n ? sign
                             : k % 2 == 0 ? sign
                                          : -sign;
        if (try_line(line))
            return true;
    }
    return false;
}

bool ascent_lines(struct ascent *a)
{
    struct line line = {
        .a = a,
        .n = a->w->space->size,
        .most = a->w->stage->plan->has_integrals ? MOST_INTEGRALS : MOST_EXACT};
    bool won = false;
    for (size_t k = 0; k < line.n; k++) {
        rational_init(&line.centre[k]);
        rational_init(&line.at[k]);
    }
    for (size_t c = 0; c < CENTRES && !won && !ascent_is_over(a); c++) {
        for (size_t k = 0; k < line.n; k++)
            choose_centre(&line, k, c);
        won = try_lines(&line) || ascent_zeros(a, line.near);
    }
    for (size_t k = 0; k < line.n; k++) {
        rational_clear(&line.centre[k]);
        rational_clear(&line.at[k]);
    }
    return won;
}
