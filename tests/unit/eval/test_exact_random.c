/* Random exact numbers: the axioms, and no sign that a ball contradicts. */
#include "exact_fixture.h"

#include "base/rng.h"

/* ---- random expressions against balls ---- */

enum { BITS = 256, LEAVES = 9 };

/* A number, with a ball computed beside it without the ring. */
struct pair {
    exact_id id;
    arb_t ball;
};

static void set_rational(struct pair *p, struct exact_ring *ring,
                         struct rng *rng)
{
    slong num = (slong)rng_below(rng, 13) - 6;
    ulong den = 1 + rng_below(rng, 4);
    p->id = number(ring, num, den);
    arb_set_si(p->ball, num);
    arb_div_ui(p->ball, p->ball, den, BITS);
}

static void add_or_multiply(struct pair *out, struct exact_ring *ring,
                            const struct pair *x, const struct pair *y,
                            uint64_t choice)
{
    if (choice == 0) {
        out->id = exact_add(ring, x->id, y->id);
        arb_add(out->ball, x->ball, y->ball, BITS);
    } else if (choice == 1) {
        out->id = exact_sub(ring, x->id, y->id);
        arb_sub(out->ball, x->ball, y->ball, BITS);
    } else {
        out->id = exact_mul(ring, x->id, y->id);
        arb_mul(out->ball, x->ball, y->ball, BITS);
    }
}

/* Only where the exact sign allows it. */
static void divide_or_root(struct pair *out, struct exact_ring *ring,
                           const struct pair *x, uint64_t choice)
{
    enum exact_sign sign = exact_sign(ring, x->id);
    if (choice == 0 && sign != EXACT_IS_ZERO && sign != EXACT_SIGN_UNKNOWN) {
        out->id = exact_inverse(ring, x->id);
        arb_inv(out->ball, x->ball, BITS);
    } else if (choice == 1 && sign == EXACT_POSITIVE) {
        out->id = exact_sqrt(ring, x->id);
        arb_sqrt(out->ball, x->ball, BITS);
    } else if (choice == 2 && sign == EXACT_POSITIVE) {
        out->id = exact_log(ring, x->id);
        arb_log(out->ball, x->ball, BITS);
    } else {
        out->id = exact_abs(ring, x->id);
        arb_abs(out->ball, x->ball);
    }
}

static void apply_function(struct pair *out, struct exact_ring *ring,
                           const struct pair *x, uint64_t choice)
{
    if (choice == 0) {
        out->id = exact_exp(ring, x->id);
        arb_exp(out->ball, x->ball, BITS);
    } else if (choice == 1) {
        out->id = exact_sin(ring, x->id);
        arb_sin(out->ball, x->ball, BITS);
    } else if (choice == 2) {
        out->id = exact_cos(ring, x->id);
        arb_cos(out->ball, x->ball, BITS);
    } else {
        out->id = exact_tanh(ring, x->id);
        arb_tanh(out->ball, x->ball, BITS);
    }
}

static void step(struct pair *out, struct exact_ring *ring,
                 const struct pair *x, const struct pair *y, struct rng *rng)
{
    switch (rng_below(rng, 4)) {
    case 0:
    case 1:
        add_or_multiply(out, ring, x, y, rng_below(rng, 3));
        return;
    case 2:
        divide_or_root(out, ring, x, rng_below(rng, 4));
        return;
    default:
        apply_function(out, ring, x, rng_below(rng, 4));
    }
}

/* The exact sign of x - y contradicts no ball. */
static void check_compare(struct exact_ring *ring, const struct pair *x,
                          const struct pair *y)
{
    enum exact_sign sign = exact_compare(ring, x->id, y->id);
    if (!arb_is_finite(x->ball) || !arb_is_finite(y->ball))
        return;
    if (sign == EXACT_IS_ZERO)
        assert_true(arb_overlaps(x->ball, y->ball));
    if (sign == EXACT_POSITIVE)
        assert_false(arb_lt(x->ball, y->ball));
    if (sign == EXACT_NEGATIVE)
        assert_false(arb_gt(x->ball, y->ball));
}

static void check_ball(struct exact_ring *ring, const struct pair *x)
{
    arb_t ball;
    arb_init(ball);
    exact_ball(ball, ring, x->id, BITS);
    if (arb_is_finite(x->ball) && arb_is_finite(ball))
        assert_true(arb_overlaps(ball, x->ball));
    arb_clear(ball);
}

static void test_random_expressions_agree_with_balls(void **state)
{
    (void)state;
    struct pair pairs[LEAVES + 8];
    for (size_t k = 0; k < LEAVES + 8; k++)
        arb_init(pairs[k].ball);
    struct rng rng = rng_start(rng_key(20261121, "exact"));
    for (int trial = 0; trial < 500; trial++) {
        struct exact_ring *ring = exact_ring_new();
        for (size_t k = 0; k < LEAVES; k++)
            set_rational(&pairs[k], ring, &rng);
        for (size_t k = LEAVES; k < LEAVES + 8; k++) {
            const struct pair *x = &pairs[rng_below(&rng, k)];
            const struct pair *y = &pairs[rng_below(&rng, k)];
            step(&pairs[k], ring, x, y, &rng);
            check_ball(ring, &pairs[k]);
        }
        for (size_t k = LEAVES; k < LEAVES + 8; k++)
            for (size_t i = 0; i < k; i++)
                check_compare(ring, &pairs[k], &pairs[i]);
        exact_ring_free(ring);
    }
    for (size_t k = 0; k < LEAVES + 8; k++)
        arb_clear(pairs[k].ball);
}

/* A random sum of roots, exponentials and inverses of such. */
static exact_id random_number(struct exact_ring *ring, struct rng *rng,
                              unsigned depth)
{
    exact_id x =
        number(ring, (slong)rng_below(rng, 9) - 4, 1 + rng_below(rng, 3));
    if (rng_below(rng, 2))
        x = exact_mul(ring, x, root(ring, (slong)rng_below(rng, 12) + 1));
    if (rng_below(rng, 3) == 0)
        x = exact_mul(ring, x, exp_of(ring, (slong)rng_below(rng, 5) - 2, 2));
    if (depth == 0)
        return x;
    exact_id y = random_number(ring, rng, depth - 1);
    enum exact_sign sign = exact_sign(ring, y);
    if (rng_below(rng, 3) == 0 && sign != EXACT_IS_ZERO &&
        sign != EXACT_SIGN_UNKNOWN)
        y = exact_inverse(ring, y);
    return exact_add(ring, x, y);
}

static void check_axioms(struct exact_ring *ring, exact_id x, exact_id y,
                         exact_id z)
{
    assert_int_equal(exact_add(ring, x, y), exact_add(ring, y, x));
    assert_int_equal(exact_mul(ring, x, y), exact_mul(ring, y, x));
    assert_int_equal(
        exact_mul(ring, x, exact_add(ring, y, z)),
        exact_add(ring, exact_mul(ring, x, y), exact_mul(ring, x, z)));
    assert_int_equal(exact_mul(ring, exact_mul(ring, x, y), z),
                     exact_mul(ring, x, exact_mul(ring, y, z)));
    assert_int_equal(exact_sub(ring, exact_add(ring, x, y), y), x);
    enum exact_sign sign = exact_sign(ring, x);
    if (sign == EXACT_POSITIVE || sign == EXACT_NEGATIVE)
        assert_same(ring, exact_mul(ring, x, exact_inverse(ring, x)),
                    EXACT_ONE);
}

static void test_random_numbers_obey_the_axioms(void **state)
{
    (void)state;
    struct rng rng = rng_start(rng_key(20261121, "axioms"));
    for (int trial = 0; trial < 100; trial++) {
        struct exact_ring *ring = exact_ring_new();
        exact_id x = random_number(ring, &rng, 2);
        exact_id y = random_number(ring, &rng, 1);
        check_axioms(ring, x, y, random_number(ring, &rng, 1));
        exact_ring_free(ring);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_expressions_agree_with_balls),
        cmocka_unit_test(test_random_numbers_obey_the_axioms),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
