/*
 * The finder on a few axioms: what it finds is replayed in a theory of its
 * own; what is false is not found.
 */
#include "support/found.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char axioms[] =
    "theorem inverse_cancels { given x : real; assume p: x != 0; claim rule: x "
    "* (1 / x) == 1; }"
    "theorem inverse_of_product { given x, y : real; claim rule: 1 / (x * y) "
    "== (1 / x) * (1 / y); }"
    "theorem triangle { dim n, m; given A, B : real[n, m]; claim rule: norm1(A "
    "+ B) <= norm1(A) + norm1(B); }"
    "theorem product { dim n, k, m; given A : real[n, k]; given B : real[k, "
    "m]; claim rule: norm1(A * B) <= norm1(A) * norm1(B); }"
    "theorem nonnegative { dim n, m; given A : real[n, m]; claim rule: 0 <= "
    "norm1(A); }"
    "theorem root { given x, y : nonneg; assume p: x <= y; claim rule: sqrt(x) "
    "<= sqrt(y); }"
    "theorem turned { dim n; given A : real[n, n]; claim rule: det(A') == "
    "det(A); }";

/* An oracle that says always the same, and keeps the last question. */
static struct {
    bool is_there, answer;
    size_t asked;
    char question[2000];
} oracle;

static bool answer(void *context, const char *statement)
{
    (void)context;
    oracle.asked++;
    snprintf(oracle.question, sizeof oracle.question, "%s", statement);
    return oracle.answer;
}

/* Whether the last claim or step of the last theorem is. */
static bool is_found(const char *text)
{
    const struct core_oracle range = {"range", answer, NULL};

    return is_found_from(axioms, true, text, 100,
                         oracle.is_there ? &range : NULL);
}

static void test_identities(void **state)
{
    (void)state;
    assert_true(is_found("theorem t { dim n; given A, B : real[n, n]; claim c: "
                         "(A + B)*(A - B) == A^2 - A*B + B*A - B^2; }"));
    assert_true(is_found("theorem t { given x : real; claim c: x/x == 1; }"));
    assert_true(is_found("theorem t { given x, y : real; claim c: x/(x + y) + "
                         "y/(x + y) == 1; }"));
    assert_true(is_found("theorem t { dim n, m; given P : stochastic[n, m]; "
                         "given b : real[n]; claim c: P*ones(m)*b' == "
                         "ones(n)*b'; }"));
    assert_true(is_found("theorem t { dim n; given S : symmetric[n]; given A : "
                         "real[n, n]; claim c: (A*S*A')' == A*S*A'; }"));
    assert_true(is_found("theorem t { dim n; given A, B : real[n, n]; claim c: "
                         "det((A*B)') == det(A*B); }"));
}

static void test_inequalities(void **state)
{
    (void)state;
    assert_true(is_found("theorem t { dim n; given A, B : real[n, n]; claim c: "
                         "norm1(A*B + A) <= norm1(A)*norm1(B) + norm1(A); }"));
    assert_true(is_found(
        "theorem t { given x, y : real; claim c: 2*x*y <= x^2 + y^2; }"));
    assert_true(is_found("theorem t { given x, y : real; assume p: x > 0; "
                         "assume q: y > 0; claim c: x*y > 0; }"));
    assert_true(is_found("theorem t { given x, y, z : real; assume p: x <= y; "
                         "assume q: y < z; claim c: x < z; }"));
    assert_true(
        is_found("theorem t { dim n; claim c: forall(i in 1..n, i <= n + 1); "
                 "}"));
    /* facts times letters of known sign, from the goal on */
    assert_true(is_found(
        "theorem t { dim n; given Y, R : real[n, n]; given a, b : nonneg; "
        "assume p: norm1(Y) <= a*norm1(R); assume q: a <= b; claim c: "
        "norm1(Y)*norm1(R) <= b*norm1(R)^2; }"));
    assert_true(is_found(
        "theorem t { dim n; given P, Q : nonneg[n, n]; given X, Y : real[n, "
        "n]; assume p: X <= Y; claim c: P*X*Q <= P*Y*Q; }"));
    assert_true(is_found(
        "theorem t { dim n; given v : nonneg[n]; given X, Y : real[n, n]; "
        "assume p: X <= Y; claim c: v'*X*v <= v'*Y*v; }"));
    /* an instance of a theorem with hypotheses of its own */
    assert_true(is_found(
        "theorem t { given x, y, z : nonneg; assume p: x <= y; claim c: "
        "sqrt(x*z + 1) <= sqrt(y*z + 1); }"));
}

static void test_induction(void **state)
{
    (void)state;
    assert_true(is_found(
        "theorem t { dim L; given c, u : real; let e[0] = u; let e[l in 1..L] "
        "= e[l-1] + c; claim c: e[L] == u + c*L; }"));
    assert_true(is_found(
        "theorem t { dim L >= 2; given c : nonneg; given u : real; let e[0] = "
        "u; let e[l in 1..L] = e[l-1] + c; claim c: e[L] >= u; }"));
    assert_false(is_found(
        "theorem t { dim L; given c : nonneg; given u : real; let e[0] = u; "
        "let e[l in 1..L] = e[l-1] + c; claim c: e[L] <= u; }"));
    /* the step holds, the beginning does not */
    assert_false(is_found(
        "theorem t { dim L; given c : nonneg; given u : real; let e[0] = u; "
        "let e[l in 1..L] = e[l-1] + c; claim c: e[L] >= u + 2*c; }"));
}

#define LEMMA                                                                  \
    "theorem l { given x : real; assume p: x >= 1; claim c: sin(x) <= x; }"

static void test_lemmas(void **state)
{
    (void)state;
    assert_true(is_found(LEMMA "theorem t { given y : real; claim c: y == y; } "
                               "proof of c { step s: sin(y^2 + 1) <= y^2 + 1 "
                               "by lemma l(y^2 + 1); }"));
    assert_true(is_found(LEMMA "theorem t { dim n; claim c: n == n; } proof of "
                               "c { step s: forall(i in 2..n, sin(i) <= i) by "
                               "lemma l(i); }"));
    assert_false(is_found(LEMMA "theorem t { dim n; claim c: n == n; } proof "
                                "of c { step s: forall(i in -2..n, sin(i) <= "
                                "i) by lemma l(i); }"));
    assert_false(is_found(LEMMA "theorem t { given y : real; claim c: y == y; "
                                "} proof of c { step s: sin(y) <= y by lemma "
                                "l(y); }"));
}

static void test_what_is_false_is_not_found(void **state)
{
    const char *const texts[] = {
        "theorem t { dim n; given A, B : real[n, n]; claim c: A*B == B*A; }",
        "theorem t { given x : real; assume p: x >= 0; claim c: x > 0; }",
        "theorem t { given x, y : real; claim c: 2*x*y < x^2 + y^2; }",
        "theorem t { dim n; given P, Q : real[n, n]; given X, Y : real[n, n]; "
        "assume p: X <= Y; claim c: P*X*Q <= P*Y*Q; }",
        "theorem t { given x, y, z : real; assume p: x <= y; claim c: "
        "x*z <= y*z; }",
        "theorem t { given x, y : real; claim c: 1/(x + y) == 1/x + 1/y; }",
        "theorem t { dim n; given A, B : real[n, n]; claim c: norm1(A*B) <= "
        "norm1(A)*norm1(B)/2; }",
        "theorem t { dim n; given A : real[n, n]; claim c: det(A') == "
        "2*det(A); }",
        "theorem t { dim n; claim c: forall(i in 1..n, i < n); }",
        "theorem t { dim n, m; given P : stochastic[n, m]; claim c: "
        "ones(n)'*P == ones(m)'; }",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_false(is_found(texts[i]));
}

/* Enclosures, slopes, bends, contacts, denominators, common factors, cases. */
static void test_numbers(void **state)
{
    const char *const bodies[] = {
        "given x : real in [0, 1]; claim c: x - x^2 >= 0;",
        "given x : real in [-3, 4]; claim c: exp(x) >= 1 + x;",
        "given x : real in [1/10, 30]; claim c: x + 1/x >= 2;",
        "given x : real in [0, 1]; claim c: sin(x) <= x - x^3/6 + x^5/120;",
        "given x, y : real in [0, 1]; claim c: exp(x*y) <= 1 + 2*x*y;",
        "given x : real; claim c: 2/(exp(x) + exp(-x)) <= 1;",
        "given x, y : real; assume p: x <= y; claim c: log(1 + exp(x)) <= "
        "log(1 + exp(y));",
        "given x : real in [0, 1]; claim c: abs(x - 1/2) <= 1/2;",
        "given x : real in [0, 5]; claim c: 1 + x/2 >= sqrt(1 + x);",
        "given x : real in [1, 9]; claim c: log(x) < x;",
        "given x : real; assume p: x > 0; claim c: 1/x > 0;",
        "given x : real in [0, 2]; claim c: x^2 >= x or x < 1;",
        "given k : int in [1, 5]; claim c: k^2 >= k;",
        "given x : real in [-1, inf]; claim c: x < 1 + x^3;",
        "given x : real in [0, 1/2]; assume p: x > 0; claim c: "
        "abs(log(1 - x)) <= 3*x/2;",
        "given D : real in [1/1000, 4]; claim c: (exp(min(D, 5/4)) - 1) <= "
        "2 * min(D, 5/4);",
        "dim n; given A : real[n, n]; assume p: norm2(A) <= 1; claim c: "
        "exp(norm2(A)) <= 3;"};
    const char *const wrong[] = {
        "given x : real in [0, 1]; claim c: exp(x) >= 1 + 11/10*x;",
        "given x : real in [-1, 1]; claim c: x^2 > 0;",
        "given x : real in [0, 1]; claim c: x + 1/x >= 21/10;",
        "given x : real in [1, 9]; claim c: log(x) < x - 1;",
        "given x : real in [-1, 1]; claim c: abs(x) >= x^2 + 1/100;"};
    char text[400];

    (void)state;
    oracle.is_there = false;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        snprintf(text, sizeof text, "theorem t { %s }", bodies[i]);
        if (!is_found(text))
            fail_msg("%s", text);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(text, sizeof text, "theorem t { %s }", wrong[i]);
        assert_false(is_found(text));
    }
}

/*
 * What neither facts times letters nor pairs of facts give, multiplied out, and
 * has too many letters to be a question about numbers.
 */
static void test_factors(void **state)
{
    (void)state;
    /* a square of no sign, and two signs that turn */
    assert_true(is_found(
        "theorem t { dim n; given A, B : real[n, n]; given x, y, z : real; "
        "given a, b, c, d, e, f, g, h : nonneg; assume p: x <= max(A); "
        "assume q: z <= trace(A); claim c: 0 <= a*b*c*d*e*f*g*h * "
        "(x - max(A)) * (max(B) - y)^2 * (z - trace(A)); }"));
    assert_false(is_found(
        "theorem t { dim n; given A, B : real[n, n]; given x, y, z : real; "
        "given a, b, c, d, e, f, g, h : nonneg; assume p: x <= max(A); "
        "assume q: z <= trace(A); claim c: 0 <= a*b*c*d*e*f*g*h * "
        "(max(A) - x) * (max(B) - y) * (trace(A) - z); }"));
}

/* Where nothing else closes a relation of numbers, with what is given. */
static void test_the_oracle_is_asked_last(void **state)
{
    const char *const text =
        "theorem t { given x, y, z : real; assume p: x <= 1; assume q: y <= z; "
        "claim c: exp(x) <= 2; }";

    (void)state;
    oracle.is_there = oracle.answer = true;
    assert_true(is_found("theorem t { given x : real; assume p: 0 <= x; "
                         "claim c: 0 <= x + 1; }"));
    assert_true(is_found("theorem t { given x : real; assume p: x <= 1; "
                         "claim c: exp(x) <= 3; }"));
    assert_int_equal(oracle.asked, 0);
    assert_true(is_found(text));
    /* found, pruned until it stays as it is, replayed */
    assert_int_equal(oracle.asked, 4);
    assert_string_equal(oracle.question,
                        "theorem question {\n    given x0 : real;\n"
                        "    assume 0 <= (-1)*x0 + (1);\n"
                        "    claim holds: 0 <= (-1)*exp(((1)*x0)) + (2);\n"
                        "}\n");
    /* what it is compared with, and what the value needs */
    assert_true(is_found("theorem t { given x, y : real; assume p: x <= y; "
                         "assume q: y <= 1; claim c: log(x) <= -1; }"));
    assert_non_null(strstr(oracle.question, "assume 0 < (1)*x"));
    assert_non_null(strstr(oracle.question, "x1 : real"));
    oracle.asked = 0;
    oracle.answer = false;
    assert_false(is_found(text));
    assert_int_equal(oracle.asked, 1);
    /* no numbers */
    oracle.answer = true;
    assert_false(is_found("theorem t { dim n; given A : real[n, n]; claim c: "
                          "psd(A); }"));
    assert_int_equal(oracle.asked, 1);
    /* but entries are */
    oracle.answer = false;
    assert_false(is_found("theorem t { dim n; given A : real[n, n]; claim c: "
                          "A == A'; }"));
    assert_int_equal(oracle.asked, 2);
    oracle.is_there = false;
    assert_false(is_found(text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_inequalities),
        cmocka_unit_test(test_factors),
        cmocka_unit_test(test_induction),
        cmocka_unit_test(test_lemmas),
        cmocka_unit_test(test_what_is_false_is_not_found),
        cmocka_unit_test(test_the_oracle_is_asked_last),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
