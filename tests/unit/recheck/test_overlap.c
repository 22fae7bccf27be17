/*
 * The kernel's intervals and the ball evaluator's enclosures of the same
 * expressions on the same instances have a common number, entry by entry.
 */
#include "eval/evaluator.h"
#include "recheck/run.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include "base/rng.h"

#include <stdlib.h>

static const char *const texts[] = {
    "A + B * A - s * B'",
    "A ./ (B .* B + ones(n, n))",
    "A .^ 3 - s^2 * A ^ 2",
    "(1 + s^2)^(1/3) * (1 + s^2)^s",
    "kron(A, C)[1..n, :]",
    "hcat(A, C) * vcat(A, C')",
    "exp(A) + log(abs(A) + ones(n, n)) - sqrt(abs(B))",
    "sin(9 * A) .* cos(A) + tanh(B) - erf(B)",
    "relu(A) + sign(B) .* max(A, s) - min(A, B)",
    "sum(A) + mean(B) - max(A) + min(C) * trace(A)",
    "det(A)",
    "det(exp(A))",
    "norm1(C) + norminf(C)",
    "norm1inf(C) - normfro(C)",
    "norm2(C)",
    "normnuc(C)",
    "normmax(C)",
    "rownorm2(C) + rowsum(C) - rowmean(C) + rowmax(C) .* rowmin(C)",
    "colsum(C) + colmean(C) - colmax(C) .* colmin(C)",
    "softmax(A * B)",
    "softmax(A, eye(n) + zeros(n, n))",
    "logsumexp(C)",
    "diameter(C)",
    "res(C)",
    "minres1(C)",
    "minresinf(C)",
    "minres1inf(C)",
    "minresinf(exp(C))",
    "inv(A * A' + eye(n))",
    "rank(A)",
    "eigmin(A + A')",
    "eigmax(A * A')",
    "normalise(abs(C) + ones(n, m))",
    "if(sum(A) > s, A, B)",
    "sum(i in 1..n, i * A[i, :])",
    "prod(i in reversed(1..3), A + i * B)",
    "norm1inf(res(softmax(A * B) * C)) / (1 + norm1inf(res(C))^3)",
};

static void draw(struct kernel_case *k, struct rng *rng)
{
    for (size_t s = 0; s < k->layout.nslots; s++)
        for (size_t i = 0;
             i < k->layout.slots[s].rows * k->layout.slots[s].cols; i++) {
            mpq_t *q = &k->x.values[s].rationals[i].q;
            mpq_set_si(*q, (long)rng_below(rng, 25) - 12,
                       1 + (unsigned long)rng_below(rng, 7));
            mpq_canonicalize(*q);
        }
}

/* Whether the interval and the enclosure share a number. */
static bool overlap(const interval_t *x, const struct enclosure *y)
{
    mpfr_t end;
    mpfr_init2(end, 64);
    mpfr_set_d(end, y->hi, MPFR_RNDU);
    mpfr_mul_2si(end, end, (long)y->exponent, MPFR_RNDU);
    bool ok = mpfr_lessequal_p(x->lo, end);
    mpfr_set_d(end, y->lo, MPFR_RNDD);
    mpfr_mul_2si(end, end, (long)y->exponent, MPFR_RNDD);
    ok = ok && mpfr_greaterequal_p(x->hi, end);
    mpfr_clear(end);
    return ok;
}

static void compare(const struct kernel_case *k, const char *text, long prec)
{
    struct plan *plan;
    plan_id root, *cone;
    size_t count, compared = 0;
    struct span where;
    char *why = NULL;
    const struct expr *e = k->theorem->claims[0].links[0].relation->kids[0];
    assert_int_equal(
        plan_build_value(&plan, &root, &k->layout, e, NULL, &where, &why),
        ST_OK);
    plan_cone(&cone, &count, plan, &root, 1);
    struct ball_run *ball = ball_run_new(plan);
    ball_run_eval(ball, &k->x, prec, cone, count);
    struct run *run = run_new(k->theorem, &k->x, prec);
    const struct kmatrix *a = run_value(run, e);
    assert_non_null(a);
    bool agree = ball_run_undefined(ball, root) == TRUTH_UNKNOWN ||
                 a->defined == TRUTH_UNKNOWN ||
                 (ball_run_undefined(ball, root) == TRUTH_FALSE) ==
                     (a->defined == TRUTH_TRUE);
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < a->cols; j++) {
            struct enclosure y = ball_run_entry(ball, root, i, j);
            if (y.kind != ENCLOSURE_FINITE)
                continue;
            agree = agree && overlap(kmatrix_at(a, i, j), &y);
            compared++;
        }
    if (!agree || compared == 0)
        assert_string_equal(text, "overlapping");
    run_free(run);
    ball_run_free(ball);
    free(cone);
    plan_free(plan);
}

static void test_intervals_and_balls_overlap(void **state)
{
    (void)state;
    struct rng rng = rng_start(1);
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
        for (int trial = 0; trial < 5; trial++) {
            struct kernel_case k;
            struct buffer text;
            buffer_init(&text);
            buffer_printf(&text,
                          "theorem t { dim n, m; given A, B : real[n, n]; "
                          "given C : real[n, m]; given s : real; claim c: %s "
                          "== %s; }",
                          texts[t], texts[t]);
            kernel_case_open(&k, text.text,
                             (int64_t[]){2 + (int64_t)rng_below(&rng, 3),
                                         1 + (int64_t)rng_below(&rng, 4)});
            draw(&k, &rng);
            compare(&k, texts[t], 128);
            compare(&k, texts[t], 256);
            kernel_case_close(&k);
            buffer_clear(&text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_intervals_and_balls_overlap),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    violation_finish();
    eval_finish();
    return failed;
}
