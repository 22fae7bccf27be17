/* Small matrices for the tests of certified linear algebra. */
#ifndef MAJORANT_TESTS_LINALG_FIXTURE_H
#define MAJORANT_TESTS_LINALG_FIXTURE_H

#include "base/rng.h"
#include "eval/flint_compat.h"
#include "support/cmocka_all.h"

#include <stdbool.h>

/* Integer entries by rows. */
static inline void fixture_set(arb_mat_t a, const int *entries)
{
    slong cols = arb_mat_ncols(a);
    for (slong k = 0; k < arb_mat_nrows(a) * cols; k++)
        arb_set_si(arb_mat_entry(a, k / cols, k % cols), entries[k]);
}

/* Uniform multiples of 2^-53 in [-1, 1). */
static inline void fixture_draw(arb_mat_t a, struct rng *rng)
{
    for (slong i = 0; i < arb_mat_nrows(a); i++)
        for (slong j = 0; j < arb_mat_ncols(a); j++)
            arb_set_d(arb_mat_entry(a, i, j), 2 * rng_unit(rng) - 1);
}

static inline void fixture_widen(arb_mat_t a, double radius)
{
    for (slong i = 0; i < arb_mat_nrows(a); i++)
        for (slong j = 0; j < arb_mat_ncols(a); j++)
            mag_set_d(arb_radref(arb_mat_entry(a, i, j)), radius);
}

static inline void fixture_assert_near(const arb_t x, const arb_t y, slong bits)
{
    assert_true(arb_overlaps(x, y));
    assert_true(arb_rel_accuracy_bits(x) >= bits);
}

static inline void fixture_assert_int(const arb_t x, slong value, slong bits)
{
    assert_true(arb_contains_si(x, value));
    assert_true(arb_rel_accuracy_bits(x) >= bits);
}

#endif
