#include "case/property.h"

#include "case/birkhoff.h"
#include "case/frame.h"
#include "case/orthogonal.h"
#include "case/rounding.h"
#include "case/sampler.h"

#include <math.h>
#include <stdlib.h>

static size_t size_of(const struct value *v)
{
    return v->rows * v->cols;
}

static void make_rationals(struct value *v)
{
    if (v->kind == VALUE_RATIONALS)
        return;
    struct value q;
    value_init(&q);
    value_set_rationals(&q, v->rows, v->cols);
    for (size_t k = 0; k < size_of(v); k++)
        rational_set_double(&q.rationals[k], v->doubles[k]);
    value_clear(v);
    *v = q;
}

/* ---- stochastic ---- */

enum { SMALL_SUM = 4096, WEIGHT_BITS = 20, PART_BITS = 31 };

/* The sum of a row of small nonnegative integers, or 0. */
static unsigned long small_sum(const double *x, size_t n)
{
    double sum = 0;
    for (size_t j = 0; j < n; j++) {
        if (x[j] != floor(x[j]) || x[j] > SMALL_SUM)
            return 0;
        sum += x[j];
    }
    return sum <= SMALL_SUM ? (unsigned long)sum : 0;
}

static void small_row(rational_t *out, const double *x, size_t n,
                      unsigned long sum)
{
    for (size_t j = 0; j < n; j++) {
        mpq_set_ui(out[j].q, (unsigned long)x[j], sum);
        mpq_canonicalize(out[j].q);
    }
}

/*
 * Weights of WEIGHT_BITS bits, cut to multiples of 2^-PART_BITS of their sum;
 * what is cut off goes to the largest.
 */
static void dyadic_row(rational_t *out, const double *x, size_t n)
{
    double top = 0;
    size_t largest = 0;
    for (size_t j = 0; j < n; j++)
        if (x[j] > top) {
            top = x[j];
            largest = j;
        }
    uint64_t sum = 0, rest = UINT64_C(1) << PART_BITS;
    for (size_t j = 0; j < n; j++)
        sum += (uint64_t)(x[j] / top * (1 << WEIGHT_BITS));
    for (size_t j = 0; j < n; j++) {
        uint64_t weight = (uint64_t)(x[j] / top * (1 << WEIGHT_BITS));
        uint64_t part = (weight << PART_BITS) / sum;
        mpq_set_ui(out[j].q, part, 1);
        rest -= part;
    }
    mpz_add_ui(mpq_numref(out[largest].q), mpq_numref(out[largest].q), rest);
    for (size_t j = 0; j < n; j++)
        mpq_div_2exp(out[j].q, out[j].q, PART_BITS);
}

void property_make_stochastic(struct value *v)
{
    rounding_to_doubles(v);
    size_t n = v->cols;
    struct value out;
    value_init(&out);
    value_set_rationals(&out, v->rows, n);
    for (size_t i = 0; i < v->rows; i++) {
        double *x = v->doubles + i * n;
        bool is_zero = true;
        for (size_t j = 0; j < n; j++) {
            x[j] = fabs(x[j]);
            is_zero = is_zero && x[j] == 0;
        }
        for (size_t j = 0; is_zero && j < n; j++)
            x[j] = 1;
        unsigned long sum = small_sum(x, n);
        if (sum)
            small_row(out.rationals + i * n, x, n, sum);
        else
            dyadic_row(out.rationals + i * n, x, n);
    }
    value_clear(v);
    *v = out;
    value_simplify(v);
}

/* ---- the other kinds ---- */

static void make_nonneg(struct value *v)
{
    for (size_t k = 0; k < size_of(v); k++) {
        if (v->kind == VALUE_DOUBLES)
            v->doubles[k] = fabs(v->doubles[k]);
        else
            mpq_abs(v->rationals[k].q, v->rationals[k].q);
    }
}

static void make_symmetric(struct value *v)
{
    size_t n = v->rows;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            if (v->kind == VALUE_DOUBLES)
                v->doubles[j * n + i] = v->doubles[i * n + j];
            else
                mpq_set(v->rationals[j * n + i].q, v->rationals[i * n + j].q);
        }
}

/*
 * B*B' with B rounded to integers of GRAM_BITS bits times a power of two: the
 * sums of products are integers below 2^53, so doubles hold them exactly.
 */
static void make_psd(struct value *v)
{
    enum { GRAM_BITS = 16, GRAM_EXPONENT = 450 };
    size_t n = v->rows, m = v->cols;
    ENSURE(m < UINT64_C(1) << (53 - 2 * GRAM_BITS), "psd: too many columns");
    int unit = rounding_to_integers(v, GRAM_BITS, GRAM_EXPONENT);
    struct value out;
    value_init(&out);
    value_set_doubles(&out, n, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0;
            for (size_t k = 0; k < m; k++)
                sum += v->doubles[i * m + k] * v->doubles[j * m + k];
            sum = ldexp(sum, 2 * unit);
            out.doubles[i * n + j] = out.doubles[j * n + i] = sum;
        }
    value_clear(v);
    *v = out;
}

static void make_integers(struct value *v, const struct range *range)
{
    int64_t lo, hi;
    enum { OPEN = 1 << 30 };
    range_integers(&lo, &hi, range, OPEN);
    rounding_to_doubles(v);
    for (size_t k = 0; k < size_of(v); k++) {
        double x = rounding_nearest(v->doubles[k]);
        /* As range_fit, among the integers. */
        if (x < (double)lo)
            x = range->has_hi ? (double)lo : 2 * (double)lo - x;
        if (x > (double)hi)
            x = range->has_lo ? (double)hi : 2 * (double)hi - x;
        x = x < (double)lo ? (double)lo : x > (double)hi ? (double)hi : x;
        v->doubles[k] = x;
    }
}

static void fit(struct value *v, const struct range *range)
{
    if (!range->has_lo && !range->has_hi)
        return;
    make_rationals(v);
    for (size_t k = 0; k < size_of(v); k++)
        range_fit(&v->rationals[k], range);
    value_simplify(v);
}

/* A column, its entries as property_make_stochastic makes those of a row. */
static void make_simplex(struct value *v)
{
    value_reshape(v, v->cols, v->rows);
    property_make_stochastic(v);
    value_reshape(v, v->cols, v->rows);
}

static void make_mask(struct value *v)
{
    rounding_to_doubles(v);
    for (size_t k = 0; k < size_of(v); k++)
        v->doubles[k] = v->doubles[k] > 0;
}

/* Entries above the diagonal become minus those below it (is_skew), or 0. */
static void mirror(struct value *v, bool is_skew, bool keep_below,
                   bool keep_middle)
{
    size_t n = v->rows;
    make_rationals(v);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            mpq_t *below = &v->rationals[j * n + i].q;
            mpq_t *above = &v->rationals[i * n + j].q;
            bool keep = i == j ? keep_middle : keep_below;
            if (!keep)
                mpq_set_ui(*below, 0, 1);
            if (i == j)
                continue;
            mpq_set_ui(*above, 0, 1);
            if (is_skew)
                mpq_neg(*above, *below);
        }
    value_simplify(v);
}

void property_map(struct value *v, enum given_kind kind, unsigned facts,
                  const struct range *range)
{
    switch (kind) {
    case GIVEN_REAL:
        break;
    case GIVEN_INT:
        make_integers(v, range);
        return;
    case GIVEN_NONNEG:
        if (!(facts & SAMPLES_NONNEG))
            make_nonneg(v);
        break;
    case GIVEN_SYMMETRIC:
        make_symmetric(v);
        break;
    case GIVEN_STOCHASTIC:
        if (!(facts & SAMPLES_STOCHASTIC))
            property_make_stochastic(v);
        return;
    case GIVEN_PSD:
        make_psd(v);
        return;
    case GIVEN_ORTHOGONAL:
        if (!(facts & SAMPLES_ORTHOGONAL))
            orthogonal_map(v);
        return;
    case GIVEN_UNIT:
    case GIVEN_FRAME:
        frame_map(v, FRAME_BITS);
        return;
    case GIVEN_SIMPLEX:
        make_simplex(v);
        return;
    case GIVEN_PERMUTATION:
        birkhoff_permutation(v);
        return;
    case GIVEN_MASK:
        make_mask(v);
        return;
    case GIVEN_DOUBLY_STOCHASTIC:
        birkhoff_doubly_stochastic(v);
        return;
    case GIVEN_SKEW:
        fit(v, range);
        mirror(v, true, true, false);
        return;
    case GIVEN_DIAGONAL:
        fit(v, range);
        mirror(v, false, false, true);
        return;
    case GIVEN_LOWER:
        fit(v, range);
        mirror(v, false, true, true);
        return;
    }
    fit(v, range);
}

bool property_draws_rows(enum given_kind kind)
{
    return kind == GIVEN_UNIT || kind == GIVEN_SIMPLEX;
}
