#include "kernel/range_value.h"

#include "base/status.h"
#include "interval/partial.h"
#include "kernel/range_integral.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 4 };

/* The values of a term where it is defined; empty: it never is. */
struct image {
    interval_t x;
    bool empty;
    unsigned long stamp; /* of the box; 0: none */
};

struct level {
    mpfr_prec_t bits;
    struct image *images; /* by id */
    size_t capacity;
    unsigned long stamp;
    struct sequent_box box;
    bool is_point; /* the middle of the box instead */
    interval_t variables[SCALAR_SLOTS];
    bool empty[SCALAR_SLOTS];
};

struct range_oracle {
    struct scalar_pool *pool;
    struct level levels[LEVELS], middle;
};

/* Images of terms without variables hold on every box. */
static const unsigned long constant_stamp = (unsigned long)-1;

/* ---- memory ---- */

static void level_init(struct level *level, mpfr_prec_t bits)
{
    *level = (struct level){.bits = bits, .stamp = 1};
    for (size_t k = 0; k < SCALAR_SLOTS; k++) {
        interval_init(&level->variables[k], bits);
        interval_set_whole(&level->variables[k]);
    }
}

static void level_clear(struct level *level)
{
    for (size_t i = 0; i < level->capacity; i++)
        interval_clear(&level->images[i].x);
    for (size_t k = 0; k < SCALAR_SLOTS; k++)
        interval_clear(&level->variables[k]);
    free(level->images);
}

struct range_oracle *range_oracle_new(struct scalar_pool *pool,
                                      mpfr_prec_t bits)
{
    struct range_oracle *oracle = xcalloc(1, sizeof *oracle);
    oracle->pool = pool;
    for (size_t i = 0; i < LEVELS; i++)
        level_init(&oracle->levels[i], bits << i);
    level_init(&oracle->middle, bits);
    oracle->middle.is_point = true;
    return oracle;
}

void range_oracle_free(struct range_oracle *oracle)
{
    if (!oracle)
        return;
    for (size_t i = 0; i < LEVELS; i++)
        level_clear(&oracle->levels[i]);
    level_clear(&oracle->middle);
    free(oracle);
}

static void level_grow(struct level *level, size_t needed)
{
    size_t capacity = level->capacity ? level->capacity : 256;
    while (capacity < needed)
        capacity *= 2;
    if (capacity == level->capacity)
        return;
    level->images = xrealloc(level->images, capacity, sizeof *level->images);
    for (size_t i = level->capacity; i < capacity; i++) {
        interval_init(&level->images[i].x, level->bits);
        level->images[i].empty = false;
        level->images[i].stamp = 0;
    }
    level->capacity = capacity;
}

/* ---- terms ---- */

static const struct image *image_of(struct level *level,
                                    const struct scalar *e);
static struct sequent_oracle level_face(struct level *level);

typedef void fold(interval_t *r, const interval_t *x, const interval_t *y);

static void fold_kids(struct image *r, struct level *level,
                      const struct scalar *e, fold *f)
{
    r->empty = false;
    for (size_t i = 0; i < e->count; i++) {
        const struct image *kid = image_of(level, e->kids[i]);
        r->empty |= kid->empty;
        if (kid->empty)
            return;
        if (i == 0)
            interval_set(&r->x, &kid->x);
        else
            f(&r->x, &r->x, &kid->x);
    }
}

static void apply(struct image *r, struct level *level, const struct scalar *e)
{
    const struct image *a = image_of(level, e->kids[0]);
    const struct image *b = e->count > 1 ? image_of(level, e->kids[1]) : a;
    r->empty = a->empty || b->empty;
    if (r->empty)
        return;
    if (e->op == SCALAR_POWER)
        r->empty = !partial_power(&r->x, &a->x, e->number->q);
    else if (e->op == SCALAR_GENERAL)
        partial_general(&r->x, &a->x, &b->x);
    else
        r->empty = !partial_call(&r->x, e->fn, &a->x, &b->x);
}

/* The branch that is certain on the box, or both. */
static void choose(struct image *r, struct level *level, const struct scalar *e)
{
    struct sequent_oracle face = level_face(level);
    bool never = sequent_refutes(e->condition, &level->box, &face);
    bool always = sequent_holds(e->condition, &level->box, &face);
    const struct image *a = image_of(level, e->kids[0]);
    const struct image *b = image_of(level, e->kids[1]);
    const struct image *first = never ? b : a, *second = always ? a : b;
    r->empty = first->empty && second->empty;
    if (first->empty || second->empty)
        interval_set(&r->x, first->empty ? &second->x : &first->x);
    else
        interval_hull(&r->x, &first->x, &second->x);
}

static const interval_t *value_for(void *level, const struct scalar *e)
{
    const struct image *image = image_of(level, e);
    return image->empty ? NULL : &image->x;
}

static struct range_quadrature quadrature_for(struct level *level)
{
    return (struct range_quadrature){
        .context = level, .value = value_for, .bits = level->bits};
}

static void integrate(struct image *r, struct level *level,
                      const struct scalar *e)
{
    const struct range_quadrature q = quadrature_for(level);
    range_oracle_integrate(&r->x, &q, e);
}

static void compute(struct image *r, struct level *level,
                    const struct scalar *e)
{
    r->empty = false;
    switch (e->op) {
    case SCALAR_NUMBER:
        interval_set_q(&r->x, e->number);
        return;
    case SCALAR_PI:
        interval_pi(&r->x);
        return;
    case SCALAR_VARIABLE:
        interval_set(&r->x, &level->variables[e->variable]);
        r->empty = level->empty[e->variable];
        return;
    case SCALAR_ADD:
        fold_kids(r, level, e, interval_add);
        return;
    case SCALAR_MUL:
        fold_kids(r, level, e, interval_mul);
        return;
    case SCALAR_POWER:
    case SCALAR_GENERAL:
    case SCALAR_CALL:
        apply(r, level, e);
        return;
    case SCALAR_IF:
        choose(r, level, e);
        return;
    case SCALAR_INTEGRAL:
        integrate(r, level, e);
        return;
    }
}

static const struct image *image_of(struct level *level, const struct scalar *e)
{
    unsigned long stamp = e->variables ? level->stamp : constant_stamp;
    struct image *image = &level->images[e->id];
    if (image->stamp != stamp) {
        compute(image, level, e);
        image->stamp = stamp;
    }
    return image;
}

/* ---- boxes ---- */

static bool same_box(const struct sequent_box *a, const struct sequent_box *b)
{
    return memcmp(a->lo, b->lo, sizeof a->lo) == 0 &&
           memcmp(a->hi, b->hi, sizeof a->hi) == 0;
}

/* 1 from the finite end, or 0. */
static void step_in(interval_t *x)
{
    if (!mpfr_inf_p(x->lo))
        mpfr_add_ui(x->lo, x->lo, 1, MPFR_RNDU);
    else if (!mpfr_inf_p(x->hi))
        mpfr_sub_ui(x->lo, x->hi, 1, MPFR_RNDD);
    else
        mpfr_set_zero(x->lo, 1);
    mpfr_set(x->hi, x->lo, MPFR_RNDU);
}

/* Some number of the interval. */
static void take_middle(interval_t *x)
{
    if (!interval_is_finite(x)) {
        step_in(x);
        return;
    }
    mpfr_t middle;
    mpfr_init2(middle, mpfr_get_prec(x->lo));
    mpfr_add(middle, x->lo, x->hi, MPFR_RNDD);
    mpfr_div_2ui(middle, middle, 1, MPFR_RNDD);
    if (mpfr_cmp(middle, x->lo) > 0 && mpfr_cmp(middle, x->hi) < 0)
        mpfr_set(x->lo, middle, MPFR_RNDD);
    mpfr_set(x->hi, x->lo, MPFR_RNDU);
    mpfr_clear(middle);
}

/* ends a in A, b in B |- [a, b] within [min A, max B] */
static void set_variable(struct level *level, size_t k)
{
    interval_t *x = &level->variables[k];
    const struct scalar *lo = level->box.lo[k], *hi = level->box.hi[k];
    interval_set_whole(x);
    level->empty[k] = false;
    if (lo) {
        level->empty[k] |= image_of(level, lo)->empty;
        mpfr_set(x->lo, image_of(level, lo)->x.lo, MPFR_RNDD);
    }
    if (hi) {
        level->empty[k] |= image_of(level, hi)->empty;
        mpfr_set(x->hi, image_of(level, hi)->x.hi, MPFR_RNDU);
    }
    level->empty[k] |= mpfr_cmp(x->lo, x->hi) > 0;
    if (level->is_point && !level->empty[k])
        take_middle(x);
}

/* Between two terms, whichever is the lower: an integral's variable. */
static void set_bound(struct level *level)
{
    interval_t *x = &level->variables[SCALAR_BOUND];
    const struct scalar *lo = level->box.lo[SCALAR_BOUND];
    const struct scalar *hi = level->box.hi[SCALAR_BOUND];
    const struct image *a = lo ? image_of(level, lo) : NULL;
    const struct image *b = hi ? image_of(level, hi) : NULL;
    interval_set_whole(x);
    if (a && b && !a->empty && !b->empty)
        interval_hull(x, &a->x, &b->x);
    else if (a && !b && !a->empty)
        mpfr_set(x->lo, a->x.lo, MPFR_RNDD);
    else if (b && !a && !b->empty)
        mpfr_set(x->hi, b->x.hi, MPFR_RNDU);
}

static void enter(struct range_oracle *oracle, struct level *level,
                  const struct sequent_box *box)
{
    level_grow(level, scalar_count(oracle->pool));
    if (same_box(&level->box, box))
        return;
    level->box = *box;
    level->stamp++;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        set_variable(level, k);
    set_bound(level);
}

/* ---- the oracle ---- */

static unsigned signs_of(const interval_t *x)
{
    unsigned signs = 0;
    if (mpfr_sgn(x->lo) < 0)
        signs |= SIGN_NEGATIVE;
    if (interval_contains_zero(x))
        signs |= SIGN_ZERO;
    if (mpfr_sgn(x->hi) > 0)
        signs |= SIGN_POSITIVE;
    return signs;
}

static unsigned image_signs(const struct image *image)
{
    return image->empty ? 0 : signs_of(&image->x);
}

static unsigned level_signs(void *context, const struct scalar *e,
                            const struct sequent_box *box)
{
    (void)box;
    return image_signs(image_of(context, e));
}

/* For conditions within a term, on the box of the level. */
static struct sequent_oracle level_face(struct level *level)
{
    return (struct sequent_oracle){.context = level, .signs = level_signs};
}

static unsigned oracle_signs(void *context, const struct scalar *e,
                             const struct sequent_box *box)
{
    struct range_oracle *oracle = context;
    size_t levels = e->variables || e->has_integral ? 1 : LEVELS;
    unsigned signs = SIGN_ANY;
    for (size_t i = 0; i < levels && signs == SIGN_ANY; i++) {
        enter(oracle, &oracle->levels[i], box);
        signs = image_signs(image_of(&oracle->levels[i], e));
    }
    return signs;
}

/* f(c) in F, f_k in D_k on the box |- f in F + sum D_k (X_k - c_k) */
static unsigned oracle_mean(void *context, const struct scalar *e,
                            const struct scalar *const *slopes,
                            const struct sequent_box *box)
{
    struct range_oracle *oracle = context;
    struct level *level = &oracle->levels[0], *middle = &oracle->middle;
    interval_t sum, step;
    enter(oracle, level, box);
    enter(oracle, middle, box);
    const struct image *f = image_of(middle, e);
    bool known = !f->empty;
    interval_init(&sum, level->bits);
    interval_init(&step, level->bits);
    interval_set(&sum, &f->x);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && known; k++) {
        if (!slopes[k])
            continue;
        const struct image *slope = image_of(level, slopes[k]);
        known = !slope->empty && !level->empty[k];
        interval_sub(&step, &level->variables[k], &middle->variables[k]);
        interval_mul(&step, &step, &slope->x);
        interval_add(&sum, &sum, &step);
    }
    unsigned signs = known ? signs_of(&sum) : SIGN_ANY;
    interval_clear(&sum);
    interval_clear(&step);
    return signs;
}

static bool oracle_converges(void *context, const struct scalar *body,
                             unsigned infinite, const struct sequent_box *box)
{
    struct range_oracle *oracle = context;
    enter(oracle, &oracle->levels[0], box);
    const struct range_quadrature q = quadrature_for(&oracle->levels[0]);
    return range_oracle_converges(&q, body, infinite);
}

bool range_oracle_middle(interval_t *value, struct range_oracle *oracle,
                         const struct scalar *e, const struct sequent_box *box)
{
    enter(oracle, &oracle->middle, box);
    const struct image *image = image_of(&oracle->middle, e);
    if (!image->empty) /* outward, whatever the precision of the value */
        interval_set(value, &image->x);
    return !image->empty;
}

/* The value of e with variable k moved to x. */
static bool move_variable(interval_t *value, struct level *level,
                          const struct scalar *e, size_t k, const interval_t *x)
{
    interval_set(&level->variables[k], x);
    level->stamp++;
    const struct image *image = image_of(level, e);
    if (!image->empty)
        interval_set(value, &image->x);
    return !image->empty;
}

/* A point of x's range a little above x, in y; false: there is none. */
static bool step_up(interval_t *y, const interval_t *x, const interval_t *range)
{
    enum { NEAR = 12 };
    if (!interval_is_finite(range) || !interval_is_point(x))
        return false;
    mpfr_sub(y->lo, range->hi, x->hi, MPFR_RNDD);
    mpfr_div_2ui(y->lo, y->lo, NEAR, MPFR_RNDD);
    mpfr_add(y->lo, y->lo, x->lo, MPFR_RNDD);
    mpfr_set(y->hi, y->lo, MPFR_RNDU);
    return mpfr_cmp(y->lo, x->lo) > 0;
}

/* f(y) - f(x) = f'(z) (y - x) for some z between: the mean value theorem */
bool range_oracle_quotient(interval_t *quotient, interval_t *slope,
                           struct range_oracle *oracle, const struct scalar *e,
                           const struct scalar *derivative, size_t k,
                           const struct sequent_box *box)
{
    struct level *level = &oracle->middle;
    interval_t x, y, from;
    enter(oracle, &oracle->levels[0], box);
    enter(oracle, level, box);
    interval_init(&x, level->bits);
    interval_init(&y, level->bits);
    interval_init(&from, level->bits);
    interval_set(&x, &level->variables[k]);
    bool ok = !level->empty[k] &&
              step_up(&y, &x, &oracle->levels[0].variables[k]) &&
              move_variable(&from, level, e, k, &x) &&
              move_variable(quotient, level, e, k, &y);
    if (ok) {
        interval_sub(quotient, quotient, &from);
        interval_sub(&from, &y, &x);
        interval_div(quotient, quotient, &from);
        interval_hull(&y, &y, &x);
        ok = move_variable(slope, level, derivative, k, &y);
    }
    interval_set(&level->variables[k], &x);
    level->stamp++;
    interval_clear(&x);
    interval_clear(&y);
    interval_clear(&from);
    return ok;
}

struct sequent_oracle range_oracle_face(struct range_oracle *oracle)
{
    return (struct sequent_oracle){.context = oracle,
                                   .signs = oracle_signs,
                                   .mean = oracle_mean,
                                   .converges = oracle_converges};
}
