/*
 * Fingerprints of instances, by which equal ones are told; declared in
 * instance/instance.h.
 *
 * Each step is a bijection of the state and of the word taken in, so entries
 * are mixed in order and nothing is lost but by chance; four lanes side by
 * side, since a trial of small matrices takes no longer than its hash would
 * otherwise.
 */
#include "instance/instance.h"

#include "base/rng.h"

#include <string.h>

enum { LANES = 4 };

static inline uint64_t take(uint64_t lane, uint64_t word)
{
    lane = (lane ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return lane ^ (lane >> 32);
}

/* Of a double that is meant exactly; -0 is 0. */
static inline uint64_t word_of(double x)
{
    const double value = x + 0.0;
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static uint64_t of_doubles(uint64_t key, const double *x, size_t count)
{
    uint64_t lanes[LANES] = {1, 2, 3, 4};
    size_t k = 0;
    for (; k + LANES <= count; k += LANES)
        for (size_t i = 0; i < LANES; i++)
            lanes[i] = take(lanes[i], word_of(x[k + i]));
    for (; k < count; k++)
        lanes[0] = take(lanes[0], word_of(x[k]));
    for (size_t i = 0; i < LANES; i++)
        key = rng_key_number(key, lanes[i]);
    return key;
}

static uint64_t of_integer(uint64_t key, const mpz_t n)
{
    key = rng_key_number(key, (uint64_t)(mpz_sgn(n) + 1));
    for (size_t k = 0; k < mpz_size(n); k++)
        key = rng_key_number(key, mpz_getlimbn(n, (mp_size_t)k));
    return key;
}

/* As of_doubles where all of them are doubles. */
static uint64_t of_rationals(uint64_t key, const rational_t *x, size_t count)
{
    LOCAL_FREE double *doubles = xcalloc(count + 1, sizeof *doubles);
    bool exact = true;
    for (size_t k = 0; k < count && exact; k++)
        exact = rational_is_double(&x[k], &doubles[k]);
    if (exact)
        key = of_doubles(key, doubles, count);
    for (size_t k = 0; k < count && !exact; k++)
        key =
            of_integer(of_integer(key, mpq_numref(x[k].q)), mpq_denref(x[k].q));
    return key;
}

static uint64_t of_value(uint64_t key, const struct value *v)
{
    key = rng_key_number(rng_key_number(key, v->rows), v->cols);
    switch (v->kind) {
    case VALUE_DOUBLES:
        return of_doubles(key, v->doubles, v->rows * v->cols);
    case VALUE_RATIONALS:
        return of_rationals(key, v->rationals, v->rows * v->cols);
    case VALUE_NONE:
    case VALUE_EXPR:
        break;
    }
    return rng_key_number(key, (uint64_t)v->kind);
}

uint64_t instance_sizes_fingerprint(const int64_t *dims, size_t ndims)
{
    uint64_t key = 0;
    for (size_t i = 0; i < ndims; i++)
        key = rng_key_number(key, (uint64_t)dims[i]);
    return key;
}

uint64_t instance_fingerprint(const struct instance *x)
{
    const struct theorem *t = x->layout->theorem;
    uint64_t key = 0;
    for (size_t i = 0; i < t->ndims; i++)
        key = rng_key_number(key,
                             (uint64_t)x->layout->env.values[t->dims[i]->id]);
    for (size_t k = 0; k < x->layout->nslots; k++)
        key = of_value(key, &x->values[k]);
    return key;
}
