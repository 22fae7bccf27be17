/*
 * The ring of forms, binders and substitution.
 */
#include "support.h"

static void test_ring_laws_are_identities_of_pointers(void **state)
{
    struct symbols *s = *state;
    const struct form *sum = ring_add(s->pool, s->A, s->B);

    assert_ptr_equal(ring_mul(s->pool, sum, sum),
                     ring_add(s->pool,
                              ring_add(s->pool, ring_mul(s->pool, s->A, s->A),
                                       ring_mul(s->pool, s->A, s->B)),
                              ring_add(s->pool, ring_mul(s->pool, s->B, s->A),
                                       ring_mul(s->pool, s->B, s->B))));
    assert_ptr_not_equal(ring_mul(s->pool, s->A, s->B),
                         ring_mul(s->pool, s->B, s->A));
    assert_ptr_equal(ring_transpose(s->pool, ring_mul(s->pool, s->A, s->B)),
                     ring_mul(s->pool, ring_transpose(s->pool, s->B),
                              ring_transpose(s->pool, s->A)));
    assert_true(form_is_nil(ring_sub(s->pool, s->A, s->A)));
    assert_null(ring_add(s->pool, s->A, s->u));
    assert_non_null(pool_why(s->pool));
}

static void test_a_part_of_size_one_is_a_scalar(void **state)
{
    struct symbols *s = *state;
    const struct form *ut = ring_transpose(s->pool, s->u);
    const struct form *vt = ring_transpose(s->pool, s->v);
    const struct form *uv = ring_mul(s->pool, ut, s->v);

    assert_true(form_scalar(uv));
    assert_ptr_equal(uv, ring_mul(s->pool, vt, s->u));
    assert_ptr_equal(ring_mul(s->pool, ring_mul(s->pool, s->u, ut), s->v),
                     ring_mul(s->pool, uv, s->u));
    assert_ptr_not_equal(ring_mul(s->pool, s->u, vt),
                         ring_mul(s->pool, s->v, ut));
    /* nothing is counted: ones(n - 5)' * ones(n - 5) is no number */
    const struct form *few = ring_sub(s->pool, s->n, integer(s, 5));
    const struct form *ones = form_apply1(s->pool, FN_ONES, few);

    assert_null(form_as_number(
        s->pool, ring_mul(s->pool, ring_transpose(s->pool, ones), ones)));
    assert_ptr_not_equal(ring_mul(s->pool, ring_transpose(s->pool, ones), ones),
                         few);
}

static void test_recip_stays_but_for_numbers(void **state)
{
    struct symbols *s = *state;
    const struct form *zero = ring_sub(s->pool, s->x, s->x);
    const struct form *r = form_apply1(s->pool, CORE_RECIP, s->x);

    assert_true(form_is_nil(form_apply1(s->pool, CORE_RECIP, zero)));
    assert_ptr_not_equal(ring_mul(s->pool, r, s->x), pool_one(s->pool));
    assert_ptr_equal(ring_mul(s->pool,
                              form_apply1(s->pool, CORE_RECIP, integer(s, 3)),
                              integer(s, 3)),
                     pool_one(s->pool));
}

static void test_alpha_equal_binders_are_one(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct form *iform = ring_atom(s->pool, i);
    const struct atom *j =
        generic_new(s->pool, true, i->lo, i->hi, &iform->free);
    const struct form *jform = ring_atom(s->pool, j);

    assert_ptr_not_equal(i, j);
    assert_ptr_equal(sum_over(s, i, ring_mul(s->pool, iform, s->x)),
                     sum_over(s, j, ring_mul(s->pool, jform, s->x)));
    /* sum(i, sum(j, i * j)) against sum(j, sum(i, i * j)) */
    const struct form *product = ring_mul(s->pool, iform, jform);

    assert_ptr_equal(sum_over(s, i, sum_over(s, j, product)),
                     sum_over(s, j, sum_over(s, i, product)));
    /* a free index is another variable than the bound one */
    assert_ptr_not_equal(sum_over(s, j, iform), sum_over(s, i, iform));
}

/* Attack 27: the body of sum(j, sum(i, i * j)) under a binder of its own. */
static void test_substitution_captures_nothing(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct form *iform = ring_atom(s->pool, i);
    const struct form *inner = sum_over(s, i, ring_mul(s->pool, iform, s->x));
    struct substitution by = {.variable = s->x_};

    /* x := sum(i, x * i) in sum(i, i * x) keeps the indices apart */
    by.value = inner;
    const struct form *twice = form_substitute(s->pool, inner, &by, 1);

    assert_non_null(twice);
    assert_ptr_equal(twice, sum_over(s, i, ring_mul(s->pool, iform, inner)));
    /* x := i, free, in sum(i, i * x) */
    by.value = iform;
    const struct form *open = form_substitute(s->pool, inner, &by, 1);

    assert_true(variables_have(&open->free, i));
    by = (struct substitution){.variable = i, .value = s->y};
    const struct form *closed = form_substitute(s->pool, open, &by, 1);

    by = (struct substitution){.variable = s->x_, .value = s->y};
    assert_ptr_equal(closed, form_substitute(s->pool, inner, &by, 1));
}

/* Attack 30: sum(i in 1..2, ones(2^i)). */
static void test_a_size_does_not_depend_on_the_index(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct form *size = ring_add(s->pool, ring_atom(s->pool, i), s->m);

    assert_null(sum_over(s, i, form_apply1(s->pool, FN_ONES, size)));
}

/* Attack 39: all symbols are replaced at once, sizes too. */
static void test_substitution_is_simultaneous(void **state)
{
    struct symbols *s = *state;
    struct substitution by[] = {{.variable = s->n_, .value = s->m},
                                {.variable = s->m_, .value = s->n}};
    const struct form *f =
        ring_add(s->pool, ring_mul(s->pool, s->n, s->n), s->m);

    assert_ptr_equal(form_substitute(s->pool, f, by, 2),
                     ring_add(s->pool, ring_mul(s->pool, s->m, s->m), s->n));
    /* a matrix that stays has a size that would change */
    assert_null(form_substitute(s->pool, s->A, by, 2));
}

static void test_sizes_of_one_are_rebuilt_by_constructors(void **state)
{
    struct symbols *s = *state;
    struct substitution by[] = {{.variable = s->n_, .value = pool_one(s->pool)},
                                {.variable = s->A_, .value = s->x},
                                {.variable = s->B_, .value = s->y}};
    const struct form *f = ring_sub(s->pool, ring_mul(s->pool, s->A, s->B),
                                    ring_mul(s->pool, s->B, s->A));

    assert_false(form_is_nil(f));
    assert_true(form_is_nil(form_substitute(s->pool, f, by, 3)));
}

static void test_high_powers_end_in_a_reason(void **state)
{
    struct symbols *s = *state;
    const struct form *sum = ring_add(s->pool, s->x, s->y);

    assert_null(ring_power(s->pool, sum, 1000000000));
    assert_non_null(pool_why(s->pool));
    pool_forgive(s->pool);
    /* the budget ends a product that would be too large */
    const struct form *f = ring_power(s->pool, sum, 64);

    for (int k = 0; f != NULL && k < 6; k++)
        f = ring_mul(s->pool, f, f);
    assert_null(f);
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_ring_laws_are_identities_of_pointers),
        TEST(test_a_part_of_size_one_is_a_scalar),
        TEST(test_recip_stays_but_for_numbers),
        TEST(test_alpha_equal_binders_are_one),
        TEST(test_substitution_captures_nothing),
        TEST(test_a_size_does_not_depend_on_the_index),
        TEST(test_substitution_is_simultaneous),
        TEST(test_sizes_of_one_are_rebuilt_by_constructors),
        TEST(test_high_powers_end_in_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
