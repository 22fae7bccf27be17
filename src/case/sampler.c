#include "case/sampler.h"

#include "case/elementary.h"
#include "case/sampler_internal.h"

#include <math.h>
#include <string.h>

static const struct sampler_info table[] = {
#define X(id, name, parameters, facts, draw) {name, parameters, facts},
    MAJORANT_SAMPLERS(X)
#undef X
};
_Static_assert(sizeof table / sizeof *table == SAMPLER_COUNT, "one row each");

const struct sampler_info *sampler_info(enum sampler_id id)
{
    return &table[id];
}

bool sampler_find(enum sampler_id *out, const char *name)
{
    for (size_t i = 0; i < SAMPLER_COUNT; i++) {
        if (strcmp(table[i].name, name) == 0) {
            *out = (enum sampler_id)i;
            return true;
        }
    }
    return false;
}

static bool is_integer(double x)
{
    return x == floor(x) && fabs(x) <= 0x1p53;
}

static bool expects(struct buffer *reason, bool holds, const char *what)
{
    if (!holds)
        buffer_add(reason, what);
    return holds;
}

static bool check_logscale(double lo, double hi, struct buffer *reason)
{
    if (lo > 0)
        return expects(reason, lo <= hi && lo >= 1e-300 && hi <= 1e300,
                       "logscale(lo, hi) takes 1e-300 <= lo <= hi <= 1e300");
    return expects(reason,
                   lo <= hi && lo >= -SAMPLER_MAX_DECADE &&
                       hi <= SAMPLER_MAX_DECADE,
                   "logscale(lo, hi) takes decades -300 <= lo <= hi <= 300");
}

bool sampler_check(const struct recipe *r, struct buffer *reason)
{
    double a = r->numbers[0], b = r->numbers[1];
    if (!(fabs(a) <= 1e300 && fabs(b) <= 1e300))
        return expects(reason, false, "a sampler's numbers are within ±1e300");
    switch (r->id) {
    case SAMPLER_NORMAL:
        return expects(reason, b >= 0, "normal(mean, sd) takes sd >= 0");
    case SAMPLER_UNIFORM:
        return expects(reason, a <= b, "uniform(a, b) takes a <= b");
    case SAMPLER_INTEGERS:
        return expects(reason, is_integer(a) && is_integer(b) && a <= b,
                       "integers(a, b) takes integers a <= b");
    case SAMPLER_LOGSCALE:
        return check_logscale(a, b, reason);
    case SAMPLER_SPARSE:
        return expects(reason, a >= 0 && a <= 1,
                       "sparse(p, sampler) takes p in [0, 1]");
    case SAMPLER_DUPLICATE_ROWS:
        return expects(reason, is_integer(a) && a >= 1,
                       "duplicate_rows(k) takes an integer k >= 1");
    case SAMPLER_DIRICHLET:
        return expects(reason, a >= 1e-3 && a <= 1e6,
                       "dirichlet(alpha) takes alpha in [0.001, 1e6]");
    case SAMPLER_RADEMACHER:
    case SAMPLER_NEAR_RANK_ONE:
    case SAMPLER_NEAR_EQUAL_ROWS:
    case SAMPLER_ONEHOT:
    case SAMPLER_SPIKE:
    case SAMPLER_IDENTITY:
    case SAMPLER_HILBERT:
    case SAMPLER_VANDERMONDE:
    case SAMPLER_TOEPLITZ:
    case SAMPLER_ORTHOGONAL:
    case SAMPLER_MIXTURE:
    case SAMPLER_ADVERSARIAL:
    case SAMPLER_COUNT:
        break;
    }
    return true;
}

static inline double normal_number(double standard, double mean, double sd)
{
    double x = sd * standard;
    return mean + x;
}

double sampler_normal_number(struct drawing *d, double mean, double sd)
{
    return normal_number(rng_normal(d->rng), mean, sd);
}

/* `u` is in [0, 1). */
static inline double uniform_number(double u, double lo, double hi)
{
    double x = lo * (1 - u) + hi * u; /* hi - lo might overflow */
    return x < lo ? lo : x > hi ? hi : x;
}

static double integer_number(struct drawing *d, double lo, double hi)
{
    return lo + (double)rng_below(d->rng, (uint64_t)(hi - lo) + 1);
}

static double sign_number(struct drawing *d)
{
    return rng_word(d->rng) >> 63 ? -1 : 1;
}

static double logscale_number(struct drawing *d, double lo, double hi)
{
    static const double ln10 = 0x1.26bb1bbb55516p1;
    double low = lo > 0 ? elementary_log(lo) : lo * ln10;
    double high = lo > 0 ? elementary_log(hi) : hi * ln10;
    double size = elementary_exp(uniform_number(rng_unit(d->rng), low, high));
    return size * sign_number(d);
}

/* An entry of the others whose entries are independent. */
static double entry_number(struct drawing *d)
{
    double a = d->recipe->numbers[0], b = d->recipe->numbers[1];
    if (d->recipe->id == SAMPLER_INTEGERS)
        return integer_number(d, a, b);
    if (d->recipe->id == SAMPLER_LOGSCALE)
        return logscale_number(d, a, b);
    return sign_number(d);
}

/* Normal and uniform numbers, all entries at a time. */
static bool draw_many(struct drawing *d)
{
    double *out = d->out->doubles;
    const size_t count = d->rows * d->cols;
    double a = d->recipe->numbers[0], b = d->recipe->numbers[1];
    if (d->recipe->id == SAMPLER_ADVERSARIAL) {
        a = 0;
        b = 1;
    }
    if (d->recipe->id == SAMPLER_NORMAL ||
        d->recipe->id == SAMPLER_ADVERSARIAL) {
        rng_normals(out, count, d->rng);
        for (size_t k = 0; k < count; k++)
            out[k] = normal_number(out[k], a, b) + 0.0;
        return true;
    }
    if (d->recipe->id == SAMPLER_UNIFORM) {
        rng_units(out, count, d->rng);
        for (size_t k = 0; k < count; k++)
            out[k] = uniform_number(out[k], a, b) + 0.0;
        return true;
    }
    return false;
}

static enum status draw_entries(struct drawing *d)
{
    if (draw_many(d))
        return ST_OK;
    for (size_t k = 0; k < d->rows * d->cols; k++)
        d->out->doubles[k] = entry_number(d) + 0.0; /* no negative zero */
    return ST_OK;
}

static enum status draw_sparse(struct drawing *d)
{
    unsigned facts;
    enum status st = sampler_draw(d->out, &facts, d->rows, d->cols,
                                  &d->recipe->subs[0], d->rng, d->reason);
    if (st != ST_OK)
        return st;
    d->facts = facts & SAMPLES_NONNEG;
    for (size_t k = 0; k < d->rows * d->cols; k++) {
        if (rng_unit(d->rng) < d->recipe->numbers[0])
            continue;
        if (d->out->kind == VALUE_DOUBLES)
            d->out->doubles[k] = 0;
        else
            rational_set_int(&d->out->rationals[k], 0);
    }
    return ST_OK;
}

static enum status draw_mixture(struct drawing *d)
{
    size_t i = (size_t)rng_below(d->rng, d->recipe->nsubs);
    return sampler_draw(d->out, &d->facts, d->rows, d->cols,
                        &d->recipe->subs[i], d->rng, d->reason);
}

static sampler_function *const draws[SAMPLER_COUNT] = {
#define X(id, name, parameters, facts, draw) draw,
    MAJORANT_SAMPLERS(X)
#undef X
};

enum status sampler_draw(struct value *out, unsigned *facts, size_t rows,
                         size_t cols, const struct recipe *r, struct rng *rng,
                         struct buffer *reason)
{
    value_set_doubles(out, rows, cols);
    struct drawing d = {.out = out,
                        .recipe = r,
                        .rng = rng,
                        .reason = reason,
                        .rows = rows,
                        .cols = cols,
                        .facts = table[r->id].facts};
    enum status st = draws[r->id](&d);
    *facts = d.facts;
    return st;
}
