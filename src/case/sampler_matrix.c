/* Samplers whose entries depend on one another. */
#include "case/elementary.h"
#include "case/orthogonal.h"
#include "case/property.h"
#include "case/sampler_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every entry + eps * noise. */
static void add_noise(struct drawing *d, double eps)
{
    for (size_t k = 0; k < d->rows * d->cols; k++)
        d->out->doubles[k] =
            sampler_normal_number(d, d->out->doubles[k], eps) + 0.0;
}

static double *normal_numbers(struct drawing *d, size_t count)
{
    double *x = xcalloc(count, sizeof *x);
    for (size_t k = 0; k < count; k++)
        x[k] = sampler_normal_number(d, 0, 1);
    return x;
}

enum status sampler_near_rank_one(struct drawing *d)
{
    double *u = normal_numbers(d, d->rows), *v = normal_numbers(d, d->cols);
    for (size_t i = 0; i < d->rows; i++)
        for (size_t j = 0; j < d->cols; j++)
            d->out->doubles[i * d->cols + j] = u[i] * v[j];
    free(u);
    free(v);
    add_noise(d, d->recipe->numbers[0]);
    return ST_OK;
}

/* Copies of the rows among the first k, after those are drawn. */
static void repeat_rows(struct drawing *d, size_t k)
{
    double *x = d->out->doubles;
    for (size_t i = 0; i < k * d->cols; i++)
        x[i] = sampler_normal_number(d, 0, 1);
    for (size_t i = k; i < d->rows; i++) {
        size_t from = (size_t)rng_below(d->rng, k);
        memcpy(x + i * d->cols, x + from * d->cols, d->cols * sizeof *x);
    }
}

enum status sampler_duplicate_rows(struct drawing *d)
{
    double k = d->recipe->numbers[0];
    repeat_rows(d, k < (double)d->rows ? (size_t)k : d->rows);
    return ST_OK;
}

enum status sampler_near_equal_rows(struct drawing *d)
{
    repeat_rows(d, 1);
    add_noise(d, d->recipe->numbers[0]);
    return ST_OK;
}

enum status sampler_onehot(struct drawing *d)
{
    for (size_t i = 0; i < d->rows; i++)
        d->out->doubles[i * d->cols + (size_t)rng_below(d->rng, d->cols)] = 1;
    return ST_OK;
}

enum status sampler_spike(struct drawing *d)
{
    size_t n = d->rows * d->cols;
    for (size_t k = 0; k < n; k++)
        d->out->doubles[k] = sampler_normal_number(d, 0, 1);
    double size = d->recipe->numbers[0];
    d->out->doubles[rng_below(d->rng, n)] =
        (rng_word(d->rng) >> 63 ? -size : size) + 0.0;
    return ST_OK;
}

enum status sampler_identity(struct drawing *d)
{
    for (size_t i = 0; i < d->rows && i < d->cols; i++)
        d->out->doubles[i * d->cols + i] = 1;
    if (d->rows == d->cols)
        d->facts |= SAMPLES_STOCHASTIC | SAMPLES_ORTHOGONAL;
    return ST_OK;
}

enum status sampler_hilbert(struct drawing *d)
{
    value_set_rationals(d->out, d->rows, d->cols);
    for (size_t i = 0; i < d->rows; i++)
        for (size_t j = 0; j < d->cols; j++)
            mpq_set_ui(d->out->rationals[i * d->cols + j].q, 1, i + j + 1);
    value_simplify(d->out);
    return ST_OK;
}

enum status sampler_vandermonde(struct drawing *d)
{
    for (size_t i = 0; i < d->rows; i++) {
        double node = ((double)rng_below(d->rng, 25) - 12) / 8, power = 1;
        for (size_t j = 0; j < d->cols; j++) {
            d->out->doubles[i * d->cols + j] = power + 0.0;
            if (fabs(power) < 0x1p500)
                power *= node;
        }
    }
    return ST_OK;
}

enum status sampler_toeplitz(struct drawing *d)
{
    LOCAL_MADE(value, band);
    unsigned facts;
    enum status st = sampler_draw(&band, &facts, d->rows + d->cols - 1, 1,
                                  &d->recipe->subs[0], d->rng, d->reason);
    d->facts = facts & SAMPLES_NONNEG;
    if (st == ST_OK && band.kind == VALUE_RATIONALS)
        value_set_rationals(d->out, d->rows, d->cols);
    for (size_t i = 0; st == ST_OK && i < d->rows; i++)
        for (size_t j = 0; j < d->cols; j++) {
            size_t k = i * d->cols + j, from = i + d->cols - 1 - j;
            if (band.kind == VALUE_DOUBLES)
                d->out->doubles[k] = band.doubles[from];
            else
                mpq_set(d->out->rationals[k].q, band.rationals[from].q);
        }
    return st;
}

enum status sampler_orthogonal(struct drawing *d)
{
    if (d->rows != d->cols) {
        buffer_printf(d->reason,
                      "orthogonal() needs a square matrix, this is %zu x %zu",
                      d->rows, d->cols);
        return ST_INPUT;
    }
    /* A skew matrix of eighths to ones, so that fractions stay short. */
    double unit = ldexp(1, -(int)rng_below(d->rng, 4));
    for (size_t k = 0; k < d->rows * d->cols; k++)
        d->out->doubles[k] = unit * ((double)rng_below(d->rng, 9) - 4) + 0.0;
    orthogonal_map(d->out);
    orthogonal_shuffle(d->out, d->rng);
    return ST_OK;
}

/*
 * Gamma(alpha), up to scale, by [MarsagliaTsang2000]; alpha < 1 through
 * Gamma(alpha + 1) * U^(1/alpha).
 */
static double gamma_number(struct drawing *d, double alpha)
{
    double boost = 0;
    if (alpha < 1) {
        double u = rng_unit(d->rng) + 0x1p-54; /* never 0 */
        boost = elementary_log(u) / alpha;
        alpha += 1;
    }
    double b = alpha - 1.0 / 3, c = 1 / sqrt(9 * b);
    for (;;) {
        double x = sampler_normal_number(d, 0, 1), v = 1 + c * x;
        if (v <= 0)
            continue;
        v = v * v * v;
        double u = rng_unit(d->rng) + 0x1p-54;
        if (elementary_log(u) < 0.5 * x * x + b - b * v + b * elementary_log(v))
            return boost < -600 ? 0 : b * v * elementary_exp(boost);
    }
}

enum status sampler_dirichlet(struct drawing *d)
{
    for (size_t k = 0; k < d->rows * d->cols; k++)
        d->out->doubles[k] = gamma_number(d, d->recipe->numbers[0]);
    property_make_stochastic(d->out);
    return ST_OK;
}
