/*
 * Sums of squares: what is found is replayed in a theory of its own; what is
 * false, by however little, is not found.
 */
#include "support/found.h"

static const char axioms[] =
    "theorem inverse_cancels { given x : real; assume p: x != 0; claim rule: x "
    "* (1 / x) == 1; }"
    "theorem inverse_of_product { given x, y : real; claim rule: 1 / (x * y) "
    "== (1 / x) * (1 / y); }"
    "theorem inverse_of_root { given x : real; claim rule: 1 / sqrt(x) == "
    "sqrt(x) * (1 / x); }"
    "theorem sqrt_square { given x : nonneg; claim rule: sqrt(x)^2 == x; }"
    "theorem root_of_product { given x, y : nonneg; claim rule: sqrt(x * y) == "
    "sqrt(x) * sqrt(y); }"
    "theorem root_3 { given x : nonneg; claim rule: (x^(1/3))^3 == x; }"
    "theorem power_2 { given x : nonneg; given t : real; assume p: 0 < t; "
    "claim rule: x^(2*t) == (x^t)^2; }"
    "theorem abs_of_square { given x : real; claim rule: abs(x) * abs(x) == x "
    "* x; }"
    "theorem below_abs { dim n, m; given A : real[n, m]; claim rule: A <= "
    "abs(A); }"
    "theorem minus_below_abs { given x : real; claim rule: -x <= abs(x); }"
    "theorem max_is_one { given x, y : real; claim rule: (max(x, y) - x) * "
    "(max(x, y) - y) == 0; }"
    "theorem first_below_max { dim n, m; given A, B : real[n, m]; claim rule: "
    "A <= max(A, B); }"
    "theorem second_below_max { dim n, m; given A, B : real[n, m]; claim rule: "
    "B <= max(A, B); }"
    "theorem unit_circle { given x : real; claim rule: sin(x)^2 + cos(x)^2 == "
    "1; }";

static bool is_found(const char *text)
{
    return is_found_from(axioms, true, text, 0, NULL);
}

/* Claims of x, y, z, each found or each not. */
static void all(const char *kind, const char *const *claims, size_t count,
                bool found)
{
    for (size_t i = 0; i < count; i++) {
        char text[400];

        snprintf(text, sizeof text, "theorem t { given x, y, z : %s; %s; }",
                 kind, claims[i]);
        if (is_found(text) != found)
            fail_msg("%s", text);
    }
}

#define ALL(kind, claims, found)                                               \
    all(kind, claims, sizeof(claims) / sizeof *(claims), found)

static void test_polynomials(void **state)
{
    static const char *const claims[] = {
        "claim c: x^4 + y^4 >= x^3*y + x*y^3",
        "claim c: (x^2 + y^2 + z^2)^2 >= 3*(x^3*y + y^3*z + z^3*x)",
        "claim c: x^4 - 2*x^3 + 3*x^2 - 2*x + 1 > 0",
        "claim c: (x^3 - x - 1)^2 >= 0",
        /* no sum of squares: it is one times another */
        "claim c: x^4*y^2 + x^2*y^4 + 1 >= 3*x^2*y^2",
        "claim c: sin(x)^4 + cos(x)^4 >= 1/2",
        "claim c: 4*cos(x)^3 - 3*cos(x) <= 1"};

    (void)state;
    ALL("real", claims, true);
}

static void test_facts(void **state)
{
    static const char *const claims[] = {
        "assume s: x^2 + y^2 == 1; claim c: 3*x + 4*y <= 5",
        "assume s: x + y + z == 0; assume t: x^2 + y^2 + z^2 == 6; claim c: "
        "x*y*z <= 2",
        "assume s: x^2 + 4*y^2 <= 4; claim c: x*y <= 1",
        "assume p: x > 0; assume q: y > 0; claim c: x/y + y/x >= 2",
        "assume p: x > 0; assume q: y > 0; assume r: z > 0; claim c: x/(y + z) "
        "+ y/(z + x) + z/(x + y) >= 3/2"};

    (void)state;
    ALL("real", claims, true);
}

/* Contacts at irrational points, and degrees that roots give. */
static void test_faces(void **state)
{
    static const char *const of_interval[] = {
        "claim c: x*(1 - x)*(1 - 2*x) <= sqrt(3)/18",
        "claim c: x*(1 - x)*(2 - x) <= 2/(3*sqrt(3))"};
    static const char *const of_nonnegative[] = {
        "claim c: sqrt(x + y) >= (sqrt(x) + sqrt(y))/sqrt(2)",
        "claim c: sqrt(x^2 + y^2) <= sqrt(2)*max(x, y)"};
    static const char *const of_all[] = {
        "claim c: x^4*y^2 + y^4*z^2 + z^4*x^2 >= 3*x^2*y^2*z^2",
        "claim c: (x*y - 1)^2 + x^2 > 0"};

    (void)state;
    ALL("real in [0, 1]", of_interval, true);
    ALL("nonneg", of_nonnegative, true);
    ALL("real", of_all, true);
}

static void test_letters(void **state)
{
    static const char *const of_nonnegative[] = {
        "claim c: sqrt(x)*sqrt(y) <= (x + y)/2",
        "claim c: sqrt((x^2 + y^2)/2) >= (x + y)/2",
        "claim c: x^(1/3)*y^(2/3) <= x/3 + 2*y/3",
        "claim c: sqrt(x*y) + sqrt(y*z) <= x/2 + y + z/2"};
    static const char *const of_all[] = {
        "claim c: abs(abs(x) - abs(y)) <= abs(x - y)",
        "claim c: max(x, max(y, z)) >= (x + y + z)/3",
        "claim c: max(abs(x), abs(y)) <= sqrt(x^2 + y^2)",
        "claim c: abs(x*y) <= sqrt(x^2 + y^2)*sqrt(x^2 + y^2)/2"};

    (void)state;
    ALL("nonneg", of_nonnegative, true);
    ALL("real", of_all, true);
}

/* False by little, false at one point, true at all but one. */
static void test_what_is_false_is_not_found(void **state)
{
    static const char *const claims[] = {
        "claim c: x^4 + y^4 > x^3*y + x*y^3",
        "claim c: x^2 - 2*x*y + y^2 > 0",
        "claim c: x^4 + 1 >= 2*x^2 + 1/1000000000000",
        "claim c: x^4 - 2*x^2 + 1 - 1/1000000 * y >= 0",
        "assume s: x^2 + y^2 == 1; claim c: 3*x + 4*y <= 4.99999999",
        "assume s: x^2 + y^2 == 1; claim c: 3*x + 4*y < 5",
        "claim c: abs(x) > x",
        "claim c: max(x, y) >= (x + y)/2 + 1/1000000000",
        "claim c: sqrt(x^2 + y^2) >= 0.70710679*(x + y)"};

    (void)state;
    ALL("real", claims, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polynomials), cmocka_unit_test(test_facts),
        cmocka_unit_test(test_letters), cmocka_unit_test(test_faces),
        cmocka_unit_test(test_what_is_false_is_not_found)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
