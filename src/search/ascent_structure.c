/*
 * Structured instances as starts: iterated local search ([Lourenco2019]).
 *
 * From atoms drawn at small sizes, one respect of one atom is changed at a
 * time, the best change of each taken; then one size, down where that is not
 * worse, else up.  What is best so far goes on at sizes that double, one dim at
 * a time, as long as that helps; a violation goes back by bisection to the
 * least sizes at which its structure still has one.  Evaluations at large sizes
 * count as several.
 */
#include "search/ascent_internal.h"
#include "search/structure.h"

#include <math.h>
#include <stdlib.h>

enum {
    SHARE = 4,               /* one evaluation in so many, */
    PRICE = 1 << 13,         /* counted in these */
    SMALL_ENTRIES = 1 << 12, /* of plans at which structures are looked for */
    GROWN_ENTRIES = 1 << 20, /* and of those at which they may grow further */
    ENTRIES_OF_EVALUATION = 512, /* making a workshop, in evaluations */
    DECISION = 16,               /* of the ladder, likewise */
    ROUNDS = 8,                  /* of a local search */
    MOST_IMPROVED = 64           /* parameters that are moved freely too */
};

/* Scores that differ by less are equal. */
#define GAIN 1e-7
/* Scores that roundings change by more are not believed. */
#define NOISE 1e-5
/* Last steps of exponents: in passing, and where all turns on them. */
#define COARSE 0x1p-2
#define FINE 0x1p-10

struct structures {
    struct rng rng;
    struct structure now, kept, before, grown, best;
    struct merit merit;      /* of `now` */
    struct merit best_merit; /* of `best`, before it grew */
    struct climb c; /* at the sizes of `now`; c.t: what is best there */
    double *t;
    size_t most_entries;
    double *degrees; /* of the entries of plans in each size, nearly */
    uint64_t trial;  /* whose draw fills what is not free */
    uint64_t spent;
};

struct structures *structures_new(const struct ascent *a, uint64_t key)
{
    struct structures *s = xcalloc(1, sizeof *s);
    s->rng = rng_start(key);
    structure_init(&s->now, a->theorem);
    structure_init(&s->kept, a->theorem);
    structure_init(&s->before, a->theorem);
    structure_init(&s->grown, a->theorem);
    structure_init(&s->best, a->theorem);
    s->degrees = xcalloc(s->now.ndims + 1, sizeof *s->degrees);
    for (size_t i = 0; i < s->now.ndims; i++)
        s->degrees[i] = 2;
    s->best_merit = (struct merit){-INFINITY, INFINITY};
    return s;
}

static void leave(struct structures *s)
{
    climb_clear(&s->c);
    free(s->t);
    s->t = NULL;
}

void structures_free(struct structures *s)
{
    leave(s);
    structure_clear(&s->now);
    structure_clear(&s->kept);
    structure_clear(&s->before);
    structure_clear(&s->grown);
    structure_clear(&s->best);
    free(s->degrees);
    free(s);
}

bool structures_are_due(const struct ascent *a)
{
    return a->batch > 0 && a->structures->spent * SHARE <= a->out->evals &&
           a->w && a->w->is_kept;
}

static void spend(struct ascent *a, double evals)
{
    struct structures *s = a->structures;
    double counted = ceil(evals * fmax(1, a->w->price / PRICE));
    a->out->evals += (uint64_t)counted;
    a->work += evals * a->w->price;
    s->spent += (uint64_t)counted;
}

/* Goes to the sizes of `now`; false: they are impossible. */
static bool enter(struct ascent *a)
{
    struct structures *s = a->structures;
    leave(s);
    workshops_allow_large(a->workshops, s->most_entries > SMALL_ENTRIES);
    a->w = workshops_draw(a->workshops, s->now.dims, s->trial);
    workshops_allow_large(a->workshops, false);
    if (!a->w) {
        a->out->evals++;
        s->spent++;
        return false;
    }
    climb_init(&s->c, a->w->space, a->w->objective);
    s->c.equalities = a->w->equalities;
    s->c.seeks_most = ascent_has_hole(a);
    equalities_use(s->c.equalities, true);
    s->t = xcalloc(a->w->space->size + 1, sizeof *s->t);
    spend(a, 1 + (double)a->w->entries / ENTRIES_OF_EVALUATION /
                     fmax(1, a->w->price / PRICE));
    return true;
}

static bool is_better(const struct merit *m, const struct merit *than)
{
    return merit_is_better(m, than) &&
           (than->breach > 0 || !(m->score - than->score < GAIN));
}

static struct merit measure(struct ascent *a)
{
    struct structures *s = a->structures;
    structure_write(&s->now, s->c.space, s->t);
    climb_fit(&s->c, s->t);
    struct merit m = climb_measure(&s->c, s->t);
    spend(a, (double)s->c.evals);
    s->c.evals = 0;
    return m;
}

/* The point of `now` is the climb's. */
static void take(struct ascent *a, struct merit m)
{
    struct structures *s = a->structures;
    s->merit = m;
    structure_write(&s->now, s->c.space, s->t);
    climb_fit(&s->c, s->t);
    climb_take(&s->c, s->t, m);
}

/* Whether the score of `now`, in doubles, is that of nearby numbers too. */
static bool is_steady(struct ascent *a, const struct merit *m)
{
    const double part = 0x1p-40;
    struct structures *s = a->structures;
    for (size_t k = 0; k < s->now.nparts; k++)
        s->now.parts[k].exponent += part * (double)(k + 1);
    struct merit near = measure(a);
    for (size_t k = 0; k < s->now.nparts; k++)
        s->now.parts[k].exponent -= part * (double)(k + 1);
    return !(fabs(near.score - m->score) > NOISE);
}

/*
 * Whether a merit beyond the best is rounding noise, into which atoms of all
 * magnitudes lead where values cancel: as the ladder says, or where that would
 * take long, other roundings.
 */
static bool is_noise(struct ascent *a, const struct merit *m)
{
    if (m->breach > 0 || !is_better(m, &a->structures->best_merit))
        return false;
    if (a->w->entries > SMALL_ENTRIES)
        return !is_steady(a, m);
    bool noise = ascent_is_noise(a, a->structures->t, m);
    spend(a, DECISION); /* the same with or without the filter */
    return noise;
}

/* The merit of `now` at its sizes, just entered. */
static void begin(struct ascent *a)
{
    struct merit m = measure(a);
    take(a, is_noise(a, &m) ? (struct merit){-INFINITY, INFINITY} : m);
}

static bool is_done(struct ascent *a)
{
    return climb_is_done(&a->structures->c) || ascent_is_over(a);
}

/* Whether `now`, changed, is better; then it is the climb's point. */
static bool improves(struct ascent *a)
{
    struct merit m = measure(a);
    if (!is_better(&m, &a->structures->merit) || is_noise(a, &m))
        return false;
    take(a, m);
    return true;
}

/* ---- at fixed sizes ---- */

/* The best of what differs in one respect, or is as another part. */
static void improve_part(struct ascent *a, const struct block *b)
{
    struct structures *s = a->structures;
    const struct space *space = s->c.space;
    struct atom *part = &s->now.parts[structure_part(space, b)];
    const struct atom from = *part;
    struct atom best = from;
    for (size_t k = 0;
         !is_done(a) && atom_neighbour(part, &from, k, b->rows, b->cols); k++)
        if (improves(a))
            best = *part;
    for (size_t k = 0; k < 2 * space->nblocks && !is_done(a); k++) {
        *part = s->now.parts[structure_part(space, &space->blocks[k / 2])];
        part->sign = k % 2 == 0 ? part->sign : -part->sign;
        if (&space->blocks[k / 2] != b && improves(a))
            best = *part;
    }
    *part = best;
}

static void sweep(struct ascent *a)
{
    const struct space *space = a->structures->c.space;
    size_t n = space->nblocks;
    size_t start = n > 0 ? (size_t)rng_below(&a->structures->rng, n) : 0;
    for (size_t k = 0; k < n && !is_done(a); k++) {
        const struct block *b = &space->blocks[(start + k) % n];
        if (!structure_repeats(space, b))
            improve_part(a, b);
    }
}

/* One exponent by `step`, or all by small multiples of it drawn at random. */
static bool try_step(struct ascent *a, size_t k, double step)
{
    struct structures *s = a->structures;
    const struct space *space = s->c.space;
    size_t n = space->nblocks;
    structure_copy(&s->kept, &s->now);
    for (size_t i = 0; i < n; i++) {
        size_t part = structure_part(space, &space->blocks[i]);
        double along = i == k / 2 ? (k % 2 == 0 ? 1 : -1) : 0;
        if (k >= 2 * n)
            along = (double)rng_below(&s->rng, 5) - 2;
        s->now.parts[part].exponent += along * step;
    }
    bool better = improves(a);
    if (!better)
        structure_copy(&s->now, &s->kept);
    return better;
}

/*
 * Compass search over the exponents ([Kolda2003]), from larger steps to
 * smaller ones; its directions are the axes and, for ridges between them,
 * random ones.
 */
static void tune(struct ascent *a, double first, double finest)
{
    const size_t n = a->structures->c.space->nblocks;
    for (double step = first; step >= finest; step /= 2) {
        bool moved = true;
        for (int round = 0; moved && round < ROUNDS; round++) {
            moved = false;
            for (size_t k = 0; k < 4 * n && !is_done(a); k++)
                moved = try_step(a, k, step) || moved;
        }
    }
}

/* ---- sizes ---- */

/* What a size may be. */
static bool is_allowed(const struct ascent *a, size_t dim, int64_t size)
{
    enum { MOST_SIZE = 1 << 16 };
    const struct structures *s = a->structures;
    int64_t lo, hi;
    bool is_named;
    spec_dim_range(a->spec, dim, &lo, &hi, &is_named);
    double growth = (double)size / (double)s->now.dims[dim];
    return size >= lo && size <= (is_named ? hi : MOST_SIZE) &&
           (growth <= 1 ||
            pow(growth, s->degrees[dim]) * (double)a->w->entries <=
                (double)s->most_entries);
}

/* Learns how the entries of plans grow with that size. */
static void learn_degree(struct structures *s, size_t dim, int64_t from,
                         double growth)
{
    int64_t to = s->now.dims[dim];
    if (to > from)
        s->degrees[dim] = log(growth) / log((double)to / (double)from);
}

/* A larger size is to be better; a smaller one not worse, or clear too. */
static bool is_worth(const struct structures *s, const struct merit *before,
                     bool is_smaller, bool was_clear)
{
    if (was_clear)
        return climb_is_done(&s->c);
    return is_smaller ? !is_better(before, &s->merit)
                      : is_better(&s->merit, before);
}

/* Goes to another size where that is worth it. */
static bool try_size(struct ascent *a, size_t dim, int64_t size, double first,
                     double finest)
{
    struct structures *s = a->structures;
    const struct merit before = s->merit;
    const bool was_clear = climb_is_done(&s->c);
    if (!is_allowed(a, dim, size) || ascent_is_over(a))
        return false;
    const double entries = (double)a->w->entries;
    const int64_t old = s->now.dims[dim];
    structure_copy(&s->before, &s->now);
    s->now.dims[dim] = size;
    if (enter(a)) {
        learn_degree(s, dim, old, (double)a->w->entries / entries);
        begin(a);
        if (size == 2 * old && s->most_entries <= SMALL_ENTRIES)
            sweep(a);
        tune(a, first, finest);
        if (is_worth(s, &before, size < old, was_clear))
            return true;
    }
    structure_copy(&s->now, &s->before);
    ENSURE(enter(a), "structures: sizes are possible no longer");
    begin(a);
    return false;
}

/* One step of each size: down where that is not worse, else up. */
static void step_sizes(struct ascent *a)
{
    const struct structure *now = &a->structures->now;
    for (size_t i = 0; i < now->ndims && !is_done(a); i++) {
        int64_t n = now->dims[i], lo, hi;
        bool is_named, moved = false;
        spec_dim_range(a->spec, i, &lo, &hi, &is_named);
        const int64_t sizes[] = {lo, lo + 1, n / 2, n - 1, 2 * n, n + 1};
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes && !moved; k++)
            moved = sizes[k] != n && try_size(a, i, sizes[k], 1, COARSE);
    }
}

/* Doubles one dim after another as long as that helps. */
static void grow(struct ascent *a)
{
    struct structures *s = a->structures;
    bool grown = true;
    while (grown && !is_done(a)) {
        grown = false;
        for (size_t i = 0; i < s->now.ndims; i++)
            while (!is_done(a) && try_size(a, i, 2 * s->now.dims[i], 1, COARSE))
                grown = true;
    }
}

/* The least sizes of a violation of this structure, one dim after another. */
static void descend(struct ascent *a)
{
    struct structures *s = a->structures;
    s->c.seeks_most = true; /* to begin with */
    tune(a, COARSE, FINE);
    s->c.seeks_most = false;
    for (size_t i = 0; i < s->now.ndims; i++) {
        int64_t low, hi;
        bool is_named;
        spec_dim_range(a->spec, i, &low, &hi, &is_named);
        low--;
        while (s->now.dims[i] - low > 1 && !ascent_is_over(a)) {
            int64_t middle = low + (s->now.dims[i] - low) / 2;
            if (!try_size(a, i, middle, COARSE / 4, FINE))
                low = middle;
        }
    }
}

/* ---- one search ---- */

static int64_t draw_size(const struct ascent *a, size_t dim)
{
    enum { MOST_FIRST = 4 };
    int64_t lo, hi;
    int64_t size = 1 + (int64_t)rng_below(&a->structures->rng, MOST_FIRST);
    bool is_named;
    spec_dim_range(a->spec, dim, &lo, &hi, &is_named);
    size = size < lo ? lo : size;
    return is_named && size > hi ? hi : size;
}

/* A start: anything, or every other time the best with some of it new. */
static void draw(struct ascent *a)
{
    enum { KEPT = 3 /* of four */ };
    struct structures *s = a->structures;
    bool is_new = s->best_merit.breach > 0 || rng_below(&s->rng, 2) == 0;
    if (!is_new)
        structure_copy(&s->now, &s->best);
    for (size_t i = 0; i < s->now.ndims; i++)
        if (is_new || rng_below(&s->rng, KEPT + 1) == 0)
            s->now.dims[i] = draw_size(a, i);
    for (size_t k = 0; k < s->now.nparts; k++)
        if (is_new || rng_below(&s->rng, KEPT + 1) == 0)
            atom_draw(&s->now.parts[k], &s->rng);
}

static void look(struct ascent *a)
{
    struct structures *s = a->structures;
    begin(a);
    for (int k = 0; k < ROUNDS && !is_done(a); k++) {
        const struct merit before = s->merit;
        sweep(a);
        tune(a, 1, COARSE);
        step_sizes(a);
        if (!is_better(&s->merit, &before))
            break;
    }
}

/* The best structure so far: larger, and then moved freely. */
static void pursue(struct ascent *a)
{
    struct structures *s = a->structures;
    s->most_entries = GROWN_ENTRIES;
    grow(a);
    tune(a, 1, COARSE / 16);
    if (s->c.space->size <= MOST_IMPROVED && !is_done(a)) {
        ascent_improve(a, &s->c);
        s->c.evals = 0;
    }
}

/* True: the point at hand won. */
static bool consider(struct ascent *a)
{
    struct structures *s = a->structures;
    ascent_keep_best(a->w, &s->c);
    return ascent_consider(a, s->c.t, &s->c.merit);
}

/* A violation that doubles see: at the least sizes, or else as it is. */
static void refute(struct ascent *a)
{
    struct structures *s = a->structures;
    structure_copy(&s->grown, &s->now);
    descend(a);
    if (consider(a) || a->out->stopped)
        return;
    structure_copy(&s->now, &s->grown);
    ENSURE(enter(a), "structures: sizes are possible no longer");
    begin(a);
    consider(a);
}

void structures_run(struct ascent *a)
{
    struct structures *s = a->structures;
    s->most_entries = SMALL_ENTRIES;
    s->trial = 2 * (a->trial++ / 2); /* none that meets assumptions */
    draw(a);
    if (!enter(a))
        return;
    look(a);
    if (is_better(&s->merit, &s->best_merit)) {
        s->best_merit = s->merit;
        structure_copy(&s->best, &s->now);
        pursue(a);
    }
    if (a->w && climb_is_done(&s->c) && !ascent_has_hole(a))
        refute(a);
    else if (a->w && !consider(a))
        ascent_certify(a, a->w);
    leave(s);
}
