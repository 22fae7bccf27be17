/*
 * Sums in parts, logarithms of one term against the others, cases everywhere,
 * and what facts say about signs: what the kernel must not accept.
 */
#include "support/cmocka_all.h"
#include "unit/kernel/range_fixture.h"

enum { TERMS = 4 };

#define LINE "given x : real; "
#define FEW "given x, y : real in [1, 2]; "
#define OPEN_UNIT                                                              \
    "given x, y : real in [0, 1]; assume a: x > 0; assume b: x < 1; "          \
    "assume c: y > 0; assume d: y < 1; "
#define TRIANGLE "given x, y : real in [0, 1]; assume a: x + y < 1; "

/* Whether some term with c + d x leaves two leaves. */
static bool accepts_parts(const char *given, const char *relation,
                          const char *c, const char *d)
{
    bool accepted = false;
    for (size_t i = 0; i < TERMS; i++) {
        struct partition p;
        const struct step leaf = LEAF(DIRECT);
        const struct step root = RULE(PARTS, 0, i, 2, NULL);
        partition_init(&p);
        partition_add_root(&p, 0);
        add_step(&p, &root);
        add_step(&p, &leaf);
        add_step(&p, &leaf);
        partition_set_numbers(&p, 0, d ? 2 : 1);
        mpq_set_str(p.nodes[0].numbers[0].value.q, c, 10);
        if (d)
            mpq_set_str(p.nodes[0].numbers[1].value.q, d, 10);
        accepted |= accepts_tree(given, relation, &p);
        partition_clear(&p);
    }
    return accepted;
}

static void test_parts_add_up(void **state)
{
    (void)state;
    const char *unit = "given x : real in [0, 1]; ";
    assert_true(accepts_parts(LINE, "sin(x) - sin(2*x) <= 2", "1", "0"));
    assert_true(accepts_parts(LINE, "sin(x) - sin(2*x) < 2.1", "1", "0"));
    assert_true(accepts_parts(unit, "exp(x) + cos(x) >= 1/2", "0", "-1"));
}

static void test_parts_give_no_more(void **state)
{
    (void)state;
    assert_false(accepts_parts(LINE, "sin(x) - sin(2*x) <= 1.9", "1", "0"));
    assert_false(accepts_parts(LINE, "sin(x) - sin(2*x) < 2", "1", "0"));
    assert_false(accepts_parts(LINE, "sin(x) - sin(2*x) <= 2", "1", NULL));
    assert_false(accepts_parts(LINE, "sin(x) <= 1/2", "1", "0"));
    assert_false(accepts_parts(LINE, "x - sin(x) >= 0", "5", "1"));
}

/* Whether the logarithm of some term leaves leaves. */
static bool accepts_log(const char *given, const char *relation, size_t kids)
{
    bool accepted = false;
    for (size_t i = 1; i <= TERMS; i++) {
        struct step steps[MAX_STEPS] = {RULE(LOG, 0, i, kids, NULL),
                                        LEAF(DIRECT), LEAF(DIRECT)};
        if (kids == 1)
            steps[2].rule = PARTITION_OPEN;
        accepted |= accepts(given, relation, steps);
    }
    return accepted;
}

static void test_logarithm_of_a_term_below_the_others(void **state)
{
    (void)state;
    assert_true(accepts_log(FEW, "x + y >= exp(x/9)", 2));
    assert_false(accepts_log(FEW, "x + y >= exp(3*x)", 2));
    assert_false(accepts_log(FEW, "x - 3 >= exp(x)", 2));
    assert_false(accepts_log(FEW, "x - 3 >= exp(x)", 1));
}

/* Where the others are below 0 nothing is left to show. */
static void test_logarithm_of_a_term_above_the_others(void **state)
{
    (void)state;
    assert_true(accepts_log(FEW, "exp(x) > 3 - x", 1));
    assert_true(accepts_log(FEW, "exp(x) > 1.5 - x", 1));
    assert_false(accepts_log(FEW, "exp(x) > 5 - x", 1));
    assert_false(accepts_log(LINE, "x^3 - 1 >= -x", 1));
}

static void test_cases_everywhere_are_shown_without_facts(void **state)
{
    (void)state;
    const char *both = "given x : real in [-1, 1]; ";
    struct step steps[MAX_STEPS] = {RULE(CASES, 0, 1, 2, NULL), LEAF(DIRECT),
                                    LEAF(DIRECT)};
    assert_true(accepts(both, "abs(x) <= 2", steps));
    assert_false(accepts(both, "abs(x) <= 1/2", steps));
    assert_false(accepts(both, "abs(x) + x >= 0", steps));
}

static void test_facts_tell_signs_where_they_hold(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {XY_UNIT "assume a: x > y; ", "x - y > 0", true},
        {XY_UNIT "assume a: x > y; ", "1/(x - y) > 0", true},
        {XY_UNIT "assume a: x >= y; ", "x - y > 0", false},
        {XY_UNIT "assume a: x > y; ", "y - x > 0", false},
        {XY_UNIT "assume a: x > y; ", "x - 2*y > 0", false},
        {XY_UNIT "assume a: x > y or x > 0; ", "x - y > 0", false}};
    COMPARE(rows, ((struct step[MAX_STEPS]){LEAF(DIRECT)}));
}

/* exp(log(x^2)/2)/x has the slope 0, and jumps from -1 to 1. */
static void test_facts_with_a_constant_slope_may_jump(void **state)
{
    (void)state;
#define XZ "given x : real in [-1, 1/2]; given z : real in [-3, 3]; assume f: "
#define JUMP(X) "exp(log((" X ")^4)/4)/(" X ")"
    static const struct row rows[] = {
        {XZ "x - 1 - z >= 0; ", "z <= -1/4", true},
        {XZ "x - exp(log(x^2)/2)/x - z >= 0; ", "z <= -1/4", false}};
    COMPARE(rows, ((struct step[MAX_STEPS]){LEAF(DIRECT)}));
#define WIDE "given x : real in [-2, 2]; given z : real in [-1, 1]; assume f: "
    static const struct row to_fact[] = {
        {WIDE "x - 1 - z >= 0; ", "x >= z + 0.99", true},
        {WIDE "x + " JUMP("x - 1/3") " - z >= 0; ", "x >= z + 0.99", false}};
    COMPARE(to_fact, ((struct step[MAX_STEPS]){RULE(RISING, 0, 2, 2, NULL),
                                               LEAF(DIRECT), LEAF(DIRECT)}));
}

/* At its own end x > y fails, and beyond x + y < 1 does. */
static void test_facts_count_along_lines_as_far_as_they_hold(void **state)
{
    (void)state;
    static const struct row to_zero[] = {
        {TRIANGLE, "log(1 - x - y) <= 0", true},
        {TRIANGLE, "log(1 - x - y) >= -5", false}};
    COMPARE(to_zero, ((struct step[MAX_STEPS]){RULE(RISING, 0, 0, 2, NULL),
                                               LEAF(DIRECT), LEAF(DIRECT)}));
    static const struct row to_one[] = {
        {TRIANGLE, "log(1 - x - y) >= -5", false},
        {XY_UNIT, "1/(x - y) >= 1/(1 - y)", false}};
    COMPARE(to_one, ((struct step[MAX_STEPS]){RULE(RISING, 0, 1, 2, NULL),
                                              LEAF(DIRECT), LEAF(DIRECT)}));
    static const struct row to_fact[] = {
        {XY_UNIT "assume a: x > y; ", "log(x - y) >= -5", false},
        {XY_UNIT "assume a: x >= y; ", "log(x - y) >= -5", false}};
    COMPARE(to_fact, ((struct step[MAX_STEPS]){RULE(RISING, 0, 2, 2, NULL),
                                               LEAF(DIRECT), LEAF(DIRECT)}));
}

static void test_facts_about_several_variables_bound_each(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {TRIANGLE "assume b: y > 0; ", "1 - x > 0", true},
        {XY_UNIT "assume a: x + y <= 1; assume b: y > 0; ", "1 - x > 0", true},
        {XY_UNIT "assume a: x + y <= 1; ", "1 - x > 0", false},
        {XY_UNIT "assume a: x + y <= 3/2; ", "1 - x > 0", false},
        {XY_UNIT "assume a: x - y >= 1/2; ", "x - 1/2 >= 0", true},
        {XY_UNIT "assume a: x - y >= 1/2; ", "x - 3/5 >= 0", false},
        {XY_UNIT "assume a: x + y^2 >= 1; ", "x - 1/9 >= 0", false}};
    COMPARE(rows, ((struct step[MAX_STEPS]){LEAF(DIRECT)}));
}

static void test_signs_of_differences_leave_open_ends_out(void **state)
{
    (void)state;
    static const struct row rows[] = {{OPEN_UNIT, "1 - (x - y)^2 > 0", true},
                                      {XY_UNIT, "1 - (x - y)^2 > 0", false},
                                      {OPEN_UNIT, "1 - x^2*y^2 > 0", true},
                                      {OPEN_UNIT, "1 - 2*x^2 > 0", false},
                                      {OPEN_UNIT, "1 - exp(-x*y) > 0", true},
                                      {XY_UNIT, "1 - exp(-x*y) > 0", false},
                                      {OPEN_UNIT, "2 - exp(x) > 0", false},
                                      {OPEN_UNIT, "log(1 + x) > 0", true},
                                      {XY_UNIT, "log(1 + x) > 0", false}};
    COMPARE(rows, ((struct step[MAX_STEPS]){LEAF(DIRECT)}));
}

static void test_signs_beside_chords(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {OPEN_UNIT, "1 - x^2 + 2*x*y - y^2 > 0", true},
        {XY_UNIT, "1 - x^2 + 2*x*y - y^2 > 0", false},
        {XY_UNIT, "1 - x^2 + 2*x*y - y^2 >= 0", true},
        {OPEN_UNIT, "1 - x^2 - y^2 > 0", false},
        {OPEN_UNIT, "x^2 + y^2 - x*y < 1", true},
        {OPEN_UNIT, "x^2 + y^2 - x*y < 9/10", false},
        {OPEN_UNIT, "x^2 + y^2 - x*y > 1/10", false},
        {OPEN_UNIT, "x^2 - x + y/8 + 1/8 > 0", false},
        {OPEN_UNIT, "x^2*y - x*y >= 0", false},
        {XY_UNIT, "x - x^2 + y - y^2 <= 0", false},
        {OPEN_UNIT, "x^2 - 2*x*y + y^2 > 0", false},
        /* 0 at both ends, less between them */
        {XY_UNIT, "x^2*y - x*y >= 0", false},
        {XY_UNIT, "x*y - x^2*y <= 0", false},
        {XY_UNIT, "x*y - x^2*y >= 0", true}};
    COMPARE(rows, ((struct step[MAX_STEPS]){LEAF(DIRECT)}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_add_up),
        cmocka_unit_test(test_parts_give_no_more),
        cmocka_unit_test(test_logarithm_of_a_term_below_the_others),
        cmocka_unit_test(test_logarithm_of_a_term_above_the_others),
        cmocka_unit_test(test_cases_everywhere_are_shown_without_facts),
        cmocka_unit_test(test_facts_tell_signs_where_they_hold),
        cmocka_unit_test(test_facts_with_a_constant_slope_may_jump),
        cmocka_unit_test(test_facts_count_along_lines_as_far_as_they_hold),
        cmocka_unit_test(test_facts_about_several_variables_bound_each),
        cmocka_unit_test(test_signs_of_differences_leave_open_ends_out),
        cmocka_unit_test(test_signs_beside_chords),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
