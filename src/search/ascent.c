#include "search/ascent.h"

#include "search/ascent_internal.h"
#include "search/evolve.h"
#include "search/integers.h"
#include "search/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 12,          /* draws of which the best is improved */
    MOST_TABLE = 20000,  /* instances of one table */
    FEW_PARAMETERS = 12, /* that are scanned one by one */
    MOST_POINTS = 40000, /* of one scan */
    MOST_DRAWS = 4096,   /* of integers that are all there is to choose */
    MOST_DECIDED = 64,   /* of them, whatever doubles see */
    MOST_GROWTH = 10,    /* sizes of the campaign grow up to this */
    LEAST_SIZES = 64,    /* of claims about them alone: one by one, */
    MOST_SIZE = 1 << 16, /* then doubled up to this, */
    MOST_DOUBLED = 4096  /* while plans have so many entries */
};

/* Scores not further than this below the best are worth more work. */
#define PROMISING 0.1

static void report(struct ascent *a)
{
    struct ascent_progress p = {.evals = a->out->evals,
                                .budget = a->options->evals,
                                .ratio = a->out->ratio,
                                .stage = a->w ? a->w->stage : NULL};
    if (a->options->progress)
        a->options->progress(a->options->progress_context, &p);
}

/* ---- sizes ---- */

/* From the least ones up: a level more every few batches. */
static void choose_dims(struct ascent *a)
{
    enum { BATCHES_OF_A_LEVEL = 4 };
    int64_t level = (int64_t)(a->batch / BATCHES_OF_A_LEVEL);
    int64_t most = 1 + (level < MOST_GROWTH ? level : MOST_GROWTH);
    bool equal = rng_below(&a->rng, 3) == 0;
    int64_t common = (int64_t)rng_below(&a->rng, (uint64_t)most + 1);
    for (size_t i = 0; i < a->theorem->ndims; i++) {
        int64_t lo, hi, more = (int64_t)rng_below(&a->rng, (uint64_t)most + 1);
        bool is_named;
        spec_dim_range(a->spec, i, &lo, &hi, &is_named);
        if (!is_named && hi < MOST_GROWTH)
            hi = MOST_GROWTH;
        a->dims[i] = lo + (equal ? common : more);
        a->dims[i] = a->dims[i] > hi ? hi : a->dims[i];
    }
}

/* The draw a->trial at the sizes a->dims; false: impossible. */
static bool enter(struct ascent *a)
{
    a->w = workshops_draw(a->workshops, a->dims, a->trial);
    a->trial++;
    if (!a->w)
        a->out->evals++; /* so that this ends */
    return a->w != NULL;
}

/* ---- phases ---- */

/* All instances with entries among the first `base` of 0, 1, -1. */
static void try_table(struct ascent *a, unsigned base)
{
    static const double digits[] = {0, 1, -1};
    struct space *space = a->w->space;
    size_t n = space->size, count = 1;
    for (size_t k = 0; k < n && count <= MOST_TABLE; k++)
        count *= base;
    if (n == 0 || count > MOST_TABLE)
        return;
    LOCAL(climb_clear) struct climb c;
    climb_init(&c, space, a->w->objective);
    for (size_t code = 0; code < count && !ascent_is_over(a); code++) {
        size_t rest = code;
        for (size_t k = 0; k < n; k++, rest /= base)
            c.t[k] = digits[rest % base];
        space_fit(space, c.t);
        struct merit m = climb_measure(&c, c.t);
        ascent_spend(a, 1);
        if (equalities_are_strict(a->w->equalities) &&
            equalities_hold(a->w->equalities))
            workshop_note_solution(a->w, c.t);
        if (ascent_consider(a, c.t, &m))
            break;
    }
}

/* All values of integer inputs, where there are few enough. */
static void try_integers(struct ascent *a)
{
    LOCAL(climb_clear) struct climb c;
    climb_init(&c, a->w->space, a->w->objective);
    c.seeks_most = ascent_has_hole(a);
    climb_start(&c);
    integers_enumerate(&c, ascent_left(a) / 2);
    ascent_spend(a, c.evals);
    ascent_consider(a, c.t, &c.merit);
}

/* The least sizes, and all (or one) of them one larger. */
static void try_tables(struct ascent *a)
{
    size_t n = a->theorem->ndims;
    for (size_t way = 0; way < n + 2 && !ascent_is_over(a); way++) {
        for (size_t i = 0; i < n; i++) {
            int64_t lo, hi;
            bool is_named;
            spec_dim_range(a->spec, i, &lo, &hi, &is_named);
            bool more = way == n + 1 || (way > 0 && way - 1 == i);
            a->dims[i] = more && lo < hi ? lo + 1 : lo;
        }
        if (enter(a))
            try_table(a, 2);
        if (a->w && !ascent_is_over(a))
            try_table(a, 3);
        if (way == 0 && a->w && !ascent_is_over(a))
            try_integers(a);
    }
}

void ascent_keep_best(struct workshop *w, const struct climb *c)
{
    if (!merit_is_better(&c->merit, &w->merit))
        return;
    memcpy(w->best, c->t, w->space->size * sizeof *w->best);
    w->merit = c->merit;
}

static void scan_all(struct ascent *a, struct climb *c)
{
    size_t n = c->space->size;
    size_t points = (size_t)(ascent_left(a) / (16 * n));
    points = points > MOST_POINTS ? MOST_POINTS : points;
    for (size_t i = 0; i < n && !climb_is_done(c); i++)
        scan_parameter(c, i, points);
}

/*
 * Takes the point across one of the plan's junctions, at random: behind it the
 * score may start to move.
 */
static void cross(struct ascent *a, struct climb *c)
{
    enum { STEPS = 60 };
    size_t count = objective_junctions(c->objective);
    size_t which = count > 0 ? (size_t)rng_below(&a->rng, count + 1) : count;
    if (which == count)
        return;
    climb_measure(c, c->t);
    objective_focus(c->objective, which);
    climb_start_at(c, c->t);
    climb_ascend(c, STEPS);
    climb_anneal(c, STEPS, &a->rng);
    climb_ascend(c, STEPS);
    objective_focus(c->objective, OBJECTIVE_NO_FOCUS);
    climb_start_at(c, c->t);
}

bool ascent_improve(struct ascent *a, struct climb *c)
{
    enum { LEAST_STEPS = 120, STEPS_OF_A_PARAMETER = 12, ROUNDS = 3 };
    enum { MOST_STEPS = 1500, SCAN_EVERY = 6, MUTATIONS_OF_A_PARAMETER = 120 };
    size_t n = c->space->size;
    size_t steps = LEAST_STEPS + STEPS_OF_A_PARAMETER * n;
    steps = steps > MOST_STEPS ? MOST_STEPS : steps;
    c->evals = 0;
    c->budget = ascent_left(a);
    cross(a, c);
    if (n <= FEW_PARAMETERS && a->batch % SCAN_EVERY == 0)
        scan_all(a, c);
    for (int k = 0; k < ROUNDS && !climb_is_done(c); k++) {
        double before = c->merit.score;
        climb_ascend(c, LEAST_STEPS);
        climb_anneal(c, steps, &a->rng);
        if (k > 0 && !(c->merit.score > before))
            break;
    }
    climb_ascend(c, LEAST_STEPS);
    if (c->merit.breach <= 0 && c->merit.score > a->w->merit.score - PROMISING)
        climb_evolve(c, LEAST_STEPS + MUTATIONS_OF_A_PARAMETER * n, &a->rng);
    ascent_spend(a, c->evals);
    ascent_keep_best(a->w, c);
    return ascent_consider(a, c->t, &c->merit);
}

/* Several draws of one size; *c gets the best.  True: one of them won. */
static bool draw_batch(struct ascent *a, struct climb *c)
{
    LOCAL_FREE double *t = NULL;
    struct merit best = {-INFINITY, INFINITY};
    for (int k = 0; k < BATCH && !ascent_is_over(a); k++) {
        if (!enter(a))
            break;
        ascent_spend(a, 1);
        struct merit m = objective_eval(a->w->objective);
        if (ascent_consider_drawn(a, &m))
            break;
        if (!t)
            t = xcalloc(a->w->space->size + 1, sizeof *t);
        if (!c->t) {
            climb_init(c, a->w->space, a->w->objective);
            c->equalities = a->w->equalities;
            c->seeks_most = ascent_has_hole(a);
            equalities_use(c->equalities, a->batch % 2 == 0);
        }
        if (k == 0 || merit_is_better(&m, &best)) {
            best = m;
            space_read(a->w->space, t);
        }
        if (!a->w->is_kept)
            break; /* the next draw is in another workshop */
    }
    if (t && !a->out->stage)
        climb_start_at(c, t);
    return a->out->stage != NULL;
}

static void run_batch(struct ascent *a)
{
    enum { FROM_BEST = 3 };
    LOCAL(climb_clear) struct climb c = {0};
    choose_dims(a);
    if (!draw_batch(a, &c) && a->w && c.t && a->w->space->size > 0) {
        /* Now and then on from the best point of these sizes. */
        if (a->batch % FROM_BEST == FROM_BEST - 1 && a->w->merit.breach <= 0)
            climb_start_at(&c, a->w->best);
        bool numbers = ascent_is_of_numbers(a->w) && !ascent_has_hole(a);
        if ((!numbers || !ascent_zeros(a, c.t)) && !ascent_improve(a, &c) &&
            a->w && (!numbers || !ascent_tie(a, c.t, false)))
            ascent_certify(a, a->w);
    }
    report(a);
    a->batch++;
}

/* Whether the case leaves a size or an entry to search over. */
static bool is_free(struct ascent *a)
{
    for (size_t i = 0; i < a->theorem->ndims; i++) {
        int64_t lo, hi;
        bool is_named;
        spec_dim_range(a->spec, i, &lo, &hi, &is_named);
        if (lo != hi)
            return true;
    }
    return a->w && a->w->space->size > 0;
}

/* The ladder's word on the draw in the workshop, whatever doubles see. */
static bool decide_drawn(struct ascent *a)
{
    bool violated = ascent_is_violated(a);
    return !ascent_has_hole(a) && violated && ascent_win(a);
}

/*
 * Integers on which the plan depends are drawn, not moved: so draw them.  The
 * first draws are decided exactly, later ones where doubles see something.
 */
static void draw_integers(struct ascent *a)
{
    for (size_t k = 0; k < MOST_DRAWS && !ascent_is_over(a) && enter(a); k++) {
        struct merit m = objective_eval(a->w->objective);
        ascent_spend(a, 1);
        if (k < MOST_DECIDED ? decide_drawn(a) : ascent_consider_drawn(a, &m))
            return;
    }
}

/* The next draw at the sizes a->dims; true: it won. */
static bool try_drawn(struct ascent *a)
{
    if (!enter(a))
        return false;
    struct merit m = objective_eval(a->w->objective);
    ascent_spend(a, 1);
    return ascent_consider_drawn(a, &m);
}

/* What a size is after `size`: 0 beyond the last. */
static int64_t next_size(const struct ascent *a, int64_t lo, int64_t size)
{
    if (size < lo + LEAST_SIZES)
        return size + 1;
    return a->w && a->w->entries <= MOST_DOUBLED && size < MOST_SIZE ? 2 * size
                                                                     : 0;
}

/* Sizes, of claims that are about nothing else. */
static void try_sizes(struct ascent *a)
{
    for (size_t i = 0; i < a->theorem->ndims; i++) {
        int64_t lo, hi;
        bool is_named;
        for (size_t k = 0; k < a->theorem->ndims; k++) {
            spec_dim_range(a->spec, k, &lo, &hi, &is_named);
            a->dims[k] = lo;
        }
        spec_dim_range(a->spec, i, &lo, &hi, &is_named);
        for (int64_t size = lo; size > 0 && (!is_named || size <= hi);
             size = next_size(a, lo, size)) {
            a->dims[i] = size;
            if (ascent_is_over(a) || try_drawn(a))
                return;
        }
    }
}

/* Claims about numbers: where draws and tables do not get. */
static void try_numbers(struct ascent *a)
{
    spec_draw_dims(a->spec, 0, a->dims);
    if (!enter(a))
        return;
    if (ascent_is_of_numbers(a->w))
        ascent_lines(a);
    else if (a->w->space->size == 0)
        try_sizes(a);
}

static void run(struct ascent *a)
{
    spec_draw_dims(a->spec, 0, a->dims);
    if (enter(a)) { /* the simplest draw of the case, whatever it is */
        if (!is_free(a)) {
            if (!decide_drawn(a) && !a->w->is_kept && !spec_is_literal(a->spec))
                draw_integers(a);
            return;
        }
        struct merit m = objective_eval(a->w->objective);
        ascent_spend(a, 1);
        if (ascent_consider_drawn(a, &m))
            return;
    }
    if (!ascent_has_hole(a))
        try_tables(a);
    if (!ascent_has_hole(a) && !ascent_is_over(a))
        try_numbers(a);
    while (!ascent_is_over(a))
        if (structures_are_due(a))
            structures_run(a);
        else
            run_batch(a);
}

void ascent_run(struct ascent_result *out, const struct spec *spec,
                size_t claim, size_t link, const struct ascent_options *options)
{
    struct ascent a = {.spec = spec,
                       .theorem = spec_theorem(spec),
                       .options = options,
                       .out = out,
                       .claim = claim,
                       .link = link,
                       .certified = -INFINITY};
    *out = (struct ascent_result){0};
    uint64_t key = rng_key_number(spec_seed(spec), options->seed);
    key = rng_key(rng_key(key, a.theorem->name), spec_name(spec));
    a.rng = rng_start(rng_key_number(rng_key(key, "search"), claim));
    a.structures =
        structures_new(&a, rng_key_number(rng_key(key, "structures"), claim));
    a.workshops = workshops_new(spec, claim, link, options->dropped);
    a.dims = xcalloc(a.theorem->ndims + 1, sizeof *a.dims);
    a.outcomes = xcalloc(a.theorem->claims[claim].nlinks, sizeof *a.outcomes);
    if (theorem_is_refutable(a.theorem, options->dropped) &&
        a.theorem->claims[claim].obtained.count == 0)
        run(&a);
    workshops_free(a.workshops);
    structures_free(a.structures);
    free(a.dims);
    free(a.outcomes);
}

void ascent_result_clear(struct ascent_result *r)
{
    stage_free(r->stage);
    counterexample_free(r->witness);
    *r = (struct ascent_result){0};
}
