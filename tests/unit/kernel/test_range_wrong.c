/*
 * Wrong relations, each with the tree that would prove it if its rule asked for
 * one thing less.
 */
#include "unit/kernel/range_fixture.h"

enum { MAX_NUMBERS = 2, MAX_LEAVES = 4 };

/* A node and the leaves below it. */
struct wrong {
    const char *given, *relation;
    enum partition_rule rule;
    size_t variable, index;
    const char *numbers[MAX_NUMBERS];
    enum partition_rule leaves[MAX_LEAVES];
};

static size_t count_leaves(const struct wrong *w)
{
    size_t n = 0;
    while (n < MAX_LEAVES && w->leaves[n] != PARTITION_OPEN)
        n++;
    return n;
}

static size_t count_numbers(const struct wrong *w)
{
    size_t n = 0;
    while (n < MAX_NUMBERS && w->numbers[n])
        n++;
    return n;
}

static bool proves(const struct wrong *w)
{
    struct partition p;
    partition_init(&p);
    partition_add_root(&p, 0);
    add_step(&p, &(struct step){w->rule, w->variable, w->index, 1,
                                count_leaves(w), NULL});
    if (count_numbers(w) > 0)
        partition_set_numbers(&p, 0, count_numbers(w));
    for (size_t i = 0; i < count_numbers(w); i++)
        mpq_set_str(p.nodes[0].numbers[i].value.q, w->numbers[i], 10);
    for (size_t i = 0; i < count_leaves(w); i++)
        add_step(&p, &(struct step){.rule = w->leaves[i]});
    bool accepted = accepts_tree(w->given, w->relation, &p);
    partition_clear(&p);
    return accepted;
}

#define UNIT "given x, y : real in [0, 1]; "
#define AROUND "given x, y : real in [-1, 1]; "
#define WIDE "given x, y : real in [-2, 2]; "
#define ORDERED UNIT "assume a: x > y; "
#define LINE "given x, y : real in [0, 2]; assume a: x + y == 1; "
#define POSITIVE "given x, y : real; assume a: x > 0; assume b: y > 0; "
#define MANY "given x : int in [0, 99]; given y : real in [0, 1]; "
#define ADMITTED UNIT "assume a: x > 0; "
#define APART "given x : real in [-2, -1]; given y : real in [1, 2]; "
#define BELOW "given x, y : real in [-2, -1]; "
#define UNBOUNDED "given x : real; assume a: x >= 0; "
#define D PARTITION_DIRECT
#define S PARTITION_SQUARES
#define X PARTITION_EXCLUDED

/* clang-format off */
static const struct wrong table[] = {
    /* variables in place of others */
    {ORDERED, "1/x + 1/y <= -1", PARTITION_CUT, 0, 8, {NULL}, {D, D}},
    {"given x, y : real; assume a: x >= 1; assume b: exp(y) <= x; ",
     "y/x >= -1", PARTITION_ORDER, 0, 0, {NULL}, {D, D}},
    {LINE, "x + 1/x <= 1", PARTITION_ORDER, 0, 64, {NULL}, {D}},
    {MANY, "exp(x) >= 2 + x", PARTITION_ORDER, 1, 64, {NULL}, {0}},
    {MANY, "exp(x) >= 2 + x", PARTITION_HALF_ANGLE, 0, 0, {NULL}, {0}},
    {LINE, "x + 1/x <= 1", PARTITION_ELIMINATE, 0, 64, {NULL}, {D, D}},
    {LINE, "x + 1/x <= 1", PARTITION_ELIMINATE, 0, 64, {NULL}, {0}},
    {UNIT "assume a: x + 2*y == 1; ", "x >= 1/4",
     PARTITION_ELIMINATE, 0, 0, {NULL}, {D}},
    {UNIT "assume a: x + 2*y == 1; ", "x >= 1/4",
     PARTITION_ELIMINATE, 1, 0, {NULL}, {D}},
    {UNIT "assume a: x + 2*y == 1; ", "x > 0",
     PARTITION_ELIMINATE, 0, 0, {NULL}, {D}},
    {UNIT "assume a: x + 2*y == 1; ", "x < 1",
     PARTITION_ELIMINATE, 0, 0, {NULL}, {D}},
    {AROUND "assume a: x^2 + y == 0; ", "y < 0",
     PARTITION_ELIMINATE, 0, 64, {NULL}, {D, D}},
    {UNIT "assume a: x^2 == y; ", "x <= 9/10",
     PARTITION_ELIMINATE, 0, 64, {NULL}, {D, D}},
    {AROUND "assume a: x^2 + x^3 == 1; ", "x^2 >= 1",
     PARTITION_ELIMINATE, 0, ELIMINATE_ROOTS, {NULL}, {D, D}},
    {APART, "x*y >= 0", PARTITION_CUT, 0, 1, {NULL}, {X, X}},
    {APART, "x*y >= 0", PARTITION_CUT, 1, 0, {NULL}, {X, X}},
    {APART, "x*y >= 0", PARTITION_RATIO, 0, 1, {NULL}, {D}},
    {ADMITTED, "x*y > 0", PARTITION_ODDS, 0, 2, {NULL}, {D, D}},
    {ORDERED, "exp(x) <= 1/2", PARTITION_EXPONENTIAL, 0, 0, {NULL}, {D}},
    {UNIT "assume a: x > 0; ", "2*x - y <= 1",
     PARTITION_EXPONENTIAL, 0, 0, {NULL}, {D}},
    {AROUND "assume a: x*y > 0; ", "sin(x) + sin(y) >= -9/10",
     PARTITION_PERIOD, 0, 0, {NULL}, {D}},
    {WIDE "assume a: x^2 == y; ", "2*sin(x) + cos(2*x) >= 0",
     PARTITION_HALF_ANGLE, 0, 0, {NULL}, {S, D}},
    /* integers between two of a split, and the point itself */
    {MANY, "(x - 1)^2 > 0", PARTITION_SPLIT, 0, 0, {"1/2"}, {D, D}},
    {MANY, "(x - 1)^2 > 0", PARTITION_SPLIT, 0, 0, {"3/2"}, {D, D}},
    {MANY, "(x - 1)^2 > 0", PARTITION_SPLIT, 0, 0, {"0"}, {D, D}},
    {MANY, "exp(x) >= 2 + x", PARTITION_SPLIT, 0, 1, {"0"}, {0}},
    {AROUND "assume a: x*y > 0; ", "abs(x) <= x",
     PARTITION_SPLIT, 0, 0, {"0"}, {D, D}},
    /* at the end where the fact holds and the goal fails */
    {"given x : real in [0, 9]; assume a: x^2 <= 1; ", "x < 1",
     PARTITION_CONTRAPOSE, 0, 0, {NULL}, {D}},
    /* other relations in place */
    {ORDERED, "exp(x) <= 1/2", PARTITION_EXP, 0, 0, {NULL}, {D}},
    {MANY, "exp(x) >= 2 + x", PARTITION_LOG, 0, 1, {NULL}, {0}},
    {"given x, y : real; assume a: x^2 + 4*y^2 < 4; ", "y/x >= -9/10",
     PARTITION_LOG, 0, 2, {NULL}, {D}},
    {ORDERED, "sqrt(x) <= 1/2", PARTITION_LOG, 0, 0, {NULL}, {D}},
    {ADMITTED, "x*y > 0", PARTITION_EXP, 0, 0, {NULL}, {D}},
    {UNIT, "sqrt(x) >= 2", PARTITION_SQUARE, 0, 0, {NULL}, {D, D}},
    {UNIT, "2*sqrt(x + 1) <= 1", PARTITION_SQUARE, 0, 1, {NULL}, {D, D}},
    {UNBOUNDED, "sqrt(x + 1) - sqrt(x) >= 1/4",
     PARTITION_SQUARE, 0, 0, {NULL}, {D, D}},
    {UNBOUNDED, "sqrt(x + 1) - sqrt(x) >= 1/4",
     PARTITION_SQUARE, 0, 3, {NULL}, {D, D}},
    {"given x : real; ", "x^2 - 3*x + 1 >= 0",
     PARTITION_QUADRATIC, 0, 0, {NULL}, {D, D}},
    {"given x, y : real; assume a: x >= 1; assume b: exp(y) <= x; ",
     "abs(x) <= -1", PARTITION_LOG, 0, 0, {NULL}, {D}},
    {UNIT "assume a: x*y == 1/4; ", "sqrt(1 + x) - sqrt(x) >= 1",
     PARTITION_SQUARE, 0, 64, {NULL}, {D}},
    {AROUND, "y/x >= 0", PARTITION_CLEAR, 0, 0, {NULL}, {D}},
    {WIDE "assume a: x^2 == y; ", "abs(x) > 0",
     PARTITION_CLEAR, 0, 0, {NULL}, {D}},
    {POSITIVE, "1 + x + x^2 + x^3 >= 2", PARTITION_SCALE, 0, 2, {NULL}, {S}},
    {UNIT "assume a: x > 0; ", "x^3 + y >= 1",
     PARTITION_PARTS, 0, 0, {"3/2", "0"}, {D, D}},
    {"given x, y : real in [0, 3]; assume a: x >= y; ", "(1 - x)*log(x) >= 0",
     PARTITION_COMPARE, 0, 0, {NULL}, {D, D}},
    /* kinks */
    {ORDERED, "sign(x) >= 2", PARTITION_CASES, 0, 0, {NULL}, {X, X, X}},
    {"given x : real in [-3, 0]; given y : real in [0, 4]; assume b: x < 0; ",
     "x^y >= -9/10", PARTITION_RESOLVE, 0, 1, {NULL}, {D}},
    {WIDE "assume a: x^2 == y; ", "x^y >= 0", D, 0, 0, {NULL}, {0}},
    {AROUND, "max(x, y) <= x", PARTITION_CASES, 0, 0, {NULL}, {D, D}},
    {AROUND, "min(x, y) >= y", PARTITION_CASES, 0, 0, {NULL}, {D, D}},
    /* rules that do not fit leave something to show */
    {UNIT "assume a: x*y > 0; ", "x <= 1/4", X, 0, 0, {NULL}, {0}},
    {UNIT, "x*exp(y) > 0", PARTITION_ISOLATE, 0, 0, {NULL}, {D, D}},
    {BELOW, "x*y <= 0", PARTITION_CASES, 0, 0, {NULL}, {0}},
    {BELOW, "x*y <= 0", PARTITION_CLEAR, 0, CLEAR_ROOTS, {NULL}, {0}},
    {BELOW, "x*y <= 0", PARTITION_SCALE, 0, 1, {NULL}, {0}},
    {BELOW, "x*y <= 0", PARTITION_SQUARE, 0, 0, {NULL}, {0}},
    {BELOW, "x*y <= 0", PARTITION_TRANSLATE, 0, 0, {"1"}, {D}},
    {"given x, y : real in [1, 2]; ", "1/x + 1/y >= 3/2",
     PARTITION_CLEAR, 0, 0, {NULL}, {S}},
    {APART, "x*y >= 0", PARTITION_SCALE, 0, 0, {NULL}, {D}},
    /* signs seen without a tree */
    {BELOW, "x*y <= 0", PARTITION_ORDER, 0, 1, {NULL}, {D, D}},
    {"given x : real; ", "sin(x) + cos(x) >= -1/2", S, 0, 0, {NULL}, {0}},
    {AROUND, "sign(x)^2 >= 1", D, 0, 0, {NULL}, {0}},
    {AROUND, "expectation(z, (x*z)^2) <= x^2/2", D, 0, 0, {NULL}, {0}},
    {"given x, y : real; assume a: x^2 + y^2 <= 1; ", "x > -1",
     D, 0, 0, {NULL}, {0}},
    /* along lines */
    {AROUND "assume a: x*y > 0; ", "sin(x) + sin(y) >= -9/10",
     PARTITION_RISING, 0, 2, {NULL}, {D, D}},
    {POSITIVE, "-log(1 + x) >= -1", PARTITION_RISING, 0, 1, {NULL}, {D}},
    {POSITIVE, "log(x/y) >= 2", PARTITION_RISING, 1, 1, {NULL}, {D, D}},
    {"given x : real in [-3, 0]; given y : real in [0, 4]; assume b: x < 0; ",
     "1/x^2 <= -9/10", PARTITION_RISING, 0, 1, {NULL}, {D, D}},
    {WIDE "assume a: x^2 == y; ", "x^(1/3) >= 1/2",
     PARTITION_CONCAVE, 0, 0, {NULL}, {D, D}},
    {MANY, "exp(x) >= 2 + x", PARTITION_CONVEX, 0, 0, {"2"}, {D, D}},
    {AROUND, "exp(x) - exp(y) >= x - y",
     PARTITION_CONVEX, 0, 0, {"0", "0"}, {D, D, D}},
    {ADMITTED, "x*y > 0", PARTITION_RISING, 0, 0, {NULL}, {D, D}},
    {"given x : real; ", "tanh(x)^2 + tanh(x) >= -1/8",
     PARTITION_RISING, 0, 0, {NULL}, {D, D}},
};
/* clang-format on */

static void test_what_is_wrong_has_no_proof(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (proves(&table[i]))
            fail_msg("%zu: %s%s", i, table[i].given, table[i].relation);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_wrong_has_no_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
