/* A ring of exact numbers and shorthands, for the tests of both. */
#ifndef MAJORANT_TESTS_EXACT_FIXTURE_H
#define MAJORANT_TESTS_EXACT_FIXTURE_H

#include "eval/evaluator.h"
#include "eval/exact_number.h"
#include "support/cmocka_all.h"

static inline struct exact_ring *ring_of(void **state)
{
    return *state;
}

static inline int set_up(void **state)
{
    *state = exact_ring_new();
    return 0;
}

static inline int tear_down(void **state)
{
    exact_ring_free(*state);
    return 0;
}

static inline exact_id number(struct exact_ring *ring, slong num, ulong den)
{
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_si(q, num, den);
    exact_id id = exact_rational(ring, q);
    fmpq_clear(q);
    return id;
}

static inline exact_id root(struct exact_ring *ring, slong n)
{
    return exact_sqrt(ring, exact_int(ring, n));
}

static inline exact_id exp_of(struct exact_ring *ring, slong num, ulong den)
{
    return exact_exp(ring, number(ring, num, den));
}

static inline void assert_same(struct exact_ring *ring, exact_id x, exact_id y)
{
    assert_int_not_equal(x, EXACT_NONE);
    assert_int_equal(exact_compare(ring, x, y), EXACT_IS_ZERO);
}

static inline int finish(void **state)
{
    (void)state;
    eval_finish();
    return 0;
}

#endif
