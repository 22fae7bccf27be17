/*
 * Instances of log t <= t - 1, odds and known orders, written down: what the
 * kernel must not accept.
 */
#include "support/cmocka_all.h"
#include "unit/kernel/range_fixture.h"

#include <stdlib.h>

enum { WIDTH = 2, TERMS = 2 };

/*
 * Terms {coefficient, exponents}, up to one with coefficient 0, in x and log x;
 * `root` is the denominator of a ratio's exponents.
 */
struct part {
    long terms[TERMS][1 + WIDTH];
    long root;
};

static void fill(struct partition_factor *f, const struct part *part,
                 size_t width)
{
    size_t count = 0;
    while (count < TERMS && part->terms[count][0] != 0)
        count++;
    partition_factor_init(f, count, width);
    f->exponent = part->root ? part->root : 1;
    for (size_t i = 0; i < count; i++) {
        mpq_set_si(f->coefficients[i].q, part->terms[i][0], 1);
        for (size_t k = 0; k < width; k++)
            f->exponents[i * width + k] = part->terms[i][1 + k];
    }
}

/* The root of a tree: weights and ratios in turn; all kids are leaves. */
static bool accepts_gap(const char *given, const char *relation, size_t width,
                        const struct part *parts, size_t count,
                        enum partition_rule weight, enum partition_rule rest)
{
    struct partition p;
    partition_init(&p);
    size_t first = partition_add(&p, count / 2 + 2);
    partition_add_root(&p, first);
    partition_set_rule(&p, 0, PARTITION_GAP, 0, 0);
    struct partition_node *node = &p.nodes[0];
    node->first = 1;
    node->count = count / 2 + 1;
    node->factors = calloc(count + 1, sizeof *node->factors);
    assert_non_null(node->factors);
    for (; node->nfactors < count; node->nfactors++)
        fill(&node->factors[node->nfactors], &parts[node->nfactors], width);
    for (size_t i = 0; i < count / 2; i++)
        partition_set_rule(&p, 1 + i, weight, 0, 0);
    partition_set_rule(&p, count / 2 + 1, rest, 0, 0);
    bool accepted = accepts_tree(given, relation, &p);
    partition_clear(&p);
    return accepted;
}

#define POSITIVE "given x : real; assume p: x > 0; "

/* log x = -log(1/x) >= 1 - 1/x: the generators are log x alone. */
static void test_gap_takes_logarithms_away(void **state)
{
    (void)state;
    const struct part over[] = {{{{1, 0}}, 0}, {{{1, -1}}, 0}};
    const struct part same[] = {{{{1, 0}}, 0}, {{{1, 1}}, 0}};
    assert_true(accepts_gap(POSITIVE, "log(x) >= 1 - 1/x", 1, over, 2,
                            PARTITION_DIRECT, PARTITION_ZERO));
    assert_false(accepts_gap(POSITIVE, "log(x) >= 2 - 1/x", 1, over, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
    assert_true(accepts_gap(POSITIVE, "log(x) <= x - 1", 1, same, 2,
                            PARTITION_DIRECT, PARTITION_ZERO));
    assert_false(accepts_gap(POSITIVE, "log(x) < x - 1", 1, same, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
}

/* log x <= 2 (sqrt x - 1): a root of the ratio has twice the weight. */
static void test_gap_takes_roots_of_ratios(void **state)
{
    (void)state;
    const struct part root[] = {{{{2, 0}}, 0}, {{{1, 1}}, 2}};
    const struct part light[] = {{{{1, 0}}, 0}, {{{1, 1}}, 2}};
    assert_true(accepts_gap(POSITIVE, "log(x) <= 2*(sqrt(x) - 1)", 1, root, 2,
                            PARTITION_DIRECT, PARTITION_ZERO));
    assert_false(accepts_gap(POSITIVE, "log(x) <= 2*(sqrt(x) - 1)", 1, light, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
    assert_false(accepts_gap(POSITIVE, "log(x) <= sqrt(x) - 1", 1, root, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
}

/* A weight of -1 turns log t <= t - 1 around. */
static void test_gap_weights_are_shown_not_below_0(void **state)
{
    (void)state;
    const struct part minus[] = {{{{-1, 0}}, 0}, {{{1, 1}}, 0}};
    assert_false(accepts_gap(POSITIVE, "log(x) >= x - 1", 1, minus, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
    const struct part odd[] = {{{{1, 1, 0}}, 0}, {{{1, 0, -1}}, 0}};
    assert_true(accepts_gap(POSITIVE, "x*log(x) >= x - 1", 2, odd, 2,
                            PARTITION_DIRECT, PARTITION_ZERO));
}

/* A ratio is one term > 0, of arguments of logarithms, to a root that exists.
 */
static void test_gap_ratios_are_of_logarithms(void **state)
{
    (void)state;
    const struct part negative[] = {{{{1, 0}}, 0}, {{{-1, 1}}, 0}};
    const struct part sum[] = {{{{1, 0}}, 0}, {{{1, 1}, {1, 0}}, 0}};
    const struct part plain[] = {{{{1, 1, 0}}, 0}, {{{1, 1, 0}}, 0}};
    const struct part root[] = {{{{1, 0}}, 0}, {{{1, 1}}, -1}};
    assert_false(accepts_gap(POSITIVE, "log(x) <= x - 1", 1, negative, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
    assert_false(accepts_gap(POSITIVE, "log(x) <= x - 1", 1, sum, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
    assert_false(accepts_gap(POSITIVE, "x*log(x) >= x - 1", 2, plain, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
    assert_false(accepts_gap(POSITIVE, "log(x) <= x - 1", 1, root, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
    assert_false(accepts_gap(POSITIVE, "log(x) <= x - 1", 1, root, 1,
                             PARTITION_DIRECT, PARTITION_ZERO));
    assert_false(accepts_gap(POSITIVE, "log(x) <= x - 1", 2, plain, 2,
                             PARTITION_DIRECT, PARTITION_ZERO));
}

/* sqrt(x) <= 1 and its end; x = 1 is not reached by odds. */
static void test_odds_ask_for_the_upper_end(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {RULE(ODDS, 0, 1, 2, NULL),
                                          LEAF(DIRECT), LEAF(DIRECT)};
    const struct step alone[MAX_STEPS] = {RULE(ODDS, 0, 1, 1, NULL),
                                          LEAF(DIRECT)};
    const struct row rows[] = {
        {CLOSED_X, "x + 1 > 0", true},
        {CLOSED_X, "(1 - x)*(x + 1) >= 0", false},
        {"given x : real; ", "x^2 + 1 > 0", false},
        {"given x : int in [0, 1]; ", "x + 1 > 0", false}};
    COMPARE(rows, steps);
    const struct row open[] = {
        {CLOSED_X "assume b: x < 1; ", "x + 1 > 0", true},
        {CLOSED_X, "x + 1 > 0", false}};
    COMPARE(open, alone);
}

static void test_odds_are_of_variables_of_the_goal(void **state)
{
    (void)state;
    const struct step none[MAX_STEPS] = {RULE(ODDS, 0, 0, 1, NULL),
                                         LEAF(DIRECT)};
    const struct step other[MAX_STEPS] = {RULE(ODDS, 0, 2, 2, NULL),
                                          LEAF(DIRECT), LEAF(DIRECT)};
    const struct step beyond[MAX_STEPS] = {RULE(ODDS, 0, 257, 2, NULL),
                                           LEAF(DIRECT), LEAF(DIRECT)};
    const struct row rows[] = {{XY_UNIT, "x + 1 > 0", false}};
    COMPARE(rows, none);
    COMPARE(rows, other);
    COMPARE(rows, beyond);
}

/* One order is enough only where a fact says which. */
static void test_order_follows_a_fact(void **state)
{
    (void)state;
    const struct step one[MAX_STEPS] = {RULE(ORDER, 0, 1, 1, NULL),
                                        LEAF(SQUARES)};
    const struct step both[MAX_STEPS] = {RULE(ORDER, 0, 1, 2, NULL),
                                         LEAF(SQUARES), LEAF(SQUARES)};
    const char *given = "given x, y : real in [0, inf]; assume f: x >= y; ";
    const char *turned = "given x, y : real in [0, inf]; assume f: y >= x; ";
    const char *twice = "given x, y : real in [0, inf]; assume f: x >= 2*y; ";
    const struct row rows[] = {{given, "x^2 >= y^2", true},
                               {turned, "x^2 >= y^2", false},
                               {twice, "x^2 >= y^2", false},
                               {XY_UNIT, "x^2 >= y^2", false}};
    COMPARE(rows, one);
    const struct row free[] = {{XY_UNIT, "x^2 + y^2 >= 0", true},
                               {XY_UNIT, "x^2 >= y^2", false}};
    COMPARE(free, both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gap_takes_logarithms_away),
        cmocka_unit_test(test_gap_takes_roots_of_ratios),
        cmocka_unit_test(test_gap_weights_are_shown_not_below_0),
        cmocka_unit_test(test_gap_ratios_are_of_logarithms),
        cmocka_unit_test(test_odds_ask_for_the_upper_end),
        cmocka_unit_test(test_odds_are_of_variables_of_the_goal),
        cmocka_unit_test(test_order_follows_a_fact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
