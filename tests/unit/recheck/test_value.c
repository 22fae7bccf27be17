/* Values of expressions: against exact ones, identities, other precisions. */
#include "recheck/run.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] =
    "theorem t { dim n, m; given A, B : real[n, n]; given C : real[n, m]; "
    "given s : real; claim c: ";

/* Small fractions, ties and zeros included. */
static void draw(struct kernel_case *k, struct rng *rng)
{
    for (size_t s = 0; s < k->layout.nslots; s++)
        for (size_t i = 0;
             i < k->layout.slots[s].rows * k->layout.slots[s].cols; i++) {
            mpq_t *q = &k->x.values[s].rationals[i].q;
            mpq_set_si(*q, (long)rng_below(rng, 13) - 6,
                       1 + (unsigned long)rng_below(rng, 5));
            mpq_canonicalize(*q);
        }
}

static void open_relation(struct kernel_case *k, const char *left,
                          const char *rel, const char *right, struct rng *rng)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "%s%s %s %s; }", head, left, rel, right);
    int64_t dims[] = {1 + (int64_t)rng_below(rng, 4),
                      1 + (int64_t)rng_below(rng, 3)};
    kernel_case_open(k, text.text, dims);
    draw(k, rng);
    buffer_clear(&text);
}

static const struct expr *link_of(const struct kernel_case *k)
{
    return k->theorem->claims[0].links[0].relation;
}

static void assert_contains(const interval_t *x, const rational_t *q,
                            const char *what)
{
    bool ok = mpfr_cmp_q(x->lo, q->q) <= 0 && mpfr_cmp_q(x->hi, q->q) >= 0;
    if (!ok)
        assert_string_equal(what, "contained");
}

static const char *const rational_texts[] = {
    "A + B",
    "A - B",
    "-A",
    "A * C",
    "s * A",
    "A / (s^2 + 1)",
    "A .* B",
    "A ./ (B .* B + ones(n, n))",
    "A .^ 2",
    "s^3 + (1 + s^2)^-2",
    "A ^ 3",
    "A'",
    "A[1, n]",
    "C[n, :]",
    "C[1..n, 1]",
    "[s, 1; 2, s]",
    "ones(n) * ones(m)'",
    "zeros(n, m) + C",
    "unit(n, 1) + unit(n, n)",
    "diag(C[:, 1])",
    "diagof(A)",
    "kron(A, C)",
    "hcat(A, C, B)",
    "vcat(A, B)",
    "abs(A)",
    "relu(A)",
    "sign(A)",
    "max(A, s)",
    "min(A, B)",
    "sum(A)",
    "mean(A)",
    "max(A)",
    "min(A)",
    "trace(A)",
    "det(A)",
    "norm1(C)",
    "norminf(C)",
    "normmax(C)",
    "normfro(A)^2",
    "norm1inf(A)^2",
    "rowsum(C)",
    "rowmean(C)",
    "rowmax(C)",
    "rowmin(C)",
    "colsum(C)",
    "colmean(C)",
    "colmax(C)",
    "colmin(C)",
    "res(C)",
    "inv(A * A' + eye(n))",
    "rank(A)",
    "normalise(abs(C) + ones(n, m))",
    "sum(i in 1..n, A[i, i] * s^i)",
    "prod(i in 1..3, A + i * B)",
    "max(i in 1..n, A[i, 1])",
    "min(i in reversed(1..n), A[i, 1])",
    "if(s > 0, A, B)",
    "if(sum(A) > sum(B), 1, 2)",
};

static void test_rational_values_are_contained(void **state)
{
    (void)state;
    struct rng rng = rng_start(1);
    for (size_t t = 0; t < sizeof rational_texts / sizeof *rational_texts; t++)
        for (int trial = 0; trial < 6; trial++) {
            struct kernel_case k;
            open_relation(&k, rational_texts[t], "==", rational_texts[t], &rng);
            struct run *run = run_new(k.theorem, &k.x, 128);
            run->may_intern = true;
            const struct expr *e = link_of(&k)->kids[0];
            const struct kmatrix *a = run_value(run, e);
            const struct expr *exact = exact_value(run, e);
            assert_non_null(a);
            assert_int_equal(a->defined, TRUTH_TRUE);
            bool squared = strchr(rational_texts[t], '2') && !exact;
            if (!exact && !squared)
                assert_string_equal(rational_texts[t], "rational");
            for (size_t i = 0; exact && i < a->rows * a->cols; i++)
                assert_contains(&a->e[i],
                                exact->op == EX_LITERAL ? exact->kids[i]->number
                                                        : exact->number,
                                rational_texts[t]);
            run_free(run);
            kernel_case_close(&k);
        }
}

static const char *const all_texts[] = {
    "exp(A)",
    "log(A .* A + ones(n, n))",
    "sqrt(abs(A))",
    "sin(3 * A)",
    "cos(10 * A)",
    "tanh(A)",
    "erf(A)",
    "pi * A",
    "abs(s)^(3/2)",
    "(1 + s^2)^(1/3)",
    "norm2(C)",
    "normnuc(C)",
    "normfro(C)",
    "norm1inf(C)",
    "rownorm2(C)",
    "softmax(A)",
    "softmax(C * C')",
    "softmax(A, eye(n))",
    "logsumexp(C)",
    "diameter(C)",
    "minres1(C)",
    "minresinf(C)",
    "minres1inf(C)",
    "minresinf(exp(A))",
    "eigmin(A + A')",
    "eigmax(A * A')",
    "inv(exp(A / 9) + 20 * eye(n))",
    "det(exp(A))",
};

/* Higher precision agrees with lower, and is narrow where it can be. */
static void test_precisions_overlap(void **state)
{
    (void)state;
    struct rng rng = rng_start(2);
    for (size_t t = 0; t < sizeof all_texts / sizeof *all_texts; t++)
        for (int trial = 0; trial < 4; trial++) {
            struct kernel_case k;
            open_relation(&k, all_texts[t], "==", all_texts[t], &rng);
            struct run *low = run_new(k.theorem, &k.x, 64);
            struct run *high = run_new(k.theorem, &k.x, 256);
            const struct expr *e = link_of(&k)->kids[0];
            const struct kmatrix *a = run_value(low, e);
            const struct kmatrix *b = run_value(high, e);
            assert_non_null(a);
            assert_non_null(b);
            assert_int_equal(b->defined, TRUTH_TRUE);
            for (size_t i = 0; i < a->rows * a->cols; i++) {
                assert_int_not_equal(
                    interval_relation(REL_EQ, &a->e[i], &b->e[i]), TRUTH_FALSE);
                assert_true(interval_is_finite(&b->e[i]));
            }
            run_free(low);
            run_free(high);
            kernel_case_close(&k);
        }
}

/* True for all inputs: never certainly false. */
static const char *const identities[][3] = {
    {"exp(A + B)", "==", "exp(A) .* exp(B)"},
    {"sin(s)^2 + cos(s)^2", "==", "1"},
    {"tanh(s)", "==", "(exp(2 * s) - 1) / (exp(2 * s) + 1)"},
    {"log(exp(A))", "==", "A"},
    {"sqrt(A .* A)", "==", "abs(A)"},
    {"erf(-A)", "==", "-erf(A)"},
    {"rowsum(softmax(A))", "==", "ones(n)"},
    {"softmax(A)", "==", "softmax(A + ones(n) * ones(n)' * s)"},
    {"logsumexp(C + s * ones(n, m))", "==", "logsumexp(C) + s * ones(n)"},
    {"norm2(C)^2", "==", "eigmax(C' * C)"},
    {"norm2(C)", "<=", "normfro(C)"},
    {"normfro(C)", "<=", "normnuc(C)"},
    {"normnuc(C)", "<=", "sqrt(m) * normfro(C)"},
    {"eigmin(A + A')", "<=", "2 * trace(A) / n"},
    {"det(A * B)", "==", "det(A) * det(B)"},
    {"minres1(C)", "<=", "norm1(res(C))"},
    {"minresinf(C)", "<=", "norminf(res(C))"},
    {"minres1inf(C)", "<=", "norm1inf(res(C))"},
    {"minres1inf(C)^2", ">=", "minres1(C) * minresinf(C)"},
    {"norminf(C - ones(n) * C[1, :])", "<=", "2 * minresinf(C)"},
    {"minresinf(C + ones(n) * C[n, :])", "==", "minresinf(C)"},
    {"diameter(C)", "<=", "2 * normfro(res(C))"},
    {"rank(A * C)", "<=", "rank(C)"},
    {"inv(A * A' + eye(n)) * (A * A' + eye(n))", "==", "eye(n)"},
    {"(A * A')^-1 * (A * A')", "==", "eye(n)"},
    {"max(abs(s), 1)^s", "==", "exp(s * log(max(abs(s), 1)))"},
    {"(s^2)^(1/2)", "==", "abs(s)"},
    {"0^0 * zeros(n, n) .^ 0", "==", "ones(n, n)"},
};

static void test_identities_are_not_refuted(void **state)
{
    (void)state;
    struct rng rng = rng_start(3);
    for (size_t t = 0; t < sizeof identities / sizeof *identities; t++)
        for (int trial = 0; trial < 8; trial++) {
            struct kernel_case k;
            const char *const *id = identities[t];
            open_relation(&k, id[0], id[1], id[2], &rng);
            if (violation_truth(k.theorem, 0, 0, &k.x, 128) == TRUTH_FALSE)
                assert_string_equal(id[0], "not refuted");
            kernel_case_close(&k);
        }
}

/* Undefined everywhere. */
static const char *const undefined_texts[] = {
    "A / (s - s)",
    "log(-abs(A) - ones(n, n))",
    "log(zeros(n, n))",
    "sqrt(-abs(A) - ones(n, n))",
    "inv(ones(n + 1, n + 1))",
    "zeros(n, n) .^ -1",
    "(-1 - s^2)^(1/2)",
    "max(i in 1..0, A[i, i])",
    "if(1 > 0, A[n + 1, 1], 0)",
    "softmax(A, zeros(n, n))",
    "softmax(A, 2 * ones(n, n))",
    "normalise(zeros(n, n))",
    "normalise(-ones(n, n))",
    "eigmax([0, 1; 0, 0])",
    "if(log(0) > 0, 1, 2)",
    "sum(log(0) * A)",
};

static void test_undefined_is_told(void **state)
{
    (void)state;
    struct rng rng = rng_start(4);
    for (size_t t = 0; t < sizeof undefined_texts / sizeof *undefined_texts;
         t++) {
        struct kernel_case k;
        open_relation(&k, undefined_texts[t], "==", undefined_texts[t], &rng);
        if (violation_truth(k.theorem, 0, 0, &k.x, 128) != TRUTH_UNDEFINED)
            assert_string_equal(undefined_texts[t], "undefined");
        kernel_case_close(&k);
    }
}

/* What is not evaluated decides nothing. */
static void test_unsupported_is_unknown(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "integral(x in 0..1, integral(y in 0..1, x * y))",
        "expectation(z, norm2([z, s; s, z]))"};
    struct rng rng = rng_start(5);
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        struct kernel_case k;
        open_relation(&k, texts[t], "<", texts[t], &rng);
        assert_int_equal(violation_truth(k.theorem, 0, 0, &k.x, 128),
                         TRUTH_UNKNOWN);
        kernel_case_close(&k);
    }
}

static enum truth truth_of(const char *text, const int64_t *dims)
{
    struct kernel_case k;
    kernel_case_open(&k, text, dims);
    enum truth truth = violation_truth(k.theorem, 0, 0, &k.x, 128);
    kernel_case_close(&k);
    return truth;
}

static void test_limits_end_in_unknown(void **state)
{
    (void)state;
    assert_int_equal(
        truth_of("theorem t { dim n; claim c: sum(ones(n, n) * ones(n, n)) < "
                 "0; }",
                 (int64_t[]){1 << 18}),
        TRUTH_UNKNOWN);
    assert_int_equal(
        truth_of("theorem t { dim L; let Y[0] = 1; let Y[l in 1..L] = Y[l-1] "
                 "/ 2; claim c: Y[L] < 0; }",
                 (int64_t[]){100000}),
        TRUTH_UNKNOWN);
    assert_int_equal(
        truth_of("theorem t { dim L; let Y[0] = 1; let Y[l in 1..L] = Y[l-1] "
                 "/ 2; claim c: Y[L] < 0; }",
                 (int64_t[]){500}),
        TRUTH_FALSE);
    assert_int_equal(
        truth_of("theorem t { dim n; claim c: forall(i in 1..n^5, i < 0); }",
                 (int64_t[]){1000}),
        TRUTH_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rational_values_are_contained),
        cmocka_unit_test(test_precisions_overlap),
        cmocka_unit_test(test_identities_are_not_refuted),
        cmocka_unit_test(test_undefined_is_told),
        cmocka_unit_test(test_unsupported_is_unknown),
        cmocka_unit_test(test_limits_end_in_unknown),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    violation_finish();
    return failed;
}
