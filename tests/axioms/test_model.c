/*
 * The evaluator and the sampler against statements of which it is known
 * whether they are true: a test that cannot fail is a defect.
 */
#include "base/diag.h"
#include "ir/function.h"
#include "ir/lower.h"
#include "support/cmocka_all.h"
#include "trial.h"

#include <string.h>

/* The outcome for the first claim of the text's theorem. */
static enum outcome outcome_of(const char *text, size_t wanted,
                               struct tally *tally)
{
    const struct trial trial = {.wanted = wanted, .seed = 7, .total = true};
    struct diag *diag = diag_new();
    struct module *module;
    struct buffer report;
    enum outcome out;

    if (module_load_text(&module, "t.bound", text, NULL, diag) != ST_OK) {
        struct buffer why;

        buffer_init(&why);
        diag_print(diag, &why);
        fail_msg("%s", why.text);
    }
    buffer_init(&report);
    out = trial_run(tally, &report, &trial, module_theorem(module, 0),
                    module_theorem(module, 0)->claims[0].relation);
    if (out == OUTCOME_FALSE)
        assert_non_null(strstr(report.text, "is false at"));
    buffer_clear(&report);
    module_free(module);
    diag_free(diag);
    return out;
}

static enum outcome outcome_in(const char *declarations, const char *claim,
                               size_t wanted, struct tally *tally)
{
    char *text =
        buffer_text("theorem t { %s claim c: %s; }", declarations, claim);
    const enum outcome out = outcome_of(text, wanted, tally);

    free(text);
    return out;
}

struct row {
    const char *declarations, *claim;
};

#define XY "given x, y : real;"
#define SQUARE "dim n; given A, B : real[n, n];"
#define PAIR "dim n, m; given A, B : real[n, m];"
#define VECTOR "dim n; given v : real[n]; given k : int; given c : real;"

/* Each looks right, and is so where it is defined, or nearly. */
static const struct row false_rows[] = {
    {XY, "sqrt(x)^2 == x"},
    {XY, "x / x == 1"},
    {XY, "(x / y) * y == x"},
    {XY, "sqrt(x) * sqrt(y) == sqrt(x * y)"},
    {XY, "log(x * y) == log(x) + log(y) and exp(log(x)) == x"},
    {XY, "exp(log(x)) == x"},
    {XY, "x^2 * x^(-2) == 1"},
    {XY, "x^y == exp(y * log(x))"},
    {XY, "(x^2)^y == x^(2 * y)"},
    {XY, "lambertw(0, x) * exp(lambertw(0, x)) == x"},
    {XY, "exp(x) <= 1 + x + x^2"},
    {XY, "sin(x) <= x"},
    {XY, "sign(x) * sign(x) == 1"},
    {XY, "max(x, y) == (x + y) / 2 + (x - y) / 2"},
    {XY, "tanh(x) < 99/100"},
    {XY, "erf(x) < 99/100"},
    {XY, "if(x <= y, y - x, x - y) > 0"},
    {SQUARE, "inv(A) * A == eye(n)"},
    {SQUARE, "A * B == B * A"},
    {SQUARE, "(A * B)' == A' * B'"},
    {SQUARE, "det(A + B) == det(A) + det(B)"},
    {SQUARE, "inv(A + B) == inv(A) + inv(B)"},
    {SQUARE, "psd(A * A')  and psd(A)"},
    {SQUARE, "psd(A + A' + 9 * eye(n))"},
    {SQUARE, "eigmax(A * B) <= norm2(A) * eigmax(B)"},
    {SQUARE, "eigmin(A) == eigmin(A * A') / norm2(A)"},
    {SQUARE, "rank(A * B) == min(rank(A), rank(B))"},
    {SQUARE, "trace(A * B) == trace(A) * trace(B)"},
    {SQUARE, "trace(A * B) <= norm2(A) * norm2(B)"},
    {SQUARE, "A^(-1) * A^2 == A"},
    {SQUARE, "prod(i in 1..2, A + i * B) == prod(i in reversed(1..2), A + i * "
             "B)"},
    {SQUARE, "diag(diagof(A)) == A"},
    {SQUARE, "kron(A, B) == kron(B, A)"},
    {PAIR, "norm1inf(A + B) <= norm1inf(A) + norm1inf(B)"},
    {PAIR, "minres1inf(A + B) <= minres1inf(A) + minres1inf(B)"},
    {PAIR, "norm1(A) == norminf(A)"},
    {PAIR, "norm1(res(A)) <= minres1(A)"},
    {PAIR, "norminf(res(A)) <= minresinf(A)"},
    {PAIR, "norm1inf(res(A)) <= minres1inf(A)"},
    {PAIR, "norm2(A) <= normmax(A)"},
    {PAIR, "normnuc(A) <= normfro(A)"},
    {PAIR, "norm2(A + B)^2 <= norm2(A)^2 + norm2(B)^2"},
    {PAIR, "A .* B <= abs(A)"},
    {PAIR, "softmax(A) == softmax(B)"},
    {PAIR, "softmax(A, B) <= 1"},
    {PAIR, "normalise(A) * ones(m) == ones(n)"},
    {PAIR, "logsumexp(A) == rowmax(A)"},
    {PAIR, "diameter(A) <= normfro(res(A))"},
    {PAIR, "(A ./ B) .* B == A"},
    {PAIR, "A == B or A <= B or B <= A"},
    {PAIR, "not (A != B)"},
    {VECTOR, "v[k] <= max(v)"},
    {VECTOR, "exp(v)[k, 1] == exp(v[k])"},
    {VECTOR, "sum(i in 1..k, 1) == k"},
    {VECTOR, "forall(i in 1..k, v[i] <= c) and forall(i in k..0, c < 0)"},
    {VECTOR, "sum(i in 1..k, i) <= max(i in 1..k, i) * (k + 1) / 2 - 1/2 or k "
             "!= 0"},
    {"given k : int; given c : real; assume all: forall(i in 1..k, i <= c);",
     "max(i in 1..k, i) <= c"},
    {"given k : int; given c : real; assume all: forall(i in 1..k, i <= c);",
     "k <= c"},
    {"dim n; given F[i in 1..n] : nonneg;", "0 <= F[n + 1]"},
    {"dim n; given F[i in 1..n, j in 1..2] : nonneg;", "0 <= F[1, 0]"},
    {"dim n; given P : stochastic[n, n];", "P' * ones(n) == ones(n)"},
    {"dim n; given Q : orthogonal[n];", "det(Q) == 1"},
    {"dim n; given S : psd[n];", "det(S) > 0"},
    {"dim n; given S : symmetric[n];", "norm2(S) == eigmax(S)"},
    {"dim n; given M : mask[n, n];", "M * ones(n) >= ones(n)"},
    {"dim n; given K : skew[n];", "det(K) == 0"},
    {"dim n; given u : unit[n];", "u <= 1/2"},
    {"dim n; given p : simplex[n];", "p > 0"},
    {"dim n, m; given U : frame[n, m];", "U * U' == eye(n)"},
    {"given x : real in [0, 1];", "0 < x < 1"},
};

static void test_false_axioms_are_noticed(void **state)
{
    struct tally tally;

    (void)state;
    for (size_t i = 0; i < sizeof false_rows / sizeof *false_rows; i++) {
        const struct row *r = &false_rows[i];
        const enum outcome out =
            outcome_in(r->declarations, r->claim, 200, &tally);

        if (out != OUTCOME_FALSE)
            fail_msg("%s: %s (%s)", r->claim, outcome_word(out),
                     tally.why ? tally.why : "");
    }
}

/* True in the total model, and each leaves the domain of some subterm. */
static const struct row total_rows[] = {
    {XY, "1 / (x * y) == (1 / x) * (1 / y)"},
    {XY, "1 / (1 / x) == x"},
    {XY, "abs(1 / x) == 1 / abs(x)"},
    {XY, "sqrt(x)^2 == max(x, 0)"},
    {XY, "log(1 / x) == -log(x)"},
    {XY, "0 <= sqrt(x) and (sqrt(x) <= sqrt(y) or y < x)"},
    {"given x : real; given k : int in [-3, 3];", "log(x^k) == k * log(x)"},
    {"given x : real; given p, q : int in [-3, 3];", "(x^p)^q == x^(p * q)"},
    {XY, "log(abs(x)) == log(x)"},
    {"given x : real; given k : int in [-3, 3];", "(1 / x)^k == 1 / x^k"},
    {"given x, y : real; given k : int in [-3, 3];", "(x * y)^k == x^k * y^k"},
    {XY, "x^y >= 0 or x < 0"},
    {XY, "lambertw(0, x) >= -1"},
    {XY, "lambertw(-1, x) <= 0"},
    {SQUARE, "inv(A * B) == inv(B) * inv(A)"},
    {SQUARE, "det(inv(A)) == 1 / det(A)"},
    {SQUARE, "inv(A') == inv(A)'"},
    {SQUARE "given c : real;", "inv(c * A) == inv(A) / c"},
    {SQUARE, "inv(kron(A, B)) == kron(inv(A), inv(B))"},
    {SQUARE, "inv(inv(A)) == A or det(A) == 0"},
    {SQUARE "given v : real[n];", "v' * A * v <= eigmax(A) * (v' * v)"},
    {SQUARE "given i, j : int;",
     "(A * B)[i, j] == sum(k in 1..n, A[i, k] * B[k, j])"},
    {SQUARE, "A^(-2) == inv(A)^2"},
    {SQUARE, "eigmin(A) == -eigmax(-A)"},
    {SQUARE, "eigmax(A) == eigmax((A + A') / 2)"},
    {PAIR "given i, j : int;", "abs(A)[i, j] == abs(A[i, j])"},
    {PAIR "given i, j : int;", "(A .* B)[i, j] == A[i, j] * B[i, j]"},
    {PAIR "given i, j : int;", "A[i, j] <= max(max(A), 0)"},
    {PAIR "given k : real;", "(A ./ (k * B)) == (A ./ B) / k"},
    {PAIR, "softmax(A, B) * ones(m) <= ones(n) or not (0 <= B)"},
    {PAIR, "normalise(A) == diag(ones(n) ./ rowsum(A)) * A"},
    {"dim n;", "sum(ones(n - 2)) == max(n - 2, 0)"},
    {"dim n;", "trace(eye(n - 2)) == max(n - 2, 0)"},
    {"dim n;", "sum(kron(ones(n - 3), ones(n - 4))) == max(n - 3, 0) * max(n - "
               "4, 0)"},
    {"given k : int in [-4, 4];", "max(i in 1..k, 7) == if(k >= 1, 7, 0)"},
    {"given k : int in [-4, 4];", "min(i in 1..k, 1 / i) <= 1"},
};

static void test_laws_of_the_total_model_hold_outside(void **state)
{
    struct tally tally;

    (void)state;
    for (size_t i = 0; i < sizeof total_rows / sizeof *total_rows; i++) {
        const struct row *r = &total_rows[i];
        const enum outcome out =
            outcome_in(r->declarations, r->claim, 100, &tally);

        if (out != OUTCOME_HOLDS || tally.outside < TRIAL_LEAST)
            fail_msg("%s: %s (%zu outside)", r->claim, outcome_word(out),
                     tally.outside);
    }
}

#include "test_values.h"

/* Each value is what the row says, and is not 1/1000 more. */
static void test_values_are_those_of_the_tables(void **state)
{
    struct tally tally;

    (void)state;
    for (size_t i = 0; i < sizeof value_rows / sizeof *value_rows; i++) {
        const struct value_row *r = &value_rows[i];
        char *same = buffer_text("%s == %s", r->term, r->value);
        char *more = buffer_text("%s == %s + 1/1000 * ones(rows(%s), cols(%s))",
                                 r->term, r->value, r->value, r->value);

        if (outcome_in("", same, TRIAL_LEAST, &tally) != OUTCOME_HOLDS)
            fail_msg("%s", same);
        if (outcome_in("", more, TRIAL_LEAST, &tally) != OUTCOME_FALSE)
            fail_msg("%s", more);
        free(same);
        free(more);
    }
}

static void test_every_function_has_a_value(void **state)
{
    (void)state;
    for (unsigned fn = 0; fn < FN_COUNT; fn++) {
        char *call = buffer_text("%s(", function_info(fn)->name);
        bool found = false;

        for (size_t i = 0; i < sizeof value_rows / sizeof *value_rows; i++)
            found = found || strstr(value_rows[i].term, call) != NULL;
        if (!found)
            fail_msg("no row has %s", call);
        free(call);
    }
}

/*
 * Kinds are drawn by how they are made: what the core says of a kind is true of
 * it, or many more draws would be refused than those that keep to nothing.
 */
static void test_kinds_have_what_is_said_of_them(void **state)
{
    static const char *const kinds[] = {
        "stochastic[n, m]",
        "symmetric[n]",
        "psd[n]",
        "orthogonal[n]",
        "nonneg[n, m]",
        "unit[n]",
        "frame[n, 1]",
        "simplex[n]",
        "permutation[n]",
        "mask[n, m]",
        "doubly_stochastic[n]",
        "skew[n]",
        "diagonal[n]",
        "lower[n]",
        "int",
        "nonneg",
        "real in [-1, 2]",
    };
    struct tally tally;

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char *given = buffer_text("dim n, m; given A : %s;", kinds[i]);

        if (outcome_in(given, "A == A", 200, &tally) != OUTCOME_HOLDS ||
            tally.drawn > 200 + 60)
            fail_msg("%s: %zu draws", kinds[i], tally.drawn);
        free(given);
    }
}

static void test_thin_trials_are_no_success(void **state)
{
    struct tally tally;

    (void)state;
    assert_int_equal(
        outcome_in("given x : real; assume no: x < x;", "x == x", 100, &tally),
        OUTCOME_THIN);
    /* all four are 0 at a few instances in thousands */
    assert_int_equal(outcome_in("given x, y, z, u : real;",
                                "1 / (x^2 + y^2 + z^2 + u^2) >= 0", 100,
                                &tally),
                     OUTCOME_INSIDE);
    assert_in_range(tally.outside, 1, TRIAL_LEAST - 1);
}

/* What is equal up to rounding is not decided, and so not counted. */
static void test_what_is_unclear_is_not_decided(void **state)
{
    struct tally tally;

    (void)state;
    assert_int_equal(
        outcome_in("", "if(exp(log(2)) == 2, 1, 0) == 0", TRIAL_LEAST, &tally),
        OUTCOME_THIN);
    assert_int_equal(tally.admitted, 0);
    assert_true(tally.unclear > 0);
    assert_int_equal(
        outcome_in("", "1 / (exp(log(2)) - 2) == 0", TRIAL_LEAST, &tally),
        OUTCOME_THIN);
    assert_int_equal(outcome_in("", "inv([exp(1), 1; 1, exp(-1)]) == 0",
                                TRIAL_LEAST, &tally),
                     OUTCOME_THIN);
}

/* Clauses that contradict each other are not believed; others are true. */
static void test_clauses_are_true_of_families(void **state)
{
    static const struct row rows[] = {
        {"dim L; given x : real; let Y[0] = x; let Y[l in 1..L] = 2 * Y[l - "
         "1];",
         "Y[L] == 2^L * x"},
        {"dim n; given A : real[n, n]; let P[k in 1..n, h in 1..2] = A^k * h;",
         "P[1, 2] == 2 * A"},
    };
    struct tally tally;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(
            outcome_in(rows[i].declarations, rows[i].claim, 50, &tally),
            OUTCOME_HOLDS);
    assert_int_equal(
        outcome_in(rows[0].declarations, "Y[L] == 2 * x", 50, &tally),
        OUTCOME_FALSE);
}

static void test_integrals_are_numbers_or_unclear(void **state)
{
    struct tally tally;

    (void)state;
    assert_int_equal(outcome_in(XY,
                                "integral(t in x..y, t^2) == (y^3 - x^3) / 3",
                                50, &tally),
                     OUTCOME_HOLDS);
    assert_int_equal(
        outcome_in(XY, "integral(t in x..y, abs(t)) == (y^2 - x^2) / 2", 50,
                   &tally),
        OUTCOME_FALSE);
    assert_int_equal(outcome_in(XY, "integral(t in x..inf, exp(-t)) == exp(-x)",
                                TRIAL_LEAST, &tally),
                     OUTCOME_HOLDS);
    assert_int_equal(outcome_in(XY, "integral(t in x..inf, exp(-t)) == exp(x)",
                                TRIAL_LEAST, &tally),
                     OUTCOME_FALSE);
    assert_int_equal(
        outcome_in("", "integral(t in 0..1, 1 / t) == 0", TRIAL_LEAST, &tally),
        OUTCOME_THIN);
    assert_int_equal(outcome_in("", "integral(t in -1..1, sign(t)) == 1/9",
                                TRIAL_LEAST, &tally),
                     OUTCOME_THIN);
}

static void test_what_the_core_cannot_read_is_not_run(void **state)
{
    struct tally tally;

    (void)state;
    assert_int_equal(outcome_in("", "integral(t in inf..inf, exp(-t)) == 0",
                                TRIAL_LEAST, &tally),
                     OUTCOME_NOT_RUN);
    assert_non_null(tally.why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_false_axioms_are_noticed),
        cmocka_unit_test(test_laws_of_the_total_model_hold_outside),
        cmocka_unit_test(test_values_are_those_of_the_tables),
        cmocka_unit_test(test_every_function_has_a_value),
        cmocka_unit_test(test_kinds_have_what_is_said_of_them),
        cmocka_unit_test(test_thin_trials_are_no_success),
        cmocka_unit_test(test_what_is_unclear_is_not_decided),
        cmocka_unit_test(test_clauses_are_true_of_families),
        cmocka_unit_test(test_integrals_are_numbers_or_unclear),
        cmocka_unit_test(test_what_the_core_cannot_read_is_not_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
