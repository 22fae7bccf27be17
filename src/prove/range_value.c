#include "prove/range_value.h"

#include "base/status.h"
#include "prove/range_integral.h"
#include "prove/range_interval.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEVELS = 4,
    FIRST_BITS = 128,
    CALL_WORK = 8 /* a function against an addition */
};

/* Values at one precision. */
struct level {
    struct scalar_pool *pool;
    slong prec;
    struct span_value *values; /* by id */
    unsigned long *stamps;     /* of the box a value belongs to; 0: none */
    size_t capacity;
    unsigned long stamp;
    struct sequent_box box; /* that of the stamp */
    bool is_point;          /* the middle of the box instead */
    struct span_value variables[SCALAR_SLOTS];
};

struct range_values {
    struct scalar_pool *pool;
    struct level levels[LEVELS], middle;
};

/* Values of terms without variables are kept whatever the box. */
static const unsigned long constant_stamp = (unsigned long)-1;

/* ---- memory ---- */

static void level_init(struct level *level, struct scalar_pool *pool,
                       slong prec)
{
    *level = (struct level){.pool = pool, .prec = prec, .stamp = 1};
    for (size_t k = 0; k < SCALAR_SLOTS; k++) {
        span_init(&level->variables[k]);
        span_whole(&level->variables[k]);
    }
}

static void level_clear(struct level *level)
{
    for (size_t i = 0; i < level->capacity; i++)
        span_clear(&level->values[i]);
    for (size_t k = 0; k < SCALAR_SLOTS; k++)
        span_clear(&level->variables[k]);
    free(level->values);
    free(level->stamps);
}

struct range_values *range_values_new(struct scalar_pool *pool)
{
    struct range_values *values = xcalloc(1, sizeof *values);
    values->pool = pool;
    for (size_t i = 0; i < LEVELS; i++)
        level_init(&values->levels[i], pool, FIRST_BITS << i);
    level_init(&values->middle, pool, FIRST_BITS);
    values->middle.is_point = true;
    return values;
}

void range_values_free(struct range_values *values)
{
    if (!values)
        return;
    for (size_t i = 0; i < LEVELS; i++)
        level_clear(&values->levels[i]);
    level_clear(&values->middle);
    free(values);
}

static void level_grow(struct level *level, size_t needed)
{
    size_t capacity = level->capacity ? level->capacity : 256;
    while (capacity < needed)
        capacity *= 2;
    if (capacity == level->capacity)
        return;
    level->values = xrealloc(level->values, capacity, sizeof *level->values);
    level->stamps = xrealloc(level->stamps, capacity, sizeof *level->stamps);
    for (size_t i = level->capacity; i < capacity; i++) {
        span_init(&level->values[i]);
        level->stamps[i] = 0;
    }
    level->capacity = capacity;
}

/* ---- evaluation ---- */

static const struct span_value *value_of(struct level *level,
                                         const struct scalar *e);
static struct sequent_oracle level_oracle(struct level *level);

static void fold_kids(struct span_value *r, struct level *level,
                      const struct scalar *e,
                      void (*f)(struct span_value *, const struct span_value *,
                                const struct span_value *, slong))
{
    span_set(r, value_of(level, e->kids[0]));
    for (size_t i = 1; i < e->count; i++)
        f(r, r, value_of(level, e->kids[i]), level->prec);
}

/* The branch that is certain on the box, or both. */
static void choose(struct span_value *r, struct level *level,
                   const struct scalar *e)
{
    struct sequent_oracle oracle = level_oracle(level);
    const struct span_value *a = value_of(level, e->kids[0]);
    if (sequent_refutes(e->condition, &level->box, &oracle))
        span_set(r, value_of(level, e->kids[1]));
    else if (sequent_holds(e->condition, &level->box, &oracle))
        span_set(r, a);
    else
        span_hull(r, a, value_of(level, e->kids[1]));
}

static const struct span_value *value_for(void *level, const struct scalar *e)
{
    return value_of(level, e);
}

static struct range_quadrature quadrature_for(struct level *level)
{
    return (struct range_quadrature){.pool = level->pool,
                                     .context = level,
                                     .value = value_for,
                                     .prec = level->prec};
}

static void integrate(struct span_value *r, struct level *level,
                      const struct scalar *e)
{
    const struct range_quadrature q = quadrature_for(level);
    range_integrate(r, &q, e);
}

static void compute(struct span_value *r, struct level *level,
                    const struct scalar *e)
{
    const struct span_value *a = NULL, *b = NULL;
    bool call = e->op == SCALAR_POWER || e->op == SCALAR_GENERAL ||
                e->op == SCALAR_CALL;
    if (call)
        a = value_of(level, e->kids[0]);
    if (call && e->count == 2)
        b = value_of(level, e->kids[1]);
    switch (e->op) {
    case SCALAR_NUMBER:
        span_set_q(r, e->number->q, level->prec);
        return;
    case SCALAR_PI:
        span_set_pi(r, level->prec);
        return;
    case SCALAR_VARIABLE:
        span_set(r, &level->variables[e->variable]);
        return;
    case SCALAR_ADD:
        fold_kids(r, level, e, span_add);
        return;
    case SCALAR_MUL:
        fold_kids(r, level, e, span_mul);
        return;
    case SCALAR_POWER:
        span_power(r, a, e->number->q, level->prec);
        return;
    case SCALAR_GENERAL:
        span_general(r, a, b, level->prec);
        return;
    case SCALAR_CALL:
        span_call(r, e->fn, a, b, level->prec);
        return;
    case SCALAR_IF:
        choose(r, level, e);
        return;
    case SCALAR_INTEGRAL:
        integrate(r, level, e);
        return;
    }
}

static const struct span_value *value_of(struct level *level,
                                         const struct scalar *e)
{
    unsigned long stamp = e->variables ? level->stamp : constant_stamp;
    ENSURE(e->id < level->capacity, "range: a term from elsewhere");
    if (level->stamps[e->id] != stamp) {
        scalar_spend(level->pool, e->op == SCALAR_CALL ? CALL_WORK : 1);
        compute(&level->values[e->id], level, e);
        level->stamps[e->id] = stamp;
    }
    return &level->values[e->id];
}

/* ---- boxes ---- */

static bool same_box(const struct sequent_box *a, const struct sequent_box *b)
{
    return memcmp(a->lo, b->lo, sizeof a->lo) == 0 &&
           memcmp(a->hi, b->hi, sizeof a->hi) == 0;
}

/* Any number of the interval. */
static void take_middle(struct span_value *x)
{
    if (x->empty || arf_is_inf(x->lo) || arf_is_inf(x->hi))
        return;
    (void)arf_add(x->lo, x->lo, x->hi, FIRST_BITS, ARF_RND_NEAR);
    arf_mul_2exp_si(x->lo, x->lo, -1);
    arf_set(x->hi, x->lo);
}

static void set_variable(struct level *level, size_t k)
{
    struct span_value *x = &level->variables[k];
    span_whole(x);
    if (level->box.lo[k]) {
        const struct span_value *end = value_of(level, level->box.lo[k]);
        x->empty |= end->empty;
        arf_set(x->lo, end->lo);
    }
    if (level->box.hi[k]) {
        const struct span_value *end = value_of(level, level->box.hi[k]);
        x->empty |= end->empty;
        arf_set(x->hi, end->hi);
    }
    x->empty |= arf_cmp(x->lo, x->hi) > 0;
    if (level->is_point)
        take_middle(x);
}

/* Between two terms, whichever is the lower: an integral's variable. */
static void set_bound(struct level *level)
{
    struct span_value *x = &level->variables[SCALAR_BOUND];
    const struct scalar *lo = level->box.lo[SCALAR_BOUND];
    const struct scalar *hi = level->box.hi[SCALAR_BOUND];
    span_whole(x);
    if (lo && hi) {
        span_hull(x, value_of(level, lo), value_of(level, hi));
    } else if (lo && !value_of(level, lo)->empty) {
        arf_set(x->lo, value_of(level, lo)->lo);
    } else if (hi && !value_of(level, hi)->empty) {
        arf_set(x->hi, value_of(level, hi)->hi);
    }
}

static void enter(struct range_values *values, struct level *level,
                  const struct sequent_box *box)
{
    level_grow(level, scalar_count(values->pool));
    if (same_box(&level->box, box))
        return;
    level->box = *box;
    level->stamp++;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        set_variable(level, k);
    set_bound(level);
}

/* ---- the oracle ---- */

static unsigned signs_of(const struct span_value *x)
{
    if (x->empty)
        return 0;
    unsigned signs = 0;
    int lo = arf_sgn(x->lo), hi = arf_sgn(x->hi);
    if (lo < 0)
        signs |= SIGN_NEGATIVE;
    if (lo <= 0 && hi >= 0)
        signs |= SIGN_ZERO;
    if (hi > 0)
        signs |= SIGN_POSITIVE;
    return signs;
}

static unsigned level_signs(void *context, const struct scalar *e,
                            const struct sequent_box *box)
{
    (void)box;
    return signs_of(value_of(context, e));
}

/* For conditions within a term, on the box of the level. */
static struct sequent_oracle level_oracle(struct level *level)
{
    return (struct sequent_oracle){.context = level, .signs = level_signs};
}

static unsigned signs(void *context, const struct scalar *e,
                      const struct sequent_box *box)
{
    struct range_values *values = context;
    unsigned found = SIGN_ANY;
    /* more bits only help where nothing but rounding is in the way */
    size_t levels = e->variables || e->has_integral ? 1 : LEVELS;
    for (size_t i = 0; i < levels; i++) {
        enter(values, &values->levels[i], box);
        found = signs_of(value_of(&values->levels[i], e));
        if (found != SIGN_ANY)
            break;
    }
    return found;
}

/* sum += slope * (x - c), for variable k */
static void add_step(struct span_value *sum, const struct range_values *values,
                     const struct span_value *slope, size_t k)
{
    struct span_value t;
    span_init(&t);
    span_sub(&t, &values->levels[0].variables[k], &values->middle.variables[k],
             FIRST_BITS);
    span_mul(&t, &t, slope, FIRST_BITS);
    span_add(sum, sum, &t, FIRST_BITS);
    span_clear(&t);
}

static unsigned mean(void *context, const struct scalar *e,
                     const struct scalar *const *slopes,
                     const struct sequent_box *box)
{
    struct range_values *values = context;
    struct span_value sum;
    enter(values, &values->levels[0], box);
    enter(values, &values->middle, box);
    span_init(&sum);
    span_set(&sum, value_of(&values->middle, e));
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if (slopes[k])
            add_step(&sum, values, value_of(&values->levels[0], slopes[k]), k);
    unsigned found = signs_of(&sum);
    span_clear(&sum);
    return found;
}

static bool converges(void *context, const struct scalar *body,
                      unsigned infinite, const struct sequent_box *box)
{
    struct range_values *values = context;
    enter(values, &values->levels[0], box);
    const struct range_quadrature q = quadrature_for(&values->levels[0]);
    return range_converges(&q, body, infinite);
}

struct sequent_oracle range_values_oracle(struct range_values *values)
{
    return (struct sequent_oracle){.context = values,
                                   .signs = signs,
                                   .mean = mean,
                                   .converges = converges};
}

bool range_values_double(double *lo, double *hi, struct range_values *values,
                         const struct scalar *e, const struct sequent_box *box)
{
    enter(values, &values->levels[0], box);
    const struct span_value *x = value_of(&values->levels[0], e);
    *lo = arf_get_d(x->lo, ARF_RND_FLOOR);
    *hi = arf_get_d(x->hi, ARF_RND_CEIL);
    return !x->empty;
}

bool range_values_is_nonzero(struct range_values *values,
                             const struct scalar *e)
{
    struct level *level = &values->levels[0];
    level_grow(level, scalar_count(values->pool));
    const struct span_value *x = value_of(level, e);
    return x->empty || arf_sgn(x->lo) > 0 || arf_sgn(x->hi) < 0;
}
