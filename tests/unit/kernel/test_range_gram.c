/* Sums of squares, written down: what the kernel must not accept. */
#include "support/cmocka_all.h"
#include "unit/kernel/range_fixture.h"

#include <stdlib.h>

enum { WIDTH = 2, TERMS = 3, PARTS = 5 };

/* Terms {coefficient, exponents of x, y}, up to one with coefficient 0. */
struct part {
    long terms[TERMS][1 + WIDTH];
};

/* Nodes have polynomials in as many generators as the claim has. */
static void fill(struct partition_factor *f, const struct part *part,
                 size_t width)
{
    size_t count = 0;
    while (count < TERMS && part->terms[count][0] != 0)
        count++;
    partition_factor_init(f, count, width);
    f->exponent = 1;
    for (size_t i = 0; i < count; i++) {
        mpq_set_si(f->coefficients[i].q, part->terms[i][0], 1);
        for (size_t k = 0; k < width; k++)
            f->exponents[i * width + k] = part->terms[i][1 + k];
    }
}

/* Whether weights and bases in turn, and a multiplier, prove the relation. */
static bool accepts_squares(const char *given, const char *relation,
                            size_t roots, size_t width,
                            const struct part *parts, size_t count)
{
    struct partition p;
    partition_init(&p);
    partition_add_root(&p, partition_add(&p, 1));
    partition_set_rule(&p, 0, PARTITION_GRAM, 0, roots);
    struct partition_node *node = &p.nodes[0];
    node->factors = calloc(count + 1, sizeof *node->factors);
    assert_non_null(node->factors);
    for (; node->nfactors < count; node->nfactors++)
        fill(&node->factors[node->nfactors], &parts[node->nfactors], width);
    bool accepted = accepts_tree(given, relation, &p);
    partition_clear(&p);
    return accepted;
}

#define X "given x : real; "
#define XY "given x, y : real; "
#define ONE                                                                    \
    {                                                                          \
        {                                                                      \
            {                                                                  \
                1, 0, 0                                                        \
            }                                                                  \
        }                                                                      \
    }

static void test_squares_are_multiplied_out(void **state)
{
    (void)state;
    const struct part parts[] = {ONE, {{{1, 1, 0}, {-1, 0, 1}}}};
    assert_true(accepts_squares(XY, "x^2 + y^2 >= 2*x*y", 1, 2, parts, 2));
    assert_false(accepts_squares(XY, "x^2 + y^2 >= 3*x*y", 1, 2, parts, 2));
    assert_false(accepts_squares(XY, "x^2 + y^2 <= 2*x*y", 1, 2, parts, 2));
    assert_false(accepts_squares(XY, "x^2 + y^2 > 2*x*y", 1, 2, parts, 2));
    assert_false(accepts_squares(XY, "x^2 + y^2 >= 2*x*y", 1, 1, parts, 2));
    assert_false(accepts_squares(XY, "x^2 + y^2 >= 2*x*y", 1, 2, parts, 0));
}

static void test_weights_are_one_term_not_below_0(void **state)
{
    (void)state;
    const char *unit = "given x : real in [0, 1]; ";
    const struct part minus[] = {{{{-1, 0}}}, {{{1, 1}}}};
    const struct part odd[] = {{{{1, 1}}}, {{{1, 1}, {-1, 0}}}};
    const struct part sum[] = {{{{1, 1}, {1, 0}}}, {{{1, 1}, {-1, 0}}}};
    assert_false(accepts_squares(X, "-x^2 >= 0", 1, 1, minus, 2));
    assert_true(accepts_squares(unit, "x^3 - 2*x^2 + x >= 0", 1, 1, odd, 2));
    assert_false(accepts_squares(X, "x^3 - 2*x^2 + x >= 0", 1, 1, odd, 2));
    assert_false(accepts_squares(X, "(x + 1)*(x - 1)^2 >= 0", 1, 1, sum, 2));
}

static void test_strict_needs_a_number(void **state)
{
    (void)state;
    const struct part with[] = {ONE, {{{1, 1}}}, {{{3, 0}}}, {{{1, 0}}}};
    const struct part zero[] = {ONE, {{{1, 1}}}, {{{1, 0}}}, {{{0, 0}}}};
    assert_true(accepts_squares(X, "x^2 + 3 > 0", 1, 1, with, 4));
    assert_false(accepts_squares(X, "x^2 > 0", 1, 1, zero, 4));
    assert_false(accepts_squares(X, "x^2 > 0", 1, 1, zero, 2));
}

static void test_roots_need_generators_not_below_0(void **state)
{
    (void)state;
    const char *unit = "given x, y : real in [0, 1]; ";
    /* x + y - 2 sqrt(x y) has the roots already */
    const struct part whole[] = {ONE, {{{1, 1, 0}, {-1, 0, 1}}}};
    /* the same, counted in roots of order 4 */
    const struct part half[] = {ONE, {{{1, 2, 0}, {-1, 0, 2}}}};
    const struct part root[] = {ONE, {{{1, 1}}}};
    const char *means = "x + y >= 2*sqrt(x*y)";
    assert_true(accepts_squares(unit, means, 1, 2, whole, 2));
    assert_true(accepts_squares(unit, means, 2, 2, half, 2));
    assert_false(accepts_squares(unit, means, 2, 2, whole, 2));
    assert_false(accepts_squares(unit, means, 0, 2, whole, 2));
    assert_false(accepts_squares(unit, means, 3, 2, whole, 2));
    assert_false(accepts_squares(XY, "x + y >= 2*x*y", 2, 2, whole, 2));
    assert_true(
        accepts_squares("given x : real in [0, 1]; ", "x >= 0", 2, 1, root, 2));
    assert_false(accepts_squares(X, "x >= 0", 2, 1, root, 2));
}

static void test_multipliers_vanish_with_the_goal_alone(void **state)
{
    (void)state;
    /* (x^2 + y^2) f = (x^2 + y^2) (x - y)^2 = (x(x-y))^2 + (y(x-y))^2 */
    const struct part good[] = {ONE,
                                {{{1, 2, 0}, {-1, 1, 1}}},
                                ONE,
                                {{{1, 1, 1}, {-1, 0, 2}}},
                                {{{1, 2, 0}, {1, 0, 2}}}};
    const struct part odd[] = {ONE, {{{1, 1, 0}}}, {{{1, 1, 0}}}};
    const struct part one[] = {ONE, {{{1, 1, 0}, {-1, 0, 1}}}, ONE};
    const struct part minus[] = {ONE, {{{1, 1, 0}}}, {{{-1, 0, 0}}}};
    assert_true(accepts_squares(XY, "(x - y)^2 >= 0", 1, 2, good, PARTS));
    assert_false(accepts_squares(XY, "(x - y)^2 > 0", 1, 2, good, PARTS));
    assert_true(accepts_squares(XY, "(x - y)^2 >= 0", 1, 2, one, 3));
    assert_false(accepts_squares(X, "x >= 0", 1, 1, odd, 3));
    assert_false(accepts_squares(X, "-x^2 >= 0", 1, 1, minus, 3));
}

/* x^2 f >= 0 says nothing of f where x = 0, unless f has the factor x. */
static void test_multipliers_reach_every_term(void **state)
{
    (void)state;
    /* x^2 f with f = x^2 - 2 x y + y^2: the term y^2 has no factor x */
    const struct part parts[] = {ONE, {{{1, 2, 0}, {-1, 1, 1}}}, {{{1, 2, 0}}}};
    assert_false(accepts_squares(XY, "(x - y)^2 >= 0", 1, 2, parts, 3));
    const struct part odd[] = {ONE, {{{1, 2, 0}, {-1, 1, 1}}}, {{{1, 1, 0}}}};
    assert_false(
        accepts_squares(XY, "x^3 - 2*x^2*y + x*y^2 >= 0", 1, 2, odd, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_squares_are_multiplied_out),
        cmocka_unit_test(test_weights_are_one_term_not_below_0),
        cmocka_unit_test(test_strict_needs_a_number),
        cmocka_unit_test(test_roots_need_generators_not_below_0),
        cmocka_unit_test(test_multipliers_vanish_with_the_goal_alone),
        cmocka_unit_test(test_multipliers_reach_every_term),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
