/*
 * Statements as sequents: S, W, D, declarations, families.
 */
#include "core/read.h"

#include "base/buffer.h"
#include "base/diag.h"
#include "core/ring.h"
#include "ir/lower.h"
#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

struct text {
    struct module *module;
    struct theory *theory;
    struct reading *reading;
    const struct theorem *theorem;
};

static void text_open(struct text *t, const char *text)
{
    struct diag *diag = diag_new();

    assert_int_equal(module_load_text(&t->module, "t.bound", text, NULL, diag),
                     ST_OK);
    diag_free(diag);
    t->theorem = module_theorem(t->module, 0);
    t->theory = theory_new();
    t->reading = reading_new(t->theory, t->theorem);
}

static void text_close(struct text *t)
{
    reading_free(t->reading);
    theory_free(t->theory);
    module_free(t->module);
}

/* The sequent of claim c. */
static struct sequent claim_sequent(struct text *t, bool total)
{
    struct sequent out;
    const struct claim *c = theorem_claim(t->theorem, "c");

    assert_non_null(c);
    if (!read_sequent(&out, t->reading, c->relation, total))
        fail_msg("%s", reading_why(t->reading));
    return out;
}

static unsigned conclusion_kind(const char *text, bool total)
{
    struct text t;
    unsigned kind;

    text_open(&t, text);
    kind = relation_kind(claim_sequent(&t, total).conclusion);
    text_close(&t);
    return kind;
}

/* What is true by computation alone, read as W. */
static bool is_trivial(const char *text)
{
    struct text t;
    struct sequent s;
    bool trivial;

    text_open(&t, text);
    s = claim_sequent(&t, false);
    trivial = s.conclusion == relation_true(theory_pool(t.theory));
    text_close(&t);
    return trivial;
}

static void test_a_claim_is_read_where_it_is_defined(void **state)
{
    (void)state;
    /* x != 0 is asked for; totally it is not */
    assert_int_equal(
        conclusion_kind("theorem t { given x : real; claim c: x/x == 1; }",
                        false),
        CORE_OR);
    assert_int_equal(
        conclusion_kind("theorem t { given x : real; claim c: x/x == 1; }",
                        true),
        CORE_EQ);
    assert_true(is_trivial(
        "theorem t { dim n; given A, B : real[n, n]; claim c: (A + B)^2 == A^2 "
        "+ A*B + B*A + B^2; }"));
    assert_true(is_trivial("theorem t { dim n; given A : real[n, n]; claim c: "
                           "forall(i in 1..n, (A + A)[i, 1] == 2*A[i, 1]); }"));
}

/* The claim may be false where a subterm has no value. */
static void test_powers_masks_and_branches_have_domains(void **state)
{
    const char *const texts[] = {
        "theorem t { dim n; given A : real[n, n]; claim c: A^-1 * A == eye(n); "
        "}",
        "theorem t { dim n; given A : real[n, n]; given k : int; claim c: "
        "A^(k - 5) * A == A^(k - 4); }",
        "theorem t { dim n; given A, M : real[n, n]; claim c: softmax(A, M) <= "
        "M; }",
        "theorem t { dim n; given A : real[n, n]; claim c: 0 <= normalise(A); "
        "}",
        "theorem t { given x : real; claim c: lambertw(-1, x) < 0; }",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(conclusion_kind(texts[i], false), CORE_OR);
        assert_int_not_equal(conclusion_kind(texts[i], true), CORE_OR);
    }
}

/* Attacks 2 to 5: what is false somewhere is not W there. */
static void test_parts_without_value_do_not_hide_false_ones(void **state)
{
    const char *const texts[] = {
        "theorem t { given x : real; claim c: 1/x == 1/x and x != 0; }",
        "theorem t { given x : real; claim c: forall(i in 1..3, 1/(i-2) == "
        "1/(i-2) and i != 2); }",
        "theorem t { given x : real; claim c: not (1/x != 1/x or x == 0); }",
        "theorem t { given x : real; claim c: 0 <= x <= 1/0; }",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_false(is_trivial(texts[i]));
}

/* Attack 6: an assumption is S(H), part by part. */
static void test_an_assumption_is_certainly_true(void **state)
{
    struct text t;
    struct sequent s;
    const struct form *last;

    (void)state;
    text_open(&t, "theorem t { given x : real; assume h: x > 4 or sqrt(x) < 0; "
                  "claim c: x < 0; }");
    s = claim_sequent(&t, false);
    last = s.hypotheses[s.nhypotheses - 1];
    assert_int_equal(relation_kind(last), CORE_OR);
    assert_int_equal(relation_parts(last, CORE_OR), 2);
    text_close(&t);
}

static void test_kinds_and_minima_are_hypotheses(void **state)
{
    struct text t;
    struct sequent s;

    (void)state;
    text_open(&t, "theorem t { dim n >= 2; dim m; given P : stochastic[n, m]; "
                  "given k : int in [0, 5]; claim c: P == P; }");
    s = claim_sequent(&t, false);
    /* 2 <= n, 1 <= m, 0 <= P, P*1 == 1, 0 <= k, k <= 5 */
    assert_int_equal(s.nhypotheses, 6);
    assert_int_equal(s.nsymbols, 4);
    assert_true(s.symbols[3]->is_integer);
    text_close(&t);
}

/* A family without members says nothing of its sizes: n == 1 is admitted. */
static void test_sizes_of_a_family_are_those_of_its_members(void **state)
{
    struct text t;
    struct sequent s;

    (void)state;
    text_open(&t, "theorem t { dim n, K; given W[l in 1..K - 1] : real[n - 1, "
                  "n]; claim c: n >= 2; }");
    s = claim_sequent(&t, false);
    /* 1 <= n, 1 <= K, forall(l in 1..K - 1, 1 <= n - 1) */
    assert_int_equal(s.nhypotheses, 3);
    assert_int_equal(relation_kind(s.hypotheses[2]), RELATION_FORALL);
    assert_int_equal(relation_kind(s.conclusion), CORE_LE);
    text_close(&t);
}

/* Attacks 15, 16 of H16: an int given is one symbol. */
/* Sizes of all parts are kept apart: no block moves to another place. */
static void test_blocks_are_read_two_at_a_time(void **state)
{
    (void)state;
    assert_true(is_trivial(
        "theorem t { dim n, m, d; given A : real[n, d]; given B : real[m, d]; "
        "given C : real[n, d]; claim c: vcat(A, B, C) == vcat(vcat(A, B), C) "
        "and hcat(A', B', C') == hcat(hcat(A', B'), C') and vcat(A) == A; }"));
    assert_false(is_trivial(
        "theorem t { dim n, m, d; given A : real[n, d]; given B : real[m, d]; "
        "given C : real[n, d]; claim c: vcat(A, B, C) == vcat(vcat(C, B), A); "
        "}"));
}

static void test_an_int_given_is_one_symbol(void **state)
{
    (void)state;
    assert_true(is_trivial(
        "theorem t { given k : int; claim c: sum(i in 1..k, k*i) - sum(i in "
        "1..k, i*k) == k - k; }"));
}

static size_t clauses_of(const char *text)
{
    struct text t;
    size_t count;

    text_open(&t, text);
    count = claim_sequent(&t, false).nclauses;
    text_close(&t);
    return count;
}

/* Whether the text has no meaning. */
static bool is_refused(const char *text)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    const bool refused =
        module_load_text(&module, "t.bound", text, NULL, diag) == ST_INPUT;

    module_free(module);
    diag_free(diag);
    return refused;
}

/* Attacks 19 to 21: clauses that could contradict each other do not come here.
 */
static void test_families_are_defined_by_clauses_that_agree(void **state)
{
    (void)state;
    assert_int_equal(
        clauses_of("theorem t { dim L; given x : real; let Y[0] = x; let Y[l "
                   "in 1..L] = 2*Y[l-1]; claim c: Y[L] == Y[L]; }"),
        2);
    assert_int_equal(
        clauses_of("theorem t { dim L; given x : real; let Y[0] = x; let Y[l "
                   "in 1..L] = P[l] + Y[0]; let P[l in 1..L] = 2*Y[l-1]; "
                   "claim c: Y[L] == Y[L]; }"),
        3);
    assert_true(
        is_refused("theorem t { dim L; given x : real; let Y[0] = x; let Y[l "
                   "in 0..L] = 1; claim c: Y[0] == 1; }"));
    assert_true(
        is_refused("theorem t { dim L; given x : real; let Y[0] = x; let Y[l "
                   "in 1..L] = 1 + Y[L+1-l]; claim c: Y[1] == 3; }"));
    assert_true(
        is_refused("theorem t { dim L; given x : real; let Y[0] = x; let Y[l "
                   "in 1..L] = Y[l-1]; let Y[l in L+1..2*L] = 1 + Y[l+1]; "
                   "claim c: Y[1] == 3; }"));
}

/* The rest of the statement can be read. */
static void test_clauses_that_cannot_be_read_are_not_known(void **state)
{
    (void)state;
    assert_int_equal(
        clauses_of(
            "theorem t { dim L; given x : real; let Y[0] = x; let Y[l "
            "in 1..L] = integral(z in inf..inf, z*Y[l-1]); claim c: x <= Y[L]; "
            "}"),
        1);
}

/* Attack 49: else a[1] would be 1 and 2, and anything a theorem. */
static void test_families_of_two_proofs_are_two(void **state)
{
    struct text t;
    struct sequent s;

    (void)state;
    text_open(&t, "theorem t { given x : real; claim c: x == x; claim d: x == "
                  "x; } proof of c { let a[i in 1..2] = i; step s: a[1] == 1; "
                  "} proof of d { let a[i in 1..2] = 2*i; step s: a[1] == 2; "
                  "}");
    s = claim_sequent(&t, false);
    assert_int_equal(s.ndefined, 2);
    assert_ptr_not_equal(s.defined[0], s.defined[1]);
    text_close(&t);
}

static const char *arguments_of(const struct function_info *f)
{
    switch ((int)f->rule) {
    case SHAPE_SIZES:
        return f->most > 1 ? "n, n" : "n";
    case SHAPE_DIAG:
        return "u";
    case SHAPE_SCALARS:
        return "0, x";
    default:
        return f->most > 1 ? "A, B" : "A";
    }
}

/* Each row of the tables of meanings is an expression, of the right shape. */
static void test_all_functions_and_kinds_are_read(void **state)
{
    (void)state;
    for (size_t fn = 0; fn < FN_COUNT; fn++) {
        const struct function_info *f = function_info((enum function)fn);
        char *text = buffer_text(
            "theorem t { dim n; given A, B : real[n, n]; given u : real[n]; "
            "given x : real; claim c: %s(%s) == %s(%s); }",
            f->name, arguments_of(f), f->name, arguments_of(f));

        assert_true(is_trivial(text));
        free(text);
    }
    for (size_t kind = 0; kind <= GIVEN_LOWER; kind++) {
        const struct kind_info *k = kind_info((enum given_kind)kind);
        char *text = buffer_text(
            "theorem t { dim n; given A : %s%s; claim c: A == A; }", k->word,
            k->most == 0    ? ""
            : k->least == 2 ? "[n, n]"
                            : "[n]");

        assert_true(is_trivial(text));
        free(text);
    }
}

static void test_what_the_core_has_not_is_refused_with_a_reason(void **state)
{
    struct text t;
    struct sequent s;

    (void)state;
    text_open(&t,
              "theorem t { given x : real; claim c: integral(s in inf..inf, "
              "exp(-s)) == 0; }");
    assert_false(read_sequent(&s, t.reading,
                              theorem_claim(t.theorem, "c")->relation, false));
    assert_non_null(reading_why(t.reading));
    text_close(&t);
}

/* For all x, H is less than H at the x that the claim speaks of. */
static void test_what_is_assumed_of_all_vectors_is_refused(void **state)
{
    (void)state;
    struct text t;
    struct sequent s;

    text_open(&t, "theorem t { dim n; given S : symmetric[n]; assume forall(x "
                  ": real[n], x' * S * x >= 0); claim c: psd(S); }");
    for (int total = 0; total < 2; total++)
        assert_false(read_sequent(
            &s, t.reading, theorem_claim(t.theorem, "c")->relation, total));
    text_close(&t);
    text_open(&t, "theorem t { dim n; given S : psd[n]; claim c: forall(x : "
                  "real[n], x' * S * x >= 0); }");
    s = claim_sequent(&t, false);
    assert_int_equal(s.nsymbols, 3);
    text_close(&t);
}

/* Whether a reading, total or not, makes the claim c a sequent. */
static bool is_read(const char *text)
{
    struct text t;
    struct sequent s;
    bool out = false;

    if (is_refused(text))
        return false;
    text_open(&t, text);
    for (int total = 0; total < 2; total++)
        out |= read_sequent(&s, t.reading,
                            theorem_claim(t.theorem, "c")->relation, total);
    text_close(&t);
    return out;
}

static void test_what_is_obtained_is_no_symbol(void **state)
{
    (void)state;
    struct text t;
    struct sequent s;

    text_open(&t, "theorem t { dim n; given A : real[n, n]; obtain x : "
                  "real[n]; claim c: norm1(A) == norm1(x); }");
    for (int total = 0; total < 2; total++) {
        s = claim_sequent(&t, total);
        assert_int_equal(s.nsymbols, 2);
        assert_int_equal(sequent_obtained(theory_pool(t.theory), &s).count, 1);
    }
    text_close(&t);
}

/* It is of what is obtained that the claim is true, not where it has no value.
 */
static void test_what_is_obtained_lies_in_the_domain(void **state)
{
    (void)state;
    struct text t;
    struct sequent s;

    text_open(&t, "theorem t { given y : real; obtain x : real; claim c: 1 / x "
                  "> y; }");
    assert_int_equal(relation_kind(claim_sequent(&t, false).conclusion),
                     CORE_AND);
    text_close(&t);
    /* also where x, or all of D, vanishes from what is read */
    text_open(&t, "theorem t { given y : real; obtain x : real; claim c: x == "
                  "1 / (y - y); }");
    assert_true(claim_sequent(&t, false).conclusion ==
                relation_not(theory_pool(t.theory),
                             relation_true(theory_pool(t.theory))));
    text_close(&t);
    /* where D has no condition for a power, nothing is */
    text_open(&t, "theorem t { dim n; given A : real[n]; obtain x : real[n]; "
                  "claim c: x == A .^ 0.5; }");
    assert_false(read_sequent(&s, t.reading,
                              theorem_claim(t.theorem, "c")->relation, false));
    text_close(&t);
    /* nor where D forgets a condition */
    text_open(&t, "theorem t { given y : real; obtain x : real; claim c: abs(x)"
                  " >= integral(s in 0..1, 1 / s); }");
    assert_false(read_sequent(&s, t.reading,
                              theorem_claim(t.theorem, "c")->relation, false));
    text_close(&t);
    text_open(&t, "theorem t { given y : real; given x : real; claim c: 1 / x "
                  "> y; }");
    assert_int_equal(relation_kind(claim_sequent(&t, false).conclusion),
                     CORE_OR);
    text_close(&t);
}

/* The order matters to a product of matrices alone. */
static void test_a_reversed_range_is_of_a_product(void **state)
{
    (void)state;
    assert_true(is_trivial("theorem t { dim n; claim c: sum(i in reversed(1..n)"
                           ", i^2) == sum(i in 1..n, i^2); }"));
    assert_false(
        is_trivial("theorem t { dim n, m; given F[i in 1..n] : real[m, m]; "
                   "claim c: prod(i in reversed(1..n), F[i]) == prod(i in "
                   "1..n, F[i]); }"));
}

/*
 * Attack 32: without arguments x would be the same number for all k, so 1 == x
 * == 2.  What has a family beside it, a variable of forall, or two claims is
 * not read: members outside of its range, a value for each x, two witnesses.
 */
static void test_existence_does_not_lose_its_arguments(void **state)
{
    (void)state;
    struct text t;
    struct sequent s;
    struct variables obtained;

    text_open(&t, "theorem t { dim k; given A : real[k, 3]; obtain x : real; "
                  "claim c: x == k; }");
    s = claim_sequent(&t, true);
    obtained = sequent_obtained(theory_pool(t.theory), &s);
    assert_int_equal(obtained.count, 1);
    assert_int_equal(obtained.items[0]->serial, s.nsymbols);
    text_close(&t);
    assert_true(is_read("theorem t { given y : real; obtain x : real; claim "
                        "c: y == x; }"));
    assert_false(is_read("theorem t { dim n; given F[i in 1..n] : real; obtain "
                         "x : real; claim c: x == F[n]; }"));
    assert_false(is_read("theorem t { given y : real; obtain x : real; claim "
                         "c: forall(z : real, x * z == 0); }"));
    assert_false(is_read("theorem t { given y : real; obtain x : real; claim "
                         "c: y == x; claim d: x == y + 1; }"));
    assert_false(is_read("theorem t { given y : real; obtain x : nonneg; claim "
                         "c: y == x; }"));
    assert_false(is_read("theorem t { given y : real; obtain x : real in [1, "
                         "2]; claim c: y == x; }"));
}

/* Whether a claim without givens is true by its form. */
static bool is_truth(const char *claim)
{
    char *text = buffer_text("theorem t { claim c: %s; }", claim);
    struct text t;
    struct sequent s;
    bool out;

    text_open(&t, text);
    out = read_sequent(&s, t.reading, theorem_claim(t.theorem, "c")->relation,
                       false) &&
          s.conclusion == relation_true(theory_pool(t.theory));
    text_close(&t);
    free(text);
    return out;
}

/* Attack 37: infinity is no number; as an end of a given it says nothing. */
static void test_infinity_is_no_number(void **state)
{
    const char *const texts[] = {
        "theorem t { claim c: integral(s in 0..inf+1-1, exp(-s)) == 0; }",
        "theorem t { claim c: integral(s in inf..inf, exp(-s)) == 0; }",
        "theorem t { claim c: integral(s in 0..2*inf, exp(-s)) == 1; }",
        "theorem t { claim c: integral(s in 0..inf, exp(-s)/inf) == 0; }",
        "theorem t { claim c: inf - inf == 0; }",
        "theorem t { claim c: inf == inf; }",
        "theorem t { given x : real in [0, inf]; claim c: x <= inf; }",
        "theorem t { given x : real; assume h: x <= inf; claim c: x == x; }",
        "theorem t { given x : real in [0, inf + 1]; claim c: x == x; }",
        "theorem t { claim c: sum(i in 1..inf, 0) == 0; }",
    };
    struct text t;
    struct sequent s;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_false(is_read(texts[i]));
    text_open(&t, "theorem t { given x : real in [0, inf]; given y : real in "
                  "[-inf, 1]; claim c: x == y; }");
    s = claim_sequent(&t, true);
    assert_int_equal(s.nhypotheses, 2);
    text_close(&t);
}

/* An infinite end is a kind of integral, which side it is on is in the body. */
static void test_infinite_ends(void **state)
{
    const char *const pairs[] = {
        "integral(s in -inf..0, exp(s)) == integral(s in 0..inf, exp(-s))",
        "integral(s in inf..1, exp(-s)) == -integral(s in 1..inf, exp(-s))",
        "integral(s in 1..-inf, exp(s)) == -integral(s in -1..inf, exp(-s))",
        "integral(s in -inf..inf, exp(-s^2)) == 2*integral(s in 0..inf, "
        "exp(-s^2))",
        "integral(s in inf..-inf, exp(-s^2)) == -2*integral(s in 0..inf, "
        "exp(-s^2))",
        "expectation(z, z^3) == 0",
        "expectation(z, tanh(z) + sin(2*z)*cos(z) + erf(z^3)) == 0",
        "expectation(z, sign(z)*z) == 2*expectation(z, sign(z)*z/2)",
        "expectation(z, 1 + z) == 1",
        "expectation(z, (z^2 - 1)^2) == 2",
        "integral(t in 0..inf, t^3*exp(-2*t)) == 3/8",
        "integral(t in 0..inf, t^2*exp(-t^2)) == sqrt(pi)/4",
        "2*integral(t in 0..inf, exp(-t^2/2)) == sqrt(2*pi)"};
    const char *const others[] = {
        "integral(s in 0..inf, exp(-s)) == integral(s in 0..0, exp(-s))",
        "integral(s in 1..inf, exp(-s)) == integral(s in 0..inf, exp(-s))",
        "expectation(z, sin(z + 1)) == 0",
        "expectation(z, cos(z)) == 0",
        "expectation(z, exp(z)) == 0",
        "expectation(z, sqrt(z)) == 0",
        "integral(s in -inf..1, exp(s)) == integral(s in 1..inf, exp(-s))"};

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        assert_true(is_truth(pairs[i]));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(is_truth(others[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_infinite_ends),
        cmocka_unit_test(test_what_is_obtained_is_no_symbol),
        cmocka_unit_test(test_what_is_obtained_lies_in_the_domain),
        cmocka_unit_test(test_what_is_assumed_of_all_vectors_is_refused),
        cmocka_unit_test(test_a_claim_is_read_where_it_is_defined),
        cmocka_unit_test(test_powers_masks_and_branches_have_domains),
        cmocka_unit_test(test_parts_without_value_do_not_hide_false_ones),
        cmocka_unit_test(test_an_assumption_is_certainly_true),
        cmocka_unit_test(test_kinds_and_minima_are_hypotheses),
        cmocka_unit_test(test_sizes_of_a_family_are_those_of_its_members),
        cmocka_unit_test(test_blocks_are_read_two_at_a_time),
        cmocka_unit_test(test_an_int_given_is_one_symbol),
        cmocka_unit_test(test_families_are_defined_by_clauses_that_agree),
        cmocka_unit_test(test_families_of_two_proofs_are_two),
        cmocka_unit_test(test_clauses_that_cannot_be_read_are_not_known),
        cmocka_unit_test(test_all_functions_and_kinds_are_read),
        cmocka_unit_test(test_what_the_core_has_not_is_refused_with_a_reason),
        cmocka_unit_test(test_existence_does_not_lose_its_arguments),
        cmocka_unit_test(test_infinity_is_no_number),
        cmocka_unit_test(test_a_reversed_range_is_of_a_product),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
